//! Named settings for Blokus: what matches have shown to be good, and steps that were measured to be even.
//!
//! `ludwerk levels blokus --games 200` shows the evidence; the tables are in the book, on the page of the game.

use ludwerk_core::{Preset, Presets};

use crate::rules::Blokus;

const PRESETS: &[Preset] = &[
    Preset {
        name: "mcts",
        spec: "mcts:select=puct,c=0.03,widen=4,expand=4,guess=60,blend=0.3,rave=100,rollout=quick,score=0.5,scale=50,endgame=100000",
        help: "the settings that won most of their matches",
    },
    Preset { name: "champion", spec: "mcts:time=1s", help: "the strongest in matches" },
    Preset {
        name: "thesis-ai",
        spec: "minimax:depth=2,weights=thesis-final",
        help: "the player of Mathew's thesis (2017), under the official rules",
    },
];

impl<const N: usize, const C: usize> Presets for Blokus<N, C> {
    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }
}
