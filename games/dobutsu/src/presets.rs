//! Named settings for Dobutsu Shogi: what was measured to be good.

use ludwerk_core::{Preset, Presets};

use crate::rules::Dobutsu;

const PRESETS: &[Preset] = &[
    Preset {
        name: "alphabeta",
        spec: "alphabeta:lmr=on,quiescence=on",
        help: "the unsound switches that matches have shown to be worth it",
    },
    Preset {
        name: "mcts",
        spec: "mcts:select=puct,c=2,cutoff=0,scale=3",
        help: "the settings that won most of their matches at equal nodes",
    },
    Preset { name: "champion", spec: "alphabeta:time=1s", help: "the strongest in matches" },
];

impl Presets for Dobutsu {
    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }
}
