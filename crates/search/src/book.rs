//! An opening book around any agent.
//!
//! Idea: what is known to be good, or is to be tried, is played without thinking. A book is a list of lines,
//! each the moves of a game from its start; `*` stands for any move. As long as the game so far agrees with
//! some line, the next move of that line is played if it is legal; of several lines one is drawn, so that a
//! line given twice is twice as likely. After that the other agent plays.
//! Games: those of the inner agent, if the course of the game is open to see.

use ludwerk_core::{Agent, AgentError, Control, Decision, Game, Notation, Observe, Report, Rng, Trail, View};
use thiserror::Error;

/// Plays from a book first, and then asks another agent.
pub struct Book<G: Observe> {
    lines: Vec<Vec<String>>,
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

impl<G: Observe + Notation> Book<G> {
    /// Reads a book: a line of moves on each line of the text, blank lines and those with `#` left out.
    ///
    /// # Errors
    /// [`BookError`] where a line cannot be played from the start, as far as that can be told before a `*`.
    pub fn new(game: &G, text: &str, inner: Box<dyn Agent<G>>, seed: u64) -> Result<Self, BookError> {
        let mut lines = Vec::new();
        for (n, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let moves: Vec<_> = game.split_moves(line).into_iter().map(str::to_owned).collect();
            check(game, &moves).map_err(|reason| BookError::Line { line: n + 1, reason })?;
            lines.push(moves);
        }
        if lines.is_empty() {
            return Err(BookError::Empty);
        }
        Ok(Self { lines, inner, rng: Rng::new(seed) })
    }

    /// The move of the book, if the game so far is in it.
    fn book_move(&mut self, view: &View<'_, G>) -> Option<G::Move> {
        let start = view.start?;
        let (so_far, state) = played(view.game, start, view.trail)?;
        let is_followed = |line: &&Vec<String>| {
            line.len() > so_far.len()
                && line.iter().zip(&so_far).all(|(book, played)| book == ANY || book == played)
        };
        let moves: Vec<_> = self
            .lines
            .iter()
            .filter(is_followed)
            .filter_map(|line| view.game.parse_move(&state, &line[so_far.len()]).ok())
            .filter(|mv| view.legal.contains(mv))
            .collect();
        self.rng.choose(&moves).copied()
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

/// The moves so far as text, and the position that they led to.
fn played<G: Game + Notation>(game: &G, start: &G::State, trail: &Trail) -> Option<(Vec<String>, G::State)> {
    let mut moves: Vec<G::Move> = trail.latest_moves().collect();
    moves.reverse();
    let mut state = start.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for mv in moves {
        texts.push(game.move_text(&state, mv));
        state = game.play(&state, mv).ok()?;
    }
    Some((texts, state))
}

impl<G: Observe + Notation> Agent<G> for Book<G> {
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
