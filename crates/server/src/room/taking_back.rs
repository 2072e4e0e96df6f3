//! Moves taken back and played again: within one's own turn at will, otherwise if the others agree.

use std::time::Duration;

use ludwerk_core::{Game as _, Notation as _, Seat};

use super::{Caller, Offer, Room, TIME};
use crate::dto::OfferKind;
use crate::error::{ApiError, ApiResult};
use crate::store::{Player, Thought};
use crate::turns;

impl Room {
    /// To which ply the caller's taking back leads: the last at which he was to move. What ran out stays so, and a game
    /// with secrets that is over has told them; so has a long turn that is over, because its player has drawn.
    pub(super) fn undo_target(&self, held: &[Seat]) -> Option<usize> {
        let info = self.play.game().info();
        if self.is_lost_on_time() || self.is_over() && info.is_hidden() {
            return None;
        }
        if self.is_within_turn(held) {
            return Some(self.moves.len() - 1);
        }
        if info.is_hidden() && info.has_long_turns() || self.stored.series.is_some() {
            return None;
        }
        (0..self.moves.len())
            .rev()
            .find(|&ply| self.play.seat_at(ply).is_some_and(|seat| held.contains(&seat)))
    }

    /// Whether the caller is in the middle of a turn of several moves. What he has played of it tells nobody anything
    /// that he did not know, so that he may take it back without asking.
    pub(super) fn is_within_turn(&self, held: &[Seat]) -> bool {
        self.may_retry(held) && turns::start_of_turn(&self.play, self.moves.len()) < self.moves.len()
    }

    /// Whether the caller has a long turn, in which moves may be taken back and played again at will.
    fn may_retry(&self, held: &[Seat]) -> bool {
        let is_mover = self.play.to_move().is_some_and(|seat| held.contains(&seat));
        self.play.game().info().has_long_turns() && is_mover && !self.is_over()
    }

    /// Whether the caller may redo what was taken back. In a long turn that is for the mover alone.
    pub(super) fn may_redo(&self, held: &[Seat]) -> bool {
        let info = self.play.game().info();
        let is_final = info.is_hidden() && info.has_long_turns() || self.stored.series.is_some();
        !held.is_empty() && !self.stored.undone.is_empty() && (!is_final || self.may_retry(held))
    }

    fn is_lost_on_time(&self) -> bool {
        self.stored.ended.as_ref().is_some_and(|end| end.reason == TIME)
    }

    /// The seats of people at other screens, who must agree before moves are taken back.
    fn others(&self, held: &[Seat]) -> Vec<Seat> {
        let is_human = |seat: &Seat| matches!(&self.stored.seats[seat.idx()], Player::Human { token, .. } if !token.is_empty());
        Seat::all(self.stored.seats.len()).filter(|seat| is_human(seat) && !held.contains(seat)).collect()
    }

    /// Takes moves back, or asks the others to agree to it.
    pub fn undo(&mut self, caller: &Caller, ply: usize) -> ApiResult<()> {
        let held = self.check_seated(caller)?;
        self.check_ply(ply)?;
        self.end_by_time();
        if self.undo_target(&held).is_none() {
            return Err(ApiError::conflict("nothing_to_undo", "there is no move of yours to take back"));
        }
        if self.is_within_turn(&held) {
            self.check_turn(caller)?;
            self.retract();
        } else {
            self.do_or_offer(OfferKind::Undo, &held);
        }
        Ok(())
    }

    /// Plays again what was taken back, or asks the others to agree to it.
    pub fn redo(&mut self, caller: &Caller, ply: usize) -> ApiResult<()> {
        let held = self.check_seated(caller)?;
        self.check_ply(ply)?;
        self.end_by_time();
        if !self.may_redo(&held) {
            return Err(ApiError::conflict("nothing_to_redo", "no move was taken back"));
        }
        if self.may_retry(&held) {
            self.check_turn(caller)?;
            self.replay_retracted()
        } else {
            self.do_or_offer(OfferKind::Redo, &held);
            Ok(())
        }
    }

    /// Takes back the last move of the turn under way. The clock runs on as if it had not been played: what was spent on
    /// it stays spent.
    fn retract(&mut self) {
        let Some(mv) = self.moves.pop() else { return };
        let spent = mv.ms.unwrap_or(0.0) + self.turn_ms();
        self.play.undo();
        self.stored.undone.push(mv);
        self.changed_from = self.changed_from.min(self.moves.len());
        self.changed();
        let spent = Duration::try_from_secs_f64(spent / 1e3).unwrap_or_default();
        self.turn_began = self.turn_began.checked_sub(spent).unwrap_or(self.turn_began);
    }

    /// Plays the last move again that was taken back in the turn under way, as if it were played now.
    fn replay_retracted(&mut self) -> ApiResult<()> {
        let Some(mv) = self.stored.undone.pop() else { return Ok(()) };
        let later = std::mem::take(&mut self.stored.undone);
        let parsed = self.play.game().parse_move(self.play.state(), &mv.text);
        let played = parsed.map_err(ApiError::from).and_then(|mv| self.push(mv, Thought::default()));
        self.stored.undone = later;
        played
    }

    fn do_or_offer(&mut self, kind: OfferKind, held: &[Seat]) {
        if self.others(held).is_empty() {
            self.carry_out(kind, held);
        } else {
            self.offer = Some(Offer { kind, by: held[0], agreed: Vec::new() });
            self.touch();
        }
    }

    fn carry_out(&mut self, kind: OfferKind, held: &[Seat]) {
        match kind {
            OfferKind::Undo => {
                let target = self.undo_target(held).unwrap_or(self.moves.len());
                while self.moves.len() > target {
                    self.play.undo();
                    self.stored.undone.extend(self.moves.pop());
                }
                self.stored.ended = None;
                self.changed_from = self.changed_from.min(target);
            }
            OfferKind::Redo => {
                while let Some(mv) = self.stored.undone.pop() {
                    if self.play.play_text(&mv.text).is_err() {
                        break;
                    }
                    self.changed_from = self.changed_from.min(self.moves.len());
                    self.moves.push(mv);
                    if self.play.to_move().is_some_and(|seat| held.contains(&seat)) {
                        break;
                    }
                }
            }
        }
        self.changed();
    }

    /// Answers what another player asked, or withdraws what one asked oneself.
    pub fn answer_offer(&mut self, caller: &Caller, accept: bool) -> ApiResult<()> {
        let held = self.check_seated(caller)?;
        let Some(offer) = &mut self.offer else {
            return Err(ApiError::conflict("no_offer", "nobody has asked for anything"));
        };
        let (kind, by) = (offer.kind, offer.by);
        if held.contains(&by) && accept {
            return Err(ApiError::forbidden("own_offer", "the other players must agree"));
        }
        if !accept {
            self.offer = None;
            self.touch();
            return Ok(());
        }
        offer.agreed.extend(held);
        let agreed = offer.agreed.clone();
        let Player::Human { token, .. } = &self.stored.seats[by.idx()] else { return Ok(()) };
        let asker = self.held_by(&Caller::with_key(token.clone()));
        if self.others(&asker).iter().all(|seat| agreed.contains(seat)) {
            self.carry_out(kind, &asker);
        } else {
            self.touch();
        }
        Ok(())
    }
}
