//! Tournaments as a whole: what is interrupted goes on, and comes to the same table.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ludwerk_arena::record::Record;
use ludwerk_arena::stats::sprt::Verdict;
use ludwerk_arena::tournament::{Access, Entrant, Format, Plan, SprtPlan, Store, StoreError, Summary, run};
use ludwerk_arena::{Board, Ending, GameRow};
use ludwerk_core::{Agent, AgentError, Control, Decision, Game, Keyed, Notation, Observe, Report, Rng, View};
use ludwerk_testkit::toys::{Harvest, TicTacToe};

/// Plays the first legal move so often, and a random one else.
struct Partly {
    how_often: f64,
    rng: Rng,
}

impl<G: Observe> Agent<G> for Partly {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        _control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let first = self.rng.unit() < self.how_often;
        let chosen = if first { view.legal[0] } else { view.legal[self.rng.below(view.legal.len())] };
        Ok(Decision { chosen, report: Report::default() })
    }
}

fn plan(n_agents: usize, games: usize) -> Plan {
    let agents = (0..n_agents).map(|n| Entrant::Spec(format!("agent{n}"))).collect();
    let plan = format!("game = \"toy\"\nagents = []\ngames = {games}\nseed = 5\n");
    Plan { agents, ..Plan::parse(&plan).unwrap() }
}

/// Plays in a folder until `most` games of this run have been stored.
fn play_some<G: Game + Keyed + Observe + Notation + Clone>(
    game: G,
    plan: &Plan,
    folder: &Path,
    n_threads: usize,
    most: usize,
) -> Ending {
    let mut store = Store::begin(folder, plan, 1).unwrap();
    let board = Board::of_plan(plan, game).unwrap();
    let stop = AtomicBool::new(most == 0);
    let mut n_done = 0;
    let n_threads = NonZeroUsize::new(n_threads).unwrap();
    let make = |agent: usize, seed: u64| -> Box<dyn Agent<G>> {
        Box::new(Partly { how_often: agent as f64 / 4.0, rng: Rng::new(seed) })
    };
    run(&board, &mut store, &make, n_threads, &stop, &mut |event| {
        n_done += 1;
        assert!(event.counts.n_games() >= n_done);
        if n_done >= most {
            stop.store(true, Ordering::Relaxed);
        }
    })
    .unwrap()
}

fn summary(folder: &Path, n_seats: usize) -> Summary {
    let store = Store::open(folder, Access::Read).unwrap();
    let mut summary = Summary::of_store(&store, n_seats).unwrap();
    for agent in &mut summary.agents {
        // The one thing that depends on the machine.
        assert!(agent.cpu_ms_per_move.take().is_some());
        agent.ms_per_move = 0.0;
    }
    summary
}

fn rows(folder: &Path) -> Vec<GameRow> {
    let mut rows = Vec::new();
    let store = Store::open(folder, Access::Read).unwrap();
    store
        .each(|mut row| {
            (row.finished, row.times) = (0, Vec::new());
            rows.push(row);
            true
        })
        .unwrap();
    rows
}

/// Plays once without a break, and once with many breaks and other threads; both must come to the same.
fn interruptions_change_nothing<G: Game + Keyed + Observe + Notation + Clone>(
    game: &G,
    plan: &Plan,
) -> Summary {
    let n_seats = game.n_seats();
    let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    play_some(game.clone(), plan, whole.path(), 1, usize::MAX);
    let n_threads = AtomicUsize::new(1);
    for most in [0, 1, 3, 2, 7, 1, 13].into_iter().cycle().take(10_000) {
        let threads = n_threads.fetch_add(1, Ordering::Relaxed) % 4 + 1;
        if play_some(game.clone(), plan, broken.path(), threads, most) != Ending::Stopped {
            break;
        }
    }
    assert_eq!(summary(broken.path(), n_seats), summary(whole.path(), n_seats));
    let (in_one, in_many) = (rows(whole.path()), rows(broken.path()));
    let counted = summary(whole.path(), n_seats).games;
    assert_eq!(in_one[..counted], in_many[..counted]);
    summary(whole.path(), n_seats)
}

#[test]
fn an_interrupted_round_robin_goes_on_and_comes_to_the_same_table() {
    let table = interruptions_change_nothing(&TicTacToe, &plan(4, 20));
    assert_eq!((table.games, table.planned, table.complete), (120, 120, true));
    assert!(table.agents.iter().all(|agent| agent.games == 60));
    let total: f64 = table.agents.iter().map(|agent| agent.score.unwrap() * agent.games as f64).sum();
    assert!((total - 120.0).abs() < 1e-9);
}

#[test]
fn so_do_a_gauntlet_and_a_swiss_tournament() {
    let gauntlet =
        interruptions_change_nothing(&TicTacToe, &Plan { format: Format::Gauntlet, ..plan(4, 10) });
    assert_eq!(gauntlet.agents.iter().map(|agent| agent.games).collect::<Vec<_>>(), [30, 10, 10, 10]);
    assert!(gauntlet.cross[1][2].is_none() && gauntlet.cross[0][3].is_some());
    let swiss = interruptions_change_nothing(
        &TicTacToe,
        &Plan { format: Format::Swiss, rounds: Some(3), ..plan(5, 4) },
    );
    assert_eq!((swiss.games, swiss.complete), (3 * 2 * 4, true));
}

#[test]
fn so_does_a_game_for_three() {
    let plan = Plan { opening_plies: 1, ..plan(4, 12) };
    let table = interruptions_change_nothing(&Harvest::new(3), &plan);
    // Four groups of three, four bouts each, three seatings a bout.
    assert_eq!((table.games, table.seats.len()), (48, 3));
    assert!(table.agents.iter().all(|agent| agent.games == 36));
}

#[test]
fn so_does_a_sequential_test_which_ends_early() {
    let sprt = SprtPlan { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
    let mut plan = Plan { sprt: Some(sprt), ..plan(2, 4000) };
    plan.agents = vec![Entrant::Spec("agent1".to_owned()), Entrant::Spec("agent1".to_owned())];
    let table = interruptions_change_nothing(&TicTacToe, &plan);
    let test = table.sprt.unwrap();
    assert!(table.complete && table.games < 4000 && test.verdict != Verdict::Open, "{test:?}");
    assert_eq!(test.bouts as usize * 2, table.games);
}

#[test]
fn every_stored_game_replays_to_its_result() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { openings: vec!["a1 b2".to_owned(), "c3".to_owned()], ..plan(3, 8) };
    play_some(TicTacToe, &plan, folder.path(), 2, usize::MAX);
    let store = Store::open(folder.path(), Access::Read).unwrap();
    let mut beginnings: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for row in rows(folder.path()) {
        let record = Record::parse(&store.record(row.fixture.idx).unwrap().unwrap()).unwrap();
        let play = record.replay(&TicTacToe).unwrap();
        assert_eq!(play.outcome().unwrap().returns.as_slice(), row.returns);
        assert_eq!(play.moves().len(), row.plies);
        let n_opening = if row.fixture.opening % 2 == 0 { 2 } else { 1 };
        let opening = play.move_texts()[..n_opening].to_vec();
        assert_eq!(beginnings.entry(row.fixture.opening % 2).or_insert_with(|| opening.clone()), &opening);
    }
    assert_eq!(beginnings.into_values().collect::<Vec<_>>(), [vec!["a1", "b2"], vec!["c3"]]);
}

#[test]
fn a_folder_of_another_tournament_is_refused_and_more_games_go_on() {
    let folder = tempfile::tempdir().unwrap();
    play_some(TicTacToe, &plan(2, 10), folder.path(), 1, usize::MAX);
    let refused = Store::begin(folder.path(), &Plan { max_plies: 3, ..plan(2, 10) }, 1).unwrap_err();
    assert!(matches!(refused, StoreError::Different { what, .. } if what == ["max-plies"]));
    let before = rows(folder.path());
    assert_eq!(play_some(TicTacToe, &plan(2, 30), folder.path(), 2, usize::MAX), Ending::Complete);
    let after = rows(folder.path());
    assert_eq!((after.len(), &after[..10]), (30, &before[..]));
}

#[test]
fn two_programs_do_not_play_the_same_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let _playing = Store::begin(folder.path(), &plan(2, 10), 1).unwrap();
    assert!(matches!(Store::begin(folder.path(), &plan(2, 10), 1), Err(StoreError::InUse(_))));
    // To look is free.
    assert_eq!(Store::open(folder.path(), Access::Read).unwrap().n_games().unwrap(), 0);
}

#[test]
fn what_is_no_tournament_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Store::open(folder.path(), Access::Read), Err(StoreError::Missing(_))));
    std::fs::write(
        folder.path().join("tournament.sqlite"),
        "not a database, but long enough to be looked at",
    )
    .unwrap();
    assert!(matches!(Store::open(folder.path(), Access::Read), Err(StoreError::Database(_))));
}
