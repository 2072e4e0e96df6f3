//! The page: its packages, its checks, and the build that the program serves.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use crate::browser;
use crate::new_game;
use crate::shell::{self, Problem, built_program, root, version_of};

/// The oldest Node.js that the page's tools run on, as `engines` in `package.json` has it.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// Node.js installs npm as a script, which Windows finds only by its whole name.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// Installs the page's packages unless they are there as `package-lock.json` has them.
pub fn packages() -> Result<(), Problem> {
    check_node()?;
    if packages_are_fresh(&root()) {
        println!("the page's packages are there");
        return Ok(());
    }
    println!("installing the page's packages: npm ci");
    npm(&["ci", "--no-audit", "--no-fund"])
}

/// Installs what is missing and builds the page into `web/dist`.
pub fn build() -> Result<(), Problem> {
    packages()?;
    println!("building the page into web/dist");
    script("build")
}

/// Formatting and lint, by Biome.
pub fn lint() -> Result<(), Problem> {
    script("lint")
}

/// Types of the page and of its tests in a browser.
pub fn types() -> Result<(), Problem> {
    script("typecheck")?;
    npm(&["exec", "--workspace", "web", "--", "tsc", "--project", "e2e"])
}

/// Unit tests.
pub fn unit_tests() -> Result<(), Problem> {
    script("test")
}

/// The page is built, and what a browser loads first is small.
pub fn build_and_weigh() -> Result<(), Problem> {
    script("build")?;
    shell::run(node().args(["web/e2e/weigh.mjs", "web/dist"]))
}

/// Tests in a real browser against the real program; of those only the files whose names contain one of
/// `names`, unless there are none.
pub fn in_browser(names: &[&str]) -> Result<(), Problem> {
    let chrome = browser::find_or_install()?;
    println!("the browser: {}", chrome.display());
    let program = shell::build_for_tests()?;
    shell::run(&mut e2e(names, &chrome, &program))
}

/// Those tests that need the table of a solved game, with the program that `cargo xtask build` makes.
pub fn in_browser_with_table(table: &Path) -> Result<(), Problem> {
    let chrome = browser::find_or_install()?;
    shell::run(e2e(&["table"], &chrome, &built_program("release")).env("LUDWERK_TABLE", table))
}

fn e2e(names: &[&str], chrome: &Path, program: &Path) -> Command {
    let mut command = tool("playwright");
    // A name is looked for in the whole path, of which only the last part is ours.
    let files = names.iter().map(|name| format!(r"e2e[/\\][^/\\]*{name}[^/\\]*$"));
    command.args(["test", "--config", "web/e2e"]).args(files).current_dir(root());
    command.env("LUDWERK_CHROME", chrome).env("LUDWERK_PROGRAM", program);
    command
}

/// Types, the list of packages, and the formatting and lint of one game's board, in a copy of the project
/// that lies inside this one and uses its packages.
pub fn check_copy(copy: &Path, game: &str) -> Result<(), Problem> {
    shell::run(tool("tsc").args(["--noEmit", "--project", "web"]).current_dir(copy))?;
    let args = ["ci", "--dry-run", "--offline", "--no-audit", "--no-fund", "--loglevel=error"];
    shell::run(Command::new(NPM).args(args).current_dir(copy))?;
    // Biome refuses to work in a project in which it finds a second configuration, so it is shown the board
    // somewhere else.
    let elsewhere = std::env::temp_dir().join(format!("ludwerk-board-{}", std::process::id()));
    let board = Path::new("games").join(game).join("web");
    let result = new_game::copy(&root().join("biome.json"), &elsewhere.join("biome.json"))
        .and_then(|()| new_game::copy(&copy.join(&board), &elsewhere.join(&board)))
        .and_then(|()| shell::run(tool("biome").args(["check", "games"]).current_dir(&elsewhere)));
    let _ = fs::remove_dir_all(&elsewhere);
    result
}

/// A program that came with the page's packages.
fn tool(name: &str) -> Command {
    let ending = if cfg!(windows) { ".cmd" } else { "" };
    Command::new(root().join("node_modules/.bin").join(format!("{name}{ending}")))
}

/// Node.js in the project's folder.
fn node() -> Command {
    let mut command = Command::new("node");
    command.current_dir(root());
    command
}

fn npm(args: &[&str]) -> Result<(), Problem> {
    shell::run(Command::new(NPM).args(args).env("npm_config_update_notifier", "false").current_dir(root()))
}

/// A script of `web/package.json`.
fn script(name: &str) -> Result<(), Problem> {
    npm(&["run", "--silent", name, "--workspace", "web"])
}

/// Whether the packages were installed after the last change of the list of them.
fn packages_are_fresh(root: &Path) -> bool {
    let changed = |path: &str| -> Option<SystemTime> { fs::metadata(root.join(path)).ok()?.modified().ok() };
    // npm writes this file last.
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(installed), Some(listed)) => installed >= listed,
        _ => false,
    }
}

fn check_node() -> Result<(), Problem> {
    let (major, minor) = OLDEST_NODE;
    let wanted = format!(
        "the page needs Node.js {major}.{minor} or newer with npm: install the present LTS version from \
         nodejs.org, or by the system's packages if they are new enough"
    );
    match version_of("node") {
        None => Err(Problem(format!("there is no `node` here; {wanted}"))),
        Some(version) if parse_version(&version) < Some(OLDEST_NODE) => {
            Err(Problem(format!("this is Node.js {version}; {wanted}")))
        }
        Some(_) if version_of(NPM).is_none() => Err(Problem(format!("there is no `npm` here; {wanted}"))),
        Some(_) => Ok(()),
    }
}

/// The first two numbers of `v20.19.4`.
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim_start_matches('v').split('.').map(|part| part.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_compared_by_number() {
        assert!(parse_version("v20.19.0") >= Some(OLDEST_NODE));
        assert!(parse_version("v100.0.1") >= Some(OLDEST_NODE));
        for old in ["v20.9.4", "v18.20.4", "v9.99.0", "", "nonsense"] {
            assert!(parse_version(old) < Some(OLDEST_NODE), "{old:?}");
        }
    }

    #[test]
    fn packages_are_installed_when_missing_or_older_than_their_list() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str| {
            let file = folder.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::File::create(file).unwrap()
        };
        let long_ago = SystemTime::UNIX_EPOCH;
        let list = write("package-lock.json");
        assert!(!packages_are_fresh(folder.path()), "nothing is installed");
        let installed = write("node_modules/.package-lock.json");
        list.set_modified(long_ago).unwrap();
        assert!(packages_are_fresh(folder.path()));
        list.set_modified(SystemTime::now()).unwrap();
        installed.set_modified(long_ago).unwrap();
        assert!(!packages_are_fresh(folder.path()), "the list has changed since");
    }
}
