//! The Blokus thesis' Table 2: seven games between its heuristics, and the same pairings over many games.
//!
//! Which of several equally good moves the thesis' program played depended on the order of sets in the Python of its
//! day. Each game is replayed: at every turn the recorded move must be one of the best of our minimax, and of these the
//! first in that order, with the recorded value, the recorded number of moves and the recorded number of nodes. Then
//! each pairing is played many times with equal moves chosen by lot, both ways round.

use std::cmp::Ordering;

use ludwerk_blokus::board::contains;
use ludwerk_blokus::thesis::{
    Board, Listing, Player, Rules, SIDE, best_moves, numbered_move, values_at_depth_2,
};
use ludwerk_core::{BySeat, Rng, Seat};
use serde::{Deserialize, Serialize};

use crate::verdict::Evidence;
use crate::{Experiment, Figure, Plan, Row, Verdict, Watch};

pub const EXPERIMENT: Experiment = Experiment {
    id: "blokus-table-2",
    source: "Sharon Mathew, Develop an AI algorithm to play the board game Blokus, master's dissertation, \
             University of Leeds, 2017, Table 2",
    published: "seven games of minimax at depth 2 between heuristics: points, nodes, and who won",
    measures: "the seven games, recorded move by move, are replayed by the dissertation's program as blokus-thesis plays it; \
               then each pairing is played 500 times, both ways round, with equal moves chosen by lot, as the program \
               lists moves and by the official rules",
    tolerance: "none for points, nodes and replayed turns; the printed winner is confirmed or refuted when its \
                share over many games lies above or below one half (5% level, Holm's correction for all 14 pairings), and \
                open otherwise",
    rows,
};

/// A row of the printed table.
struct Comparison {
    players: BySeat<Player, 2>,
    nodes: u64,
    points: [u32; 2],
}

const fn comparison(first: Player, second: Player, points: [u32; 2], nodes: u64) -> Comparison {
    Comparison { players: BySeat::new([first, second]), nodes, points }
}

/// The printed table: what each player maximises and whether big tiles come first, the points and the nodes.
const PRINTED: [Comparison; 7] = [
    comparison(Player::FEWER_CORNERS, Player::MORE_CORNERS, [34, 50], 1_648_437),
    comparison(Player::BIG_FEWER_CORNERS, Player::MORE_CORNERS, [54, 41], 783_135),
    comparison(Player::TILES_AND_FEWER_CORNERS, Player::MORE_CORNERS, [54, 41], 1_170_894),
    comparison(Player::BIG_MORE_CORNERS, Player::BIG_FEWER_CORNERS, [73, 41], 575_178),
    comparison(Player::BIG_TILES_OF_BOTH, Player::BIG_TILES, [52, 58], 325_142),
    comparison(Player::BIG_MORE_CORNERS, Player::FINAL, [61, 62], 755_392),
    comparison(Player::FINAL, Player::BIG_MORE_CORNERS, [61, 58], 737_601),
];

/// Of this game the printed nodes are the max nodes alone.
const WITHOUT_MIN_NODES: usize = 6;

/// The games move by move, as the program in the thesis' appendix plays them.
const GAMES: &str = include_str!("../data/blokus-thesis-games.jsonl");

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

fn rows(plan: &mut Plan<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for n in 0..PRINTED.len() {
        let found = plan.measure(format!("comparison {}, replayed", n + 1), 0.1, move |_| {
            replay(&serde_json::from_str(GAMES.lines().nth(n)?).ok()?)
        });
        rows.extend(replay_rows(n + 1, &found));
    }
    let n_games = if plan.quick() { GAMES_WHEN_QUICK } else { GAMES_EACH };
    for rules in [Rules::Thesis, Rules::Official] {
        for comparison in 0..PRINTED.len() {
            rows.push(pairing_row(comparison, rules, n_games, plan));
        }
    }
    rows
}

/// What a replay of a recorded game finds.
#[derive(Default, Serialize, Deserialize)]
struct Replay {
    n_moves: u64,
    n_legal: u64,
    n_best: u64,
    n_first: u64,
    n_as_many_moves: u64,
    n_as_many_nodes: u64,
    n_passes: u64,
    n_rightly_passed: u64,
    /// Rows of the last board that are as recorded.
    n_rows: u64,
    points: [u32; 2],
    max_nodes: u64,
    min_nodes: u64,
}

fn replay(game: &RecordedGame) -> Option<Replay> {
    let players = PRINTED.get(game.comparison.checked_sub(1)?)?.players;
    let has_none =
        |board: &Board, player: Seat| board.moves(player, false, Rules::Thesis, Listing::Once).is_empty();
    let mut board = Board::empty();
    let mut found = Replay { n_moves: game.moves.len() as u64, ..Replay::default() };
    let mut expected = Seat::FIRST;
    for recorded in &game.moves {
        let player = Seat::checked(recorded.player.checked_sub(1)?, 2)?;
        if player != expected {
            found.n_passes += 1;
            found.n_rightly_passed += u64::from(has_none(&board, expected));
        }
        let mv = numbered_move(&recorded.piece, recorded.orient, recorded.y, recorded.x)?;
        let (listed, nodes) = values_at_depth_2(&board, player, players[player]);
        let official = board.moves(player, false, Rules::Official, Listing::Once);
        let best = listed.iter().map(|(_, value)| *value).max();
        found.max_nodes += nodes.max;
        found.min_nodes += nodes.min;
        let is_best = best == Some(recorded.value) && listed.contains(&(mv, recorded.value));
        found.n_best += u64::from(is_best);
        let equal: Vec<_> =
            listed.iter().filter(|(_, value)| Some(*value) == best).map(|(mv, _)| *mv).collect();
        found.n_first += u64::from(board.listed_first(player, &equal, Rules::Thesis) == Some(mv));
        found.n_legal += u64::from(official.contains(&mv) && listed.iter().any(|(other, _)| *other == mv));
        found.n_as_many_moves += u64::from(listed.len() as u64 == recorded.moves);
        found.n_as_many_nodes += u64::from(found.max_nodes + found.min_nodes == recorded.nodes);
        board.play(player, mv);
        expected = player.other();
    }
    // The game ends when neither finds a move.
    found.n_passes += 2;
    found.n_rightly_passed += Seat::all(2).map(|player| u64::from(has_none(&board, player))).sum::<u64>();
    let owner = |row, column| Seat::all(2).find(|&player| contains(&board.players[player].own, row, column));
    let letter = |row, column| owner(row, column).map_or('.', |player| BySeat::new(['1', '2'])[player]);
    let rows_as_recorded = game
        .board
        .iter()
        .enumerate()
        .filter(|(row, text)| (0..SIDE).map(|column| letter(*row, column)).eq(text.chars()));
    found.n_rows = rows_as_recorded.count() as u64;
    found.points = [Seat::FIRST, Seat::SECOND].map(|player| board.points(player));
    Some(found)
}

fn replay_rows(comparison: usize, found: &Replay) -> Vec<Row> {
    let printed = &PRINTED[comparison - 1];
    let n_moves = found.n_moves;
    let n_nodes = found.max_nodes + found.min_nodes;
    let name = |what: &str| format!("comparison {comparison}: {what}");
    let mut rows = vec![
        Row::exact(name("moves that are listed and legal"), n_moves, found.n_legal),
        Row::exact(name("moves among the best, with the recorded value"), n_moves, found.n_best),
        Row::exact(name("moves listed first among the best"), n_moves, found.n_first),
        Row::exact(name("turns with as many listed moves"), n_moves, found.n_as_many_moves),
        Row::exact(name("turns with as many nodes so far"), n_moves, found.n_as_many_nodes),
        Row::exact(
            name("passes, the last two included, without a listed move"),
            found.n_passes,
            found.n_rightly_passed,
        ),
        Row::exact(name("rows of the last board"), SIDE as u64, found.n_rows),
        Row::exact(name("points of player 1"), printed.points[0].into(), found.points[0].into()),
        Row::exact(name("points of player 2"), printed.points[1].into(), found.points[1].into()),
    ];
    if comparison == WITHOUT_MIN_NODES {
        let what = name("nodes (printed are the max nodes alone)");
        rows.push(Row::exact(what, printed.nodes, found.max_nodes));
        rows.push(Row::new(name("nodes, all of them"), Figure::Count(n_nodes)));
    } else {
        rows.push(Row::exact(name("nodes"), printed.nodes, n_nodes));
    }
    rows
}

/// Games of each pairing and rules.
const GAMES_EACH: usize = 500;

/// The same for a quick look.
const GAMES_WHEN_QUICK: usize = 20;

/// About what a game takes, in seconds.
const SECONDS: f64 = 0.016;

/// Plays a pairing both ways round, and judges the printed winner by it.
fn pairing_row(comparison: usize, rules: Rules, n_games: usize, plan: &mut Plan<'_>) -> Row {
    let under = match rules {
        Rules::Thesis => "as the thesis lists moves",
        Rules::Official => "by the official rules",
    };
    let what = format!("comparison {}: share of player 1's heuristic, {under}", comparison + 1);
    let seed = plan.stream(comparison as u64);
    let counts: [usize; 3] = plan.measure(&what, SECONDS * n_games as f64, move |watch| {
        play_many(PRINTED[comparison].players, rules, n_games, seed, watch)
    });
    let ours = Figure::of_games(counts);
    let points = PRINTED[comparison].points;
    let has_first_won = points[0] > points[1];
    let test = Evidence::of_side(ours.estimate(), 0.5, has_first_won);
    let note = match test.finding(true).0 {
        Verdict::Confirmed => "the printed winner is the better one",
        _ => "the printed winner is the weaker one",
    };
    Row::tested(what, Figure::Points(points), ours, test.noting(note, "no difference is shown"))
}

/// Wins, draws and losses of the first of two players.
fn play_many(
    players: BySeat<Player, 2>,
    rules: Rules,
    n_games: usize,
    seed: u64,
    watch: &Watch<'_>,
) -> Option<[usize; 3]> {
    let mut counts = [0; 3];
    for n in 0..n_games {
        watch.tell(n as f64 / n_games as f64)?;
        let points = play(players, Seat::new(n % 2), rules, &mut Rng::new(Rng::derive(seed, n as u64)));
        counts[match points[0].cmp(&points[1]) {
            Ordering::Greater => 0,
            Ordering::Equal => 1,
            Ordering::Less => 2,
        }] += 1;
    }
    Some(counts)
}

/// Plays a game in which the first of the two players sits here, and gives the points in the order of the players.
fn play(players: BySeat<Player, 2>, first: Seat, rules: Rules, rng: &mut Rng) -> [u32; 2] {
    let mut board = Board::empty();
    let (mut seat, mut n_passes) = (Seat::FIRST, 0);
    while n_passes < 2 {
        let player = if first == Seat::FIRST { seat } else { seat.other() };
        let best = best_moves(&board, seat, players[player], rules);
        match rng.choose(&best) {
            Some(&mv) => {
                board.play(seat, mv);
                n_passes = 0;
            }
            None => n_passes += 1,
        }
        seat = seat.other();
    }
    [board.points(first), board.points(first.other())]
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn every_recorded_game_replays_exactly() {
        assert_eq!(GAMES.lines().count(), PRINTED.len());
        for (n, line) in GAMES.lines().enumerate() {
            let game: RecordedGame = serde_json::from_str(line).unwrap();
            assert_eq!(game.comparison, n + 1);
            let rows = replay_rows(n + 1, &replay(&game).unwrap());
            assert!(rows.iter().all(|row| row.ok != Some(false)), "{rows:?}");
        }
    }

    #[test]
    fn a_pairing_repeats_itself_and_can_be_broken_off() {
        let play = |stop: bool| {
            let (stop, given_up) = (AtomicBool::new(stop), AtomicBool::new(false));
            play_many(PRINTED[3].players, Rules::Thesis, 4, 0, &Watch::new(&stop, &given_up))
        };
        assert_eq!(play(false).unwrap().iter().sum::<usize>(), 4);
        assert_eq!(play(false), play(false));
        assert_eq!(play(true), None);
    }

    #[test]
    fn a_changed_record_is_noticed() {
        let mut game: RecordedGame = serde_json::from_str(GAMES.lines().nth(4).unwrap()).unwrap();
        game.moves[3].value += 1;
        let rows = replay_rows(5, &replay(&game).unwrap());
        assert_eq!(rows.iter().filter(|row| row.ok == Some(false)).count(), 1);
    }
}
