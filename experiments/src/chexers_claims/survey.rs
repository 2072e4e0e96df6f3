//! What a search costs, over positions of games that the report's agent plays with itself.

use std::sync::atomic::AtomicBool;

use ludwerk_arena::random_opening;
use ludwerk_chexers::{Chexers, ChexersMove};
use ludwerk_core::{Agent, Control, Game, Move, Playthrough, Rng, Turn};
use ludwerk_search::Maxn;
use serde::{Deserialize, Serialize};

use super::players::Report;
use crate::Watch;
use crate::stopwatch::Stopwatch;

/// Positions, each with the game that led to it.
pub struct Sample {
    pub positions: Vec<Playthrough<Chexers>>,
    /// How often a player is to move in one of those games.
    pub turns_per_game: f64,
}

impl Sample {
    /// Every so manyth position of so many games, each begun with a random ply of everybody.
    pub fn of_games(n_games: u64, every: usize, seed: u64) -> Self {
        let (mut positions, mut n_plies) = (Vec::new(), 0);
        for n in 0..n_games {
            let mut rng = Rng::new(Rng::derive(seed, n));
            let start = Chexers.start(&mut rng);
            let start = random_opening(&Chexers, &start, 3, &mut rng).unwrap_or(start);
            let mut play = Playthrough::new(Chexers, start);
            let mut agents: Vec<_> =
                (0..3).map(|seat| Report::AGENT.search(rng.below(1 << 30) as u64 + seat)).collect();
            while let Turn::Player(seat) = play.turn() {
                if n_plies % every == 0 {
                    positions.push(play.clone());
                }
                n_plies += 1;
                let Some((mv, _)) = ask(&play, &mut agents[seat.idx()]) else { break };
                if play.play(mv).is_err() {
                    break;
                }
            }
        }
        Self { positions, turns_per_game: n_plies as f64 / (3 * n_games) as f64 }
    }
}

/// What a search did in each position.
#[derive(Default, Serialize, Deserialize)]
pub struct Survey {
    /// The bits of each move.
    pub chosen: Vec<u32>,
    pub nodes: Vec<u64>,
    pub seconds: Vec<f64>,
    /// Evaluations of a position for a seat; left out by searches that do not count them.
    pub evaluations: Vec<u64>,
}

/// Asks an agent, made anew with the number of the position as seed, for its move in every position; `None` if it was
/// broken off.
pub fn survey<A: Surveyed>(sample: &Sample, make: impl Fn(u64) -> A, watch: &Watch<'_>) -> Option<Survey> {
    let mut found = Survey::default();
    for (n, play) in sample.positions.iter().enumerate() {
        watch.tell(n as f64 / sample.positions.len() as f64)?;
        let mut agent = make(n as u64);
        let begun = Stopwatch::start();
        let (mv, nodes) = ask(play, agent.agent())?;
        found.seconds.push(begun.seconds());
        found.chosen.push(mv.to_bits());
        found.nodes.push(nodes);
        found.evaluations.extend(agent.n_evaluations());
    }
    Some(found)
}

/// An agent that may know how often it evaluated.
pub trait Surveyed {
    fn agent(&mut self) -> &mut dyn Agent<Chexers>;

    fn n_evaluations(&self) -> Option<u64> {
        None
    }
}

impl Surveyed for Box<dyn Agent<Chexers>> {
    fn agent(&mut self) -> &mut dyn Agent<Chexers> {
        self.as_mut()
    }
}

impl Surveyed for Maxn {
    fn agent(&mut self) -> &mut dyn Agent<Chexers> {
        self
    }

    fn n_evaluations(&self) -> Option<u64> {
        Some(Self::n_evaluations(self))
    }
}

fn ask(play: &Playthrough<Chexers>, agent: &mut dyn Agent<Chexers>) -> Option<(ChexersMove, u64)> {
    let stop = AtomicBool::new(false);
    let decision = play.ask(agent, &mut Control::new(&stop, &mut |_| {})).ok()?;
    Some((decision.chosen, decision.report.nodes))
}
