//! Whether a short run says what the full one says: the verdicts of runs, row by row.
//!
//! A short run may leave open what the full one decides. It must not decide otherwise more often than its error level
//! allows, so only the rows that it decides, confirmed or refuted, count.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ludwerk_arena::stats::interval;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Verdict;

/// The verdict of each row of a run, by table and row.
pub struct Verdicts(BTreeMap<(String, String), Verdict>);

/// How the verdicts of a run compare with those of the full run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Agreement {
    /// Rows that it confirms or refutes.
    pub decided: usize,
    /// Of these, those that the full run decides in the same way.
    pub same: usize,
    /// Those that the full run leaves undecided.
    pub undecided: usize,
    /// Those that the full run does not have, such as a search with another budget.
    pub unmatched: usize,
    /// Those that the full run decides the other way.
    pub contradicted: Vec<String>,
    /// The 95% interval of the share of contradicted ones, among those that both decide.
    pub ci95: [f64; 2],
}

/// A report that cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is no report.
    #[error("{} is no report of published tables: {error}", path.display())]
    Malformed {
        /// Which.
        path: PathBuf,
        /// Why.
        error: serde_json::Error,
    },
}

#[derive(Deserialize)]
struct Table {
    id: String,
    rows: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    what: String,
    verdict: Verdict,
}

impl Verdicts {
    /// Reads the report in the directory of a complete run.
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn read(dir: &Path) -> Result<Self, ReadError> {
        let path = dir.join("report.json");
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => return Err(ReadError::Io { path, error }),
        };
        serde_json::from_str(&text).map(Self::of_tables).map_err(|error| ReadError::Malformed { path, error })
    }

    fn of_tables(tables: Vec<Table>) -> Self {
        let rows = tables.into_iter().flat_map(|table| {
            table.rows.into_iter().map(move |row| ((table.id.clone(), row.what), row.verdict))
        });
        Self(rows.collect())
    }

    /// How the verdicts of another, shorter run compare with these.
    pub fn compare(&self, other: &Self) -> Agreement {
        let mut found = Agreement::default();
        let is_decided = |verdict| matches!(verdict, Verdict::Confirmed | Verdict::Refuted);
        for (row, &verdict) in other.0.iter().filter(|(_, verdict)| is_decided(**verdict)) {
            found.decided += 1;
            match self.0.get(row) {
                None => found.unmatched += 1,
                Some(&full) if full == verdict => found.same += 1,
                Some(&full) if is_decided(full) => {
                    let ((table, what), [one, other]) = (row, [verdict, full].map(Verdict::name));
                    found.contradicted.push(format!("{table}: {what}: {one}, in full {other}"));
                }
                Some(_) => found.undecided += 1,
            }
        }
        let (lo, hi) = interval([(1.0, found.contradicted.len()), (0.0, found.same)]);
        found.ci95 = [lo, hi];
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdicts(of_rows: &[(&str, Verdict)]) -> Verdicts {
        let rows = of_rows.iter().map(|&(what, verdict)| Line { what: what.to_owned(), verdict }).collect();
        Verdicts::of_tables(vec![Table { id: "table".to_owned(), rows }])
    }

    #[test]
    fn only_decided_rows_can_contradict() {
        use Verdict::{Confirmed, Consistent, Equal, New, Open, Refuted};
        let full = verdicts(&[
            ("a", Refuted),
            ("b", Refuted),
            ("c", Consistent),
            ("d", Confirmed),
            ("e", Equal),
            ("f", New),
        ]);
        let quick = verdicts(&[
            ("a", Confirmed),
            ("b", Refuted),
            ("c", Refuted),
            ("d", Open),
            ("e", Equal),
            ("f", New),
            ("g", Confirmed),
        ]);
        let found = full.compare(&quick);
        assert_eq!([found.decided, found.same, found.undecided, found.unmatched], [4, 1, 1, 1]);
        assert_eq!(found.contradicted, ["table: a: confirmed, in full refuted"]);
        assert!(full.compare(&full).contradicted.is_empty());
    }

    #[test]
    fn a_directory_without_a_report_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        assert!(matches!(Verdicts::read(dir.path()), Err(ReadError::Io { .. })));
        fs::write(dir.path().join("report.json"), "[{}]").unwrap();
        assert!(matches!(Verdicts::read(dir.path()), Err(ReadError::Malformed { .. })));
    }
}
