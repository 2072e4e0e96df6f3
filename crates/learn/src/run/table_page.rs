//! The page about a Q-table that was learnt.

use ludwerk_core::Game as _;
use ludwerk_report::document::{Chapter, Document, figure, table};
use ludwerk_report::plot::{level, line, plot};
use ludwerk_report::scale::Scale;
use ludwerk_report::words::grouped;
use maud::{Markup, html};

use super::table::{Course, Outcome, Told, sweep_cells};
use super::{PROGRAM, about};
use crate::proof::Proof;
use crate::q::run::{Practised, Swept};
use crate::report;
use crate::tuning::CurvePoint;

/// The page.
pub(super) fn html(run: &Outcome, command: &str) -> String {
    let game = run.plan.practice.game();
    let (how, verdict, mut chapters) = match &run.course {
        Course::Swept(swept) => sweeps(swept),
        Course::Practised(practised, proofs) => games(practised, proofs),
    };
    chapters.extend(values(&run.told));
    let (id, spec) = (game.info().id, &run.spec);
    let usage = html! {
        p {
            "The file " code { (run.file.display()) } " has the values. The agent plays the best of them, and as the one in \
             parentheses where it knows none:"
        }
        pre { "ludwerk match " (id) " '" (spec) "' greedy --games 100\nludwerk play " (id) " --seats 'human," (spec) "'" }
    };
    chapters.push(Chapter::new("usage", "How to use it", usage));
    let (rule, seed) = (run.rule, run.plan.practice.seed);
    let facts = [
        ("Program", PROGRAM.to_owned()),
        ("Method", format!("Q-learning with a table, gamma {}", rule.gamma)),
        ("Rate", format!("{} divided by the tries to the power of {}", rule.rate, rule.decay)),
        ("Hope", rule.optimism.to_string()),
        ("Seed", seed.to_string()),
    ];
    chapters.push(report::repeat(command, &facts, &[]));
    let title = format!("Values learnt for {}", game.info().title);
    let what = about(game, &format!("Q-learning with a table · {how}"), seed);
    Document { title, what, verdict, chapters, ..Document::default() }.html()
}

/// What there is to say of sweeps: how it was, what came out, and how it went.
fn sweeps(swept: &Swept) -> (String, String, Vec<Chapter>) {
    let headings = ["Sweep", "Greatest change", "Greatest error", "Mean error", "Wrong moves"];
    let html = html! {
        @if let Some(errors) = errors(swept) { (errors) }
        (table(&headings, swept.rows.iter().map(sweep_cells)))
        p {
            "A sweep tries every move of every position once. Errors are told beside exact values, which were found \
             backwards from the ends of the game; a move is wrong if another is worth more by them."
        }
    };
    let how = format!("{} positions · {} sweeps", grouped(swept.n_positions), swept.rows.len());
    let last = swept.rows.last();
    let verdict = match last.and_then(|row| Some((row.error?, row.wrong?))) {
        _ if !swept.is_settled => "Not settled yet: values still change.".to_owned(),
        Some((error, wrong)) => format!(
            "Settled: no value is off the exact one by more than {error:.1e}, and {wrong} of {} best moves are not best.",
            grouped(swept.n_positions)
        ),
        None => "Settled: no value changes any more.".to_owned(),
    };
    (how, verdict, vec![Chapter::new("sweeps", "How the values settled", html)])
}

/// The same of games.
fn games(practised: &Practised, proofs: &[Proof]) -> (String, String, Vec<Chapter>) {
    let mut chapters: Vec<_> = proofs.iter().map(report::proof).collect();
    let points: Vec<CurvePoint> = practised
        .curve
        .iter()
        .filter_map(|point| {
            let (score, ci95) = (point.score?, point.ci95?);
            Some(CurvePoint { games: point.games, score, ci95, of_games: point.of_games })
        })
        .collect();
    let other = proofs.first().map_or("the opponent", |proof| proof.old.as_str());
    chapters.extend(report::curve(&points, "the best known moves", other));
    let rows = practised.curve.iter();
    let rows =
        rows.map(|point| [grouped(point.games), grouped(point.positions), format!("{:.5}", point.change)]);
    let html = table(&["After games", "Positions", "Mean change"], rows);
    chapters.push(Chapter::new("table", "How the table grew", html));
    let how =
        format!("{} positions · {} games", grouped(practised.table.n_positions()), grouped(practised.games));
    let none = || "Learnt; no held-out match was played.".to_owned();
    (how, proofs.first().map_or_else(none, report::verdict), chapters)
}

fn values(told: &[Told]) -> Option<Chapter> {
    const MOST: usize = 200;
    if told.is_empty() {
        return None;
    }
    let rows = told.iter().take(MOST).map(|told| {
        let value = told.value.map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"));
        [told.position.clone(), value, told.best.clone().unwrap_or_default()]
    });
    let html = table(&["Position", "Value", "Best move"], rows);
    Some(Chapter::new("values", "What was asked for", html))
}

/// The mean error from sweep to sweep, on a scale of powers of ten.
fn errors(swept: &Swept) -> Option<Markup> {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 240.0;
    const ENDS: (f64, f64) = (56.0, WIDTH - 12.0);
    /// Less is rounding.
    const LEAST: f64 = 1e-6;
    let errors: Option<Vec<f64>> = swept.rows.iter().map(|row| row.mean_error).collect();
    let errors = errors.filter(|errors| errors.len() > 1)?;
    let x = Scale { from: (1.0, errors.len() as f64), to: ENDS };
    let y = Scale { from: (LEAST.log10(), 0.0), to: (HEIGHT - 26.0, 8.0) };
    let text = |power: i32| if power == -6 { 0.0 } else { 10_f64.powi(power) };
    let places = errors.iter().enumerate();
    let places = places.map(|(n, error)| (x.at(n as f64 + 1.0), y.at(error.max(LEAST).log10())));
    let inner = html! {
        @for power in [0, -2, -4, -6] { (level(ENDS, y.at(power.into()), 6.0, text(power))) }
        (line(places))
        text.tick x=(ENDS.0) y=(HEIGHT - 8.0) { "1" }
        text.value x=(ENDS.1) y=(HEIGHT - 8.0) { (errors.len()) " sweeps" }
    };
    let label = "Mean error from sweep to sweep; the table has the numbers";
    Some(figure(&plot(WIDTH, HEIGHT, label, &inner), "The mean error of all values after each sweep."))
}
