//! Tables: who is best, who beat whom, what seats and openings are worth, who forfeited.

use std::fmt::Write as _;

use crate::facts::Facts;
use crate::games::Samples;
use crate::html::{Text, breakable, short};
use crate::plots::part;
use crate::words::{count, elo, error, grouped, likelihood, percent, ranked};

/// Cross tables of more agents than this would fit on no screen.
const MOST_CROSSED: usize = 30;

/// More openings than this are told of in numbers alone.
const MOST_OPENINGS: usize = 40;

/// How everybody did.
pub fn standings(facts: &Facts) -> String {
    let mut html = String::from(
        "<div class=\"wide\"><table class=\"standings\"><caption>The score is the mean part of the win, with its 95% \
         interval from the spread of bouts. The rating is fitted to all games; the mean of all agents is 0.</caption>\
         <thead><tr><th scope=\"col\">#</th><th scope=\"col\">Agent</th><th scope=\"col\">Games</th>\
         <th scope=\"col\">Wins – draws – losses</th><th scope=\"col\">Score</th>\
         <th scope=\"col\">95% interval</th><th scope=\"col\"><span class=\"unseen\">Score as a bar</span></th>\
         <th scope=\"col\">Elo</th><th scope=\"col\">ms a move</th><th scope=\"col\">CPU ms</th><th scope=\"col\">Forfeits</th></tr></thead><tbody>",
    );
    for agent in ranked(&facts.summary) {
        let row = &facts.summary.agents[agent];
        let interval = (row.ci95[0], row.ci95[1]);
        let _ = write!(
            html,
            "<tr><td>{}</td><th scope=\"row\">{}</th><td>{}</td><td>{} – {} – {}</td><td>{}</td>\
             <td>{:.1}–{:.1}%</td><td>{}</td><td class=\"elo\">{} {}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            row.rank,
            breakable(&row.name),
            grouped(row.games),
            grouped(row.wins),
            grouped(row.draws),
            grouped(row.losses),
            row.score.map_or("–".to_owned(), percent),
            100.0 * interval.0,
            100.0 * interval.1,
            row.score.map_or(String::new(), |score| part(score, interval, facts.equal_share())),
            elo(row.elo),
            error(row.elo_error),
            milliseconds(row.ms_per_move),
            row.cpu_ms_per_move.map_or("–".to_owned(), milliseconds),
            if row.forfeits == 0 { "–".to_owned() } else { grouped(row.forfeits) }
        );
    }
    html.push_str("</tbody></table></div>");
    html
}

fn milliseconds(ms: f64) -> String {
    match ms {
        ms if ms >= 100.0 => format!("{ms:.0}"),
        ms if ms >= 1.0 => format!("{ms:.1}"),
        ms => format!("{ms:.3}"),
    }
}

/// A table with a cell for every two agents.
fn crossed(
    facts: &Facts,
    caption: &str,
    cell: impl Fn(usize, usize) -> Option<(f64, String, String)>,
) -> String {
    let agents: Vec<_> = ranked(&facts.summary).into_iter().take(MOST_CROSSED).collect();
    let mut html = format!(
        "<div class=\"wide\"><table class=\"cross\"><caption>{caption}</caption><thead><tr><th scope=\"col\">#</th>\
         <th scope=\"col\">Agent</th>"
    );
    for &agent in &agents {
        let row = &facts.summary.agents[agent];
        let _ =
            write!(html, "<th scope=\"col\"><abbr title=\"{}\">{}</abbr></th>", Text(&row.name), row.rank);
    }
    html.push_str("</tr></thead><tbody>");
    for &agent in &agents {
        let row = &facts.summary.agents[agent];
        let _ = write!(
            html,
            "<tr><td>{}</td><th scope=\"row\" title=\"{}\">{}</th>",
            row.rank,
            Text(&row.name),
            breakable(&short(&row.name, 40))
        );
        for &other in &agents {
            match cell(agent, other).filter(|_| agent != other) {
                None if agent == other => html.push_str("<td class=\"self\">—</td>"),
                None => html.push_str("<td class=\"self\"></td>"),
                Some((part, text, title)) => {
                    // Blue above one half, orange below: the further the stronger.
                    let (class, strength) = ((part >= 0.5), (2.0 * part - 1.0).abs());
                    let _ = write!(
                        html,
                        "<td class=\"{}\" style=\"--strength:{strength:.2}\" title=\"{}\">{text}</td>",
                        if class { "above" } else { "below" },
                        Text(&title)
                    );
                }
            }
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
    if facts.summary.agents.len() > MOST_CROSSED {
        let n = facts.summary.agents.len();
        let _ = write!(html, "<p class=\"note\">The best {MOST_CROSSED} of {n} agents are shown.</p>");
    }
    html
}

/// Who beat whom.
pub fn cross(facts: &Facts) -> String {
    let caption = "The score of the row against the column, and how often it finished ahead of, level with and behind it. \
                   Columns are numbered by rank.";
    crossed(facts, caption, |a, b| {
        let cell = facts.summary.cross[a][b].as_ref()?;
        let text = format!(
            "<b>{:.0}%</b><small>{}–{}–{}</small>",
            100.0 * cell.score,
            cell.wins,
            cell.draws,
            cell.losses
        );
        let own = cell.elo.filter(|[difference, _]| !difference.is_nan());
        let own = own.map_or(String::new(), |[difference, width]| {
            format!(", {} {} Elo by their own games", elo(difference), error(width))
        });
        let pairs = cell.pairs.map_or(String::new(), |pairs| {
            let counts: Vec<_> = pairs.iter().map(ToString::to_string).collect();
            format!(", pairs with 0, ½, 1, 1½, 2 points: {}", counts.join(", "))
        });
        let (one, other) = (&facts.summary.agents[a].name, &facts.summary.agents[b].name);
        Some((cell.score, text, format!("{one} against {other}: {}{own}{pairs}", percent(cell.score))))
    })
}

/// How likely it is that one is stronger than the other.
pub fn superiority(facts: &Facts) -> String {
    let caption =
        "How likely it is that the agent of the row is stronger than that of the column, by the ratings.";
    crossed(facts, caption, |a, b| {
        let linked = facts.summary.fit.groups[a] == facts.summary.fit.groups[b];
        let los = facts.summary.fit.los[a][b];
        let difference = facts.summary.fit.difference(a, b);
        let title = format!("{} {} Elo", elo(difference.elo), error(difference.error));
        linked.then(|| (los, Text(&likelihood(los)).to_string(), title))
    })
}

/// What it is worth to sit somewhere.
pub fn seats(facts: &Facts) -> String {
    let equal = facts.equal_share();
    let mut html = format!(
        "<table class=\"narrow\"><caption>The score of each seat, over all agents; equal seats would score {} each. \
         Every agent has every seat equally often, so nobody gains by it.</caption><thead><tr><th scope=\"col\">Seat</th>\
         <th scope=\"col\">Score</th><th scope=\"col\">95% interval</th>\
         <th scope=\"col\"><span class=\"unseen\">Score as a bar</span></th></tr></thead><tbody>",
        percent(equal)
    );
    for (name, row) in facts.seat_names.iter().zip(&facts.summary.seats) {
        let interval = (row.ci95[0], row.ci95[1]);
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td>{:.1}–{:.1}%</td><td>{}</td></tr>",
            Text(name),
            row.score.map_or("–".to_owned(), percent),
            100.0 * interval.0,
            100.0 * interval.1,
            row.score.map_or(String::new(), |score| part(score, interval, equal))
        );
    }
    html.push_str("</tbody></table>");
    html
}

/// What the openings or deals decided.
pub fn openings(facts: &Facts) -> String {
    let plan = &facts.plan;
    let is_dealt = facts.info.has_chance();
    let what = match (plan.openings.is_empty(), plan.opening_plies, is_dealt) {
        (false, ..) => "opening",
        (true, plies, _) if plies > 0 => "random opening",
        (true, _, true) => "deal",
        _ => {
            return "<p>All games began in the same position, so there are no openings to compare. Deterministic \
                    agents then play the same game again and again.</p>"
                .to_owned();
        }
    };
    let sums = &facts.openings.by_number;
    let n_with = |wanted: fn(usize, usize) -> bool| {
        sums.values().filter(|sums| wanted(sums.wins, sums.losses)).count()
    };
    let first = Text(&facts.seat_names[0]).to_string();
    let (both, always) =
        (n_with(|wins, losses| wins > 0 && losses > 0), n_with(|wins, losses| wins > 0 && losses == 0));
    let (never, shared) =
        (n_with(|wins, losses| wins == 0 && losses > 0), n_with(|wins, losses| wins + losses == 0));
    let many = format!("{what}s");
    let mut html = format!(
        "<p>{} {} played. In {} the first seat ({first}) won some games and lost some; in {} it won and never lost; \
         in {} it lost and never won; in {} all games were drawn.</p>",
        count(sums.len(), what, &many),
        if sums.len() == 1 { "was" } else { "were" },
        grouped(both),
        grouped(always),
        grouped(never),
        grouped(shared)
    );
    if facts.summary.without_opening > 0 {
        let games = count(facts.summary.without_opening, "game", "games");
        let _ = write!(
            html,
            "<p>{games} began without the opening that was asked for, because it could not be played.</p>"
        );
    }
    if plan.openings.is_empty() {
        return html;
    }
    let _ = write!(
        html,
        "<table class=\"narrow\"><caption>The score of the first seat ({first}) in each opening.</caption><thead><tr>\
         <th scope=\"col\">Opening</th><th scope=\"col\">Games</th><th scope=\"col\">Won</th><th scope=\"col\">Shared</th>\
         <th scope=\"col\">Lost</th><th scope=\"col\">Score</th>\
         <th scope=\"col\"><span class=\"unseen\">Score as a bar</span></th></tr></thead><tbody>"
    );
    for (&number, sums) in sums.iter().take(MOST_OPENINGS) {
        let line = plan.openings.get(number).map_or("", String::as_str);
        let _ = write!(
            html,
            "<tr><th scope=\"row\" title=\"{}\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            Text(line),
            Text(&short(line, 60)),
            grouped(sums.n()),
            grouped(sums.wins),
            grouped(sums.draws),
            grouped(sums.losses),
            percent(sums.shares.mean()),
            part(sums.shares.mean(), sums.shares.ci95(), facts.equal_share())
        );
    }
    html.push_str("</tbody></table>");
    if sums.len() > MOST_OPENINGS {
        let _ = write!(
            html,
            "<p class=\"note\">The first {MOST_OPENINGS} of {} openings are shown.</p>",
            sums.len()
        );
    }
    html
}

/// Who forfeited games, and why.
pub fn forfeits(facts: &Facts, samples: &Samples) -> Option<String> {
    if samples.forfeits.is_empty() {
        return None;
    }
    let mut html = String::new();
    for forfeit in &samples.forfeits {
        let _ = write!(
            html,
            "<div class=\"forfeit\"><h3>{}: {}</h3><p>{}</p>",
            Text(&facts.summary.agents[forfeit.agent].name),
            count(forfeit.times, "game", "games"),
            Text(&forfeit.reason)
        );
        if let Some(output) = &forfeit.output {
            let game = forfeit.example.map_or(String::new(), |idx| format!(" in game {}", grouped(idx + 1)));
            let _ =
                write!(html, "<p class=\"note\">The last it printed{game}:</p><pre>{}</pre>", Text(output));
        }
        html.push_str("</div>");
    }
    let left = facts.summary.forfeits.len() - samples.forfeits.len();
    if left > 0 {
        let _ = write!(html, "<p class=\"note\">{} more are left out.</p>", count(left, "reason", "reasons"));
    }
    Some(html)
}
