//! Results: one value a seat, never "white or black".

use std::fmt;
use std::ops::Index;

use crate::{BySeat, MAX_SEATS, Seat};

/// What each seat gets at the end: shares of the win, so a sole winner has 1 and
/// `k` seats who share it have `1/k` each.
#[derive(Clone, Copy, PartialEq)]
pub struct Returns {
    n_seats: u8,
    shares: BySeat<f64>,
}

impl Returns {
    /// Returns with these shares, one for each seat.
    ///
    /// # Panics
    /// With more than [`MAX_SEATS`] shares.
    pub fn from_shares(shares: &[f64]) -> Self {
        let mut all = [0.0; MAX_SEATS];
        all[..shares.len()].copy_from_slice(shares);
        Self { n_seats: shares.len() as u8, shares: BySeat::new(all) }
    }

    /// A game that `winner` alone has won.
    pub fn win(n_seats: usize, winner: Seat) -> Self {
        Self::shared(n_seats, |seat| seat == winner)
    }

    /// A game that all seats share.
    pub fn draw(n_seats: usize) -> Self {
        Self::shared(n_seats, |_| true)
    }

    /// A game shared by the seats for which `wins` holds; by all if it holds for none.
    pub fn shared(n_seats: usize, wins: impl Fn(Seat) -> bool) -> Self {
        let n_winners = Seat::all(n_seats).filter(|&seat| wins(seat)).count();
        let mut shares = BySeat::new([0.0; MAX_SEATS]);
        for seat in Seat::all(n_seats) {
            if n_winners == 0 {
                shares[seat] = 1.0 / n_seats as f64;
            } else if wins(seat) {
                shares[seat] = 1.0 / n_winners as f64;
            }
        }
        Self { n_seats: n_seats as u8, shares }
    }

    /// The shares, one a seat.
    pub fn as_slice(&self) -> &[f64] {
        self.shares.of_game(usize::from(self.n_seats))
    }

    /// The only seat with the whole win, if there is one.
    pub fn sole_winner(&self) -> Option<Seat> {
        Seat::all(usize::from(self.n_seats)).find(|&seat| self[seat] == 1.0)
    }
}

impl Index<Seat> for Returns {
    type Output = f64;

    fn index(&self, seat: Seat) -> &f64 {
        debug_assert!(seat.idx() < usize::from(self.n_seats));
        &self.shares[seat]
    }
}

impl fmt::Debug for Returns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// What each seat gets.
    pub returns: Returns,
    /// The reason in a word or two, as records store it: `catch`, `repetition`, …
    pub reason: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_one() {
        assert_eq!(Returns::win(3, Seat::SECOND).as_slice(), [0.0, 1.0, 0.0]);
        assert_eq!(Returns::draw(4).as_slice(), [0.25; 4]);
        assert_eq!(Returns::shared(3, |seat| seat != Seat::FIRST).as_slice(), [0.0, 0.5, 0.5]);
        assert_eq!(Returns::shared(2, |_| false).as_slice(), [0.5, 0.5]);
    }

    #[test]
    fn only_a_whole_share_is_a_sole_win() {
        assert_eq!(Returns::win(3, Seat::new(2)).sole_winner(), Some(Seat::new(2)));
        assert_eq!(Returns::draw(2).sole_winner(), None);
    }
}
