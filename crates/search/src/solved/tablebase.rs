//! The table of a solved game: packed into little room, and asked for any position.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use ludwerk_core::{Indexed, Outlook, Turn, outlook_by_play};
use thiserror::Error;

use super::coder::Chance;
use super::pack::{self, BLOCK, Model, Tally};
use super::workers::Crew;
use super::{SolveError, Summary, Values, Verdict};
use crate::file::{self, FileError, Head};

/// The first line of a file.
const FORMAT: &str = "ludwerk-table 1";

/// What all positions of a game are worth.
pub struct Tablebase {
    name: String,
    rules: String,
    n_indices: u64,
    n_kinds: usize,
    model: Model,
    /// Where each block begins.
    starts: Vec<u32>,
    blocks: Vec<u8>,
}

/// A file that is no table, or not the one that is wanted.
#[derive(Debug, Error)]
pub enum TablebaseError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It is not such a file, or it is damaged.
    #[error("{0}")]
    Damaged(String),
    /// It is the table of something else.
    #[error("it is the tablebase of {0}")]
    OtherGame(String),
}

impl From<FileError> for TablebaseError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Io(error) => Self::Io(error),
            FileError::Damaged(why) => Self::Damaged(why),
        }
    }
}

/// The most bytes of all blocks, so that their starts can be told.
const MOST_BYTES: usize = u32::MAX as usize;

/// Blocks that one thread packs before it hands them over.
const PER_JOB: u64 = 64;

/// The model is learnt from one block in so many.
const LEARN_FROM_ONE_IN: u64 = 8;

impl Tablebase {
    /// Packs the values of a game.
    pub fn new<G: Indexed>(game: &G, values: &Values) -> Self {
        let stop = AtomicBool::new(false);
        Self::pack(game, values, Crew::new(1, &stop), &mut |_| {}).unwrap_or_else(|error| {
            unreachable!("nobody stops it, and small games have small tables: {error}")
        })
    }

    /// Packs the values of a game with a crew.
    ///
    /// # Errors
    /// [`SolveError::Stopped`], or [`SolveError::TooLarge`] where values resist all packing.
    pub(super) fn pack<G: Indexed>(
        game: &G,
        values: &Values,
        crew: Crew<'_>,
        tell: &mut dyn FnMut(f64),
    ) -> Result<Self, SolveError> {
        const LEARNING: f64 = 0.1;
        let half_of = |number: u64| values.half_of_loss(number as usize);
        let n_blocks = pack::n_blocks(game);
        let n_jobs = n_blocks.div_ceil(PER_JOB);
        let blocks_of = |job: usize| {
            let first = job as u64 * PER_JOB;
            first..(first + PER_JOB).min(n_blocks)
        };

        // 1. Learn what is likely from a part of the blocks, spread over all of them.
        let tally = Mutex::new(Tally::new(game.n_kinds()));
        let step = if n_blocks > 1000 { LEARN_FROM_ONE_IN } else { 1 };
        let n_lots = 64.min(n_blocks.div_ceil(step));
        let learn = |lot: usize| {
            let mut own = Tally::new(game.n_kinds());
            let blocks = (0..n_blocks).step_by(step as usize).skip(lot).step_by(n_lots as usize);
            blocks.for_each(|block| own.add(game, block, half_of));
            tally.lock().unwrap_or_else(PoisonError::into_inner).merge(&own);
        };
        if !crew.each(n_lots as usize, &mut |done| tell(done * LEARNING), learn) {
            return Err(SolveError::Stopped);
        }
        let model = tally.into_inner().unwrap_or_else(PoisonError::into_inner).model();

        // 2. Pack all of them.
        let mut parts = Vec::new();
        parts.resize_with(n_jobs as usize, || Mutex::new((Vec::new(), Vec::new())));
        let pack = |job: usize| {
            let (mut bytes, mut sizes) = (Vec::new(), Vec::new());
            for block in blocks_of(job) {
                let before = bytes.len();
                pack::pack(game, &model, block, half_of, &mut bytes);
                sizes.push((bytes.len() - before) as u32);
            }
            bytes.shrink_to_fit();
            *parts[job].lock().unwrap_or_else(PoisonError::into_inner) = (bytes, sizes);
        };
        if !crew.each(n_jobs as usize, &mut |done| tell(LEARNING + done * (1.0 - LEARNING)), pack) {
            return Err(SolveError::Stopped);
        }
        let (mut blocks, mut starts) = (Vec::new(), Vec::with_capacity(n_blocks as usize));
        for part in parts {
            let (bytes, sizes) = part.into_inner().unwrap_or_else(PoisonError::into_inner);
            let mut start = blocks.len() as u32;
            if sizes.iter().any(|&size| size > u32::from(u16::MAX)) || blocks.len() + bytes.len() > MOST_BYTES
            {
                return Err(SolveError::TooLarge("a table that resists all packing".to_owned()));
            }
            for size in sizes {
                starts.push(start);
                start += size;
            }
            blocks.extend_from_slice(&bytes);
        }
        Ok(Self {
            name: game.table_name().unwrap_or_default().to_owned(),
            rules: game.variant().to_owned(),
            n_indices: game.n_indices(),
            n_kinds: game.n_kinds(),
            model,
            starts,
            blocks,
        })
    }

    /// Reads a file, and checks that it is whole.
    ///
    /// # Errors
    /// [`TablebaseError`].
    pub fn open(path: &Path) -> Result<Self, TablebaseError> {
        let (head, bytes) = file::read(path, FORMAT)?;
        let damaged = || TablebaseError::Damaged("its head does not fit what follows".to_owned());
        let (n_indices, n_kinds) = (head.number("numbers")?, head.number("kinds")?);
        if head.number("block")? != BLOCK {
            return Err(damaged());
        }
        // 1. Every count is checked against the size before anything is made of it.
        let most = bytes.len() as u64;
        let n_blocks = n_indices.div_ceil(BLOCK);
        if n_blocks > most || n_kinds > most {
            return Err(damaged());
        }
        let n_kinds = n_kinds as usize;
        let (n_chance_bytes, n_size_bytes) = (2 * Model::n_chances(n_kinds), 2 * n_blocks as usize);
        if bytes.len() < n_chance_bytes + n_size_bytes {
            return Err(damaged());
        }
        let (chances, rest) = bytes.split_at(n_chance_bytes);
        let (sizes, blocks) = rest.split_at(n_size_bytes);
        let number = |pair: &[u8]| u16::from_le_bytes([pair[0], pair[1]]);
        // 2. The starts of blocks are the sums of their sizes.
        let mut starts = Vec::with_capacity(n_blocks as usize);
        let mut start = 0u32;
        for size in sizes.chunks_exact(2).map(number) {
            starts.push(start);
            start = start.checked_add(size.into()).ok_or_else(damaged)?;
        }
        if start as usize != blocks.len() {
            return Err(damaged());
        }
        let chances: Vec<Chance> = chances.chunks_exact(2).map(number).collect();
        Ok(Self {
            name: head.get("game")?.to_owned(),
            rules: head.get("rules")?.to_owned(),
            n_indices,
            n_kinds,
            model: Model::from_chances(chances, n_kinds),
            starts,
            blocks: blocks.to_vec(),
        })
    }

    /// Writes the file, all of it or nothing; gives its size.
    ///
    /// # Errors
    /// [`TablebaseError::Io`].
    pub fn write(&self, path: &Path, summary: &Summary) -> Result<u64, TablebaseError> {
        let count = |counts: &[(u32, u64)]| counts.iter().map(|&(_, count)| count).sum::<u64>();
        let head = Head::default()
            .with("game", &self.name)
            .with("rules", &self.rules)
            .with("numbers", self.n_indices)
            .with("positions", summary.positions)
            .with("won", count(&summary.wins))
            .with("lost", count(&summary.losses))
            .with("drawn", summary.draws)
            .with("longest", summary.longest())
            .with("block", BLOCK)
            .with("kinds", self.n_kinds);
        let bytes_of = |numbers: &mut dyn Iterator<Item = u16>| -> Vec<u8> {
            numbers.flat_map(u16::to_le_bytes).collect()
        };
        let chances = bytes_of(&mut self.model.chances());
        let ends = self.starts.iter().skip(1).copied().chain([self.blocks.len() as u32]);
        let sizes = bytes_of(&mut self.starts.iter().zip(ends).map(|(start, end)| (end - start) as u16));
        let parts = [&chances, &sizes, &self.blocks];
        let n_bytes = parts.iter().map(|part| part.len()).sum();
        Ok(file::write(path, FORMAT, head, n_bytes, |writer| {
            parts.iter().try_for_each(|part| writer.write_all(part))
        })?)
    }

    /// Checks that it is the table of this game.
    ///
    /// # Errors
    /// [`TablebaseError::OtherGame`].
    pub fn check_game<G: Indexed>(&self, game: &G) -> Result<(), TablebaseError> {
        let fits = game.table_name() == Some(&self.name)
            && game.n_indices() == self.n_indices
            && game.n_kinds() == self.n_kinds;
        if fits { Ok(()) } else { Err(TablebaseError::OtherGame(self.name.clone())) }
    }

    /// What a position is worth to the player to move, whatever happened before; `None` where the game is over, or the
    /// position is not in the table.
    pub fn probe<G: Indexed>(&self, game: &G, state: &G::State) -> Option<Verdict> {
        if game.turn(state) == Turn::Over {
            return None;
        }
        let Some(number) = game.index(state) else {
            return (outlook_by_play(game, state) == Outlook::Won).then_some(Verdict::Win(1));
        };
        match game.outlook(state) {
            Outlook::Won => return Some(Verdict::Win(1)),
            Outlook::Open(0) => return Some(Verdict::Loss(2)),
            Outlook::Open(_) => {}
        }
        if let Some(plies) = self.told_loss(game, number) {
            return Some(Verdict::Loss(plies));
        }
        // It is not lost: won if a lost position can be reached, otherwise drawn.
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        let losses = moves.into_iter().filter_map(|mv| {
            let mut next = state.clone();
            game.play_unchecked(&mut next, mv);
            self.loss(game, &next)
        });
        Some(losses.min().map_or(Verdict::Draw, |plies| Verdict::Win(plies + 1)))
    }

    /// In how many plies a position is lost, if it goes on and is.
    fn loss<G: Indexed>(&self, game: &G, state: &G::State) -> Option<u32> {
        // Without a number it is won at once.
        let number = game.index(state)?;
        if game.turn(state) == Turn::Over {
            return None;
        }
        match game.outlook(state) {
            Outlook::Won => None,
            Outlook::Open(0) => Some(2),
            Outlook::Open(_) => self.told_loss(game, number),
        }
    }

    /// What is told of a number whose value does not show by itself: in how many plies it is lost.
    fn told_loss<G: Indexed>(&self, game: &G, number: u64) -> Option<u32> {
        let mut told = 0;
        pack::unpack(game, &self.model, number, self.block(number / BLOCK), |_, half| told = half);
        (told > 0).then_some(2 * told)
    }

    /// Sets the values of numbers that the table tells or that show by themselves, and leaves the others open. The
    /// numbers begin with a block, and end with one or with the last of them.
    pub(super) fn read<G: Indexed>(&self, game: &G, numbers: Range<u64>, values: &Values) {
        game.scan(numbers.clone(), |number, outlook, _| {
            let number = number as usize;
            match outlook {
                Outlook::Won => values.decide(number, 1),
                Outlook::Open(0) => values.decide(number, 2),
                Outlook::Open(_) => values.leave_open(number, 1),
            }
        });
        for first in numbers.clone().step_by(BLOCK as usize) {
            let last = (first + BLOCK).min(numbers.end) - 1;
            pack::unpack(game, &self.model, last, self.block(first / BLOCK), |number, half| {
                if half > 0 {
                    values.decide(number as usize, 2 * half as u8);
                }
            });
        }
    }

    /// The bytes from the beginning of a block on.
    fn block(&self, block: u64) -> &[u8] {
        &self.blocks[self.starts[block as usize] as usize..]
    }

    /// Every move of a position with what it is worth to the player who makes it, the best first. Moves to positions
    /// that the table does not hold are left out.
    pub fn moves<G: Indexed>(&self, game: &G, state: &G::State) -> Vec<(G::Move, Verdict)> {
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        let judge = |mv| Some((mv, self.probe_move(game, state, mv)?));
        let mut judged: Vec<_> = moves.into_iter().filter_map(judge).collect();
        judged.sort_by_key(|&(_, verdict)| std::cmp::Reverse(verdict));
        judged
    }

    /// What a legal move is worth to the player who makes it.
    pub fn probe_move<G: Indexed>(&self, game: &G, state: &G::State, mv: G::Move) -> Option<Verdict> {
        let Turn::Player(mover) = game.turn(state) else { return None };
        let mut next = state.clone();
        game.play_unchecked(&mut next, mv);
        match game.outcome(&next) {
            Some(outcome) => Some(Verdict::of_end(&outcome, mover)),
            None => Some(self.probe(game, &next)?.of_move_to()),
        }
    }
}
