//! The held-out match: what it decides, and that a break changes nothing.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_learn::journal::{self, JOURNAL_FILE, Journal, Settings};
use ludwerk_learn::proof::{Proof, ProofError, ProofSettings, ProofVerdict, prove};

use crate::{spec, tictactoe};

fn settings() -> ProofSettings {
    ProofSettings { elo1: 60.0, most_games: 100, opening_plies: 2, seed: 5, ..ProofSettings::default() }
}

fn play(new: &str, old: &str, journal: &mut Journal) -> Result<Proof, ProofError> {
    let stop = AtomicBool::new(false);
    prove(&tictactoe(), &spec(new), &spec(old), &settings(), journal, &stop, &mut |_| ())
}

#[test]
fn the_better_agent_is_accepted_and_the_worse_one_rejected() {
    let accepted = play("greedy", "random", &mut Journal::in_memory()).unwrap();
    assert_eq!(accepted.verdict, ProofVerdict::Accepted);
    assert!(accepted.games < 100 && accepted.score > 0.6 && accepted.elo > 50.0);
    assert_eq!(accepted.games, accepted.wins + accepted.draws + accepted.losses);
    let rejected = play("random", "greedy", &mut Journal::in_memory()).unwrap();
    assert_eq!(rejected.verdict, ProofVerdict::Rejected);
    let same = play("minimax:depth=9", "minimax:depth=9", &mut Journal::in_memory()).unwrap();
    assert_eq!((same.games, same.draws), (same.wins + same.draws + same.losses, same.draws));
    assert!(same.verdict != ProofVerdict::Accepted);
}

#[test]
fn a_match_that_was_cut_off_at_any_byte_ends_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(JOURNAL_FILE);
    let go_on = || {
        let mut journal = journal::open(dir.path(), &Settings::new()).unwrap();
        play("greedy", "random", &mut journal).unwrap()
    };
    let whole = go_on();
    let text = fs::read(&path).unwrap();
    for cut in 1..90 {
        fs::write(&path, &text[..text.len().saturating_sub(cut)]).unwrap();
        assert_eq!(go_on(), whole, "cut off by {cut} bytes");
        assert_eq!(fs::read(&path).unwrap(), text);
    }
}

#[test]
fn a_stop_keeps_what_was_played() {
    let mut journal = Journal::in_memory();
    let stop = AtomicBool::new(false);
    let mut told = 0;
    let stopped = prove(
        &tictactoe(),
        &spec("random"),
        &spec("random"),
        &settings(),
        &mut journal,
        &stop,
        &mut |proof| {
            told += 1;
            stop.store(proof.games >= 6, Ordering::Relaxed);
        },
    );
    let Err(ProofError::Stopped { games }) = stopped else { panic!("{stopped:?}") };
    assert!(games >= 6 && told >= 4);
    let rest = play("random", "random", &mut journal).unwrap();
    assert_eq!(rest, play("random", "random", &mut Journal::in_memory()).unwrap());
}

#[test]
fn a_test_that_makes_no_sense_is_refused() {
    let settings = ProofSettings { elo1: -5.0, ..settings() };
    let stop = AtomicBool::new(false);
    let mut journal = Journal::in_memory();
    let refused =
        prove(&tictactoe(), &spec("random"), &spec("greedy"), &settings, &mut journal, &stop, &mut |_| ());
    assert_eq!(refused.unwrap_err().to_string(), "elo0 = 0 must be less than elo1 = -5");
}
