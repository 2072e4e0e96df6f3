//! `cargo xtask test`: everything that must hold before a change lands.

use std::time::Instant;

use crate::adapters;
use crate::engines;
use crate::example;
use crate::page;
use crate::shell::{self, Problem, cargo, cargo_command, has_cargo, root};

type Step = (&'static str, fn() -> Result<(), Problem>);

/// What is cheap and fails often comes first.
const STEPS: [Step; 14] = [
    ("formatting", || cargo(&["fmt", "--all", "--check"])),
    ("the page's packages", page::packages),
    ("the page's formatting and lint", page::lint),
    ("the page's types", page::types),
    ("the page's unit tests", page::unit_tests),
    // Before the program, which takes it in.
    ("the page's build and its weight", page::build_and_weigh),
    ("Clippy", || cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"])),
    ("documentation of the code", documentation),
    ("examples in the documentation", || cargo(&["test", "--workspace", "--doc", "--quiet"])),
    ("tests", tests),
    ("the adapter for the Chexers referee", adapters::chexers_referee),
    ("the page in a browser", || page::in_browser(&[])),
    ("a game in a repository of its own", example::test),
    ("the scaffold of a new game", scaffold),
];

fn run_step(name: &str, step: fn() -> Result<(), Problem>) -> Result<(), Problem> {
    println!("\n== {name}");
    let begun = Instant::now();
    step()?;
    println!("== {name}: ok, {:.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}

pub fn run() -> Result<(), Problem> {
    install_components()?;
    let begun = Instant::now();
    for (name, step) in STEPS {
        run_step(name, step)?;
    }
    println!("\nall of it took {:.0} s", begun.elapsed().as_secs_f64());
    println!("steps: {} passed, 0 failed", STEPS.len());
    Ok(())
}

/// Rustfmt and Clippy belong to the toolchain, but may be missing from a small one.
fn install_components() -> Result<(), Problem> {
    for (subcommand, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !has_cargo(subcommand) {
            shell::run(std::process::Command::new("rustup").args(["component", "add", component]))?;
        }
    }
    Ok(())
}

fn documentation() -> Result<(), Problem> {
    shell::run(
        cargo_command(&["doc", "--workspace", "--no-deps", "--quiet", "--exclude", "xtask"])
            .env("RUSTDOCFLAGS", "--deny warnings"),
    )
}

fn tests() -> Result<(), Problem> {
    let opponent = engines::find_or_install_fairy_stockfish()?;
    println!("Fairy-Stockfish: {}", opponent.display());
    let mut command = if has_cargo("nextest") {
        cargo_command(&["nextest", "run", "--workspace", "--no-fail-fast"])
    } else {
        cargo_command(&["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"])
    };
    shell::run(command.env(engines::FAIRY_STOCKFISH, opponent))
}

/// A copy of the project gets a new game: it must compile, be listed, have a board that the page takes,
/// and fail its conformance test with a list of what is to do.
fn scaffold() -> Result<(), Problem> {
    const NAME: &str = "scaffoldcheck";
    let copy = root().join("target/scaffold-check");
    crate::new_game::copy_project(&root(), &copy)?;
    crate::new_game::run(&copy, NAME)?;
    page::check_copy(&copy, NAME)?;
    let package = format!("ludwerk-{NAME}");
    let in_copy = |args: &[&str]| {
        let mut command = cargo_command(args);
        // Its own target folder: dependencies are compiled once more, but nothing of ours is disturbed.
        command.current_dir(&copy).env("CARGO_TARGET_DIR", root().join("target/scaffold-target"));
        command
    };
    shell::run(&mut in_copy(&["fmt", "--all", "--check"]))?;
    shell::run(&mut in_copy(&[
        "clippy",
        "--quiet",
        "--package",
        &package,
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    shell::run(&mut in_copy(&["check", "--quiet", "--package", "ludwerk-registry"]))?;
    let output = in_copy(&["test", "--quiet", "--package", &package])
        .output()
        .map_err(|error| Problem(format!("cargo test could not be started: {error}")))?;
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    for wanted in ["To do:", "1. turns", "position text", "the perft table has no counts"] {
        if output.status.success() || !text.contains(wanted) {
            return Err(Problem(format!("the test of a new game should fail and say {wanted:?}:\n{text}")));
        }
    }
    println!("a new game compiles, registers, and fails with its to-do list");
    Ok(())
}
