//! Every agent has a page in the book, whose table of options says what the agent says of itself.
//! `LUDWERK_UPDATE=1 cargo test -p ludwerk-registry --test pages` writes the tables anew.

use std::fs;
use std::path::{Path, PathBuf};

use ludwerk_registry::{AGENTS, AgentInfo};

/// Where agents are described that are more than an algorithm; all others have `docs/algorithms/NAME.md`.
const ELSEWHERE: [(&str, &str); 4] = [
    ("process", "guide/outside-programs.md"),
    ("level", "guide/levels.md"),
    ("adaptive-level", "guide/adaptive-level.md"),
    ("champion", "guide/levels.md"),
];

const HEADING: &str = "| option | default | what it does |\n|---|---|---|\n";

fn page(agent: &AgentInfo) -> PathBuf {
    let elsewhere = ELSEWHERE.iter().find(|(name, _)| *name == agent.name);
    let path =
        elsewhere.map_or_else(|| format!("algorithms/{}.md", agent.name), |(_, path)| (*path).to_owned());
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(path)
}

fn table(agent: &AgentInfo) -> String {
    let row = |option: &ludwerk_registry::OptionInfo| {
        let help = option.help.replacen(
            "Evaluation function",
            "[Evaluation function](../concepts/evaluation.md)",
            1,
        );
        format!("| `{}` | `{}` | {help} |\n", option.name, option.default)
    };
    agent.options.iter().map(row).collect()
}

#[test]
fn pages_say_of_options_what_the_agents_say() {
    for agent in AGENTS.iter() {
        let path = page(agent);
        let text =
            fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} needs {}", agent.name, path.display()));
        assert!(
            text.contains(&format!("`{}`", agent.name)),
            "{} says nothing of {}",
            path.display(),
            agent.name
        );
        if agent.options.is_empty() {
            continue;
        }
        let at = text.find(HEADING).unwrap_or_else(|| panic!("{} needs a table: {HEADING}", path.display()));
        let (before, rows) = text.split_at(at + HEADING.len());
        let rest: String = rows.split_inclusive('\n').skip_while(|line| line.starts_with('|')).collect();
        let now = format!("{before}{}{rest}", table(agent));
        if now != text && std::env::var_os("LUDWERK_UPDATE").is_some() {
            fs::write(&path, now).unwrap();
        } else {
            let command = "LUDWERK_UPDATE=1 cargo test -p ludwerk-registry --test pages";
            assert!(now == text, "{} is stale: run `{command}`", path.display());
        }
    }
}

#[test]
fn the_reference_names_every_agent() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let reference = fs::read_to_string(docs.join("reference/specs.md")).unwrap();
    for agent in AGENTS.iter() {
        assert!(reference.contains(&format!("`{}`", agent.name)), "{} is not in specs.md", agent.name);
    }
}
