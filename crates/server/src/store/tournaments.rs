//! What the database knows of tournaments: who made them and whether they are to be played. Their games are in folders of
//! their own.

use rusqlite::{Row, params};

use super::Store;

/// A tournament, as far as the server's own database knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTournament {
    /// The address, and the name of its folder.
    pub id: String,
    /// The key of whoever made it.
    pub owner: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// Since when it is to be played, in milliseconds since 1970; the first comes first.
    pub queued: Option<i64>,
    /// Why it failed.
    pub failure: Option<String>,
    /// Whether its folder is to be removed.
    pub is_deleted: bool,
}

impl Store {
    /// All tournaments, also those whose folders are still to be removed.
    pub fn tournaments(&self) -> rusqlite::Result<Vec<StoredTournament>> {
        let connection = self.connection();
        let mut statement = connection.prepare("SELECT * FROM tournaments ORDER BY created, rowid")?;
        statement.query_map([], read_tournament)?.collect()
    }

    /// Stores a tournament, or what has changed of it.
    pub fn put_tournament(&self, tournament: &StoredTournament) -> rusqlite::Result<()> {
        self.connection().execute(
            "INSERT OR REPLACE INTO tournaments (id, owner, created, queued, failure, is_deleted) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                tournament.id,
                tournament.owner,
                tournament.created,
                tournament.queued,
                tournament.failure,
                tournament.is_deleted,
            ],
        )?;
        Ok(())
    }

    /// Forgets a tournament.
    pub fn remove_tournament(&self, id: &str) -> rusqlite::Result<()> {
        self.connection().execute("DELETE FROM tournaments WHERE id = ?1", [id])?;
        Ok(())
    }
}

fn read_tournament(row: &Row<'_>) -> rusqlite::Result<StoredTournament> {
    Ok(StoredTournament {
        id: row.get("id")?,
        owner: row.get("owner")?,
        created: row.get("created")?,
        queued: row.get("queued")?,
        failure: row.get("failure")?,
        is_deleted: row.get("is_deleted")?,
    })
}
