//! The course of a game, for the rules that look at it (repetition).

use crate::Move;

/// The plies that led to a position: for each, the key of the position before it and the move.
///
/// A search pushes and pops its own plies on the history of the game, so that a repetition
/// that mixes both is seen. No allocation happens once the history has its longest length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    plies: Vec<(u64, u32)>,
}

impl History {
    /// The history of a game that has just begun.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of plies.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether no ply was played.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Adds a ply: the key of the position it was played in, and the move.
    pub fn push(&mut self, key_before: u64, mv: impl Move) {
        self.plies.push((key_before, mv.to_bits()));
    }

    /// Takes the last ply back.
    pub fn pop(&mut self) {
        self.plies.pop();
    }

    /// How many earlier positions had this key; the present one is not among them.
    pub fn occurrences(&self, key: u64) -> usize {
        self.occurrences_before(self.len(), key)
    }

    /// How many of the positions before ply `ply` had this key.
    pub fn occurrences_before(&self, ply: usize, key: u64) -> usize {
        self.plies.iter().take(ply).filter(|&&(earlier, _)| earlier == key).count()
    }

    /// Whether an earlier position had this key, in a game whose players take turns ply by ply: only every second one can.
    #[inline]
    pub fn recurs_in_turns(&self, key: u64) -> bool {
        self.plies.iter().rev().skip(1).step_by(2).any(|&(earlier, _)| earlier == key)
    }

    /// How many positions had this key since the last move whose bits `is_final` calls so: one that no later moves
    /// can make undone, so that nothing before it can occur again.
    #[inline]
    pub fn occurrences_since(&self, key: u64, is_final: impl Fn(u32) -> bool) -> usize {
        let reversible = self.plies.iter().rev().take_while(|&&(_, bits)| !is_final(bits));
        reversible.filter(|&&(earlier, _)| earlier == key).count()
    }

    /// How many plies were played since the last move whose bits `is_final` calls so, or since the start.
    #[inline]
    pub fn plies_since(&self, is_final: impl Fn(u32) -> bool) -> usize {
        self.plies.iter().rev().take_while(|&&(_, bits)| !is_final(bits)).count()
    }

    /// The moves since `earlier`, oldest first, if this history goes on from there; the position then had the
    /// key `key`, unless nothing was played since.
    pub fn moves_since<M: Move>(&self, earlier: &Self, key: u64) -> Option<Vec<M>> {
        let since = self.plies.strip_prefix(earlier.plies.as_slice())?;
        if since.first().is_some_and(|&(before, _)| before != key) {
            return None;
        }
        since.iter().map(|&(_, bits)| M::from_bits(bits)).collect()
    }

    /// The moves, newest first.
    pub fn latest_moves<M: Move>(&self) -> impl Iterator<Item = M> {
        self.plies.iter().rev().filter_map(|&(_, bits)| M::from_bits(bits))
    }
}
