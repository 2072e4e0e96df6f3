//! Positions and plies as numbers, for learning: what a seat may see, and no more.
//!
//! The map is no rectangle, so the tensor is one row. Seats are told from the viewer on, in the order of play.

use std::sync::LazyLock;

use ludwerk_core::{Encode, Game as _, Move as _, Seat};

use crate::board::{Extent, numbers, sea_numbers};
use crate::moves::{Action, SamuraiMove};
use crate::rules::{Samurai, list_hands};
use crate::state::{HAND, Phase, State};
use crate::tile::{Kind, N_KINDS, N_TILES, Tile, Tiles};

/// Sorts that lie on land: all but ships and the figure exchange.
const N_LAND_SORTS: usize = 14;
/// Sorts that lie on the sea.
const N_SHIPS: usize = 2;
/// A player has at most so many of a sort.
const MOST_OF_A_SORT: usize = 2;
/// The phases in which somebody acts: choosing hands, placing figures, playing tiles, drawing.
const N_PHASES: usize = 4;
/// Whether the turn has its ordinary tile, and whether it has any.
const N_TURN_FLAGS: usize = 2;

/// Tensor, one row: for each seat and sort the land spaces where it lies, then the sea spaces; the settlements with a
/// figure of each kind; in unary what each seat has captured of a kind and what was set aside; the own hand and what
/// every seat has left, by sort; the tiles in each hand; who is to move; the phase; what the turn has had; the players
/// in a row who could not play.
///
/// Actions: tiles on land by sort and space, ships by sort and space, token exchanges by both spaces, figure exchanges
/// by both settlements and kinds, figures placed, draws, the end of a turn, the pass, and where hands are chosen every
/// hand.
impl Encode for Samurai {
    fn n_actions(&self) -> usize {
        let n_hands = if self.has_setup() { HANDS.len() } else { 0 };
        ActionStarts::new(self.extent()).hands + n_hands
    }

    fn action_index(&self, _state: &State, mv: SamuraiMove) -> usize {
        let extent = self.extent();
        let starts = ActionStarts::new(extent);
        match mv.action() {
            Action::Land(tile, land) => land_sort(tile) * extent.n_land + usize::from(land),
            Action::Sea(tile, sea) => starts.sea + ship_sort(tile) * extent.n_sea + usize::from(sea),
            Action::Shift(from, to) => starts.shift + usize::from(from) * extent.n_land + usize::from(to),
            Action::Swap([(one, kind), (other, other_kind)]) => {
                let (one, other) = (usize::from(one), usize::from(other));
                let pair = other * (other - 1) / 2 + one;
                starts.swap + pair * N_KINDS * N_KINDS + kind as usize * N_KINDS + other_kind as usize
            }
            Action::Figure(kind, settlement) => {
                starts.figure + kind as usize * extent.n_settlements + usize::from(settlement)
            }
            Action::Draw(tile) => starts.draw + usize::from(tile.idx()),
            Action::End => starts.end,
            Action::Pass => starts.end + 1,
            Action::Hand(_) => starts.hands + HANDS.binary_search(&mv.to_bits()).unwrap_or_default(),
        }
    }

    fn tensor_shape(&self) -> [usize; 3] {
        [1, 1, InputStarts::new(self.n_seats()).end]
    }

    fn add_inputs(&self, state: &State, seat: Seat, inputs: &mut Vec<u16>) {
        let n_seats = state.n_seats();
        let extent = state.extent();
        let starts = InputStarts::new(n_seats);
        let steps_on = |other: Seat| other.turns_after(seat, n_seats);
        let mut add = |input: usize| inputs.push(input as u16);
        // 1. The map.
        for land in numbers(extent.lands() & !state.free_land()) {
            if let Some((owner, tile)) = state.on_land(land) {
                let plane = steps_on(owner) * N_LAND_SORTS + land_sort(tile);
                add(plane * extent.n_land + usize::from(land));
            }
        }
        for sea in sea_numbers(extent.seas() & !state.free_sea()) {
            if let Some((owner, tile)) = state.on_sea(sea) {
                let plane = steps_on(owner) * N_SHIPS + ship_sort(tile);
                add(starts.sea + plane * extent.n_sea + usize::from(sea));
            }
        }
        for kind in Kind::ALL {
            let first = starts.figures + kind as usize * extent.n_settlements;
            numbers(state.figures(kind)).for_each(|settlement| add(first + usize::from(settlement)));
        }
        // 2. What was won; what nobody won comes behind the last seat.
        for (place, counts) in Seat::all(n_seats)
            .map(|other| (steps_on(other), state.captured(other)))
            .chain([(n_seats, state.aside())])
        {
            for (kind, count) in counts.into_iter().enumerate() {
                let first = starts.captured + (place * N_KINDS + kind) * extent.figures_each;
                (0..usize::from(count)).for_each(|step| add(first + step));
            }
        }
        // 3. Tiles: the own hand, and of all seats what they have left and how many they hold.
        let mut add_tiles = |first: usize, tiles: Tiles| {
            for tile in tiles.sorts() {
                let place = first + usize::from(tile.idx()) * MOST_OF_A_SORT;
                (0..usize::from(tiles.count(tile))).for_each(|step| add(place + step));
            }
        };
        add_tiles(starts.hand, state.hand(seat));
        for other in Seat::all(n_seats) {
            add_tiles(starts.left + steps_on(other) * N_TILES * MOST_OF_A_SORT, state.left(other));
        }
        for other in Seat::all(n_seats) {
            let first = starts.held + steps_on(other) * HAND as usize;
            (0..state.hand(other).len() as usize).for_each(|step| add(first + step));
        }
        // 4. The turn.
        add(starts.to_move + steps_on(state.to_move()));
        match state.phase() {
            Phase::Hand => add(starts.phase),
            Phase::Figure => add(starts.phase + 1),
            Phase::Turn => add(starts.phase + 2),
            Phase::Draw => add(starts.phase + 3),
            Phase::Over(_) => {}
        }
        if state.ordinary_used() {
            add(starts.flags);
        }
        if state.has_played() {
            add(starts.flags + 1);
        }
        (0..usize::from(state.passes).min(n_seats)).for_each(|step| add(starts.passes + step));
    }
}

impl Samurai {
    fn extent(self) -> Extent {
        Extent::of(self.n_seats())
    }
}

/// The place of a tile among those that lie on land: the ordinary ones, then the ronin.
const fn land_sort(tile: Tile) -> usize {
    if tile.is_ordinary() { tile.idx() as usize } else { N_LAND_SORTS - 1 }
}

const fn ship_sort(tile: Tile) -> usize {
    (tile.idx() - Tile::SHIP1.idx()) as usize
}

/// Every hand that can be chosen, as the bits of its move, sorted.
static HANDS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut hands = Vec::new();
    list_hands(Tiles::ALL, &mut hands);
    let mut bits: Vec<_> = hands.into_iter().map(SamuraiMove::to_bits).collect();
    bits.sort_unstable();
    bits
});

/// Where each sort of action begins; tiles on land are first.
struct ActionStarts {
    sea: usize,
    shift: usize,
    swap: usize,
    figure: usize,
    draw: usize,
    end: usize,
    hands: usize,
}

impl ActionStarts {
    const fn new(extent: Extent) -> Self {
        let n_pairs = extent.n_settlements * (extent.n_settlements - 1) / 2;
        let sea = N_LAND_SORTS * extent.n_land;
        let shift = sea + N_SHIPS * extent.n_sea;
        let swap = shift + extent.n_land * extent.n_land;
        let figure = swap + n_pairs * N_KINDS * N_KINDS;
        let draw = figure + N_KINDS * extent.n_settlements;
        let end = draw + N_TILES;
        Self { sea, shift, swap, figure, draw, end, hands: end + 2 }
    }
}

/// Where each part of the tensor begins; land is first.
struct InputStarts {
    sea: usize,
    figures: usize,
    captured: usize,
    hand: usize,
    left: usize,
    held: usize,
    to_move: usize,
    phase: usize,
    flags: usize,
    passes: usize,
    end: usize,
}

impl InputStarts {
    const fn new(n_seats: usize) -> Self {
        let extent = Extent::of(n_seats);
        let sea = n_seats * N_LAND_SORTS * extent.n_land;
        let figures = sea + n_seats * N_SHIPS * extent.n_sea;
        let captured = figures + N_KINDS * extent.n_settlements;
        let hand = captured + (n_seats + 1) * N_KINDS * extent.figures_each;
        let left = hand + N_TILES * MOST_OF_A_SORT;
        let held = left + n_seats * N_TILES * MOST_OF_A_SORT;
        let to_move = held + n_seats * HAND as usize;
        let phase = to_move + n_seats;
        let flags = phase + N_PHASES;
        let passes = flags + N_TURN_FLAGS;
        Self {
            sea,
            figures,
            captured,
            hand,
            left,
            held,
            to_move,
            phase,
            flags,
            passes,
            end: passes + n_seats,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludwerk_core::{Configure as _, Notation as _, Rng};

    fn inputs(game: Samurai, state: &State, seat: Seat) -> Vec<u16> {
        let mut inputs = Vec::new();
        game.add_inputs(state, seat, &mut inputs);
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn sizes_are_those_of_the_board_and_hands_count_where_they_are_chosen() {
        let sizes = |variant, players| {
            let game = Samurai::configure(Some(variant), Some(players)).unwrap();
            (game.n_inputs(), game.n_actions())
        };
        assert_eq!(HANDS.len(), 7_913);
        let (dealt, chosen) = (sizes("official", 2), sizes("official-full", 2));
        assert_eq!((dealt.0, dealt.1 + HANDS.len()), chosen);
        assert!(u16::try_from(sizes("official", 4).0).is_ok());
    }

    #[test]
    fn a_tile_on_the_map_is_seen_as_the_own_one_or_that_of_another() {
        let game = Samurai::configure(None, Some(3)).unwrap();
        let state = game.start(&mut Rng::new(3));
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves);
        let mv = moves.into_iter().find(|mv| matches!(mv.action(), Action::Land(..))).unwrap();
        let mut next = state;
        game.play_unchecked(&mut next, mv);
        let Action::Land(tile, land) = mv.action() else { unreachable!("it was looked for") };
        let plane = |steps_on: usize| {
            let sort = steps_on * N_LAND_SORTS + land_sort(tile);
            (sort * game.extent().n_land + usize::from(land)) as u16
        };
        for (seat, steps_on) in Seat::all(3).zip([0, 2, 1]) {
            assert!(inputs(game, &next, seat).contains(&plane(steps_on)), "{}", game.move_text(&state, mv));
            assert!(!inputs(game, &state, seat).contains(&plane(steps_on)));
        }
    }

    #[test]
    fn others_hands_do_not_show() {
        let game = Samurai::configure(None, Some(2)).unwrap();
        let mut rng = Rng::new(5);
        let state = game.start(&mut rng);
        let other = game.shuffle_hidden(&state, Seat::FIRST, &mut rng);
        assert_ne!(state.hand(Seat::SECOND), other.hand(Seat::SECOND));
        assert_eq!(inputs(game, &state, Seat::FIRST), inputs(game, &other, Seat::FIRST));
        assert_ne!(inputs(game, &state, Seat::SECOND), inputs(game, &other, Seat::SECOND));
    }
}
