//! `stifle`: greedy mobility minimisation.
//!
//! Idea: a player with few moves has few good ones.
//! Formula: `argmin over m of |legal moves after m|`; ties are broken at random.
//! Games: any without hidden information.

use ludwerk_core::{Agent, AgentError, Control, Decision, Evaluate, Indexed, Observe, Report, Rng, View};

use super::build::Request;
use super::describe::{Describe, Description, Made, Search, World};
use super::options::AgentOption;
use super::values::between;

/// What the agent is told; `Default` is the one place for defaults.
#[derive(Default)]
pub(super) struct Settings {
    epsilon: f64,
}

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "stifle";
    type Settings = Settings;

    fn describe() -> Description<Settings> {
        Description::new("Greedy mobility minimisation: leaves the next player the fewest moves.")
            .for_strangers()
            .option(AgentOption::field(
                "epsilon",
                between("0.1", 0.0..=1.0),
                |settings: &mut Settings| &mut settings.epsilon,
                "Epsilon-greedy: the probability of a random move, from 0 to 1.",
            ))
    }

    fn refusal<G: Evaluate + Indexed>(game: &G) -> Option<String> {
        let id = game.info().id;
        game.info()
            .is_hidden()
            .then(|| format!("stifle counts the moves of others, and {id} hides what they hold"))
    }
}

impl Search for Entry {
    fn build<G: World>(request: &Request<'_, G>, settings: Settings) -> Made<G> {
        Ok(Box::new(Stifle { settings, rng: Rng::new(request.seed) }))
    }
}

/// Leaves the others as little room as it can.
struct Stifle {
    settings: Settings,
    rng: Rng,
}

impl<G: Observe> Agent<G> for Stifle {
    fn decide(
        &mut self,
        view: &View<'_, G>,
        _control: &mut Control<'_, G::Move>,
    ) -> Result<Decision<G::Move>, AgentError> {
        let state = view.game.resample(view.observation, &mut self.rng);
        let mut moves = view.legal.to_vec();
        self.rng.shuffle(&mut moves);
        if self.rng.unit() < self.settings.epsilon {
            moves.truncate(1);
        }
        let nodes = 1 + moves.len() as u64;
        let n_moves_after = |mv| {
            let mut next = state.clone();
            view.game.play_unchecked(&mut next, mv);
            view.game.count_moves(&next)
        };
        let chosen = moves
            .into_iter()
            .min_by_key(|&mv| n_moves_after(mv))
            .ok_or_else(|| AgentError::Failed("there is no legal move to choose from".to_owned()))?;
        let report = Report { depth: 1, nodes, pv: vec![chosen], ..Report::default() };
        Ok(Decision { chosen, report })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use ludwerk_core::Playthrough;
    use ludwerk_testkit::toys::Tree;

    use super::*;

    #[test]
    fn stifle_leaves_the_fewest_moves() {
        // Branch a leaves three moves, branch b one.
        let tree = Tree::parse("0(1([1 0] [1 0] [0 1]) 1([0 1]))").unwrap();
        let mut stifle = Stifle { settings: Settings::default(), rng: Rng::new(0) };
        let stop = AtomicBool::new(false);
        let play = Playthrough::new(tree, 0);
        let decision = play.ask(&mut stifle, &mut Control::new(&stop, &mut |_| {})).unwrap();
        assert_eq!((decision.chosen.0, decision.report.nodes), (1, 3));
    }
}
