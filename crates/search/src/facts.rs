//! Which games an algorithm accepts, told from declared facts in one sentence.

use ludwerk_core::{Game, Indexed};

/// Why a game cannot be searched as one of two players with open cards and no luck; `None` if it can.
pub fn two_player_refusal<G: Game>(game: &G, agent: &str) -> Option<String> {
    let why = match () {
        () if game.n_seats() != 2 => format!("has {} seats", game.n_seats()),
        () if game.info().is_hidden() => "has hidden information".to_owned(),
        () if game.info().has_chance() => "has chance".to_owned(),
        () if !game.info().is_constant_sum() => "is not constant-sum: both may win".to_owned(),
        () => return None,
    };
    Some(told(
        game,
        format!("{agent} searches for two players who see everything, and {} {why}", game.info().id),
    ))
}

/// Why a game cannot be searched as one of two players with open cards, with or without luck.
pub fn chance_refusal<G: Game>(game: &G, agent: &str) -> Option<String> {
    let why = match () {
        () if game.n_seats() != 2 => format!("has {} seats", game.n_seats()),
        () if game.info().is_hidden() => "has hidden information".to_owned(),
        () if !game.info().is_constant_sum() => "is not constant-sum: both may win".to_owned(),
        () => return None,
    };
    Some(told(
        game,
        format!("{agent} searches for two players with open cards, and {} {why}", game.info().id),
    ))
}

/// Why a game cannot be searched as one seat against all the others, with open cards and no luck.
pub fn one_against_all_refusal<G: Game>(game: &G, agent: &str) -> Option<String> {
    let why = match () {
        () if game.n_seats() < 2 => "has one seat",
        () if game.info().is_hidden() => "has hidden information",
        () if game.info().has_chance() => "has chance",
        () => return None,
    };
    let id = game.info().id;
    Some(told(
        game,
        format!("{agent} searches for one who sees everything against the others, and {id} {why}"),
    ))
}

/// Why a game cannot be searched as one with open cards, for any number of players.
pub fn open_refusal<G: Game>(game: &G, agent: &str) -> Option<String> {
    game.info().is_hidden().then(|| {
        let id = game.info().id;
        told(game, format!("{agent} searches games without secrets, and {id} has hidden information"))
    })
}

/// Why there is no table of a game; `None` if there can be one.
pub fn unsolved_refusal<G: Indexed>(game: &G, agent: &str) -> Option<String> {
    let is_solvable = game.table_name().is_some();
    (!is_solvable)
        .then(|| format!("{agent} plays games that can be solved as a whole; {} cannot", game.info().title))
}

/// The sentence, and for a game with secrets who plays it.
fn told<G: Game>(game: &G, sentence: String) -> String {
    if game.info().is_hidden() { format!("{sentence}; pimc or ismcts play it") } else { sentence }
}
