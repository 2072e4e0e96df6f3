//! The simple agents choose as they say, repeatably, and without looking at secrets.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{
    Agent, AgentError, Control, Decision, Game, Keyed, Notation, Observe, Playthrough, Rng, Value, View,
};
use ludwerk_search::{Greedy, Random, score};
use ludwerk_testkit::toys::{Kuhn, TicTacToe, Tree};

fn decide<G: Game + Observe + Keyed + Clone>(
    play: &Playthrough<G>,
    agent: &mut dyn Agent<G>,
) -> Result<Decision<G::Move>, AgentError> {
    play.ask(agent, &mut Control::new(&AtomicBool::new(false), &mut |_| {}))
}

fn tic_tac_toe(position: &str) -> Playthrough<TicTacToe> {
    Playthrough::new(TicTacToe, TicTacToe.parse_position(position).unwrap())
}

#[test]
fn random_plays_every_move_equally_often() {
    let play = tic_tac_toe(".........");
    let mut agent = Random::new(1);
    let mut counts = [0i32; 9];
    for _ in 0..9000 {
        counts[usize::from(decide(&play, &mut agent).unwrap().chosen.0)] += 1;
    }
    // Five standard deviations of a binomial with n = 9000 and p = 1/9 are 149.
    assert!(counts.iter().all(|count| (count - 1000).abs() < 149), "{counts:?}");
}

#[test]
fn equal_seeds_give_equal_games() {
    let game = |seed: u64| {
        let mut play = tic_tac_toe(".........");
        let mut agent = Random::new(seed);
        while play.to_move().is_some() {
            let mv = decide(&play, &mut agent).unwrap().chosen;
            play.play(mv).unwrap();
        }
        play.move_texts()
    };
    assert_eq!(game(5), game(5));
    assert_ne!(game(5), game(6));
}

#[test]
fn greedy_takes_the_win() {
    let decision = decide(&tic_tac_toe("xx.oo...."), &mut Greedy::new(vec![1.0, 0.5], 0)).unwrap();
    assert_eq!(TicTacToe.move_text(&TicTacToe.start(&mut Rng::new(0)), decision.chosen), "c1");
    assert_eq!(decision.report.value.map(Value::number), Some(score::WIN - 1.0));
    let values: Vec<_> = decision.report.values.iter().map(|value| value.number()).collect();
    assert_eq!(values, [score::WIN - 1.0, 1.0 - score::WIN]);
    assert_eq!((decision.report.depth, decision.report.nodes), (1, 6));
    assert_eq!(decision.report.lines.len(), 5);
    assert!(decision.report.lines.is_sorted_by(|a, b| a.value >= b.value));
}

#[test]
fn greedy_breaks_ties_by_its_seed() {
    let play = tic_tac_toe(".........");
    let chosen = |seed: u64| decide(&play, &mut Greedy::new(vec![0.0, 0.0], seed)).unwrap().chosen;
    assert_eq!(chosen(3), chosen(3));
    assert!((0..20).any(|seed| chosen(seed) != chosen(0)));
}

#[test]
fn greedy_refuses_a_game_without_evaluation() {
    let tree = Tree::parse("0([1 0] [0 1])").unwrap();
    let error = decide(&Playthrough::new(tree, 0), &mut Greedy::new(Vec::new(), 0)).unwrap_err();
    assert_eq!(error.to_string(), "greedy needs an evaluation, and tree has none");
}

/// Tells what it is shown, as the text of an error.
struct Witness;

impl<G: Observe> Agent<G> for Witness {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        _control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let shown = (view.seat, view.observation, view.legal, view.start, view.history);
        Err(AgentError::Refused(format!("{shown:?}")))
    }
}

#[test]
fn an_agent_of_a_hidden_game_sees_neither_the_other_card_nor_the_deal() {
    let shown_to_first = |deal: &str| {
        let start = Kuhn.start(&mut Rng::new(0));
        let mut play = Playthrough::new(Kuhn, start);
        deal.split(' ').for_each(|card| play.play_text(card).unwrap());
        decide(&play, &mut Witness).unwrap_err().to_string()
    };
    assert_eq!(shown_to_first("J Q"), shown_to_first("J K"));
    assert_ne!(shown_to_first("J Q"), shown_to_first("Q J"));
}

#[test]
fn nobody_is_asked_when_the_game_is_over() {
    let error = decide(&tic_tac_toe("xxxoo...."), &mut Random::new(0)).unwrap_err();
    assert_eq!(error.to_string(), "nobody is to move");
}
