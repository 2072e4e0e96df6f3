//! Our statistics against what other programs printed for the same results.
//!
//! Every test names the program, where its output was printed, and what differs between its model and ours.
//! Tolerances are the digits that were printed, unless the models differ.

use ludwerk_arena::stats::pairs::{PairSummary, Pairs, ScoreCounts};
use ludwerk_arena::stats::rating::Rankings;
use ludwerk_arena::stats::sprt::{Sprt, Verdict, expected_share};
use ludwerk_arena::stats::{Z, elo_of_score, normal_cdf};
use ludwerk_core::Rng;

fn assert_near(what: &str, ours: f64, theirs: f64, tolerance: f64) {
    assert!((ours - theirs).abs() <= tolerance, "{what}: {ours} is not {theirs} ± {tolerance}");
}

/// Pairs of games with 0, ½, 1, 1½ and 2 points.
fn pentanomial(counts: [u64; 5]) -> ScoreCounts {
    let mut scores = ScoreCounts::pairs();
    for (score, times) in [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(counts) {
        scores.add_times(score, times);
    }
    scores
}

/// Single games.
fn trinomial(wins: u64, losses: u64, draws: u64) -> ScoreCounts {
    let mut scores = ScoreCounts::games();
    for (score, times) in [(1.0, wins), (0.5, draws), (0.0, losses)] {
        scores.add_times(score, times);
    }
    scores
}

fn pairs_of(bouts: &[(&[f64], u64)]) -> PairSummary {
    let mut pairs = Pairs::default();
    for (scores, times) in bouts {
        (0..*times).for_each(|_| pairs.add(scores));
    }
    pairs.summary().unwrap()
}

/// Pairs with two losses, a loss and a draw, a win and a loss, two draws, a win and a draw, two wins.
fn paired(counts: [u64; 6]) -> PairSummary {
    let [ll, ld, wl, dd, wd, ww] = counts;
    let kinds: [&[f64]; 6] = [&[0.0, 0.0], &[0.0, 0.5], &[1.0, 0.0], &[0.5, 0.5], &[1.0, 0.5], &[1.0, 1.0]];
    pairs_of(&kinds.into_iter().zip([ll, ld, wl, dd, wd, ww]).collect::<Vec<_>>())
}

/// The plain error of Elo, as other programs print it: without imagined games.
fn plain_elo_error(summary: &PairSummary) -> f64 {
    let end = |sign: f64| elo_of_score(summary.score + sign * Z * summary.standard_error);
    (end(1.0) - end(-1.0)) / 2.0
}

fn plain_los(summary: &PairSummary) -> f64 {
    normal_cdf((summary.score - 0.5) / summary.standard_error)
}

/// Fastchess, `app/tests/sprt_test.cpp` (logistic model), and the numbers of Fishtest that it cites. Fastchess
/// checks itself to one percent, so a hundredth is the most that can be asked.
#[test]
fn fastchess_sprt() {
    let llr = |elo0, elo1, counts: &ScoreCounts| Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().llr(counts);
    assert_near("trinomial 1", llr(0.5, 2.5, &trinomial(21404, 21184, 40708)), -1.57, 0.016);
    assert_near("trinomial 2", llr(0.0, 2.0, &trinomial(57433, 57030, 106_593)), -2.59, 0.026);
    let counts = pentanomial([223, 9863, 20279 + 1000, 10037, 246]);
    assert_near("pentanomial 1", llr(0.5, 2.5, &counts), -3.07, 0.03);
    let counts = pentanomial([871, 26175, 55003 + 980, 26678, 821]);
    assert_near("pentanomial 2", llr(0.0, 2.0, &counts), -4.98, 0.05);
}

/// Fishtest, as pasted into pull requests of Stockfish while its bounds were in logistic Elo (braces): numbers
/// 3209, 3098, 2971, 3331, 2951 and 3232 of 2020 and 2021. Fishtest prints the ratio of the moment at which
/// it stopped, a few games before the counts were final, hence two hundredths more.
#[test]
fn fishtest_sprt() {
    let published: [(f64, f64, f64, [u64; 5]); 11] = [
        (2.94, -0.25, 1.25, [253, 4282, 17604, 4431, 286]),
        (2.97, 0.25, 1.25, [58, 3302, 33130, 3518, 84]),
        (2.96, -0.25, 1.25, [491, 7345, 29693, 7670, 465]),
        (2.97, 0.25, 1.25, [53, 2220, 21459, 2445, 47]),
        (2.96, -0.50, 1.50, [17, 253, 1042, 337, 39]),
        (2.93, 0.25, 1.75, [11, 407, 3238, 513, 11]),
        (2.94, -0.25, 1.25, [115, 2196, 11328, 2317, 136]),
        (2.93, 0.25, 1.25, [14, 1030, 14318, 1163, 19]),
        (2.95, -0.50, 1.50, [59, 754, 2467, 865, 75]),
        (2.95, 0.25, 1.75, [33, 1185, 8378, 1302, 50]),
        (2.94, -0.25, 1.25, [85, 1800, 8241, 1930, 100]),
    ];
    for (theirs, elo0, elo1, counts) in published {
        let ours = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().llr(&pentanomial(counts));
        assert_near(&format!("{counts:?}"), ours, theirs, 0.03);
    }
}

/// Cutechess, issue 543: a match that its test stopped, with all that it printed.
#[test]
fn cutechess_match() {
    let test = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
    let llr = test.llr(&trinomial(880, 759, 1863));
    assert_near("llr", llr, 2.95, 0.005);
    assert_eq!(test.verdict(llr), Verdict::Accepted);
    let (lower, upper) = test.bounds();
    assert_near("lower bound", lower, -2.94, 0.005);
    assert_near("upper bound", upper, 2.94, 0.005);
    let games = pairs_of(&[(&[1.0], 880), (&[0.5], 1863), (&[0.0], 759)]);
    assert_near("score", games.score, 0.517, 0.0005);
    assert_near("Elo", games.elo, 12.0, 0.05);
    assert_near("error", plain_elo_error(&games), 7.9, 0.05);
    assert_near("LOS", 100.0 * plain_los(&games), 99.9, 0.05);
    assert_near("draws", 100.0 * games.draw_ratio, 53.2, 0.05);
    // Our own interval imagines a few games more: no difference that would be printed.
    assert_near("our error", games.elo_error, 7.9, 0.05);
}

/// Fastchess, `app/tests/elo_test.cpp`: single games.
#[test]
fn fastchess_elo_of_games() {
    let games = |wins, losses, draws| pairs_of(&[(&[1.0], wins), (&[0.5], draws), (&[0.0], losses)]);
    let first = games(76, 89, 123);
    assert_near("nElo 1", first.nelo.unwrap(), -20.76, 0.005);
    assert_near("nElo error 1", first.nelo_error, 40.13, 0.005);
    assert_near("LOS 1", 100.0 * plain_los(&first), 15.53, 0.005);
    let second = games(136, 96, 111);
    assert_near("nElo 2", second.nelo.unwrap(), 49.77, 0.005);
    assert_near("nElo error 2", second.nelo_error, 36.77, 0.005);
    assert_near("Elo 2", second.elo, 40.70, 0.005);
    assert_near("Elo error 2", plain_elo_error(&second), 30.43, 0.005);
    assert_near("LOS 2", 100.0 * plain_los(&second), 99.60, 0.005);
    let third = games(34, 356, 0);
    assert_near("nElo 3", third.nelo.unwrap(), -508.44, 0.005);
    assert_near("nElo error 3", third.nelo_error, 34.48, 0.005);
}

/// Fastchess, `app/tests/elo_test.cpp`: pairs of games.
#[test]
fn fastchess_elo_of_pairs() {
    let published = [
        ([34, 54, 31, 32, 64, 75], [57.94, 28.28, 55.58, 27.65, 100.00]),
        ([332, 433, 457, 41, 333, 334], [-9.17, 10.96, -8.64, 10.33, 5.05]),
        ([7895, 8757, 5485, 200, 568, 9999], [-19.01, 2.65, -21.04, 2.95, 0.0]),
    ];
    for (counts, [nelo, nelo_error, elo, elo_error, los]) in published {
        let pairs = paired(counts);
        assert_near("nElo", pairs.nelo.unwrap(), nelo, 0.006);
        assert_near("nElo error", pairs.nelo_error, nelo_error, 0.006);
        assert_near("Elo", pairs.elo, elo, 0.006);
        assert_near("Elo error", plain_elo_error(&pairs), elo_error, 0.006);
        assert_near("LOS", 100.0 * plain_los(&pairs), los, 0.006);
    }
}

/// Fastchess, output of a match: issue 807 of its repository, and pull request 727 of Cinder. The first has few
/// pairs, so our cautious interval is a little wider than the printed one.
#[test]
fn fastchess_match() {
    let match_807 = paired([30, 6, 18, 0, 0, 6]);
    assert_near("Elo", match_807.elo, -168.40, 0.005);
    assert_near("Elo error", plain_elo_error(&match_807), 73.37, 0.005);
    assert_near("nElo", match_807.nelo.unwrap(), -170.08, 0.005);
    assert_near("nElo error", match_807.nelo_error, 62.16, 0.01);
    assert_near("even pairs", 100.0 * match_807.even_ratio, 30.0, 0.005);
    assert_near("pairs ratio", match_807.pairs_ratio.unwrap(), 0.17, 0.005);
    assert_eq!((match_807.games, match_807.wins, match_807.losses, match_807.draws), (120, 30, 84, 6));
    assert_near("our error", match_807.elo_error, 73.37, 4.0);
    // The 610 even pairs are split so that wins, draws and losses are the printed ones.
    let match_727 = paired([50, 287, 283, 327, 387, 73]);
    assert_near("Elo", match_727.elo, 18.04, 0.005);
    assert_near("Elo error", plain_elo_error(&match_727), 8.23, 0.005);
    assert_near("nElo", match_727.nelo.unwrap(), 28.19, 0.005);
    assert_near("nElo error", match_727.nelo_error, 12.84, 0.005);
    assert_near("even pairs", 100.0 * match_727.even_ratio, 43.35, 0.005);
    assert_near("pairs ratio", match_727.pairs_ratio.unwrap(), 1.36, 0.005);
    assert_eq!((match_727.wins, match_727.losses, match_727.draws), (816, 670, 1328));
    assert_near("our error", match_727.elo_error, 8.23, 0.05);
}

/// The R package `PlackettLuce` 0.4, vignette «Introduction to PlackettLuce»: chocolate puddings compared in
/// pairs with ties (Davidson 1970), six brands in 745 comparisons, without prior. The data are those of the
/// package; the printed fit was stopped after 7 iterations, hence the tolerances of half a thousandth.
#[test]
fn plackett_luce_pudding() {
    let mut games = Rankings::default();
    for (i, j, i_won, j_won, tied) in [
        (1, 2, 19, 22, 16),
        (1, 3, 16, 19, 12),
        (2, 3, 19, 19, 10),
        (1, 4, 18, 23, 13),
        (2, 4, 23, 19, 9),
        (3, 4, 19, 20, 15),
        (1, 5, 13, 19, 18),
        (2, 5, 16, 20, 12),
        (3, 5, 16, 15, 17),
        (4, 5, 17, 14, 16),
        (1, 6, 18, 21, 12),
        (2, 6, 22, 20, 12),
        (3, 6, 13, 18, 10),
        (4, 6, 14, 19, 18),
        (5, 6, 11, 21, 12),
    ] {
        games.add_times(&[vec![i - 1], vec![j - 1]], i_won);
        games.add_times(&[vec![j - 1], vec![i - 1]], j_won);
        games.add_times(&[vec![i - 1, j - 1]], tied);
    }
    assert_eq!(games.n_games(), 745);
    let fit = games.fit_with_prior(6, 0.0);
    let per_nat = fit.scale * 400.0 / 10f64.ln();
    // Estimates and standard errors against the first brand.
    let published =
        [(0.2202, 0.1872), (0.1530, 0.1935), (0.1753, 0.1882), (0.1339, 0.1927), (0.3771, 0.1924)];
    for (brand, (estimate, error)) in (1..).zip(published) {
        assert_near("estimate", fit.log_worths[brand] - fit.log_worths[0], estimate, 0.0005);
        assert_near("standard error", fit.difference(brand, 0).error / (Z * per_nat), error, 0.0001);
        assert_near("in Elo", fit.difference(brand, 0).elo / per_nat, estimate, 0.0005);
    }
    assert_near("ties", fit.tie_strengths[&2].ln(), -0.2919, 0.0005);
    assert_near("ties", fit.tie_strengths[&2], 0.746_814_7, 0.0005);
}

/// The same package, help page of `PlackettLuce`: six rankings of four fruits with ties of two and three,
/// without prior and with its default prior, which is ours.
#[test]
fn plackett_luce_fruits() {
    const APPLE: usize = 0;
    const BANANA: usize = 1;
    const ORANGE: usize = 2;
    const PEAR: usize = 3;
    let mut games = Rankings::default();
    games.add(&[vec![APPLE], vec![BANANA]]);
    games.add(&[vec![BANANA], vec![ORANGE], vec![PEAR], vec![APPLE]]);
    games.add(&[vec![BANANA, ORANGE, PEAR], vec![APPLE]]);
    games.add(&[vec![APPLE], vec![BANANA], vec![ORANGE]]);
    games.add(&[vec![BANANA, ORANGE], vec![APPLE]]);
    games.add(&[vec![APPLE], vec![PEAR], vec![ORANGE]]);
    let published = [
        (0.0, [0.294_287_5, -0.733_511_3, -0.119_096_0, -1.861_946_7, -0.736_973_5]),
        (0.5, [0.252_873_79, -0.613_506_84, -0.086_884_75, -2.150_681_11, -0.792_453_58]),
    ];
    for (prior, [banana, orange, pear, ties_of_2, ties_of_3]) in published {
        let fit = games.fit_with_prior(4, prior);
        for (fruit, estimate) in [(BANANA, banana), (ORANGE, orange), (PEAR, pear)] {
            assert_near("estimate", fit.log_worths[fruit] - fit.log_worths[APPLE], estimate, 2e-6);
        }
        assert_near("ties of 2", fit.tie_strengths[&2].ln(), ties_of_2, 2e-6);
        assert_near("ties of 3", fit.tie_strengths[&3].ln(), ties_of_3, 2e-6);
    }
}

/// The same vignette: a network in which D lost its only game, without D and without prior, and with both.
#[test]
fn plackett_luce_unlinked() {
    let mut games = Rankings::default();
    for (winner, loser) in [(0, 1), (2, 0), (1, 0), (1, 2)] {
        games.add(&[vec![winner], vec![loser]]);
    }
    let fit = games.fit_with_prior(3, 0.0);
    let per_nat = 400.0 / 10f64.ln();
    for (agent, estimate, error) in [(1, 0.8392, 1.3596), (2, 0.4196, 1.5973)] {
        assert_near("estimate", fit.log_worths[agent] - fit.log_worths[0], estimate, 0.000_06);
        assert_near("standard error", fit.difference(agent, 0).error / (Z * per_nat), error, 0.000_06);
    }
    games.add(&[vec![0], vec![3]]);
    let fit = games.fit(4);
    for (agent, estimate) in [(1, 0.518_418_5), (2, 0.135_470_7), (3, -1.153_756_5)] {
        assert_near("estimate", fit.log_worths[agent] - fit.log_worths[0], estimate, 2e-6);
    }
}

/// Ordo, output in pull request 319 of Fairy-Stockfish: eight levels, each pair playing 8 games. Ordo counts a
/// draw as half a win and half a loss, so its ratings follow from the points alone; here every half-point is a
/// game won, which has the same most likely ratings. Its scale is 202 Elo for 76%, where ours is 200.24.
#[test]
fn ordo_round_robin() {
    const HALF_POINTS: [u64; 8] = [94, 92, 91, 68, 44, 25, 18, 16];
    const ORDO: [f64; 8] = [1400.0, 1376.7, 1365.2, 1102.9, 803.0, 583.6, 502.6, 478.3];
    // Half-points of each pair: half of 16 each at first, then moved from who has too many to who has too few.
    let mut points = [[8u64; 8]; 8];
    loop {
        let excess = |points: &[[u64; 8]; 8], a: usize| {
            (0..8).filter(|&b| b != a).map(|b| points[a][b]).sum::<u64>() as i64 - HALF_POINTS[a] as i64
        };
        let Some(rich) = (0..8).find(|&a| excess(&points, a) > 0) else { break };
        let poor = (0..8).find(|&b| excess(&points, b) < 0).unwrap();
        // Directly, or through somebody whose sum stays what it is.
        if points[rich][poor] > 0 {
            points[rich][poor] -= 1;
            points[poor][rich] += 1;
        } else {
            let between =
                |c: &usize| *c != rich && *c != poor && points[rich][*c] > 0 && points[*c][poor] > 0;
            let through = (0..8).find(between).unwrap();
            points[rich][through] -= 1;
            points[through][rich] += 1;
            points[through][poor] -= 1;
            points[poor][through] += 1;
        }
    }
    let mut games = Rankings::default();
    for (a, row) in points.iter().enumerate() {
        for (b, &times) in row.iter().enumerate().filter(|&(b, _)| b != a) {
            games.add_times(&[vec![a], vec![b]], times);
        }
    }
    let fit = games.fit_with_prior(8, 0.0);
    let scale = 202.0 / elo_of_score(0.76);
    for (agent, theirs) in ORDO.into_iter().enumerate() {
        assert_near("rating", fit.difference(agent, 0).elo * scale, theirs - ORDO[0], 0.15);
    }
    // Our prior draws so wide a field together, by 6% at these numbers of games and well within the errors.
    let with_prior = games.fit(8).difference(0, 7);
    assert_near("with the prior", with_prior.elo * scale, ORDO[0] - ORDO[7], 0.06 * (ORDO[0] - ORDO[7]));
    assert!(with_prior.error > 0.06 * (ORDO[0] - ORDO[7]));
}

/// Ordo's manual, example of `-j`: the confidence of superiority for a difference and its deviation.
#[test]
fn ordo_superiority() {
    for (difference, deviation, confidence) in [(-35.0, 9.0, 0.0), (6.0, 11.0, 71.0), (23.0, 10.0, 99.0)] {
        assert_near("CFS", 100.0 * normal_cdf(difference / deviation), confidence, 0.5);
    }
}

/// Bayeselo, as printed for the second stage of the first Computer Chess Championship of chess.com (2018) in the
/// Leela Chess Zero blog of 26 September 2018: eight engines, ten games a pair, 63% draws.
///
/// Bayeselo's model of draws is another one: a draw is where neither side is ahead by a fixed number of Elo, 97.3 if
/// it is not told, with which it expects half as many draws as there were. It also knows who had white, and its
/// prior is two draws. So its ratings are four fifths of ours here, in the same order and to 5 Elo; and its
/// intervals are wider. Where draws count as half a win and half a loss, as in Ordo, ours agree to 5 Elo.
#[test]
fn bayeselo_championship() {
    const TABLE: [&str; 8] = [
        "---------- =1=1=1=1=1 ===1=====1 ====1===== 1=1=1=1=11 11=11=1=1= =1=111===1 11=11111==",
        "=0=0=0=0=0 ---------- 1==1==01=1 ========1= 1==1=1==== 11=11=1==1 =1===1=1=1 1=1=1===1=",
        "===0=====0 0==0==10=0 ---------- ======0=01 1====1===1 1==101==== 1==1==1==1 1==1=1=1==",
        "====0===== ========0= ======1=10 ---------- ========10 =111=0==== 11====1=== 10====101=",
        "0=0=0=0=00 0==0=0==== 0====0===0 ========01 ---------- ==0=0====1 ======1=== 1=1=10=11=",
        "00=00=0=0= 00=00=0==0 0==010==== =000=1==== ==1=1====0 ---------- ===1=1=1== =====0=1==",
        "=0=000===0 =0===0=0=0 0==0==0==0 00====0=== ======0=== ===0=0=0== ---------- ====1=====",
        "00=00000== 0=0=0===0= 0==0=0=0== 01====010= 0=0=01=00= =====1=0== ====0===== ----------",
    ];
    const BAYESELO: [(f64, f64); 8] = [
        (198.0, 56.5),
        (133.0, 54.5),
        (102.0, 53.5),
        (98.0, 52.0),
        (50.0, 53.0),
        (34.0, 54.5),
        (11.0, 53.0),
        (0.0, 55.0),
    ];
    let (mut games, mut halved) = (Rankings::default(), Rankings::default());
    for (a, row) in TABLE.iter().enumerate() {
        for (b, results) in row.split(' ').enumerate().filter(|&(b, _)| b > a) {
            let (won, lost) = ([vec![a], vec![b]], [vec![b], vec![a]]);
            for result in results.chars() {
                let (game, halves) = match result {
                    '1' => (won.to_vec(), [&won, &won]),
                    '0' => (lost.to_vec(), [&lost, &lost]),
                    _ => (vec![vec![a, b]], [&won, &lost]),
                };
                games.add(&game);
                for half in halves {
                    halved.add(half);
                }
            }
        }
    }
    assert_eq!(games.n_games(), 280);
    let fit = games.fit(8);
    // The same games with a draw as half a win and half a loss, as Ordo has it.
    let halves = halved.fit(8);
    for (agent, (theirs, error)) in BAYESELO.into_iter().enumerate() {
        let ours = fit.difference(agent, 7).elo;
        assert_near("bayeselo", 0.8 * ours, theirs, 5.0);
        assert_near("as Ordo", ours, halves.difference(agent, 7).elo, 5.0);
        assert!(agent == 0 || fit.ratings[agent].elo < fit.ratings[agent - 1].elo);
        let own = fit.ratings[agent].error;
        assert!(own < error && own > 0.6 * error, "error {own}, theirs {error}");
    }
}

/// Plays pairs until the test ends; whether it accepted. Both games of a pair share the luck of the opening.
fn accepts(test: &Sprt, rng: &mut Rng, elo: f64) -> bool {
    let mut counts = ScoreCounts::pairs();
    for _ in 0..100_000 {
        let luck = 150.0 * (rng.unit() - 0.5);
        let mut game = |elo: f64| match rng.unit() {
            // A third of the games are draws.
            u if u < 1.0 / 3.0 => 0.5,
            u => f64::from(u8::from((u - 1.0 / 3.0) * 1.5 < expected_share(&[(1, 1)], elo * 1.5))),
        };
        counts.add(f64::midpoint(game(elo + luck), game(elo - luck)));
        match test.verdict(test.llr(&counts)) {
            Verdict::Accepted => return true,
            Verdict::Rejected => return false,
            Verdict::Open => {}
        }
    }
    panic!("the test did not end");
}

/// The risks that were asked for hold in simulated matches. Elo differences that are whole tens, so
/// that tests end after some hundreds of pairs.
#[test]
fn sprt_keeps_its_promises() {
    let test = Sprt::new(0.0, 60.0, 0.05, 0.10).unwrap();
    let mut rng = Rng::new(11);
    let n = 400;
    let wrongly_accepted = (0..n).filter(|_| accepts(&test, &mut rng, 0.0)).count();
    let wrongly_rejected = (0..n).filter(|_| !accepts(&test, &mut rng, 60.0)).count();
    // Three standard deviations above 5% and 10% of 400 are 33 and 58.
    assert!(wrongly_accepted <= 33, "{wrongly_accepted} of {n} accepted wrongly");
    assert!(wrongly_rejected <= 58, "{wrongly_rejected} of {n} rejected wrongly");
    // Overshooting the bounds makes it a little safer than promised, not absurdly so.
    assert!(wrongly_accepted >= 4 && wrongly_rejected >= 8, "{wrongly_accepted}, {wrongly_rejected}");
}

/// Bouts of three: the agent sits at each seat once, and its score is the mean of its shares.
#[test]
fn sprt_works_for_three() {
    let test = Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
    let expected = |elo: f64| expected_share(&[(1, 2)], elo);
    let mut rng = Rng::new(5);
    for (elo, verdict) in [(0.0, Verdict::Rejected), (100.0, Verdict::Accepted)] {
        let n_right = (0..100)
            .filter(|_| {
                let mut counts = ScoreCounts::default();
                loop {
                    let wins = (0..3).filter(|_| rng.unit() < expected(elo)).count();
                    counts.add(wins as f64 / 3.0);
                    let so_far = test.verdict(test.llr_with(&counts, expected));
                    if so_far != Verdict::Open {
                        break so_far == verdict;
                    }
                }
            })
            .count();
        assert!(n_right >= 88, "{n_right} of 100 at {elo}");
    }
}
