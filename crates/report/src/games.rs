//! A few games that can be stepped through.

use ludwerk_arena::record::Record;
use ludwerk_arena::tournament::{Store, StoreError};
use ludwerk_core::{Draw, Game, Keyed, Notation, Playthrough};
use maud::{Markup, html};

use crate::board::Film;
use crate::facts::Facts;
use crate::html::json;
use crate::words::{count, grouped};

/// Games beyond so many bytes are left out, so that a report stays a file that can be sent.
const MOST_BYTES: usize = 6 << 20;

/// What a program printed before it forfeited is shown up to so many characters.
const MOST_OUTPUT: usize = 3000;

/// What is shown of single games.
#[derive(Default)]
pub struct Samples {
    /// Games.
    pub games: Vec<Markup>,
    /// How many were left out for their size.
    pub n_left_out: usize,
    /// For each agent and reason of a forfeit: the game, and what the program printed last.
    pub forfeits: Vec<Forfeit>,
}

/// Why an agent forfeited, with an example.
pub struct Forfeit {
    pub agent: usize,
    pub reason: String,
    pub times: usize,
    pub example: Option<usize>,
    pub output: Option<String>,
}

/// The notable games, and what is known of forfeits.
pub fn samples<G: Game + Keyed + Notation + Draw + Clone>(
    store: &Store,
    game: &G,
    facts: &Facts,
) -> Result<Samples, StoreError> {
    const MOST_REASONS: usize = 30;
    let mut samples = Samples::default();
    let mut n_bytes = 0;
    for (idx, kinds) in &facts.notable {
        let Some(text) = store.record(*idx)? else { continue };
        let html = match Record::parse(&text).and_then(|record| Ok((record.replay(game)?, record))) {
            Ok((play, record)) => shown(facts, *idx, kinds, &play, &record),
            Err(error) => html! { p.note { "Game " (idx + 1) " cannot be shown: " (error) "." } },
        };
        n_bytes += html.0.len();
        if n_bytes > MOST_BYTES && !samples.games.is_empty() {
            samples.n_left_out += 1;
            n_bytes -= html.0.len();
        } else {
            samples.games.push(html);
        }
    }
    for row in facts.summary.forfeits.iter().take(MOST_REASONS) {
        let example = facts.forfeited.get(&(row.agent, row.reason.clone())).copied();
        let record = example.map(|idx| store.record(idx)).transpose()?.flatten();
        let result = record.and_then(|text| Record::parse(&text).ok()).and_then(|record| record.result);
        samples.forfeits.push(Forfeit {
            agent: row.agent,
            reason: row.reason.clone(),
            times: row.times,
            example,
            output: result.and_then(|result| result.output).map(|output| tail(&output)),
        });
    }
    Ok(samples)
}

/// The end of a long text.
fn tail(text: &str) -> String {
    let n = text.chars().count();
    let end: String = text.chars().skip(n.saturating_sub(MOST_OUTPUT)).collect();
    if n > MOST_OUTPUT { format!("…{end}") } else { end }
}

fn shown<G: Game + Keyed + Notation + Draw + Clone>(
    facts: &Facts,
    idx: usize,
    kinds: &[&str],
    play: &Playthrough<G>,
    record: &Record,
) -> Markup {
    let film = Film::new(play, &facts.colours);
    let n = play.moves().len();
    let id = format!("game-{}", idx + 1);
    let label = |which: &str| format!("Game {}: the {which}", idx + 1);
    let mover = |ply: usize| match play.seat_at(ply) {
        Some(seat) => (format!("m{}", facts.colours[seat.idx()]), facts.seat_names[seat.idx()].as_str()),
        None => ("chance".to_owned(), "chance"),
    };
    html! {
        article.game #(id) aria-labelledby={ (id) "-title" } {
            h3 #{ (id) "-title" } { "Game " (grouped(idx + 1)) ": " (kinds.join(", ")) }
            (seats(facts, record))
            @if let Some(result) = &record.result {
                p.note {
                    "Ended by " (result.reason) " after " (count(n, "move", "moves"))
                    @if let Some(seed) = record.seed { ", seed " (seed) } "."
                }
            }
            div.boards {
                figure.start { (film.drawing(0, &label("start"))) figcaption { "The start" } }
                figure.now {
                    (film.drawing(n, &label("end")))
                    figcaption {
                        span.place { "The end, after " (count(n, "move", "moves")) }
                        span.note { (film.note(n)) }
                    }
                }
                div.side {
                    div.steps role="group" hidden {}
                    div.moves {
                        ol {
                            @for (ply, text) in play.move_texts().iter().enumerate() {
                                @let (class, who) = mover(ply);
                                li class=(class) title=(who) { (text) }
                            }
                        }
                    }
                }
            }
            script type="application/json" { (json(&film.data())) }
        }
    }
}

/// Who sat where, and what became of it.
fn seats(facts: &Facts, record: &Record) -> Markup {
    let result = record.result.as_ref();
    let name = |spec: &String| {
        // Records have specs; in the plan they may have names.
        let mut named = facts.summary.agents.iter().filter(|agent| agent.spec == *spec);
        named.next().filter(|_| named.next().is_none()).map_or(spec.clone(), |agent| agent.name.clone())
    };
    let share = |seat: usize| match result.and_then(|result| result.returns.get(seat)) {
        Some(&share) if share >= 1.0 => "won".to_owned(),
        Some(&share) if share <= 0.0 => "lost".to_owned(),
        Some(share) => format!("shared ({share:.2})"),
        None => String::new(),
    };
    let points = |seat: usize| result?.points.as_ref()?.get(seat);
    html! {
        ul.seats {
            @for (seat, spec) in record.seats.iter().enumerate() {
                li {
                    span class={ "chip o" (facts.colours[seat]) } {}
                    (facts.seat_names[seat]) ": " b { (name(spec)) } " " (share(seat))
                    @if let Some(points) = points(seat) { ", " (points) " points" }
                }
            }
        }
    }
}
