//! Seats: the places at the board, a type of their own, so that none is mixed up with a number, an index or a colour.
//!
//! Whatever has one value a seat is a [`BySeat`], which only a [`Seat`] can index. Numbers become seats where they
//! come from outside ([`Seat::checked`]) and numbers again where they leave ([`Seat::idx`]), and nowhere between.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The most seats that a game may have.
pub const MAX_SEATS: usize = 8;

/// A place at the board, counted from 0 in the order of the first round. As text it is that number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat that begins the first round.
    pub const FIRST: Self = Self(0);

    /// The seat after the first.
    pub const SECOND: Self = Self(1);

    /// The seat with this number, which must be less than [`MAX_SEATS`].
    #[inline]
    pub const fn new(idx: usize) -> Self {
        debug_assert!(idx < MAX_SEATS);
        Self(idx as u8)
    }

    /// The seat with a number that comes from outside; `None` in a game with fewer seats.
    #[inline]
    pub const fn checked(idx: usize, n_seats: usize) -> Option<Self> {
        if idx < n_seats && idx < MAX_SEATS { Some(Self(idx as u8)) } else { None }
    }

    /// The number of the seat, for lists with one entry a seat and for whatever leaves the program.
    #[inline]
    pub const fn idx(self) -> usize {
        self.0 as usize
    }

    /// The seat as a bit, for sets of seats.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self.0
    }

    /// All seats of a game, in their order.
    #[inline]
    pub fn all(n_seats: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        debug_assert!(n_seats <= MAX_SEATS);
        (0..n_seats as u8).map(Self)
    }

    /// The seat whose turn comes after this one's, where all take their turns in order.
    #[inline]
    pub const fn next(self, n_seats: usize) -> Self {
        let next = self.0 + 1;
        if next as usize == n_seats { Self(0) } else { Self(next) }
    }

    /// The seat whose turn comes before this one's, where all take their turns in order.
    #[inline]
    pub const fn previous(self, n_seats: usize) -> Self {
        if self.0 == 0 { Self(n_seats as u8 - 1) } else { Self(self.0 - 1) }
    }

    /// How many turns after `first` this seat has its own, where all take their turns in order.
    #[inline]
    pub const fn turns_after(self, first: Self, n_seats: usize) -> usize {
        let (own, first) = (self.idx(), first.idx());
        if own < first { own + n_seats - first } else { own - first }
    }

    /// The other one of two seats.
    #[inline]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One value a seat, for `N` seats; those of seats that a game does not have mean nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BySeat<T, const N: usize = MAX_SEATS>([T; N]);

impl<T, const N: usize> BySeat<T, N> {
    /// These values, in the order of the seats.
    #[inline]
    pub const fn new(values: [T; N]) -> Self {
        Self(values)
    }

    /// What `value` says of each seat.
    #[inline]
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> Self {
        Self(std::array::from_fn(|idx| value(Seat::new(idx))))
    }

    /// The values of all `N` seats, in their order.
    #[inline]
    pub const fn all(&self) -> &[T; N] {
        &self.0
    }

    /// The same, to be changed.
    #[inline]
    pub const fn all_mut(&mut self) -> &mut [T; N] {
        &mut self.0
    }

    /// The values of the seats of a game, in their order.
    #[inline]
    pub fn of_game(&self, n_seats: usize) -> &[T] {
        &self.0[..n_seats]
    }

    /// The same, to be changed.
    #[inline]
    pub fn of_game_mut(&mut self, n_seats: usize) -> &mut [T] {
        &mut self.0[..n_seats]
    }

    /// The value of a seat, where an index cannot be written because a constant is being computed.
    #[inline]
    pub const fn at(&self, seat: Seat) -> &T {
        &self.0[seat.idx()]
    }

    /// The same, to be changed.
    #[inline]
    pub const fn at_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.idx()]
    }

    /// What `of` makes of each value.
    #[inline]
    pub fn map<U>(self, of: impl FnMut(T) -> U) -> BySeat<U, N> {
        BySeat(self.0.map(of))
    }

    /// Each of the `N` seats with its value.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::all(N).zip(&self.0)
    }
}

impl<T: Default, const N: usize> Default for BySeat<T, N> {
    #[inline]
    fn default() -> Self {
        Self::from_fn(|_| T::default())
    }
}

/// The place of a seat among `N`. Where there is one for every seat the mask changes nothing, and it spares the check
/// of bounds; with fewer, a seat that the game does not have panics as any index out of bounds does.
#[inline]
const fn place<const N: usize>(seat: Seat) -> usize {
    if N == MAX_SEATS { seat.idx() & (MAX_SEATS - 1) } else { seat.idx() }
}

impl<T, const N: usize> Index<Seat> for BySeat<T, N> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[place::<N>(seat)]
    }
}

impl<T, const N: usize> IndexMut<Seat> for BySeat<T, N> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[place::<N>(seat)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_take_turns_in_order() {
        let seats: Vec<_> = Seat::all(3).collect();
        assert_eq!(seats, [0, 1, 2].map(Seat::new));
        assert_eq!(seats.iter().map(|seat| seat.next(3).idx()).collect::<Vec<_>>(), [1, 2, 0]);
        assert!(seats.iter().all(|seat| seat.next(3).previous(3) == *seat));
        assert_eq!(seats.iter().map(|seat| seat.turns_after(seats[1], 3)).collect::<Vec<_>>(), [2, 0, 1]);
        assert_eq!((Seat::FIRST.other(), Seat::SECOND.other()), (Seat::SECOND, Seat::FIRST));
    }

    #[test]
    fn a_seat_is_written_as_its_number() {
        assert_eq!(format!("{} {:?} {:>2}", Seat::FIRST, Seat::SECOND, Seat::new(7)), "0 1  7");
    }

    #[test]
    fn numbers_from_outside_are_seats_of_the_game_or_none() {
        assert_eq!(Seat::checked(1, 2), Some(Seat::SECOND));
        assert_eq!(Seat::checked(2, 2), None);
        assert_eq!(Seat::checked(usize::MAX, usize::MAX), None);
    }

    #[test]
    fn every_seat_has_a_value_of_its_own() {
        let mut values = BySeat::<_>::from_fn(|seat| 10 * seat.idx());
        values[Seat::new(7)] += 1;
        assert_eq!(values.all(), &[0, 10, 20, 30, 40, 50, 60, 71]);
        assert_eq!(values.of_game(2), [0, 10]);
        assert!(values.iter().all(|(seat, &value)| values[seat] == value));
    }
}
