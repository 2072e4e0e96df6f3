//! The clock of GTP: how much time there is, and how much of it a move may take.
//!
//! A colour has a main time, and after it periods of some seconds for some moves each (Canadian overtime). Without
//! periods the main time is all there is. The time is divided evenly among the moves that a usual game still
//! has, and never among fewer than a few, so that a long game does not run out of it.

use std::time::Duration;

/// The main time, the length of a period, and the moves to make in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub main: Duration,
    pub period: Duration,
    pub moves: u32,
}

/// What is left to a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    Main(Duration),
    Period { time: Duration, moves: u32 },
}

impl Left {
    /// What a `time_left` command says: a time, and the moves to make in it or 0 in the main time.
    pub fn parse(time: &str, moves: &str) -> Result<Self, String> {
        let (time, moves) = (seconds(time)?, whole(moves)?);
        Ok(if moves == 0 { Self::Main(time) } else { Self::Period { time, moves } })
    }
}

/// The clocks of all colours.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    settings: Settings,
    left: Vec<Left>,
}

/// Kept back of every move's time: what it takes to notice the end and to send the answer.
const LAG: Duration = Duration::from_millis(20);

/// Even without any time a move is needed.
const LEAST: Duration = Duration::from_millis(5);

/// The fewest moves among which the rest of the main time is divided.
const FEWEST_MOVES: u32 = 4;

/// A clock beyond this is as good as none, and keeps the sums in bounds.
const MOST_SECONDS: f64 = 1e8;

impl Settings {
    /// The settings of a `time_settings` command; `None` for no limit, which is written as a period without moves,
    /// or as no time at all.
    pub fn parse(main: &str, period: &str, moves: &str) -> Result<Option<Self>, String> {
        let settings = Self { main: seconds(main)?, period: seconds(period)?, moves: whole(moves)? };
        let is_limited =
            if settings.period.is_zero() { !settings.main.is_zero() } else { settings.moves > 0 };
        Ok(is_limited.then_some(settings))
    }

    fn full_period(self) -> Left {
        Left::Period { time: self.period, moves: self.moves.max(1) }
    }

    fn start(self) -> Left {
        if self.main.is_zero() { self.full_period() } else { Left::Main(self.main) }
    }

    fn has_periods(self) -> bool {
        !self.period.is_zero() && self.moves > 0
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
    number.map(Duration::from_secs_f64).ok_or_else(|| format!("invalid time '{text}'"))
}

fn whole(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("invalid number '{text}'"))
}

impl Clocks {
    pub fn new(settings: Settings, n_colours: usize) -> Self {
        Self { settings, left: vec![settings.start(); n_colours] }
    }

    /// The same settings at the start of a game.
    pub fn restarted(&self, n_colours: usize) -> Self {
        Self::new(self.settings, n_colours)
    }

    /// Takes over what the controller's clock says.
    pub fn set(&mut self, colour: usize, left: Left) {
        self.left[colour] = left;
    }

    /// How long a colour may think about its move, when it usually has so many more to make.
    pub fn budget(&self, colour: usize, moves_to_come: u32) -> Duration {
        let overtime = |time: Duration, moves: u32| time / moves.max(1);
        let share = match self.left[colour] {
            Left::Main(time) => {
                let share = time / moves_to_come.max(FEWEST_MOVES);
                let settings = self.settings;
                // The first period begins whole, whenever the main time ends.
                let later =
                    if settings.has_periods() { overtime(settings.period, settings.moves) } else { share };
                share.max(later)
            }
            Left::Period { time, moves } => overtime(time, moves),
        };
        share.saturating_sub(LAG.min(share / 4)).max(LEAST)
    }

    /// Takes the time of a move off a colour's clock.
    pub fn spend(&mut self, colour: usize, time: Duration) {
        let settings = self.settings;
        self.left[colour] = match self.left[colour] {
            Left::Main(left) if left > time || !settings.has_periods() => {
                Left::Main(left.saturating_sub(time))
            }
            Left::Main(_) | Left::Period { moves: ..=1, .. } => settings.full_period(),
            Left::Period { time: left, moves } => {
                Left::Period { time: left.saturating_sub(time), moves: moves - 1 }
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(main: &str, period: &str, moves: &str) -> Clocks {
        Clocks::new(Settings::parse(main, period, moves).unwrap().unwrap(), 2)
    }

    fn seconds(clocks: &Clocks, to_come: u32) -> f64 {
        clocks.budget(0, to_come).as_secs_f64()
    }

    #[test]
    fn no_limit_is_said_in_two_ways() {
        assert_eq!(Settings::parse("0", "0", "0"), Ok(None));
        assert_eq!(Settings::parse("100", "5", "0"), Ok(None));
        assert!(Settings::parse("100", "0", "0").unwrap().is_some());
        assert!(Settings::parse("0", "5", "1").unwrap().is_some());
        for bad in ["-1", "x", "", "nan", "inf", "1e99"] {
            assert!(Settings::parse(bad, "0", "0").is_err(), "{bad}");
            assert!(Settings::parse("0", "0", bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_main_time_lasts_for_any_number_of_moves() {
        let mut clocks = clocks("160", "0", "0");
        assert!((seconds(&clocks, 16) - 9.98).abs() < 1e-6);
        let mut left = 160.0;
        for n in 0..200_u32 {
            let budget = seconds(&clocks, 16_u32.saturating_sub(n));
            assert!(budget < left, "move {n}");
            left -= budget;
            clocks.spend(0, Duration::from_secs_f64(budget));
            if left < 0.1 {
                break;
            }
        }
        assert!((clocks.budget(1, 16).as_secs_f64() - 9.98).abs() < 1e-6, "the other clock stands");
    }

    #[test]
    fn a_period_is_shared_by_its_moves_and_begins_anew() {
        let mut clocks = clocks("0", "10", "5");
        for _ in 0..3 {
            assert!((seconds(&clocks, 16) - 1.98).abs() < 1e-6);
            clocks.spend(0, Duration::from_secs(1));
            assert!((seconds(&clocks, 16) - 2.23).abs() < 1e-6, "what is left goes to the others");
            (0..4).for_each(|_| clocks.spend(0, Duration::from_secs(1)));
        }
    }

    #[test]
    fn after_the_main_time_comes_a_whole_period() {
        let mut clocks = clocks("8", "10", "5");
        assert!((seconds(&clocks, 16) - 1.98).abs() < 1e-6, "more than a share of what is left");
        clocks.spend(0, Duration::from_secs(9));
        assert_eq!(clocks.left[0], Left::Period { time: Duration::from_secs(10), moves: 5 });
    }

    #[test]
    fn the_controller_knows_better() {
        let mut clocks = clocks("100", "0", "0");
        clocks.set(0, Left::parse("2", "1").unwrap());
        assert!((seconds(&clocks, 16) - 1.98).abs() < 1e-6);
        clocks.set(0, Left::parse("0", "0").unwrap());
        assert_eq!(clocks.budget(0, 16), LEAST);
        assert!(Left::parse("soon", "0").is_err() && Left::parse("1", "-1").is_err());
    }
}
