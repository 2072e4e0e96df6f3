//! `ludwerk replay`: checks whole games, one a line.

use std::io::BufRead as _;
use std::process::ExitCode;

use ludwerk_core::{Game as _, Notation as _, Playthrough, Rng};
use ludwerk_registry::{AnyGame, AnyState};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::CommandResult;
use crate::args::GameArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, DIM};
use crate::position::{configure, echo_seed, seed};
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
    let game = configure(&args.game, &args.config)?;
    let seed = seed(&args.config);
    echo_seed(seed);
    let mut progress = Progress::of_unknown();
    let (mut n_games, mut n_refused) = (0, 0);
    for line in std::io::stdin().lock().lines() {
        if interrupt::is_requested() {
            return Err(Failure::interrupted(
                format!("{n_games} games were replayed"),
                "the rest was not read",
            ));
        }
        let line = line.map_err(|error| Failure::io("cannot read standard input", &error))?;
        if line.trim().is_empty() {
            continue;
        }
        let answer = replay(&game, &line, seed);
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

fn replay(game: &AnyGame, line: &str, seed: u64) -> Answer {
    let refused = |error: String, ply: usize| Answer::Refused { error, ply };
    let question: Question = match serde_json::from_str(line) {
        Ok(question) => question,
        Err(error) => return refused(format!("not a game: {error}"), 0),
    };
    let start = match start_of(game, &question, seed) {
        Ok(start) => start,
        Err(error) => return refused(error, 0),
    };
    let mut play = Playthrough::new(game.clone(), start);
    let (mut legal, mut to_move) = (Vec::new(), Vec::new());
    for (ply, text) in question.moves.iter().enumerate() {
        legal.push(play.legal_moves().len());
        to_move.push(play.to_move());
        if let Err(error) = play.play_text(text) {
            return refused(error.to_string(), ply);
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
    match answer {
        Answer::Refused { error, ply } => format!("game {n}: refused at ply {ply}: {error}"),
        Answer::Replayed { legal, over: false, .. } => format!("game {n}: {} plies, unfinished", legal.len()),
        Answer::Replayed { legal, returns, points, .. } => {
            let points = points.as_ref().map_or(String::new(), |points| format!(", points {points:?}"));
            let returns = returns.as_deref().unwrap_or_default();
            format!("game {n}: {} plies, over, returns {returns:?}{points}", legal.len())
        }
    }
}
