//! How the values of options are written: what is read, what is shown for a default, and what a hint says.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use ludwerk_core::{duration_text, parse_duration};

/// The largest table or tree: what a large machine has.
const MOST_BYTES: usize = 1 << 40;

/// Reads a value; `None` for a text that is none.
type Read<T> = Box<dyn Fn(&str) -> Option<T>>;

/// The ways to write the values of a type.
pub(super) struct Values<T> {
    /// What a hint says after `write NAME=`.
    pub expected: String,
    pub read: Read<T>,
    /// As it is read.
    pub show: Box<dyn Fn(&T) -> String>,
}

impl<T: 'static> Values<T> {
    pub fn new(
        expected: impl Into<String>,
        read: impl Fn(&str) -> Option<T> + 'static,
        show: impl Fn(&T) -> String + 'static,
    ) -> Self {
        Self { expected: expected.into(), read: Box::new(read), show: Box::new(show) }
    }

    /// Those of them that pass.
    pub fn filtered(self, expected: impl Into<String>, passes: fn(&T) -> bool) -> Self {
        let Self { read, show, .. } = self;
        Self { expected: expected.into(), read: Box::new(move |text| read(text).filter(passes)), show }
    }

    /// These, or a word for nothing: `none` or `off`.
    pub fn optional(self, nothing: &'static str) -> Values<Option<T>> {
        let Self { expected, read, show } = self;
        Values::new(
            format!("{expected}, or {nothing}"),
            move |text| if text == nothing { Some(None) } else { read(text).map(Some) },
            move |value| value.as_ref().map_or_else(|| nothing.to_owned(), &show),
        )
    }

    /// These, or `off`, which stands for 0.
    pub fn or_off(self) -> Self
    where
        T: Default + PartialEq,
    {
        let Self { expected, read, show } = self;
        Self::new(
            format!("{expected}, or off"),
            move |text| if text == "off" { Some(T::default()) } else { read(text) },
            move |value| if *value == T::default() { "off".to_owned() } else { show(value) },
        )
    }
}

/// `on` or `off`.
pub(super) fn switch() -> Values<bool> {
    one_of(&[("on", true), ("off", false)])
}

/// A choice among names.
pub(super) fn one_of<T: Copy + PartialEq>(choices: &'static [(&'static str, T)]) -> Values<T> {
    let names: Vec<_> = choices.iter().map(|&(name, _)| name).collect();
    Values::new(
        names.join(" or "),
        |text| choices.iter().find(|(name, _)| *name == text).map(|&(_, value)| value),
        |value| choices.iter().find(|(_, known)| known == value).map_or("none", |(name, _)| name).to_owned(),
    )
}

/// A number above 0.
pub(super) fn positive<T: FromStr + Display + Default + PartialOrd + Into<f64> + Copy + 'static>(
    example: &str,
) -> Values<T> {
    Values::new(
        format!("{example}, above 0"),
        |text| text.parse().ok().filter(|&number: &T| number > T::default() && number.into().is_finite()),
        T::to_string,
    )
}

/// A number within bounds.
pub(super) fn between<T: FromStr + Display + PartialOrd + 'static>(
    example: &str,
    bounds: RangeInclusive<T>,
) -> Values<T> {
    Values::new(
        format!("{example}, from {} to {}", bounds.start(), bounds.end()),
        move |text| text.parse().ok().filter(|number| bounds.contains(number)),
        T::to_string,
    )
}

/// A whole number of at least 1; what is too large for the type is its greatest.
pub(super) fn count<T: TryFrom<u64> + Display + Copy + 'static>(example: &str, greatest: T) -> Values<T> {
    Values::new(
        format!("{example}, at least 1"),
        move |text| {
            let number = text.parse().ok().filter(|&number: &u64| number > 0)?;
            Some(T::try_from(number).unwrap_or(greatest))
        },
        T::to_string,
    )
}

/// A time such as `200ms`, `2s` or `1.5s`.
pub(super) fn time(example: &str) -> Values<Duration> {
    Values::new(example, parse_time, |&time| duration_text(time))
}

/// A number of bytes, such as `64MiB`.
pub(super) fn size<T: TryFrom<usize> + TryInto<usize> + Copy + 'static>(
    example: &str,
    least: usize,
) -> Values<T> {
    Values::new(
        example,
        move |text| T::try_from(parse_size(text).filter(|&bytes| bytes >= least)?).ok(),
        |&bytes| size_text(bytes.try_into().unwrap_or(MOST_BYTES)),
    )
}

/// No time at all is none.
pub(super) fn parse_time(text: &str) -> Option<Duration> {
    parse_duration(text).filter(|time| !time.is_zero())
}

const UNITS: [(&str, u32); 3] = [("GiB", 30), ("MiB", 20), ("KiB", 10)];

/// The bytes of a size such as `512KiB`, `64MiB` or `2GiB`.
pub fn parse_size(text: &str) -> Option<usize> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
    let (_, shift) = UNITS.into_iter().find(|&(name, _)| name == unit)?;
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
    let bytes = number.parse::<usize>().ok().filter(|_| is_plain)?.checked_mul(1 << shift)?;
    (1..=MOST_BYTES).contains(&bytes).then_some(bytes)
}

/// The size in the largest unit that gives a whole number.
fn size_text(bytes: usize) -> String {
    let (unit, shift) =
        UNITS.into_iter().find(|&(_, shift)| bytes.trailing_zeros() >= shift).unwrap_or(("B", 0));
    format!("{}{unit}", bytes >> shift)
}
