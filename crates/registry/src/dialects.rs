//! What outside programs call our games, their variants and their colours.

mod dobutsu;

use ludwerk_core::Game as _;
use ludwerk_protocol::{Colour, Dialect, Order};

use crate::AnyGame;

/// How outside programs speak of a game. One that has words of its own gets an arm here.
pub fn dialect(game: &AnyGame) -> Dialect {
    let plain = Dialect::plain(game);
    match game.info().id {
        "blokus" => blokus(game, plain),
        "chexers" => chexers(plain),
        "dobutsu" => dobutsu(plain),
        _ => plain,
    }
}

/// The words of Pentobi, the best known program for it. It has no passes: a colour that can place nothing is left out.
fn blokus(game: &AnyGame, mut dialect: Dialect) -> Dialect {
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
    let own = dialect.games.into_iter().filter(|(name, variant)| name == variant);
    dialect.games =
        GAMES.iter().map(|&(name, variant)| (name.to_owned(), variant.to_owned())).chain(own).collect();
    let is_classic = game.variant().starts_with("classic");
    dialect.colours = if is_classic {
        let words: [&[&str]; 4] = [&["1", "blue"], &["2", "yellow"], &["3", "red"], &["4", "green"]];
        let n_seats = game.n_seats();
        let seat_of = |colour: usize| {
            if n_seats == 2 { Some(colour % 2) } else { Some(colour).filter(|&n| n < n_seats) }
        };
        words.iter().enumerate().map(|(n, words)| Colour::new(words, seat_of(n))).collect()
    } else {
        let words: [&[&str]; 2] = [&["b", "black", "blue", "1"], &["w", "white", "green", "2"]];
        words.iter().enumerate().map(|(n, words)| Colour::new(words, Some(n))).collect()
    };
    dialect.order = Order::Cycle;
    dialect.pass = Some("pass".to_owned());
    dialect.skips_passes = true;
    dialect.board_size = Some(if is_classic { 20 } else { 14 });
    // Of 21 pieces about 16 find a place, and the last few need no thought.
    dialect.usual_moves = 13;
    dialect.most_moves = Some(21);
    dialect
}

/// The colours of the official referee, and their first letters. Everybody moves or passes in turn, and is told so.
fn chexers(mut dialect: Dialect) -> Dialect {
    let words: [&[&str]; 3] = [&["red", "r", "1"], &["green", "g", "2"], &["blue", "b", "3"]];
    dialect.colours = words.iter().enumerate().map(|(seat, words)| Colour::new(words, Some(seat))).collect();
    dialect.pass = Some("PASS".to_owned());
    // A game of careful players has 30 to 100 turns of each; the rules end it after 256.
    dialect.usual_moves = 60;
    dialect.most_moves = Some(256);
    dialect
}

/// The words of Fairy-Stockfish and of shogi programs. The rules of the former are nearest to those of lishogi.
fn dobutsu(mut dialect: Dialect) -> Dialect {
    dialect.uci_variants.insert(0, (dobutsu::NAME.to_owned(), "lishogi".to_owned()));
    dialect.uci = &dobutsu::FairyUci;
    dialect.usi = &dobutsu::ShogiUsi;
    dialect
}

#[cfg(test)]
mod tests {
    use ludwerk_core::Notation as _;

    use super::*;

    #[test]
    fn the_colours_of_chexers_are_those_of_its_referee() {
        let game = crate::game("chexers").unwrap().configure(None, None).unwrap();
        let dialect = dialect(&game);
        for (seat, words) in [["red", "r"], ["green", "G"], ["BLUE", "b"]].into_iter().enumerate() {
            assert!(words.iter().all(|word| dialect.colour(word) == Some(seat)), "{words:?}");
            assert_eq!(dialect.word(seat), game.seat_name(seat).to_lowercase());
        }
        assert!(dialect.is_pass("PASS") && !dialect.skips_passes);
        let longest = game.info().longest_game;
        assert_eq!(dialect.most_moves.map(|moves| moves * 3), longest, "the rules bound it");
    }

    #[test]
    fn the_names_of_blokus_mean_variants_that_exist() {
        let entry = crate::game("blokus").unwrap();
        for variant in entry.info().variants {
            let game = entry.configure(Some(variant.name), None).unwrap();
            let dialect = dialect(&game);
            for (name, variant) in &dialect.games {
                assert!(entry.configure(Some(variant), None).is_ok(), "{name}");
            }
            assert_eq!(dialect.variant("Blokus Duo"), Some("duo"));
            assert_eq!(dialect.variant("blokus"), Some("classic"));
            assert_eq!(dialect.variant(variant.name), Some(variant.name));
            for name in ["Blokus Trigon", "Blokus Junior", "Nexos", ""] {
                assert_eq!(dialect.variant(name), None, "{name}");
            }
            let seats: Vec<_> = dialect.colours.iter().filter_map(|colour| colour.seat).collect();
            assert!(seats.iter().all(|&seat| seat < game.n_seats()));
        }
    }
}
