//! Values as shares of the win, by which moves of any agent can be compared and drawn.

use ludwerk_core::value::{Meaning, Value};
use ludwerk_core::{Game, Presets};

use crate::agents::option_default;

/// The share of the win that a value promises, from 0 to 1. A win that is proven is the whole of it; an evaluation is
/// turned into a chance as Monte Carlo search does it in this game.
pub fn expected_share<G: Game + Presets>(game: &G, value: Value) -> f64 {
    let share = match value.meaning() {
        Meaning::Win { .. } => 1.0,
        Meaning::Loss { .. } => 0.0,
        Meaning::WinProbability(share) => share,
        Meaning::Evaluation(value) => {
            let others = game.n_seats() as f64 - 1.0;
            1.0 / (1.0 + others * (-value / evaluation_scale(game)).exp())
        }
    };
    share.clamp(0.0, 1.0)
}

/// How much evaluation it takes to win e times as often: what Monte Carlo search uses in this game.
pub fn evaluation_scale<G: Presets>(game: &G) -> f64 {
    const USUAL: f64 = 5.0;
    let Ok(agent) = crate::agent("mcts") else { return USUAL };
    let option = agent.options.iter().find(|option| option.name == "scale");
    let text = option.map(|option| option_default(game, agent, option));
    text.and_then(|text| text.parse().ok()).filter(|&scale: &f64| scale > 0.0).unwrap_or(USUAL)
}

#[cfg(test)]
mod tests {
    use ludwerk_core::value::{Unit, WIN};

    use super::*;

    #[test]
    fn shares_grow_with_values_from_nothing_to_all() {
        for entry in crate::GAMES {
            let game = entry.configure(None, None).unwrap();
            let values = [3.0 - WIN, -20.0, 0.0, 20.0, WIN - 3.0];
            let told = |number, unit| Value::new(number, unit, game.n_seats());
            let shares = values.map(|value| expected_share(&game, told(value, Unit::Evaluation)));
            assert!(shares.is_sorted_by(|a, b| a < b), "{}: {shares:?}", game.info().id);
            assert_eq!((shares[0], shares[4]), (0.0, 1.0));
            assert!(
                (shares[2] - 1.0 / game.n_seats() as f64).abs() < 1e-12,
                "an even game is shared equally"
            );
            assert!((expected_share(&game, told(0.0, Unit::WinProbability)) - shares[2]).abs() < 1e-12);
        }
    }
}
