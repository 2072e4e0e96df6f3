//! The page about a table that was learnt.

use std::fmt::Write as _;

use ludwerk_core::Game as _;
use ludwerk_learn::proof::Proof;
use ludwerk_learn::q::run::{Practised, Swept, TABLE_FILE};
use ludwerk_learn::report;
use ludwerk_learn::tuning::CurvePoint;
use ludwerk_report::document::{Chapter, Document, figure};
use ludwerk_report::html::Text;
use ludwerk_report::scale::Scale;

use super::table::{Learnt, Tabular, sweep_cells};
use crate::commands::tune::outcome::{PROGRAM, write};
use crate::failure::Failure;
use crate::output::thousands;

/// The page of a run that swept.
pub fn sweeps(run: &Tabular<'_>, swept: &Swept, told: &[Learnt]) -> Result<(), Failure> {
    let headings = ["Sweep", "Greatest change", "Greatest error", "Mean error", "Wrong moves"];
    let rows: Vec<_> = swept.rows.iter().map(sweep_cells).collect();
    let mut html = plot(swept).unwrap_or_default();
    html.push_str(&table(&headings, rows.iter().map(<[String; 5]>::as_slice)));
    html.push_str(
        "<p>A sweep tries every move of every position once. Errors are told beside exact values, which were found backwards \
         from the ends of the game; a move is wrong if another is worth more by them.</p>",
    );
    let mut chapters = vec![Chapter::new("sweeps", "How the values settled", html)];
    chapters.extend(values(told));
    let how = format!(
        "Q-learning with a table · {} positions · {} sweeps",
        thousands(swept.n_positions as u64),
        swept.rows.len()
    );
    let last = swept.rows.last();
    let verdict = match last.and_then(|row| Some((row.error?, row.wrong?))) {
        _ if !swept.is_settled => "Not settled yet: values still change.".to_owned(),
        Some((error, wrong)) => format!(
            "Settled: no value is off the exact one by more than {error:.1e}, and {wrong} of {} best moves are not best.",
            thousands(swept.n_positions as u64)
        ),
        None => "Settled: no value changes any more.".to_owned(),
    };
    page(run, &how, verdict, chapters)
}

/// The page of a run that played games.
pub fn games(
    run: &Tabular<'_>,
    practised: &Practised,
    told: &[Learnt],
    proofs: &[Proof],
) -> Result<(), Failure> {
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
    let rows: Vec<_> = practised
        .curve
        .iter()
        .map(|point| {
            [thousands(point.games as u64), thousands(point.positions as u64), format!("{:.5}", point.change)]
        })
        .collect();
    let html = table(&["After games", "Positions", "Mean change"], rows.iter().map(<[String; 3]>::as_slice));
    chapters.push(Chapter::new("table", "How the table grew", html));
    chapters.extend(values(told));
    let how = format!(
        "Q-learning with a table · {} positions · {} games",
        thousands(practised.table.n_positions() as u64),
        thousands(practised.games as u64)
    );
    let verdict = match proofs.first() {
        Some(proof) => report::verdict(proof),
        None => "Learnt; no held-out match was played.".to_owned(),
    };
    page(run, &how, verdict, chapters)
}

fn page(run: &Tabular<'_>, how: &str, verdict: String, mut chapters: Vec<Chapter>) -> Result<(), Failure> {
    let context = &run.context;
    let (id, spec) = (context.game.info().id, run.spec().to_string());
    let usage = format!(
        "<p>The file <code>{}</code> has the values. The agent plays the best of them, and as the one in parentheses where it \
         knows none:</p><pre>ludwerk match {id} '{1}' greedy --games 100\nludwerk play {id} --seats 'human,{1}'</pre>",
        Text(&context.file(TABLE_FILE).display().to_string()),
        Text(&spec)
    );
    chapters.push(Chapter::new("usage", "How to use it", usage));
    let rule = run.rule;
    let facts = [
        ("Program", PROGRAM.to_owned()),
        ("Method", format!("Q-learning with a table, gamma {}", rule.gamma)),
        ("Rate", format!("{} divided by the tries to the power of {}", rule.rate, rule.decay)),
        ("Hope", rule.optimism.to_string()),
        ("Seed", context.seed.to_string()),
    ];
    chapters.push(report::repeat(&context.command, &facts, &[]));
    let document = Document {
        title: format!("Values learnt for {}", context.game.info().title),
        what: context.what(how),
        verdict,
        chapters,
        ..Document::default()
    };
    write(&context.file("report.html"), &document.html())
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

fn values(told: &[Learnt]) -> Option<Chapter> {
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
