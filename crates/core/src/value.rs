//! Values of positions and moves: evaluations, win probabilities, and wins or losses in so many plies.
//!
//! All of them lie on one scale, so that a search compares them whatever they are. Evaluations lie around 0. A sure win
//! is [`WIN`] minus the plies until it, a sure loss is minus [`WIN`] plus the plies, so that nearer wins and later
//! losses are preferred. A draw, or any equal share of the win, is 0; other shares lie between in proportion.
//!
//! Searches count with plain numbers on this scale, and report a [`Value`], which knows what its number means.

/// A win, before the plies are subtracted. Far above any evaluation.
pub const WIN: f64 = 1_000_000.0;

/// Beyond this a value speaks of a game that is decided, or of a share of one; evaluations are smaller.
pub const DECIDED: f64 = WIN / 64.0;

/// Nearer to a win than this, the difference is the number of plies.
const MOST_PLIES: f64 = 10_000.0;

/// The value of a position or a move, from one seat's point of view. The greater it is, the better for that seat.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Value {
    number: f64,
    unit: Unit,
    n_seats: u8,
}

/// The unit of the values of a search, as long as nothing is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Points of an evaluation.
    Evaluation,
    /// The expected share of the win.
    WinProbability,
}

/// What a value says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meaning {
    /// The game is won in so many plies.
    Win {
        /// The last of them wins.
        plies: u32,
    },
    /// The game is lost in so many plies.
    Loss {
        /// The last of them loses.
        plies: u32,
    },
    /// This share of the win can be expected: the probability of a win, where nothing is shared.
    WinProbability(f64),
    /// An evaluation; nothing is decided.
    Evaluation(f64),
}

impl Value {
    /// The value with this number on the common scale, in a game for `n_seats`.
    pub fn new(number: f64, unit: Unit, n_seats: usize) -> Self {
        Self { number, unit, n_seats: n_seats as u8 }
    }

    /// The number on the common scale.
    pub fn number(self) -> f64 {
        self.number
    }

    /// What it is measured in, as long as nothing is decided.
    pub fn unit(self) -> Unit {
        self.unit
    }

    /// A value in the same unit, in the same game.
    pub fn with_number(self, number: f64) -> Self {
        Self { number, ..self }
    }

    /// What it says.
    pub fn meaning(self) -> Meaning {
        let equal = 1.0 / f64::from(self.n_seats);
        let is_share = self.unit == Unit::WinProbability;
        match self.number {
            number if number > WIN - MOST_PLIES => Meaning::Win { plies: (WIN - number) as u32 },
            number if number < MOST_PLIES - WIN => Meaning::Loss { plies: (WIN + number) as u32 },
            number if number > DECIDED || is_share && number >= 0.0 => {
                Meaning::WinProbability(equal + number / WIN * (1.0 - equal))
            }
            number if number < -DECIDED || is_share => Meaning::WinProbability(equal * (1.0 + number / WIN)),
            number => Meaning::Evaluation(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_means_what_its_unit_says_until_the_game_is_decided() {
        let evaluation = |number| Value::new(number, Unit::Evaluation, 2).meaning();
        let probability = |number| Value::new(number, Unit::WinProbability, 2).meaning();
        assert_eq!(evaluation(2.5), Meaning::Evaluation(2.5));
        assert_eq!(probability(0.5 * WIN), Meaning::WinProbability(0.75));
        for meaning in [evaluation, probability] {
            assert_eq!(meaning(WIN - 3.0), Meaning::Win { plies: 3 });
            assert_eq!(meaning(4.0 - WIN), Meaning::Loss { plies: 4 });
            assert_eq!(meaning(-0.5 * WIN), Meaning::WinProbability(0.25));
        }
    }

    #[test]
    fn the_equal_share_of_three_is_a_third() {
        let shares = [-0.5 * WIN, 0.0, 0.5 * WIN].map(|number| {
            match Value::new(number, Unit::WinProbability, 3).meaning() {
                Meaning::WinProbability(share) => (6.0 * share).round(),
                other => panic!("{other:?}"),
            }
        });
        assert_eq!(shares, [1.0, 2.0, 4.0]);
    }
}
