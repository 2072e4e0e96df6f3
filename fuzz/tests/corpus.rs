//! The corpora as ordinary tests: everything that the fuzzer started from, and all that it has found.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use ludwerk_fuzz::TARGETS;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn every_target_has_a_program_and_a_corpus() {
    let targets: BTreeSet<_> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let programs = names(&corpus().with_file_name("targets"));
    assert_eq!(programs, targets.iter().map(|name| format!("{name}.rs")).collect());
    assert_eq!(names(&corpus()), targets);
}

#[test]
fn nothing_in_the_corpora_panics() {
    for (name, target) in TARGETS {
        let folder = corpus().join(name);
        let inputs = names(&folder);
        assert!(!inputs.is_empty(), "{name} has no inputs");
        for input in inputs {
            println!("{name}/{input}");
            target(&fs::read(folder.join(input)).unwrap());
        }
    }
}
