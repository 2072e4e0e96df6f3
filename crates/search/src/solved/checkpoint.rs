//! Work that is kept when it is interrupted.

use std::io;
use std::path::Path;

use ludwerk_core::Indexed;

use super::values::MOST_PLIES;
use super::{TablebaseError, Values};
use crate::file::{self, FileError, Head};

const FORMAT: &str = "ludwerk-checkpoint 1";

/// Saves values of which all that is decided in fewer than `plies` plies was visited.
pub fn save<G: Indexed>(game: &G, path: &Path, values: &Values, plies: u32) -> Result<(), TablebaseError> {
    let head = Head::default().with("game", game.table_name().unwrap_or_default()).with("plies", plies);
    file::write(path, FORMAT, head, values.len(), |writer| values.write(writer))?;
    Ok(())
}

/// Whether a file holds work on this game that can go on.
pub fn is_there<G: Indexed>(game: &G, path: &Path) -> Result<bool, TablebaseError> {
    match file::head(path, FORMAT) {
        Ok(head) => Ok(game.table_name() == Some(head.get("game")?)),
        Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// What was saved.
pub fn load<G: Indexed>(game: &G, path: &Path) -> Result<(Values, u32), TablebaseError> {
    let (head, bytes) = file::read(path, FORMAT)?;
    let name = head.get("game")?;
    if game.table_name() != Some(name) || game.n_indices() != bytes.len() as u64 {
        return Err(TablebaseError::OtherGame(name.to_owned()));
    }
    let plies = head.number("plies")?;
    if !(2..=u64::from(MOST_PLIES)).contains(&plies) {
        return Err(TablebaseError::Damaged(format!("its head says plies {plies}")));
    }
    Ok((Values::from_bytes(bytes), plies as u32))
}
