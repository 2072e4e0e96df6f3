//! The page as a whole.

use std::fmt::Write as _;

use ludwerk_arena::tournament::Format;

use crate::board;
use crate::facts::Facts;
use crate::games::Samples;
use crate::html::Text;
use crate::plots;
use crate::repeat::repeat;
use crate::tables;
use crate::words::{count, date, grouped, verdict};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// A chapter with its heading.
struct Chapter {
    id: &'static str,
    title: &'static str,
    html: String,
}

pub fn page(facts: &Facts, samples: &Samples, resolved: &[String]) -> String {
    let title = title(facts);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"ludwerk {}\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{}\
         <header><h1>{title}</h1><p class=\"what\">{}</p><p class=\"verdict\">{}</p></header>\n",
        env!("CARGO_PKG_VERSION"),
        board::shapes(),
        what(facts),
        Text(&verdict(facts)),
        title = Text(&title)
    );
    let chapters = chapters(facts, samples, resolved);
    html.push_str("<nav aria-label=\"Contents\"><ul>");
    for chapter in &chapters {
        let _ = write!(html, "<li><a href=\"#{}\">{}</a></li>", chapter.id, chapter.title);
    }
    html.push_str("</ul></nav>\n<main>\n");
    for Chapter { id, title, html: inner } in &chapters {
        let _ = writeln!(
            html,
            "<section id=\"{id}\" aria-labelledby=\"{id}-title\"><h2 id=\"{id}-title\">{title}</h2>{inner}</section>"
        );
    }
    let _ = write!(html, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    html
}

fn chapters(facts: &Facts, samples: &Samples, resolved: &[String]) -> Vec<Chapter> {
    let mut chapters = Vec::new();
    let mut add = |id, title, html| chapters.push(Chapter { id, title, html });
    if facts.summary.games > 0 {
        add("standings", "Standings", tables::standings(facts));
        if let Some(plot) = plots::llr(facts) {
            add(
                "test",
                "The sequential test",
                figure(&plot, "The log-likelihood ratio of the two hypotheses over the bouts."),
            );
        }
        let note = "Ratings with their 95% intervals, against the mean of all agents.";
        add("ratings", "Ratings", figure(&plots::ratings(facts), note));
        add("cross", "Who beat whom", tables::cross(facts));
        add("superiority", "Who is stronger", tables::superiority(facts));
        let note = "<p>The score after so many of its games, with the 95% interval that it had then. The dashed line is an equal share.</p>";
        add("running", "Score over time", format!("{note}{}", plots::running(facts)));
        add("seats", "Seats", tables::seats(facts));
        add("openings", "Openings", tables::openings(facts));
    } else {
        add(
            "standings",
            "Standings",
            "<p>There is nothing to show before the first game has ended.</p>".to_owned(),
        );
    }
    if let Some(html) = tables::forfeits(facts, samples) {
        add("forfeits", "Forfeits", html);
    }
    if !samples.games.is_empty() {
        let mut html = String::from(
            "<p class=\"with-script\" hidden>Step with the buttons, by the arrow keys while a game has the focus, or by a click on a move.</p>",
        );
        samples.games.iter().for_each(|game| html.push_str(game));
        if samples.n_left_out > 0 {
            let left = count(samples.n_left_out, "game", "games");
            let _ = write!(html, "<p class=\"note\">{left} more would have made this file too large.</p>");
        }
        add("games", "Games", html);
    }
    add("repeat", "How to repeat it", repeat(facts, resolved));
    chapters
}

fn figure(plot: &str, caption: &str) -> String {
    format!("<figure>{plot}<figcaption>{caption}</figcaption></figure>")
}

fn title(facts: &Facts) -> String {
    let name = facts.plan.name.clone();
    name.filter(|name| !name.trim().is_empty())
        .unwrap_or_else(|| format!("A tournament of {}", facts.info.title))
}

/// What was played, in a line.
fn what(facts: &Facts) -> String {
    let summary = &facts.summary;
    let format = match summary.format {
        Format::RoundRobin => "round robin",
        Format::Gauntlet => "gauntlet of the first agent",
        Format::Swiss => "Swiss tournament",
    };
    let games = if summary.complete && summary.games < summary.planned {
        format!(
            "{}, decided early (at most {})",
            count(summary.games, "game", "games"),
            grouped(summary.planned)
        )
    } else if summary.complete {
        count(summary.games, "game", "games")
    } else {
        format!("{} of {} games so far", grouped(summary.games), grouped(summary.planned))
    };
    let variant = if facts.info.variants.len() > 1 { format!(" ({})", facts.variant) } else { String::new() };
    let clock = facts.plan.clock.as_ref().map_or(String::new(), |clock| format!(" · clock {clock}"));
    let text = format!(
        "{}{variant} for {} · {format} of {} · {games}{clock} · begun {}",
        facts.info.title,
        facts.seat_names.len(),
        count(summary.agents.len(), "agent", "agents"),
        date(facts.about.started)
    );
    Text(&text).to_string()
}
