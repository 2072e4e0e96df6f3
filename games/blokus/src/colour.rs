//! Colours: what is laid on the board, a type of their own, so that none is mixed up with a seat.
//!
//! A colour belongs to one seat, which may have two, or to none: three players place the fourth colour in turn.
//! `Blokus::owner` is the one place that says which.

use std::ops::{Index, IndexMut};

/// A colour, counted from 0 in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(u8);

impl Colour {
    /// The colour that begins: black, or blue.
    pub const FIRST: Self = Self(0);

    /// The colour with this number.
    #[inline]
    pub const fn new(idx: usize) -> Self {
        Self(idx as u8)
    }

    /// The number of the colour, for lists with one entry a colour and for sets of bits.
    #[inline]
    pub const fn idx(self) -> usize {
        self.0 as usize
    }

    /// All colours of a game, in the order of play.
    #[inline]
    pub fn all(n_colours: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..n_colours as u8).map(Self)
    }

    /// The colour that comes so many turns later.
    #[inline]
    pub const fn later(self, turns: usize, n_colours: usize) -> Self {
        Self::new((self.idx() + turns) % n_colours)
    }
}

/// One value a colour, in a game of `C` colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByColour<T, const C: usize>([T; C]);

impl<T, const C: usize> ByColour<T, C> {
    /// These values, in the order of play.
    #[inline]
    pub const fn new(values: [T; C]) -> Self {
        Self(values)
    }

    /// What `value` says of each colour.
    #[inline]
    pub fn from_fn(mut value: impl FnMut(Colour) -> T) -> Self {
        Self(std::array::from_fn(|idx| value(Colour::new(idx))))
    }

    /// Each colour with its value.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Colour, &T)> + ExactSizeIterator {
        Colour::all(C).zip(&self.0)
    }
}

impl<T, const C: usize> Index<Colour> for ByColour<T, C> {
    type Output = T;

    #[inline]
    fn index(&self, colour: Colour) -> &T {
        &self.0[colour.idx()]
    }
}

impl<T, const C: usize> IndexMut<Colour> for ByColour<T, C> {
    #[inline]
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        &mut self.0[colour.idx()]
    }
}
