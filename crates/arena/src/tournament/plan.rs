//! What is to be played, as people write it: a TOML file, flags, or a form.

use std::collections::BTreeSet;
use std::time::Duration;

use ludwerk_core::{Clock, TimeControl, duration_text, parse_duration};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::GameLimits;
use crate::stats::sprt::Sprt;

/// A tournament that is to be played. What is left out has the usual value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Plan {
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The game's id.
    pub game: String,
    /// The variant; the game's first if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The number of seats; the fewest if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<usize>,
    /// Who meets whom.
    #[serde(default)]
    pub format: Format,
    /// Who takes part.
    pub agents: Vec<Entrant>,
    /// The games of every group of agents that meets (in a Swiss tournament: in every round), rounded up to whole
    /// bouts; one bout if none. With a sequential test, the most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<usize>,
    /// The rounds of a Swiss tournament; enough to find a winner if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<usize>,
    /// Where all randomness comes from; a fresh one if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many games run at the same time; one for each core if none. Does not change any result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// The position in which all games begin; the usual start if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Openings, each a line of moves; the bouts of a group take one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
    /// A file with openings, one a line; whoever has the file reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings_file: Option<String>,
    /// So many random plies come before the agents take over, the same ones in all games of a bout.
    #[serde(default, skip_serializing_if = "is_default")]
    pub opening_plies: usize,
    /// A longer game is adjudicated a draw (ply limit).
    #[serde(default = "default_max_plies")]
    pub max_plies: usize,
    /// The clock of every seat: `1s/move`, `5m`, `5m+3s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// What a move may take beyond the clock: `100ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<String>,
    /// Stop as soon as it is clear whether the first agent is better than the second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtPlan>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "wire", derive(utoipa::ToSchema), schema(as = TournamentFormat))]
pub enum Format {
    /// Every agent meets every other; with more seats, every group of agents meets
    #[default]
    RoundRobin,
    /// The first agent meets all the others
    Gauntlet,
    /// Agents with equal scores meet
    Swiss,
}

/// Somebody who takes part: a spec, or a spec with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Entrant {
    /// Called as it is described.
    Spec(String),
    /// With a name of its own.
    Named {
        /// The name in tables.
        name: String,
        /// The agent.
        spec: String,
    },
}

impl Entrant {
    /// The agent's description.
    pub fn spec(&self) -> &str {
        match self {
            Self::Spec(spec) | Self::Named { spec, .. } => spec,
        }
    }
}

/// A sequential test of the first agent against the second: is the difference `elo0`, or `elo1`?
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtPlan {
    /// The difference that is to be refuted.
    #[serde(default)]
    pub elo0: f64,
    /// The difference that is hoped for.
    pub elo1: f64,
    /// How often a difference of `elo0` may be taken for `elo1`.
    #[serde(default = "default_risk")]
    pub alpha: f64,
    /// How often a difference of `elo1` may be taken for `elo0`.
    #[serde(default = "default_risk")]
    pub beta: f64,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn default_max_plies() -> usize {
    1000
}

fn default_risk() -> f64 {
    0.05
}

/// A plan that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}")]
pub struct PlanError {
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub hint: String,
}

impl PlanError {
    /// An error with a hint.
    pub fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into() }
    }
}

/// More agents than this are surely a mistake: the cross table has a cell for every two.
const MOST_AGENTS: usize = 500;

impl Plan {
    /// Reads a plan.
    ///
    /// # Errors
    /// A [`PlanError`] that names the line.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let line = error.span().map(|span| 1 + text[..span.start].matches('\n').count());
            let at = line.map_or(String::new(), |line| format!("line {line}: "));
            PlanError::new(
                format!("{at}{}", error.message()),
                "a plan has game = \"…\", agents = [\"…\", \"…\"] and games = N; the book's page on tournaments has \
                 all the rest",
            )
        })
    }

    /// The plan as TOML.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_else(|error| unreachable!("a plan is a table: {error}"))
    }

    /// The openings in a text with one on each line; blank lines and what follows a `#` are left out.
    pub fn parse_openings(text: &str) -> Vec<String> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    /// Checks what can be checked without the game.
    ///
    /// # Errors
    /// A [`PlanError`] for the first thing that is wrong.
    pub fn check(&self) -> Result<(), PlanError> {
        let n_agents = self.agents.len();
        if n_agents < 2 {
            return Err(PlanError::new(
                format!("a tournament needs two agents, and this has {n_agents}"),
                "name more; the same one twice plays against itself",
            ));
        }
        if n_agents > MOST_AGENTS {
            return Err(PlanError::new(
                format!("{n_agents} agents are too many"),
                format!("take at most {MOST_AGENTS}"),
            ));
        }
        let written = self.agents.iter().filter_map(|agent| match agent {
            Entrant::Named { name, .. } => Some(name.as_str()),
            Entrant::Spec(_) => None,
        });
        let mut seen = BTreeSet::new();
        for name in written {
            if name.trim().is_empty() || !seen.insert(name) {
                return Err(PlanError::new(
                    format!("the name {name:?} is empty or is there twice"),
                    "give every agent a name of its own",
                ));
            }
        }
        for (what, number) in [
            ("games", self.games),
            ("rounds", self.rounds),
            ("threads", self.threads),
            ("players", self.players),
        ] {
            if number == Some(0) {
                return Err(PlanError::new(
                    format!("{what} is 0"),
                    format!("leave {what} out, or take 1 or more"),
                ));
            }
        }
        if self.rounds.is_some() && self.format != Format::Swiss {
            return Err(PlanError::new(
                "only a Swiss tournament has rounds",
                "write games = N, or format = \"swiss\"",
            ));
        }
        if self.openings_file.is_some() {
            return Err(PlanError::new(
                "a file of openings cannot be read here",
                "write the lines themselves as openings = [\"…\", \"…\"]",
            ));
        }
        if !self.openings.is_empty() && self.opening_plies > 0 {
            return Err(PlanError::new(
                "openings and random opening plies exclude each other",
                "leave one of them out",
            ));
        }
        if let Some(position) = self.position.as_ref().filter(|text| text.trim().is_empty()) {
            return Err(PlanError::new(format!("{position:?} is no position"), "leave position out"));
        }
        self.limits()?;
        self.sprt()?;
        Ok(())
    }

    /// What the agents are called: their names, or their specs, told apart where they are equal.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::with_capacity(self.agents.len());
        let own: BTreeSet<_> = self
            .agents
            .iter()
            .filter_map(|agent| match agent {
                Entrant::Named { name, .. } => Some(name.as_str()),
                Entrant::Spec(_) => None,
            })
            .collect();
        for agent in &self.agents {
            let name = match agent {
                Entrant::Named { name, .. } => name.clone(),
                Entrant::Spec(spec) => {
                    let is_taken = |name: &String| names.contains(name) || own.contains(name.as_str());
                    let numbered = (2..).map(|n| format!("{spec} #{n}"));
                    std::iter::once(spec.clone())
                        .chain(numbered)
                        .find(|name| !is_taken(name))
                        .unwrap_or_default()
                }
            };
            names.push(name);
        }
        names
    }

    /// How long a game and its moves may take.
    ///
    /// # Errors
    /// A [`PlanError`] for a text that is no time.
    pub fn limits(&self) -> Result<GameLimits, PlanError> {
        let clock = self.clock.as_deref().map(str::parse::<TimeControl>).transpose();
        let clock = clock.map_err(|error| PlanError::new(error.to_string(), "a clock looks like 5m+3s"))?;
        let margin = match self.margin.as_deref() {
            None => Clock::MARGIN,
            Some(text) => parse_duration(text).ok_or_else(|| {
                PlanError::new(
                    format!("the margin {text:?} is no time"),
                    format!("write {}", duration_text(Clock::MARGIN)),
                )
            })?,
        };
        Ok(GameLimits { most_plies: self.max_plies, clock, margin: margin.min(Duration::from_secs(3600)) })
    }

    /// The sequential test, if there is one.
    ///
    /// # Errors
    /// A [`PlanError`] when it cannot be made.
    pub fn sprt(&self) -> Result<Option<Sprt>, PlanError> {
        let Some(SprtPlan { elo0, elo1, alpha, beta }) = self.sprt else { return Ok(None) };
        if self.agents.len() != 2 || self.format == Format::Swiss {
            return Err(PlanError::new(
                "a sequential test compares two agents",
                "leave [sprt] out, or name the two agents alone and no Swiss format",
            ));
        }
        let sprt = Sprt::new(elo0, elo1, alpha, beta);
        sprt.map(Some).map_err(|error| {
            PlanError::new(error.to_string(), "usual are elo0 = 0, elo1 = 10, alpha = beta = 0.05")
        })
    }

    /// Which entries keep stored games from counting for this plan: those that change what is played. The number
    /// of games and rounds, the test, the threads and the name may change while it goes on.
    pub fn differences(&self, stored: &Self) -> Vec<&'static str> {
        let specs = |plan: &Self| plan.agents.iter().map(|agent| agent.spec().to_owned()).collect::<Vec<_>>();
        let clock = |plan: &Self| plan.limits().map(|limits| (limits.clock, limits.margin));
        let checks = [
            ("game", self.game == stored.game),
            ("variant", self.variant == stored.variant),
            ("players", self.players == stored.players),
            ("format", self.format == stored.format),
            ("agents", specs(self) == specs(stored)),
            ("seed", self.seed.is_none_or(|seed| Some(seed) == stored.seed)),
            ("position", self.position == stored.position),
            ("openings", self.openings == stored.openings),
            ("opening-plies", self.opening_plies == stored.opening_plies),
            ("max-plies", self.max_plies == stored.max_plies),
            ("clock", clock(self) == clock(stored)),
            // In a Swiss tournament a bout more changes who meets next.
            ("games", self.format != Format::Swiss || self.games == stored.games),
        ];
        checks.into_iter().filter(|(_, is_same)| !is_same).map(|(name, _)| name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"
        name = "cup"
        game = "chexers"
        players = 3
        format = "gauntlet"
        agents = ["greedy", { name = "Bob", spec = "mcts:iterations=10" }, "greedy"]
        games = 60
        seed = 7
        opening-plies = 2
        clock = "1m+1s"
    "#;

    #[test]
    fn a_plan_reads_back_as_written() {
        let plan = Plan::parse(WHOLE).unwrap();
        plan.check().unwrap();
        assert_eq!(plan.names(), ["greedy", "Bob", "greedy #2"]);
        assert_eq!((plan.format, plan.max_plies), (Format::Gauntlet, 1000));
        assert_eq!(Plan::parse(&plan.to_toml()).unwrap(), plan);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let two = "game = \"dobutsu\"\nagents = [\"a\", \"b\"]\n";
        for (text, what) in [
            ("game = \"dobutsu\"\nagents = [\"a\"]".to_owned(), "needs two agents"),
            (format!("{two}games = 0"), "games is 0"),
            (format!("{two}rounds = 3"), "only a Swiss"),
            (format!("{two}clock = \"soon\""), "no time control"),
            (format!("{two}margin = \"-1\""), "no time"),
            (format!("{two}openings = [\"x\"]\nopening-plies = 2"), "exclude each other"),
            (format!("{two}format = \"swiss\"\n[sprt]\nelo1 = 5"), "compares two agents"),
            (format!("{two}[sprt]\nelo0 = 5\nelo1 = 5"), "elo"),
            (format!("{two}games = 4\ngmaes = 3"), "line 4: unknown field `gmaes`"),
            ("game = 3".to_owned(), "line 1: invalid type"),
        ] {
            let error = Plan::parse(&text).and_then(|plan| plan.check()).unwrap_err();
            assert!(error.what.contains(what), "{text:?} says {:?}", error.what);
        }
    }

    #[test]
    fn more_games_and_another_name_go_on_with_the_same_tournament() {
        let stored = Plan { seed: Some(7), ..Plan::parse(WHOLE).unwrap() };
        let more = Plan { games: Some(600), name: None, seed: None, threads: Some(8), ..stored.clone() };
        assert!(more.differences(&stored).is_empty());
        let other = Plan { seed: Some(8), max_plies: 10, ..stored.clone() };
        assert_eq!(other.differences(&stored), ["seed", "max-plies"]);
    }
}
