//! The exact values of a closed set, found backwards from the ends: what Q-learning is measured by.
//!
//! A position is won if some move leads to one that is lost for the opponent or ends in a win, and lost if all moves lead
//! to positions that are won for him. Whatever is neither when nothing more follows is a draw: there both can go on for
//! ever. The quickest win and the slowest loss count. Learning has no part in it.

use ludwerk_core::Seat;

use std::collections::VecDeque;

use super::closed::{ClosedSet, Next, Sweeper};
use super::reward;

/// What a position is worth to the one who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// It is won in so many plies.
    Win(u32),
    /// It is lost in so many plies.
    Loss(u32),
    /// Neither.
    Draw,
}

impl Exact {
    /// The value with a discount: a win in `k` plies is worth `γ^(k − 1)`.
    pub fn value(self, gamma: f64) -> f64 {
        let discount = |plies: u32| gamma.powi(plies as i32 - 1);
        match self {
            Self::Win(plies) => discount(plies),
            Self::Loss(plies) => -discount(plies),
            Self::Draw => 0.0,
        }
    }

    /// The same for the one who made the move to it.
    fn before(self, is_same: bool) -> Self {
        match self {
            Self::Win(plies) if is_same => Self::Win(plies + 1),
            Self::Loss(plies) if is_same => Self::Loss(plies + 1),
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
        }
    }
}

/// The exact values of all positions of a closed set.
pub struct ExactValues<'a> {
    set: &'a ClosedSet,
    values: Vec<Exact>,
}

/// How far learnt values are from exact ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The greatest error of a move's value.
    pub greatest: f64,
    /// The mean error of the moves' values.
    pub mean: f64,
    /// How many positions have a best move by the learnt values that is not a best one.
    pub wrong: usize,
}

impl<'a> ExactValues<'a> {
    /// The values; `None` unless it is a contest of two without luck, in which games are won, lost or shared equally.
    pub fn new(set: &'a ClosedSet) -> Option<Self> {
        let is_plain = |next: Next| match next {
            Next::End(returns) => [1.0, 0.0, -1.0].contains(&reward(&returns, Seat::FIRST)),
            Next::Position(_) => true,
            Next::Chance(..) => false,
        };
        if !set.is_contest || set.has_chance() || !set.moves.iter().all(|mv| is_plain(mv.next)) {
            return None;
        }
        Some(Self { set, values: backwards(set) })
    }

    /// What the position with this number is worth to the one who moves.
    pub fn value(&self, number: usize) -> Exact {
        self.values[number]
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Exact> + '_ {
        self.values.iter().copied()
    }

    /// What a move of a position is worth to the one who makes it.
    fn of_move(&self, place: usize, seat: Seat) -> Exact {
        match self.set.moves[place].next {
            Next::End(returns) => end(reward(&returns, seat)),
            Next::Position(next) => {
                let is_same = self.set.positions[next as usize].seat == seat;
                self.values[next as usize].before(is_same)
            }
            Next::Chance(..) => unreachable!("there is no luck"),
        }
    }

    /// How far learnt values are from these, with a discount.
    pub fn distance(&self, learnt: &Sweeper<'_>, gamma: f64) -> Distance {
        let (mut greatest, mut sum, mut wrong) = (0.0_f64, 0.0, 0);
        for (number, position) in self.set.positions.iter().enumerate() {
            for place in position.places() {
                let exact = self.of_move(place, position.seat).value(gamma);
                let error = (learnt.value(place, position.seat) - exact).abs();
                greatest = greatest.max(error);
                sum += error;
            }
            // Wins and losses of different lengths are equally good without a discount.
            let best = self.of_move(learnt.best(position), position.seat).value(gamma);
            wrong += usize::from(best != self.values[number].value(gamma));
        }
        Distance { greatest, mean: sum / self.set.moves.len().max(1) as f64, wrong }
    }
}

/// What an end is worth, as a value one ply away.
fn end(reward: f64) -> Exact {
    match reward {
        reward if reward > 0.0 => Exact::Win(1),
        reward if reward < 0.0 => Exact::Loss(1),
        _ => Exact::Draw,
    }
}

fn backwards(set: &ClosedSet) -> Vec<Exact> {
    let n = set.positions.len();
    let mut values = vec![Exact::Draw; n];
    let mut is_decided = vec![false; n];
    // 1. Who leads where, and how many moves of each position are not known to lose.
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); n];
    let mut n_open: Vec<usize> = set.positions.iter().map(|position| position.n_moves).collect();
    // Positions by the plies to their end: those that are decided first are decided in the fewest.
    let mut queue: VecDeque<(usize, Exact)> = VecDeque::new();
    for (number, position) in set.positions.iter().enumerate() {
        for place in position.places() {
            match set.moves[place].next {
                Next::Position(next) => before[next as usize].push(number as u32),
                Next::End(returns) => match end(reward(&returns, position.seat)) {
                    Exact::Loss(_) => n_open[number] -= 1,
                    Exact::Win(_) => queue.push_back((number, Exact::Win(1))),
                    Exact::Draw => {}
                },
                Next::Chance(..) => {}
            }
        }
        if n_open[number] == 0 {
            queue.push_back((number, Exact::Loss(1)));
        }
    }
    // 2. Spread from the ends.
    while let Some((number, value)) = queue.pop_front() {
        if is_decided[number] {
            continue;
        }
        (is_decided[number], values[number]) = (true, value);
        let seat = set.positions[number].seat;
        for &earlier in &before[number] {
            let earlier = earlier as usize;
            if is_decided[earlier] {
                continue;
            }
            match value.before(set.positions[earlier].seat == seat) {
                win @ Exact::Win(_) => queue.push_back((earlier, win)),
                loss => {
                    n_open[earlier] -= 1;
                    if n_open[earlier] == 0 {
                        queue.push_back((earlier, loss));
                    }
                }
            }
        }
    }
    values
}
