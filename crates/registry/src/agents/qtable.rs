//! `qtable`: play from a table of learnt values.

use std::path::Path;

use ludwerk_core::CompleteGame;
use ludwerk_search::{QPlayer, QTable, QTableError};

use super::build::Request;
use super::describe::{Describe, Description, Holds, Made, Whole};
use super::options::AgentOption;
use super::shared;
use crate::file_cache::FileCache;

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "qtable";
    type Settings = ();

    fn describe() -> Description<()> {
        Description::new(
            "Tabular Q-learning: plays from a table of learnt action values, and as another agent where that has none.",
        )
        .options([
            AgentOption::read_by_agent(
                "file",
                "none",
                "The file with the table, as `ludwerk train q GAME --tabular` writes it; required.",
            )
            .holds(Holds::File),
            shared::agent("inner", "(greedy)", "The agent that plays in positions that the table does not know."),
        ])
    }
}

impl Whole for Entry {
    fn build<G: CompleteGame>(request: &Request<'_, G>, (): ()) -> Made<G> {
        /// The tables that were opened.
        static OPENED: FileCache<QTable> = FileCache::new();
        let unfit = |error: &QTableError| {
            let why = match error {
                QTableError::Io(error) => format!("it cannot be read: {error}"),
                QTableError::Damaged(_) | QTableError::OtherGame(_) => error.to_string(),
            };
            let id = request.game.info().id;
            request
                .options
                .bad_value("file", format!("{why}; `ludwerk train q {id} --tabular` makes such a file"))
        };
        let unnamed = || unfit(&QTableError::Damaged("it names no file".to_owned()));
        let path = request.options.text("file").ok_or_else(unnamed)?;
        let table = OPENED.open(Path::new(path), QTable::open).map_err(|error| unfit(&error))?;
        let inner = request.agent_in("inner", request.inner_seed())?;
        let player = QPlayer::new(request.game, table, inner, request.seed);
        Ok(Box::new(player.map_err(|error| unfit(&error))?))
    }
}
