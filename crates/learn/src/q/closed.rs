//! All positions that can come of some, and Q-learning that sweeps over them.
//!
//! Where play stays among few positions, they can all be listed, and every move of every one of them can be tried in
//! turn, again and again. That is Q-learning without the luck of which games are played; so the values can be compared
//! with exact ones after each sweep.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use ludwerk_core::{Game, Keyed, Move, Observe, Returns, Rng, Seat, Turn};
use ludwerk_search::QTable;
use ludwerk_search::file::{self, FileError, Head};
use thiserror::Error;

use super::{Rule, reward};

/// The first line of a file of values.
const FORMAT: &str = "ludwerk-qsweeps 1";

/// All positions that can come of some.
pub struct ClosedSet {
    pub(super) n_seats: usize,
    /// Whether what one of two wins the other loses.
    pub(super) is_contest: bool,
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<MoveOf>,
    /// What comes of moves after which chance has its turn.
    branches: Vec<(f64, Next)>,
    /// The positions by their keys.
    numbers: HashMap<u64, u32>,
}

/// A position in which somebody is to move.
pub(super) struct Position {
    key: u64,
    pub seat: Seat,
    pub first: usize,
    pub n_moves: usize,
}

impl Position {
    pub fn places(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.n_moves
    }
}

/// A move of a position.
pub(super) struct MoveOf {
    bits: u32,
    pub next: Next,
}

/// What comes of a move.
#[derive(Clone, Copy)]
pub(super) enum Next {
    End(Returns),
    /// The position with this number.
    Position(u32),
    /// One of so many branches, from this one on.
    Chance(u32, u32),
}

/// Positions that cannot all be listed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ClosedSetError {
    /// There are too many.
    #[error("more than {positions} positions can come of those, and they do not fit into {} MiB", most_bytes >> 20)]
    TooMany {
        /// So many were found.
        positions: usize,
        /// What they may take.
        most_bytes: usize,
    },
    /// Something is hidden.
    #[error("sweeps go over positions that everyone sees, and {game} has hidden information")]
    Hidden {
        /// The game's id.
        game: String,
    },
}

impl ClosedSet {
    /// All positions that can come of `starts`, if they take no more memory than that.
    ///
    /// # Errors
    /// [`ClosedSetError`].
    pub fn new<G: Observe + Keyed + Clone>(
        game: &G,
        starts: &[G::State],
        most_bytes: usize,
    ) -> Result<Self, ClosedSetError> {
        if game.info().is_hidden() {
            return Err(ClosedSetError::Hidden { game: game.info().id.to_owned() });
        }
        let mut listing = Listing { game, numbers: HashMap::new(), states: Vec::new(), branches: Vec::new() };
        for start in starts {
            listing.next(start, 1.0, &mut Vec::new());
        }
        let n_seats = game.n_seats();
        let is_contest = n_seats == 2 && game.info().is_constant_sum();
        let mut set = Self {
            n_seats,
            is_contest,
            positions: Vec::new(),
            moves: Vec::new(),
            branches: Vec::new(),
            numbers: HashMap::new(),
        };
        let mut legal = Vec::new();
        while let Some((key, state)) = listing.states.get(set.positions.len()).cloned() {
            let Turn::Player(seat) = game.turn(&state) else { unreachable!("only such are listed") };
            legal.clear();
            game.legal_moves(&state, &mut legal);
            set.positions.push(Position { key, seat, first: set.moves.len(), n_moves: legal.len() });
            for mv in &legal {
                let mut after = state.clone();
                game.play_unchecked(&mut after, *mv);
                let next = listing.after(&after);
                set.moves.push(MoveOf { bits: mv.to_bits(), next });
            }
            let per_state = size_of::<G::State>() + 64 + size_of::<Position>();
            let bytes = listing.states.len() * per_state
                + set.moves.len() * (size_of::<MoveOf>() + 8 * n_seats)
                + listing.branches.len() * size_of::<(f64, Next)>();
            if bytes > most_bytes {
                return Err(ClosedSetError::TooMany { positions: listing.states.len(), most_bytes });
            }
        }
        (set.branches, set.numbers) = (listing.branches, listing.numbers);
        Ok(set)
    }

    /// How many positions there are.
    pub fn n_positions(&self) -> usize {
        self.positions.len()
    }

    /// The number of the position with this key; `None` if it is not among them, or the game is over there.
    pub fn number(&self, key: u64) -> Option<usize> {
        self.numbers.get(&key).map(|&number| number as usize)
    }

    /// How many moves they have.
    pub fn n_moves(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is luck among them.
    pub(super) fn has_chance(&self) -> bool {
        !self.branches.is_empty()
    }
}

/// The list while it is made.
struct Listing<'a, G: Game> {
    game: &'a G,
    numbers: HashMap<u64, u32>,
    states: Vec<(u64, G::State)>,
    branches: Vec<(f64, Next)>,
}

impl<G: Game + Keyed + Clone> Listing<'_, G> {
    /// What comes of a move after which this is the position.
    fn after(&mut self, state: &G::State) -> Next {
        let mut found = Vec::new();
        self.next(state, 1.0, &mut found);
        if let [(_, next)] = found[..] {
            return next;
        }
        let first = self.branches.len();
        self.branches.append(&mut found);
        Next::Chance(first as u32, (self.branches.len() - first) as u32)
    }

    /// Adds what a position leads to before somebody moves, with how likely that is.
    fn next(&mut self, state: &G::State, probability: f64, found: &mut Vec<(f64, Next)>) {
        if let Some(outcome) = self.game.outcome(state) {
            found.push((probability, Next::End(outcome.returns)));
            return;
        }
        if self.game.turn(state) == Turn::Chance {
            let mut outcomes = Vec::new();
            self.game.chance_outcomes(state, &mut outcomes);
            for (mv, part) in outcomes {
                let mut after = state.clone();
                self.game.play_unchecked(&mut after, mv);
                self.next(&after, probability * part, found);
            }
            return;
        }
        let key = self.game.key(state);
        let number = *self.numbers.entry(key).or_insert_with(|| {
            self.states.push((key, state.clone()));
            self.states.len() as u32 - 1
        });
        found.push((probability, Next::Position(number)));
    }
}

/// Values of all moves of a closed set.
pub struct Sweeper<'a> {
    set: &'a ClosedSet,
    rule: Rule,
    /// For each move one number, or one for each seat.
    numbers: Vec<f64>,
    n_indices: usize,
    n_sweeps: u32,
}

impl<'a> Sweeper<'a> {
    /// Nothing learnt yet.
    pub fn new(set: &'a ClosedSet, rule: Rule) -> Self {
        let n_indices = if set.is_contest { 1 } else { set.n_seats };
        let mut numbers = Vec::with_capacity(set.moves.len() * n_indices);
        for position in &set.positions {
            for seat in Seat::all(n_indices).cycle().take(position.n_moves * n_indices) {
                let is_own = n_indices == 1 || seat == position.seat;
                let others = -rule.optimism / (set.n_seats as f64 - 1.0);
                numbers.push(if is_own { rule.optimism } else { others });
            }
        }
        Self { set, rule, numbers, n_indices, n_sweeps: 0 }
    }

    /// The sweeps so far.
    pub fn n_sweeps(&self) -> u32 {
        self.n_sweeps
    }

    /// What a move is worth to a seat, made by another or by itself.
    fn number(&self, place: usize, seat: Seat, mover: Seat) -> f64 {
        match self.n_indices {
            1 if seat == mover => self.numbers[place],
            1 => -self.numbers[place],
            n_indices => self.numbers[place * n_indices + seat.idx()],
        }
    }

    /// What a move is worth to the one who makes it.
    pub(super) fn value(&self, place: usize, mover: Seat) -> f64 {
        self.number(place, mover, mover)
    }

    /// The place of the best move of a position, the first of equal ones.
    pub(super) fn best(&self, position: &Position) -> usize {
        let value = |place: usize| self.value(place, position.seat);
        let better = |best: usize, place: usize| if value(place) > value(best) { place } else { best };
        position.places().reduce(better).unwrap_or(position.first)
    }

    /// What the position with this number is worth to a seat.
    pub fn worth(&self, number: usize, seat: Seat) -> f64 {
        let position = &self.set.positions[number];
        self.number(self.best(position), seat, position.seat)
    }

    /// What is to be expected of what comes of a move, for a seat.
    fn wanted(&self, next: Next, seat: Seat) -> f64 {
        match next {
            Next::End(returns) => reward(&returns, seat),
            Next::Position(number) => self.rule.gamma * self.worth(number as usize, seat),
            Next::Chance(first, n) => {
                let branches = &self.set.branches[first as usize..][..n as usize];
                branches.iter().map(|&(probability, next)| probability * self.wanted(next, seat)).sum()
            }
        }
    }

    /// Tries every move of every position once, the positions in the order of the lot; gives the greatest change.
    pub fn sweep(&mut self, seed: u64) -> f64 {
        let mut order: Vec<_> = (0..self.set.positions.len()).collect();
        Rng::new(Rng::derive(seed, u64::from(self.n_sweeps))).shuffle(&mut order);
        let alpha = self.rule.alpha(self.n_sweeps);
        let mut greatest: f64 = 0.0;
        for number in order {
            let position = &self.set.positions[number];
            for place in position.places() {
                for n in 0..self.n_indices {
                    let seat = if self.n_indices == 1 { position.seat } else { Seat::new(n) };
                    let wanted = self.wanted(self.set.moves[place].next, seat);
                    let number = &mut self.numbers[place * self.n_indices + n];
                    let change = alpha * (wanted - *number);
                    *number += change;
                    greatest = greatest.max(change.abs());
                }
            }
        }
        self.n_sweeps += 1;
        greatest
    }

    /// The table by which an agent plays.
    pub fn policy<G: Observe + Keyed + Clone>(&self, game: &G, made: String) -> QTable {
        let mut table = QTable::new(game, self.rule.gamma, made);
        for position in &self.set.positions {
            let value = |place: usize| self.value(place, position.seat) as f32;
            table
                .add(position.key, position.places().map(|place| (self.set.moves[place].bits, value(place))));
        }
        table
    }

    /// Writes the values, all of them or nothing.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let head = Head::default().with("sweeps", self.n_sweeps).with("numbers", self.numbers.len());
        let n_bytes = self.numbers.len() * size_of::<f64>();
        file::write(path, FORMAT, head, n_bytes, |writer| {
            self.numbers.iter().try_for_each(|number| writer.write_all(&number.to_le_bytes()))
        })?;
        Ok(())
    }

    /// Goes on with values that [`Sweeper::save`] has written.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn load(&mut self, path: &Path) -> Result<(), FileError> {
        let (head, bytes) = file::read(path, FORMAT)?;
        let (numbers, rest) = bytes.as_chunks();
        if numbers.len() != self.numbers.len() || !rest.is_empty() {
            return Err(FileError::Damaged("it holds the values of other positions".to_owned()));
        }
        self.numbers = numbers.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
        self.n_sweeps = head.number("sweeps")? as u32;
        Ok(())
    }
}
