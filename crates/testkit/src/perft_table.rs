//! Perft tables: counts with their sources, as text files that people can read and check.
//!
//! ```text
//! # Anything after a hash is a comment.
//! source  the maker's leaflet, counted by two independent programs
//! variant official
//! start
//! perft 1 4
//! perft 2 17
//! position gle.c..C.ELG - - S
//! perft 1 4
//! ```
//!
//! A `source` and a `variant` hold until the next one; `start` or `position` open a block of counts. After a `variant`
//! may stand `players 3`, for a game that is played by several numbers; without it the fewest play.

use ludwerk_core::{Configure, Notation, Rng, perft};
use thiserror::Error;

/// The counts of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftEntry {
    /// Who counted.
    pub source: String,
    /// The variant of the game.
    pub variant: String,
    /// How many play, where that is said.
    pub players: Option<usize>,
    /// The position, or `None` for the start.
    pub position: Option<String>,
    /// Depths with their counts.
    pub counts: Vec<(u32, u64)>,
    /// The line in which the entry begins, counted from 1.
    pub line: usize,
}

/// A whole table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftTable {
    /// The entries, in the order of the file.
    pub entries: Vec<PerftEntry>,
}

/// A line that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} of the perft table: {reason}")]
pub struct PerftTableError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl PerftTable {
    /// Reads a table.
    ///
    /// # Errors
    /// A [`PerftTableError`] with the first line that is wrong.
    pub fn parse(text: &str) -> Result<Self, PerftTableError> {
        let (mut source, mut variant, mut players) = (None, None, None);
        let mut entries: Vec<PerftEntry> = Vec::new();
        let mut is_open = false;
        for (idx, raw) in text.lines().enumerate() {
            let line = idx + 1;
            let error = |reason: &str| PerftTableError { line, reason: reason.to_owned() };
            let content = raw.split('#').next().unwrap_or_default().trim();
            let (word, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
            let rest = rest.trim();
            match word {
                "" => {}
                "source" | "variant" if rest.is_empty() => return Err(error("it says nothing")),
                "source" => (source, is_open) = (Some(rest.to_owned()), false),
                "variant" => (variant, players, is_open) = (Some(rest.to_owned()), None, false),
                "players" => {
                    let number = rest.parse().map_err(|_| error("the number of players is no number"))?;
                    (players, is_open) = (Some(number), false);
                }
                "start" | "position" => {
                    if (word == "position") == rest.is_empty() {
                        return Err(error("`position` needs a text after it, `start` none"));
                    }
                    let source = source.clone().ok_or_else(|| error("no source was named before"))?;
                    let variant = variant.clone().ok_or_else(|| error("no variant was named before"))?;
                    let position = (word == "position").then(|| rest.to_owned());
                    entries.push(PerftEntry { source, variant, players, position, counts: Vec::new(), line });
                    is_open = true;
                }
                "perft" => {
                    let entry = entries.last_mut().filter(|_| is_open);
                    let entry = entry.ok_or_else(|| error("no start or position was named before"))?;
                    let (depth, count) =
                        rest.split_once(char::is_whitespace).ok_or_else(|| error("depth and count"))?;
                    let depth = depth.parse().map_err(|_| error("the depth is no number"))?;
                    let count = count.trim().parse().map_err(|_| error("the count is no number"))?;
                    if depth == 0 {
                        return Err(error("the least depth is 1"));
                    }
                    entry.counts.push((depth, count));
                }
                _ => return Err(error(&format!("{word:?} is not known"))),
            }
        }
        Ok(Self { entries })
    }

    /// Counts every position as deep as the table goes without passing `most_nodes`, and compares.
    /// Gives the number of counts that were compared.
    ///
    /// # Errors
    /// The first difference, or what the game says about the table's texts; and a table that has
    /// nothing to compare.
    pub fn check<G: Configure + Notation>(&self, most_nodes: u64) -> Result<usize, String> {
        let mut n_compared = 0;
        for entry in &self.entries {
            let at = |reason: String| format!("perft table, line {}: {reason}", entry.line);
            let game =
                G::configure(Some(&entry.variant), entry.players).map_err(|error| at(error.to_string()))?;
            let state = match &entry.position {
                None => game.start(&mut Rng::new(0)),
                Some(text) => game.parse_position(text).map_err(|error| at(error.to_string()))?,
            };
            let affordable = entry.counts.iter().filter(|&&(_, count)| count <= most_nodes);
            let depth = affordable.clone().map(|&(depth, _)| depth).max().unwrap_or(0);
            let leaves = perft(&game, &state, depth);
            for &(depth, published) in affordable {
                let counted = leaves[depth as usize - 1];
                if counted != published {
                    return Err(at(format!("perft {depth} is {counted}, published is {published}")));
                }
                n_compared += 1;
            }
        }
        if n_compared == 0 {
            return Err("the perft table has no counts: add some, with their source".to_owned());
        }
        Ok(n_compared)
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_core::doc_game::Countdown;

    use super::*;

    const TABLE: &str =
        "source by hand # with a comment\nvariant standard\nposition 3 0\nperft 1 2\nperft 3 1\n";

    #[test]
    fn a_table_is_read_and_compared() {
        let table = PerftTable::parse(TABLE).unwrap();
        assert_eq!(table.entries[0].source, "by hand");
        assert_eq!(table.entries[0].counts, [(1, 2), (3, 1)]);
        assert_eq!(table.check::<Countdown>(10), Ok(2));
    }

    #[test]
    fn players_hold_until_the_next_variant() {
        let text = "source x\nvariant y\nplayers 3\nstart\nposition p\nvariant z\nstart";
        let players: Vec<_> =
            PerftTable::parse(text).unwrap().entries.iter().map(|entry| entry.players).collect();
        assert_eq!(players, [Some(3), Some(3), None]);
        let alone = PerftTable::parse(&TABLE.replace("standard", "standard\nplayers 1")).unwrap();
        assert!(alone.check::<Countdown>(10).unwrap_err().starts_with("perft table, line 4: "));
    }

    #[test]
    fn a_wrong_count_is_found() {
        let wrong = PerftTable::parse(&TABLE.replace("3 1\n", "3 2\n")).unwrap();
        let error = wrong.check::<Countdown>(10).unwrap_err();
        assert_eq!(error, "perft table, line 3: perft 3 is 1, published is 2");
    }

    #[test]
    fn a_table_without_counts_is_no_success() {
        assert!(PerftTable::parse("").unwrap().check::<Countdown>(10).is_err());
        let table = PerftTable::parse(TABLE).unwrap();
        assert!(table.check::<Countdown>(0).is_err());
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, line) in [
            ("perft 1 4", 1),
            ("source x\nstart", 2),
            ("source x\nvariant y\nposition", 3),
            ("source x\nvariant y\nstart\nperft one 4", 4),
            ("source x\nvariant y\nstart\nperft 1", 4),
            ("source x\nvariant y\nstart\nperft 0 1", 4),
            ("source x\nvariant y\nstart\nsource z\nperft 1 4", 5),
            ("source x\nvariant y\nplayers two", 3),
            ("hello", 1),
        ] {
            assert_eq!(PerftTable::parse(text).unwrap_err().line, line, "{text:?}");
        }
    }
}
