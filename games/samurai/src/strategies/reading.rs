//! How a strategy of the study is read: the study leaves much open, and every reading of it is an option.

use ludwerk_core::{StrategyError, StrategyOption};

/// Values are kept in thousandths, so that equal ones are equal on every machine.
pub const UNIT: f64 = 1000.0;

/// Over which settlements beside a space the points of a tile go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// All of them.
    Sum,
    /// The one where it is worth the most.
    Best,
}

/// What counts beside the strength of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Nothing: greed.
    Nothing,
    /// Own influence less the opponent's, as it is printed.
    Literal,
    /// The opponent's influence less the own.
    Contrary,
    /// The smaller the distance of the two, the better.
    Close,
}

/// What is counted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// Each figure that the tile influences.
    Figure,
    /// Each settlement (or, for the state of the score, each kind) where it influences any.
    Group,
}

/// How a turn gets more than one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adding {
    /// The best ordinary tile, then character tiles while the best of them is worth more than nothing.
    Positive,
    /// The set of tiles that is worth the most, all judged on the board before the turn.
    Whole,
    /// The best tile again and again, until nothing can be played.
    All,
    /// Only the best tile.
    One,
}

/// A reading, with all its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// See [`Points`].
    pub points: Points,
    /// See [`Domain`].
    pub domain: Domain,
    /// What the points and the domain are counted for.
    pub per: Per,
    /// Whether ships still count beside decided settlements.
    pub counts_decided: bool,
    /// See [`Adding`].
    pub adding: Adding,
    /// Before this round only one tile is played: the second greedy strategy.
    pub one_before: u32,
    /// The round in which `keep` changes its sign.
    pub boundary: f64,
    /// What playing a tile is worth for each round after the boundary: rice, helmet or buddha; samurai; ship; ronin.
    pub keep: [f64; 4],
    /// The weights of domain, keep and score.
    pub weights: [f64; 3],
    /// What the state of the score is counted for.
    pub score_per: Per,
    /// The fixed number of the state of the score.
    pub fixed: f64,
    /// What is taken off for a kind that is decided.
    pub penalty: f64,
}

/// The formulas as they are printed, without the constants of the later strategies.
impl Default for Reading {
    fn default() -> Self {
        Self { domain: Domain::Literal, adding: Adding::Positive, ..Self::GREEDY }
    }
}

impl Reading {
    /// Greed and nothing else, of all tiles in every turn.
    pub const GREEDY: Self = Self {
        points: Points::Sum,
        domain: Domain::Nothing,
        per: Per::Figure,
        counts_decided: false,
        adding: Adding::All,
        one_before: 0,
        boundary: 10.0,
        keep: [0.0; 4],
        weights: [1.0, 0.0, 0.0],
        score_per: Per::Figure,
        fixed: 0.0,
        penalty: 0.0,
    };

    /// Sets an option; `None` if this is none of a reading.
    pub fn set(&mut self, option: &str, value: &str) -> Option<Result<(), StrategyError>> {
        let set = match option {
            "points" => pick(&mut self.points, value, &[("sum", Points::Sum), ("best", Points::Best)]),
            "domain" => pick(
                &mut self.domain,
                value,
                &[("literal", Domain::Literal), ("contrary", Domain::Contrary), ("close", Domain::Close)],
            ),
            "per" => pick(&mut self.per, value, &[("figure", Per::Figure), ("settlement", Per::Group)]),
            "decided" => pick(&mut self.counts_decided, value, &[("skip", false), ("count", true)]),
            "adding" => pick(
                &mut self.adding,
                value,
                &[
                    ("positive", Adding::Positive),
                    ("whole", Adding::Whole),
                    ("all", Adding::All),
                    ("one", Adding::One),
                ],
            ),
            "one-before" => number(value, 0.0, 255.0).map(|round| self.one_before = round as u32),
            "boundary" => number(value, -255.0, 255.0).map(|round| self.boundary = round),
            "k1" => number(value, -LARGEST, LARGEST).map(|k| self.keep[0] = k),
            "k2" => number(value, -LARGEST, LARGEST).map(|k| self.keep[1] = k),
            "k3" => number(value, -LARGEST, LARGEST).map(|k| self.keep[2] = k),
            "k4" => number(value, -LARGEST, LARGEST).map(|k| self.keep[3] = k),
            "w1" => number(value, 0.0, LARGEST).map(|weight| self.weights[0] = weight),
            "w2" => number(value, 0.0, LARGEST).map(|weight| self.weights[1] = weight),
            "w3" => number(value, 0.0, LARGEST).map(|weight| self.weights[2] = weight),
            "score" => pick(&mut self.score_per, value, &[("figure", Per::Figure), ("kind", Per::Group)]),
            "fixed" => number(value, 0.0, LARGEST).map(|fixed| self.fixed = fixed),
            "penalty" => number(value, 0.0, LARGEST).map(|penalty| self.penalty = penalty),
            _ => return None,
        };
        Some(set.map_err(|hint| StrategyError::bad_value(option, hint)))
    }
}

/// No number of an option is larger: sums of values stay far from the limits of their type.
const LARGEST: f64 = 100.0;

/// Sets `field` to what `value` names.
pub fn pick<T: Copy>(field: &mut T, value: &str, choices: &[(&str, T)]) -> Result<(), String> {
    let named = choices.iter().find(|(name, _)| *name == value);
    *field = named.map(|&(_, choice)| choice).ok_or_else(|| {
        let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
        format!("write {}", names.join(" or "))
    })?;
    Ok(())
}

fn number(text: &str, least: f64, most: f64) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("write a number from {least} to {most}"))
}

const fn option(name: &'static str, default: &'static str, help: &'static str) -> StrategyOption {
    StrategyOption { name, default, help }
}

pub const POINTS: StrategyOption = option(
    "points",
    "sum",
    "a tile counts for both settlements beside it (sum) or for the better one (best)",
);
pub const PER: StrategyOption =
    option("per", "figure", "strength counts for each figure it influences, or once a settlement");
pub const DECIDED: StrategyOption =
    option("decided", "skip", "ships beside decided settlements count nothing (skip) or as before (count)");
pub const ONE_BEFORE: StrategyOption = option(
    "one-before",
    "10",
    "before this round only the best tile is played; the study does not say which",
);
pub const DOMAIN: StrategyOption = option(
    "domain",
    "literal",
    "beside strength: own influence less the opponent's as printed (literal), the reverse (contrary: closest to the \
     printed results), or minus their distance (close: ours, and by far the strongest)",
);
pub const ADDING: StrategyOption = option(
    "adding",
    "positive",
    "more tiles in a turn: the ordinary one and what is worth more than 0 (positive), the best set (whole), all, one",
);
pub const BOUNDARY: StrategyOption =
    option("boundary", "10", "the round from which playing a kept tile is worth more than keeping it");
pub const K1: StrategyOption = option("k1", "0", "how much a round counts for rice, helmet and buddha tiles");
pub const K2: StrategyOption = option("k2", "0", "the same for samurai");
pub const K3: StrategyOption = option("k3", "1.1", "the same for ships");
pub const K4: StrategyOption = option("k4", "3.1", "the same for the ronin; the running text has 3.3");
pub const W1: StrategyOption = option("w1", "1", "the weight of the domain");
pub const W2: StrategyOption = option("w2", "0.38", "the weight of keeping tiles in hand");
pub const W3: StrategyOption = option("w3", "0.22", "the weight of the state of the score");
pub const SCORE: StrategyOption =
    option("score", "figure", "the state of the score counts for each figure influenced, or once a kind");
pub const FIXED: StrategyOption = option(
    "fixed",
    "4",
    "the fixed number that is divided by the figures still missing; the study does not give it: with 4 a kind of which \
     nothing was won counts 1, and 50 plays best",
);
pub const PENALTY: StrategyOption =
    option("penalty", "10", "taken off for a kind that someone has for sure; the study has none");
