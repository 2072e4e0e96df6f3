//! `cargo xtask fuzz-api`: requests generated from the server's own description, thrown at the real program.
//!
//! Schemathesis finds answers that the description does not allow and failures of the server. It is a Python
//! program and takes minutes, so this is a command of its own and no part of the tests.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::shell::{self, Problem, root, version_of};

/// The version that the hooks were written for.
const SCHEMATHESIS: &str = "4.32.5";

/// What must hold of every answer. Whether a request that looks right is granted depends on the rules of
/// the game, which no schema tells; and without a key the caller is a spectator, who is refused by 403, not by 401.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_headers_conformance,response_schema_conformance,negative_data_rejection,unsupported_method";

/// How many requests are made for each operation, unless another number is asked for.
const EXAMPLES: &str = "300";

pub fn run(examples: Option<&str>) -> Result<(), Problem> {
    let schemathesis = install()?;
    let program = shell::build_for_tests()?;
    let data = root().join("target/fuzz-api");
    let _ = std::fs::remove_dir_all(&data);
    // Games are made without end, and no limit may hide what is behind it.
    let mut server = Command::new(program)
        .args(["serve", "--json", "--port", "0", "--requests", "1000000", "--think", "1", "--data"])
        .arg(&data)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| Problem(format!("the server could not be started: {error}")))?;
    let mut line = String::new();
    let told = server.stdout.take().map(|stdout| BufReader::new(stdout).read_line(&mut line));
    let url = line.split('"').find(|word| word.starts_with("http://")).map(str::to_owned);
    let result = match (told, url) {
        (Some(Ok(_)), Some(url)) => shell::run(
            Command::new(schemathesis)
                .args(["run", &format!("{url}api/openapi.json"), "--checks", CHECKS])
                .args(["--max-examples", examples.unwrap_or(EXAMPLES), "--request-timeout", "30"])
                .env("LUDWERK_URL", &url)
                .env("SCHEMATHESIS_HOOKS", "hooks")
                .env("PYTHONPATH", root().join("crates/server/fuzz"))
                .env("PYTHONDONTWRITEBYTECODE", "1")
                .current_dir(root().join("target")),
        ),
        _ => Err(Problem("the server did not say where it listens".to_owned())),
    };
    let is_alive = matches!(server.try_wait(), Ok(None));
    let _ = server.kill();
    let _ = server.wait();
    result?;
    if is_alive { Ok(()) } else { Err(Problem("the server has died".to_owned())) }
}

/// Installs schemathesis into a folder of the project's own, unless it is there.
fn install() -> Result<PathBuf, Problem> {
    let folder = root().join("target/tools/schemathesis");
    let binaries = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let program = binaries.join("schemathesis");
    if version_of(&program).is_some_and(|version| version.contains(SCHEMATHESIS)) {
        return Ok(program);
    }
    println!("installing schemathesis {SCHEMATHESIS}");
    shell::run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    let package = format!("schemathesis=={SCHEMATHESIS}");
    shell::run(Command::new(binaries.join("pip")).args(["install", "--quiet", &package]))?;
    Ok(program)
}
