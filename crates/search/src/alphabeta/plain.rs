//! Alpha-beta with everything off: the tree, the values and the lines of `node.rs`, without its questions.
//!
//! Nothing here changes what is found. In small games a position costs so little that to ask for each enhancement
//! whether it is on took more than half of the instructions.

use ludwerk_core::{Evaluate, Indexed, Keyed, MoveHints, Turn};

use super::AlphaBetaOptions;
use super::node::{Known, Window, Worker};
use crate::limits::Halt;
use crate::negamax::{Side, Value};

/// Whether nothing is on that a plain search does not know.
pub(super) fn is_plain(options: &AlphaBetaOptions, known: Known<'_>) -> bool {
    let AlphaBetaOptions { ordering, pvs, killers, history, continuation, .. } = *options;
    let AlphaBetaOptions { nullmove, lmr, iir, quiescence, turns, .. } = *options;
    let AlphaBetaOptions { futility, reverse_futility, razoring, .. } = *options;
    let is_something_known = known.table.is_some() || known.tablebase.is_some() || known.busy.is_some();
    let is_something_ordered = ordering || killers || history || continuation;
    let is_something_reduced = nullmove || lmr || iir || quiescence || turns;
    let is_something_pruned = [futility, reverse_futility, razoring].iter().any(Option::is_some);
    !(is_something_known || is_something_ordered || is_something_reduced || is_something_pruned || pvs)
}

impl<G: Evaluate + Keyed + MoveHints + Indexed> Worker<'_, G> {
    /// As [`Worker::node`]. Whether the way to a position can end the game is known when the program is compiled.
    pub(super) fn plain<const HISTORY: bool>(
        &mut self,
        state: &G::State,
        mover: Side,
        depth: u32,
        (mut alpha, beta): Window,
        ply: u32,
    ) -> Result<Value, Halt> {
        let game = self.judge.game;
        let key = if HISTORY { game.key(state) } else { 0 };
        let first = self.listed.len();
        game.distinct_moves(state, &mut self.listed);
        let (mut best, lower) = (Value::NEG_INFINITY, alpha);
        let mut at = first;
        while let Some(&mv) = self.listed.get(at) {
            at += 1;
            self.meter.enter()?;
            let mut next = state.clone();
            game.play_unchecked(&mut next, mv);
            if HISTORY {
                self.history.push(key, mv);
            }
            let turn = game.turn(&next);
            let mut has_line = false;
            let value = if let Some(outcome) = self.judge.end(&next, turn, &self.history) {
                self.judge.value_of(&outcome, mover, ply + 1)
            } else if let (Turn::Player(seat), true) = (turn, depth > 1) {
                has_line = true;
                self.pv.clear(ply as usize + 1);
                let side = self.judge.side(seat);
                if side == mover {
                    self.plain::<HISTORY>(&next, side, depth - 1, (alpha, beta), ply + 1)?
                } else {
                    -self.plain::<HISTORY>(&next, side, depth - 1, (-beta, -alpha), ply + 1)?
                }
            } else {
                self.judge.evaluate(&next, mover)
            };
            if HISTORY {
                self.history.pop();
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if beta > lower.next_up() {
                        if has_line {
                            self.pv.keep(mv, ply as usize);
                        } else {
                            self.pv.end(mv, ply as usize);
                        }
                    }
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        self.listed.truncate(first);
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use ludwerk_core::{Control, Observe, Playthrough, Report, Rng};
    use ludwerk_testkit::toys::{Harvest, Kings, TicTacToe};

    use super::super::AlphaBeta;
    use super::*;
    use crate::limits::Limits;

    fn report<G: Observe + Evaluate + Keyed + MoveHints + Indexed + Clone>(
        game: &G,
        options: AlphaBetaOptions,
        limits: Limits,
        seed: u64,
    ) -> Report<G::Move> {
        let start = game.start(&mut Rng::new(seed));
        let mut agent = AlphaBeta::new(options, limits, game.default_weights(), seed);
        let stop = AtomicBool::new(false);
        let play = Playthrough::new(game.clone(), start);
        play.ask(&mut agent, &mut Control::new(&stop, &mut |_| {}).with_lines(2)).unwrap().report
    }

    fn check<G: Observe + Evaluate + Keyed + MoveHints + Indexed + Clone>(game: &G, id: bool) {
        let plain = AlphaBetaOptions {
            ordering: false,
            id,
            tt: None,
            pvs: false,
            aspiration: id,
            killers: false,
            history: false,
            continuation: false,
            ..AlphaBetaOptions::default()
        };
        // A margin that nothing exceeds changes nothing, but is something to ask for.
        let asking = AlphaBetaOptions { reverse_futility: Some(f32::INFINITY), ..plain };
        let known = Known { table: None, tablebase: None, busy: None };
        assert!(is_plain(&plain, known) && !is_plain(&asking, known));
        for seed in 0..6 {
            for depth in 1..7 {
                let limits = Limits { nodes: id.then_some(500), ..Limits::of_depth(depth) };
                let id_of_game = game.info().id;
                assert_eq!(
                    report(game, plain, limits, seed),
                    report(game, asking, limits, seed),
                    "{id_of_game} {seed} {depth}"
                );
            }
        }
    }

    #[test]
    fn a_plain_search_finds_what_the_other_finds() {
        for id in [false, true] {
            check(&TicTacToe, id);
            check(&Kings::<true>, id);
            check(&Harvest::new(2), id);
        }
    }
}
