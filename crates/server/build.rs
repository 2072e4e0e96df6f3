//! Builds the program anew when the page has been. Where cargo has fetched the project itself, as `cargo install --git`
//! does, nobody could have built the page before, so it is built here.

use std::env;
use std::path::{Component, Path};
use std::process::Command;

/// Node.js installs npm as a script, which Windows finds only by its whole name.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
    println!("cargo::rerun-if-env-changed=LUDWERK_PAGE");
    let goes_without = env::var("LUDWERK_PAGE").is_ok_and(|wanted| wanted == "none");
    // A debug build reads the page when it runs.
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !is_release || goes_without || folder.join("web/dist/index.html").exists() {
        return;
    }
    if !is_fetched(&folder) {
        println!(
            "cargo::warning=the page is not built, and the program goes without: `cargo xtask build` builds both"
        );
    } else if let Err(problem) = build(&folder) {
        println!("cargo::error=the page cannot be built: {problem}");
        println!(
            "cargo::error=install Node.js 20.19 or newer with npm, or set LUDWERK_PAGE=none to go without the page"
        );
    }
}

/// Whether the folder is one of cargo's own copies of repositories.
fn is_fetched(folder: &Path) -> bool {
    let parts: Vec<_> = folder.components().collect();
    let is = |part: &Component<'_>, name: &str| part.as_os_str() == name;
    parts.windows(2).any(|pair| is(&pair[0], "git") && is(&pair[1], "checkouts"))
}

/// Builds the page into `web/dist`. The packages that it takes are removed again.
fn build(folder: &Path) -> Result<(), String> {
    let npm = |words: &[&str]| match Command::new(NPM).args(words).current_dir(folder).output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            Err(format!("npm {}: {}", words.join(" "), String::from_utf8_lossy(&output.stderr).trim()))
        }
        Err(error) => Err(format!("npm could not be started: {error}")),
    };
    let built =
        npm(&["ci", "--no-audit", "--no-fund"]).and_then(|()| npm(&["run", "build", "--workspace", "web"]));
    let _ = std::fs::remove_dir_all(folder.join("node_modules"));
    built.map_err(|problem| problem.replace('\n', " "))
}
