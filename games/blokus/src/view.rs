//! How the game looks to others: as a picture, and to its own board on the page.

use ludwerk_core::{Area, Cell, Draw, Game as _, Notation as _, Picture, Seat, Shape, Tally};
use serde::Serialize;

use crate::board::{Squares, State, contains, squares};
use crate::colour::{ByColour, Colour};
use crate::moves::BlokusMove;
use crate::notation::{colour_names, covered, square_name};
use crate::pieces::{N_PIECES, PIECES, Piece};
use crate::rules::Blokus;
use crate::thesis_numbers::drawing;

/// What the page's board shows. Squares are numbered row by row, from the upper left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct BoardView {
    /// Squares along a side.
    size: usize,
    /// The colours in the order of their turns.
    colours: Vec<ColourView>,
    /// The number of the colour to move; `null` at the end.
    to_move: Option<usize>,
}

/// A colour, and how it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ColourView {
    /// What it is called.
    name: &'static str,
    /// The seat with which it is shown.
    seat: usize,
    /// Whether it is nobody's own, and all play it in turn.
    shared: bool,
    /// What it has won by now.
    points: i32,
    /// Whether it can place nothing any more.
    finished: bool,
    /// The names of the pieces that it still holds.
    held: Vec<&'static str>,
    /// The squares that it covers.
    covered: Vec<usize>,
    /// The squares where it may begin; none once it has begun.
    starts: Vec<usize>,
    /// The open corners where it may go on.
    corners: Vec<usize>,
}

/// Squares are cells by their names; the pieces of a colour are cells such as `0:L5`, by the colour's number.
/// An empty square where a colour may go on says so in its label: `start of Black`, `corner of Black and White`.
/// The notes have a line for each colour: `Black: 12 points`, then `, to move` or `, finished`.
/// What the shared colour holds is nobody's own, and told in a line of
/// its own.
impl<const N: usize, const C: usize> Draw for Blokus<N, C> {
    type Board = BoardView;

    fn board(&self, state: &State<N, C>) -> BoardView {
        let colours = Colour::all(C).map(|colour| {
            let holdings = &state.colours[colour];
            let open = numbers(&self.openings(state, colour).0);
            let (starts, corners) = if holdings.is_fresh() { (open, Vec::new()) } else { (Vec::new(), open) };
            ColourView {
                name: colour_names(C)[colour.idx()].1,
                seat: self.shown_with(colour).idx(),
                shared: self.owner(colour).is_none(),
                points: self.points_of(state, colour),
                finished: !self.has_placement(state, colour),
                held: held(holdings.hand).collect(),
                covered: numbers(&holdings.own),
                starts,
                corners,
            }
        });
        BoardView {
            size: N,
            colours: colours.collect(),
            to_move: (!state.is_over).then(|| state.to_move.idx()),
        }
    }

    fn picture(&self, state: &State<N, C>) -> Picture {
        let mut cells = Vec::with_capacity(N * N + C * N_PIECES);
        let open = ByColour::<_, C>::from_fn(|colour| self.openings(state, colour).0);
        for row in 0..N {
            for column in 0..N {
                let colour = Colour::all(C).find(|&colour| contains(&state.colours[colour].own, row, column));
                cells.push(Cell {
                    name: square_name(N, row, column),
                    area: Area::Board,
                    x: 2 * column as u16,
                    y: row as u16,
                    text: colour.map_or(String::new(), |colour| colour_names(C)[colour.idx()].0.to_string()),
                    label: match colour {
                        Some(colour) => colour_names(C)[colour.idx()].1.to_owned(),
                        None => open_for(state, &open, row, column),
                    },
                    owner: colour.map(|colour| self.shown_with(colour)),
                });
            }
        }
        for colour in Colour::all(C) {
            for (n, piece) in PIECES.iter().enumerate() {
                let is_held = state.colours[colour].hand >> n & 1 != 0;
                let text = if is_held { piece.name } else { "" };
                cells.push(Cell {
                    name: format!("{}:{}", colour.idx(), piece.name),
                    area: Area::Hand(self.shown_with(colour)),
                    x: 2 * (n % 11) as u16,
                    y: (2 * colour.idx() + n / 11) as u16,
                    text: text.to_owned(),
                    label: text.to_owned(),
                    owner: self.owner(colour).filter(|_| is_held),
                });
            }
        }
        let notes = Colour::all(C).map(|colour| {
            let is_turn = state.to_move == colour && !state.is_over;
            let turn = if is_turn { ", to move" } else { "" };
            let end = if self.has_placement(state, colour) { "" } else { ", finished" };
            format!(
                "{}: {} points{turn}{end}",
                colour_names(C)[colour.idx()].1,
                self.points_of(state, colour)
            )
        });
        let others = [self.shared_note(state), self.start_note(state)].into_iter().flatten();
        Picture { cells, notes: notes.chain(others).collect() }
    }

    fn touches(&self, _state: &State<N, C>, mv: BlokusMove) -> Vec<String> {
        covered(mv).into_iter().map(|(row, column)| square_name(N, row, column)).collect()
    }

    fn hand_text(&self, _observation: &Self::Observation, _seat: Seat) -> Option<String> {
        None
    }

    fn tallies(&self, _observation: &Self::Observation) -> Vec<Tally> {
        Vec::new()
    }

    /// The pieces in all their orientations, with the numbers that moves may use.
    fn shapes(&self) -> Vec<Shape> {
        let shape = |(n, piece): (usize, &Piece)| Shape {
            names: vec![piece.name.to_lowercase(), (n + 1).to_string()],
            title: format!("Piece {}: {}", n + 1, piece.name),
            lines: drawing(n),
        };
        PIECES.iter().enumerate().map(shape).collect()
    }
}

/// The names of the pieces of a hand.
fn held(hand: u32) -> impl Iterator<Item = &'static str> {
    PIECES.iter().enumerate().filter(move |(n, _)| hand >> n & 1 != 0).map(|(_, piece)| piece.name)
}

/// The numbers of some squares, row by row.
fn numbers<const N: usize>(set: &Squares<N>) -> Vec<usize> {
    squares(set).map(|(row, column)| row * N + column).collect()
}

/// Which colours may go on from an empty square, in words; nothing if none does.
fn open_for<const N: usize, const C: usize>(
    state: &State<N, C>,
    open: &ByColour<Squares<N>, C>,
    row: usize,
    column: usize,
) -> String {
    let of = |is_fresh: bool| -> Vec<_> {
        let colours = Colour::all(C).filter(|&colour| contains(&open[colour], row, column));
        colours
            .filter(|&colour| state.colours[colour].is_fresh() == is_fresh)
            .map(|colour| colour_names(C)[colour.idx()].1)
            .collect()
    };
    let said = [("start of ", of(true)), ("corner of ", of(false))].into_iter();
    let said = said
        .filter(|(_, names)| !names.is_empty())
        .map(|(what, names)| what.to_owned() + &names.join(" and "));
    said.collect::<Vec<_>>().join(", ")
}

impl<const N: usize, const C: usize> Blokus<N, C> {
    /// The seat with which a colour is shown: its owner, and the last seat for the shared one.
    fn shown_with(self, colour: Colour) -> Seat {
        self.owner(colour).unwrap_or_else(|| Seat::new(self.n_seats() - 1))
    }

    /// Where the colour to move may begin, if it has a choice.
    fn start_note(self, state: &State<N, C>) -> Option<String> {
        let colour = state.to_move;
        let (open, _) = self.openings(state, colour);
        let starts: Vec<_> = squares(&open).map(|(row, column)| square_name(N, row, column)).collect();
        let has_choice = state.colours[colour].is_fresh() && starts.len() > 1;
        has_choice.then(|| format!("{} begins on {}", colour_names(C)[colour.idx()].1, starts.join(" or ")))
    }

    /// What the shared colour holds, and who plays it, where there is one.
    fn shared_note(self, state: &State<N, C>) -> Option<String> {
        let colour = Colour::all(C).find(|&colour| self.owner(colour).is_none())?;
        let held: Vec<_> = held(state.colours[colour].hand).collect();
        let held = if held.is_empty() { "nothing".to_owned() } else { held.join(" ") };
        let who = self.seat_name(state.shared_turn);
        let turn = match () {
            () if state.is_over => String::new(),
            () if state.to_move == colour => format!("; {who} plays it now"),
            () => format!("; {who} plays it next"),
        };
        Some(format!("{} holds {held}{turn}", colour_names(C)[colour.idx()].1))
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_core::{Area, Configure as _, Draw as _, Game as _, Notation as _, Rng, Seat};
    use ludwerk_testkit::typescript;

    use super::BoardView;
    use crate::board::State;
    use crate::pieces::N_PIECES;
    use crate::rules::{Classic, Duo};

    #[test]
    fn the_picture_says_where_each_colour_may_go_on_and_how_it_stands() {
        let duo = Duo::configure(None, None).unwrap();
        let mut state = duo.start(&mut Rng::new(0));
        let label = |state: &_, name: &str| {
            duo.picture(state).cells.into_iter().find(|cell| cell.name == name).unwrap().label
        };
        assert_eq!(label(&state, "e10"), "start of Black");
        assert_eq!(duo.picture(&state).notes, ["Black: 0 points, to move", "White: 0 points"]);
        let mv = duo.parse_move(&state, "e10").unwrap();
        duo.play_unchecked(&mut state, mv);
        assert_eq!(label(&state, "e10"), "Black");
        assert_eq!(label(&state, "f11"), "corner of Black");
        assert_eq!(label(&state, "f10"), "", "beside a piece");
        assert_eq!(label(&state, "j5"), "start of White");
        assert_eq!(duo.picture(&state).notes, ["Black: 1 points", "White: 0 points, to move"]);
    }

    #[test]
    fn where_there_is_a_choice_the_start_squares_are_marked() {
        for (variant, starts) in [
            ("duo", None),
            ("thesis", None),
            ("duo-free", Some(["e10", "j5"])),
            ("thesis-free", Some(["a14", "n1"])),
        ] {
            let game = Duo::configure(Some(variant), None).unwrap();
            let mut state = game.start(&mut Rng::new(0));
            let note = starts.map(|[one, other]| format!("Black begins on {one} or {other}"));
            assert_eq!(game.picture(&state).notes.get(2), note.as_ref());
            let Some(starts) = starts else { continue };
            let label = |state: &State<14, 2>, name: &str| {
                game.picture(state).cells.into_iter().find(|cell| cell.name == name).unwrap().label
            };
            assert_eq!(starts.map(|name| label(&state, name)), ["start of Black and White"; 2]);
            let mv = game.parse_move(&state, starts[1]).unwrap();
            game.play_unchecked(&mut state, mv);
            assert_eq!(label(&state, starts[0]), "start of White");
            assert_eq!(game.picture(&state).notes.len(), 2, "White has no choice");
        }
    }

    #[test]
    fn the_board_says_where_each_colour_lies_and_may_go_on() {
        let duo = Duo::configure(None, None).unwrap();
        let mut state = duo.start(&mut Rng::new(0));
        let mv = duo.parse_move(&state, "e10,f10").unwrap();
        duo.play_unchecked(&mut state, mv);
        let board = duo.board(&state);
        let [black, white] = &board.colours[..] else { panic!("{board:?}") };
        let number = |name: &str| {
            let square = duo.picture(&state).cells.iter().position(|cell| cell.name == name);
            square.unwrap()
        };
        assert_eq!((board.size, board.to_move), (14, Some(1)));
        assert_eq!((black.name, black.seat, black.points, black.finished), ("Black", 0, 2, false));
        assert_eq!(black.covered, [number("e10"), number("f10")]);
        assert_eq!(black.corners, ["d11", "g11", "d9", "g9"].map(number));
        assert_eq!((black.held.len(), black.held.contains(&"2")), (N_PIECES - 1, false));
        assert_eq!((white.starts.as_slice(), white.corners.len()), (&[number("j5")][..], 0));
    }

    #[test]
    fn the_shared_colour_alone_is_shared() {
        for (variant, shared) in [("classic", None), ("classic-2", None), ("classic-3", Some(3))] {
            let game = Classic::configure(Some(variant), None).unwrap();
            let board = game.board(&game.start(&mut Rng::new(0)));
            assert_eq!(board.colours.iter().position(|colour| colour.shared), shared, "{variant}");
        }
    }

    #[test]
    fn the_pages_types_are_up_to_date() {
        typescript::assert_current::<BoardView>(concat!(env!("CARGO_MANIFEST_DIR"), "/web/board.types.ts"));
    }

    #[test]
    fn the_shared_colour_holds_its_pieces_for_nobody() {
        let game = Classic::configure(Some("classic-3"), None).unwrap();
        let mut state = game.start(&mut Rng::new(0));
        let all = "1 2 I3 V3 I4 L4 T4 O Z4 I5 P N L5 U Y T5 V5 W Z5 F X";
        let note = |state: &_| game.picture(state).notes.pop().unwrap();
        assert_eq!(note(&state), format!("Green holds {all}; Blue plays it next"));
        let red = game.picture(&state).cells.into_iter().filter(|cell| cell.area == Area::Hand(Seat::new(2)));
        assert_eq!(red.filter(|cell| cell.owner == Some(Seat::new(2))).count(), N_PIECES, "Red's own alone");
        for text in ["a20", "t20", "t1"] {
            let mv = game.parse_move(&state, text).unwrap();
            game.play_unchecked(&mut state, mv);
        }
        assert_eq!(note(&state), format!("Green holds {all}; Blue plays it now"));
        let mv = game.parse_move(&state, "a1").unwrap();
        game.play_unchecked(&mut state, mv);
        assert_eq!(note(&state), format!("Green holds {}; Yellow plays it next", &all[2..]));
        let classic = Classic::configure(Some("classic"), None).unwrap();
        assert_eq!(classic.picture(&state).notes.len(), 4, "nothing is shared among four");
    }
}
