//! Evaluation: the piece values of Nguyen's thesis (2022, Table 1), and move hints.

use ludwerk_core::{
    Evaluate, Feature, Game as _, History, Keyed as _, MoveOrdering, MovePolicy, Outcome, Pruning, Rng, Seat,
    Turn, WeightFile, WeightPreset,
};

use crate::board::{Kind, State};
use crate::moves::DobutsuMove;
use crate::rules::{Dobutsu, repetition};

const N_ON_BOARD: usize = 5;

/// On the board in the order of [`Kind::ALL`], then in the hand in the order of [`Kind::HELD`].
const FEATURES: [Feature; 8] = [
    material("chick-on-board", "own chicks on the board minus the opponent's", THESIS[0]),
    material("elephant-on-board", "own elephants on the board minus the opponent's", THESIS[1]),
    material("giraffe-on-board", "own giraffes on the board minus the opponent's", THESIS[2]),
    material("hen-on-board", "own hens minus the opponent's", THESIS[3]),
    Feature {
        name: "lion-on-board",
        help: "own lion minus the opponent's; 0 in every undecided position",
        weight: THESIS[4],
        bounds: (THESIS[4], THESIS[4]),
        scale: 0.0,
    },
    material("chick-in-hand", "own chicks in the hand minus the opponent's", THESIS[5]),
    material("elephant-in-hand", "own elephants in the hand minus the opponent's", THESIS[6]),
    material("giraffe-in-hand", "own giraffes in the hand minus the opponent's", THESIS[7]),
];

const THESIS: [f64; 8] = [2.0, 6.0, 6.0, 12.0, 10_000.0, 1.0, 3.0, 3.0];

const fn material(name: &'static str, help: &'static str, weight: f64) -> Feature {
    Feature { name, help, weight, bounds: (0.0, 30.0), scale: 1.0 }
}

impl Evaluate for Dobutsu {
    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn n_extra_features(&self) -> usize {
        0
    }

    fn weight_presets(&self) -> &'static [WeightPreset] {
        &[WeightPreset {
            name: "thesis",
            help: "the piece values of Nguyen's thesis (2022, Table 1)",
            weights: &THESIS,
        }]
    }

    fn weight_files(&self) -> &'static [WeightFile] {
        &[
            WeightFile {
                name: "tuned",
                help: "found by SPSA from the thesis' values, at 500 nodes a move",
                bytes: include_bytes!("../weights/tuned.toml"),
                is_default: true,
            },
            WeightFile {
                name: "net",
                help: "a network of 32 units, fitted to 90,000 games of alphabeta against itself in three generations",
                bytes: include_bytes!("../weights/small.net"),
                is_default: false,
            },
        ]
    }

    fn measure(&self, state: &State, seat: Seat, values: &mut [f64]) {
        let other = seat.other();
        for kind in Kind::ALL {
            let count = |seat| f64::from(state.pieces(seat, kind).count_ones());
            values[kind as usize] = count(seat) - count(other);
        }
        for kind in Kind::HELD {
            let count = |seat| f64::from(state.in_hand(seat, kind));
            values[N_ON_BOARD + kind as usize] = count(seat) - count(other);
        }
    }

    #[inline]
    fn evaluate(&self, state: &State, seat: Seat, weights: &[f64]) -> f64 {
        let Some(weights) = weights.first_chunk::<{ FEATURES.len() }>() else { return 0.0 };
        let other = seat.other();
        let difference = |kind: Kind| {
            let count = |seat| state.pieces(seat, kind).count_ones() as i32;
            f64::from(count(seat) - count(other))
        };
        let mut sum = 0.0;
        for kind in Kind::ALL {
            sum += weights[kind as usize] * difference(kind);
        }
        if state.hand_bits(Seat::FIRST) | state.hand_bits(Seat::SECOND) != 0 {
            for kind in Kind::HELD {
                let held = |seat| i32::from(state.in_hand(seat, kind));
                sum += weights[N_ON_BOARD + kind as usize] * f64::from(held(seat) - held(other));
            }
        }
        sum
    }
}

/// Captures first, the most valuable victim first; then promotions; of drops and other steps neither goes first.
impl MoveOrdering for Dobutsu {
    fn priority(&self, state: &State, mv: DobutsuMove) -> i32 {
        const VICTIM: [i32; 5] = [1, 2, 3, 4, 5];
        const CAPTURE: i32 = 100;
        const PROMOTION: i32 = 20;
        if mv.from().is_none() {
            return 0;
        }
        match state.piece_at(mv.to()) {
            Some((_, victim)) => CAPTURE + VICTIM[victim as usize],
            None if promotes(state, mv) => PROMOTION,
            None => 0,
        }
    }

    fn priorities(&self, state: &State, moves: &[DobutsuMove], priorities: &mut Vec<i32>) {
        priorities.extend(moves.iter().map(|&mv| self.priority(state, mv)));
    }

    fn is_noisy(&self, state: &State, mv: DobutsuMove) -> bool {
        mv.from().is_some() && (state.piece_at(mv.to()).is_some() || promotes(state, mv))
    }
}

impl Pruning for Dobutsu {
    fn distinct_moves(&self, state: &State, moves: &mut Vec<DobutsuMove>) {
        self.legal_moves(state, moves);
    }

    fn null_move(&self, state: &State) -> Option<State> {
        let seat = state.to_move();
        let lion = state.pieces(seat, Kind::Lion);
        let is_safe = lion != 0 && !state.attacks(seat.other(), lion.trailing_zeros() as u8);
        is_safe.then(|| state.passed())
    }

    fn skip_turn(&self, state: &State) -> Option<State> {
        let passed = state.passed();
        // A lion that stands its ground on the far rank may win by being left in peace.
        (self.turn(&passed) != Turn::Over).then_some(passed)
    }

    /// A position that occurs again can occur a third time: whoever likes the draw goes round once more.
    fn foreseen_outcome(&self, state: &State, history: &History) -> Option<Outcome> {
        history.recurs_in_turns(self.key(state)).then(repetition)
    }

    fn standstill(&self, _trail: &History) -> usize {
        0
    }

    fn least_turns_to_win(&self, _state: &State, _seat: Seat) -> Option<u32> {
        None
    }
}

impl MovePolicy for Dobutsu {
    fn prior(&self, state: &State, mv: DobutsuMove) -> f32 {
        /// By victim, in the order of [`Kind::ALL`]: guesses, the lion's beyond all doubt.
        const CAPTURE: [f32; 5] = [4.0, 8.0, 8.0, 10.0, 1000.0];
        const PROMOTION: f32 = 6.0;
        if mv.from().is_none() {
            return 1.0;
        }
        match state.piece_at(mv.to()) {
            Some((_, victim)) => CAPTURE[victim as usize],
            None if promotes(state, mv) => PROMOTION,
            None => 1.0,
        }
    }

    fn priors(&self, state: &State, moves: &[DobutsuMove], priors: &mut Vec<f32>) {
        priors.extend(moves.iter().map(|&mv| self.prior(state, mv)));
    }

    fn rollout_move(&self, _state: &mut State, _rng: &mut Rng) -> Option<DobutsuMove> {
        None
    }
}

fn promotes(state: &State, mv: DobutsuMove) -> bool {
    mv.kind() == Kind::Chick && crate::board::FAR_RANK[state.to_move()] >> mv.to() & 1 != 0
}
