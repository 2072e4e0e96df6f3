//! Series: games of people against agents are kept as they are played, and the table counts them.

use std::path::Path;

use serde_json::Value;

use crate::{ok, run, run_with_input};

/// Plays against the agent that opens with any move and gives its lion away: whoever plays these moves wins or not, but
/// every game of this seed is the same.
fn play(data: &Path, more: &[&str], input: &str) -> crate::Answer {
    let data = data.to_str().unwrap();
    let words = ["play", "dobutsu", "--plain", "--data", data, "--series", "test", "--seed", "1"];
    run_with_input(&[&words[..], more].concat(), input)
}

fn table(data: &Path) -> Value {
    serde_json::from_str(&ok(&["series", "test", "--json", "--data", data.to_str().unwrap()])).unwrap()
}

/// The moves with which Forest beats an agent that only steps to and fro, or loses to one that takes the lion.
const WHOLE_GAME: &str = "Cb3xb2\nLb4-b3\nLb3-b2\n";

#[test]
fn results_of_several_people_make_the_published_table() {
    let data = tempfile::tempdir().unwrap();
    // Both people at one seat each, an agent at none, is no test of people against agents.
    let refused = play(data.path(), &["--seats", "human,human", "--player", "Ann", "--player", "Ben"], "");
    assert!(refused.stderr.contains("a series tests people against agents"), "{}", refused.stderr);
    for name in ["Ann", "Ben"] {
        let answer = play(data.path(), &["--seats", "human,greedy", "--player", name], WHOLE_GAME);
        assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    }
    let told = table(data.path());
    assert_eq!((&told["game"], &told["variant"]), (&"dobutsu".into(), &"official".into()));
    let part = &told["opponents"][0];
    assert_eq!(part["opponent"], "greedy");
    let people = part["people"].as_array().unwrap();
    assert_eq!(people.iter().map(|row| row["person"].as_str().unwrap()).collect::<Vec<_>>(), ["Ann", "Ben"]);
    for row in people {
        let begun = row["plays"].as_u64().unwrap() + row["unfinished"].as_u64().unwrap();
        assert_eq!(begun, 1, "{row}");
    }
    // Other games do not mix with them.
    let data = data.path().to_str().unwrap();
    let other = ["play", "dobutsu", "--variant", "thesis", "--plain", "--series", "test", "--player", "Ann"];
    let refused = run_with_input(&[&other[..], &["--data", data]].concat(), "");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("this series is of dobutsu official for 2"), "{}", refused.stderr);
    let listed = ok(&["series", "--data", data]);
    assert!(listed.contains("dobutsu official for 2"), "{listed}");
}
