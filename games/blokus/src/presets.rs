//! Named settings for Blokus: what matches have shown to be good, and steps that were measured to be even.
//!
//! `ludwerk levels blokus --games 200` shows the evidence; the tables are in the book, on the page of the game.

use ludwerk_core::{Game as _, Preset, Presets};

use crate::rules::Blokus;

const PRESETS: &[Preset] = &[
    Preset {
        name: "mcts",
        spec: "mcts:select=puct,c=0.03,widen=4,expand=4,guess=60,blend=0.3,rave=100,rollout=quick,score=0.5,scale=50,endgame=100000,weights=start",
        help: "chosen by matches of 40 to 200 games; neighbouring settings are within their error",
    },
    Preset { name: "champion", spec: "mcts:time=1s", help: "the strongest in matches" },
    level("level-1", "sampler:inner=(greedy:weights=start),temperature=16"),
    level("level-2", "sampler:inner=(greedy:weights=start),temperature=8.5"),
    level("level-3", "sampler:inner=(greedy:weights=start),temperature=6.1"),
    level("level-4", "sampler:inner=(greedy:weights=start),temperature=4.3"),
    level("level-5", "sampler:inner=(greedy:weights=start),temperature=2.85"),
    level("level-6", "sampler:inner=(greedy:weights=start),temperature=1.8"),
    level("level-7", "mcts:iterations=12,weights=start"),
    level("level-8", "mcts:iterations=70,weights=start"),
    level("level-9", "mcts:iterations=420,weights=start"),
    level("level-10", "champion:iterations=3000"),
    // For two; see below.
    Preset {
        name: "thesis-ai",
        spec: "minimax:depth=2,weights=thesis-final",
        help: "the player of Mathew's thesis (2017), under the official rules",
    },
];

/// A step of the scale, bounded in rounds so that it plays the same everywhere: first an evaluation that is
/// followed less and less freely, then more and more search.
const fn level(name: &'static str, spec: &'static str) -> Preset {
    Preset { name, spec, help: "measured on Duo to score about 65 to 78% against the one below" }
}

impl<const N: usize, const C: usize> Presets for Blokus<N, C> {
    fn presets(&self) -> &'static [Preset] {
        if self.n_seats() == 2 { PRESETS } else { &PRESETS[..PRESETS.len() - 1] }
    }
}
