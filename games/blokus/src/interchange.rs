//! The words of Pentobi, the best known program for Blokus, and the files in which it keeps games.

mod pentobi;

use ludwerk_core::Interchange;
use ludwerk_core::interchange::{Colour as Spoken, Dialect, FileFormat, Order};

use crate::colour::Colour;
use crate::rules::Blokus;

/// The names of the game with the variants that they mean.
const GAMES: [(&str, &str); 9] = [
    ("Blokus Duo", "duo"),
    ("Blokus", "classic"),
    ("Blokus Classic", "classic"),
    ("Blokus Two-Player", "classic-2"),
    ("Blokus Three-Player", "classic-3"),
    ("Classic Two-Player", "classic-2"),
    ("Classic Three-Player", "classic-3"),
    ("classic_2", "classic-2"),
    ("classic_3", "classic-3"),
];

/// Whether a variant of this name would be one of the large board.
fn is_classic(variant: &str) -> bool {
    variant.starts_with("classic")
}

impl<const N: usize, const C: usize> Interchange for Blokus<N, C> {
    /// Pentobi has no passes: a colour that can place nothing is left out.
    fn dialect(&self) -> Dialect {
        let mut dialect = Dialect::plain(self);
        let own = dialect.games.into_iter().filter(|(name, variant)| name == variant);
        dialect.games =
            GAMES.iter().map(|&(name, variant)| (name.to_owned(), variant.to_owned())).chain(own).collect();
        let spoken = |(colour, words): (Colour, &[&str])| Spoken::new(words, self.owner(colour));
        dialect.colours = if C == 2 {
            let words: [&[&str]; 2] = [&["b", "black", "blue", "1"], &["w", "white", "green", "2"]];
            Colour::all(2).zip(words).map(spoken).collect()
        } else {
            let words: [&[&str]; 4] = [&["1", "blue"], &["2", "yellow"], &["3", "red"], &["4", "green"]];
            Colour::all(4).zip(words).map(spoken).collect()
        };
        dialect.order = Order::Cycle;
        dialect.pass = Some("pass".to_owned());
        dialect.skips_passes = true;
        dialect.board_size = Some(N as u32);
        // Of 21 pieces about 16 find a place, and the last few need no thought.
        dialect.usual_moves = 13;
        dialect.most_moves = Some(21);
        dialect
    }

    fn file_formats(&self) -> &'static [&'static dyn FileFormat] {
        &[&pentobi::Sgf]
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_core::Configure;

    use super::*;
    use crate::{Classic, Duo};

    /// Whether there is such a variant, on either board.
    fn exists(variant: &str) -> bool {
        Duo::configure(Some(variant), None).is_ok() || Classic::configure(Some(variant), None).is_ok()
    }

    fn names_mean_variants<G: Configure + Interchange>() -> usize {
        let games = G::INFO.variants.iter().filter_map(|variant| G::configure(Some(variant.name), None).ok());
        let mut n_variants = 0;
        for game in games {
            let dialect = game.dialect();
            for (name, variant) in &dialect.games {
                assert!(exists(variant), "{name}");
            }
            assert_eq!(dialect.variant("Blokus Duo"), Some("duo"));
            assert_eq!(dialect.variant("blokus"), Some("classic"));
            assert_eq!(dialect.variant(game.variant()), Some(game.variant()));
            for name in ["Blokus Trigon", "Blokus Junior", "Nexos", ""] {
                assert_eq!(dialect.variant(name), None, "{name}");
            }
            let seats: Vec<_> = dialect.colours.iter().filter_map(|colour| colour.seat).collect();
            assert!(seats.iter().all(|seat| seat.idx() < game.n_seats()));
            n_variants += 1;
        }
        n_variants
    }

    #[test]
    fn the_names_mean_variants_that_exist() {
        let n_variants = names_mean_variants::<Duo>() + names_mean_variants::<Classic>();
        assert_eq!(n_variants, Duo::INFO.variants.len());
    }
}
