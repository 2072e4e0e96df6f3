//! Positions as one line of nine fields; the README of the game describes it.

use std::fmt::Write as _;

use ludwerk_core::Seat;

use crate::board::{N_LAND, N_SEA, Space, bit};
use crate::notation::{as_tiles, move_text, read_move, read_space, read_tile_list, tile_list};
use crate::observe::Observation;
use crate::rules::Samurai;
use crate::state::{End, HAND, Phase, State};
use crate::tile::{Kind, N_KINDS, Tile, Tiles};

const FIELDS: &str = "figures, tiles, captured, set aside, used exchanges, hands, piles, turn, round";

/// The text of a position.
pub(crate) fn text(state: &State) -> String {
    let hand = |seat| tile_list(state.hand(seat).each());
    let pile = |seat| {
        let pile = state.pile(seat);
        let mark = if state.draws_open { "~" } else { "" };
        format!("{mark}{}", tile_list(pile.tiles()))
    };
    fields(state, hand, pile)
}

impl Observation {
    /// What the viewer sees, in the form of a position with `?` for what it does not see.
    pub(crate) fn text(&self) -> String {
        let unseen = |n: u8| if n == 0 { "-".to_owned() } else { format!("?{n}") };
        let hand = |seat| match self.hand(seat) {
            Some(tiles) => tile_list(tiles.each()),
            None => unseen(self.n_in_hand(seat)),
        };
        fields(self.board(), hand, |seat| unseen(self.n_in_pile(seat)))
    }
}

fn fields(state: &State, hand: impl Fn(Seat) -> String, pile: impl Fn(Seat) -> String) -> String {
    let seats = || Seat::all(state.n_seats());
    let joined = |items: Vec<String>| items.join("/");
    let figures = |settlement: u8| {
        let there = Kind::ALL.into_iter().filter(|&kind| state.figures(kind) & bit(settlement) != 0);
        let letters: String = there.map(Kind::letter).collect();
        if letters.is_empty() { "-".to_owned() } else { letters }
    };
    let counts = |counts: [u8; N_KINDS]| counts.map(|n| n.to_string()).join(".");
    let swapped: String = seats().map(|seat| if has_swapped(state, seat) { '1' } else { '0' }).collect();
    format!(
        "{} {} {} {} {swapped} {} {} {} {}{}",
        joined((0..state.extent().n_settlements as u8).map(figures).collect()),
        tiles_on_board(state),
        joined(seats().map(|seat| counts(state.captured(seat))).collect()),
        counts(state.aside()),
        joined(seats().map(hand).collect()),
        joined(seats().map(pile).collect()),
        turn_text(state),
        state.round(),
        world_text(state),
    )
}

/// A tenth field marks worlds that are searched, with the ply after which lesser ones are left out.
fn world_text(state: &State) -> String {
    match state.last {
        _ if !state.is_searched => String::new(),
        None => " world".to_owned(),
        Some(last) => format!(" world:{}", move_text(last)),
    }
}

/// Whether the figure exchange of a seat is gone. Its tile is the only one that leaves the game.
fn has_swapped(state: &State, seat: Seat) -> bool {
    state.swapped & seat.bit() != 0
}

fn tiles_on_board(state: &State) -> String {
    let lands =
        (0..N_LAND as u8).filter_map(|land| state.on_land(land).map(|laid| (Space::Land(land), laid)));
    let seas = (0..N_SEA as u8).filter_map(|sea| state.on_sea(sea).map(|laid| (Space::Sea(sea), laid)));
    let mut all: Vec<_> = lands.chain(seas).map(|(space, laid)| (space.id(), laid)).collect();
    all.sort_unstable();
    let mut text = String::new();
    for (id, (seat, tile)) in all {
        let _ = write!(text, "{}{seat}:{}@{id}", if text.is_empty() { "" } else { "," }, tile.name());
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

fn turn_text(state: &State) -> String {
    let seat = state.to_move();
    let mut text = match state.phase() {
        Phase::Over(end) => format!("over:{}", end.name()),
        Phase::Hand => format!("{seat}:hand"),
        Phase::Figure => format!("{seat}:figure"),
        Phase::Draw => format!("{seat}:draw"),
        Phase::Turn if !state.has_played() => seat.to_string(),
        Phase::Turn => format!("{seat}:{}", if state.ordinary_used() { "o" } else { "c" }),
    };
    if state.passes > 0 {
        let _ = write!(text, "!{}", state.passes);
    }
    text
}

/// The position that a text describes.
pub(crate) fn parse(game: Samurai, text: &str) -> Result<State, String> {
    let mut fields: Vec<_> = text.split(' ').collect();
    let world = if fields.len() == 10 { fields.pop() } else { None };
    let [figures, tiles, captured, aside, swapped, hands, piles, turn, round] = fields[..] else {
        return Err(format!("{} fields; nine are needed: {FIELDS}", fields.len()));
    };
    let n_seats = ludwerk_core::Game::n_seats(&game);
    let mut state = State::empty(n_seats);
    read_figures(&mut state, figures)?;
    read_tiles(game, &mut state, tiles)?;
    for (seat, item) in Seat::all(n_seats).zip(items(captured, n_seats, "captured")?) {
        state.captured[seat] = counts(item).ok_or_else(|| format!("captured {item:?}: write 0.0.0"))?;
    }
    state.aside = counts(aside).ok_or_else(|| format!("set aside {aside:?}: write 0.0.0"))?;
    read_swapped(game, &mut state, swapped)?;
    read_holdings(&mut state, hands, piles)?;
    read_turn(game, &mut state, turn)?;
    state.round = round.parse().map_err(|_| format!("round {round:?}: write a number from 1 to 255"))?;
    if let Some(world) = world {
        read_world(&mut state, world)?;
    }
    check(game, &state)?;
    if self::text(&state) == text { Ok(state) } else { Err(format!("write it as {:?}", self::text(&state))) }
}

fn items<'t>(field: &'t str, n: usize, what: &str) -> Result<Vec<&'t str>, String> {
    let items: Vec<_> = field.split('/').collect();
    if items.len() == n { Ok(items) } else { Err(format!("{what}: {} items, {n} are needed", items.len())) }
}

fn read_figures(state: &mut State, field: &str) -> Result<(), String> {
    for (settlement, item) in items(field, state.extent().n_settlements, "figures")?.into_iter().enumerate() {
        for letter in item.chars().filter(|_| item != "-") {
            let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter);
            let kind = kind.ok_or_else(|| format!("figures {item:?}: write r, h and b, or -"))?;
            state.figures[kind as usize] |= bit(settlement as u8);
        }
        if item.len() > usize::from(Space::Settlement(settlement as u8).buildings()) {
            return Err(format!(
                "settlement {} has no room for {item}",
                Space::Settlement(settlement as u8).id()
            ));
        }
    }
    Ok(())
}

fn read_seat(text: &str, n_seats: usize) -> Option<Seat> {
    Seat::checked(text.parse().ok()?, n_seats)
}

fn read_tiles(game: Samurai, state: &mut State, field: &str) -> Result<(), String> {
    let n_seats = state.n_seats();
    state.left.of_game_mut(n_seats).fill(game.tiles());
    for item in field.split(',').filter(|_| field != "-") {
        let wrong = || format!("tile {item:?}: write SEAT:TILE@SPACE, as in 0:rice4@17");
        let (seat, placed) = item.split_once(':').ok_or_else(wrong)?;
        let seat = read_seat(seat, n_seats).ok_or_else(wrong)?;
        let (tile, id) = placed.split_once('@').ok_or_else(wrong)?;
        let (tile, space) = (Tile::of_name(tile).ok_or_else(wrong)?, read_space(id).ok_or_else(wrong)?);
        if !state.left[seat].has(tile) {
            return Err(format!("seat {seat} has no such {} left", tile.name()));
        }
        state.left[seat] = state.left[seat].without(tile);
        match space {
            Space::Land(land)
                if (tile.is_for_land() || tile == Tile::SHIFT) && state.free_land >> land & 1 != 0 =>
            {
                state.lay_on_land(seat, tile, land);
            }
            Space::Sea(sea) if tile.is_ship() && state.free_sea >> sea & 1 != 0 => {
                state.lay_on_sea(seat, tile, sea);
            }
            _ => return Err(format!("{item:?}: no free space for such a tile")),
        }
    }
    Ok(())
}

fn counts(text: &str) -> Option<[u8; N_KINDS]> {
    let numbers: Vec<u8> = text.split('.').map(|n| n.parse().ok()).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

fn read_swapped(game: Samurai, state: &mut State, field: &str) -> Result<(), String> {
    if field.len() != state.n_seats() || !field.chars().all(|digit| matches!(digit, '0' | '1')) {
        return Err(format!("used exchanges {field:?}: write 0 or 1 for each seat"));
    }
    for (seat, _) in Seat::all(state.n_seats()).zip(field.chars()).filter(|&(_, digit)| digit == '1') {
        if !game.tiles().has(Tile::SWAP) {
            return Err("there are no figure exchanges in this variant".to_owned());
        }
        state.left[seat] = state.left[seat].without(Tile::SWAP);
        state.swapped |= seat.bit();
    }
    Ok(())
}

fn read_holdings(state: &mut State, hands: &str, piles: &str) -> Result<(), String> {
    let n_seats = state.n_seats();
    let (hands, piles) = (items(hands, n_seats, "hands")?, items(piles, n_seats, "piles")?);
    state.draws_open = piles.iter().any(|pile| pile.starts_with('~'));
    for (seat, (hand, pile)) in Seat::all(n_seats).zip(hands.into_iter().zip(piles)) {
        let read = |list: &str| match read_tile_list(list) {
            Some(tiles) => Ok(tiles),
            None if list.starts_with('?') => Err(format!(
                "{list:?}: a position needs all hands and piles, also those that a player does not see"
            )),
            None => Err(format!("{list:?}: write names of tiles, as in rice2,ship1")),
        };
        let (hand, pile) = (read(hand)?, read(pile.strip_prefix('~').unwrap_or(pile))?);
        let left = state.left[seat];
        let all: Vec<_> = hand.iter().chain(&pile).copied().collect();
        if as_tiles(&all, left) != Some(left) {
            return Err(format!(
                "hand and pile of seat {seat} must be what is not on the board: {}",
                tile_list(left.each())
            ));
        }
        state.hands[seat] = hand.into_iter().collect();
        state.piles[seat] = pile.into_iter().collect();
    }
    Ok(())
}

fn read_turn(game: Samurai, state: &mut State, field: &str) -> Result<(), String> {
    let wrong = || format!("turn {field:?}: write the seat to move, as in 0, 1:o or over:kind");
    let (turn, passes) = field.split_once('!').unwrap_or((field, "0"));
    state.passes = passes.parse().ok().filter(|&n: &u8| n <= state.n_seats).ok_or_else(wrong)?;
    let (seat, what) = turn.split_once(':').map_or((turn, None), |(seat, what)| (seat, Some(what)));
    if seat == "over" {
        let end = End::ALL.into_iter().find(|end| Some(end.name()) == what).ok_or_else(wrong)?;
        state.phase = Phase::Over(end);
        return Ok(());
    }
    state.to_move = read_seat(seat, state.n_seats()).ok_or_else(wrong)?;
    match what {
        None => {}
        Some("hand") if game.has_setup() => state.phase = Phase::Hand,
        Some("figure") if game.has_setup() => state.phase = Phase::Figure,
        Some("draw") if state.draws_open => state.phase = Phase::Draw,
        Some(tiles @ ("o" | "c")) => {
            state.has_played = true;
            state.ordinary_used = tiles == "o";
        }
        Some(_) => return Err(wrong()),
    }
    Ok(())
}

fn read_world(state: &mut State, field: &str) -> Result<(), String> {
    let wrong = || format!("{field:?}: a tenth field can only be world or world:PLY");
    state.is_searched = true;
    let last = field.strip_prefix("world").ok_or_else(wrong)?;
    if !last.is_empty() {
        let last = last.strip_prefix(':').and_then(read_move).filter(|_| state.has_played);
        state.last = Some(last.ok_or_else(wrong)?);
    }
    Ok(())
}

/// What no game comes to, though each field is well formed.
fn check(game: Samurai, state: &State) -> Result<(), String> {
    let extent = state.extent();
    let in_setup = matches!(state.phase, Phase::Hand | Phase::Figure);
    for kind in Kind::ALL {
        let gone =
            state.captured.all().iter().map(|captured| usize::from(captured[kind as usize])).sum::<usize>();
        let all = state.figures(kind).count_ones() as usize + gone + usize::from(state.aside[kind as usize]);
        if all > extent.figures_each || !in_setup && all < extent.figures_each {
            return Err(format!("{all} figures of {}, there are {}", kind.name(), extent.figures_each));
        }
    }
    let is_over = matches!(state.phase, Phase::Over(_));
    let seat = state.to_move();
    if state.phase == Phase::Turn && state.hands[seat].is_empty() && !state.has_played {
        return Err(format!("seat {seat} is to move and holds no tile"));
    }
    if state.hands.all().iter().any(|hand| hand.len() > HAND) {
        return Err(format!("more than {HAND} tiles in a hand"));
    }
    if state.phase == Phase::Draw && (state.hands[seat].len() >= HAND || state.piles[seat].is_empty()) {
        return Err(format!("seat {seat} has nothing to draw"));
    }
    if state.phase == Phase::Hand
        && (state.hands[seat] != Tiles::NONE || state.piles[seat].as_set() != game.tiles())
    {
        return Err(format!("seat {seat} is to choose a hand and has one"));
    }
    if state.phase == Phase::Figure && Kind::ALL.into_iter().all(|kind| state.supply(kind) == 0) {
        return Err("all figures are placed".to_owned());
    }
    if in_setup && (state.free_land != extent.lands() || state.free_sea != extent.seas()) {
        return Err("tiles are on the board before the figures are placed".to_owned());
    }
    if in_setup && state.captured.all().iter().flatten().chain(&state.aside).any(|&n| n > 0) {
        return Err("figures are gone before all are placed".to_owned());
    }
    let waits = game.captures_at_end() && state.has_played;
    let surrounded =
        |settlement: u8| state.open() & bit(settlement) != 0 && state.free_around(settlement) == 0;
    match (0..extent.n_settlements as u8).find(|&settlement| surrounded(settlement)) {
        Some(settlement) if !waits && !is_over => {
            Err(format!("settlement {} is surrounded and has figures", Space::Settlement(settlement).id()))
        }
        _ => Ok(()),
    }
}
