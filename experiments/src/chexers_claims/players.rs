//! The agents of the Chexers report, repaired, and the others that its claims are about.

use ludwerk_chexers::Chexers;
use ludwerk_core::{Agent, Evaluate, Presets, Strategies};
use ludwerk_registry::{Spec, Value};
use ludwerk_search::{
    AlphaBetaOptions, BestReply, Book, Greedy, Limits, Maxn, MaxnOptions, Paranoid, Random,
};

/// An agent that takes part in a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Player {
    /// Any legal move.
    Random,
    /// One ply.
    Greedy(Weights),
    /// Max^n with the report's options, to be changed one by one.
    Maxn(Report),
    /// One against all, with nothing pruned that matters.
    Paranoid(u32),
    /// Best-reply search, with nothing pruned that matters.
    BestReply(u32),
    /// A program of the report as it was handed in, by its name among the game's strategies.
    Shipped(&'static str),
}

/// Max^n as the report describes it: depth 3, its evaluation, and a simpler one for the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Plies.
    pub depth: u32,
    /// By what it judges for itself.
    pub weights: Weights,
    /// By what it thinks that the others judge.
    pub others: Weights,
    /// Whether it begins with the three fixed moves.
    pub has_fixed_start: bool,
    /// The switches.
    pub options: MaxnOptions,
}

/// What a position is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// All seven features of the report.
    Report,
    /// EAT and DIST alone: the report's opponents.
    EatAndDist,
    /// EAT, DIST and EXIT: the report's greedy agent.
    EatDistAndExit,
    /// A named set of the game.
    Set(&'static str),
}

impl Weights {
    /// One number for each feature of the game.
    pub fn numbers(self) -> Vec<f64> {
        let preset = match self {
            Self::Report | Self::EatDistAndExit => "report",
            Self::EatAndDist => "report-rivals",
            Self::Set(name) => name,
        };
        let preset = Chexers.weight_presets().iter().find(|known| known.name == preset);
        let mut weights = preset.map_or_else(|| Chexers.default_weights(), |preset| preset.weights.to_vec());
        if self == Self::EatDistAndExit {
            for (weight, feature) in weights.iter_mut().zip(Chexers.features()) {
                if !["eat", "dist", "exit"].contains(&feature.name) {
                    *weight = 0.0;
                }
            }
        }
        weights
    }
}

impl Report {
    /// The agent that the report settled on, without its fixed start.
    pub const AGENT: Self = Self::of_depth(3);

    /// The same with another depth.
    pub const fn of_depth(depth: u32) -> Self {
        let options = MaxnOptions {
            lazy: true,
            relative: false,
            shallow: false,
            ordering: true,
            turns: false,
            replies: None,
        };
        Self { depth, weights: Weights::Report, others: Weights::EatAndDist, has_fixed_start: false, options }
    }

    /// The same with other switches.
    pub const fn with(self, options: MaxnOptions) -> Self {
        Self { options, ..self }
    }

    /// With one reply for each opponent.
    pub const fn with_one_reply(self) -> Self {
        self.with(MaxnOptions { replies: Some(1), ..self.options })
    }

    /// The search alone.
    pub fn search(self, seed: u64) -> Maxn {
        let limits = Limits::of_depth(self.depth);
        Maxn::new(self.options, limits, self.weights.numbers(), seed).with_others(self.others.numbers())
    }
}

impl Player {
    /// About what it takes for its part of a game, in seconds; for the progress bar alone.
    pub fn seconds(self) -> f64 {
        match self {
            Self::Maxn(report) if report.depth == 4 => 0.25,
            Self::Maxn(_) => 0.015,
            Self::Paranoid(depth) if depth >= 4 => 0.06,
            Self::BestReply(_) => 0.9,
            _ => 0.001,
        }
    }

    /// The agent with a seed.
    pub fn agent(self, seed: u64) -> Box<dyn Agent<Chexers>> {
        let weights = || Weights::Report.numbers();
        match self {
            Self::Random => Box::new(Random::new(seed)),
            Self::Greedy(weights) => Box::new(Greedy::new(weights.numbers(), seed)),
            Self::Maxn(report) if report.has_fixed_start => Box::new(
                Book::new(&Chexers, &fixed_start(), Box::new(report.search(seed)), seed)
                    .unwrap_or_else(|error| unreachable!("the fixed start can be played: {error}")),
            ),
            Self::Maxn(report) => Box::new(report.search(seed)),
            Self::Shipped(program) => Chexers
                .strategy(program, &[], seed)
                .unwrap_or_else(|error| unreachable!("the game has this program: {error}")),
            Self::Paranoid(depth) => {
                Box::new(Paranoid::new(plain(), Limits::of_depth(depth), weights(), seed))
            }
            Self::BestReply(depth) => {
                Box::new(BestReply::new(false, plain(), Limits::of_depth(depth), weights(), seed))
            }
        }
    }
}

/// Alpha-beta that finds the value of plain recursion.
fn plain() -> AlphaBetaOptions {
    AlphaBetaOptions { exact: true, tt: Some(1 << 20), ..AlphaBetaOptions::default() }
}

/// The lines of the report's agent, as the preset of the game has them.
fn fixed_start() -> String {
    let preset = Chexers.presets().iter().find(|preset| preset.name == "report-ai");
    let spec: Option<Spec> = preset.and_then(|preset| preset.spec.parse().ok());
    match spec.as_ref().and_then(|spec| spec.value("lines")) {
        Some(Value::Text(lines)) => lines.replace(';', "\n"),
        _ => unreachable!("the preset report-ai has lines"),
    }
}
