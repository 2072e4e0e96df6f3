//! How strong people are, by their keys, and which games have told it.

use ludwerk_registry::levels::{Level, Strength};
use rusqlite::{OptionalExtension as _, params};

use super::Store;

/// What is known of a person in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoredStrength {
    /// What is remembered for the next game.
    pub known: Strength,
    /// How strong the person is.
    pub level: Level,
    /// From how many games that is told.
    pub games: u32,
}

impl StoredStrength {
    /// Somebody who has never played.
    pub const UNKNOWN: Self = Self { known: Strength::UNKNOWN, level: Level::UNKNOWN, games: 0 };
}

impl Store {
    /// What is known of a person in a game. What cannot be read is not known.
    pub fn strength(&self, player: &str, game: &str) -> rusqlite::Result<StoredStrength> {
        let connection = self.connection();
        let row = connection
            .prepare_cached(
                "SELECT results, moves, level, games FROM strengths WHERE player = ?1 AND game = ?2",
            )?
            .query_row([player, game], |row| {
                let texts: (String, Option<String>, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok((texts, row.get::<_, u32>(3)?))
            })
            .optional()?;
        let read = |((results, moves, level), games): ((String, Option<String>, String), u32)| {
            let known = Strength {
                results: results.parse().ok()?,
                moves: moves.and_then(|moves| moves.parse().ok()),
            };
            Some(StoredStrength { known, level: level.parse().ok()?, games })
        };
        Ok(row.and_then(read).unwrap_or(StoredStrength::UNKNOWN))
    }

    /// What a game with this address has told about its player: the level after it, and after how many games.
    pub fn assessed(&self, id: &str) -> rusqlite::Result<Option<(Level, u32)>> {
        let row = self
            .connection()
            .prepare_cached("SELECT level, games FROM assessed WHERE game = ?1")?
            .query_row([id], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))
            .optional()?;
        Ok(row.and_then(|(level, games)| Some((level.parse().ok()?, games))))
    }

    /// Remembers what the game with this address has told, unless it has done so before; whether it counted.
    pub fn remember_strength(
        &self,
        id: &str,
        (player, game): (&str, &str),
        after: &StoredStrength,
        now: i64,
    ) -> rusqlite::Result<bool> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        let counts = transaction
            .prepare_cached("INSERT OR IGNORE INTO assessed (game, level, games) VALUES (?1, ?2, ?3)")?
            .execute(params![id, after.level.to_string(), after.games])?
            > 0;
        if counts {
            transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO strengths (player, game, results, moves, level, games, updated) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                )?
                .execute(params![
                    player,
                    game,
                    after.known.results.to_string(),
                    after.known.moves.map(|moves| moves.to_string()),
                    after.level.to_string(),
                    after.games,
                    now,
                ])?;
        }
        transaction.commit()?;
        Ok(counts)
    }

    /// Forgets what is known of a person in a game; whether there was anything.
    pub fn forget_strength(&self, player: &str, game: &str) -> rusqlite::Result<bool> {
        let forgotten = self
            .connection()
            .execute("DELETE FROM strengths WHERE player = ?1 AND game = ?2", [player, game])?;
        Ok(forgotten > 0)
    }
}
