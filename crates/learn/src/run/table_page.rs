//! The page about a Q-table that was learnt.

use std::fmt::Write as _;

use ludwerk_core::Game as _;
use ludwerk_report::document::{Chapter, Document, figure};
use ludwerk_report::html::Text;
use ludwerk_report::scale::Scale;
use ludwerk_report::words::grouped;

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
    let usage = format!(
        "<p>The file <code>{}</code> has the values. The agent plays the best of them, and as the one in parentheses where it \
         knows none:</p><pre>ludwerk match {id} '{1}' greedy --games 100\nludwerk play {id} --seats 'human,{1}'</pre>",
        Text(&run.file.display().to_string()),
        Text(&run.spec.to_string()),
        id = game.info().id,
    );
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
    let rows: Vec<_> = swept.rows.iter().map(sweep_cells).collect();
    let mut html = plot(swept).unwrap_or_default();
    html.push_str(&table(&headings, rows.iter().map(<[String; 5]>::as_slice)));
    html.push_str(
        "<p>A sweep tries every move of every position once. Errors are told beside exact values, which were found backwards \
         from the ends of the game; a move is wrong if another is worth more by them.</p>",
    );
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
    let cells = practised.curve.iter();
    let cells =
        cells.map(|point| [grouped(point.games), grouped(point.positions), format!("{:.5}", point.change)]);
    let rows: Vec<_> = cells.collect();
    let html = table(&["After games", "Positions", "Mean change"], rows.iter().map(<[String; 3]>::as_slice));
    chapters.push(Chapter::new("table", "How the table grew", html));
    let how =
        format!("{} positions · {} games", grouped(practised.table.n_positions()), grouped(practised.games));
    let none = || "Learnt; no held-out match was played.".to_owned();
    (how, proofs.first().map_or_else(none, report::verdict), chapters)
}

fn table<'a>(headings: &[&str], rows: impl Iterator<Item = &'a [String]>) -> String {
    let mut html = String::from("<div class=\"wide\"><table class=\"narrow\"><thead><tr>");
    for heading in headings {
        let _ = write!(html, "<th scope=\"col\">{}</th>", Text(heading));
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        html.push_str("<tr>");
        for cell in row {
            let _ = write!(html, "<td>{}</td>", Text(cell));
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
    html
}

fn values(told: &[Told]) -> Option<Chapter> {
    const MOST: usize = 200;
    if told.is_empty() {
        return None;
    }
    let rows: Vec<[String; 3]> = told
        .iter()
        .take(MOST)
        .map(|told| {
            let value = told.value.map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"));
            [told.position.clone(), value, told.best.clone().unwrap_or_default()]
        })
        .collect();
    let html = table(&["Position", "Value", "Best move"], rows.iter().map(<[String; 3]>::as_slice));
    Some(Chapter::new("values", "What was asked for", html))
}

/// The mean error from sweep to sweep, on a scale of powers of ten.
fn plot(swept: &Swept) -> Option<String> {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 240.0;
    const LEFT: f64 = 56.0;
    /// Less is rounding.
    const LEAST: f64 = 1e-6;
    let errors: Option<Vec<f64>> = swept.rows.iter().map(|row| row.mean_error).collect();
    let errors = errors.filter(|errors| errors.len() > 1)?;
    let x = Scale { from: (1.0, errors.len() as f64), to: (LEFT, WIDTH - 12.0) };
    let y = Scale { from: (LEAST.log10(), 0.0), to: (HEIGHT - 26.0, 8.0) };
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Mean error from sweep to sweep; the \
         table has the numbers\">"
    );
    for power in [0, -2, -4, -6] {
        let at = y.at(f64::from(power));
        let label = if power == -6 { "0".to_owned() } else { format!("{}", 10_f64.powi(power)) };
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/><text class=\"value\" x=\"{}\" \
             y=\"{:.1}\">{label}</text>",
            WIDTH - 12.0,
            LEFT - 6.0,
            at + 4.0
        );
    }
    let place = |(n, error): (usize, &f64)| {
        format!("{:.1},{:.1}", x.at(n as f64 + 1.0), y.at(error.max(LEAST).log10()))
    };
    let line: Vec<_> = errors.iter().enumerate().map(place).collect();
    let _ = write!(
        svg,
        "<polyline class=\"line\" points=\"{}\"/><text class=\"tick\" x=\"{LEFT}\" y=\"{1}\">1</text>\
         <text class=\"value\" x=\"{2}\" y=\"{1}\">{3} sweeps</text></svg>",
        line.join(" "),
        HEIGHT - 8.0,
        WIDTH - 12.0,
        errors.len()
    );
    Some(figure(&svg, "The mean error of all values after each sweep."))
}
