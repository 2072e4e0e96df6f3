//! Reports of small tournaments: everything is there, nothing comes from elsewhere, hostile names stay names.

mod validity;

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_arena::Board;
use ludwerk_arena::tournament::{Access, Entrant, Format, Plan, SprtPlan, Store, run};
use ludwerk_core::{Agent, AgentError, Control, Decision, Draw, Game, Keyed, Notation, Report, Rng, View};
use ludwerk_report::report;
use ludwerk_testkit::toys::{Gamble, Harvest, TicTacToe};

const HOSTILE: &str = "</script><img src=x onerror=alert(1)>\"'&\u{202e}";

/// Plays at random, the first legal move so often; the worst one breaks down.
struct Partly {
    how_often: f64,
    breaks_down: bool,
    rng: Rng,
}

impl<G: Game + ludwerk_core::Observe> Agent<G> for Partly {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        _control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        if self.breaks_down && self.rng.unit() < 0.3 {
            let reason = format!("it ended {HOSTILE}");
            return Err(AgentError::Forfeit { reason, output: format!("last words: {HOSTILE}\nbye") });
        }
        let first = self.rng.unit() < self.how_often;
        let chosen = if first { view.legal[0] } else { view.legal[self.rng.below(view.legal.len())] };
        Ok(Decision { chosen, report: Report::default() })
    }
}

fn plan(n_agents: usize, games: usize) -> Plan {
    let agents = (0..n_agents).map(|n| Entrant::Spec(format!("agent:n={n}"))).collect();
    let plan = format!("game = \"toy\"\nagents = []\ngames = {games}\nseed = 5\n");
    Plan { agents, ..Plan::parse(&plan).unwrap() }
}

/// The report of a tournament of which at most so many games are played.
fn report_of<G: Game + Keyed + Notation + Draw + Clone>(
    game: &G,
    plan: &Plan,
    folder: &Path,
    most: usize,
) -> String {
    let mut store = Store::begin(folder, plan, 1).unwrap();
    let board = Board::of_plan(plan, game.clone()).unwrap();
    let make = |agent: usize, seed: u64| -> Box<dyn Agent<G>> {
        let breaks_down = plan.name.as_deref() == Some(HOSTILE) && agent == 1;
        Box::new(Partly { how_often: agent as f64 / 6.0, breaks_down, rng: Rng::new(seed) })
    };
    let (stop, mut n_done) = (AtomicBool::new(most == 0), 0);
    run(&board, &mut store, &make, NonZeroUsize::MIN, &stop, &mut |_| {
        n_done += 1;
        stop.store(n_done >= most, Ordering::Relaxed);
    })
    .unwrap();
    drop(store);
    let store = Store::open(folder, Access::Read).unwrap();
    let resolved = vec!["resolved <spec>".to_owned()];
    let report = report(&store, game, &resolved).unwrap();
    assert_eq!(report.games, n_done);
    validity::check(&report.html);
    report.html
}

fn whole<G: Game + Keyed + Notation + Draw + Clone>(game: &G, plan: &Plan) -> String {
    let folder = tempfile::tempdir().unwrap();
    report_of(game, plan, folder.path(), usize::MAX)
}

/// The headings of the chapters, in their order.
fn chapters(html: &str) -> Vec<&str> {
    let titles = html.split("<h2 ").skip(1);
    titles.filter_map(|rest| Some(rest.split_once('>')?.1.split_once("</h2>")?.0)).collect()
}

#[test]
fn a_round_robin_has_every_chapter() {
    let plan = Plan { name: Some("Little cup".to_owned()), opening_plies: 2, ..plan(4, 20) };
    let html = whole(&TicTacToe, &plan);
    assert_eq!(
        chapters(&html),
        [
            "Standings",
            "Ratings",
            "Who beat whom",
            "Who is stronger",
            "Score over time",
            "Seats",
            "Openings",
            "Games",
            "How to repeat it"
        ]
    );
    assert!(html.contains("<title>Little cup</title>"));
    assert!(html.contains("<p class=\"verdict\">"));
    assert_eq!(html.matches("<th scope=\"row\">agent:<wbr>n=").count(), 4 + 4, "standings and specs");
    assert!(html.contains("random openings were played"));
    assert!(html.contains("resolved &lt;spec&gt;"));
    assert!(html.contains("opening-plies = 2") && html.contains("seed = 5"));
    let n_games = html.matches("<article class=\"game\"").count();
    assert!((3..=10).contains(&n_games), "{n_games} games");
}

#[test]
fn the_same_games_make_the_same_report() {
    let folder = tempfile::tempdir().unwrap();
    let first = report_of(&TicTacToe, &plan(3, 10), folder.path(), usize::MAX);
    let store = Store::open(folder.path(), Access::Read).unwrap();
    assert_eq!(report(&store, &TicTacToe, &["resolved <spec>".to_owned()]).unwrap().html, first);
}

#[test]
fn a_test_that_stopped_early_is_shown_with_its_bounds() {
    let sprt = Some(SprtPlan { elo0: -100.0, elo1: 0.0, alpha: 0.05, beta: 0.05 });
    let html = whole(&TicTacToe, &Plan { sprt, opening_plies: 1, ..plan(2, 2000) });
    assert!(chapters(&html).contains(&"The sequential test"));
    assert!(
        html.contains("The sequential test accepted H") && html.contains("decided early (at most 2,000)")
    );
    assert!(html.contains("accept: 0 (2.94)") && html.contains("reject: −100 (-2.94)"));
}

#[test]
fn games_of_three_and_of_hidden_cards_are_shown_too() {
    let html = whole(&Harvest::new(3), &plan(4, 6));
    assert_eq!(html.matches("<tr><th scope=\"row\">").count(), 3 + 4, "seats and specs");
    let html = whole(&Gamble, &plan(2, 6));
    assert!(html.contains("class=\"game\""));
}

#[test]
fn hostile_names_reasons_and_outputs_stay_text() {
    let named = Entrant::Named { name: HOSTILE.to_owned(), spec: HOSTILE.to_owned() };
    let mut plan = Plan { name: Some(HOSTILE.to_owned()), ..plan(3, 10) };
    plan.agents[1] = named;
    let html = whole(&TicTacToe, &plan);
    assert!(chapters(&html).contains(&"Forfeits"));
    assert!(!html.contains("<img") && !html.contains("<img src=x") && !html.contains('\u{202e}'));
    assert!(html.contains("&lt;img src=x onerror=alert(1)&gt;"));
    assert!(html.contains("last words: &lt;/script&gt;") && html.contains("it ended &lt;/script&gt;"));
    // Scripts end where we end them: one for each game, and our own.
    let n_games = html.matches("<article class=\"game\"").count();
    assert_eq!(html.matches("</script>").count(), n_games + 1);
    assert!(html.contains("forfeited"));
}

#[test]
fn a_tournament_without_games_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let html = report_of(&TicTacToe, &plan(3, 10), folder.path(), 0);
    assert!(html.contains("No game has been played yet."));
    assert_eq!(chapters(&html), ["Standings", "How to repeat it"]);
    // So many that it cannot end before it is stopped.
    let html = report_of(&TicTacToe, &plan(3, 100_000), folder.path(), 5);
    assert!(html.contains(" of 300,000 games so far"));
}

#[test]
fn listed_openings_are_compared() {
    let openings = ["b2", "a1 b2"].map(str::to_owned).to_vec();
    let html = whole(&TicTacToe, &Plan { openings, format: Format::Gauntlet, ..plan(3, 12) });
    assert!(html.contains("2 openings were played") && html.contains(">a1 b2</th>"));
}

#[test]
fn many_games_make_no_larger_report() {
    let few = whole(&TicTacToe, &plan(2, 200)).len();
    let many = whole(&TicTacToe, &plan(2, 2000)).len();
    assert!(many < few + few / 5, "{few} and {many} bytes");
}
