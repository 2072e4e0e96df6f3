//! What is seen on the screen: the board on the left, players and moves on the right, keys below.

use ludwerk_core::{Area, Cell, Game as _, Notation as _, Observe as _, Picture, Seat};
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use super::app::{App, Mark, Mode, Prompt, Question};
use crate::output;
use crate::play::drawing::{Labels, cells};

/// Width and height of a cell, the largest first.
const CELL_SIZES: [(u16, u16); 6] = [(12, 3), (9, 3), (7, 3), (5, 3), (4, 1), (2, 1)];

const SIDE_WIDTH: u16 = 36;
const SMALLEST: (u16, u16) = (40, 14);

/// The width of a text that lies above the board.
const WIDEST_TEXT: u16 = 100;

/// One colour a seat; letters and arrows tell them apart where there are no colours.
const SEAT_COLOURS: [Color; 8] = [
    Color::Cyan,
    Color::LightRed,
    Color::LightGreen,
    Color::LightYellow,
    Color::LightMagenta,
    Color::LightBlue,
    Color::White,
    Color::Gray,
];

const HELP: [(&str, &str); 16] = [
    ("arrows", "move the cursor"),
    ("enter, space", "pick a piece, then where it goes"),
    ("mouse", "the same with a click"),
    ("esc", "let go of the piece"),
    ("m", "list the legal moves"),
    ("t", "type a move"),
    ("u, r", "take back, play again"),
    ("h", "hint"),
    ("f", "turn the board"),
    ("n", "new game"),
    ("s, o", "save, open a saved game"),
    ("space", "watching: pause and go on"),
    (".", "watching: one move"),
    ("i", "the rules"),
    ("?", "this help"),
    ("q", "leave"),
];

pub fn draw(frame: &mut Frame<'_>, app: &mut App) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let text = format!("The terminal is too small: {} by {} at least.", SMALLEST.0, SMALLEST.1);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let [body, foot] = Layout::vertical([Constraint::Min(3), Constraint::Length(3)]).areas(area);
    let [board, side] = Layout::horizontal([Constraint::Min(20), Constraint::Length(SIDE_WIDTH)]).areas(body);
    draw_board(frame, app, board);
    draw_side(frame, app, side);
    draw_foot(frame, app, foot);
    match &app.mode {
        Mode::Board => {}
        Mode::Help => draw_help(frame, area),
        Mode::Rules => draw_rules(frame, area, app.session().rules()),
        Mode::Menu { title, moves, selected } => draw_menu(frame, area, title, moves, *selected),
        Mode::Prompt { what, text } => draw_prompt(frame, area, *what, text),
        Mode::Confirm(question) => draw_question(frame, area, *question),
    }
}

/// The hands of the far seats, the board, the hand of the near seat.
fn draw_board(frame: &mut Frame<'_>, app: &mut App, area: Rect) {
    app.boxes.clear();
    let picture = app.picture();
    if picture.cells.is_empty() {
        let position = app.session().game().observation_text(&app.observation());
        let block = Block::bordered().title(" Position ");
        frame.render_widget(Paragraph::new(position).wrap(Wrap { trim: true }).block(block), area);
        return;
    }
    let near: Seat = usize::from(app.flipped && app.session().game().n_seats() == 2);
    let parts = Parts::new(&picture, near);
    let Some(size) = CELL_SIZES.into_iter().find(|&size| parts.fits(size, area)) else {
        frame.render_widget(Paragraph::new("The board does not fit: enlarge the terminal."), area);
        return;
    };
    let marks = app.marks();
    let mut painter = Painter { frame, app, marks: &marks, size, left: area.x + 1 };
    let mut y = area.y;
    for seat in parts.far {
        y = painter.hand(&picture, seat, y);
    }
    y = painter.board(&parts.board, parts.labels.as_ref(), y);
    for seat in parts.near {
        y = painter.hand(&picture, seat, y);
    }
    let notes = picture.notes.join("\n");
    let below =
        Rect::new(area.x + 1, y, area.width.saturating_sub(1), (area.y + area.height).saturating_sub(y));
    painter.frame.render_widget(Paragraph::new(notes), below);
}

/// A picture taken apart, with what is needed to measure it.
struct Parts<'p> {
    far: Vec<Seat>,
    near: Vec<Seat>,
    board: Vec<&'p Cell>,
    labels: Option<Labels>,
}

impl<'p> Parts<'p> {
    fn new(picture: &'p Picture, near: Seat) -> Self {
        let mut seats: Vec<Seat> = picture
            .cells
            .iter()
            .filter_map(|cell| match cell.area {
                Area::Hand(seat) => Some(seat),
                Area::Board => None,
            })
            .collect();
        seats.sort_unstable();
        seats.dedup();
        let (near, mut far): (Vec<_>, Vec<_>) = seats.into_iter().partition(|&seat| seat == near);
        far.reverse();
        let board: Vec<_> = cells(picture, Area::Board).collect();
        let labels = Labels::of(&board);
        Self { far, near, board, labels }
    }

    fn fits(&self, (width, height): (u16, u16), area: Rect) -> bool {
        let columns = self.board.iter().map(|cell| cell.x / 2 + cell.x % 2 + 1).max().unwrap_or(0);
        let rows = self.board.iter().map(|cell| cell.y + 1).max().unwrap_or(0);
        let n_hands = (self.far.len() + self.near.len()) as u16;
        let label_height = u16::from(self.labels.is_some());
        columns * width + 4 <= area.width && (rows + n_hands) * height + n_hands + label_height <= area.height
    }
}

struct Painter<'a, 'f, M> {
    frame: &'a mut Frame<'f>,
    app: &'a mut App,
    marks: &'a M,
    size: (u16, u16),
    left: u16,
}

impl<M: Fn(&str) -> Mark> Painter<'_, '_, M> {
    /// Draws a hand under its title; gives the row below.
    fn hand(&mut self, picture: &Picture, seat: Seat, y: u16) -> u16 {
        let (width, height) = self.size;
        let title = format!("In hand: {}", self.app.session().game().seat_name(seat));
        let style = Style::new().fg(SEAT_COLOURS[seat]);
        self.frame.render_widget(Line::styled(title, style), Rect::new(self.left, y, 30, 1));
        let hand: Vec<_> = cells(picture, Area::Hand(seat)).collect();
        let indent = self.left + 2;
        for cell in hand {
            let area = Rect::new(indent + cell.x * width / 2, y + 1 + cell.y * height, width, height);
            self.cell(cell, area);
        }
        y + 1 + height
    }

    /// Draws the board with its labels; gives the row below.
    fn board(&mut self, board: &[&Cell], labels: Option<&Labels>, y: u16) -> u16 {
        let (width, height) = self.size;
        let flipped = self.app.flipped;
        let last_x = board.iter().map(|cell| cell.x).max().unwrap_or(0);
        let last_y = board.iter().map(|cell| cell.y).max().unwrap_or(0);
        let margin = 2;
        let top = y + u16::from(labels.is_some());
        for cell in board {
            let (x, row) = if flipped { (last_x - cell.x, last_y - cell.y) } else { (cell.x, cell.y) };
            let area = Rect::new(self.left + margin + x * width / 2, top + row * height, width, height);
            self.cell(cell, area);
            let Some(labels) = labels else { continue };
            let dim = Style::new().add_modifier(Modifier::DIM);
            if row == 0 {
                let file = labels.file(cell.x).unwrap_or_default().to_owned();
                let at = Rect::new(area.x, y, width, 1);
                self.frame.render_widget(Paragraph::new(file).style(dim).alignment(Alignment::Center), at);
            }
            if x == 0 {
                let at = Rect::new(self.left, area.y + height / 2, margin, 1);
                self.frame.render_widget(Paragraph::new(labels.rank(cell.y)).style(dim), at);
            }
        }
        top + (last_y + 1) * height
    }

    fn cell(&mut self, cell: &Cell, area: Rect) {
        if area.right() > self.frame.area().right() || area.bottom() > self.frame.area().bottom() {
            return;
        }
        let mark = (self.marks)(&cell.name);
        let is_cursor = self.app.cursor.as_ref() == Some(&cell.name);
        let (mark_style, sign) = look(mark);
        let piece_style = match cell.owner {
            Some(seat) => {
                Style::new().fg(SEAT_COLOURS[seat % SEAT_COLOURS.len()]).add_modifier(Modifier::BOLD)
            }
            None => Style::new().add_modifier(Modifier::DIM),
        };
        let is_board = cell.area == Area::Board;
        let arrow = match cell.owner {
            Some(seat) if is_board && self.app.session().game().n_seats() == 2 => {
                if (seat == 0) == self.app.flipped { "▾" } else { "▴" }
            }
            _ => "",
        };
        // The word where it fits between the borders, with room for an arrow and a sign.
        let has_room = cell.label.chars().count() + 4 <= usize::from(area.width);
        let content = if has_room && !cell.label.is_empty() { &cell.label } else { &cell.text };
        let text = match (content.as_str(), sign) {
            ("", "") => Span::styled("·", Style::new().add_modifier(Modifier::DIM)),
            ("", sign) => Span::styled(sign, mark_style),
            (text, _) => Span::styled(format!("{text}{arrow}"), piece_style),
        };
        let mut line = Line::from(text).alignment(Alignment::Center);
        if !cell.text.is_empty() && !sign.is_empty() {
            line.push_span(Span::styled(sign, mark_style));
        }
        if area.height < 3 {
            let style = if is_cursor { mark_style.add_modifier(Modifier::REVERSED) } else { mark_style };
            self.frame.render_widget(Paragraph::new(line).style(style), area);
        } else {
            let border = if is_cursor { BorderType::Double } else { BorderType::Rounded };
            let style =
                if is_cursor && mark == Mark::None { Style::new().fg(Color::White) } else { mark_style };
            let block = Block::bordered().border_type(border).border_style(style);
            self.frame.render_widget(Paragraph::new(line).block(block), area);
        }
        self.app.boxes.push((cell.name.clone(), area));
    }
}

/// The colours of the legal destinations are those of Nguyen's page: green, red and yellow. The signs say
/// the same without colour.
fn look(mark: Mark) -> (Style, &'static str) {
    match mark {
        Mark::None => (Style::new().fg(Color::DarkGray), ""),
        Mark::Last => (Style::new().fg(Color::Blue), ""),
        Mark::Hint => (Style::new().fg(Color::Magenta).add_modifier(Modifier::BOLD), "?"),
        Mark::Picked => (Style::new().fg(Color::White).add_modifier(Modifier::BOLD), "*"),
        Mark::Step => (Style::new().fg(Color::Green).add_modifier(Modifier::BOLD), "●"),
        Mark::Capture => (Style::new().fg(Color::Red).add_modifier(Modifier::BOLD), "×"),
        Mark::Drop => (Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD), "+"),
    }
}

fn draw_side(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let session = app.session();
    let game = session.game();
    let [players, moves] =
        Layout::vertical([Constraint::Length(session.players().len() as u16 + 2), Constraint::Min(3)])
            .areas(area);
    let mover = session.play().to_move();
    let lines: Vec<_> = (0..session.players().len())
        .map(|seat| {
            let pointer = if mover == Some(seat) { "▶ " } else { "  " };
            let style = Style::new().fg(SEAT_COLOURS[seat % SEAT_COLOURS.len()]);
            Line::styled(format!("{pointer}{}", session.seat_title(seat)), style)
        })
        .collect();
    let title = format!(" {} · {} ", game.info().title, game.variant());
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), players);

    let texts = session.play().move_texts_for(session.viewer());
    let per_line = session.players().len().min(4);
    let rounds = texts.chunks(per_line).enumerate().map(|(n, round)| {
        let cells: Vec<_> = round.iter().map(|text| format!("{text:<8}")).collect();
        Line::from(format!("{:>3}. {}", n + 1, cells.join(" ")))
    });
    let lines: Vec<_> = rounds.collect();
    let height = usize::from(moves.height.saturating_sub(2));
    let skipped = lines.len().saturating_sub(height);
    let shown: Vec<_> = if lines.is_empty() {
        vec![Line::styled("No moves yet.", Style::new().add_modifier(Modifier::DIM))]
    } else {
        lines.into_iter().skip(skipped).collect()
    };
    frame.render_widget(Paragraph::new(shown).block(Block::bordered().title(" Moves ")), moves);
}

fn draw_foot(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let session = app.session();
    let watching = !session.has_humans();
    let mut status = Span::styled(session.status(), Style::new().add_modifier(Modifier::BOLD));
    if watching && app.paused && !session.is_over() {
        status = Span::styled("Paused.", Style::new().add_modifier(Modifier::BOLD));
    }
    let message = app.message.as_ref().map_or(Line::default(), |message| {
        let style = if message.is_error { Style::new().fg(Color::Red) } else { Style::new() };
        Line::styled(message.text.clone(), style)
    });
    let keys = if session.is_over() {
        "n new game  u take back  s save  ? help  q leave"
    } else if watching {
        "space pause  . one move  u take back  f turn  s save  ? help  q leave"
    } else {
        "enter pick  m moves  u undo  h hint  n new  s save  i rules  ? keys  q leave"
    };
    let keys = Line::styled(keys, Style::new().add_modifier(Modifier::DIM));
    frame.render_widget(Paragraph::new(vec![Line::from(status), message, keys]), area);
}

/// A cleared box in the middle of the screen.
fn overlay(frame: &mut Frame<'_>, area: Rect, width: u16, height: u16, title: &str) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let at = Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height);
    frame.render_widget(Clear, at);
    let block = Block::bordered().border_type(BorderType::Double).title(format!(" {title} "));
    let inner = block.inner(at);
    frame.render_widget(block, at);
    inner
}

fn draw_help(frame: &mut Frame<'_>, area: Rect) {
    let inner = overlay(frame, area, 54, HELP.len() as u16 + 2, "Keys");
    let lines: Vec<_> = HELP
        .iter()
        .map(|(key, meaning)| {
            let key = Span::styled(format!(" {key:<14}"), Style::new().add_modifier(Modifier::BOLD));
            Line::from(vec![key, Span::raw(*meaning)])
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), inner);
}

fn draw_rules(frame: &mut Frame<'_>, area: Rect, rules: &[&str]) {
    let width = WIDEST_TEXT.min(area.width);
    let in_lines = |text: &&str| output::wrapped(text, usize::from(width.saturating_sub(2)));
    let lines: Vec<_> = rules.iter().flat_map(in_lines).map(Line::from).collect();
    let inner = overlay(frame, area, width, lines.len() as u16 + 2, "Rules");
    frame.render_widget(Paragraph::new(lines), inner);
}

fn draw_menu<T>(frame: &mut Frame<'_>, area: Rect, title: &str, moves: &[(T, String)], selected: usize) {
    let widest = moves.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0) as u16;
    let inner = overlay(frame, area, (widest + 8).max(24), moves.len() as u16 + 2, title);
    let height = usize::from(inner.height);
    let first = (selected + 1).saturating_sub(height);
    let lines: Vec<_> = moves
        .iter()
        .enumerate()
        .skip(first)
        .take(height)
        .map(|(n, (_, text))| {
            let style =
                if n == selected { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
            Line::styled(format!(" {text} "), style)
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), inner);
}

fn draw_prompt(frame: &mut Frame<'_>, area: Rect, what: Prompt, text: &str) {
    let title = match what {
        Prompt::Move => "Your move",
        Prompt::Save => "Save to which file?",
        Prompt::Load => "Open which file?",
    };
    let inner = overlay(frame, area, 60, 3, title);
    frame.render_widget(Paragraph::new(format!(" {text}▏")), inner);
}

fn draw_question(frame: &mut Frame<'_>, area: Rect, question: Question) {
    let text = match question {
        Question::Quit => "Leave this game? y yes, n no, s save first",
        Question::New => "Give this game up? y yes, n no, s save first",
    };
    let inner = overlay(frame, area, text.chars().count() as u16 + 4, 3, "The game is not saved");
    frame.render_widget(Paragraph::new(format!(" {text}")), inner);
}
