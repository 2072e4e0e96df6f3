//! A program over a list of games: its name, its command line, and its run from the arguments to the exit code.

use std::process::ExitCode;
use std::sync::OnceLock;

use clap::{Arg, Command, CommandFactory as _, FromArgMatches as _};
use ludwerk_registry::{GameEntry, GamesError, set_games};

use crate::args::{Cli, NAME};
use crate::failure::{self, Failure};
use crate::{commands, interrupt};

/// What this process is called, once a program runs.
static CALLED: OnceLock<&str> = OnceLock::new();

/// The whole program, with all its commands and the web app, over games of one's own choice.
///
/// ```no_run
/// use ludwerk_cli::Program;
/// use ludwerk_core::doc_game::Countdown;
/// use ludwerk_registry::GameEntry;
///
/// fn main() -> std::process::ExitCode {
///     Program::new("countdown-lab").game(GameEntry::of::<Countdown>()).main()
/// }
/// ```
pub struct Program {
    name: &'static str,
    games: Vec<GameEntry>,
}

impl Program {
    /// A program with this name, still without games. The name is also that of its data folder.
    pub fn new(name: &'static str) -> Self {
        Self { name, games: Vec::new() }
    }

    /// The same with one game more.
    pub fn game(self, game: GameEntry) -> Self {
        self.games(&[game])
    }

    /// The same with these games, too.
    pub fn games(mut self, games: &[GameEntry]) -> Self {
        self.games.extend(games);
        self
    }

    /// Runs the command that the arguments of the process ask for, and gives its exit code.
    pub fn main(self) -> ExitCode {
        interrupt::install();
        let _ = CALLED.set(self.name);
        let result = set_games(self.games).map_err(Failure::from).and_then(|()| {
            match command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
                Ok(cli) => commands::run(cli),
                Err(error) => failure::from_clap(&error),
            }
        });
        result.unwrap_or_else(|failure| failure.report())
    }
}

impl From<GamesError> for Failure {
    fn from(error: GamesError) -> Self {
        let hint = match &error {
            GamesError::Id(_) | GamesError::Twice(_) => "give each game an id of its own, in its `GameInfo`",
            GamesError::Levels { .. } => "`ludwerk levels GAME --calibrate FILE` writes such a table",
            GamesError::Late => "run one program in a process, before anything looks at its games",
        };
        Self::new(&error, hint)
    }
}

/// What the program is called.
pub fn name() -> &'static str {
    CALLED.get().copied().unwrap_or(NAME)
}

/// A text in which commands are called as they are here.
pub fn in_own_words(text: &str) -> String {
    text.replace("`ludwerk ", &format!("`{} ", name()))
}

/// The command line.
pub fn command() -> Command {
    let own = env!("CARGO_PKG_VERSION");
    let version = if name() == NAME { own.to_owned() } else { format!("(ludwerk {own})") };
    let is_slow = cfg!(all(target_arch = "x86_64", not(target_feature = "popcnt")));
    let note = if is_slow {
        "\nbuilt without popcnt; RUSTFLAGS=\"-C target-cpu=native\" makes it faster"
    } else {
        ""
    };
    let command = Cli::command();
    let command = if name() == NAME { command } else { renamed(command.name(name())) };
    command.long_version(format!("{version}{note}")).version(version)
}

/// A command whose help calls the program by its name.
fn renamed(mut command: Command) -> Command {
    if let Some(about) = command.get_about().map(ToString::to_string) {
        command = command.about(in_own_words(&about));
    }
    if let Some(after) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(in_own_words(&after));
    }
    let help = |arg: &Arg| arg.get_help().map(|help| in_own_words(&help.to_string()));
    command.mut_subcommands(renamed).mut_args(|arg| match help(&arg) {
        Some(help) => arg.help(help),
        None => arg,
    })
}
