//! The book shows what the program prints: every example that starts with `$ ludwerk` is run again.
//! `LUDWERK_UPDATE=1 cargo test -p ludwerk-cli` writes the answers of today into the pages.
//!
//! Left out are games in the terminal, examples that are shortened, and those that need a file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const FENCE: &str = "```text\n$ ludwerk ";

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            pages(&entry, found);
        } else if entry.extension().is_some_and(|ending| ending == "md") {
            found.push(entry);
        }
    }
}

/// Numbers with a decimal point may be times, so they are not compared; whole numbers are.
fn without_times(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-');
    let words = text.split_inclusive(|c: char| !is_part(c));
    let mask = |word: &str| {
        let number = word.trim_end_matches(|c: char| !is_part(c));
        if number.contains('.') && number.parse::<f64>().is_ok() {
            word.replace(number, "N")
        } else {
            word.to_owned()
        }
    };
    words.map(mask).collect()
}

/// What the program prints today, in the order in which the page shows it.
fn answer(command: &str, shown: &str) -> String {
    let line = command.replacen("ludwerk", env!("CARGO_BIN_EXE_ludwerk"), 1);
    let output = Command::new("sh").args(["-c", &line]).env_remove("CLICOLOR_FORCE").output().unwrap();
    let (stdout, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let (seed, errors): (Vec<_>, Vec<_>) = stderr.lines().partition(|line| line.starts_with("seed "));
    let seed = if shown.starts_with("seed ") { seed } else { Vec::new() };
    let lines = seed.into_iter().chain(stdout.lines()).chain(errors);
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn can_be_run(command: &str, shown: &str) -> bool {
    let needs_more = ["ludwerk play ", "games.jsonl", "--games 1000000", "dobutsu.table"]
        .iter()
        .any(|part| command.contains(part));
    !needs_more && !shown.contains('…') && !shown.trim().is_empty()
}

/// The page with the answers of today, and how many examples were run.
fn renewed(page: &str) -> (String, usize) {
    let (mut text, mut rest, mut n_run) = (String::new(), page, 0);
    while let Some(at) = rest.find(FENCE) {
        let start = at + "```text\n".len();
        let end = start + rest[start..].find("```").expect("a block ends");
        text.push_str(&rest[..start]);
        for example in rest[start..end].split("$ ").skip(1) {
            let (command, shown) = example.split_once('\n').unwrap_or((example, ""));
            let now = if can_be_run(command, shown) { answer(command, shown) } else { shown.to_owned() };
            n_run += usize::from(can_be_run(command, shown));
            let is_same = without_times(now.trim_end()) == without_times(shown.trim_end());
            let gap = if shown.ends_with("\n\n") { "\n" } else { "" };
            let shown_now = if is_same { shown.to_owned() } else { format!("{now}{gap}") };
            let _ = write!(text, "$ {command}\n{shown_now}");
        }
        rest = &rest[end..];
    }
    text.push_str(rest);
    (text, n_run)
}

#[test]
fn the_book_shows_what_the_program_prints() {
    let mut files = Vec::new();
    pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs"), &mut files);
    let mut n_examples = 0;
    for path in files {
        let page = std::fs::read_to_string(&path).unwrap();
        let (now, n_run) = renewed(&page);
        n_examples += n_run;
        if now != page && std::env::var_os("LUDWERK_UPDATE").is_some() {
            std::fs::write(&path, now).unwrap();
        } else {
            assert!(
                now == page,
                "{} is stale: run `LUDWERK_UPDATE=1 cargo test -p ludwerk-cli`",
                path.display()
            );
        }
    }
    assert!(n_examples >= 10, "only {n_examples} examples were run");
}
