//! The toy games conform, and are worth what theory says.

use ludwerk_core::{Game, Observe, Playthrough, Rng, Seat, Viewer, doc_game::Countdown, perft};
use ludwerk_testkit::toys::{Gamble, Harvest, Kings, Kuhn, Nim, TicTacToe, Tree};
use ludwerk_testkit::{Suite, conformance, oracle::backward_induction};

#[test]
fn countdown_conforms() {
    conformance(&Suite::new(Countdown::new(20)));
}

#[test]
fn tic_tac_toe_conforms() {
    conformance(&Suite::new(TicTacToe).with_positions(["xoxoxo...", "xxx.oo...", "xoxxoxoxo"]));
}

#[test]
fn two_kings_conform() {
    let positions = ["b1 a4 1", "c2 c5 0", "- b2 0", "c1 a6 1", "a6 - 1"];
    conformance(&Suite::new(Kings::<true>).with_positions(positions));
    conformance(&Suite::new(Kings::<false>).with_positions(positions));
}

#[test]
fn kuhn_poker_conforms() {
    let suite =
        Suite::new(Kuhn).with_shuffle_hidden(|game, state, seat, rng| game.shuffle_hidden(state, seat, rng));
    conformance(&suite);
}

#[test]
fn gamble_conforms() {
    let suite = Suite::new(Gamble)
        .with_shuffle_hidden(|game, state, seat, rng| game.shuffle_hidden(state, seat, rng))
        .with_positions(["-/- ~012345 0/0", "5/- ~01234 0/1 ?", "3/- 42105 0/0"]);
    conformance(&suite);
}

#[test]
fn harvest_conforms() {
    for n_seats in [2, 3] {
        conformance(&Suite::new(Harvest::new(n_seats)));
    }
}

#[test]
fn nim_conforms() {
    for heaps in [[2, 2, 2, 1], [1, 3, 1, 3]] {
        conformance(&Suite::new(Nim::new(heaps)));
    }
}

#[test]
fn trees_conform() {
    for text in [
        "[1]",
        "0([1 0] [0 1])",
        "0(0([1 0 0] [0 1 0]) ?(1 [0 0 1] 2 2([0.5 0.5 0] 1([1 0 0]))))",
        "?(0.5 0([0.25 0.25 0.5 0]) 0.25 1([0 0 0 1]))",
    ] {
        conformance(&Suite::new(Tree::parse(text).unwrap()).with_cases(12));
    }
}

#[test]
fn malformed_trees_are_refused_with_the_place() {
    for (text, at) in [
        ("", 0),
        ("0()", 2),
        ("0([1 0] [1])", 11),
        ("[1 0] x", 6),
        ("?(0 [1])", 3),
        ("5([1 0])", 0),
        ("0([1 0]", 7),
        ("[1 0 0 0 0 0 0 0 0]", 17),
    ] {
        assert_eq!(Tree::parse(text).unwrap_err().at, at, "{text:?}");
    }
}

#[test]
fn tic_tac_toe_is_a_draw_and_has_its_known_size() {
    let start = TicTacToe.start(&mut Rng::new(0));
    assert_eq!(backward_induction(&TicTacToe, &start).as_slice(), [0.5, 0.5]);
    // The known numbers of games: 255,168 in all, of which 127,872 have nine moves.
    let counts = perft(&TicTacToe, &start, 9);
    assert_eq!(counts, [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
}

#[test]
fn max_n_on_three_players_prefers_the_own_share() {
    let tree = Tree::parse("0(1([0.2 0.5 0.3] [0.9 0.1 0]) 2([0.1 0 0.9] [0.4 0.6 0]))").unwrap();
    assert_eq!(backward_induction(&tree, &0).as_slice(), [0.2, 0.5, 0.3]);
}

#[test]
fn kuhn_poker_pays_as_it_should() {
    for (moves, returns) in [
        ("J Q pass pass", [0.25, 0.75]),
        ("K Q pass bet bet", [1.0, 0.0]),
        ("K Q pass bet pass", [0.25, 0.75]),
        ("J K bet pass", [0.75, 0.25]),
        ("J K bet bet", [0.0, 1.0]),
    ] {
        let start = Kuhn.start(&mut Rng::new(0));
        let mut play = Playthrough::new(Kuhn, start);
        moves.split(' ').for_each(|mv| play.play_text(mv).unwrap());
        assert_eq!(play.outcome().unwrap().returns.as_slice(), returns, "{moves}");
    }
}

#[test]
fn a_dealt_card_is_written_down_for_its_owner_alone() {
    let start = Kuhn.start(&mut Rng::new(0));
    let mut play = Playthrough::new(Kuhn, start);
    "J Q pass".split(' ').for_each(|mv| play.play_text(mv).unwrap());
    assert_eq!(Kuhn.observation_text(&play.observe(Viewer::Seat(Seat::FIRST))), "J?:p");
    assert_eq!(Kuhn.observation_text(&play.observe(Viewer::Spectator)), "??:p");
    assert_eq!(play.move_texts_for(Viewer::Seat(Seat::FIRST)), ["J", "…", "pass"]);
    assert_eq!(play.move_texts_for(Viewer::Seat(Seat::SECOND)), ["…", "Q", "pass"]);
    assert_eq!(play.move_texts_for(Viewer::Spectator), ["…", "…", "pass"]);
}
