//! `cargo xtask new-game NAME`: a game in one folder, that compiles and registers itself, and whose
//! conformance test fails with the list of what is to do.

use std::fs;
use std::path::Path;

use crate::shell::{Problem, cargo_command, run as run_command};

/// The files of a new game, as they are in `xtask/templates/game`.
const TEMPLATES: [(&str, &str); 12] = [
    ("Cargo.toml", include_str!("../templates/game/Cargo.toml.txt")),
    ("README.md", include_str!("../templates/game/README.md.txt")),
    ("src/lib.rs", include_str!("../templates/game/src/lib.rs.txt")),
    ("src/board.rs", include_str!("../templates/game/src/board.rs.txt")),
    ("src/moves.rs", include_str!("../templates/game/src/moves.rs.txt")),
    ("src/rules.rs", include_str!("../templates/game/src/rules.rs.txt")),
    ("src/notation.rs", include_str!("../templates/game/src/notation.rs.txt")),
    ("tests/conformance.rs", include_str!("../templates/game/tests/conformance.rs.txt")),
    ("tests/{{name}}.perft", include_str!("../templates/game/tests/perft.txt")),
    ("web/package.json", include_str!("../templates/game/web/package.json.txt")),
    ("web/Board.tsx", include_str!("../templates/game/web/Board.tsx.txt")),
    ("web/Board.module.css", include_str!("../templates/game/web/Board.module.css.txt")),
];

const REGISTRY_MARK: &str = "    // `cargo xtask new-game` adds its line above this one.";

/// Adds a game to the project in `root`.
pub fn run(root: &Path, name: &str) -> Result<(), Problem> {
    check_name(name)?;
    let folder = root.join("games").join(name);
    if folder.exists() {
        return Err(Problem(format!("games/{name} is there already")));
    }
    for (path, template) in TEMPLATES {
        let file = folder.join(fill(path, name));
        create_parent(&file)?;
        write(&file, &fill(template, name))?;
    }
    edit(&root.join("Cargo.toml"), |text| {
        let version = env!("CARGO_PKG_VERSION");
        let line = format!("ludwerk-{name} = {{ path = \"games/{name}\", version = \"{version}\" }}\n");
        insert_before(text, "\nanstream = ", &line)
    })?;
    edit(&root.join("crates/registry/Cargo.toml"), |text| {
        let dependency = format!("ludwerk-{name} = {{ workspace = true, optional = true }}\n");
        let text = insert_before(text, "ludwerk-search.workspace = true\n", &dependency)?;
        insert_before(&text, "]\n\n[dependencies]\n", &format!("    \"dep:ludwerk-{name}\",\n"))
    })?;
    edit(&root.join("crates/registry/src/games.rs"), |text| {
        let line = format!("    GameEntry::of::<ludwerk_{name}::{}>(),\n", type_name(name));
        insert_before(text, REGISTRY_MARK, &line)
    })?;
    edit(&root.join("package-lock.json"), |text| lock_board(text, name))?;
    // Whatever the name's length, the files are formatted as the project demands.
    run_command(cargo_command(&["fmt", "--package", &format!("ludwerk-{name}")]).current_dir(root))?;
    println!(
        "games/{name} is there and registered. Next:\n  cargo test -p ludwerk-{name}   says what is to do\n  \
         CONTRIBUTING.md                tells how"
    );
    Ok(())
}

/// Adds the package of a game's board to npm's list, which `npm ci` compares with the folders.
fn lock_board(text: &str, name: &str) -> Option<String> {
    let package = format!(
        r#"    "games/{name}/web": {{
      "name": "@ludwerk/{name}-web",
      "version": "0.0.0",
      "license": "MIT OR Apache-2.0",
      "dependencies": {{
        "@ludwerk/web": "*"
      }}
    }},
"#
    );
    let link = format!(
        r#"    "node_modules/@ludwerk/{name}-web": {{
      "resolved": "games/{name}/web",
      "link": true
    }},
"#
    );
    let text = insert_before(text, "    \"node_modules/@ludwerk/web\": {\n", &link)?;
    insert_before(&text, "    \"node_modules/", &package)
}

/// Crates of the project, and types that the files of a new game use.
const TAKEN: [&str; 27] = [
    "core",
    "testkit",
    "search",
    "protocol",
    "arena",
    "registry",
    "learn",
    "cli",
    "server",
    "experiments",
    "fuzz",
    "self",
    "game",
    "state",
    "turn",
    "rng",
    "keyed",
    "outcome",
    "variant",
    "configure",
    "notation",
    "seat",
    "move",
    "string",
    "option",
    "result",
    "vec",
];

/// A name that is a game's id, a folder, and a part of the name of a crate.
fn check_name(name: &str) -> Result<(), Problem> {
    let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if !is_plain || name.len() > 30 {
        return Err(Problem(format!("{name:?} is no name for a game: use lower-case letters and digits")));
    }
    if TAKEN.contains(&name) {
        return Err(Problem(format!("{name:?} is the name of another part of the project")));
    }
    Ok(())
}

fn type_name(name: &str) -> String {
    name[..1].to_uppercase() + &name[1..]
}

fn fill(template: &str, name: &str) -> String {
    template.replace("{{name}}", name).replace("{{Name}}", &type_name(name))
}

fn insert_before(text: &str, mark: &str, line: &str) -> Option<String> {
    let at = text.find(mark)?;
    Some(format!("{}{line}{}", &text[..at], &text[at..]))
}

fn edit(path: &Path, change: impl Fn(&str) -> Option<String>) -> Result<(), Problem> {
    let text = fs::read_to_string(path).map_err(|error| problem(path, &error))?;
    let changed = change(&text).ok_or_else(|| {
        Problem(format!("{} does not look as expected; add the game by hand", path.display()))
    })?;
    write(path, &changed)
}

fn write(path: &Path, text: &str) -> Result<(), Problem> {
    fs::write(path, text).map_err(|error| problem(path, &error))
}

fn create_parent(path: &Path) -> Result<(), Problem> {
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(|error| problem(path, &error))
}

fn problem(path: &Path, error: &std::io::Error) -> Problem {
    Problem(format!("{}: {error}", path.display()))
}

/// What the project is made of, as far as a game needs it.
const PARTS: [&str; 12] = [
    "Cargo.toml",
    "Cargo.lock",
    "rustfmt.toml",
    ".cargo",
    "crates",
    "experiments",
    "fuzz",
    "games",
    "xtask",
    "package.json",
    "package-lock.json",
    "web",
];

/// Copies what makes up the project, without what is built or downloaded.
pub fn copy_project(from: &Path, to: &Path) -> Result<(), Problem> {
    if to.exists() {
        fs::remove_dir_all(to).map_err(|error| problem(to, &error))?;
    }
    for part in PARTS {
        copy(&from.join(part), &to.join(part))?;
    }
    Ok(())
}

/// Copies a file, or a folder without what is built or downloaded.
pub fn copy(from: &Path, to: &Path) -> Result<(), Problem> {
    if !from.is_dir() {
        create_parent(to)?;
        return fs::copy(from, to).map(drop).map_err(|error| problem(from, &error));
    }
    for entry in fs::read_dir(from).map_err(|error| problem(from, &error))? {
        let entry = entry.map_err(|error| problem(from, &error))?;
        let name = entry.file_name();
        if name != "node_modules" && name != "dist" {
            copy(&entry.path(), &to.join(name))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_checked() {
        assert!(check_name("hex7").is_ok());
        for wrong in ["", "Hex", "7hex", "two words", "../escape", "core", "self", "turn", "häx", "a-b"] {
            assert!(check_name(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_line_goes_before_its_mark_or_nowhere() {
        assert_eq!(insert_before("a\nb\n", "b\n", "x\n").as_deref(), Some("a\nx\nb\n"));
        assert_eq!(insert_before("a\n", "b\n", "x\n"), None);
    }

    #[test]
    fn a_new_board_is_in_the_list_of_packages() {
        let list = fs::read_to_string(crate::shell::root().join("package-lock.json")).unwrap();
        let longer = lock_board(&list, "hex7").unwrap();
        let n_lines = |text: &str| text.lines().count();
        assert_eq!(n_lines(&longer), n_lines(&list) + 12);
        assert!(
            longer.contains("\"node_modules/@ludwerk/hex7-web\": {\n      \"resolved\": \"games/hex7/web\"")
        );
        assert_eq!(lock_board("{}", "hex7"), None);
    }

    #[test]
    fn what_is_built_or_downloaded_is_not_copied() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        for path in ["web/src/main.tsx", "web/dist/index.html", "web/node_modules/a/index.js"] {
            create_parent(&from.join(path)).unwrap();
            write(&from.join(path), "").unwrap();
        }
        copy(&from, &to).unwrap();
        assert!(to.join("web/src/main.tsx").exists());
        assert!(!to.join("web/dist").exists());
        assert!(!to.join("web/node_modules").exists());
    }

    #[test]
    fn an_existing_game_is_left_alone() {
        let error = run(&crate::shell::root(), "dobutsu").unwrap_err();
        assert_eq!(error.0, "games/dobutsu is there already");
    }
}
