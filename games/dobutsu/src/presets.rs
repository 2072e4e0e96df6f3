//! Named settings for Dobutsu Shogi: what was measured to be good, and steps that were measured to be even.
//!
//! `ludwerk ablate dobutsu alphabeta:nodes=10000` and `ludwerk levels dobutsu --games 200` show the evidence; the
//! tables are in the book, on the pages of benchmarks and of levels.

use ludwerk_core::{Preset, Presets};

use crate::rules::Dobutsu;

const PRESETS: &[Preset] = &[
    Preset {
        name: "alphabeta",
        spec: "alphabeta:lmr=on,quiescence=on",
        help: "the unsound pruning that matches have shown to be worth it",
    },
    Preset {
        name: "paranoid",
        spec: "paranoid:lmr=on,quiescence=on",
        help: "as alphabeta, which it is for two",
    },
    Preset { name: "brs", spec: "brs:lmr=on,quiescence=on", help: "as alphabeta, which it is for two" },
    Preset {
        name: "mcts",
        spec: "mcts:select=puct,c=2,cutoff=0,scale=3",
        help: "the settings that won most of their matches at equal nodes",
    },
    Preset {
        name: "thesis-ai",
        spec: "alphabeta:depth=7,weights=thesis,exact=on,tt=off,id=off,pvs=off,aspiration=off,killers=off,history=off",
        help: "the opponent of Nguyen's page (2022): alpha-beta with good move order, seven plies",
    },
    Preset {
        name: "champion",
        spec: "alphabeta:time=1s,weights=net,rfp=2,futility=2,razoring=3,iir=on,continuation=on,foresight=on,contempt=1",
        help: "the strongest in matches: a network evaluates, hopeless moves are pruned, and draws are avoided",
    },
    level("level-1", "sampler:inner=(alphabeta:depth=2,tt=4MiB,weights=start),temperature=4.6,limit=20"),
    level("level-2", "sampler:inner=(alphabeta:depth=2,tt=4MiB,weights=start),temperature=2.65,limit=20"),
    level("level-3", "sampler:inner=(alphabeta:depth=3,tt=4MiB,weights=start),temperature=2.55,limit=20"),
    level("level-4", "sampler:inner=(alphabeta:depth=4,tt=4MiB,weights=start),temperature=2.2,limit=20"),
    level("level-5", "sampler:inner=(alphabeta:depth=5,tt=4MiB,weights=start),temperature=1.9,limit=20"),
    level("level-6", "sampler:inner=(alphabeta:depth=6,tt=4MiB,weights=start),temperature=1.55,limit=20"),
    level("level-7", "sampler:inner=(alphabeta:depth=7,tt=4MiB,weights=start),temperature=1.25,limit=20"),
    level("level-8", "sampler:inner=(alphabeta:depth=8,tt=4MiB,weights=start),temperature=0.75,limit=20"),
    level("level-9", "sampler:inner=(alphabeta:depth=10,tt=4MiB,weights=start),temperature=0.48,limit=20"),
    level("level-10", "champion:nodes=1500"),
];

/// A step of the scale, bounded in depth or nodes so that it plays the same everywhere, and all but the last with the
/// weights of the table, so that it stays what it was when better ones are found. Depth and temperature make the strength; the limit lets even a
/// lost lion be overlooked now and then, because a lion counts no more than 20 points, and a hen 12.
const fn level(name: &'static str, spec: &'static str) -> Preset {
    Preset { name, spec, help: "measured to score 60 to 75% against the one below" }
}

impl Presets for Dobutsu {
    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }
}
