//! Agents that a game brings along under names of their own: published strategies, and presets that are no level, no
//! champion and no agent's defaults.

use ludwerk_core::{Preset, Presets as _, Strategies as _};

use crate::any::AnyGame;
use crate::spec::Spec;

/// An agent that a game alone has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedAgent {
    /// The name, which is its spec.
    pub name: &'static str,
    /// Who it is, in one sentence.
    pub summary: &'static str,
    /// Whether it looks at what its seat may not see.
    pub peeks: bool,
}

impl AnyGame {
    /// The presets that are agents of the game's own: not levels, not the champion, not defaults.
    pub fn own_presets(&self) -> impl Iterator<Item = &'static Preset> {
        self.presets().iter().filter(|preset| {
            self.agents().all(|agent| agent.name != preset.name) && !preset.name.starts_with("level-")
        })
    }

    /// The agents of the game's own that play it as it is configured, its strategies first.
    pub fn named_agents(&self) -> Vec<NamedAgent> {
        let plays = |name: &str| self.agent(&Spec::plain(name), 0).ok();
        let strategies = self.strategies().iter().map(|strategy| (strategy.name, strategy.summary));
        let presets = self.own_presets().map(|preset| (preset.name, preset.help));
        let found = strategies.chain(presets).filter_map(|(name, summary)| {
            let peeks = plays(name)?.peeks();
            Some(NamedAgent { name, summary, peeks })
        });
        found.collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn published_players_are_named_and_levels_are_not() {
        for entry in crate::GAMES {
            let game = entry.configure(None, None).unwrap();
            for agent in game.named_agents() {
                assert!(!agent.name.starts_with("level") && agent.name != "champion", "{}", agent.name);
                assert!(agent.summary.split(' ').count() > 2, "{}", agent.name);
                assert!(crate::agent(agent.name).is_err(), "{} is no general agent", agent.name);
            }
        }
        let samurai = crate::game("samurai").unwrap().configure(Some("thesis"), None).unwrap();
        let named = samurai.named_agents();
        let peeks = |name: &str| named.iter().find(|agent| agent.name == name).map(|agent| agent.peeks);
        assert_eq!((peeks("samurai-b2"), peeks("samurai-a4")), (Some(false), Some(true)));
    }
}
