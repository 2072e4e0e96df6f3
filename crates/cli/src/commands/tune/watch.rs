//! Shows how a long search goes on: a bar in a terminal, and now and then a line for a log.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use crate::output::{self, thousands};
use crate::progress::Progress;

/// How often a log gets a line.
const LOG: Duration = Duration::from_secs(60);

pub struct Watch {
    what: &'static str,
    n_games: usize,
    /// Is begun by what was there before, so that the time left is told by the rest.
    progress: Option<Progress>,
    is_terminal: bool,
    logged: Instant,
}

impl Watch {
    pub fn new(what: &'static str, n_games: usize) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        Self { what, n_games, progress: None, is_terminal, logged: Instant::now() }
    }

    /// Shows how many games have been played, with a few words beside it.
    pub fn show(&mut self, games: usize, message: impl FnOnce() -> String) {
        if self.is_terminal {
            let total = self.n_games as u64;
            let progress = self.progress.get_or_insert_with(|| Progress::of_count_from(games as u64, total));
            progress.show(games as u64, message);
        } else if self.logged.elapsed() >= LOG {
            self.logged = Instant::now();
            let (done, all) = (thousands(games as u64), thousands(self.n_games as u64));
            output::note(format!("{}: {done} of {all} games · {}", self.what, message()));
        }
    }
}
