//! Numbers and paths of arguments, each refused where it is beyond all measure: what follows may reckon with them.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{StringValueParser, TypedValueParser};

/// More games than any run will ever play.
pub const MOST_GAMES: usize = 1_000_000_000;

/// A number from `LEAST` to `MOST`.
pub fn number<const LEAST: usize, const MOST: usize>(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    number.ok_or_else(|| format!("it is not a number from {LEAST} to {MOST}"))
}

/// A number from 1 to `MOST`.
pub fn count<const MOST: usize>(text: &str) -> Result<NonZeroUsize, String> {
    let count = NonZeroUsize::new(number::<1, MOST>(text)?);
    count.ok_or_else(|| "it is 0".to_owned())
}

/// How many random plies begin a game.
pub fn opening_plies(text: &str) -> Result<usize, String> {
    number::<0, 10_000>(text)
}

/// After how many plies a game is broken off.
pub fn max_plies(text: &str) -> Result<usize, String> {
    number::<1, 1_000_000>(text)
}

/// A path that can stand in a spec, which is text.
pub fn path() -> impl TypedValueParser<Value = PathBuf> {
    StringValueParser::new().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_range_is_refused() {
        assert_eq!(number::<0, 9>("0"), Ok(0));
        assert_eq!(count::<9>("9").map(NonZeroUsize::get), Ok(9));
        for text in ["0", "10", "-1", "1.5", "", "18446744073709551616"] {
            assert!(count::<9>(text).is_err(), "{text}");
        }
    }
}
