//! Agents that look into a table: they are made from a spec with a file, and say what is wrong with it.

use std::fs;
use std::sync::atomic::AtomicBool;

use ludwerk_core::{Control, Game, Notation, Playthrough, Rng, Seat};
use ludwerk_registry::{AgentSpecError, AnyGame, game};
use ludwerk_testkit::toys::{Kings, TicTacToe};
use tempfile::TempDir;

/// Solves a game; the text of the file's name, as it stands in a spec.
fn solved(game: &AnyGame, folder: &TempDir) -> String {
    let file = file_in(folder, game.table_name().unwrap());
    game.solve(file.as_ref(), 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
    file
}

fn file_in(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

fn tic_tac_toe() -> AnyGame {
    AnyGame::new(TicTacToe)
}

fn kings() -> AnyGame {
    AnyGame::new(Kings::<true>)
}

fn error_of(game: &AnyGame, spec: &str) -> AgentSpecError {
    game.agent(&spec.parse().unwrap(), 0).err().unwrap()
}

#[test]
fn perfect_and_alphabeta_play_from_a_table_and_inside_others() {
    let folder = TempDir::new().unwrap();
    for game in [tic_tac_toe(), kings()] {
        let file = solved(&game, &folder);
        for spec in [
            format!("perfect:table=\"{file}\""),
            format!("alphabeta:table=\"{file}\""),
            format!("sampler:inner=(perfect:table=\"{file}\")"),
            format!("book:inner=(perfect:table=\"{file}\"),lines=\"* *\""),
        ] {
            let mut agent = game.agent(&spec.parse().unwrap(), 1).unwrap();
            let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
            while play.to_move().is_some() {
                let stop = AtomicBool::new(false);
                let decision = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap();
                play.play(decision.chosen).unwrap();
            }
            let returns = play.outcome().unwrap().returns;
            let table = game.tablebase(file.as_ref()).unwrap();
            let value = table.probe(&game.start(&mut Rng::new(0))).unwrap().value();
            // Both sides play perfectly, so the game goes as the table says.
            let expected = if value > 0.0 {
                1.0
            } else if value < 0.0 {
                0.0
            } else {
                0.5
            };
            assert_eq!(returns[Seat::FIRST], expected, "{spec}");
        }
    }
}

#[test]
fn every_move_is_told_with_its_exact_value() {
    let folder = TempDir::new().unwrap();
    let game = kings();
    let file = solved(&game, &folder);
    let state = game.parse_position("a5 d3 1").unwrap();
    let play = Playthrough::new(game.clone(), state);
    let mut agent = game.agent(&format!("perfect:table=\"{file}\"").parse().unwrap(), 1).unwrap();
    let stop = AtomicBool::new(false);
    let report = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap().report;
    let told: Vec<_> = report.lines.iter().map(|line| (line.mv, line.value.number())).collect();
    let moves = game.tablebase(file.as_ref()).unwrap().moves(play.state());
    assert_eq!(told.len(), moves.len());
    for (mv, verdict) in moves {
        assert!(told.contains(&(mv, verdict.value())), "{}", game.move_text(play.state(), mv));
    }
}

#[test]
fn what_is_wrong_with_a_table_is_told() {
    let folder = TempDir::new().unwrap();
    let file = solved(&tic_tac_toe(), &folder);
    let damaged = file_in(&folder, "damaged");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, bytes).unwrap();
    let missing = file_in(&folder, "missing");
    for agent in ["perfect", "alphabeta"] {
        for (game, file, hint) in [
            (tic_tac_toe(), &missing, "it cannot be read: "),
            (tic_tac_toe(), &damaged, ""),
            (kings(), &file, "it is the tablebase of tictactoe"),
        ] {
            let error = error_of(&game, &format!("{agent}:table=\"{file}\""));
            assert_eq!(error.to_string(), format!("{agent}: table cannot be {file:?}"));
            assert!(error.hint().starts_with(hint), "{}", error.hint());
            let advice = format!("`ludwerk solve {} --out FILE` builds the table", game.info().id);
            assert!(error.hint().contains(&advice), "{}", error.hint());
        }
    }
    let error = error_of(&tic_tac_toe(), "perfect");
    assert_eq!(error.hint(), "build it with `ludwerk solve tictactoe --out FILE`, and write table=FILE");
}

#[test]
fn games_that_are_too_large_are_refused_in_a_sentence() {
    let samurai = game("samurai").unwrap().configure(None, None).unwrap();
    let error = error_of(&samurai, "perfect:table=x");
    assert_eq!(error.to_string(), "perfect plays games that can be solved as a whole; Samurai cannot");
    let blokus = game("blokus").unwrap().configure(Some("duo"), None).unwrap();
    let error = error_of(&blokus, "alphabeta:table=x");
    assert!(error.hint().starts_with("there is no table of Blokus here"), "{}", error.hint());
}
