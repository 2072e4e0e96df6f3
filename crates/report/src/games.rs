//! A few games that can be stepped through.

use std::fmt::Write as _;

use ludwerk_arena::record::Record;
use ludwerk_arena::tournament::{Store, StoreError};
use ludwerk_core::{Draw, Game, Keyed, Notation, Playthrough};

use crate::board::Film;
use crate::facts::Facts;
use crate::html::{Text, json};
use crate::words::{count, grouped};

/// Games beyond so many bytes are left out, so that a report stays a file that can be sent.
const MOST_BYTES: usize = 6 << 20;

/// What a program printed before it forfeited is shown up to so many characters.
const MOST_OUTPUT: usize = 3000;

/// What is shown of single games.
#[derive(Default)]
pub struct Samples {
    /// Games, each a piece of HTML.
    pub games: Vec<String>,
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
            Err(error) => {
                let error = error.to_string();
                format!("<p class=\"note\">Game {} cannot be shown: {}.</p>", idx + 1, Text(&error))
            }
        };
        n_bytes += html.len();
        if n_bytes > MOST_BYTES && !samples.games.is_empty() {
            samples.n_left_out += 1;
            n_bytes -= html.len();
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
) -> String {
    let film = Film::new(play, &facts.colours);
    let n = play.moves().len();
    let number = idx + 1;
    let mut html = format!(
        "<article class=\"game\" id=\"game-{number}\" aria-labelledby=\"game-{number}-title\">\
         <h3 id=\"game-{number}-title\">Game {}: {}</h3>",
        grouped(number),
        kinds.join(", ")
    );
    seats(&mut html, facts, play, record);
    let _ = write!(
        html,
        "<div class=\"boards\"><figure class=\"start\">{}<figcaption>The start</figcaption></figure>\
         <figure class=\"now\">{}<figcaption><span class=\"place\">The end, after {}</span>\
         <span class=\"note\">{}</span></figcaption></figure>",
        film.drawing(0, &format!("Game {number}: the start")),
        film.drawing(n, &format!("Game {number}: the end")),
        count(n, "move", "moves"),
        Text(film.note(n))
    );
    html.push_str(
        "<div class=\"side\"><div class=\"steps\" role=\"group\" hidden></div><div class=\"moves\"><ol>",
    );
    for (ply, text) in play.move_texts().iter().enumerate() {
        let seat = play.seat_at(ply);
        let class = seat.map_or("chance".to_owned(), |seat| format!("m{}", facts.colours[seat.idx()]));
        let who = seat.map_or("chance".to_owned(), |seat| facts.seat_names[seat.idx()].clone());
        let _ = write!(html, "<li class=\"{class}\" title=\"{}\">{}</li>", Text(&who), Text(text));
    }
    let _ = write!(
        html,
        "</ol></div></div></div><script type=\"application/json\">{}</script></article>",
        json(&film.data())
    );
    html
}

/// Who sat where, and what became of it.
fn seats<G: Game + Keyed + Notation + Clone>(
    html: &mut String,
    facts: &Facts,
    play: &Playthrough<G>,
    record: &Record,
) {
    let result = record.result.as_ref();
    html.push_str("<ul class=\"seats\">");
    for (seat, spec) in record.seats.iter().enumerate() {
        // Records have specs; in the plan they may have names.
        let named = facts.summary.agents.iter().find(|agent| agent.spec == *spec);
        let same = facts.summary.agents.iter().filter(|agent| agent.spec == *spec).count();
        let name = named.filter(|_| same == 1).map_or(spec, |agent| &agent.name);
        let share = result.and_then(|result| result.returns.get(seat)).copied();
        let share = match share {
            Some(share) if share >= 1.0 => "won".to_owned(),
            Some(share) if share <= 0.0 => "lost".to_owned(),
            Some(share) => format!("shared ({share:.2})"),
            None => String::new(),
        };
        let points = result.and_then(|result| result.points.as_ref()).and_then(|points| points.get(seat));
        let points = points.map_or(String::new(), |points| format!(", {points} points"));
        let _ = write!(
            html,
            "<li><span class=\"chip o{}\"></span>{}: <b>{}</b> {share}{points}</li>",
            facts.colours[seat],
            Text(&facts.seat_names[seat]),
            Text(name),
        );
    }
    html.push_str("</ul>");
    if let Some(result) = result {
        let seed = record.seed.map_or(String::new(), |seed| format!(", seed {seed}"));
        let plies = count(play.moves().len(), "move", "moves");
        let _ = write!(html, "<p class=\"note\">Ended by {} after {plies}{seed}.</p>", Text(&result.reason));
    }
}
