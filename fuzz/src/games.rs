//! What is read of games: positions, deals, moves, records, and the files of other programs.

use std::sync::LazyLock;

use ludwerk_arena::record::Record;
use ludwerk_core::{Deal as _, Game as _, Notation as _, Playthrough, Rng, Turn};
use ludwerk_registry::formats::{self, Format};
use ludwerk_registry::{AnyGame, AnyState, games};

use crate::{choose, choose_text};

/// Every game in every variant, for every number of players.
static ALL: LazyLock<Vec<AnyGame>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for entry in games() {
        for variant in entry.info().variants {
            let players = (1..=ludwerk_core::MAX_SEATS).map(Some);
            all.extend(players.filter_map(|players| entry.configure(Some(variant.name), players).ok()));
        }
    }
    all
});

/// A position or a deal that is read is written the same way again, and can be played on.
pub fn positions(data: &[u8]) {
    let Some((game, text)) = choose_text(data, &ALL) else { return };
    if let Ok(state) = game.parse_position(text) {
        let written = game.position_text(&state);
        let again = game.parse_position(&written).expect("what was written can be read");
        assert_eq!(game.position_text(&again), written);
        play_one(game, state);
    }
    if let Ok(start) = game.parse_setup(text) {
        let written = game.setup_json(&start).expect("what has a deal can write it");
        let again = game.parse_setup(&written).expect("what was written can be read");
        assert_eq!(game.setup_json(&again).as_ref(), Some(&written));
        play_one(game, start);
    }
}

/// Plays the first legal move, if there is one, and looks at what comes of it.
fn play_one(game: &AnyGame, state: AnyState) {
    let mut play = Playthrough::new(game.clone(), state);
    let legal = play.legal_moves();
    assert_eq!(legal.is_empty(), play.turn() == Turn::Over, "whoever is to move has a move");
    if let Some(&mv) = legal.first() {
        play.play(mv).expect("a legal move can be played");
        assert_eq!(play.move_texts().len(), 1);
        let _ = (play.outcome(), play.legal_moves());
    }
}

/// The letters up to the first blank play a game on, `a` for the first legal move; the rest is read as a move there.
pub fn moves(data: &[u8]) {
    const MOST: usize = 200;
    let Some((game, text)) = choose_text(data, &ALL) else { return };
    let (choices, text) = text.split_once(' ').unwrap_or(("", text));
    let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
    for &letter in choices.as_bytes().iter().take(MOST) {
        let legal = play.legal_moves();
        let Some((&mv, _)) = choose(&[letter], &legal) else { break };
        play.play(mv).expect("a legal move can be played");
    }
    let _ = game.split_moves(text);
    let state = play.state().clone();
    let Ok(mv) = game.parse_move(&state, text) else { return };
    if play.play(mv).is_ok() {
        let written = game.move_text(&state, mv);
        assert_eq!(game.parse_move(&state, &written), Ok(mv), "{written:?} is read as it was written");
    }
}

/// A record that replays is the same record when it is written and read again.
pub fn records(data: &[u8]) {
    let Some(text) = std::str::from_utf8(data).ok() else { return };
    let Ok(record) = Record::parse(text) else { return };
    let Ok(entry) = ludwerk_registry::game(&record.game) else { return };
    let Ok(game) = entry.configure(Some(&record.variant), Some(record.players)) else { return };
    let Ok(play) = record.replay(&game) else { return };
    let written = Record::of_play(&play, &record.details(&play), record.origin(), record.seats.clone());
    let mut line = Vec::new();
    written.write_line(&mut line).expect("memory takes all of it");
    let again = Record::parse(std::str::from_utf8(&line).expect("a record is text")).expect("it can be read");
    let replayed = again.replay(&game).expect("it can be played again");
    assert_eq!(replayed.move_texts(), play.move_texts());
}

/// A file of another program, of the format that the first letter says, tells the same moves when it is written again.
pub fn transcripts(data: &[u8]) {
    let Some((&format, text)) = choose_text(data, Format::all()) else { return };
    let _ = Format::detect(text);
    let Ok(games) = formats::read(text, format, None) else { return };
    for told in games {
        let Ok((written, _)) = formats::write(&told, format) else { continue };
        let again = formats::read(&written, format, Some(told.play.game().variant()));
        let again = again.expect("what was written can be read");
        assert_eq!(again[0].play.move_texts(), told.play.move_texts());
    }
}
