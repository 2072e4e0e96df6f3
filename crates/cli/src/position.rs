//! From arguments to a game and a position.

use std::io::{BufRead, Read as _};
use std::path::Path;

use ludwerk_arena::record::Origin;
use ludwerk_core::{Deal as _, Game as _, Notation as _, Playthrough, Rng};
use ludwerk_registry::AnyGame;
use serde_json::Value;

use crate::args::{ConfigArgs, GameArgs, StartArgs};
use crate::failure::Failure;
use crate::output;

/// A game at the position that the arguments describe.
pub struct Start {
    pub play: Playthrough<AnyGame>,
    pub origin: Origin,
    pub seed: u64,
}

/// The game that the arguments name.
pub fn configure(id: &str, config: &ConfigArgs) -> Result<AnyGame, Failure> {
    Ok(ludwerk_registry::game(id)?.configure(config.variant.as_deref(), config.players)?)
}

/// The game that the arguments name, for as many players as a deal or a record says, where they say nothing.
pub fn configure_for(id: &str, config: &ConfigArgs, document: &Value) -> Result<AnyGame, Failure> {
    let players = document.get("players").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    let players = config.players.or(players);
    Ok(ludwerk_registry::game(id)?.configure(config.variant.as_deref(), players)?)
}

/// The seed that was given, or a fresh one that is short enough to be typed again.
pub fn seed(config: &ConfigArgs) -> u64 {
    use std::hash::{BuildHasher as _, Hasher as _};
    // The standard library keys its hash maps with the system's randomness.
    let entropy = || std::collections::hash_map::RandomState::new().build_hasher().finish();
    config.seed.unwrap_or_else(|| entropy() & 0xffff_ffff)
}

/// Tells the seed, so that every run can be repeated.
pub fn echo_seed(seed: u64) {
    output::note(format!("seed {seed}"));
}

impl Start {
    /// Validates all of the arguments before anything is done.
    pub fn new(args: &StartArgs) -> Result<Self, Failure> {
        let GameArgs { game: id, config } = &args.game;
        let setup = args.setup.as_deref().map(read_text).transpose()?;
        // What is no JSON at all is told by the game, which knows what it should be.
        let document = setup.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let game = configure_for(id, config, &document)?;
        let seed = seed(config);
        let start = match (&args.position, &setup) {
            (Some(text), _) => game.parse_position(text).map_err(|error| {
                Failure::new(error, format!("a position looks like {}", game.position_help()))
            })?,
            (None, Some(json)) => game.parse_setup(json)?,
            (None, None) => game.start(&mut Rng::new(seed)),
        };
        let mut play = Playthrough::new(game, start);
        if let Some(moves) = &args.moves {
            let game = play.game().clone();
            for text in game.split_moves(moves) {
                play.play_text(text)?;
            }
        }
        let origin = Origin { seed: Some(seed), is_position: args.position.is_some() };
        Ok(Self { play, origin, seed })
    }
}

/// The next line of the input, with what is not UTF-8 replaced; `None` at the end.
pub fn read_line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let n_read = input
        .read_until(b'\n', &mut bytes)
        .map_err(|error| Failure::io("cannot read standard input", &error))?;
    Ok((n_read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// The text of a file, or of standard input for `-`.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    if path == Path::new("-") {
        let mut text = String::new();
        let read = std::io::stdin().read_to_string(&mut text);
        return read.map(|_| text).map_err(|error| Failure::io("cannot read standard input", &error));
    }
    std::fs::read_to_string(path)
        .map_err(|error| Failure::new(format!("cannot read {}: {error}", path.display()), "check the path"))
}
