//! An opening book around any agent.
//!
//! Idea: what is known to be good, or is to be tried, is played without thinking. A book is a list of lines,
//! each the moves of a game from its start; `*` stands for any move. As long as the game so far agrees with
//! some line, the next move of that line is played if it is legal; of several lines one is drawn, so that a
//! line given twice is twice as likely. After that, and in a game that began elsewhere, the other agent plays.
//! Games: those of the inner agent, if the course of the game is open to see.

use std::sync::atomic::AtomicBool;

use ludwerk_core::{Agent, AgentError, Control, Decision, Keyed, Notation, Observe, Report, Rng, View, Work};
use thiserror::Error;

/// Plays from a book first, and then asks another agent.
pub struct Book<G: Observe> {
    lines: Vec<Vec<String>>,
    /// The key of the start that the lines begin with; `None` in a game that deals anew every time.
    start: Option<u64>,
    inner: Box<dyn Agent<G>>,
    rng: Rng,
}

/// A book that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// There is nothing in it.
    #[error("the book has no lines")]
    Empty,
    /// A line cannot be played.
    #[error("line {line} of the book: {reason}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// Stands for any move.
const ANY: &str = "*";

impl<G: Observe + Notation + Keyed> Book<G> {
    /// Reads a book: a line of moves on each line of the text, blank lines and those with `#` left out.
    ///
    /// # Errors
    /// [`BookError`] where a line cannot be played from the start, as far as that can be told before a `*`.
    pub fn new(game: &G, text: &str, inner: Box<dyn Agent<G>>, seed: u64) -> Result<Self, BookError> {
        let key = |seed| game.key(&game.start(&mut Rng::new(seed)));
        let start = Some(key(0)).filter(|&key_of_start| key_of_start == key(1));
        let mut lines = Vec::new();
        for (n, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let moves: Vec<_> = game.split_moves(line).into_iter().map(str::to_owned).collect();
            // What a game that deals anew allows depends on the deal.
            if start.is_some() {
                check(game, &moves).map_err(|reason| BookError::Line { line: n + 1, reason })?;
            }
            lines.push(moves);
        }
        if lines.is_empty() {
            return Err(BookError::Empty);
        }
        Ok(Self { lines, start, inner, rng: Rng::new(seed) })
    }

    /// The move of the book, if the game so far is in it.
    fn book_move(&mut self, view: &View<'_, G>) -> Option<G::Move> {
        let start = view.start.filter(|start| self.start.is_none_or(|key| view.game.key(start) == key))?;
        let mut moves: Vec<G::Move> = view.history.latest_moves().collect();
        moves.reverse();
        // 1. Follow the game, and keep the lines that agree with it.
        let mut lines: Vec<_> = self.lines.iter().filter(|line| line.len() > moves.len()).collect();
        let mut state = start.clone();
        for (n, &mv) in moves.iter().enumerate() {
            lines.retain(|line| line[n] == ANY || view.game.parse_move(&state, &line[n]) == Ok(mv));
            state = view.game.play(&state, mv).ok()?;
        }
        // 2. Draw one of their next moves.
        let next = |line: &&Vec<String>| view.game.parse_move(&state, &line[moves.len()]).ok();
        let legal: Vec<_> = lines.iter().filter_map(next).filter(|mv| view.legal.contains(mv)).collect();
        self.rng.choose(&legal).copied()
    }
}

/// Whether a line can be played, up to the first `*`.
fn check<G: Notation>(game: &G, moves: &[String]) -> Result<(), String> {
    let mut state = game.start(&mut Rng::new(0));
    for text in moves.iter().take_while(|text| *text != ANY) {
        let mv = game.parse_move(&state, text).map_err(|error| error.to_string())?;
        state = game.play(&state, mv).map_err(|error| error.to_string())?;
    }
    Ok(())
}

impl<G: Observe + Notation + Keyed> Agent<G> for Book<G> {
    fn peeks(&self) -> bool {
        self.inner.peeks()
    }

    fn work(&self) -> Work {
        self.inner.work()
    }

    fn prepare(&mut self, game: &G, stop: &AtomicBool) -> Result<(), AgentError> {
        self.inner.prepare(game, stop)
    }

    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        match self.book_move(view) {
            Some(chosen) => {
                let report = Report { nodes: 1, pv: vec![chosen], ..Report::default() };
                Ok(Decision { chosen, report })
            }
            None => self.inner.decide(view, control),
        }
    }
}
