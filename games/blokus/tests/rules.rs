//! The fine points of the rules, and games that another program played and counted.

use ludwerk_blokus::{Blokus, Classic, Duo};
use ludwerk_core::{Configure, Game, MoveError, Notation, Playthrough, Pruning, Rng, Seat, Turn};

/// A game played by another program.
struct Played<'a> {
    moves: Vec<&'a str>,
    colours: Vec<usize>,
    n_legal: Vec<usize>,
    points: Vec<i32>,
}

/// The list after a key of a line of JSON that holds lists of plain values alone.
fn list<'a>(line: &'a str, key: &str) -> &'a str {
    let (_, rest) = line.split_once(&format!("\"{key}\":")).expect("the key is there");
    let (_, rest) = rest.split_once('[').expect("a list");
    rest.split_once(']').expect("its end").0
}

fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    text.split(',').map(|word| word.trim().parse().ok().expect("a number")).collect()
}

fn read(line: &str) -> Played<'_> {
    // Moves have commas in them, so the quotes separate.
    let moves = list(line, "moves").split('"').skip(1).step_by(2).collect();
    Played {
        moves,
        colours: numbers(list(line, "colour")),
        n_legal: numbers(list(line, "legal")),
        points: numbers(list(line, "points")),
    }
}

fn replay<const N: usize, const C: usize>(game: Blokus<N, C>, line: &str) {
    let played = read(line);
    let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
    for (n, text) in played.moves.iter().enumerate() {
        assert_eq!(play.to_move(), Some(Seat::new(played.colours[n])), "ply {n}");
        assert_eq!(game.count_moves(play.state()), played.n_legal[n].max(1), "ply {n}");
        play.play_text(text).unwrap_or_else(|error| panic!("ply {n}: {error}"));
    }
    let outcome = play.outcome().expect("the game is over");
    assert_eq!(game.points(play.state()).unwrap(), played.points);
    let most = played.points.iter().max().unwrap();
    for (seat, points) in Seat::all(game.n_seats()).zip(&played.points) {
        assert_eq!(outcome.returns[seat] > 0.0, points == most);
    }
}

#[test]
fn games_of_another_program_replay_to_the_same_counts() {
    let duo = include_str!("data/duo-games.jsonl");
    assert_eq!(duo.lines().count(), 30);
    duo.lines().for_each(|line| replay(Duo::configure(None, None).unwrap(), line));
    let classic = include_str!("data/classic-games.jsonl");
    assert_eq!(classic.lines().count(), 8);
    classic.lines().for_each(|line| replay(Classic::configure(None, Some(4)).unwrap(), line));
}

#[test]
fn a_move_that_is_refused_says_why() {
    let game = Duo::configure(None, None).unwrap();
    let mut state = game.start(&mut Rng::new(0));
    let why = |state: &_, text: &str| game.parse_move(state, text).unwrap_err().to_string();
    assert!(why(&state, "a1").contains("covers e10"));
    assert!(why(&state, "pass").contains("something to place"));
    assert!(why(&state, "e10,e10").contains("twice"));
    assert!(why(&state, "e10,g10").contains("no piece"));
    assert!(why(&state, "o1").contains("no square"));
    for text in ["e10", "j5"] {
        state = game.play(&state, game.parse_move(&state, text).unwrap()).unwrap();
    }
    assert!(why(&state, "f11").contains("already"));
    assert!(why(&state, "j5,j4").contains("occupied"));
    assert!(why(&state, "f10,f11").contains("beside"));
    assert!(why(&state, "a1,a2").contains("no corner"));
    assert!(game.parse_move(&state, "f11,f12").is_ok());
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game = Duo::configure(None, None).unwrap();
    let empty = ["14"; 14];
    let why = |row: usize, text: &'static str| {
        let mut rows = empty;
        rows[row] = text;
        game.parse_position(&format!("{} W", rows.join("/"))).unwrap_err().to_string()
    };
    assert!(why(4, "13").contains("row 10 does not have 14 squares"));
    assert!(why(4, "BBBBBB8").contains("no piece"));
    assert!(why(3, "4B9").contains("does not cover e10"));
    assert!(why(4, "4B1B1B5").contains("twice"));
    assert!(game.parse_position(&format!("{} W", empty.join("/"))).is_ok());
}

#[test]
fn the_position_that_the_help_shows_can_be_read() {
    fn read<const N: usize, const C: usize>(variants: &[&str]) {
        for variant in variants {
            let game = Blokus::<N, C>::configure(Some(variant), None).unwrap();
            let help = game.position_help();
            let shown = help.split('`').nth(1).unwrap();
            assert_eq!(game.parse_position(shown), Ok(game.start(&mut Rng::new(0))), "{variant}: {help}");
        }
    }
    read::<14, 2>(&["duo", "duo-free", "thesis", "thesis-free"]);
    read::<20, 4>(&["classic", "classic-2", "classic-3"]);
}

#[test]
fn three_players_take_turns_with_the_fourth_colour() {
    let game = Classic::configure(Some("classic-3"), None).unwrap();
    let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
    let mut seats = Vec::new();
    for _ in 0..12 {
        seats.extend(play.to_move());
        let mv = play.legal_moves()[0];
        play.play(mv).unwrap();
    }
    assert_eq!(seats, [0, 1, 2, 0, 0, 1, 2, 1, 0, 1, 2, 2].map(Seat::new));
    assert_eq!(game.points(play.state()).unwrap().len(), 3);
}

#[test]
fn a_turn_that_is_left_out_is_that_of_a_colour() {
    let game = Classic::configure(Some("classic-3"), None).unwrap();
    let mut state = game.start(&mut Rng::new(0));
    let mut turns = Vec::new();
    for _ in 0..13 {
        let Turn::Player(seat) = game.turn(&state) else { panic!("the game goes on") };
        let text = game.position_text(&state);
        turns.push(format!("{}{seat}", text.split(' ').nth(1).unwrap()));
        state = game.skip_turn(&state).unwrap();
    }
    // Green is a turn of its own, also where Red played right before it, or Blue plays right after it.
    assert_eq!(turns.join(" "), "B0 Y1 R2 G0 B0 Y1 R2 G1 B0 Y1 R2 G2 B0");
}

#[test]
fn two_players_add_the_points_of_their_colours() {
    let game = Classic::configure(Some("classic-2"), None).unwrap();
    let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
    for text in ["a20", "t20", "t1,s1", "a1,a2,a3"] {
        play.play_text(text).unwrap();
    }
    assert_eq!(game.points(play.state()).unwrap(), [3, 4]);
    assert_eq!(play.to_move(), Some(Seat::FIRST));
}

#[test]
fn after_the_end_nothing_is_a_move() {
    let game = Duo::configure(None, None).unwrap();
    let mut rng = Rng::new(3);
    let mut play = Playthrough::new(game, game.start(&mut rng));
    while let Some(&mv) = rng.choose(&play.legal_moves()) {
        play.play(mv).unwrap();
    }
    assert_eq!(game.parse_move(play.state(), "pass"), Err(MoveError::Over));
    assert_eq!(game.count_moves(play.state()), 0);
}

#[test]
fn all_pieces_earn_15_points_and_the_single_square_last_5_more() {
    // All pieces of Black: f14 is the single square, n3 and n4 are the pair.
    const BOARD: &str = "B2B1B1B1B4/B1BBB1BB1B1BBB/BB1B1BB1BBB2B/1B9B1B/B1BBBBB1B1BBB1/B6BB1B2B/B1BBBB1BB4B/\
                         BB2B1B2BB2B/2B2BB2BB2B/BBB1B1B4BB1/B2BB2BBB1B1B/1BB8B1B/2B6BB3/1BB7BB2";
    let without_single = BOARD.replacen("B2B1B1B1B4", "B2B3B1B4", 1);
    let without_pair = BOARD.replacen("B2BB2BBB1B1B/1BB8B1B", "B2BB2BBB1B2/1BB8B2", 1);
    for (variant, single_last) in [("duo", 109), ("thesis", 104), ("thesis-free", 104)] {
        let game = Duo::configure(Some(variant), None).unwrap();
        for (board, last, points) in [(&without_single, "f14", single_last), (&without_pair, "n3,n4", 104)] {
            let state = game.parse_position(&format!("{board} B")).unwrap();
            let next = game.play(&state, game.parse_move(&state, last).unwrap()).unwrap();
            assert_eq!(game.points(&next).unwrap(), [points, 0], "{variant}: {last} last");
        }
    }
}

/// All ways to lay a polyomino of one to five squares on an empty board over a square, counted square by square.
fn ways_over(start: (i32, i32)) -> usize {
    let mut found: Vec<Vec<(i32, i32)>> = vec![vec![start]];
    let mut n = 0;
    for _ in 0..5 {
        n += found.len();
        let mut larger = Vec::new();
        for shape in &found {
            for &(row, column) in shape {
                for beside in [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)] {
                    let is_inside = (0..14).contains(&beside.0) && (0..14).contains(&beside.1);
                    if is_inside && !shape.contains(&beside) {
                        let mut shape = shape.clone();
                        shape.push(beside);
                        shape.sort_unstable();
                        larger.push(shape);
                    }
                }
            }
        }
        larger.sort_unstable();
        larger.dedup();
        found = larger;
    }
    n
}

#[test]
fn whoever_begins_chooses_the_corner_in_thesis_free() {
    let free = Duo::configure(Some("thesis-free"), None).unwrap();
    let start = free.start(&mut Rng::new(0));
    assert_eq!(free.count_moves(&start), ways_over((0, 0)) + ways_over((13, 13)));
    // What follows is a game of `thesis`, if need be turned by half.
    let thesis = Duo::configure(Some("thesis"), None).unwrap();
    let after = |game: Duo, texts: &[&str]| {
        let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
        for text in texts {
            play.play_text(text).unwrap();
        }
        game.count_moves(play.state())
    };
    let lines = [["a13,a14,b14", "m1,n1,n2", "c12,c13"], ["n1,n2,m1", "a14,b14,a13", "l3,l2"]];
    for n in 1..=3 {
        let counts = lines.map(|line| after(free, &line[..n]));
        assert_eq!(counts[0], counts[1], "after {n}");
        assert_eq!(counts[0], after(thesis, &lines[0][..n]), "after {n}");
    }
    // Who comes second takes the corner that is left.
    let why = |game: Duo, texts: &[&str], text: &str| {
        let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
        for text in texts {
            play.play_text(text).unwrap();
        }
        play.play_text(text).unwrap_err().to_string()
    };
    assert!(why(free, &[], "b13").contains("covers a14 or n1"));
    assert!(why(free, &["n1"], "b13").contains("covers a14"));
    assert!(why(thesis, &[], "n1").contains("covers a14"));
    // A position may have either begin in either corner.
    let mut rows = ["14"; 14];
    (rows[0], rows[13]) = ("W13", "13B");
    let text = format!("{} B", rows.join("/"));
    assert_eq!(free.position_text(&free.parse_position(&text).unwrap()), text);
    assert!(thesis.parse_position(&text).unwrap_err().to_string().contains("does not cover"));
}
