//! The rules of all variants.

use std::ops::ControlFlow;

use ludwerk_core::{
    ChanceMode, ConfigError, Configure, Game, GameInfo, Information, Keyed, Outcome, PerfectInformation,
    Returns, Rng, Seat, Termination, Turn, Turns, Utility, Variant, WithoutDeal, WithoutIndex,
    WithoutSymmetry, mix,
};

use crate::board::{Holdings, Memory, Squares, State, column_bit, surroundings, surroundings_before};
use crate::colour::{ByColour, Colour};
use crate::moves::BlokusMove;
use crate::pieces::{MONOMINO, N_PIECE_SQUARES, N_PIECES, REACH, TABLES};

/// Blokus on a board of `N` by `N` with `C` colours.
#[derive(Clone, Copy, Debug)]
pub struct Blokus<const N: usize, const C: usize> {
    variant: usize,
}

/// Blokus Duo and its relatives.
pub type Duo = Blokus<14, 2>;

/// Blokus Classic.
pub type Classic = Blokus<20, 4>;

const PLACE: &str = "\
Place one piece in each turn. Every piece of a colour but its first touches at least one of its own colour at a corner, \
and none of them along a side; it may touch pieces of other colours in any way. Pieces may be turned and flipped.";
const END: &str = "\
A colour that cannot place a piece passes, and is finished. When no colour can place a piece, the game is over, and \
the player with the most points wins.";
const POINTS: &str = "\
Each square that you have covered is a point; placing all pieces is worth 15 more, and another 5 if the \
single square came last.";
const FEWER_POINTS: &str = "\
Each square that you have covered is a point; placing all pieces is worth 15 more; it does not matter which \
piece came last.";
const MOVES: &str = "\
Moves are written as the squares that the piece covers, f9,e10,f10,g10,f11, or by the piece with one of its numbered \
orientations and the top left corner of its bounding box, 21.2@e11; pass if no piece fits.";

/// The facts of all variants.
pub const INFO: GameInfo = GameInfo {
    id: "blokus",
    title: "Blokus",
    summary: "Lay your pieces corner to corner, never side by side, and leave the others no room.",
    variants: &[
        Variant {
            name: "duo",
            summary: "Two players on 14 by 14; Black covers e10 first, White j5.",
            rules: &[
                "Two play on 14 by 14 squares, Black first. Black's first piece covers e10, White's j5.",
                PLACE,
                END,
                POINTS,
                MOVES,
            ],
        },
        Variant {
            name: "duo-free",
            summary: "As duo, but the first player chooses between the two start squares.",
            rules: &[
                "Two play on 14 by 14 squares, Black first. Black's first piece covers one of e10 and j5, whichever \
                 Black likes, and White's the other.",
                PLACE,
                END,
                POINTS,
                MOVES,
            ],
        },
        Variant {
            name: "classic",
            summary: "Four players on 20 by 20, each from a corner.",
            rules: &[
                "Four play on 20 by 20 squares, each for himself, in the order Blue, Yellow, Red, Green. The first \
                 piece covers a corner of the board: Blue's a20, Yellow's t20, Red's t1, Green's a1.",
                PLACE,
                END,
                POINTS,
                MOVES,
            ],
        },
        Variant {
            name: "classic-2",
            summary: "Classic for two, each with two colours.",
            rules: &[
                "Two play on 20 by 20 squares: one has Blue and Red, the other Yellow and Green, and the colours \
                 move in the order Blue, Yellow, Red, Green. The first piece of a colour covers a corner of the \
                 board: Blue's a20, Yellow's t20, Red's t1, Green's a1. Each colour goes on from its own pieces \
                 only.",
                PLACE,
                END,
                POINTS,
                "The points of your two colours are added.",
                MOVES,
            ],
        },
        Variant {
            name: "classic-3",
            summary: "Classic for three, who play the fourth colour in turn.",
            rules: &[
                "Three play on 20 by 20 squares: Blue, Yellow and Red. Green is nobody's: after Red its pieces are \
                 placed in turn, by Blue, then by Yellow, then by Red, even by a player whose own colour is finished. The \
                 first piece of a colour covers a corner of the board: Blue's a20, Yellow's t20, Red's t1, Green's \
                 a1.",
                PLACE,
                END,
                POINTS,
                "Green's points count for nobody.",
                MOVES,
            ],
        },
        Variant {
            name: "thesis",
            summary: "Two players on 14 by 14 from opposite corners, without the last 5 points.",
            rules: &[
                "Two play on 14 by 14 squares, Black first. Black's first piece covers the corner a14, White's n1.",
                PLACE,
                END,
                FEWER_POINTS,
                MOVES,
            ],
        },
        Variant {
            name: "thesis-free",
            summary: "As thesis, but the first player chooses between the two corners.",
            rules: &[
                "Two play on 14 by 14 squares, Black first. Black's first piece covers one of the corners a14 and n1, \
                 whichever Black likes, and White's the other.",
                PLACE,
                END,
                FEWER_POINTS,
                MOVES,
            ],
        },
    ],
    seats: (2, 4),
    information: Information::Perfect,
    chance_mode: ChanceMode::Deterministic,
    turns: Turns::OnePly,
    utility: Utility::ConstantSum,
    termination: Termination::ByPosition,
    longest_game: Some(4 * N_PIECES as u32 + 3 * N_PIECES as u32),
};

const DUO: usize = 0;
const DUO_FREE: usize = 1;
const CLASSIC: usize = 2;
const CLASSIC_2: usize = 3;
const CLASSIC_3: usize = 4;
const THESIS: usize = 5;
const THESIS_FREE: usize = 6;

/// The colour that three players share.
pub(crate) const SHARED: Colour = Colour::new(3);

impl<const N: usize, const C: usize> Blokus<N, C> {
    /// The colours that count for a seat.
    pub fn colours_of(self, seat: Seat) -> impl Iterator<Item = Colour> {
        let step = if self.variant == CLASSIC_2 { 2 } else { C };
        (seat.idx()..C).step_by(step).map(Colour::new)
    }

    /// The seat for which a colour counts; `None` for the one that three share.
    pub fn owner(self, colour: Colour) -> Option<Seat> {
        match self.variant {
            CLASSIC_2 => Some(Seat::new(colour.idx() % 2)),
            CLASSIC_3 if colour == SHARED => None,
            _ => Some(Seat::new(colour.idx())),
        }
    }

    /// The seat that plays the colour to move.
    pub(crate) fn seat_of(self, state: &State<N, C>) -> Seat {
        self.owner(state.to_move).unwrap_or(state.shared_turn)
    }

    /// The squares of which the first piece of a colour covers one.
    pub(crate) fn start_squares(self, colour: Colour) -> &'static [(usize, usize)] {
        match self.variant {
            DUO => &[[(4, 4)], [(9, 9)]][colour.idx()],
            DUO_FREE => &[(4, 4), (9, 9)],
            THESIS => &[[(0, 0)], [(13, 13)]][colour.idx()],
            THESIS_FREE => &[(0, 0), (13, 13)],
            _ => &[[(0, 0)], [(0, 19)], [(19, 19)], [(19, 0)]][colour.idx()],
        }
    }

    /// The squares that a new piece of this colour may grow from, and those that it may not cover.
    pub fn openings(self, state: &State<N, C>, colour: Colour) -> (Squares<N>, Squares<N>) {
        let own = &state.colours[colour];
        let blocked: Squares<N> = std::array::from_fn(|row| state.occupied[row] | own.beside[row]);
        let mut from = own.corners;
        if own.is_fresh() {
            for &(row, column) in self.start_squares(colour) {
                from[row] |= column_bit(column);
            }
        }
        (std::array::from_fn(|row| from[row] & !blocked[row]), blocked)
    }

    /// Shows `visit` every placement of a colour, each once, until it breaks.
    pub fn placements(
        self,
        state: &State<N, C>,
        colour: Colour,
        mut visit: impl FnMut(BlokusMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let tables = &*TABLES;
        let (open, blocked) = self.openings(state, colour);
        let hand = state.colours[colour].hand;
        for row in 0..N {
            let mut left = open[row];
            while left != 0 {
                let column = left.trailing_zeros() as usize - REACH;
                left &= left - 1;
                let around = surroundings(&blocked, row, column);
                let list = &tables.covers[tables.blocked_neighbours(around)];
                // What covers an earlier open square, too, was found from there.
                let avoid = around | surroundings_before(&open, row, column);
                let mut pieces = hand;
                while pieces != 0 {
                    let piece = pieces.trailing_zeros() as usize;
                    pieces &= pieces - 1;
                    for cover in list.of_piece(piece).iter().filter(|cover| cover.fits(avoid)) {
                        let placed = tables.placed[cover.number()];
                        visit(BlokusMove::place(
                            usize::from(placed.orientation),
                            row - usize::from(placed.up),
                            column - usize::from(placed.left),
                        ))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a colour can place anything.
    pub fn has_placement(self, state: &State<N, C>, colour: Colour) -> bool {
        let hand = state.colours[colour].hand;
        if hand & 1 << MONOMINO != 0 {
            let (open, _) = self.openings(state, colour);
            return open.iter().any(|&row| row != 0);
        }
        self.placements(state, colour, |_| ControlFlow::Break(())).is_break()
    }

    /// The points of a colour, as Pentobi counts them: squares on the board, 15 for all pieces, 5 for the
    /// monomino last.
    pub fn points_of(self, state: &State<N, C>, colour: Colour) -> i32 {
        let colour = &state.colours[colour];
        let in_hand: u32 =
            (0..N_PIECES).filter(|n| colour.hand >> n & 1 != 0).map(|n| u32::from(TABLES.sizes[n])).sum();
        let all = if colour.hand == 0 { 15 } else { 0 };
        let has_last = ![THESIS, THESIS_FREE].contains(&self.variant);
        let last = if colour.hand == 0 && colour.monomino_last && has_last { 5 } else { 0 };
        (N_PIECE_SQUARES - in_hand) as i32 + all + last
    }

    fn points_of_seats(self, state: &State<N, C>) -> Vec<i32> {
        let of_seat = |seat| self.colours_of(seat).map(|colour| self.points_of(state, colour)).sum();
        Seat::all(self.n_seats()).map(of_seat).collect()
    }

    /// Finds out whether anyone can place anything, beginning with the colour to move.
    pub(crate) fn settle(self, state: &mut State<N, C>) {
        for n in 0..C {
            let colour = state.to_move.later(n, C);
            if state.is_finished(colour) {
                continue;
            }
            if self.has_placement(state, colour) {
                state.is_over = false;
                return;
            }
            state.finished |= 1 << colour.idx();
        }
        state.is_over = true;
    }

    /// Gives the turn to the next colour, and finds out whether anyone can place anything.
    pub(crate) fn pass_on(self, state: &mut State<N, C>) {
        let colour = state.to_move;
        let shared = if self.owner(colour).is_none() { state.shared_turn.next(3) } else { state.shared_turn };
        Self::set_turn(state, colour.later(1, C), shared);
        self.settle(state);
    }

    /// The colours that do not score for whoever owns this one.
    pub fn rivals_of(self, colour: Colour) -> impl Iterator<Item = Colour> {
        let n_sides = if self.variant == CLASSIC_2 { 2 } else { C };
        Colour::all(C).filter(move |other| other.idx() % n_sides != colour.idx() % n_sides)
    }

    /// An empty board.
    pub(crate) fn empty() -> State<N, C> {
        let mut state = State {
            colours: ByColour::new([Holdings::fresh(); C]),
            occupied: [0; N],
            to_move: Colour::FIRST,
            shared_turn: Seat::FIRST,
            finished: 0,
            memory: ByColour::new([Memory::empty(); C]),
            is_over: false,
            key: 0,
        };
        state.key = turn_key(&state);
        state
    }

    /// Lays a piece of a colour, whoever is to move.
    pub(crate) fn lay(state: &mut State<N, C>, colour: Colour, mv: BlokusMove) {
        let Some((orientation, row, column)) = mv.placement() else { return };
        let own = &mut state.colours[colour];
        own.place(orientation, row, column);
        // Which piece came last matters once all are placed.
        own.monomino_last &= own.hand == 0;
        state.key ^= placement_key(colour, mv);
        let shape = &TABLES.orientations[orientation];
        for n in 0..usize::from(shape.height) {
            state.occupied[row + n] |= u32::from(shape.rows[n]) << (column + REACH);
        }
    }

    /// Whether there is a colour that three players share.
    pub(crate) fn has_shared_colour(self) -> bool {
        self.variant == CLASSIC_3
    }

    /// Sets whose turn it is.
    pub(crate) fn set_turn(state: &mut State<N, C>, to_move: Colour, shared_turn: Seat) {
        state.key ^= turn_key(state);
        (state.to_move, state.shared_turn) = (to_move, shared_turn);
        state.key ^= turn_key(state);
    }
}

fn placement_key(colour: Colour, mv: BlokusMove) -> u64 {
    mix(u64::from(ludwerk_core::Move::to_bits(mv)) << 8 | colour.idx() as u64 | 1 << 40)
}

fn turn_key<const N: usize, const C: usize>(state: &State<N, C>) -> u64 {
    mix(state.to_move.idx() as u64 | (state.shared_turn.idx() as u64) << 8 | 1 << 41)
}

impl<const N: usize, const C: usize> Configure for Blokus<N, C> {
    const INFO: GameInfo = INFO;

    fn configure(variant: Option<&str>, players: Option<usize>) -> Result<Self, ConfigError> {
        let index = match (variant, players) {
            (Some(name), _) => INFO.variant_idx(Some(name))?,
            // The number of players alone tells which board they need.
            (None, Some(3)) => CLASSIC_3,
            (None, Some(4)) => CLASSIC,
            (None, _) => DUO,
        };
        let name = INFO.variants[index].name;
        let is_small = [DUO, DUO_FREE, THESIS, THESIS_FREE].contains(&index);
        if is_small != (C == 2) {
            let known = INFO.variants.iter().map(|variant| variant.name).collect();
            return Err(ConfigError::UnknownVariant { game: INFO.id, name: name.to_owned(), known });
        }
        let n_seats = match index {
            CLASSIC => 4,
            CLASSIC_3 => 3,
            _ => 2,
        };
        INFO.check_players(name, (n_seats, n_seats), players)?;
        Ok(Self { variant: index })
    }
}

impl<const N: usize, const C: usize> Game for Blokus<N, C> {
    type State = State<N, C>;
    type Move = BlokusMove;

    fn info(&self) -> &GameInfo {
        &INFO
    }

    fn variant(&self) -> &'static str {
        INFO.variants[self.variant].name
    }

    fn n_seats(&self) -> usize {
        match self.variant {
            CLASSIC => 4,
            CLASSIC_3 => 3,
            _ => 2,
        }
    }

    fn start(&self, _rng: &mut Rng) -> State<N, C> {
        Self::empty()
    }

    fn turn(&self, state: &State<N, C>) -> Turn {
        if state.is_over { Turn::Over } else { Turn::Player(self.seat_of(state)) }
    }

    fn legal_moves(&self, state: &State<N, C>, moves: &mut Vec<BlokusMove>) {
        if state.is_over {
            return;
        }
        let before = moves.len();
        let _ = self.placements(state, state.to_move, |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        if moves.len() == before {
            moves.push(BlokusMove::PASS);
        }
    }

    fn play_unchecked(&self, state: &mut State<N, C>, mv: BlokusMove) {
        Self::lay(state, state.to_move, mv);
        self.pass_on(state);
    }

    fn outcome(&self, state: &State<N, C>) -> Option<Outcome> {
        if !state.is_over {
            return None;
        }
        let points = self.points_of_seats(state);
        let most = points.iter().max().copied().unwrap_or(0);
        let returns = Returns::shared(points.len(), |seat| points[seat.idx()] == most);
        Some(Outcome { returns, reason: "points" })
    }

    fn points(&self, state: &State<N, C>) -> Option<Vec<i32>> {
        Some(self.points_of_seats(state))
    }

    fn is_legal(&self, state: &State<N, C>, mv: BlokusMove) -> bool {
        let colour = state.to_move;
        let Some((orientation, row, column)) = mv.placement() else {
            return !state.is_over && !self.has_placement(state, colour);
        };
        let shape = &TABLES.orientations[orientation];
        let is_inside = row + usize::from(shape.height) <= N && column + usize::from(shape.width) <= N;
        let is_held = state.colours[colour].hand >> shape.piece & 1 != 0;
        if !is_inside || !is_held || state.is_over {
            return false;
        }
        let (open, blocked) = self.openings(state, colour);
        let rows = || {
            shape
                .rows
                .iter()
                .map(|&bits| u32::from(bits) << (column + REACH))
                .zip(row..)
                .take(shape.height.into())
        };
        rows().all(|(bits, row)| blocked[row] & bits == 0) && rows().any(|(bits, row)| open[row] & bits != 0)
    }

    fn count_moves(&self, state: &State<N, C>) -> usize {
        if state.is_over {
            return 0;
        }
        let mut n = 0;
        let _ = self.placements(state, state.to_move, |_| {
            n += 1;
            ControlFlow::Continue(())
        });
        n.max(1)
    }
}

impl<const N: usize, const C: usize> Keyed for Blokus<N, C> {
    fn key(&self, state: &State<N, C>) -> u64 {
        state.key ^ bonus_key(state)
    }

    fn key_from_scratch(&self, state: &State<N, C>) -> u64 {
        let mut key = turn_key(state);
        for (colour, own) in state.colours.iter() {
            for mv in crate::notation::pieces_on_board(&own.own) {
                key ^= placement_key(colour, mv);
            }
        }
        key ^ bonus_key(state)
    }
}

/// Tells apart positions that differ in which piece came last alone.
fn bonus_key<const N: usize, const C: usize>(state: &State<N, C>) -> u64 {
    let last = state.colours.iter().filter(|(_, own)| own.monomino_last);
    last.fold(0, |key, (colour, _)| key ^ mix(colour.idx() as u64 | 1 << 42))
}

impl<const N: usize, const C: usize> PerfectInformation for Blokus<N, C> {}
impl<const N: usize, const C: usize> WithoutDeal for Blokus<N, C> {}
impl<const N: usize, const C: usize> WithoutSymmetry for Blokus<N, C> {}
impl<const N: usize, const C: usize> WithoutIndex for Blokus<N, C> {}
