//! The adapters: small packages in other languages by which other programs use ours, each with tests of its own.

use std::process::Command;

use crate::shell::{self, Problem, install_debian_package, may_install, root, version_of};

/// Names that systems give to it. On Windows `python3` may be a stub that only leads to a shop.
const NAMES: [&str; 2] = ["python3", "python"];

const WHAT_TO_DO: &str = "the tests of the adapters need Python 3.6 or newer: install Debian's package `python3`, \
    or Python from python.org";

/// The tests of the player for the official Chexers referee, with the real program.
pub fn chexers_referee() -> Result<(), Problem> {
    let python = find_or_install()?;
    let program = shell::build_for_tests()?;
    shell::run(
        Command::new(python)
            .args(["-m", "unittest", "discover", "--start-directory", "tests", "--top-level-directory", "."])
            .current_dir(root().join("adapters/chexers-referee"))
            .env("LUDWERK_PROGRAM", program)
            .env("PYTHONDONTWRITEBYTECODE", "1"),
    )
}

/// A Python that runs here.
fn find_or_install() -> Result<&'static str, Problem> {
    if let Some(found) = find() {
        return Ok(found);
    }
    if may_install() {
        install_debian_package("python3")
            .map_err(|Problem(text)| Problem(format!("{text}; {WHAT_TO_DO}")))?;
    }
    find().ok_or_else(|| Problem(format!("no Python was found; {WHAT_TO_DO}")))
}

fn find() -> Option<&'static str> {
    NAMES.into_iter().find(|name| version_of(name).is_some_and(|version| is_new_enough(&version)))
}

/// Whether this is at least `Python 3.6`.
fn is_new_enough(version: &str) -> bool {
    let mut numbers =
        version.trim_start_matches("Python ").split('.').map_while(|part| part.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(3), Some(6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_python_are_compared_by_number() {
        for new in ["Python 3.6.15", "Python 3.11.7", "Python 3.13.0rc1", "Python 4.0"] {
            assert!(is_new_enough(new), "{new}");
        }
        for old in ["Python 2.7.18", "Python 3.5.2", "", "nonsense", "Python 3"] {
            assert!(!is_new_enough(old), "{old:?}");
        }
    }
}
