//! One game with the keys of its seats: what a caller may do, on top of the [`Session`] that plays. No input or output.
//!
//! A caller is whoever shows a key. A key holds one seat or several (two people at one screen), or none
//! but the game itself (its maker, while others play).

mod offers;
mod shown;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludwerk_arena::record::{Origin, Record};
use ludwerk_core::{
    Deal as _, Game as _, MoveError, Notation as _, Playthrough, Rng, Seat, TimeControl, Viewer,
};
use ludwerk_registry::{AnyGame, AnyMove};
use ludwerk_session::{Assessable, Played, Session, Setting, Thought};

use crate::dto::{StrengthView, ThinkingView};
use crate::error::{ApiError, ApiResult};
use crate::keys;
use crate::store::{About, Person, StoredGame};
use offers::Offer;

pub use shown::Rendered;

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
pub struct Game {
    /// What is stored besides players, moves and ends.
    pub about: About,
    session: Session<Person>,
    offer: Option<Offer>,
    /// What the agent to move is thinking.
    thinking: Option<ThinkingView>,
    /// Stops the agent that is at work, if one is.
    pub at_work: Option<Arc<AtomicBool>>,
    /// Set once this is no longer the game that is stored; whoever still holds it must look again.
    pub is_dead: bool,
    /// How many sockets each seat's key has open.
    online: Vec<usize>,
    version: u64,
    /// Whether the game was handed out to be looked at for the strength of its player.
    is_assessed: bool,
    /// What came out, and for which seat.
    strength: Option<(Seat, StrengthView)>,
    /// The game as it is now, as it was written for each audience.
    rendered: Vec<(shown::Audience, Instant, Rendered)>,
}

/// A game that has ended, to be looked at for the strength of a person.
pub struct ToAssess {
    /// The game's address.
    pub id: String,
    /// The game.
    pub game: Assessable,
    /// The person's key.
    pub player: String,
}

impl Game {
    /// A game with its moves, replayed. Chance is settled; nothing is stored yet.
    pub fn new(game: AnyGame, stored: StoredGame, played: Vec<Played>) -> ApiResult<Self> {
        let StoredGame { about, seats, undone, ended, .. } = stored;
        let start = match (&about.setup, &about.position) {
            (Some(setup), _) => game.parse_setup(setup)?,
            (None, Some(position)) => game.parse_position(position)?,
            (None, None) => game.start(&mut Rng::new(about.seed.unwrap_or(0))),
        };
        let mut play = Playthrough::new(game, start);
        for mv in &played {
            play.play_text(&mv.text)?;
        }
        let clock = about.clock.map(|clock| TimeControl {
            per_move: None,
            game: Some(Duration::from_secs(clock.base_seconds.into())),
            increment: Duration::from_secs(clock.increment_seconds.into()),
        });
        let setting = Setting {
            players: seats,
            origin: Origin { seed: about.seed, is_position: about.position.is_some() },
            seed: about.seed.unwrap_or(0),
            clock,
            played,
            undone,
            ended,
            is_test: about.series.is_some(),
            is_live: !about.imported,
        };
        let session = Session::new(play, setting, Instant::now());
        Ok(Self {
            online: vec![0; session.players().len()],
            about,
            session,
            offer: None,
            thinking: None,
            at_work: None,
            is_dead: false,
            // Later than any that was told before a restart: nobody changes a game a million times a second.
            version: keys::now_us(),
            is_assessed: false,
            strength: None,
            rendered: Vec::new(),
        })
    }

    /// The game between its players.
    pub fn session(&self) -> &Session<Person> {
        &self.session
    }

    /// All of it but the moves, as it is stored.
    pub fn stored(&self) -> StoredGame {
        let setting = self.session.setting();
        StoredGame {
            about: self.about.clone(),
            seats: setting.players.clone(),
            undone: setting.undone.clone(),
            ended: setting.ended.clone(),
            result: self.session.result(),
            plies: setting.played.len(),
        }
    }

    /// Counts the changes.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// All is stored as it is now.
    pub fn mark_stored(&mut self) {
        self.session.mark_stored();
    }

    /// Takes the place of a game whose changes could not be stored: whoever is there stays.
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
        self.session.begin_turn(n_moves, Instant::now());
    }

    /// What the agent to move is thinking, while `n_moves` moves have been played.
    pub fn set_thinking(&mut self, thinking: ThinkingView, n_moves: usize) {
        if self.session.played().len() == n_moves {
            self.thinking = Some(thinking);
            self.rendered.clear();
        }
    }

    /// The seats that a caller holds.
    pub fn held_by(&self, caller: &Caller) -> Vec<Seat> {
        let Some(key) = &caller.key else { return Vec::new() };
        let holds = |seat: &Seat| {
            let person = self.session.players()[seat.idx()].person();
            person.is_some_and(|person| keys::is_same(&person.token, key))
        };
        self.session.seats().filter(holds).collect()
    }

    /// Whether the caller made the game.
    pub fn is_owned_by(&self, caller: &Caller) -> bool {
        caller.key.as_ref().is_some_and(|key| keys::is_same(&self.about.owner, key))
    }

    /// Takes the seat of an invitation: gives the key that holds it from now on. The link opens it no more, so that nobody
    /// who has seen the link, its maker included, can look over the guest's shoulder.
    pub fn accept_invitation(&mut self, link: &str) -> ApiResult<String> {
        let is_invited = |person: &&mut Person| {
            person.invitation.as_ref().is_some_and(|invitation| keys::is_same(invitation, link))
        };
        let mut people = self.session.players_mut().iter_mut().filter_map(|player| player.person_mut());
        let Some(person) = people.find(is_invited) else {
            return Err(ApiError::new(
                axum::http::StatusCode::GONE,
                "taken",
                "this link was used already, or is not of this game",
            )
            .hint("a link is for one person; ask for a new game, or watch as a spectator"));
        };
        person.invitation = None;
        person.token = keys::token();
        let key = person.token.clone();
        self.touch();
        Ok(key)
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

    /// The seat to move, which must be the caller's: the one at the screen, where that matters.
    fn check_turn(&self, caller: &Caller) -> ApiResult<Seat> {
        let held = self.held_by(caller);
        let Some(seat) = self.session.play().to_move().filter(|seat| held.contains(seat)) else {
            return Err(ApiError::forbidden("not_your_turn", "it is not your turn"));
        };
        if self.session.has_secrets() && self.session.viewer(&held, caller.seat) != Viewer::Seat(seat) {
            let name = self.session.game().seat_name(seat);
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
        self.check_live()?;
        Ok(held)
    }

    /// A game that was imported is only for looking.
    pub fn check_live(&self) -> ApiResult<()> {
        if self.session.is_live() {
            return Ok(());
        }
        Err(ApiError::conflict("imported", "this game was imported: it can be viewed, not played"))
    }

    /// What would make the result of a series worth less is refused.
    pub fn check_alone(&self, problem: &str) -> ApiResult<()> {
        if self.session.is_test() { Err(ApiError::conflict("series", problem)) } else { Ok(()) }
    }

    fn check_ply(&self, ply: usize) -> ApiResult<()> {
        let now = self.session.played().len();
        if ply == now {
            return Ok(());
        }
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
        if self.session.is_over() {
            return Err(MoveError::Over.into());
        }
        self.check_turn(caller)?;
        self.session.play_text(text, Instant::now())?;
        self.changed();
        Ok(())
    }

    /// The game for someone who is to move and would like a hint.
    pub fn for_hint(&self, caller: &Caller, ply: usize) -> ApiResult<Arc<Playthrough<AnyGame>>> {
        self.check_seated(caller)?;
        self.check_alone("there are no hints in a series")?;
        self.check_ply(ply)?;
        if self.session.is_over() {
            return Err(ApiError::conflict("over", "the game is over"));
        }
        self.check_turn(caller)?;
        Ok(Arc::clone(self.session.play()))
    }

    /// Plays the move of the agent of `seat`, which is to move; without a move it has broken down, and loses.
    pub fn play_engine(&mut self, seat: Seat, decided: Result<(AnyMove, Thought), String>) {
        self.end_by_time();
        if self.session.is_over() {
            return;
        }
        let now = Instant::now();
        let played = decided.and_then(|(mv, thought)| {
            self.session.play_move(mv, thought, now).map_err(|error| error.to_string())
        });
        if let Err(reason) = played {
            // An agent that breaks down loses; the game does not hang.
            let name = self.session.players()[seat.idx()].name();
            tracing::warn!("{name} broke down: {reason}");
            self.session.end(seat, "breakdown", now);
        }
        if self.session.is_too_long() {
            self.session.end_too_long(now);
        }
        self.changed();
    }

    /// Gives the game up for a seat.
    pub fn resign(&mut self, caller: &Caller, seat: usize) -> ApiResult<()> {
        let held = self.check_seated(caller)?;
        let seat = held.into_iter().find(|held| held.idx() == seat);
        let seat = seat.ok_or_else(|| ApiError::forbidden("not_your_seat", "this seat is not yours"))?;
        if self.session.is_over() {
            return Err(ApiError::conflict("over", "the game is over"));
        }
        self.session.end(seat, "resignation", Instant::now());
        self.changed();
        Ok(())
    }

    /// Ends the game if the clock of whoever is to move has run out.
    pub fn end_by_time(&mut self) {
        if self.session.end_by_time(Instant::now()) {
            self.changed();
        }
    }

    /// Bookkeeping after moves were played or taken back, or the game has ended.
    fn changed(&mut self) {
        self.offer = None;
        self.thinking = None;
        self.touch();
    }

    /// Bookkeeping after any change that is stored.
    pub fn touch(&mut self) {
        self.about.updated = keys::now_ms();
        self.tell();
    }

    /// Bookkeeping after anything that others see.
    fn tell(&mut self) {
        self.version += 1;
        self.rendered.clear();
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
            self.tell();
        }
        differs
    }

    /// The game, once it is over, for somebody to look at it: once only, and only if one of its people is to be
    /// remembered.
    pub fn take_for_assessment(&mut self) -> Option<ToAssess> {
        if self.is_assessed {
            return None;
        }
        let mut people = self.session.seats().zip(self.session.players());
        let (seat, player) =
            people.find_map(|(seat, player)| Some((seat, player.person()?.player.clone()?)))?;
        let game = self.session.assessable(seat)?;
        self.is_assessed = true;
        Some(ToAssess { id: self.about.id.clone(), game, player })
    }

    /// Tells what came out.
    pub fn set_strength(&mut self, seat: Seat, strength: StrengthView) {
        self.strength = Some((seat, strength));
        self.tell();
    }

    /// The game as a record.
    ///
    /// # Errors
    /// While it would tell a secret.
    pub fn record(&self) -> ApiResult<Record> {
        if self.session.has_secrets() {
            return Err(ApiError::conflict(
                "secret",
                "the record of a game with secrets is given once it is over",
            ));
        }
        let record = self.session.record();
        Ok(Record { seed: record.seed.filter(|_| !self.has_secret_seed()), ..record })
    }

    /// While a game with secrets or luck goes on, its seed would tell what is to come.
    fn has_secret_seed(&self) -> bool {
        let info = self.session.game().info();
        (info.is_hidden() || info.has_chance()) && !self.session.is_over()
    }
}
