//! Searches on real games: the exact ones agree, whatever is switched on, and names mean what they say.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Control, Notation, Playthrough, Report};
use ludwerk_registry::{AnyGame, AnyMove, game};

const POSITIONS: [&str; 6] = [
    "gle.c..C.ELG - - S",
    "cleCgG...E.L - - G",
    "Elg....ECL.. CG - G",
    "..l.G..C..L. CE eg G",
    "....HlL.h.g. EE g G",
    "l...eg.G.ECL - c G",
];

fn search(game: &AnyGame, position: &str, spec: &str) -> Report<AnyMove> {
    let play = Playthrough::new(game.clone(), game.parse_position(position).unwrap());
    let mut agent = game.agent(&spec.parse().unwrap(), 1).unwrap();
    let stop = AtomicBool::new(false);
    play.ask(agent.as_mut(), &mut Control::new(&stop, &mut |_| {})).unwrap().report
}

/// All subsets of the sound switches, as the end of a spec.
fn sound_switches() -> impl Iterator<Item = String> {
    const SWITCHES: [&str; 6] = ["ordering", "id", "pvs", "aspiration", "killers", "history"];
    (0..128u32).map(|bits| {
        let on_off = |n: usize| if bits >> n & 1 != 0 { "on" } else { "off" };
        let switches = SWITCHES.iter().enumerate().map(|(n, name)| format!(",{name}={}", on_off(n)));
        let table = if bits >> 6 & 1 != 0 { ",tt=256KiB" } else { ",tt=off" };
        switches.collect::<String>() + table
    })
}

#[test]
fn every_subset_of_sound_switches_is_minimax_on_dobutsu() {
    for (n, variant) in ["official", "lishogi", "thesis"].into_iter().enumerate() {
        let game = game("dobutsu").unwrap().configure(Some(variant), None).unwrap();
        for (m, position) in POSITIONS.into_iter().enumerate() {
            for depth in [3, 4] {
                let value = search(&game, position, &format!("minimax:depth={depth}")).value;
                // Three plies for all, four for one in eight, another eighth for each position.
                let subsets =
                    sound_switches().enumerate().filter(|(k, _)| depth == 3 || (k + n + m) % 8 == 0);
                for (_, switches) in subsets {
                    let spec = format!("alphabeta:depth={depth},exact=on{switches}");
                    assert_eq!(search(&game, position, &spec).value, value, "{variant} {position} {spec}");
                }
            }
        }
    }
}

/// Distances to the end as a table of all positions gives them.
#[test]
fn forced_ends_are_found_at_their_distance() {
    let game = game("dobutsu").unwrap().configure(None, None).unwrap();
    let mut n_found = 0;
    for row in include_str!("../../../games/dobutsu/tests/data/values.csv").lines().skip(1) {
        let fields: Vec<_> = row.split(',').collect();
        let (result, plies) = (fields[4], fields[5].parse::<u32>().unwrap_or(u32::MAX));
        if plies > 5 || result == "draw" {
            continue;
        }
        let value = search(&game, &fields[..4].join(" "), "alphabeta:depth=6,exact=on,tt=1MiB")
            .value
            .unwrap()
            .number();
        let expected = 1_000_000.0 - f64::from(plies);
        assert_eq!(value, if result == "win" { expected } else { -expected }, "{row}");
        n_found += 1;
    }
    assert!(n_found > 100, "{n_found}");
}

/// The nodes of a fixed search: a change of playing strength shows here, and needs match evidence.
#[test]
fn signature_of_alphabeta_on_dobutsu() {
    let game = game("dobutsu").unwrap().configure(None, None).unwrap();
    let total: u64 = POSITIONS
        .iter()
        .map(|position| search(&game, position, "alphabeta:depth=8,tt=1MiB,weights=start").nodes)
        .sum();
    assert_eq!(total, 35_169);
}

#[test]
fn a_round_of_ismcts_does_not_go_in_circles() {
    let game = game("dobutsu").unwrap().configure(None, None).unwrap();
    let report = search(&game, POSITIONS[0], "ismcts:iterations=3000");
    assert!(report.depth < 100, "{}", report.depth);
}

#[test]
fn bad_budgets_and_switches_come_with_a_hint() {
    let game = game("dobutsu").unwrap().configure(None, None).unwrap();
    for (spec, message, hint) in [
        ("minimax:depth=0", "minimax: depth cannot be \"0\"", "write depth=5, from 1 to 100"),
        ("alphabeta:time=5", "alphabeta: time cannot be \"5\"", "write time=200ms, 2s or 1.5s"),
        ("alphabeta:nodes=-1", "alphabeta: nodes cannot be \"-1\"", "write nodes=100000, at least 1"),
        ("alphabeta:tt=64", "alphabeta: tt cannot be \"64\"", "write tt=64MiB, 1GiB or off"),
        ("alphabeta:lmr=yes", "alphabeta: lmr cannot be \"yes\"", "write lmr=on or off"),
        ("alphabeta:threads=0", "alphabeta: threads cannot be \"0\"", "write threads=2, from 1 to 64"),
    ] {
        let error = game.agent(&spec.parse().unwrap(), 0).err().unwrap();
        assert_eq!((error.to_string().as_str(), error.hint().as_str()), (message, hint));
    }
}
