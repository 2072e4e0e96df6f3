//! Errors as people see them: one line that says what is wrong, one that says what to do, exit code 2.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use ludwerk_arena::ContestError;
use ludwerk_arena::record::RecordError;
use ludwerk_arena::tournament::{PlanError, RunError, StoreError};
use ludwerk_core::{AgentError, MoveError, SetupError};
use ludwerk_registry::{AgentSpecError, GameError, SpecError, TablebaseError};

use crate::program;

/// Something that went wrong.
#[derive(Debug)]
pub struct Failure {
    message: String,
    hint: Option<String>,
}

impl Failure {
    pub fn new(message: impl Display, hint: impl Into<String>) -> Self {
        Self { message: message.to_string(), hint: Some(hint.into()) }
    }

    /// A file or pipe that cannot be used.
    pub fn io(what: impl Display, error: &io::Error) -> Self {
        Self { message: format!("{what}: {error}"), hint: None }
    }

    /// Somebody pressed Ctrl-C, or the system asked the program to end.
    pub fn interrupted(what: impl Display, hint: impl Into<String>) -> Self {
        Self::new(format!("interrupted: {what}"), hint)
    }

    /// The same failure with a few words before it that say where.
    pub fn with_prefix(mut self, prefix: &str) -> Self {
        self.message.insert_str(0, prefix);
        self
    }

    /// The message alone, for a place that shows it by itself.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Prints the failure and gives its exit code. A closed standard error cannot be helped.
    pub fn report(&self) -> ExitCode {
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        let cyan = Style::new().bold().fg_color(Some(AnsiColor::Cyan.into()));
        let mut stderr = anstream::stderr();
        let _ = writeln!(stderr, "{red}error:{red:#} {}", one_line(&program::in_own_words(&self.message)));
        if let Some(hint) = &self.hint {
            let _ = writeln!(stderr, "{cyan}hint:{cyan:#} {}", one_line(&program::in_own_words(hint)));
        }
        ExitCode::from(2)
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Output that cannot be written. A reader that went away is told apart: it is nobody's mistake.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::new(
                "the output was closed before all was written",
                "let the reading program read to the end, or write to a file",
            );
        }
        Self::io("cannot write the output", &error)
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        let hint = match error {
            GameError::UnknownGame(_) => format!("{} (`ludwerk games` lists all)", error.hint()),
            GameError::Config(_) => error.hint(),
        };
        Self::new(&error, hint)
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self::new(&error, "write NAME or NAME:KEY=VALUE,KEY=VALUE; `ludwerk agents` lists all")
    }
}

impl From<AgentSpecError> for Failure {
    fn from(error: AgentSpecError) -> Self {
        Self::new(&error, error.hint())
    }
}

impl From<AgentError> for Failure {
    fn from(error: AgentError) -> Self {
        Self { message: error.to_string(), hint: None }
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        let hint = match error {
            MoveError::Over => "leave out the moves after the end",
            MoveError::Malformed { .. } | MoveError::Illegal { .. } => {
                "`ludwerk moves` with the moves before it lists what is legal there"
            }
        };
        Self::new(error, hint)
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Self {
        Self::new(error, "--setup takes a deal as JSON, in the form that the game's README gives")
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        let hint = error.hint();
        Self::new(error, hint)
    }
}

impl From<ContestError> for Failure {
    fn from(error: ContestError) -> Self {
        let hint = match error {
            ContestError::Agents { .. } => {
                "name two agents, or one for each seat; the same one twice plays against itself"
            }
            ContestError::Unmeasured => {
                "with an agent of several threads, play one game at a time: --threads 1; programs are measured on Linux"
            }
            ContestError::Opening(_) => "an opening is a line of moves, as `ludwerk moves` lists them",
        };
        Self::new(error, hint)
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        let hint = error.hint.clone();
        Self::new(error, hint)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let hint = error.hint();
        Self::new(error, hint)
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        let hint = error.hint().to_owned();
        Self::new(error, hint)
    }
}

impl Failure {
    /// The table of a solved game that cannot be used.
    pub fn of_table(path: &Path, error: &TablebaseError) -> Self {
        let hint = match error {
            TablebaseError::Io(error) if error.kind() == io::ErrorKind::NotFound => {
                "`ludwerk solve GAME --out FILE` makes one"
            }
            TablebaseError::Io(_) => "check the path, and who may read it",
            TablebaseError::Damaged(_) => "`ludwerk solve GAME --out FILE` makes it anew",
            TablebaseError::OtherGame(_) => "name the tablebase of this game, or the game of this tablebase",
        };
        Self::new(format!("cannot use {} as a tablebase: {error}", path.display()), hint)
    }
}

/// Turns what clap says into the same two lines. Help and version are no failures.
pub fn from_clap(error: &clap::Error) -> crate::CommandResult {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        write!(anstream::stdout(), "{}", error.render().ansi())?;
        return Ok(ExitCode::SUCCESS);
    }
    let rendered = error.render().to_string();
    let message = match rendered.split_once("\n\n") {
        Some((message, _)) => message.trim_start_matches("error: "),
        None => rendered.trim_start_matches("error: "),
    };
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let suggested = kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(name) => Some(name.clone()),
        // The best of them stands last.
        ContextValue::Strings(names) => names.last().cloned(),
        _ => None,
    });
    let command = std::env::args().nth(1).filter(|word| crate::args::is_command(word));
    let help = command.map_or("ludwerk --help".to_owned(), |command| format!("ludwerk {command} --help"));
    Err(Failure::new(
        message,
        match suggested {
            Some(name) => format!("did you mean '{name}'? `{help}` tells more"),
            None => format!("`{help}` tells what is expected"),
        },
    ))
}
