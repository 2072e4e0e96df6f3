//! Moves taken back and played again: within one's own turn one by one, otherwise back to one's last turn.

use std::time::{Duration, Instant};

use ludwerk_core::{Game as _, Notation as _, Seat};

use crate::{Session, TIME, Thought, turns};

impl<P> Session<P> {
    /// To which ply taking back leads whoever holds these seats: the last at which he was to move. What ran out stays so,
    /// and a game with secrets that is over has told them; so has a long turn that is over, because its player has drawn.
    fn undo_target(&self, held: &[Seat]) -> Option<usize> {
        let info = self.game().info();
        let is_lost_on_time = self.setting.ended.as_ref().is_some_and(|end| end.reason == TIME);
        if is_lost_on_time || self.is_over() && info.is_hidden() {
            return None;
        }
        if self.is_within_turn(held) {
            return Some(self.played().len() - 1);
        }
        if self.is_final() {
            return None;
        }
        let is_own = |&ply: &usize| self.play.seat_at(ply).is_some_and(|seat| held.contains(&seat));
        (0..self.played().len()).rev().find(is_own)
    }

    /// Whether nothing is taken back but the turn under way.
    fn is_final(&self) -> bool {
        let info = self.game().info();
        info.is_hidden() && info.has_long_turns() || self.is_test()
    }

    /// Whether whoever holds these seats may take moves back.
    pub fn may_undo(&self, held: &[Seat]) -> bool {
        self.undo_target(held).is_some()
    }

    /// Whether he may play again what was taken back. In a long turn that is for the mover alone.
    pub fn may_redo(&self, held: &[Seat]) -> bool {
        !held.is_empty() && !self.setting.undone.is_empty() && (!self.is_final() || self.may_retry(held))
    }

    /// Whether he is in the middle of a turn of several moves. What he has played of it tells nobody anything that he did
    /// not know, so that he may take it back without asking.
    pub fn is_within_turn(&self, held: &[Seat]) -> bool {
        self.may_retry(held) && turns::start_of_turn(&self.play, self.played().len()) < self.played().len()
    }

    /// Whether he has a long turn, in which moves may be taken back and played again at will.
    pub fn may_retry(&self, held: &[Seat]) -> bool {
        let is_mover = self.play.to_move().is_some_and(|seat| held.contains(&seat));
        self.game().info().has_long_turns() && is_mover && !self.is_over()
    }

    /// Takes moves back; `false` if there is none that he may.
    pub fn undo(&mut self, held: &[Seat], now: Instant) -> bool {
        let Some(target) = self.undo_target(held) else { return false };
        let is_within_turn = self.is_within_turn(held);
        // Within a turn the clock runs on as if nothing had been played: what was spent stays spent.
        let mut spent = self.turn_ms(now);
        while self.played().len() > target
            && let Some(mv) = self.pop()
        {
            spent += mv.ms.unwrap_or(0.0);
            self.setting.undone.push(mv);
        }
        self.setting.ended = None;
        self.changed(now);
        if is_within_turn {
            let spent = Duration::try_from_secs_f64(spent / 1e3).unwrap_or_default();
            self.turn_began = now.checked_sub(spent).unwrap_or(now);
        }
        true
    }

    /// Plays again what was taken back: within a long turn the next move as if it were played now, otherwise all up to
    /// his next turn; `false` if there is nothing that he may.
    pub fn redo(&mut self, held: &[Seat], now: Instant) -> bool {
        if !self.may_redo(held) {
            return false;
        }
        if self.may_retry(held) {
            self.replay_one(now);
            return true;
        }
        while let Some(known) = self.setting.undone.pop() {
            let mv = self.game().parse_move(self.play.state(), &known.text);
            let Ok(text) = mv.and_then(|mv| self.push(mv)) else { break };
            self.setting.played.push(crate::Played { text, ..known });
            if self.play.to_move().is_some_and(|seat| held.contains(&seat)) {
                break;
            }
        }
        self.changed(now);
        true
    }

    fn replay_one(&mut self, now: Instant) {
        let Some(known) = self.setting.undone.pop() else { return };
        let later = std::mem::take(&mut self.setting.undone);
        let mv = self.game().parse_move(self.play.state(), &known.text);
        // What was stored was legal here.
        let _ = mv.and_then(|mv| self.play_move(mv, Thought::default(), now));
        self.setting.undone = later;
    }
}
