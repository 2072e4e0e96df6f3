//! `cargo xtask fuzz`: libFuzzer throws what it makes up at every parser, for half a minute each.
//!
//! It needs a nightly compiler, so it is a command of its own; the inputs that it starts from and all that it has found
//! are run by the tests.

use std::fs;
use std::process::Command;

use crate::shell::{self, Problem, root, tool};

/// The version of cargo-fuzz that the targets were written for.
const CARGO_FUZZ: &str = "0.13.1";

/// How long each target is run, unless another number is asked for.
const SECONDS: &str = "30";

/// Fuzzes the target with this name, or all of them, for so many seconds each.
pub fn run(only: Option<&str>, seconds: Option<&str>) -> Result<(), Problem> {
    let seconds = seconds.unwrap_or(SECONDS);
    if seconds.parse::<u32>().is_err() {
        return Err(Problem(format!(
            "{seconds:?} is no number of seconds: cargo xtask fuzz [TARGET [SECONDS]]"
        )));
    }
    let targets: Vec<_> =
        targets()?.into_iter().filter(|name| only.is_none_or(|only| only == name)).collect();
    if targets.is_empty() {
        return Err(Problem(format!("there is no target {:?} in fuzz/targets", only.unwrap_or_default())));
    }
    let cargo_fuzz = tool("cargo-fuzz", CARGO_FUZZ, &[])?;
    if !shell::succeeds(Command::new("rustup").args(["run", "nightly", "cargo", "--version"])) {
        shell::run(Command::new("rustup").args(["toolchain", "install", "nightly", "--profile", "minimal"]))?;
    }
    let fuzz = |subcommand: &str, rest: &[&str]| {
        // The rules are compiled as for tests: with checks of overflow, and soon.
        let common = ["fuzz", subcommand, "--dev", "--features", "libfuzzer", "--target-dir", "target/fuzz"];
        shell::run(
            Command::new(&cargo_fuzz)
                .args(common)
                .args(rest)
                .current_dir(root())
                .env("RUSTUP_TOOLCHAIN", "nightly"),
        )
    };
    fuzz("build", &[])?;
    let mut failed = Vec::new();
    for name in &targets {
        println!("\n== {name}");
        let found = root().join("target/fuzz/corpus").join(name);
        fs::create_dir_all(&found).map_err(|error| Problem(format!("{}: {error}", found.display())))?;
        let (found, seeds) = (found.display().to_string(), format!("fuzz/corpus/{name}"));
        let time = format!("-max_total_time={seconds}");
        let limits = ["-rss_limit_mb=4096", "-timeout=20", "-print_final_stats=1", "-verbosity=0"];
        if fuzz("run", &[&[name.as_str(), &found, &seeds, "--", &time], &limits[..]].concat()).is_err() {
            failed.push(name.as_str());
        }
    }
    if failed.is_empty() {
        println!("\n{} targets, {seconds} s each: nothing found", targets.len());
        return Ok(());
    }
    Err(Problem(format!(
        "found by {}: the inputs are in fuzz/artifacts; mend it, and move them to fuzz/corpus, where the tests run them",
        failed.join(", ")
    )))
}

/// The names of the targets.
fn targets() -> Result<Vec<String>, Problem> {
    let folder = root().join("fuzz/targets");
    let entries = fs::read_dir(&folder).map_err(|error| Problem(format!("{}: {error}", folder.display())))?;
    let names = entries
        .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().strip_suffix(".rs")?.to_owned()));
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    Ok(names)
}
