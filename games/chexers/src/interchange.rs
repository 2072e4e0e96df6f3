//! The words of the official referee, and of whoever talks to its players.

use ludwerk_core::interchange::{Colour, Dialect, FileFormat};
use ludwerk_core::{Interchange, Seat};

use crate::rules::Chexers;

impl Interchange for Chexers {
    /// The colours of the official referee, and their first letters. Everybody moves or passes in turn, and is told so.
    fn dialect(&self) -> Dialect {
        let words: [&[&str]; 3] = [&["red", "r", "1"], &["green", "g", "2"], &["blue", "b", "3"]];
        Dialect {
            colours: Seat::all(3).zip(words).map(|(seat, words)| Colour::new(words, Some(seat))).collect(),
            pass: Some("PASS".to_owned()),
            // A game of careful players has 30 to 100 turns of each; the rules end it after 256.
            usual_moves: 60,
            most_moves: Some(256),
            ..Dialect::plain(self)
        }
    }

    fn file_formats(&self) -> &'static [&'static dyn FileFormat] {
        &[]
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_core::{Configure as _, Game as _, Notation as _};

    use super::*;

    #[test]
    fn the_colours_are_those_of_the_referee() {
        let game = Chexers::configure(None, None).unwrap();
        let dialect = game.dialect();
        for (seat, words) in Seat::all(3).zip([["red", "r"], ["green", "G"], ["BLUE", "b"]]) {
            assert!(words.iter().all(|word| dialect.colour(word) == Some(seat.idx())), "{words:?}");
            assert_eq!(dialect.word(seat.idx()), game.seat_name(seat).to_lowercase());
        }
        assert!(dialect.is_pass("PASS") && !dialect.skips_passes);
        let longest = game.info().longest_game;
        assert_eq!(dialect.most_moves.map(|moves| moves * 3), longest, "the rules bound it");
    }
}
