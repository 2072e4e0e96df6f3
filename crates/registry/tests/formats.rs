//! Files of other programs: what is written is read back as the same game, and what is wrong is told with its line.

use ludwerk_core::{Game as _, Notation as _, Playthrough, Rng, Turn};
use ludwerk_registry::AnyGame;
use ludwerk_registry::formats::{Format, FormatError, Told, read, write};

fn configured(id: &str, variant: &str) -> AnyGame {
    ludwerk_registry::game(id).unwrap().configure(Some(variant), None).unwrap()
}

/// Random moves from a position, at most so many.
fn go_on(play: &mut Playthrough<AnyGame>, n_plies: usize, rng: &mut Rng) {
    for _ in 0..n_plies {
        if play.turn() == Turn::Over {
            break;
        }
        let legal = play.legal_moves();
        play.play(*rng.choose(&legal).unwrap()).unwrap();
    }
}

fn told(play: Playthrough<AnyGame>, is_position: bool) -> Told {
    let n_seats = play.game().n_seats();
    let times_ms = (0..play.moves().len()).map(|ply| (ply % 3 != 0).then_some(ply as f64 * 1000.0)).collect();
    let result =
        play.outcome().map(|outcome| (outcome.returns.as_slice().to_vec(), outcome.reason.to_owned()));
    let seats = (0..n_seats).map(|seat| format!("player {seat} ]：\\ (a)")).collect();
    Told { play, is_position, seats, times_ms, result, notes: Vec::new() }
}

fn assert_same(before: &Told, after: &Told, text: &str) {
    assert_eq!(after.play.game().variant(), before.play.game().variant(), "{text}");
    assert_eq!(after.play.start(), before.play.start(), "{text}");
    assert_eq!(after.play.move_texts(), before.play.move_texts(), "{text}");
    assert_eq!(after.play.outcome(), before.play.outcome(), "{text}");
    assert_eq!(after.result, before.result, "{text}");
    assert_eq!(after.seats, before.seats, "{text}");
    assert_eq!(after.is_position, before.is_position, "{text}");
}

/// Writes a game and reads it back.
fn there_and_back(before: &Told, format: Format) -> Told {
    let (text, notes) = write(before, format).unwrap();
    assert_eq!(notes, Vec::<String>::new());
    assert_eq!(Format::detect(&text), Some(format), "{text}");
    let mut games = read(&text, format, None).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(games.len(), 1);
    let after = games.remove(0);
    assert_same(before, &after, &text);
    after
}

/// Random games of a variant: whole ones, unfinished ones, and ones that begin in the middle.
fn round_trips(id: &str, variant: &str, format: Format, n_games: u64, longest: usize) {
    let game = configured(id, variant);
    let mut n_finished = 0;
    for seed in 0..n_games {
        let mut rng = Rng::new(seed);
        let mut play = Playthrough::new(game.clone(), game.start(&mut rng));
        let n_plies = if seed % 3 == 0 { rng.below(longest) } else { 1000 };
        go_on(&mut play, n_plies, &mut rng);
        // Passes at the end of an unfinished game are not told.
        while play.outcome().is_none() && play.move_texts().last().is_some_and(|last| last == "pass") {
            play.undo();
        }
        n_finished += u64::from(play.outcome().is_some());
        there_and_back(&told(play, false), format);
    }
    assert!(n_finished * 2 > n_games, "{n_finished} of {n_games} games were finished");
}

#[test]
fn games_of_duo_come_back_from_sgf() {
    round_trips("blokus", "duo", Format::Sgf, 200, 30);
}

#[test]
fn games_of_classic_come_back_from_sgf() {
    for variant in ["classic", "classic-2", "classic-3"] {
        round_trips("blokus", variant, Format::Sgf, 40, 60);
    }
}

#[test]
fn games_of_dobutsu_come_back_from_kifu() {
    for variant in ["official", "lishogi", "thesis"] {
        round_trips("dobutsu", variant, Format::Kifu, 300, 20);
    }
}

#[test]
fn games_that_begin_in_a_position_come_back() {
    for (id, variant, format, most) in [
        ("dobutsu", "official", Format::Kifu, 20),
        ("dobutsu", "lishogi", Format::Kifu, 20),
        ("blokus", "duo", Format::Sgf, 12),
        ("blokus", "classic", Format::Sgf, 30),
        ("blokus", "classic-2", Format::Sgf, 30),
        ("blokus", "classic-3", Format::Sgf, 30),
    ] {
        let game = configured(id, variant);
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut opening = Playthrough::new(game.clone(), game.start(&mut rng));
            let n_plies = rng.below(most);
            go_on(&mut opening, n_plies, &mut rng);
            let mut play = Playthrough::new(game.clone(), opening.state().clone());
            go_on(&mut play, 1000, &mut rng);
            there_and_back(&told(play, true), format);
        }
    }
}

#[test]
fn times_come_back_in_seconds() {
    let game = configured("dobutsu", "official");
    let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
    go_on(&mut play, 3, &mut Rng::new(5));
    let mut before = told(play, false);
    before.times_ms = vec![Some(61_400.0), None, Some(3_599_600.0)];
    let after = there_and_back(&before, Format::Kifu);
    assert_eq!(after.times_ms, [Some(61_000.0), None, Some(3_600_000.0)]);
}

#[test]
fn ends_that_the_rules_do_not_make_come_back() {
    let unfinished = |id: &str, variant: &str| {
        let game = configured(id, variant);
        let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
        go_on(&mut play, 3, &mut Rng::new(5));
        told(play, false)
    };
    for reason in ["resignation", "time", "forfeit"] {
        for returns in [[1.0, 0.0], [0.0, 1.0]] {
            for (id, variant, format) in [
                ("dobutsu", "official", Format::Kifu),
                ("blokus", "duo", Format::Sgf),
                ("blokus", "classic-2", Format::Sgf),
            ] {
                let mut before = unfinished(id, variant);
                before.result = Some((returns.to_vec(), reason.to_owned()));
                let text = write(&before, format).unwrap().0;
                let after = read(&text, format, None).unwrap().remove(0);
                assert_eq!(after.result.as_ref().unwrap().0, returns, "{text}");
                let is_told = after.result.as_ref().unwrap().1 == reason;
                // Who gives up although it is not his turn has no word in KIF; who won is told all the same.
                assert!(is_told || format == Format::Kifu && returns[1] == 1.0, "{text}");
            }
        }
    }
    let mut drawn = unfinished("dobutsu", "thesis");
    drawn.result = Some((vec![0.5, 0.5], "draw".to_owned()));
    there_and_back(&drawn, Format::Kifu);
    let mut of_four = unfinished("blokus", "classic");
    of_four.result = Some((vec![0.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0], "resignation".to_owned()));
    assert_eq!(write(&of_four, Format::Sgf).unwrap().1, ["the result is left out: resignation"]);
}

#[test]
fn what_a_format_cannot_tell_is_said() {
    let game = |id, variant| {
        let game = configured(id, variant);
        let start = game.start(&mut Rng::new(0));
        told(Playthrough::new(game, start), false)
    };
    for (told, format, part) in [
        (game("blokus", "thesis"), Format::Sgf, "the variant thesis"),
        (game("blokus", "duo-free"), Format::Sgf, "the variant duo-free"),
        (game("chexers", "official"), Format::Sgf, "a game of chexers"),
        (game("blokus", "duo"), Format::Kifu, "a game of blokus"),
    ] {
        let error = write(&told, format).unwrap_err();
        assert!(matches!(error, FormatError::Cannot { .. }) && error.to_string().contains(part), "{error}");
    }
    let classic = configured("blokus", "classic-3");
    let empty = vec!["20"; 20].join("/");
    let start = classic.parse_position(&format!("{empty} B 2")).unwrap();
    let error = write(&told(Playthrough::new(classic, start), true), Format::Sgf).unwrap_err();
    assert!(error.to_string().contains("shared colour"), "{error}");
}

#[test]
fn a_file_of_pentobi_is_read() {
    // Colours that could place nothing are not in the file; whitespace, capitals and comments are free.
    let text = "\u{feff}(;GM[Blokus Duo]CA[UTF-8]AP[Pentobi:26.0]\nPB[Ann]PW[]\n;B[E10,f9,F10,g10,f11]C[a comment \\] ;B\\[a1\\]]\n\
                ;W[j5,j4,j3,j2,j1]V[0.3]TE[1](;B[h8,h9,i9,i8]\n;W[k6])(;B[d8]))";
    let told = read(text, Format::Sgf, None).unwrap().remove(0);
    assert_eq!(told.play.move_texts(), ["f9,e10,f10,g10,f11", "j1,j2,j3,j4,j5", "h8,i8,h9,i9", "k6"]);
    assert_eq!(told.seats, ["Ann", "White"]);
    assert_eq!(told.notes, ["variations are left out: 1"]);
    assert_eq!(told.result, None);
    let old = "(;GM[Blokus];BLUE[a20][b20];YELLOW[t20];RED[t1];GREEN[a1]RE[B+R])";
    assert_eq!(read(old, Format::Sgf, None).unwrap()[0].play.moves().len(), 4);
}

#[test]
fn a_setup_of_pentobi_is_read() {
    // The example of the format's description.
    let text =
        "(;GM[Blokus Duo]\nAB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8]\nAW[i4,h5,i5,j5,i6][j7,j8,j9,k9,j10]\nPL[B])";
    let told = read(text, Format::Sgf, None).unwrap().remove(0);
    let position = told.play.game().position_text(told.play.start());
    assert!(told.is_position && position.ends_with(" B"), "{position}");
    assert_eq!(position.matches('B').count(), 11, "two pieces of five, and the turn");
    assert_eq!(position.matches('W').count(), 10);
}

#[test]
fn files_of_sgf_that_are_wrong_name_the_line() {
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
        match read(text, Format::Sgf, None) {
            Err(FormatError::Read { line: found, reason }) => {
                assert_eq!(found, line, "{text}: {reason}");
                assert!(reason.contains(part), "{text}: {reason}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(matches!(read("()", Format::Sgf, None), Err(FormatError::Empty)));
    assert!(matches!(read("", Format::Sgf, None), Err(FormatError::Empty)));
    assert!(matches!(read("(;GM[Blokus])", Format::Sgf, Some("x")), Err(FormatError::Game(_))));
}

const LISHOGI: &str = "開始日時：2024/01/02 10:00:00\n場所：https://lishogi.org/abcdefgh\n持ち時間：5分\n\
    手合割：どうぶつしょうぎ\n先手：Ann\n後手：\n手数----指手---------消費時間--\n   1   ２二ひよこ(23)   (00:03/00:00:03)\n\
    * a comment\n   2   同　ぞう(11)   (00:10/00:00:10)\n   3   ２三ライオン(24)\n   4   投了\n\n変化：3手\n   3   １三きりん(14)\n";

#[test]
fn a_kifu_of_lishogi_is_read() {
    assert_eq!(Format::detect(LISHOGI), Some(Format::Kifu));
    let told = read(LISHOGI, Format::Kifu, None).unwrap().remove(0);
    assert_eq!(told.play.game().variant(), "lishogi");
    assert_eq!(told.play.move_texts(), ["Cb3xb2", "Ec1xb2", "Lb4-b3"]);
    assert_eq!(told.seats, ["Ann", "Sky"]);
    assert_eq!(told.times_ms, [Some(3000.0), Some(10_000.0), None]);
    assert_eq!(told.result, Some((vec![1.0, 0.0], "resignation".to_owned())));
    assert_eq!(told.notes, ["variations are left out"]);
}

#[test]
fn other_words_of_kifu_are_read_too() {
    let texts = [
        "1 ２二ひよこ(23)\r\n2 同ぞう(11)\r\n3 ３三ひよこ打\r\n",
        "手合割:平手\n  1 ▲22ヒヨコ（２３） ( 0:01/00:00:01)\n 2 △同 ゾウ(11)\n 3 ３三ヒ打",
        "   1 ２二歩(23)\n   2 同　角(11)\n   3 ３三歩打\n   4 中断\n",
    ];
    for text in texts {
        assert_eq!(Format::detect(text), Some(Format::Kifu), "{text}");
        let told = read(text, Format::Kifu, None).unwrap_or_else(|error| panic!("{error}: {text}")).remove(0);
        assert_eq!(told.play.move_texts(), ["Cb3xb2", "Ec1xb2", "C*a3"]);
        assert_eq!((told.play.game().variant(), &told.result), ("official", &None));
    }
}

#[test]
fn the_notation_of_tanakas_programs_is_read() {
    let text = "V2.2\nN+Ann\nN-Bob\n' a comment, +B3B2HI\n-KI-LI-ZO\n+\n+B3B2HI,T3\n-C1B2ZO\nT5\n+00A3HI\n-00C2HI\n%TORYO\n";
    assert_eq!(Format::detect(text), Some(Format::Kifu));
    let told = read(text, Format::Kifu, None).unwrap().remove(0);
    assert_eq!(told.play.move_texts(), ["Cb3xb2", "Ec1xb2", "C*a3", "C*c2"]);
    assert_eq!(told.times_ms, [Some(3000.0), Some(5000.0), None, None]);
    assert_eq!(told.seats, ["Ann", "Bob"]);
    assert_eq!(told.result, Some((vec![0.0, 1.0], "resignation".to_owned())));
    // A promotion names the hen that the chick becomes.
    let promotion = "+C4C3KI\n-B2B3HI\n+C3C4KI\n-B3B4NI\n";
    let told = read(promotion, Format::Kifu, None).unwrap().remove(0);
    assert_eq!(told.play.move_texts().last().unwrap(), "Cb3xb4+");
    assert!(told.play.outcome().is_some(), "the lion is caught");
}

#[test]
fn the_rules_of_a_kifu_are_those_that_fit() {
    // The lion on the far rank is attacked and not captured, and its owner goes on: only the other rules allow that.
    let game = configured("dobutsu", "lishogi");
    let is_over = |variant: &str, moves: &[String]| {
        let game = configured("dobutsu", variant);
        let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
        moves.iter().any(|mv| play.play_text(mv).is_err())
    };
    let found = (0..2000).find_map(|seed| {
        let mut rng = Rng::new(seed);
        let mut play = Playthrough::new(game.clone(), game.start(&mut rng));
        go_on(&mut play, 200, &mut rng);
        is_over("official", &play.move_texts()).then_some(play)
    });
    let play = found.expect("some game tells the rules apart");
    let (text, _) = write(&told(play, false), Format::Kifu).unwrap();
    let unmarked: String =
        text.lines().filter(|line| !line.starts_with('#')).flat_map(|line| [line, "\n"]).collect();
    assert_eq!(read(&unmarked, Format::Kifu, None).unwrap()[0].play.game().variant(), "lishogi");
    let error = read(&unmarked, Format::Kifu, Some("official")).unwrap_err();
    assert!(error.to_string().contains("over"), "{error}");
}

#[test]
fn files_of_kifu_that_are_wrong_name_the_line() {
    for (text, line, part) in [
        (
            "手合割：どうぶつしょうぎ\n   1   ２二ひよこ(23)\n   2   １一ぞう(22)\n",
            3,
            "belongs to the opponent",
        ),
        ("   1   ２二ひよこ(23)\n   2   ９九玉(22)\n", 2, "is no move"),
        ("   1   同　ひよこ(23)\n", 1, "同 stands before the first move"),
        ("手合割：平手\n   1   ２二ひよこ(24)\n", 2, "stands a lion"),
        ("手合割：五々将棋\n   1   ２二歩(23)\n", 1, "not of どうぶつしょうぎ"),
        ("|vきvラ|一\n   1   ２二ひよこ(23)\n", 1, "no row of three squares"),
        ("+B3B2HI\n+B4B3LI\n", 2, "other side's turn"),
        ("+B3B2HI\n-B1B9LI\n", 2, "is no move"),
        ("+B3B2HI\n-A1A2LI\n", 2, "stands a giraffe"),
    ] {
        match read(text, Format::Kifu, None) {
            Err(FormatError::Read { line: found, reason }) => {
                assert_eq!(found, line, "{text}: {reason}");
                assert!(reason.contains(part), "{text}: {reason}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(matches!(read("手合割：どうぶつしょうぎ\n", Format::Kifu, None), Err(FormatError::Empty)));
}

#[test]
fn many_games_of_a_file_are_read() {
    let kifu = format!("{LISHOGI}\n{LISHOGI}");
    assert_eq!(read(&kifu, Format::Kifu, None).unwrap().len(), 2);
    let sgf = "(;GM[Blokus Duo];B[e10])\n(;GM[Blokus];1[a20])";
    let games = read(sgf, Format::Sgf, None).unwrap();
    assert_eq!(games.iter().map(|told| told.play.game().n_seats()).collect::<Vec<_>>(), [2, 4]);
}

#[test]
fn other_texts_are_not_taken_for_a_format() {
    for text in
        ["", "{\"format\":\"ludwerk-record/1\"}", "[1]", "Cb3xb2 Ec1xb2", "1. e4 e5", "12 monkeys", "# title"]
    {
        assert_eq!(Format::detect(text), None, "{text}");
    }
}

#[test]
fn damaged_files_never_panic() {
    let game = configured("blokus", "duo");
    let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(0)));
    go_on(&mut play, 6, &mut Rng::new(1));
    let sgf = write(&told(play, false), Format::Sgf).unwrap().0;
    for (text, format) in [(sgf.as_str(), Format::Sgf), (LISHOGI, Format::Kifu)] {
        let letters: Vec<_> = text.chars().collect();
        let mut rng = Rng::new(9);
        for _ in 0..3000 {
            let mut damaged = letters.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(damaged.len());
                match rng.below(3) {
                    0 => drop(damaged.remove(at)),
                    1 => damaged[at] = *rng.choose(&letters).unwrap(),
                    _ => damaged.insert(at, *rng.choose(&letters).unwrap()),
                }
            }
            let damaged: String = damaged.into_iter().collect();
            let _ = Format::detect(&damaged);
            let _ = read(&damaged, format, None);
            let _ = read(&damaged, Format::ALL[0], Some("duo-free"));
        }
    }
}
