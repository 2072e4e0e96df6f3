//! Games side by side: the same numbers however they are played.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use ludwerk_learn::trial::{Bout, Ending, Pairing, Score, elo_of_share};

use crate::{game, spec, tictactoe, trial};

static GO: AtomicBool = AtomicBool::new(false);

fn pairing(one: &str, other: &str, seed: u64, bouts: std::ops::Range<usize>) -> Pairing {
    Pairing { one: spec(one), other: spec(other), seed, bouts }
}

#[test]
fn threads_change_nothing_and_bouts_come_in_order() {
    let pairings = [pairing("greedy", "random", 1, 0..5), pairing("random", "greedy", 2, 3..6)];
    let played = |n_threads: usize| {
        let mut bouts = Vec::new();
        let mut on_bout = |n: usize, bout: Bout| {
            bouts.push((n, bout));
            ControlFlow::Continue(())
        };
        let ending = trial(tictactoe(), n_threads).play(&pairings, &GO, &mut on_bout).unwrap();
        assert_eq!(ending, Ending::Complete);
        bouts
    };
    let alone = played(1);
    assert_eq!(alone.iter().map(|(n, _)| *n).collect::<Vec<_>>(), [0, 0, 0, 0, 0, 1, 1, 1]);
    assert!(alone.iter().all(|(_, bout)| bout.shares.len() == 2 && bout.troubles.is_empty()));
    assert_eq!(alone, played(3));
}

#[test]
fn a_bout_depends_on_its_number_alone() {
    let trial = trial(tictactoe(), 2);
    let all = trial.score(&pairing("greedy", "random", 7, 0..8), &GO).unwrap().unwrap();
    let mut pieces = Score::default();
    for bouts in [0..3, 3..4, 4..8] {
        pieces.extend(&trial.score(&pairing("greedy", "random", 7, bouts), &GO).unwrap().unwrap());
    }
    assert_eq!(all, pieces);
    assert_eq!(all.n_games(), 16);
}

#[test]
fn for_three_all_mixed_seatings_are_played_and_half_is_even() {
    let trial = trial(game("chexers"), 2);
    assert_eq!(trial.games_a_bout().unwrap(), 6);
    assert_eq!(trial.seats().unwrap(), [(2, 1), (2, 1), (1, 2), (2, 1), (1, 2), (1, 2)]);
    let mut quick = trial.clone();
    quick.most_plies = 30;
    let score = quick.score(&pairing("random", "random", 1, 0..2), &GO).unwrap().unwrap();
    // Games that are too long are shared by all seats, so both sides take as much.
    assert!((score.mean() - 0.5).abs() < 0.2, "{}", score.mean());
    assert!(elo_of_share(0.5, &trial.seats().unwrap()).abs() < 1e-6);
    assert!((elo_of_share(0.64, &[(1, 1)]) - 99.95).abs() < 0.01);
    assert_eq!(elo_of_share(1.0, &[(1, 1)]), f64::INFINITY);
}

#[test]
fn enough_is_enough_and_a_stop_stops() {
    let trial = trial(tictactoe(), 2);
    let mut n_bouts = 0;
    let mut on_bout = |_: usize, _: Bout| {
        n_bouts += 1;
        if n_bouts == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let pairings = [pairing("random", "random", 1, 0..1000)];
    assert_eq!(trial.play(&pairings, &GO, &mut on_bout).unwrap(), Ending::Enough);
    assert_eq!(n_bouts, 3);
    let stopped = AtomicBool::new(true);
    assert_eq!(trial.score(&pairings[0], &stopped).unwrap(), None);
}

#[test]
fn errors_are_cautious() {
    let won = Bout { shares: vec![1.0, 1.0], troubles: Vec::new() };
    let score = Score { bouts: vec![won; 3] };
    assert_eq!(score.mean(), 1.0);
    assert!(score.standard_error() > 0.1 && score.ci95().0 < 0.8);
    assert_eq!(Score::default().mean(), 0.5);
    assert!(Score::default().standard_error() > 0.2);
}

#[test]
fn an_agent_that_cannot_be_made_is_named() {
    let error = trial(tictactoe(), 1).score(&pairing("random", "nobody", 1, 0..1), &GO).unwrap_err();
    assert_eq!(error.to_string(), "nobody: unknown agent \"nobody\"");
}
