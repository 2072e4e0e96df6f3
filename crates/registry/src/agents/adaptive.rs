//! `adaptive`: learns how the others judge.

use std::time::Duration;

use ludwerk_core::{AgentError, CompleteGame, Evaluate, Indexed};
use ludwerk_search::{Adaptive, AdaptiveOptions, Open, Replies, open_refusal};

use super::build::{Request, build_inside, time_of};
use super::describe::{Describe, Description, Made, Whole};
use super::options::AgentOption;
use super::values::{Values, between, one_of, positive, switch};
use super::{resolve, shared};
use crate::weights::DEFAULT;

/// The inner search unless told otherwise, where the others choose among their likely moves.
const INNER: &str = "(paranoid:depth=2)";

/// The same where the mean over their replies counts.
const INNER_OF_MEAN: &str = "(expectimax:depth=1)";

/// Learning takes time with each.
const MOST_PARTICLES: usize = 1000;

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "adaptive";
    type Settings = AdaptiveOptions;

    fn describe() -> Description<AdaptiveOptions> {
        const REPLIES: &[(&str, Replies)] = &[("likely", Replies::Likely), ("mean", Replies::Mean)];
        Description::new(
            "Opponent modelling: learns from the moves of the others which evaluation explains them, and searches the \
             replies that they are likely to choose.",
        )
        .for_strangers()
        .options([
            shared::agent(
                "inner",
                INNER,
                "The search, for games without hidden information; with `replies=mean` one for games with chance, by \
                 default `(expectimax:depth=1)`.",
            ),
            AgentOption::field(
                "replies",
                one_of(REPLIES),
                |settings: &mut AdaptiveOptions| &mut settings.replies,
                "What the model is for: `likely`, another chooses among his likely replies, the others are pruned; `mean`, \
                 his plies are chance nodes, which gives the best response to the model.",
            ),
            AgentOption::field(
                "models",
                Values::new("all", read_models, |models| models.as_ref().map_or("all".to_owned(), |m| m.join("+"))),
                |settings| &mut settings.models,
                "The opponent models: named sets of weights, as in `thesis-1a+thesis-1b`, or all that the game has.",
            ),
            AgentOption::field(
                "top-p",
                positive("0.8").filtered("0.8, above 0 and at most 1", |&share| share <= 1.0),
                |settings: &mut AdaptiveOptions| &mut settings.top_p,
                "Top-p (nucleus): search the likeliest replies of another whose probabilities add up to this; 1 for all.",
            )
            .formerly(&["cover"]),
            AgentOption::field(
                "particles",
                between("64", 0..=MOST_PARTICLES),
                |settings| &mut settings.particles,
                "Particle filter: how many free sets of weights are tried beside the named ones.",
            ),
            AgentOption::field(
                "learn",
                switch(),
                |settings| &mut settings.learns,
                "Learn from moves; `off` takes everybody to evaluate by the default weights.",
            ),
        ])
    }

    fn refusal<G: Evaluate + Indexed>(game: &G) -> Option<String> {
        shared::without_evaluation(game, Self::NAME).or_else(|| open_refusal(game, Self::NAME))
    }
}

impl Whole for Entry {
    fn build<G: CompleteGame>(request: &Request<'_, G>, settings: AdaptiveOptions) -> Made<G> {
        let (game, options) = (request.game, &request.options);
        let presets = game.weight_presets().iter().map(|preset| preset.name);
        let names: Vec<_> = [DEFAULT].into_iter().chain(presets).collect();
        let is_known = |model: &String| names.contains(&model.as_str());
        if !settings.models.iter().flatten().all(is_known) {
            let names = names.join(", ");
            let hint = format!("write models=all, or some of these with a + between: {names}");
            return Err(options.bad_value("models", hint));
        }
        let (open, usual) = match settings.replies {
            Replies::Likely => (Open::new(game.clone()), INNER),
            Replies::Mean => (Open::new(game.clone()).with_foretold_chance(), INNER_OF_MEAN),
        };
        let inner = resolve(&open, &options.agent_in_or("inner", usual)?)?;
        // What cannot be made is refused now, not in the middle of a game.
        build_inside(&open, &inner, request.inner_seed(), (Self::NAME, Duration::ZERO))?;
        let time = time_of(&open, &inner)?;
        let make = move |seed, taken| {
            let made = build_inside(&open, &inner, seed, (Self::NAME, taken));
            made.map_err(|error| AgentError::Failed(error.to_string()))
        };
        Ok(Box::new(Adaptive::new(Box::new(make), AdaptiveOptions { time, ..settings }, request.seed)))
    }
}

/// Names with a + between, or all.
#[expect(clippy::option_option, reason = "whether it can be read, and whether it names some")]
#[expect(clippy::unnecessary_wraps, reason = "which names there are depends on the game")]
fn read_models(text: &str) -> Option<Option<Vec<String>>> {
    Some(Some(text).filter(|text| *text != "all").map(|text| text.split('+').map(str::to_owned).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::find;

    #[test]
    fn the_help_names_both_searches_inside() {
        let inner = find(Entry::NAME).unwrap().options[0];
        assert!(inner.default == INNER && inner.help.contains(INNER_OF_MEAN), "{inner:?}");
    }
}
