//! How strong people are: told from their games as they end, and told to the agents that want to know.

use std::sync::Arc;

use ludwerk_core::Game as _;
use ludwerk_registry::levels::{Level, Strength};

use super::{Event, LiveGame, Lobby, lock};
use crate::dto::StrengthView;
use crate::error::ApiResult;
use crate::game::ToAssess;
use crate::keys;
use crate::store::{Player, StoredStrength};

/// To a hundredth of a level, as it is stored.
fn view(level: Level, games: u32) -> StrengthView {
    let rounded = |number: f64| (number * 100.0).round() / 100.0;
    StrengthView { level: rounded(level.mean.max(0.0)), deviation: rounded(level.deviation), games }
}

impl Lobby {
    /// How strong the person with this key is in a game.
    pub fn strength(&self, player: &str, game: &str) -> ApiResult<StrengthView> {
        let known = self.store.strength(player, game)?;
        Ok(view(known.level, known.games))
    }

    /// What is known of the person at one of these seats, in a game.
    pub(super) fn known(&self, game: &str, seats: &[Player]) -> ApiResult<Strength> {
        match seats.iter().find_map(|player| player.person()?.player.as_deref()) {
            Some(player) => Ok(self.store.strength(player, game)?.known),
            None => Ok(StoredStrength::UNKNOWN.known),
        }
    }

    /// Looks at a game that has ended, beside everything else, and tells those who look on what came out.
    pub(super) fn assess_later(self: &Arc<Self>, live: &Arc<LiveGame>) {
        let Ok(mut game) = live.game() else { return };
        let Some(wanted) = game.take_for_assessment() else { return };
        drop(game);
        let (lobby, live) = (Arc::downgrade(self), Arc::downgrade(live));
        self.runtime.spawn_blocking(move || {
            let Some(lobby) = lobby.upgrade() else { return };
            match lobby.assess(&wanted) {
                Ok(strength) => {
                    if let Some(live) = live.upgrade() {
                        lock(&live.game).set_strength(wanted.game.seat, strength);
                        let _ = live.events.send(Event::Changed);
                    }
                }
                Err(problem) => tracing::warn!("game {} tells nothing of its player: {problem}", wanted.id),
            }
        });
    }

    fn assess(&self, wanted: &ToAssess) -> Result<StrengthView, String> {
        // One at a time: nobody waits for it, and agents need the machine.
        let _turn = lock(&self.assessing);
        let problem = |error: &dyn std::fmt::Display| error.to_string();
        if let Some((level, games)) = self.store.assessed(&wanted.id).map_err(|error| problem(&error))? {
            return Ok(view(level, games));
        }
        let game = wanted.game.play.game().info().id;
        let before = self.store.strength(&wanted.player, game).map_err(|error| problem(&error))?;
        let found = wanted.game.assess(&before.known).map_err(|error| problem(&error))?;
        let after = StoredStrength { known: found.after, level: found.level, games: before.games + 1 };
        let of_whom = (wanted.player.as_str(), game);
        self.store
            .remember_strength(&wanted.id, of_whom, &after, keys::now_ms())
            .map_err(|error| problem(&error))?;
        Ok(view(after.level, after.games))
    }
}
