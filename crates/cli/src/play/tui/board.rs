//! The board on the screen: cells in the largest size that fits, with the hands around it.
//!
//! Squares that are called by a file and a rank have these written along the board; all other spaces show their names
//! themselves, since moves are typed with them. Where nothing fits, the board is seen through a window that follows the
//! cursor.

use ludwerk_core::{Area, Cell, Game as _, Notation as _, Observe as _, Picture, Seat};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};

use super::app::{App, Mark};
use super::view::SEAT_COLOURS;
use crate::play::drawing::{Labels, cells, least_step, named};

type Size = (u16, u16);

/// Width and height of a cell, the largest first.
const SIZES: [Size; 6] = [(12, 3), (9, 3), (7, 3), (5, 3), (4, 1), (2, 1)];

/// The same for cells that show their names: in the border, above what is there, or before it.
const NAMED_SIZES: [Size; 7] = [(12, 3), (9, 3), (7, 3), (6, 2), (8, 1), (5, 1), (4, 1)];

/// The fewest rows of a board that is seen in part.
const FEWEST_ROWS: u16 = 3;

/// The hands of the far seats, the board, the hand of the near seat.
pub fn draw_board(frame: &mut Frame<'_>, app: &mut App, area: Rect) {
    app.boxes.clear();
    let picture = app.picture();
    if picture.cells.is_empty() {
        let position = app.driver().session.game().observation_text(&app.observation());
        let block = Block::bordered().title(" Position ");
        frame.render_widget(Paragraph::new(position).wrap(Wrap { trim: true }).block(block), area);
        return;
    }
    let is_turned = app.flipped && app.driver().session.game().n_seats() == 2;
    let near = if is_turned { Seat::SECOND } else { Seat::FIRST };
    let names: Vec<_> = Seat::all(app.driver().session.game().n_seats())
        .map(|seat| app.driver().session.game().seat_name(seat))
        .collect();
    let parts = Parts::new(&picture, &names, near);
    let Some(size) = parts.size(area) else {
        frame.render_widget(Paragraph::new("The board does not fit: enlarge the terminal."), area);
        return;
    };
    let marks = app.marks();
    let mut painter = Painter { frame, app, marks: &marks, left: area.x + 1 };
    let mut y = area.y;
    for &seat in &parts.far {
        y = painter.hand(&parts.hand(seat, size, area.width), seat, y);
    }
    let height = parts.height_of_board(size).min(area.height - parts.height_of_rest(size, area.width));
    painter.board(&parts, size, Rect::new(area.x, y, area.width, height));
    y += height;
    for &seat in &parts.near {
        y = painter.hand(&parts.hand(seat, size, area.width), seat, y);
    }
    let notes = picture.notes.join("\n");
    let below =
        Rect::new(area.x + 1, y, area.width.saturating_sub(1), (area.y + area.height).saturating_sub(y));
    painter.frame.render_widget(Paragraph::new(notes), below);
}

/// A picture taken apart, with what is needed to measure it.
struct Parts<'p> {
    picture: &'p Picture,
    names: &'p [String],
    far: Vec<Seat>,
    near: Vec<Seat>,
    board: Vec<&'p Cell>,
    labels: Option<Labels>,
    /// How far apart the nearest cells of a row are, in half cells.
    step: u16,
}

/// A hand as it is laid out: its title, and its cells with what is written into them.
struct Hand<'p> {
    title: String,
    cells: Vec<(&'p Cell, String, Rect)>,
    height: u16,
}

impl<'p> Parts<'p> {
    fn new(picture: &'p Picture, names: &'p [String], near: Seat) -> Self {
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
        let step = least_step(&board);
        Self { picture, names, far, near, board, labels, step }
    }

    /// The largest size in which all fits, or else the smallest in which a part of the board does.
    fn size(&self, area: Rect) -> Option<Size> {
        let sizes = if self.labels.is_some() { &SIZES[..] } else { &NAMED_SIZES[..] };
        let mut legible = sizes.iter().copied().filter(|&size| self.shows_names(size));
        let rest = |size| self.height_of_rest(size, area.width);
        let fits = |size: &Size| {
            self.width_of_board(*size) < area.width
                && self.height_of_board(*size) + rest(*size) <= area.height
        };
        legible.clone().find(fits).or_else(|| {
            legible
                .next_back()
                .filter(|&size| self.height_of_labels() + FEWEST_ROWS + rest(size) <= area.height)
        })
    }

    /// How wide a cell is where the columns of the next row are shifted.
    fn cell_width(&self, (width, _): Size) -> u16 {
        if self.labels.is_some() { width } else { width * self.step / 2 }
    }

    /// Whether cells of this size have room for their names, with a sign behind what is there.
    fn shows_names(&self, size: Size) -> bool {
        let widest = |shown: &dyn Fn(&Cell) -> usize| {
            self.board.iter().map(|cell| shown(cell)).max().unwrap_or(0) as u16
        };
        let name = widest(&|cell| cell.name.chars().count());
        match size.1 {
            _ if self.labels.is_some() => true,
            3 => name + 2 <= self.cell_width(size),
            2 => name < self.cell_width(size),
            _ => widest(&|cell| named(cell).chars().count()) < self.cell_width(size),
        }
    }

    /// What stands to the left of the board: the names of its ranks.
    fn margin(&self) -> u16 {
        self.labels.as_ref().map_or(0, |labels| labels.margin() as u16)
    }

    fn height_of_labels(&self) -> u16 {
        u16::from(self.labels.is_some())
    }

    fn width_of_board(&self, size: Size) -> u16 {
        let last = self.board.iter().map(|cell| cell.x).max().unwrap_or(0);
        self.margin() + last * size.0 / 2 + self.cell_width(size)
    }

    fn height_of_board(&self, (_, height): Size) -> u16 {
        let last = self.board.iter().map(|cell| cell.y).max().unwrap_or(0);
        self.height_of_labels() + (last + 1) * height
    }

    /// The rows of all that is not the board: hands and notes.
    fn height_of_rest(&self, size: Size, width: u16) -> u16 {
        let hands: u16 =
            self.far.iter().chain(&self.near).map(|&seat| self.hand(seat, size, width).height).sum();
        hands + self.picture.notes.len() as u16
    }

    /// A hand in cells of this size where they have room in a row, otherwise in words behind its title.
    fn hand(&self, seat: Seat, (width, height): Size, room: u16) -> Hand<'p> {
        let hand: Vec<_> = cells(self.picture, Area::Hand(seat)).collect();
        let last = hand.iter().map(|cell| cell.x).max().unwrap_or(0);
        let name = &self.names[seat.idx()];
        if height >= 3 && hand.iter().all(|cell| cell.y == 0) && last * width / 2 + width + 3 <= room {
            let boxed = |cell: &'p Cell| {
                let area = Rect::new(2 + cell.x * width / 2, 1, width, height);
                (cell, content(cell, width), area)
            };
            let cells = hand.into_iter().map(boxed).collect();
            return Hand { title: format!("In hand: {name}"), cells, height: 1 + height };
        }
        let title = format!("{name}:");
        let (mut x, mut y) = (title.chars().count() as u16 + 1, 0);
        let mut placed = Vec::new();
        for cell in hand.into_iter().filter(|cell| !cell.text.is_empty()) {
            let word = if cell.label.is_empty() { cell.text.clone() } else { cell.label.clone() };
            // A blank behind it, in which a sign may stand.
            let wide = word.chars().count() as u16 + 1;
            if x + wide >= room {
                (x, y) = (2, y + 1);
            }
            placed.push((cell, word, Rect::new(x, y, wide, 1)));
            x += wide;
        }
        Hand { title, cells: placed, height: y + 1 }
    }
}

/// The word for what is in a cell where it fits between the borders, with room for an arrow and a sign.
fn content(cell: &Cell, width: u16) -> String {
    let has_room = cell.label.chars().count() + 4 <= usize::from(width);
    if has_room && !cell.label.is_empty() { cell.label.clone() } else { cell.text.clone() }
}

struct Painter<'a, 'f, M> {
    frame: &'a mut Frame<'f>,
    app: &'a mut App,
    marks: &'a M,
    left: u16,
}

impl<M: Fn(&str) -> Mark> Painter<'_, '_, M> {
    /// Draws a hand under or behind its title; gives the row below.
    fn hand(&mut self, hand: &Hand<'_>, seat: Seat, y: u16) -> u16 {
        let style = Style::new().fg(SEAT_COLOURS[seat]);
        let title = Rect::new(self.left, y, hand.title.chars().count() as u16, 1);
        self.frame
            .render_widget(Line::styled(hand.title.as_str(), style), title.intersection(self.frame.area()));
        for (cell, content, area) in &hand.cells {
            let area = Rect::new(self.left + area.x, y + area.y, area.width, area.height);
            self.cell(cell, content, None, area);
        }
        y + hand.height
    }

    /// Draws the board with its labels: all of it, or what the cursor is in the middle of.
    fn board(&mut self, parts: &Parts<'_>, size: Size, area: Rect) {
        let (width, height) = size;
        let (margin, top) = (parts.margin(), parts.height_of_labels());
        let last_x = parts.board.iter().map(|cell| cell.x).max().unwrap_or(0);
        let last_y = parts.board.iter().map(|cell| cell.y).max().unwrap_or(0);
        let flipped = self.app.flipped;
        let place = |cell: &Cell| {
            let (x, y) = if flipped { (last_x - cell.x, last_y - cell.y) } else { (cell.x, cell.y) };
            (x * width / 2, y * height)
        };
        let view = (area.width.saturating_sub(margin + 1), area.height.saturating_sub(top));
        let whole = (parts.width_of_board(size) - margin, parts.height_of_board(size) - top);
        let focus = parts.board.iter().find(|cell| self.app.cursor.as_ref() == Some(&cell.name));
        let (focus_x, focus_y) = focus.map_or((0, 0), |cell| place(cell));
        let from_x = (focus_x + width / 2).saturating_sub(view.0 / 2).min(whole.0.saturating_sub(view.0));
        let from_y = (focus_y + height / 2).saturating_sub(view.1 / 2).min(whole.1.saturating_sub(view.1));
        let dim = Style::new().add_modifier(Modifier::DIM);
        for cell in &parts.board {
            let (x, y) = place(cell);
            let cell_width = parts.cell_width(size);
            let is_seen = x >= from_x
                && y >= from_y
                && x + cell_width <= from_x + view.0
                && y + height <= from_y + view.1;
            if !is_seen {
                continue;
            }
            let at =
                Rect::new(self.left + margin + x - from_x, area.y + top + y - from_y, cell_width, height);
            match &parts.labels {
                None if height == 1 => self.cell(cell, &named(cell), None, at),
                None => self.cell(cell, &content(cell, cell_width), Some(&cell.name), at),
                Some(_) => self.cell(cell, &content(cell, cell_width), None, at),
            }
            let Some(labels) = &parts.labels else { continue };
            let file = labels.file(cell.x).unwrap_or_default().to_owned();
            let above = Rect::new(at.x, area.y, width, 1);
            self.frame.render_widget(Paragraph::new(file).style(dim).alignment(Alignment::Center), above);
            let beside = Rect::new(self.left, at.y + height / 2, margin, 1);
            self.frame.render_widget(Paragraph::new(labels.rank(cell.y)).style(dim), beside);
        }
    }

    /// Draws a cell; its name, where it shows one, goes above what is in it.
    fn cell(&mut self, cell: &Cell, content: &str, name: Option<&str>, area: Rect) {
        if area.right() > self.frame.area().right() || area.bottom() > self.frame.area().bottom() {
            return;
        }
        let mark = (self.marks)(&cell.name);
        let is_cursor = self.app.cursor.as_ref() == Some(&cell.name);
        let (mark_style, sign) = look(mark);
        let dim = Style::new().add_modifier(Modifier::DIM);
        let piece_style = match cell.owner {
            Some(seat) => Style::new().fg(SEAT_COLOURS[seat]).add_modifier(Modifier::BOLD),
            None => dim,
        };
        // A cell that begins with its name has no room for more than the owner's letter.
        let shows_side = cell.area == Area::Board && !content.starts_with(&cell.name);
        let arrow = match cell.owner {
            Some(seat) if shows_side && self.app.driver().session.game().n_seats() == 2 => {
                if (seat == Seat::FIRST) == self.app.flipped { "▾" } else { "▴" }
            }
            _ => "",
        };
        let text = match (content, sign) {
            ("", "") => Span::styled("·", dim),
            ("", sign) => Span::styled(sign, mark_style),
            (text, _) => Span::styled(format!("{text}{arrow}"), piece_style),
        };
        let mut line = Line::from(text).alignment(Alignment::Center);
        if !content.is_empty() && !sign.is_empty() {
            line.push_span(Span::styled(sign, mark_style));
        }
        if area.height < 3 {
            let style = if is_cursor { mark_style.add_modifier(Modifier::REVERSED) } else { mark_style };
            let above = name.map(|name| Line::styled(name, dim).alignment(Alignment::Center));
            let lines: Vec<_> = above.into_iter().chain([line]).collect();
            self.frame.render_widget(Paragraph::new(Text::from(lines)).style(style), area);
        } else {
            let border = if is_cursor { BorderType::Double } else { BorderType::Rounded };
            let style =
                if is_cursor && mark == Mark::None { Style::new().fg(Color::White) } else { mark_style };
            let mut block = Block::bordered().border_type(border).border_style(style);
            if let Some(name) = name {
                block = block.title_top(Line::from(name).centered());
            }
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
