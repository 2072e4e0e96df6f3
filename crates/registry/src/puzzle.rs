//! Puzzles: positions of solved games in which the player to move wins, and a single move keeps the win.
//!
//! They look like positions of real games, because they come from some: two players begin at the start and
//! play the best of the few moves that come to their minds, and so give each other something to find.
//! What makes a puzzle hard is, first, in how many plies it is won, and then how well the right move hides:
//! whether it captures nothing, offers something, stands behind moves that look better, and is the only one that does
//! not even lose.

use std::ops::RangeInclusive;

use ludwerk_core::{Game as _, MoveOrdering as _, MovePolicy as _, Rng, Seat, Turn};
use ludwerk_search::solved::Verdict;

use crate::{AnyGame, AnyMove, AnyState, AnyTablebase};

/// How hard puzzles are, the hardest last.
pub const DIFFICULTIES: RangeInclusive<u32> = 1..=5;

/// A position to be solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The position.
    pub position: AnyState,
    /// The seat to move, which wins.
    pub seat: Seat,
    /// In how many plies it wins, the last of which ends the game.
    pub plies: u32,
    /// The moves of both if both play perfectly: the first is the only one that wins, and each of the others the
    /// first among equals.
    pub solution: Vec<AnyMove>,
    /// How well the right move hides, from 0 to 1.
    pub trickiness: f64,
}

/// In how many plies puzzles of a difficulty are won. More than the most is nothing that a person finds by looking.
fn lengths(difficulty: u32) -> RangeInclusive<u32> {
    match difficulty {
        ..=1 => 1..=3,
        2 => 3..=5,
        3 => 5..=7,
        4 => 7..=9,
        _ => 11..=21,
    }
}

/// No puzzle comes from the first plies of a game, which all games have in common.
const LEAST_PLIES: usize = 4;

/// Games go round in circles; they are left after so many plies.
const MOST_PLIES: usize = 60;

/// A puzzle has at least so many moves to choose from.
const LEAST_MOVES: usize = 3;

/// So many moves come to the mind of a player, the likely ones more often; he plays the best of them.
const THOUGHTS: usize = 2;

/// So many positions are looked up at most, so that a puzzle never takes long.
const MOST_LOOKUPS: usize = 3000;

/// Of so many puzzles of the right length the one is taken whose trickiness fits best.
const CANDIDATES: usize = 2;

/// How much less a puzzle fits that is not as long as was drawn by lot.
const OTHER_LENGTH: f64 = 1.0;

/// Draws a puzzle of one of the [`DIFFICULTIES`]; the same seed draws the same. `None` where none was found: a small
/// game may have no hard ones.
pub fn puzzle(game: &AnyGame, table: &AnyTablebase, difficulty: u32, seed: u64) -> Option<Puzzle> {
    let mut search = Search { game, table, rng: Rng::new(seed), n_lookups: 0 };
    let lengths = lengths(difficulty);
    let wanted_plies =
        lengths.start() + 2 * search.rng.below((lengths.end() - lengths.start()) as usize / 2 + 1) as u32;
    let wanted = f64::from(difficulty.clamp(1, 5) - 1) / 4.0;
    let mut found: Vec<Candidate> = Vec::new();
    while search.n_lookups < MOST_LOOKUPS
        && found.iter().filter(|candidate| candidate.plies == wanted_plies).count() < CANDIDATES
    {
        search.play_game(&lengths, &mut found);
    }
    let misfit = |candidate: &Candidate| {
        let is_other_length = candidate.plies != wanted_plies;
        (candidate.trickiness - wanted).abs() + if is_other_length { OTHER_LENGTH } else { 0.0 }
    };
    let best = found.into_iter().min_by(|a, b| misfit(a).total_cmp(&misfit(b)))?;
    search.solve(best)
}

/// A position that would do.
struct Candidate {
    position: AnyState,
    seat: Seat,
    plies: u32,
    trickiness: f64,
}

struct Search<'a> {
    game: &'a AnyGame,
    table: &'a AnyTablebase,
    rng: Rng,
    n_lookups: usize,
}

impl Search<'_> {
    /// Plays a game, and adds the puzzles that come up in it.
    fn play_game(&mut self, lengths: &RangeInclusive<u32>, found: &mut Vec<Candidate>) {
        // Even a game that is over at once brings the end nearer.
        self.n_lookups += 1;
        let mut state = self.game.start(&mut self.rng);
        let mut verdict = None;
        for ply in 0..MOST_PLIES {
            let Turn::Player(seat) = self.game.turn(&state) else { return };
            if self.n_lookups >= MOST_LOOKUPS {
                return;
            }
            if ply >= LEAST_PLIES
                && let Some(Verdict::Win(plies)) = verdict
                && lengths.contains(&plies)
            {
                found.extend(self.judge(&state, seat, plies));
            }
            (state, verdict) = self.advance(&state);
        }
    }

    /// Plays a move for a player who errs now and then; tells what the position is worth to the next.
    fn advance(&mut self, state: &AnyState) -> (AnyState, Option<Verdict>) {
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        let priors: Vec<_> = moves.iter().map(|&mv| f64::from(self.game.prior(state, mv)).sqrt()).collect();
        let total: f64 = priors.iter().sum();
        let thought = |_| {
            let mut at = self.rng.unit() * total;
            let chosen = priors.iter().position(|prior| {
                at -= prior;
                at < 0.0
            });
            self.look_up(state, moves[chosen.unwrap_or(moves.len() - 1)])
        };
        // The less it is worth to the other, the better.
        let thoughts = (0..THOUGHTS).map(thought);
        thoughts.min_by_key(|(_, verdict)| *verdict).unwrap_or_else(|| (state.clone(), None))
    }

    /// Where a move leads, and what that is worth to the other player.
    fn look_up(&mut self, state: &AnyState, mv: AnyMove) -> (AnyState, Option<Verdict>) {
        let mut next = state.clone();
        self.game.play_unchecked(&mut next, mv);
        self.n_lookups += 1;
        let verdict = match self.game.outcome(&next) {
            // Whoever ends a game does not lose by it.
            Some(outcome) if outcome.returns.sole_winner().is_some() => Some(Verdict::Loss(0)),
            Some(_) => Some(Verdict::Draw),
            None => self.table.probe(&next),
        };
        (next, verdict)
    }

    /// A position that is won in so many plies, if a single move keeps the win.
    fn judge(&mut self, state: &AnyState, seat: Seat, plies: u32) -> Option<Candidate> {
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        if moves.len() < LEAST_MOVES {
            return None;
        }
        let (mut right, mut wrong) = (None, Vec::new());
        for mv in moves {
            match self.look_up(state, mv).1?.of_move_to() {
                Verdict::Win(_) if right.is_some() => return None,
                Verdict::Win(_) => right = Some(mv),
                verdict => wrong.push((mv, verdict)),
            }
        }
        let right = right?;
        let trickiness = self.trickiness(state, right, &wrong);
        Some(Candidate { position: state.clone(), seat, plies, trickiness })
    }

    /// How well the right move hides among the wrong ones, from 0 to 1.
    fn trickiness(&self, state: &AnyState, right: AnyMove, wrong: &[(AnyMove, Verdict)]) -> f64 {
        let game = self.game;
        let looks = game.priority(state, right);
        let share = |is_so: &dyn Fn(&(AnyMove, Verdict)) -> bool| {
            wrong.iter().filter(|judged| is_so(judged)).count() as f64 / wrong.len() as f64
        };
        let tempting = share(&|&(mv, _)| game.priority(state, mv) > looks);
        let losing = share(&|&(_, verdict)| matches!(verdict, Verdict::Loss(_)));
        let is_quiet = !game.is_noisy(state, right);
        let mut after = state.clone();
        game.play_unchecked(&mut after, right);
        let mut replies = Vec::new();
        if game.turn(&after) != Turn::Over {
            game.legal_moves(&after, &mut replies);
        }
        let offers = replies.iter().any(|&reply| game.is_noisy(&after, reply));
        // Weights by feel: what looks wrong is missed most often.
        0.3 * f64::from(u8::from(is_quiet))
            + 0.3 * f64::from(u8::from(offers))
            + 0.25 * tempting.sqrt()
            + 0.15 * losing
    }

    /// The whole way to the win.
    fn solve(&self, candidate: Candidate) -> Option<Puzzle> {
        let Candidate { position, seat, plies, trickiness } = candidate;
        let mut state = position.clone();
        let mut solution = Vec::new();
        while solution.len() < plies as usize {
            let (mv, _) = *self.table.moves(&state).first()?;
            self.game.play_unchecked(&mut state, mv);
            solution.push(mv);
        }
        Some(Puzzle { position, seat, plies, solution, trickiness })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::AtomicBool;

    use ludwerk_core::Keyed as _;
    use ludwerk_testkit::toys::TicTacToe;

    use super::*;

    /// A toy and its table.
    fn solved() -> (AnyGame, AnyTablebase) {
        let game = AnyGame::new(TicTacToe);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("toy.table");
        game.solve(&path, 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let table = game.tablebase(&path).unwrap();
        (game, table)
    }

    #[test]
    fn a_single_move_keeps_the_win() {
        let (game, table) = solved();
        let mut lengths = BTreeSet::new();
        for seed in 0..20 {
            let puzzle = puzzle(&game, &table, 1, seed).unwrap();
            lengths.insert(puzzle.plies);
            assert_eq!(game.turn(&puzzle.position), Turn::Player(puzzle.seat));
            assert_eq!(table.probe(&puzzle.position), Some(Verdict::Win(puzzle.plies)));
            let moves = table.moves(&puzzle.position);
            assert!(moves.len() >= LEAST_MOVES);
            let winning: Vec<_> =
                moves.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Win(_))).collect();
            assert_eq!(winning, [&(puzzle.solution[0], Verdict::Win(puzzle.plies))]);
            assert!((0.0..=1.0).contains(&puzzle.trickiness), "{}", puzzle.trickiness);
        }
        assert_eq!(lengths, BTreeSet::from([1, 3]), "both lengths come up");
    }

    #[test]
    fn the_solution_wins_in_as_many_plies_as_it_says() {
        let (game, table) = solved();
        for (difficulty, seed) in
            [1, 2].into_iter().flat_map(|difficulty| (0..4).map(move |seed| (difficulty, seed)))
        {
            let Some(puzzle) = puzzle(&game, &table, difficulty, seed) else { continue };
            let mut state = puzzle.position;
            for &mv in &puzzle.solution {
                assert!(game.outcome(&state).is_none());
                game.play_unchecked(&mut state, mv);
            }
            assert_eq!(puzzle.solution.len(), puzzle.plies as usize);
            assert_eq!(game.outcome(&state).unwrap().returns.sole_winner(), Some(puzzle.seat));
        }
    }

    #[test]
    fn a_seed_is_a_puzzle_and_another_seed_another() {
        let (game, table) = solved();
        let draw = |seed| puzzle(&game, &table, 1, seed).map(|puzzle| game.key(&puzzle.position));
        assert_eq!(draw(5), draw(5));
        let many: BTreeSet<_> = (0..20).map(draw).collect();
        assert!(many.len() > 10, "{}", many.len());
    }

    #[test]
    fn a_small_game_has_no_hard_puzzles() {
        let (game, table) = solved();
        assert_eq!(puzzle(&game, &table, 5, 1), None);
    }
}
