//! How the game looks in a terminal: the map in hexes, hands and captured figures beside it, and who counts for what;
//! and what its own board on the page is told.

use ludwerk_core::{Area, Cell, Draw, Game as _, Notation as _, Picture, Seat, Shape, Tally};

use serde::Serialize;

use crate::board::{Space, bit, numbers};
use crate::moves::{Action, SamuraiMove};
use crate::notation::SEAT_NAMES;
use crate::observe::Observation;
use crate::rules::Samurai;
use crate::state::{End, HAND, Phase, State};
use crate::tile::{Kind, N_KINDS, Tile, Tiles};

/// What the page's board shows. Spaces are told by their ids, tiles by their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct BoardView {
    /// The figures that stand in settlements, of those that have some.
    figures: Vec<FiguresView>,
    /// The tiles that were laid, by their spaces.
    tiles: Vec<LaidView>,
    /// What each seat has.
    seats: Vec<SeatView>,
    /// The figures that were set aside because nobody counted the most for them.
    aside: CountsView,
    /// What is to be done now.
    phase: PhaseView,
    /// What the player to move has played of this turn.
    played: Played,
    /// Why it is over; `null` before.
    end: Option<End>,
}

/// The figures of a settlement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct FiguresView {
    /// Where they stand.
    space: u8,
    /// What they are.
    kinds: Vec<Kind>,
}

/// A tile on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct LaidView {
    /// Where it lies.
    space: u8,
    /// Who laid it.
    seat: usize,
    /// What it is.
    tile: &'static str,
}

/// What a seat has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SeatView {
    /// The figures that it has captured.
    captured: CountsView,
    /// The tiles in its hand; `null` where they are not to be seen.
    hand: Option<Vec<&'static str>>,
    /// How many tiles it has in hand.
    in_hand: u8,
    /// How many tiles it has still to draw.
    in_pile: u8,
}

/// A number for each kind of figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct CountsView {
    rice: u8,
    helmet: u8,
    buddha: u8,
}

/// What is to be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = Phase))]
#[serde(rename_all = "lowercase")]
pub enum PhaseView {
    /// A first hand is chosen.
    Hand,
    /// A figure is placed.
    Figure,
    /// Tiles are played.
    Play,
    /// Nothing.
    Over,
}

/// What has been played of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Played {
    /// No tile.
    Nothing,
    /// Character tiles alone.
    Characters,
    /// The ordinary tile.
    Ordinary,
}

impl CountsView {
    const fn new([rice, helmet, buddha]: [u8; N_KINDS]) -> Self {
        Self { rice, helmet, buddha }
    }
}

/// Spaces are cells by their ids. Tiles in a hand are `0:rice4`, what a seat has captured `0:rice`.
impl Draw for Samurai {
    type Board = BoardView;

    fn board(&self, observation: &Observation) -> BoardView {
        let state = observation.board();
        let kinds = |settlement: u8| {
            Kind::ALL.into_iter().filter(move |&kind| state.figures(kind) & bit(settlement) != 0)
        };
        let figures = numbers(state.open()).map(|settlement| FiguresView {
            space: Space::Settlement(settlement).id(),
            kinds: kinds(settlement).collect(),
        });
        let spaces = (0..state.extent().n_spaces() as u8).filter_map(Space::of_id);
        let tiles = spaces.filter_map(|space| {
            let (seat, tile) = laid(state, space)?;
            Some(LaidView { space: space.id(), seat: seat.idx(), tile: tile.name() })
        });
        let seats = Seat::all(state.n_seats()).map(|seat| SeatView {
            captured: CountsView::new(state.captured(seat)),
            hand: observation.hand(seat).map(|tiles| tiles.each().map(Tile::name).collect()),
            in_hand: observation.n_in_hand(seat),
            in_pile: observation.n_in_pile(seat),
        });
        let (phase, end) = match state.phase() {
            Phase::Hand => (PhaseView::Hand, None),
            Phase::Figure => (PhaseView::Figure, None),
            Phase::Turn | Phase::Draw => (PhaseView::Play, None),
            Phase::Over(end) => (PhaseView::Over, Some(end)),
        };
        let played = match state.phase() {
            Phase::Turn if state.ordinary_used() => Played::Ordinary,
            Phase::Turn if state.has_played() => Played::Characters,
            _ => Played::Nothing,
        };
        BoardView {
            figures: figures.collect(),
            tiles: tiles.collect(),
            seats: seats.collect(),
            aside: CountsView::new(state.aside()),
            phase,
            played,
            end,
        }
    }

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
        for seat in Seat::all(state.n_seats()) {
            hand_cells(self, observation, seat, &mut cells);
        }
        let notes = vec![self.note(observation)];
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

    fn hand_text(&self, observation: &Observation, seat: Seat) -> Option<String> {
        let won = Kind::ALL
            .map(|kind| format!("{} {}", observation.board().captured(seat)[kind as usize], kind.name()));
        let is_choosing = is_choosing(observation, seat);
        let hand = match in_hand(*self, observation, seat) {
            Some(tiles) if !tiles.is_empty() => {
                let of_sort = |tile: Tile| match tiles.count(tile) {
                    1 => tile.name().to_owned(),
                    n => format!("{n} {}", tile.name()),
                };
                tiles.sorts().map(of_sort).collect::<Vec<_>>().join(", ")
            }
            _ => match observation.n_in_hand(seat) {
                0 => "nothing".to_owned(),
                1 => "1 tile".to_owned(),
                n => format!("{n} tiles"),
            },
        };
        let what = if is_choosing { format!("{HAND} to choose from") } else { "in hand".to_owned() };
        Some(format!("won {}; {what}: {hand}", won.join(", ")))
    }

    /// Every figure on the map: how much each player counts for it, who would get it now, and the land that is still
    /// empty beside it.
    fn tallies(&self, observation: &Observation) -> Vec<Tally> {
        let state = observation.board();
        let mut headings = ["space", "is", "figure"].map(str::to_owned).to_vec();
        headings.extend(Seat::all(state.n_seats()).map(|seat| self.seat_name(seat)));
        headings.extend(["goes to", "land left", "which"].map(str::to_owned));
        let mut rows = Vec::new();
        for settlement in numbers(state.open()) {
            let space = Space::Settlement(settlement);
            let empty: Vec<_> = numbers(state.free_around(settlement))
                .map(|land| Space::Land(land).id().to_string())
                .collect();
            for kind in Kind::ALL.into_iter().filter(|&kind| state.figures(kind) & bit(settlement) != 0) {
                let mut row =
                    vec![space.id().to_string(), place_name(space).to_owned(), kind.name().to_owned()];
                row.extend(
                    Seat::all(state.n_seats())
                        .map(|seat| state.influence(settlement, seat).on(kind).to_string()),
                );
                let leader = state.leader(settlement, kind);
                row.push(leader.map_or("nobody".to_owned(), |seat| self.seat_name(seat)));
                row.extend([empty.len().to_string(), empty.join(" ")]);
                rows.push(row);
            }
        }
        vec![Tally { title: "Influence on every figure".to_owned(), headings, rows }]
    }

    fn shapes(&self) -> Vec<Shape> {
        let mut lines: Vec<_> =
            self.tiles().sorts().map(|tile| tile_line(tile, self.tiles().count(tile))).collect();
        lines.push(String::new());
        let seats: Vec<_> = Seat::all(self.n_seats()).map(|seat| self.seat_name(seat)).collect();
        lines.push(format!("On the map the owner's letter stands before a tile: {}.", seats.join(", ")));
        lines.push(
            "R, H and B alone are figures: rice, helmet, buddha. ~ is empty sea, x an empty settlement."
                .to_owned(),
        );
        vec![Shape { names: vec!["tiles".to_owned()], title: "Tiles".to_owned(), lines }]
    }
}

/// A tile in words: how moves name it, its sign on the map, and what it does.
fn tile_line(tile: Tile, count: u8) -> String {
    let is_for_all = Kind::ALL.iter().all(|&kind| tile.influences(kind));
    let what = match Kind::ALL.into_iter().find(|&kind| tile.influences(kind)) {
        _ if tile == Tile::SHIFT => "moves one of your own ordinary tiles to other land".to_owned(),
        _ if tile == Tile::SWAP => "exchanges two figures".to_owned(),
        Some(_) if is_for_all => format!("counts {} for all figures", tile.strength()),
        Some(kind) => format!("counts {} for {}", tile.strength(), kind.name()),
        None => "counts nothing".to_owned(),
    };
    let place = match () {
        () if tile == Tile::SWAP => "leaves the game",
        () if tile.is_ship() => "goes on the sea",
        () => "goes on land",
    };
    let sort = if tile.is_ordinary() { "ordinary" } else { "character" };
    format!("{:<10}{:<4}{count} of them, {sort}: {what}, {place}", tile.name(), short_name(tile))
}

impl Samurai {
    /// How far the game is, in a line.
    fn note(&self, observation: &Observation) -> String {
        let state = observation.board();
        let n_aside: u8 = state.aside().iter().sum();
        // Where figures that are set aside end no game, there is nothing to count up to.
        let aside = match self.most_aside() {
            Some(most) => format!("{n_aside} of {most}"),
            None => n_aside.to_string(),
        };
        let piles: Vec<_> = Seat::all(state.n_seats())
            .map(|seat| format!("{} {}", self.seat_name(seat), observation.n_in_pile(seat)))
            .collect();
        let end = match state.phase() {
            Phase::Over(end) => format!("; {}", end.words()),
            _ => String::new(),
        };
        format!("round {}, set aside {aside}, to draw: {}{end}", state.round(), piles.join(", "))
    }
}

/// Whether a seat chooses its first hand: then all tiles lie before it.
fn is_choosing(observation: &Observation, seat: Seat) -> bool {
    let state = observation.board();
    state.phase() == Phase::Hand && state.to_move() == seat
}

/// The tiles of a seat that the viewer sees.
fn in_hand(game: Samurai, observation: &Observation, seat: Seat) -> Option<Tiles> {
    if is_choosing(observation, seat) { Some(game.tiles()) } else { observation.hand(seat) }
}

fn place_name(settlement: Space) -> &'static str {
    ["village", "city", "Edo"][usize::from(settlement.buildings().clamp(1, 3)) - 1]
}

/// The tile on a space, and who laid it.
fn laid(state: &State, space: Space) -> Option<(Seat, Tile)> {
    match space {
        Space::Land(land) => state.on_land(land),
        Space::Sea(sea) => state.on_sea(sea),
        Space::Settlement(_) => None,
    }
}

/// Flat-top hexes in rows of half their height: the columns are `q`, and a space lies `q` half rows lower for it.
fn cell(state: &State, space: Space) -> Cell {
    const MIDDLE: i16 = 200;
    let (q, r) = space.coordinates();
    let laid = laid(state, space);
    let figures = |settlement: u8| {
        Kind::ALL.into_iter().filter(move |&kind| state.figures(kind) & bit(settlement) != 0)
    };
    let (text, label) = match (space, laid) {
        (Space::Settlement(n), _) => {
            let letters: String = figures(n).map(|kind| kind.letter().to_ascii_uppercase()).collect();
            let names: Vec<_> = figures(n).map(Kind::name).collect();
            if names.is_empty() {
                ("x".to_owned(), format!("empty {}", place_name(space)))
            } else {
                (letters, format!("{} {}", place_name(space), names.join(" ")))
            }
        }
        (_, Some((seat, tile))) => {
            let owner = &SEAT_NAMES[seat][..1];
            (format!("{owner}{}", short_name(tile)), tile.name().to_owned())
        }
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

/// A letter and the strength, as the map shows a tile behind its owner's letter.
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
    match in_hand(*game, observation, seat) {
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

#[cfg(test)]
mod tests {
    use ludwerk_core::{Configure as _, Draw as _, Game as _, Notation as _, Observe as _, Rng, Viewer};

    use ludwerk_testkit::typescript;

    use super::*;
    use crate::board::BESIDE_LAND;

    #[test]
    fn a_tile_shows_its_owner_and_counts_in_the_table_for_what_it_influences() {
        let game = Samurai::configure(Some("thesis"), None).unwrap();
        let start = game.start(&mut Rng::new(1));
        let mut moves = Vec::new();
        game.legal_moves(&start, &mut moves);
        for mv in moves {
            let Action::Land(tile, land) = mv.action() else { continue };
            let seen = game.observe(&game.play(&start, mv).unwrap(), Viewer::Seat(Seat::FIRST));
            let id = Space::Land(land).id().to_string();
            let cell = game.picture(&seen).cells.into_iter().find(|cell| cell.name == id).unwrap();
            assert_eq!(cell.text, format!("R{}", short_name(tile)));
            for row in &game.tallies(&seen)[0].rows {
                let [space, _, kind, red, blue, leader, left, which] = &row[..] else { panic!("{row:?}") };
                let kind = Kind::of_name(kind).unwrap();
                let Some(Space::Settlement(settlement)) = Space::of_id(space.parse().unwrap()) else {
                    panic!()
                };
                let is_beside = BESIDE_LAND[usize::from(land)].contains(&settlement);
                let counted = if is_beside { tile.influence().on(kind) } else { 0 };
                assert_eq!(
                    (red, blue.as_str()),
                    (&counted.to_string(), "0"),
                    "{}: {row:?}",
                    game.move_text(&start, mv)
                );
                assert_eq!(leader, if counted > 0 { "Red" } else { "nobody" });
                assert_eq!(which.split(' ').count().to_string(), *left);
                assert!(which.split(' ').all(|empty| empty != id));
            }
        }
    }

    #[test]
    fn the_board_shows_the_own_hand_alone_and_how_far_a_turn_is() {
        let game = Samurai::configure(Some("thesis"), None).unwrap();
        let start = game.start(&mut Rng::new(1));
        let mut moves = Vec::new();
        game.legal_moves(&start, &mut moves);
        moves.retain(|mv| matches!(mv.action(), Action::Land(tile, _) if tile.is_ordinary()));
        let after = game.play(&start, moves[0]).unwrap();
        let board = game.board(&game.observe(&after, Viewer::Seat(Seat::FIRST)));
        let [red, blue] = &board.seats[..] else { panic!("{board:?}") };
        assert_eq!((red.hand.as_ref().map(Vec::len), red.in_hand), (Some(4), 4));
        assert_eq!((blue.hand.as_ref(), blue.in_hand), (None, 5));
        assert_eq!((board.tiles.len(), board.tiles[0].seat), (1, 0));
        assert_eq!((board.phase, board.played, board.end), (PhaseView::Play, Played::Ordinary, None));
        let standing: usize = board.figures.iter().map(|settlement| settlement.kinds.len()).sum();
        assert_eq!(standing, 21);
    }

    #[test]
    fn the_pages_types_are_up_to_date() {
        typescript::assert_current::<BoardView>(concat!(env!("CARGO_MANIFEST_DIR"), "/web/board.types.ts"));
    }

    #[test]
    fn what_is_set_aside_is_counted_up_to_the_end_only_where_it_ends_the_game() {
        for (variant, wanted) in
            [("official", "set aside 0 of 4"), ("ffg", "set aside 0 of 4"), ("thesis", "set aside 0,")]
        {
            let game = Samurai::configure(Some(variant), None).unwrap();
            let start = game.start(&mut Rng::new(1));
            let notes = game.picture(&game.observe(&start, Viewer::Spectator)).notes;
            assert!(notes[0].contains(wanted), "{variant}: {notes:?}");
        }
    }
}
