//! Numbers for all positions, so that the whole game can be solved.
//!
//! A number stands for a position up to the half turn and the mirror. The player to move sits at the bottom. Lions
//! that stand next to each other, or on their far ranks, are left out: there the game is over, or the player to move
//! takes the lion at once. That leaves 39 places for the two lions; the mirror makes 21 of them, namely 18 pairs and
//! three in which both stand in the middle file. Those are not folded: their mirror images have numbers of their own.
//!
//! The other six pieces are told by their *class* (whose each is, whether it is in the hand, whether a chick is a hen:
//! 2,100 classes) and by their squares, counted among those that are still free: chicks, then elephants, then
//! giraffes. A number is the class, then the lions, then the squares, so that most moves stay in a small part of the
//! table.

mod frame;
mod layout;
mod outlook;
mod retreat;
mod scan;

use std::ops::Range;

use ludwerk_core::{Indexed, Outlook, Seat};

use crate::board::{FAR_RANK, Kind, State};
use crate::rules::Dobutsu;
use frame::Frame;
use layout::layout;

impl Indexed for Dobutsu {
    const HAS_PREDECESSORS: bool = true;

    /// All rule sets share one table. They differ in what happens to a lion that is left on its far rank although it
    /// could be taken, and whoever plays well takes it: that wins.
    fn table_name(&self) -> Option<&'static str> {
        Some("dobutsu")
    }

    fn n_indices(&self) -> u64 {
        layout().n_indices()
    }

    fn index(&self, state: &State) -> Option<u64> {
        let is_whole = Kind::HELD.into_iter().all(|kind| n_pieces(state, kind) == 2);
        let lions_are_on_the_way =
            Seat::all(2).all(|seat| (state.pieces(seat, Kind::Lion) & !FAR_RANK[seat]).is_power_of_two());
        if is_whole && lions_are_on_the_way { Frame::of(state).number() } else { None }
    }

    fn unindex(&self, number: u64) -> Option<State> {
        (number < self.n_indices()).then(|| Frame::of_number(number).state())
    }

    fn outlook(&self, state: &State) -> Outlook {
        Frame::of(state).outlook()
    }

    fn scan(&self, numbers: Range<u64>, visit: impl FnMut(u64, Outlook, usize)) {
        scan::scan(numbers, visit);
    }

    fn predecessors(&self, number: u64, visit: impl FnMut(u64)) {
        retreat::predecessors(number, visit);
    }

    fn n_kinds(&self) -> usize {
        layout().n_kinds
    }

    fn kind(&self, state: &State) -> usize {
        usize::from(layout().class(Frame::of(state).keys()).kind)
    }
}

/// How many pieces of a held kind there are in the game, hens counted as chicks.
fn n_pieces(state: &State, kind: Kind) -> u32 {
    let on_board = |kind| Seat::all(2).map(|seat| state.pieces(seat, kind).count_ones()).sum::<u32>();
    let in_hand: u32 = Seat::all(2).map(|seat| u32::from(state.in_hand(seat, kind))).sum();
    let hens = if kind == Kind::Chick { on_board(Kind::Hen) } else { 0 };
    on_board(kind) + hens + in_hand
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use ludwerk_core::{Configure, Game, Rng, outlook_by_play};

    use super::*;

    /// The numbers that moves lead to, and how many lead to each.
    fn successors(game: &Dobutsu, number: u64) -> BTreeMap<u64, usize> {
        let state = game.unindex(number).unwrap();
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves);
        let mut found = BTreeMap::new();
        for mv in moves {
            let mut next = state;
            game.play_unchecked(&mut next, mv);
            if let Some(number) = game.index(&next) {
                *found.entry(number).or_default() += 1;
            }
        }
        found
    }

    #[test]
    fn a_survey_sees_what_single_looks_see() {
        let game = Dobutsu::configure(None, None).unwrap();
        let mut rng = Rng::new(2);
        for _ in 0..50 {
            let first = rng.below(game.n_indices() as usize) as u64;
            let numbers = first..(first + 2000).min(game.n_indices());
            let mut next = first;
            game.scan(numbers.clone(), |number, outlook, kind| {
                assert_eq!(number, next);
                next += 1;
                let state = game.unindex(number).unwrap();
                assert_eq!((outlook, kind), (game.outlook(&state), game.kind(&state)), "{number}");
                assert!(kind < game.n_kinds());
            });
            assert_eq!(next, numbers.end);
        }
    }

    fn predecessors(game: &Dobutsu, number: u64) -> BTreeMap<u64, usize> {
        let mut found = BTreeMap::new();
        game.predecessors(number, |number| *found.entry(number).or_default() += 1);
        found
    }

    #[test]
    fn numbers_moves_and_ways_back_agree() {
        let game = Dobutsu::configure(None, None).unwrap();
        let mut rng = Rng::new(1);
        for _ in 0..20_000 {
            let number = rng.below(game.n_indices() as usize) as u64;
            let state = game.unindex(number).unwrap();
            assert_eq!(game.index(&state), Some(number), "{state:?}");
            assert_eq!(game.outlook(&state), outlook_by_play(&game, &state), "{state:?}");
            let ahead = successors(&game, number);
            for (next, n_moves) in ahead {
                let found = predecessors(&game, next).get(&number).copied();
                let may_be_left_out = game.outlook(&state) == Outlook::Won;
                assert!(found == Some(n_moves) || found.is_none() && may_be_left_out, "{state:?} to {next}");
            }
            for (before, n_moves) in predecessors(&game, number) {
                assert_eq!(successors(&game, before).get(&number), Some(&n_moves), "{before} to {state:?}");
            }
        }
    }
}
