//! The Blokus thesis' Table 2: seven games between its heuristics, and the same pairings over many games.
//!
//! Which of several equally good moves the thesis' program played depended on the order of sets in the Python of its
//! day. So each game is replayed: at every turn the recorded move must be one of the best of our minimax, with
//! the recorded value, the recorded number of moves and the recorded number of nodes. Then each pairing is
//! played many times with equal moves chosen by lot, both ways round.

use std::collections::BTreeMap;

use ludwerk_arena::stats::Tally;
use ludwerk_blokus::BlokusMove;
use ludwerk_blokus::board::contains;
use ludwerk_blokus::pieces::{TABLES, normalised};
use ludwerk_core::Rng;
use serde::Deserialize;

use crate::thesis_blokus::{
    Board, Heuristic, Listing, Nodes, Player, Rules, SIDE, best_moves, values_at_depth_2,
};
use crate::{Experiment, Figure, Kind, Row, Run};

pub const EXPERIMENT: Experiment = Experiment {
    id: "blokus-table-2",
    source: "Sharon Mathew, Develop an AI algorithm to play the board game Blokus, master's dissertation, \
             University of Leeds, 2017, Table 2",
    run,
};

/// A row of the printed table.
struct Comparison {
    players: [Player; 2],
    nodes: u64,
    points: [u32; 2],
}

const fn heuristic(
    own_corners: i32,
    opponent_corners: i32,
    own_tiles: i32,
    opponent_tiles: i32,
) -> Heuristic {
    Heuristic { own_corners, opponent_corners, own_tiles, opponent_tiles }
}

const OWN_CORNERS: Heuristic = heuristic(1, 0, 0, 0);
const OPPONENT_CORNERS: Heuristic = heuristic(0, -1, 0, 0);
const TILES_AND_CORNERS: Heuristic = heuristic(0, -1, 2, 0);
const OWN_TILES: Heuristic = heuristic(0, 0, 1, 0);
const TILES_OF_BOTH: Heuristic = heuristic(0, 0, 1, -2);
const FINAL: Heuristic = heuristic(2, -1, 0, 0);

const fn comparison(
    first: (Heuristic, bool),
    second: (Heuristic, bool),
    points: [u32; 2],
    nodes: u64,
) -> Comparison {
    let players = [
        Player { heuristic: first.0, big_first: first.1 },
        Player { heuristic: second.0, big_first: second.1 },
    ];
    Comparison { players, nodes, points }
}

/// The printed table: what each player maximises and whether big tiles come first, the points and the nodes.
const PRINTED: [Comparison; 7] = [
    comparison((OPPONENT_CORNERS, false), (OWN_CORNERS, false), [34, 50], 1_648_437),
    comparison((OPPONENT_CORNERS, true), (OWN_CORNERS, false), [54, 41], 783_135),
    comparison((TILES_AND_CORNERS, false), (OWN_CORNERS, false), [54, 41], 1_170_894),
    comparison((OWN_CORNERS, true), (OPPONENT_CORNERS, true), [73, 41], 575_178),
    comparison((TILES_OF_BOTH, true), (OWN_TILES, true), [52, 58], 325_142),
    comparison((OWN_CORNERS, true), (FINAL, true), [61, 62], 755_392),
    comparison((FINAL, true), (OWN_CORNERS, true), [61, 58], 737_601),
];

/// Of this game the printed nodes are the max nodes alone.
const WITHOUT_MIN_NODES: usize = 6;

/// The games move by move, as the program in the thesis' appendix plays them.
const GAMES: &str = include_str!("../data/blokus-thesis-games.jsonl");

/// The squares of every orientation of every piece, in the order in which the thesis numbers them.
const ORIENTATIONS: &str = include_str!("../data/blokus-thesis-orientations.json");

#[derive(Deserialize)]
struct RecordedGame {
    comparison: usize,
    /// A row of the last position each: `1`, `2` or `.`.
    board: Vec<String>,
    moves: Vec<RecordedMove>,
}

#[derive(Deserialize)]
struct RecordedMove {
    player: usize,
    y: usize,
    x: usize,
    /// Counted from 1.
    orient: usize,
    piece: String,
    value: i32,
    /// Listed moves, duplicates included.
    moves: u64,
    /// Nodes of the game so far.
    nodes: u64,
}

type Orientations = BTreeMap<String, Vec<Vec<(u8, u8)>>>;

fn run(run: &mut Run<'_>) -> Option<Vec<Row>> {
    let orientations: Orientations = serde_json::from_str(ORIENTATIONS).ok()?;
    let mut rows = Vec::new();
    for line in GAMES.lines() {
        let game: RecordedGame = serde_json::from_str(line).ok()?;
        let what = format!("comparison {}", game.comparison);
        (run.progress)(game.comparison as f64 / 100.0, &what).is_continue().then_some(())?;
        rows.extend(replay_rows(&game, &orientations)?);
    }
    let n_games = if run.quick { GAMES_WHEN_QUICK } else { GAMES_EACH };
    let pairings =
        [Rules::Thesis, Rules::Official].into_iter().flat_map(|rules| (0..7).map(move |n| (rules, n)));
    for (n, (rules, comparison)) in pairings.enumerate() {
        let mut tell = |part: f64| {
            let done = 0.07 + 0.93 * (n as f64 + part) / 14.0;
            (run.progress)(done, &format!("comparison {}, many games", comparison + 1))
        };
        rows.push(pairing_row(comparison, rules, n_games, &mut tell)?);
    }
    Some(rows)
}

/// The move that a record means.
fn move_of(recorded: &RecordedMove, orientations: &Orientations) -> Option<BlokusMove> {
    let cells = orientations.get(&recorded.piece)?.get(recorded.orient.checked_sub(1)?)?;
    let cells = cells.iter().map(|&(row, column)| (i32::from(row), i32::from(column)));
    let orientation = TABLES.find(&normalised(cells.collect::<Vec<_>>()))?;
    Some(BlokusMove::place(orientation, recorded.y, recorded.x))
}

/// What a replay of a recorded game finds.
#[derive(Default)]
struct Replay {
    n_legal: u64,
    n_best: u64,
    n_as_many_moves: u64,
    n_as_many_nodes: u64,
    n_passes: u64,
    n_rightly_passed: u64,
    nodes: Nodes,
}

fn replay(game: &RecordedGame, board: &mut Board, orientations: &Orientations) -> Option<Replay> {
    let players = PRINTED[game.comparison - 1].players;
    let has_none =
        |board: &Board, player: usize| board.moves(player, false, Rules::Thesis, Listing::Once).is_empty();
    let mut found = Replay::default();
    let mut expected = 0;
    for recorded in &game.moves {
        let player = recorded.player - 1;
        if player != expected {
            found.n_passes += 1;
            found.n_rightly_passed += u64::from(has_none(board, expected));
        }
        let mv = move_of(recorded, orientations)?;
        let (listed, nodes) = values_at_depth_2(board, player, players[player]);
        let official = board.moves(player, false, Rules::Official, Listing::Once);
        let best = listed.iter().map(|(_, value)| *value).max();
        found.nodes.max += nodes.max;
        found.nodes.min += nodes.min;
        let is_best = best == Some(recorded.value) && listed.contains(&(mv, recorded.value));
        found.n_best += u64::from(is_best);
        found.n_legal += u64::from(official.contains(&mv) && listed.iter().any(|(other, _)| *other == mv));
        found.n_as_many_moves += u64::from(listed.len() as u64 == recorded.moves);
        found.n_as_many_nodes += u64::from(found.nodes.total() == recorded.nodes);
        board.play(player, mv);
        expected = player ^ 1;
    }
    // The game ends when neither finds a move.
    found.n_passes += 2;
    found.n_rightly_passed += (0..2).map(|player| u64::from(has_none(board, player))).sum::<u64>();
    Some(found)
}

fn replay_rows(game: &RecordedGame, orientations: &Orientations) -> Option<Vec<Row>> {
    let printed = PRINTED.get(game.comparison.checked_sub(1)?)?;
    let mut board = Board::empty();
    let found = replay(game, &mut board, orientations)?;
    let letter = |row, column| match board.players.iter().position(|own| contains(&own.own, row, column)) {
        Some(player) => ['1', '2'][player],
        None => '.',
    };
    let rows_as_recorded = game
        .board
        .iter()
        .enumerate()
        .filter(|(row, text)| (0..SIDE).map(|column| letter(*row, column)).eq(text.chars()));
    let n_rows_as_recorded = rows_as_recorded.count() as u64;
    let n_moves = game.moves.len() as u64;
    let name = |what: &str| format!("comparison {}: {what}", game.comparison);
    let mut rows = vec![
        Row::exact(name("moves that are listed and legal"), n_moves, found.n_legal),
        Row::exact(name("moves among the best, with the recorded value"), n_moves, found.n_best),
        Row::exact(name("turns with as many listed moves"), n_moves, found.n_as_many_moves),
        Row::exact(name("turns with as many nodes so far"), n_moves, found.n_as_many_nodes),
        Row::exact(
            name("passes, the last two included, without a listed move"),
            found.n_passes,
            found.n_rightly_passed,
        ),
        Row::exact(name("rows of the last board"), SIDE as u64, n_rows_as_recorded),
        Row::exact(name("points of player 1"), printed.points[0].into(), board.points(0).into()),
        Row::exact(name("points of player 2"), printed.points[1].into(), board.points(1).into()),
    ];
    if game.comparison == WITHOUT_MIN_NODES {
        rows.push(Row::exact(
            name("nodes (printed are the max nodes alone)"),
            printed.nodes,
            found.nodes.max,
        ));
        rows.push(Row::new(name("nodes, all of them"), Figure::Count(found.nodes.total())));
    } else {
        rows.push(Row::exact(name("nodes"), printed.nodes, found.nodes.total()));
    }
    Some(rows)
}

/// Games of each pairing and rules.
const GAMES_EACH: usize = 500;

/// The same for a quick look.
const GAMES_WHEN_QUICK: usize = 20;

/// Plays a pairing both ways round, and judges the printed winner by it.
fn pairing_row(
    comparison: usize,
    rules: Rules,
    n_games: usize,
    tell: &mut dyn FnMut(f64) -> std::ops::ControlFlow<()>,
) -> Option<Row> {
    let printed = &PRINTED[comparison];
    let mut tally = Tally::default();
    for n in 0..n_games {
        tell(n as f64 / n_games as f64).is_continue().then_some(())?;
        let mut rng = Rng::new(Rng::derive(comparison as u64, n as u64));
        let first = n % 2;
        let points = play(printed.players, first, rules, &mut rng);
        let share = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        tally.add(share, 1, 2);
    }
    let summary = tally.summary();
    let (lo, hi) = summary.ci95;
    let first_won = printed.points[0] > printed.points[1];
    let (ok, verdict) = match (lo > 0.5, hi < 0.5) {
        (true, _) => (Some(first_won), if first_won { RIGHT } else { WRONG }),
        (_, true) => (Some(!first_won), if first_won { WRONG } else { RIGHT }),
        _ => (None, OPEN),
    };
    let under = match rules {
        Rules::Thesis => "as the thesis lists moves",
        Rules::Official => "by the official rules",
    };
    Some(Row {
        what: format!("comparison {}: share of player 1's heuristic, {under}", comparison + 1),
        kind: Kind::Measured,
        published: Some(Figure::Points(printed.points)),
        ours: Figure::Share { score: summary.score, ci95: [lo, hi], games: n_games },
        ok,
        verdict: Some(verdict),
    })
}

const RIGHT: &str = "the printed winner is the better one";
const WRONG: &str = "the printed winner is the weaker one";
const OPEN: &str = "no difference seen";

/// Plays a game in which this one of the two begins, and gives the points in the order of the players.
fn play(players: [Player; 2], first: usize, rules: Rules, rng: &mut Rng) -> [u32; 2] {
    let mut board = Board::empty();
    let (mut seat, mut n_passes) = (0, 0);
    while n_passes < 2 {
        let best = best_moves(&board, seat, players[seat ^ first], rules);
        match rng.choose(&best) {
            Some(&mv) => {
                board.play(seat, mv);
                n_passes = 0;
            }
            None => n_passes += 1,
        }
        seat ^= 1;
    }
    [board.points(first), board.points(first ^ 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_recorded_game_replays_exactly() {
        let orientations: Orientations = serde_json::from_str(ORIENTATIONS).unwrap();
        let games: Vec<RecordedGame> =
            GAMES.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(games.len(), PRINTED.len());
        for game in &games {
            let rows = replay_rows(game, &orientations).unwrap();
            assert!(rows.iter().all(|row| row.ok != Some(false)), "{rows:?}");
        }
    }

    #[test]
    fn a_changed_record_is_noticed() {
        let orientations: Orientations = serde_json::from_str(ORIENTATIONS).unwrap();
        let mut game: RecordedGame = serde_json::from_str(GAMES.lines().nth(4).unwrap()).unwrap();
        game.moves[3].value += 1;
        let rows = replay_rows(&game, &orientations).unwrap();
        assert_eq!(rows.iter().filter(|row| row.ok == Some(false)).count(), 1);
    }

    #[test]
    fn a_pairing_has_an_interval_and_a_verdict() {
        let row = pairing_row(3, Rules::Thesis, 10, &mut |_| std::ops::ControlFlow::Continue(())).unwrap();
        let Figure::Share { score, ci95, games } = row.ours else { panic!("{row:?}") };
        assert!(ci95[0] <= score && score <= ci95[1] && games == 10);
        assert!(row.verdict.is_some());
    }
}
