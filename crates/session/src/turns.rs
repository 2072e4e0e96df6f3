//! Turns of several moves: where one begins, and what was played since a viewer last had his say.
//!
//! In a game of long turns ([`Turns::SeveralPlies`](ludwerk_core::Turns)) a seat plays several moves in a row, and
//! a move that touches nothing closes the turn. In all other games every move is a turn.

use ludwerk_core::{Draw as _, Game as _, Observe as _, Playthrough, Seat, Viewer};
use ludwerk_registry::AnyGame;

/// Whether the turn ends with the move after `ply` moves: someone else is next, or the move says so.
pub fn ends_turn(play: &Playthrough<AnyGame>, ply: usize) -> bool {
    if !play.game().info().has_long_turns() {
        return true;
    }
    let Some(seat) = play.seat_at(ply) else { return true };
    mover_at(play, ply + 1) != Some(seat) || touches_nothing(play, ply, seat)
}

/// The ply at which the turn began to which the position after `ply` moves belongs.
pub fn start_of_turn(play: &Playthrough<AnyGame>, ply: usize) -> usize {
    (0..ply).rev().find(|&before| ends_turn(play, before)).map_or(0, |before| before + 1)
}

/// The first of the plies before `ply` that a viewer has not seen from his own seat yet: those since his last turn was
/// over. Someone who only looks on is shown the last turn.
pub fn first_recent(play: &Playthrough<AnyGame>, ply: usize, viewer: Viewer) -> usize {
    let start = start_of_turn(play, ply);
    if let Viewer::Seat(seat) = viewer {
        let own = (0..start).rev().find(|&before| play.seat_at(before) == Some(seat));
        if own.is_some_and(|own| own + 1 < ply) {
            return own.map_or(0, |own| own + 1);
        }
    }
    if start == ply && ply > 0 { start_of_turn(play, ply - 1) } else { start }
}

/// Who is to move after `ply` moves.
fn mover_at(play: &Playthrough<AnyGame>, ply: usize) -> Option<Seat> {
    if ply == play.moves().len() { play.to_move() } else { play.seat_at(ply) }
}

fn touches_nothing(play: &Playthrough<AnyGame>, ply: usize, seat: Seat) -> bool {
    let (Some(state), Some(&mv)) = (play.state_at(ply), play.moves().get(ply)) else { return true };
    let game = play.game();
    game.touches(&game.observe(state, Viewer::Seat(seat)), mv).is_empty()
}
