//! The program of Mathew's thesis as an opponent, `blokus-thesis`: each of its players, as its appendix plays it.
//!
//! It plays where two colours do, from the squares of the variant. What [`thesis`](crate::thesis) tells of the program
//! holds: it overlooks corners, and of equal moves it plays the first of its list. When its list is empty it stops
//! in its own program, although it may have moves. The rules make it go on then, and the option `stuck` says how.

use std::sync::atomic::Ordering;

use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{
    Agent, AgentError, Control, Decision, Game as _, Observe as _, Report, Rng, Seat, Strategies, Strategy,
    StrategyError, StrategyOption, View,
};

use crate::moves::BlokusMove;
use crate::pieces::TABLES;
use crate::rules::Blokus;
use crate::thesis::{Board, Listing, PLAYERS, Player, Rules, Search};

const STRATEGIES: &[Strategy] = &[Strategy {
    name: "blokus-thesis",
    summary: "The program of Mathew's thesis (2017) with its heuristics, its order of moves and its oversights.",
    options: &[PLAYER, DEPTH, TIES, CORNERS, STUCK],
    peeks: false,
}];

const PLAYER: StrategyOption = option(
    "player",
    "final",
    "a player of its comparisons, 1a, 1b, 2a and so on to 7b, or the one it settled on (final)",
);
const DEPTH: StrategyOption = option("depth", "2", "levels of minimax, from 1 to 4; the thesis played at 2");
const TIES: StrategyOption =
    option("ties", "first", "of equal moves the first of its list (first), or a random one (lot)");
const CORNERS: StrategyOption = option(
    "corners",
    "seen",
    "the open corners that the program finds (seen), or all of them (all), so that it overlooks nothing",
);
const STUCK: StrategyOption = option(
    "stuck",
    "least",
    "what to play where the program overlooks its legal moves and would stop: the smallest piece, as the nearest to \
     stopping (least), or the same search with all corners (search)",
);

const fn option(name: &'static str, default: &'static str, help: &'static str) -> StrategyOption {
    StrategyOption { name, default, help }
}

/// What is played where the program would stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stuck {
    Least,
    Search,
}

/// A player of the thesis.
struct ThesisPlayer {
    player: Player,
    depth: u32,
    has_lot: bool,
    rules: Rules,
    stuck: Stuck,
    rng: Rng,
}

impl<const N: usize, const C: usize> Strategies for Blokus<N, C> {
    fn strategies(&self) -> &'static [Strategy] {
        STRATEGIES
    }

    fn strategy(
        &self,
        name: &str,
        options: &[(&str, &str)],
        seed: u64,
    ) -> Result<Box<dyn Agent<Self>>, StrategyError> {
        if STRATEGIES.iter().all(|strategy| strategy.name != name) {
            return Err(StrategyError::refused(format!("blokus has no strategy {name:?}")));
        }
        if C != 2 {
            return Err(StrategyError::refused("blokus-thesis plays where there are two colours"));
        }
        let mut agent = ThesisPlayer {
            player: Player::FINAL,
            depth: 2,
            has_lot: false,
            rules: Rules::Thesis,
            stuck: Stuck::Least,
            rng: Rng::new(seed),
        };
        for &(option, value) in options {
            agent.set(option, value)?;
        }
        Ok(Box::new(agent))
    }
}

impl ThesisPlayer {
    fn set(&mut self, option: &str, value: &str) -> Result<(), StrategyError> {
        let hint = match option {
            "player" => {
                let names = PLAYERS.map(|(name, _)| name).join(", ");
                pick(&mut self.player, Player::named(value), &names)
            }
            "depth" => {
                let depth = value.parse().ok().filter(|depth| (1..=4).contains(depth));
                pick(&mut self.depth, depth, "1, 2, 3 or 4")
            }
            "ties" => {
                pick(&mut self.has_lot, among(value, &[("first", false), ("lot", true)]), "first or lot")
            }
            "corners" => {
                let rules = among(value, &[("seen", Rules::Thesis), ("all", Rules::Official)]);
                pick(&mut self.rules, rules, "seen or all")
            }
            "stuck" => {
                let stuck = among(value, &[("least", Stuck::Least), ("search", Stuck::Search)]);
                pick(&mut self.stuck, stuck, "least or search")
            }
            _ => return Err(StrategyError::refused(format!("there is no option {option:?}"))),
        };
        hint.map_err(|hint| StrategyError::bad_value(option, hint))
    }

    /// Where the program would stop: a move that it overlooked, and what it is worth if it was searched.
    fn go_on(
        &mut self,
        board: &Board,
        seat: Seat,
        search: &mut Search<'_>,
    ) -> Option<(BlokusMove, Option<i32>)> {
        if self.stuck == Stuck::Search {
            let (moves, value) = search.best_moves(board, self.depth);
            return self.one_of(board, seat, &moves, Rules::Official).map(|mv| (mv, Some(value)));
        }
        let size = |mv: &BlokusMove| {
            mv.placement().map(|(orientation, ..)| TABLES.orientations[orientation].cells.len())
        };
        let mut moves = board.moves(seat, false, Rules::Official, Listing::Once);
        let least = moves.iter().map(size).min()?;
        moves.retain(|mv| size(mv) == least);
        self.one_of(board, seat, &moves, Rules::Official).map(|mv| (mv, None))
    }

    /// The one among equal moves.
    fn one_of(
        &mut self,
        board: &Board,
        seat: Seat,
        moves: &[BlokusMove],
        rules: Rules,
    ) -> Option<BlokusMove> {
        if self.has_lot { self.rng.choose(moves).copied() } else { board.listed_first(seat, moves, rules) }
    }
}

fn pick<T>(field: &mut T, value: Option<T>, choices: &str) -> Result<(), String> {
    *field = value.ok_or_else(|| format!("write {choices}"))?;
    Ok(())
}

fn among<T: Copy>(value: &str, choices: &[(&str, T)]) -> Option<T> {
    choices.iter().find(|(name, _)| *name == value).map(|(_, choice)| *choice)
}

impl<const N: usize, const C: usize> Agent<Blokus<N, C>> for ThesisPlayer {
    fn decide(
        &mut self,
        view: &View<'_, Blokus<N, C>>,
        control: &mut Control<'_, BlokusMove>,
    ) -> Result<Decision<BlokusMove>, AgentError> {
        let state = view.game.resample(view.observation, &mut self.rng);
        let none = || AgentError::Failed("there is no legal move to choose from".to_owned());
        let decided = |chosen, value: Option<i32>, depth, nodes| {
            let told = |points| Value::new(f64::from(points), Unit::Evaluation, view.game.n_seats());
            let value = value.map(told);
            Decision { chosen, report: Report { value, depth, nodes, pv: vec![chosen], ..Report::default() } }
        };
        if let [only] = view.legal
            && only.placement().is_none()
        {
            return Ok(decided(*only, None, 0, 1));
        }
        let board = Board::of(*view.game, &state).ok_or_else(|| {
            AgentError::Refused("blokus-thesis plays where there are two colours".to_owned())
        })?;
        let stop = control.stop_flag();
        let is_stopped = || stop.load(Ordering::Relaxed);
        let mut search = Search::new(view.seat, self.player, self.rules, &is_stopped);
        let (moves, value) = search.best_moves(&board, self.depth);
        let nodes = 1 + search.nodes;
        if let Some(chosen) = self.one_of(&board, view.seat, &moves, self.rules) {
            return Ok(decided(chosen, Some(value), self.depth, nodes));
        }
        let mut search = Search::new(view.seat, self.player, Rules::Official, &is_stopped);
        let (chosen, value) = self.go_on(&board, view.seat, &mut search).ok_or_else(none)?;
        let mut decision =
            decided(chosen, value, if value.is_some() { self.depth } else { 0 }, nodes + search.nodes);
        decision.report.notes = vec!["its own program finds no move and would stop here".to_owned()];
        Ok(decision)
    }
}
