//! Wins that nobody can stop, as the search finds them in Chexers, against a search too simple to be wrong.

use std::sync::atomic::AtomicBool;

use ludwerk_chexers::board::{BySeat, Hex, N_SEATS};
use ludwerk_chexers::{Chexers, State};
use ludwerk_core::{Control, Evaluate, Game, Notation, Playthrough, Pruning, Rng, Seat, Turn};
use ludwerk_search::{Limits, Mcts, MctsOptions, Selection};

const N_POSITIONS: usize = 150;
const TURNS: u32 = 2;

/// A position near the end: one or two pieces each, the player to move with three exits or two.
fn late_position(rng: &mut Rng) -> State {
    let mut hexes: Vec<_> = Hex::all().collect();
    rng.shuffle(&mut hexes);
    let mut hexes = hexes.into_iter();
    let mover = Seat::new(rng.below(N_SEATS));
    let pieces = BySeat::from_fn(|seat| {
        let count = if seat == mover { 2 } else { 1 + rng.below(2) };
        hexes.by_ref().take(count).fold(0, |set, hex| set | hex.set())
    });
    let exits = BySeat::from_fn(|seat| 2 + rng.below(2) as u8 - u8::from(seat != mover));
    State::new(pieces, exits, mover)
}

/// Whether `seat` wins in so many turns of its own whatever the others do, even if they might pass.
fn wins(state: &State, seat: Seat, turns: u32) -> bool {
    let Turn::Player(mover) = Chexers.turn(state) else {
        return state.winner() == Some(seat);
    };
    if turns == 0 {
        return false;
    }
    let mut moves = Vec::new();
    Chexers.legal_moves(state, &mut moves);
    let left = if mover == seat { turns - 1 } else { turns };
    let mut followers: Vec<_> = moves.iter().map(|&mv| Chexers.play(state, mv).unwrap()).collect();
    if mover == seat {
        return followers.iter().any(|next| wins(next, seat, left));
    }
    followers.extend(Chexers.skip_turn(state));
    followers.iter().all(|next| wins(next, seat, left))
}

/// What the search says: in how many turns it wins, if it says so.
fn claimed(state: &State) -> Option<u32> {
    let options = MctsOptions { endgame: 100_000, selection: Selection::Puct, ..MctsOptions::default() };
    let limits = Limits { iterations: Some(10_000), ..Limits::default() };
    let mut agent = Mcts::new(options, limits, Chexers.default_weights(), 1);
    let play = Playthrough::new(Chexers, *state);
    // One round would do, but the budget for the proof is a multiple of the rounds: stop before the first.
    let stop = AtomicBool::new(false);
    let mut halt = |_: &_| stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let decision = play.ask(&mut agent, &mut Control::new(&stop, &mut halt)).unwrap();
    let note = decision.report.notes.first()?;
    note.strip_prefix("wins in ")?.split(' ').next()?.parse().ok()
}

#[test]
fn a_win_is_claimed_exactly_where_there_is_one() {
    let mut rng = Rng::new(7);
    let (mut n_wins, mut n_others) = (0, 0);
    for _ in 0..N_POSITIONS {
        let state = late_position(&mut rng);
        let mover = state.to_move();
        let expected = (1..=TURNS).find(|&turns| wins(&state, mover, turns));
        let found = claimed(&state);
        let text = Chexers.position_text(&state);
        assert_eq!(found.filter(|&turns| turns <= TURNS), expected, "{text}");
        *(if expected.is_some() { &mut n_wins } else { &mut n_others }) += 1;
    }
    assert!(n_wins >= 20 && n_others >= 20, "{n_wins} wins, {n_others} others: the positions prove little");
}

/// Whoever is told to win does win, against players who do anything.
#[test]
fn a_claimed_win_is_played_out() {
    let mut rng = Rng::new(8);
    let mut n_claims = 0;
    for _ in 0..N_POSITIONS {
        let state = late_position(&mut rng);
        let Some(turns) = claimed(&state) else { continue };
        n_claims += 1;
        let seat = state.to_move();
        let options = MctsOptions { endgame: 100_000, ..MctsOptions::default() };
        let limits = Limits { iterations: Some(10_000), ..Limits::default() };
        let mut agent = Mcts::new(options, limits, Chexers.default_weights(), 1);
        let mut play = Playthrough::new(Chexers, state);
        while let Some(mover) = play.to_move() {
            let legal = play.legal_moves();
            let mv = if mover == seat {
                let stop = AtomicBool::new(false);
                play.ask(&mut agent, &mut Control::new(&stop, &mut |_| {})).unwrap().chosen
            } else {
                legal[rng.below(legal.len())]
            };
            play.play(mv).unwrap();
        }
        assert_eq!(play.outcome().unwrap().returns.sole_winner(), Some(seat));
        assert!(play.moves().len() <= (turns as usize - 1) * N_SEATS + 1, "it took longer than told");
    }
    assert!(n_claims >= 20, "{n_claims} claims prove little");
}
