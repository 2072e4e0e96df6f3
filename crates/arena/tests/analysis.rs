//! A game looked at afterwards: every choice once, forced moves looked through, secrets kept.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_arena::analysis::{
    Judged, Plan, Spot, final_shares, judge_all, look, next_choice, spots, summary,
};
use ludwerk_arena::judgement::Judgement;
use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Game, Keyed, Line, Notation, Observe, Playthrough, Report, Rng,
    Seat, Turn, View,
};
use ludwerk_testkit::toys::{Kuhn, TicTacToe, Tree};

/// Chooses the first move and says what it is told to say of each.
struct Oracle {
    /// The values of the legal moves, as shares times a hundred; the position is worth the first.
    values: Vec<f64>,
}

impl<G: Observe> Agent<G> for Oracle {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        assert!(view.game.info().is_hidden() || view.start.is_some(), "an open game is told whole");
        assert!(view.truth.is_none(), "nobody peeks");
        let values = self.values.iter().map(|&n| Value::new(n, Unit::WinProbability, view.game.n_seats()));
        let lines =
            view.legal.iter().zip(values.clone()).map(|(&mv, value)| Line { mv, value, pv: vec![mv] });
        let report = Report {
            value: values.clone().next(),
            lines: lines.take(control.n_lines()).collect(),
            ..Report::default()
        };
        Ok(Decision { chosen: view.legal[0], report })
    }
}

fn percent(value: Value) -> f64 {
    value.number() / 100.0
}

fn analysed<G: Game + Keyed + Observe + Notation + Clone>(
    play: &Playthrough<G>,
    n_threads: usize,
    values: &(dyn Fn(usize) -> Vec<f64> + Sync),
) -> Vec<Judged> {
    let plan =
        Plan { n_lines: 5, n_threads: NonZeroUsize::new(n_threads).unwrap(), stop: &AtomicBool::new(false) };
    let make = |ply: usize| -> Box<dyn Agent<G>> { Box::new(Oracle { values: values(ply) }) };
    let mut n_done = 0;
    let looks = look(play, &make, plan, &mut |n| n_done = n).unwrap();
    assert_eq!(n_done, looks.len());
    judge_all(play, &looks, &percent)
}

fn played<G: Game + Keyed + Notation + Clone>(game: G, moves: &[&str]) -> Playthrough<G> {
    let start = game.start(&mut Rng::new(1));
    let mut play = Playthrough::new(game, start);
    for mv in moves {
        play.play_text(mv).unwrap();
    }
    play
}

#[test]
fn a_move_is_worth_what_the_next_position_leaves() {
    let play = played(TicTacToe, &["b2", "a1", "c3"]);
    assert_eq!(
        spots(&play),
        [
            Spot::Choice(Seat::FIRST),
            Spot::Choice(Seat::SECOND),
            Spot::Choice(Seat::FIRST),
            Spot::Choice(Seat::SECOND)
        ]
    );
    let values = |ply: usize| vec![[70.0, 40.0, 60.0, 90.0][ply]];
    let moves = analysed(&play, 1, &values);
    // Cross had 70% and keeps 60%; nought had 40% and plays the agent's move; cross had 60% and keeps 10%.
    let judgements: Vec<_> = moves.iter().map(|mv| mv.verdict.unwrap().judgement).collect();
    assert_eq!(judgements, [Judgement::Inaccuracy, Judgement::Best, Judgement::Blunder]);
    assert!((moves[2].verdict.unwrap().loss - 0.5).abs() < 1e-12);
    assert_eq!(moves[1].shares, [Some(0.6), Some(0.4)]);
    let seats = summary(&moves, 2);
    assert_eq!((seats[0].n_moves, seats[0].n_best, seats[0].n_weak), (2, 0, [1, 0, 1]));
    assert!((seats[0].mean_loss.unwrap() - 0.3).abs() < 1e-12);
    assert_eq!((seats[1].n_moves, seats[1].n_best, seats[1].mean_loss), (1, 1, Some(0.0)));
}

#[test]
fn threads_change_nothing() {
    let play = played(TicTacToe, &["b2", "a1", "c3", "a3", "a2"]);
    let values = |ply: usize| vec![50.0 + 7.0 * ply as f64];
    assert_eq!(analysed(&play, 1, &values), analysed(&play, 4, &values));
}

#[test]
fn forced_moves_are_not_judged_and_are_looked_through() {
    // The first seat chooses, the second has one move, the first chooses again.
    let tree = Tree::parse("0(1(0([1 0] [0 1])) 1(0([1 0] [0 1])))").unwrap();
    let play = {
        let start = tree.start(&mut Rng::new(0));
        let mut play = Playthrough::new(tree, start);
        for branch in [1, 0, 1] {
            let mv = play.legal_moves()[branch];
            play.play(mv).unwrap();
        }
        play
    };
    let all = spots(&play);
    assert_eq!(
        all,
        [Spot::Choice(Seat::FIRST), Spot::Forced(Seat::SECOND), Spot::Choice(Seat::FIRST), Spot::Over]
    );
    assert_eq!((next_choice(&all, 1), next_choice(&all, 2), next_choice(&all, 4)), (2, 2, 4));
    let moves = analysed(&play, 2, &|ply| vec![if ply == 0 { 80.0 } else { 70.0 }]);
    assert!((moves[0].verdict.unwrap().kept - 0.7).abs() < 1e-12, "what the next choice is worth");
    assert!(moves[1].forced && moves[1].verdict.is_none());
    assert_eq!(moves[1].shares[0], Some(0.7));
    // The last move lost the game.
    assert_eq!(moves[2].verdict.unwrap().kept, 0.0);
    assert_eq!(moves[2].verdict.unwrap().judgement, Judgement::Blunder);
    let looks = std::collections::BTreeMap::new();
    assert_eq!(final_shares(&play, &looks, &percent), [Some(0.0), Some(1.0)]);
}

#[test]
fn chance_is_not_judged_and_secrets_are_kept() {
    let mut play = Playthrough::new(Kuhn, Kuhn.start(&mut Rng::new(3)));
    let mut rng = Rng::new(4);
    while play.turn() != Turn::Over {
        let legal = play.legal_moves();
        play.play(*rng.choose(&legal).unwrap()).unwrap();
    }
    let moves = analysed(&play, 1, &|_| vec![60.0, 50.0]);
    let n_chance = moves.iter().filter(|mv| mv.seat.is_none()).count();
    assert!(n_chance > 0 && moves.len() > n_chance);
    for judged in &moves {
        assert_eq!(judged.seat.is_some(), judged.verdict.is_some());
    }
}

#[test]
fn whoever_stops_gets_what_is_done() {
    struct Stopper<'a>(&'a AtomicBool, usize);
    impl<G: Observe> Agent<G> for Stopper<'_> {
        fn decide(
            &mut self,
            view: &View<'_, G>,
            _: &mut Control<'_, G::Move>,
        ) -> Result<Decision<G::Move>, AgentError> {
            self.0.store(self.1 == 2, Ordering::Relaxed);
            Ok(Decision {
                chosen: view.legal[0],
                report: Report { value: Some(Value::new(1.0, Unit::Evaluation, 2)), ..Report::default() },
            })
        }
    }
    static STOP: AtomicBool = AtomicBool::new(false);
    let play = played(TicTacToe, &["b2", "a1", "c3", "a3"]);
    let plan = Plan { n_lines: 1, n_threads: NonZeroUsize::MIN, stop: &STOP };
    let make = |ply: usize| -> Box<dyn Agent<TicTacToe>> { Box::new(Stopper(&STOP, ply)) };
    let looks = look(&play, &make, plan, &mut |_| {}).unwrap();
    assert_eq!(looks.keys().copied().collect::<Vec<_>>(), [0, 1], "the one that was hurried does not count");
}

#[test]
fn an_agent_that_breaks_down_is_told() {
    struct Broken;
    impl<G: Observe> Agent<G> for Broken {
        fn decide(
            &mut self,
            _: &View<'_, G>,
            _: &mut Control<'_, G::Move>,
        ) -> Result<Decision<G::Move>, AgentError> {
            Err(AgentError::Failed("out of order".to_owned()))
        }
    }
    let play = played(TicTacToe, &["b2"]);
    let plan = Plan { n_lines: 1, n_threads: NonZeroUsize::MIN, stop: &AtomicBool::new(false) };
    let make = |_: usize| -> Box<dyn Agent<TicTacToe>> { Box::new(Broken) };
    assert_eq!(look(&play, &make, plan, &mut |_| {}), Err(AgentError::Failed("out of order".to_owned())));
}
