//! The seven games of the thesis, move by move in its own numbers, lead to the boards that it recorded; and its program
//! as an agent plays them again.

use std::sync::atomic::AtomicBool;

use ludwerk_blokus::pieces::PIECES;
use ludwerk_blokus::thesis::{Board, Listing, Rules, numbered_move};
use ludwerk_blokus::{BlokusMove, Classic, Duo};
use ludwerk_core::{
    Agent, Configure, Control, Decision, Game, Notation, Playthrough, Rng, Seat, Strategies, Value,
};

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

/// The player of a recorded move, whom the record counts from 1.
fn player_of(text: &str) -> Seat {
    Seat::new(value(text, "player").parse::<usize>().unwrap() - 1)
}

/// Plays a game with its moves written in one way.
fn replay(line: &str, write: impl Fn(&str, usize, usize) -> String) -> Playthrough<Duo> {
    let game = Duo::configure(Some("thesis"), None).unwrap();
    let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
    let (_, moves) = line.split_once("\"moves\":[").expect("moves");
    for text in moves.split("{\"n\":").skip(1) {
        let player = player_of(text);
        while play.to_move() != Some(player) {
            // The thesis overlooks some moves, and lets a player who has others stop; that is told by the position.
            let mut position = game.position_text(play.state());
            let to_move = if player == Seat::FIRST { " B" } else { " W" };
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

/// The agent of the thesis with these options changed.
fn program(game: Duo, changed: &[(&str, &str)]) -> Box<dyn Agent<Duo>> {
    let strategy = game.strategies()[0];
    let value = |name: &str| changed.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
    let options =
        strategy.options.iter().map(|option| (option.name, value(option.name).unwrap_or(option.default)));
    game.strategy(strategy.name, &options.collect::<Vec<_>>(), 1).unwrap()
}

fn ask(play: &Playthrough<Duo>, agent: &mut dyn Agent<Duo>) -> Decision<BlokusMove> {
    let stop = AtomicBool::new(false);
    play.ask(agent, &mut Control::new(&stop, &mut |_| {})).unwrap()
}

/// The position with the other one to move: the thesis lets a player stop who could go on.
fn stopped(play: &Playthrough<Duo>) -> Playthrough<Duo> {
    let text = play.game().position_text(play.state());
    let turned = if text.ends_with('B') { text.replace(" B", " W") } else { text.replace(" W", " B") };
    Playthrough::new(*play.game(), play.game().parse_position(&turned).unwrap())
}

#[test]
fn the_program_plays_its_seven_games_again_move_by_move() {
    let game = Duo::configure(Some("thesis"), None).unwrap();
    let mut n_moves = 0;
    for (n, line) in include_str!("data/thesis-games.jsonl").lines().enumerate() {
        let names = [format!("{}a", n + 1), format!("{}b", n + 1)];
        let mut agents = names.each_ref().map(|name| program(game, &[("player", name.as_str())]));
        let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
        let (_, moves) = line.split_once("\"moves\":[").expect("moves");
        for text in moves.split("{\"n\":").skip(1) {
            let [y, x, orientation, expected]: [i64; 4] =
                ["y", "x", "orient", "value"].map(|key| value(text, key).parse().unwrap());
            let player = player_of(text);
            while play.to_move() != Some(player) {
                // It stops only where its own list is empty.
                let decision = ask(&play, agents[player.other().idx()].as_mut());
                assert_eq!(decision.report.notes.len(), 1, "{}", game.position_text(play.state()));
                play = stopped(&play);
            }
            let recorded =
                numbered_move(value(text, "piece"), orientation as usize, y as usize, x as usize).unwrap();
            let decision = ask(&play, agents[player.idx()].as_mut());
            assert_eq!(decision.chosen, recorded, "game {}: {text}", n + 1);
            assert_eq!(decision.report.value.map(Value::number), Some(expected as f64));
            play.play(recorded).unwrap();
            n_moves += 1;
        }
    }
    assert_eq!(n_moves, 176);
}

#[test]
fn the_program_goes_on_where_it_would_stop() {
    let game = Duo::configure(Some("thesis"), None).unwrap();
    let n_squares = |mv: BlokusMove| game.move_text(&game.start(&mut Rng::new(0)), mv).split(',').count();
    let mut n_stuck = 0;
    for player in ["1a", "4a", "final"] {
        let [mut least, mut search] =
            ["least", "search"].map(|stuck| program(game, &[("player", player), ("stuck", stuck)]));
        let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
        while let Some(seat) = play.to_move() {
            let board = Board::of(game, play.state()).unwrap();
            let decision = ask(&play, least.as_mut());
            let legal = play.legal_moves();
            let is_pass = legal.len() == 1 && legal[0].placement().is_none();
            let listed = board.moves(seat, false, Rules::Thesis, Listing::Once);
            assert_eq!(decision.report.notes.is_empty(), is_pass || !listed.is_empty());
            if !decision.report.notes.is_empty() {
                let smallest = legal.iter().map(|&mv| n_squares(mv)).min().unwrap();
                assert_eq!(n_squares(decision.chosen), smallest);
                // Big tiles come first for a player that places them first.
                let largest = legal.iter().map(|&mv| n_squares(mv)).max().unwrap();
                let searched = ask(&play, search.as_mut());
                assert!(player == "1a" || n_squares(searched.chosen) == largest);
                assert!(searched.report.value.is_some() && legal.contains(&searched.chosen));
                n_stuck += 1;
            }
            play.play(decision.chosen).unwrap();
        }
    }
    assert!(n_stuck > 3, "{n_stuck}");
}

#[test]
fn with_all_corners_the_program_overlooks_nothing() {
    let game = Duo::configure(Some("thesis"), None).unwrap();
    let mut agent = program(game, &[("corners", "all"), ("ties", "lot")]);
    let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
    while play.to_move().is_some() {
        let decision = ask(&play, agent.as_mut());
        assert!(decision.report.notes.is_empty());
        play.play(decision.chosen).unwrap();
    }
}

#[test]
fn the_program_begins_on_the_first_start_square_that_is_empty() {
    for (variant, other, first, second) in [
        ("thesis", None, "a14", "n1"),
        ("thesis-free", Some("n1"), "a14", "a14"),
        ("duo", None, "e10", "j5"),
        ("duo-free", Some("j5"), "e10", "e10"),
    ] {
        let game = Duo::configure(Some(variant), None).unwrap();
        let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
        let mut agent = program(game, &[("depth", "1")]);
        let begun = |play: &Playthrough<Duo>, agent: &mut dyn Agent<Duo>| {
            let text = game.move_text(play.state(), ask(play, agent).chosen);
            text.split(',').map(str::to_owned).collect::<Vec<_>>()
        };
        assert!(begun(&play, agent.as_mut()).contains(&first.to_owned()), "{variant}");
        play.play_text(other.unwrap_or(first)).unwrap();
        assert!(begun(&play, agent.as_mut()).contains(&second.to_owned()), "{variant}");
    }
}

#[test]
fn wrong_options_and_four_colours_are_refused() {
    let duo = Duo::configure(None, None).unwrap();
    for (option, value, hint) in [
        ("player", "8a", "write 1a, 1b, 2a"),
        ("depth", "5", "write 1, 2, 3 or 4"),
        ("ties", "random", "write first or lot"),
        ("corners", "none", "write seen or all"),
        ("stuck", "pass", "write least or search"),
    ] {
        let error = duo.strategy("blokus-thesis", &[(option, value)], 0).err().unwrap().to_string();
        assert!(error.contains(hint), "{error}");
    }
    let classic = Classic::configure(None, Some(4)).unwrap();
    let error = classic.strategy("blokus-thesis", &[], 0).err().unwrap().to_string();
    assert_eq!(error, "blokus-thesis plays where there are two colours");
}
