//! Plies, positions and deals as text.

use std::fmt::Write as _;

use ludwerk_core::{Deal, Game as _, MoveError, Notation, PositionError, Seat, SetupError, Turn};

use crate::board::{BySeat, Space};
use crate::moves::{Action, SamuraiMove};
use crate::position;
use crate::rules::Samurai;
use crate::setup;
use crate::state::{HAND, State};
use crate::tile::{Kind, Tile, Tiles};

pub(crate) const SEAT_NAMES: BySeat<&str> = BySeat::new(["Red", "Blue", "Gold", "Violet"]);

const HELP: &str = "write rice4@17, ship2@55, swap:rice@5,buddha@9, shift:17>25, end or pass";

impl Notation for Samurai {
    fn move_text(&self, _state: &State, mv: SamuraiMove) -> String {
        move_text(mv)
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<SamuraiMove, MoveError> {
        let mv = read_move(text).ok_or_else(|| MoveError::malformed(text, HELP))?;
        if self.turn(state) == Turn::Over {
            return Err(MoveError::Over);
        }
        if self.is_legal(state, mv) { Ok(mv) } else { Err(MoveError::illegal(text, why_not(state, mv))) }
    }

    fn position_text(&self, state: &State) -> String {
        position::text(state)
    }

    fn parse_position(&self, text: &str) -> Result<State, PositionError> {
        position::parse(*self, text).map_err(|reason| PositionError::new(text, reason))
    }

    fn position_help(&self) -> String {
        "figures by settlement, tiles on the board, captured, set aside, used figure exchanges, hands, piles, turn, \
         round, as `ludwerk moves samurai` prints them; a deal is easier to write as --setup FILE"
            .to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        SEAT_NAMES[seat].to_owned()
    }
}

impl Deal for Samurai {
    fn parse_setup(&self, json: &str) -> Result<State, SetupError> {
        setup::parse(*self, json).map_err(|reason| SetupError { reason })
    }

    fn setup_json(&self, start: &State) -> Option<String> {
        Some(setup::json(*self, start))
    }
}

/// The text of a ply.
pub(crate) fn move_text(mv: SamuraiMove) -> String {
    match mv.action() {
        Action::Land(tile, land) => format!("{}@{}", tile.name(), Space::Land(land).id()),
        Action::Sea(tile, sea) => format!("{}@{}", tile.name(), Space::Sea(sea).id()),
        Action::Swap([one, other]) => {
            let figure = |(settlement, kind): (u8, Kind)| {
                format!("{}@{}", kind.name(), Space::Settlement(settlement).id())
            };
            format!("swap:{},{}", figure(one), figure(other))
        }
        Action::Shift(from, to) => format!("shift:{}>{}", Space::Land(from).id(), Space::Land(to).id()),
        Action::End => "end".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Figure(kind, settlement) => {
            format!("figure:{}@{}", kind.name(), Space::Settlement(settlement).id())
        }
        Action::Hand(tiles) => format!("hand:{}", tile_list(tiles.each())),
        Action::Draw(tile) => format!("draw:{}", tile.name()),
    }
}

/// The names of tiles, with commas; `-` for none.
pub(crate) fn tile_list(tiles: impl Iterator<Item = Tile>) -> String {
    let mut text = String::new();
    for tile in tiles {
        let _ = write!(text, "{}{}", if text.is_empty() { "" } else { "," }, tile.name());
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The tiles that a list names.
pub(crate) fn read_tile_list(text: &str) -> Option<Vec<Tile>> {
    if text == "-" { Some(Vec::new()) } else { text.split(',').map(Tile::of_name).collect() }
}

/// The ply that a text means, legal or not.
pub(crate) fn read_move(text: &str) -> Option<SamuraiMove> {
    let action = match text.split_once(':') {
        None if text == "end" => Action::End,
        None if text == "pass" => Action::Pass,
        None => {
            let (tile, id) = text.split_once('@')?;
            match (Tile::of_name(tile)?, read_space(id)?) {
                (tile, Space::Land(land)) if tile.is_for_land() => Action::Land(tile, land),
                (tile, Space::Sea(sea)) if tile.is_ship() => Action::Sea(tile, sea),
                _ => return None,
            }
        }
        Some(("swap", rest)) => {
            let (one, other) = rest.split_once(',')?;
            let (one, other) = (read_figure(one)?, read_figure(other)?);
            if one.0 >= other.0 {
                return None;
            }
            Action::Swap([one, other])
        }
        Some(("shift", rest)) => {
            let (from, to) = rest.split_once('>')?;
            match (read_space(from)?, read_space(to)?) {
                (Space::Land(from), Space::Land(to)) if from != to => Action::Shift(from, to),
                _ => return None,
            }
        }
        Some(("figure", rest)) => {
            let (settlement, kind) = read_figure(rest)?;
            Action::Figure(kind, settlement)
        }
        Some(("hand", rest)) => {
            let names = read_tile_list(rest)?;
            let is_possible =
                |tile: Tile| names.iter().filter(|&&name| name == tile).count() <= usize::from(tile.count());
            if !names.iter().copied().all(is_possible) || !names.is_sorted() {
                return None;
            }
            Action::Hand(names.into_iter().collect())
        }
        Some(("draw", rest)) => Action::Draw(Tile::of_name(rest)?),
        Some(_) => return None,
    };
    Some(SamuraiMove::new(action))
}

/// The space with an id as it is written: no sign and no zero in front.
pub(crate) fn read_space(id: &str) -> Option<Space> {
    let number: u8 = id.parse().ok().filter(|number: &u8| number.to_string() == id)?;
    Space::of_id(number)
}

fn read_figure(text: &str) -> Option<(u8, Kind)> {
    let (kind, id) = text.split_once('@')?;
    match read_space(id)? {
        Space::Settlement(settlement) => Some((settlement, Kind::of_name(kind)?)),
        _ => None,
    }
}

/// The rule that forbids a ply.
fn why_not(state: &State, mv: SamuraiMove) -> String {
    use crate::state::Phase;
    let seat = state.to_move();
    let hand = state.hand(seat);
    let tile = match mv.action() {
        Action::Land(tile, _) | Action::Sea(tile, _) => Some(tile),
        Action::Shift(..) => Some(Tile::SHIFT),
        Action::Swap(_) => Some(Tile::SWAP),
        _ => None,
    };
    match (state.phase(), mv.action()) {
        (Phase::Hand, Action::Hand(_)) => format!("choose {HAND} of your tiles"),
        (Phase::Hand, _) => "first choose a hand, as in hand:rice4,ship2,ronin1,…".to_owned(),
        (Phase::Figure, Action::Figure(kind, _)) if state.supply(kind) == 0 => {
            format!("all figures of {} are on the board", kind.name())
        }
        (Phase::Figure, Action::Figure(..)) => {
            "cities are filled first, with different figures; then villages with one each".to_owned()
        }
        (Phase::Figure, _) => "first the figures are placed, as in figure:rice@5".to_owned(),
        (Phase::Draw, _) => "a tile is to be drawn".to_owned(),
        (_, Action::Hand(_) | Action::Figure(..) | Action::Draw(_)) => "the game has begun".to_owned(),
        (_, Action::End) => "play at least one tile first".to_owned(),
        (_, Action::Pass) => "a tile can be played".to_owned(),
        _ if !tile.is_some_and(|tile| hand.has(tile)) => match tile {
            Some(tile) => format!("{} is not in your hand: {}", tile.name(), tile_list(hand.each())),
            None => "it cannot be played now".to_owned(),
        },
        _ if state.ordinary_used() && tile.is_some_and(Tile::is_ordinary) => {
            "this turn has its ordinary tile; play ships, the ronin or a figure exchange, or end".to_owned()
        }
        (_, Action::Land(..) | Action::Sea(..)) => match mv.target() {
            Some(space) if usize::from(space.id()) >= state.extent().n_spaces() => {
                format!("space {} is not on the board of {}", space.id(), state.n_seats())
            }
            Some(space) => format!("space {} is occupied", space.id()),
            None => "it cannot be played now".to_owned(),
        },
        (_, Action::Shift(from, _)) if state.movable(seat) >> from & 1 == 0 => {
            format!("no rice, helmet, buddha or samurai tile of yours is on {}", Space::Land(from).id())
        }
        (_, Action::Shift(_, to)) => format!("space {} is not free land", Space::Land(to).id()),
        _ => "both figures must be there, and no settlement may have two equal ones".to_owned(),
    }
}

/// The tiles of a list as a set, if nobody has more of them than there are.
pub(crate) fn as_tiles(list: &[Tile], most: Tiles) -> Option<Tiles> {
    let count = |tile: Tile| list.iter().filter(|&&other| other == tile).count();
    list.iter()
        .all(|&tile| count(tile) <= usize::from(most.count(tile)))
        .then(|| list.iter().copied().collect())
}
