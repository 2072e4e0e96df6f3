//! `ludwerk replay`: checks whole games, one a line.

use std::process::ExitCode;

use ludwerk_arena::record::{Record, RecordError};
use ludwerk_core::{Deal as _, Game as _, Notation as _, Playthrough, Rng, Seat};
use ludwerk_registry::{AnyGame, AnyState};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::CommandResult;
use crate::args::GameArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, DIM};
use crate::position::{configure, configure_for, echo_seed, read_line, seed};
use crate::progress::Progress;

/// A game as it is read. Other fields are ignored.
#[derive(Deserialize)]
struct Question {
    moves: Vec<String>,
    setup: Option<Value>,
    position: Option<String>,
}

/// What is said about it.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Replayed {
        legal: Vec<usize>,
        to_move: Vec<Option<usize>>,
        over: bool,
        returns: Option<Vec<f64>>,
        points: Option<Vec<i32>>,
    },
    Refused {
        error: String,
        ply: usize,
    },
}

pub fn run(args: &GameArgs, as_json: bool) -> CommandResult {
    // What is wrong with the arguments is told before anything is read.
    configure(&args.game, &args.config)?;
    let seed = seed(&args.config);
    echo_seed(seed);
    let mut progress = Progress::of_unknown();
    let (mut n_games, mut n_refused) = (0, 0);
    let mut input = std::io::stdin().lock();
    loop {
        if interrupt::is_requested() {
            let what = format!("{n_games} games were replayed");
            return Err(Failure::interrupted(what, "the rest was not read"));
        }
        let line = interrupt::while_at_a_prompt(|| read_line(&mut input))?;
        let Some(line) = line else { break };
        if line.trim().is_empty() {
            continue;
        }
        let answer = replay(args, &line, seed);
        n_games += 1;
        n_refused += usize::from(matches!(answer, Answer::Refused { .. }));
        if as_json {
            output::json(&answer)?;
        } else {
            output::line(tell(n_games, &answer))?;
        }
        progress.show(n_games as u64, || format!("{n_games} games replayed"));
    }
    drop(progress);
    if !as_json {
        output::line(format!("{DIM}{n_games} games, {n_refused} refused{DIM:#}"))?;
    }
    Ok(if n_refused == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn replay(args: &GameArgs, line: &str, seed: u64) -> Answer {
    let refused = |error: String| Answer::Refused { error, ply: 0 };
    let document: Value = match serde_json::from_str(line) {
        Ok(document) => document,
        Err(error) => return refused(format!("not a game: {error}")),
    };
    // A deal or a record says itself for how many players it is.
    let dealt = document.get("setup").unwrap_or(&document);
    let game = match configure_for(&args.game, &args.config, dealt) {
        Ok(game) => game,
        Err(failure) => return refused(failure.message().to_owned()),
    };
    if document.get("format").is_some() {
        return replay_record(&game, line);
    }
    let question: Question = match serde_json::from_value(document) {
        Ok(question) => question,
        Err(error) => return refused(format!("not a game: {error}")),
    };
    match start_of(&game, &question, seed) {
        Ok(start) => answer(&game, start, question.moves.iter().map(String::as_str)),
        Err(error) => refused(error),
    }
}

/// A record says itself where it starts, and under which rules.
fn replay_record(game: &AnyGame, line: &str) -> Answer {
    let refused = |error: RecordError| {
        let ply = if let RecordError::Move { ply, .. } = error { ply } else { 0 };
        Answer::Refused { error: error.to_string(), ply }
    };
    let record = match Record::parse(line) {
        Ok(record) => record,
        Err(error) => return refused(error),
    };
    match record.replay(game) {
        Ok(play) => answer(game, play.start().clone(), record.moves.iter().map(|mv| mv.text.as_str())),
        Err(error) => refused(error),
    }
}

fn answer<'t>(game: &AnyGame, start: AnyState, moves: impl Iterator<Item = &'t str>) -> Answer {
    let mut play = Playthrough::new(game.clone(), start);
    let (mut legal, mut to_move) = (Vec::new(), Vec::new());
    for (ply, text) in moves.enumerate() {
        legal.push(play.legal_moves().len());
        to_move.push(play.to_move().map(Seat::idx));
        if let Err(error) = play.play_text(text) {
            return Answer::Refused { error: error.to_string(), ply };
        }
    }
    Answer::Replayed {
        legal,
        to_move,
        over: play.outcome().is_some(),
        returns: play.outcome().map(|outcome| outcome.returns.as_slice().to_vec()),
        points: game.points(play.state()),
    }
}

fn start_of(game: &AnyGame, question: &Question, seed: u64) -> Result<AnyState, String> {
    match (&question.setup, &question.position) {
        (Some(_), Some(_)) => Err("a game has a setup or a position, not both".to_owned()),
        (Some(setup), None) => game.parse_setup(&setup.to_string()).map_err(|error| error.to_string()),
        (None, Some(text)) => game.parse_position(text).map_err(|error| error.to_string()),
        (None, None) => Ok(game.start(&mut Rng::new(seed))),
    }
}

fn tell(n: usize, answer: &Answer) -> String {
    let plies = |legal: &[usize]| match legal.len() {
        1 => "1 ply".to_owned(),
        n => format!("{n} plies"),
    };
    match answer {
        Answer::Refused { error, ply } => format!("game {n}: refused at ply {ply}: {error}"),
        Answer::Replayed { legal, over: false, .. } => format!("game {n}: {}, unfinished", plies(legal)),
        Answer::Replayed { legal, returns, points, .. } => {
            let points = points.as_ref().map_or(String::new(), |points| format!(", points {points:?}"));
            let returns = returns.as_deref().unwrap_or_default();
            format!("game {n}: {}, over, returns {returns:?}{points}", plies(legal))
        }
    }
}
