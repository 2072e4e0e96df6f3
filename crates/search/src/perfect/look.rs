//! A look at what comes after a move: by the table, and by the rules of history.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_core::{History, Indexed, Keyed, Observe, Turn, View};

use super::{Judged, MOST_PROBES, OWN_MOVES};
use crate::limits::Halt;
use crate::solved::{Tablebase, Verdict};

/// Looks at positions below the root.
pub(super) struct Look<'a, G> {
    game: &'a G,
    table: &'a Tablebase,
    stop: &'a AtomicBool,
    history: History,
    /// How near to the end the nearest position is that has occurred twice, where there is one.
    danger: Option<u32>,
    /// What the table said, by the key of the position: a probe takes a while.
    probed: HashMap<u64, Option<Verdict>>,
    /// How often the table was asked.
    pub n_probes: u64,
    /// At so many probes it ends.
    most_probes: u64,
    /// Whether something lay too deep to be looked at.
    is_cut: bool,
}

/// What comes after a move.
enum After<S> {
    /// The game goes on.
    On(S),
    /// It is over, and was worth this to the player who moved.
    Over(Verdict),
}

impl<'a, G: Observe + Keyed + Indexed> Look<'a, G> {
    pub fn new(view: &View<'a, G>, table: &'a Tablebase, stop: &'a AtomicBool) -> Self {
        let (game, history) = (view.game, view.history.clone());
        let (n_probes, most_probes, is_cut) = (0, 0, false);
        let probed = HashMap::new();
        let mut look =
            Self { game, table, stop, history, danger: None, probed, n_probes, most_probes, is_cut };
        look.danger = look.find_danger(view.start);
        look
    }

    /// Plays the game again and finds what has occurred twice.
    fn find_danger(&mut self, start: Option<&G::State>) -> Option<u32> {
        let game = self.game;
        if !game.info().ends_by_history() || self.history.is_empty() {
            return None;
        }
        // If nobody tells where the game began, anything may have occurred.
        let Some(start) = start else { return Some(0) };
        let mut moves: Vec<G::Move> = self.history.latest_moves().collect();
        moves.reverse();
        let mut occurred: HashMap<u64, u32> = HashMap::new();
        let mut state = start.clone();
        let mut least = None;
        let mut look_at = |state: &G::State| {
            let count = occurred.entry(game.key(state)).or_default();
            *count += 1;
            if *count == 2
                && let Some(plies) = self.probe(state).and_then(Verdict::plies)
            {
                least = Some(least.map_or(plies, |least: u32| least.min(plies)));
            }
        };
        look_at(&state);
        for mv in moves {
            game.play_unchecked(&mut state, mv);
            look_at(&state);
        }
        least
    }

    /// What the table says of a position.
    pub fn probe(&mut self, state: &G::State) -> Option<Verdict> {
        let (game, table) = (self.game, self.table);
        let n_probes = &mut self.n_probes;
        *self.probed.entry(game.key(state)).or_insert_with(|| {
            *n_probes += 1;
            table.probe(game, state)
        })
    }

    /// Plays a move. [`Look::back`] takes it back.
    fn step(&mut self, state: &G::State, mv: G::Move) -> After<G::State> {
        let mut next = state.clone();
        self.game.play_unchecked(&mut next, mv);
        self.history.push(self.game.key(state), mv);
        match (self.game.result(&next, &self.history), self.game.turn(state)) {
            (Some(outcome), Turn::Player(mover)) => After::Over(Verdict::of_end(&outcome, mover)),
            _ => After::On(next),
        }
    }

    fn back(&mut self) {
        self.history.pop();
    }

    /// What a move is worth by the table, and by the rules where it ends the game; `None` where the table knows nothing.
    fn verdict_of(&mut self, state: &G::State, mv: G::Move) -> Option<Verdict> {
        let verdict = match self.step(state, mv) {
            After::Over(verdict) => Some(verdict),
            After::On(next) => self.probe(&next).map(Verdict::of_move_to),
        };
        self.back();
        verdict
    }

    /// The same of several moves, the best first. Those of which nothing is known are left out.
    pub fn verdicts(&mut self, state: &G::State, moves: Vec<G::Move>) -> Vec<(G::Move, Verdict)> {
        let mut verdicts = Vec::with_capacity(moves.len());
        for mv in moves {
            verdicts.extend(self.verdict_of(state, mv).map(|verdict| (mv, verdict)));
        }
        verdicts.sort_by_key(|&(_, verdict)| Reverse(verdict));
        verdicts
    }

    fn verdicts_of_all(&mut self, state: &G::State) -> Vec<(G::Move, Verdict)> {
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        self.verdicts(state, moves)
    }

    /// Looks further and further ahead where history may matter, as long as the probes suffice.
    pub fn mind_the_history(&mut self, state: &G::State, moves: &mut [Judged<G::Move>]) {
        self.most_probes = self.n_probes + MOST_PROBES;
        for own_moves in 1..=OWN_MOVES {
            self.is_cut = false;
            // A draw by history that was found is one.
            for judged in moves.iter_mut().filter(|judged| judged.verdict != Verdict::Draw) {
                match self.worth(state, judged.mv, judged.by_table, 2 * own_moves - 1) {
                    Ok(verdict) => judged.verdict = verdict,
                    Err(Halt) => return,
                }
            }
            if !self.is_cut {
                return;
            }
        }
    }

    /// What a move is worth with its history, if the table gives it this verdict.
    fn worth(
        &mut self,
        state: &G::State,
        mv: G::Move,
        by_table: Verdict,
        depth: u32,
    ) -> Result<Verdict, Halt> {
        let verdict = match self.step(state, mv) {
            After::Over(verdict) => Ok(verdict),
            After::On(next) => self.judge(&next, of_position_after(by_table), depth).map(Verdict::of_move_to),
        };
        self.back();
        verdict
    }

    /// What a position is worth to the player to move with its history, seen so many plies ahead, if the table gives it
    /// this verdict.
    fn judge(&mut self, state: &G::State, by_table: Verdict, depth: u32) -> Result<Verdict, Halt> {
        // 1. A winner who follows the table meets nothing that is farther from the end.
        let is_safe = match (by_table.plies(), self.danger) {
            (Some(plies), Some(danger)) => plies <= danger,
            _ => true,
        };
        if is_safe {
            return Ok(by_table);
        }
        if depth == 0 {
            self.is_cut = true;
            return Ok(by_table);
        }
        if self.n_probes >= self.most_probes || self.stop.load(Ordering::Relaxed) {
            return Err(Halt);
        }

        // 2. History takes from the winner and gives to the loser, and never more than the draw.
        let is_won = matches!(by_table, Verdict::Win(_));
        let mut best: Option<Verdict> = None;
        for (mv, plain) in self.verdicts_of_all(state) {
            let most = if is_won { plain } else { Verdict::Draw };
            if best.is_some_and(|best| best >= most) {
                break;
            }
            let verdict = self.worth(state, mv, plain, depth - 1)?;
            best = best.max(Some(verdict));
        }
        Ok(best.unwrap_or(by_table))
    }

    /// What share of the replies to a move loses, by the table and by the rules where one ends the game.
    pub fn share_of_losing_replies(&mut self, state: &G::State, mv: G::Move) -> f64 {
        let share = match self.step(state, mv) {
            After::Over(_) => 0.0,
            After::On(next) => {
                let replies = self.verdicts_of_all(&next);
                let n_losing =
                    replies.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Loss(_))).count();
                n_losing as f64 / replies.len().max(1) as f64
            }
        };
        self.back();
        share
    }

    /// The line of best play by the table that begins with a move. After a draw all who keep it play equally well, so
    /// that the line is the move alone.
    pub fn line(&mut self, state: &G::State, mv: G::Move, verdict: Verdict, longest: usize) -> Vec<G::Move> {
        let mut line = vec![mv];
        let mut verdict = verdict;
        let mut after = self.step(state, mv);
        while let After::On(state) = after
            && verdict != Verdict::Draw
            && line.len() < longest
        {
            let Some((mv, best)) = self.best_move(&state, of_position_after(verdict)) else { break };
            verdict = best;
            line.push(mv);
            after = self.step(&state, mv);
        }
        for _ in &line {
            self.back();
        }
        line
    }

    /// The first move that is worth as much as the position, or the best where history has left none.
    fn best_move(&mut self, state: &G::State, verdict: Verdict) -> Option<(G::Move, Verdict)> {
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        let mut best = None;
        for mv in moves {
            let Some(worth) = self.verdict_of(state, mv) else { continue };
            if worth == verdict {
                return Some((mv, worth));
            }
            if best.is_none_or(|(_, other)| worth > other) {
                best = Some((mv, worth));
            }
        }
        best
    }
}

/// What the position after a move is worth to the player to move there, if the move is worth this.
fn of_position_after(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win(plies) => Verdict::Loss(plies.saturating_sub(1)),
        Verdict::Loss(plies) => Verdict::Win(plies.saturating_sub(1)),
        Verdict::Draw => Verdict::Draw,
    }
}
