//! The check of a game's numbers for its positions.

use std::collections::BTreeMap;

use ludwerk_core::{Capable, Outlook, Rng, Turn, outlook_by_play};

use super::{after, ensure, listed};
use crate::conformance::Suite;

pub(super) fn numbers<G: Capable>(suite: &Suite<G>, state: &G::State, rng: &mut Rng) -> Result<(), String> {
    let game = &suite.game;
    if game.table_name().is_none() {
        return Ok(());
    }
    let info = game.info();
    ensure(game.n_seats() == 2 && !info.is_hidden() && !info.has_chance() && info.is_constant_sum(), || {
        "it has numbers, but is no contest of two who see everything, without luck".to_owned()
    })?;
    let n_indices = game.n_indices();
    ensure(n_indices > 0, || "there are no numbers".to_owned())?;
    is_known(game, &game.start(rng))?;
    if game.turn(state) != Turn::Over && game.index(state).is_some() {
        position(game, state)?;
    }
    // A number drawn by lot may stand for a position that no game reaches.
    ensure(game.unindex(n_indices).is_none(), || {
        format!("{n_indices} stands for a position, and is too large")
    })?;
    let number = rng.next_u64() % n_indices;
    scan(game, number)?;
    match game.unindex(number) {
        Some(drawn) if game.turn(&drawn) == Turn::Over => stuck(game, number, &drawn),
        Some(drawn) => {
            position(game, &drawn)?;
            moves_and_ways_back(game, number)
        }
        None => Ok(()),
    }
}

/// A look at several numbers in a row tells the same as a look at each.
fn scan<G: Capable>(game: &G, first: u64) -> Result<(), String> {
    const SOME: u64 = 40;
    let numbers = first..(first + SOME).min(game.n_indices());
    let mut told = Vec::new();
    game.scan(numbers.clone(), |number, outlook, kind| told.push((number, outlook, kind)));
    let one_by_one = numbers.filter_map(|number| {
        let state = game.unindex(number)?;
        Some((number, game.outlook(&state), game.kind(&state)))
    });
    let expected: Vec<_> = one_by_one.collect();
    let differing = told.iter().zip(&expected).find(|(told, expected)| told != expected);
    ensure(told.len() == expected.len() && differing.is_none(), || {
        format!("a scan from {first} on tells other than numbers one by one: {differing:?}")
    })
}

/// A number may stand for a game that is lost because there is no move: as if all moves lost.
fn stuck<G: Capable>(game: &G, number: u64, state: &G::State) -> Result<(), String> {
    let is_lost = game.outcome(state).is_some_and(|outcome| outcome.returns.sole_winner().is_some());
    let is_told = game.index(state) == Some(number) && game.outlook(state) == Outlook::Open(0);
    ensure(is_lost && is_told, || format!("{number} stands for a game that is over"))
}

/// A position that goes on must have a number, unless the player to move wins at once.
fn is_known<G: Capable>(game: &G, state: &G::State) -> Result<(), String> {
    let is_known = game.turn(state) == Turn::Over
        || game.index(state).is_some()
        || outlook_by_play(game, state) == Outlook::Won;
    ensure(is_known, || format!("{:?} has no number, and is not won at once", game.position_text(state)))
}

/// What must hold in a position that has a number.
fn position<G: Capable>(game: &G, state: &G::State) -> Result<(), String> {
    let text = || game.position_text(state);
    let outlook = game.outlook(state);
    let played = outlook_by_play(game, state);
    ensure(outlook == played, || {
        format!("the outlook of {:?} is said to be {outlook:?}, and is {played:?}", text())
    })?;
    let (kind, n_kinds) = (game.kind(state), game.n_kinds());
    ensure(kind < n_kinds, || format!("a position of kind {kind}, of {n_kinds} kinds"))?;

    // 1. Positions that share a number are worth the same, so the next two plies tell the same of them.
    let Some(number) = game.index(state) else { return Err(format!("{:?} has no number", text())) };
    ensure(number < game.n_indices(), || format!("the number {number} of {:?} is too large", text()))?;
    let image =
        game.unindex(number).ok_or_else(|| format!("{number} is a number that stands for nothing"))?;
    let back = game.index(&image);
    ensure(back == Some(number), || format!("{number} comes back as {back:?}"))?;
    let of_image = outlook_by_play(game, &image);
    ensure(of_image == played, || {
        let other = game.position_text(&image);
        format!(
            "{:?} and {other:?} share a number, and their outlooks are {played:?} and {of_image:?}",
            text()
        )
    })?;
    ensure(game.kind(&image) == kind, || format!("two positions of number {number} are of different kinds"))?;

    // 2. Who can win at once does so: whatever else he does may be punished, or lead anywhere.
    let mover = game.turn(state);
    for mv in listed(game, state) {
        let next = after(game, state, mv);
        match (game.outcome(&next), mover) {
            _ if played == Outlook::Won => {}
            (Some(outcome), Turn::Player(seat)) => ensure(outcome.returns[seat] >= 0.5, || {
                format!("{mv:?} ends the game, and seat {seat} loses by it")
            })?,
            _ => is_known(game, &next)?,
        }
        let stays = game.turn(&next) == mover;
        ensure(!stays, || format!("{mv:?} leaves the turn with the same player"))?;
    }
    Ok(())
}

/// How often each number was found.
type Counts = BTreeMap<u64, usize>;

fn counted<G: Capable>(game: &G, number: u64) -> Counts {
    let mut found = Counts::new();
    game.predecessors(number, |number| *found.entry(number).or_default() += 1);
    found
}

/// The numbers that moves lead to. `None` where the number stands for nothing.
fn successors<G: Capable>(game: &G, number: u64) -> Option<Counts> {
    let state = game.unindex(number)?;
    let mut found = Counts::new();
    for mv in listed(game, &state) {
        let next = after(game, &state, mv);
        if game.turn(&next) != Turn::Over
            && let Some(number) = game.index(&next)
        {
            *found.entry(number).or_default() += 1;
        }
    }
    Some(found)
}

/// Where a game knows the ways back, each is the way of as many moves.
fn moves_and_ways_back<G: Capable>(game: &G, number: u64) -> Result<(), String> {
    if !G::HAS_PREDECESSORS {
        return Ok(());
    }
    for (before, n_ways) in counted(game, number) {
        let n_moves = successors(game, before).and_then(|found| found.get(&number).copied()).unwrap_or(0);
        ensure(n_ways == n_moves, || {
            format!("{before} is said to lead to {number} by {n_ways} moves, and does by {n_moves}")
        })?;
    }
    let Some(state) = game.unindex(number).filter(|state| outlook_by_play(game, state) != Outlook::Won)
    else {
        // Who can win at once does so, so his other moves need not be known.
        return Ok(());
    };
    for (next, n_moves) in successors(game, number).unwrap_or_default() {
        let n_ways = counted(game, next).get(&number).copied().unwrap_or(0);
        ensure(n_ways == n_moves, || {
            let text = game.position_text(&state);
            format!("{n_moves} moves lead from {text:?} to {next}, and {n_ways} are found on the way back")
        })?;
    }
    Ok(())
}
