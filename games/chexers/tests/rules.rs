//! The fine points of the rules, and games and positions that other programs played and counted.

use ludwerk_chexers::Chexers;
use ludwerk_core::{Game, MoveError, Notation, Playthrough, Pruning, Rng, Seat, Turn};

const GAMES: &str = include_str!("data/games.jsonl");
const EDGE_GAMES: &str = include_str!("data/edge-games.jsonl");
const POSITIONS: &str = include_str!("data/positions.jsonl");

fn begin() -> Playthrough<Chexers> {
    Playthrough::new(Chexers, Chexers.start(&mut Rng::new(0)))
}

/// What stands after a key of a line of JSON without nesting, up to `end`.
fn value<'a>(line: &'a str, key: &str, end: char) -> &'a str {
    let (_, rest) = line.split_once(&format!("\"{key}\":")).expect("the key is there");
    rest.split_once(end).expect("its end").0.trim().trim_matches(['"', '['])
}

/// The texts of a list, which have commas in them: the quotes separate.
fn texts<'a>(line: &'a str, key: &str) -> Vec<&'a str> {
    let (_, rest) = line.split_once(&format!("\"{key}\":")).expect("the key is there");
    rest.split_once(']').expect("its end").0.split('"').skip(1).step_by(2).collect()
}

fn replay(line: &str) -> Playthrough<Chexers> {
    let n_legal: Vec<usize> =
        value(line, "legal", ']').split(',').map(|number| number.trim().parse().unwrap()).collect();
    let mut play = begin();
    for (ply, text) in texts(line, "moves").into_iter().enumerate() {
        assert_eq!(play.to_move(), Some(Seat::new(ply % 3)), "ply {ply}");
        assert_eq!(play.legal_moves().len(), n_legal[ply], "ply {ply}");
        assert_eq!(play.legal_moves().len(), Chexers.count_moves(play.state()), "ply {ply}");
        play.play_text(text).unwrap();
        assert_eq!(play.move_text(ply).unwrap(), text);
    }
    play
}

#[test]
fn games_of_another_program_replay() {
    let mut n_games = 0;
    for line in GAMES.lines().chain(EDGE_GAMES.lines()) {
        n_games += 1;
        let outcome = replay(line).outcome().expect("the game is over");
        match value(line, "winner", ',').trim_matches(['"', '}']) {
            "null" => assert_eq!(outcome.returns.as_slice(), [1.0 / 3.0; 3]),
            colour => {
                let seat = ["red", "green", "blue"].iter().position(|&known| known == colour);
                assert_eq!(outcome.returns.sole_winner(), seat.map(Seat::new));
            }
        }
    }
    assert_eq!(n_games, 28);
}

#[test]
fn legal_moves_are_those_of_another_program() {
    let mut n_positions = 0;
    for line in POSITIONS.lines() {
        n_positions += 1;
        let scores = value(line, "scores", ']');
        let text = format!("{} {} {scores}", value(line, "board", ','), value(line, "turn", ','));
        let state = Chexers.parse_position(&text).unwrap();
        let mut moves = Vec::new();
        Chexers.legal_moves(&state, &mut moves);
        let mut ours: Vec<_> = moves.iter().map(|&mv| Chexers.move_text(&state, mv)).collect();
        let mut theirs = texts(line, "legal");
        ours.sort();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{text}");
    }
    assert_eq!(n_positions, 200);
}

/// All three step out and back three times: the start occurs for the fourth time after 18 plies.
#[test]
fn the_start_counts_for_repetition() {
    let play = replay(EDGE_GAMES.lines().next().unwrap());
    assert_eq!(play.moves().len(), 18);
    assert_eq!(play.outcome().unwrap().reason, "repetition");
}

/// The referee looks at the turn limit first: a fourth exit in the last turn of all comes too late.
#[test]
fn a_fourth_exit_in_the_last_turn_is_a_draw() {
    let mut games = EDGE_GAMES.lines().skip(1);
    let late = replay(games.next().unwrap());
    assert_eq!(late.moves().len(), 768);
    assert_eq!(late.state().winner(), Some(Seat::new(2)));
    assert_eq!(late.outcome().unwrap().reason, "turn limit");
    let in_time = replay(games.next().unwrap());
    assert_eq!(in_time.moves().len(), 765);
    assert_eq!(in_time.outcome().unwrap().reason, "four exits");
}

#[test]
fn a_jump_turns_a_foreign_piece_and_leaves_an_own_one() {
    // Red on -3,0; green on -2,0 is turned, and red jumps over it again.
    let state = Chexers.parse_position("r....g..........b.................... red 0,0,0").unwrap();
    let mut play = Playthrough::new(Chexers, state);
    play.play_text("JUMP -3,0 -1,0").unwrap();
    assert_eq!(Chexers.position_text(play.state()), ".....r.....r....b.................... green 0,0,0");
    assert_eq!((play.state().n_pieces(Seat::FIRST), play.state().n_pieces(Seat::SECOND)), (2, 0));
    // Green has nothing left and passes; it may do nothing else, and nobody else may pass.
    assert_eq!(play.legal_moves().len(), 1);
    play.play_text("pass").unwrap();
    assert!(matches!(play.play_text("PASS"), Err(MoveError::Illegal { .. })));
}

#[test]
fn the_fourth_exit_wins() {
    let state = Chexers.parse_position(".................................r... red 3,0,0").unwrap();
    let mut play = Playthrough::new(Chexers, state);
    play.play_text("EXIT 3,-3").unwrap();
    assert_eq!(play.turn(), Turn::Over);
    assert_eq!(play.outcome().unwrap().returns.as_slice(), [1.0, 0.0, 0.0]);
    assert_eq!(Chexers.points(play.state()), Some(vec![4, 0, 0]));
}

#[test]
fn moves_are_read_as_people_and_the_referee_write_them() {
    let start = Chexers.start(&mut Rng::new(0));
    let expected = Chexers.parse_move(&start, "MOVE -3,0 -2,0").unwrap();
    for text in ["move -3,0 -2,0", "-3,0 -2,0", "MOVE from (-3, 0) to (-2, 0).", " MOVE  -3,0  -2,0 "] {
        assert_eq!(Chexers.parse_move(&start, text), Ok(expected), "{text}");
    }
    for (text, reason) in [
        ("MOVE -3,0 -1,0", "-1,0 is not next to -3,0"),
        ("MOVE -3,0 -3,1", "-3,1 is occupied"),
        ("MOVE 0,0 1,0", "0,0 is empty"),
        ("MOVE 0,-3 0,-2", "the piece on 0,-3 is green"),
        ("JUMP -3,0 -1,0", "there is nothing to jump over on -2,0"),
        ("JUMP -3,0 0,0", "0,0 is not two steps straight from -3,0"),
        ("EXIT -3,0", "-3,0 is not on the goal edge of red"),
        ("PASS", "there is something else to do"),
    ] {
        let error = Chexers.parse_move(&start, text).unwrap_err().to_string();
        assert!(error.ends_with(reason), "{error}");
    }
    for text in [
        "",
        "MOVE",
        "MOVE 1,2",
        "JUMP 1,2 3",
        "EXIT",
        "EXIT 9,9",
        "PASS 1,1",
        "MOVE a,b c,d",
        "MOVE 3,3 2,2",
        "é",
    ] {
        assert!(matches!(Chexers.parse_move(&start, text), Err(MoveError::Malformed { .. })), "{text}");
    }
}

#[test]
fn a_line_of_moves_is_split_at_their_words() {
    let line = "MOVE -3,0 -2,0 move 0,-3 -1,-2; 0,3 -1,3\nPASS EXIT 3,-3 ";
    let moves = ["MOVE -3,0 -2,0", "move 0,-3 -1,-2", "0,3 -1,3", "PASS", "EXIT 3,-3"];
    assert_eq!(Chexers.split_moves(line), moves);
    assert_eq!(Chexers.split_moves("* * MOVE 0,3 0,2 *"), ["*", "*", "MOVE 0,3 0,2", "*"]);
    assert!(Chexers.split_moves(" ;\n").is_empty());
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let good = "rrrr...........g.....bg....bg...bg..b";
    for (text, reason) in [
        (good.to_owned(), "3 parts"),
        (format!("{good} red"), "3 parts"),
        (format!("{good}. red 0,0,0"), "37 hexes"),
        (format!("{good} yellow 0,0,0"), "red, green or blue"),
        (format!("{good} red 0,0"), "three numbers"),
        (format!("{good} red 0,-1,0"), "three numbers"),
        (format!("{good} red 1,0,0"), "12 in all"),
        (format!("{} red 5,0,0", ".".repeat(37)), "end the game"),
        (format!("{} red 4,4,0", ".".repeat(37)), "two players"),
        (format!("{} red 0,0,0", good.replacen('r', "x", 1)), "a dot"),
    ] {
        let error = Chexers.parse_position(&text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

/// Only an exit is for good.
#[test]
fn a_standstill_is_counted_from_the_last_exit() {
    let start = Chexers.parse_position("...............g..r..b.............r. red 0,0,0").unwrap();
    let mut play = Playthrough::new(Chexers, start);
    let moves = ["MOVE 0,0 1,0", "MOVE 0,-3 1,-3", "MOVE 0,3 1,2", "EXIT 3,-1", "MOVE 1,-3 0,-3"];
    for (text, expected) in moves.iter().zip([1, 2, 3, 0, 1]) {
        play.play_text(text).unwrap();
        assert_eq!(Chexers.standstill(play.history()), expected, "{text}");
    }
}

/// Searches take the second occurrence for the draw that the fourth will be.
#[test]
fn a_repetition_is_foreseen() {
    let mut play = begin();
    let circle = [
        "MOVE -3,0 -2,0",
        "MOVE 0,-3 0,-2",
        "MOVE 0,3 0,2",
        "MOVE -2,0 -3,0",
        "MOVE 0,-2 0,-3",
        "MOVE 0,2 0,3",
    ];
    for (ply, text) in circle.iter().enumerate() {
        assert_eq!(Chexers.foreseen_outcome(play.state(), play.history()), None, "ply {ply}");
        play.play_text(text).unwrap();
    }
    let foreseen = Chexers.foreseen_outcome(play.state(), play.history()).unwrap();
    assert_eq!((foreseen.reason, foreseen.returns[Seat::FIRST]), ("repetition", 1.0 / 3.0));
    assert_eq!(Chexers.history_outcome(play.state(), play.history()), None, "the rules go on");
}

#[test]
fn the_fewest_turns_to_win_are_never_too_many() {
    for (text, turns) in [
        // On the goal with three exits; two steps away, which a jump may cover at once; two such pieces, one of which
        // may turn another on its way, so that the second need not move.
        (".................................r... red 3,0,0", 1),
        ("......................r.............. red 3,0,0", 2),
        ("......................r....r......... red 2,0,0", 3),
        // One piece and two exits to go: another piece must be turned on the way, and leave.
        ("......................r.............. red 2,0,0", 3),
    ] {
        let state = Chexers.parse_position(text).unwrap();
        assert_eq!(Chexers.least_turns_to_win(&state, Seat::FIRST), Some(turns), "{text}");
    }
}
