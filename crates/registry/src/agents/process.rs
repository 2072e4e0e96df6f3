//! The agent that is another program: its options, and the protocols that it may speak.

use std::time::Duration;

use ludwerk_core::{Agent, CompleteGame, TimeControl};
use ludwerk_protocol::gtp::GtpClient;
use ludwerk_protocol::line::LineClient;
use ludwerk_protocol::{Client, ProcessAgent, ProcessLimits};

use super::options::{Options, parse_time};
use super::{AgentInfo, AgentSpecError};
use crate::AnyGame;
use crate::spec::Value;

/// As `ludwerk agents` lists it.
pub(super) const INFO: AgentInfo = AgentInfo {
    name: "process",
    summary: "Another program, kept within limits, which speaks a protocol.",
    options: &[
        option(
            "cmd",
            "none",
            "The command that starts it, as a shell understands it: cmd=\"python3 bot.py\".",
        ),
        option("protocol", "ludwerk", "The protocol that it speaks: ludwerk or gtp."),
        option("time", "1m", "The most time for a move, where nobody else sets a clock; none for no limit."),
        option("game", "none", "The most time for a game, where nobody else sets a clock: 5m."),
        option("increment", "none", "What each move adds to that."),
        option("memory", "2GiB", "The most memory of all its processes."),
        option("processes", "64", "The most processes at the same time."),
        option("start", "10s", "How long it may take to get ready, before its clock runs."),
        option("margin", "100ms", "How much later than its clock allows a move may come."),
    ],
    peeks: false,
};

const fn option(name: &'static str, default: &'static str, help: &'static str) -> super::OptionInfo {
    super::OptionInfo { name, default, help }
}

/// The time for a move where nothing else bounds it: one that hangs must not stop a match for ever.
const PATIENCE: Duration = Duration::from_secs(60);

/// Makes the agent. Nothing is started before its first move.
pub(super) fn build<G: CompleteGame>(
    game: &G,
    options: &Options<'_>,
    seed: u64,
) -> Result<Box<dyn Agent<G>>, AgentSpecError> {
    let command = options.command()?;
    let limits = options.process_limits()?;
    let client = client(game, options, seed)?;
    Ok(Box::new(ProcessAgent::new(&command, limits, options.process_clock()?, client)))
}

/// Who speaks the protocol that the options name. A protocol that cannot tell the game is refused.
fn client<G: CompleteGame>(
    game: &G,
    options: &Options<'_>,
    seed: u64,
) -> Result<Box<dyn Client<G>>, AgentSpecError> {
    let dialect = || crate::dialect(&AnyGame::new(game.clone()));
    Ok(match options.protocol(&["ludwerk", "gtp"])? {
        "gtp" => Box::new(GtpClient::new(game, dialect(), seed).map_err(AgentSpecError::Refused)?),
        _ => Box::new(LineClient::new(seed)),
    })
}

impl Options<'_> {
    fn command(&self) -> Result<String, AgentSpecError> {
        match self.get("cmd") {
            Some(Value::Text(command)) if !command.trim().is_empty() && command != "none" => {
                Ok(command.clone())
            }
            given => {
                let value = given.cloned().unwrap_or_else(|| Value::Text("none".to_owned()));
                Err(self.bad("cmd", &value, "write cmd=\"python3 bot.py\"".to_owned()))
            }
        }
    }

    fn protocol(&self, known: &[&'static str]) -> Result<&'static str, AgentSpecError> {
        let choices: Vec<_> = known.iter().map(|&name| (name, name)).collect();
        self.one_of("protocol", &choices, "ludwerk")
    }

    fn duration(&self, name: &'static str) -> Result<Option<Duration>, AgentSpecError> {
        self.parsed(name, "200ms, 2s or 5m", parse_time)
    }

    /// The clock of a program where nobody else sets one.
    fn process_clock(&self) -> Result<Option<TimeControl>, AgentSpecError> {
        let (per_move, game) = (self.duration("time")?, self.duration("game")?);
        let increment = self.duration("increment")?.unwrap_or_default();
        if let Some(value) = self.get("increment").filter(|_| !increment.is_zero() && game.is_none()) {
            return Err(self.bad("increment", value, "write game=5m,increment=3s".to_owned()));
        }
        let is_unbounded = per_move.is_none() && game.is_none() && self.get("time").is_none();
        let per_move = if is_unbounded { Some(PATIENCE) } else { per_move };
        let control = TimeControl { per_move, game, increment };
        Ok(Some(control).filter(|control| control.per_move.is_some() || control.game.is_some()))
    }

    fn process_limits(&self) -> Result<ProcessLimits, AgentSpecError> {
        let usual = ProcessLimits::default();
        let processes = self.count("processes", "64")?.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        Ok(ProcessLimits {
            memory: self.memory(usual.memory as usize)? as u64,
            processes: processes.unwrap_or(usual.processes),
            start: self.duration("start")?.unwrap_or(usual.start),
            margin: self.duration("margin")?.unwrap_or(usual.margin),
        })
    }
}
