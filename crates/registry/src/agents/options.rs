//! The options of agents: how they are described, and how those of a spec are read.
//!
//! An option that is left out is taken from the game's own defaults for the agent, where it has some, and then
//! from the agent's.

use ludwerk_core::{Evaluate, Presets};
use ludwerk_search::{Evaluator, Limits};

use super::describe::{Describe, DescribedOption, Holds, listed};
use super::shared::{BUDGETS, TIME};
use super::values::{Values, between, count, time};
use super::{AgentInfo, AgentSpecError, OptionInfo, presets};
use crate::spec::{Spec, Value};
use crate::weights;

/// No search gets so deep, and one that tried would exhaust the stack.
const MOST_DEPTH: u32 = 100;

/// An option of an agent with the settings `S`.
pub(super) struct AgentOption<S> {
    pub name: &'static str,
    help: &'static str,
    aliases: &'static [&'static str],
    holds: Holds,
    kind: Kind<S>,
}

/// Reads a text into a field of the settings; `None` where it is no value of it.
type SetField<S> = Box<dyn Fn(&mut S, &str) -> Option<()>>;

enum Kind<S> {
    /// A field of the settings: it is read into that, and what it is by default says the default.
    Field { expected: String, read: SetField<S>, show: Box<dyn Fn(&mut S) -> String> },
    /// The agent reads it itself, because it takes the game to do so; this is its default.
    ByAgent(String),
}

impl<S: 'static> AgentOption<S> {
    /// A field of the settings, with the values that it takes.
    pub fn field<T: 'static>(
        name: &'static str,
        values: Values<T>,
        field: fn(&mut S) -> &mut T,
        help: &'static str,
    ) -> Self {
        let Values { expected, read, show } = values;
        let read = move |settings: &mut S, text: &str| {
            *field(settings) = read(text)?;
            Some(())
        };
        let show = move |settings: &mut S| show(field(settings));
        let kind = Kind::Field { expected, read: Box::new(read), show: Box::new(show) };
        Self { name, help, aliases: &[], holds: Holds::Setting, kind }
    }

    /// One that the agent reads itself.
    pub fn read_by_agent(name: &'static str, default: impl Into<String>, help: &'static str) -> Self {
        Self { name, help, aliases: &[], holds: Holds::Setting, kind: Kind::ByAgent(default.into()) }
    }

    /// What its value is about.
    pub fn holds(self, holds: Holds) -> Self {
        Self { holds, ..self }
    }

    /// Names that it once had, which are still read.
    pub fn formerly(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// The same option of settings that contain these.
    pub fn within<P: 'static>(self, part: fn(&mut P) -> &mut S) -> AgentOption<P> {
        let Self { name, help, aliases, holds, kind } = self;
        let kind = match kind {
            Kind::Field { expected, read, show } => Kind::Field {
                expected,
                read: Box::new(move |settings, text| read(part(settings), text)),
                show: Box::new(move |settings| show(part(settings))),
            },
            Kind::ByAgent(default) => Kind::ByAgent(default),
        };
        AgentOption { name, help, aliases, holds, kind }
    }
}

impl<S> AgentOption<S> {
    /// With the default that it has in `settings`.
    pub fn described(&self, settings: &mut S) -> DescribedOption {
        let default = match &self.kind {
            Kind::Field { show, .. } => show(settings),
            Kind::ByAgent(default) => default.clone(),
        };
        let info = OptionInfo { name: self.name, default: default.leak(), help: self.help };
        DescribedOption { info, aliases: self.aliases, holds: self.holds }
    }

    /// Reads a text into the settings, if it is for one of them.
    #[cfg(test)]
    pub fn read(&self, settings: &mut S, text: &str) -> Option<()> {
        match &self.kind {
            Kind::Field { read, .. } if text != "none" => read(settings, text),
            _ => Some(()),
        }
    }
}

/// The options of a spec, checked to be the agent's, each given once.
pub(super) struct Options<'a> {
    pub agent: &'static AgentInfo,
    pub spec: &'a Spec,
    /// What the game puts in the place of options that are left out.
    defaults: Option<Spec>,
}

impl<'a> Options<'a> {
    pub fn new<G: Presets>(
        game: &G,
        agent: &'static AgentInfo,
        spec: &'a Spec,
    ) -> Result<Self, AgentSpecError> {
        for (n, (key, _)) in spec.options.iter().enumerate() {
            if !agent.options.iter().any(|option| option.name == key) {
                return Err(AgentSpecError::UnknownOption {
                    agent: agent.name,
                    option: key.clone(),
                    known: agent.options.iter().map(|option| option.name).collect(),
                });
            }
            if spec.options[..n].iter().any(|(earlier, _)| earlier == key) {
                return Err(AgentSpecError::RepeatedOption { agent: agent.name, option: key.clone() });
            }
        }
        Ok(Self { agent, spec, defaults: presets::defaults(game, agent.name) })
    }

    /// The value of an option, as written or as the game has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.spec.value(name).or_else(|| self.defaults.as_ref().and_then(|defaults| defaults.value(name)))
    }

    /// The same, if it is a text that says something.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Value::Text(text)) if text != "none" => Some(text),
            _ => None,
        }
    }

    pub fn bad(&self, option: &'static str, value: &Value, hint: String) -> AgentSpecError {
        AgentSpecError::BadValue { agent: self.agent.name, option, value: value.to_string(), hint }
    }

    /// A value of an option that the agent does not take, as written or by default.
    pub fn bad_value(&self, option: &'static str, hint: impl Into<String>) -> AgentSpecError {
        let value = self.get(option).cloned().unwrap_or_else(|| Value::Text(self.default(option).to_owned()));
        self.bad(option, &value, hint.into())
    }

    fn default(&self, name: &str) -> &'static str {
        self.agent.options.iter().find(|option| option.name == name).map_or("none", |option| option.default)
    }

    /// The value of an option, handed to `read`; `None` if it is left out or says `none`.
    fn parsed<T>(
        &self,
        name: &'static str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, AgentSpecError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let found = match value {
            Value::Text(text) if text == "none" => return Ok(None),
            Value::Text(text) => read(text),
            Value::Nested(_) => None,
        };
        found.map(Some).ok_or_else(|| self.bad(name, value, format!("write {name}={expected}")))
    }

    /// The settings of the agent `D`, which this must be.
    pub fn settings<D: Describe>(&self) -> Result<D::Settings, AgentSpecError> {
        let mut settings = D::Settings::default();
        for option in &D::describe().options {
            if let Kind::Field { expected, read, .. } = &option.kind {
                self.parsed(option.name, expected, |text| read(&mut settings, text))?;
            }
        }
        Ok(settings)
    }

    /// The budgets. A budget that is written stands alone: those of the game's defaults do not bind it. A search that
    /// would go on without end gets its usual time.
    pub fn limits(&self) -> Result<Limits, AgentSpecError> {
        let is_written = BUDGETS.iter().any(|budget| self.spec.value(budget).is_some());
        let written = Self { agent: self.agent, spec: self.spec, defaults: None };
        let from = if is_written { &written } else { self };
        let bounds = Limits {
            depth: from.value("depth", &between("5", 1..=MOST_DEPTH))?,
            nodes: from.value("nodes", &count("100000", u64::MAX))?,
            iterations: from.value("iterations", &count("1000", u64::MAX))?,
            time: from.value(TIME, &time("200ms, 2s or 1.5s"))?,
        };
        let is_unbounded = bounds == Limits::default();
        let usual = listed(self.agent.name).and_then(|agent| agent.usual_time).filter(|_| is_unbounded);
        Ok(Limits { time: bounds.time.or(usual), ..bounds })
    }

    fn value<T>(&self, name: &'static str, values: &Values<T>) -> Result<Option<T>, AgentSpecError> {
        self.parsed(name, &values.expected, &values.read)
    }

    /// The text of every option in the order of the agent's list, as written or by default.
    pub fn texts(&self) -> Result<Vec<(&'static str, &str)>, AgentSpecError> {
        let text = |option: &OptionInfo| match self.get(option.name) {
            None => Ok((option.name, option.default)),
            Some(Value::Text(text)) => Ok((option.name, text.as_str())),
            Some(value @ Value::Nested(_)) => {
                Err(self.bad(option.name, value, format!("write {}={}", option.name, option.default)))
            }
        };
        self.agent.options.iter().map(text).collect()
    }

    /// The spec of the agent that an option holds.
    pub fn agent_in(&self, name: &'static str) -> Result<Spec, AgentSpecError> {
        self.agent_in_or(name, self.default(name))
    }

    /// The same with another default, in parentheses.
    pub fn agent_in_or(&self, name: &'static str, default: &str) -> Result<Spec, AgentSpecError> {
        let hint = || format!("write {name}={default}, with another agent in parentheses");
        match self.get(name) {
            Some(Value::Nested(spec)) => Ok(spec.clone()),
            Some(value @ Value::Text(text)) => text.parse().map_err(|_| self.bad(name, value, hint())),
            None => {
                let inside = default.trim_start_matches('(').trim_end_matches(')');
                inside.parse().map_err(|_| unreachable!("{default} is a spec"))
            }
        }
    }

    /// The evaluation function that an option names.
    pub fn evaluator<G: Evaluate>(
        &self,
        game: &G,
        option: &'static str,
    ) -> Result<Evaluator, AgentSpecError> {
        weights::evaluator(game, self.get(option)).map_err(|hint| self.bad_value(option, hint))
    }
}
