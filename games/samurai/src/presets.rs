//! Named settings for Samurai: what was measured to be good, and steps that were measured to be even.
//!
//! `ludwerk levels samurai --games 200` shows the evidence for the steps; the table is in the book, on the page of
//! levels.

use ludwerk_core::{Preset, Presets};

use crate::rules::Samurai;

/// Draws a ply among those that come to mind, by what the map looks like after each.
macro_rules! free_choice {
    ($temperature:literal) => {
        concat!(
            "sampler:inner=(ismcts:iterations=60,c=20,cutoff=0,reuse=off,weights=start),temperature=",
            $temperature
        )
    };
}

const PRESETS: &[Preset] = &[
    Preset {
        name: "ismcts",
        spec: "ismcts:observers=single,priors=on,c=0.7,rollout=quick,cutoff=2,scale=1",
        help: "the settings that won most of their matches",
    },
    Preset {
        name: "mcts",
        spec: "mcts:select=puct,c=0.7,rollout=quick,cutoff=2,scale=1",
        help: "the same for a world with open hands, inside pimc or peek",
    },
    Preset { name: "alphabeta", spec: "alphabeta:turns=on", help: "depth counts whole turns" },
    Preset {
        name: "maxn",
        spec: "maxn:depth=2",
        help: "whole turns are too wide where a figure exchange is in hand",
    },
    Preset { name: "expectimax", spec: "expectimax:depth=2", help: "draws make whole turns too wide for it" },
    Preset {
        name: "champion",
        spec: "ismcts:time=400ms",
        help: "the best of those that see what they may; a turn has two or three plies, so that it takes about a second",
    },
    Preset {
        name: "expectiminimax",
        spec: "pimc:time=1s,worlds=1000,turns=on,inner=(expectimax:depth=3,turns=on,candidates=30,replies=2,samples=2,\
               scale=1)",
        help: "the likeliest whole turns two turns ahead, with some of the chance outcomes; its budget is for a whole turn",
    },
    closest("samurai-b2-closest", "samurai-b2:points=best"),
    closest("samurai-b3-closest", "samurai-b3:points=best,one-before=3"),
    closest("samurai-a1-closest", "samurai-a1:domain=contrary,adding=whole"),
    closest("samurai-a2-closest", "samurai-a2:domain=contrary,adding=whole"),
    closest("samurai-a3-closest", "samurai-a3:domain=contrary,adding=whole,score=kind,fixed=4"),
    closest("samurai-a4-closest", "samurai-a4:domain=contrary,score=kind,fixed=4"),
    strong("samurai-a1-strong", "samurai-a1:domain=close"),
    strong("samurai-a2-strong", "samurai-a2:domain=close"),
    strong("samurai-a3-strong", "samurai-a3:domain=close,fixed=50"),
    strong("samurai-a4-strong", "samurai-a4:domain=close,fixed=50"),
    level("level-1", free_choice!("4000000")),
    level("level-2", free_choice!("240000")),
    level("level-3", free_choice!("85000")),
    level("level-4", free_choice!("36000")),
    level("level-5", "sampler:inner=(ismcts:iterations=20,reuse=off,weights=start),temperature=150000"),
    level("level-6", "sampler:inner=(ismcts:iterations=20,reuse=off,weights=start),temperature=45000"),
    level("level-7", "ismcts:iterations=18,reuse=off,weights=start"),
    level("level-8", "ismcts:iterations=70,reuse=off,weights=start"),
    level("level-9", "ismcts:iterations=400,reuse=off,weights=start"),
    level("level-10", "champion:iterations=12000,reuse=off"),
];

/// A step of the scale, bounded in rounds so that it plays the same everywhere.
const fn level(name: &'static str, spec: &'static str) -> Preset {
    Preset { name, spec, help: "a step of the scale of difficulty" }
}

/// A strategy of the study in the reading whose matches come closest to the printed results.
const fn closest(name: &'static str, spec: &'static str) -> Preset {
    Preset { name, spec, help: "read so that its results come closest to the study's" }
}

/// A strategy of the study with a domain of our own: the best that we found with its means.
const fn strong(name: &'static str, spec: &'static str) -> Preset {
    Preset { name, spec, help: "with a domain of our own, which plays far better than the printed one" }
}

impl Presets for Samurai {
    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }
}
