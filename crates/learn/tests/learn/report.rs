//! The page about a run: everything is in it, and nothing from outside is more than text.

use ludwerk_learn::proof::{Proof, ProofVerdict};
use ludwerk_learn::report;
use ludwerk_learn::space::{Space, WeightChoice};
use ludwerk_learn::tuning::{CurvePoint, PathPoint};

use crate::{game, spec};

fn space() -> Space {
    let names = WeightChoice::Named(vec!["hen-on-board".to_owned(), "chick-in-hand".to_owned()]);
    Space::new(&game("dobutsu"), &spec("greedy"), &names, &[]).unwrap()
}

fn curve(n: usize) -> Vec<CurvePoint> {
    let point = |n: usize| CurvePoint { games: 10 * n, score: 0.5, ci95: (0.4, 0.6), of_games: 10 };
    (1..=n).map(point).collect()
}

fn proof(verdict: ProofVerdict) -> Proof {
    Proof {
        new: "<b>new</b>".to_owned(),
        old: "old".to_owned(),
        verdict,
        games: 1200,
        wins: 700,
        draws: 20,
        losses: 480,
        score: 0.592,
        ci95: (0.56, 0.62),
        elo: 64.0,
        elo_error: f64::INFINITY,
        llr: 3.0,
        llr_bounds: (-2.94, 2.94),
        elo_bounds: (0.0, 10.0),
        troubles: Vec::new(),
    }
}

#[test]
fn parameters_are_shown_before_and_after_and_at_their_bounds() {
    let html = report::parameters(&space(), &[30.0, 0.5]).html.into_string();
    assert!(html.contains("<td>12</td><td class=\"elo\">30</td><td>+18.0</td>"), "{html}");
    assert!(html.contains("−0.5"));
    assert!(html.contains("At a bound: hen-on-board."));
    let html = report::parameters(&space(), &[12.0, 0.0]).html.into_string();
    assert!(!html.contains("At a bound"), "a weight of nothing is an answer");
}

#[test]
fn a_curve_has_bars_and_a_long_one_a_band_and_none_is_no_chapter() {
    assert!(report::curve(&[], "nothing", "random").is_none());
    let few = report::curve(&curve(5), "all <together>", "random").unwrap().html.into_string();
    assert_eq!(few.matches("<circle").count(), 5);
    assert!(few.contains("all &lt;together&gt;") && !few.contains("polygon"));
    let many = report::curve(&curve(1000), "all", "random").unwrap().html.into_string();
    assert!(many.contains("polygon") && many.len() < 40_000, "{}", many.len());
    assert!(many.contains("<th scope=\"row\">10,000</th>"), "the last point is there");
}

#[test]
fn every_parameter_has_its_path() {
    let path: Vec<_> =
        (0..500).map(|n| PathPoint { games: n, point: vec![12.0, 1.0 + n as f64 / 500.0] }).collect();
    let html = report::path(&space(), &path).unwrap().html.into_string();
    assert_eq!(html.matches("<figure>").count(), 2);
    assert!(html.contains("chick-in-hand from 1 to 1.998"));
    assert!(report::path(&space(), &[]).is_none());
}

#[test]
fn the_verdict_is_said_plainly() {
    assert!(report::verdict(&proof(ProofVerdict::Accepted)).starts_with("Better, as 1,200 games show"));
    assert!(report::verdict(&proof(ProofVerdict::Rejected)).starts_with("Not better, as"));
    assert!(report::verdict(&proof(ProofVerdict::Undecided)).starts_with("Not shown to be better"));
    let html = report::proof(&proof(ProofVerdict::Accepted)).html.into_string();
    assert!(html.contains("&lt;b&gt;new&lt;/b&gt;") && html.contains("700, 20, 480") && html.contains("±∞"));
}

#[test]
fn what_comes_from_outside_is_text() {
    let hostile = "<script>alert('x')</script>";
    let chapters = [
        report::usage("dobutsu", hostile, hostile, Some(hostile)),
        report::repeat(hostile, &[("Agent", hostile.to_owned())], &[hostile.to_owned()]),
        report::troubles([(hostile, 3)]).unwrap(),
    ];
    assert!(chapters.iter().all(|chapter| !chapter.html.0.contains("<script")));
    assert!(report::troubles([]).is_none());
}
