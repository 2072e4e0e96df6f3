//! Named settings for Blokus: what matches have shown to be good, and steps that were measured to be even.
//!
//! `ludwerk levels blokus --games 200` shows the evidence; the tables are in the book, on the page of the game.

use ludwerk_core::{Game as _, Preset, Presets};

use crate::rules::Blokus;

/// The search on Duo, where weights were found for it: the evaluation speaks where a game begins to be played out, and
/// again near its end.
const ON_DUO: Preset = Preset {
    name: "mcts",
    spec: "mcts:select=puct,c=0.05,widen=8,expand=1,prior-visits=16,blend=0.6,rave=150,rollout=quick,cutoff=20,score=0.2,scale=50,endgame=100000,weights=fitted",
    help: "chosen by matches of 400 games at 5 ms a move, then of about 100 at 25 ms with weights fitted to results",
};

/// The search elsewhere, with the weights of the table: games are played to their end.
const ELSEWHERE: Preset = Preset {
    name: "mcts",
    spec: "mcts:select=puct,c=0.03,widen=4,expand=4,prior-visits=60,blend=0.3,rave=100,rollout=quick,score=0.5,scale=50,endgame=100000,weights=start",
    help: "chosen by matches of 40 to 200 games; neighbouring settings are within their error",
};

const N_PRESETS: usize = 13 + N_OF_TWO_COLOURS;

/// The players of the thesis, which come last.
const N_OF_TWO_COLOURS: usize = 8;

/// All settings, with this search.
const fn presets(mcts: Preset) -> [Preset; N_PRESETS] {
    [
        mcts,
        Preset { name: "champion", spec: "mcts:time=1s", help: "the strongest in matches" },
        level("level-1", "sampler:inner=(greedy:weights=start),temperature=16"),
        level("level-2", "sampler:inner=(greedy:weights=start),temperature=8.5"),
        level("level-3", "sampler:inner=(greedy:weights=start),temperature=6.1"),
        level("level-4", "sampler:inner=(greedy:weights=start),temperature=4.3"),
        level("level-5", "sampler:inner=(greedy:weights=start),temperature=2.85"),
        level("level-6", "sampler:inner=(greedy:weights=start),temperature=1.8"),
        level("level-7", LEVEL_7),
        level("level-8", LEVEL_8),
        level("level-9", LEVEL_9),
        level("level-10", LEVEL_10),
        // For two; see below.
        Preset {
            name: "thesis-ai",
            spec: "minimax:depth=2,weights=thesis-final",
            help: "the player of Mathew's thesis (2017), under the official rules",
        },
        // For two colours.
        program(
            "thesis-1a",
            "blokus-thesis:player=1a",
            "comparison 1, player 1: fewer corners for the opponent",
        ),
        program("thesis-1b", "blokus-thesis:player=1b", "comparisons 1 to 3, player 2: more own corners"),
        program("thesis-2a", "blokus-thesis:player=2a", "comparison 2, player 1: as 1a, big tiles first"),
        program(
            "thesis-3a",
            "blokus-thesis:player=3a",
            "comparison 3, player 1: tiles, fewer corners for the opponent",
        ),
        program("thesis-4a", "blokus-thesis:player=4a", "comparison 4, player 1: as 1b, big tiles first"),
        program(
            "thesis-5a",
            "blokus-thesis:player=5a",
            "comparison 5, player 1: own tiles less twice the opponent's",
        ),
        program(
            "thesis-5b",
            "blokus-thesis:player=5b",
            "comparison 5, player 2: big tiles first, and nothing else",
        ),
        program(
            "thesis-final",
            "blokus-thesis:player=final",
            "what it settled on: twice the own corners less the opponent's",
        ),
    ]
}

/// The program of the thesis itself, oversights and all.
const fn program(name: &'static str, spec: &'static str, help: &'static str) -> Preset {
    Preset { name, spec, help }
}

/// The upper levels are this search with more and more rounds, whatever better ones are found.
macro_rules! measured_search {
    ($rounds:literal) => {
        concat!(
            "mcts:iterations=",
            $rounds,
            ",select=puct,c=0.03,widen=4,expand=4,prior-visits=60,blend=0.3,rave=100,rollout=quick,cutoff=none,score=0.5,scale=50,endgame=100000,weights=start"
        )
    };
}

const LEVEL_7: &str = measured_search!("12");
const LEVEL_8: &str = measured_search!("70");
const LEVEL_9: &str = measured_search!("420");
const LEVEL_10: &str = measured_search!("3000");

static PRESETS_OF_DUO: [Preset; N_PRESETS] = presets(ON_DUO);
static PRESETS_ELSEWHERE: [Preset; N_PRESETS] = presets(ELSEWHERE);

/// A step of the scale, bounded in rounds so that it plays the same everywhere: first an evaluation that is
/// followed less and less freely, then more and more search.
const fn level(name: &'static str, spec: &'static str) -> Preset {
    Preset { name, spec, help: "measured on Duo to score about 65 to 78% against the one below" }
}

impl<const N: usize, const C: usize> Presets for Blokus<N, C> {
    fn presets(&self) -> &'static [Preset] {
        let presets =
            if ["duo", "duo-free"].contains(&self.variant()) { &PRESETS_OF_DUO } else { &PRESETS_ELSEWHERE };
        let n_left_out = match (C, self.n_seats()) {
            (2, _) => 0,
            (_, 2) => N_OF_TWO_COLOURS,
            _ => N_OF_TWO_COLOURS + 1,
        };
        &presets[..N_PRESETS - n_left_out]
    }
}
