//! The fine points of the rules, one test each, and numbers published by others.

use ludwerk_core::{Configure, Game, MoveError, Notation, Playthrough, Pruning, Returns, Rng, Seat, Turn};
use ludwerk_dobutsu::Dobutsu;

fn game(variant: &str) -> Dobutsu {
    Dobutsu::configure(Some(variant), None).unwrap()
}

fn from_position(variant: &str, position: &str) -> Playthrough<Dobutsu> {
    let game = game(variant);
    let state = game.parse_position(position).unwrap();
    Playthrough::new(game, state)
}

fn from_start(variant: &str) -> Playthrough<Dobutsu> {
    from_position(variant, "gle.c..C.ELG - - S")
}

/// Plays moves and tells the winner and the reason, if the game is over; "1 try" or "draw repetition".
fn play(mut play: Playthrough<Dobutsu>, moves: &str) -> String {
    for text in moves.split_whitespace() {
        play.play_text(text).unwrap_or_else(|error| panic!("{error}"));
    }
    play.outcome().map_or("goes on".to_owned(), |outcome| match outcome.returns.sole_winner() {
        Some(winner) => format!("{winner} {}", outcome.reason),
        None => format!("draw {}", outcome.reason),
    })
}

#[test]
fn the_legal_moves_of_verified_positions() {
    let game = game("official");
    let mut n_positions = 0;
    for row in include_str!("data/values.csv").lines().skip(1) {
        let fields: Vec<_> = row.split(',').collect();
        let state = game.parse_position(&fields[..4].join(" ")).unwrap();
        assert_eq!(game.count_moves(&state).to_string(), fields[6], "{row}");
        n_positions += 1;
    }
    assert!(n_positions >= 300);
}

#[test]
fn catching_the_lion_wins_at_once() {
    assert_eq!(play(from_position("official", ".l..C.....L. - - S"), "Cb2xb1+"), "0 catch");
}

#[test]
fn a_safe_try_wins_at_once_in_every_variant() {
    for variant in ["official", "lishogi", "thesis"] {
        assert_eq!(play(from_position(variant, "...L....l... - - S"), "La2-a1"), "0 try", "{variant}");
    }
}

#[test]
fn an_attacked_try_may_be_captured() {
    for variant in ["official", "lishogi", "thesis"] {
        assert_eq!(play(from_position(variant, ".g.L....l... - - S"), "La2-a1 Gb1xa1"), "1 catch");
    }
}

/// The three conventions part here: the attacked lion is not captured.
#[test]
fn an_attacked_try_that_is_ignored() {
    let moves = "La2-a1 Lc3-c2";
    assert_eq!(play(from_position("official", ".g.L....l... - - S"), moves), "0 try");
    assert_eq!(play(from_position("lishogi", ".g.L....l... - - S"), moves), "goes on");
    assert_eq!(play(from_position("thesis", ".g.L....l... - - S"), moves), "goes on");
}

#[test]
fn an_attacker_that_goes_away_gives_the_try_only_on_lishogi() {
    let moves = "La2-a1 Gb1-c1";
    assert_eq!(play(from_position("official", ".g.L....l... - - S"), moves), "0 try");
    assert_eq!(play(from_position("lishogi", ".g.L....l... - - S"), moves), "0 try");
    assert_eq!(play(from_position("thesis", ".g.L....l... - - S"), moves), "goes on");
}

#[test]
fn the_thesis_judges_a_lion_that_moves_along_the_far_rank() {
    assert_eq!(play(from_position("thesis", ".g.L....l..C - - S"), "La2-a1 Gb1-c1 La1-b1"), "goes on");
    assert_eq!(play(from_position("thesis", ".g.L....l..C - - S"), "La2-a1 Gb1-b2 La1-b1 Gb2-b3"), "goes on");
    assert_eq!(play(from_position("thesis", "..gL....l..C - - S"), "La2-a1"), "0 try");
}

/// The captured piece no longer attacks: the try is judged after the move.
#[test]
fn a_try_that_captures_its_only_attacker_is_safe() {
    assert_eq!(play(from_position("official", "g..L....l... - - S"), "La2xa1"), "0 try");
}

#[test]
fn whoever_arrives_safely_wins_before_the_other_can_claim() {
    // The first player's lion stands attacked on the far rank; the second answers with a safe try.
    assert_eq!(play(from_position("official", "Lg......l... - - G"), "Lc3-c4"), "1 try");
    // An unsafe one does not help.
    assert_eq!(play(from_position("official", "Lg......l.E. - - G"), "Lc3-c4"), "1 try");
    assert_eq!(play(from_position("official", "Lg......l.G. - - G"), "Lc3-c4"), "0 try");
}

#[test]
fn a_position_with_a_lion_missing_is_finished() {
    assert!(game("official").parse_position("g.e.c..C.ELG L - S").is_err(), "a lion in the hand");
    for (text, winner) in [("gle.c..C.E.G - - S", Seat::SECOND), ("g.e.c..C.ELG - - G", Seat::FIRST)] {
        let read = game("official").parse_position(text);
        let outcome = game("official").outcome(&read.unwrap()).unwrap();
        assert_eq!((outcome.returns.sole_winner(), outcome.reason), (Some(winner), "catch"));
    }
}

#[test]
fn a_chick_promotes_by_moving_only() {
    let game = game("official");
    let state = game.parse_position("...C....l.L. C - S").unwrap();
    let moved = game.play(&state, game.parse_move(&state, "Ca2-a1+").unwrap()).unwrap();
    assert_eq!(game.position_text(&moved), "H.......l.L. C - G");
    let dropped = game.play(&state, game.parse_move(&state, "C*a1").unwrap()).unwrap();
    assert_eq!(game.position_text(&dropped), "C..C....l.L. - - G");
    // The dropped chick cannot move again.
    let later = game.parse_position("C.......l.L. - - S").unwrap();
    let mut moves = Vec::new();
    game.legal_moves(&later, &mut moves);
    assert!(moves.iter().all(|mv| game.move_text(&later, *mv).starts_with('L')));
}

#[test]
fn a_captured_hen_is_a_chick_again() {
    let game = game("official");
    let state = game.parse_position("h..L....l... - - S").unwrap();
    let next = game.play(&state, game.parse_move(&state, "La2xa1").unwrap()).unwrap();
    assert_eq!(game.position_text(&next), "L.......l... C - G");
}

#[test]
fn two_equal_pieces_in_the_hand_are_one_drop() {
    let game = game("official");
    let state = game.parse_position("l.........L. CC - S").unwrap();
    assert_eq!(game.count_moves(&state), 5 + 10);
}

const SHUTTLE: &str = "Gc4-c3 Ga1-a2 Gc3-c4 Ga2-a1";

#[test]
fn the_third_occurrence_is_a_draw() {
    for variant in ["official", "lishogi"] {
        let seven = format!("{SHUTTLE} Gc4-c3 Ga1-a2 Gc3-c4");
        assert_eq!(play(from_start(variant), &seven), "goes on", "{variant}");
        assert_eq!(play(from_start(variant), &format!("{seven} Ga2-a1")), "draw repetition", "{variant}");
    }
}

#[test]
fn a_position_that_occurs_again_points_to_a_draw() {
    for variant in Dobutsu::INFO.variants {
        let game = Dobutsu::configure(Some(variant.name), None).unwrap();
        let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
        for (ply, mv) in ["Gc4-c3", "Ga1-a2", "Gc3-c4", "Ga2-a1"].into_iter().enumerate() {
            assert_eq!(game.foreseen_outcome(play.state(), play.history()), None, "ply {ply}");
            play.play_text(mv).unwrap();
        }
        let foreseen = game.foreseen_outcome(play.state(), play.history()).unwrap();
        assert_eq!(foreseen.returns, Returns::draw(2));
        assert_eq!(play.outcome(), None, "the rules do not call it one yet");
    }
}

#[test]
fn occurrences_need_not_be_consecutive() {
    // A detour with another piece lies between the second and the third time.
    let detour = "Lb4-a3 Lb1-c2 La3-b4 Lc2-b1";
    assert_eq!(play(from_start("official"), &format!("{SHUTTLE} {detour}")), "draw repetition");
}

#[test]
fn the_thesis_draws_by_nine_plies_of_shuttling() {
    let eight = format!("{SHUTTLE} {SHUTTLE}");
    assert_eq!(play(from_start("thesis"), &eight), "goes on");
    assert_eq!(play(from_start("thesis"), &format!("{eight} Gc4-c3")), "draw repetition");
    // It misses a repetition with a detour, however often it comes.
    let detour = "Lb4-a3 Lb1-c2 La3-b4 Lc2-b1";
    assert_eq!(play(from_start("thesis"), &format!("{SHUTTLE} {detour} {SHUTTLE} {detour}")), "goes on");
}

#[test]
fn a_position_text_starts_a_fresh_history() {
    let mut play = from_start("official");
    SHUTTLE.split(' ').for_each(|mv| play.play_text(mv).unwrap());
    let text = play.game().position_text(play.state());
    assert_eq!(self::play(from_position("official", &text), SHUTTLE), "goes on");
}

#[test]
fn undo_after_a_draw_goes_on() {
    let mut play = from_start("official");
    for mv in format!("{SHUTTLE} {SHUTTLE}").split(' ') {
        play.play_text(mv).unwrap();
    }
    assert_eq!((play.turn(), play.play_text("Gc4-c3")), (Turn::Over, Err(MoveError::Over)));
    assert!(play.undo());
    assert_eq!(play.turn(), Turn::Player(Seat::SECOND));
    play.play_text("Lb1-c2").unwrap();
    assert_eq!(play.turn(), Turn::Player(Seat::FIRST));
}

#[test]
fn illegal_moves_say_why() {
    let game = game("official");
    let start = game.start(&mut Rng::new(0));
    for (text, why) in [
        ("C*a2", "C*a2 is not legal here: no chick in hand"),
        ("H*a2", "H*a2 is not legal here: no hen in hand"),
        ("Lb4-b2", "Lb4-b2 is not legal here: a lion does not step from b4 to b2"),
        ("Lb4-a4", "Lb4-a4 is not legal here: a4 is occupied by an own piece"),
        ("Gb4-a3", "Gb4-a3 is not legal here: on b4 stands a lion, not a giraffe"),
        ("La2-a3", "La2-a3 is not legal here: a2 is empty"),
        ("Lb1-a2", "Lb1-a2 is not legal here: the lion on b1 belongs to the opponent"),
        ("Cb3xb9", "\"Cb3xb9\" is not a move: there is no square \"b9\"; write Lb4-a3, Ea4xb3 or C*b2"),
        ("Kb4-a3", "\"Kb4-a3\" is not a move: it names no piece; write Lb4-a3, Ea4xb3 or C*b2"),
    ] {
        assert_eq!(game.parse_move(&start, text).unwrap_err().to_string(), why);
    }
    let handed = game.parse_position("gle......ELG C C S").unwrap_err().to_string();
    assert!(handed.contains("letters of ceg"), "{handed}");
    let dropped = game.parse_position("gle......ELG C c S").unwrap();
    let why = game.parse_move(&dropped, "C*a1").unwrap_err().to_string();
    assert_eq!(why, "C*a1 is not legal here: a1 is occupied by a giraffe");
}

#[test]
fn lenient_move_texts_mean_the_same() {
    let game = game("official");
    let start = game.start(&mut Rng::new(0));
    let capture = game.parse_move(&start, "Cb3xb2");
    assert!(capture.is_ok());
    for text in ["b3b2", "b3xb2", "cb3-b2", "CB3B2", "Cb3xb2+"] {
        assert_eq!(game.parse_move(&start, text), capture, "{text}");
    }
}

#[test]
fn malformed_positions_say_what_is_wrong() {
    for (text, what) in [
        ("gle.c..C.EL - - S", "the board has 12 squares, this one 11"),
        ("gle.c..C.ELG - S", "4 parts are needed, there are 3"),
        ("gle.c..C.ELG - - W", "the side to move is S or G, not \"W\""),
        ("gle.c..C.ELX - - S", "there is no piece 'X'"),
        ("gle.c..C.ELG C - S", "3 chicks (hens included), a set has two"),
        ("gle.c..C.ELL - - S", "the first player has more than one lion"),
        ("g.e.c..C.E.G - - S", "there is no lion"),
        ("gle......ELG CCC - S", "more than two chicks"),
        ("gle.c..C.ELG - - S try", "unexpected \"try\" at the end"),
    ] {
        let error = game("official").parse_position(text).unwrap_err();
        assert_eq!(error.reason, what, "{text}");
    }
    assert_eq!(
        game("official").parse_position("gle.c..C.ELG,-,-,S"),
        game("official").parse_position("gle.c..C.ELG - - s")
    );
    assert!(game("thesis").parse_position("gle.c..C.ELG - - S try").is_err());
}
