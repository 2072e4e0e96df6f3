//! Evaluation: tiles and open corners, and the six winning strategies of the thesis' section 3.4.3 as numbers.
//!
//! Everything is seen by a seat: its own colours are added, and of the others the mean over the seats is
//! taken. The colour that three players share belongs to nobody. Sets of squares are rows of bits, and a
//! feature whose weight is 0 is not measured at all.

use ludwerk_core::{Evaluate, Feature, Game as _, Seat, WeightFile, WeightPreset};

use crate::board::{Holdings, Squares, State, all_columns, column_bit, count, reach};
use crate::colour::Colour;
use crate::pieces::N_PIECES;
use crate::rules::Blokus;

const N_FEATURES: usize = 21;

// The numbers of the features.
const OWN_TILES: usize = 0;
const OPPONENT_TILES: usize = 1;
const OWN_CORNERS: usize = 2;
const OPPONENT_CORNERS: usize = 3;
const MIDDLE: usize = 4;
const BIG_FIRST: usize = 5;
const ESCAPES: usize = 6;
const BLOCKED_CORNERS: usize = 7;
const OWN_RESERVE: usize = 8;
const OPPONENT_RESERVE: usize = 9;
const OWN_REACH: usize = 10;
const OPPONENT_REACH: usize = 11;
const OWN_FORMS: usize = 12;
const OPPONENT_FORMS: usize = 13;
const LATE_TILES: usize = 14;
const LATE_CORNERS: usize = 15;
const LATE_BIG_FIRST: usize = 16;
const LATE_REACH: usize = 17;
const LATE_FORMS: usize = 18;
const TURN: usize = 19;
const LATE_TURN: usize = 20;

/// Features that grow with the game, and of what they are made: one measure, or an own one minus the opponents'.
const LATE: [(usize, usize, Option<usize>); 6] = [
    (LATE_TILES, OWN_TILES, Some(OPPONENT_TILES)),
    (LATE_CORNERS, OWN_CORNERS, Some(OPPONENT_CORNERS)),
    (LATE_BIG_FIRST, BIG_FIRST, None),
    (LATE_REACH, OWN_REACH, Some(OPPONENT_REACH)),
    (LATE_FORMS, OWN_FORMS, Some(OPPONENT_FORMS)),
    (LATE_TURN, TURN, None),
];

const FEATURES: [Feature; N_FEATURES] = [
    either("own-tiles", "own squares on the board", 2.3),
    either("opponent-tiles", "the opponents' squares on the board", -2.3),
    wished("own-corners", "own open corners: empty squares where a new piece may touch", 0.5),
    feared("opponent-corners", "the opponents' open corners", -0.5),
    wished(
        "middle",
        "strategy 1: how near to the middle open corners came, fading as pieces are placed",
        0.65,
    ),
    wished(
        "big-first",
        "strategy 2: own squares beyond three for each piece placed, minus the opponents'",
        1.6,
    ),
    wished("escapes", "strategy 3: sides of the own area (0 to 4) that have an open corner", 0.0),
    wished("blocked-corners", "strategy 4: own squares on the opponents' corners far from their start", 0.2),
    wished("own-reserve", "strategy 5: empty squares within own reach and beyond the opponents'", 0.6),
    feared("opponent-reserve", "empty squares within an opponent's reach and beyond ours", -0.6),
    wished("own-reach", "empty squares within reach of the next own piece", 0.5),
    feared("opponent-reach", "empty squares within reach of an opponent's next piece", -0.5),
    wished("own-forms", "strategy 6: forms of the own pieces in hand, turned and flipped", 0.1),
    feared("opponent-forms", "strategy 6: forms of the opponents' pieces in hand", -0.1),
    later("late-tiles", "own squares minus the opponents', times the part of all pieces that is placed"),
    later("late-corners", "own open corners minus the opponents', times the same"),
    later("late-big-first", "big-first, times the same"),
    later("late-reach", "own reach minus the opponents', times the same"),
    later("late-forms", "own forms minus the opponents', times the same"),
    later("turn", "whether the own side is to move, minus the same of the opponents"),
    later("late-turn", "turn, times the part of all pieces that is placed"),
];

const fn wished(name: &'static str, help: &'static str, weight: f64) -> Feature {
    Feature { name, help, weight, bounds: (-1.0, 12.0), scale: 0.3 }
}

const fn feared(name: &'static str, help: &'static str, weight: f64) -> Feature {
    Feature { name, help, weight, bounds: (-12.0, 1.0), scale: 0.3 }
}

/// What may be wished and feared: early in a game it can be better to have few squares of many pieces.
const fn either(name: &'static str, help: &'static str, weight: f64) -> Feature {
    Feature { name, help, weight, bounds: (-12.0, 12.0), scale: 0.3 }
}

/// What changes in the course of a game; weights made by hand leave it out.
const fn later(name: &'static str, help: &'static str) -> Feature {
    Feature { name, help, weight: 0.0, bounds: (-20.0, 20.0), scale: 0.3 }
}

/// Features at the end of the table that weights may leave out: whose turn it is makes no difference to whoever compares
/// positions in which the same seat is to move.
const N_EXTRAS: usize = 2;

/// So much more than any sum of the thesis' corners that the size of the own piece decides first, ...
const OWN_SIZE_FIRST: f64 = 10_000.0;

/// ... then that of the reply.
const REPLY_SIZE_FIRST: f64 = -1_000.0;

/// Weights for tiles and corners alone: own tiles, the opponent's, own corners, the opponent's.
const fn thesis(tiles: f64, opponent_tiles: f64, corners: f64, opponent_corners: f64) -> [f64; N_FEATURES] {
    let mut weights = [0.0; N_FEATURES];
    weights[OWN_TILES] = tiles;
    weights[OPPONENT_TILES] = opponent_tiles;
    weights[OWN_CORNERS] = corners;
    weights[OPPONENT_CORNERS] = opponent_corners;
    weights
}

/// The same, with big pieces first: size decides before anything else.
const fn big_first(
    tiles: f64,
    opponent_tiles: f64,
    corners: f64,
    opponent_corners: f64,
) -> [f64; N_FEATURES] {
    thesis(OWN_SIZE_FIRST + tiles, REPLY_SIZE_FIRST + opponent_tiles, corners, opponent_corners)
}

const FEWER_OPPONENT_CORNERS: [f64; N_FEATURES] = thesis(0.0, 0.0, 0.0, -1.0);
const MORE_CORNERS: [f64; N_FEATURES] = thesis(0.0, 0.0, 1.0, 0.0);
const TILES_AND_FEWER_CORNERS: [f64; N_FEATURES] = thesis(2.0, 0.0, 0.0, -1.0);
const BIG_FEWER_OPPONENT_CORNERS: [f64; N_FEATURES] = big_first(0.0, 0.0, 0.0, -1.0);
const BIG_MORE_CORNERS: [f64; N_FEATURES] = big_first(0.0, 0.0, 1.0, 0.0);
const BIG_TILES_OF_BOTH: [f64; N_FEATURES] = big_first(1.0, -2.0, 0.0, 0.0);
/// Own tiles alone: the largest piece is what they ask for anyway, and the size of the reply changes nothing.
const BIG_TILES: [f64; N_FEATURES] = thesis(1.0, 0.0, 0.0, 0.0);
const BIG_CORNERS_OF_BOTH: [f64; N_FEATURES] = big_first(0.0, 0.0, 2.0, -1.0);

const PRESETS: [WeightPreset; 15] = [
    preset(
        "thesis-1a",
        "the thesis' comparison 1, player 1: fewer corners for the opponent",
        &FEWER_OPPONENT_CORNERS,
    ),
    preset("thesis-1b", "the thesis' comparison 1, player 2: more own corners", &MORE_CORNERS),
    preset(
        "thesis-2a",
        "the thesis' comparison 2, player 1: as 1a, big tiles first (tiles outweigh all; the exact filter is in blokus-thesis)",
        &BIG_FEWER_OPPONENT_CORNERS,
    ),
    preset("thesis-2b", "the thesis' comparison 2, player 2: as 1b", &MORE_CORNERS),
    preset(
        "thesis-3a",
        "the thesis' comparison 3, player 1: twice the own tiles minus the opponent's corners",
        &TILES_AND_FEWER_CORNERS,
    ),
    preset("thesis-3b", "the thesis' comparison 3, player 2: as 1b", &MORE_CORNERS),
    preset(
        "thesis-4a",
        "the thesis' comparison 4, player 1: as 1b, big tiles first (tiles outweigh all)",
        &BIG_MORE_CORNERS,
    ),
    preset("thesis-4b", "the thesis' comparison 4, player 2: as 2a", &BIG_FEWER_OPPONENT_CORNERS),
    preset(
        "thesis-5a",
        "the thesis' comparison 5, player 1: own tiles minus twice the opponent's, big tiles first (tiles outweigh all)",
        &BIG_TILES_OF_BOTH,
    ),
    preset(
        "thesis-5b",
        "the thesis' comparison 5, player 2: own tiles alone, which puts big ones first",
        &BIG_TILES,
    ),
    preset("thesis-6a", "the thesis' comparison 6, player 1: as 4a", &BIG_MORE_CORNERS),
    preset(
        "thesis-6b",
        "the thesis' comparison 6, player 2: twice the own corners minus the opponent's, big tiles first (tiles outweigh all)",
        &BIG_CORNERS_OF_BOTH,
    ),
    preset("thesis-7a", "the thesis' comparison 7, player 1: as 6b", &BIG_CORNERS_OF_BOTH),
    preset("thesis-7b", "the thesis' comparison 7, player 2: as 4a", &BIG_MORE_CORNERS),
    preset("thesis-final", "what the thesis settled on (7.1): as 7a", &BIG_CORNERS_OF_BOTH),
];

const fn preset(name: &'static str, help: &'static str, weights: &'static [f64]) -> WeightPreset {
    WeightPreset { name, help, weights }
}

/// What is measured of the own side and of the opponents'.
const PAIRS: [(usize, usize); 5] = [
    (OWN_TILES, OPPONENT_TILES),
    (OWN_CORNERS, OPPONENT_CORNERS),
    (OWN_RESERVE, OPPONENT_RESERVE),
    (OWN_REACH, OPPONENT_REACH),
    (OWN_FORMS, OPPONENT_FORMS),
];

/// A set of features, a bit each.
#[derive(Clone, Copy)]
struct Wanted(u32);

impl Wanted {
    const ALL: Self = Self((1 << N_FEATURES) - 1);

    fn of(weights: &[f64; N_FEATURES]) -> Self {
        let bits = weights.iter().enumerate().map(|(n, &weight)| u32::from(weight != 0.0) << n);
        let named = bits.fold(0, |all, bit| all | bit);
        let needed = LATE.iter().filter(|(late, ..)| named >> late & 1 != 0);
        Self(needed.fold(named, |all, (_, own, opponent)| all | 1 << own | opponent.map_or(0, |n| 1 << n)))
    }

    /// The same, with what is measured of one side measured of both.
    fn of_both_sides(self) -> Self {
        let one_of = |(own, opponent): &&(usize, usize)| self.any(&[*own, *opponent]);
        Self(PAIRS.iter().filter(one_of).fold(self.0, |all, (own, opponent)| all | 1 << own | 1 << opponent))
    }

    const fn any(self, features: &[usize]) -> bool {
        let mut n = 0;
        while n < features.len() {
            if self.0 >> features[n] & 1 != 0 {
                return true;
            }
            n += 1;
        }
        false
    }
}

/// The pieces with 1, 2, 4 and 8 forms, a bit each.
const BY_FORMS: [(u32, u32); 4] = [
    (1, 1 << 0 | 1 << 7 | 1 << 20),
    (2, 1 << 1 | 1 << 2 | 1 << 4 | 1 << 9),
    (4, 1 << 3 | 1 << 6 | 1 << 8 | 1 << 13 | 0b1111 << 15),
    (8, 1 << 5 | 0b111 << 10 | 1 << 14 | 1 << 19),
];

/// The forms of the pieces of a hand.
fn forms(hand: u32) -> u32 {
    BY_FORMS.iter().map(|(n, pieces)| n * (hand & pieces).count_ones()).sum()
}

/// How near to the middle a set comes: 1 at the edge, `N / 2` in the middle, 0 if it is empty.
fn nearness<const N: usize>(set: &Squares<N>) -> usize {
    let inner = |ring: usize| {
        let columns = all_columns(N - 2 * ring) << ring;
        set[ring..N - ring].iter().any(|row| row & columns != 0)
    };
    (0..N / 2).rev().find(|&ring| inner(ring)).map_or(0, |ring| ring + 1)
}

/// The sides of the area, 0 to 4, at which there is an open corner. A side is the outermost line of the area
/// and what lies beyond it.
fn escapes<const N: usize>(own: &Squares<N>, open: &Squares<N>) -> u32 {
    let Some(top) = own.iter().position(|&row| row != 0) else { return 0 };
    let bottom = own.iter().rposition(|&row| row != 0).unwrap_or(top);
    let columns = own.iter().fold(0, |all, row| all | row);
    let open_columns = open.iter().fold(0, |all, row| all | row);
    let left = columns & columns.wrapping_neg();
    let right = 1_u32 << columns.ilog2();
    let is_open = [
        open[..=top].iter().any(|&row| row != 0),
        open[bottom..].iter().any(|&row| row != 0),
        open_columns & (left | (left - 1)) != 0,
        open_columns & !(right - 1) != 0,
    ];
    is_open.into_iter().map(u32::from).sum()
}

/// What a colour adds to the measures of its owner.
struct Part<const N: usize> {
    open: Squares<N>,
    reach: Squares<N>,
}

impl<const N: usize, const C: usize> Blokus<N, C> {
    fn part(self, state: &State<N, C>, colour: Colour, wanted: Wanted) -> Part<N> {
        const WITH_REACH: [usize; 4] = [OWN_RESERVE, OPPONENT_RESERVE, OWN_REACH, OPPONENT_REACH];
        let (open, blocked) = self.openings(state, colour);
        let is_finished = state.is_finished(colour);
        let reach = if wanted.any(&WITH_REACH) && !is_finished { reach(&open, &blocked) } else { [0; N] };
        Part { open, reach }
    }

    /// Own squares that lie on corners of another colour, far from where that colour began.
    fn blocked_corners(self, own: &Holdings<N>, other: &Holdings<N>, other_colour: Colour) -> u32 {
        let starts = self.start_squares(other_colour);
        let covered = starts.iter().find(|(row, column)| other.own[*row] & column_bit(*column) != 0);
        let (start_row, start_column) = *covered.unwrap_or(&starts[0]);
        let near = N / 4;
        let first = start_column.saturating_sub(near);
        let near_columns = all_columns((start_column + near + 1).min(N) - first) << first;
        let rows = (0..N).map(|row| {
            let is_near = row.abs_diff(start_row) <= near;
            let far = if is_near { !near_columns } else { u32::MAX };
            (own.own[row] & other.corners[row] & !other.beside[row] & far).count_ones()
        });
        rows.sum()
    }

    /// Measures the wanted features.
    fn values(self, state: &State<N, C>, seat: Seat, wanted: Wanted) -> [f64; N_FEATURES] {
        let n_seats = self.n_seats();
        let share = 1.0 / (n_seats - 1) as f64;
        let mut values = [0.0; N_FEATURES];
        let mut own_reach = [0; N];
        let mut opponent_reach = [0; N];
        let needs_open = wanted.any(&[
            OWN_CORNERS,
            OPPONENT_CORNERS,
            MIDDLE,
            ESCAPES,
            OWN_RESERVE,
            OPPONENT_RESERVE,
            OWN_REACH,
            OPPONENT_REACH,
        ]);
        for who in Seat::all(n_seats) {
            let is_own = who == seat;
            let (factor, sign) = if is_own { (1.0, 1.0) } else { (share, -share) };
            let of_side = |own: usize, opponent: usize| if is_own { own } else { opponent };
            let (tiles_feature, corners_feature) =
                (of_side(OWN_TILES, OPPONENT_TILES), of_side(OWN_CORNERS, OPPONENT_CORNERS));
            let (reach_feature, forms_feature) =
                (of_side(OWN_REACH, OPPONENT_REACH), of_side(OWN_FORMS, OPPONENT_FORMS));
            for number in self.colours_of(who) {
                let colour = &state.colours[number];
                let tiles = || f64::from(count(&colour.own));
                let n_placed = N_PIECES as u32 - colour.hand.count_ones();
                if wanted.any(&[tiles_feature]) {
                    values[tiles_feature] += factor * tiles();
                }
                if wanted.any(&[BIG_FIRST]) {
                    values[BIG_FIRST] += sign * (tiles() - 3.0 * f64::from(n_placed));
                }
                if wanted.any(&[forms_feature]) {
                    values[forms_feature] += factor * f64::from(forms(colour.hand));
                }
                if wanted.any(&[BLOCKED_CORNERS]) && is_own {
                    let others = Seat::all(n_seats).filter(|&other| other != seat);
                    let blocked = others
                        .flat_map(|other| self.colours_of(other))
                        .map(|other| self.blocked_corners(colour, &state.colours[other], other));
                    values[BLOCKED_CORNERS] += f64::from(blocked.sum::<u32>());
                }
                if !needs_open {
                    continue;
                }
                let part = self.part(state, number, wanted);
                values[corners_feature] += factor * f64::from(count(&part.open));
                if wanted.any(&[MIDDLE]) {
                    let early = f64::from(colour.hand.count_ones()) / N_PIECES as f64;
                    values[MIDDLE] += sign * early * nearness(&part.open) as f64;
                }
                if wanted.any(&[ESCAPES]) && is_own {
                    values[ESCAPES] += f64::from(escapes(&colour.own, &part.open));
                }
                let reach = if is_own { &mut own_reach } else { &mut opponent_reach };
                for (all, row) in reach.iter_mut().zip(&part.reach) {
                    *all |= row;
                }
                values[reach_feature] += factor * f64::from(count(&part.reach));
            }
        }
        let only = |one: &Squares<N>, other: &Squares<N>| {
            let rows = one.iter().zip(other).map(|(one, other)| (one & !other).count_ones());
            f64::from(rows.sum::<u32>())
        };
        if wanted.any(&[TURN]) && !state.is_over {
            values[TURN] = if self.seat_of(state) == seat { 1.0 } else { -share };
        }
        values[OWN_RESERVE] = only(&own_reach, &opponent_reach);
        values[OPPONENT_RESERVE] = share * only(&opponent_reach, &own_reach);
        let in_hand: u32 = state.colours.iter().map(|(_, colour)| colour.hand.count_ones()).sum();
        let progress = 1.0 - f64::from(in_hand) / (C * N_PIECES) as f64;
        for (late, own, opponent) in LATE {
            values[late] = progress * (values[own] - opponent.map_or(0.0, |opponent| values[opponent]));
        }
        values
    }
}

impl<const N: usize, const C: usize> Evaluate for Blokus<N, C> {
    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn weight_presets(&self) -> &'static [WeightPreset] {
        &PRESETS
    }

    fn weight_files(&self) -> &'static [WeightFile] {
        &[
            WeightFile {
                name: "tuned",
                help: "found by SPSA for greedy, from the weights of the table",
                bytes: include_bytes!("../weights/tuned.toml"),
                is_default: true,
            },
            WeightFile {
                name: "tuned-mcts",
                help: "found by SPSA for mcts, from weights fitted to results of games",
                bytes: include_bytes!("../weights/tuned-mcts.toml"),
                is_default: false,
            },
            WeightFile {
                name: "fitted",
                help: "fitted to results of games of mcts, with a weight for whose turn it is",
                bytes: include_bytes!("../weights/fitted.toml"),
                is_default: false,
            },
        ]
    }

    fn n_extra_features(&self) -> usize {
        N_EXTRAS
    }

    fn measure(&self, state: &State<N, C>, seat: Seat, values: &mut [f64]) {
        values.copy_from_slice(&self.values(state, seat, Wanted::ALL));
    }

    fn evaluate(&self, state: &State<N, C>, seat: Seat, weights: &[f64]) -> f64 {
        let Some(weights) = weights.first_chunk::<N_FEATURES>() else { return 0.0 };
        weighted(&self.values(state, seat, Wanted::of(weights)), weights)
    }

    fn evaluate_all(&self, state: &State<N, C>, weights: &[f64], values: &mut [f64]) {
        let Some(weights) = weights.first_chunk::<N_FEATURES>() else { return values.fill(0.0) };
        let wanted = Wanted::of(weights);
        if let [first, second] = values
            && !wanted.any(&[ESCAPES, BLOCKED_CORNERS])
        {
            let seen_by_first = self.values(state, Seat::FIRST, wanted.of_both_sides());
            *first = weighted(&seen_by_first, weights);
            *second = weighted(&seen_by_the_other(&seen_by_first), weights);
            return;
        }
        for (seat, value) in Seat::all(values.len()).zip(values) {
            *value = weighted(&self.values(state, seat, wanted), weights);
        }
    }
}

fn weighted(values: &[f64; N_FEATURES], weights: &[f64; N_FEATURES]) -> f64 {
    values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}

/// What one of two sees as the other sees it; what is told of the own side alone is left out.
fn seen_by_the_other(values: &[f64; N_FEATURES]) -> [f64; N_FEATURES] {
    let mut turned = values.map(|value| -value);
    for (own, opponent) in PAIRS {
        (turned[own], turned[opponent]) = (values[opponent], values[own]);
    }
    (turned[ESCAPES], turned[BLOCKED_CORNERS]) = (0.0, 0.0);
    turned
}

#[cfg(test)]
mod tests {
    use ludwerk_core::{Configure as _, Notation as _, Rng};

    use super::*;
    use crate::moves::BlokusMove;
    use crate::rules::{Classic, Duo};
    use crate::thesis::{Board, Rules, best_moves};

    fn measured<const N: usize, const C: usize>(
        game: Blokus<N, C>,
        moves: &[&str],
        seat: Seat,
    ) -> [f64; N_FEATURES] {
        let mut state = game.start(&mut Rng::new(0));
        for text in moves {
            let mv = game.parse_move(&state, text).unwrap();
            state = game.play(&state, mv).unwrap();
        }
        let mut values = [f64::NAN; N_FEATURES];
        game.measure(&state, seat, &mut values);
        values
    }

    fn duo() -> Duo {
        Duo::configure(None, None).unwrap()
    }

    #[test]
    fn before_the_first_piece_the_start_square_is_the_open_corner() {
        let values = measured(duo(), &[], Seat::FIRST);
        assert_eq!(values[OWN_TILES..=OPPONENT_CORNERS], [0.0, 0.0, 1.0, 1.0]);
        assert_eq!([values[OWN_FORMS], values[OPPONENT_FORMS]], [91.0, 91.0]);
        assert_eq!(values[ESCAPES], 0.0);
    }

    #[test]
    fn two_lines_that_touch_block_a_corner_of_each_other() {
        let lines = ["e10,f10,g10,h10,i10", "j5,j6,j7,j8,j9"];
        for seat in Seat::all(2) {
            let values = measured(duo(), &lines, seat);
            assert_eq!(values[OWN_TILES..=OPPONENT_CORNERS], [5.0, 5.0, 3.0, 3.0]);
            assert_eq!((values[MIDDLE], values[BIG_FIRST], values[BLOCKED_CORNERS]), (0.0, 0.0, 1.0));
            assert_eq!(
                (values[OWN_REACH], values[OWN_RESERVE]),
                (values[OPPONENT_REACH], values[OPPONENT_RESERVE])
            );
            assert!(values[OWN_RESERVE] > 0.0 && values[OWN_RESERVE] < values[OWN_REACH]);
        }
        // To the right Black's line ends at i10, and j11 is open beyond it; above, d11 and j11 are.
        assert_eq!(measured(duo(), &lines, Seat::FIRST)[ESCAPES], 4.0);
    }

    #[test]
    fn a_corner_of_the_board_has_two_ways_out_and_room_of_its_own() {
        let thesis = Duo::configure(Some("thesis"), None).unwrap();
        let values = measured(thesis, &["a14"], Seat::FIRST);
        assert_eq!(values[ESCAPES], 2.0);
        assert_eq!((values[OWN_REACH], values[OWN_RESERVE]), (21.0, 21.0));
        assert_eq!((values[OPPONENT_REACH], values[OPPONENT_RESERVE]), (15.0, 15.0));
        assert_eq!(values[BIG_FIRST], -2.0);
        assert_eq!((values[OWN_FORMS], values[OPPONENT_FORMS]), (90.0, 91.0));
        // b13 is one step from the edge, n1 at it.
        let expected = 20.0 / 21.0 * 2.0 - 1.0;
        assert!((values[MIDDLE] - expected).abs() < 1e-12);
    }

    #[test]
    fn two_colours_of_a_seat_add_up() {
        let game = Classic::configure(Some("classic-2"), None).unwrap();
        let values = measured(game, &["a20", "t20", "t1,s1", "a1,a2,a3"], Seat::FIRST);
        assert_eq!(values[OWN_TILES..=OPPONENT_CORNERS], [3.0, 4.0, 2.0, 2.0]);
    }

    #[test]
    fn of_several_opponents_the_mean_counts_and_the_shared_colour_is_nobodys() {
        let game = Classic::configure(Some("classic-3"), None).unwrap();
        let values = measured(game, &["a20", "t20,s20", "t1,s1,r1,q1", "a1,a2,a3"], Seat::FIRST);
        assert_eq!(values[OWN_TILES..=OPPONENT_CORNERS], [1.0, 3.0, 1.0, 1.0]);
    }

    #[test]
    fn late_features_grow_with_the_pieces_on_the_board() {
        let moves = ["e10,f10,g10,h10,i10", "j5,j6,j7", "d9,c9"];
        let of_black = measured(duo(), &moves, Seat::FIRST);
        let of_white = measured(duo(), &moves, Seat::SECOND);
        let progress = 3.0 / 42.0;
        assert!((of_white[LATE_TILES] - progress * (3.0 - 7.0)).abs() < 1e-12);
        assert!((of_white[LATE_TILES] + of_black[LATE_TILES]).abs() < 1e-12);
    }

    #[test]
    fn whose_turn_it_is_counts_until_the_end() {
        let moves = ["e10,f10,g10,h10,i10", "j5,j6,j7", "d9,c9"];
        let (of_black, of_white) =
            (measured(duo(), &moves, Seat::FIRST), measured(duo(), &moves, Seat::SECOND));
        assert_eq!((of_black[TURN], of_white[TURN]), (-1.0, 1.0));
        assert!((of_white[LATE_TURN] - 3.0 / 42.0).abs() < 1e-12);
        let game = Classic::configure(Some("classic"), None).unwrap();
        assert_eq!(measured(game, &["a20"], Seat::SECOND)[TURN], 1.0);
        assert!((measured(game, &["a20"], Seat::new(2))[TURN] + 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn two_see_the_same_position_in_opposite_ways_whoever_is_to_move() {
        let game = duo();
        let weights: Vec<f64> = (0..N_FEATURES)
            .map(|n| if [ESCAPES, BLOCKED_CORNERS].contains(&n) { 0.0 } else { 1.0 + n as f64 })
            .collect();
        let mut state = game.start(&mut Rng::new(0));
        for text in ["e10,f10,g10,h10,i10", "j5,j6,j7", "d9,c9"] {
            state = game.play(&state, game.parse_move(&state, text).unwrap()).unwrap();
            let mut both = [0.0; 2];
            game.evaluate_all(&state, &weights, &mut both);
            for (seat, value) in Seat::all(2).zip(both) {
                assert!((value - game.evaluate(&state, seat, &weights)).abs() < 1e-9, "{text}, {seat}");
            }
        }
    }

    #[test]
    fn a_feature_without_weight_is_not_needed_for_the_sum() {
        let game = duo();
        let mut state = game.start(&mut Rng::new(0));
        for text in ["e10,f10,g10,h10,i10", "j5,j6,j7", "d9,c9"] {
            let mv = game.parse_move(&state, text).unwrap();
            state = game.play(&state, mv).unwrap();
        }
        for feature in 0..N_FEATURES {
            let mut weights = [0.0; N_FEATURES];
            weights[feature] = 1.0;
            let all = game.values(&state, Seat::SECOND, Wanted::ALL);
            assert_eq!(
                game.evaluate(&state, Seat::SECOND, &weights),
                all[feature],
                "{}",
                FEATURES[feature].name
            );
        }
    }

    /// The value of each move by minimax of depth 2 with these weights.
    fn values_at_depth_2(game: Duo, state: &State<14, 2>, weights: &[f64]) -> Vec<(BlokusMove, f64)> {
        let seat = game.seat_of(state);
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        let valued = moves.into_iter().map(|mv| {
            let next = game.play(state, mv).unwrap();
            let mut replies = Vec::new();
            game.legal_moves(&next, &mut replies);
            let after = |reply| game.evaluate(&game.play(&next, reply).unwrap(), seat, weights);
            (mv, replies.into_iter().map(after).fold(f64::INFINITY, f64::min))
        });
        valued.collect()
    }

    #[test]
    fn the_weights_of_the_thesis_choose_as_its_players_do() {
        let game = Duo::configure(Some("thesis"), None).unwrap();
        // As long as all pieces of five squares fit, size decides nothing between the moves of largest size.
        let mut rng = Rng::new(5);
        for (name, player) in crate::thesis::PLAYERS {
            let weights =
                PRESETS.iter().find(|preset| preset.name == format!("thesis-{name}")).unwrap().weights;
            let mut state = game.start(&mut rng);
            for _ in 0..4 {
                let board = Board::of(game, &state).unwrap();
                let seat = game.seat_of(&state);
                let best = best_moves(&board, seat, player, Rules::Official);
                let values = values_at_depth_2(game, &state, weights);
                let most = values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
                let mut ours: Vec<_> =
                    values.iter().filter(|(_, value)| *value == most).map(|(mv, _)| *mv).collect();
                let mut theirs = best.clone();
                ours.sort_unstable();
                theirs.sort_unstable();
                assert_eq!(ours, theirs, "{name}");
                state = game.play(&state, *rng.choose(&best).unwrap()).unwrap();
            }
        }
    }

    #[test]
    fn own_tiles_alone_mind_no_tile_of_the_opponent() {
        let weights = PRESETS.iter().find(|preset| preset.name == "thesis-5b").unwrap().weights;
        let game = duo();
        let value = |moves: &[&str]| {
            let mut state = game.start(&mut Rng::new(0));
            for text in moves {
                state = game.play(&state, game.parse_move(&state, text).unwrap()).unwrap();
            }
            game.evaluate(&state, Seat::FIRST, weights)
        };
        assert_eq!(value(&["e10,f10", "j5"]), 2.0);
        assert_eq!(value(&["e10,f10", "j5,j6,j7"]), 2.0);
    }

    #[test]
    fn forms_are_those_of_the_tables() {
        for piece in 0..N_PIECES {
            let of_piece =
                crate::pieces::TABLES.orientations.iter().filter(|o| usize::from(o.piece) == piece);
            assert_eq!(forms(1 << piece) as usize, of_piece.count());
        }
    }
}
