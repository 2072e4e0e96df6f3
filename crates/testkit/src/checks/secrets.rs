//! Checks of what seats see, and of the worlds that they hold possible.

use std::collections::HashMap;

use ludwerk_core::{Capable, Rng, Seat, Turn, Viewer};

use super::{after, chance, ensure, keys, listed, player, some, turns, viewers};
use crate::conformance::Suite;

pub(super) fn observation<G: Capable>(
    suite: &Suite<G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), String> {
    let game = &suite.game;
    for viewer in viewers(game) {
        let seen = game.observe(state, viewer);
        for _ in 0..3 {
            let possible = game.resample(&seen, rng);
            ensure(game.observe(&possible, viewer) == seen, || {
                format!("{viewer:?} can tell a resampled state from the true one: {possible:?}")
            })?;
            ensure(game.turn(&possible) == game.turn(state), || {
                format!("{viewer:?}: the turn differs in a resampled state")
            })?;
            if game.turn(state) == player(viewer) {
                ensure(listed(game, &possible) == listed(game, state), || {
                    format!("{viewer:?} has other moves in a resampled state")
                })?;
            }
        }
        if let Viewer::Seat(seat) = viewer {
            information_keys(game, state, seat, rng)?;
        }
        if !game.info().is_hidden() {
            ensure(game.resample(&seen, rng) == *state, || {
                format!("{viewer:?} does not see all, but the game is not declared hidden")
            })?;
        }
    }
    if !game.info().is_hidden() {
        return Ok(());
    }
    let Some(shuffle) = suite.shuffle_hidden else {
        return Err("a hidden game needs Suite::with_shuffle_hidden".to_owned());
    };
    for seat in Seat::all(game.n_seats()) {
        for _ in 0..3 {
            let other = shuffle(game, state, seat, rng);
            ensure(
                game.observe(&other, Viewer::Seat(seat)) == game.observe(state, Viewer::Seat(seat)),
                || format!("seat {seat} sees what it may not: {other:?}"),
            )?;
            // A spectator sees what all may see, so nothing that is hidden from a seat.
            ensure(
                game.observe(&other, Viewer::Spectator) == game.observe(state, Viewer::Spectator),
                || format!("a spectator sees what seat {seat} may not: {other:?}"),
            )?;
        }
    }
    Ok(())
}

pub(super) fn draws<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    /// Whole games are played, so not in every position.
    const EVERY: usize = 16;
    let game = &suite.game;
    let (is_dealt, turn) = (game.info().is_dealt(), game.turn(state));
    // 1. With its draws left open a position looks the same.
    let open = game.undrawn(state);
    ensure(is_dealt || open == *state, || "draws are left open, but luck is not `Dealt`".to_owned())?;
    for viewer in viewers(game) {
        let seen = game.observe(state, viewer);
        for world in [open.clone(), game.resample_undrawn(&seen, rng)] {
            ensure(game.observe(&world, viewer) == seen, || {
                format!("{viewer:?} can tell a state whose draws are left open: {world:?}")
            })?;
            ensure(game.turn(&world) == turn, || "the turn differs when draws are left open".to_owned())?;
            ensure(turn != player(viewer) || listed(game, &world) == listed(game, state), || {
                format!("{viewer:?} has other moves when draws are left open")
            })?;
        }
    }
    if !is_dealt || rng.below(EVERY) != 0 {
        return Ok(());
    }
    // 2. Dealt, no luck is left: neither at the start nor in a world that somebody holds possible.
    let mut worlds = vec![game.start(rng)];
    if turn != Turn::Chance {
        let viewer = Viewer::Seat(Seat::new(rng.below(game.n_seats())));
        worlds.push(game.resample(&game.observe(state, viewer), rng));
    }
    for world in worlds {
        let mut next = world.clone();
        play_on(game, &mut next, rng, |state, _| {
            ensure(game.turn(state) != Turn::Chance, || {
                format!("a chance ply follows {world:?}, though luck is `Dealt`")
            })
        })?;
    }
    // 3. Left open, it plays on to the end like any other game.
    play_on(game, &mut open.clone(), rng, |state, rng| {
        turns(suite, state, rng)?;
        chance(suite, state, rng)?;
        keys(suite, state, rng)
    })
}

/// Plays random moves to the end, or for long enough, and tests every position.
fn play_on<G: Capable>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    mut test: impl FnMut(&G::State, &mut Rng) -> Result<(), String>,
) -> Result<(), String> {
    const LONG_ENOUGH: usize = 300;
    for _ in 0..LONG_ENOUGH {
        test(state, rng)?;
        let Some(&mv) = rng.choose(&listed(game, state)) else { break };
        game.play_unchecked(state, mv);
    }
    Ok(())
}

/// A seat's key is the same where it cannot tell positions apart, and differs where it can.
fn information_keys<G: Capable>(game: &G, state: &G::State, seat: Seat, rng: &mut Rng) -> Result<(), String> {
    let viewer = Viewer::Seat(seat);
    let possible = game.resample(&game.observe(state, viewer), rng);
    ensure(game.information_key(&possible, seat) == game.information_key(state, seat), || {
        format!("the information key of seat {seat} tells more than it sees")
    })?;
    let siblings: Vec<_> = listed(game, state).into_iter().map(|mv| after(game, state, mv)).collect();
    let differ = |one: &G::State, other: &G::State| {
        game.observe(one, viewer) == game.observe(other, viewer)
            || game.information_key(one, seat) != game.information_key(other, seat)
            || game.key(one) == game.key(other)
    };
    let pairs = siblings.iter().zip(siblings.iter().skip(1));
    ensure(pairs.clone().all(|(one, other)| differ(one, other)), || {
        format!("seat {seat} can tell two moves apart, but their information keys are the same")
    })
}

pub(super) fn secret_moves<G: Capable>(
    suite: &Suite<G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), String> {
    let all = listed(&suite.game, state);
    // A secret move may be mistaken for any other: then all must be looked at.
    let moves = if suite.game.info().is_hidden() { all } else { some(&suite.game, state, rng) };
    viewers(&suite.game).try_for_each(|viewer| secret_moves_for(&suite.game, state, &moves, viewer))
}

/// A move that is not shown must leave the viewer in doubt, and a player knows what he plays.
fn secret_moves_for<G: Capable>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    viewer: Viewer,
) -> Result<(), String> {
    let seen_after = |mv| game.observe(&after(game, state, mv), viewer);
    // Equal observations have equal texts: only moves that share one need be compared.
    let mut alike: HashMap<String, Vec<G::Move>> = HashMap::new();
    for &mv in moves {
        alike.entry(game.observation_text(&seen_after(mv))).or_default().push(mv);
    }
    for group in alike.values() {
        for (n, &mv) in group.iter().enumerate() {
            let looks_alike = |other: G::Move| other != mv && seen_after(other) == seen_after(mv);
            if game.shows_move(state, mv, viewer) {
                // A doubt that the observation keeps up would make of the move a secret that is told.
                let differs = |other: G::Move| after(game, state, other) != after(game, state, mv);
                let twin = group[..n].iter().find(|&&other| differs(other) && looks_alike(other));
                ensure(twin.is_none(), || {
                    format!("{mv:?} is shown to {viewer:?}, who cannot tell it from {twin:?} afterwards")
                })?;
            } else {
                ensure(game.info().is_hidden(), || {
                    format!("{mv:?} is secret, but the game is not declared hidden")
                })?;
                ensure(game.turn(state) != player(viewer), || {
                    format!("{viewer:?} does not see its own {mv:?}")
                })?;
                ensure(moves.len() == 1 || group.iter().any(|&other| looks_alike(other)), || {
                    format!("{mv:?} is not shown to {viewer:?}, but cannot be mistaken for another move")
                })?;
            }
        }
    }
    Ok(())
}
