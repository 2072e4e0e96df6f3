//! Numbers on the common scale of values (see [`ludwerk_core::value`]): what results and shares are worth on it, and
//! how such numbers are averaged.
//!
//! A number is from one seat's point of view.

pub(crate) use ludwerk_core::value::DECIDED;
pub use ludwerk_core::value::WIN;
use ludwerk_core::{Game, Returns, Seat, Value};

use crate::walk::SeatValues;

/// The value for `seat` of a game that ends like this, `plies` plies from now.
pub fn of_returns(returns: &Returns, seat: Seat, plies: u32) -> f64 {
    of_share(returns[seat], returns.as_slice().len(), plies)
}

/// The value of a share of the win among `n_seats`, `plies` plies from now. An expected share is worth as
/// much as a sure one.
pub fn of_share(share: f64, n_seats: usize, plies: u32) -> f64 {
    let equal = 1.0 / n_seats as f64;
    let fraction = if share >= equal { (share - equal) / (1.0 - equal) } else { share / equal - 1.0 };
    match fraction {
        f if f > 0.0 => f * WIN - f64::from(plies),
        f if f < 0.0 => f * WIN + f64::from(plies),
        // A game for one has nobody to win against: its only share is the equal one.
        _ => 0.0,
    }
}

/// The value of a share that is only a mean, however near to a whole win or loss: never that of a decided game.
pub(crate) fn of_mean_share(share: f64, n_seats: usize) -> f64 {
    const MOST: f64 = 0.98 * WIN;
    of_share(share, n_seats, 0).clamp(-MOST, MOST)
}

/// The values of all seats from that of one: in a contest of two the other loses what the one wins. With more,
/// or where both may win, nothing follows, and the list is empty.
pub(crate) fn of_all(value: Value, seat: Seat, game: &impl Game) -> Vec<Value> {
    if game.n_seats() == 2 && game.info().is_constant_sum() {
        of_two(value.number(), seat).of_game(2).iter().map(|&number| value.with_number(number)).collect()
    } else {
        Vec::new()
    }
}

/// The same value on a scale that can be averaged and summed over seats: there each of the others loses an
/// equal part of what one wins, so that a loss among `n` is a win divided by `1 − n`, and everything in
/// between lies in proportion to its share. For two seats the scales are the same. Evaluations stay as they
/// are, if they are small beside a win: above `−DECIDED / (n − 1)`.
pub fn to_linear(value: f64, n_seats: usize) -> f64 {
    let is_loss = value < -DECIDED && value.is_finite();
    if is_loss { value / (n_seats as f64 - 1.0) } else { value }
}

/// Back from [`to_linear`], also for means of such values.
pub fn from_linear(value: f64, n_seats: usize) -> f64 {
    let others = n_seats as f64 - 1.0;
    if value < -DECIDED / others { value * others } else { value }
}

/// The values of both seats of a contest for two, from the value for one of them.
pub(crate) fn of_two(value: f64, seat: Seat) -> SeatValues {
    let mut values = SeatValues::default();
    values[seat] = value;
    values[seat.other()] = -value;
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_wins_and_late_losses_are_preferred() {
        let win = Returns::win(2, Seat::FIRST);
        assert!(of_returns(&win, Seat::FIRST, 1) > of_returns(&win, Seat::FIRST, 3));
        assert!(of_returns(&win, Seat::SECOND, 1) < of_returns(&win, Seat::SECOND, 3));
        assert_eq!(of_returns(&win, Seat::FIRST, 3), -of_returns(&win, Seat::SECOND, 3));
    }

    #[test]
    fn equal_shares_are_worth_nothing() {
        for n_seats in 1..=4 {
            assert_eq!(of_returns(&Returns::draw(n_seats), Seat::FIRST, 5), 0.0);
        }
    }

    #[test]
    fn an_even_lot_is_worth_nothing_to_any_number_of_seats() {
        for n_seats in 2..=4 {
            let value =
                |winner| to_linear(of_returns(&Returns::win(n_seats, winner), Seat::FIRST, 0), n_seats);
            let mean = Seat::all(n_seats).map(value).sum::<f64>() / n_seats as f64;
            assert!(mean.abs() < 1e-6, "{mean}");
            assert_eq!(from_linear(value(Seat::SECOND), n_seats), -WIN);
        }
    }

    #[test]
    fn shares_between_are_ordered() {
        let shared = Returns::shared(3, |seat| seat.idx() < 2);
        let value = of_returns(&shared, Seat::FIRST, 0);
        assert_eq!(value, 0.25 * WIN);
        assert_eq!(of_returns(&shared, Seat::new(2), 0), -WIN);
    }
}
