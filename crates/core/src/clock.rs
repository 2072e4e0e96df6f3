//! Time as people give it: per move, per game, with an increment. Nothing here reads a clock.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::Seat;

/// How much time every seat has. As text `1s/move`, `5m`, `5m+3s`, or both: `5m+3s,10s/move`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// The most for one move.
    pub per_move: Option<Duration>,
    /// The most for all moves of a game.
    pub game: Option<Duration>,
    /// What is added to the time for the game after each move.
    pub increment: Duration,
}

/// The clocks of a game at a moment: what a thinking agent is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What the clocks were set to.
    pub control: TimeControl,
    /// What is left to each seat for the rest of the game; empty without a time for the game.
    pub left: Vec<Duration>,
    /// What a move may take beyond its time before the game is lost: what it costs to measure and to send it.
    pub margin: Duration,
}

/// A text that says no time.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no time control: write 1s/move, 5m, 5m+3s, or 5m+3s,10s/move")]
pub struct TimeControlError(pub String);

/// Beyond this a clock is as good as none, and sums stay in bounds.
const LONGEST: Duration = Duration::from_secs(100_000_000);

impl Clock {
    /// The usual margin.
    pub const MARGIN: Duration = Duration::from_millis(100);

    /// The clocks at the start of a game, with the usual margin.
    pub fn new(control: TimeControl, n_seats: usize) -> Self {
        let left = control.game.map_or_else(Vec::new, |game| vec![game; n_seats]);
        Self { control, left, margin: Self::MARGIN }
    }

    /// The same clocks with another margin.
    pub fn with_margin(self, margin: Duration) -> Self {
        Self { margin, ..self }
    }

    /// The most that a seat may take for its next move; `None` for no limit.
    pub fn allowance(&self, seat: Seat) -> Option<Duration> {
        let left = self.left.get(seat.idx()).copied();
        [self.control.per_move, left].into_iter().flatten().min()
    }

    /// Takes the time of a move off the clock of a seat, and adds the increment.
    pub fn spend(&mut self, seat: Seat, time: Duration) {
        if let Some(left) = self.left.get_mut(seat.idx()) {
            *left = left.saturating_sub(time).saturating_add(self.control.increment).min(LONGEST);
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let error = || TimeControlError(text.to_owned());
        let time = |text: &str| parse_duration(text).filter(|time| !time.is_zero()).ok_or_else(error);
        let mut control = Self::default();
        for part in text.split(',').map(str::trim) {
            if let Some(per_move) = part.strip_suffix("/move") {
                let earlier = control.per_move.replace(time(per_move)?);
                if earlier.is_some() {
                    return Err(error());
                }
                continue;
            }
            let (game, increment) =
                part.split_once('+').map_or((part, None), |(game, increment)| (game, Some(increment)));
            if control.game.replace(time(game)?).is_some() {
                return Err(error());
            }
            control.increment = increment.map(time).transpose()?.unwrap_or_default();
        }
        Ok(control)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(game) = self.game {
            f.write_str(&duration_text(game))?;
            if !self.increment.is_zero() {
                write!(f, "+{}", duration_text(self.increment))?;
            }
        }
        if let Some(per_move) = self.per_move {
            let comma = if self.game.is_some() { "," } else { "" };
            write!(f, "{comma}{}/move", duration_text(per_move))?;
        }
        Ok(())
    }
}

/// Reads `200ms`, `2s`, `1.5s`, `5m` or `1h`.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let unit_at = text.find(|letter: char| letter.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let is_plain = number.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    let number = number.parse::<f64>().ok().filter(|_| is_plain)?;
    Duration::try_from_secs_f64(number * seconds).ok().filter(|&time| time <= LONGEST)
}

/// A time as [`parse_duration`] reads it, in the largest unit that gives a whole number.
pub fn duration_text(time: Duration) -> String {
    let millis = time.as_millis();
    for (unit, size) in [("h", 3_600_000), ("m", 60_000), ("s", 1000)] {
        if millis >= size && millis.is_multiple_of(size) {
            return format!("{}{unit}", millis / size);
        }
    }
    format!("{}ms", time.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn controls_read_back_as_written() {
        for text in ["1s/move", "5m", "5m+3s", "90s+500ms", "5m+3s,10s/move", "1h"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        let control: TimeControl = "1.5m, 2s/move".parse().unwrap();
        assert_eq!(control.to_string(), "90s,2s/move");
        assert_eq!(control.game, Some(seconds(90)));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "",
            "5",
            "m",
            "5m+",
            "0s/move",
            "-1s",
            "1e3s",
            "5m,6m",
            "1s/move,2s/move",
            "1s/turn",
            "nans",
            "9999999999h",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_clock_counts_down_and_gains_the_increment() {
        let mut clock = Clock::new("10s+2s,5s/move".parse().unwrap(), 2);
        assert_eq!(clock.allowance(Seat::FIRST), Some(seconds(5)));
        clock.spend(Seat::FIRST, seconds(9));
        assert_eq!(clock.left, [seconds(3), seconds(10)]);
        assert_eq!(clock.allowance(Seat::FIRST), Some(seconds(3)));
        let mut per_move = Clock::new("1s/move".parse().unwrap(), 2);
        per_move.spend(Seat::SECOND, seconds(1));
        assert_eq!((per_move.allowance(Seat::SECOND), per_move.left.len()), (Some(seconds(1)), 0));
    }
}
