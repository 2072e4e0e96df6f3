//! Checks of what a game knows about moves before they are searched.

use std::collections::HashSet;

use ludwerk_core::{Capable, Rng, Seat, Turn, Viewer};

use super::{after, ensure, first_repeated, listed, some};
use crate::conformance::Suite;

/// The moves that searches look at.
fn distinct<G: Capable>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.distinct_moves(state, &mut moves);
    moves
}

pub(super) fn distinct_moves<G: Capable>(
    suite: &Suite<G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), String> {
    /// How many positions a tree may have that is searched to its end.
    const SMALL: usize = 2000;
    let game = &suite.game;
    let moves = distinct(game, state);
    let read = game.parse_position(&game.position_text(state)).map_err(|error| error.to_string())?;
    ensure(moves == distinct(game, &read), || "they depend on more than the position".to_owned())?;
    if let Some(mv) = first_repeated(&moves) {
        return Err(format!("{mv:?} is listed twice"));
    }
    let legal = listed(game, state);
    let is_legal: HashSet<_> = legal.iter().copied().collect();
    if let Some(mv) = moves.iter().find(|mv| !is_legal.contains(mv)) {
        return Err(format!("{mv:?} is among them, and not legal"));
    }
    match game.turn(state) {
        Turn::Player(seat) => {
            ensure(!moves.is_empty(), || format!("seat {seat} is to move, and there are none"))?;
            let possible = game.resample(&game.observe(state, Viewer::Seat(seat)), rng);
            ensure(moves == distinct(game, &possible), || "they depend on secrets".to_owned())?;
        }
        Turn::Chance | Turn::Over => {
            ensure(moves == legal, || "outcomes of chance are left out".to_owned())?;
        }
    }
    // Where nothing is left out, nothing is lost; and only the end of a contest of two can be searched here.
    if moves.len() == legal.len()
        || game.n_seats() != 2
        || !game.info().is_constant_sum()
        || game.info().ends_by_history()
    {
        return Ok(());
    }
    let (mut with_all, mut with_distinct) = (SMALL, SMALL);
    let all = best_share(game, state, &|state, moves| game.legal_moves(state, moves), &mut with_all);
    let least =
        best_share(game, state, &|state, moves| game.distinct_moves(state, moves), &mut with_distinct);
    match (all, least) {
        (Some(all), Some(least)) => ensure((all - least).abs() < 1e-9, || {
            format!("the first seat gets {least} by them, and {all} by all legal moves")
        }),
        _ => Ok(()),
    }
}

/// A way to list moves.
type ListMoves<'a, G> =
    dyn Fn(&<G as ludwerk_core::Game>::State, &mut Vec<<G as ludwerk_core::Game>::Move>) + 'a;

/// What the first of two seats gets when everyone sees everything and plays the moves that `list` gives as well as
/// can be; `None` if the tree has more than `n_left` positions.
fn best_share<G: Capable>(
    game: &G,
    state: &G::State,
    list: &ListMoves<'_, G>,
    n_left: &mut usize,
) -> Option<f64> {
    *n_left = n_left.checked_sub(1)?;
    if let Some(outcome) = game.outcome(state) {
        return Some(outcome.returns[Seat::FIRST]);
    }
    if game.turn(state) == Turn::Chance {
        let mut outcomes = Vec::new();
        game.chance_outcomes(state, &mut outcomes);
        let mut share =
            |(mv, p): (G::Move, f64)| Some(p * best_share(game, &after(game, state, mv), list, n_left)?);
        return outcomes.into_iter().map(&mut share).sum();
    }
    let mut moves = Vec::new();
    list(state, &mut moves);
    let is_first = game.turn(state) == Turn::Player(Seat::FIRST);
    let mut best: Option<f64> = None;
    for mv in moves {
        let share = best_share(game, &after(game, state, mv), list, n_left)?;
        best = Some(best.map_or(share, |best| if is_first { best.max(share) } else { best.min(share) }));
    }
    best
}

pub(super) fn hints<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    /// Nobody has more turns than so many before another acts.
    const MOST_TURNS_IN_A_ROW: usize = 8;
    let game = &suite.game;
    let read = game.parse_position(&game.position_text(state)).map_err(|error| error.to_string())?;
    let moves = some(game, state, rng);
    for &mv in &moves {
        ensure(game.priority(state, mv) == game.priority(&read, mv), || {
            format!("the priority of {mv:?} depends on more than the position")
        })?;
        ensure(game.is_noisy(state, mv) == game.is_noisy(&read, mv), || {
            format!("whether {mv:?} is noisy depends on more than the position")
        })?;
        let prior = game.prior(state, mv);
        ensure(prior > 0.0 && prior.is_finite(), || format!("the prior of {mv:?} is {prior}"))?;
        ensure(prior.to_bits() == game.prior(&read, mv).to_bits(), || {
            format!("the prior of {mv:?} depends on more than the position")
        })?;
    }
    let mut priorities = Vec::new();
    game.priorities(state, &moves, &mut priorities);
    let one_by_one: Vec<_> = moves.iter().map(|&mv| game.priority(state, mv)).collect();
    ensure(priorities == one_by_one, || {
        format!("priorities together are {priorities:?}, one by one {one_by_one:?}")
    })?;
    let mut priors = Vec::new();
    game.priors(state, &moves, &mut priors);
    let one_by_one: Vec<_> = moves.iter().map(|&mv| game.prior(state, mv)).collect();
    ensure(priors == one_by_one, || format!("priors together are {priors:?}, one by one {one_by_one:?}"))?;
    if let Turn::Player(seat) = game.turn(state) {
        let mut remembering = state.clone();
        if let Some(mv) = game.rollout_move(&mut remembering, rng) {
            ensure(game.is_legal(state, mv), || format!("the quick move {mv:?} is not legal"))?;
            ensure(remembering == *state, || format!("drawing the quick move {mv:?} changes the position"))?;
        }
        if let Some(next) = game.null_move(state) {
            ensure(game.turn(&next) != Turn::Player(seat) && game.turn(&next) != Turn::Chance, || {
                format!("seat {seat} passes, and the turn stays with it")
            })?;
        }
        if let Some(mut next) = game.skip_turn(state) {
            // A player may have several turns in a row, and comes to their end when each is left out.
            for _ in 1..MOST_TURNS_IN_A_ROW {
                match game.skip_turn(&next) {
                    Some(later) if game.turn(&next) == Turn::Player(seat) => next = later,
                    _ => break,
                }
            }
            ensure(!matches!(game.turn(&next), Turn::Chance | Turn::Over), || {
                format!("seat {seat} is left out, and nobody acts")
            })?;
            ensure(game.turn(&next) != Turn::Player(seat), || {
                format!("seat {seat} is left out, and acts all the same")
            })?;
        }
        let possible = game.resample(&game.observe(state, Viewer::Seat(seat)), rng);
        for mv in moves {
            let hints = |state: &G::State| {
                (game.priority(state, mv), game.is_noisy(state, mv), game.prior(state, mv).to_bits())
            };
            ensure(hints(state) == hints(&possible), || format!("the hints of {mv:?} depend on secrets"))?;
        }
    }
    Ok(())
}
