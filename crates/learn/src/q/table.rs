//! The table that Q-learning fills: numbers for the moves of the positions that were met.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{self, Write};
use std::path::Path;

use ludwerk_core::{Game, Keyed, Move, Observe, Returns, Seat};
use ludwerk_search::QTable;
use ludwerk_search::file::{self, FileError, Head};
use thiserror::Error;

use super::{Rule, reward};

/// The first line of a file.
const FORMAT: &str = "ludwerk-qlearning 1";

/// Numbers for the moves of positions.
#[derive(Debug)]
pub struct Table {
    rule: Rule,
    n_seats: usize,
    /// How many numbers a move has: one where those of the other seats follow from it or are not known.
    n_indices: usize,
    most_bytes: usize,
    positions: HashMap<u64, Position, BuildHasherDefault<Mixed>>,
    moves: Vec<u32>,
    /// The numbers of each move.
    numbers: Vec<f64>,
    /// How often each move was tried.
    visits: Vec<u32>,
}

/// Keys are mixed already.
#[derive(Clone, Copy, Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Where the moves of a position stand.
#[derive(Clone, Copy, Debug)]
struct Position {
    first: usize,
    n_moves: u32,
    seat: Seat,
}

/// A move that was tried, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The position, by what the mover sees.
    pub key: u64,
    /// Who made the move.
    pub seat: Seat,
    /// The legal moves.
    pub legal: Vec<u32>,
    /// The place of the move that was made.
    pub chosen: usize,
    /// What came of it.
    pub next: Next,
}

/// What came of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// The end.
    End(Returns),
    /// A position with this key, in which this seat is to move.
    Position(u64, Seat),
}

/// There is no room for another position.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{positions} positions fill the {} MiB that a table may take", most_bytes >> 20)]
pub struct Full {
    /// How many positions the table holds.
    pub positions: usize,
    /// What it may take.
    pub most_bytes: usize,
}

/// What a position takes: its key and place, and room for the map to grow.
const PER_POSITION: usize = 2 * (8 + size_of::<Position>());

impl Table {
    /// An empty table of a game that takes no more memory than that.
    pub fn new<G: Game>(game: &G, rule: Rule, most_bytes: usize) -> Self {
        let info = game.info();
        let is_one_enough = info.is_hidden() || game.n_seats() == 2 && info.is_constant_sum();
        Self {
            rule,
            n_seats: game.n_seats(),
            n_indices: if is_one_enough { 1 } else { game.n_seats() },
            most_bytes,
            positions: HashMap::default(),
            moves: Vec::new(),
            numbers: Vec::new(),
            visits: Vec::new(),
        }
    }

    /// How many positions it holds.
    pub fn n_positions(&self) -> usize {
        self.positions.len()
    }

    /// How many moves it holds.
    pub fn n_moves(&self) -> usize {
        self.moves.len()
    }

    fn per_move(&self) -> usize {
        4 + 4 + 8 * self.n_indices
    }

    /// The bytes that it takes, more or less.
    pub fn bytes(&self) -> usize {
        self.positions.len() * PER_POSITION + self.moves.len() * self.per_move()
    }

    /// What a move is worth to a seat before it was tried, if this seat makes it.
    fn hope(&self, seat: Seat, mover: Seat) -> f64 {
        let optimism = self.rule.optimism;
        if seat == mover { optimism } else { -optimism / (self.n_seats as f64 - 1.0) }
    }

    /// What a move is worth to a seat.
    fn number(&self, place: usize, seat: Seat, mover: Seat) -> f64 {
        match self.n_indices {
            1 if seat == mover => self.numbers[place],
            1 => -self.numbers[place],
            n_indices => self.numbers[place * n_indices + seat.idx()],
        }
    }

    /// The values of the moves of a position for the one who makes them, in the order in which they were entered; none
    /// if it is not known.
    pub fn values(&self, key: u64) -> impl ExactSizeIterator<Item = f64> + '_ {
        let position = self.positions.get(&key).copied();
        let position = position.unwrap_or(Position { first: 0, n_moves: 0, seat: Seat::FIRST });
        let mover = position.seat;
        (0..position.n_moves as usize).map(move |n| self.number(position.first + n, mover, mover))
    }

    /// The place of the best move of a position, the first of equal ones.
    fn best(&self, position: Position) -> usize {
        let mover = position.seat;
        let places = position.first..position.first + position.n_moves as usize;
        let value = |place: usize| self.number(place, mover, mover);
        places.reduce(|best, place| if value(place) > value(best) { place } else { best }).unwrap_or(0)
    }

    /// What a position is worth to a seat, with this seat to move.
    pub fn worth(&self, key: u64, mover: Seat, seat: Seat) -> f64 {
        match self.positions.get(&key) {
            Some(&position) => self.number(self.best(position), seat, mover),
            None => self.hope(seat, mover),
        }
    }

    /// Learns from a move that was tried; gives how much its value has changed for the one who made it.
    ///
    /// # Errors
    /// [`Full`].
    pub fn learn(&mut self, tried: &Tried) -> Result<f64, Full> {
        let position = self.enter(tried)?;
        let place = position.first + tried.chosen;
        let alpha = self.rule.alpha(self.visits[place]);
        self.visits[place] = self.visits[place].saturating_add(1);
        let wanted = |seat: Seat| match &tried.next {
            Next::End(returns) => reward(returns, seat),
            &Next::Position(key, mover) => self.rule.gamma * self.worth(key, mover, seat),
        };
        let change = |seat: Seat| alpha * (wanted(seat) - self.number(place, seat, tried.seat));
        let changes: Vec<_> = if self.n_indices == 1 {
            vec![change(tried.seat)]
        } else {
            Seat::all(self.n_seats).map(change).collect()
        };
        for (n, change) in changes.iter().enumerate() {
            self.numbers[place * self.n_indices + n] += change;
        }
        let own = if self.n_indices == 1 { 0 } else { tried.seat.idx() };
        Ok(changes[own].abs())
    }

    /// Whether there is room for all positions of these moves.
    ///
    /// # Errors
    /// [`Full`].
    pub fn check_room<'a>(&self, tried: impl Iterator<Item = &'a Tried>) -> Result<(), Full> {
        let new: HashMap<u64, usize> = tried
            .filter(|tried| !self.positions.contains_key(&tried.key))
            .map(|tried| (tried.key, tried.legal.len()))
            .collect();
        let n_moves: usize = new.values().sum();
        if self.bytes() + new.len() * PER_POSITION + n_moves * self.per_move() > self.most_bytes {
            return Err(Full { positions: self.positions.len(), most_bytes: self.most_bytes });
        }
        Ok(())
    }

    /// The position of a move that was tried, entered if it is new.
    fn enter(&mut self, tried: &Tried) -> Result<Position, Full> {
        if let Some(&position) = self.positions.get(&tried.key) {
            return Ok(position);
        }
        if self.bytes() + PER_POSITION + tried.legal.len() * self.per_move() > self.most_bytes {
            return Err(Full { positions: self.positions.len(), most_bytes: self.most_bytes });
        }
        let position =
            Position { first: self.moves.len(), n_moves: tried.legal.len() as u32, seat: tried.seat };
        self.moves.extend_from_slice(&tried.legal);
        self.visits.resize(self.moves.len(), 0);
        for _ in 0..tried.legal.len() {
            for n in 0..self.n_indices {
                let seat = if self.n_indices == 1 { tried.seat } else { Seat::new(n) };
                self.numbers.push(self.hope(seat, tried.seat));
            }
        }
        self.positions.insert(tried.key, position);
        Ok(position)
    }

    /// The legal moves of a position with their values, for whoever plays by the table: `None` if it is not known, or
    /// holds other moves.
    pub fn known<M: Move>(&self, key: u64, legal: &[M]) -> Option<Vec<f64>> {
        let position = self.positions.get(&key)?;
        let moves = &self.moves[position.first..][..position.n_moves as usize];
        let is_same = moves.len() == legal.len() && moves.iter().zip(legal).all(|(a, b)| *a == b.to_bits());
        is_same.then(|| self.values(key).collect())
    }

    /// The table by which an agent plays: all moves that were tried.
    pub fn policy<G: Observe + Keyed + Clone>(&self, game: &G, made: String) -> QTable {
        let mut table = QTable::new(game, self.rule.gamma, made);
        for (&key, position) in &self.positions {
            let mover = position.seat;
            let places = position.first..position.first + position.n_moves as usize;
            let tried = places.filter(|&place| self.visits[place] > 0);
            table.add(key, tried.map(|place| (self.moves[place], self.number(place, mover, mover) as f32)));
        }
        table
    }

    /// Writes all that goes on from here, all of it or nothing. `progress` says how far learning is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path, progress: u64) -> io::Result<()> {
        let head = Head::default()
            .with("progress", progress)
            .with("positions", self.positions.len())
            .with("moves", self.moves.len())
            .with("numbers", self.n_indices);
        let n_bytes = self.positions.len() * (8 + 8 + 4 + 1) + self.moves.len() * self.per_move();
        file::write(path, FORMAT, head, n_bytes, |writer| self.write(writer))?;
        Ok(())
    }

    fn write(&self, writer: &mut dyn Write) -> io::Result<()> {
        // In the order of their places: equal tables are equal files.
        let mut positions: Vec<_> = self.positions.iter().collect();
        positions.sort_unstable_by_key(|(_, position)| position.first);
        for (key, position) in positions {
            writer.write_all(&key.to_le_bytes())?;
            writer.write_all(&(position.first as u64).to_le_bytes())?;
            writer.write_all(&position.n_moves.to_le_bytes())?;
            writer.write_all(&[position.seat.idx() as u8])?;
        }
        self.moves.iter().try_for_each(|bits| writer.write_all(&bits.to_le_bytes()))?;
        self.visits.iter().try_for_each(|visits| writer.write_all(&visits.to_le_bytes()))?;
        self.numbers.iter().try_for_each(|number| writer.write_all(&number.to_le_bytes()))
    }

    /// Reads what [`Table::save`] has written into this table, and gives how far learning was.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn load(&mut self, path: &Path) -> Result<u64, FileError> {
        let (head, bytes) = file::read(path, FORMAT)?;
        let damaged = || FileError::Damaged("its head does not fit what follows".to_owned());
        let n_positions = head.number("positions")? as usize;
        let n_moves = head.number("moves")? as usize;
        let n_bytes = n_positions * (8 + 8 + 4 + 1) + n_moves * self.per_move();
        if head.number("numbers")? as usize != self.n_indices || bytes.len() != n_bytes {
            return Err(damaged());
        }
        let mut rest = bytes.as_slice();
        self.positions.clear();
        for _ in 0..n_positions {
            let key = u64::from_le_bytes(take(&mut rest));
            let first = u64::from_le_bytes(take(&mut rest)) as usize;
            let n_moves_here = u32::from_le_bytes(take(&mut rest));
            let [seat] = take(&mut rest);
            let seat = Seat::checked(seat.into(), self.n_seats).ok_or_else(damaged)?;
            if first + n_moves_here as usize > n_moves {
                return Err(damaged());
            }
            self.positions.insert(key, Position { first, n_moves: n_moves_here, seat });
        }
        self.moves = (0..n_moves).map(|_| u32::from_le_bytes(take(&mut rest))).collect();
        self.visits = (0..n_moves).map(|_| u32::from_le_bytes(take(&mut rest))).collect();
        self.numbers = (0..n_moves * self.n_indices).map(|_| f64::from_le_bytes(take(&mut rest))).collect();
        head.number("progress")
    }
}

/// The next bytes, of which there are enough.
fn take<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let (first, more) = rest.split_first_chunk().expect("the size was checked");
    *rest = more;
    *first
}
