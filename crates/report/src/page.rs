//! The page as a whole.

use ludwerk_arena::tournament::Format;
use maud::html;

use crate::board;
use crate::document::{Chapter, Document, figure};
use crate::facts::Facts;
use crate::games::Samples;
use crate::plots;
use crate::repeat::repeat;
use crate::tables;
use crate::words::{count, date, grouped, verdict};

const SCRIPT: &str = include_str!("script.js");

pub fn page(facts: &Facts, samples: &Samples, resolved: &[String]) -> String {
    let document = Document {
        title: title(facts),
        what: what(facts),
        verdict: verdict(facts),
        shapes: Some(board::shapes()),
        chapters: chapters(facts, samples, resolved),
        script: SCRIPT,
    };
    document.html()
}

fn chapters(facts: &Facts, samples: &Samples, resolved: &[String]) -> Vec<Chapter> {
    let mut chapters = Vec::new();
    let mut add = |id, title, html| chapters.push(Chapter::new(id, title, html));
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
        let note = "The score over the games played so far, with its 95% interval at that point. The dashed line is an equal \
                    share.";
        add("running", "Score over time", html! { p { (note) } (plots::running(facts)) });
        add("seats", "Seats", tables::seats(facts));
        add("openings", "Openings", tables::openings(facts));
    } else {
        let note = "There is nothing to show before the first game has ended.";
        add("standings", "Standings", html! { p { (note) } });
    }
    if let Some(html) = tables::forfeits(facts, samples) {
        add("forfeits", "Forfeits", html);
    }
    if !samples.games.is_empty() {
        let left = samples.n_left_out;
        let games = html! {
            p.with-script hidden {
                "Step with the buttons, by the arrow keys while a game has the focus, or by a click on a move."
            }
            @for game in &samples.games { (game) }
            @if left > 0 { p.note { (count(left, "game", "games")) " more would have made this file too large." } }
        };
        add("games", "Games", games);
    }
    add("repeat", "How to repeat it", repeat(facts, resolved));
    chapters
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
    format!(
        "{}{variant} for {} · {format} of {} · {games}{clock} · begun {}",
        facts.info.title,
        facts.seat_names.len(),
        count(summary.agents.len(), "agent", "agents"),
        date(facts.about.started)
    )
}
