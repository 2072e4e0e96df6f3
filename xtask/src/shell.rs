//! Running other programs, with errors that say which.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What went wrong, ready to be shown.
#[derive(Debug)]
pub struct Problem(pub String);

/// The folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_owned)
}

/// The program as cargo builds it in this profile's folder: `debug` or `release`.
pub fn built_program(profile: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    target.join(profile).join(format!("ludwerk{}", std::env::consts::EXE_SUFFIX))
}

/// Runs a program to its end, its output shown as it comes.
pub fn run(command: &mut Command) -> Result<(), Problem> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Problem(format!("`{}` failed ({status})", shown(command)))),
        Err(error) => Err(could_not_start(command, &error)),
    }
}

/// Runs a program to its end and gives what it printed; its errors are shown as they come.
pub fn output(command: &mut Command) -> Result<String, Problem> {
    match command.stderr(Stdio::inherit()).output() {
        Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        Ok(output) => Err(Problem(format!("`{}` failed ({})", shown(command), output.status))),
        Err(error) => Err(could_not_start(command, &error)),
    }
}

/// Builds the program for tests, with the features that its dependencies have in `cargo test --workspace`: in
/// another set of features all of them would be built once more.
pub fn build_for_tests() -> Result<PathBuf, Problem> {
    cargo(&["test", "--workspace", "--test", "cli", "--no-run", "--quiet"])?;
    Ok(built_program("debug"))
}

/// Lets a program take the place of this one: Ctrl-C reaches it alone, and its exit code is ours.
#[cfg(unix)]
pub fn hand_over(command: &mut Command) -> Result<(), Problem> {
    use std::os::unix::process::CommandExt;

    let error = command.exec();
    Err(could_not_start(command, &error))
}

/// Runs a program that ends by Ctrl-C itself: the console tells both of us, and we wait for it.
#[cfg(not(unix))]
pub fn hand_over(command: &mut Command) -> Result<(), Problem> {
    ctrlc::set_handler(|| ()).map_err(|error| Problem(format!("cannot wait for Ctrl-C: {error}")))?;
    run(command)
}

fn shown(command: &Command) -> String {
    format!("{command:?}").replace('"', "")
}

fn could_not_start(command: &Command, error: &std::io::Error) -> Problem {
    Problem(format!("`{}` could not be started: {error}", shown(command)))
}

/// Cargo in the project's folder.
pub fn cargo_command(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// Runs cargo in the project's folder.
pub fn cargo(args: &[&str]) -> Result<(), Problem> {
    run(&mut cargo_command(args))
}

/// Whether a cargo command exists here.
pub fn has_cargo(subcommand: &str) -> bool {
    succeeds(&mut cargo_command(&[subcommand, "--version"]))
}

/// What a program says about its version, if it runs here.
pub fn version_of(program: impl AsRef<std::ffi::OsStr>) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Whether a program runs here and ends well; what it prints is not shown.
pub fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// A program from crates.io in this version, a copy of the project's own, which is installed if it is missing.
pub fn tool(name: &str, version: &str, features: &[&str]) -> Result<PathBuf, Problem> {
    let tools = root().join("target/tools");
    let program = tools.join("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !version_of(&program).is_some_and(|told| told.contains(version)) {
        let folder = tools.display().to_string();
        let install = ["install", name, "--version", version, "--locked", "--root", &folder];
        cargo(&[&install[..], features].concat())?;
    }
    Ok(program)
}

/// Only a root user who has Debian's installer may use it.
pub fn may_install() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0") && version_of("apt-get").is_some()
}

/// Installs a package of Debian.
pub fn install_debian_package(package: &str) -> Result<(), Problem> {
    println!("installing Debian's {package}: apt-get install {package}");
    let apt =
        |args: &[&str]| run(Command::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive"));
    apt(&["update", "--quiet"])?;
    apt(&["install", "--quiet", "--yes", "--no-install-recommends", package])
}
