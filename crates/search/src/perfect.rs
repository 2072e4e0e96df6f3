//! Perfect play from the table of a solved game.
//!
//! Idea: the table knows what every position is worth, so the best move is looked up.
//! Formula: the quickest win; without one a draw; without that the slowest loss. Among draws the move after which most
//! replies lose, `replies that lose / replies`: an opponent who errs has most ways to do so. Equal moves by lot.
//! Games: those whose positions have numbers ([`ludwerk_core::Indexed`]), if a table was built.
//! Source: as endgame tables of chess are used; see [`crate::solved`] for how it is built.
//!
//! The table knows no history, and a game may end by repetition. So a move that ends the game is worth what the rules
//! say, and where a position of the game has occurred twice already, it looks ahead: a win is only a draw if the loser
//! can answer with a repetition, and a loss is a draw if there is a way to one. It looks at every reply of the loser and
//! at as many moves of the winner as it takes to find one that keeps the win, up to [`OWN_MOVES`] moves of its own and
//! [`MOST_PROBES`] probes; beyond that it believes the table. A draw that it finds is certain.
//!
//! Most often it need not look: a winner who follows the table gets nearer to the end with every move, so that he meets
//! no position that is farther from it. What has occurred twice is a danger only if the table calls it nearer to the
//! end than the present position. This takes for granted that history makes nothing but draws, and only in positions
//! that have occurred twice before.

mod look;

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{Agent, AgentError, Control, Decision, Indexed, Keyed, Line, Observe, Report, Rng, View};

use crate::facts::unsolved_refusal;
use crate::root::no_moves;
use crate::score;
use crate::solved::{Tablebase, Verdict};
use look::Look;

/// So many own moves are looked at where history matters.
const OWN_MOVES: u32 = 6;

/// After so many probes it looks no further for repetitions: some tenths of a second at worst.
const MOST_PROBES: u64 = 3000;

/// The longest line that is told.
const LONGEST_LINE: usize = 20;

/// The longest line of a move that is not the best.
const LONGEST_OTHER_LINE: usize = 6;

/// Plays what the table of a solved game says.
pub struct Perfect {
    table: Arc<Tablebase>,
    rng: Rng,
}

impl Perfect {
    /// The agent with a table, and a seed by which it chooses among equal moves.
    pub fn new(table: Arc<Tablebase>, seed: u64) -> Self {
        Self { table, rng: Rng::new(seed) }
    }
}

/// A move of the root with what it is worth to the player who makes it.
struct Judged<M> {
    mv: M,
    /// What the table says, and the rules where the move ends the game.
    by_table: Verdict,
    /// The same, mindful of history.
    verdict: Verdict,
    /// What share of the replies loses, where that decides.
    losing_replies: f64,
}

impl<M> Judged<M> {
    fn new((mv, by_table): (M, Verdict)) -> Self {
        Self { mv, by_table, verdict: by_table, losing_replies: 0.0 }
    }
}

impl<G: Observe + Keyed + Indexed> Agent<G> for Perfect {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let (game, title) = (view.game, view.game.info().title);
        if let Some(why) = unsolved_refusal(game, "perfect") {
            return Err(AgentError::Refused(why));
        }
        if let Err(error) = self.table.check_game(game) {
            return Err(AgentError::Refused(format!("perfect has no tablebase of {title}: {error}")));
        }

        // 1. What the table says of every move, in the order of the lot.
        let state = game.resample(view.observation, &mut self.rng);
        let mut legal = view.legal.to_vec();
        if legal.is_empty() {
            return Err(no_moves());
        }
        self.rng.shuffle(&mut legal);
        let stop = control.stop_flag();
        let mut look = Look::new(view, &self.table, stop);
        let unknown =
            || AgentError::Failed(format!("the tablebase of {title} does not contain this position"));
        if look.probe(&state).is_none() {
            return Err(unknown());
        }
        let mut moves: Vec<_> = look.verdicts(&state, legal).into_iter().map(Judged::new).collect();

        // 2. What history makes of it, and where an opponent can go wrong.
        look.mind_the_history(&state, &mut moves);
        moves.sort_by_key(|judged| Reverse(judged.verdict));
        let best = moves.first().ok_or_else(unknown)?;
        if best.verdict == Verdict::Draw {
            let draws = moves.iter_mut().filter(|judged| judged.verdict == Verdict::Draw);
            for judged in draws.take_while(|_| !stop.load(Ordering::Relaxed)) {
                judged.losing_replies = look.share_of_losing_replies(&state, judged.mv);
            }
            let order = |a: &Judged<G::Move>, b: &Judged<G::Move>| {
                b.verdict.cmp(&a.verdict).then(b.losing_replies.total_cmp(&a.losing_replies))
            };
            moves.sort_by(order);
        }

        // 3. Tell it.
        let (chosen, verdict) = (moves[0].mv, moves[0].verdict);
        let n_lines = control.n_lines();
        let value = |verdict: Verdict| Value::new(verdict.value(), Unit::Evaluation, game.n_seats());
        let mut lines = Vec::with_capacity(moves.len());
        for (n, judged) in moves.iter().enumerate() {
            let longest = match n {
                _ if stop.load(Ordering::Relaxed) => 1,
                0 => LONGEST_LINE,
                _ if n < n_lines => LONGEST_OTHER_LINE,
                _ => 1,
            };
            let pv = look.line(&state, judged.mv, judged.verdict, longest);
            lines.push(Line { mv: judged.mv, value: value(judged.verdict), pv });
        }
        let report = Report {
            value: Some(value(verdict)),
            values: score::of_all(value(verdict), view.seat, game),
            depth: verdict.plies().unwrap_or(1),
            nodes: look.n_probes,
            pv: lines[0].pv.clone(),
            lines,
            notes: Vec::new(),
        };
        Ok(Decision { chosen, report })
    }
}
