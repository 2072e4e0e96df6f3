//! Named settings for Chexers: the published agents, what was measured to be good, and steps that were measured to
//! be even.
//!
//! `ludwerk levels chexers --games 240` shows the evidence for the steps; the table is in the book, on the page of
//! levels.

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

/// Draws a move among those that come to mind, by little more than what the board looks like after each: 40 rounds
/// with so large a `c` try many moves, the likely ones first. Likely moves lead to the goal, so that even who draws
/// most freely gets there.
macro_rules! free_choice {
    ($temperature:literal) => {
        concat!(
            "sampler:inner=(mcts:iterations=40,c=20,scale=7,foresight=off,stall=off,endgame=off,weights=start),",
            "temperature=",
            $temperature
        )
    };
}

/// The settings of an earlier champion, with so many rounds.
macro_rules! few_rounds {
    ($rounds:literal) => {
        concat!(
            "sampler:inner=(mcts:iterations=",
            $rounds,
            ",c=0.35,scale=7,contempt=0.3,stall=off,weights=start),temperature=20000"
        )
    };
}

const PRESETS: &[Preset] = &[
    Preset {
        name: "report-ai",
        spec: concat!("book:inner=(maxn:depth=3,weights=report,others=report-rivals),", fixed_start!()),
        help: "the agent of Song and Zhou's report (2019), repaired: Max^n to depth 3 after its fixed start",
    },
    Preset {
        name: "greedy",
        spec: "greedy:weights=report-greedy",
        help: "as the report describes its own; leads alone would not make it go anywhere",
    },
    Preset {
        name: "mcts",
        spec: "mcts:select=puct,c=0.4,cutoff=0,scale=10,foresight=on,contempt=0.5,stall=60,endgame=20000",
        help: "the settings that won most of their matches",
    },
    Preset {
        name: "champion",
        spec: "mcts:time=1s,memory=40MiB,reuse=off",
        help: "second to none in matches; one thread, and with the rest of the program less than 100 MB",
    },
    // The first four differ only in how freely they choose, the next five only in how much they search.
    // `c`, `scale`, `contempt`, `stall` and `weights` are written out, so that the steps stay what they were when the
    // settings of mcts get better.
    level("level-1", free_choice!("1000000")),
    level("level-2", free_choice!("380000")),
    level("level-3", free_choice!("180000")),
    level("level-4", free_choice!("95000")),
    level("level-5", few_rounds!("16")),
    level("level-6", few_rounds!("60")),
    level("level-7", few_rounds!("240")),
    level("level-8", few_rounds!("1000")),
    level("level-9", few_rounds!("4000")),
    level("level-10", "champion:iterations=20000"),
];

/// A step of the scale, bounded in rounds so that it plays the same everywhere.
const fn level(name: &'static str, spec: &'static str) -> Preset {
    Preset { name, spec, help: "measured to be 100 to 170 Elo points above the one below" }
}

impl Presets for Chexers {
    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }
}
