//! Ratings of tournaments that are small enough to work out, or cruel.

use ludwerk_core::Rng;

use super::*;

/// A tournament of two from wins, draws and losses of the first.
fn two(wins: u64, draws: u64, losses: u64) -> Rankings {
    let mut games = Rankings::default();
    games.add_times(&[vec![0], vec![1]], wins);
    games.add_times(&[vec![0, 1]], draws);
    games.add_times(&[vec![1], vec![0]], losses);
    games
}

fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() < tolerance
}

fn is_sane(fit: &Fit) {
    for rating in &fit.ratings {
        assert!(rating.elo.is_finite() && rating.error >= 0.0, "{fit:?}");
    }
    assert!(near(fit.ratings.iter().map(|rating| rating.elo).sum(), 0.0, 1e-6), "{fit:?}");
    for (a, row) in fit.los.iter().enumerate() {
        for (b, los) in row.iter().enumerate() {
            assert!((0.0..=1.0).contains(los) && near(los + fit.los[b][a], 1.0, 1e-9), "{fit:?}");
        }
    }
    assert!(fit.scale.is_finite());
}

/// Without a prior the ratio of worths is that of wins to losses, and of ties draws / √(wins · losses).
#[test]
fn two_agents_are_rated_by_hand() {
    let fit = two(50, 40, 10).fit_with_prior(2, 0.0);
    assert!(near(fit.log_worths[0] - fit.log_worths[1], 5f64.ln(), 1e-6));
    assert!(near(fit.tie_strengths[&2], 40.0 / 500f64.sqrt(), 1e-6));
    // Close to the Elo of the score, 70%: that is what the scale is for.
    let difference = fit.difference(0, 1).elo;
    assert!(near(difference, super::super::elo_of_score(0.7), 1.0), "{difference}");
    assert!(near(two(75, 0, 25).fit_with_prior(2, 0.0).difference(0, 1).elo, 190.85, 0.01));
}

/// The information of a game between equals without draws is a quarter: ±1.96 · 2 / √400 in logarithms.
#[test]
fn the_error_of_two_equals_is_the_textbook_one() {
    let difference = two(200, 0, 200).fit_with_prior(2, 0.0).difference(0, 1);
    assert!(near(difference.error, Z * ELO_PER_NAT * 2.0 / 20.0, 1e-3), "{difference:?}");
    let draws = two(50, 300, 50).fit(2).difference(0, 1);
    assert!(draws.error < difference.error * 0.6, "draws vary less: {draws:?}");
}

#[test]
fn the_order_of_games_and_of_agents_in_a_tier_does_not_matter() {
    let games = [vec![vec![0, 1], vec![2]], vec![vec![2], vec![1, 0]], vec![vec![1], vec![0], vec![2]]];
    let (mut one, mut other) = (Rankings::default(), Rankings::default());
    for game in &games {
        one.add(game);
    }
    for game in games.iter().rev() {
        let reversed: Vec<Vec<usize>> =
            game.iter().map(|tier| tier.iter().rev().copied().collect()).collect();
        other.add(&reversed);
    }
    assert_eq!(one, other);
    assert_eq!(one.fit(3), other.fit(3));
}

#[test]
fn nothing_and_nobody_are_no_trouble() {
    assert_eq!(Rankings::default().fit(0).ratings, []);
    let fit = Rankings::default().fit(3);
    is_sane(&fit);
    assert!(fit.ratings.iter().all(|rating| rating.error == f64::INFINITY));
    let mut alone = Rankings::default();
    alone.add(&[vec![0], vec![0]]);
    alone.add(&[vec![0, 0]]);
    alone.add(&[]);
    alone.add(&[vec![1]]);
    let fit = alone.fit(2);
    is_sane(&fit);
    assert!(fit.ratings.iter().all(|rating| rating.elo == 0.0 && rating.error == f64::INFINITY));
}

#[test]
fn who_won_everything_is_far_ahead_and_finite() {
    let (ten, hundred) = (two(10, 0, 0).fit(2), two(100, 0, 0).fit(2));
    is_sane(&ten);
    is_sane(&hundred);
    let (few, many) = (ten.difference(0, 1).elo, hundred.difference(0, 1).elo);
    // About the rating of one half-point lost: 400 log10 of 19 and of 199.
    assert!(near(few, 511.0, 80.0) && near(many, 919.0, 80.0), "{few} {many}");
    assert!(ten.los[0][1] > 0.9 && hundred.los[0][1] > ten.los[0][1]);
    is_sane(&two(1_000_000_000, 0, 0).fit(2));
    is_sane(&two(1_000_000_000, 0, 0).fit_with_prior(2, 0.0));
}

#[test]
fn draws_only_leave_all_equal_within_little() {
    for n in [1, 10, 1000] {
        let fit = two(0, n, 0).fit(2);
        is_sane(&fit);
        assert!(near(fit.ratings[0].elo, 0.0, 1e-6) && fit.ratings[0].error < 800.0 / (n as f64).sqrt());
    }
    let mut three = Rankings::default();
    three.add_times(&[vec![0, 1, 2]], 500);
    is_sane(&three.fit(3));
}

#[test]
fn unlinked_groups_are_not_compared() {
    let mut games = two(30, 0, 10);
    games.add_times(&[vec![2], vec![3]], 10);
    let fit = games.fit(5);
    is_sane(&fit);
    assert_eq!(fit.groups, [0, 0, 2, 2, 4]);
    assert_eq!(fit.los[0][3], 0.5);
    assert_eq!(fit.difference(0, 2).error, f64::INFINITY);
    assert!(near(fit.ratings[0].elo + fit.ratings[1].elo, 0.0, 1e-9));
    assert!(fit.ratings[2].error.is_finite() && fit.ratings[4].error == f64::INFINITY);
}

/// Winner and losers of a game of three: the losers stand together in every game and are told apart by
/// their wins alone. The share of wins is the share of worth.
#[test]
fn losers_that_are_not_told_apart_are_not_tied() {
    let mut games = Rankings::default();
    for (winner, times) in [(0, 60), (1, 30), (2, 10)] {
        let losers = (0..3).filter(|&agent| agent != winner).collect();
        games.add_times(&[vec![winner], losers], times);
    }
    let fit = games.fit_with_prior(3, 0.0);
    is_sane(&fit);
    assert!(fit.tie_strengths.is_empty() && near(fit.scale, 1.0, 1e-12));
    assert!(near(fit.log_worths[0] - fit.log_worths[2], 6f64.ln(), 1e-6));
    assert!(near(fit.log_worths[1] - fit.log_worths[2], 3f64.ln(), 1e-6));
}

/// One seat against three of another: at equal strength it wins a quarter of the games.
#[test]
fn an_agent_with_several_seats_is_no_stronger_for_it() {
    let mut games = Rankings::default();
    games.add_times(&[vec![0], vec![1, 1, 1]], 25);
    games.add_times(&[vec![1], vec![0, 1, 1]], 75);
    let fit = games.fit(2);
    is_sane(&fit);
    assert!(near(fit.difference(0, 1).elo, 0.0, 1e-6));
}

/// Plays games of `n_seats` between agents of known strength by the model itself.
fn simulate(rng: &mut Rng, elos: &[f64], n_seats: usize, tie: f64, n_games: usize) -> Rankings {
    let mut games = Rankings::default();
    for _ in 0..n_games {
        let mut seats: Vec<usize> = (0..elos.len()).collect();
        rng.shuffle(&mut seats);
        seats.truncate(n_seats);
        let mut sets: Vec<Vec<usize>> = seats.iter().map(|&seat| vec![seat]).collect();
        for (i, &one) in seats.iter().enumerate() {
            sets.extend(seats[..i].iter().map(|&other| vec![one, other]));
        }
        let weight = |set: &Vec<usize>| {
            let log: f64 = set.iter().map(|&agent| elos[agent] / ELO_PER_NAT).sum::<f64>() / set.len() as f64;
            log.exp() * if set.len() == 2 { tie } else { 1.0 }
        };
        let mut at = rng.unit() * sets.iter().map(weight).sum::<f64>();
        let won = sets.iter().find(|set| {
            at -= weight(set);
            at < 0.0
        });
        let won = won.unwrap_or(&sets[0]).clone();
        let lost = seats.iter().copied().filter(|seat| !won.contains(seat)).collect();
        games.add(&[won, lost]);
    }
    games
}

/// The 95% intervals hold the truth in about 95% of simulated tournaments of two, three and four.
#[test]
fn the_intervals_hold_the_truth_as_often_as_they_say() {
    let elos = [120.0, 40.0, -10.0, -150.0];
    for (n_seats, tie) in [(2, 0.0), (2, 1.0), (3, 0.3), (4, 0.0)] {
        let mut rng = Rng::new(7);
        let (mut n_holding, mut n_all) = (0, 0);
        for _ in 0..250 {
            let fit = simulate(&mut rng, &elos, n_seats, tie, 200).fit(elos.len());
            is_sane(&fit);
            for (rating, elo) in fit.ratings.iter().zip(elos) {
                // What the model calls Elo is flattened by draws.
                n_holding += usize::from((rating.elo / fit.scale - elo).abs() <= rating.error / fit.scale);
                n_all += 1;
            }
        }
        let part = f64::from(n_holding as u32) / f64::from(n_all);
        assert!((0.93..=0.97).contains(&part), "{n_seats} seats, ties of {tie}: {part}");
    }
}

/// Many agents and many different games: bounded work, and the strongest come first.
#[test]
fn a_large_tournament_is_fitted() {
    let elos: Vec<f64> = (0..60).map(|agent| 300.0 - 10.0 * f64::from(agent)).collect();
    let fit = simulate(&mut Rng::new(3), &elos, 4, 0.2, 6000).fit(elos.len());
    is_sane(&fit);
    assert!(fit.ratings[0].elo > fit.ratings[30].elo && fit.ratings[30].elo > fit.ratings[59].elo);
    assert!(fit.los[0][59] > 0.999);
}
