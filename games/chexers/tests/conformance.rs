//! Chexers keeps the core's promises, and counts as published.

use ludwerk_chexers::Chexers;
use ludwerk_testkit::{PerftTable, Suite, conformance};

/// Where the rules are subtle: a blocked player, a player without pieces, three exits and a piece on the goal, a
/// decided game, a board of one colour, foreign pieces on goals, few pieces.
const EDGE_POSITIONS: [&str; 7] = [
    "rgb.rgb..rgb..rgb.................... green 0,0,0",
    "...........r.....r...g...........g... blue 1,1,0",
    ".................................r..r red 3,2,3",
    "..............r...................... green 1,4,2",
    "rrr.rrrr.....rr.......rrr............ green 0,0,0",
    "bbbb...........r.....rg....g...g..r.. red 0,0,1",
    ".................b................... blue 2,2,3",
];

#[test]
fn chexers_conforms() {
    conformance(&Suite::new(Chexers).with_positions(EDGE_POSITIONS));
}

#[test]
fn perft_counts_as_published() {
    let table = PerftTable::parse(include_str!("chexers.perft")).unwrap();
    let n_compared = table.check::<Chexers>(60_000_000).unwrap();
    assert_eq!(n_compared, 7 + 20 * 3);
}
