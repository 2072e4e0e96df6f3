//! Options that several agents have.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ludwerk_core::{Evaluate, Indexed};
use ludwerk_search::solved::{Tablebase, TablebaseError};
use ludwerk_search::{Draws, RolloutOptions, RolloutPolicy};

use super::AgentSpecError;
use super::describe::Holds;
use super::options::{AgentOption, Options};
use super::values::{Values, between, one_of, positive, size, switch};
use crate::spec::{Spec, Value};
use crate::weights::DEFAULT;

/// The option that bounds the time for a move.
pub(super) const TIME: &str = "time";

/// The options that bound a search.
pub(super) const BUDGETS: [&str; 4] = ["depth", "nodes", "iterations", TIME];

/// How long a search thinks that would go on without end.
pub(super) const A_SECOND: Option<Duration> = Some(Duration::from_secs(1));

/// The least memory that a tree can do with.
const LEAST_MEMORY: usize = 1 << 20;

/// More threads than any machine here has cores.
const MOST_THREADS: usize = 64;

/// The depth of a search that has one even where no other budget is given.
pub(super) fn depth<S: 'static>(usual: u32) -> AgentOption<S> {
    let help = "Search depth in plies; unlimited where `nodes` or `time` is given.";
    AgentOption::read_by_agent("depth", usual.to_string(), help)
}

pub(super) fn most_depth<S: 'static>() -> AgentOption<S> {
    AgentOption::read_by_agent("depth", "none", "The greatest search depth in plies.")
}

pub(super) fn iterations<S: 'static>() -> AgentOption<S> {
    AgentOption::read_by_agent("iterations", "none", "The most simulations for a move.")
}

pub(super) fn weights<S: 'static>() -> AgentOption<S> {
    let help = "Evaluation function: a named set of weights, a file made by `ludwerk tune` or `ludwerk train`, or a set \
                with changes, as in `(NAME:FEATURE=NUMBER,…)`.";
    AgentOption::read_by_agent("weights", DEFAULT, help).holds(Holds::Weights)
}

pub(super) fn ordering<S: 'static>(field: fn(&mut S) -> &mut bool) -> AgentOption<S> {
    let help = "Move ordering: search the moves first that the game calls promising.";
    AgentOption::field("ordering", switch(), field, help)
}

pub(super) fn whole_turns<S: 'static>(field: fn(&mut S) -> &mut bool) -> AgentOption<S> {
    let help = "Measure depth in whole turns instead of plies, in games where a turn has several plies.";
    AgentOption::field("turns", switch(), field, help)
}

pub(super) fn foresight<S: 'static>(field: fn(&mut S) -> &mut bool) -> AgentOption<S> {
    let help = "Repetition in the search: score a position that occurs again at once as the draw to which repetition \
                leads.";
    AgentOption::field("foresight", switch(), field, help)
}

pub(super) fn exploration<S: 'static>(field: fn(&mut S) -> &mut f64) -> AgentOption<S> {
    let help = "Exploration constant: how much moves with few visits are preferred.";
    AgentOption::field("c", positive("0.7"), field, help)
}

pub(super) fn reuse<S: 'static>(field: fn(&mut S) -> &mut bool) -> AgentOption<S> {
    AgentOption::field("reuse", switch(), field, "Tree reuse: keep the tree between the moves of a game.")
}

pub(super) fn memory<S: 'static, T: TryFrom<usize> + TryInto<usize> + Copy + 'static>(
    field: fn(&mut S) -> &mut T,
    help: &'static str,
) -> AgentOption<S> {
    let sizes = size("256MiB or 1GiB, at least 1MiB", LEAST_MEMORY);
    AgentOption::field("memory", sizes, field, help).holds(Holds::Memory)
}

pub(super) fn threads<S: 'static>(field: fn(&mut S) -> &mut usize, help: &'static str) -> AgentOption<S> {
    AgentOption::field("threads", between("2", 1..=MOST_THREADS), field, help).holds(Holds::Threads)
}

pub(super) fn score<S: 'static>(rollout: fn(&mut S) -> &mut RolloutOptions) -> AgentOption<S> {
    let help =
        "Weight of the final points in the result of a simulation, in games that have points; from 0 to 1.";
    AgentOption::field(
        "score",
        between("0.2", 0.0..=1.0),
        |options: &mut RolloutOptions| &mut options.score,
        help,
    )
    .within(rollout)
}

/// How simulations are played out.
pub(super) fn rollout<S: 'static>(rollout: fn(&mut S) -> &mut RolloutOptions) -> [AgentOption<S>; 4] {
    type Settings = RolloutOptions;
    const POLICIES: &[(&str, RolloutPolicy)] = &[
        ("random", RolloutPolicy::Random),
        ("likely", RolloutPolicy::Likely),
        ("quick", RolloutPolicy::Quick),
    ];
    let cutoffs = Values::new("20, 0", |text| text.parse().ok(), u32::to_string).optional("none");
    [
        AgentOption::field(
            "rollout",
            one_of(POLICIES),
            |settings: &mut Settings| &mut settings.policy,
            "Rollout policy: `random`; `likely`, in proportion to the priors that the game gives to moves; or `quick`, \
             the game's own fast policy, where it has one.",
        ),
        AgentOption::field(
            "cutoff",
            cutoffs,
            |settings: &mut Settings| &mut settings.cutoff,
            "Rollout cut-off: after so many plies the evaluation takes the place of the rest; `0` for no rollout.",
        ),
        AgentOption::field(
            "scale",
            positive("5"),
            |settings: &mut Settings| &mut settings.scale,
            "Softmax scale of the evaluation: the advantage that makes a share of the win e times as large.",
        ),
        AgentOption::field(
            "lgr",
            switch(),
            |settings: &mut Settings| &mut settings.last_good_replies,
            "Last good reply (LGR): rollouts first try the reply that last did well against the same move.",
        ),
    ]
    .map(|option| option.within(rollout))
}

/// The search inside worlds.
pub(super) fn inner<S: 'static>(default: &'static str) -> AgentOption<S> {
    agent("inner", default, "The search inside each world, for games without hidden information.")
}

/// An agent inside another.
pub(super) fn agent<S: 'static>(
    name: &'static str,
    default: &'static str,
    help: &'static str,
) -> AgentOption<S> {
    AgentOption::read_by_agent(name, default, help).holds(Holds::Agent)
}

/// What the worlds of an inner search do with chance that was dealt in advance; by default what suits that search.
pub(super) fn draws<S: 'static>(field: fn(&mut S) -> &mut Option<Draws>) -> AgentOption<S> {
    const CHOICES: &[(&str, Option<Draws>)] =
        &[("auto", None), ("dealt", Some(Draws::Dealt)), ("open", Some(Draws::Open))];
    AgentOption::field(
        "draws",
        one_of(CHOICES),
        field,
        "Chance that was dealt in advance, such as a shuffled pile: `dealt`, fixed in each world; `open`, left to chance \
         nodes; or `auto`, which is open for `inner=(expectimax)` alone.",
    )
}

/// What suits an inner search.
pub(super) fn usual_draws(inner: &Spec) -> Draws {
    if inner.name == "expectimax" { Draws::Open } else { Draws::Dealt }
}

pub(super) fn table<S: 'static>(help: &'static str) -> AgentOption<S> {
    AgentOption::read_by_agent("table", "none", help).holds(Holds::File)
}

/// The table of the solved game, where the option names one.
pub(super) fn tablebase<G: Indexed>(
    game: &G,
    options: &Options<'_>,
) -> Result<Option<Arc<Tablebase>>, AgentSpecError> {
    let bad = |hint: String| options.bad_value("table", hint);
    let path = match options.get("table") {
        None => return Ok(None),
        Some(Value::Text(path)) if path == "none" => return Ok(None),
        Some(Value::Text(path)) => path,
        Some(Value::Nested(_)) => return Err(bad("write table=FILE".to_owned())),
    };
    let (id, title) = (game.info().id, game.info().title);
    if game.table_name().is_none() {
        return Err(bad(format!("there is no table of {title} here: leave it out")));
    }
    let opened = crate::open_tablebase(Path::new(path));
    let fitting = opened.and_then(|table| table.check_game(game).map(|()| table));
    fitting.map(Some).map_err(|error| {
        let why = match &error {
            TablebaseError::Io(error) => format!("it cannot be read: {error}"),
            TablebaseError::Damaged(_) | TablebaseError::OtherGame(_) => error.to_string(),
        };
        bad(format!("{why}; `ludwerk solve {id} --out FILE` builds the table of {title}"))
    })
}

/// Why an agent that needs an evaluation does not play a game; `None` if it has one.
pub(super) fn without_evaluation<G: Evaluate>(game: &G, agent: &str) -> Option<String> {
    let is_without = game.features().is_empty();
    is_without.then(|| format!("{agent} needs an evaluation, and {} has none", game.info().id))
}
