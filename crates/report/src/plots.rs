//! The plots of a tournament.

use maud::{Markup, html};

use crate::facts::{Facts, Point};
use crate::html::short;
use crate::plot::{across, band, dot, down, level, line, place, plot};
use crate::scale::{Scale, ticks};
use crate::words::{elo, error, percent, ranked};

/// More agents than this are not plotted over time.
const MOST_RUNNING: usize = 16;

/// Ratings with error bars, the best on top.
pub fn ratings(facts: &Facts) -> Markup {
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
    let bottom = height - 24.0;
    let inner = html! {
        @for tick in ticks(lo, hi, 7.0) {
            (down(if tick == 0.0 { "zero" } else { "grid" }, scale.at(tick), (4.0, bottom)))
            text.tick x=(place(scale.at(tick))) y=(bottom + 16.0) { (elo(tick)) }
        }
        @for (n, row) in rows.iter().enumerate() {
            @let y = 4.0 + ROW * (n as f64 + 0.5);
            text.name x=(LEFT) y=(place(y + 4.0)) { title { (row.name) } (short(&row.name, 30)) }
            @if row.elo_error.is_finite() {
                @let ends = [scale.at(row.elo - row.elo_error), scale.at(row.elo + row.elo_error)].map(place);
                path.bar d=(format_args!("M{0} {y:.1}H{1}M{0} {2:.1}v8M{1} {2:.1}v8", ends[0], ends[1], y - 4.0)) {}
            }
            (dot(scale.at(row.elo), y, 4.5))
            text.value x=(WIDTH - 4.0) y=(place(y + 4.0)) { (elo(row.elo)) " " (error(row.elo_error)) }
        }
    };
    plot(WIDTH, height, "Ratings with 95% intervals; the table has the numbers", &inner)
}

/// How the score of every agent came about, one small plot each.
pub fn running(facts: &Facts) -> Markup {
    let agents = ranked(&facts.summary);
    html! {
        div.small-plots {
            @for &agent in agents.iter().take(MOST_RUNNING) {
                @let name = &facts.summary.agents[agent].name;
                figure {
                    figcaption title=(name) { (short(name, 34)) }
                    (one_running(&facts.running[agent], facts.equal_share(), name))
                }
            }
        }
        @if agents.len() > MOST_RUNNING {
            p.note { "The best " (MOST_RUNNING) " of " (agents.len()) " agents are shown." }
        }
    }
}

fn one_running(points: &[Point], equal: f64, name: &str) -> Markup {
    const WIDTH: f64 = 240.0;
    const HEIGHT: f64 = 110.0;
    const ENDS: (f64, f64) = (42.0, WIDTH - 6.0);
    let n = points.last().map_or(1, |point| point.games);
    let x = Scale { from: (0.0, n as f64), to: ENDS };
    let y = Scale { from: (0.0, 1.0), to: (HEIGHT - 18.0, 6.0) };
    let last = points.last().map_or("no games".to_owned(), |point| percent(point.score));
    let upper = points.iter().map(|point| (point.games, point.ci95.1));
    let lower = points.iter().rev().map(|point| (point.games, point.ci95.0));
    let at = |(games, score): (usize, f64)| (x.at(games as f64), y.at(score));
    let inner = html! {
        @for (tick, text) in [(0.0, "0%"), (0.5, "50%"), (1.0, "100%")] { (level(ENDS, y.at(tick), 4.0, text)) }
        (across("zero", ENDS, y.at(equal)))
        @if !points.is_empty() {
            (band(upper.chain(lower).map(at)))
            (line(points.iter().map(|point| at((point.games, point.score)))))
        }
        text.tick x=(ENDS.0) y=(HEIGHT - 4.0) { "0" }
        text.value x=(ENDS.1) y=(HEIGHT - 4.0) { (n) " games" }
    };
    plot(WIDTH, HEIGHT, format!("Score of {name} over its games, at the end {last}"), &inner)
}

/// The log-likelihood ratio of the sequential test between its bounds.
pub fn llr(facts: &Facts) -> Option<Markup> {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 220.0;
    const ENDS: (f64, f64) = (44.0, WIDTH - 150.0);
    let test = facts.summary.sprt?;
    let n = facts.llr.last().map_or(1, |point| point.0.max(1));
    let extremes = facts.llr.iter().map(|point| point.1);
    let lo = extremes.clone().fold(test.lower, f64::min) - 0.4;
    let hi = extremes.fold(test.upper, f64::max) + 0.4;
    let x = Scale { from: (0.0, n as f64), to: ENDS };
    let y = Scale { from: (lo, hi), to: (HEIGHT - 22.0, 6.0) };
    let label = format!(
        "Log-likelihood ratio over the bouts: {:.2}, between {:.2} and {:.2}",
        test.llr, test.lower, test.upper
    );
    let inner = html! {
        @for tick in ticks(lo, hi, 5.0) { (level(ENDS, y.at(tick), 6.0, format_args!("{tick:.0}"))) }
        @for (bound, what, difference) in [(test.upper, "accept", test.elo1), (test.lower, "reject", test.elo0)] {
            (across("bound", ENDS, y.at(bound)))
            text.name.start x=(ENDS.1 + 4.0) y=(place(y.at(bound) + 4.0)) {
                (what) ": " (elo(difference)) (format_args!(" ({bound:.2})"))
            }
        }
        @for tick in ticks(0.0, n as f64, 6.0) {
            text.tick x=(place(x.at(tick))) y=(HEIGHT - 6.0) { (format_args!("{tick:.0}")) }
        }
        (line(facts.llr.iter().map(|&(bout, llr)| (x.at(bout as f64), y.at(llr)))))
    };
    Some(plot(WIDTH, HEIGHT, label, &inner))
}

/// A bar for a part of the whole with its interval, to stand in a table.
pub fn part(score: f64, (lo, hi): (f64, f64), equal: f64) -> Markup {
    let at = |part: f64| 2.0 + 116.0 * part;
    let ends = [at(lo), at(hi)].map(place);
    html! {
        svg.part viewBox="0 0 120 14" aria-hidden="true" {
            line.grid x1="2" x2="118" y1="7" y2="7" {}
            (down("zero", at(equal), (1.0, 13.0)))
            path.bar d=(format_args!("M{0} 7H{1}M{0} 4v6M{1} 4v6", ends[0], ends[1])) {}
            (dot(at(score), 7.0, 3.0))
        }
    }
}
