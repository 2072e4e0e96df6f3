//! `cargo xtask table`: the whole table of Dobutsu Shogi, built, checked and used.
//!
//! The tests compare the counts with those that others published, every value with those of its successors, and
//! samples with published values and with our own searches; then the page is tried with the table.

use std::fs;
use std::process::Command;

use crate::shell::{self, Problem, built_program, cargo_command, root};
use crate::{build, page};

/// Where the table is kept, from the project's folder.
const TABLE: &str = "target/tables/dobutsu.table";

pub fn run() -> Result<(), Problem> {
    build()?;
    let table = root().join(TABLE);
    let folder = table.parent().map_or_else(root, ToOwned::to_owned);
    fs::create_dir_all(&folder)
        .map_err(|error| Problem(format!("cannot make {}: {error}", folder.display())))?;
    shell::run(Command::new(built_program("release")).args(["solve", "dobutsu", "--out"]).arg(&table))?;
    println!("checking every value, for a few minutes");
    let args = ["test", "--release", "--package", "ludwerk-registry", "--test", "table", "--", "--ignored"];
    shell::run(cargo_command(&args).env("LUDWERK_TABLE", &table))?;
    page::in_browser_with_table(&table)
}
