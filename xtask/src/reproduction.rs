//! `cargo xtask reproduction`: all published tables measured, and the result put into the book.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::shell::{self, Problem, built_program, root};

/// Where the run is kept, from the project's folder; the same command goes on after a break.
const RUN: &str = "target/reproduction";

/// The page that takes over the summary, and the page with every row.
const SUMMARY_PAGE: &str = "docs/reproduction.md";
const ROWS_PAGE: &str = "docs/reproduction-rows.md";

/// The lines around the summary, in the report and in the page.
const MARKS: [&str; 2] = ["<!-- summary -->", "<!-- end of summary -->"];

pub fn run() -> Result<(), Problem> {
    let dir = root().join(RUN);
    shell::run(Command::new(built_program("release")).args(["reproduce", "all", "--out"]).arg(&dir))?;
    let report = read(&dir.join("report.md"))?;
    let page = root().join(SUMMARY_PAGE);
    let updated = with_summary_of(&read(&page)?, &report)
        .ok_or_else(|| Problem(format!("the marks of the summary are missing in {SUMMARY_PAGE}")))?;
    write(&page, &updated)?;
    write(&root().join(ROWS_PAGE), &report)?;
    println!("{SUMMARY_PAGE} and {ROWS_PAGE} have the result");
    Ok(())
}

/// The page with the summary of the report in place of its own.
fn with_summary_of(page: &str, report: &str) -> Option<String> {
    let old = between_marks(page)?;
    let new = between_marks(report)?;
    Some(page.replacen(old, new, 1))
}

/// What stands between the marks, these included.
fn between_marks(text: &str) -> Option<&str> {
    let [begin, end] = MARKS;
    let first = text.find(begin)?;
    let length = text[first..].find(end)? + end.len();
    Some(&text[first..first + length])
}

fn read(path: &Path) -> Result<String, Problem> {
    fs::read_to_string(path).map_err(|error| Problem(format!("cannot read {}: {error}", path.display())))
}

fn write(path: &Path, text: &str) -> Result<(), Problem> {
    fs::write(path, text).map_err(|error| Problem(format!("cannot write {}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_alone_is_taken_over() {
        let marked = |text: &str| format!("{}\n{text}\n{}", MARKS[0], MARKS[1]);
        let page = format!("before\n{}\nafter\n", marked("old"));
        let report = format!("# Report\n{}\nrows\n", marked("new"));
        let expected = format!("before\n{}\nafter\n", marked("new"));
        assert_eq!(with_summary_of(&page, &report), Some(expected));
        assert_eq!(with_summary_of("no marks", &report), None);
    }
}
