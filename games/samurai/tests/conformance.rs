//! Samurai keeps the core's promises, in every variant, and counts as an independent program does.

use ludwerk_core::Configure;
use ludwerk_samurai::Samurai;
use ludwerk_testkit::{PerftTable, Suite, conformance};

fn conforms(variant: &str, players: usize, n_cases: u32) {
    let game = Samurai::configure(Some(variant), Some(players)).unwrap();
    conformance(&Suite::new(game).with_cases(n_cases).with_shuffle_hidden(Samurai::shuffle_hidden));
}

#[test]
fn official_conforms() {
    for players in 2..=4 {
        conforms("official", players, 5);
    }
}

#[test]
fn official_full_conforms() {
    conforms("official-full", 2, 2);
    conforms("official-full", 3, 2);
}

#[test]
fn ffg_conforms() {
    conforms("ffg", 2, 4);
    conforms("ffg", 4, 4);
}

#[test]
fn thesis_conforms() {
    conforms("thesis", 2, 16);
}

#[test]
fn perft_counts_as_an_independent_program() {
    let table = PerftTable::parse(include_str!("samurai.perft")).unwrap();
    let n_compared = table.check::<Samurai>(5_000_000).unwrap();
    // Five positions for each of seven tables, and the two ways to set up for each number of players.
    assert_eq!(n_compared, 7 * 5 * 3 + 3 * 2 * 3 + 1);
}
