//! The tables of a study of Samurai, measured: its strategies against each other.
//!
//! The study (in the following: the thesis) leaves much open, so each figure is measured in several readings
//! ([`READINGS`]), with the tested side always first, as its tables suggest, and with seats rotated, as is fair. It has
//! no draws; here a draw is half a win. Every game has a deal of its own.

pub mod grids;
pub mod ladder;
pub mod minimax;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludwerk_arena::stats::Tally;
use ludwerk_core::{Configure as _, Game as _, Observe as _, Rng, Strategies as _, Turn, Viewer};
use ludwerk_samurai::strategies::{Strategist, Tactician};
use ludwerk_samurai::tile::Kind as Sort;
use ludwerk_samurai::{Samurai, SamuraiMove, State};

use crate::{Figure, Kind, Row};

pub const SOURCE: &str = "Yi Zhou, Exploring Artificial Intelligence within a Card and Board Game: Samurai, \
                          master's dissertation, University of Leeds, 2019";

/// Options of a strategy that are not at their defaults.
type Options = &'static [(&'static str, &'static str)];

/// How the text of the thesis is read.
pub struct Reading {
    /// A few words for it.
    pub name: &'static str,
    /// Options of the greedy strategies.
    greedy: Options,
    /// The round from which the second of them plays all tiles.
    one_before: &'static str,
    /// Options of the advanced ones.
    advanced: Options,
    layout: Layout,
}

/// Which figures stand where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Dealt at random.
    Random,
    /// As in the thesis' Figure 3.7, with rice and buddha in the city 6, helmet and buddha in the city 10.
    Printed,
    /// The same with the cities the other way round.
    PrintedOtherwise,
}

const CLOSEST: Options =
    &[("domain", "contrary"), ("adding", "whole"), ("score", "kind"), ("fixed", "4"), ("points", "sum")];
const BEST_SETTLEMENT: Options = &[("points", "best")];

/// The formulas as they are printed; what is not printed as we do it.
pub const LITERAL: Reading = Reading {
    name: "as printed",
    greedy: &[],
    one_before: "10",
    advanced: &[("domain", "literal"), ("fixed", "4")],
    layout: Layout::Random,
};

/// The reading that comes closest to the printed ladder, of 2,360 that were tried.
pub const NEAREST: Reading = Reading {
    name: "closest found",
    greedy: BEST_SETTLEMENT,
    one_before: "3",
    advanced: CLOSEST,
    layout: Layout::Random,
};

/// The defaults of our strategies: what plays best.
pub const STRONGEST: Reading =
    Reading { name: "strongest", greedy: &[], one_before: "10", advanced: &[], layout: Layout::Random };

/// The readings that every figure is compared with.
pub const READINGS: [&Reading; 3] = [&LITERAL, &NEAREST, &STRONGEST];

/// More readings, for the ladder.
pub const OTHERS: &[Reading] = &[
    Reading {
        name: "opponent's lead counts for, all settlements",
        greedy: &[],
        one_before: "10",
        advanced: &[("domain", "contrary"), ("fixed", "4")],
        layout: Layout::Random,
    },
    Reading { name: "closest, boundary 10", one_before: "10", ..NEAREST },
    Reading { name: "closest, figures of Figure 3.7", layout: Layout::Printed, ..NEAREST },
    Reading { name: "closest, the same with cities exchanged", layout: Layout::PrintedOtherwise, ..NEAREST },
    Reading {
        name: "closest, all character tiles at once",
        advanced: &[("domain", "contrary"), ("adding", "all"), ("score", "kind"), ("fixed", "4")],
        ..NEAREST
    },
    Reading {
        name: "closest, own lead counts for",
        advanced: &[("domain", "literal"), ("adding", "whole"), ("score", "kind"), ("fixed", "4")],
        ..NEAREST
    },
    Reading {
        name: "closest, closeness counts, one settlement",
        advanced: &[("adding", "all"), ("points", "best"), ("fixed", "1")],
        ..NEAREST
    },
];

/// A strategy with its options.
#[derive(Clone)]
pub struct Spec {
    strategy: &'static str,
    options: Vec<(&'static str, String)>,
}

impl Spec {
    /// With one more option.
    pub fn with(mut self, option: &'static str, value: impl Into<String>) -> Self {
        self.options.push((option, value.into()));
        self
    }

    fn build(&self, game: Samurai, seed: u64) -> Option<Player> {
        let strategy = game.strategies().iter().find(|strategy| strategy.name == self.strategy)?;
        let value = |name: &str, default: &'static str| {
            let set = self.options.iter().rev().find(|(set, _)| *set == name);
            set.map_or(default.to_owned(), |(_, value)| value.clone())
        };
        let values: Vec<_> =
            strategy.options.iter().map(|option| (option.name, value(option.name, option.default))).collect();
        let options: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        if strategy.peeks {
            game.strategist(&options, seed).ok().map(|player| Player::Strategist(Box::new(player)))
        } else {
            game.tactician(strategy.name, &options, seed).ok().map(Player::Tactician)
        }
    }
}

impl Reading {
    /// A strategy in this reading; the strategy has all options that are set, and `adding` is that of minimax anyway.
    pub fn spec(&self, strategy: &'static str) -> Spec {
        let set = if strategy.starts_with("samurai-b") { self.greedy } else { self.advanced };
        let options = set.iter().map(|&(name, value)| (name, value.to_owned())).collect();
        let spec = Spec { strategy, options };
        if strategy == "samurai-b3" { spec.with("one-before", self.one_before) } else { spec }
    }
}

enum Player {
    Tactician(Tactician),
    Strategist(Box<Strategist>),
}

/// Who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// The tested side is always the first player.
    TestedFirst,
    /// Every other game.
    Rotated,
}

impl Seating {
    pub const BOTH: [Self; 2] = [Self::TestedFirst, Self::Rotated];

    pub fn name(self) -> &'static str {
        match self {
            Self::TestedFirst => "tested side first",
            Self::Rotated => "seats rotated",
        }
    }
}

/// Games to play.
pub struct Match {
    /// The tested side, and the other.
    pub players: [Spec; 2],
    pub layout: Layout,
    pub seating: Seating,
    pub n_games: usize,
    pub seed: u64,
}

/// What came out, for the tested side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Result {
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    /// What the tested side searched, if it does: turns, positions, and turns that were searched in full.
    pub turns: u64,
    pub nodes: u64,
    pub finished: u64,
    pub seconds: f64,
}

impl Result {
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    pub fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    pub fn share(&self) -> Figure {
        let mut tally = Tally::default();
        for (share, n) in [(1.0, self.wins), (0.5, self.draws), (0.0, self.losses)] {
            (0..n).for_each(|_| tally.add(share, 1, 2));
        }
        let summary = tally.summary();
        let (lo, hi) = summary.ci95;
        Figure::Share { score: summary.score, ci95: [lo, hi], games: self.games() }
    }

    fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.turns += other.turns;
        self.nodes += other.nodes;
        self.finished += other.finished;
    }
}

/// Games between two looks at whether to go on.
const BATCH: usize = 2000;
/// The same where a side searches.
const SLOW_BATCH: usize = 4;

/// Most threads.
const MOST_THREADS: usize = 2;

/// Plays a match; `None` if it was broken off. The result does not depend on the number of threads.
pub fn play(games: &Match, tell: &mut dyn FnMut(f64) -> ControlFlow<()>) -> Option<Result> {
    let begun = Instant::now();
    let is_slow = games.players.iter().any(|spec| spec.strategy == "samurai-a4");
    let batch = if is_slow { SLOW_BATCH } else { BATCH };
    let n_threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(MOST_THREADS);
    let mut result = Result::default();
    for first in (0..games.n_games).step_by(batch) {
        tell(first as f64 / games.n_games as f64).is_continue().then_some(())?;
        let last = games.n_games.min(first + batch);
        let of_threads: Vec<_> = std::thread::scope(|scope| {
            let play_some = |thread: usize| {
                let numbers = (first + thread..last).step_by(n_threads);
                numbers.map(|number| play_one(games, number)).collect::<Option<Vec<_>>>()
            };
            let threads: Vec<_> =
                (1..n_threads).map(|thread| scope.spawn(move || play_some(thread))).collect();
            let own = play_some(0);
            let others = threads.into_iter().map(|thread| thread.join().unwrap_or(None));
            others.chain([own]).collect()
        });
        for played in of_threads {
            played?.iter().for_each(|played| result.add(played));
        }
    }
    result.seconds = begun.elapsed().as_secs_f64();
    Some(result)
}

fn play_one(games: &Match, number: usize) -> Option<Result> {
    let game = Samurai::configure(Some("thesis"), Some(2)).ok()?;
    let seed = |n: usize| Rng::derive(games.seed, (3 * number + n) as u64);
    let mut state = start(game, games.layout, &mut Rng::new(seed(0)));
    let mut players = [games.players[0].build(game, seed(1))?, games.players[1].build(game, seed(2))?];
    let tested = if games.seating == Seating::Rotated { number % 2 } else { 0 };
    let stop = AtomicBool::new(false);
    let mut result = Result::default();
    while let Turn::Player(seat) = game.turn(&state) {
        let side = usize::from(seat != tested);
        let mv = match &mut players[side] {
            Player::Tactician(player) => {
                let choice = player.choose(&game.observe(&state, Viewer::Seat(seat)), seat);
                choice.map(|choice| choice.mv)
            }
            Player::Strategist(player) => player.choose(&state, &stop).map(|(mv, found)| {
                if let Some(found) = found.filter(|_| side == 0) {
                    result.turns += 1;
                    result.nodes += found.nodes;
                    result.finished += u64::from(found.is_finished);
                }
                mv
            }),
        };
        // Without exchanges a player has something to play or must pass.
        game.play_unchecked(&mut state, mv.unwrap_or(SamuraiMove::PASS));
    }
    let share = game.outcome(&state)?.returns[tested];
    if share > 0.5 {
        result.wins = 1;
    } else if share < 0.5 {
        result.losses = 1;
    } else {
        result.draws = 1;
    }
    Some(result)
}

/// The figures of the thesis' Figure 3.7, by settlement; `?` for the two cities.
const FIGURES: &str = "r/h/r/h/b/h/?/b/r/b/?/h/rhb/r/r/b/h";

fn start(game: Samurai, layout: Layout, rng: &mut Rng) -> State {
    let cities = match layout {
        Layout::Random => return game.start(rng),
        Layout::Printed => ["rb", "hb"],
        Layout::PrintedOtherwise => ["hb", "rb"],
    };
    let mut cities = cities.into_iter();
    let figures: Vec<Vec<Sort>> = FIGURES
        .split('/')
        .map(|item| if item == "?" { cities.next().unwrap_or_default() } else { item })
        .map(|letters| Sort::ALL.into_iter().filter(|kind| letters.contains(kind.letter())).collect())
        .collect();
    game.deal(&figures, rng)
}

pub const REPRODUCED: &str = "reproduced";
pub const ORDER_HOLDS: &str = "not reproduced; the order holds";
pub const NOT_REPRODUCED: &str = "not reproduced";

/// A printed share of so many games beside ours: reproduced if chance explains the difference, at 95%.
pub fn compared(what: String, printed: f64, n_printed: usize, ours: &Result) -> Row {
    let variance = |share: f64, n: usize| (share * (1.0 - share)).max(0.5 / n as f64) / n as f64;
    let (share, n_ours) = (ours.score(), ours.games());
    let error = (variance(printed, n_printed) + variance(share, n_ours)).sqrt();
    let is_near = (printed - share).abs() <= 1.96 * error;
    let verdict = if is_near {
        REPRODUCED
    } else if (printed > 0.5) == (share > 0.5) {
        ORDER_HOLDS
    } else {
        NOT_REPRODUCED
    };
    Row {
        what,
        kind: Kind::Measured,
        published: Some(printed_share(printed, n_printed)),
        ours: ours.share(),
        ok: Some(is_near),
        verdict: Some(verdict),
    }
}

/// A printed share with the interval that its number of games gives it.
pub fn printed_share(score: f64, games: usize) -> Figure {
    let mut tally = Tally::default();
    let n_wins = (score * games as f64).round() as usize;
    (0..games).for_each(|n| tally.add(if n < n_wins { 1.0 } else { 0.0 }, 1, 2));
    let (lo, hi) = tally.summary().ci95;
    Figure::Share { score, ci95: [lo, hi], games }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick(players: [Spec; 2], seating: Seating) -> Result {
        let games = Match { players, layout: Layout::Random, seating, n_games: 300, seed: 1 };
        play(&games, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    #[test]
    fn matches_repeat_themselves() {
        let players = || [NEAREST.spec("samurai-b2"), NEAREST.spec("samurai-b1")];
        let once = quick(players(), Seating::Rotated);
        let again = quick(players(), Seating::Rotated);
        assert_eq!((once.wins, once.draws, once.losses), (again.wins, again.draws, again.losses));
        assert_eq!(once.games(), 300);
        assert!(once.score() > 0.85);
    }

    #[test]
    fn every_option_of_a_reading_is_one_of_its_strategies() {
        let game = Samurai::configure(Some("thesis"), Some(2)).unwrap();
        for reading in READINGS.into_iter().chain(OTHERS) {
            for strategy in game.strategies() {
                assert!(
                    reading.spec(strategy.name).build(game, 1).is_some(),
                    "{} {}",
                    reading.name,
                    strategy.name
                );
            }
            let known = |name: &str, strategy: &str| {
                let strategy = game.strategies().iter().find(|other| other.name == strategy).unwrap();
                strategy.options.iter().any(|option| option.name == name)
            };
            assert!(reading.greedy.iter().all(|(name, _)| known(name, "samurai-b2")));
            assert!(reading.advanced.iter().all(|(name, _)| known(name, "samurai-a3")));
        }
    }

    #[test]
    fn the_printed_layout_is_that_of_the_map() {
        let map: serde_json::Value =
            serde_json::from_str(include_str!("../../games/samurai/data/map.json")).unwrap();
        let printed = &map["thesis_figure_3_7_layout"]["by_settlement"];
        for (settlement, item) in FIGURES.split('/').enumerate() {
            let names = printed[settlement.to_string()].as_array();
            let letters = |names: &Vec<serde_json::Value>| {
                names.iter().map(|name| name.as_str().unwrap()[..1].to_owned()).collect::<String>()
            };
            assert_eq!(names.map_or("?".to_owned(), letters), item, "settlement {settlement}");
        }
        let game = Samurai::configure(Some("thesis"), Some(2)).unwrap();
        for layout in [Layout::Printed, Layout::PrintedOtherwise] {
            let state = start(game, layout, &mut Rng::new(1));
            assert!(Sort::ALL.into_iter().all(|kind| state.figures(kind).count_ones() == 7));
        }
    }

    #[test]
    fn a_difference_that_chance_explains_counts_as_reproduced() {
        let ours = Result { wins: 600, losses: 400, ..Result::default() };
        let verdict = |printed: f64| compared(String::new(), printed, 900, &ours).verdict.unwrap();
        assert_eq!(verdict(0.61), REPRODUCED);
        assert_eq!(verdict(0.7), ORDER_HOLDS);
        assert_eq!(verdict(0.45), NOT_REPRODUCED);
    }
}
