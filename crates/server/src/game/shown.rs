//! The game as its callers see it. Callers who see the same are one audience: what they see is computed once for each
//! change, written once, and sent to all of them.

use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use ludwerk_core::{Game as _, Notation as _, Seat, Viewer};

use super::{Caller, Game};
use ludwerk_session::{Player, Thought};

use crate::dto::{
    GameView, Invitation, OfferView, PlayedView, PositionView, ResultView, SeatKind, SeatView, ServerMessage,
};
use crate::view;

/// Running clocks that are told again are not older than this.
const CLOCK: Duration = Duration::from_millis(20);

/// What the view of a caller depends on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Audience {
    held: Vec<Seat>,
    viewer: Viewer,
    is_owner: bool,
    /// Where several people have secrets from each other, whoever sits there acts for his own seat alone.
    may_act: bool,
}

/// A game as an audience sees it, written once: as a message for sockets, of which the game is a part for requests.
#[derive(Clone, Debug)]
pub struct Rendered(Utf8Bytes);

/// What a message has before the game.
const BEFORE: &str = r#"{"type":"game","game":"#;

impl Rendered {
    fn new(game: GameView) -> Self {
        let text = serde_json::to_string(&ServerMessage::Game { game: Box::new(game) });
        Self(text.unwrap_or_else(|error| unreachable!("plain data becomes JSON: {error}")).into())
    }

    /// The message for sockets.
    pub fn message(&self) -> Message {
        Message::Text(self.0.clone())
    }

    /// The game alone.
    fn game(&self) -> Bytes {
        let bytes = Bytes::from(self.0.clone());
        bytes.slice(BEFORE.len()..bytes.len() - 1)
    }
}

impl IntoResponse for Rendered {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.game()).into_response()
    }
}

impl Game {
    fn audience(&self, caller: &Caller) -> Audience {
        let held = self.held_by(caller);
        let acts_alone = held.len() > 1 && self.session.has_secrets();
        Audience {
            viewer: self.session.viewer(&held, caller.seat),
            is_owner: self.is_owned_by(caller),
            may_act: self.session.is_live() && (!acts_alone || self.check_turn(caller).is_ok()),
            held,
        }
    }

    /// The game as the caller may see it, written once for all who see the same.
    pub fn rendered(&mut self, caller: &Caller) -> Rendered {
        let (audience, now) = (self.audience(caller), Instant::now());
        let goes_on = self.about.clock.is_some() && !self.session.is_over();
        self.rendered.retain(|(_, at, _)| !goes_on || now.duration_since(*at) < CLOCK);
        if let Some((_, _, rendered)) = self.rendered.iter().find(|(known, ..)| *known == audience) {
            return rendered.clone();
        }
        let rendered = Rendered::new(self.view_for(&audience, now));
        self.rendered.push((audience, now, rendered.clone()));
        rendered
    }

    /// The game as the caller may see it.
    pub fn view(&self, caller: &Caller) -> GameView {
        self.view_for(&self.audience(caller), Instant::now())
    }

    fn view_for(&self, audience: &Audience, now: Instant) -> GameView {
        let Audience { held, viewer, is_owner, may_act } = audience;
        let (about, session, info) = (&self.about, &self.session, self.session.game().info());
        let is_over = session.is_over();
        GameView {
            id: about.id.clone(),
            game: about.game.clone(),
            title: info.title.to_owned(),
            hidden: info.is_hidden(),
            long_turns: info.has_long_turns(),
            variant: about.variant.clone(),
            seats: session.seats().map(|seat| self.seat_view(seat, held, now)).collect(),
            viewer: match viewer {
                Viewer::Seat(seat) => Some(seat.idx()),
                Viewer::Spectator => None,
            },
            invitations: if *is_owner { self.invitations() } else { Vec::new() },
            owner: *is_owner,
            moves: self.played(*viewer),
            position: self
                .position_for(*viewer, session.played().len())
                .unwrap_or_else(|| unreachable!("it is there")),
            result: self.result(),
            live: session.is_live(),
            thinking: self.thinking.clone(),
            can_undo: *may_act && session.may_undo(held),
            can_redo: *may_act && session.may_redo(held),
            within_turn: *may_act && session.is_within_turn(held),
            offer: self.offer.as_ref().map(|offer| OfferView {
                kind: offer.kind,
                by: offer.by.idx(),
                yours: held.contains(&offer.by),
                agreed: held.iter().any(|seat| offer.agreed.contains(seat)),
            }),
            clock: about.clock,
            seed: about.seed.filter(|_| !self.has_secret_seed()),
            start: about.position.clone().filter(|_| !info.is_hidden() || is_over),
            next: about.next.clone(),
            series: about.series.clone(),
            strength: self.strength.filter(|(seat, _)| is_over && held.contains(seat)).map(|(_, told)| told),
            created: about.created,
            updated: about.updated,
            version: self.version,
            you: held.iter().map(|seat| seat.idx()).collect(),
        }
    }

    /// The position after `ply` moves, as the caller may see it.
    pub fn position(&self, caller: &Caller, ply: usize) -> Option<PositionView> {
        self.position_for(self.session.viewer(&self.held_by(caller), caller.seat), ply)
    }

    fn position_for(&self, viewer: Viewer, ply: usize) -> Option<PositionView> {
        let mut position = view::position(self.session.play(), ply, viewer)?;
        if ply == self.session.played().len() && self.session.is_over() {
            position.to_move = None;
            position.legal.clear();
            position.threats.clear();
            position.result = self.result();
        }
        Some(position)
    }

    fn result(&self) -> Option<ResultView> {
        self.session.result().map(view::result)
    }

    fn seat_view(&self, seat: Seat, held: &[Seat], now: Instant) -> SeatView {
        let player = &self.session.players()[seat.idx()];
        SeatView {
            name: self.session.game().seat_name(seat),
            kind: SeatKind::of(player),
            player: player.name(),
            peeks: self.session.peeks(seat),
            yours: held.contains(&seat),
            online: !player.is_human() || self.online[seat.idx()] > 0,
            clock_ms: self.session.clock_ms(seat, now).map(|ms| ms.max(0.0) as i32),
        }
    }

    /// The links of seats that nobody has taken yet.
    fn invitations(&self) -> Vec<Invitation> {
        let people = self.session.players().iter().map(Player::person).enumerate();
        let invited = people.filter_map(|(seat, person)| Some((seat, person?.invitation.clone()?)));
        invited.map(|(seat, token)| Invitation { seat, token }).collect()
    }

    fn played(&self, viewer: Viewer) -> Vec<PlayedView> {
        let game = self.session.game();
        let tells_thoughts = self.session.tells_thoughts();
        let known = self.session.move_texts(viewer).zip(self.session.played()).enumerate();
        known
            .map(|(ply, (text, mv))| {
                let thought = if tells_thoughts { mv.thought } else { Thought::default() };
                PlayedView {
                    text: text.to_owned(),
                    seat: self.session.play().seat_at(ply).map(Seat::idx),
                    ms: mv.ms,
                    value: thought.value(game.n_seats()).map(|value| view::value(game, value)),
                    depth: thought.depth,
                    nodes: thought.nodes,
                }
            })
            .collect()
    }
}
