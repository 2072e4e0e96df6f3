//! The help is committed, as a page of the book: a change of it is seen and reviewed.
//! `LUDWERK_UPDATE=1 cargo test -p ludwerk-cli` writes the page anew.

use std::fmt::Write as _;
use std::path::Path;

use crate::ok;

const COMMANDS: [&str; 28] = [
    "serve",
    "games",
    "agents",
    "perft",
    "moves",
    "replay",
    "search",
    "match",
    "tournament",
    "ablate",
    "scaling",
    "levels",
    "tune",
    "train",
    "play",
    "series",
    "analyse",
    "convert",
    "engine",
    "reproduce",
    "report",
    "solve",
    "probe",
    "verify",
    "puzzle",
    "openings",
    "completions",
    "man",
];

#[test]
fn the_page_of_commands_is_up_to_date() {
    let mut page =
        "# Commands\n\nThis page is made from `ludwerk --help`; a test keeps it true.\n".to_owned();
    let mut section = |title: &str, words: &[&str]| {
        let help = ok(words).stdout;
        let _ = write!(page, "\n## {title}\n\n```text\n{}\n```\n", help.trim_end());
        help
    };
    section("ludwerk", &["--help"]);
    for command in COMMANDS {
        let help = section(&format!("ludwerk {command}"), &[command, "--help"]);
        for inner in listed(&help) {
            section(&format!("ludwerk {command} {inner}"), &[command, inner, "--help"]);
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/commands.md");
    if std::env::var_os("LUDWERK_UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &page).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == page, "the help has changed: run `LUDWERK_UPDATE=1 cargo test -p ludwerk-cli`");
}

#[test]
fn every_command_is_on_the_page() {
    assert_eq!(listed(&ok(&["--help"]).stdout), COMMANDS);
}

/// The commands that a help lists.
fn listed(help: &str) -> Vec<&str> {
    help.lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        // What goes on from the line before is indented more.
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect()
}
