//! What is seen on the screen: the board on the left, players and moves on the right, keys below.

use ludwerk_core::{BySeat, Draw as _, Game as _, Seat};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use super::app::{App, Mode, Prompt, Question, Text};
use super::board::draw_board;
use crate::output;

const SIDE_WIDTH: u16 = 36;
const SMALLEST: (u16, u16) = (40, 14);

/// The width of a text that lies above the board.
const WIDEST_TEXT: u16 = 100;

/// One colour a seat; letters and arrows tell them apart where there are no colours.
pub const SEAT_COLOURS: BySeat<Color> = BySeat::new([
    Color::Cyan,
    Color::LightRed,
    Color::LightGreen,
    Color::LightYellow,
    Color::LightMagenta,
    Color::LightBlue,
    Color::White,
    Color::Gray,
]);

const HELP: [(&str, &str); 18] = [
    ("arrows", "move the cursor"),
    ("enter, space", "pick a piece, then where it goes"),
    ("mouse", "the same with a click"),
    ("esc", "put the piece back"),
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
    ("v", "the tallies of the board, as a table"),
    ("p", "the pieces or tiles that moves name"),
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
        Mode::Text { title, text, top } => {
            let top = draw_text(frame, area, title, text, *top);
            if let Mode::Text { top: kept, .. } = &mut app.mode {
                *kept = top;
            }
        }
        Mode::Menu { title, moves, selected } => draw_menu(frame, area, title, moves, *selected),
        Mode::Prompt { what, text } => draw_prompt(frame, area, *what, text),
        Mode::Confirm(question) => draw_question(frame, area, *question),
    }
}

fn draw_side(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let driver = app.driver();
    let game = driver.session.game();
    let [players, moves] =
        Layout::vertical([Constraint::Length(driver.session.players().len() as u16 + 2), Constraint::Min(3)])
            .areas(area);
    let mover = driver.session.play().to_move();
    let lines: Vec<_> = Seat::all(driver.session.players().len())
        .map(|seat| {
            let pointer = if mover == Some(seat) { "▶ " } else { "  " };
            let style = Style::new().fg(SEAT_COLOURS[seat]);
            Line::styled(format!("{pointer}{}", driver.seat_title(seat)), style)
        })
        .collect();
    let title = format!(" {} · {} ", game.info().title, game.variant());
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), players);

    let texts = driver.session.play().move_texts_for(driver.viewer());
    let per_line = driver.session.players().len().min(4);
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
    let driver = app.driver();
    let watching = !driver.has_humans();
    let mut status = Span::styled(driver.status(), Style::new().add_modifier(Modifier::BOLD));
    if watching && app.paused && !driver.session.is_over() {
        status = Span::styled("Paused.", Style::new().add_modifier(Modifier::BOLD));
    }
    let message = app.message.as_ref().map_or(Line::default(), |message| {
        let style = if message.is_error { Style::new().fg(Color::Red) } else { Style::new() };
        Line::styled(message.text.clone(), style)
    });
    let keys = if driver.session.is_over() {
        "n new game  u take back  s save  ? help  q leave".to_owned()
    } else if watching {
        "space pause  . one move  u take back  f turn  s save  ? help  q leave".to_owned()
    } else {
        let table =
            if driver.session.game().tallies(&app.observation()).is_empty() { "" } else { "v table  " };
        let shapes = if driver.session.game().shapes().is_empty() { "" } else { "p pieces  " };
        format!("enter pick  m moves  t type  u undo  h hint  {table}{shapes}i rules  ? keys  q leave")
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

/// Shows a text from a line on; gives the line from which it was shown, so that nobody scrolls beyond its end.
fn draw_text(frame: &mut Frame<'_>, area: Rect, title: &str, text: &Text, top: usize) -> usize {
    let width = WIDEST_TEXT.min(area.width);
    let room = usize::from(width.saturating_sub(2));
    let lines: Vec<_> = match text {
        Text::Prose(paragraphs) => paragraphs.iter().flat_map(|text| output::wrapped(text, room)).collect(),
        Text::Lines(lines) => lines.clone(),
    };
    let height = lines.len() as u16 + 2;
    let is_long = height > area.height;
    let title = if is_long { format!("{title} · arrows scroll, esc leaves") } else { title.to_owned() };
    let inner = overlay(frame, area, width, height, &title);
    let top = top.min(lines.len().saturating_sub(usize::from(inner.height)));
    let shown: Vec<_> = lines.into_iter().skip(top).map(Line::from).collect();
    frame.render_widget(Paragraph::new(shown), inner);
    top
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
        Question::New => "Abandon this game? y yes, n no, s save first",
    };
    let inner = overlay(frame, area, text.chars().count() as u16 + 4, 3, "The game is not saved");
    frame.render_widget(Paragraph::new(format!(" {text}")), inner);
}
