//! A good position in which nothing happens is not good for ever: Chexers, where many pieces may wander before a wall.

use std::sync::atomic::AtomicBool;

use ludwerk_chexers::board::{BySeat, Hex, RED};
use ludwerk_chexers::{Chexers, State};
use ludwerk_core::value::Meaning;
use ludwerk_core::{Control, Evaluate, MoveOrdering, Playthrough, Pruning, Rng};
use ludwerk_search::{Limits, Mcts, MctsOptions, RolloutOptions, Selection};

const STALL: u32 = 20;

/// Red has six pieces at home, and the others three each.
fn good_for_red() -> State {
    let set = |places: &[(i8, i8)]| {
        places.iter().filter_map(|&(q, r)| Hex::new(q, r)).fold(0, |set, hex| set | hex.set())
    };
    let red = set(&[(-3, 0), (-3, 1), (-3, 2), (-3, 3), (-2, 0), (-2, 1)]);
    let pieces = [red, set(&[(0, -3), (1, -3), (2, -3)]), set(&[(0, 3), (1, 2), (2, 1)])];
    State::new(BySeat::new(pieces), BySeat::default(), RED)
}

/// The share that red expects, after so many plies in which everybody steps about without an exit.
fn expected_share(n_plies: usize, stall: u32) -> f64 {
    let mut play = Playthrough::new(Chexers, good_for_red());
    let mut rng = Rng::new(3);
    for _ in 0..n_plies {
        // Nobody turns a piece, so that red stays ahead.
        let quiet: Vec<_> = play
            .legal_moves()
            .into_iter()
            .filter(|&mv| !Chexers.is_noisy(play.state(), mv) && Chexers.priority(play.state(), mv) < 10)
            .collect();
        play.play(quiet[rng.below(quiet.len())]).unwrap();
    }
    assert_eq!((play.state().to_move(), Chexers.standstill(play.history())), (RED, n_plies));
    let options = MctsOptions {
        selection: Selection::Puct,
        rollout: RolloutOptions { cutoff: Some(0), scale: 10.0, ..RolloutOptions::default() },
        contempt: 0.4,
        stall,
        ..MctsOptions::default()
    };
    let limits = Limits { iterations: Some(500), ..Limits::default() };
    let mut agent = Mcts::new(options, limits, Chexers.default_weights(), 1);
    let stop = AtomicBool::new(false);
    let report = play.ask(&mut agent, &mut Control::new(&stop, &mut |_| {})).unwrap().report;
    match report.value.unwrap().meaning() {
        Meaning::WinProbability(share) => share,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_does_not_get_on_fades_to_a_despised_draw() {
    let despised = 0.6 / 3.0;
    assert!(expected_share(0, STALL) > 0.5, "nothing has faded at the start: {}", expected_share(0, STALL));
    assert_eq!(expected_share(0, STALL), expected_share(0, 0), "it is the same as never");
    let long = 3 * STALL as usize;
    assert!(expected_share(long, 0) > 0.5, "red is still ahead: {}", expected_share(long, 0));
    let faded = expected_share(long, STALL);
    assert!((despised - 0.01..despised + 0.1).contains(&faded), "{faded}");
}
