//! A game in progress: the start, the moves, and everything that follows from them.
//!
//! Commands, matches, the terminal and the server all drive games through this one type,
//! so that repetition, undo and the end of a game are told the same way everywhere.

use crate::{
    Agent, AgentError, Control, Decision, Game, History, Keyed, MoveError, Notation, Observe, Outcome, Seat,
    Turn, View, Viewer,
};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Playthrough<G: Game> {
    game: G,
    /// The position before each move, and the present one last.
    states: Vec<G::State>,
    moves: Vec<G::Move>,
    history: History,
    outcome: Option<Outcome>,
}

impl<G: Game + Keyed> Playthrough<G> {
    /// A game that begins at `start`, with a fresh history.
    pub fn new(game: G, start: G::State) -> Self {
        let outcome = game.outcome(&start);
        Self { game, states: vec![start], moves: Vec::new(), history: History::new(), outcome }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position in which the game began.
    pub fn start(&self) -> &G::State {
        &self.states[0]
    }

    /// The present position.
    pub fn state(&self) -> &G::State {
        self.states.last().expect("the start is never removed")
    }

    /// The position before ply `ply`, counted from 0; the present one for `ply` = number of moves.
    pub fn state_at(&self, ply: usize) -> Option<&G::State> {
        self.states.get(ply)
    }

    /// The moves so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The course of the game, for rules and searches that need it.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Who acts now. Unlike [`Game::turn`], this knows about repetition.
    pub fn turn(&self) -> Turn {
        if self.outcome.is_some() { Turn::Over } else { self.game.turn(self.state()) }
    }

    /// The seat to move, if it is a player's turn.
    pub fn to_move(&self) -> Option<Seat> {
        match self.turn() {
            Turn::Player(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// The seat that made move number `ply`, counted from 0, or is to make the next one by the rules of the position;
    /// `None` for chance and at the end.
    pub fn seat_at(&self, ply: usize) -> Option<Seat> {
        match self.game.turn(self.states.get(ply)?) {
            Turn::Player(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// How many positions up to the one after `ply` moves are equal to it as the rules on repetition mean it, itself
    /// included.
    pub fn occurrences(&self, ply: usize) -> usize {
        let Some(state) = self.states.get(ply) else { return 0 };
        1 + self.history.occurrences_before(ply, self.game.key(state))
    }

    /// The result, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The legal moves now; none when the game is over.
    pub fn legal_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.outcome.is_none() {
            self.game.legal_moves(self.state(), &mut moves);
        }
        moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// A [`MoveError`], and nothing is changed, when it cannot be played.
    pub fn play(&mut self, mv: G::Move) -> Result<(), MoveError> {
        if self.outcome.is_some() {
            return Err(MoveError::Over);
        }
        let next = self.game.play(self.state(), mv)?;
        self.history.push(self.game.key(self.state()), mv);
        self.outcome = self.game.result(&next, &self.history);
        self.states.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.states.pop();
        self.history.pop();
        // A game that went on was not over before.
        self.outcome = None;
        true
    }
}

impl<G: Game + Keyed + Observe> Playthrough<G> {
    /// What `viewer` sees of the present position.
    pub fn observe(&self, viewer: Viewer) -> G::Observation {
        self.game.observe(self.state(), viewer)
    }

    /// The last move with the position before it, if `viewer` may know it.
    pub fn last_move_shown_to(&self, viewer: Viewer) -> Option<(&G::State, G::Move)> {
        let ply = self.moves.len().checked_sub(1)?;
        let (before, mv) = (&self.states[ply], self.moves[ply]);
        self.game.shows_move(before, mv, viewer).then_some((before, mv))
    }

    /// Asks an agent for the move of the seat that is to move, and shows it what that seat may see:
    /// its observation, its moves, and the course of the game unless that has hidden information. An agent that
    /// peeks is shown the true position, too.
    ///
    /// # Errors
    /// What the agent says, or that nobody is to move.
    pub fn ask(
        &self,
        agent: &mut dyn Agent<G>,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let seat = self.to_move().ok_or_else(|| AgentError::Failed("nobody is to move".to_owned()))?;
        let observation = self.observe(Viewer::Seat(seat));
        let legal = self.legal_moves();
        let no_history = History::new();
        let is_open = !self.game.info().is_hidden();
        let view = View {
            game: &self.game,
            seat,
            observation: &observation,
            legal: &legal,
            start: is_open.then(|| self.start()),
            history: if is_open { &self.history } else { &no_history },
            truth: agent.peeks().then(|| self.state()),
        };
        agent.decide(&view, control)
    }
}

impl<G: Game + Keyed + Notation> Playthrough<G> {
    /// Plays a move given as text.
    ///
    /// # Errors
    /// A [`MoveError`] that says why, and nothing is changed, when it cannot be played.
    pub fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        if self.outcome.is_some() {
            return Err(MoveError::Over);
        }
        let mv = self.game.parse_move(self.state(), text)?;
        self.play(mv)
    }

    /// The text of move number `ply`, counted from 0.
    pub fn move_text(&self, ply: usize) -> Option<String> {
        let mv = *self.moves.get(ply)?;
        Some(self.game.move_text(&self.states[ply], mv))
    }

    /// The texts of all moves as `viewer` may know them; the others are `…`.
    pub fn move_texts_for(&self, viewer: Viewer) -> Vec<String>
    where
        G: Observe,
    {
        let is_shown = |ply: usize| self.game.shows_move(&self.states[ply], self.moves[ply], viewer);
        let texts = self.move_texts().into_iter().enumerate();
        texts.map(|(ply, text)| if is_shown(ply) { text } else { "…".to_owned() }).collect()
    }

    /// The texts of a line of moves from the present position; up to the first that cannot be played.
    pub fn line_texts(&self, line: &[G::Move]) -> Vec<String> {
        let mut state = self.state().clone();
        let mut texts = Vec::new();
        for &mv in line {
            if !self.game.is_legal(&state, mv) {
                break;
            }
            texts.push(self.game.move_text(&state, mv));
            self.game.play_unchecked(&mut state, mv);
        }
        texts
    }

    /// The texts of all moves.
    pub fn move_texts(&self) -> Vec<String> {
        (0..self.moves.len()).filter_map(|ply| self.move_text(ply)).collect()
    }
}
