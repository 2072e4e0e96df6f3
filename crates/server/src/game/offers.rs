//! Moves taken back and played again: within one's own turn at will, otherwise if the others agree.

use std::time::Instant;

use ludwerk_core::Seat;

use super::{Caller, Game};
use crate::dto::OfferKind;
use crate::error::{ApiError, ApiResult};

/// What one player asks of the others.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    pub(super) kind: OfferKind,
    pub(super) by: Seat,
    /// Seats whose holders have agreed.
    pub(super) agreed: Vec<Seat>,
}

impl Game {
    /// The seats of people at other screens, who must agree before moves are taken back.
    fn others(&self, held: &[Seat]) -> Vec<Seat> {
        let is_there = |seat: &Seat| {
            self.session.players()[seat.idx()].person().is_some_and(|person| !person.token.is_empty())
        };
        self.session.seats().filter(|seat| is_there(seat) && !held.contains(seat)).collect()
    }

    /// Takes moves back, or asks the others to agree to it.
    pub fn undo(&mut self, caller: &Caller, ply: usize) -> ApiResult<()> {
        let held = self.check_seated(caller)?;
        self.check_ply(ply)?;
        self.end_by_time();
        if !self.session.may_undo(&held) {
            return Err(ApiError::conflict("nothing_to_undo", "there is no move of yours to take back"));
        }
        let is_free = self.session.is_within_turn(&held);
        self.do_or_offer(OfferKind::Undo, caller, &held, is_free)
    }

    /// Plays again what was taken back, or asks the others to agree to it.
    pub fn redo(&mut self, caller: &Caller, ply: usize) -> ApiResult<()> {
        let held = self.check_seated(caller)?;
        self.check_ply(ply)?;
        self.end_by_time();
        if !self.session.may_redo(&held) {
            return Err(ApiError::conflict("nothing_to_redo", "no move was taken back"));
        }
        let is_free = self.session.may_retry(&held);
        self.do_or_offer(OfferKind::Redo, caller, &held, is_free)
    }

    /// What is `is_free` is for the mover alone, who asks nobody.
    fn do_or_offer(
        &mut self,
        kind: OfferKind,
        caller: &Caller,
        held: &[Seat],
        is_free: bool,
    ) -> ApiResult<()> {
        if is_free {
            self.check_turn(caller)?;
        }
        if is_free || self.others(held).is_empty() {
            self.carry_out(kind, held);
        } else {
            self.offer = Some(Offer { kind, by: held[0], agreed: Vec::new() });
            self.touch();
        }
        Ok(())
    }

    fn carry_out(&mut self, kind: OfferKind, held: &[Seat]) {
        let now = Instant::now();
        match kind {
            OfferKind::Undo => self.session.undo(held, now),
            OfferKind::Redo => self.session.redo(held, now),
        };
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
        let Some(person) = self.session.players()[by.idx()].person() else { return Ok(()) };
        let asker = self.held_by(&Caller::with_key(person.token.clone()));
        if self.others(&asker).iter().all(|seat| agreed.contains(seat)) {
            self.carry_out(kind, &asker);
        } else {
            self.touch();
        }
        Ok(())
    }
}
