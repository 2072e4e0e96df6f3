//! The methods on games that are only drawn by lot: how strong a point is, is known, so it is known what they find.

use ludwerk_arena::stats::score_of_elo;
use ludwerk_core::Rng;
use ludwerk_learn::cma::{CmaSettings, CmaTuner};
use ludwerk_learn::ga::{Ga, GaSettings};
use ludwerk_learn::method::{Budget, Method, Question, Rival};
use ludwerk_learn::space::{Space, WeightChoice};
use ludwerk_learn::spsa::{Spsa, SpsaSettings};
use ludwerk_learn::trial::{Bout, Score};

use crate::{game, spec};

/// Seven weights of Dobutsu Shogi, from 0 to 30, that start at 2 to 12.
fn space() -> Space {
    Space::new(&game("dobutsu"), &spec("greedy"), &WeightChoice::All, &[]).unwrap()
}

/// Where the strongest point lies, in units of the scale from the start; the start is 160 Elo weaker.
const GOAL: [f64; 7] = [1.0, -2.0, 1.5, -3.0, 2.0, 0.5, 2.5];

/// What a unit away from the goal costs, squared.
const ELO_A_UNIT: f64 = 6.0;

fn elo(space: &Space, point: &[f64]) -> f64 {
    let scaled = space.to_scaled(point);
    -ELO_A_UNIT * scaled.iter().zip(GOAL).map(|(x, goal)| (x - goal).powi(2)).sum::<f64>()
}

/// Plays what a method asks for by lot, to its end; gives the number of games.
fn play(method: &mut dyn Method, space: &Space, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let mut n_games = 0;
    loop {
        let questions = method.ask();
        if questions.is_empty() {
            return n_games;
        }
        let mut answer = |question: &Question| {
            assert_eq!(question.point, space.rounded(&question.point));
            let other = match &question.against {
                Rival::Reference => elo(space, &space.start()),
                Rival::Point(point) => elo(space, point),
            };
            let expected = score_of_elo(elo(space, &question.point) - other);
            let mut game = || {
                let luck = rng.unit();
                // A tenth of the games is drawn.
                if luck < 0.9 * expected {
                    1.0
                } else if luck < 0.9 * expected + 0.1 {
                    0.5
                } else {
                    0.0
                }
            };
            let bout = |_| Bout { shares: vec![game(), game()], troubles: Vec::new() };
            Score { bouts: (0..question.n_bouts).map(bout).collect() }
        };
        let scores: Vec<Score> = questions.iter().map(&mut answer).collect();
        n_games += scores.iter().map(Score::n_games).sum::<usize>();
        method.tell(&scores);
    }
}

fn budget(n_games: usize) -> Budget {
    Budget { n_games, games_a_bout: 2 }
}

/// How much stronger than the start the answer is, for a few seeds.
fn gains(n_games: usize, make: impl Fn(Space, Budget, u64) -> Box<dyn Method>) -> Vec<f64> {
    let space = space();
    let start = elo(&space, &space.start());
    (0..5)
        .map(|seed| {
            let mut method = make(space.clone(), budget(n_games), seed);
            let n_played = play(&mut *method, &space, 1000 + seed);
            assert!(n_played <= n_games && n_played > n_games / 2, "{n_played} of {n_games} games");
            elo(&space, &method.estimate()) - start
        })
        .collect()
}

#[test]
fn the_start_has_something_to_gain() {
    assert!((elo(&space(), &space().start()) + 160.5).abs() < 0.1);
}

#[test]
fn spsa_finds_most_of_it_in_10_000_games() {
    let gains = gains(10_000, |space, budget, seed| {
        Box::new(Spsa::new(space, budget, seed, SpsaSettings::default()))
    });
    assert!(gains.iter().all(|&gain| gain > 145.0), "{gains:.0?}");
}

#[test]
fn cma_finds_most_of_it_in_10_000_games() {
    let gains = gains(10_000, |space, budget, seed| {
        Box::new(CmaTuner::new(space, budget, seed, CmaSettings::default()))
    });
    assert!(gains.iter().all(|&gain| gain > 130.0), "{gains:.0?}");
}

#[test]
fn the_genetic_algorithm_finds_most_of_it_in_10_000_games() {
    let gains =
        gains(10_000, |space, budget, seed| Box::new(Ga::new(space, budget, seed, GaSettings::default())));
    assert!(gains.iter().all(|&gain| gain > 80.0), "{gains:.0?}");
    let settings = GaSettings { has_rival: true, ..GaSettings::default() };
    let gains = self::gains(10_000, |space, budget, seed| Box::new(Ga::new(space, budget, seed, settings)));
    assert!(gains.iter().all(|&gain| gain > 80.0), "{gains:.0?}");
}
