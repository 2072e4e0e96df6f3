//! The balanced openings that come with the game can be played, and lead to different positions.

use std::collections::BTreeSet;

use ludwerk_core::{Configure as _, Game as _, Indexed as _, Playthrough, Rng};
use ludwerk_dobutsu::Dobutsu;

#[test]
fn balanced_openings_lead_to_different_positions_that_go_on() {
    let game = Dobutsu::configure(None, None).unwrap();
    let lines = include_str!("../data/openings.txt").lines().filter(|line| !line.starts_with('#'));
    let mut numbers = BTreeSet::new();
    let mut n_lines = 0;
    for line in lines {
        let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
        line.split(' ').for_each(|mv| play.play_text(mv).unwrap());
        assert_eq!(play.outcome(), None, "{line}");
        // A position without a number is won at once; mirror images share theirs.
        numbers.insert(game.index(play.state()).unwrap());
        n_lines += 1;
    }
    assert_eq!((n_lines, numbers.len()), (300, 300));
}
