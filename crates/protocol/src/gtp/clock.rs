//! The clocks of GTP: a colour has a main time, and after it periods of some seconds for some moves each (Canadian
//! overtime). Without periods the main time is all there is. How it is divided is told in [`crate::time_manager`].

use std::time::Duration;

use ludwerk_core::Allotment;

use crate::time_manager::{MovesToGo, even, share, without_lag, without_lag_of_game};

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

/// Controllers write a very large number where they mean no limit.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
    number
        .map(|seconds| Duration::from_secs_f64(seconds.min(MOST_SECONDS)))
        .ok_or_else(|| format!("invalid time '{text}'"))
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

    /// How long a colour may think about its move.
    pub fn allot(&self, colour: usize, horizon: MovesToGo) -> Allotment {
        let overtime = |time: Duration, moves: u32| time / moves.max(1);
        match self.left[colour] {
            Left::Main(time) => {
                let Allotment { usual, most } = share(time, self.settings.main, horizon);
                let settings = self.settings;
                // The first period begins whole, whenever the main time ends.
                let later =
                    if settings.has_periods() { overtime(settings.period, settings.moves) } else { usual };
                without_lag_of_game(Allotment { usual: usual.max(later), most: most.max(later) })
            }
            Left::Period { time, moves } => without_lag(even(overtime(time, moves))),
        }
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
    use crate::Dialect;
    use crate::time_manager::LEAST;
    use ludwerk_testkit::toys::TicTacToe;

    fn clocks(main: &str, period: &str, moves: &str) -> Clocks {
        Clocks::new(Settings::parse(main, period, moves).unwrap().unwrap(), 2)
    }

    /// Time for so many moves, without a reserve.
    fn only(moves: u32) -> MovesToGo {
        MovesToGo { per_mille: 1000 / moves, at_most: 1, in_all: 1 }
    }

    fn seconds(clocks: &Clocks, to_come: u32) -> f64 {
        clocks.allot(0, only(to_come)).usual.as_secs_f64()
    }

    fn dialect(usual_moves: u32, most_moves: Option<u32>) -> Dialect {
        Dialect { usual_moves, most_moves, ..Dialect::plain(&TicTacToe) }
    }

    #[test]
    fn no_limit_is_said_in_two_ways() {
        assert_eq!(Settings::parse("0", "0", "0"), Ok(None));
        assert_eq!(Settings::parse("100", "5", "0"), Ok(None));
        assert!(Settings::parse("100", "0", "0").unwrap().is_some());
        assert!(Settings::parse("0", "5", "1").unwrap().is_some());
        for bad in ["-1", "x", "", "nan", "inf"] {
            assert!(Settings::parse(bad, "0", "0").is_err(), "{bad}");
            assert!(Settings::parse("0", "0", bad).is_err(), "{bad}");
        }
        assert!(Settings::parse("0", "0", "1e99").is_err(), "moves are counted");
    }

    #[test]
    fn a_time_without_end_is_a_long_time() {
        let longest = Duration::from_secs_f64(MOST_SECONDS);
        for long in ["2147483647", "99999999999", "1e99"] {
            let settings = Settings::parse(long, "0", "0").unwrap().unwrap();
            assert_eq!(settings.main, longest, "{long}");
            assert_eq!(Left::parse(long, "0"), Ok(Left::Main(longest)), "{long}");
            assert_eq!(Left::parse(long, "3"), Ok(Left::Period { time: longest, moves: 3 }), "{long}");
            assert!(clocks(long, long, "1").allot(0, only(16)).usual > Duration::from_secs(3600), "{long}");
        }
        assert_eq!(Left::parse("100000000", "0"), Ok(Left::Main(longest)), "so much as it is");
    }

    #[test]
    fn the_main_time_lasts_for_any_number_of_moves() {
        for (usual, most, main) in
            [(60, Some(256), 60.0), (13, Some(21), 20.0), (40, None, 5.0), (60, Some(256), 3.0)]
        {
            let dialect = dialect(usual, most);
            let mut clocks = clocks(&main.to_string(), "0", "0");
            let mut left = main;
            for n_made in 0..most.unwrap_or(usual) {
                let budget = clocks.allot(0, MovesToGo::of_colour(&dialect, n_made)).usual;
                assert!(budget >= LEAST);
                // Every move takes a little more than it should.
                let taken = budget + Duration::from_millis(4);
                left -= taken.as_secs_f64();
                assert!(left > 0.0, "{usual}, {most:?}: move {n_made}");
                clocks.spend(0, taken);
            }
            let untouched = clocks.allot(1, MovesToGo::of_colour(&dialect, 0)).usual.as_secs_f64();
            assert!(untouched > 0.2 * main / f64::from(usual), "the other clock stands");
        }
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
        assert_eq!(clocks.allot(0, only(16)), even(LEAST));
        assert!(Left::parse("soon", "0").is_err() && Left::parse("1", "-1").is_err());
    }
}
