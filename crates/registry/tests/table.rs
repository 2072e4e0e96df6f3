//! The whole table of Dobutsu Shogi against what others published, and against our own searches.
//!
//! `cargo xtask table` builds the table and runs these tests; its path is in the variable `LUDWERK_TABLE`.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use ludwerk_core::value::{Meaning, Value};
use ludwerk_core::{Control, Game, Notation, Playthrough, Rng, Seat};
use ludwerk_registry::{AnyGame, AnyTablebase, Verdict, game};

fn table_path() -> PathBuf {
    std::env::var_os("LUDWERK_TABLE").expect("LUDWERK_TABLE names the table: run `cargo xtask table`").into()
}

fn dobutsu(variant: &str) -> (AnyGame, AnyTablebase) {
    let game = game("dobutsu").unwrap().configure(Some(variant), None).unwrap();
    let table = game.tablebase(&table_path()).unwrap();
    (game, table)
}

/// Values of positions from random play, by R. Clausecker's table.
const VALUES: &str = include_str!("../../../games/dobutsu/tests/data/values.csv");

fn published() -> impl Iterator<Item = (String, Verdict)> {
    VALUES.lines().skip(1).map(|line| {
        let fields: Vec<_> = line.split(',').collect();
        let plies = || fields[5].parse().unwrap();
        let verdict = match fields[4] {
            "win" => Verdict::Win(plies()),
            "loss" => Verdict::Loss(plies()),
            _ => Verdict::Draw,
        };
        (fields[..4].join(" "), verdict)
    })
}

/// R. Clausecker's generator counts all positions up to the half turn and the mirror in which the lions stand neither
/// on their far ranks nor side by side. Its numbers, and that every value follows from those of its successors.
#[test]
#[ignore = "needs the whole table: cargo xtask table"]
fn published_counts_come_out_and_no_value_contradicts_another() {
    let (_, table) = dobutsu("official");
    let found = table.verify(2, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(found.n_wrong, 0, "{:?}", found.wrong);
    let summary = found.summary;
    let total = |counts: &[(u32, u64)]| counts.iter().map(|(_, count)| count).sum::<u64>();
    assert_eq!(summary.positions, 249_442_767);
    assert_eq!(total(&summary.wins), 188_377_024);
    assert_eq!(total(&summary.losses), 57_707_893);
    assert_eq!(summary.draws, 3_357_850);
    assert_eq!(summary.wins[0], (1, 132_708_123), "won at once");
    assert_eq!(summary.wins.last().unwrap().0, 173, "the longest");
}

#[test]
#[ignore = "needs the whole table: cargo xtask table"]
fn published_values_come_out_under_all_rules() {
    for variant in ["official", "lishogi", "thesis"] {
        let (game, table) = dobutsu(variant);
        let mut n_checked = 0;
        for (text, expected) in published() {
            let state = game.parse_position(&text).unwrap();
            assert_eq!(table.probe(&state), Some(expected), "{variant}: {text}");
            assert_eq!(table.moves(&state)[0].1, expected, "{variant}: {text}");
            n_checked += 1;
        }
        assert!(n_checked >= 500);
    }
}

#[test]
#[ignore = "needs the whole table: cargo xtask table"]
fn the_second_player_wins_in_78_plies() {
    let (game, table) = dobutsu("official");
    let start = game.start(&mut Rng::new(0));
    assert_eq!(table.probe(&start), Some(Verdict::Loss(78)));
    let moves: Vec<_> =
        table.moves(&start).into_iter().map(|(mv, verdict)| (game.move_text(&start, mv), verdict)).collect();
    let expected = [("Gc4-c3", 78), ("Lb4-a3", 78), ("Lb4-c3", 78), ("Cb3xb2", 76)];
    assert_eq!(moves, expected.map(|(mv, plies)| (mv.to_owned(), Verdict::Loss(plies))));

    // Two who follow the table play 78 plies, whatever they choose among equals.
    for seed in 0..20 {
        let spec = format!("perfect:table=\"{}\"", table_path().display()).parse().unwrap();
        let mut agents = [0, 1].map(|seat| game.agent(&spec, 2 * seed + seat).unwrap());
        let mut play = Playthrough::new(game.clone(), start.clone());
        while let Some(seat) = play.to_move() {
            let stop = AtomicBool::new(false);
            let decision =
                play.ask(agents[seat.idx()].as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap();
            play.play(decision.chosen).unwrap();
        }
        assert_eq!(play.moves().len(), 78);
        assert_eq!(play.outcome().unwrap().returns.sole_winner(), Some(Seat::SECOND));
    }
}

/// Whatever alpha-beta proves without the table is what the table says, value and distance.
#[test]
#[ignore = "needs the whole table: cargo xtask table"]
fn proofs_of_alpha_beta_agree() {
    const DEPTH: u32 = 9;
    for variant in ["official", "lishogi"] {
        let (game, table) = dobutsu(variant);
        let spec = format!("alphabeta:depth={DEPTH},exact=on").parse().unwrap();
        let (mut n_proved, mut n_open) = (0, 0);
        for (text, expected) in published().step_by(2) {
            let play = Playthrough::new(game.clone(), game.parse_position(&text).unwrap());
            let mut agent = game.agent(&spec, 0).unwrap();
            let stop = AtomicBool::new(false);
            let decision = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap();
            assert_eq!(table.probe(play.state()), Some(expected));
            match decision.report.value.unwrap().meaning() {
                Meaning::Win { plies } => assert_eq!(expected, Verdict::Win(plies), "{text}"),
                Meaning::Loss { plies } => assert_eq!(expected, Verdict::Loss(plies), "{text}"),
                _ => {
                    // What is decided that soon is proved.
                    assert!(expected.plies().is_none_or(|plies| plies > DEPTH), "{text}");
                    n_open += 1;
                    continue;
                }
            }
            n_proved += 1;
        }
        assert!(n_proved > 100 && n_open > 10, "{n_proved} proved, {n_open} open");
    }
}

/// With the table, alpha-beta knows the same as the table.
#[test]
#[ignore = "needs the whole table: cargo xtask table"]
fn alpha_beta_with_the_table_sees_to_the_end() {
    let (game, _) = dobutsu("official");
    let spec = format!("alphabeta:depth=2,table=\"{}\"", table_path().display()).parse().unwrap();
    for (text, expected) in published().step_by(5) {
        let play = Playthrough::new(game.clone(), game.parse_position(&text).unwrap());
        let mut agent = game.agent(&spec, 0).unwrap();
        let stop = AtomicBool::new(false);
        let decision = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap();
        assert_eq!(decision.report.value.map(Value::number), Some(expected.value()), "{text}");
    }
}

/// A handicap is not in the table, although some of its moves lose at once by everybody's reckoning.
#[test]
#[ignore = "needs the whole table: cargo xtask table"]
fn a_position_outside_the_table_is_not_guessed_at() {
    let (game, table) = dobutsu("official");
    let state = game.parse_position("gle.c....ELG - - S").unwrap();
    assert_eq!(table.probe(&state), None);
    let spec = format!("perfect:table=\"{}\"", table_path().display()).parse().unwrap();
    let play = Playthrough::new(game.clone(), state);
    let stop = AtomicBool::new(false);
    let mut agent = game.agent(&spec, 0).unwrap();
    let error = play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap_err();
    assert!(error.to_string().contains("does not contain this position"), "{error}");
}
