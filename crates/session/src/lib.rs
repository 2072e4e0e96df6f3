//! A game in progress between people and agents: who sits where, chance, taking back, clocks, ends, records.
//!
//! A [`Session`] decides and changes, and does nothing else: no input or output, no threads, no storage, and no clock but
//! the moments that it is told. The terminal and the server drive the same sessions; agents think, files are written
//! and people are asked outside.

mod clock;
mod played;
mod player;
mod strength;
mod taking_back;
pub mod turns;

use std::sync::Arc;
use std::time::Instant;

use ludwerk_arena::record::{Origin, Record, ResultRecord};
use ludwerk_core::{
    Game as _, MoveError, Notation as _, Observe as _, Playthrough, Returns, Rng, Seat, TimeControl, Turn,
    Viewer, sample_chance,
};
use ludwerk_registry::{AnyGame, AnyMove, Spec};

pub use played::{End, Played, Thought};
pub use player::{Person, Player, inform, inform_anew};
pub use strength::Assessable;

/// A game of agents that is longer than this counts as a draw.
pub const MOST_PLIES: usize = 1000;

/// The reason of a game that was lost on the clock.
const TIME: &str = "time";

/// Chance must not draw from the stream that the start was dealt from.
const CHANCE_STREAM: u64 = u64::MAX;

/// What a session begins or goes on with, besides its position.
#[derive(Clone, Debug)]
pub struct Setting<P> {
    /// Who sits where.
    pub players: Vec<Player<P>>,
    /// Where the start came from.
    pub origin: Origin,
    /// Where chance draws from.
    pub seed: u64,
    /// The clocks, where some run: the time for the game and the increment count.
    pub clock: Option<TimeControl>,
    /// What is known of the moves so far, as many as were played.
    pub played: Vec<Played>,
    /// Moves taken back, the last one taken back last.
    pub undone: Vec<Played>,
    /// An end that does not follow from the moves.
    pub ended: Option<End>,
    /// Whether it tests people, who get no help.
    pub is_test: bool,
    /// Whether moves can be played at all; otherwise it is only looked at.
    pub is_live: bool,
}

impl<P> Setting<P> {
    /// A new game between these.
    pub fn new(players: Vec<Player<P>>, origin: Origin, seed: u64) -> Self {
        Self {
            players,
            origin,
            seed,
            clock: None,
            played: Vec::new(),
            undone: Vec::new(),
            ended: None,
            is_test: false,
            is_live: true,
        }
    }
}

/// A game in progress with its players.
#[derive(Debug)]
pub struct Session<P> {
    /// Shared with the agents that think about it; copied only if it changes meanwhile.
    play: Arc<Playthrough<AnyGame>>,
    setting: Setting<P>,
    turn_began: Instant,
    n_changes: u64,
    unstored_from: usize,
}

impl<P> Session<P> {
    /// A game with the moves that were played so far. Where chance is next, it has drawn.
    pub fn new(play: Playthrough<AnyGame>, setting: Setting<P>, now: Instant) -> Self {
        let unstored_from = setting.played.len();
        let mut session =
            Self { play: Arc::new(play), setting, turn_began: now, n_changes: 0, unstored_from };
        if session.setting.is_live {
            session.settle_chance();
        }
        session
    }

    /// The game as it stands.
    pub fn play(&self) -> &Arc<Playthrough<AnyGame>> {
        &self.play
    }

    /// The rules.
    pub fn game(&self) -> &AnyGame {
        self.play.game()
    }

    /// What it began with, and what is known of it besides its position.
    pub fn setting(&self) -> &Setting<P> {
        &self.setting
    }

    /// What is known of the moves so far.
    pub fn played(&self) -> &[Played] {
        &self.setting.played
    }

    /// Who sits where.
    pub fn players(&self) -> &[Player<P>] {
        &self.setting.players
    }

    /// The same, to be told something new.
    pub fn players_mut(&mut self) -> &mut [Player<P>] {
        &mut self.setting.players
    }

    /// All seats.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<P> {
        Seat::all(self.setting.players.len())
    }

    /// The seats of people.
    pub fn people(&self) -> Vec<Seat> {
        self.seats().filter(|seat| self.players()[seat.idx()].is_human()).collect()
    }

    /// Whether nobody but agents plays.
    pub fn is_among_engines(&self) -> bool {
        !self.players().iter().any(Player::is_human)
    }

    /// Whether it tests people, who get no help.
    pub fn is_test(&self) -> bool {
        self.setting.is_test
    }

    /// From now on it tests people.
    pub fn begin_test(&mut self) {
        self.setting.is_test = true;
    }

    /// Whether moves can be played at all, now or after taking some back.
    pub fn is_live(&self) -> bool {
        self.setting.is_live
    }

    /// Counts the changes of moves and end: what an agent thinks about stays while it does.
    pub fn n_changes(&self) -> u64 {
        self.n_changes
    }

    /// From which ply on the moves are not as they were when [`Session::mark_stored`] was called.
    pub fn unstored_from(&self) -> usize {
        self.unstored_from
    }

    /// All is stored as it is now.
    pub fn mark_stored(&mut self) {
        self.unstored_from = self.played().len();
    }

    /// Whether it is over, by the rules or otherwise.
    pub fn is_over(&self) -> bool {
        self.setting.ended.is_some() || self.play.outcome().is_some()
    }

    /// How it ended, by the rules or otherwise.
    pub fn result(&self) -> Option<End> {
        let by_rules = || Some(End::by_rules(&self.play.outcome()?, self.game().points(self.play.state())));
        self.setting.ended.clone().or_else(by_rules)
    }

    /// The seat to move, as long as moves can be played.
    pub fn to_move(&self) -> Option<Seat> {
        self.play.to_move().filter(|_| self.is_live() && !self.is_over())
    }

    /// The agent that is to move, if it is an agent's turn.
    pub fn engine_to_move(&self) -> Option<(Seat, &Spec)> {
        let seat = self.to_move()?;
        Some((seat, self.players()[seat.idx()].spec()?))
    }

    /// Whether a person is to move.
    pub fn is_human_turn(&self) -> bool {
        self.to_move().is_some_and(|seat| self.players()[seat.idx()].is_human())
    }

    /// Whether the agent of a seat looks at what the seat may not see.
    pub fn peeks(&self, seat: Seat) -> bool {
        matches!(self.players()[seat.idx()], Player::Engine { peeks: true, .. })
    }

    /// Whether there is something that one seat must not see of another.
    pub fn has_secrets(&self) -> bool {
        self.game().info().is_hidden() && !self.is_over()
    }

    /// Whether it may be told what agents think. Thoughts of a secret hand are a secret too, and how long a search was
    /// can tell what is in it; and in a test nobody is helped.
    pub fn tells_thoughts(&self) -> bool {
        self.is_over() || !self.game().info().is_hidden() && !self.is_test()
    }

    /// Through whose eyes whoever holds these seats sees the game: the seat held, or the one of several that is to move.
    /// In a game with secrets several people at one screen must say who sits there (`named`); until they do, they
    /// see what all may see.
    pub fn viewer(&self, held: &[Seat], named: Option<Seat>) -> Viewer {
        let named = named.filter(|seat| held.contains(seat));
        let seat = if held.len() > 1 && self.has_secrets() {
            named
        } else {
            let mover = self.play.to_move().filter(|seat| held.contains(seat));
            named.filter(|_| self.game().info().is_hidden()).or(mover).or(held.first().copied())
        };
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// The texts of the moves as `viewer` may know them; the others are `…`.
    pub fn move_texts(&self, viewer: Viewer) -> impl Iterator<Item = &str> {
        let shown = self.play.moves().iter().enumerate().map(move |(ply, &mv)| {
            self.play.state_at(ply).is_some_and(|before| self.game().shows_move(before, mv, viewer))
        });
        self.played().iter().zip(shown).map(|(mv, is_shown)| if is_shown { &mv.text } else { "…" })
    }

    /// Plays a move, with what its player thought of it, and then chance.
    ///
    /// # Errors
    /// A [`MoveError`], and nothing is changed, when it cannot be played.
    pub fn play_move(&mut self, mv: AnyMove, thought: Thought, now: Instant) -> Result<(), MoveError> {
        if self.is_over() {
            return Err(MoveError::Over);
        }
        let ms = self.turn_ms(now);
        let text = self.push(mv)?;
        self.setting.played.push(Played { text, ms: Some(ms), thought, cpu_ms: None });
        self.setting.undone.clear();
        self.settle_chance();
        self.changed(now);
        Ok(())
    }

    /// Plays a move that is written as text.
    ///
    /// # Errors
    /// A [`MoveError`], and nothing is changed, when it cannot be played.
    pub fn play_text(&mut self, text: &str, now: Instant) -> Result<(), MoveError> {
        if self.is_over() {
            return Err(MoveError::Over);
        }
        let mv = self.game().parse_move(self.play.state(), text)?;
        self.play_move(mv, Thought::default(), now)
    }

    /// Plays a move and gives its text, and does nothing else.
    fn push(&mut self, mv: AnyMove) -> Result<String, MoveError> {
        let ply = self.played().len();
        let play = Arc::make_mut(&mut self.play);
        play.play(mv)?;
        self.unstored_from = self.unstored_from.min(ply);
        Ok(play.move_text(ply).unwrap_or_default())
    }

    /// Takes the last move back, and does nothing else.
    fn pop(&mut self) -> Option<Played> {
        let mv = self.setting.played.pop()?;
        Arc::make_mut(&mut self.play).undo();
        self.unstored_from = self.unstored_from.min(self.played().len());
        Some(mv)
    }

    /// Chance depends on the seed and the ply alone: a restart changes nothing, nor does taking back.
    fn settle_chance(&mut self) {
        while self.play.turn() == Turn::Chance && self.setting.ended.is_none() {
            let seed = Rng::derive(self.setting.seed, CHANCE_STREAM);
            let mut rng = Rng::new(Rng::derive(seed, self.played().len() as u64));
            let mv = sample_chance(self.game(), self.play.state(), &mut rng);
            let Ok(text) = self.push(mv) else { break };
            self.setting.played.push(Played { text, ..Played::default() });
        }
    }

    /// Bookkeeping after moves were played or taken back, or the game has ended.
    fn changed(&mut self, now: Instant) {
        self.turn_began = now;
        self.n_changes += 1;
    }

    /// Ends the game to the loss of a seat; the others share the win.
    pub fn end(&mut self, loser: Seat, reason: &str, now: Instant) {
        self.end_with(Returns::shared(self.game().n_seats(), |seat| seat != loser), reason, now);
    }

    /// Whether agents have played for so long among themselves that it counts as a draw.
    pub fn is_too_long(&self) -> bool {
        self.is_among_engines() && self.played().len() >= MOST_PLIES && !self.is_over()
    }

    /// Ends a game that has become too long.
    pub fn end_too_long(&mut self, now: Instant) {
        self.end_with(Returns::draw(self.game().n_seats()), "ply limit", now);
    }

    fn end_with(&mut self, returns: Returns, reason: &str, now: Instant) {
        let turn_ms = self.setting.clock.map(|_| self.turn_ms(now));
        let returns = returns.as_slice().to_vec();
        self.setting.ended = Some(End { returns, points: None, reason: reason.to_owned(), turn_ms });
        self.changed(now);
    }
}

impl<P: Person> Session<P> {
    /// The game as a record.
    pub fn record(&self) -> Record {
        let details: Vec<_> =
            self.played().iter().enumerate().map(|(ply, mv)| mv.detail(self.play.seat_at(ply))).collect();
        let names = self.players().iter().map(Player::name).collect();
        let mut record = Record::of_play(&self.play, &details, self.setting.origin, names);
        record.peeks = self.seats().filter(|&seat| self.peeks(seat)).map(Seat::idx).collect();
        if let Some(End { returns, points, reason, .. }) = self.setting.ended.clone() {
            record.result = Some(ResultRecord { returns, points, reason, output: None });
        }
        record
    }
}
