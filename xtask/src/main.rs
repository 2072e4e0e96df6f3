//! The project's own commands. On a fresh machine `cargo xtask run` and `cargo xtask test` do everything.

mod adapters;
mod browser;
mod counts;
mod engines;
mod example;
mod fuzz;
mod fuzz_api;
mod new_game;
mod page;
mod reproduction;
mod shell;
mod table;
mod test;

use std::process::ExitCode;

use shell::{Problem, built_program, cargo, root};

const USAGE: &str = "\
cargo xtask run [ARGS …]    build everything and start the web app; what follows is for `ludwerk serve`
cargo xtask build           build the page and target/release/ludwerk with the page inside
cargo xtask install         build the page, and install the program with the page inside into cargo's folder of programs
cargo xtask test            everything that must hold: formatting, lints, all tests, the page in a browser
cargo xtask e2e [NAME …]    of these only the tests in a browser, or those whose file's name contains NAME
cargo xtask bench           measure the speed of the rules and searches of every game
cargo xtask bench --counts  count the instructions of the hot paths, and compare them with those that are kept
cargo xtask oldest-rust     compile everything with the oldest Rust that Cargo.toml promises
cargo xtask fuzz [TARGET [SECONDS]]
                            let a fuzzer make up inputs for every parser, or for one; 30 s each
cargo xtask fuzz-api [N]    throw generated requests at the server, N for each operation
cargo xtask reproduction    measure all published tables, for an hour or so, and put the result into the book
cargo xtask table           solve Dobutsu Shogi, check every value, and try the page with it, in ten minutes or so
cargo xtask docs            build the book into docs/book
cargo xtask new-game NAME   add a game in games/NAME: a scaffold with a to-do list
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["run", ref rest @ ..] => run(rest),
        ["build"] => build(),
        ["install"] => page::build().and_then(|()| cargo(&["install", "--locked", "--path", "crates/cli"])),
        ["test"] => test::run(),
        ["e2e", ref names @ ..] => page::build().and_then(|()| page::in_browser(names)),
        ["bench"] => {
            cargo(&["bench", "--package", "ludwerk-registry", "--bench", "games", "--bench", "searches"])
        }
        ["bench", "--counts"] => program().and_then(|()| counts::run()),
        ["oldest-rust"] => oldest_rust(),
        ["fuzz"] => fuzz::run(None, None),
        ["fuzz", "all", seconds] => fuzz::run(None, Some(seconds)),
        ["fuzz", target] => fuzz::run(Some(target), None),
        ["fuzz", target, seconds] => fuzz::run(Some(target), Some(seconds)),
        ["fuzz-api"] => fuzz_api::run(None),
        ["fuzz-api", examples] => fuzz_api::run(Some(examples)),
        ["reproduction"] => build().and_then(|()| reproduction::run()),
        ["table"] => table::run(),
        ["docs"] => docs(),
        ["new-game", name] => new_game::run(&root(), name),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => Err(Problem(format!("unknown: cargo xtask {}\n\n{USAGE}", args.join(" ")))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Problem(text)) => {
            eprintln!("error: {text}");
            ExitCode::FAILURE
        }
    }
}

/// The program with the page inside.
fn build() -> Result<(), Problem> {
    page::build()?;
    program()
}

/// The program with the page as it was last built.
fn program() -> Result<(), Problem> {
    cargo(&["build", "--release", "--package", "ludwerk-cli"])
}

fn run(rest: &[&str]) -> Result<(), Problem> {
    build()?;
    shell::hand_over(std::process::Command::new(built_program("release")).arg("serve").args(rest))
}

/// Compiles the workspace with the oldest Rust that the manifest promises, which rustup installs if it is missing.
fn oldest_rust() -> Result<(), Problem> {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml"));
    let manifest = manifest.map_err(|error| Problem(format!("Cargo.toml cannot be read: {error}")))?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'));
    let version = version.ok_or_else(|| Problem("Cargo.toml names no rust-version".to_owned()))?;
    println!("Rust {version}");
    let rustup = |args: &[&str]| std::process::Command::new("rustup").args(args).current_dir(root()).status();
    let runs = |args: &[&str]| rustup(args).is_ok_and(|status| status.success());
    if !runs(&["toolchain", "install", version, "--profile", "minimal"]) {
        return Err(Problem(format!("rustup could not install Rust {version}")));
    }
    let target = root().join("target/oldest-rust").display().to_string();
    let check =
        ["run", version, "cargo", "check", "--workspace", "--all-targets", "--locked", "--target-dir"];
    if runs(&[&check[..], &[&target]].concat()) {
        return Ok(());
    }
    Err(Problem(format!(
        "it does not compile with Rust {version}: mend it, or raise rust-version in Cargo.toml"
    )))
}

/// The version of mdBook that the book was written for.
const MDBOOK: &str = "0.5.4";

/// Builds the book, with a copy of mdBook of the project's own.
fn docs() -> Result<(), Problem> {
    let mdbook = shell::tool("mdbook", MDBOOK, &["--no-default-features", "--features", "search"])?;
    shell::run(std::process::Command::new(mdbook).arg("build").arg(root().join("docs")))?;
    println!("the book is in docs/book/index.html");
    Ok(())
}
