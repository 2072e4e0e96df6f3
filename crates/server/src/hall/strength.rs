//! How strong people are: told from their games as they end, and told to the agents that want to know.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludwerk_core::{Game as _, Seat};
use ludwerk_registry::Spec;
use ludwerk_registry::levels::{Assessed, Level, assess, informed, uninformed};

use super::{Event, Hall, Table, lock};
use crate::dto::StrengthView;
use crate::error::ApiResult;
use crate::keys;
use crate::room::ToAssess;
use crate::store::{Player, StoredStrength};

/// To a hundredth of a level, as it is stored.
fn view(level: Level, games: u32) -> StrengthView {
    let rounded = |number: f64| (number * 100.0).round() / 100.0;
    StrengthView { level: rounded(level.mean.max(0.0)), deviation: rounded(level.deviation), games }
}

impl Hall {
    /// How strong the person with this key is in a game.
    pub fn strength(&self, player: &str, game: &str) -> ApiResult<StrengthView> {
        let known = self.store.strength(player, game)?;
        Ok(view(known.level, known.games))
    }

    /// The same seats, with what is known of the person at one of them told to the agents that want to know.
    pub(super) fn informed(&self, game: &str, mut seats: Vec<Player>) -> ApiResult<Vec<Player>> {
        let people: Vec<Seat> =
            Seat::all(seats.len()).filter(|seat| matches!(seats[seat.idx()], Player::Human { .. })).collect();
        let known = match seats.iter().find_map(Player::key_of_person) {
            Some(player) => self.store.strength(player, game)?,
            None => StoredStrength::UNKNOWN,
        };
        for seat in &mut seats {
            if let Player::Engine { spec, .. } = seat
                && let Ok(parsed) = spec.parse::<Spec>()
            {
                *spec = informed(&parsed, &known.known, &people).to_string();
            }
        }
        Ok(seats)
    }

    /// The same for another game of the same people: what was told before the last one is forgotten.
    pub(super) fn informed_anew(&self, game: &str, mut seats: Vec<Player>) -> ApiResult<Vec<Player>> {
        for seat in &mut seats {
            if let Player::Engine { spec, .. } = seat
                && let Ok(parsed) = spec.parse::<Spec>()
            {
                *spec = uninformed(&parsed).to_string();
            }
        }
        self.informed(game, seats)
    }

    /// Looks at a game that has ended, beside everything else, and tells those who look on what came out.
    pub(super) fn assess_later(self: &Arc<Self>, table: &Arc<Table>) {
        let Ok(mut room) = table.room() else { return };
        let Some(wanted) = room.take_for_assessment() else { return };
        drop(room);
        let (hall, table) = (Arc::downgrade(self), Arc::downgrade(table));
        self.runtime.spawn_blocking(move || {
            let Some(hall) = hall.upgrade() else { return };
            match hall.assess(&wanted) {
                Ok(strength) => {
                    if let Some(table) = table.upgrade() {
                        lock(&table.room).set_strength(wanted.seat, strength);
                        let _ = table.events.send(Event::Changed);
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
        let game = wanted.play.game().info().id;
        let before = self.store.strength(&wanted.player, game).map_err(|error| problem(&error))?;
        let assessed =
            Assessed { play: &wanted.play, agents: &wanted.agents, seat: wanted.seat, share: wanted.share };
        let found =
            assess(&assessed, &before.known, &AtomicBool::new(false)).map_err(|error| problem(&error))?;
        let after = StoredStrength { known: found.after, level: found.level, games: before.games + 1 };
        let of_whom = (wanted.player.as_str(), game);
        self.store
            .remember_strength(&wanted.id, of_whom, &after, keys::now_ms())
            .map_err(|error| problem(&error))?;
        Ok(view(after.level, after.games))
    }
}
