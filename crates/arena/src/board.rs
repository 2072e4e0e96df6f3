//! Where games begin: the start, and the openings that come before the agents take over.

use ludwerk_core::{Game, Keyed, MoveError, Notation, Playthrough, Rng, Turn, sample_chance};
use thiserror::Error;

use crate::tournament::{Plan, PlanError};

/// A game with everything that decides how its games begin.
#[derive(Clone, Debug)]
pub struct Board<G: Game> {
    /// The rules.
    pub game: G,
    /// Where every game starts; `None` for the game's own start, dealt anew for each bout.
    pub start: Option<G::State>,
    /// Lines of moves that come before the agents take over; the bouts take one after the other. They may be played
    /// after a deal, so each game plays them itself.
    pub openings: Vec<String>,
    /// Where there are no lines: so many random plies, the same ones in all games of a bout, so that equal agents play
    /// different games.
    pub opening_plies: usize,
    /// Whether the random plies are moves of the game; else it starts in the position after them.
    pub keeps_random_plies: bool,
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

/// A game that is about to be handed to the agents.
pub(crate) struct Begun<G: Game> {
    pub play: Playthrough<G>,
    /// What chance goes on drawing from.
    pub rng: Rng,
    /// Whether the opening that was asked for was found and could be played; else the game begins at the start.
    pub has_opening: bool,
}

impl<G: Game + Keyed + Notation + Clone> Board<G> {
    /// The game's own start, and no openings.
    pub fn new(game: G) -> Self {
        Self { game, start: None, openings: Vec::new(), opening_plies: 0, keeps_random_plies: false }
    }

    /// The board of a plan, with all of its openings tried.
    ///
    /// # Errors
    /// A [`PlanError`] for a position or an opening that cannot be played.
    pub fn of_plan(plan: &Plan, game: G) -> Result<Self, PlanError> {
        let start = plan.position.as_deref().map(|text| game.parse_position(text)).transpose();
        let start = start.map_err(|error| {
            PlanError::new(error.to_string(), format!("a position looks like {}", game.position_help()))
        })?;
        if matches!(&start, Some(start) if game.turn(start) == Turn::Over) {
            return Err(PlanError::new("the game is over in this position", "choose another"));
        }
        let (openings, opening_plies) = (plan.openings.clone(), plan.opening_plies);
        let board = Self { game, start, openings, opening_plies, keeps_random_plies: true };
        board.check(0).map_err(|error| {
            PlanError::new(error.to_string(), "an opening is a line of moves, as `ludwerk moves` lists them")
        })?;
        Ok(board)
    }

    /// Whether all openings can be played. Each should go with every deal; one is tried.
    ///
    /// # Errors
    /// An [`OpeningError`] for the first that cannot.
    pub fn check(&self, seed: u64) -> Result<(), OpeningError> {
        for nth in 0..self.openings.len() {
            self.play_line(nth, self.start(&mut Rng::new(Rng::derive(seed, nth as u64))))?;
        }
        Ok(())
    }

    fn start(&self, rng: &mut Rng) -> G::State {
        self.start.clone().unwrap_or_else(|| self.game.start(rng))
    }

    /// A game that begins with the line of this number.
    fn play_line(&self, nth: usize, start: G::State) -> Result<Playthrough<G>, OpeningError> {
        let mut play = Playthrough::new(self.game.clone(), start);
        for text in self.game.split_moves(&self.openings[nth]) {
            play.play_text(text).map_err(|error| OpeningError::Move { nth, error })?;
        }
        if play.turn() == Turn::Over { Err(OpeningError::Over { nth }) } else { Ok(play) }
    }

    /// A game with the opening or deal of a number. A line that does not go with this deal is left out, as are random
    /// plies that always end the game.
    pub(crate) fn begin(&self, number: usize, deal_seed: u64) -> Begun<G> {
        let mut rng = Rng::new(deal_seed);
        let start = self.start(&mut rng);
        let begun = match self.openings.len() {
            0 => random_beginning(&self.game, &start, self.opening_plies, &mut rng),
            n => self.play_line(number % n, start.clone()).ok(),
        };
        let has_opening = begun.is_some();
        let play = match begun {
            Some(play) if self.keeps_random_plies || !self.openings.is_empty() => play,
            Some(play) => Playthrough::new(self.game.clone(), play.state().clone()),
            None => Playthrough::new(self.game.clone(), start),
        };
        Begun { play, rng, has_opening }
    }
}

/// The position after so many random plies. An opening that ends the game is drawn again; if that goes on, there is
/// none.
pub fn random_opening<G: Game + Keyed + Clone>(
    game: &G,
    start: &G::State,
    n_plies: usize,
    rng: &mut Rng,
) -> Option<G::State> {
    random_beginning(game, start, n_plies, rng).map(|play| play.state().clone())
}

/// A game after so many random plies.
fn random_beginning<G: Game + Keyed + Clone>(
    game: &G,
    start: &G::State,
    n_plies: usize,
    rng: &mut Rng,
) -> Option<Playthrough<G>> {
    const ATTEMPTS: usize = 100;
    for _ in 0..ATTEMPTS {
        let mut play = Playthrough::new(game.clone(), start.clone());
        for _ in 0..n_plies {
            let mv = match play.turn() {
                Turn::Chance => Some(sample_chance(game, play.state(), rng)),
                Turn::Player(_) => rng.choose(&play.legal_moves()).copied(),
                Turn::Over => None,
            };
            if mv.is_none_or(|mv| play.play(mv).is_err()) {
                break;
            }
        }
        if play.moves().len() == n_plies && play.turn() != Turn::Over {
            return Some(play);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use ludwerk_testkit::toys::{Nim, TicTacToe};

    use super::*;

    #[test]
    fn openings_are_taken_one_after_the_other() {
        let plan = Plan { openings: vec!["a1 b2".to_owned(), "b2".to_owned()], ..Plan::default() };
        let board = Board::of_plan(&plan, TicTacToe).unwrap();
        let lengths: Vec<_> = (0..4).map(|n| board.begin(n, 5).play.moves().len()).collect();
        assert_eq!(lengths, [2, 1, 2, 1]);
    }

    #[test]
    fn openings_that_cannot_be_played_are_named() {
        for (line, what) in [("a1 a1", "opening 1: "), ("a1 b1 a2 b2 a3", "opening 1 ends the game")] {
            let plan = Plan { openings: vec![line.to_owned()], ..Plan::default() };
            let error = Board::of_plan(&plan, TicTacToe).unwrap_err();
            assert!(error.what.starts_with(what), "{}", error.what);
        }
        let plan = Plan { position: Some("nonsense".to_owned()), ..Plan::default() };
        assert!(Board::of_plan(&plan, Nim::new([1, 2, 3, 0])).is_err());
    }

    #[test]
    fn a_game_without_its_opening_begins_where_all_do() {
        let plan = Plan { position: Some("x...o....".to_owned()), ..Plan::default() };
        let board = Board::of_plan(&plan, TicTacToe).unwrap();
        let misfit = Board { openings: vec!["a1".to_owned()], ..board.clone() };
        let (with, without) = (board.begin(0, 1), misfit.begin(0, 1));
        assert_eq!(without.play.start(), with.play.start());
        assert!(!without.has_opening && with.has_opening);
    }

    #[test]
    fn random_openings_depend_on_the_seed_alone() {
        let plan = Plan { opening_plies: 3, ..Plan::default() };
        let board = Board::of_plan(&plan, TicTacToe).unwrap();
        let moves = |number: usize, seed: u64| board.begin(number, seed).play.move_texts();
        assert_eq!(moves(0, 1), moves(9, 1));
        assert!((2..20).any(|seed| moves(0, seed) != moves(0, 1)));
    }
}
