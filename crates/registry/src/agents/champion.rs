//! `champion`: the best agent that is known for a game.

use ludwerk_core::{Evaluate, Indexed, Presets};

use super::describe::{Describe, Description};
use super::presets::preset_spec;
use super::{find, refusal};
use crate::spec::Spec;

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "champion";
    type Settings = ();

    fn describe() -> Description<()> {
        Description::new(
            "The strongest agent that is known for the game; takes the options of the agent that it stands for.",
        )
        .for_strangers()
    }
}

/// The best agent that is known for a game; where nothing was measured, the one that suits its kind.
pub(super) fn champion<G: Evaluate + Indexed + Presets>(game: &G) -> Spec {
    preset_spec(game, Entry::NAME).unwrap_or_else(|| {
        let plays = |name: &str| find(name).is_ok_and(|agent| refusal(game, agent).is_none());
        let name = match () {
            () if plays("alphabeta") && !game.features().is_empty() => "alphabeta",
            () if plays("mcts") => "mcts",
            () => "ismcts",
        };
        Spec { name: name.to_owned(), options: Vec::new() }
    })
}
