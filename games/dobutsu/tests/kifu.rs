//! Kifu of lishogi and of Tanaka's programs: what is written is read back as the same game, and what is wrong is told
//! with its line.

use ludwerk_core::interchange::{FileError, FileFormat, Transcript};
use ludwerk_core::{Configure, Game, Interchange, Playthrough, Rng, Seat};
use ludwerk_dobutsu::Dobutsu;
use ludwerk_testkit::files::{
    games_come_back, positions_come_back, random_game, read_one, survives_damage, there_and_back, transcript,
    written,
};

const LISHOGI: &str = "開始日時：2024/01/02 10:00:00\n場所：https://lishogi.org/abcdefgh\n持ち時間：5分\n\
    手合割：どうぶつしょうぎ\n先手：Ann\n後手：\n手数----指手---------消費時間--\n   1   ２二ひよこ(23)   (00:03/00:00:03)\n\
    * a comment\n   2   同　ぞう(11)   (00:10/00:00:10)\n   3   ２三ライオン(24)\n   4   投了\n\n変化：3手\n   3   １三きりん(14)\n";

fn kifu() -> &'static dyn FileFormat {
    rules("official").file_formats()[0]
}

fn rules(variant: &str) -> Dobutsu {
    Dobutsu::configure(Some(variant), None).unwrap()
}

#[test]
fn games_come_back_under_all_rules() {
    for variant in Dobutsu::INFO.variants {
        games_come_back(kifu(), &rules(variant.name), 300, 20);
    }
}

#[test]
fn games_that_begin_in_a_position_come_back() {
    for variant in ["official", "lishogi"] {
        positions_come_back(kifu(), &rules(variant), 20);
    }
}

#[test]
fn times_come_back_in_seconds() {
    let mut before = transcript(random_game(&rules("official"), 3, &mut Rng::new(5)), false);
    before.times_ms = vec![Some(61_400.0), None, Some(3_599_600.0)];
    let after = there_and_back(kifu(), &before);
    assert_eq!(after.times_ms, [Some(61_000.0), None, Some(3_600_000.0)]);
}

#[test]
fn ends_that_the_rules_do_not_make_come_back() {
    let unfinished = transcript(random_game(&rules("official"), 3, &mut Rng::new(5)), false);
    for reason in ["resignation", "time", "forfeit"] {
        for returns in [[1.0, 0.0], [0.0, 1.0]] {
            let result = Some((returns.to_vec(), reason.to_owned()));
            let text = written(kifu(), &Transcript { result, ..unfinished.clone() });
            let (told_returns, told_reason) = read_one(kifu(), &text).result.unwrap();
            assert_eq!(told_returns, returns, "{text}");
            // Who gives up although it is not his turn has no word in KIF; who won is told all the same.
            assert!(told_reason == reason || returns[Seat::SECOND.idx()] == 1.0, "{text}");
        }
    }
    let mut drawn = transcript(random_game(&rules("thesis"), 3, &mut Rng::new(5)), false);
    drawn.result = Some((vec![0.5, 0.5], "draw".to_owned()));
    there_and_back(kifu(), &drawn);
}

#[test]
fn a_kifu_of_lishogi_is_read() {
    let told = read_one(kifu(), LISHOGI);
    assert_eq!(told.variant, "lishogi");
    assert_eq!(told.moves, ["Cb3xb2", "Ec1xb2", "Lb4-b3"]);
    assert_eq!(told.seats, ["Ann", "Sky"]);
    assert_eq!(told.times_ms, [Some(3000.0), Some(10_000.0), None]);
    assert_eq!(told.result, Some((vec![1.0, 0.0], "resignation".to_owned())));
    assert_eq!(told.notes, ["variations are left out"]);
    assert_eq!(kifu().read(&format!("{LISHOGI}\n{LISHOGI}"), None).unwrap().len(), 2);
}

#[test]
fn other_words_are_read_too() {
    let texts = [
        "1 ２二ひよこ(23)\r\n2 同ぞう(11)\r\n3 ３三ひよこ打\r\n",
        "手合割:平手\n  1 ▲22ヒヨコ（２３） ( 0:01/00:00:01)\n 2 △同 ゾウ(11)\n 3 ３三ヒ打",
        "   1 ２二歩(23)\n   2 同　角(11)\n   3 ３三歩打\n   4 中断\n",
    ];
    for text in texts {
        let told = read_one(kifu(), text);
        assert_eq!(told.moves, ["Cb3xb2", "Ec1xb2", "C*a3"]);
        assert_eq!((told.variant.as_str(), &told.result), ("official", &None));
    }
}

#[test]
fn the_notation_of_tanakas_programs_is_read() {
    let text = "V2.2\nN+Ann\nN-Bob\n' a comment, +B3B2HI\n-KI-LI-ZO\n+\n+B3B2HI,T3\n-C1B2ZO\nT5\n+00A3HI\n-00C2HI\n%TORYO\n";
    let told = read_one(kifu(), text);
    assert_eq!(told.moves, ["Cb3xb2", "Ec1xb2", "C*a3", "C*c2"]);
    assert_eq!(told.times_ms, [Some(3000.0), Some(5000.0), None, None]);
    assert_eq!(told.seats, ["Ann", "Bob"]);
    assert_eq!(told.result, Some((vec![0.0, 1.0], "resignation".to_owned())));
    // A promotion names the hen that the chick becomes.
    let told = read_one(kifu(), "+C4C3KI\n-B2B3HI\n+C3C4KI\n-B3B4NI\n");
    assert_eq!(told.moves.last().unwrap(), "Cb3xb4+");
    assert_eq!(told.result.unwrap().1, "catch", "the lion is caught");
}

#[test]
fn the_rules_are_those_that_fit() {
    // The lion on the far rank is attacked and not captured, and its owner goes on: only the other rules allow that.
    let is_over = |moves: &[String]| {
        let game = rules("official");
        let mut play = Playthrough::new(game, game.start(&mut Rng::new(0)));
        moves.iter().any(|mv| play.play_text(mv).is_err())
    };
    let found = (0..2000).find_map(|seed| {
        let play = random_game(&rules("lishogi"), 200, &mut Rng::new(seed));
        is_over(&play.move_texts()).then_some(play)
    });
    let play = found.expect("some game tells the rules apart");
    let text = written(kifu(), &transcript(play, false));
    let unmarked: String =
        text.lines().filter(|line| !line.starts_with('#')).flat_map(|line| [line, "\n"]).collect();
    assert_eq!(kifu().read(&unmarked, None).unwrap()[0].variant, "lishogi");
    let error = kifu().read(&unmarked, Some("official")).unwrap_err();
    assert!(error.to_string().contains("over"), "{error}");
}

#[test]
fn files_that_are_wrong_name_the_line() {
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
        match kifu().read(text, None) {
            Err(FileError::Read { line: found, reason }) => {
                assert_eq!(found, line, "{text}: {reason}");
                assert!(reason.contains(part), "{text}: {reason}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!(kifu().read("手合割：どうぶつしょうぎ\n", None), Ok(Vec::new()));
}

#[test]
fn damaged_files_never_panic() {
    survives_damage(kifu(), LISHOGI, "thesis");
}
