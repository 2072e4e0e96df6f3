//! The agent that is another program: its options, and the protocols that it may speak.

use std::time::Duration;

use ludwerk_core::{Agent, CompleteGame, TimeControl};
use ludwerk_protocol::gtp::GtpClient;
use ludwerk_protocol::line::LineClient;
use ludwerk_protocol::uci::{Flavour, UciClient, UciSettings};
use ludwerk_protocol::{Client, ProcessAgent, ProcessLimits, Score};
use ludwerk_search::score::of_share;

use super::options::{Options, parse_time};
use super::{AgentInfo, AgentSpecError};
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
        option("protocol", "ludwerk", "The protocol that it speaks: ludwerk, gtp, uci or usi."),
        option(
            "time",
            "1m",
            "The most time for a move, where nobody else sets a clock; none for no limit. With uci and usi 1s, which \
             is all used, unless depth or nodes are set.",
        ),
        option("game", "none", "The most time for a game, where nobody else sets a clock: 5m."),
        option("increment", "none", "What each move adds to that."),
        option("depth", "none", "How many plies it shall look ahead, with uci and usi."),
        option("nodes", "none", "How many positions it shall enter, with uci and usi."),
        option("set", "none", "Options of the program, with uci and usi: set=\"Hash=64;Skill Level=5\"."),
        option(
            "claim",
            "off",
            "Where the program does not accept a legal move, win at once if that is possible, with uci and usi: for \
             programs that know no moves into check.",
        ),
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

/// The time for a move of programs that use all they are given, where nothing else bounds it.
const USUAL_MOVE: Duration = Duration::from_secs(1);

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
    let uci = |flavour: Flavour| {
        let settings = options.uci_settings(seed)?;
        UciClient::new(flavour, game, game.dialect(), settings, value_of).map_err(AgentSpecError::Refused)
    };
    let protocol = options.protocol()?;
    if !is_uci(protocol) {
        options.refuse_uci_options()?;
    }
    Ok(match protocol {
        "gtp" => Box::new(GtpClient::new(game, game.dialect(), seed).map_err(AgentSpecError::Refused)?),
        "uci" => Box::new(uci(Flavour::Uci)?),
        "usi" => Box::new(uci(Flavour::Usi)?),
        _ => Box::new(LineClient::new(seed)),
    })
}

fn is_uci(protocol: &str) -> bool {
    matches!(protocol, "uci" | "usi")
}

/// What a score of a chess program is on our scale, for the mover.
fn value_of(score: Score) -> f64 {
    match score {
        Score::Centipawns(points) => points as f64 / 100.0,
        Score::Win(plies) => of_share(1.0, 2, plies),
        Score::Loss(plies) => of_share(0.0, 2, plies),
    }
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

    fn protocol(&self) -> Result<&'static str, AgentSpecError> {
        let choices = ["ludwerk", "gtp", "uci", "usi"].map(|name| (name, name));
        self.one_of("protocol", &choices, "ludwerk")
    }

    /// What a program is asked that speaks UCI or USI.
    fn uci_settings(&self, seed: u64) -> Result<UciSettings, AgentSpecError> {
        let help = "\"NAME=VALUE;NAME=VALUE\", as the program lists its options";
        let options = self.parsed("set", help, parse_settings)?.unwrap_or_default();
        let depth = self.count("depth", "8")?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
        let claims = self.switch("claim", false)?;
        Ok(UciSettings { options, depth, nodes: self.count("nodes", "10000")?, claims, seed })
    }

    /// Options that the other protocols have no words for.
    fn refuse_uci_options(&self) -> Result<(), AgentSpecError> {
        for name in ["set", "depth", "nodes", "claim"] {
            let is_default =
                |value: &&Value| matches!(value, Value::Text(text) if text == "none" || text == "off");
            let given = self.get(name).filter(|value| !is_default(value));
            if let Some(value) = given {
                return Err(self.bad(
                    name,
                    value,
                    "only programs that speak uci or usi are told it".to_owned(),
                ));
            }
        }
        Ok(())
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
        let is_told_otherwise = self.count("depth", "8")?.or(self.count("nodes", "10000")?).is_some();
        let usual = if is_uci(self.protocol()?) && !is_told_otherwise { USUAL_MOVE } else { PATIENCE };
        let per_move = if is_unbounded { Some(usual) } else { per_move };
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

/// Reads `NAME=VALUE;NAME=VALUE`, in which names and values may have blanks.
fn parse_settings(text: &str) -> Option<Vec<(String, String)>> {
    let is_plain = |text: &str| !text.chars().any(char::is_control);
    let pair = |part: &str| {
        let (name, value) = part.split_once('=')?;
        let (name, value) = (name.trim(), value.trim());
        (!name.is_empty() && is_plain(part)).then(|| (name.to_owned(), value.to_owned()))
    };
    text.split(';').filter(|part| !part.trim().is_empty()).map(pair).collect()
}
