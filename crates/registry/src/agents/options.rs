//! Reading the options of a spec.
//!
//! An option that is left out is taken from the game's own defaults for the agent, where it has some, and then
//! from the agent's.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ludwerk_core::{Evaluate, Game, Numbered, Presets, Seat, parse_duration};
use ludwerk_search::solved::{Tablebase, TablebaseError};
use ludwerk_search::strength::{Level, Strength};
use ludwerk_search::{
    AdaptiveOptions, AlphaBetaOptions, Draws, Evaluator, ExpectimaxOptions, IsmctsOptions, Limits,
    MaxnOptions, MctsOptions, Observers, Pick, QTable, QTableError, Replies, RolloutOptions, RolloutPolicy,
    Roots, Selection,
};

use super::adaptive_level::AdaptiveLevelOptions;
use super::{AgentInfo, AgentSpecError, OptionInfo, presets};
use crate::opened::Opened;
use crate::spec::{Spec, Value};
use crate::weights;

/// No search gets so deep, and one that tried would exhaust the stack.
const MOST_DEPTH: u32 = 100;

/// More threads than any machine here has cores.
const MOST_THREADS: usize = 64;

/// The largest table or tree: what a large machine has.
const MOST_BYTES: usize = 1 << 40;

/// The bytes of a size such as `512KiB`, `64MiB` or `2GiB`.
pub fn parse_size(text: &str) -> Option<usize> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
    let shift = match unit {
        "KiB" => 10,
        "MiB" => 20,
        "GiB" => 30,
        _ => return None,
    };
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
    let bytes = number.parse::<usize>().ok().filter(|_| is_plain)?.checked_mul(1 << shift)?;
    (1..=MOST_BYTES).contains(&bytes).then_some(bytes)
}

/// The same for a table that may be `off`: 0 bytes then.
fn parse_table_size(text: &str) -> Option<usize> {
    match text {
        "off" => Some(0),
        "on" => AlphaBetaOptions::default().tt,
        _ => parse_size(text),
    }
}

/// A number above 0.
fn parse_positive(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite())
}

fn parse_count_or_off(text: &str) -> Option<u64> {
    if text == "off" { Some(0) } else { text.parse().ok().filter(|&n| n > 0) }
}

fn parse_share(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number| (0.0..=1.0).contains(number))
}

/// The least memory that a tree can do with.
const LEAST_MEMORY: usize = 1 << 20;

/// How many worlds `pimc` looks at unless told otherwise.
const DEFAULT_WORLDS: usize = 20;

/// A time such as `200ms`, `2s` or `1.5s`; no time at all is none.
pub(super) fn parse_time(text: &str) -> Option<Duration> {
    parse_duration(text).filter(|time| !time.is_zero())
}

/// The options of a spec, checked to be the agent's, each given once.
pub(super) struct Options<'a> {
    agent: &'static AgentInfo,
    spec: &'a Spec,
    /// What the game puts in the place of options that are left out.
    defaults: Option<Spec>,
}

impl<'a> Options<'a> {
    pub fn new<G: Presets>(
        game: &G,
        agent: &'static AgentInfo,
        spec: &'a Spec,
    ) -> Result<Self, AgentSpecError> {
        for (n, (key, _)) in spec.options.iter().enumerate() {
            if !agent.options.iter().any(|option| option.name == key) {
                return Err(AgentSpecError::UnknownOption {
                    agent: agent.name,
                    option: key.clone(),
                    known: agent.options.iter().map(|option| option.name).collect(),
                });
            }
            if spec.options[..n].iter().any(|(earlier, _)| earlier == key) {
                return Err(AgentSpecError::RepeatedOption { agent: agent.name, option: key.clone() });
            }
        }
        Ok(Self { agent, spec, defaults: presets::defaults(game, agent) })
    }

    /// The value of an option, as written or as the game has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.spec.value(name).or_else(|| self.defaults.as_ref().and_then(|defaults| defaults.value(name)))
    }

    pub(super) fn bad(&self, option: &'static str, value: &Value, hint: String) -> AgentSpecError {
        AgentSpecError::BadValue { agent: self.agent.name, option, value: value.to_string(), hint }
    }

    /// The value of an option, read by `parse`; `None` if it is left out or says `none`.
    pub(super) fn parsed<T>(
        &self,
        name: &'static str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, AgentSpecError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let read = match value {
            Value::Text(text) if text == "none" => return Ok(None),
            Value::Text(text) => parse(text),
            Value::Nested(_) => None,
        };
        read.map(Some).ok_or_else(|| self.bad(name, value, format!("write {name}={expected}")))
    }

    /// A choice among names.
    pub(super) fn one_of<T: Copy>(
        &self,
        name: &'static str,
        choices: &[(&str, T)],
        default: T,
    ) -> Result<T, AgentSpecError> {
        let names: Vec<_> = choices.iter().map(|&(name, _)| name).collect();
        let read = |text: &str| choices.iter().find(|&&(name, _)| name == text).map(|&(_, choice)| choice);
        Ok(self.parsed(name, &names.join(" or "), read)?.unwrap_or(default))
    }

    /// A switch that is `on` or `off`.
    pub fn switch(&self, name: &'static str, default: bool) -> Result<bool, AgentSpecError> {
        self.one_of(name, &[("on", true), ("off", false)], default)
    }

    fn positive(&self, name: &'static str, example: &str, default: f64) -> Result<f64, AgentSpecError> {
        let expected = format!("{example}, above 0");
        Ok(self.parsed(name, &expected, parse_positive)?.unwrap_or(default))
    }

    /// A whole number of at least 1.
    pub(super) fn count(&self, name: &'static str, example: &str) -> Result<Option<u64>, AgentSpecError> {
        let expected = format!("{example}, at least 1");
        self.parsed(name, &expected, |text| text.parse().ok().filter(|&number: &u64| number > 0))
    }

    fn threads(&self) -> Result<usize, AgentSpecError> {
        let is_sensible = |threads: &usize| (1..=MOST_THREADS).contains(threads);
        let read = |text: &str| text.parse().ok().filter(is_sensible);
        Ok(self.parsed("threads", "2, from 1 to 64", read)?.unwrap_or(1))
    }

    /// The budgets. A budget that is written stands alone: those of the game's defaults do not bind it.
    pub fn limits(&self) -> Result<Limits, AgentSpecError> {
        let is_written = presets::BUDGETS.iter().any(|budget| self.spec.value(budget).is_some());
        let written = Self { agent: self.agent, spec: self.spec, defaults: None };
        let from = if is_written { &written } else { self };
        let is_possible = |depth: &u32| (1..=MOST_DEPTH).contains(depth);
        Ok(Limits {
            depth: from.parsed("depth", "5, from 1 to 100", |text| text.parse().ok().filter(is_possible))?,
            nodes: from.count("nodes", "100000")?,
            iterations: from.count("iterations", "1000")?,
            time: from.parsed("time", "200ms, 2s or 1.5s", parse_time)?,
        })
    }

    /// The switches of `alphabeta`.
    pub fn alphabeta(&self) -> Result<AlphaBetaOptions, AgentSpecError> {
        let default = AlphaBetaOptions::default();
        Ok(AlphaBetaOptions {
            ordering: self.switch("ordering", default.ordering)?,
            id: self.switch("id", default.id)?,
            tt: match self.parsed("tt", "64MiB, 1GiB or off", parse_table_size)? {
                Some(0) => None,
                given => given.or(default.tt),
            },
            pvs: self.switch("pvs", default.pvs)?,
            aspiration: self.switch("aspiration", default.aspiration)?,
            killers: self.switch("killers", default.killers)?,
            history: self.switch("history", default.history)?,
            continuation: self.switch("continuation", default.continuation)?,
            nullmove: self.switch("nullmove", default.nullmove)?,
            lmr: self.switch("lmr", default.lmr)?,
            reverse_futility: self.margin("rfp")?,
            futility: self.margin("futility")?,
            razoring: self.margin("razoring")?,
            iir: self.switch("iir", default.iir)?,
            quiescence: self.switch("quiescence", default.quiescence)?,
            foresight: self.switch("foresight", default.foresight)?,
            contempt: self.points("contempt")?,
            turns: self.switch("turns", default.turns)?,
            threads: self.threads()?,
            exact: self.switch("exact", default.exact)?,
        })
    }

    /// Points of the evaluation a ply, or nothing for `off`.
    fn margin(&self, name: &'static str) -> Result<Option<f32>, AgentSpecError> {
        let read = |text: &str| if text == "off" { Some(0.0) } else { parse_positive(text) };
        let margin = self.parsed(name, "2, above 0, or off", read)?;
        Ok(margin.map(|margin| margin as f32).filter(|&margin| margin > 0.0))
    }

    /// Points of the evaluation, none unless given.
    fn points(&self, name: &'static str) -> Result<f32, AgentSpecError> {
        let is_sensible = |points: &f32| (0.0..=1000.0).contains(points);
        let read = |text: &str| text.parse().ok().filter(is_sensible);
        Ok(self.parsed(name, "1, from 0 to 1000", read)?.unwrap_or(0.0))
    }

    /// The prunings of `expectimax`, and what it leaves out.
    pub fn expectimax(&self) -> Result<ExpectimaxOptions, AgentSpecError> {
        let default = ExpectimaxOptions::default();
        Ok(ExpectimaxOptions {
            alphabeta: self.switch("alphabeta", default.alphabeta)?,
            star1: self.switch("star1", default.star1)?,
            star2: self.switch("star2", default.star2)?,
            ordering: self.switch("ordering", default.ordering)?,
            turns: self.switch("turns", default.turns)?,
            candidates: self.width("candidates", "16")?,
            replies: self.width("replies", "6")?,
            samples: self.width("samples", "3")?,
            scale: self.parsed("scale", "1, above 0, or none", parse_positive)?,
        })
    }

    /// How many of something are looked at; `None` for all.
    fn width(&self, name: &'static str, example: &str) -> Result<Option<usize>, AgentSpecError> {
        Ok(self.count(name, example)?.map(|n| usize::try_from(n).unwrap_or(usize::MAX)))
    }

    /// The switches of `maxn`.
    pub fn maxn(&self) -> Result<MaxnOptions, AgentSpecError> {
        let default = MaxnOptions::default();
        Ok(MaxnOptions {
            lazy: self.switch("lazy", default.lazy)?,
            relative: self.switch("relative", default.relative)?,
            shallow: self.switch("shallow", default.shallow)?,
            ordering: self.switch("ordering", default.ordering)?,
            turns: self.switch("turns", default.turns)?,
            replies: self.width("replies", "1")?,
        })
    }

    fn rollout(&self) -> Result<RolloutOptions, AgentSpecError> {
        let default = RolloutOptions::default();
        let policies = [
            ("random", RolloutPolicy::Random),
            ("likely", RolloutPolicy::Likely),
            ("quick", RolloutPolicy::Quick),
        ];
        Ok(RolloutOptions {
            policy: self.one_of("rollout", &policies, default.policy)?,
            cutoff: self.parsed("cutoff", "20, 0 or none", |text| text.parse().ok())?,
            scale: self.positive("scale", "5", default.scale)?,
            last_good_replies: self.switch("lgr", default.last_good_replies)?,
            score: self.parsed("score", "0.2, from 0 to 1", parse_share)?.unwrap_or(default.score),
        })
    }

    pub(super) fn memory(&self, default: usize) -> Result<usize, AgentSpecError> {
        let read = |text: &str| parse_size(text).filter(|&bytes| bytes >= LEAST_MEMORY);
        Ok(self.parsed("memory", "256MiB or 1GiB, at least 1MiB", read)?.unwrap_or(default))
    }

    /// The options of `mcts`.
    pub fn mcts(&self) -> Result<MctsOptions, AgentSpecError> {
        let default = MctsOptions::default();
        let selections = [("uct", Selection::Uct), ("bias", Selection::Bias), ("puct", Selection::Puct)];
        let or_off = |text: &str| if text == "off" { Some(0.0) } else { parse_positive(text) };
        Ok(MctsOptions {
            selection: self.one_of("select", &selections, default.selection)?,
            exploration: self.positive("c", "0.7", default.exploration)?,
            bias: self.positive("bias", "1", default.bias)?,
            rave: self.parsed("rave", "500 or off", or_off)?.filter(|&equal| equal > 0.0),
            widening: self.parsed("widen", "2 or off", or_off)?.filter(|&factor| factor > 0.0),
            expand: self
                .count("expand", "1")?
                .map_or(default.expand, |n| u32::try_from(n).unwrap_or(u32::MAX)),
            blend: self.parsed("blend", "0.5, from 0 to 1", parse_share)?.unwrap_or(default.blend),
            guess: self.parsed("guess", "2 or off", or_off)?.unwrap_or(default.guess),
            rollout: self.rollout()?,
            solver: self.switch("solver", default.solver)?,
            endgame: self.parsed("endgame", "100000 or off", parse_count_or_off)?.unwrap_or(default.endgame),
            foresight: self.switch("foresight", default.foresight)?,
            contempt: self.parsed("contempt", "0.3, from 0 to 1", parse_share)?.unwrap_or(default.contempt),
            stall: self
                .parsed("stall", "60 or off", parse_count_or_off)?
                .map_or(default.stall, |n| u32::try_from(n).unwrap_or(u32::MAX)),
            reuse: self.switch("reuse", default.reuse)?,
            threads: self.threads()?,
            memory: self.memory(default.memory)?,
        })
    }

    /// The options of `ismcts`.
    pub fn ismcts(&self) -> Result<IsmctsOptions, AgentSpecError> {
        let default = IsmctsOptions::default();
        let observers = [("single", Observers::Single), ("multiple", Observers::Multiple)];
        Ok(IsmctsOptions {
            observers: self.one_of("observers", &observers, default.observers)?,
            exploration: self.positive("c", "0.7", default.exploration)?,
            priors: self.switch("priors", default.priors)?,
            roots: self.one_of("roots", &[("here", Roots::Here), ("start", Roots::Start)], default.roots)?,
            rollout: self.rollout()?,
            pick: self.one_of("pick", &[("best", Pick::Best), ("mixed", Pick::Mixed)], default.pick)?,
            reuse: self.switch("reuse", default.reuse)?,
            memory: self.memory(default.memory)?,
        })
    }

    /// What `adaptive` makes of the replies that it foretells.
    pub fn replies(&self) -> Result<Replies, AgentSpecError> {
        self.one_of("replies", &[("likely", Replies::Likely), ("mean", Replies::Mean)], Replies::Likely)
    }

    /// The options of `adaptive`.
    pub fn adaptive<G: Evaluate>(&self, game: &G) -> Result<AdaptiveOptions, AgentSpecError> {
        /// Learning takes time with each.
        const MOST_PARTICLES: usize = 1000;
        let default = AdaptiveOptions::default();
        let share = |text: &str| parse_positive(text).filter(|&share| share <= 1.0);
        let particles = |text: &str| text.parse().ok().filter(|&n| n <= MOST_PARTICLES);
        let presets = game.weight_presets().iter().map(|preset| preset.name);
        let names: Vec<_> = ["default"].into_iter().chain(presets).collect();
        let models = |text: &str| {
            if text == "all" {
                return Some(None);
            }
            let models: Vec<_> = text.split('+').map(str::to_owned).collect();
            models.iter().all(|model| names.contains(&model.as_str())).then_some(Some(models))
        };
        let hint = format!("all, or some of these with a + between: {}", names.join(", "));
        Ok(AdaptiveOptions {
            replies: self.replies()?,
            models: self.parsed("models", &hint, models)?.flatten(),
            cover: self.parsed("cover", "0.8, above 0 and at most 1", share)?.unwrap_or(default.cover),
            particles: self
                .parsed("particles", "64, from 0 to 1000", particles)?
                .unwrap_or(default.particles),
            learns: self.switch("learn", default.learns)?,
            time: default.time,
        })
    }

    /// The text of every option in the order of the agent's list, as written or by default.
    pub fn texts(&self) -> Result<Vec<(&'static str, &str)>, AgentSpecError> {
        let text = |option: &OptionInfo| match self.get(option.name) {
            None => Ok((option.name, option.default)),
            Some(Value::Text(text)) => Ok((option.name, text.as_str())),
            Some(value @ Value::Nested(_)) => {
                Err(self.bad(option.name, value, format!("write {}={}", option.name, option.default)))
            }
        };
        self.agent.options.iter().map(text).collect()
    }

    /// The spec of the agent inside.
    pub fn inner(&self, default: &str) -> Result<Spec, AgentSpecError> {
        self.spec_in("inner", default)
    }

    /// The spec of an agent that an option holds.
    pub fn spec_in(&self, name: &'static str, default: &str) -> Result<Spec, AgentSpecError> {
        let hint = || format!("write {name}=({default}), with another agent in parentheses");
        match self.get(name) {
            Some(Value::Nested(spec)) => Ok(spec.clone()),
            Some(value @ Value::Text(text)) => text.parse().map_err(|_| self.bad(name, value, hint())),
            None => default.parse().map_err(|_| unreachable!("{default} is a spec")),
        }
    }

    /// How often `mix` plays as the second of its agents.
    pub fn mix_share(&self) -> Result<f64, AgentSpecError> {
        Ok(self.parsed("share", "0.5, from 0 to 1", parse_share)?.unwrap_or(0.5))
    }

    /// The options of `adaptive-level`.
    pub fn adaptive_level(&self, n_seats: usize) -> Result<AdaptiveLevelOptions, AgentSpecError> {
        let level = |text: &str| text.parse::<Level>().ok();
        let expected = "5.3/0.8, a level and its standard deviation";
        let seats = |text: &str| -> Option<Vec<Seat>> {
            let seats = text.split('+').map(|seat| Seat::checked(seat.parse().ok()?, n_seats));
            seats.collect()
        };
        let is_between = |share: &f64| *share > 0.0 && *share < 1.0;
        let default = AdaptiveLevelOptions::default();
        Ok(AdaptiveLevelOptions {
            before: Strength {
                results: self.parsed("prior", expected, level)?.unwrap_or(default.before.results),
                moves: self.parsed("moves", expected, level)?,
            },
            seats: self.parsed("seats", &format!("0 or 0+1, below {n_seats}"), seats)?,
            aim: self
                .parsed("aim", "0.5, above 0 and below 1", |text| text.parse().ok().filter(is_between))?
                .unwrap_or(default.aim),
        })
    }

    /// Whether whole turns are compared.
    pub fn whole_turns(&self) -> Result<bool, AgentSpecError> {
        self.switch("turns", false)
    }

    pub fn worlds(&self) -> Result<usize, AgentSpecError> {
        Ok(self.count("worlds", "20")?.map_or(DEFAULT_WORLDS, |worlds| worlds as usize))
    }

    /// What the worlds of the inner search do with luck that was dealt in advance.
    pub fn draws(&self, inner: &Spec) -> Result<Draws, AgentSpecError> {
        let follows_inner = if inner.name == "expectimax" { Draws::Open } else { Draws::Dealt };
        let choices = [("auto", follows_inner), ("dealt", Draws::Dealt), ("open", Draws::Open)];
        self.one_of("draws", &choices, follows_inner)
    }

    pub fn temperature(&self) -> Result<f64, AgentSpecError> {
        self.positive("temperature", "1", 1.0)
    }

    pub fn value_limit(&self) -> Result<Option<f64>, AgentSpecError> {
        self.parsed("limit", "20, above 0, or none", parse_positive)
    }

    /// The lines of a book, from a file or from the spec.
    pub fn book_text(&self) -> Result<String, AgentSpecError> {
        let is_given = |value: &&Value| !matches!(value, Value::Text(text) if text == "none");
        let one_of_them = || "write file=\"NAME\" or lines=\"MOVES; MOVES\", one of them".to_owned();
        match (self.get("file").filter(is_given), self.get("lines").filter(is_given)) {
            (None, Some(Value::Text(lines))) => Ok(lines.replace(';', "\n")),
            (Some(value @ Value::Text(path)), None) => std::fs::read_to_string(path)
                .map_err(|error| self.bad("file", value, format!("it cannot be read: {error}"))),
            (Some(value), _) => Err(self.bad("file", value, one_of_them())),
            (None, Some(value)) => Err(self.bad("lines", value, one_of_them())),
            (None, None) => Err(AgentSpecError::BadValue {
                agent: self.agent.name,
                option: "file",
                value: "none".to_owned(),
                hint: "write file=\"NAME\" or lines=\"MOVES; MOVES\"".to_owned(),
            }),
        }
    }

    /// A book that cannot be used.
    pub fn bad_book(&self, reason: &str) -> AgentSpecError {
        let option = if self.get("file").is_some() { "file" } else { "lines" };
        let value = self.get(option).map_or_else(String::new, |value| match value {
            Value::Text(text) => text.clone(),
            Value::Nested(spec) => spec.to_string(),
        });
        AgentSpecError::BadValue { agent: self.agent.name, option, value, hint: reason.to_owned() }
    }

    /// The table of learnt values.
    pub fn qtable<G: Game>(&self, game: &G) -> Result<Arc<QTable>, AgentSpecError> {
        /// The tables that were opened.
        static OPENED: Opened<QTable> = Opened::new();
        match self.get("file") {
            Some(Value::Text(path)) if path != "none" => {
                OPENED.open(Path::new(path), QTable::open).map_err(|error| self.bad_qtable(game, &error))
            }
            _ => Err(self.bad_qtable(game, &QTableError::Damaged("it names no file".to_owned()))),
        }
    }

    /// A table of learnt values that cannot be used.
    pub fn bad_qtable<G: Game>(&self, game: &G, error: &QTableError) -> AgentSpecError {
        let value = self.get("file").cloned().unwrap_or_else(|| Value::Text("none".to_owned()));
        let why = match error {
            QTableError::Io(error) => format!("it cannot be read: {error}"),
            QTableError::Damaged(_) | QTableError::OtherGame(_) => error.to_string(),
        };
        let id = game.info().id;
        self.bad("file", &value, format!("{why}; `ludwerk train q {id} --tabular` makes such a file"))
    }

    /// The table of the solved game, where one is named.
    pub fn table<G: Numbered>(&self, game: &G) -> Result<Option<Arc<Tablebase>>, AgentSpecError> {
        let (path, value) = match self.get("table") {
            None => return Ok(None),
            Some(Value::Text(path)) if path == "none" => return Ok(None),
            Some(value @ Value::Text(path)) => (path, value),
            Some(value) => return Err(self.bad("table", value, "write table=FILE".to_owned())),
        };
        let (id, title) = (game.info().id, game.info().title);
        if game.table_name().is_none() {
            let hint = format!("there is no table of {title} here: leave it out");
            return Err(self.bad("table", value, hint));
        }
        let opened = crate::open_tablebase(Path::new(path));
        let fitting = opened.and_then(|table| table.check_game(game).map(|()| table));
        fitting.map(Some).map_err(|error| {
            let why = match &error {
                TablebaseError::Io(error) => format!("it cannot be read: {error}"),
                TablebaseError::Damaged(_) | TablebaseError::OtherGame(_) => error.to_string(),
            };
            self.bad(
                "table",
                value,
                format!("{why}; `ludwerk solve {id} --out FILE` builds the table of {title}"),
            )
        })
    }

    /// The same for an agent that is nothing without.
    pub fn required_table<G: Numbered>(&self, game: &G) -> Result<Arc<Tablebase>, AgentSpecError> {
        self.table(game)?.ok_or_else(|| {
            let id = game.info().id;
            let hint = format!("build it with `ludwerk solve {id} --out FILE`, and write table=FILE");
            self.bad("table", &Value::Text("none".to_owned()), hint)
        })
    }

    /// What judges positions, as an option names it.
    pub fn evaluator<G: Evaluate>(
        &self,
        game: &G,
        option: &'static str,
    ) -> Result<Evaluator, AgentSpecError> {
        let value = self.get(option);
        weights::evaluator(game, value).map_err(|hint| {
            let written = value.cloned().unwrap_or_else(|| Value::Text("default".to_owned()));
            self.bad(option, &written, hint)
        })
    }
}
