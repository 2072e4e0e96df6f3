//! Positions as drawings: the cells of a game's pictures, and what changes in them from move to move.

use std::collections::BTreeMap;

use ludwerk_core::{Area, Draw, Game, Keyed, Notation, Picture, Playthrough, Seat, Viewer};
use maud::{Markup, html};
use serde_json::{Value, json};

use crate::plot::place;

/// The width of a cell in the units of a drawing.
const CELL: f64 = 20.0;
const GAP: f64 = 8.0;

/// A game as a sequence of pictures.
pub struct Film {
    places: Vec<Place>,
    /// What changes with each move; the first is the start.
    steps: Vec<Vec<Change>>,
    /// What is noted beside each position.
    notes: Vec<String>,
    /// The positions in words, for a game without pictures.
    texts: Vec<String>,
    /// The colour of each seat, as the style sheet numbers them.
    colours: Vec<usize>,
}

/// Where a cell is: in which hand (none for the board), and its row and column there.
type Place = (Option<Seat>, u16, u16);

/// A cell that changes, and what stands there then: nothing if the cell is gone.
type Change = (usize, Option<Content>);

/// What stands in a cell, and whose it is.
type Content = (String, Option<Seat>);

impl Film {
    /// All positions of a game, as somebody sees them who may see all hands.
    pub fn new<G: Game + Keyed + Notation + Draw + Clone>(play: &Playthrough<G>, colours: &[usize]) -> Self {
        let mut film = Self {
            places: Vec::new(),
            steps: Vec::new(),
            notes: Vec::new(),
            texts: Vec::new(),
            colours: colours.to_vec(),
        };
        let mut known: BTreeMap<Place, usize> = BTreeMap::new();
        let mut shown: Vec<Option<Content>> = Vec::new();
        for state in (0..=play.moves().len()).filter_map(|ply| play.state_at(ply)) {
            let game = play.game();
            let picture = open_picture(game, state);
            if picture.cells.is_empty() {
                let observation = game.observe(state, Viewer::Spectator);
                film.texts.push(game.observation_text(&observation));
            }
            let mut next: Vec<Option<Content>> = vec![None; shown.len()];
            for cell in picture.cells {
                let hand = match cell.area {
                    Area::Board => None,
                    Area::Hand(seat) => Some(seat),
                };
                let place = (hand, cell.y, cell.x);
                let at = *known.entry(place).or_insert_with(|| {
                    film.places.push(place);
                    film.places.len() - 1
                });
                next.resize(next.len().max(at + 1), None);
                next[at] = Some((cell.text, cell.owner));
            }
            shown.resize(next.len(), None);
            let changed = (0..next.len()).filter(|&at| next[at] != shown[at]);
            film.steps.push(changed.map(|at| (at, next[at].clone())).collect());
            film.notes.push(picture.notes.join("; "));
            shown = next;
        }
        film
    }

    /// The position after so many moves.
    pub fn drawing(&self, ply: usize, label: &str) -> Markup {
        if self.places.is_empty() {
            let text = self.texts.get(ply).map_or("", String::as_str);
            return html! { pre.position { (text) } };
        }
        let mut shown: Vec<Option<&Content>> = vec![None; self.places.len()];
        for (at, content) in self.steps.iter().take(ply + 1).flatten() {
            shown[*at] = content.as_ref();
        }
        let fresh: Vec<usize> = match ply {
            0 => Vec::new(),
            ply => self.steps.get(ply).into_iter().flatten().map(|(at, _)| *at).collect(),
        };
        let layout = Layout::new(&self.places);
        let cell = |at: usize, content: Option<&Content>| {
            let (text, class) = content.map_or(("", "gone".to_owned()), |(text, owner)| {
                (text.as_str(), self.class_of(text, *owner))
            });
            let (x, y) = layout.middle(self.places[at]);
            let shape = if self.places[at].0.is_none() { layout.grid.shape() } else { "square" };
            let fresh = if fresh.contains(&at) { " fresh" } else { "" };
            html! {
                g class={ "c " (class) (fresh) } transform={ "translate(" (place(x)) " " (place(y)) ")" } {
                    use href={ "#" (shape) } {}
                    text class={ "t" (text.chars().count().min(3)) } { (text) }
                }
            }
        };
        let view_box = format!("0 0 {:.1} {:.1}", layout.width, layout.height);
        html! {
            svg.board viewBox=(view_box) role="img" aria-label=(label) {
                @for (at, content) in shown.iter().enumerate() { (cell(at, *content)) }
            }
        }
    }

    /// What is noted beside the position after so many moves.
    pub fn note(&self, ply: usize) -> &str {
        self.notes.get(ply).map_or("", String::as_str)
    }

    /// How a cell looks, as the style sheet knows it.
    fn class_of(&self, text: &str, owner: Option<Seat>) -> String {
        match owner.and_then(|seat| self.colours.get(seat.idx())) {
            Some(colour) => format!("o{colour}"),
            None if text.is_empty() => "free".to_owned(),
            None => "neutral".to_owned(),
        }
    }

    /// The same for the script: for each position the cells that change, as cell, text and colour (−1 for
    /// nobody's, −2 for a cell that is gone), and the notes where they change.
    pub fn data(&self) -> Value {
        let steps: Vec<Value> = self
            .steps
            .iter()
            .map(|changes| {
                let flat = changes.iter().flat_map(|(at, content)| match content {
                    None => [json!(at), json!(""), json!(-2)],
                    Some((text, owner)) => {
                        let colour = owner.and_then(|seat| self.colours.get(seat.idx()));
                        [json!(at), json!(text), colour.map_or(json!(-1), |colour| json!(colour))]
                    }
                });
                flat.collect()
            })
            .collect();
        let mut last = None;
        let notes: Vec<Value> = self
            .notes
            .iter()
            .map(|note| if last.replace(note) == Some(note) { Value::Null } else { json!(note) })
            .collect();
        json!({ "steps": steps, "notes": notes, "texts": self.texts })
    }
}

/// What all can see, and the hands as their owners see them.
fn open_picture<G: Game + Draw>(game: &G, state: &G::State) -> Picture {
    let mut picture = game.picture(&game.observe(state, Viewer::Spectator));
    if game.info().is_hidden() {
        picture.cells.retain(|cell| cell.area == Area::Board);
        for seat in Seat::all(game.n_seats()) {
            let own = game.picture(&game.observe(state, Viewer::Seat(seat)));
            picture.cells.extend(own.cells.into_iter().filter(|cell| cell.area == Area::Hand(seat)));
        }
    }
    picture
}

/// Where everything lies: the other hands above the board, that of the first seat below.
struct Layout {
    width: f64,
    height: f64,
    grid: Grid,
    /// For the board and every hand: the corner, and the least row and column.
    corners: BTreeMap<Option<Seat>, Corner>,
}

/// How the cells of the board fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grid {
    Squares,
    /// Rows are shifted by half a cell: hexagons that stand on a corner.
    Rows,
    /// Columns are shifted, so that every row has only every other column: hexagons that lie on a side.
    Columns,
}

impl Grid {
    /// The grid of cells given by row and column, the columns in half cells.
    fn of(cells: &[(u16, u16)]) -> Self {
        let Some(&first) = cells.first() else { return Self::Squares };
        // Which of two neighbouring columns a row begins with.
        let phase = |(row, column): (u16, u16)| (column / 2 + row) % 2;
        if cells.iter().any(|cell| cell.1 % 2 != first.1 % 2) {
            Self::Rows
        } else if cells.len() > 1 && cells.iter().all(|&cell| phase(cell) == phase(first)) {
            Self::Columns
        } else {
            Self::Squares
        }
    }

    fn shape(self) -> &'static str {
        match self {
            Self::Squares => "square",
            Self::Rows => "hexagon",
            Self::Columns => "lying",
        }
    }

    fn row_height(self) -> f64 {
        match self {
            Self::Squares => CELL,
            Self::Rows => CELL * 3f64.sqrt() / 2.0,
            Self::Columns => CELL / 3f64.sqrt(),
        }
    }
}

struct Corner {
    x: f64,
    y: f64,
    row: u16,
    column: u16,
    row_height: f64,
}

impl Layout {
    fn new(places: &[Place]) -> Self {
        let mut parts: BTreeMap<Option<Seat>, Vec<(u16, u16)>> = BTreeMap::new();
        for &(hand, row, column) in places {
            parts.entry(hand).or_default().push((row, column));
        }
        let grid = parts.get(&None).map_or(Grid::Squares, |board| Grid::of(board));
        let size = |hand: &Option<Seat>, cells: &[(u16, u16)]| {
            let row_height = if hand.is_none() { grid.row_height() } else { CELL };
            let columns = cells.iter().map(|cell| cell.1);
            let rows = cells.iter().map(|cell| cell.0);
            let (left, right) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
            let (top, bottom) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
            let width = f64::from(right - left) * CELL / 2.0 + CELL;
            let height = f64::from(bottom - top) * row_height + CELL;
            (width, height, top, left, row_height)
        };
        let widest = parts.iter().map(|(hand, cells)| size(hand, cells).0).fold(0.0, f64::max);
        let mut order: Vec<Option<Seat>> =
            parts.keys().copied().filter(|hand| *hand != Some(Seat::FIRST)).collect();
        order.sort_by_key(|hand| (hand.is_none(), std::cmp::Reverse(*hand)));
        order.extend(parts.contains_key(&Some(Seat::FIRST)).then_some(Some(Seat::FIRST)));
        let mut corners = BTreeMap::new();
        let mut at = GAP / 2.0;
        for hand in order {
            let (width, height, row, column, row_height) = size(&hand, &parts[&hand]);
            let x = GAP / 2.0 + (widest - width) / 2.0;
            corners.insert(hand, Corner { x, y: at, row, column, row_height });
            at += height + GAP;
        }
        Self { width: widest + GAP, height: at - GAP / 2.0, grid, corners }
    }

    fn middle(&self, (hand, row, column): Place) -> (f64, f64) {
        let corner = &self.corners[&hand];
        let x = corner.x + f64::from(column - corner.column) * CELL / 2.0 + CELL / 2.0;
        let y = corner.y + f64::from(row - corner.row) * corner.row_height + CELL / 2.0;
        (x, y)
    }
}

/// The shapes of cells, once for all drawings.
pub fn shapes() -> Markup {
    let hexagon = |radius: f64, turn: f64| {
        let corners = (0..6).map(|n| {
            let (sin, cos) = (turn + 60.0 * f64::from(n)).to_radians().sin_cos();
            format!("{:.2},{:.2}", radius * cos, radius * sin)
        });
        corners.collect::<Vec<_>>().join(" ")
    };
    let (corner, side) = (0.5 - CELL / 2.0, CELL - 1.0);
    html! {
        svg.shapes width="0" height="0" aria-hidden="true" {
            defs {
                rect #square x=(corner) y=(corner) width=(side) height=(side) rx="1.5" {}
                polygon #hexagon points=(hexagon(CELL / 3f64.sqrt() - 0.4, 30.0)) {}
                polygon #lying points=(hexagon(CELL / 1.5 - 0.4, 0.0)) {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_told_apart() {
        assert_eq!(Grid::of(&[(0, 0), (0, 2), (1, 0), (1, 2)]), Grid::Squares);
        assert_eq!(Grid::of(&[(0, 1), (0, 3), (1, 0), (1, 2)]), Grid::Rows);
        assert_eq!(Grid::of(&[(0, 2), (1, 0), (1, 4), (2, 2), (3, 0)]), Grid::Columns);
        assert_eq!(Grid::of(&[]), Grid::Squares);
    }
}
