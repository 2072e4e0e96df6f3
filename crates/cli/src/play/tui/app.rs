//! What happens on the screen: picking cells, menus, prompts, and whose turn it is.
//!
//! Nothing here draws, and nothing here knows a game: a move is made by touching the cells that the game
//! names for it, one after the other.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ludwerk_core::{Draw as _, Game as _, Notation as _, Observe as _, Picture, Seat, Viewer};
use ludwerk_registry::{AnyMove, AnyObservation};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use crate::failure::Failure;
use crate::play::drawing::{shape_lines, tally_lines};
use crate::play::driver::Driver;

/// How long each move of a game between agents can be looked at.
const WATCHING_PACE: Duration = Duration::from_millis(900);

/// Why the screen is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    AsWished,
    Interrupted,
}

/// What the keys mean at the moment.
#[derive(Debug)]
pub enum Mode {
    /// Cells are picked on the board.
    Board,
    /// One move of a list is chosen.
    Menu { title: &'static str, moves: Vec<(AnyMove, String)>, selected: usize },
    /// A line of text is typed.
    Prompt { what: Prompt, text: String },
    /// A question is answered by y or n.
    Confirm(Question),
    /// The keys are shown.
    Help,
    /// A text is read: the rules, a table, pictures of pieces.
    Text { title: &'static str, text: Text, top: usize },
}

/// What is read.
#[derive(Debug)]
pub enum Text {
    /// Paragraphs, broken as the screen is wide.
    Prose(&'static [&'static str]),
    /// Lines that stay as they are.
    Lines(Vec<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    Move,
    Save,
    Load,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Quit,
    New,
}

/// How a cell stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    None,
    /// The last move touched it.
    Last,
    /// The hint touches it.
    Hint,
    /// It is picked.
    Picked,
    /// The picked piece can step there.
    Step,
    /// The picked piece can capture there.
    Capture,
    /// The picked piece can be put there.
    Drop,
}

/// A line of text about what has just happened.
#[derive(Debug)]
pub struct Message {
    pub text: String,
    pub is_error: bool,
}

pub struct App {
    driver: Driver,
    pub mode: Mode,
    pub message: Option<Message>,
    /// The name of the cell under the cursor.
    pub cursor: Option<String>,
    /// The cells touched so far.
    picked: Vec<String>,
    pub flipped: bool,
    /// In a game between agents: whether they wait for a key.
    pub paused: bool,
    step_once: bool,
    last_engine_move: Instant,
    hint: Option<AnyMove>,
    /// Where each cell was drawn last.
    pub boxes: Vec<(String, Rect)>,
    leave: Option<Leave>,
}

impl App {
    pub fn new(driver: Driver) -> Self {
        let flipped = driver.viewer() == Viewer::Seat(Seat::SECOND) && driver.session.game().n_seats() == 2;
        let message = driver.warning().map(|text| Message { text, is_error: true });
        let mut app = Self {
            driver,
            mode: Mode::Board,
            message,
            cursor: None,
            picked: Vec::new(),
            flipped,
            paused: false,
            step_once: false,
            last_engine_move: Instant::now(),
            hint: None,
            boxes: Vec::new(),
            leave: None,
        };
        app.cursor = app.first_origin();
        app
    }

    pub fn driver(&self) -> &Driver {
        &self.driver
    }

    pub fn driver_mut(&mut self) -> &mut Driver {
        &mut self.driver
    }

    pub fn leave(&self) -> Option<Leave> {
        self.leave
    }

    pub fn observation(&self) -> AnyObservation {
        self.driver.session.play().observe(self.driver.viewer())
    }

    pub fn picture(&self) -> Picture {
        self.driver.session.game().picture(&self.observation())
    }

    /// The legal moves of the person to move, with the cells that each touches.
    fn touches(&self) -> Vec<(AnyMove, Vec<String>)> {
        if !self.driver.session.is_human_turn() {
            return Vec::new();
        }
        let seen = self.observation();
        let touched = |mv| (mv, self.driver.session.game().touches(&seen, mv));
        self.driver.session.play().legal_moves().into_iter().map(touched).collect()
    }

    /// A cell where some legal move begins: a good place for the cursor.
    fn first_origin(&self) -> Option<String> {
        let first = self.touches().into_iter().find_map(|(_, touches)| touches.into_iter().next());
        first.or_else(|| self.picture().cells.into_iter().next().map(|cell| cell.name))
    }

    /// How each cell stands out, by its name.
    pub fn marks(&self) -> impl Fn(&str) -> Mark + use<> {
        let picture = self.picture();
        let is_taken =
            |name: &str| picture.cells.iter().any(|cell| cell.name == name && !cell.text.is_empty());
        let in_hand = |name: &str| {
            let cell = picture.cells.iter().find(|cell| cell.name == name);
            cell.is_some_and(|cell| matches!(cell.area, ludwerk_core::Area::Hand(_)))
        };
        let mut marks: Vec<(String, Mark)> = Vec::new();
        if !self.picked.is_empty() {
            for (_, touches) in self.touches() {
                if let Some(next) = touches.strip_prefix(&self.picked[..]).and_then(<[String]>::first) {
                    let mark = match () {
                        () if self.picked.first().is_some_and(|first| in_hand(first)) => Mark::Drop,
                        () if is_taken(next) => Mark::Capture,
                        () => Mark::Step,
                    };
                    marks.push((next.clone(), mark));
                }
            }
            marks.extend(self.picked.iter().map(|name| (name.clone(), Mark::Picked)));
        }
        if let Some(mv) = self.hint {
            let touches = self.driver.session.game().touches(&self.observation(), mv);
            marks.extend(touches.into_iter().map(|name| (name, Mark::Hint)));
        }
        marks.extend(self.last_touches().into_iter().map(|name| (name, Mark::Last)));
        move |name| marks.iter().find(|(marked, _)| marked == name).map_or(Mark::None, |&(_, mark)| mark)
    }

    /// The cells that the last move touched, as far as the viewer saw it.
    fn last_touches(&self) -> Vec<String> {
        let viewer = self.driver.viewer();
        let Some((before, mv)) = self.driver.session.play().last_move_shown_to(viewer) else {
            return Vec::new();
        };
        let game = self.driver.session.game();
        game.touches(&game.observe(before, viewer), mv)
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), is_error: false });
    }

    fn complain(&mut self, failure: &Failure) {
        self.message = Some(Message { text: failure.message().to_owned(), is_error: true });
    }

    /// Says aloud who sees more than he should, in place of what was said.
    fn warn(&mut self) {
        if let Some(text) = self.driver.warning() {
            self.message = Some(Message { text, is_error: true });
        }
    }

    fn attempt<T>(&mut self, result: Result<T, Failure>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(failure) => {
                self.complain(&failure);
                None
            }
        }
    }

    /// Lets agents answer, and move when it is their turn and time.
    pub fn tick(&mut self, now: Instant) {
        let hint = self.driver.poll_hint();
        if let Some(Some((mv, text))) = self.attempt(hint) {
            self.hint = Some(mv);
            self.say(text);
        }
        let watching = !self.driver.has_humans();
        if self.driver.session.is_over() || self.driver.session.is_human_turn() {
            return;
        }
        if watching {
            let is_due = self.step_once || !self.paused && now - self.last_engine_move >= WATCHING_PACE;
            if !is_due {
                return;
            }
        }
        let mover = self.driver.session.play().to_move();
        let who = mover.map_or(String::new(), |seat| self.driver.session.game().seat_name(seat));
        self.driver.start_thinking();
        let polled = self.driver.poll_thinking();
        if let Some(Some(text)) = self.attempt(polled) {
            self.last_engine_move = now;
            self.step_once = false;
            self.say(format!("{who} played {text}."));
            self.after_change();
        }
    }

    fn after_change(&mut self) {
        self.picked.clear();
        self.hint = None;
        if self.cursor.is_none() {
            self.cursor = self.first_origin();
        }
    }

    pub fn on_key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('c') {
                self.leave = Some(Leave::Interrupted);
            }
            return;
        }
        match std::mem::replace(&mut self.mode, Mode::Board) {
            Mode::Board => self.on_board_key(key.code),
            Mode::Menu { title, moves, selected } => self.on_menu_key(key.code, title, moves, selected),
            Mode::Prompt { what, text } => self.on_prompt_key(key.code, what, text),
            Mode::Confirm(question) => self.on_confirm_key(key.code, question),
            Mode::Text { title, text, top } => self.on_text_key(key.code, title, text, top),
            Mode::Help => {}
        }
    }

    fn on_board_key(&mut self, code: KeyCode) {
        self.message = None;
        match code {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Char(' ') if !self.driver.has_humans() => self.paused = !self.paused,
            KeyCode::Char('.') if !self.driver.has_humans() => {
                (self.paused, self.step_once) = (true, true);
            }
            KeyCode::Enter | KeyCode::Char(' ') => {
                if let Some(name) = self.cursor.clone() {
                    self.touch(&name);
                }
            }
            KeyCode::Esc => self.picked.clear(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('h') => self.ask_for_hint(),
            KeyCode::Char('m') => self.open_menu("Legal moves", self.driver.legal()),
            KeyCode::Char('t') => self.prompt(Prompt::Move, String::new()),
            KeyCode::Char('s') => {
                let path = self.driver.default_path().display().to_string();
                self.prompt(Prompt::Save, path);
            }
            KeyCode::Char('o') => {
                let proposed = Some(self.driver.default_path()).filter(|path| path.exists());
                self.prompt(Prompt::Load, proposed.map_or(String::new(), |path| path.display().to_string()));
            }
            KeyCode::Char('f') => self.flipped = !self.flipped,
            KeyCode::Char('n') if self.driver.has_unsaved_moves() => {
                self.mode = Mode::Confirm(Question::New);
            }
            KeyCode::Char('n') => self.restart(),
            KeyCode::Char('q') if self.driver.has_unsaved_moves() => {
                self.mode = Mode::Confirm(Question::Quit);
            }
            KeyCode::Char('q') => self.leave = Some(Leave::AsWished),
            KeyCode::Char('?') | KeyCode::F(1) => self.mode = Mode::Help,
            KeyCode::Char('i') => self.read("Rules", Text::Prose(self.driver.rules())),
            KeyCode::Char('v') => {
                let lines = tally_lines(self.driver.session.game(), &self.observation());
                self.read_lines("What counts", lines, "This game has no tallies.");
            }
            KeyCode::Char('p') => {
                let lines = shape_lines(self.driver.session.game(), None);
                self.read_lines("What moves name", lines, "The board shows all that moves name.");
            }
            _ => {}
        }
    }

    fn read(&mut self, title: &'static str, text: Text) {
        self.mode = Mode::Text { title, text, top: 0 };
    }

    /// Shows lines, or says why there are none.
    fn read_lines(&mut self, title: &'static str, lines: Vec<String>, otherwise: &str) {
        if lines.is_empty() {
            self.say(otherwise);
        } else {
            self.read(title, Text::Lines(lines));
        }
    }

    /// Scrolls; any other key puts the text away.
    fn on_text_key(&mut self, code: KeyCode, title: &'static str, text: Text, top: usize) {
        let top = match code {
            KeyCode::Up => top.saturating_sub(1),
            KeyCode::Down => top + 1,
            KeyCode::PageUp => top.saturating_sub(10),
            KeyCode::PageDown | KeyCode::Char(' ') => top + 10,
            KeyCode::Home => 0,
            _ => return,
        };
        self.mode = Mode::Text { title, text, top };
    }

    fn prompt(&mut self, what: Prompt, text: String) {
        self.mode = Mode::Prompt { what, text };
    }

    fn open_menu(&mut self, title: &'static str, moves: Vec<(AnyMove, String)>) {
        if !self.driver.session.is_human_turn() {
            self.say(self.not_now());
        } else if !moves.is_empty() {
            self.mode = Mode::Menu { title, moves, selected: 0 };
        }
    }

    fn on_menu_key(
        &mut self,
        code: KeyCode,
        title: &'static str,
        moves: Vec<(AnyMove, String)>,
        selected: usize,
    ) {
        let last = moves.len() - 1;
        let selected = match code {
            KeyCode::Up | KeyCode::Left => selected.saturating_sub(1),
            KeyCode::Down | KeyCode::Right => (selected + 1).min(last),
            KeyCode::PageUp => selected.saturating_sub(10),
            KeyCode::PageDown => (selected + 10).min(last),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Enter | KeyCode::Char(' ') => return self.play(moves[selected].0),
            KeyCode::Esc | KeyCode::Char('q' | 'm') => return,
            _ => selected,
        };
        self.mode = Mode::Menu { title, moves, selected };
    }

    fn on_prompt_key(&mut self, code: KeyCode, what: Prompt, mut text: String) {
        match code {
            KeyCode::Esc => return,
            KeyCode::Enter => return self.answer_prompt(what, text.trim()),
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char(letter) => text.push(letter),
            _ => {}
        }
        self.prompt(what, text);
    }

    fn answer_prompt(&mut self, what: Prompt, text: &str) {
        if text.is_empty() {
            return;
        }
        let path = PathBuf::from(text);
        match what {
            Prompt::Move if !self.driver.session.is_human_turn() => self.say(self.not_now()),
            Prompt::Move => {
                let result = self.driver.play_text(text);
                if self.attempt(result).is_some() {
                    self.after_change();
                }
            }
            Prompt::Save => {
                let result = self.driver.save(&path);
                if self.attempt(result).is_some() {
                    self.say(format!("Saved to {}.", path.display()));
                }
            }
            Prompt::Load => {
                let result = self.driver.load(&path);
                if self.attempt(result).is_some() {
                    self.say(format!("Loaded {}.", path.display()));
                    self.warn();
                    self.after_change();
                }
            }
        }
    }

    fn on_confirm_key(&mut self, code: KeyCode, question: Question) {
        match (code, question) {
            (KeyCode::Char('y'), Question::Quit) => self.leave = Some(Leave::AsWished),
            (KeyCode::Char('y'), Question::New) => self.restart(),
            (KeyCode::Char('n') | KeyCode::Esc, _) => {}
            (KeyCode::Char('s'), _) => {
                let path = self.driver.default_path().display().to_string();
                self.prompt(Prompt::Save, path);
            }
            _ => self.mode = Mode::Confirm(question),
        }
    }

    fn undo(&mut self) {
        let undone = self.driver.undo();
        match self.attempt(undone) {
            Some(true) => {
                self.paused = true;
                self.after_change();
                self.say("Taken back; r plays it again.");
            }
            Some(false) => self.say("There is nothing to take back."),
            None => {}
        }
    }

    fn redo(&mut self) {
        let redone = self.driver.redo();
        match self.attempt(redone) {
            Some(true) => self.after_change(),
            Some(false) => self.say("There is nothing to play again."),
            None => {}
        }
    }

    fn restart(&mut self) {
        let restarted = self.driver.restart();
        if self.attempt(restarted).is_some() {
            self.cursor = self.first_origin();
            self.paused = false;
            self.after_change();
            self.say("A new game.");
            self.warn();
        }
    }

    fn ask_for_hint(&mut self) {
        if !self.driver.session.is_human_turn() {
            return self.say(self.not_now());
        }
        let started = self.driver.start_hint();
        if self.attempt(started).is_some() {
            self.say("Looking for a hint …");
        }
    }

    /// Why a person cannot move.
    fn not_now(&self) -> &'static str {
        if self.driver.session.is_over() {
            "The game is over; n starts a new one, u takes back."
        } else {
            "It is not your turn."
        }
    }

    /// Touches a cell: picks it, goes on to the next part of a move, or lets go.
    fn touch(&mut self, name: &str) {
        if !self.driver.session.is_human_turn() {
            return self.say(self.not_now());
        }
        if self.picked.last().is_some_and(|picked| picked == name) {
            self.picked.pop();
            return;
        }
        let all = self.touches();
        let begin_with = |path: &[String]| -> Vec<(AnyMove, Vec<String>)> {
            all.iter().filter(|(_, touches)| touches.starts_with(path)).cloned().collect()
        };
        let mut path = self.picked.clone();
        path.push(name.to_owned());
        let mut matching = begin_with(&path);
        if matching.is_empty() {
            // Not a continuation: perhaps another piece.
            path = vec![name.to_owned()];
            matching = begin_with(&path);
        }
        if matching.is_empty() {
            return self.say(match self.picked.first() {
                Some(origin) => format!("There is no move from {origin} to {name}; esc puts it back."),
                None => "No move begins there.".to_owned(),
            });
        }
        let complete: Vec<_> = matching.iter().filter(|(_, touches)| touches.len() == path.len()).collect();
        match complete[..] {
            [] => self.picked = path,
            [(mv, _)] if matching.len() == 1 => self.play(*mv),
            // Several moves touch the same cells: let the list decide.
            _ => {
                let legal = self.driver.legal();
                let is_matching = |mv: AnyMove| matching.iter().any(|(other, _)| *other == mv);
                let moves = legal.into_iter().filter(|(mv, _)| is_matching(*mv)).collect();
                self.picked = path;
                self.open_menu("Which one?", moves);
            }
        }
    }

    fn play(&mut self, mv: AnyMove) {
        let played = self.driver.play_move(mv);
        if self.attempt(played).is_some() {
            self.after_change();
        }
    }

    pub fn on_mouse(&mut self, mouse: MouseEvent) {
        if !matches!(mouse.kind, MouseEventKind::Down(MouseButton::Left)) || !matches!(self.mode, Mode::Board)
        {
            return;
        }
        let at = Position::new(mouse.column, mouse.row);
        let hit = self.boxes.iter().find(|(_, area)| area.contains(at)).map(|(name, _)| name.clone());
        if let Some(name) = hit {
            self.message = None;
            self.cursor = Some(name.clone());
            self.touch(&name);
        }
    }

    /// Moves the cursor to the nearest cell in a direction of the screen.
    fn move_cursor(&mut self, dx: i32, dy: i32) {
        let centre = |area: &Rect| {
            // Characters are about twice as high as wide.
            (i32::from(area.x * 2 + area.width), i32::from(area.y * 4 + area.height * 2))
        };
        let current = self.boxes.iter().find(|(name, _)| Some(name) == self.cursor.as_ref());
        let Some((x, y)) = current.map(|(_, area)| centre(area)) else {
            self.cursor = self.boxes.first().map(|(name, _)| name.clone());
            return;
        };
        let cost = |area: &Rect| {
            let (to_x, to_y) = centre(area);
            let (ahead, aside) = ((to_x - x) * dx + (to_y - y) * dy, (to_x - x) * dy + (to_y - y) * dx);
            (ahead > 0).then(|| ahead + 2 * aside.abs())
        };
        let nearest = self
            .boxes
            .iter()
            .filter_map(|(name, area)| Some((cost(area)?, name)))
            .min_by_key(|(cost, _)| *cost);
        if let Some((_, name)) = nearest {
            self.cursor = Some(name.clone());
        }
    }
}
