//! Whole games in plain lines: played, taken back, saved, opened, watched.

use crate::{ok, run_with_input};

fn play(words: &[&str], input: &str) -> String {
    let answer = run_with_input(&[&["play", "dobutsu", "--plain"], words].concat(), input);
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    answer.stdout
}

#[test]
fn two_people_play_a_game_to_its_end() {
    let shown = play(&["--seats", "human,human"], "Cb3xb2\nEc1xb2\nLb4-b3\nEb2-c1\nLb3-b2\nLb1xb2\nmoves\n");
    assert!(shown.contains("Sky (human) wins by catch."), "{shown}");
}

#[test]
fn people_take_back_one_move_each() {
    let shown = play(&["--seats", "human,human"], "Cb3xb2\nundo\nundo\nhistory\nredo\nhistory\n");
    assert!(shown.contains("There is nothing to take back."), "{shown}");
    assert!(shown.trim_end().ends_with("Cb3xb2\nSky (human) to move."), "{shown}");
}

#[test]
fn against_an_agent_undo_goes_back_to_ones_own_turn() {
    let shown = play(&["--seats", "human,greedy"], "Lb4-a3\nundo\nhistory\nundo\n");
    let end = "Forest (human) to move.\nThere is nothing to take back.\nForest (human) to move.\n";
    assert!(shown.ends_with(end), "{shown}");
    // Where the agent opens, its first move cannot be taken back.
    let shown = play(&["--seats", "greedy,human"], "undo\n");
    assert!(shown.contains("There is nothing to take back."), "{shown}");
}

#[test]
fn undo_after_the_end_goes_on() {
    let moves = "Cb3xb2\nEc1xb2\nLb4-b3\nEb2-c1\nLb3-b2\nLb1xb2\n";
    let shown = play(&["--seats", "human,human"], &format!("{moves}undo\n"));
    assert!(shown.ends_with("Sky (human) to move.\n"), "{shown}");
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let file = path.to_str().unwrap();
    play(&["--seats", "human,human"], &format!("Cb3xb2\nEc1xb2\nsave {file}\n"));
    let shown = play(&["--load", file], "history\n");
    assert!(shown.contains("Cb3xb2  Ec1xb2"), "{shown}");
    let shown = play(&["--seats", "human,human"], &format!("load {file}\nhistory\n"));
    assert!(shown.contains("Cb3xb2  Ec1xb2"), "{shown}");
    // A saved game holds every move, even when nobody says goodbye.
    play(&["--load", file, "--save", file], "Lb4-b3\n");
    assert!(std::fs::read_to_string(&path).unwrap().contains("Lb4-b3"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no half-written file is left");
}

#[test]
fn agents_can_be_watched() {
    let shown = play(&["--seats", "greedy,random", "--seed", "4"], "");
    assert!(shown.contains("Forest (greedy) plays"), "{shown}");
    assert!(shown.contains(" wins by ") || shown.contains("A draw by "), "{shown}");
    assert_eq!(shown, play(&["--seats", "greedy,random", "--seed", "4"], ""), "a seed repeats the game");
}

#[test]
fn a_new_game_and_a_hint() {
    let shown = play(&["--seats", "human,human"], "hint\nCb3xb2\nnew\nhistory\nboard\n");
    assert!(shown.contains("champion would play "), "{shown}");
    assert!(shown.ends_with("Forest (human) to move.\n"), "{shown}");
}

#[test]
fn a_game_starts_where_one_wishes() {
    let shown = play(&["--seats", "human,human", "--position", ".l..C.....L. - - S"], "1\n");
    assert!(shown.contains("Forest (human) wins by catch."), "{shown}");
}

#[test]
fn without_a_terminal_the_lines_are_plain() {
    let answer = run_with_input(&["play", "dobutsu"], "quit\n");
    assert_eq!(answer.code, Some(0));
    assert!(!answer.stdout.contains('\u{1b}'));
    assert!(
        ok(&["play", "dobutsu"]).stdout.contains("Forest (human) to move."),
        "the end of input is the end"
    );
}

#[test]
fn other_moves_after_saving_are_unsaved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let lines = format!("Cb3xb2\nsave {}\nundo\nLb4-a3\nquit\n", path.display());
    let answer = run_with_input(&["play", "dobutsu", "--plain", "--seats", "human,human"], &lines);
    assert!(answer.stderr.contains("The game was not saved"), "{}", answer.stderr);
}

#[test]
fn a_new_game_leaves_the_kept_one_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    play(&["--seats", "human,human", "--save", path.to_str().unwrap()], "Cb3xb2\nnew\nLb4-a3\n");
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept.contains("Cb3xb2") && !kept.contains("Lb4-a3"), "{kept}");
}

#[test]
fn a_saved_game_knows_times_and_values_and_keeps_them() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["first.json", "second.json"].map(|name| folder.path().join(name));
    play(&["--seats", "human,greedy", "--save", first.to_str().unwrap()], "Lb4-a3\n");
    play(&["--load", first.to_str().unwrap(), "--save", second.to_str().unwrap()], "");
    let moves = |path: &std::path::Path| {
        let record: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        record["moves"].clone()
    };
    assert!(moves(&first)[0]["ms"].is_number() && moves(&first)[1]["value"].is_number());
    assert_eq!(moves(&first), moves(&second));
}

#[test]
fn rules_and_pieces_are_told_in_words() {
    let shown = play(&["--seats", "human,human"], "rules\npieces\n");
    assert!(shown.contains("Capture the other lion"), "{shown}");
    assert!(
        shown.contains("Forest: Chick b3, Elephant a4, Lion b4, Giraffe c4; in hand: nothing."),
        "{shown}"
    );
}

#[test]
fn the_rules_are_those_of_the_variant() {
    // What each variant says and another does not.
    let told = [
        ("dobutsu", "official", "wins when its owner's turn comes", "as soon as nothing attacks it"),
        ("dobutsu", "lishogi", "as soon as nothing attacks it", "nine plies"),
        ("dobutsu", "thesis", "for nine plies", "third time"),
        ("blokus", "duo", "White's j5", "whichever"),
        ("blokus", "duo-free", "whichever Black likes", "corner of the board"),
        ("blokus", "classic", "each for himself", "your two colours"),
        ("blokus", "classic-2", "The points of your two colours are added", "nobody's"),
        ("blokus", "classic-3", "Green's points count for nobody", "your two colours"),
        ("blokus", "thesis", "it does not matter which piece came last", "another 5"),
        ("chexers", "official", "fourth time", "hand"),
        ("samurai", "official", "four figures are set aside", "secretly chooses"),
        ("samurai", "official-full", "secretly chooses", "dealt at random"),
        ("samurai", "ffg", "when the turn ends, not before", "in the middle of a turn"),
        ("samurai", "thesis", "There are no exchanges", "four figures"),
    ];
    for (game, variant, wanted, other) in told {
        let answer = run_with_input(&["play", game, "--variant", variant, "--plain"], "rules\n");
        let rules = answer.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(rules.contains(wanted), "{game} {variant}: {rules}");
        assert!(!rules.contains(other), "{game} {variant}: {rules}");
    }
}
