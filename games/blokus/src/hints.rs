//! What is known about moves before they are searched.
//!
//! What counts are the squares of others that a piece takes, the corners that it gains and loses, and how far it gets
//! towards the middle.

use std::sync::LazyLock;

use ludwerk_core::{MoveHints, Rng};

use crate::board::{Squares, State, all_columns};
use crate::field::{Contact, Field};
use crate::moves::BlokusMove;
use crate::pieces::{N_PIECES, REACH, TABLES};
use crate::rules::Blokus;

/// What a position looks like to the colour to move, worked out once for all its moves.
struct Outlook {
    field: Field,
    phase: usize,
    likelihoods: &'static Likelihoods,
}

/// The likelihood of every score, in hundredths; beyond the last there is no difference any more.
type Likelihoods = [f32; 2 * HIGHEST + 1];
const HIGHEST: usize = 2000;
static LIKELIHOODS: LazyLock<Likelihoods> =
    LazyLock::new(|| std::array::from_fn(|n| ((n as f32 - HIGHEST as f32) * 0.01).exp()));

/// What is counted of a placement, in this order: corners gained where rivals get soon and elsewhere, corners lost,
/// squares taken where rivals go on, and one, two and three squares further, sides that touch rivals, squares
/// in the middle and in its surroundings.
const N_EFFECTS: usize = 10;

/// The beginning, the middle and the end of a game have weights of their own.
const N_PHASES: usize = 3;

impl Outlook {
    /// The outlook of the colour to move.
    fn new<const N: usize, const C: usize>(game: Blokus<N, C>, state: &State<N, C>) -> Self {
        let colour = usize::from(state.to_move);
        let phase = match N_PIECES as u32 - state.colours[colour].hand.count_ones() {
            0..4 => 0,
            4..9 => 1,
            _ => 2,
        };
        let [contested, gained, lost, taken @ .., touching, in_middle, near_middle] = EFFECT_WEIGHTS[phase];
        let mut field = Field::new();
        // 1. Where rivals can go on; then where they get with one, two and three squares more.
        let mut reached_by_rivals = [[0; N]; 4];
        for other in game.rivals_of(colour) {
            field.add(Contact::Beside, &state.colours[other].own, touching);
            let (mut reached, blocked) = game.openings(state, other);
            for (n, all) in reached_by_rivals.iter_mut().enumerate() {
                if n > 0 {
                    reached = grown(&reached, &blocked);
                }
                all.iter_mut().zip(reached).for_each(|(all, row)| *all |= row);
            }
        }
        for (set, weight) in reached_by_rivals.iter().zip(taken) {
            field.add(Contact::Covered, set, weight);
        }
        // 2. Where this colour can go on, and where it could.
        let (open, blocked) = game.openings(state, colour);
        field.add(Contact::Covered, &open, lost);
        field.add(Contact::Beside, &open, lost);
        let soon_reached = &reached_by_rivals[3];
        let new_corners: Squares<N> = std::array::from_fn(|row| all_columns(N) & !blocked[row] & !open[row]);
        field.add(Contact::Corner, &new_corners, gained);
        field.add(Contact::Corner, &both(&new_corners, soon_reached), contested - gained);
        // 3. The middle of the board, and a wider part of it.
        field.add(Contact::Covered, &inner::<N>(N / 2 - 3), in_middle);
        field.add(Contact::Covered, &inner::<N>(N / 2 - 5), near_middle);
        Self { field, phase, likelihoods: &LIKELIHOODS }
    }

    /// The score of a placement, in hundredths.
    fn hundredths(&self, mv: BlokusMove) -> i32 {
        let Some((orientation, row, column)) = mv.placement() else { return 0 };
        let piece = usize::from(TABLES.orientations[orientation].piece);
        i32::from(PIECE_WEIGHTS[self.phase][piece]) + self.field.sum(orientation, row, column)
    }

    fn likelihood(&self, mv: BlokusMove) -> f32 {
        let place = self.hundredths(mv) + HIGHEST as i32;
        self.likelihoods[place.clamp(0, 2 * HIGHEST as i32) as usize]
    }
}

/// The squares that are in both sets.
fn both<const N: usize>(a: &Squares<N>, b: &Squares<N>) -> Squares<N> {
    std::array::from_fn(|row| a[row] & b[row])
}

/// The squares of a set and those one step further that are not blocked.
fn grown<const N: usize>(set: &Squares<N>, blocked: &Squares<N>) -> Squares<N> {
    std::array::from_fn(|row| {
        let above = row.checked_sub(1).map_or(0, |row| set[row]);
        let below = set.get(row + 1).copied().unwrap_or(0);
        (set[row] | set[row] << 1 | set[row] >> 1 | above | below) & !blocked[row] & all_columns(N)
    })
}

/// The squares that are at least so far from the edge.
fn inner<const N: usize>(margin: usize) -> Squares<N> {
    let columns = ((1 << (N - 2 * margin)) - 1) << (REACH + margin);
    std::array::from_fn(|row| if (margin..N - margin).contains(&row) { columns } else { 0 })
}

/// What each effect adds to the score of a placement, in each phase, in hundredths. The weights of effects and pieces are those that
/// best predict, by a softmax over all placements, the moves of 2,000 games that `mcts` played on Duo against itself
/// with 60 rounds a move. Held out games are predicted as well as the others.
const EFFECT_WEIGHTS: [[i16; N_EFFECTS]; N_PHASES] = [
    [147, 122, -216, 232, 12, 44, 52, 60, 40, 32],
    [48, 54, -54, 69, 27, 33, 103, 88, 7, 0],
    [74, 126, 2, -53, 50, 30, 179, 57, 30, -2],
];
/// The same for the piece that is placed.
const PIECE_WEIGHTS: [[i16; N_PIECES]; N_PHASES] = [
    [-5, -16, -36, -89, -73, -206, -217, -43, -211, 360, -120, 114, 173, -60, 53, 77, 87, 77, 87, 33, 8],
    [
        34, -124, -173, -230, -79, -240, -123, -182, -116, 203, -42, 130, 100, -21, 76, 132, 28, 186, 109,
        99, 234,
    ],
    [
        -569, -435, -291, -287, -74, -136, -41, -50, -95, 158, 117, 124, 77, 126, 143, 149, 182, 175, 223,
        189, 310,
    ],
];

impl<const N: usize, const C: usize> MoveHints for Blokus<N, C> {
    fn priority(&self, state: &State<N, C>, mv: BlokusMove) -> i32 {
        Outlook::new(*self, state).hundredths(mv)
    }

    fn priorities(&self, state: &State<N, C>, moves: &[BlokusMove], priorities: &mut Vec<i32>) {
        let outlook = Outlook::new(*self, state);
        priorities.extend(moves.iter().map(|&mv| outlook.hundredths(mv)));
    }

    fn is_noisy(&self, _state: &State<N, C>, _mv: BlokusMove) -> bool {
        false
    }

    fn null_move(&self, _state: &State<N, C>) -> Option<State<N, C>> {
        None
    }

    /// The next colour is to move. In the variant for three that may be the same player's turn again, because the shared
    /// colour comes right before or after his own.
    fn skip_turn(&self, state: &State<N, C>) -> Option<State<N, C>> {
        let mut next = *state;
        self.pass_on(&mut next);
        (!next.is_over).then_some(next)
    }

    fn likelihood(&self, state: &State<N, C>, mv: BlokusMove) -> f32 {
        Outlook::new(*self, state).likelihood(mv)
    }

    fn likelihoods(&self, state: &State<N, C>, moves: &[BlokusMove], likelihoods: &mut Vec<f32>) {
        let outlook = Outlook::new(*self, state);
        likelihoods.extend(moves.iter().map(|&mv| outlook.likelihood(mv)));
    }

    fn quick_move(&self, state: &mut State<N, C>, rng: &mut Rng) -> Option<BlokusMove> {
        Some(self.draw(state, rng))
    }
}
