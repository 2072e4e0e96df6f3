//! Where the games of a tournament begin.

use ludwerk_core::{Game, Keyed, MoveError, Notation, Playthrough, Rng, Turn};
use thiserror::Error;

use super::plan::{Plan, PlanError};
use crate::contest::random_beginning;

/// A game with everything that decides how its games begin.
#[derive(Clone, Debug)]
pub struct Board<G: Game> {
    game: G,
    start: Option<G::State>,
    /// Lines of moves; they may be played after a deal, so each game plays them itself.
    openings: Vec<String>,
    opening_plies: usize,
}

/// An opening that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// One of its moves is wrong.
    #[error("opening {}: {error}", nth + 1)]
    Move {
        /// Which opening, counted from 0.
        nth: usize,
        /// Why.
        error: MoveError,
    },
    /// It ends the game.
    #[error("opening {} ends the game", nth + 1)]
    Over {
        /// Which opening, counted from 0.
        nth: usize,
    },
}

/// A game that begins with a line of moves, the opening with this number.
///
/// # Errors
/// An [`OpeningError`] that names the opening.
pub(crate) fn opening_line<G: Game + Keyed + Notation + Clone>(
    game: &G,
    start: G::State,
    nth: usize,
    line: &str,
) -> Result<Playthrough<G>, OpeningError> {
    let mut play = Playthrough::new(game.clone(), start);
    for text in game.split_moves(line) {
        play.play_text(text).map_err(|error| OpeningError::Move { nth, error })?;
    }
    if play.turn() == Turn::Over { Err(OpeningError::Over { nth }) } else { Ok(play) }
}

/// A game that is about to be handed to the agents.
pub(super) struct Begun<G: Game> {
    pub play: Playthrough<G>,
    /// What chance goes on drawing from.
    pub rng: Rng,
    /// Whether the random opening that was asked for was found.
    pub has_opening: bool,
}

impl<G: Game + Keyed + Notation + Clone> Board<G> {
    /// The board of a plan, with all of its openings tried.
    ///
    /// # Errors
    /// A [`PlanError`] for a position or an opening that cannot be played.
    pub fn new(plan: &Plan, game: G) -> Result<Self, PlanError> {
        let start = plan.position.as_deref().map(|text| game.parse_position(text)).transpose();
        let start = start.map_err(|error| {
            PlanError::new(error.to_string(), format!("a position looks like {}", game.position_help()))
        })?;
        let openings = plan.openings.clone();
        let board = Self { game, start, openings, opening_plies: plan.opening_plies };
        if matches!(&board.start, Some(start) if board.game.turn(start) == Turn::Over) {
            return Err(PlanError::new("the game is over in this position", "choose another"));
        }
        for nth in 0..board.openings.len() {
            // A line of moves should go with every deal; one is tried.
            board.begin(nth, 0).map_err(|error| {
                PlanError::new(
                    error.to_string(),
                    "an opening is a line of moves, as `ludwerk moves` lists them",
                )
            })?;
        }
        Ok(board)
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Whether games begin in a position of their own.
    pub fn has_position(&self) -> bool {
        self.start.is_some()
    }

    /// What is known of the opening with a number: its line of moves, where the plan has one.
    pub fn opening(&self, number: usize) -> Option<&str> {
        self.openings.get(number % self.openings.len().max(1)).map(String::as_str)
    }

    /// A game that begins at the start, for a deal with which its opening does not go.
    pub(super) fn without_opening(&self, deal_seed: u64) -> Begun<G> {
        let mut rng = Rng::new(deal_seed);
        let play = Playthrough::new(self.game.clone(), self.start(&mut rng));
        Begun { play, rng, has_opening: false }
    }

    fn start(&self, rng: &mut Rng) -> G::State {
        self.start.clone().unwrap_or_else(|| self.game.start(rng))
    }

    /// A game with the opening or deal of a number.
    pub(super) fn begin(&self, number: usize, deal_seed: u64) -> Result<Begun<G>, OpeningError> {
        let mut rng = Rng::new(deal_seed);
        let start = self.start(&mut rng);
        if self.opening_plies > 0 {
            let begun = random_beginning(&self.game, &start, self.opening_plies, &mut rng);
            let has_opening = begun.is_some();
            let play = begun.unwrap_or_else(|| Playthrough::new(self.game.clone(), start));
            return Ok(Begun { play, rng, has_opening });
        }
        let play = match self.opening(number) {
            Some(line) => opening_line(&self.game, start, number % self.openings.len(), line)?,
            None => Playthrough::new(self.game.clone(), start),
        };
        Ok(Begun { play, rng, has_opening: true })
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_testkit::toys::{Nim, TicTacToe};

    use super::*;

    #[test]
    fn openings_are_taken_one_after_the_other() {
        let plan = Plan { openings: vec!["a1 b2".to_owned(), "b2".to_owned()], ..Plan::default() };
        let board = Board::new(&plan, TicTacToe).unwrap();
        let lengths: Vec<_> = (0..4).map(|n| board.begin(n, 5).unwrap().play.moves().len()).collect();
        assert_eq!(lengths, [2, 1, 2, 1]);
    }

    #[test]
    fn openings_that_cannot_be_played_are_named() {
        for (line, what) in [("a1 a1", "opening 1: "), ("a1 b1 a2 b2 a3", "opening 1 ends the game")] {
            let plan = Plan { openings: vec![line.to_owned()], ..Plan::default() };
            let error = Board::new(&plan, TicTacToe).unwrap_err();
            assert!(error.what.starts_with(what), "{}", error.what);
        }
        let plan = Plan { position: Some("nonsense".to_owned()), ..Plan::default() };
        assert!(Board::new(&plan, Nim::new([1, 2, 3, 0])).is_err());
    }

    #[test]
    fn a_game_without_its_opening_begins_where_all_do() {
        let plan = Plan { position: Some("x...o....".to_owned()), ..Plan::default() };
        let board = Board::new(&plan, TicTacToe).unwrap();
        let (with, without) = (board.begin(0, 1).unwrap(), board.without_opening(1));
        assert_eq!(without.play.start(), with.play.start());
        assert!(!without.has_opening && with.has_opening);
    }

    #[test]
    fn random_openings_depend_on_the_seed_alone() {
        let plan = Plan { opening_plies: 3, ..Plan::default() };
        let board = Board::new(&plan, TicTacToe).unwrap();
        let moves = |number: usize, seed: u64| board.begin(number, seed).unwrap().play.move_texts();
        assert_eq!(moves(0, 1), moves(9, 1));
        assert!((2..20).any(|seed| moves(0, seed) != moves(0, 1)));
    }
}
