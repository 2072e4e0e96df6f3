//! The check of what other programs say of a game.

use ludwerk_core::interchange::{Dialect, MoveCodec, Order, read_move};
use ludwerk_core::{Capable, Rng, Seat, Turn};

use super::{ensure, first_repeated, is_plain, some};
use crate::conformance::Suite;

/// Colours and names mean what the game has, and moves and positions come back from the writing of others.
pub(super) fn interchange<G: Capable>(
    suite: &Suite<G>,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), String> {
    let game = &suite.game;
    let dialect = game.dialect();
    words(game, &dialect)?;
    let formats: Vec<_> = game.file_formats().iter().map(|format| format.name()).collect();
    ensure(formats.iter().all(|name| is_plain(name)) && first_repeated(&formats).is_none(), || {
        format!("the formats {formats:?} have no names of their own in lower case")
    })?;
    if game.turn(state) == Turn::Over {
        return Ok(());
    }
    for codec in [dialect.uci, dialect.usi] {
        written(game, codec, state, rng)?;
    }
    Ok(())
}

fn words<G: Capable>(game: &G, dialect: &Dialect) -> Result<(), String> {
    let n_seats = game.n_seats();
    let words: Vec<_> = dialect.colours.iter().flat_map(|colour| &colour.words).collect();
    if let Some(word) = first_repeated(&words) {
        return Err(format!("two colours are called {word:?}"));
    }
    let seats: Vec<_> = dialect.colours.iter().map(|colour| colour.seat).collect();
    ensure(seats.iter().flatten().all(|seat| seat.idx() < n_seats), || {
        format!("colours belong to {seats:?}, and there are {n_seats} seats")
    })?;
    let are_seats = seats.iter().copied().eq(Seat::all(n_seats).map(Some));
    ensure(dialect.order == Order::Cycle || are_seats, || {
        format!("colours belong to {seats:?}, and are seats")
    })?;
    let known = |name: &str| game.info().variants.iter().any(|variant| variant.name == name);
    match dialect.games.iter().chain(&dialect.uci_variants).find(|(_, variant)| !known(variant)) {
        Some((name, variant)) => Err(format!("{name:?} means {variant:?}, which is no variant")),
        None => Ok(()),
    }
}

fn written<G: Capable>(
    game: &G,
    codec: &dyn MoveCodec,
    state: &G::State,
    rng: &mut Rng,
) -> Result<(), String> {
    for mv in some(game, state, rng) {
        let ours = game.move_text(state, mv);
        let Some(theirs) = codec.move_to_theirs(&ours) else { continue };
        ensure(!theirs.contains(char::is_whitespace), || {
            format!("{codec:?} writes {ours:?} in several words")
        })?;
        let back = read_move(game, codec, state, &theirs);
        ensure(back == Ok(mv), || {
            format!("{codec:?} writes {ours:?} as {theirs:?}, which reads back as {back:?}")
        })?;
    }
    let ours = game.position_text(state);
    let Some(theirs) = codec.position_to_theirs(&ours) else { return Ok(()) };
    let back = codec.position_to_ours(&theirs).and_then(|text| game.parse_position(&text).ok());
    ensure(back.as_ref() == Some(state), || {
        format!("{codec:?} writes {ours:?} as {theirs:?}, which reads back as {back:?}")
    })
}
