//! How outside programs speak of a game: names of variants and colours, passes, the size of the board.
//!
//! A *colour* is what a protocol moves with. It is often a seat, but a player may have two colours, or share one.

use super::codec::{MoveCodec, PlainCodec};
use crate::{Notation, Seat};

/// How outside programs speak of a game in one of its variants.
#[derive(Clone, Debug)]
pub struct Dialect {
    /// Names of games with the variants that they mean; capitals and blanks do not matter.
    pub games: Vec<(String, String)>,
    /// The colours in the order of their first turns.
    pub colours: Vec<Colour>,
    /// Which colour makes which ply.
    pub order: Order,
    /// The text of a pass, in a game that has one.
    pub pass: Option<String>,
    /// Whether a colour that has to pass never moves again, so that outside programs skip it in silence.
    pub skips_passes: bool,
    /// The length of the board's side, for programs that insist on setting it.
    pub board_size: Option<u32>,
    /// How many moves of a colour ask for thought in a usual game, by which a clock's time is divided.
    pub usual_moves: u32,
    /// No colour has more moves than this in a game, where the rules bound it; for them a clock keeps a reserve.
    pub most_moves: Option<u32>,
    /// Names of the game for `UCI_Variant`, with the variants that they mean.
    pub uci_variants: Vec<(String, String)>,
    /// How programs that speak UCI write moves and positions.
    pub uci: &'static dyn MoveCodec,
    /// The same for USI.
    pub usi: &'static dyn MoveCodec,
}

/// A colour of a [`Dialect`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colour {
    /// The words for it, in small letters. The first one is used in answers.
    pub words: Vec<String>,
    /// Whose points it makes; `None` for a colour that counts for nobody.
    pub seat: Option<Seat>,
}

impl Colour {
    /// A colour with these words.
    pub fn new(words: &[&str], seat: Option<Seat>) -> Self {
        Self { words: words.iter().map(|word| word.to_lowercase()).collect(), seat }
    }
}

/// Which colour makes which ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Colours are seats, and the rules say whose turn it is.
    Seats,
    /// One colour after the other, a ply each, from the first; a colour that can do nothing passes.
    Cycle,
}

/// A guess for games of which nothing is known.
const USUAL_MOVES: u32 = 40;

impl Dialect {
    /// What holds where a game has no words of its own: Black and White for two seats and numbers for more, besides
    /// the names at the table; variants by their names; no passes.
    pub fn plain<G: Notation>(game: &G) -> Self {
        let info = game.info();
        let names: Vec<_> = Seat::all(game.n_seats()).map(|seat| game.seat_name(seat)).collect();
        let says_otherwise =
            names.iter().any(|name| ["black", "white"].iter().any(|word| name.eq_ignore_ascii_case(word)));
        let words = |seat: Seat| {
            let (name, number) = (names[seat.idx()].as_str(), (seat.idx() + 1).to_string());
            let initial: String = name.chars().take(1).collect();
            match seat.idx() {
                0 | 1 if names.len() == 2 && says_otherwise => {
                    Colour::new(&[&initial, name, &number], Some(seat))
                }
                0 if names.len() == 2 => Colour::new(&["b", "black", name, &number], Some(seat)),
                1 if names.len() == 2 => Colour::new(&["w", "white", name, &number], Some(seat)),
                _ => Colour::new(&[&number, name], Some(seat)),
            }
        };
        Self {
            games: info
                .variants
                .iter()
                .map(|variant| (variant.name.to_owned(), variant.name.to_owned()))
                .chain(info.variants.first().map(|first| (info.title.to_owned(), first.name.to_owned())))
                .collect(),
            colours: Seat::all(names.len()).map(words).collect(),
            order: Order::Seats,
            pass: None,
            skips_passes: false,
            board_size: None,
            usual_moves: USUAL_MOVES,
            // Who makes how many of the plies is not known.
            most_moves: info.longest_game,
            uci_variants: info
                .variants
                .iter()
                .map(|variant| (format!("{}-{}", info.id, variant.name), variant.name.to_owned()))
                .collect(),
            uci: &PlainCodec,
            usi: &PlainCodec,
        }
    }

    /// The variant that a name of a game means.
    pub fn variant(&self, name: &str) -> Option<&str> {
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let wanted = plain(name);
        self.games.iter().find(|(known, _)| plain(known) == wanted).map(|(_, variant)| variant.as_str())
    }

    /// The number of the colour that a word means.
    pub fn colour(&self, word: &str) -> Option<usize> {
        let word = word.to_lowercase();
        self.colours.iter().position(|colour| colour.words.contains(&word))
    }

    /// The word for a colour.
    pub fn word(&self, colour: usize) -> &str {
        self.colours.get(colour).and_then(|colour| colour.words.first()).map_or("?", String::as_str)
    }

    /// Whether a text is the pass.
    pub fn is_pass(&self, text: &str) -> bool {
        self.pass.as_ref().is_some_and(|pass| pass.eq_ignore_ascii_case(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc_game::Countdown;

    #[test]
    fn two_seats_are_black_and_white_besides_their_names() {
        let dialect = Dialect::plain(&Countdown::new(3));
        for (word, colour) in [("b", 0), ("BLACK", 0), ("1", 0), ("w", 1), ("White", 1), ("2", 1)] {
            assert_eq!(dialect.colour(word), Some(colour), "{word}");
        }
        assert_eq!(dialect.colour("green"), None);
        assert_eq!((dialect.word(0), dialect.word(1)), ("b", "w"));
    }

    #[test]
    fn names_of_games_are_read_without_capitals_and_blanks() {
        let mut dialect = Dialect::plain(&Countdown::new(3));
        dialect.games.push(("Blokus Two-Player".to_owned(), "classic-2".to_owned()));
        assert_eq!(dialect.variant("  blokus   two-player "), Some("classic-2"));
        assert_eq!(dialect.variant("Blokus Trigon"), None);
    }
}
