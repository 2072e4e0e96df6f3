//! Files of other programs by the names of their formats: each is told from the others and from other texts, and its
//! games are games of the registry. What a format promises is tested in its game's folder.

use ludwerk_core::{Game as _, Playthrough, Rng, Turn};
use ludwerk_registry::formats::{FileError, Format, ParsedGame, hint, read, write};
use ludwerk_registry::{AnyGame, GAMES};

/// Random moves from the usual start, at most so many.
fn told(game: AnyGame, n_plies: usize) -> ParsedGame {
    let mut rng = Rng::new(1);
    let mut told = ParsedGame::begin(game, None).unwrap();
    while told.play.turn() != Turn::Over && told.play.moves().len() < n_plies {
        let legal = told.play.legal_moves();
        told.play.play(*rng.choose(&legal).unwrap()).unwrap();
        told.times_ms.push(None);
    }
    told.conclude(None);
    told
}

fn format(name: &str) -> Format {
    Format::from_name(name).unwrap()
}

#[test]
fn every_format_has_a_name_of_its_own() {
    let names: Vec<_> = Format::all().iter().map(|format| format.name()).collect();
    assert_eq!(names, ["sgf", "kifu"]);
    assert_eq!(Format::from_name("KIFU").map(Format::name), Some("kifu"));
    assert_eq!(Format::from_name("pgn"), None);
}

#[test]
fn games_come_back_as_games_of_the_registry() {
    for entry in GAMES {
        let game = entry.configure(None, None).unwrap();
        for &format in Format::all() {
            let before = told(game.clone(), 12);
            let written = write(&before, format);
            if format.game() != entry.info().id {
                let error = written.unwrap_err();
                let what = format!("{} cannot tell a game of {}", format.name(), entry.info().id);
                assert!(error.to_string().starts_with(&what), "{error}");
                assert_eq!(hint(&error), "any game can be written as record or text");
                continue;
            }
            // Some editors put a mark at the beginning of a file.
            let text = format!("\u{feff}{}", written.unwrap().0);
            assert_eq!(Format::detect(&text), Some(format), "{text}");
            let after = read(&text, format, None).unwrap().remove(0);
            assert_eq!(after.to_transcript(), before.to_transcript());
            let replayed: &Playthrough<AnyGame> = &after.play;
            assert_eq!(replayed.state(), before.play.state());
        }
    }
}

#[test]
fn a_file_may_have_games_of_several_variants() {
    let games = read("(;GM[Blokus Duo];B[e10])\n(;GM[Blokus];1[a20])", format("sgf"), None).unwrap();
    let variants: Vec<_> = games.iter().map(|told| told.play.game().variant()).collect();
    assert_eq!(variants, ["duo", "classic"]);
}

#[test]
fn what_is_wrong_with_a_file_has_a_hint() {
    for &format in Format::all() {
        let error = read("", format, None).unwrap_err();
        assert_eq!(error, FileError::Empty);
        assert!(hint(&error).contains("--from"));
    }
    let error = read("(;GM[Blokus])", format("sgf"), Some("classik")).unwrap_err();
    assert!(matches!(error, FileError::Config(_)), "{error}");
    assert!(hint(&error).contains("classic"), "{}", hint(&error));
    let error = read("(;GM[Blokus Duo]\n;B[a1])", format("sgf"), None).unwrap_err();
    assert!(error.to_string().starts_with("line 2: ") && hint(&error).contains("--variant"), "{error}");
}

#[test]
fn other_texts_are_not_taken_for_a_format() {
    for text in
        ["", "{\"format\":\"ludwerk-record/1\"}", "[1]", "Cb3xb2 Ec1xb2", "1. e4 e5", "12 monkeys", "# title"]
    {
        assert_eq!(Format::detect(text), None, "{text}");
    }
}
