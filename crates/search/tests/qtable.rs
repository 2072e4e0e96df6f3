//! Tables of learnt values: kept in files, and played from.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use common::ask;
use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{Game as _, Keyed as _, Move as _, Observe as _, Rng, Seat, Turn};
use ludwerk_search::{QPlayer, QTable, QTableError, Random};
use ludwerk_testkit::toys::{Kuhn, Mark, TicTacToe};

/// A table that knows two equal moves of the start, and a worse one.
fn table() -> QTable {
    let mut table = QTable::new(&TicTacToe, 0.9, "by hand".to_owned());
    let start = TicTacToe.start(&mut Rng::new(0));
    table.add(TicTacToe.key(&start), [(Mark(0).to_bits(), 0.5), (Mark(4).to_bits(), 0.5), (8, -0.25)]);
    table.add(77, []);
    table
}

#[test]
fn a_file_reads_back_and_damage_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("q.table");
    let table = table();
    let size = table.write(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(bytes.len() as u64, size);
    let read = QTable::open(&path).unwrap();
    let key = TicTacToe.key(&TicTacToe.start(&mut Rng::new(0)));
    assert_eq!((read.info(), read.len()), (table.info(), 1), "a position without moves is not known");
    assert_eq!(read.moves(key), table.moves(key));
    assert!(read.moves(77).is_empty() && !read.is_empty());
    assert!(read.check_game(&TicTacToe).is_ok());
    let other = read.check_game(&Kuhn).unwrap_err();
    assert_eq!(other.to_string(), "it was learnt for tictactoe standard for 2");
    for at in [0, 40, bytes.len() - 20, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        assert!(matches!(QTable::open(&path), Err(QTableError::Damaged(_))), "{at}");
    }
    std::fs::write(&path, &bytes[..bytes.len() - 8]).unwrap();
    assert!(matches!(QTable::open(&path), Err(QTableError::Damaged(why)) if why.contains("cut off")));
    assert!(matches!(QTable::open(&dir.path().join("none")), Err(QTableError::Io(_))));
}

#[test]
fn the_best_known_move_is_played_and_equal_ones_by_lot() {
    let start = TicTacToe.start(&mut Rng::new(0));
    let table = Arc::new(table());
    let mut played = BTreeSet::new();
    for seed in 0..20 {
        let inner = Box::new(Random::new(seed));
        let mut agent = QPlayer::new(&TicTacToe, Arc::clone(&table), inner, seed).unwrap();
        let (mv, report) = ask(&TicTacToe, &start, &mut agent);
        played.insert(mv);
        let told = |number| Value::new(number, Unit::WinProbability, 2);
        assert_eq!(report.value, Some(told(500_000.0)));
        assert_eq!(report.values, [500_000.0, -500_000.0].map(told));
        assert_eq!(report.lines.len(), 3);
        assert_eq!((report.lines[2].mv, report.lines[2].value), (Mark(8), told(-250_000.0)));
    }
    assert_eq!(played.into_iter().collect::<Vec<_>>(), [Mark(0), Mark(4)]);
}

#[test]
fn where_nothing_is_known_the_other_agent_plays() {
    let start = TicTacToe.start(&mut Rng::new(0));
    let next = TicTacToe.play(&start, Mark(4)).unwrap();
    let mut agent = QPlayer::new(&TicTacToe, Arc::new(table()), Box::new(Random::new(3)), 1).unwrap();
    let (mv, report) = ask(&TicTacToe, &next, &mut agent);
    let (wanted, _) = ask(&TicTacToe, &next, &mut Random::new(3));
    assert_eq!((mv, report.value), (wanted, None));
    // Moves that are not legal are not played, even if the table has them.
    let mut table = table();
    table.add(TicTacToe.key(&next), [(Mark(4).to_bits(), 1.0), (Mark(5).to_bits(), -1.0)]);
    let mut agent = QPlayer::new(&TicTacToe, Arc::new(table), Box::new(Random::new(3)), 1).unwrap();
    assert_eq!(ask(&TicTacToe, &next, &mut agent).0, Mark(5));
}

#[test]
fn a_hidden_game_is_looked_up_by_what_the_mover_sees() {
    let mut rng = Rng::new(5);
    let mut state = Kuhn.start(&mut rng);
    while Kuhn.turn(&state) == Turn::Chance {
        let mv = ludwerk_core::sample_chance(&Kuhn, &state, &mut rng);
        Kuhn.play_unchecked(&mut state, mv);
    }
    let mut legal = Vec::new();
    Kuhn.legal_moves(&state, &mut legal);
    let mut table = QTable::new(&Kuhn, 1.0, String::new());
    table.add(
        Kuhn.information_key(&state, Seat::FIRST),
        [(legal[0].to_bits(), -0.5), (legal[1].to_bits(), 0.5)],
    );
    let mut agent = QPlayer::new(&Kuhn, Arc::new(table), Box::new(Random::new(1)), 1).unwrap();
    assert_eq!(ask(&Kuhn, &state, &mut agent).0, legal[1]);
    let refused = QPlayer::new(
        &TicTacToe,
        Arc::new(QTable::new(&Kuhn, 1.0, String::new())),
        Box::new(Random::new(1)),
        1,
    );
    assert!(matches!(refused, Err(QTableError::OtherGame(_))));
}
