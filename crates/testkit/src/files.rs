//! What a format of files promises: a game that is written comes back, and no text makes it panic.

use ludwerk_core::interchange::{FileFormat, ParsedGame, Transcript};
use ludwerk_core::{Capable, Playthrough, Rng, Seat, Turn};

/// The text of a game that a format can tell without a note.
///
/// # Panics
/// Where it cannot.
pub fn written(format: &dyn FileFormat, game: &Transcript) -> String {
    let (text, notes) = format.write(game).unwrap_or_else(|error| panic!("{error}: {game:?}"));
    assert_eq!(notes, Vec::<String>::new());
    text
}

/// The only game of a text.
///
/// # Panics
/// Where it has none or several.
pub fn read_one(format: &dyn FileFormat, text: &str) -> Transcript {
    assert!(format.is_likely(text), "not taken for {}: {text}", format.name());
    let mut games = format.read(text, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// Writes a game and reads it back. Times may come back rounded; all else is the same.
///
/// # Panics
/// Where it is another game.
pub fn there_and_back(format: &dyn FileFormat, before: &Transcript) -> Transcript {
    let text = written(format, before);
    let after = read_one(format, &text);
    assert_eq!(after, Transcript { times_ms: after.times_ms.clone(), ..before.clone() }, "{text}");
    after
}

/// The transcript of a game, with players whose names are hard to write.
pub fn transcript<G: Capable>(play: Playthrough<G>, is_position: bool) -> Transcript {
    let n_seats = play.game().n_seats();
    let times_ms = (0..play.moves().len()).map(|ply| (ply % 3 != 0).then_some(ply as f64 * 1000.0)).collect();
    let result =
        play.outcome().map(|outcome| (outcome.returns.as_slice().to_vec(), outcome.reason.to_owned()));
    let seats = Seat::all(n_seats).map(|seat| format!("player {seat} ]：\\ (a)")).collect();
    ParsedGame { play, is_position, seats, times_ms, result, notes: Vec::new() }.to_transcript()
}

/// A game from the usual start with random moves, at most so many.
pub fn random_game<G: Capable>(game: &G, n_plies: usize, rng: &mut Rng) -> Playthrough<G> {
    let mut play = Playthrough::new(game.clone(), game.start(rng));
    go_on(&mut play, n_plies, rng);
    play
}

/// Random moves, at most so many.
fn go_on<G: Capable>(play: &mut Playthrough<G>, n_plies: usize, rng: &mut Rng) {
    for _ in 0..n_plies {
        if play.turn() == Turn::Over {
            break;
        }
        let legal = play.legal_moves();
        if let Some(&mv) = rng.choose(&legal) {
            play.play(mv).expect("a legal move can be played");
        }
    }
}

/// Random games come back: whole ones, and unfinished ones of less than `longest` plies.
///
/// # Panics
/// Where one does not, or few are whole.
pub fn games_come_back<G: Capable>(format: &dyn FileFormat, game: &G, n_games: u64, longest: usize) {
    let dialect = game.dialect();
    // Where others leave passes out, those at the end of an unfinished game are not told.
    let is_silent = |text: &String| dialect.skips_passes && dialect.is_pass(text);
    let mut n_finished = 0;
    for seed in 0..n_games {
        let mut rng = Rng::new(seed);
        let n_plies = if seed % 3 == 0 { rng.below(longest) } else { 1000 };
        let mut play = random_game(game, n_plies, &mut rng);
        while play.outcome().is_none() && play.move_texts().last().is_some_and(is_silent) {
            play.undo();
        }
        n_finished += u64::from(play.outcome().is_some());
        there_and_back(format, &transcript(play, false));
    }
    assert!(n_finished * 2 > n_games, "{n_finished} of {n_games} games were finished");
}

/// Games come back that begin in a position after less than `most` random plies.
///
/// # Panics
/// Where one does not.
pub fn positions_come_back<G: Capable>(format: &dyn FileFormat, game: &G, most: usize) {
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let n_plies = rng.below(most);
        let opening = random_game(game, n_plies, &mut rng);
        let mut play = Playthrough::new(game.clone(), opening.state().clone());
        go_on(&mut play, 1000, &mut rng);
        there_and_back(format, &transcript(play, true));
    }
}

/// Texts with a few letters changed, lost or too many never make a format panic, whatever the rules.
pub fn survives_damage(format: &dyn FileFormat, text: &str, variant: &str) {
    let letters: Vec<_> = text.chars().collect();
    let mut rng = Rng::new(9);
    for _ in 0..3000 {
        let mut damaged = letters.clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(damaged.len());
            match rng.below(3) {
                0 => drop(damaged.remove(at)),
                1 => damaged[at] = letters[rng.below(letters.len())],
                _ => damaged.insert(at, letters[rng.below(letters.len())]),
            }
        }
        let damaged: String = damaged.into_iter().collect();
        let _ = format.is_likely(&damaged);
        let _ = format.read(&damaged, None);
        let _ = format.read(&damaged, Some(variant));
    }
}
