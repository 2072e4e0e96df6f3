//! Tables: who is best, who beat whom, what seats and openings are worth, who forfeited.

use maud::{Markup, html};

use crate::facts::Facts;
use crate::games::Samples;
use crate::html::{breakable, short};
use crate::plots::part;
use crate::words::{count, elo, error, grouped, likelihood, percent, ranked};

/// Cross tables of more agents than this would fit on no screen.
const MOST_CROSSED: usize = 30;

/// More openings than this are told of in numbers alone.
const MOST_OPENINGS: usize = 40;

/// Headings of columns.
fn headings(texts: &[&str]) -> Markup {
    html! { @for text in texts { th scope="col" { (text) } } }
}

/// The heading of a column of bars, which only a screen reader needs.
fn bar_heading() -> Markup {
    html! { th scope="col" { span.unseen { "Score as a bar" } } }
}

fn interval([lo, hi]: [f64; 2]) -> String {
    format!("{:.1}–{:.1}%", 100.0 * lo, 100.0 * hi)
}

/// How everybody did.
pub fn standings(facts: &Facts) -> Markup {
    html! {
        div.wide {
            table.standings {
                caption {
                    "The score is the mean part of the win, with its 95% interval from the spread of bouts. The rating is \
                     fitted to all games; the mean of all agents is 0."
                }
                thead {
                    tr {
                        (headings(&["#", "Agent", "Games", "Wins – draws – losses", "Score", "95% interval"]))
                        (bar_heading())
                        (headings(&["Elo", "ms a move", "CPU ms", "Forfeits"]))
                    }
                }
                tbody {
                    @for agent in ranked(&facts.summary) {
                        @let row = &facts.summary.agents[agent];
                        tr {
                            td { (row.rank) }
                            th scope="row" { (breakable(&row.name)) }
                            td { (grouped(row.games)) }
                            td { (grouped(row.wins)) " – " (grouped(row.draws)) " – " (grouped(row.losses)) }
                            td { (row.score.map_or("–".to_owned(), percent)) }
                            td { (interval(row.ci95)) }
                            td {
                                @if let Some(score) = row.score {
                                    (part(score, row.ci95.into(), facts.equal_share()))
                                }
                            }
                            td.elo { (elo(row.elo)) " " (error(row.elo_error)) }
                            td { (milliseconds(row.ms_per_move)) }
                            td { (row.cpu_ms_per_move.map_or("–".to_owned(), milliseconds)) }
                            td { (if row.forfeits == 0 { "–".to_owned() } else { grouped(row.forfeits) }) }
                        }
                    }
                }
            }
        }
    }
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
    cell: impl Fn(usize, usize) -> Option<(f64, Markup, String)>,
) -> Markup {
    let n_agents = facts.summary.agents.len();
    let agents: Vec<_> = ranked(&facts.summary).into_iter().take(MOST_CROSSED).collect();
    let row = |agent: usize| &facts.summary.agents[agent];
    html! {
        div.wide {
            table.cross {
                caption { (caption) }
                thead {
                    tr {
                        (headings(&["#", "Agent"]))
                        @for &agent in &agents { th scope="col" { abbr title=(row(agent).name) { (row(agent).rank) } } }
                    }
                }
                tbody {
                    @for &agent in &agents {
                        tr {
                            td { (row(agent).rank) }
                            th scope="row" title=(row(agent).name) { (breakable(&short(&row(agent).name, 40))) }
                            @for &other in &agents {
                                @if agent == other {
                                    td.self { "—" }
                                } @else if let Some((part, text, title)) = cell(agent, other) {
                                    // Blue above one half, orange below: the further the stronger.
                                    @let strength = format!("--strength:{:.2}", (2.0 * part - 1.0).abs());
                                    td.above[part >= 0.5].below[part < 0.5] style=(strength) title=(title) { (text) }
                                } @else {
                                    td.self {}
                                }
                            }
                        }
                    }
                }
            }
        }
        @if n_agents > MOST_CROSSED {
            p.note { "The best " (MOST_CROSSED) " of " (n_agents) " agents are shown." }
        }
    }
}

/// Who beat whom.
pub fn cross(facts: &Facts) -> Markup {
    let caption = "The score of the row against the column, and how often it finished ahead of, level with and behind it. \
                   Columns are numbered by rank.";
    crossed(facts, caption, |a, b| {
        let cell = facts.summary.cross[a][b].as_ref()?;
        let text = html! {
            b { (format_args!("{:.0}%", 100.0 * cell.score)) }
            small { (cell.wins) "–" (cell.draws) "–" (cell.losses) }
        };
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
pub fn superiority(facts: &Facts) -> Markup {
    let caption =
        "How likely it is that the agent of the row is stronger than that of the column, by the ratings.";
    crossed(facts, caption, |a, b| {
        let linked = facts.summary.fit.groups[a] == facts.summary.fit.groups[b];
        let los = facts.summary.fit.los[a][b];
        let difference = facts.summary.fit.difference(a, b);
        let title = format!("{} {} Elo", elo(difference.elo), error(difference.error));
        linked.then(|| (los, html! { (likelihood(los)) }, title))
    })
}

/// What it is worth to sit somewhere.
pub fn seats(facts: &Facts) -> Markup {
    let equal = facts.equal_share();
    html! {
        table.narrow {
            caption {
                "The score of each seat, over all agents; equal seats would score " (percent(equal))
                " each. Every agent has every seat equally often, so nobody gains by it."
            }
            thead { tr { (headings(&["Seat", "Score", "95% interval"])) (bar_heading()) } }
            tbody {
                @for (name, row) in facts.seat_names.iter().zip(&facts.summary.seats) {
                    tr {
                        th scope="row" { (name) }
                        td { (row.score.map_or("–".to_owned(), percent)) }
                        td { (interval(row.ci95)) }
                        td { @if let Some(score) = row.score { (part(score, row.ci95.into(), equal)) } }
                    }
                }
            }
        }
    }
}

/// What the openings or deals decided.
pub fn openings(facts: &Facts) -> Markup {
    let plan = &facts.plan;
    let is_dealt = facts.info.has_chance();
    let what = match (plan.openings.is_empty(), plan.opening_plies, is_dealt) {
        (false, ..) => "opening",
        (true, plies, _) if plies > 0 => "random opening",
        (true, _, true) => "deal",
        _ => {
            return html! {
                p {
                    "All games began in the same position, so there are no openings to compare. Deterministic agents then \
                     play the same game again and again."
                }
            };
        }
    };
    let sums = &facts.openings.by_number;
    let n_with = |wanted: fn(usize, usize) -> bool| {
        grouped(sums.values().filter(|sums| wanted(sums.wins, sums.losses)).count())
    };
    let first = &facts.seat_names[0];
    let without = facts.summary.without_opening;
    html! {
        p {
            (count(sums.len(), what, &format!("{what}s"))) (if sums.len() == 1 { " was" } else { " were" })
            " played. In " (n_with(|wins, losses| wins > 0 && losses > 0)) " the first seat (" (first)
            ") won some games and lost some; in " (n_with(|wins, losses| wins > 0 && losses == 0))
            " it won and never lost; in " (n_with(|wins, losses| wins == 0 && losses > 0))
            " it lost and never won; in " (n_with(|wins, losses| wins + losses == 0)) " all games were drawn."
        }
        @if without > 0 {
            p {
                (count(without, "game", "games"))
                " began without the opening that was asked for, because it could not be played."
            }
        }
        @if !plan.openings.is_empty() {
            table.narrow {
                caption { "The score of the first seat (" (first) ") in each opening." }
                thead {
                    tr { (headings(&["Opening", "Games", "Won", "Shared", "Lost", "Score"])) (bar_heading()) }
                }
                tbody {
                    @for (&number, sums) in sums.iter().take(MOST_OPENINGS) {
                        @let line = plan.openings.get(number).map_or("", String::as_str);
                        tr {
                            th scope="row" title=(line) { (short(line, 60)) }
                            @for n in [sums.n(), sums.wins, sums.draws, sums.losses] { td { (grouped(n)) } }
                            td { (percent(sums.shares.mean())) }
                            td { (part(sums.shares.mean(), sums.shares.ci95(), facts.equal_share())) }
                        }
                    }
                }
            }
            @if sums.len() > MOST_OPENINGS {
                p.note { "The first " (MOST_OPENINGS) " of " (sums.len()) " openings are shown." }
            }
        }
    }
}

/// Who forfeited games, and why.
pub fn forfeits(facts: &Facts, samples: &Samples) -> Option<Markup> {
    let left = facts.summary.forfeits.len() - samples.forfeits.len();
    let html = html! {
        @for forfeit in &samples.forfeits {
            div.forfeit {
                h3 {
                    (facts.summary.agents[forfeit.agent].name) ": " (count(forfeit.times, "game", "games"))
                }
                p { (forfeit.reason) }
                @if let Some(output) = &forfeit.output {
                    p.note {
                        "The last it printed" @if let Some(idx) = forfeit.example { " in game " (grouped(idx + 1)) } ":"
                    }
                    pre { (output) }
                }
            }
        }
        @if left > 0 { p.note { (count(left, "reason", "reasons")) " more are left out." } }
    };
    (!samples.forfeits.is_empty()).then_some(html)
}
