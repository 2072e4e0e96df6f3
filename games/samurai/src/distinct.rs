//! Plies up to equivalence: of those that come to the same, one.
//!
//! Two spaces are alike if they touch the same settlements where figures still stand: captured settlements matter to
//! nobody. So of each sort of free space one is enough, and of the exchanges of equal figures, which change nothing,
//! one is.
//!
//! In a world that is searched, plies of one turn that may change places are tried in one order only. Two plies after
//! each other may, if neither surrounds a settlement: then both orders are legal and lead to the same position. So
//! after a ply that captured nothing, a lesser one that captures nothing either is left out: it was tried before it.
//! The last ply is therefore part of such a world; it is not part of a position, where the other order was never tried.

use crate::board::{
    BESIDE_LAND, BESIDE_SEA, Lands, N_SETTLEMENTS, Seas, Settlements, bit, numbers, sea_numbers,
};
use crate::moves::{Action, SamuraiMove};
use crate::rules::{Samurai, list_swaps};
use crate::state::State;
use crate::tile::Tile;

/// Appends the plies of a turn, one for each that differs from the others.
pub(crate) fn list(game: Samurai, state: &State, moves: &mut Vec<SamuraiMove>) {
    let seat = state.to_move();
    let hand = state.hand(seat);
    let n_before = moves.len();
    let lands = distinct_lands(state);
    let seas = if hand.has(Tile::SHIP1) || hand.has(Tile::SHIP2) { distinct_seas(state) } else { 0 };
    for tile in hand.sorts() {
        if tile.is_ordinary() && state.ordinary_used() {
            continue;
        }
        if tile.is_for_land() {
            moves.extend(numbers(lands).map(|land| SamuraiMove::land(tile, land)));
        } else if tile.is_ship() {
            moves.extend(sea_numbers(seas).map(|sea| SamuraiMove::sea(tile, sea)));
        } else if tile == Tile::SHIFT {
            list_shifts(state, lands, moves);
        } else {
            let mut has_discard = false;
            list_swaps(state, |one, other| {
                let is_discard = one.1 == other.1;
                if !(is_discard && has_discard) {
                    moves.push(SamuraiMove::new(Action::Swap([one, other])));
                }
                has_discard |= is_discard;
            });
        }
    }
    if let Some(last) = state.last {
        let may_close = !game.captures_at_end();
        let is_needed = |mv: SamuraiMove| mv > last || may_close && closes(state, mv);
        let mut kept = n_before;
        for n in n_before..moves.len() {
            if is_needed(moves[n]) {
                moves[kept] = moves[n];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }
    if state.has_played() {
        moves.push(SamuraiMove::END);
    } else if moves.len() == n_before {
        moves.push(SamuraiMove::PASS);
    }
}

fn closes(state: &State, mv: SamuraiMove) -> bool {
    match mv.action() {
        Action::Land(_, land) | Action::Shift(_, land) => state.closes(land),
        _ => false,
    }
}

/// The settlements beside a space where figures stand.
fn open_beside(open: Settlements, [one, other]: [u8; 2]) -> Settlements {
    (bit(one) | bit(other)) & open
}

/// Of the free land spaces that are alike, the first.
fn distinct_lands(state: &State) -> Lands {
    let mut seen = Seen::new();
    let open = state.open();
    numbers(state.free_land())
        .filter(|&land| seen.is_new(open_beside(open, BESIDE_LAND[usize::from(land)])))
        .fold(0, |lands, land| lands | 1 << land)
}

/// Of the free sea spaces that are alike, the first.
fn distinct_seas(state: &State) -> Seas {
    let mut seen = Seen::new();
    let open = state.open();
    sea_numbers(state.free_sea())
        .filter(|&sea| seen.is_new(open_beside(open, BESIDE_SEA[usize::from(sea)])))
        .fold(0, |seas, sea| seas | 1 << sea)
}

/// Sets of up to two settlements.
struct Seen {
    has_none: bool,
    single: Settlements,
    pairs: [Settlements; N_SETTLEMENTS],
}

impl Seen {
    fn new() -> Self {
        Self { has_none: false, single: 0, pairs: [0; N_SETTLEMENTS] }
    }

    fn is_new(&mut self, settlements: Settlements) -> bool {
        let first = settlements.trailing_zeros() as usize;
        let place = match settlements.count_ones() {
            0 => return !std::mem::replace(&mut self.has_none, true),
            1 => &mut self.single,
            _ => &mut self.pairs[first],
        };
        let last = 1 << settlements.ilog2();
        let is_new = *place & last == 0;
        *place |= last;
        is_new
    }
}

/// Own tiles of one sort that touch the same settlements are alike.
fn list_shifts(state: &State, lands: Lands, moves: &mut Vec<SamuraiMove>) {
    let open = state.open();
    let beside = |land: u8| open_beside(open, BESIDE_LAND[usize::from(land)]);
    let own = state.movable(state.to_move());
    for from in numbers(own) {
        let tile = state.on_land(from);
        let is_first = numbers(own & ((1 << from) - 1))
            .all(|earlier| state.on_land(earlier) != tile || beside(earlier) != beside(from));
        if is_first {
            moves.extend(numbers(lands).map(|to| SamuraiMove::new(Action::Shift(from, to))));
        }
    }
}
