//! Weak moves: a table of cases, and what a table cannot say.

use ludwerk_arena::judgement::{After, DROPS, Judgement, Question, judge};
use ludwerk_core::Seat;
use serde_json::Value;

const CASES: &str = include_str!("data/judgements.json");

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn moves_are_judged_as_the_table_has_them() {
    let document: Value = serde_json::from_str(CASES).unwrap();
    let cases = document["cases"].as_array().unwrap();
    assert!(cases.len() > 20);
    for case in cases {
        let lines: Vec<(&str, f64)> = case["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| (line[0].as_str().unwrap(), number(&line[1])))
            .collect();
        let after = match &case["after"] {
            Value::Null => After::Unknown,
            after if after["returns"].is_array() => {
                After::Over(after["returns"].as_array().unwrap().iter().map(number).collect())
            }
            after => After::Looked {
                seat: Seat::new(after["seat"].as_u64().unwrap() as usize),
                share: number(&after["share"]),
                shares: Vec::new(),
            },
        };
        let verdict = judge(&Question {
            n_seats: case["seats"].as_u64().unwrap() as usize,
            hidden: false,
            seat: Seat::new(case["mover"].as_u64().unwrap() as usize),
            played: case["played"].as_str().unwrap(),
            best: lines[0].0,
            share: lines[0].1,
            lines: &lines,
            exact: case["exact"] == true,
            after: &after,
        });
        let marked = verdict.filter(|verdict| !verdict.judgement.mark().is_empty());
        let grade = marked.map(|verdict| verdict.judgement.word());
        assert_eq!(grade, case["grade"].as_str(), "{}", case["name"]);
        if let Some(verdict) = marked {
            assert!((verdict.loss - number(&case["drop"])).abs() < 1e-9, "{}: {verdict:?}", case["name"]);
        }
    }
}

#[test]
fn thresholds_fall_from_mark_to_mark() {
    for (judgement, least) in DROPS {
        assert_eq!(Judgement::of_drop(least), judgement);
        assert!(Judgement::of_drop(least - 0.001) < judgement);
    }
    assert_eq!(Judgement::of_drop(0.0), Judgement::Good);
}

fn among_three(after: &After, lines: &[(char, f64)], hidden: bool) -> Option<f64> {
    let question = Question {
        n_seats: 3,
        hidden,
        seat: Seat::FIRST,
        played: 'z',
        best: 'a',
        share: 0.6,
        lines,
        exact: false,
        after,
    };
    judge(&question).map(|verdict| verdict.kept)
}

#[test]
fn an_agent_that_tells_of_every_seat_is_heard_before_the_last_line() {
    let after = After::Looked { seat: Seat::SECOND, share: 0.5, shares: vec![0.25, 0.5, 0.25] };
    assert_eq!(among_three(&after, &[('a', 0.6), ('b', 0.5)], false), Some(0.25));
    assert_eq!(
        among_three(&after, &[('a', 0.6), ('z', 0.4)], false),
        Some(0.4),
        "the mover's own look comes first"
    );
    assert_eq!(among_three(&after, &[('a', 0.6), ('b', 0.5)], true), Some(0.5), "others know more");
}

#[test]
fn in_a_game_with_secrets_the_movers_own_look_counts() {
    let after = After::Looked { seat: Seat::SECOND, share: 0.9, shares: Vec::new() };
    let lines = [('a', 0.6), ('z', 0.55)];
    let mut question = Question {
        n_seats: 2,
        hidden: true,
        seat: Seat::FIRST,
        played: 'z',
        best: 'a',
        share: 0.6,
        lines: &lines,
        exact: false,
        after: &after,
    };
    assert_eq!(judge(&question).map(|verdict| verdict.judgement), Some(Judgement::Good));
    question.hidden = false;
    assert_eq!(judge(&question).map(|verdict| verdict.judgement), Some(Judgement::Blunder));
}
