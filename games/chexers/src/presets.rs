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
    Preset { name: "champion", spec: "paranoid:time=500ms,tt=16MiB", help: "the strongest in matches" },
];

impl Presets for Chexers {
    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }
}
