//! Positions, moves and values as a viewer may see them.

use std::collections::HashMap;

use ludwerk_core::value::{Meaning, Value};
use ludwerk_core::{
    Area, Cell, Decision, Draw as _, Game as _, Notation as _, Observe as _, Picture, Playthrough,
    Pruning as _, Report, Seat, Turn, Viewer,
};
use ludwerk_registry::{AnyGame, AnyMove, AnyObservation, AnyState, expected_share};
use ludwerk_session::{End, turns};

use crate::dto::{
    AnalysisLine, AnalysisView, CellView, MoveKind, MoveView, PositionView, ResultView, ThinkingView,
    ValueView,
};

/// The position after `ply` moves, as `viewer` may see it; `None` if there were fewer. The legal moves, which can be
/// a thousand, are told of the present position alone: nothing can be played in the past.
pub fn position(play: &Playthrough<AnyGame>, ply: usize, viewer: Viewer) -> Option<PositionView> {
    seen(play, ply, viewer, ply == play.moves().len())
}

/// The same without the legal moves.
pub fn picture(play: &Playthrough<AnyGame>, ply: usize, viewer: Viewer) -> Option<PositionView> {
    seen(play, ply, viewer, false)
}

fn seen(play: &Playthrough<AnyGame>, ply: usize, viewer: Viewer, with_moves: bool) -> Option<PositionView> {
    let (game, state) = (play.game(), play.state_at(ply)?);
    let is_present = ply == play.moves().len();
    let turn = if is_present { play.turn() } else { game.turn(state) };
    let to_move = match turn {
        Turn::Player(seat) => Some(seat),
        Turn::Chance | Turn::Over => None,
    };
    let eyes = Eyes::new(game, state, viewer);
    // What a player may do can tell what he holds.
    let knows_moves = !game.info().is_hidden() || to_move.map(Viewer::Seat) == Some(viewer);
    let mut legal = Vec::new();
    if with_moves && to_move.is_some() && knows_moves {
        game.legal_moves(state, &mut legal);
    }
    let outcome = if is_present { play.outcome() } else { game.outcome(state) };
    let points = game.points(state);
    let board = game.board(&eyes.observation);
    let legal = legal.into_iter().map(|mv| eyes.move_view(mv)).collect();
    let text = game.observation_text(&eyes.observation);
    let Picture { cells, notes } = if board.is_null() { eyes.picture } else { Picture::default() };
    Some(PositionView {
        text,
        ply,
        occurrences: (!game.info().is_hidden()).then(|| play.occurrences(ply)),
        to_move: to_move.map(Seat::idx),
        legal,
        last: ply.checked_sub(1).and_then(|before| last_move(play, before, viewer)),
        recent: recent_moves(play, ply, viewer),
        threats: to_move.map_or_else(Vec::new, |_| threats(game, state)),
        points: points.clone().filter(|_| !game.info().is_hidden() || outcome.is_some()),
        result: outcome.map(|outcome| result(End::by_rules(&outcome, points))),
        board,
        cells: cells.into_iter().map(cell).collect(),
        notes,
    })
}

fn last_move(play: &Playthrough<AnyGame>, ply: usize, viewer: Viewer) -> Option<MoveView> {
    let (game, before, &mv) = (play.game(), play.state_at(ply)?, play.moves().get(ply)?);
    game.shows_move(before, mv, viewer).then(|| Eyes::new(game, before, viewer).move_view(mv))
}

/// What a viewer may know of the moves since his last turn, where a turn takes several.
fn recent_moves(play: &Playthrough<AnyGame>, ply: usize, viewer: Viewer) -> Vec<MoveView> {
    if !play.game().info().has_long_turns() {
        return Vec::new();
    }
    (turns::first_recent(play, ply, viewer)..ply).filter_map(|ply| last_move(play, ply, viewer)).collect()
}

/// A position through the eyes of a viewer.
struct Eyes<'a> {
    game: &'a AnyGame,
    state: &'a AnyState,
    observation: AnyObservation,
    picture: Picture,
    /// The cells of the picture by their names.
    places: HashMap<String, usize>,
    mover: Option<Seat>,
}

impl<'a> Eyes<'a> {
    fn new(game: &'a AnyGame, state: &'a AnyState, viewer: Viewer) -> Self {
        let observation = game.observe(state, viewer);
        let picture = game.picture(&observation);
        let places = picture.cells.iter().enumerate().map(|(n, cell)| (cell.name.clone(), n)).collect();
        let mover = match game.turn(state) {
            Turn::Player(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        Self { game, state, observation, picture, places, mover }
    }

    /// The cell with a name.
    fn cell(&self, name: &str) -> Option<&Cell> {
        self.picture.cells.get(*self.places.get(name)?)
    }

    /// What is touched first for a move, in a word.
    fn piece(&self, mv: AnyMove) -> String {
        let first = self.game.touches(&self.observation, mv).into_iter().next();
        first.and_then(|name| self.cell(&name)).map_or_else(String::new, |cell| cell.label.clone())
    }

    /// What a move does is read off the places that it touches, so no game need tell.
    fn move_view(&self, mv: AnyMove) -> MoveView {
        let touches = self.game.touches(&self.observation, mv);
        let place = |name: Option<&String>| name.and_then(|name| self.cell(name));
        let kind = match (place(touches.first()), place(touches.last())) {
            (None, _) | (_, None) => MoveKind::Other,
            (Some(Cell { area: Area::Hand(_), .. }), _) => MoveKind::Drop,
            (_, Some(Cell { owner, .. })) if owner.is_some() && *owner != self.mover => MoveKind::Capture,
            _ => MoveKind::Move,
        };
        let text = self.game.move_text(self.state, mv);
        let touches = Some(touches).filter(|touches| touches.join(",") != text);
        MoveView { text, touches, kind }
    }
}

/// The places where the opponent would win at once if the mover could do nothing: what chess calls check.
/// Only for two who see everything, and where the game knows how to leave out a turn. Where points decide, no single
/// place does.
fn threats(game: &AnyGame, state: &AnyState) -> Vec<String> {
    if game.info().is_hidden() || game.n_seats() != 2 || game.points(state).is_some() {
        return Vec::new();
    }
    let Some(passed) = game.skip_turn(state) else { return Vec::new() };
    let Turn::Player(opponent) = game.turn(&passed) else { return Vec::new() };
    if game.turn(state) == Turn::Player(opponent) {
        // It is the mover's turn again, and nobody threatens him.
        return Vec::new();
    }
    let observation = game.observe(&passed, Viewer::Seat(opponent));
    let mut moves = Vec::new();
    game.legal_moves(&passed, &mut moves);
    let mut cells = Vec::new();
    for mv in moves {
        let mut next = passed.clone();
        game.play_unchecked(&mut next, mv);
        let wins = game.outcome(&next).is_some_and(|end| end.returns.sole_winner() == Some(opponent));
        if let Some(cell) = game.touches(&observation, mv).pop().filter(|cell| wins && !cells.contains(cell))
        {
            cells.push(cell);
        }
    }
    cells
}

fn cell(cell: Cell) -> CellView {
    CellView {
        hand: match cell.area {
            Area::Board => None,
            Area::Hand(seat) => Some(seat.idx()),
        },
        name: cell.name,
        x: cell.x,
        y: cell.y,
        text: cell.text,
        label: cell.label,
        owner: cell.owner.map(Seat::idx),
    }
}

/// A result of any kind.
pub fn result(End { returns, points, reason, .. }: End) -> ResultView {
    ResultView { winner: returns.iter().position(|&share| share == 1.0), returns, points, reason }
}

/// A value, as a share of the win for graphs and as people say it.
pub fn value(game: &AnyGame, value: Value) -> ValueView {
    let text = match value.meaning() {
        Meaning::Win { plies } => format!("win in {plies}"),
        Meaning::Loss { plies } => format!("loss in {plies}"),
        Meaning::WinProbability(share) => format!("{:.0}%", share * 100.0),
        Meaning::Evaluation(value) => format!("{value:+.2}"),
    };
    ValueView { share: expected_share(game, value), text }
}

/// What the agent of `seat` thinks; without a report only that it does.
pub fn thinking(
    play: &Playthrough<AnyGame>,
    seat: Seat,
    report: Option<&Report<AnyMove>>,
    ms: f64,
) -> ThinkingView {
    ThinkingView {
        seat: seat.idx(),
        depth: report.map(|report| report.depth),
        nodes: report.map(|report| report.nodes),
        value: report.and_then(|report| report.value).map(|found| value(play.game(), found)),
        pv: report.map_or_else(Vec::new, |report| play.line_texts(&report.pv)),
        ms,
    }
}

/// The texts of a line from the present position. Where something is hidden the line was found in a world that the agent
/// imagined, and only the mover's own turn is told: whether a later move is possible at all would tell what others hold.
fn line_texts(play: &Playthrough<AnyGame>, line: &[AnyMove]) -> Vec<String> {
    if !play.game().info().is_hidden() {
        return play.line_texts(line);
    }
    let (mover, begun) = (play.to_move(), play.moves().len());
    let mut turn = play.clone();
    let mut texts = Vec::new();
    for &mv in line {
        if turn.to_move() != mover
            || turn.moves().len() > begun && turns::ends_turn(&turn, turn.moves().len() - 1)
        {
            break;
        }
        let text = turn.game().move_text(turn.state(), mv);
        if turn.play(mv).is_err() {
            break;
        }
        texts.push(text);
    }
    texts
}

/// What an agent found out about the present position, for the seat to move.
pub fn analysis(
    play: &Playthrough<AnyGame>,
    seat: Seat,
    decision: &Decision<AnyMove>,
    exact: bool,
    n_lines: usize,
    ms: f64,
) -> AnalysisView {
    let (game, chosen, report) = (play.game(), decision.chosen, &decision.report);
    let value = |found: Value| {
        let mut view = value(game, found);
        // Who knows that nobody wins need not say by how much.
        if exact && found.number() == 0.0 {
            "draw".clone_into(&mut view.text);
        }
        view
    };
    let eyes = Eyes::new(game, play.state(), Viewer::Seat(seat));
    let lines = report.lines.iter().take(n_lines).map(|line| AnalysisLine {
        first: eyes.move_view(line.mv),
        value: value(line.value),
        pv: line_texts(play, &line.pv),
        piece: eyes.piece(line.mv),
    });
    let mut lines: Vec<_> = lines.collect();
    if let (Some(found), true) = (report.value, lines.is_empty()) {
        lines.push(AnalysisLine {
            first: eyes.move_view(chosen),
            value: value(found),
            pv: line_texts(play, &report.pv),
            piece: eyes.piece(chosen),
        });
    }
    AnalysisView {
        seat: seat.idx(),
        best: eyes.move_view(chosen),
        value: report.value.map(value),
        depth: report.depth,
        nodes: report.nodes,
        lines,
        exact,
        ms,
    }
}
