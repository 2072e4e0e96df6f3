//! The report of a run: one HTML file with what was found, how it was found, and the evidence.
//!
//! It is made of chapters, so that other ways of tuning can leave some out and add their own: the functions here give
//! one each, and [`Document`](ludwerk_report::document::Document) puts them together.

use std::fmt::Write as _;

use ludwerk_report::document::{Chapter, figure};
use ludwerk_report::html::{Text, breakable};
use ludwerk_report::scale::{Scale, ticks};
use ludwerk_report::words::{count, elo, error, grouped, percent};

use crate::proof::{Proof, ProofVerdict};
use crate::space::{Kind, Parameter, Space};
use crate::tuning::{CurvePoint, PathPoint};

/// More points than this are drawn as a band, not as bars.
const MOST_BARS: usize = 60;

/// A path needs no more points than this to be seen.
const MOST_PATH_POINTS: usize = 160;

/// What a held-out match says, in a sentence or two.
pub fn verdict(proof: &Proof) -> String {
    let games = count(proof.games as usize, "game", "games");
    let figures = format!(
        "{} ({} to {}), {} {} Elo",
        percent(proof.score),
        percent(proof.ci95.0),
        percent(proof.ci95.1),
        elo(proof.elo),
        error(proof.elo_error)
    );
    match proof.verdict {
        ProofVerdict::Accepted => {
            format!("Better, as {games} show that had no part in finding it: {figures}.")
        }
        ProofVerdict::Rejected => {
            format!("Not better, as {games} show that had no part in finding it: {figures}.")
        }
        ProofVerdict::Undecided => {
            format!("Not shown to be better: {games} that had no part in finding it do not tell. {figures}.")
        }
    }
}

/// A number with the digits that it has.
fn number(value: f64) -> String {
    if value < 0.0 { format!("−{}", -value) } else { value.to_string() }
}

/// The parameters before and after.
pub fn parameters(space: &Space, found: &[f64]) -> Chapter {
    let mut html = String::from(
        "<div class=\"wide\"><table class=\"standings\"><caption>A step is the change that is likely to be felt; the \
         picture shows where the value lies between its bounds, and the dashed line where it started.</caption><thead><tr>\
         <th scope=\"col\">Parameter</th><th scope=\"col\" class=\"text\">What it is</th><th scope=\"col\">Start</th>\
         <th scope=\"col\">Found</th><th scope=\"col\">Change in steps</th><th scope=\"col\">Bounds</th><th></th></tr></thead><tbody>",
    );
    for (parameter, &value) in space.parameters().iter().zip(found) {
        let steps = (value - parameter.start) / parameter.scale;
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}</th><td class=\"text\">{}</td><td>{}</td><td class=\"elo\">{}</td><td>{}</td>\
             <td>{} to {}</td><td>{}</td></tr>",
            Text(&parameter.name),
            Text(&parameter.help),
            number(parameter.start),
            number(value),
            signed(steps),
            number(parameter.bounds.0),
            number(parameter.bounds.1),
            place(parameter, value)
        );
    }
    html.push_str("</tbody></table></div>");
    let at_bounds: Vec<&str> = space
        .parameters()
        .iter()
        .zip(found)
        .filter(|(parameter, value)| is_at_bound(parameter, **value))
        .map(|(parameter, _)| parameter.name.as_str())
        .collect();
    if !at_bounds.is_empty() {
        let _ = write!(
            html,
            "<p class=\"note\">At a bound: {}. Better values may lie beyond it.</p>",
            Text(&at_bounds.join(", "))
        );
    }
    Chapter::new("parameters", "What was found", html)
}

fn signed(value: f64) -> String {
    let text = format!("{:.1}", value.abs());
    match text.as_str() {
        "0.0" => "0".to_owned(),
        _ => format!("{}{text}", if value < 0.0 { '−' } else { '+' }),
    }
}

fn is_at_bound(parameter: &Parameter, value: f64) -> bool {
    let (least, greatest) = parameter.bounds;
    let near = (greatest - least) * 0.001;
    // A weight that is sure to be positive may well be worth nothing.
    let is_natural = matches!(parameter.kind, Kind::Weight(_)) && value == 0.0;
    !is_natural && (value - least < near || greatest - value < near)
}

/// Where a value lies between its bounds, and where it started.
fn place(parameter: &Parameter, value: f64) -> String {
    let scale = Scale { from: parameter.bounds, to: (4.0, 116.0) };
    format!(
        "<svg class=\"part\" viewBox=\"0 0 120 14\" aria-hidden=\"true\"><line class=\"grid\" x1=\"4\" x2=\"116\" y1=\"7\" \
         y2=\"7\"/><line class=\"zero\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"1\" y2=\"13\"/><circle class=\"dot\" \
         cx=\"{1:.1}\" cy=\"7\" r=\"3.5\"/></svg>",
        scale.at(parameter.start),
        scale.at(value)
    )
}

/// How the search stood against the reference as games went by. `help` says whose score it is.
pub fn curve(points: &[CurvePoint], help: &str, reference: &str) -> Option<Chapter> {
    if points.is_empty() {
        return None;
    }
    let mut html = figure(
        &curve_plot(points),
        &format!(
            "The score against <code>{}</code> by the number of games, with its 95% interval: {}. The dashed line is an even \
             score.",
            breakable(reference),
            Text(help)
        ),
    );
    html.push_str(
        "<details><summary>The numbers</summary><div class=\"wide\"><table class=\"narrow\"><thead><tr><th scope=\"col\">\
         After games</th><th scope=\"col\">Score</th><th scope=\"col\">95%</th><th scope=\"col\">In games</th></tr></thead><tbody>",
    );
    for point in thinned(points, MOST_PATH_POINTS) {
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{} to {}</td><td>{}</td></tr>",
            grouped(point.games),
            percent(point.score),
            percent(point.ci95.0),
            percent(point.ci95.1),
            grouped(point.of_games)
        );
    }
    html.push_str("</tbody></table></div></details>");
    Some(Chapter::new("curve", "The learning curve", html))
}

/// At most so many items, evenly spread, the last among them.
fn thinned<T>(items: &[T], most: usize) -> Vec<&T> {
    let n = items.len();
    if n <= most {
        return items.iter().collect();
    }
    (1..=most).map(|place| &items[place * n / most - 1]).collect()
}

fn curve_plot(points: &[CurvePoint]) -> String {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 260.0;
    const LEFT: f64 = 48.0;
    let n_games = points.last().map_or(1, |point| point.games.max(1));
    let lo = points.iter().map(|point| point.ci95.0).fold(0.45, f64::min);
    let hi = points.iter().map(|point| point.ci95.1).fold(0.55, f64::max);
    let x = Scale { from: (0.0, n_games as f64), to: (LEFT, WIDTH - 12.0) };
    let y = Scale { from: (lo, hi), to: (HEIGHT - 26.0, 8.0) };
    let last = points.last().map_or_else(String::new, |point| percent(point.score));
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Learning curve, at the end {last}; \
         the table has the numbers\">"
    );
    for tick in ticks(lo, hi, 6.0) {
        let at = y.at(tick);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"value\" x=\"{}\" y=\"{:.1}\">{:.0}%</text>",
            WIDTH - 12.0,
            LEFT - 6.0,
            at + 4.0,
            tick * 100.0
        );
    }
    let even = y.at(0.5);
    let _ = write!(
        svg,
        "<line class=\"zero\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{even:.1}\" y2=\"{even:.1}\"/>",
        WIDTH - 12.0
    );
    for tick in ticks(0.0, n_games as f64, 6.0) {
        let _ = write!(
            svg,
            "<text class=\"tick\" x=\"{:.1}\" y=\"{}\">{}</text>",
            x.at(tick),
            HEIGHT - 8.0,
            grouped(tick as usize)
        );
    }
    let shown = thinned(points, MOST_PATH_POINTS);
    let place = |games: usize, score: f64| format!("{:.1},{:.1}", x.at(games as f64), y.at(score));
    if shown.len() > MOST_BARS {
        let upper = shown.iter().map(|point| place(point.games, point.ci95.1));
        let lower = shown.iter().rev().map(|point| place(point.games, point.ci95.0));
        let band: Vec<_> = upper.chain(lower).collect();
        let _ = write!(svg, "<polygon class=\"band\" points=\"{}\"/>", band.join(" "));
    }
    let line: Vec<_> = shown.iter().map(|point| place(point.games, point.score)).collect();
    let _ = write!(svg, "<polyline class=\"line\" points=\"{}\"/>", line.join(" "));
    if shown.len() <= MOST_BARS {
        for point in shown {
            let (at, top, bottom) = (x.at(point.games as f64), y.at(point.ci95.1), y.at(point.ci95.0));
            let _ = write!(
                svg,
                "<path class=\"bar\" d=\"M{at:.1} {top:.1}V{bottom:.1}M{0:.1} {top:.1}h8M{0:.1} {bottom:.1}h8\"/>\
                 <circle class=\"dot\" cx=\"{at:.1}\" cy=\"{1:.1}\" r=\"3.5\"/>",
                at - 4.0,
                y.at(point.score)
            );
        }
    }
    svg.push_str("</svg>");
    svg
}

/// How the answer changed as games went by, one small plot a parameter.
pub fn path(space: &Space, path: &[PathPoint]) -> Option<Chapter> {
    let n_games = path.last()?.games.max(1);
    let mut html = String::from(
        "<p>The answer by the number of games played. The dashed line is the starting value.</p>\
         <div class=\"small-plots\">",
    );
    let shown = thinned(path, MOST_PATH_POINTS);
    for (place, parameter) in space.parameters().iter().enumerate() {
        let values: Vec<(usize, f64)> = std::iter::once((0, parameter.start))
            .chain(shown.iter().map(|point| (point.games, point.point[place])))
            .collect();
        let plot = path_plot(parameter, &values, n_games);
        let _ = write!(html, "<figure><figcaption>{}</figcaption>{plot}</figure>", Text(&parameter.name));
    }
    html.push_str("</div>");
    Some(Chapter::new("path", "How the parameters moved", html))
}

fn path_plot(parameter: &Parameter, values: &[(usize, f64)], n_games: usize) -> String {
    const WIDTH: f64 = 240.0;
    const HEIGHT: f64 = 110.0;
    const LEFT: f64 = 46.0;
    let of = |pick: fn(f64, f64) -> f64| values.iter().map(|value| value.1).fold(parameter.start, pick);
    let (least, greatest) = (of(f64::min), of(f64::max));
    // What hardly changed is shown so.
    let margin = ((2.0 * parameter.scale - (greatest - least)) / 2.0).max(0.1 * (greatest - least));
    let (lo, hi) = (least - margin, greatest + margin);
    let x = Scale { from: (0.0, n_games as f64), to: (LEFT, WIDTH - 6.0) };
    let y = Scale { from: (lo, hi), to: (HEIGHT - 18.0, 6.0) };
    let last = values.last().map_or(parameter.start, |value| value.1);
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{} from {} to {}\">",
        Text(&parameter.name),
        number(parameter.start),
        number(last)
    );
    for tick in ticks(lo, hi, 3.0) {
        let at = y.at(tick);
        // Round numbers, so a few digits are enough.
        let text = number((tick * 1e6).round() / 1e6);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"value\" x=\"{}\" y=\"{:.1}\">{text}</text>",
            WIDTH - 6.0,
            LEFT - 4.0,
            at + 4.0
        );
    }
    let line: Vec<_> = values
        .iter()
        .map(|&(games, value)| format!("{:.1},{:.1}", x.at(games as f64), y.at(value)))
        .collect();
    let start = y.at(parameter.start);
    let _ = write!(
        svg,
        "<line class=\"zero\" x1=\"{LEFT}\" x2=\"{0}\" y1=\"{start:.1}\" y2=\"{start:.1}\"/>\
         <polyline class=\"line\" points=\"{1}\"/><text class=\"tick\" x=\"{LEFT}\" y=\"{2}\">0</text>\
         <text class=\"value\" x=\"{0}\" y=\"{2}\">{3}</text></svg>",
        WIDTH - 6.0,
        line.join(" "),
        HEIGHT - 4.0,
        count(n_games, "game", "games")
    );
    svg
}

/// The held-out match.
pub fn proof(proof: &Proof) -> Chapter {
    let mut html = String::from(
        "<p>A setting that was chosen for its score looks better than it is (selection bias). So it was measured again, in \
         games with openings and seeds that tuning never used.</p><dl class=\"about\">",
    );
    let code = |spec: &str| format!("<code>{}</code>", breakable(spec));
    let rows = [
        ("New", code(&proof.new)),
        ("Old", code(&proof.old)),
        ("Games", grouped(proof.games as usize)),
        (
            "Won, drawn, lost",
            format!(
                "{}, {}, {}",
                grouped(proof.wins as usize),
                grouped(proof.draws as usize),
                grouped(proof.losses as usize)
            ),
        ),
        (
            "Score of the new",
            format!(
                "{} (95% interval {} to {}; 50% is even)",
                percent(proof.score),
                percent(proof.ci95.0),
                percent(proof.ci95.1)
            ),
        ),
        ("Elo", format!("{} {}", elo(proof.elo), error(proof.elo_error))),
        (
            "Test",
            format!(
                "{} against {} Elo: log-likelihood ratio {:.2}, rejected at {:.2}, accepted at {:.2}",
                elo(proof.elo_bounds.0),
                elo(proof.elo_bounds.1),
                proof.llr,
                proof.llr_bounds.0,
                proof.llr_bounds.1
            ),
        ),
        ("Verdict", format!("<strong>{}</strong>", proof.verdict.name())),
    ];
    for (name, value) in rows {
        let _ = write!(html, "<dt>{name}</dt><dd>{value}</dd>");
    }
    html.push_str("</dl>");
    Chapter::new("proof", "The held-out match", html)
}

/// What did not go as it was meant; `None` if everything did.
pub fn troubles<'a>(troubles: impl IntoIterator<Item = (&'a str, usize)>) -> Option<Chapter> {
    let mut html = String::new();
    for (what, times) in troubles {
        let _ = write!(html, "<p class=\"forfeit\">{}: {}</p>", count(times, "game", "games"), Text(what));
    }
    (!html.is_empty()).then(|| Chapter::new("troubles", "What went wrong", html))
}

/// How the file of weights is used: `spec` is the agent with it, `written` the same without the file.
pub fn usage(game: &str, file: &str, spec: &str, written: Option<&str>) -> Chapter {
    let mut html = format!(
        "<p>The file <code>{}</code> has what was found. Every agent that takes <code>weights=</code> takes it:</p>\
         <pre>ludwerk match {game} '{}' champion --games 100\nludwerk play {game} --seats 'human,{}'</pre>",
        Text(file),
        Text(spec),
        Text(spec),
    );
    if let Some(written) = written {
        let _ = write!(html, "<p>The same agent without the file:</p><pre>{}</pre>", Text(written));
    }
    let ending = file.rsplit_once('.').map_or("toml", |(_, ending)| ending);
    let _ = write!(
        html,
        "<p>To ship it with the game, put it beside the rules as <code>games/{game}/weights/NAME.{}</code> and name it in \
         <code>Evaluate::weight_files</code>; then it is <code>weights=NAME</code> everywhere.</p>",
        Text(ending)
    );
    Chapter::new("usage", "How to use it", html)
}

/// What is needed to repeat the run: the command, and other facts by name.
pub fn repeat(command: &str, facts: &[(&str, String)], notes: &[String]) -> Chapter {
    let mut html = format!(
        "<pre>{}</pre><p>With the same version of the program and a budget that is not a time, the same command finds the same \
         numbers, on any number of threads and after any interruption.</p><dl class=\"about\">",
        Text(command)
    );
    for (name, value) in facts {
        let _ = write!(html, "<dt>{}</dt><dd>{}</dd>", Text(name), breakable(value));
    }
    html.push_str("</dl>");
    for note in notes {
        let _ = write!(html, "<p class=\"note\">{}</p>", Text(note));
    }
    Chapter::new("repeat", "How to repeat it", html)
}
