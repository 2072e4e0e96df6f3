//! Luck that is dealt in advance: known in each world, or left to chance, or peeked at.

mod common;

use std::sync::atomic::AtomicBool;

use common::ask;
use ludwerk_core::{Agent, Control, Game, Notation, Observe, Playthrough, Rng, Seat, Turn, View, Viewer};
use ludwerk_search::{
    AlphaBeta, AlphaBetaOptions, Draws, Expectimax, ExpectimaxOptions, Limits, Maxn, MaxnOptions, Mcts,
    MctsOptions, Open, Peek, Pimc, Random, two_player_refusal,
};
use ludwerk_testkit::oracle::backward_induction;
use ludwerk_testkit::toys::{Gamble, GambleMove, GambleState};

fn gamble(position: &str) -> GambleState {
    Gamble.parse_position(position).unwrap()
}

fn to_the_end() -> Limits {
    Limits { depth: Some(8), ..Limits::default() }
}

fn expectimax() -> Box<dyn Agent<Open<Gamble>>> {
    Box::new(Expectimax::new(ExpectimaxOptions::default(), to_the_end(), Vec::new(), 1))
}

fn maxn() -> Box<dyn Agent<Open<Gamble>>> {
    Box::new(Maxn::new(MaxnOptions::default(), to_the_end(), Vec::new(), 1))
}

fn mcts() -> Box<dyn Agent<Open<Gamble>>> {
    let limits = Limits { iterations: Some(20_000), ..Limits::default() };
    Box::new(Mcts::new(MctsOptions::default(), limits, Vec::new(), 1))
}

fn alphabeta() -> Box<dyn Agent<Open<Gamble>>> {
    Box::new(AlphaBeta::new(AlphaBetaOptions::default(), to_the_end(), Vec::new(), 1))
}

/// A value among two as a share of the win. The plies until the end, which a value tells too, are rounded off.
fn share(value: f64) -> f64 {
    (50_000.0 * (1.0 + value / 1e6)).round() / 100_000.0
}

/// The share of the mover when everyone sees the cards, but nobody the order of the pile.
fn exact(state: &GambleState) -> f64 {
    let Turn::Player(mover) = Gamble.turn(state) else { panic!("nobody is to move") };
    let returns = backward_induction(&Open::with_draws(Gamble), &Gamble.undrawn(state));
    (returns[mover] * 100_000.0).round() / 100_000.0
}

#[test]
fn expectimax_over_worlds_with_open_draws_is_exact() {
    // Nobody holds a card, or only the mover does: there is one world, and its value is the exact one.
    for position in ["-/- 012345 0/0", "-/- 504132 0/0", "-/- 012345 1/0", "3/- 01245 0/1", "0/- 51234 0/1"] {
        let state = gamble(position);
        let mut pimc = Pimc::new(expectimax(), 5, None, 1).with_draws(Draws::Open);
        let (_, report) = ask(&Gamble, &state, &mut pimc);
        assert!((share(report.value.unwrap().number()) - exact(&state)).abs() < 2e-5, "{position}");
    }
    // Of four cards with a mean of 1.5 nobody draws the last, who has 2 points for staying: 7 to 6.
    assert!((exact(&gamble("5/4 0123 1/0")) - 0.45).abs() < 1e-9);
}

#[test]
fn all_searches_that_know_chance_cope_with_open_draws() {
    for position in ["-/- 012345 0/0", "4/- 01235 0/0", "5/1 0234 0/0"] {
        let state = gamble(position);
        let value =
            |inner| ask(&Gamble, &state, &mut Peek::new(inner, Draws::Open)).1.value.unwrap().number();
        assert!((share(value(expectimax())) - exact(&state)).abs() < 2e-5, "{position}");
        assert!((share(value(maxn())) - exact(&state)).abs() < 2e-5, "{position}");
        assert!((share(value(mcts())) - exact(&state)).abs() < 0.02, "{position}");
    }
}

/// Whoever sees the order of the pile draws what is worth more than staying.
#[test]
fn with_dealt_draws_the_luck_to_come_is_known_and_with_open_draws_not() {
    for (top, position) in [(3, "5/4 3012 1/0"), (0, "5/4 0123 1/0")] {
        let state = gamble(position);
        let dealt = if top > 2 { GambleMove::Draw } else { GambleMove::Stay };
        assert_eq!(ask(&Gamble, &state, &mut Peek::new(alphabeta(), Draws::Dealt)).0, dealt);
        assert_eq!(ask(&Gamble, &state, &mut Peek::new(expectimax(), Draws::Open)).0, GambleMove::Stay);
    }
    // The mean over dealt worlds is not the value: in each of them both know what they will draw.
    let start = gamble("-/- 012345 0/0");
    let mut pimc = Pimc::new(alphabeta(), 300, None, 1);
    let known = share(ask(&Gamble, &start, &mut pimc).1.value.unwrap().number());
    assert!((known - exact(&start)).abs() > 0.005, "{known} {}", exact(&start));
}

#[test]
fn alphabeta_plays_worlds_without_luck_and_no_others() {
    assert!(two_player_refusal(&Open::new(Gamble), "alphabeta").is_none());
    assert_eq!(
        two_player_refusal(&Open::with_draws(Gamble), "alphabeta").unwrap(),
        "alphabeta searches for two players who see everything, and gamble has chance"
    );
    assert_eq!(
        two_player_refusal(&Gamble, "alphabeta").unwrap(),
        "alphabeta searches for two players who see everything, and gamble has hidden information; pimc or ismcts play it"
    );
}

/// Remembers whether it was shown the truth.
struct Looks {
    peeks: bool,
    has_seen: Option<bool>,
}

impl Agent<Gamble> for Looks {
    fn peeks(&self) -> bool {
        self.peeks
    }

    fn decide(
        &mut self,
        view: &View<'_, Gamble>,
        _: &mut Control<'_, GambleMove>,
    ) -> Result<ludwerk_core::Decision<GambleMove>, ludwerk_core::AgentError> {
        self.has_seen = Some(view.truth.is_some());
        let report = ludwerk_core::Report::default();
        Ok(ludwerk_core::Decision { chosen: view.legal[0], report })
    }
}

#[test]
fn the_truth_is_shown_to_those_who_say_that_they_peek_and_to_nobody_else() {
    let start = Gamble.start(&mut Rng::new(1));
    for peeks in [true, false] {
        let mut agent = Looks { peeks, has_seen: None };
        ask(&Gamble, &start, &mut agent);
        assert_eq!(agent.has_seen, Some(peeks));
    }
    // Without the truth it does not guess.
    let mut peek = Peek::new(Box::new(Random::new(1)), Draws::Dealt);
    let play = Playthrough::new(Gamble, start);
    let seat: Seat = Seat::FIRST;
    let view = View {
        game: &Gamble,
        seat,
        observation: &play.observe(Viewer::Seat(seat)),
        legal: &play.legal_moves(),
        start: None,
        history: play.history(),
        truth: None,
    };
    let stop = AtomicBool::new(false);
    let error = peek.decide(&view, &mut Control::new(&stop, &mut |_| {})).unwrap_err();
    assert_eq!(error.to_string(), "peek needs the true position, and was not shown it");
}
