//! Files of Pentobi: what is written is read back as the same game, and what is wrong is told with its line.

use ludwerk_blokus::{Classic, Duo};
use ludwerk_core::interchange::{FileError, FileFormat, Transcript};
use ludwerk_core::{Configure, Game, Interchange, Notation, Playthrough, Rng};
use ludwerk_testkit::files::{
    games_come_back, positions_come_back, random_game, read_one, survives_damage, transcript, written,
};

fn sgf() -> &'static dyn FileFormat {
    duo("duo").file_formats()[0]
}

fn duo(variant: &str) -> Duo {
    Duo::configure(Some(variant), None).unwrap()
}

fn classic(variant: &str) -> Classic {
    Classic::configure(Some(variant), None).unwrap()
}

#[test]
fn both_boards_have_the_same_format() {
    assert_eq!(sgf().name(), classic("classic").file_formats()[0].name());
}

#[test]
fn games_of_duo_come_back() {
    games_come_back(sgf(), &duo("duo"), 200, 30);
}

#[test]
fn games_of_classic_come_back() {
    for variant in ["classic", "classic-2", "classic-3"] {
        games_come_back(sgf(), &classic(variant), 40, 60);
    }
}

#[test]
fn games_that_begin_in_a_position_come_back() {
    positions_come_back(sgf(), &duo("duo"), 12);
    for variant in ["classic", "classic-2", "classic-3"] {
        positions_come_back(sgf(), &classic(variant), 30);
    }
}

#[test]
fn ends_that_the_rules_do_not_make_come_back() {
    let unfinished = [
        transcript(random_game(&duo("duo"), 3, &mut Rng::new(5)), false),
        transcript(random_game(&classic("classic-2"), 3, &mut Rng::new(5)), false),
    ];
    for reason in ["resignation", "time", "forfeit"] {
        for returns in [[1.0, 0.0], [0.0, 1.0]] {
            for game in &unfinished {
                let result = Some((returns.to_vec(), reason.to_owned()));
                let before = Transcript { result: result.clone(), ..game.clone() };
                assert_eq!(read_one(sgf(), &written(sgf(), &before)).result, result);
            }
        }
    }
    let mut of_four = transcript(random_game(&classic("classic"), 3, &mut Rng::new(5)), false);
    of_four.result = Some((vec![0.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0], "resignation".to_owned()));
    assert_eq!(sgf().write(&of_four).unwrap().1, ["the result is left out: resignation"]);
}

#[test]
fn what_it_cannot_tell_is_said() {
    for variant in ["thesis", "duo-free"] {
        let error =
            sgf().write(&transcript(random_game(&duo(variant), 0, &mut Rng::new(0)), false)).unwrap_err();
        assert!(matches!(error, FileError::Cannot { .. }), "{error}");
        assert!(error.to_string().contains(&format!("the variant {variant}")), "{error}");
    }
    let classic = classic("classic-3");
    let empty = vec!["20"; 20].join("/");
    let start = classic.parse_position(&format!("{empty} B 2")).unwrap();
    let error = sgf().write(&transcript(Playthrough::new(classic, start), true)).unwrap_err();
    assert!(error.to_string().contains("shared colour"), "{error}");
}

#[test]
fn a_file_of_pentobi_is_read() {
    // Colours that could place nothing are not in the file; whitespace, capitals and comments are free.
    let text = "(;GM[Blokus Duo]CA[UTF-8]AP[Pentobi:26.0]\nPB[Ann]PW[]\n;B[E10,f9,F10,g10,f11]C[a comment \\] ;B\\[a1\\]]\n\
                ;W[j5,j4,j3,j2,j1]V[0.3]TE[1](;B[h8,h9,i9,i8]\n;W[k6])(;B[d8]))";
    let told = read_one(sgf(), text);
    assert_eq!(told.moves, ["f9,e10,f10,g10,f11", "j1,j2,j3,j4,j5", "h8,i8,h9,i9", "k6"]);
    assert_eq!(told.seats, ["Ann", "White"]);
    assert_eq!(told.notes, ["variations are left out: 1"]);
    assert_eq!(told.result, None);
    let old = "(;GM[Blokus];BLUE[a20][b20];YELLOW[t20];RED[t1];GREEN[a1]RE[B+R])";
    assert_eq!(read_one(sgf(), old).moves.len(), 4);
}

#[test]
fn a_setup_of_pentobi_is_read() {
    // The example of the format's description.
    let text =
        "(;GM[Blokus Duo]\nAB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8]\nAW[i4,h5,i5,j5,i6][j7,j8,j9,k9,j10]\nPL[B])";
    let position = read_one(sgf(), text).position.unwrap();
    assert!(position.ends_with(" B"), "{position}");
    assert_eq!(position.matches('B').count(), 11, "two pieces of five, and the turn");
    assert_eq!(position.matches('W').count(), 10);
}

#[test]
fn files_that_are_wrong_name_the_line() {
    for (text, line, part) in [
        ("(;GM[Blokus Duo]\n;B[e10]\n;W[a1])", 3, "the first piece covers j5"),
        ("(;GM[Blokus Duo]\n;B[e10]\n;B[f11])", 3, "the turn of White, who has something to place"),
        ("(;GM[Blokus Trigon])", 1, "GM[Blokus Trigon] is not played here"),
        ("(;GM[1];B[aa])", 1, "Blokus Duo"),
        ("(\n;PB[x])", 2, "GM is missing"),
        ("(;GM[Blokus Duo]\n;B[e10]\n;AW[j5])", 3, "in the middle"),
        ("(;GM[Blokus Duo]\nAB[e99])", 2, "no square \"e99\""),
        ("(;GM[Blokus Duo]\nAB[a1])", 1, "does not cover e10"),
        ("(;GM[Blokus Duo]PL[green])", 1, "PL names a colour"),
        ("(;GM[Blokus Duo];B[e10,e12])", 1, "no piece"),
    ] {
        match sgf().read(text, None) {
            Err(FileError::Read { line: found, reason }) => {
                assert_eq!(found, line, "{text}: {reason}");
                assert!(reason.contains(part), "{text}: {reason}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!(sgf().read("()", None), Err(FileError::Empty));
    for variant in ["x", "classic-5"] {
        assert!(matches!(sgf().read("(;GM[Blokus])", Some(variant)), Err(FileError::Config(_))));
    }
}

#[test]
fn games_of_both_boards_may_stand_in_one_file() {
    let text = "(;GM[Blokus Duo];B[e10])\n(;GM[Blokus];1[a20])";
    let games = sgf().read(text, None).unwrap();
    assert_eq!(games.iter().map(|told| told.seats.len()).collect::<Vec<_>>(), [2, 4]);
}

#[test]
fn damaged_files_never_panic() {
    let play = random_game(&duo("duo"), 6, &mut Rng::new(1));
    assert_eq!(play.game().variant(), "duo");
    survives_damage(sgf(), &written(sgf(), &transcript(play, false)), "duo-free");
}
