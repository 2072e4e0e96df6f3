//! What an agent says of itself, once: its name, what it is in the literature, its options, which games it plays, how it
//! is made, and who may use it. Everything else reads that: specs, help, the tables of the book, presets, the server.
//!
//! The file of an agent has an `Entry` with two traits: [`Describe`], and [`Search`] or [`Whole`].

use std::sync::LazyLock;
use std::time::Duration;

use ludwerk_core::{
    Agent, CompleteGame, Evaluate, Indexed, Keyed, MoveHints, Presets, Strategies, duration_text,
};

use super::build::Request;
use super::options::AgentOption;
use super::{AgentInfo, AgentSpecError, OptionInfo, described, shared};
use crate::spec::Value;
use crate::weights::is_named;

/// What an agent says of itself whatever the game.
pub(super) trait Describe {
    /// The name in specs, in `kebab-case`.
    const NAME: &'static str;

    /// The values of its options, with their defaults.
    type Settings: Default + 'static;

    fn describe() -> Description<Self::Settings>;

    /// Why it does not play the game, in one sentence from declared facts; `None` if it does.
    fn refusal<G: Evaluate + Indexed>(_game: &G) -> Option<String> {
        None
    }
}

/// What a search may ask of a game. The worlds of a game with open cards have it as well.
pub(super) trait World: Evaluate + Keyed + MoveHints + Indexed + Presets + Strategies + Clone {}

impl<G: Evaluate + Keyed + MoveHints + Indexed + Presets + Strategies + Clone> World for G {}

/// An agent, or why there is none.
pub(super) type Made<G> = Result<Box<dyn Agent<G>>, AgentSpecError>;

/// An agent that is made of nothing else, so that it may also search worlds inside another.
pub(super) trait Search: Describe {
    fn build<G: World>(request: &Request<'_, G>, settings: Self::Settings) -> Made<G>;
}

/// An agent that plays the game itself, and may be made of others.
pub(super) trait Whole: Describe {
    fn build<G: CompleteGame>(request: &Request<'_, G>, settings: Self::Settings) -> Made<G>;
}

/// What an agent says of itself, as it is written in its file.
pub(super) struct Description<S> {
    pub summary: &'static str,
    pub options: Vec<AgentOption<S>>,
    is_for_strangers: bool,
    peeks: bool,
    usual_time: Option<Duration>,
}

impl<S: Default + 'static> Description<S> {
    /// The first words of the summary are what the literature calls it.
    pub fn new(summary: &'static str) -> Self {
        Self { summary, options: Vec::new(), is_for_strangers: false, peeks: false, usual_time: None }
    }

    /// Whoever comes to a server may set it to work: it needs nothing of the machine but time and memory, which are
    /// bounded for all. It starts no programs; files that its options name are refused by themselves.
    pub fn for_strangers(mut self) -> Self {
        self.is_for_strangers = true;
        self
    }

    /// It looks at what its seat may not see. Its summary says so aloud.
    pub fn peeks(mut self) -> Self {
        self.peeks = true;
        self
    }

    pub fn option(mut self, option: AgentOption<S>) -> Self {
        self.options.push(option);
        self
    }

    pub fn options(mut self, options: impl IntoIterator<Item = AgentOption<S>>) -> Self {
        self.options.extend(options);
        self
    }

    /// The budgets of a search: `depth` or `iterations`, nodes and time. One that would go on without end has a usual
    /// time.
    pub fn budgets(mut self, first: AgentOption<S>, usual_time: Option<Duration>) -> Self {
        self.usual_time = usual_time;
        let time = match usual_time {
            Some(time) => AgentOption::read_by_agent(
                shared::TIME,
                duration_text(time),
                "The most time for a move, such as `200ms` or `2s`; no limit where another budget is given.",
            ),
            None => AgentOption::read_by_agent(
                shared::TIME,
                "none",
                "The most time for a move, such as `200ms` or `2s`.",
            ),
        };
        let nodes =
            AgentOption::read_by_agent("nodes", "none", "The most positions that are entered for a move.");
        self.options([first, nodes, time].map(|option| option.holds(Holds::Budget)))
    }

    /// The same without its types, as the list holds it.
    pub fn listed(self, name: &'static str, is_search: bool) -> Described {
        let mut settings = S::default();
        let options: Vec<_> = self.options.iter().map(|option| option.described(&mut settings)).collect();
        let infos: Vec<_> = options.iter().map(|option| option.info).collect();
        Described {
            info: AgentInfo { name, summary: self.summary, options: infos.leak(), peeks: self.peeks },
            options,
            is_search,
            is_for_strangers: self.is_for_strangers,
            usual_time: self.usual_time,
        }
    }
}

/// What the value of an option is about, as far as it matters to others than its agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// It matters to nobody else.
    Setting,
    /// A bound of the search.
    Budget,
    /// Another agent.
    Agent,
    /// An evaluation function, which may be a file.
    Weights,
    /// The name of a file.
    File,
    /// A size in memory.
    Memory,
    /// A number of threads.
    Threads,
}

/// An agent of the list.
pub(super) struct Described {
    pub info: AgentInfo,
    pub options: Vec<DescribedOption>,
    /// Whether it may search worlds inside another agent.
    pub is_search: bool,
    pub is_for_strangers: bool,
    /// How long it thinks where no budget is given.
    pub usual_time: Option<Duration>,
}

/// An option of an agent of the list.
pub(super) struct DescribedOption {
    pub info: OptionInfo,
    /// Earlier names, which are still read.
    pub aliases: &'static [&'static str],
    pub holds: Holds,
}

/// All general agents, the simplest first, those that stand for others last.
static LIST: LazyLock<Vec<Described>> = LazyLock::new(described);

/// The same as `ludwerk agents` describes them.
pub static AGENTS: LazyLock<Vec<AgentInfo>> = LazyLock::new(|| LIST.iter().map(|agent| agent.info).collect());

/// A general agent by its name.
pub(super) fn listed(name: &str) -> Option<&'static Described> {
    LIST.iter().find(|agent| agent.info.name == name)
}

/// All options of all general agents with this name.
fn options_named(name: &str) -> impl Iterator<Item = &'static DescribedOption> {
    let all = LIST.iter().flat_map(|agent| &agent.options);
    all.filter(move |option| option.info.name == name || option.aliases.contains(&name))
}

/// What an option of this name is about in general agents: the same in all of them.
pub fn holds(option: &str) -> Holds {
    options_named(option).next().map_or(Holds::Setting, |option| option.holds)
}

/// Whether an option with this value makes a general agent read a file that the game does not bring along.
pub fn reads_file<G: Evaluate>(game: &G, option: &str, value: &Value) -> bool {
    options_named(option).any(|option| match option.holds {
        Holds::File => true,
        Holds::Weights => {
            let is_default = matches!(value, Value::Text(text) if text == option.info.default);
            !is_default && !is_named(game, value)
        }
        _ => false,
    })
}

/// Whether strangers may set a general agent of this name to work on a server. One that peeks needs nothing of the
/// machine either, but is no fair opponent.
pub fn is_for_strangers(agent: &str) -> bool {
    listed(agent).is_some_and(|agent| agent.is_for_strangers)
}

/// The present name of an option of a general agent, which may be written by an earlier one.
pub fn option_name<'n>(agent: &str, name: &'n str) -> &'n str {
    let options = listed(agent).map_or(&[][..], |agent| &agent.options);
    options.iter().find(|option| option.aliases.contains(&name)).map_or(name, |option| option.info.name)
}

/// Whether two names are of the same option of some general agent.
pub(super) fn is_same_option(one: &str, other: &str) -> bool {
    let renamed = LIST.iter().flat_map(|agent| &agent.options).filter(|option| !option.aliases.is_empty());
    let is_name = |option: &DescribedOption, name| option.info.name == name || option.aliases.contains(&name);
    one == other || renamed.into_iter().any(|option| is_name(option, one) && is_name(option, other))
}

/// That the defaults of an agent are read as what they are.
#[cfg(test)]
pub(super) fn check_defaults<D: Describe>() {
    let mut settings = D::Settings::default();
    for option in D::describe().options {
        let default = option.described(&mut settings).info.default;
        assert!(option.read(&mut settings, default).is_some(), "{}:{}={default}", D::NAME, option.name);
        assert_eq!(option.described(&mut settings).info.default, default, "{}:{}", D::NAME, option.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_of_a_name_is_about_the_same_thing_in_all_agents() {
        for option in LIST.iter().flat_map(|agent| &agent.options) {
            assert_eq!(option.holds, holds(option.info.name), "{}", option.info.name);
            for alias in option.aliases {
                let known = LIST.iter().flat_map(|agent| &agent.options).map(|option| option.info.name);
                assert!(known.into_iter().all(|name| name != *alias), "{alias} is an option's present name");
            }
        }
    }

    #[test]
    fn a_default_is_what_it_says_when_it_is_written() {
        crate::agents::check_defaults();
    }

    #[test]
    fn a_summary_is_a_sentence_and_so_is_help() {
        for agent in LIST.iter() {
            let helps = agent.options.iter().map(|option| option.info.help);
            for text in helps.chain([agent.info.summary]) {
                let is_sentence = text.ends_with('.') && !text.starts_with(|c: char| c.is_lowercase());
                assert!(is_sentence && !text.contains("  "), "{}: {text}", agent.info.name);
            }
        }
    }
}
