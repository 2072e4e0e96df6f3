//! `process`: the agent that is another program: its options, and the protocols that it may speak.

use std::time::Duration;

use ludwerk_core::{CompleteGame, TimeControl};
use ludwerk_protocol::gtp::GtpClient;
use ludwerk_protocol::line::LineClient;
use ludwerk_protocol::uci::{Flavour, UciClient, UciSettings};
use ludwerk_protocol::{Client, ProcessAgent, ProcessLimits, Score};
use ludwerk_search::score::of_share;

use super::build::Request;
use super::describe::{Describe, Description, Holds, Made, Whole};
use super::options::{AgentOption, Options};
use super::values::{Values, count, one_of, switch, time};
use super::{AgentSpecError, shared};
use crate::spec::Value;

/// The time for a move where nothing else bounds it: one that hangs must not stop a match for ever.
const PATIENCE: Duration = Duration::from_secs(60);

/// The time for a move of programs that use all they are given, where nothing else bounds it.
const USUAL_MOVE: Duration = Duration::from_secs(1);

/// What a program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Protocol {
    #[default]
    Ludwerk,
    Gtp,
    Uci(Flavour),
}

/// What is asked of a program, and what it may use.
#[derive(Default)]
pub(super) struct Settings {
    protocol: Protocol,
    time: Option<Duration>,
    game: Option<Duration>,
    increment: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    set: Option<Vec<(String, String)>>,
    claims: bool,
    limits: ProcessLimits,
}

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "process";
    type Settings = Settings;

    fn describe() -> Description<Settings> {
        Description::new("An external program, which speaks a protocol and is kept within limits.")
            .option(AgentOption::read_by_agent(
                "cmd",
                "none",
                "The command that starts it, as a shell understands it: `cmd=\"python3 bot.py\"`.",
            ))
            .options(questions())
            .options(limits())
    }
}

impl Whole for Entry {
    /// Nothing is started before its first move.
    fn build<G: CompleteGame>(request: &Request<'_, G>, settings: Settings) -> Made<G> {
        let options = &request.options;
        let command = options.text("cmd").filter(|command| !command.trim().is_empty());
        let command = command.ok_or_else(|| options.bad_value("cmd", "write cmd=\"python3 bot.py\""))?;
        let (clock, limits) = (settings.clock(options)?, settings.limits);
        let client = client(request, settings)?;
        Ok(Box::new(ProcessAgent::new(command, limits, clock, client)))
    }
}

/// What a program speaks and is told.
fn questions() -> [AgentOption<Settings>; 8] {
    const PROTOCOLS: &[(&str, Protocol)] = &[
        ("ludwerk", Protocol::Ludwerk),
        ("gtp", Protocol::Gtp),
        ("uci", Protocol::Uci(Flavour::Uci)),
        ("usi", Protocol::Uci(Flavour::Usi)),
    ];
    let settings = Values::new(
        "\"NAME=VALUE;NAME=VALUE\", as the program lists its options",
        parse_settings,
        |pairs: &Vec<(String, String)>| {
            pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(";")
        },
    );
    [
        AgentOption::field(
            "protocol",
            one_of(PROTOCOLS),
            |settings: &mut Settings| &mut settings.protocol,
            "The protocol that it speaks: `ludwerk`, `gtp`, `uci` or `usi`.",
        ),
        AgentOption::field(
            shared::TIME,
            time_for_move(),
            |settings: &mut Settings| &mut settings.time,
            "The most time for a move, where nobody else sets a clock; `none` for no limit. With `uci` and `usi` 1s, which \
             is all used, unless `depth` or `nodes` are set.",
        )
        .holds(Holds::Budget),
        AgentOption::field(
            "game",
            times().optional("none"),
            |settings| &mut settings.game,
            "The most time for a game, where nobody else sets a clock, such as `5m`.",
        ),
        AgentOption::field(
            "increment",
            times().optional("none"),
            |settings| &mut settings.increment,
            "The increment: what each move adds to the time for the game.",
        ),
        AgentOption::field(
            "depth",
            count("8", u32::MAX).optional("none"),
            |settings: &mut Settings| &mut settings.depth,
            "The search depth in plies that it is told, with `uci` and `usi`.",
        )
        .holds(Holds::Budget),
        AgentOption::field(
            "nodes",
            count("10000", u64::MAX).optional("none"),
            |settings: &mut Settings| &mut settings.nodes,
            "The most positions that it is told to enter, with `uci` and `usi`.",
        )
        .holds(Holds::Budget),
        AgentOption::field(
            "set",
            settings.optional("none"),
            |settings| &mut settings.set,
            "Options of the program, with `uci` and `usi`: `set=\"Hash=64;Skill Level=5\"`.",
        ),
        AgentOption::field(
            "claim",
            switch(),
            |settings| &mut settings.claims,
            "Where the program does not accept a legal move, win at once if that is possible, with `uci` and `usi`: for \
             programs that know no moves into check.",
        ),
    ]
}

/// What a program may use.
fn limits() -> [AgentOption<Settings>; 4] {
    [
        shared::memory(
            |limits: &mut ProcessLimits| &mut limits.memory,
            "The most memory of all its processes.",
        ),
        AgentOption::field(
            "processes",
            count("64", u32::MAX),
            |limits| &mut limits.processes,
            "The most processes at the same time.",
        ),
        AgentOption::field(
            "start",
            times(),
            |limits| &mut limits.start,
            "How long it may take to get ready, before its clock runs.",
        ),
        AgentOption::field(
            "margin",
            times(),
            |limits| &mut limits.margin,
            "How much later than its clock allows a move may come.",
        ),
    ]
    .map(|option| option.within(|settings: &mut Settings| &mut settings.limits))
}

fn times() -> Values<Duration> {
    time("200ms, 2s or 5m")
}

/// How long a program has of which nothing is said depends on what it speaks, so that is no field of the settings.
fn time_for_move() -> Values<Option<Duration>> {
    let Values { expected, read, show } = times().optional("none");
    let show = move |time: &Option<Duration>| show(&time.or(Some(PATIENCE)));
    Values { expected, read, show: Box::new(show) }
}

/// Who speaks the protocol that the options name. A protocol that cannot tell the game is refused.
fn client<G: CompleteGame>(
    request: &Request<'_, G>,
    settings: Settings,
) -> Result<Box<dyn Client<G>>, AgentSpecError> {
    let (game, seed) = (request.game, request.seed);
    if !matches!(settings.protocol, Protocol::Uci(_)) {
        refuse_uci_options(&request.options)?;
    }
    Ok(match settings.protocol {
        Protocol::Ludwerk => Box::new(LineClient::new(seed)),
        Protocol::Gtp => {
            Box::new(GtpClient::new(game, game.dialect(), seed).map_err(AgentSpecError::Refused)?)
        }
        Protocol::Uci(flavour) => {
            let Settings { set, depth, nodes, claims, .. } = settings;
            let settings = UciSettings { options: set.unwrap_or_default(), depth, nodes, claims, seed };
            let client = UciClient::new(flavour, game, game.dialect(), settings, value_of);
            Box::new(client.map_err(AgentSpecError::Refused)?)
        }
    })
}

/// Options that the other protocols have no words for.
fn refuse_uci_options(options: &Options<'_>) -> Result<(), AgentSpecError> {
    let is_default = |value: &Value| matches!(value, Value::Text(text) if text == "none" || text == "off");
    let is_given = |name: &&str| options.get(name).is_some_and(|value| !is_default(value));
    match ["set", "depth", "nodes", "claim"].into_iter().find(is_given) {
        Some(name) => Err(options.bad_value(name, "only programs that speak uci or usi are told it")),
        None => Ok(()),
    }
}

impl Settings {
    /// The clock of a program where nobody else sets one.
    fn clock(&self, options: &Options<'_>) -> Result<Option<TimeControl>, AgentSpecError> {
        let increment = self.increment.unwrap_or_default();
        if !increment.is_zero() && self.game.is_none() {
            return Err(options.bad_value("increment", "write game=5m,increment=3s"));
        }
        let is_unbounded = self.game.is_none() && options.get(shared::TIME).is_none();
        let uses_all =
            matches!(self.protocol, Protocol::Uci(_)) && self.depth.is_none() && self.nodes.is_none();
        let usual = if uses_all { USUAL_MOVE } else { PATIENCE };
        let per_move = if is_unbounded { Some(usual) } else { self.time };
        let control = TimeControl { per_move, game: self.game, increment };
        Ok(Some(control).filter(|control| control.per_move.is_some() || control.game.is_some()))
    }
}

/// What a score of a chess program is on our scale, for the mover.
fn value_of(score: Score) -> f64 {
    match score {
        Score::Centipawns(points) => points as f64 / 100.0,
        Score::Win(plies) => of_share(1.0, 2, plies),
        Score::Loss(plies) => of_share(0.0, 2, plies),
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
