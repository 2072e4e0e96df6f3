//! The values of one parameter: `NAME=LEAST..GREATEST:STEP`, or a list.
//!
//! Values are counted in whole parts of a power of ten, so that steps of 0.1 do not drift: the third step from 0 is
//! 0.3 and not 0.30000000000000004.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// More values than this are a mistake, and would take for ever.
pub const MOST_VALUES: usize = 101;

/// More digits after the point than this are not kept.
const MOST_DIGITS: u32 = 9;

/// A parameter with the values that it is to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The parameter.
    pub name: String,
    /// The values in parts of [`Self::scale`], ascending.
    ticks: Vec<i64>,
    /// How many parts make one.
    scale: i64,
}

/// A text that is no axis.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("malformed axis {text:?}: {reason}")]
pub struct AxisError {
    /// What was written.
    pub text: String,
    /// What is wrong.
    pub reason: String,
}

impl AxisError {
    /// What to write instead.
    pub fn hint(&self) -> String {
        let name = self.text.split('=').next().filter(|name| !name.is_empty()).unwrap_or("NAME");
        format!(
            "write --axis {name}=LEAST..GREATEST:STEP, as in {name}=0..1:0.1, or a list, as in {name}=1,2,5"
        )
    }
}

/// A decimal number: digits, and how many of them stand behind the point.
#[derive(Clone, Copy)]
struct Decimal {
    digits: i64,
    behind: u32,
}

impl Decimal {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (sign, plain) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, part) = plain.split_once('.').unwrap_or((plain, ""));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_empty = whole.is_empty() && part.is_empty();
        if is_empty || !is_number(whole) || !is_number(part) || part.len() > MOST_DIGITS as usize {
            return None;
        }
        let digits: i64 = format!("{whole}{part}").parse().ok()?;
        // Room for sums and for the parts of a finer grid.
        (digits < i64::pow(10, 15)).then_some(Self { digits: sign * digits, behind: part.len() as u32 })
    }

    /// In parts of a power of ten that is fine enough.
    fn ticks(self, behind: u32) -> Option<i64> {
        self.digits.checked_mul(10_i64.pow(behind - self.behind)).filter(|ticks| ticks.abs() < 1 << 53)
    }
}

impl FromStr for Axis {
    type Err = AxisError;

    fn from_str(text: &str) -> Result<Self, AxisError> {
        let error = |reason: String| AxisError { text: text.to_owned(), reason };
        let (name, values) =
            text.split_once('=').ok_or_else(|| error("it names no values after a =".to_owned()))?;
        if name.trim().is_empty() {
            return Err(error("it names no parameter before the =".to_owned()));
        }
        let number = |text: &str| {
            let why =
                format!("{:?} is no number with up to {MOST_DIGITS} digits behind the point", text.trim());
            Decimal::parse(text).ok_or_else(|| error(why))
        };
        let too_great = || error("its numbers are too great for their digits behind the point".to_owned());
        let (ticks, behind) = if let Some((least, rest)) = values.split_once("..") {
            let (greatest, step) =
                rest.split_once(':').ok_or_else(|| error("it has no step after a :".to_owned()))?;
            let range = [number(least)?, number(greatest)?, number(step)?];
            let behind = range.iter().map(|number| number.behind).max().unwrap_or(0);
            let [least, greatest, step] = range.map(|number| number.ticks(behind));
            let (Some(least), Some(greatest), Some(step)) = (least, greatest, step) else {
                return Err(too_great());
            };
            if step <= 0 {
                return Err(error("its step must be greater than 0".to_owned()));
            }
            if greatest < least {
                return Err(error("its greatest value is less than its least".to_owned()));
            }
            if (greatest - least) / step >= MOST_VALUES as i64 {
                let n_values = (greatest - least) / step + 1;
                return Err(error(format!("it has {n_values} values, more than {MOST_VALUES}")));
            }
            ((0..=(greatest - least) / step).map(|n| least + n * step).collect(), behind)
        } else {
            let list: Vec<_> = values.split(',').map(number).collect::<Result<_, _>>()?;
            let behind = list.iter().map(|number| number.behind).max().unwrap_or(0);
            let ticks: Option<Vec<_>> = list.iter().map(|number| number.ticks(behind)).collect();
            let ticks = ticks.ok_or_else(too_great)?;
            if ticks.len() > MOST_VALUES {
                return Err(error(format!("it has {} values, more than {MOST_VALUES}", ticks.len())));
            }
            (ticks, behind)
        };
        Self::from_ticks(name.trim(), ticks, 10_i64.pow(behind))
            .ok_or_else(|| error("it has a value twice".to_owned()))
    }
}

impl Axis {
    /// `None` if a value comes twice.
    fn from_ticks(name: &str, mut ticks: Vec<i64>, scale: i64) -> Option<Self> {
        let n_ticks = ticks.len();
        ticks.sort_unstable();
        ticks.dedup();
        (ticks.len() == n_ticks).then(|| Self { name: name.to_owned(), ticks, scale })
    }

    /// An axis with these values, as near as nine digits behind the point come to them.
    pub fn from_values(name: &str, values: &[f64]) -> Self {
        let texts: Vec<_> = values.iter().map(|value| format!("{value:.9}")).collect();
        let digits =
            |text: &String| text.trim_end_matches('0').split_once('.').map_or(0, |(_, part)| part.len());
        let behind = texts.iter().map(digits).max().unwrap_or(0) as u32;
        let scale = 10_i64.pow(behind);
        let mut ticks: Vec<_> = values.iter().map(|value| (value * scale as f64).round() as i64).collect();
        ticks.sort_unstable();
        ticks.dedup();
        Self { name: name.to_owned(), ticks, scale }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.ticks.len()
    }

    /// Whether there is nothing to take.
    pub fn is_empty(&self) -> bool {
        self.ticks.is_empty()
    }

    /// A value by its place.
    pub fn value(&self, n: usize) -> f64 {
        self.ticks[n] as f64 / self.scale as f64
    }

    /// All values, ascending.
    pub fn values(&self) -> impl ExactSizeIterator<Item = f64> {
        (0..self.len()).map(|n| self.value(n))
    }

    /// A finer axis around one of the values: so many steps to either side where there was one, within bounds. A
    /// parameter in whole numbers keeps to them.
    pub fn zoom(&self, centre: usize, times: usize, bounds: (f64, f64), is_whole: bool) -> Self {
        const FINER: i64 = 1000;
        let scale = if is_whole { self.scale } else { self.scale.saturating_mul(FINER) };
        let finer = scale / self.scale;
        let middle = self.ticks[centre] * finer;
        let gap = |n: usize| (self.ticks[n + 1] - self.ticks[n]) * finer;
        let after = (centre + 1 < self.len()).then(|| gap(centre));
        let before = centre.checked_sub(1).map(gap);
        // Where the grid ends, its last step goes on.
        let (before, after) = (before.or(after).unwrap_or(0), after.or(before).unwrap_or(0));
        let part = |gap: i64, n: usize| {
            let exact = gap as f64 * n as f64 / times as f64;
            if is_whole { (exact / scale as f64).round() as i64 * scale } else { exact.round() as i64 }
        };
        let below = (1..=times).map(|n| middle - part(before, n));
        let above = (1..=times).map(|n| middle + part(after, n));
        let is_inside =
            |tick: &i64| (bounds.0..=bounds.1).contains(&(*tick as f64 / scale as f64)) || *tick == middle;
        let mut ticks: Vec<_> = below.chain([middle]).chain(above).filter(is_inside).collect();
        ticks.sort_unstable();
        ticks.dedup();
        Self { name: self.name.clone(), ticks, scale }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<_> = self.values().map(|value| value.to_string()).collect();
        write!(formatter, "{}={}", self.name, values.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<f64> {
        text.parse::<Axis>().unwrap().values().collect()
    }

    fn reason(text: &str) -> String {
        text.parse::<Axis>().unwrap_err().reason
    }

    #[test]
    fn steps_do_not_drift() {
        let tenths = values("w2=0..1:0.1");
        assert_eq!(tenths, [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]);
        let fine = values("w3=-0.1..0.3:0.04");
        assert_eq!(fine.len(), 11);
        assert_eq!((fine[0], fine[5], fine[10]), (-0.1, 0.1, 0.3));
        assert_eq!(values("k=0..5:0.05")[67], 3.35);
        assert_eq!("k=0..0.3:0.1".parse::<Axis>().unwrap().to_string(), "k=0,0.1,0.2,0.3");
    }

    #[test]
    fn the_greatest_value_is_taken_only_if_a_step_reaches_it() {
        assert_eq!(values("k=0..1:0.3"), [0.0, 0.3, 0.6, 0.9]);
        assert_eq!(values("k=2..2:1"), [2.0]);
    }

    #[test]
    fn lists_are_put_in_order() {
        assert_eq!(values("depth=5, 1,2.50"), [1.0, 2.5, 5.0]);
        assert_eq!(values("depth=-3"), [-3.0]);
    }

    #[test]
    fn what_is_no_axis_is_refused() {
        assert!(reason("k3").contains("no values"));
        assert!(reason("=1..2:1").contains("no parameter"));
        assert!(reason("k3=1..2").contains("no step"));
        assert!(reason("k3=0..1:0").contains("greater than 0"));
        assert!(reason("k3=0..1:-0.1").contains("greater than 0"));
        assert!(reason("k3=1..0:0.1").contains("less than its least"));
        assert!(reason("k3=0..1000:0.1").contains("10001 values"));
        assert!(reason("k3=0..1e3:0.1").contains("1e3"));
        assert!(reason("k3=").contains("no number"));
        assert!(reason("k3=1,2,1").contains("twice"));
        assert!(reason("k3=999999999999999..1:0.000000001").contains("too great"));
    }

    #[test]
    fn a_zoom_has_so_many_steps_where_there_was_one() {
        let axis: Axis = "w2=0..1:0.2".parse().unwrap();
        let all = (f64::NEG_INFINITY, f64::INFINITY);
        let zoomed: Vec<_> = axis.zoom(2, 5, all, false).values().collect();
        assert_eq!(zoomed, [0.2, 0.24, 0.28, 0.32, 0.36, 0.4, 0.44, 0.48, 0.52, 0.56, 0.6]);
        // At an end it goes on beyond, within bounds.
        let zoomed: Vec<_> = axis.zoom(0, 2, (-0.1, 1.0), false).values().collect();
        assert_eq!(zoomed, [-0.1, 0.0, 0.1, 0.2]);
        // Thirds have no end, so they are rounded.
        let zoomed: Vec<_> = axis.zoom(1, 3, (0.0, 0.3), false).values().collect();
        assert_eq!(zoomed, [0.0, 0.0667, 0.1333, 0.2, 0.2667]);
    }

    #[test]
    fn a_zoom_of_whole_numbers_keeps_to_them() {
        let axis: Axis = "depth=1..9:4".parse().unwrap();
        let zoomed: Vec<_> = axis.zoom(1, 2, (1.0, 64.0), true).values().collect();
        assert_eq!(zoomed, [1.0, 3.0, 5.0, 7.0, 9.0]);
        let narrow: Axis = "depth=1..3:1".parse().unwrap();
        let zoomed: Vec<_> = narrow.zoom(1, 4, (1.0, 64.0), true).values().collect();
        assert_eq!(zoomed, [1.0, 2.0, 3.0]);
        let one: Axis = "depth=3".parse().unwrap();
        assert_eq!(one.zoom(0, 4, (1.0, 64.0), true).len(), 1);
    }

    #[test]
    fn values_of_others_are_taken_over() {
        let axis = Axis::from_values("w3", &[0.10, 0.14, 0.18, 0.22, 0.26, 0.30]);
        assert_eq!(axis, "w3=0.1..0.3:0.04".parse().unwrap());
    }
}
