//! The report of a run: one HTML file with what was found, how it was found, and the evidence.
//!
//! It is made of chapters, so that other ways of tuning can leave some out and add their own: the functions here give
//! one each, and [`Document`](ludwerk_report::document::Document) puts them together.

use ludwerk_report::document::{Chapter, figure};
use ludwerk_report::html::breakable;
use ludwerk_report::plot::{across, band, dot, down, level, line, place as at_place, plot};
use ludwerk_report::scale::{Scale, ticks};
use ludwerk_report::words::{count, elo, error, grouped, percent};
use maud::{Markup, html};

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
    let pairs = || space.parameters().iter().zip(found.iter().copied());
    let at_bounds = pairs().filter(|(parameter, value)| is_at_bound(parameter, *value));
    let at_bounds: Vec<_> = at_bounds.map(|(parameter, _)| parameter.name.as_str()).collect();
    let html = html! {
        div.wide {
            table.standings {
                caption {
                    "A step is the change that is likely to be felt; the picture shows where the value lies between its \
                     bounds, and the dashed line where it started."
                }
                thead {
                    tr {
                        th scope="col" { "Parameter" }
                        th.text scope="col" { "What it is" }
                        @for heading in ["Start", "Found", "Change in steps", "Bounds"] { th scope="col" { (heading) } }
                        th {}
                    }
                }
                tbody {
                    @for (parameter, value) in pairs() {
                        tr {
                            th scope="row" { (parameter.name) }
                            td.text { (parameter.help) }
                            td { (number(parameter.start)) }
                            td.elo { (number(value)) }
                            td { (signed((value - parameter.start) / parameter.scale)) }
                            td { (number(parameter.bounds.0)) " to " (number(parameter.bounds.1)) }
                            td { (place(parameter, value)) }
                        }
                    }
                }
            }
        }
        @if !at_bounds.is_empty() {
            p.note { "At a bound: " (at_bounds.join(", ")) ". Better values may lie beyond it." }
        }
    };
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
fn place(parameter: &Parameter, value: f64) -> Markup {
    let scale = Scale { from: parameter.bounds, to: (4.0, 116.0) };
    html! {
        svg.part viewBox="0 0 120 14" aria-hidden="true" {
            line.grid x1="4" x2="116" y1="7" y2="7" {}
            (down("zero", scale.at(parameter.start), (1.0, 13.0)))
            (dot(scale.at(value), 7.0, 3.5))
        }
    }
}

/// How the search stood against the reference as games went by. `help` says whose score it is.
pub fn curve(points: &[CurvePoint], help: &str, reference: &str) -> Option<Chapter> {
    let caption = html! {
        "The score against " code { (breakable(reference)) }
        " by the number of games, with its 95% interval: " (help) ". The dashed line is an even score."
    };
    let html = html! {
        (figure(&curve_plot(points), &caption))
        details {
            summary { "The numbers" }
            div.wide {
                table.narrow {
                    thead {
                        tr { @for heading in ["After games", "Score", "95%", "In games"] { th scope="col" { (heading) } } }
                    }
                    tbody {
                        @for point in thinned(points, MOST_PATH_POINTS) {
                            tr {
                                th scope="row" { (grouped(point.games)) }
                                td { (percent(point.score)) }
                                td { (percent(point.ci95.0)) " to " (percent(point.ci95.1)) }
                                td { (grouped(point.of_games)) }
                            }
                        }
                    }
                }
            }
        }
    };
    (!points.is_empty()).then(|| Chapter::new("curve", "The learning curve", html))
}

/// At most so many items, evenly spread, the last among them.
fn thinned<T>(items: &[T], most: usize) -> Vec<&T> {
    let n = items.len();
    if n <= most {
        return items.iter().collect();
    }
    (1..=most).map(|place| &items[place * n / most - 1]).collect()
}

fn curve_plot(points: &[CurvePoint]) -> Markup {
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 260.0;
    const ENDS: (f64, f64) = (48.0, WIDTH - 12.0);
    let n_games = points.last().map_or(1, |point| point.games.max(1));
    let lo = points.iter().map(|point| point.ci95.0).fold(0.45, f64::min);
    let hi = points.iter().map(|point| point.ci95.1).fold(0.55, f64::max);
    let x = Scale { from: (0.0, n_games as f64), to: ENDS };
    let y = Scale { from: (lo, hi), to: (HEIGHT - 26.0, 8.0) };
    let last = points.last().map_or_else(String::new, |point| percent(point.score));
    let shown = thinned(points, MOST_PATH_POINTS);
    let at = |point: &CurvePoint, score: f64| (x.at(point.games as f64), y.at(score));
    let upper = shown.iter().map(|point| at(point, point.ci95.1));
    let lower = shown.iter().rev().map(|point| at(point, point.ci95.0));
    let bar = |point: &CurvePoint| {
        let ((x, top), (_, bottom)) = (at(point, point.ci95.1), at(point, point.ci95.0));
        format!("M{x:.1} {top:.1}V{bottom:.1}M{0:.1} {top:.1}h8M{0:.1} {bottom:.1}h8", x - 4.0)
    };
    let inner = html! {
        @for tick in ticks(lo, hi, 6.0) {
            (level(ENDS, y.at(tick), 6.0, format_args!("{:.0}%", tick * 100.0)))
        }
        (across("zero", ENDS, y.at(0.5)))
        @for tick in ticks(0.0, n_games as f64, 6.0) {
            text.tick x=(at_place(x.at(tick))) y=(HEIGHT - 8.0) { (grouped(tick as usize)) }
        }
        @if shown.len() > MOST_BARS { (band(upper.chain(lower))) }
        (line(shown.iter().map(|point| at(point, point.score))))
        @if shown.len() <= MOST_BARS {
            @for point in &shown {
                path.bar d=(bar(point)) {}
                (dot(x.at(point.games as f64), y.at(point.score), 3.5))
            }
        }
    };
    plot(WIDTH, HEIGHT, format!("Learning curve, at the end {last}; the table has the numbers"), &inner)
}

/// How the answer changed as games went by, one small plot a parameter.
pub fn path(space: &Space, path: &[PathPoint]) -> Option<Chapter> {
    let n_games = path.last()?.games.max(1);
    let shown = thinned(path, MOST_PATH_POINTS);
    let values = |place: usize, start: f64| -> Vec<(usize, f64)> {
        let later = shown.iter().map(|point| (point.games, point.point[place]));
        std::iter::once((0, start)).chain(later).collect()
    };
    let html = html! {
        p { "The answer by the number of games played. The dashed line is the starting value." }
        div.small-plots {
            @for (n, parameter) in space.parameters().iter().enumerate() {
                figure {
                    figcaption { (parameter.name) }
                    (path_plot(parameter, &values(n, parameter.start), n_games))
                }
            }
        }
    };
    Some(Chapter::new("path", "How the parameters moved", html))
}

fn path_plot(parameter: &Parameter, values: &[(usize, f64)], n_games: usize) -> Markup {
    const WIDTH: f64 = 240.0;
    const HEIGHT: f64 = 110.0;
    const ENDS: (f64, f64) = (46.0, WIDTH - 6.0);
    let of = |pick: fn(f64, f64) -> f64| values.iter().map(|value| value.1).fold(parameter.start, pick);
    let (least, greatest) = (of(f64::min), of(f64::max));
    // What hardly changed is shown so.
    let margin = ((2.0 * parameter.scale - (greatest - least)) / 2.0).max(0.1 * (greatest - least));
    let (lo, hi) = (least - margin, greatest + margin);
    let x = Scale { from: (0.0, n_games as f64), to: ENDS };
    let y = Scale { from: (lo, hi), to: (HEIGHT - 18.0, 6.0) };
    let last = values.last().map_or(parameter.start, |value| value.1);
    let inner = html! {
        @for tick in ticks(lo, hi, 3.0) {
            // Round numbers, so a few digits are enough.
            (level(ENDS, y.at(tick), 4.0, number((tick * 1e6).round() / 1e6)))
        }
        (across("zero", ENDS, y.at(parameter.start)))
        (line(values.iter().map(|&(games, value)| (x.at(games as f64), y.at(value)))))
        text.tick x=(ENDS.0) y=(HEIGHT - 4.0) { "0" }
        text.value x=(ENDS.1) y=(HEIGHT - 4.0) { (count(n_games, "game", "games")) }
    };
    let label = format!("{} from {} to {}", parameter.name, number(parameter.start), number(last));
    plot(WIDTH, HEIGHT, label, &inner)
}

/// The held-out match.
pub fn proof(proof: &Proof) -> Chapter {
    let n = |count: u64| grouped(count as usize);
    let code = |spec: &str| html! { code { (breakable(spec)) } };
    let interval = format!("{} to {}", percent(proof.ci95.0), percent(proof.ci95.1));
    let test = format!(
        "{} against {} Elo: log-likelihood ratio {:.2}, rejected at {:.2}, accepted at {:.2}",
        elo(proof.elo_bounds.0),
        elo(proof.elo_bounds.1),
        proof.llr,
        proof.llr_bounds.0,
        proof.llr_bounds.1
    );
    let html = html! {
        p {
            "A setting that was chosen for its score looks better than it is (selection bias). So it was measured again, in \
             games with openings and seeds that tuning never used."
        }
        dl.about {
            dt { "New" } dd { (code(&proof.new)) }
            dt { "Old" } dd { (code(&proof.old)) }
            dt { "Games" } dd { (n(proof.games)) }
            dt { "Won, drawn, lost" } dd { (n(proof.wins)) ", " (n(proof.draws)) ", " (n(proof.losses)) }
            dt { "Score of the new" }
            dd { (percent(proof.score)) " (95% interval " (interval) "; 50% is even)" }
            dt { "Elo" } dd { (elo(proof.elo)) " " (error(proof.elo_error)) }
            dt { "Test" } dd { (test) }
            dt { "Verdict" } dd { strong { (proof.verdict.name()) } }
        }
    };
    Chapter::new("proof", "The held-out match", html)
}

/// What did not go as it was meant; `None` if everything did.
pub fn troubles<'a>(troubles: impl IntoIterator<Item = (&'a str, usize)>) -> Option<Chapter> {
    let mut troubles = troubles.into_iter().peekable();
    troubles.peek()?;
    let html = html! {
        @for (what, times) in troubles { p.forfeit { (count(times, "game", "games")) ": " (what) } }
    };
    Some(Chapter::new("troubles", "What went wrong", html))
}

/// How the file of weights is used: `spec` is the agent with it, `written` the same without the file.
pub fn usage(game: &str, file: &str, spec: &str, written: Option<&str>) -> Chapter {
    let ending = file.rsplit_once('.').map_or("toml", |(_, ending)| ending);
    let html = html! {
        p {
            "The file " code { (file) } " has what was found. Every agent that takes " code { "weights=" } " takes it:"
        }
        pre {
            "ludwerk match " (game) " '" (spec) "' champion --games 100\nludwerk play " (game) " --seats 'human," (spec) "'"
        }
        @if let Some(written) = written {
            p { "The same agent without the file:" }
            pre { (written) }
        }
        p {
            "To ship it with the game, put it beside the rules as "
            code { "games/" (game) "/weights/NAME." (ending) } " and name it in "
            code { "Evaluate::weight_files" } "; then it is " code { "weights=NAME" } " everywhere."
        }
    };
    Chapter::new("usage", "How to use it", html)
}

/// What is needed to repeat the run: the command, and other facts by name.
pub fn repeat(command: &str, facts: &[(&str, String)], notes: &[String]) -> Chapter {
    let html = html! {
        pre { (command) }
        p {
            "With the same version of the program and a budget that is not a time, the same command finds the same numbers, on \
             any number of threads and after any interruption."
        }
        dl.about { @for (name, value) in facts { dt { (name) } dd { (breakable(value)) } } }
        @for note in notes { p.note { (note) } }
    };
    Chapter::new("repeat", "How to repeat it", html)
}
