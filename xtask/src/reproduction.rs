//! `cargo xtask reproduction`: all published tables measured, in full and with five quick runs, and the result put into
//! the book.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::shell::{self, Problem, built_program, root};

/// Where the run is kept, from the project's folder; the same command goes on after a break.
const RUN: &str = "target/reproduction";

/// The page that takes over the summary, and the page with every row.
const SUMMARY_PAGE: &str = "docs/reproduction.md";
const ROWS_PAGE: &str = "docs/reproduction-rows.md";

/// The lines around the summary, in the report and in the page.
const SUMMARY: [&str; 2] = ["<!-- summary -->", "<!-- end of summary -->"];

/// The lines around what quick runs say, in the page.
const QUICK: [&str; 2] = ["<!-- quick -->", "<!-- end of quick -->"];

/// Quick runs that are compared with the full one: their seeds, which are not that of the full run.
const QUICK_SEEDS: std::ops::RangeInclusive<u32> = 1..=5;

pub fn run() -> Result<(), Problem> {
    let program = built_program("release");
    let dir = root().join(RUN);
    shell::run(Command::new(&program).args(["reproduce", "all", "--out"]).arg(&dir))?;
    let report = read(&dir.join("report.md"))?;
    let mut quick_runs = Vec::new();
    for seed in QUICK_SEEDS {
        let quick = root().join(format!("{RUN}-quick-{seed}"));
        let seed = seed.to_string();
        let words = ["reproduce", "all", "--quick", "--seed", &seed, "--out"];
        shell::run(Command::new(&program).args(words).arg(&quick).stdout(Stdio::null()))?;
        quick_runs.push(quick);
    }
    let compared = shell::output(
        Command::new(&program)
            .args(["reproduce", "--compare"])
            .arg(&dir)
            .args(&quick_runs)
            .env("NO_COLOR", "1"),
    )?;
    // Where the runs are kept is of no interest to a reader.
    let compared = compared.replace(&format!("{}-", dir.display()), "");
    let [begin, end] = QUICK;
    let compared = format!("{begin}\n\n```text\n{}\n```\n\n{end}", compared.trim_end());

    let page = root().join(SUMMARY_PAGE);
    let missing = || Problem(format!("marks are missing in {SUMMARY_PAGE}"));
    let updated = with_part_of(&read(&page)?, &report, SUMMARY).ok_or_else(missing)?;
    let updated = with_part_of(&updated, &compared, QUICK).ok_or_else(missing)?;
    write(&page, &updated)?;
    write(&root().join(ROWS_PAGE), &report)?;
    println!("{SUMMARY_PAGE} and {ROWS_PAGE} have the result");
    Ok(())
}

/// The page with what stands between the marks in the report in place of its own.
fn with_part_of(page: &str, report: &str, marks: [&str; 2]) -> Option<String> {
    let old = between(marks, page)?;
    let new = between(marks, report)?;
    Some(page.replacen(old, new, 1))
}

/// What stands between the marks, these included.
fn between<'a>([begin, end]: [&str; 2], text: &'a str) -> Option<&'a str> {
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
    fn a_part_alone_is_taken_over() {
        let marked = |text: &str| format!("{}\n{text}\n{}", SUMMARY[0], SUMMARY[1]);
        let page = format!("before\n{}\nafter\n", marked("old"));
        let report = format!("# Report\n{}\nrows\n", marked("new"));
        let expected = format!("before\n{}\nafter\n", marked("new"));
        assert_eq!(with_part_of(&page, &report, SUMMARY), Some(expected));
        assert_eq!(with_part_of("no marks", &report, SUMMARY), None);
    }
}
