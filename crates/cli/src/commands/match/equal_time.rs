//! `ludwerk match --equal-time`: whose budget is steered, and what is told of it.

use std::time::Duration;

use ludwerk_core::{duration_text, parse_duration};
use ludwerk_registry::{Spec, Value};
use serde_json::json;

use crate::failure::Failure;

/// The agent that has limits instead of a budget of its own.
const PROCESS: &str = "process";

/// The budgets that can be steered, the likeliest first.
const BUDGETS: [&str; 3] = ["time", "iterations", "nodes"];

/// The budget that is steered.
pub struct Steered {
    /// Whose it is.
    pub agent: usize,
    spec: Spec,
    option: &'static str,
    /// What is written, in milliseconds or in numbers.
    pub first: f64,
    /// The last, the least and the most that games were given.
    given: Option<[f64; 3]>,
}

impl Steered {
    /// The first agent whose spec has a budget, a time before any other.
    pub fn find(specs: &[Spec]) -> Result<Self, Failure> {
        let failure =
            |what: &str| Err(Failure::new(what, "write time=20ms, say, in the spec of one of two agents"));
        if specs.len() != 2 {
            return failure("equal time is for two agents");
        }
        for option in BUDGETS {
            for (agent, spec) in specs.iter().enumerate().filter(|(_, spec)| spec.name != PROCESS) {
                let Some(Value::Text(text)) = spec.value(option) else { continue };
                let first = match option {
                    "time" => parse_duration(text).map(|time| time.as_secs_f64() * 1e3),
                    _ => text.parse::<f64>().ok(),
                };
                if let Some(first) = first.filter(|&first| first > 0.0) {
                    return Ok(Self { agent, spec: spec.clone(), option, first, given: None });
                }
            }
        }
        failure("no agent has a budget that could be steered")
    }

    /// The spec with another budget.
    pub fn spec(&self, budget: f64) -> Spec {
        let mut spec = self.spec.clone();
        for (option, value) in &mut spec.options {
            if option == self.option {
                *value = Value::Text(self.text(budget));
            }
        }
        spec
    }

    fn text(&self, budget: f64) -> String {
        match self.option {
            // A microsecond is exact enough.
            "time" => duration_text(Duration::from_micros((budget * 1e3).round().max(1.0) as u64)),
            _ => (budget.round().max(1.0) as u64).to_string(),
        }
    }

    /// Takes note of what a game was given.
    pub fn note(&mut self, budget: f64) {
        let [_, least, most] = self.given.unwrap_or([budget; 3]);
        self.given = Some([budget, least.min(budget), most.max(budget)]);
    }

    /// What was steered, in a line.
    pub fn line(&self, n_trials: usize) -> String {
        let spec = &self.spec;
        match self.given {
            None => format!("equal time: {spec} was given its own budget"),
            Some([last, least, most]) => format!(
                "equal time: {spec} was given {}={} in the end, {} to {} before; {n_trials} games to find it do not count",
                self.option,
                self.text(last),
                self.text(least),
                self.text(most)
            ),
        }
    }

    /// The same for programs.
    pub fn document(&self, n_trials: usize) -> serde_json::Value {
        let [last, least, most] = self.given.unwrap_or([self.first; 3]);
        json!({
            "agent": self.agent,
            "budget": self.option,
            "first": self.text(self.first),
            "last": self.text(last),
            "least": self.text(least),
            "most": self.text(most),
            "trials": n_trials,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(specs: [&str; 2]) -> Result<Steered, Failure> {
        Steered::find(&specs.map(|spec| spec.parse().unwrap()))
    }

    #[test]
    fn the_agent_with_a_time_is_steered_and_a_program_never() {
        let program = "process:cmd=x,time=5s";
        for (specs, agent, first, changed) in [
            (["champion:time=20ms", program], 0, 20.0, "champion:time=12.346ms"),
            ([program, "mcts:c=0.1,time=2s"], 1, 2000.0, "mcts:c=0.1,time=12.346ms"),
            (["mcts:iterations=50", "mcts:time=1ms"], 1, 1.0, "mcts:time=12.346ms"),
            (["random", "mcts:iterations=50"], 1, 50.0, "mcts:iterations=12"),
            (["alphabeta:nodes=7", "mcts:iterations=50"], 1, 50.0, "mcts:iterations=12"),
        ] {
            let steered = found(specs).unwrap();
            assert_eq!((steered.agent, steered.first), (agent, first), "{specs:?}");
            assert_eq!(steered.spec(12.34567).to_string(), changed);
        }
        assert!(found(["random", program]).is_err());
        assert!(found(["mcts:time=soon", program]).is_err());
        assert_eq!(
            found(["mcts:iterations=5", "random"]).unwrap().spec(0.2).to_string(),
            "mcts:iterations=1"
        );
    }
}
