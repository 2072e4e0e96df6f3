//! How strong the person at this terminal is, kept in a small file from game to game, for `adaptive-level`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ludwerk_core::Game as _;
use ludwerk_registry::levels::Strength;
use ludwerk_registry::{ADAPTIVE_LEVEL, AnyGame};
use ludwerk_session::Assessable;
use serde::{Deserialize, Serialize};

use super::driver::{Player, write_whole};
use crate::failure::Failure;

/// The name of the file in the data directory.
const FILE: &str = "strength.json";

/// What the file says about one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    /// What results say, as `5.30/0.80`.
    results: String,
    /// What moves say.
    moves: Option<String>,
    /// From how many games it is told.
    games: u32,
}

/// The file.
pub struct Memory {
    path: PathBuf,
    games: BTreeMap<String, Kept>,
}

impl Memory {
    /// What the data directory says; nothing if it says nothing yet.
    pub fn open(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(FILE);
        let games = match std::fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| {
                let problem = format!("{} cannot be read: {error}", path.display());
                Failure::new(problem, "remove the file, and your strength is estimated anew")
            })?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(Failure::io(format!("cannot read {}", path.display()), &error)),
        };
        Ok(Self { path, games })
    }

    /// Whether anybody at the table wants to know: an agent that adapts itself to the only person.
    pub fn is_wanted(players: &[Player]) -> bool {
        let is_adaptive = |player: &Player| player.spec().is_some_and(|spec| spec.name == ADAPTIVE_LEVEL);
        players.iter().filter(|player| player.is_human()).count() == 1 && players.iter().any(is_adaptive)
    }

    /// What is known of the person in a game.
    pub fn known(&self, game: &AnyGame) -> Strength {
        let Some(kept) = self.games.get(game.info().id) else { return Strength::UNKNOWN };
        let level = |text: &String| text.parse().ok();
        Strength {
            results: level(&kept.results).unwrap_or(Strength::UNKNOWN.results),
            moves: kept.moves.as_ref().and_then(level),
        }
    }

    /// Learns from a game that is over, and keeps it; says what it knows now.
    pub fn learn(&mut self, over: &Assessable) -> Result<String, Failure> {
        let game = over.play.game();
        let found = over.assess(&self.known(game))?;
        let games = self.games.get(game.info().id).map_or(0, |kept| kept.games) + 1;
        let kept = Kept {
            results: found.after.results.to_string(),
            moves: found.after.moves.map(|moves| moves.to_string()),
            games,
        };
        self.games.insert(game.info().id.to_owned(), kept);
        self.save()?;
        let plural = if games == 1 { "game" } else { "games" };
        Ok(format!("You play like {}, after {games} {plural}.", found.level.words()))
    }

    /// The old content stays until the new one is complete.
    fn save(&self) -> Result<(), Failure> {
        let cannot =
            |error: std::io::Error| Failure::io(format!("cannot write {}", self.path.display()), &error);
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder).map_err(cannot)?;
        }
        write_whole(&self.path, &self.games).map_err(cannot)
    }
}
