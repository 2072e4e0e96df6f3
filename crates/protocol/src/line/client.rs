//! Our side of the protocol "ludwerk" when the other program is the one that thinks.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludwerk_core::value::{self, Unit};
use ludwerk_core::{Clock, Notation, Observe, Report, Seat, Viewer};
use serde_json::{Value, json};

use super::{VERSION, millis, split_word};
use crate::{Answer, Client, ProcessError, Program, Question};

/// Asks a bot for moves.
#[derive(Clone, Copy, Debug)]
pub struct LineClient {
    seed: u64,
}

impl LineClient {
    /// A client that tells the bot this seed, for those that want to play the same game again.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl<G: Notation + Observe> Client<G> for LineClient {
    fn prepare(
        &mut self,
        program: &mut Program,
        game: &G,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<(), ProcessError> {
        program.send(&format!("ludwerk {VERSION}"))?;
        let names: Vec<_> = Seat::all(game.n_seats()).map(|seat| game.seat_name(seat)).collect();
        let told = json!({
            "game": game.info().id,
            "variant": game.variant(),
            "players": game.n_seats(),
            "names": names,
            "seed": self.seed,
        });
        program.send(&format!("game {told}"))?;
        let line = next_line(program, Some(deadline), stop)?;
        match split_word(&line) {
            ("ludwerk", rest) => {
                let version = split_word(rest).0;
                if version == VERSION.to_string() {
                    Ok(())
                } else {
                    Err(ProcessError::Refused(format!("it speaks version {version}, not {VERSION}")))
                }
            }
            ("error", text) => Err(ProcessError::Refused(text.to_owned())),
            _ => Err(ProcessError::Garbage(line)),
        }
    }

    fn choose(
        &mut self,
        program: &mut Program,
        question: &Question<'_, G>,
    ) -> Result<Answer<G::Move>, ProcessError> {
        be_silent(program, question.stop)?;
        program.send(&format!("move {}", told(question)))?;
        let mut report = Report::default();
        loop {
            let line = next_line(program, question.deadline, question.stop)?;
            match split_word(&line) {
                ("play", text) => {
                    let chosen = question.legal_move(text)?;
                    report.pv = vec![chosen];
                    return Ok(Answer { chosen, report });
                }
                ("info", text) => {
                    let info: Value =
                        serde_json::from_str(text).map_err(|_| ProcessError::Garbage(line.clone()))?;
                    let told =
                        |number| value::Value::new(number, Unit::Evaluation, question.view.game.n_seats());
                    report.value = info["value"].as_f64().map(told).or(report.value);
                    report.depth = info["depth"].as_u64().map_or(report.depth, |depth| depth as u32);
                    report.nodes = info["nodes"].as_u64().unwrap_or(report.nodes);
                }
                ("resign", "") => return Err(ProcessError::Resigned),
                ("error", text) => return Err(ProcessError::NoMove(text.to_owned())),
                _ => return Err(ProcessError::Garbage(line)),
            }
        }
    }

    fn finish(&mut self, program: &mut Program) {
        // One that is gone needs no goodbye.
        let _ = program.send("quit");
    }
}

/// Nothing may have been said since the last answer: it would be taken for the next one.
fn be_silent(program: &mut Program, stop: &AtomicBool) -> Result<(), ProcessError> {
    match next_line(program, Some(Instant::now()), stop) {
        Ok(line) => Err(ProcessError::OutOfTurn(line)),
        Err(ProcessError::Late) => Ok(()),
        Err(trouble) => Err(trouble),
    }
}

/// The next line that says something.
fn next_line(
    program: &mut Program,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> Result<String, ProcessError> {
    loop {
        let line = program.receive(deadline, stop)?;
        if !line.trim().is_empty() && !line.starts_with('#') {
            return Ok(line);
        }
    }
}

/// What the seat may know, and no more.
fn told<G: Notation + Observe>(question: &Question<'_, G>) -> Value {
    let view = question.view;
    let position = question.position();
    let legal: Vec<_> = view.legal.iter().map(|&mv| view.game.move_text(&position, mv)).collect();
    let mut told = json!({
        "seat": view.seat.idx(),
        "position": view.game.observation_text(view.observation),
        "legal": legal,
    });
    if view.game.info().is_hidden() {
        // Drawn from what the seat sees, so that it tells nothing else.
        debug_assert!(view.game.observe(&position, Viewer::Seat(view.seat)) == *view.observation);
        told["possible"] = json!(view.game.position_text(&position));
    } else {
        told["moves"] = json!(question.moves);
        if let Some(start) = question.unusual_start() {
            told["start"] = json!(start);
        }
    }
    if let Some(clock) = question.clock {
        told["clock"] = clock_told(clock);
    }
    told
}

fn clock_told(clock: &Clock) -> Value {
    let mut told = json!({});
    if let Some(per_move) = clock.control.per_move {
        told["move_ms"] = json!(millis(per_move));
    }
    if !clock.left.is_empty() {
        let left: Vec<_> = clock.left.iter().copied().map(millis).collect();
        told["left_ms"] = json!(left);
        told["increment_ms"] = json!(millis(clock.control.increment));
    }
    told
}
