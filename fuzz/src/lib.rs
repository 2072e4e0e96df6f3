//! Fuzz targets, one function each: what reads text or bytes from outside refuses what is wrong with an error, never
//! panics, and reads back what it writes.
//!
//! The first byte of an input chooses the game or the kind of file, `a` for the first; the rest is what is read.
//! `cargo xtask fuzz` lets libFuzzer make up inputs; the corpora in `corpus/` are run as ordinary tests, and so is
//! whatever it has ever found.

mod games;
mod protocols;
mod tables;
mod texts;

pub use games::{moves, positions, records, transcripts};
pub use protocols::protocols;
pub use tables::tables;
pub use texts::{plans, specs};

/// A fuzz target.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 8] = [
    ("moves", moves),
    ("plans", plans),
    ("positions", positions),
    ("protocols", protocols),
    ("records", records),
    ("specs", specs),
    ("tables", tables),
    ("transcripts", transcripts),
];

/// The choice that the first byte makes among `items`, and the rest of the input.
fn choose<'d, 'i, T>(data: &'d [u8], items: &'i [T]) -> Option<(&'i T, &'d [u8])> {
    let (&first, rest) = data.split_first()?;
    let item = items.get(usize::from(first.wrapping_sub(b'a')) % items.len().max(1))?;
    Some((item, rest))
}

/// The same where the rest is text.
fn choose_text<'d, 'i, T>(data: &'d [u8], items: &'i [T]) -> Option<(&'i T, &'d str)> {
    let (item, rest) = choose(data, items)?;
    Some((item, std::str::from_utf8(rest).ok()?))
}
