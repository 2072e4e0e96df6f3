//! What the database knows of series: what is played, and who takes part. Their games are games like any other.

use rusqlite::{OptionalExtension as _, Row, params};
use serde::{Deserialize, Serialize};

use super::{Store, StoredGame, from_json, json, read_game};
use crate::dto::SeriesOpponent;

/// What is played in a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesPlan {
    /// What it is called.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// How many play a game.
    pub players: usize,
    /// The opponents.
    pub opponents: Vec<SeriesOpponent>,
    /// How many games each person plays against each.
    pub games: u32,
    /// Whether the person sits at another seat from game to game.
    pub rotate: bool,
}

/// A series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSeries {
    /// The address.
    pub id: String,
    /// The key of whoever made it.
    pub owner: String,
    /// What is played.
    pub plan: SeriesPlan,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// Someone who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPerson {
    /// The name.
    pub name: String,
    /// The key, which holds the person's seats.
    pub token: String,
    /// Since when, in milliseconds since 1970.
    pub joined: i64,
}

impl Store {
    /// All series, the last made first.
    pub fn all_series(&self) -> rusqlite::Result<Vec<StoredSeries>> {
        let connection = self.connection();
        let mut statement = connection.prepare("SELECT * FROM series ORDER BY created DESC, id")?;
        statement.query_map([], read_series)?.collect()
    }

    /// The series with this address.
    pub fn series(&self, id: &str) -> rusqlite::Result<Option<StoredSeries>> {
        let connection = self.connection();
        connection
            .prepare_cached("SELECT * FROM series WHERE id = ?1")?
            .query_row([id], read_series)
            .optional()
    }

    /// Stores a series.
    pub fn insert_series(&self, series: &StoredSeries) -> rusqlite::Result<()> {
        self.connection().execute(
            "INSERT INTO series (id, owner, plan, created) VALUES (?1, ?2, ?3, ?4)",
            params![series.id, series.owner, json(&series.plan), series.created],
        )?;
        Ok(())
    }

    /// Removes a series with its people. Its games are removed by themselves.
    pub fn delete_series(&self, id: &str) -> rusqlite::Result<()> {
        self.connection().execute("DELETE FROM series WHERE id = ?1", [id])?;
        Ok(())
    }

    /// Who takes part, in the order in which they came.
    pub fn people_of_series(&self, id: &str) -> rusqlite::Result<Vec<StoredPerson>> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(
            "SELECT name, token, joined FROM series_people WHERE series = ?1 ORDER BY joined, name",
        )?;
        let person =
            |row: &Row<'_>| Ok(StoredPerson { name: row.get(0)?, token: row.get(1)?, joined: row.get(2)? });
        statement.query_map([id], person)?.collect()
    }

    /// Adds someone to a series.
    pub fn insert_person(&self, series: &str, person: &StoredPerson) -> rusqlite::Result<()> {
        self.connection().execute(
            "INSERT INTO series_people (series, name, token, joined) VALUES (?1, ?2, ?3, ?4)",
            params![series, person.name, person.token, person.joined],
        )?;
        Ok(())
    }

    /// The games of a series, the first first.
    pub fn games_of_series(&self, id: &str) -> rusqlite::Result<Vec<StoredGame>> {
        let connection = self.connection();
        let mut statement =
            connection.prepare_cached("SELECT * FROM games WHERE series = ?1 ORDER BY created, rowid")?;
        statement.query_map([id], read_game)?.collect()
    }
}

fn read_series(row: &Row<'_>) -> rusqlite::Result<StoredSeries> {
    Ok(StoredSeries {
        id: row.get("id")?,
        owner: row.get("owner")?,
        plan: from_json(&row.get::<_, String>("plan")?)?,
        created: row.get("created")?,
    })
}
