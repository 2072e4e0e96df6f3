//! Dobutsu Shogi keeps the core's promises under all its rule sets, and counts as published.

use ludwerk_core::Configure;
use ludwerk_dobutsu::Dobutsu;
use ludwerk_testkit::{PerftTable, Suite, conformance};

/// Where the rules are subtle: lions on far ranks attacked and safe, both at once, a caught lion,
/// a stuck side, chicks that cannot move, full hands.
const EDGE_POSITIONS: [&str; 9] = [
    ".L.g.....l.. CE ceg G",
    "L..g.....l.. CC eeg S",
    "L.e.g.....lG C c S",
    "..L......l.. CEG ceg G",
    "L..........l CCEE gg G",
    "gle......... CCEG - S",
    "lEGEGL.CC... - - S",
    "C.Cl..L..... EE gg S",
    "....HlL.h.g. EE g G",
];

#[test]
fn all_variants_conform() {
    for variant in Dobutsu::INFO.variants {
        let game = Dobutsu::configure(Some(variant.name), None).unwrap();
        conformance(&Suite::new(game).with_positions(EDGE_POSITIONS));
    }
}

#[test]
fn perft_counts_as_published() {
    let table = PerftTable::parse(include_str!("dobutsu.perft")).unwrap();
    let n_compared = table.check::<Dobutsu>(60_000_000).unwrap();
    assert_eq!(n_compared, 3 * 9 + 75 * 5);
}
