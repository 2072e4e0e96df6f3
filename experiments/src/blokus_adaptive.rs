//! The Blokus thesis' section 8.1.2: does it help to find out by which heuristic the opponent plays?
//!
//! "A possible improvement would be to understand how the opponent plays it's moves by determining their heuristic and
//! to include this heuristic in the minimax algorithm when playing as the opponent in a specific level. This will give a
//! better chance of winning." A heuristic of the thesis plays against every player of its program, once by plain
//! minimax of two plies with equal moves by lot, and once with the mean over the replies that `adaptive` foretells in
//! place of the least.

use std::sync::atomic::AtomicBool;

use ludwerk_arena::stats::Z;
use ludwerk_core::{Control, Game as _, Playthrough, Rng};
use ludwerk_registry::{AnyGame, Spec};
use serde::{Deserialize, Serialize};

use crate::verdict::{Estimate, Evidence};
use crate::{Experiment, Figure, Plan, Row, Watch};

pub const EXPERIMENT: Experiment = Experiment {
    id: "blokus-adaptive",
    source: "Sharon Mathew, Develop an AI algorithm to play the board game Blokus, master's dissertation, \
             University of Leeds, 2017, section 8.1.2",
    published: "determining the opponent's heuristic, and using it for his level of the search, will give a better \
                chance of winning",
    measures: "minimax of two plies that minds the opponent's open corners alone, so that his reply is all that counts, \
               plays each of the eight players of the dissertation's program, which break ties by lot, with the least \
               over all replies and with the mean over those that adaptive foretells; both play the same seeds and seats",
    tolerance: "confirmed if the score with the model is greater over all opponents, refuted if it is smaller (5% level)",
    rows,
};

/// The heuristic that plays with and without a model.
const OWN: &str = "1a";

/// The different players of the thesis.
const PLAYERS: [&str; 8] = ["1a", "1b", "2a", "3a", "4a", "5a", "5b", "final"];

/// Games against each in either way, and in a quick run.
const GAMES: [usize; 2] = [120, 4];

/// About what two games take, in seconds.
const SECONDS: f64 = 0.35;

/// How often the score was 1, one half and 0 with the model (rows) and without it (columns), game by game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Pairs([[usize; 3]; 3]);

const SCORES: [f64; 3] = [1.0, 0.5, 0.0];

impl Pairs {
    fn add(&mut self, other: Self) {
        for (counts, others) in self.0.iter_mut().zip(other.0) {
            counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
        }
    }

    fn sum(all: impl IntoIterator<Item = Self>) -> Self {
        all.into_iter().fold(Self::default(), |mut sum, pairs| {
            sum.add(pairs);
            sum
        })
    }

    /// The points of a hundred that the model gains.
    fn gain(self) -> (Estimate, Figure) {
        let games: usize = self.0.iter().flatten().sum();
        let moment = |power: i32| {
            let of_pair = |(with, without): (usize, usize)| {
                self.0[with][without] as f64 * (100.0 * (SCORES[with] - SCORES[without])).powi(power)
            };
            let pairs = (0..3).flat_map(|with| (0..3).map(move |without| (with, without)));
            pairs.map(of_pair).sum::<f64>() / games as f64
        };
        let mean = moment(1);
        let error = ((moment(2) - mean * mean) / games as f64).sqrt();
        (Estimate { mean, error }, Figure::Mean { mean, ci95: [mean - Z * error, mean + Z * error], games })
    }

    fn share_with(self) -> Figure {
        Figure::of_games(self.0.map(|counts| counts.iter().sum()))
    }

    fn share_without(self) -> Figure {
        Figure::of_games([0, 1, 2].map(|n| self.0.iter().map(|counts| counts[n]).sum()))
    }
}

fn rows(plan: &mut Plan<'_>) -> Vec<Row> {
    let n_games = GAMES[usize::from(plan.quick())];
    let mut found: Vec<Pairs> = Vec::new();
    for (n, other) in PLAYERS.into_iter().enumerate() {
        let seed = plan.stream(n as u64);
        found.push(plan.measure(format!("against {other}"), SECONDS * n_games as f64, move |watch| {
            play_many(OWN, other, n_games, seed, watch)
        }));
    }
    let all = Pairs::sum(found.iter().copied());
    let (estimate, gain) = all.gain();
    let test = Evidence::of_side(estimate, 0.0, true);
    let mut rows = vec![
        Row::tested("points of a hundred gained by the model", Figure::Claim("better"), gain, test),
        Row::new("share without the model", all.share_without()),
        Row::new("share with the model", all.share_with()),
    ];
    for (other, pairs) in PLAYERS.iter().zip(found) {
        rows.push(Row::new(format!("points gained against {other}"), pairs.gain().1));
        rows.push(Row::new(format!("share without the model against {other}"), pairs.share_without()));
        rows.push(Row::new(format!("share with the model against {other}"), pairs.share_with()));
    }
    rows
}

fn spec(text: &str) -> Option<Spec> {
    text.parse().ok()
}

/// Plays the same seeds with the model and without it.
fn play_many(own: &str, other: &str, n_games: usize, seed: u64, watch: &Watch<'_>) -> Option<Pairs> {
    let game = ludwerk_registry::game("blokus").ok()?.configure(Some("thesis"), None).ok()?;
    let with = spec(&format!(
        "adaptive:inner=(expectimax:depth=1,ordering=off,weights=thesis-{own}),replies=mean,particles=0"
    ))?;
    let without = spec(&format!("alphabeta:depth=2,ordering=off,weights=thesis-{own}"))?;
    let other = spec(&format!("blokus-thesis:player={other},ties=lot"))?;
    let mut pairs = Pairs::default();
    for n in 0..n_games {
        let seed = Rng::derive(seed, n as u64);
        let mut results = [0; 2];
        for (result, own) in results.iter_mut().zip([&with, &without]) {
            let go_on = || watch.tell(n as f64 / n_games as f64);
            *result = play(&game, [own, &other], n % 2, seed, watch.stop(), go_on)?;
        }
        pairs.0[results[0]][results[1]] += 1;
    }
    Some(pairs)
}

/// Plays a game in which this one of the two begins: 0 if the first of them wins, 1 for a draw, 2 for a loss.
fn play(
    game: &AnyGame,
    specs: [&Spec; 2],
    first: usize,
    seed: u64,
    stop: &AtomicBool,
    go_on: impl Fn() -> Option<()>,
) -> Option<usize> {
    let agent = |n: usize| game.agent(specs[n], Rng::derive(seed, n as u64)).ok();
    let mut agents = [agent(0)?, agent(1)?];
    let mut play = Playthrough::new(game.clone(), game.start(&mut Rng::new(seed)));
    while let Some(seat) = play.to_move() {
        let mut silent = |_: &_| {};
        let decision = play.ask(agents[seat.idx() ^ first].as_mut(), &mut Control::new(stop, &mut silent));
        go_on()?;
        play.play(decision.ok()?.chosen).ok()?;
    }
    let points = game.points(play.state())?;
    Some(match points[first].cmp(&points[first ^ 1]) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_in_pairs_give_the_gain_and_its_error() {
        // Two games won instead of lost, one the other way round, one lost in both.
        let pairs = Pairs([[0, 0, 2], [0, 0, 0], [1, 0, 1]]);
        let (estimate, figure) = pairs.gain();
        assert!((estimate.mean - 25.0).abs() < 1e-9);
        // The differences are 100, 100, -100 and 0, with the variance 6875.
        assert!((estimate.error - (6875.0_f64 / 4.0).sqrt()).abs() < 1e-9);
        assert!(matches!(figure, Figure::Mean { games: 4, .. }));
        assert!(matches!(pairs.share_with(), Figure::Share { score, .. } if score == 0.5));
        assert!(matches!(pairs.share_without(), Figure::Share { score, .. } if score == 0.25));
    }

    #[test]
    fn equal_seeds_give_equal_pairs_and_both_ways_play() {
        let played = |stop: bool| {
            let (stop, given_up) = (AtomicBool::new(stop), AtomicBool::new(false));
            play_many("1a", "4a", 1, 5, &Watch::new(&stop, &given_up))
        };
        assert_eq!(played(false).unwrap().0.iter().flatten().sum::<usize>(), 1);
        assert_eq!(played(false), played(false));
        assert_eq!(played(true), None);
    }
}
