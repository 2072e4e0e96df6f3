//! Claims in the running text of the study: how long a game is, how good A2 is against plain greed, how many turns there
//! are, and whether luck beats an advanced strategy.

use ludwerk_arena::stats::Z;
use ludwerk_samurai::board::Extent;

use crate::samurai::{IN_THREE_READINGS, Match, READINGS, Reading, Result, SOURCE, Seating};
use crate::verdict::{Estimate, Evidence};
use crate::{Experiment, Figure, Plan, Row, Verdict};

pub const EXPERIMENT: Experiment = Experiment {
    id: "samurai-text",
    source: SOURCE,
    published: "in the text: a game usually ends around 20 rounds; A2 takes 87 to 95% against B2; two turns ahead there are \
                more than 10 million possible moves; the random strategy could still beat some advanced strategies",
    measures: IN_THREE_READINGS,
    tolerance: "a mean or a share is confirmed if its 95% interval lies within the claimed bounds, 18 to 22 rounds for \
                'around 20', and refuted if it is outside them (5% level, Holm's correction for all tests of the table); \
                random beats an advanced strategy if it takes more than half against one of them; turns are counted",
    rows,
};

/// What counts as around 20 rounds.
const AROUND_20: [f64; 2] = [18.0, 22.0];
/// The share of A2 against B2.
const A2_V_B2: [f64; 2] = [0.87, 0.95];
/// Possible moves two turns ahead.
const MANY: u64 = 10_000_000;

/// Games for each row, and in a quick run.
const GAMES: [usize; 2] = [10_000, 400];
/// About what a game takes, in seconds.
const SECONDS: f64 = 3.5e-5;

const ADVANCED: [&str; 3] = ["samurai-a1", "samurai-a2", "samurai-a3"];

fn rows(plan: &mut Plan<'_>) -> Vec<Row> {
    let n_games = GAMES[usize::from(plan.quick())];
    let mut measure = |reading: &Reading, players: [&'static str; 2], seating: Seating| {
        let [one, other] = players.map(short);
        let what = format!("{one} v {other}, {}, {}", reading.name, seating.name());
        let players = players.map(|name| reading.spec(name));
        let games =
            Match { players, layout: reading.layout, seating, games: 0..n_games, seed: plan.stream(57) };
        (games.play(plan, &what, SECONDS, n_games), what)
    };
    let mut rows = Vec::new();
    for reading in READINGS {
        for seating in Seating::BOTH {
            let (result, what) = measure(reading, ["samurai-a2", "samurai-b2"], seating);
            let test = Evidence::of_range(result.estimate(), A2_V_B2);
            rows.push(Row::tested(what, Figure::Claim("87 to 95%"), result.share(), test));
            if seating == Seating::Rotated {
                let what = format!("rounds of a game of A2 v B2, {}", reading.name);
                let (rounds, figure) = mean_rounds(&result);
                let test = Evidence::of_range(rounds, AROUND_20);
                rows.push(Row::tested(what, Figure::Claim("around 20"), figure, test));
            }
        }
        let of_luck = ADVANCED.map(|name| measure(reading, ["samurai-b1", name], Seating::Rotated));
        rows.push(luck_row(reading, &of_luck.each_ref().map(|(result, _)| *result)));
        rows.extend(of_luck.into_iter().map(|(result, what)| Row::new(what, result.share())));
    }
    // The longest games: one tile a turn.
    let (slow, _) = measure(READINGS[0], ["samurai-b1"; 2], Seating::TestedFirst);
    rows.push(Row::new("rounds of a game of B1 v itself", mean_rounds(&slow).1));
    rows.extend(turn_rows());
    rows
}

/// `samurai-a2` as the study writes it, A2.
fn short(name: &str) -> String {
    name.trim_start_matches("samurai-").to_uppercase()
}

/// How many rounds a game has.
fn mean_rounds(result: &Result) -> (Estimate, Figure) {
    let games = result.games();
    let mean = result.rounds as f64 / games as f64;
    let variance = result.squared_rounds as f64 / games as f64 - mean * mean;
    let error = (variance / games as f64).sqrt();
    (Estimate { mean, error }, Figure::Mean { mean, ci95: [mean - Z * error, mean + Z * error], games })
}

/// Whether the random strategy takes more than half against any of the advanced ones: refuted if it is shown to take
/// less against each.
fn luck_row(reading: &Reading, results: &[Result]) -> Row {
    let tests = results.iter().map(|result| Evidence::of_side(result.estimate(), 0.5, true));
    let against_all = tests.map(|test| test.p).fold(0.0, f64::max);
    let best = results.iter().copied().max_by(|one, other| one.score().total_cmp(&other.score()));
    let best = best.unwrap_or_default();
    let test = if best.score() < 0.5 {
        Evidence::against(against_all, Verdict::Open)
    } else {
        Evidence::of_side(best.estimate(), 0.5, true)
    };
    let what = format!("B1 beats an advanced strategy, {}: its best share", reading.name);
    Row::tested(what, Figure::Claim("some"), best.share(), test)
}

/// How many turns there are with an ordinary tile and all four character tiles in hand, on the empty board.
fn turn_rows() -> Vec<Row> {
    let Extent { n_land, n_sea, .. } = Extent::of(2);
    let (n_land, n_sea) = (n_land as u64, n_sea as u64);
    let first = n_turns(n_land, n_sea);
    // The turns of the second player, after each number of tiles on land and at sea.
    let mut two: u64 = 0;
    for (on_land, ways_on_land) in land_parts(n_land).into_iter().enumerate() {
        for (at_sea, ways_at_sea) in sea_parts(n_sea).into_iter().enumerate() {
            let after = n_turns(n_land - on_land as u64, n_sea - at_sea as u64);
            two = two.saturating_add(ways_on_land.saturating_mul(ways_at_sea).saturating_mul(after));
        }
    }
    let verdict = Verdict::of_claim(Some(two > MANY));
    vec![
        Row::new("turns with one ordinary and four character tiles on the empty board", Figure::Count(first)),
        Row::measured(
            "the same for both players, one after the other",
            Figure::Claim("more than 10 million"),
            Figure::Count(two),
            verdict,
        ),
    ]
}

/// Ways to lay an ordinary tile and the ronin, by how many of them are laid.
fn land_parts(n_land: u64) -> [u64; 3] {
    [1, 2 * n_land, n_land * (n_land - 1)]
}

/// Ways to lay the stronger ship and the two equal ones, by how many of them are laid.
fn sea_parts(n_sea: u64) -> [u64; 4] {
    let pairs = n_sea * (n_sea - 1) / 2;
    [1, 2 * n_sea, n_sea * (n_sea - 1) + pairs, pairs * (n_sea - 2)]
}

/// All turns: sets of tiles on spaces, the empty one included.
fn n_turns(n_land: u64, n_sea: u64) -> u64 {
    land_parts(n_land).iter().sum::<u64>() * sea_parts(n_sea).iter().sum::<u64>()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::run::quick_rows;

    #[test]
    fn parts_are_counted_as_they_are_listed_one_by_one() {
        const N: usize = 5;
        let mut listed = [BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new()];
        // Each ship on a space or, as N, on none; the two equal ones in any order.
        for strong in 0..=N {
            for one in 0..=N {
                for other in 0..=N {
                    let laid: Vec<_> = [strong, one, other].into_iter().filter(|&space| space < N).collect();
                    let spaces: BTreeSet<_> = laid.iter().collect();
                    if spaces.len() == laid.len() {
                        listed[laid.len()].insert((strong, one.min(other), one.max(other)));
                    }
                }
            }
        }
        assert_eq!(listed.map(|ways| ways.len() as u64), sea_parts(N as u64));
        assert_eq!(land_parts(3), [1, 6, 6]);
    }

    #[test]
    fn luck_is_refuted_by_all_of_them_together() {
        let of = |wins: [usize; 3]| {
            let results = wins.map(|wins| Result { wins, losses: 1000 - wins, ..Result::default() });
            luck_row(READINGS[0], &results).verdict
        };
        assert_eq!(of([100, 200, 300]), Verdict::Refuted);
        assert_eq!(of([100, 200, 495]), Verdict::Open);
        assert_eq!(of([100, 200, 600]), Verdict::Confirmed);
    }

    #[test]
    fn every_claim_has_its_rows() {
        let rows = quick_rows(&EXPERIMENT);
        assert_eq!(rows.len(), 3 * (2 + 1 + 1 + 3) + 1 + 2);
        let rounds = rows.iter().find(|row| row.what.starts_with("rounds")).unwrap();
        assert!(
            matches!(rounds.ours, Figure::Mean { mean, .. } if (5.0..40.0).contains(&mean)),
            "{rounds:?}"
        );
    }
}
