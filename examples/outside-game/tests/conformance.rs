//! Breakthrough keeps the promises of the core, counts as others do, and is played by the searches of Ludwerk.

use breakthrough_lab::{Breakthrough, Step};
use ludwerk::core::{Configure as _, Notation as _};
use ludwerk_testkit::{PerftTable, Suite, conformance};

/// One step from the end, a pawn that is blocked straight ahead, a last pawn.
const EDGE_POSITIONS: [&str; 3] = [
    "....../w...../....../....../.....b/...... w",
    "....../..b.../..w.../....../....../...... w",
    "b...../....../....../....../....../.....w b",
];

#[test]
fn all_variants_conform() {
    for (variant, positions) in [("standard", &[][..]), ("small", &EDGE_POSITIONS[..])] {
        let game = Breakthrough::configure(Some(variant), None).unwrap();
        conformance(&Suite::new(game).with_positions(positions.iter().copied()));
    }
}

#[test]
fn perft_counts_agree() {
    let table = PerftTable::parse(include_str!("breakthrough.perft")).unwrap();
    assert_eq!(table.check::<Breakthrough>(1_000_000).unwrap(), 6);
}

#[test]
fn a_search_breaks_through_where_it_can() {
    let game = Breakthrough::configure(Some("small"), None).unwrap();
    let board = game.parse_position(EDGE_POSITIONS[0]).unwrap();
    let decision = ludwerk::best_move(&game, &board, "alphabeta:depth=3").unwrap();
    assert_eq!(game.move_text(&board, decision.chosen).get(..2), Some("a5"));
    assert_eq!(decision.chosen, Step { from: 32, ..decision.chosen });
}

#[test]
fn searching_beats_playing_at_random() {
    let game = Breakthrough::configure(Some("small"), None).unwrap();
    let result = ludwerk::play_match(&game, &["alphabeta:depth=3", "random"], 20, 1).unwrap();
    assert_eq!((result.n_games, result.agents[0].summary().wins), (20, 20));
}
