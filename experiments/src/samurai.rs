//! The tables of a study of Samurai, measured: its strategies against each other.
//!
//! The study (in the following: the thesis) leaves much open, so each figure is measured in several readings
//! ([`READINGS`]), with the tested side always first, as its tables suggest, and with seats rotated, as is fair. It has
//! no draws; here a draw is half a win. Every game has a deal of its own.

pub mod figures;
pub mod grids;
pub mod ladder;
pub mod minimax;
pub mod text;

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use ludwerk_core::{Configure as _, Game as _, Observe as _, Rng, Seat, Strategies as _, Turn, Viewer};
use ludwerk_samurai::strategies::{Strategist, Tactician};
use ludwerk_samurai::tile::Kind as Sort;
use ludwerk_samurai::{Samurai, SamuraiMove, State};
use serde::{Deserialize, Serialize};

use crate::stopwatch::Stopwatch;
use crate::verdict::{Estimate, Evidence, Share};
use crate::{Figure, Plan, Row, Watch};

pub const SOURCE: &str = "Yi Zhou, Exploring Artificial Intelligence within a Card and Board Game: Samurai, \
                          master's dissertation, University of Leeds, 2019";

/// Options of a strategy that are not at their defaults.
type Options = &'static [(&'static str, &'static str)];

/// How the text of the thesis is read.
pub struct Reading {
    /// Its name on the command line.
    pub id: &'static str,
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

/// The formulas as they are printed: the strategies by their bare names.
pub const LITERAL: Reading = Reading {
    id: "as-printed",
    name: "as printed",
    greedy: &[],
    one_before: "10",
    advanced: &[("domain", "literal"), ("fixed", "4")],
    layout: Layout::Random,
};

/// The reading that comes closest to the printed ladder, of 2,360 that were tried.
pub const NEAREST: Reading = Reading {
    id: "closest",
    name: "closest found",
    greedy: BEST_SETTLEMENT,
    one_before: "3",
    advanced: CLOSEST,
    layout: Layout::Random,
};

/// With a domain of our own: what plays best.
pub const STRONGEST: Reading = Reading {
    id: "strongest",
    name: "strongest",
    greedy: &[],
    one_before: "10",
    advanced: &[("domain", "close"), ("fixed", "50")],
    layout: Layout::Random,
};

/// The readings that every figure is compared with.
pub const READINGS: [&Reading; 3] = [&LITERAL, &NEAREST, &STRONGEST];

/// More readings, for the ladder.
pub const OTHERS: &[Reading] = &[
    Reading {
        id: "other-lead",
        name: "opponent's lead counts for, all settlements",
        greedy: &[],
        one_before: "10",
        advanced: &[("domain", "contrary"), ("fixed", "4")],
        layout: Layout::Random,
    },
    Reading { id: "closest-boundary-10", name: "closest, boundary 10", one_before: "10", ..NEAREST },
    Reading {
        id: "closest-figure-3.7",
        name: "closest, figures of Figure 3.7",
        layout: Layout::Printed,
        ..NEAREST
    },
    Reading {
        id: "closest-cities-exchanged",
        name: "closest, the same with cities exchanged",
        layout: Layout::PrintedOtherwise,
        ..NEAREST
    },
    Reading {
        id: "closest-all-at-once",
        name: "closest, all character tiles at once",
        advanced: &[("domain", "contrary"), ("adding", "all"), ("score", "kind"), ("fixed", "4")],
        ..NEAREST
    },
    Reading {
        id: "closest-own-lead",
        name: "closest, own lead counts for",
        advanced: &[("domain", "literal"), ("adding", "whole"), ("score", "kind"), ("fixed", "4")],
        ..NEAREST
    },
    Reading {
        id: "closest-closeness",
        name: "closest, closeness counts, one settlement",
        advanced: &[("domain", "close"), ("adding", "all"), ("points", "best"), ("fixed", "1")],
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
    /// The tested side is always the second player.
    TestedSecond,
    /// Every other game.
    Rotated,
}

impl Seating {
    /// The two that printed tables are compared with.
    pub const BOTH: [Self; 2] = [Self::TestedFirst, Self::Rotated];

    pub fn name(self) -> &'static str {
        match self {
            Self::TestedFirst => "tested side first",
            Self::TestedSecond => "tested side second",
            Self::Rotated => "seats rotated",
        }
    }
}

/// Games to play.
#[derive(Clone)]
pub struct Match {
    /// The tested side, and the other.
    pub players: [Spec; 2],
    pub layout: Layout,
    pub seating: Seating,
    /// Their numbers: a number stands for a deal.
    pub games: Range<usize>,
    pub seed: u64,
}

/// What came out, for the tested side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Result {
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    /// What the tested side searched, if it does: turns, positions, and turns that were searched in full.
    pub turns: u64,
    pub nodes: u64,
    pub finished: u64,
    /// Rounds of all games together, and the sum of their squares.
    pub rounds: u64,
    pub squared_rounds: u64,
    /// What the games took on one thread.
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
        Figure::of_games([self.wins, self.draws, self.losses])
    }

    /// The share for a test.
    pub fn tested(&self) -> Share {
        Share::of(self.score(), self.games())
    }

    /// The share with its standard error.
    pub fn estimate(&self) -> Estimate {
        self.tested().estimate()
    }

    fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.turns += other.turns;
        self.nodes += other.nodes;
        self.finished += other.finished;
        self.rounds += other.rounds;
        self.squared_rounds += other.squared_rounds;
        self.seconds += other.seconds;
    }
}

impl Match {
    /// Plays the match, so many games a measurement, each of which takes about so many seconds.
    pub fn play(self, plan: &mut Plan<'_>, what: &str, seconds: f64, portion: usize) -> Result {
        let mut result = Result::default();
        for first in self.games.clone().step_by(portion) {
            let games = first..self.games.end.min(first + portion);
            let n_games = games.len();
            let name = if n_games == self.games.len() && first == 0 {
                what.to_owned()
            } else {
                format!("{what}: games {} to {}", games.start + 1, games.end)
            };
            let players = self.clone();
            let played: Result = plan.measure(name, seconds * n_games as f64, move |watch| {
                players.play_some(games.clone(), watch)
            });
            result.add(&played);
        }
        result
    }

    /// Plays the games with these numbers; `None` if it was broken off.
    fn play_some(&self, games: Range<usize>, watch: &Watch<'_>) -> Option<Result> {
        let begun = Stopwatch::start();
        let (first, n_games) = (games.start, games.len());
        let mut result = Result::default();
        for number in games {
            watch.tell((number - first) as f64 / n_games as f64)?;
            result.add(&play_one(self, number, watch.stop())?);
        }
        result.seconds = begun.seconds();
        Some(result)
    }
}

fn play_one(games: &Match, number: usize, stop: &AtomicBool) -> Option<Result> {
    let game = Samurai::configure(Some("thesis"), Some(2)).ok()?;
    let seed = |n: usize| Rng::derive(games.seed, (3 * number + n) as u64);
    let mut state = start(game, games.layout, &mut Rng::new(seed(0)));
    let mut players = [games.players[0].build(game, seed(1))?, games.players[1].build(game, seed(2))?];
    let tested = match games.seating {
        Seating::TestedFirst => Seat::FIRST,
        Seating::TestedSecond => Seat::SECOND,
        Seating::Rotated => Seat::new(number % 2),
    };
    let mut result = Result::default();
    while let Turn::Player(seat) = game.turn(&state) {
        let side = usize::from(seat != tested);
        let mv = match &mut players[side] {
            Player::Tactician(player) => {
                let choice = player.choose(&game.observe(&state, Viewer::Seat(seat)), seat);
                choice.map(|choice| choice.mv)
            }
            Player::Strategist(player) => player.choose(&state, stop).map(|(mv, found)| {
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
    result.rounds = u64::from(state.round());
    result.squared_rounds = result.rounds * result.rounds;
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

/// How the ladder is measured.
pub const IN_THREE_READINGS: &str = "the strategies play each other in three readings of the text: as printed, the \
                                     closest that was found, and the strongest; with the tested side always first, \
                                     as the tables suggest, and with seats rotated; every game has a deal of its own, \
                                     and a draw is half a win";

/// How the other tables are measured.
pub const IN_TWO_READINGS: &str = "the strategies play each other in two readings of the text, the closest that was found \
                                   and the strongest; with the tested side always first, as the tables suggest, and \
                                   with seats rotated; every game has a deal of its own, and a draw is half a win";

/// A printed share of so many games beside ours.
pub fn compared(what: String, printed: f64, n_printed: usize, ours: &Result) -> Row {
    Row::tested(what, printed_share(printed, n_printed), ours.share(), agreement(printed, n_printed, ours))
}

/// The test of a printed share of so many games by ours.
pub fn agreement(printed: f64, n_printed: usize, ours: &Result) -> Evidence {
    Evidence::of_figure(Share::of(printed, n_printed), ours.tested())
}

/// A printed share with the interval that its number of games gives it.
pub fn printed_share(score: f64, games: usize) -> Figure {
    let n_wins = ((score * games as f64).round() as usize).min(games);
    match Figure::of_games([n_wins, 0, games - n_wins]) {
        Figure::Share { ci95, games, .. } => Figure::Share { score, ci95, games },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    fn play(players: [Spec; 2], games: Range<usize>) -> Result {
        let (layout, seating) = (Layout::Random, Seating::Rotated);
        let all = Match { players, layout, seating, games: 0..300, seed: 1 };
        let (stop, given_up) = (AtomicBool::new(false), AtomicBool::new(false));
        let played = all.play_some(games, &Watch::new(&stop, &given_up)).unwrap();
        Result { seconds: 0.0, ..played }
    }

    #[test]
    fn matches_repeat_themselves_in_any_portions() {
        let players = || [NEAREST.spec("samurai-b2"), NEAREST.spec("samurai-b1")];
        let whole = play(players(), 0..300);
        let mut parts = play(players(), 70..300);
        parts.add(&play(players(), 0..70));
        assert_eq!(whole, parts);
        assert_eq!(whole.games(), 300);
        assert!(whole.score() > 0.85);
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
    fn every_reading_plays_under_names_of_its_own() {
        let game = ludwerk_registry::game("samurai").unwrap().configure(Some("thesis"), None).unwrap();
        let strategies = Samurai::configure(Some("thesis"), Some(2)).unwrap().strategies();
        for (reading, ending) in [(&LITERAL, ""), (&NEAREST, "-closest"), (&STRONGEST, "-strong")] {
            for strategy in strategies {
                let name = format!("{}{ending}", strategy.name);
                let Ok(meant) = game.resolve(&name.parse().unwrap()) else {
                    // What a reading leaves as it is has no second name.
                    assert!(strategy.name.starts_with("samurai-b"), "{name}");
                    assert!(reading.greedy.is_empty() || strategy.options.is_empty(), "{name}");
                    continue;
                };
                assert_eq!(meant.name, strategy.name);
                let read = reading.spec(strategy.name);
                for option in strategy.options {
                    let set = read.options.iter().rev().find(|(set, _)| *set == option.name);
                    let measured = set.map_or(option.default, |(_, value)| value);
                    let named = meant.value(option.name).map(ToString::to_string);
                    assert_eq!(
                        named.as_deref().unwrap_or(option.default),
                        measured,
                        "{name}: {}",
                        option.name
                    );
                }
            }
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
    fn a_printed_share_is_judged_by_the_games_on_both_sides() {
        let judge = |printed: f64, n_ours: usize| {
            let ours = Result { wins: n_ours * 6 / 10, losses: n_ours * 4 / 10, ..Result::default() };
            let row = compared(String::new(), printed, 900, &ours);
            (row.verdict, row.note.map(|note| note.split(' ').nth(1).unwrap()))
        };
        assert_eq!(judge(0.61, 10_000), (Verdict::Confirmed, None));
        assert_eq!(judge(0.61, 500), (Verdict::Consistent, None));
        assert_eq!(judge(0.7, 1000), (Verdict::Refuted, Some("same")));
        assert_eq!(judge(0.45, 500), (Verdict::Refuted, Some("other")));
        assert_eq!(judge(0.9, 20), (Verdict::Refuted, Some("side")));
    }
}
