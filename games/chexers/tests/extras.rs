//! The ideas that the report dropped, on positions made by hand: the table of places, AVOID, phases, and blocking.

use ludwerk_chexers::Chexers;
use ludwerk_chexers::board::{BLUE, GREEN, RED};
use ludwerk_core::{Evaluate, Notation, Seat};

type Place = (i8, i8);

/// A position with a piece of a seat on each of some hexes.
fn position(pieces: [&[Place]; 3], exits: [u32; 3]) -> String {
    let letter = |place: Place| {
        let owner = pieces.iter().position(|own| own.contains(&place));
        owner.map_or('.', |seat| ['r', 'g', 'b'][seat])
    };
    let places =
        (-3..=3).flat_map(|q| (-3..=3).map(move |r| (q, r))).filter(|(q, r): &Place| (q + r).abs() <= 3);
    let board: String = places.map(letter).collect();
    format!("{board} red {},{},{}", exits[0], exits[1], exits[2])
}

fn place_of(name: &str) -> usize {
    Chexers.features().iter().position(|feature| feature.name == name).expect("a feature")
}

fn feature(text: &str, seat: Seat, name: &str) -> f64 {
    let mut values = vec![0.0; Chexers.features().len()];
    Chexers.measure(&Chexers.parse_position(text).unwrap(), seat, &mut values);
    values[place_of(name)]
}

fn weights(name: &str) -> &'static [f64] {
    Chexers.weight_presets().iter().find(|preset| preset.name == name).expect("a preset").weights
}

fn value(text: &str, seat: Seat, weights: &[f64]) -> f64 {
    Chexers.evaluate(&Chexers.parse_position(text).unwrap(), seat, weights)
}

#[test]
fn extras_stand_at_the_end_and_weigh_nothing() {
    let features = Chexers.features();
    let extras = &features[features.len() - Chexers.n_extra_features()..];
    assert_eq!(extras.len(), 31);
    assert!(extras.iter().all(|feature| feature.weight == 0.0));
    assert_eq!((extras[0].name, extras[30].name), ("hex-0-0", "lead-hold"));
}

/// A table is given by weights: for each colour the corners of its goal are one entry, and the centre is another.
#[test]
fn a_table_of_places_counts_for_its_owner() {
    let text = position([&[(3, -3), (3, 0), (0, 0)], &[(-3, 3)], &[(0, 1)]], [0; 3]);
    assert_eq!(feature(&text, Seat::FIRST, "hex-0-0"), 2.0);
    assert_eq!(feature(&text, Seat::SECOND, "hex-0-0"), 1.0);
    assert_eq!([feature(&text, Seat::FIRST, "hex-3-3"), feature(&text, Seat::new(2), "hex-3-3")], [1.0, 0.0]);
    // Blue's goal is q + r = -3, so 0,1 is four steps away, third from the side.
    assert_eq!(feature(&text, Seat::new(2), "hex-4-2"), 1.0);
    let mut table = vec![0.0; Chexers.features().len()];
    table[place_of("hex-0-0")] = 3.0;
    table[place_of("hex-3-3")] = -1.0;
    assert_eq!([RED, GREEN, BLUE].map(|seat| value(&text, seat, &table)), [5.0, 3.0, 0.0]);
}

#[test]
fn rivals_are_avoided_where_a_piece_stands_ready() {
    let rivals: [&[Place]; 2] = [&[(1, 0)], &[(-3, 3)]];
    let ready = position([&[(3, 0), (-1, 0)], rivals[0], rivals[1]], [2, 0, 0]);
    assert_eq!(feature(&ready, Seat::FIRST, "avoid-goal"), 2.0);
    // Nobody stands ready; and there are too few to win, which is the case of `avoid`.
    let far = position([&[(2, 0), (-1, 0)], rivals[0], rivals[1]], [2, 0, 0]);
    assert_eq!(feature(&far, Seat::FIRST, "avoid-goal"), 0.0);
    let few = position([&[(3, 0), (-1, 0)], rivals[0], rivals[1]], [1, 0, 0]);
    assert_eq!([feature(&few, Seat::FIRST, "avoid-goal"), feature(&few, Seat::FIRST, "avoid")], [0.0, 2.0]);
}

/// With the phases an exit that leaves nothing to be turned is worth more than any capture.
#[test]
fn leaving_is_worth_a_win_when_nothing_can_be_turned() {
    let safe = position([&[(3, 0), (2, 1)], &[(-3, 0)], &[]], [2, 0, 0]);
    assert_eq!(feature(&safe, Seat::FIRST, "exit-safe"), 2.0);
    let left = position([&[(2, 1)], &[(-3, 0)], &[]], [3, 0, 0]);
    let phases = weights("report-phases");
    assert!(value(&left, Seat::FIRST, phases) - value(&safe, Seat::FIRST, phases) > 1000.0);
    let in_danger = position([&[(3, 0), (0, 0)], &[(-1, 0)], &[]], [2, 0, 0]);
    assert_eq!(feature(&in_danger, Seat::FIRST, "exit-safe"), 0.0);
    let too_few = position([&[(3, 0)], &[(-3, 0)], &[]], [2, 0, 0]);
    assert_eq!(feature(&too_few, Seat::FIRST, "exit-safe"), 0.0);
}

/// With too few pieces and nothing to turn, the way leads to a corner of a rival's goal, and not to the own goal.
#[test]
fn the_weak_wait_in_corners() {
    let [near, far] =
        [(-2, 3), (1, 0)].map(|place: Place| position([&[place], &[(3, -3)], &[(3, -2), (2, -2)]], [0; 3]));
    assert_eq!(
        [feature(&near, Seat::FIRST, "wait-steps"), feature(&far, Seat::FIRST, "wait-steps")],
        [1.0, 3.0]
    );
    assert_eq!(
        [feature(&near, Seat::FIRST, "wait-dist"), feature(&far, Seat::FIRST, "wait-dist")],
        [6.0, 3.0]
    );
    let phases = weights("report-phases");
    assert!(value(&near, Seat::FIRST, phases) > value(&far, Seat::FIRST, phases));
    assert!(value(&near, Seat::FIRST, weights("report")) < value(&far, Seat::FIRST, weights("report")));
    // Something to turn, or enough pieces, ends it.
    let prey = position([&[(-2, 3)], &[(-1, 2)], &[]], [0; 3]);
    assert_eq!(feature(&prey, Seat::FIRST, "wait-steps"), 0.0);
    let enough = position([&[(-2, 3)], &[(3, -3)], &[]], [3, 0, 0]);
    assert_eq!(feature(&enough, Seat::FIRST, "wait-steps"), 0.0);
}

#[test]
fn goals_are_blocked_until_there_are_pieces_enough() {
    // Red's own home holds two of the four corners; from 0,-2 and 0,2 the others are one step away.
    let red: &[Place] = &[(-3, 0), (-3, 3), (0, -2), (0, 2)];
    let four = position([red, &[(2, -3)], &[(2, 0)]], [0; 3]);
    assert_eq!(feature(&four, Seat::FIRST, "block-steps"), 2.0);
    assert_eq!(feature(&four, Seat::FIRST, "block-dist"), feature(&four, Seat::FIRST, "dist"));
    let five = position([&[(-3, 0), (-3, 3), (0, -2), (0, 2), (0, 0)], &[(2, -3)], &[(2, 0)]], [0; 3]);
    assert_eq!(
        [feature(&five, Seat::FIRST, "block-steps"), feature(&five, Seat::FIRST, "block-dist")],
        [0.0, 0.0]
    );
    let leaving = position([red, &[(2, -3)], &[(2, 0)]], [1, 0, 0]);
    assert_eq!(feature(&leaving, Seat::FIRST, "block-steps"), 0.0);
}
