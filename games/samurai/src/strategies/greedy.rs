//! The strategies that judge tiles one by one, or one turn as a whole, without looking ahead: B1, B2, B3, A1, A2, A3.

use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{Agent, AgentError, Control, Decision, Game as _, Report, Rng, Seat, View};

use crate::board::{numbers, sea_numbers};
use crate::moves::{Action, SamuraiMove};
use crate::observe::Observation;
use crate::rules::Samurai;
use crate::state::{Phase, State};
use crate::strategies::reading::{Adding, Reading, UNIT};
use crate::strategies::turns::best_turn;
use crate::strategies::worth::Worth;
use crate::tile::{Tile, Tiles};

/// A player that judges what it can play now. It sees no more than an [`Observation`].
pub struct Tactician {
    /// What it plays for; a random tile on a random space if there is no reading.
    reading: Option<Reading>,
    rng: Rng,
    /// What it still wants to play this turn, the next ply last.
    plan: Vec<SamuraiMove>,
}

/// What it chose, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The ply.
    pub mv: SamuraiMove,
    /// What it is worth, where it was judged.
    pub value: Option<f64>,
    /// How many placements were compared.
    pub compared: u64,
}

impl Tactician {
    pub(super) fn new(reading: Option<Reading>, seed: u64) -> Self {
        Self { reading, rng: Rng::new(seed), plan: Vec::new() }
    }

    /// The next ply of a turn; `None` before the game has begun, or if only exchanges can be played.
    pub fn choose(&mut self, observation: &Observation, seat: Seat) -> Option<Choice> {
        let board = observation.board();
        if board.phase() != Phase::Turn || board.to_move() != seat {
            return None;
        }
        let unjudged = |mv: SamuraiMove| Some(Choice { mv, value: None, compared: 0 });
        let Some(reading) = self.reading else {
            return if board.has_played() {
                unjudged(SamuraiMove::END)
            } else {
                unjudged(self.any(board, seat)?)
            };
        };
        if reading.adding == Adding::Whole {
            return self.next_of_plan(&reading, board, seat);
        }
        let end = unjudged(SamuraiMove::END).filter(|_| board.has_played());
        let is_single = reading.adding == Adding::One || board.round() < reading.one_before;
        if is_single && board.has_played() {
            return end;
        }
        let is_positive = reading.adding == Adding::Positive;
        let worth = Worth::new(&reading, board, seat);
        if is_positive && !board.ordinary_used() {
            let ordinary = self.best(&worth, board, playable(board, seat, Tile::is_ordinary));
            if ordinary.is_some() {
                return ordinary;
            }
        }
        let best = self.best(&worth, board, playable(board, seat, |_| true));
        let is_wanted = |choice: &Choice| !(is_positive && board.has_played()) || choice.value > Some(0.0);
        best.filter(is_wanted).or(end)
    }

    /// Goes on with the plan for this turn, or makes one.
    fn next_of_plan(&mut self, reading: &Reading, board: &State, seat: Seat) -> Option<Choice> {
        let is_playable = |mv: SamuraiMove| match mv.action() {
            Action::Land(tile, land) => board.hand(seat).has(tile) && board.free_land() >> land & 1 != 0,
            Action::Sea(tile, sea) => board.hand(seat).has(tile) && board.free_sea() >> sea & 1 != 0,
            _ => board.has_played(),
        };
        // A plan is good for one turn: its first ply is played when none was played yet.
        let has_plan = board.has_played() && self.plan.last().is_some_and(|&mv| is_playable(mv));
        let mut value = None;
        if !has_plan {
            let worth = Worth::new(reading, board, seat);
            let turn = best_turn(&worth, board, seat, board.has_played(), Some(&mut self.rng));
            if turn.is_empty() && !board.has_played() {
                return None;
            }
            self.plan.clear();
            self.plan.extend(turn.plies().chain([SamuraiMove::END]));
            self.plan.reverse();
            value = Some(f64::from(turn.value()) / UNIT);
        }
        let compared = u64::from(board.free_land().count_ones() + board.free_sea().count_ones());
        self.plan.pop().map(|mv| Choice { mv, value, compared })
    }

    /// A random tile of the hand on a random space.
    fn any(&mut self, board: &State, seat: Seat) -> Option<SamuraiMove> {
        let tiles = playable(board, seat, |_| true);
        let n_tiles = tiles.len() as usize;
        let tile = if n_tiles == 0 { None } else { tiles.each().nth(self.rng.below(n_tiles)) }?;
        if tile.is_ship() {
            let sea =
                sea_numbers(board.free_sea()).nth(self.rng.below(board.free_sea().count_ones() as usize))?;
            Some(SamuraiMove::sea(tile, sea))
        } else {
            let land =
                numbers(board.free_land()).nth(self.rng.below(board.free_land().count_ones() as usize))?;
            Some(SamuraiMove::land(tile, land))
        }
    }

    /// The best of these tiles on its best space, a tie broken at random.
    fn best(&mut self, worth: &Worth, board: &State, tiles: Tiles) -> Option<Choice> {
        let mut best = (i32::MIN, None);
        let mut n_equal = 0;
        let mut compared = 0;
        for tile in tiles.sorts() {
            let row = worth.row(tile);
            let mut offer = |value: i32, mv: SamuraiMove| {
                compared += 1;
                if value > best.0 {
                    (best, n_equal) = ((value, Some(mv)), 1);
                } else if value == best.0 {
                    n_equal += 1;
                    if self.rng.below(n_equal) == 0 {
                        best.1 = Some(mv);
                    }
                }
            };
            if tile.is_ship() {
                for sea in sea_numbers(board.free_sea()) {
                    offer(worth.on_sea(&row, sea), SamuraiMove::sea(tile, sea));
                }
            } else {
                for land in numbers(board.free_land()) {
                    offer(worth.on_land(&row, land), SamuraiMove::land(tile, land));
                }
            }
        }
        best.1.map(|mv| Choice { mv, value: Some(f64::from(best.0) / UNIT), compared })
    }
}

/// The tiles of a hand that can be played now and are wanted; no exchanges.
fn playable(board: &State, seat: Seat, is_wanted: impl Fn(Tile) -> bool) -> Tiles {
    let has_space = |tile: Tile| if tile.is_ship() { board.free_sea() != 0 } else { board.free_land() != 0 };
    let is_playable = |tile: &Tile| {
        (tile.is_ship() || tile.is_for_land())
            && has_space(*tile)
            && !(tile.is_ordinary() && board.ordinary_used())
            && is_wanted(*tile)
    };
    board.hand(seat).each().filter(is_playable).collect()
}

/// What a strategy plays where it has no opinion: anything legal but the end of a turn, chosen at random.
pub fn anything(legal: &[SamuraiMove], rng: &mut Rng) -> Result<SamuraiMove, AgentError> {
    rng.choose(legal).copied().ok_or_else(|| AgentError::Failed("there is no legal move".to_owned()))
}

impl Agent<Samurai> for Tactician {
    fn decide(
        &mut self,
        view: &View<'_, Samurai>,
        _control: &mut Control<'_, SamuraiMove>,
    ) -> Result<Decision<SamuraiMove>, AgentError> {
        let choice = match self.choose(view.observation, view.seat) {
            Some(choice) => choice,
            None => Choice { mv: anything(view.legal, &mut self.rng)?, value: None, compared: 0 },
        };
        let report = Report {
            value: choice.value.map(|number| Value::new(number, Unit::Evaluation, view.game.n_seats())),
            depth: u32::from(choice.compared > 0),
            nodes: choice.compared,
            pv: vec![choice.mv],
            ..Report::default()
        };
        Ok(Decision { chosen: choice.mv, report })
    }
}
