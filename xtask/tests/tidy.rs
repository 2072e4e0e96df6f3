//! Tidiness as tests: who may depend on whom, how files open, and what every game brings along.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What each crate may depend on, of ours. Games may depend on the core alone.
const ARROWS: [(&str, &[&str]); 14] = [
    ("core", &[]),
    ("testkit", &["core"]),
    ("search", &["core"]),
    ("protocol", &["core"]),
    ("arena", &["core"]),
    ("report", &["core", "arena"]),
    ("registry", &["core", "GAMES", "search", "protocol"]),
    ("experiments", &["core", "GAMES", "search", "arena", "registry", "learn", "report"]),
    ("learn", &["core", "search", "arena", "registry", "report"]),
    ("session", &["core", "registry", "arena"]),
    ("server", &["core", "registry", "arena", "session"]),
    (
        "cli",
        &["core", "protocol", "registry", "arena", "report", "learn", "experiments", "session", "server"],
    ),
    ("ludwerk", &["core", "search", "registry", "arena", "cli"]),
    ("fuzz", &["core", "testkit", "search", "protocol", "arena", "registry", "learn"]),
];

/// Longer files need a reason; none has one yet.
const MOST_LINES: usize = 800;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn folders(path: &Path) -> Vec<String> {
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    let mut names: Vec<_> = entries
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

fn games() -> Vec<String> {
    folders(&root().join("games"))
}

/// All files with this ending, build products and downloads left out.
fn files(ending: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
            let (path, name) = (entry.path(), entry.file_name().into_string().unwrap_or_default());
            if path.is_dir() {
                if !matches!(name.as_str(), "target" | "node_modules" | ".git" | "book" | "dist") {
                    walk(&path, ending, found);
                }
            } else if name.ends_with(ending) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&root(), ending, &mut found);
    assert!(!found.is_empty(), "no {ending} file found");
    found
}

/// Our own crates in a table of dependencies, without their prefix.
fn own_dependencies(manifest: &Path, table: &str) -> Vec<String> {
    let manifest: toml::Table = read(manifest).parse().unwrap();
    let table = manifest.get(table).and_then(toml::Value::as_table);
    let names = table.into_iter().flat_map(|table| table.keys());
    names.filter_map(|name| name.strip_prefix("ludwerk-")).map(str::to_owned).collect()
}

#[test]
fn dependencies_follow_the_arrows() {
    let arrows: BTreeMap<_, _> = ARROWS.into_iter().collect();
    let crates = folders(&root().join("crates")).into_iter().map(|name| (format!("crates/{name}"), name));
    for (folder, name) in crates.chain(["experiments", "fuzz"].map(|name| (name.to_owned(), name.to_owned())))
    {
        let allowed = arrows.get(name.as_str()).unwrap_or_else(|| panic!("crate {name} has no arrows"));
        let manifest = root().join(folder).join("Cargo.toml");
        for dependency in own_dependencies(&manifest, "dependencies") {
            let is_game = games().contains(&dependency) && allowed.contains(&"GAMES");
            assert!(is_game || allowed.contains(&dependency.as_str()), "{name} may not use {dependency}");
        }
    }
    for game in games() {
        let manifest = root().join("games").join(&game).join("Cargo.toml");
        assert_eq!(own_dependencies(&manifest, "dependencies"), ["core"], "{game}");
        assert_eq!(own_dependencies(&manifest, "dev-dependencies"), ["testkit"], "{game}");
    }
}

#[test]
fn versions_stand_in_one_table() {
    // An example is written as in a repository of its own.
    let is_member =
        |path: &PathBuf| *path != root().join("Cargo.toml") && !path.starts_with(root().join("examples"));
    for manifest in files("Cargo.toml").into_iter().filter(is_member) {
        let parsed: toml::Table = read(&manifest).parse().unwrap();
        for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for (name, value) in parsed.get(table).and_then(toml::Value::as_table).into_iter().flatten() {
                let from_table = value.get("workspace").and_then(toml::Value::as_bool) == Some(true);
                assert!(from_table, "{}: {name} must say workspace = true", manifest.display());
            }
        }
        let lints = parsed.get("lints").and_then(|lints| lints.get("workspace"));
        assert!(lints.is_some(), "{}: no shared lints", manifest.display());
    }
}

#[test]
fn every_file_says_what_it_is_for() {
    for path in files(".rs") {
        let text = read(&path);
        assert!(text.starts_with("//! "), "{} does not open with //!", path.display());
        let n_lines = text.lines().count();
        assert!(n_lines <= MOST_LINES, "{} has {n_lines} lines: split it", path.display());
    }
}

/// The page's own sources: what it is made of, its tests in a browser, and the boards of the games.
fn page_sources() -> Vec<PathBuf> {
    let is_of_the_page = |path: &PathBuf| {
        let path = path.strip_prefix(root()).unwrap();
        let parts: Vec<_> = path.iter().map(|part| part.to_str().unwrap()).collect();
        matches!(parts[..], ["web", "src" | "e2e", ..] | ["games", _, "web", ..])
    };
    let found: Vec<_> = [".ts", ".tsx", ".mjs"].into_iter().flat_map(files).filter(is_of_the_page).collect();
    assert!(found.len() > 50, "only {} sources of the page found", found.len());
    found
}

#[test]
fn every_file_of_the_page_says_what_it_is_for() {
    for path in page_sources() {
        let text = read(&path);
        let opening = text.lines().next().unwrap_or_default();
        let says = opening.strip_prefix("//").or_else(|| opening.strip_prefix("/*")).unwrap_or_default();
        let is_comment = says.trim_start_matches('*').starts_with(' ') && !says.contains("biome-ignore");
        assert!(is_comment, "{} does not open with a comment on what it is for", path.display());
        let n_lines = text.lines().count();
        let is_generated = text.starts_with("// Generated from ");
        assert!(n_lines <= MOST_LINES || is_generated, "{} has {n_lines} lines: split it", path.display());
    }
}

#[test]
fn the_page_names_neither_a_registry_nor_a_path_of_some_machine() {
    const REGISTRIES: [&str; 2] = ["://registry.", "npmjs."];
    const FOLDERS: [&str; 5] = ["/home/", "/root/", "/Users/", "/tmp/", "C:\\"];
    // `./features/home/` is a path of the project, `"/home/` one of a machine.
    let names = |text: &str, folder: &str| {
        text.match_indices(folder).any(|(at, _)| {
            !text[..at].ends_with(|before: char| before.is_alphanumeric() || "./-_*}".contains(before))
        })
    };
    let lists = files("package.json").into_iter().chain(files("package-lock.json"));
    for path in page_sources().into_iter().chain(lists) {
        let text = read(&path);
        for registry in REGISTRIES {
            assert!(!text.contains(registry), "{} contains {registry:?}", path.display());
        }
        for folder in FOLDERS {
            assert!(!names(&text, folder), "{} contains {folder:?}", path.display());
        }
    }
}

#[test]
fn every_python_file_says_what_it_is_for() {
    for path in files(".py") {
        let text = read(&path);
        assert!(text.starts_with("\"\"\""), "{} does not open with what it is for", path.display());
        let n_lines = text.lines().count();
        assert!(n_lines <= MOST_LINES, "{} has {n_lines} lines: split it", path.display());
    }
}

/// Whatever the page knows of a game comes from the server or from the game's own folder.
#[test]
fn the_page_mentions_no_game() {
    let source = root().join("web/src");
    let is_example = |path: &Path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.contains(".test.") || name.starts_with("fixtures.")
    };
    for path in page_sources().iter().filter(|path| path.starts_with(&source) && !is_example(path)) {
        let text = read(path).to_lowercase();
        for game in games() {
            assert!(!text.contains(&game), "{} mentions {game}", path.display());
        }
    }
}

/// Files of the crates whose code may name games, with the reason.
const NAMING_GAMES: [(&str, &str); 3] = [
    ("crates/registry/src/games.rs", "the list of games, one line each"),
    ("crates/cli/src/args/tune/grid.rs", "the help lists published grids by name"),
    ("crates/server/src/api/games.rs", "a description tells people which files are read"),
];

/// What a Rust file says besides comments and tests.
fn code(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let without_remark = |line: &str| line.split(" // ").next().unwrap_or_default().to_lowercase();
    before_tests.lines().filter(is_code).map(without_remark).collect::<Vec<_>>().join("\n")
}

/// Whatever the crates know of a single game comes from the game's own folder, by a capability.
#[test]
fn the_crates_name_no_game() {
    let crates = root().join("crates");
    let is_source = |path: &Path| {
        let parts: Vec<_> = path.strip_prefix(&crates).unwrap().iter().collect();
        parts.get(1).is_some_and(|part| *part == "src") && !path.ends_with("tests.rs")
    };
    let mut n_naming = 0;
    for path in files(".rs").iter().filter(|path| path.starts_with(&crates) && is_source(path)) {
        let code = code(&read(path));
        let Some(game) = games().into_iter().find(|game| code.contains(game)) else { continue };
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        let is_allowed = NAMING_GAMES.iter().any(|(allowed, _)| *allowed == name);
        assert!(is_allowed, "{name} names {game}: what is about one game lies in its folder");
        n_naming += 1;
    }
    assert_eq!(n_naming, NAMING_GAMES.len(), "a file that names no game needs no exception");
}

#[test]
fn the_check_for_names_of_games_sees_code_alone() {
    let text =
        "//! Chess.\nmatch id { \"chess\" => 1 } // chess\n/// chess\n#[cfg(test)]\nmod tests {\n\"go\"";
    assert_eq!(code(text), "match id { \"chess\" => 1 }");
}

/// The names of the methods of a trait, as its source declares them.
fn methods(source: &str, name: &str) -> Vec<String> {
    let begin = format!("pub trait {name}: ");
    let declared = source.split_once(&begin).and_then(|(_, rest)| rest.split_once("\n}\n"));
    let (body, _) = declared.unwrap_or_else(|| panic!("the trait {name} is there"));
    let named = |line: &str| {
        let rest = line.strip_prefix("    fn ")?;
        Some(rest.split(['(', '<']).next()?.to_owned())
    };
    body.lines().filter_map(named).collect()
}

/// The traits of a game that wrappers forward, with the files that declare them.
const FORWARDED: [(&str, &str); 14] = [
    ("Game", "game.rs"),
    ("Keyed", "capability.rs"),
    ("Symmetry", "capability.rs"),
    ("Notation", "notation.rs"),
    ("Deal", "notation.rs"),
    ("Observe", "observe.rs"),
    ("MoveOrdering", "hints.rs"),
    ("MovePolicy", "hints.rs"),
    ("Pruning", "hints.rs"),
    ("Encode", "encode.rs"),
    ("Evaluate", "evaluate.rs"),
    ("Draw", "picture.rs"),
    ("Presets", "presets.rs"),
    ("Interchange", "interchange.rs"),
];

#[test]
fn forward_knows_every_method() {
    let core = root().join("crates/core/src");
    let wrapper = read(&core.join("wrapper.rs"));
    for (name, file) in FORWARDED {
        let declared = methods(&read(&core.join(file)), name);
        let begin = format!("({name} $own:tt) => {{ $crate::__forward_each!($own");
        let (_, rest) = wrapper.split_once(&begin).unwrap_or_else(|| panic!("forward!({name}) is there"));
        let listed: Vec<_> = rest.split(");").next().unwrap_or_default().split_whitespace().collect();
        assert_eq!(listed, declared, "forward!({name}) in crates/core/src/wrapper.rs");
    }
}

/// An implementation for a wrapper: it forwards something, or is for a type that is one.
#[test]
fn wrappers_cannot_forget() {
    let mut wrappers = Vec::new();
    let sources: Vec<_> = files(".rs").into_iter().map(|path| (read(&path), path)).collect();
    let subject = |line: &str| Some(line.split_once(" for ")?.1.split(['<', ' ']).next()?.to_owned());
    for (source, _) in &sources {
        let of_wrapper = |line: &&str| line.starts_with("impl") && line.contains(" Wrapper for ");
        wrappers.extend(source.lines().filter(of_wrapper).filter_map(subject));
    }
    assert!(wrappers.len() >= 5, "{wrappers:?}");
    for (source, path) in &sources {
        let lines: Vec<_> = source.lines().map(str::trim).collect();
        for (n, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("impl")) {
            let is_forwarded = FORWARDED.iter().any(|(name, _)| {
                line.contains(&format!("> {name} for ")) || line.contains(&format!("impl {name} for "))
            });
            if is_forwarded && subject(line).is_some_and(|name| wrappers.contains(&name)) {
                let has_lint = lines[n.saturating_sub(1)] == "#[deny(clippy::missing_trait_methods)]";
                assert!(
                    has_lint,
                    "{}: `{line}` lacks #[deny(clippy::missing_trait_methods)]",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn every_game_is_registered_and_verified() {
    let registry = read(&root().join("crates/registry/src/games.rs"));
    for game in games() {
        let folder = root().join("games").join(&game);
        let is_registered = ["of", "either"]
            .iter()
            .any(|how| registry.contains(&format!("GameEntry::{how}::<ludwerk_{game}::")));
        assert!(is_registered, "{game} is not registered");
        assert!(folder.join("README.md").exists(), "{game} has no README");
        let perft = read(&folder.join("tests").join(format!("{game}.perft")));
        let has_counts = perft.lines().any(|line| line.starts_with("perft "));
        assert!(has_counts, "{game}'s perft table is empty");
        let test = read(&folder.join("tests/conformance.rs"));
        assert!(test.contains("conformance(&"), "{game} does not run the conformance suite");
        assert!(
            test.contains(&format!("include_str!(\"{game}.perft\")")),
            "{game} does not count its perft table"
        );
    }
}

/// The targets of the links in a Markdown text, code left out.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_code = false;
    for line in text.lines() {
        in_code ^= line.trim_start().starts_with("```");
        if in_code {
            continue;
        }
        for part in line.split("](").skip(1) {
            found.extend(part.split(')').next().map(str::to_owned));
        }
    }
    found
}

#[test]
fn links_between_documents_lead_somewhere() {
    for path in files(".md") {
        for link in links(&read(&path)) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let file = path.parent().unwrap().join(target);
            assert!(file.exists(), "{}: the link to {link} leads nowhere", path.display());
        }
    }
}

#[test]
fn every_page_of_the_book_is_in_its_summary() {
    let source = root().join("docs");
    let summary = read(&source.join("SUMMARY.md"));
    for page in files(".md").iter().filter_map(|path| path.strip_prefix(&source).ok()) {
        let name = page.to_str().unwrap();
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("({name})")),
            "{name} is not in SUMMARY.md"
        );
    }
}

/// A page that names a file of the code is wrong as soon as the file is called otherwise.
#[test]
fn files_that_pages_name_are_there() {
    let of_code = ["crates/", "games/", "experiments/", "fuzz/", "xtask/", "web/src/"];
    let is_example =
        |name: &str| name.contains("NAME") || name.contains("GAME") || name.contains(['*', ' ', '…']);
    for path in files(".md").iter().filter(|path| !path.ends_with("CHANGELOG.md")) {
        for name in read(path).split('`').skip(1).step_by(2) {
            let is_file = of_code.iter().any(|folder| name.starts_with(folder)) && name.contains('.');
            if is_file && !is_example(name) {
                assert!(root().join(name).exists(), "{} names {name}, which is not there", path.display());
            }
        }
    }
}
