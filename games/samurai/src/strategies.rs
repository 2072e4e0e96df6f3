//! The strategies of Zhou's study (Leeds 2019), by its names: B1 to B3, A1 to A4.
//!
//! By their bare names they play the formulas as they are printed. The text leaves much open, so every reading is an
//! option (`reading.rs`), and readings of their own have names of their own (`presets.rs`): the one that comes closest to
//! the printed results, and the strongest. They were made for two players without exchanges, and play every variant all
//! the same: they use no exchanges unless nothing else can be played, choose hands and figures at random, and take
//! whoever has the most for the opponent. All but A4 see what their seat may see.

mod greedy;
mod minimax;
mod reading;
#[cfg(test)]
mod tests;
mod turns;
mod worth;

use std::time::Duration;

use ludwerk_core::{Agent, Game as _, Strategies, Strategy, StrategyError, StrategyOption};

use crate::rules::Samurai;

pub use greedy::{Choice, Tactician};
use minimax::Plan;
pub use minimax::{Found, LineValue, Strategist};
use reading::{
    ADDING, Adding, BOUNDARY, DECIDED, DOMAIN, FIXED, K1, K2, K3, K4, ONE_BEFORE, PENALTY, PER, POINTS,
    Reading, SCORE, W1, W2, W3, pick,
};
pub use turns::Turn;

const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "samurai-b1",
        summary: "Zhou's first basic strategy: a random tile on a random space.",
        options: &[],
        peeks: false,
    },
    Strategy {
        name: "samurai-b2",
        summary: "Zhou's greedy strategy: every tile that may be played, where it has the most influence.",
        options: &[POINTS, PER, DECIDED],
        peeks: false,
    },
    Strategy {
        name: "samurai-b3",
        summary: "Zhou's greedy strategy that plays one tile a turn in the first rounds.",
        options: &[ONE_BEFORE, POINTS, PER, DECIDED],
        peeks: false,
    },
    Strategy {
        name: "samurai-a1",
        summary: "Zhou's first advanced strategy, as printed: the influence of both players counts.",
        options: &[DOMAIN, ADDING, POINTS, PER, DECIDED, W1],
        peeks: false,
    },
    Strategy {
        name: "samurai-a2",
        summary: "Zhou's second advanced strategy, as printed: it keeps ships and the ronin for later.",
        options: &[DOMAIN, ADDING, POINTS, PER, DECIDED, W1, W2, BOUNDARY, K1, K2, K3, K4],
        peeks: false,
    },
    Strategy {
        name: "samurai-a3",
        summary: "Zhou's third advanced strategy, as printed: it fights for kinds that can still be won.",
        options: &[
            DOMAIN, ADDING, POINTS, PER, DECIDED, W1, W2, BOUNDARY, K1, K2, K3, K4, W3, SCORE, FIXED, PENALTY,
        ],
        peeks: false,
    },
    Strategy {
        name: "samurai-a4",
        summary: "Zhou's minimax over whole turns. It PEEKS at the opponent's hand, so it is no fair player.",
        options: &[
            DEPTH, NODES, TIME, VALUE, DRAWS, DOMAIN, POINTS, PER, DECIDED, W1, W2, BOUNDARY, K1, K2, K3, K4,
            W3, SCORE, FIXED, PENALTY,
        ],
        peeks: true,
    },
];

const DEPTH: StrategyOption =
    StrategyOption { name: "depth", default: "3", help: "turns ahead, an odd number from 1 to 9" };
const NODES: StrategyOption = StrategyOption {
    name: "nodes",
    default: "off",
    help: "the most positions for a turn; it deepens by two turns, and what it has then is played",
};
const TIME: StrategyOption =
    StrategyOption { name: "time", default: "off", help: "the same as a time, as in 500ms or 2s" };
const VALUE: StrategyOption = StrategyOption {
    name: "value",
    default: "accumulated",
    help: "a line is worth the own turns less the opponent's (accumulated), or its last own turn (last)",
};
const DRAWS: StrategyOption = StrategyOption {
    name: "draws",
    default: "none",
    help: "nobody draws while it looks ahead (none), or it sees the piles, too (seen)",
};

impl Strategies for Samurai {
    fn strategies(&self) -> &'static [Strategy] {
        STRATEGIES
    }

    fn strategy(
        &self,
        name: &str,
        options: &[(&str, &str)],
        seed: u64,
    ) -> Result<Box<dyn Agent<Self>>, StrategyError> {
        if name == "samurai-a4" {
            return Ok(Box::new(self.strategist(options, seed)?));
        }
        Ok(Box::new(self.tactician(name, options, seed)?))
    }
}

impl Samurai {
    /// One of the strategies that do not look ahead, by its name.
    ///
    /// # Errors
    /// A [`StrategyError`] for a value that an option does not take.
    pub fn tactician(
        &self,
        name: &str,
        options: &[(&str, &str)],
        seed: u64,
    ) -> Result<Tactician, StrategyError> {
        let mut reading = match name {
            "samurai-b1" => None,
            "samurai-b2" | "samurai-b3" => Some(Reading::GREEDY),
            "samurai-a1" | "samurai-a2" | "samurai-a3" => Some(Reading::default()),
            _ => return Err(StrategyError::refused(format!("samurai has no strategy {name:?}"))),
        };
        for (option, value) in options {
            set_reading(reading.as_mut(), option, value)?;
        }
        Ok(Tactician::new(reading, seed))
    }

    /// The strategy that looks ahead, `samurai-a4`.
    ///
    /// # Errors
    /// A [`StrategyError`] for a value that an option does not take, or for more than two players.
    pub fn strategist(&self, options: &[(&str, &str)], seed: u64) -> Result<Strategist, StrategyError> {
        if self.n_seats() != 2 {
            return Err(StrategyError::refused("samurai-a4 is minimax, for two players"));
        }
        let mut plan = Plan {
            reading: Reading { adding: Adding::Whole, ..Reading::default() },
            depth: 3,
            line: LineValue::Accumulated,
            sees_piles: false,
            nodes: None,
            time: None,
        };
        for &(option, value) in options {
            let set = match option {
                "depth" => depth(value).map(|depth| plan.depth = depth),
                "nodes" => nodes(value).map(|nodes| plan.nodes = nodes),
                "time" => time(value).map(|time| plan.time = time),
                "value" => pick(
                    &mut plan.line,
                    value,
                    &[("accumulated", LineValue::Accumulated), ("last", LineValue::Last)],
                ),
                "draws" => pick(&mut plan.sees_piles, value, &[("none", false), ("seen", true)]),
                _ => {
                    set_reading(Some(&mut plan.reading), option, value)?;
                    continue;
                }
            };
            set.map_err(|hint| StrategyError::bad_value(option, hint))?;
        }
        Ok(Strategist::new(*self, plan, seed))
    }
}

fn set_reading(reading: Option<&mut Reading>, option: &str, value: &str) -> Result<(), StrategyError> {
    reading
        .and_then(|reading| reading.set(option, value))
        .unwrap_or_else(|| Err(StrategyError::refused(format!("there is no option {option:?}"))))
}

fn depth(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|depth| (1..=9).contains(depth) && depth % 2 == 1)
        .ok_or_else(|| "write 1, 3, 5, 7 or 9".to_owned())
}

fn nodes(text: &str) -> Result<Option<u64>, String> {
    match text {
        "off" => Ok(None),
        _ => {
            text.parse().ok().filter(|&n| n > 0).map(Some).ok_or_else(|| "write a number, or off".to_owned())
        }
    }
}

fn time(text: &str) -> Result<Option<Duration>, String> {
    let wrong = || "write a time as in 500ms or 2s, or off".to_owned();
    if text == "off" {
        return Ok(None);
    }
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').ok_or_else(wrong)?, 1.0),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * unit).map(Some).map_err(|_| wrong())
}
