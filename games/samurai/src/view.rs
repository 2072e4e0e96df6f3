//! How the game looks in a terminal: the map in hexes, hands and captured figures beside it.

use ludwerk_core::{Area, Cell, Draw, Picture, Seat};

use crate::board::{Space, bit};
use crate::moves::{Action, SamuraiMove};
use crate::observe::Observation;
use crate::rules::{MOST_ASIDE, Samurai};
use crate::state::{Phase, State};
use crate::tile::{Kind, Tile, Tiles};

/// Spaces are cells by their ids. Tiles in a hand are `0:rice4`, what a seat has captured `0:rice`.
impl Draw for Samurai {
    fn picture(&self, observation: &Observation) -> Picture {
        let state = observation.board();
        let mut cells: Vec<_> = (0..state.extent().n_spaces() as u8)
            .filter_map(Space::of_id)
            .map(|space| cell(state, space))
            .collect();
        let left = cells.iter().map(|cell| cell.x).min().unwrap_or(0);
        let top = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
        for cell in &mut cells {
            cell.x -= left;
            cell.y -= top;
        }
        cells.sort_by_key(|cell| (cell.y, cell.x));
        for seat in 0..state.n_seats() {
            hand_cells(self, observation, seat, &mut cells);
        }
        let aside: u8 = state.aside().iter().sum();
        let piles: Vec<_> =
            (0..state.n_seats()).map(|seat| observation.n_in_pile(seat).to_string()).collect();
        let notes = vec![format!(
            "set aside {aside} of {MOST_ASIDE}, round {}, to draw {}",
            state.round(),
            piles.join("/")
        )];
        Picture { cells, notes }
    }

    fn touches(&self, observation: &Observation, mv: SamuraiMove) -> Vec<String> {
        let seat = observation.board().to_move();
        let tile_cell = |tile: Tile| format!("{seat}:{}", tile.name());
        let kind_cell = |kind: Kind| format!("{seat}:{}", kind.name());
        let land = |land: u8| Space::Land(land).id().to_string();
        let settlement = |settlement: u8| Space::Settlement(settlement).id().to_string();
        match mv.action() {
            Action::Land(tile, to) => vec![tile_cell(tile), land(to)],
            Action::Sea(tile, sea) => vec![tile_cell(tile), Space::Sea(sea).id().to_string()],
            Action::Shift(from, to) => vec![tile_cell(Tile::SHIFT), land(from), land(to)],
            Action::Swap([(one, kind), (other, other_kind)]) => vec![
                tile_cell(Tile::SWAP),
                settlement(one),
                kind_cell(kind),
                settlement(other),
                kind_cell(other_kind),
            ],
            Action::Figure(kind, to) => vec![kind_cell(kind), settlement(to)],
            Action::Hand(tiles) => tiles.each().map(tile_cell).collect(),
            Action::End | Action::Pass | Action::Draw(_) => Vec::new(),
        }
    }
}

/// Flat-top hexes in rows of half their height: the columns are `q`, and a space lies `q` half rows lower for it.
fn cell(state: &State, space: Space) -> Cell {
    const MIDDLE: i16 = 200;
    let (q, r) = space.coordinates();
    let laid = match space {
        Space::Land(land) => state.on_land(land),
        Space::Sea(sea) => state.on_sea(sea),
        Space::Settlement(_) => None,
    };
    let figures = |settlement: u8| {
        Kind::ALL.into_iter().filter(move |&kind| state.figures(kind) & bit(settlement) != 0)
    };
    let (text, label) = match (space, laid) {
        (Space::Settlement(n), _) => {
            let letters: String = figures(n).map(|kind| kind.letter().to_ascii_uppercase()).collect();
            let names: Vec<_> = figures(n).map(Kind::name).collect();
            let place = ["village", "city", "Edo"][usize::from(space.buildings().clamp(1, 3)) - 1];
            (
                if letters.is_empty() { "x".to_owned() } else { letters },
                format!("{place} {}", names.join(" ")),
            )
        }
        (_, Some((_, tile))) => (short_name(tile), tile.name().to_owned()),
        (Space::Land(_), None) => (".".to_owned(), String::new()),
        (Space::Sea(_), None) => ("~".to_owned(), String::new()),
    };
    Cell {
        name: space.id().to_string(),
        area: Area::Board,
        x: (2 * i16::from(q) + MIDDLE) as u16,
        y: (2 * i16::from(r) + i16::from(q) + MIDDLE) as u16,
        text,
        label,
        owner: laid.map(|(seat, _)| seat),
    }
}

/// A letter and the strength.
fn short_name(tile: Tile) -> String {
    let letter = match tile.name() {
        "shift" => "sh",
        "swap" => "sw",
        name if name.starts_with("samurai") => "s",
        name if name.starts_with("ship") => "w",
        name if name.starts_with("ronin") => "n",
        name => &name[..1],
    };
    let strength = tile.strength();
    if strength == 0 { letter.to_owned() } else { format!("{letter}{strength}") }
}

fn hand_cells(game: &Samurai, observation: &Observation, seat: Seat, cells: &mut Vec<Cell>) {
    let state = observation.board();
    let mut x = 0;
    let mut push = |name: String, text: String, label: String| {
        cells.push(Cell { name, area: Area::Hand(seat), x, y: 0, text, label, owner: Some(seat) });
        x += 2;
    };
    for kind in Kind::ALL {
        let n = state.captured(seat)[kind as usize];
        push(
            format!("{seat}:{}", kind.name()),
            format!("{}{n}", kind.letter().to_ascii_uppercase()),
            format!("{n} {}", kind.name()),
        );
    }
    // Whoever chooses a hand has all tiles to choose from.
    let is_choosing = state.phase() == Phase::Hand && state.to_move() == seat;
    let hand: Option<Tiles> = if is_choosing { Some(game.tiles()) } else { observation.hand(seat) };
    match hand {
        Some(tiles) => {
            for tile in tiles.sorts() {
                let count = if tiles.count(tile) > 1 { "2 " } else { "" };
                push(format!("{seat}:{}", tile.name()), short_name(tile), format!("{count}{}", tile.name()));
            }
        }
        None if observation.n_in_hand(seat) > 0 => {
            let n = observation.n_in_hand(seat);
            push(format!("{seat}:?"), format!("?{n}"), format!("{n} hidden"));
        }
        None => {}
    }
}
