//! The board as a controller sees it: moves by colour, silent passes, one step back at a time.
//!
//! Our rules let a colour that can do nothing pass, ply by ply; many programs just leave it out. Where the dialect
//! says so, such passes are played as soon as a later colour is named, and belong to that colour's step.

use ludwerk_core::{Game, Keyed, MoveError, MoveHints, Notation, Playthrough, Rng, Seat, Turn};

use crate::{Dialect, Order};

/// What a colour can do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ready {
    /// It is to move.
    Move,
    /// It is to move, and can only pass.
    Pass,
    /// It will not move any more: the game is over, or over for this colour.
    Done,
}

/// A game in progress with the words of the controller.
pub(super) struct Table<G: Game> {
    play: Playthrough<G>,
    dialect: Dialect,
    /// The number of plies before each step of the controller.
    steps: Vec<usize>,
}

impl<G: Game + Keyed + Notation + MoveHints + Clone> Table<G> {
    pub fn new(game: G, dialect: Dialect) -> Self {
        // A game that deals is refused before it comes here, so any numbers will do.
        let start = game.start(&mut Rng::new(0));
        Self { play: Playthrough::new(game, start), dialect, steps: Vec::new() }
    }

    pub fn play(&self) -> &Playthrough<G> {
        &self.play
    }

    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// An empty board.
    pub fn clear(&mut self) {
        self.back_to(0);
        self.steps.clear();
    }

    pub fn n_plies(&self) -> usize {
        self.play.moves().len()
    }

    /// Takes plies back until so many are left.
    pub fn back_to(&mut self, n_plies: usize) {
        while self.n_plies() > n_plies && self.play.undo() {}
    }

    /// Takes the last step back, with the silent passes before its move.
    pub fn undo(&mut self) -> bool {
        let Some(n_plies) = self.steps.pop() else { return false };
        self.back_to(n_plies);
        true
    }

    /// Remembers that a step of the controller began at this ply.
    pub fn keep_step(&mut self, n_plies: usize) {
        self.steps.push(n_plies);
    }

    fn colour_at(&self, ply: usize) -> Option<usize> {
        match self.dialect.order {
            Order::Seats => self.play.seat_at(ply).map(Seat::idx),
            Order::Cycle => ply.checked_rem(self.dialect.colours.len()),
        }
    }

    /// The colour to move by the rules, which may be one that has to pass.
    pub fn colour_to_move(&self) -> Option<usize> {
        self.play.to_move().and_then(|_| self.colour_at(self.n_plies()))
    }

    /// The seat to move.
    pub fn seat_to_move(&self) -> Option<Seat> {
        self.play.to_move()
    }

    fn is_pass(&self, state: &G::State, mv: G::Move) -> bool {
        self.dialect.is_pass(&self.play.game().move_text(state, mv))
    }

    /// The pass, if it is the only move.
    fn forced_pass(&self) -> Option<G::Move> {
        match self.play.legal_moves()[..] {
            [only] if self.is_pass(self.play.state(), only) => Some(only),
            _ => None,
        }
    }

    /// The plies that a colour has made.
    fn plies_of(&self, colour: usize) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.n_plies()).filter(move |&ply| self.colour_at(ply) == Some(colour))
    }

    /// How many moves a colour has made.
    pub fn n_moves_of(&self, colour: usize) -> usize {
        self.plies_of(colour).count()
    }

    /// Whether a colour has passed, in a game where that is final.
    fn has_finished(&self, colour: usize) -> bool {
        let last = self.plies_of(colour).next_back();
        let passed = |ply: usize| {
            let (state, mv) = (self.play.state_at(ply), self.play.moves().get(ply));
            state.zip(mv).is_some_and(|(state, &mv)| self.is_pass(state, mv))
        };
        self.dialect.skips_passes && last.is_some_and(passed)
    }

    /// Makes it the turn of a colour, by silent passes of those before it. Without success the board stays as it is.
    pub fn turn_to(&mut self, colour: usize) -> Result<Ready, String> {
        let before = self.n_plies();
        while let Some(next) = self.colour_to_move() {
            let pass = self.forced_pass();
            if next == colour {
                return Ok(if pass.is_some() { Ready::Pass } else { Ready::Move });
            }
            let is_skipped =
                self.dialect.skips_passes && self.n_plies() - before < self.dialect.colours.len();
            let passed = pass.filter(|_| is_skipped).is_some_and(|pass| self.play.play(pass).is_ok());
            if !passed {
                self.back_to(before);
                let finished = self.has_finished(colour).then_some(Ready::Done);
                let to_move = self.dialect.word(next);
                return finished.ok_or_else(|| {
                    format!("not the turn of {}: {to_move} is to move", self.dialect.word(colour))
                });
            }
        }
        self.back_to(before);
        Ok(Ready::Done)
    }

    /// The next colour that can move; `None` at the end.
    pub fn next_colour(&mut self) -> Option<usize> {
        let before = self.n_plies();
        while let Some(pass) = self.forced_pass().filter(|_| self.dialect.skips_passes) {
            if self.play.play(pass).is_err() {
                break;
            }
        }
        let colour = self.colour_to_move();
        self.back_to(before);
        colour
    }

    /// Plays a move that the rules allow.
    pub fn play_move(&mut self, mv: G::Move) -> Result<(), String> {
        self.play.play(mv).map_err(|error| said(&error))
    }

    /// Plays a text for the colour whose turn it is.
    fn play_text(&mut self, text: &str) -> Result<(), String> {
        self.play.play_text(text).map_err(|error| said(&error))
    }

    /// Plays the pass of the colour whose turn it is.
    pub fn pass(&mut self) -> Result<(), String> {
        match self.forced_pass() {
            Some(pass) => self.play_move(pass),
            None => Err("illegal move: there is another move than to pass".to_owned()),
        }
    }

    /// A step of the controller: a move or a pass of a colour, given as text.
    pub fn step(&mut self, colour: usize, text: &str) -> Result<(), String> {
        let before = self.n_plies();
        let played = match self.turn_to(colour)? {
            Ready::Pass if self.dialect.is_pass(text) => self.pass(),
            Ready::Done if self.dialect.is_pass(text) => Ok(()),
            Ready::Done => Err("illegal move: the game is over for this colour".to_owned()),
            Ready::Move | Ready::Pass => self.play_text(text),
        };
        match played {
            Ok(()) => self.keep_step(before),
            Err(_) => self.back_to(before),
        }
        played
    }

    /// The texts of the moves of a colour, passes left out. Where it is not its turn, those before it are left out,
    /// if the game knows how to.
    pub fn legal_of(&self, colour: usize) -> Result<Vec<String>, String> {
        let Some(mut next) = self.colour_to_move() else { return Ok(Vec::new()) };
        let game = self.play.game();
        let mut state = self.play.state().clone();
        for _ in 0..self.dialect.colours.len() {
            if next == colour {
                let mut moves = Vec::new();
                game.legal_moves(&state, &mut moves);
                let texts = moves.into_iter().map(|mv| game.move_text(&state, mv));
                return Ok(texts.filter(|text| !self.dialect.is_pass(text)).collect());
            }
            let mut moves = Vec::new();
            game.legal_moves(&state, &mut moves);
            match moves[..] {
                [pass] if self.is_pass(&state, pass) => game.play_unchecked(&mut state, pass),
                _ => match game.skip_turn(&state) {
                    Some(skipped) => state = skipped,
                    None if self.has_finished(colour) => return Ok(Vec::new()),
                    None => {
                        let (own, other) = (self.dialect.word(colour), self.dialect.word(next));
                        return Err(format!("cannot list the moves of {own}: {other} is to move"));
                    }
                },
            }
            let Turn::Player(after) = game.turn(&state) else { return Ok(Vec::new()) };
            next = match self.dialect.order {
                Order::Seats => after.idx(),
                Order::Cycle => (next + 1) % self.dialect.colours.len(),
            };
        }
        Err(format!("{} does not come to move", self.dialect.word(colour)))
    }
}

/// What the other side is told of a move that cannot be played.
fn said(error: &MoveError) -> String {
    match error {
        MoveError::Malformed { reason, .. } => format!("invalid move: {reason}"),
        MoveError::Illegal { reason, .. } => format!("illegal move: {reason}"),
        MoveError::Over => "illegal move: the game is over".to_owned(),
    }
}
