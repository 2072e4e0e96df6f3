//! Named settings for Chexers: the published agents, and what was measured to be good.

use ludwerk_core::{Preset, Presets};

use crate::rules::Chexers;

/// The three moves with which the report's agent begins, for each colour; the others may do what they like.
macro_rules! fixed_start {
    () => {
        "lines=\"\
         MOVE -3,0 -2,0 * * MOVE -3,3 -2,2 * * MOVE -2,0 -2,1; \
         * MOVE 3,-3 2,-2 * * MOVE 0,-3 0,-2 * * MOVE 2,-2 1,-2; \
         * * MOVE 0,3 0,2 * * MOVE 3,0 2,0 * * MOVE 0,2 1,1\""
    };
}

const PRESETS: &[Preset] = &[
    Preset {
        name: "report-ai",
        spec: concat!("book:inner=(maxn:depth=3,weights=report,others=report-rivals),", fixed_start!()),
        help: "the agent of Song and Zhou's report (2019), repaired: Max^n to depth 3 after its fixed start",
    },
    Preset {
        name: "mcts",
        spec: "mcts:select=puct,c=0.4,cutoff=0,scale=10,foresight=on,contempt=0.3,endgame=20000",
        help: "the settings that won most of their matches",
    },
    Preset {
        name: "champion",
        spec: "mcts:time=1s,memory=72MiB,reuse=off",
        help: "the strongest in matches; one thread, and with the rest of the program less than 100 MB",
    },
];

impl Presets for Chexers {
    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }
}
