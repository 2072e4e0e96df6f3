//! Named settings that a game brings along: its measured levels, its best agent, its published strategies.
//!
//! A spec is only text here, because a game knows no search; the registry reads it. Some names mean more:
//!
//! | name | meaning |
//! |---|---|
//! | `champion` | the best agent that is known for the game |
//! | `level-1` … `level-10` | the scale of difficulty, measured by matches |
//! | the name of an agent | that agent's defaults in this game: options that are left out are taken from here |
//! | anything else | an agent of the game's own, as `ludwerk agents GAME` lists it |

use crate::Game;

/// A named agent spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, in `kebab-case`.
    pub name: &'static str,
    /// The agent and its options, as on the command line.
    pub spec: &'static str,
    /// What it is or where it comes from, in a sentence.
    pub help: &'static str,
}

/// A game that brings named settings along.
pub trait Presets: Game {
    /// The presets of the configured game; no two share a name.
    fn presets(&self) -> &'static [Preset];
}

/// A game that leaves everything at its defaults.
pub trait WithoutPresets: Game {}

impl<G: WithoutPresets> Presets for G {
    fn presets(&self) -> &'static [Preset] {
        &[]
    }
}
