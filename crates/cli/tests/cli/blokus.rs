//! Blokus in the terminal: a move is its squares, or the thesis' number with a place.

use crate::run_with_input;

fn play(variant: &str, input: &str) -> (String, String) {
    let words = ["play", "blokus", "--plain", "--variant", variant, "--seats", "human,human"];
    let answer = run_with_input(&words, input);
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    (answer.stdout, answer.stderr)
}

#[test]
fn numbers_and_squares_are_moves() {
    // The thesis' own player types the piece, the row and the column.
    let (shown, errors) = play("thesis", "1.1 0 0\n18.2 11 11\n2.1@1,1\n8.1 j5\npass\nhistory\n");
    assert!(shown.contains("a14  "), "{shown}");
    assert!(shown.contains("l3,m3"), "{shown}");
    assert!(shown.contains("b13,c13"), "{shown}");
    assert!(errors.contains("there is something to place"), "{errors}");
}

#[test]
fn a_wrong_number_is_told_with_the_right_ones() {
    let (_, errors) = play("duo", "22.1 e10\n2.3 e10\n21.2\n21.2 0 0\ntwelve\n");
    for what in ["no piece 22", "orientations 1 to 2", "write 21.2@e10", "covers e10", "hint: "] {
        assert!(errors.contains(what), "{what}: {errors}");
    }
}
