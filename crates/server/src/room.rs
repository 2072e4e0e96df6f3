//! One game: who sits where, the moves, and what a caller may do and see. No input or output.
//!
//! A caller is whoever shows a key. A key holds one seat or several (two people at one screen), or none
//! but the game itself (its maker, while others play).

mod strength;
mod taking_back;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludwerk_arena::PlayedMove;
use ludwerk_arena::record::{Origin, Record, ResultRecord};
use ludwerk_core::{
    Clock, Deal as _, Game as _, Notation as _, Playthrough, Returns, Rng, Seat, TimeControl, Turn, Viewer,
    sample_chance,
};
use ludwerk_registry::{AnyGame, AnyMove};

use crate::dto::{
    GameView, Invitation, OfferKind, OfferView, PlayedView, PositionView, ResultView, SeatKind, SeatView,
    StrengthView, ThinkingView,
};
use crate::error::{ApiError, ApiResult};
use crate::store::{Player, StoredEnd, StoredGame, StoredMove, Thought};
use crate::{keys, turns, view};

pub use strength::ToAssess;

/// Who asks for something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caller {
    /// A key, or nothing for someone who only looks.
    pub key: Option<String>,
    /// Which of several seats with one key sits at the screen now. Only a game with secrets asks for it.
    pub seat: Option<Seat>,
}

impl Caller {
    /// Whoever shows this key.
    pub fn with_key(key: String) -> Self {
        Self { key: Some(key), seat: None }
    }
}

/// A game in memory.
pub struct Room {
    /// What is stored besides the moves.
    pub stored: StoredGame,
    play: Playthrough<AnyGame>,
    moves: Vec<StoredMove>,
    /// The first ply that is not stored as it is now.
    changed_from: usize,
    turn_began: Instant,
    offer: Option<Offer>,
    /// What the agent to move is thinking.
    pub thinking: Option<ThinkingView>,
    /// Stops the agent that is at work, if one is.
    pub at_work: Option<Arc<AtomicBool>>,
    /// Set once this is no longer the game that is stored; whoever still holds it must look again.
    pub is_dead: bool,
    /// Counts the changes of moves and end alone: what an agent thinks about stays while it does.
    moves_version: u64,
    /// How many sockets each seat's key has open.
    online: Vec<usize>,
    version: u64,
    /// Whether the game was handed out to be looked at for the strength of its player.
    is_assessed: bool,
    /// What came out, and for which seat.
    strength: Option<(Seat, StrengthView)>,
}

/// What one player asks of the others.
#[derive(Clone, Debug)]
struct Offer {
    kind: OfferKind,
    by: Seat,
    /// Seats whose holders have agreed.
    agreed: Vec<Seat>,
}

/// Chance must not draw from the stream that the start was dealt from.
const CHANCE_STREAM: u64 = u64::MAX;

impl Room {
    /// A game with its moves, replayed. Chance is settled; nothing is stored yet.
    pub fn new(game: AnyGame, stored: StoredGame, moves: Vec<StoredMove>) -> ApiResult<Self> {
        let start = match (&stored.setup, &stored.position) {
            (Some(setup), _) => game.parse_setup(setup)?,
            (None, Some(position)) => game.parse_position(position)?,
            (None, None) => game.start(&mut Rng::new(stored.seed.unwrap_or(0))),
        };
        let mut play = Playthrough::new(game, start);
        for mv in &moves {
            play.play_text(&mv.text)?;
        }
        let mut room = Self {
            changed_from: moves.len(),
            online: vec![0; stored.seats.len()],
            stored,
            play,
            moves,
            turn_began: Instant::now(),
            offer: None,
            thinking: None,
            at_work: None,
            is_dead: false,
            moves_version: 0,
            // Later than any that was told before a restart: nobody changes a game a million times a second.
            version: keys::now_us(),
            is_assessed: false,
            strength: None,
        };
        if room.is_live() {
            room.settle_chance();
        }
        room.refresh_result();
        Ok(room)
    }

    /// The game as it stands.
    pub fn play(&self) -> &Playthrough<AnyGame> {
        &self.play
    }

    /// The moves as they are stored.
    pub fn moves(&self) -> &[StoredMove] {
        &self.moves
    }

    /// Counts the changes.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Counts the changes of moves and end.
    pub fn moves_version(&self) -> u64 {
        self.moves_version
    }

    /// From which ply on the moves are to be stored again.
    pub fn changed_from(&self) -> usize {
        self.changed_from
    }

    /// All is stored as it is now.
    pub fn mark_stored(&mut self) {
        self.changed_from = self.moves.len();
    }

    /// Takes the place of a room whose changes could not be stored: whoever is there stays.
    pub fn replace(&mut self, mut stored: Self) {
        std::mem::swap(&mut stored.online, &mut self.online);
        stored.version = stored.version.max(self.version + 1);
        *self = stored;
    }

    /// Tells the agent that is at work to stop; nobody waits for its answer any more.
    pub fn stop_agent(&mut self) {
        if let Some(stop) = self.at_work.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the present turn is the one after so many moves: then it begins now.
    pub fn begin_turn(&mut self, n_moves: usize) {
        if self.moves.len() == n_moves && !self.is_over() {
            self.turn_began = Instant::now();
        }
    }

    /// Whether moves can be played at all, now or after taking some back.
    fn is_live(&self) -> bool {
        !self.stored.imported
    }

    /// Whether it is over, by the rules or otherwise.
    pub fn is_over(&self) -> bool {
        self.stored.ended.is_some() || self.play.outcome().is_some()
    }

    /// The agent that is to move, if it is an agent's turn.
    pub fn engine_to_move(&self) -> Option<(Seat, &str)> {
        let seat = self.play.to_move().filter(|_| self.is_live() && !self.is_over())?;
        match &self.stored.seats[seat.idx()] {
            Player::Engine { spec, .. } => Some((seat, spec)),
            Player::Human { .. } => None,
        }
    }

    /// Whether the agent of a seat looks at what the seat may not see.
    pub fn peeks(&self, seat: Seat) -> bool {
        matches!(self.stored.seats[seat.idx()], Player::Engine { peeks: true, .. })
    }

    /// Whether nobody but agents plays.
    pub fn is_among_engines(&self) -> bool {
        self.stored.seats.iter().all(|player| matches!(player, Player::Engine { .. }))
    }

    /// The seats that a caller holds.
    pub fn held_by(&self, caller: &Caller) -> Vec<Seat> {
        let Some(key) = &caller.key else { return Vec::new() };
        let holds = |seat: &Seat| match &self.stored.seats[seat.idx()] {
            Player::Human { token, .. } => keys::is_same(token, key),
            Player::Engine { .. } => false,
        };
        Seat::all(self.stored.seats.len()).filter(holds).collect()
    }

    /// Whether the caller made the game.
    pub fn is_owned_by(&self, caller: &Caller) -> bool {
        caller.key.as_ref().is_some_and(|key| keys::is_same(&self.stored.owner, key))
    }

    /// Takes the seat of an invitation: gives the key that holds it from now on. The link opens it no more, so that nobody
    /// who has seen the link, its maker included, can look over the guest's shoulder.
    pub fn accept_invitation(&mut self, link: &str) -> ApiResult<String> {
        for player in &mut self.stored.seats {
            if let Player::Human { token, invitation, .. } = player
                && invitation.as_ref().is_some_and(|invitation| keys::is_same(invitation, link))
            {
                *invitation = None;
                *token = keys::token();
                let key = token.clone();
                self.touch();
                return Ok(key);
            }
        }
        Err(ApiError::new(
            axum::http::StatusCode::GONE,
            "taken",
            "this link was used already, or is not of this game",
        )
        .hint("a link is for one person; ask for a new game, or watch as a spectator"))
    }

    /// A key that opens nothing here is a mistake, not a spectator.
    pub fn check_key(&self, caller: &Caller) -> ApiResult<()> {
        if caller.key.is_none() || self.is_owned_by(caller) || !self.held_by(caller).is_empty() {
            return Ok(());
        }
        Err(ApiError::new(
            axum::http::StatusCode::UNAUTHORIZED,
            "unknown_key",
            "this key holds no seat in this game",
        )
        .hint("use the link that you were given, or watch without a key"))
    }

    /// Through whose eyes the caller sees the game: the seat held, or the one of several that is to move. In a game with
    /// secrets several people at one screen must say who sits there; until they do, they see what all may see.
    pub fn viewer(&self, caller: &Caller) -> Viewer {
        let held = self.held_by(caller);
        let named = caller.seat.filter(|seat| held.contains(seat));
        let seat = if held.len() > 1 && self.has_secrets() {
            named
        } else {
            let mover = self.play.to_move().filter(|seat| held.contains(seat));
            named.filter(|_| self.play.game().info().is_hidden()).or(mover).or(held.first().copied())
        };
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// Whether there is something that one seat must not see of another.
    fn has_secrets(&self) -> bool {
        self.play.game().info().is_hidden() && !self.is_over()
    }

    /// The seat to move, which must be the caller's: the one at the screen, where that matters.
    fn check_turn(&self, caller: &Caller) -> ApiResult<Seat> {
        let held = self.held_by(caller);
        let Some(seat) = self.play.to_move().filter(|seat| held.contains(seat)) else {
            return Err(ApiError::forbidden("not_your_turn", "it is not your turn"));
        };
        if self.has_secrets() && self.viewer(caller) != Viewer::Seat(seat) {
            let name = self.play.game().seat_name(seat);
            let problem = format!("{name} is to move, and another seat is at the screen");
            return Err(ApiError::forbidden("not_your_turn", problem)
                .hint("say in the header Ludwerk-Seat which seat sits at the screen"));
        }
        Ok(seat)
    }

    fn check_seated(&self, caller: &Caller) -> ApiResult<Vec<Seat>> {
        self.check_key(caller)?;
        let held = self.held_by(caller);
        if held.is_empty() {
            return Err(ApiError::forbidden("not_seated", "only those who play may do this")
                .hint("use the link of your seat"));
        }
        if !self.is_live() {
            return Err(ApiError::conflict(
                "imported",
                "this game was imported: it can be viewed, not played",
            ));
        }
        Ok(held)
    }

    /// What would make the result of a series worth less is refused.
    pub fn check_alone(&self, problem: &str) -> ApiResult<()> {
        match self.stored.series {
            Some(_) => Err(ApiError::conflict("series", problem)),
            None => Ok(()),
        }
    }

    /// Whether it may be told what agents think. Thoughts of a secret hand are a secret too, and how long a search was
    /// can tell what is in it; and in a test nobody is helped.
    pub fn tells_thoughts(&self) -> bool {
        self.is_over() || !self.play.game().info().is_hidden() && self.stored.series.is_none()
    }

    fn check_ply(&self, ply: usize) -> ApiResult<()> {
        if ply == self.moves.len() {
            return Ok(());
        }
        let now = self.moves.len();
        Err(ApiError::conflict(
            "stale",
            format!("the game has {now} moves, and the request is for move {ply}"),
        )
        .hint("load the game again"))
    }

    /// Plays a person's move.
    pub fn play_text(&mut self, caller: &Caller, text: &str, ply: usize) -> ApiResult<()> {
        self.check_seated(caller)?;
        self.check_ply(ply)?;
        self.end_by_time();
        if self.is_over() {
            return Err(ludwerk_core::MoveError::Over.into());
        }
        self.check_turn(caller)?;
        let mv = self.play.game().parse_move(self.play.state(), text)?;
        self.push(mv, Thought::default())
    }

    /// The game for someone who is to move and would like a hint.
    pub fn for_hint(&self, caller: &Caller, ply: usize) -> ApiResult<Playthrough<AnyGame>> {
        self.check_seated(caller)?;
        self.check_alone("there are no hints in a series")?;
        self.check_ply(ply)?;
        if self.is_over() {
            return Err(ApiError::conflict("over", "the game is over"));
        }
        self.check_turn(caller)?;
        Ok(self.play.clone())
    }

    /// Plays the move of the agent that is to move.
    pub fn play_engine(&mut self, mv: AnyMove, thought: Thought) -> ApiResult<()> {
        self.end_by_time();
        if self.is_over() { Ok(()) } else { self.push(mv, thought) }
    }

    fn push(&mut self, mv: AnyMove, thought: Thought) -> ApiResult<()> {
        let ms = self.turn_ms();
        self.play.play(mv)?;
        let text = self.play.move_text(self.moves.len()).unwrap_or_default();
        self.moves.push(StoredMove { text, ms: Some(ms), thought });
        self.stored.undone.clear();
        self.settle_chance();
        self.changed();
        Ok(())
    }

    /// Chance depends on the seed and the ply alone: a restart changes nothing, nor does taking back.
    fn settle_chance(&mut self) {
        while self.play.turn() == Turn::Chance && self.stored.ended.is_none() {
            let seed = Rng::derive(self.stored.seed.unwrap_or(0), CHANCE_STREAM);
            let mut rng = Rng::new(Rng::derive(seed, self.moves.len() as u64));
            let mv = sample_chance(self.play.game(), self.play.state(), &mut rng);
            let text = self.play.game().move_text(self.play.state(), mv);
            if self.play.play(mv).is_err() {
                break;
            }
            self.changed_from = self.changed_from.min(self.moves.len());
            self.moves.push(StoredMove { text, ms: None, thought: Thought::default() });
        }
    }

    /// Bookkeeping after moves were played or taken back.
    fn changed(&mut self) {
        self.changed_from = self.changed_from.min(self.moves.len().saturating_sub(1));
        self.turn_began = Instant::now();
        self.offer = None;
        self.thinking = None;
        self.moves_version += 1;
        self.touch();
    }

    /// Bookkeeping after any change.
    pub fn touch(&mut self) {
        self.version += 1;
        self.stored.updated = keys::now_ms();
        self.refresh_result();
    }

    fn refresh_result(&mut self) {
        self.stored.plies = self.moves.len();
        self.stored.result = self.result().map(|end| StoredEnd {
            returns: end.returns,
            points: end.points,
            reason: end.reason,
            turn_ms: None,
        });
    }

    fn result(&self) -> Option<ResultView> {
        let game = self.play.game();
        match (&self.stored.ended, self.play.outcome()) {
            (Some(end), _) => Some(view::ended(&end.returns, end.points.clone(), &end.reason)),
            (None, Some(outcome)) => Some(view::result(&outcome, game.points(self.play.state()))),
            (None, None) => None,
        }
    }

    /// Gives the game up for a seat.
    pub fn resign(&mut self, caller: &Caller, seat: usize) -> ApiResult<()> {
        let held = self.check_seated(caller)?;
        let seat = held.into_iter().find(|held| held.idx() == seat);
        let seat = seat.ok_or_else(|| ApiError::forbidden("not_your_seat", "this seat is not yours"))?;
        if self.is_over() {
            return Err(ApiError::conflict("over", "the game is over"));
        }
        self.end(seat, "resignation");
        Ok(())
    }

    /// Ends the game to the loss of a seat; the others share the win.
    pub fn end(&mut self, loser: Seat, reason: &str) {
        self.end_with(Returns::shared(self.play.game().n_seats(), |seat| seat != loser), reason);
    }

    /// Ends a game that has become too long.
    pub fn end_too_long(&mut self) {
        self.end_with(Returns::draw(self.play.game().n_seats()), "ply limit");
    }

    fn end_with(&mut self, returns: Returns, reason: &str) {
        let turn_ms = self.stored.clock.map(|_| self.turn_ms());
        let returns = returns.as_slice().to_vec();
        self.stored.ended = Some(StoredEnd { returns, points: None, reason: reason.to_owned(), turn_ms });
        self.changed();
    }

    /// How long whoever is to move has been thinking.
    fn turn_ms(&self) -> f64 {
        (self.turn_began.elapsed().as_secs_f64() * 1e6).round() / 1e3
    }

    /// What is left on the clock of a seat; below zero once it has run out. The first move of each seat is free, so that
    /// nobody loses before he has come.
    fn clock_ms(&self, seat: Seat) -> Option<f64> {
        let clock = self.stored.clock?;
        let own = || (0..self.moves.len()).filter(|&ply| self.play.seat_at(ply) == Some(seat));
        let gained = f64::from(clock.increment_seconds) * 1e3;
        let gain = |ply| if turns::ends_turn(&self.play, ply) { gained } else { 0.0 };
        let spent: f64 = own().skip(1).map(|ply| self.moves[ply].ms.unwrap_or(0.0) - gain(ply)).sum();
        let now = match &self.stored.ended {
            _ if self.play.to_move() != Some(seat) || own().next().is_none() => 0.0,
            Some(end) => end.turn_ms.unwrap_or(0.0),
            None => self.turn_ms(),
        };
        Some(f64::from(clock.base_seconds) * 1e3 - spent - now)
    }

    /// How long whoever is to move has left; `None` while no clock runs.
    pub fn time_left(&self) -> Option<Duration> {
        let seat = self.play.to_move().filter(|_| !self.is_over())?;
        (0..self.moves.len()).find(|&ply| self.play.seat_at(ply) == Some(seat))?;
        Some(Duration::try_from_secs_f64(self.clock_ms(seat)?.max(0.0) / 1e3).unwrap_or_default())
    }

    /// The clocks as an agent is told them; `None` while no clock runs for whoever is to move.
    pub fn clock(&self) -> Option<Clock> {
        self.time_left()?;
        let clock = self.stored.clock?;
        let left_ms = |seat| self.clock_ms(seat).unwrap_or_default().max(0.0);
        let left = |seat| Duration::try_from_secs_f64(left_ms(seat) / 1e3).unwrap_or_default();
        let control = TimeControl {
            per_move: None,
            game: Some(Duration::from_secs(clock.base_seconds.into())),
            increment: Duration::from_secs(clock.increment_seconds.into()),
        };
        let left = Seat::all(self.play.game().n_seats()).map(left).collect();
        Some(Clock { control, left, margin: Duration::ZERO })
    }

    /// Ends the game if the clock of whoever is to move has run out; whether it has.
    pub fn end_by_time(&mut self) -> bool {
        match (self.time_left(), self.play.to_move()) {
            (Some(left), Some(seat)) if left.is_zero() => {
                self.end(seat, TIME);
                true
            }
            _ => false,
        }
    }

    /// A socket of this caller was opened or closed; whether others see a difference.
    pub fn count_online(&mut self, caller: &Caller, opened: bool) -> bool {
        let mut differs = false;
        for seat in self.held_by(caller) {
            let before = self.online[seat.idx()];
            self.online[seat.idx()] = if opened { before + 1 } else { before.saturating_sub(1) };
            differs |= (before == 0) != (self.online[seat.idx()] == 0);
        }
        if differs {
            self.version += 1;
        }
        differs
    }

    /// The position after `ply` moves, as the caller may see it.
    pub fn position(&self, caller: &Caller, ply: usize) -> Option<PositionView> {
        let mut position = view::position(&self.play, ply, self.viewer(caller))?;
        if ply == self.moves.len() && self.is_over() {
            position.to_move = None;
            position.legal.clear();
            position.threats.clear();
            position.result = self.result();
        }
        Some(position)
    }

    /// The game as the caller may see it.
    pub fn view(&self, caller: &Caller) -> GameView {
        let game = self.play.game();
        let held = self.held_by(caller);
        let (viewer, owner) = (self.viewer(caller), self.is_owned_by(caller));
        let is_over = self.is_over();
        // Where several people have secrets from each other, whoever sits there acts for his own seat alone.
        let may_act =
            self.is_live() && (held.len() < 2 || !self.has_secrets() || self.check_turn(caller).is_ok());
        // While a game with secrets or luck goes on, its seed would tell what is to come.
        let seed_is_secret = (game.info().is_hidden() || game.info().has_chance()) && !is_over;
        GameView {
            id: self.stored.id.clone(),
            game: self.stored.game.clone(),
            title: game.info().title.to_owned(),
            hidden: game.info().is_hidden(),
            long_turns: game.info().has_long_turns(),
            variant: self.stored.variant.clone(),
            seats: Seat::all(self.stored.seats.len()).map(|seat| self.seat_view(seat, &held)).collect(),
            viewer: match viewer {
                Viewer::Seat(seat) => Some(seat.idx()),
                Viewer::Spectator => None,
            },
            invitations: if owner { self.invitations() } else { Vec::new() },
            owner,
            moves: self.played(viewer),
            position: self.position(caller, self.moves.len()).unwrap_or_else(|| unreachable!("it is there")),
            result: self.result(),
            live: self.is_live(),
            thinking: self.thinking.clone(),
            can_undo: may_act && self.undo_target(&held).is_some(),
            can_redo: may_act && self.may_redo(&held),
            within_turn: may_act && self.is_within_turn(&held),
            offer: self.offer.as_ref().map(|offer| OfferView {
                kind: offer.kind,
                by: offer.by.idx(),
                yours: held.contains(&offer.by),
                agreed: held.iter().any(|seat| offer.agreed.contains(seat)),
            }),
            clock: self.stored.clock,
            seed: self.stored.seed.filter(|_| !seed_is_secret),
            start: self.stored.position.clone().filter(|_| !game.info().is_hidden() || is_over),
            next: self.stored.next.clone(),
            series: self.stored.series.clone(),
            strength: self.strength.filter(|(seat, _)| is_over && held.contains(seat)).map(|(_, told)| told),
            created: self.stored.created,
            updated: self.stored.updated,
            version: self.version,
            you: held.into_iter().map(Seat::idx).collect(),
        }
    }

    fn seat_view(&self, seat: Seat, held: &[Seat]) -> SeatView {
        let (kind, player, online) = match &self.stored.seats[seat.idx()] {
            Player::Human { name, .. } => (SeatKind::Human, name.clone(), self.online[seat.idx()] > 0),
            Player::Engine { spec, .. } => (SeatKind::Engine, spec.clone(), true),
        };
        SeatView {
            name: self.play.game().seat_name(seat),
            kind,
            player,
            peeks: self.peeks(seat),
            yours: held.contains(&seat),
            online,
            clock_ms: self.clock_ms(seat).map(|ms| ms.max(0.0) as i32),
        }
    }

    /// The links of seats that nobody has taken yet.
    fn invitations(&self) -> Vec<Invitation> {
        let invited = |(seat, player): (Seat, &Player)| match player {
            Player::Human { invitation: Some(token), .. } => {
                Some(Invitation { seat: seat.idx(), token: token.clone() })
            }
            _ => None,
        };
        Seat::all(self.stored.seats.len()).zip(&self.stored.seats).filter_map(invited).collect()
    }

    fn played(&self, viewer: Viewer) -> Vec<PlayedView> {
        let game = self.play.game();
        let tells_thoughts = self.tells_thoughts();
        let texts = self.play.move_texts_for(viewer);
        let known = texts.into_iter().zip(&self.moves).enumerate();
        known
            .map(|(ply, (text, mv))| {
                let thought = if tells_thoughts { mv.thought } else { Thought::default() };
                PlayedView {
                    text,
                    seat: self.play.seat_at(ply).map(Seat::idx),
                    ms: mv.ms,
                    value: thought.value(game.n_seats()).map(|value| view::value(game, value)),
                    depth: thought.depth,
                    nodes: thought.nodes,
                }
            })
            .collect()
    }

    /// The game as a record.
    ///
    /// # Errors
    /// While it would tell a secret.
    pub fn record(&self) -> ApiResult<Record> {
        let info = self.play.game().info();
        if info.is_hidden() && !self.is_over() {
            return Err(ApiError::conflict(
                "secret",
                "the record of a game with secrets is given once it is over",
            ));
        }
        let details: Vec<_> = self.moves.iter().enumerate().map(|(ply, mv)| self.detail(ply, mv)).collect();
        let seed = self.stored.seed.filter(|_| !info.has_chance() || self.is_over());
        let origin = Origin { seed, is_position: self.stored.position.is_some() };
        let names = self.stored.seats.iter().map(|player| match player {
            Player::Human { name, .. } => name.clone(),
            Player::Engine { spec, .. } => spec.clone(),
        });
        let mut record = Record::of_play(&self.play, &details, origin, names.collect());
        let peeking = Seat::all(self.stored.seats.len()).filter(|&seat| self.peeks(seat));
        record.peeks = peeking.map(Seat::idx).collect();
        if let Some(end) = &self.stored.ended {
            record.result = Some(ResultRecord {
                returns: end.returns.clone(),
                points: end.points.clone(),
                reason: end.reason.clone(),
                output: None,
            });
        }
        Ok(record)
    }

    fn detail(&self, ply: usize, mv: &StoredMove) -> PlayedMove {
        let seat = self.play.seat_at(ply).filter(|_| mv.ms.is_some());
        let time = Duration::try_from_secs_f64(mv.ms.unwrap_or(0.0) / 1e3).unwrap_or_default();
        PlayedMove { seat, time, cpu: None, value: mv.thought.value }
    }
}

/// The reason of a game that was lost on the clock.
const TIME: &str = "time";
