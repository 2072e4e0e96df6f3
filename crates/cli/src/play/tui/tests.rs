//! The screen without a terminal: keys go in, and what would be seen comes out.

use std::time::{Duration, Instant};

use ludwerk_arena::record::Origin;
use ludwerk_core::{Game as _, Notation as _, Playthrough, Rng};
use ludwerk_registry::Spec;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::app::{App, Leave, Mark};
use super::view;
use crate::play::driver::{Driver, Peeking, player};

/// A screen of a common size with a game on it.
struct Screen {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Screen {
    fn new(seats: &str, position: Option<&str>) -> Self {
        Self::of("dobutsu", "official", seats, position, (80, 24))
    }

    fn of(id: &str, variant: &str, seats: &str, position: Option<&str>, (width, height): (u16, u16)) -> Self {
        let game = ludwerk_registry::game(id).unwrap().configure(Some(variant), None).unwrap();
        let start = match position {
            Some(text) => game.parse_position(text).unwrap(),
            None => game.start(&mut Rng::new(0)),
        };
        let players = Spec::parse_list(seats).unwrap().into_iter().map(player).collect();
        let origin = Origin { seed: Some(0), is_position: position.is_some() };
        let play = Playthrough::new(game, start);
        let driver = Driver::new(play, origin, players, Vec::new(), 0, Peeking::Allowed).unwrap();
        let mut screen =
            Self { app: App::new(driver), terminal: Terminal::new(TestBackend::new(width, height)).unwrap() };
        screen.text();
        screen
    }

    /// What is on the screen, line by line.
    fn text(&mut self) -> String {
        self.terminal.draw(|frame| view::draw(frame, &mut self.app)).unwrap();
        self.terminal.backend().to_string()
    }

    fn press(&mut self, keys: &[KeyCode]) {
        for &code in keys {
            self.app.on_key(KeyEvent::new(code, KeyModifiers::NONE));
            self.text();
        }
    }

    fn type_text(&mut self, text: &str) {
        self.press(&text.chars().map(KeyCode::Char).collect::<Vec<_>>());
    }

    fn click(&mut self, cell: &str) {
        let (_, area) = self.app.boxes.iter().find(|(name, _)| name == cell).unwrap();
        let kind = MouseEventKind::Down(MouseButton::Left);
        let (column, row) = (area.x + area.width / 2, area.y + area.height / 2);
        self.app.on_mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
        self.text();
    }

    /// Lets time pass until the agents have moved, or nothing more happens.
    fn wait(&mut self, n_moves: usize) {
        let mut now = Instant::now();
        for _ in 0..2000 {
            if self.moves().len() >= n_moves {
                return;
            }
            now += Duration::from_secs(1);
            self.app.tick(now);
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("the agents did not move");
    }

    fn moves(&self) -> Vec<String> {
        self.app.driver().session.play().move_texts()
    }

    fn assert_shows(&mut self, wanted: &str) {
        let text = self.text();
        assert!(text.contains(wanted), "{wanted:?} is not on the screen:\n{text}");
    }
}

#[test]
fn a_piece_is_picked_and_moved_with_the_keyboard() {
    let mut screen = Screen::new("human,human", None);
    screen.assert_shows("Dobutsu Shogi");
    assert_eq!(screen.app.cursor.as_deref(), Some("b3"), "the cursor waits where a move begins");
    screen.press(&[KeyCode::Enter]);
    assert_eq!(screen.app.marks()("b2"), Mark::Capture);
    assert_eq!(screen.app.marks()("b3"), Mark::Picked);
    screen.press(&[KeyCode::Up, KeyCode::Enter]);
    assert_eq!(screen.moves(), ["Cb3xb2"]);
    screen.assert_shows("▶ Sky (human)");
    screen.assert_shows("Cb3xb2");
    assert_eq!(screen.app.marks()("b2"), Mark::Last);
}

#[test]
fn destinations_are_told_apart() {
    let mut screen = Screen::new("human,human", Some("l.....c..LC. E - S"));
    screen.click("a4");
    assert_eq!(screen.app.marks()("a3"), Mark::Capture);
    assert_eq!(screen.app.marks()("b3"), Mark::Step);
    assert_eq!(screen.app.marks()("b4"), Mark::None, "an own piece stands there");
    screen.click("S:E");
    assert_eq!(screen.app.marks()("c2"), Mark::Drop);
    assert_eq!(screen.app.marks()("a3"), Mark::None);
    screen.click("S:E");
    assert_eq!(screen.app.marks()("c2"), Mark::None, "a second click lets go");
}

#[test]
fn the_mouse_plays_too_and_another_piece_can_be_picked() {
    let mut screen = Screen::new("human,human", None);
    screen.click("c4");
    screen.click("b4");
    assert_eq!(screen.app.marks()("b4"), Mark::Picked);
    screen.click("a3");
    assert_eq!(screen.moves(), ["Lb4-a3"]);
    screen.click("a3");
    screen.assert_shows("No move begins there.");
}

#[test]
fn moves_can_be_listed_and_typed() {
    let mut screen = Screen::new("human,human", None);
    screen.press(&[KeyCode::Char('m')]);
    screen.assert_shows("Legal moves");
    screen.press(&[KeyCode::Down, KeyCode::Enter]);
    assert_eq!(screen.moves(), ["Gc4-c3"]);
    screen.type_text("tC*a2");
    screen.press(&[KeyCode::Enter]);
    screen.assert_shows("no chick in hand");
    screen.type_text("tb2b3");
    screen.press(&[KeyCode::Enter]);
    assert_eq!(screen.moves(), ["Gc4-c3", "Cb2xb3"]);
}

#[test]
fn undo_redo_and_a_hint() {
    let mut screen = Screen::new("human,human", None);
    screen.press(&[KeyCode::Char('u')]);
    screen.assert_shows("There is nothing to take back.");
    screen.press(&[KeyCode::Char('h')]);
    screen.assert_shows("Looking for a hint");
    while !screen.text().contains("would play") {
        screen.app.tick(Instant::now());
        std::thread::sleep(Duration::from_millis(5));
    }
    let hinted = ["a3", "b2", "c3"].map(|cell| screen.app.marks()(cell));
    assert!(hinted.contains(&Mark::Hint), "the hint is shown on the board");
    screen.press(&[KeyCode::Enter, KeyCode::Up, KeyCode::Enter, KeyCode::Char('u')]);
    assert!(screen.moves().is_empty());
    screen.press(&[KeyCode::Char('r')]);
    assert_eq!(screen.moves(), ["Cb3xb2"]);
}

#[test]
fn an_agent_answers_and_undo_goes_back_to_the_person() {
    let mut screen = Screen::new("human,greedy", None);
    screen.click("b4");
    screen.click("a3");
    screen.assert_shows("Sky (greedy) is thinking");
    screen.click("a3");
    screen.assert_shows("It is not your turn.");
    screen.wait(2);
    screen.press(&[KeyCode::Char('u')]);
    assert!(screen.moves().is_empty());
}

#[test]
fn the_second_player_sees_the_board_from_the_other_side() {
    let mut screen = Screen::new("greedy,human", None);
    assert!(screen.app.flipped);
    screen.wait(1);
    let before = screen.text();
    screen.press(&[KeyCode::Char('f')]);
    assert_ne!(before, screen.text());
}

#[test]
fn the_end_is_shown_and_can_be_taken_back() {
    let mut screen = Screen::new("human,human", Some(".l..C.....L. - - S"));
    screen.click("b2");
    screen.click("b1");
    screen.assert_shows("Forest (human) wins by catch.");
    screen.click("b1");
    screen.assert_shows("The game is over");
    screen.press(&[KeyCode::Char('u')]);
    screen.assert_shows("Forest (human) to move.");
}

#[test]
fn agents_are_watched_paused_and_stepped() {
    let mut screen = Screen::new("greedy,random", None);
    screen.wait(2);
    screen.press(&[KeyCode::Char(' ')]);
    screen.assert_shows("Paused.");
    let n_moves = screen.moves().len();
    for seconds in 0..5 {
        screen.app.tick(Instant::now() + Duration::from_secs(1000 + seconds));
    }
    assert_eq!(screen.moves().len(), n_moves);
    screen.press(&[KeyCode::Char('.')]);
    screen.wait(n_moves + 1);
    assert!(screen.app.paused);
}

#[test]
fn leaving_an_unsaved_game_asks_first() {
    let mut screen = Screen::new("human,human", None);
    screen.press(&[KeyCode::Enter, KeyCode::Up, KeyCode::Enter, KeyCode::Char('q')]);
    screen.assert_shows("The game is not saved");
    screen.press(&[KeyCode::Char('n')]);
    assert_eq!(screen.app.leave(), None);
    screen.press(&[KeyCode::Char('n')]);
    screen.assert_shows("Abandon this game?");
    screen.press(&[KeyCode::Char('y')]);
    assert!(screen.moves().is_empty());
    screen.press(&[KeyCode::Char('q')]);
    assert_eq!(screen.app.leave(), Some(Leave::AsWished));
}

#[test]
fn games_are_saved_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let mut screen = Screen::new("human,human", None);
    screen.press(&[KeyCode::Enter, KeyCode::Up, KeyCode::Enter, KeyCode::Char('s')]);
    screen.assert_shows("dobutsu-0.json");
    screen.press(&[KeyCode::Backspace; 20]);
    screen.type_text(path.to_str().unwrap());
    screen.press(&[KeyCode::Enter]);
    screen.assert_shows("Saved to");
    let mut other = Screen::new("human,human", None);
    other.type_text(&format!("o{}", path.display()));
    other.press(&[KeyCode::Enter]);
    assert_eq!(other.moves(), ["Cb3xb2"]);
    other.type_text("omissing");
    other.press(&[KeyCode::Enter]);
    other.assert_shows("cannot read missing");
}

#[test]
fn help_is_at_hand_and_small_terminals_are_told_so() {
    let mut screen = Screen::new("human,human", None);
    screen.press(&[KeyCode::Char('?')]);
    screen.assert_shows("turn the board");
    screen.press(&[KeyCode::Esc]);
    assert!(!screen.text().contains("turn the board"));
    screen.press(&[KeyCode::Char('i')]);
    screen.assert_shows("Capture the other lion");
    screen.press(&[KeyCode::Esc]);
    for (width, height) in [(80, 24), (60, 20), (45, 15), (20, 5), (1, 1), (200, 60)] {
        screen.terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        assert!(!screen.text().is_empty(), "{width} by {height}");
    }
}

#[test]
fn ctrl_c_leaves_at_once() {
    let mut screen = Screen::new("human,human", None);
    screen.app.on_key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert_eq!(screen.app.leave(), Some(Leave::Interrupted));
}

/// Whether a space that is called so is on the screen, by itself or with what is there.
fn is_seen(text: &str, name: &str) -> bool {
    text.split(|letter: char| !(letter.is_alphanumeric() || "-,:".contains(letter)))
        .any(|word| word == name || word.strip_prefix(name).is_some_and(|rest| rest.starts_with(':')))
}

#[test]
fn spaces_without_files_and_ranks_show_the_names_that_moves_use() {
    let places = |screen: &Screen| -> Vec<String> {
        let legal = screen.app.driver().legal();
        let parts = legal.iter().flat_map(|(_, text)| text.split(['@', '>', ':', ' ']));
        parts
            .filter(|part| part.starts_with(|c: char| c == '-' || c.is_ascii_digit()))
            .map(str::to_owned)
            .collect()
    };
    for size in [(100, 36), (140, 80)] {
        let mut screen = Screen::of("samurai", "thesis", "human,human", None, size);
        let text = screen.text();
        for id in places(&screen) {
            assert!(is_seen(&text, &id), "{id} is not on the screen:\n{text}");
        }
    }
    for size in [(80, 24), (120, 40), (150, 60)] {
        let mut screen = Screen::of("chexers", "official", "human,human,human", None, size);
        let text = screen.text();
        for hex in places(&screen) {
            assert!(is_seen(&text, &hex), "{hex} is not on the screen:\n{text}");
        }
    }
}

#[test]
fn a_board_that_does_not_fit_is_seen_around_the_cursor() {
    let mut screen = Screen::of("samurai", "official", "human,human", None, (80, 24));
    // From the far south-west, where Honshu begins, to its north.
    for (cursor, far) in [("47", "76"), ("76", "47")] {
        screen.app.cursor = Some(cursor.to_owned());
        let text = screen.text();
        assert!(is_seen(&text, cursor), "{cursor} is not on the screen:\n{text}");
        assert!(!is_seen(&text, far), "all of it fits:\n{text}");
    }
    // Wherever it goes, the window goes with it.
    for key in [KeyCode::Up, KeyCode::Left, KeyCode::Down, KeyCode::Right] {
        for _ in 0..30 {
            screen.press(&[key]);
            let cursor = screen.app.cursor.clone().unwrap();
            assert!(screen.app.boxes.iter().any(|(name, _)| *name == cursor), "{cursor} went off the screen");
        }
    }
}

#[test]
fn tables_and_pieces_are_shown_on_request() {
    let mut screen = Screen::of("samurai", "thesis", "human,human", None, (100, 36));
    screen.press(&[KeyCode::Char('v')]);
    screen.assert_shows("Influence on every figure");
    screen.assert_shows("land left");
    screen.press(&[KeyCode::Esc, KeyCode::Char('i')]);
    screen.assert_shows("There are no exchanges");
    assert!(!screen.text().contains("swap"));
    let mut screen = Screen::of("blokus", "duo", "human,human", None, (80, 24));
    screen.press(&[KeyCode::Char('p')]);
    screen.assert_shows("Piece 1: 1");
    assert!(!screen.text().contains("Piece 20: F"));
    screen.press(&[KeyCode::PageDown; 40]);
    screen.assert_shows("Piece 21: X");
    // Nobody scrolls beyond the end, so that one line back is one line back.
    screen.press(&[KeyCode::Up]);
    screen.assert_shows("Piece 21: X");
    screen.press(&[KeyCode::Esc, KeyCode::Char('v')]);
    screen.assert_shows("This game has no tallies.");
}

#[test]
fn who_peeks_is_told_on_the_screen() {
    let mut screen = Screen::of("samurai", "thesis", "human,samurai-a4", None, (100, 36));
    screen.assert_shows("Blue peeks: the agent there sees what is hidden from you.");
    screen.assert_shows("samurai-a4, which peeks");
}
