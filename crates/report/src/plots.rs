//! Plots as SVG. Colours come from the style sheet, so that they suit light, dark and paper.

use std::fmt::Write as _;

use crate::facts::{Facts, Point};
use crate::html::{Text, short};
use crate::scale::{Scale, ticks};
use crate::words::{elo, error, percent, ranked};

/// More agents than this are not plotted over time.
const MOST_RUNNING: usize = 16;

/// Ratings with error bars, the best on top.
pub fn ratings(facts: &Facts) -> String {
    const ROW: f64 = 24.0;
    const LEFT: f64 = 210.0;
    const WIDTH: f64 = 720.0;
    let agents = ranked(&facts.summary);
    let rows: Vec<_> = agents.iter().map(|&agent| &facts.summary.agents[agent]).collect();
    let end = |sign: f64| {
        let ends = rows
            .iter()
            .map(|row| row.elo + if row.elo_error.is_finite() { sign * row.elo_error } else { 0.0 });
        ends.map(|end| sign * end).fold(10.0, f64::max) * sign
    };
    let (lo, hi) = (end(-1.0), end(1.0));
    let scale = Scale { from: (lo, hi), to: (LEFT + 10.0, WIDTH - 90.0) };
    let height = ROW * rows.len() as f64 + 34.0;
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"Ratings with 95% intervals; \
         the table has the numbers\">"
    );
    let bottom = height - 24.0;
    for tick in ticks(lo, hi, 7.0) {
        let x = scale.at(tick);
        let class = if tick == 0.0 { "zero" } else { "grid" };
        let _ = write!(
            svg,
            "<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"4\" y2=\"{bottom}\"/>\
             <text class=\"tick\" x=\"{x:.1}\" y=\"{}\">{}</text>",
            bottom + 16.0,
            elo(tick)
        );
    }
    for (n, row) in rows.iter().enumerate() {
        let y = 4.0 + ROW * (n as f64 + 0.5);
        let x = scale.at(row.elo);
        let _ = write!(
            svg,
            "<text class=\"name\" x=\"{LEFT}\" y=\"{:.1}\"><title>{}</title>{}</text>",
            y + 4.0,
            Text(&row.name),
            Text(&short(&row.name, 30))
        );
        if row.elo_error.is_finite() {
            let (left, right) = (scale.at(row.elo - row.elo_error), scale.at(row.elo + row.elo_error));
            let _ = write!(
                svg,
                "<path class=\"bar\" d=\"M{left:.1} {y:.1}H{right:.1}M{left:.1} {:.1}v8M{right:.1} {:.1}v8\"/>",
                y - 4.0,
                y - 4.0
            );
        }
        let _ = write!(
            svg,
            "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>\
             <text class=\"value\" x=\"{}\" y=\"{:.1}\">{} {}</text>",
            WIDTH - 4.0,
            y + 4.0,
            elo(row.elo),
            error(row.elo_error)
        );
    }
    svg.push_str("</svg>");
    svg
}

/// How the score of every agent came about, one small plot each.
pub fn running(facts: &Facts) -> String {
    let agents = ranked(&facts.summary);
    let mut html = String::from("<div class=\"small-plots\">");
    for &agent in agents.iter().take(MOST_RUNNING) {
        let row = &facts.summary.agents[agent];
        let _ = write!(
            html,
            "<figure><figcaption title=\"{}\">{}</figcaption>{}</figure>",
            Text(&row.name),
            Text(&short(&row.name, 34)),
            one_running(&facts.running[agent], facts.equal_share(), &row.name)
        );
    }
    html.push_str("</div>");
    if agents.len() > MOST_RUNNING {
        let _ = write!(
            html,
            "<p class=\"note\">The best {MOST_RUNNING} of {} agents are shown.</p>",
            agents.len()
        );
    }
    html
}

fn one_running(points: &[Point], equal: f64, name: &str) -> String {
    const WIDTH: f64 = 240.0;
    const HEIGHT: f64 = 110.0;
    let n = points.last().map_or(1, |point| point.games);
    let x = Scale { from: (0.0, n as f64), to: (42.0, WIDTH - 6.0) };
    let y = Scale { from: (0.0, 1.0), to: (HEIGHT - 18.0, 6.0) };
    let last = points.last().map_or("no games".to_owned(), |point| percent(point.score));
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Score of {} over its games, \
         at the end {last}\">",
        Text(name)
    );
    for (tick, text) in [(0.0, "0%"), (0.5, "50%"), (1.0, "100%")] {
        let at = y.at(tick);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"42\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"value\" x=\"38\" y=\"{:.1}\">{text}</text>",
            WIDTH - 6.0,
            at + 4.0
        );
    }
    let middle = y.at(equal);
    let _ = write!(
        svg,
        "<line class=\"zero\" x1=\"42\" x2=\"{}\" y1=\"{middle:.1}\" y2=\"{middle:.1}\"/>",
        WIDTH - 6.0
    );
    if !points.is_empty() {
        let upper = points.iter().map(|point| (point.games, point.ci95.1));
        let lower = points.iter().rev().map(|point| (point.games, point.ci95.0));
        let place = |(games, score): (usize, f64)| format!("{:.1},{:.1}", x.at(games as f64), y.at(score));
        let band: Vec<_> = upper.chain(lower).map(place).collect();
        let line: Vec<_> = points.iter().map(|point| place((point.games, point.score))).collect();
        let _ = write!(
            svg,
            "<polygon class=\"band\" points=\"{}\"/><polyline class=\"line\" points=\"{}\"/>",
            band.join(" "),
            line.join(" ")
        );
    }
    let _ = write!(
        svg,
        "<text class=\"tick\" x=\"42\" y=\"{0}\">0</text><text class=\"value\" x=\"{1}\" y=\"{0}\">{n} games</text></svg>",
        HEIGHT - 4.0,
        WIDTH - 6.0
    );
    svg
}

/// The log-likelihood ratio of the sequential test between its bounds.
pub fn llr(facts: &Facts) -> Option<String> {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 220.0;
    let test = facts.summary.sprt?;
    let n = facts.llr.last().map_or(1, |point| point.0.max(1));
    let extremes = facts.llr.iter().map(|point| point.1);
    let lo = extremes.clone().fold(test.lower, f64::min) - 0.4;
    let hi = extremes.fold(test.upper, f64::max) + 0.4;
    let x = Scale { from: (0.0, n as f64), to: (44.0, WIDTH - 150.0) };
    let y = Scale { from: (lo, hi), to: (HEIGHT - 22.0, 6.0) };
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Log-likelihood ratio over the \
         bouts: {:.2}, between {:.2} and {:.2}\">",
        test.llr, test.lower, test.upper
    );
    for tick in ticks(lo, hi, 5.0) {
        let at = y.at(tick);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"44\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"value\" x=\"38\" y=\"{:.1}\">{tick:.0}</text>",
            WIDTH - 150.0,
            at + 4.0
        );
    }
    for (bound, text) in [
        (test.upper, format!("accept: {}", elo(test.elo1))),
        (test.lower, format!("reject: {}", elo(test.elo0))),
    ] {
        let at = y.at(bound);
        let _ = write!(
            svg,
            "<line class=\"bound\" x1=\"44\" x2=\"{0}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"name start\" x=\"{1}\" y=\"{2:.1}\">{text} ({bound:.2})</text>",
            WIDTH - 150.0,
            WIDTH - 146.0,
            at + 4.0
        );
    }
    for tick in ticks(0.0, n as f64, 6.0) {
        let _ = write!(
            svg,
            "<text class=\"tick\" x=\"{:.1}\" y=\"{}\">{tick:.0}</text>",
            x.at(tick),
            HEIGHT - 6.0
        );
    }
    let line: Vec<_> =
        facts.llr.iter().map(|&(bout, llr)| format!("{:.1},{:.1}", x.at(bout as f64), y.at(llr))).collect();
    let _ = write!(svg, "<polyline class=\"line\" points=\"{}\"/></svg>", line.join(" "));
    Some(svg)
}

/// A bar for a part of the whole with its interval, to stand in a table.
pub fn part(score: f64, (lo, hi): (f64, f64), equal: f64) -> String {
    let at = |part: f64| 2.0 + 116.0 * part;
    format!(
        "<svg class=\"part\" viewBox=\"0 0 120 14\" aria-hidden=\"true\"><line class=\"grid\" x1=\"2\" x2=\"118\" y1=\"7\" \
         y2=\"7\"/><line class=\"zero\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"1\" y2=\"13\"/><path class=\"bar\" d=\"M{1:.1} \
         7H{2:.1}M{1:.1} 4v6M{2:.1} 4v6\"/><circle class=\"dot\" cx=\"{3:.1}\" cy=\"7\" r=\"3\"/></svg>",
        at(equal),
        at(lo),
        at(hi),
        at(score)
    )
}
