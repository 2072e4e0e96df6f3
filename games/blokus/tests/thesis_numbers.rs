//! The seven games of the thesis, move by move in its own numbers, lead to the boards that it recorded.

use ludwerk_blokus::Duo;
use ludwerk_blokus::pieces::PIECES;
use ludwerk_core::{Configure, Game, Notation, Playthrough, Rng};

/// The value after a key, up to the next comma or bracket.
fn value<'a>(text: &'a str, key: &str) -> &'a str {
    let (_, rest) = text.split_once(&format!("\"{key}\":")).expect("the key is there");
    rest.split([',', '}']).next().unwrap().trim_matches('"')
}

/// The rows of the board at the end of a game.
fn rows(line: &str) -> Vec<&str> {
    let (_, rest) = line.split_once("\"board\":[").expect("a board");
    rest.split_once(']').expect("its end").0.split('"').skip(1).step_by(2).collect()
}

/// The board of a position, in the thesis' figures: 1 for the first player, 2 for the second.
fn drawn(position: &str) -> Vec<String> {
    let board = position.split(' ').next().unwrap();
    let row = |text: &str| {
        let (mut drawn, mut digits) = (String::new(), String::new());
        for letter in text.chars().chain([' ']) {
            if letter.is_ascii_digit() {
                digits.push(letter);
                continue;
            }
            drawn.push_str(&".".repeat(digits.parse().unwrap_or(0)));
            digits.clear();
            drawn.push(if letter == 'B' { '1' } else { '2' });
        }
        drawn.pop();
        drawn
    };
    board.split('/').map(row).collect()
}

/// Plays a game with its moves written in one way.
fn replay(line: &str, write: impl Fn(&str, usize, usize) -> String) -> Playthrough<Duo> {
    let game = Duo::configure(Some("thesis"), None).unwrap();
    let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
    let (_, moves) = line.split_once("\"moves\":[").expect("moves");
    for text in moves.split("{\"n\":").skip(1) {
        let player: usize = value(text, "player").parse().unwrap();
        while play.to_move() != Some(player - 1) {
            // The thesis overlooks some moves, and lets a player who has others stop; that is told by the position.
            let mut position = game.position_text(play.state());
            let to_move = if player == 1 { " B" } else { " W" };
            position.replace_range(position.len() - 2.., to_move);
            play = Playthrough::new(game, game.parse_position(&position).unwrap());
        }
        let piece = PIECES.iter().position(|piece| piece.thesis_name == value(text, "piece")).unwrap() + 1;
        let number = format!("{piece}.{}", value(text, "orient"));
        let [row, column] = ["y", "x"].map(|key| value(text, key).parse().unwrap());
        let written = write(&number, row, column);
        play.play_text(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    }
    play
}

#[test]
fn the_games_of_the_thesis_lead_to_its_boards() {
    let games = include_str!("data/thesis-games.jsonl");
    assert_eq!(games.lines().count(), 7);
    for line in games.lines() {
        let square = |row: usize, column: usize| format!("{}{}", char::from(b'a' + column as u8), 14 - row);
        for play in [
            replay(line, |number, row, column| format!("{number}@{row},{column}")),
            replay(line, |number, row, column| format!("{number} {row} {column}")),
            replay(line, |number, row, column| format!("{number}@{}", square(row, column))),
        ] {
            assert_eq!(drawn(&play.game().position_text(play.state())), rows(line));
        }
    }
}

#[test]
fn a_number_means_the_same_as_its_squares_and_obeys_the_rules() {
    let game = Duo::configure(None, None).unwrap();
    let start = game.start(&mut Rng::new(0));
    let numbered = game.parse_move(&start, "21.1@d11").unwrap();
    assert_eq!(game.move_text(&start, numbered), "e9,d10,e10,f10,e11");
    let why = game.parse_move(&start, "21.1@0,0").unwrap_err().to_string();
    assert!(why.contains("covers e10"), "{why}");
    let why = game.parse_move(&start, "22.1@0,0").unwrap_err().to_string();
    assert!(why.contains("no piece 22"), "{why}");
}
