//! What is known about moves before they are searched.
//!
//! What counts are the squares of others that a piece takes, the corners that it gains and loses, and how far it gets
//! towards the middle.

use std::sync::LazyLock;

use ludwerk_core::{Game as _, History, MoveOrdering, MovePolicy, Outcome, Pruning, Rng, Seat};

use crate::board::{Squares, State, all_columns, grown, reach};
use crate::field::{Contact, Field};
use crate::moves::BlokusMove;
use crate::pieces::{N_PIECES, REACH, TABLES};
use crate::rules::Blokus;

/// What a position looks like to the colour to move, worked out once for all its moves.
struct Outlook {
    field: Field,
    phase: usize,
    priors: &'static Likelihoods,
}

/// The prior of every score, in hundredths; beyond the last there is no difference any more.
type Likelihoods = [f32; 2 * HIGHEST + 1];
const HIGHEST: usize = 2000;
static LIKELIHOODS: LazyLock<Likelihoods> =
    LazyLock::new(|| std::array::from_fn(|n| ((n as f32 - HIGHEST as f32) * 0.01).exp()));

/// How much each effect of a placement adds to its score, in hundredths.
struct Effects {
    /// Corners gained, anywhere.
    gained: i16,
    /// Corners gained where rivals get within three squares, and within one: added to the above.
    contested: [i16; 2],
    /// Corners gained beyond the reach of this colour's next piece, and in the middle: added to the above.
    far: i16,
    in_middle: i16,
    /// Open corners that are covered, and that lie beside the piece.
    lost: [i16; 2],
    /// Squares taken where rivals go on, and one, two and three squares further.
    taken: [i16; 4],
    /// Sides that touch rivals, and squares beside the piece that rivals reach with one or two squares.
    touching: i16,
    before_rivals: i16,
    /// Squares covered in the middle, and in its surroundings.
    middle: [i16; 2],
    /// Squares covered that are within reach of this colour alone.
    reserve: i16,
}

/// The beginning, the middle and the end of a game have weights of their own.
const N_PHASES: usize = 3;

impl Outlook {
    /// The outlook of the colour to move.
    fn new<const N: usize, const C: usize>(game: Blokus<N, C>, state: &State<N, C>) -> Self {
        let colour = state.to_move;
        let phase = match N_PIECES as u32 - state.colours[colour].hand.count_ones() {
            0..4 => 0,
            4..9 => 1,
            _ => 2,
        };
        let effects = &EFFECTS[phase];
        let mut field = Field::new();
        // 1. Where rivals can go on; then where they get with one, two, three and four squares more.
        let mut reached_by_rivals = [[0; N]; 1 + REACH];
        for other in game.rivals_of(colour) {
            field.add(Contact::Beside, &state.colours[other].own, effects.touching);
            let (mut reached, blocked) = game.openings(state, other);
            for (n, all) in reached_by_rivals.iter_mut().enumerate() {
                if n > 0 {
                    reached = grown(&reached, &blocked);
                }
                all.iter_mut().zip(reached).for_each(|(all, row)| *all |= row);
            }
        }
        // A square that is reached soon is reached later, too.
        for (n, &weight) in effects.taken.iter().enumerate() {
            let later = effects.taken.get(n + 1).copied().unwrap_or(0);
            field.add(Contact::Covered, &reached_by_rivals[n], weight - later);
        }
        let before_rivals = without(&reached_by_rivals[2], &reached_by_rivals[0]);
        field.add(Contact::Beside, &before_rivals, effects.before_rivals);
        // 2. Where this colour can go on, and where it could.
        let (open, blocked) = game.openings(state, colour);
        let reach = reach(&open, &blocked);
        field.add(Contact::Covered, &open, effects.lost[0]);
        field.add(Contact::Beside, &open, effects.lost[1]);
        field.add(Contact::Covered, &without(&reach, &reached_by_rivals[REACH]), effects.reserve);
        let middle = inner::<N>(N / 2 - 3);
        let new_corners: Squares<N> = std::array::from_fn(|row| all_columns(N) & !blocked[row] & !open[row]);
        field.add(Contact::Corner, &new_corners, effects.gained);
        field.add(Contact::Corner, &both(&new_corners, &reached_by_rivals[3]), effects.contested[0]);
        field.add(Contact::Corner, &both(&new_corners, &reached_by_rivals[1]), effects.contested[1]);
        field.add(Contact::Corner, &without(&new_corners, &reach), effects.far);
        field.add(Contact::Corner, &both(&new_corners, &middle), effects.in_middle);
        // 3. The middle of the board, and a wider part of it.
        field.add(Contact::Covered, &middle, effects.middle[0] - effects.middle[1]);
        field.add(Contact::Covered, &inner::<N>(N / 2 - 5), effects.middle[1]);
        Self { field, phase, priors: &LIKELIHOODS }
    }

    /// The score of a placement, in hundredths.
    fn hundredths(&self, mv: BlokusMove) -> i32 {
        let Some((orientation, row, column)) = mv.placement() else { return 0 };
        let piece = usize::from(TABLES.orientations[orientation].piece);
        i32::from(PIECE_WEIGHTS[self.phase][piece]) + self.field.sum(orientation, row, column)
    }

    fn prior(&self, mv: BlokusMove) -> f32 {
        let place = self.hundredths(mv) + HIGHEST as i32;
        self.priors[place.clamp(0, 2 * HIGHEST as i32) as usize]
    }
}

/// The squares that are in both sets.
fn both<const N: usize>(a: &Squares<N>, b: &Squares<N>) -> Squares<N> {
    std::array::from_fn(|row| a[row] & b[row])
}

/// The squares of a set that are not in another.
fn without<const N: usize>(a: &Squares<N>, b: &Squares<N>) -> Squares<N> {
    std::array::from_fn(|row| a[row] & !b[row])
}

/// The squares that are at least so far from the edge.
fn inner<const N: usize>(margin: usize) -> Squares<N> {
    let columns = ((1 << (N - 2 * margin)) - 1) << (REACH + margin);
    std::array::from_fn(|row| if (margin..N - margin).contains(&row) { columns } else { 0 })
}

/// The effects in each phase. Their weights and those of the pieces are the ones that best predict, by a softmax over all
/// placements, the moves of 1,500 games that `mcts` played on Duo against itself with 400 rounds a move. Games that were
/// held out are predicted as well as the others.
const EFFECTS: [Effects; N_PHASES] = [
    Effects {
        gained: 96,
        contested: [-5, -50],
        far: 78,
        in_middle: 49,
        lost: [-56, -118],
        taken: [158, 26, 67, 8],
        touching: 33,
        before_rivals: 55,
        middle: [72, 42],
        reserve: 6,
    },
    Effects {
        gained: 12,
        contested: [4, -39],
        far: 97,
        in_middle: 20,
        lost: [79, -58],
        taken: [111, 58, 67, 31],
        touching: 55,
        before_rivals: 21,
        middle: [-11, -6],
        reserve: -19,
    },
    Effects {
        gained: 5,
        contested: [-28, -14],
        far: 121,
        in_middle: 1,
        lost: [102, -18],
        taken: [42, 69, 73, 30],
        touching: 50,
        before_rivals: 29,
        middle: [-21, -19],
        reserve: -61,
    },
];

/// What the piece that is placed adds to the score, in each phase, in hundredths.
const PIECE_WEIGHTS: [[i16; N_PIECES]; N_PHASES] = [
    [-23, 45, -86, -85, -96, -313, -170, -42, -217, 203, -200, 80, 48, 49, -47, 146, 168, 163, 114, -49, 311],
    [-22, -88, -143, -171, -60, -228, -89, -96, -104, 132, -39, 81, 29, 22, -22, 86, 79, 188, 125, 20, 297],
    [
        -523, -364, -215, -227, -44, -115, -13, -17, -48, 142, 82, 96, 60, 105, 82, 131, 112, 214, 154, 106,
        281,
    ],
];

impl<const N: usize, const C: usize> MoveOrdering for Blokus<N, C> {
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
}

impl<const N: usize, const C: usize> Pruning for Blokus<N, C> {
    fn distinct_moves(&self, state: &State<N, C>, moves: &mut Vec<BlokusMove>) {
        self.legal_moves(state, moves);
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

    /// No position comes again: pieces stay where they are.
    fn foreseen_outcome(&self, _state: &State<N, C>, _trail: &History) -> Option<Outcome> {
        None
    }

    /// Every piece that is placed brings the end nearer.
    fn standstill(&self, _trail: &History) -> usize {
        0
    }

    fn least_turns_to_win(&self, _state: &State<N, C>, _seat: Seat) -> Option<u32> {
        None
    }
}

impl<const N: usize, const C: usize> MovePolicy for Blokus<N, C> {
    fn prior(&self, state: &State<N, C>, mv: BlokusMove) -> f32 {
        Outlook::new(*self, state).prior(mv)
    }

    fn priors(&self, state: &State<N, C>, moves: &[BlokusMove], priors: &mut Vec<f32>) {
        let outlook = Outlook::new(*self, state);
        priors.extend(moves.iter().map(|&mv| outlook.prior(mv)));
    }

    fn rollout_move(&self, state: &mut State<N, C>, rng: &mut Rng) -> Option<BlokusMove> {
        Some(self.draw(state, rng))
    }
}
