//! Finds the outside programs that tests play against, or installs Debian's where that is allowed.

use std::path::PathBuf;

use crate::shell::{Problem, install_debian_package, may_install};

/// By which the tests are told where Fairy-Stockfish is; `none` leaves out what needs it.
pub const FAIRY_STOCKFISH: &str = "LUDWERK_FAIRY_STOCKFISH";

const WHAT_TO_DO: &str = "some tests play against Fairy-Stockfish: install Debian's package `fairy-stockfish` or name \
    the program in the variable LUDWERK_FAIRY_STOCKFISH; LUDWERK_FAIRY_STOCKFISH=none leaves them out";

/// Fairy-Stockfish, as the tests are told of it.
pub fn find_or_install_fairy_stockfish() -> Result<PathBuf, Problem> {
    if let Some(named) = std::env::var_os(FAIRY_STOCKFISH) {
        let named = PathBuf::from(named);
        let is_usable = named.as_os_str() == "none" || named.is_file();
        let problem = || Problem(format!("{FAIRY_STOCKFISH} names {}, which is not there", named.display()));
        return if is_usable { Ok(named.clone()) } else { Err(problem()) };
    }
    if let Some(found) = find() {
        return Ok(found);
    }
    if may_install() {
        install_debian_package("fairy-stockfish")
            .map_err(|Problem(text)| Problem(format!("{text}; {WHAT_TO_DO}")))?;
    }
    find().ok_or_else(|| Problem(format!("Fairy-Stockfish was not found; {WHAT_TO_DO}")))
}

fn find() -> Option<PathBuf> {
    let folders: Vec<_> = std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    let file = format!("fairy-stockfish{}", std::env::consts::EXE_SUFFIX);
    // Debian keeps games in a folder of their own.
    let places = folders.into_iter().chain([PathBuf::from("/usr/games")]);
    places.map(|folder| folder.join(&file)).find(|path| path.is_file())
}
