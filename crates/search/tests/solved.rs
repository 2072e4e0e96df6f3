//! Solved games: values against an oracle too simple to be wrong, files that are damaged, work that is interrupted.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_core::{Game as _, Indexed, Turn};
use ludwerk_search::solved::{
    Phase, SolveError, Solver, Summary, Tablebase, TablebaseError, Values, Verdict, build, checkpoint_of,
    needs, verify,
};
use ludwerk_testkit::toys::{Kings, Kuhn, TicTacToe};

fn solved<G: Indexed>(game: &G, n_threads: usize) -> Values {
    Solver::new(game, n_threads, &AtomicBool::new(false)).solve(&mut |_| {}).unwrap()
}

/// Ply by ply: whoever has a move to a lost position wins, whoever has only moves to won ones loses. Until nothing
/// changes any more; the rest is drawn.
fn oracle<G: Indexed>(game: &G) -> BTreeMap<u64, Verdict> {
    let positions: BTreeMap<u64, G::State> =
        (0..game.n_indices()).filter_map(|number| Some((number, game.unindex(number)?))).collect();
    let mut decided: BTreeMap<u64, Verdict> = BTreeMap::new();
    loop {
        let mut news = Vec::new();
        for (&number, state) in positions.iter().filter(|(number, _)| !decided.contains_key(number)) {
            let mut moves = Vec::new();
            game.legal_moves(state, &mut moves);
            let of_moves = moves.into_iter().map(|mv| {
                let mut next = state.clone();
                game.play_unchecked(&mut next, mv);
                match (game.outcome(&next), game.index(&next)) {
                    (Some(outcome), _) if outcome.returns.sole_winner().is_none() => Some(Verdict::Draw),
                    (Some(_), _) => Some(Verdict::Win(1)),
                    (None, Some(number)) => decided.get(&number).map(|verdict| verdict.of_move_to()),
                    (None, None) => Some(Verdict::Loss(2)),
                }
            });
            let of_moves: Vec<_> = of_moves.collect();
            let best = of_moves.iter().flatten().copied().max();
            let is_lost = || of_moves.iter().all(|verdict| matches!(verdict, Some(Verdict::Loss(_))));
            match best {
                Some(win @ Verdict::Win(_)) => news.push((number, win)),
                Some(loss @ Verdict::Loss(_)) if is_lost() => news.push((number, loss)),
                _ => {}
            }
        }
        // Only the nearest of the news are certain: the others may still become nearer.
        let Some(nearest) = news.iter().filter_map(|(_, verdict)| verdict.plies()).min() else { break };
        decided.extend(news.into_iter().filter(|(_, verdict)| verdict.plies() == Some(nearest)));
    }
    positions.keys().map(|&number| (number, *decided.get(&number).unwrap_or(&Verdict::Draw))).collect()
}

fn all_values<G: Indexed>(game: &G, values: &Values) -> BTreeMap<u64, Verdict> {
    (0..game.n_indices()).filter_map(|number| Some((number, values.get(number as usize)?))).collect()
}

#[test]
fn values_are_those_of_the_oracle() {
    let expected = oracle(&TicTacToe);
    assert_eq!(expected.len(), 4520, "positions of tic-tac-toe that go on");
    assert_eq!(all_values(&TicTacToe, &solved(&TicTacToe, 1)), expected);
    assert_eq!(all_values(&TicTacToe, &solved(&TicTacToe, 3)), expected);

    let kings = Kings::<true>;
    let expected = oracle(&kings);
    let has = |wanted: fn(&Verdict) -> bool| expected.values().any(wanted);
    assert!(has(|verdict| *verdict == Verdict::Draw) && has(|verdict| *verdict == Verdict::Win(23)));
    assert_eq!(all_values(&kings, &solved(&kings, 2)), expected);
    assert_eq!(all_values(&kings, &solved(&Kings::<false>, 2)), expected, "with predecessors that are found");
}

#[test]
fn a_table_tells_what_the_solver_found() {
    fn check<G: Indexed>(game: &G) {
        let values = solved(game, 1);
        let table = Tablebase::new(game, &values);
        for (number, verdict) in all_values(game, &values) {
            let state = game.unindex(number).unwrap();
            assert_eq!(table.probe(game, &state), Some(verdict), "{number}");
            if number % 17 == 0 {
                let moves = table.moves(game, &state);
                assert_eq!(moves.first().map(|&(_, best)| best), Some(verdict), "the best keeps the value");
                assert!(moves.is_sorted_by(|(_, a), (_, b)| a >= b));
            }
        }
    }
    check(&TicTacToe);
    check(&Kings::<true>);
}

#[test]
fn a_check_of_the_whole_table_finds_what_is_wrong() {
    let kings = Kings::<true>;
    let stop = AtomicBool::new(false);
    let values = solved(&kings, 1);
    let sound = verify(&kings, &Tablebase::new(&kings, &values), 2, &stop, &mut |_| {}).unwrap();
    assert_eq!((sound.n_wrong, sound.wrong.len()), (0, 0));
    assert_eq!(sound.summary.positions, all_values(&kings, &values).len() as u64);

    // One lost position is said to be lost two plies later.
    let wrong = all_values(&kings, &values).into_iter().find(|(_, verdict)| *verdict == Verdict::Loss(8));
    let (number, _) = wrong.unwrap();
    let bytes = |number: usize| match values.get(number) {
        None => 0,
        Some(Verdict::Draw) => u8::MAX,
        Some(verdict) => verdict.plies().unwrap() as u8,
    };
    let mut bytes: Vec<u8> = (0..values.len()).map(bytes).collect();
    bytes[number as usize] += 2;
    let table = Tablebase::new(&kings, &Values::from_bytes(bytes));
    let found = verify(&kings, &table, 2, &stop, &mut |_| {}).unwrap();
    assert!(found.n_wrong >= 1);
    let contradiction = found.wrong.iter().find(|wrong| wrong.number == number).unwrap();
    assert_eq!((contradiction.says, contradiction.follows), (Verdict::Loss(10), Verdict::Loss(8)));

    stop.store(true, Ordering::Relaxed);
    assert!(verify(&kings, &table, 2, &stop, &mut |_| {}).is_none());
}

/// Builds a table in a folder of its own.
fn built<G: Indexed>(game: &G) -> (tempfile::TempDir, std::path::PathBuf, Summary) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.table");
    let summary = build(game, &path, 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
    (folder, path, summary)
}

#[test]
fn a_file_comes_back_as_it_was_written() {
    let (folder, path, summary) = built(&TicTacToe);
    assert_eq!(summary.positions, 4520);
    assert_eq!(summary.bytes, fs::metadata(&path).unwrap().len());
    let text = fs::read(&path).unwrap();
    assert!(text.starts_with(b"ludwerk-table 1\ngame tictactoe\nrules standard\n"));
    let table = Tablebase::open(&path).unwrap();
    for (number, verdict) in oracle(&TicTacToe) {
        assert_eq!(table.probe(&TicTacToe, &TicTacToe.unindex(number).unwrap()), Some(verdict));
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["some.table"], "nothing else is left in the folder");
}

/// Why a file cannot be opened.
fn refusal(path: &Path, bytes: &[u8]) -> String {
    fs::write(path, bytes).unwrap();
    match Tablebase::open(path) {
        Ok(_) => "it was opened".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn damaged_files_are_refused() {
    let (_folder, path, _) = built(&Kings::<true>);
    let whole = fs::read(&path).unwrap();
    for n_bytes in [0, 1, 10, 40, whole.len() / 2, whole.len() - 1] {
        let why = refusal(&path, &whole[..n_bytes]);
        assert!(why.contains("cut off"), "{n_bytes} of {}: {why}", whole.len());
    }
    for place in (0..whole.len()).step_by(997).chain([whole.len() - 1]) {
        for bit in [0, 7] {
            let mut damaged = whole.clone();
            damaged[place] ^= 1 << bit;
            let why = refusal(&path, &damaged);
            assert_ne!(why, "it was opened", "bit {bit} of byte {place}");
        }
    }
    assert!(refusal(&path, &[&whole[..], b"more"].concat()).contains("too long"));
    assert!(refusal(&path, b"{\"format\":\"ludwerk-record/1\"}\n\n").contains("no such file"));
    let later = String::from_utf8_lossy(&whole).replacen("ludwerk-table 1", "ludwerk-table 2", 1);
    assert!(refusal(&path, later.as_bytes()).contains("version 2"));
    fs::remove_file(&path).unwrap();
    assert!(matches!(Tablebase::open(&path), Err(TablebaseError::Io(_))));
}

#[test]
fn the_table_of_another_game_is_told_apart() {
    let (_folder, path, _) = built(&TicTacToe);
    let table = Tablebase::open(&path).unwrap();
    assert!(table.check_game(&TicTacToe).is_ok());
    let error = table.check_game(&Kings::<true>).unwrap_err();
    assert_eq!(error.to_string(), "it is the tablebase of tictactoe");
}

#[test]
fn interrupted_work_goes_on_where_it_was() {
    let kings = Kings::<true>;
    let (_folder, path, _) = built(&kings);
    let whole = fs::read(&path).unwrap();
    for last in [2, 5, 12] {
        let _ = fs::remove_file(&path);
        let stop = AtomicBool::new(false);
        let mut tell = |now: &ludwerk_search::solved::Progress| {
            if now.phase == Phase::Back(last) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        assert!(matches!(build(&kings, &path, 2, &stop, &mut tell), Err(SolveError::Stopped)));
        assert!(!path.exists() && checkpoint_of(&path).exists());

        let mut first = None;
        let mut tell = |now: &ludwerk_search::solved::Progress| {
            first.get_or_insert(now.phase);
        };
        build(&kings, &path, 2, &AtomicBool::new(false), &mut tell).unwrap();
        assert_eq!(first, Some(Phase::Back(last + 1)), "it does not begin anew");
        assert_eq!(fs::read(&path).unwrap(), whole);
        assert!(!checkpoint_of(&path).exists());
    }
    // Stopped in the very last phase, it need not be solved again.
    let _ = fs::remove_file(&path);
    let stop = AtomicBool::new(false);
    let mut tell = |now: &ludwerk_search::solved::Progress| {
        stop.store(now.phase == Phase::Packing, Ordering::Relaxed);
    };
    assert!(matches!(build(&kings, &path, 2, &stop, &mut tell), Err(SolveError::Stopped)));
    let mut phases = Vec::new();
    build(&kings, &path, 2, &AtomicBool::new(false), &mut |now| phases.push(now.phase)).unwrap();
    assert!(!phases.contains(&Phase::Looking) && phases.contains(&Phase::Packing));
    assert_eq!(fs::read(&path).unwrap(), whole);

    // A file of somebody else is not overwritten.
    fs::write(checkpoint_of(&path), b"my own notes").unwrap();
    let error = build(&kings, &path, 1, &AtomicBool::new(false), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("not a checkpoint of this game"), "{error}");
    assert_eq!(fs::read(checkpoint_of(&path)).unwrap(), b"my own notes");
    // A damaged checkpoint is no reason to fail.
    fs::write(checkpoint_of(&path), b"ludwerk-checkpoint 1\ngame kings\nplies 4\nbytes 703\n\n").unwrap();
    build(&kings, &path, 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn what_cannot_be_solved_says_so() {
    let stop = AtomicBool::new(false);
    let error = Solver::new(&Kuhn, 1, &stop).solve(&mut |_| {}).err().unwrap();
    assert!(error.to_string().contains("cannot be solved"), "{error}");
    assert!(needs(&Kuhn).is_none());
    assert_eq!(needs(&TicTacToe).unwrap().numbers, 19_683);
    let nowhere = Path::new("no such folder").join("some.table");
    let mut is_begun = false;
    let error = build(&TicTacToe, &nowhere, 1, &stop, &mut |_| is_begun = true).unwrap_err();
    assert!(!is_begun, "what cannot be written is not worked on");
    assert!(matches!(error, SolveError::Table(TablebaseError::Io(_))));
}

#[test]
fn a_finished_game_and_a_position_without_a_number_are_told() {
    let kings = Kings::<true>;
    let table = Tablebase::new(&kings, &solved(&kings, 1));
    // Whatever one move leads to is known, or over.
    let (mut n_over, mut n_without) = (0, 0);
    for state in (0..kings.n_indices()).step_by(7).filter_map(|number| kings.unindex(number)) {
        let mut moves = Vec::new();
        kings.legal_moves(&state, &mut moves);
        for mv in moves {
            let mut next = state;
            kings.play_unchecked(&mut next, mv);
            let verdict = table.probe(&kings, &next);
            if kings.turn(&next) == Turn::Over {
                n_over += 1;
                assert_eq!(verdict, None);
            } else if kings.index(&next).is_none() {
                n_without += 1;
                assert_eq!(verdict, Some(Verdict::Win(1)));
            } else {
                assert!(verdict.is_some());
            }
        }
    }
    assert!(n_over > 0 && n_without > 0);
}
