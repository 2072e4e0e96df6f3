//! `ludwerk engine`: an agent for other programs, by a text protocol on standard input and output.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use ludwerk_core::{Agent, Playthrough, Viewer};
use ludwerk_protocol::{Dialect, Host, Pace, gtp};
use ludwerk_registry::{AnyGame, GameEntry, Spec, Value};

use crate::args::{EngineArgs, Protocol};
use crate::failure::Failure;
use crate::play::board_text;
use crate::position::{configure, echo_seed, seed};
use crate::{CommandResult, interrupt};

pub fn run(args: &EngineArgs) -> CommandResult {
    let game = configure(&args.game.game, &args.game.config)?;
    let entry = ludwerk_registry::game(&args.game.game)?;
    let spec: Spec = args.agent.parse()?;
    // Refused here, an agent is refused with a hint.
    drop(game.agent(&spec, 0)?);
    let seed = seed(&args.game.config);
    let host = Program { entry, spec };
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let served = match args.protocol {
        Protocol::Gtp => {
            let mut engine = gtp::Engine::new(host, game, seed)
                .map_err(|why| Failure::new(why, "`ludwerk games` tells what the games are like"))?;
            echo_seed(seed);
            let next_line = || {
                if interrupt::is_requested() {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                interrupt::while_at_a_prompt(|| gtp::read_line(&mut input))
            };
            engine.run(next_line, &mut output)
        }
    };
    match served {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {
            Err(Failure::interrupted("ended", "what was answered before holds"))
        }
        served => Ok(served.map(|()| ExitCode::SUCCESS)?),
    }
}

/// This program, as protocols see it.
struct Program {
    entry: &'static GameEntry,
    spec: Spec,
}

/// The budgets that make an agent as strong as it is meant to be, whatever the clock says.
const WORK_BUDGETS: [&str; 3] = ["depth", "nodes", "iterations"];

/// Longer than any clock.
const ENDLESS: &str = "1000000s";

impl Program {
    /// The spec of an agent that thinks until it is told to stop, unless its spec says otherwise. A budget that was
    /// written stays, and one that makes a level or another preset what it is; the champion takes all the time.
    fn paced(&self, game: &AnyGame, pace: Pace) -> Spec {
        let has_any =
            |spec: &Spec, budgets: &[&str]| budgets.iter().any(|budget| spec.value(budget).is_some());
        let is_preset_bound = self.spec.name != "champion"
            && game.resolve(&self.spec).is_ok_and(|meant| has_any(&meant, &WORK_BUDGETS));
        let is_bound =
            is_preset_bound || has_any(&self.spec, &["time"]) || has_any(&self.spec, &WORK_BUDGETS);
        let mut spec = self.spec.clone();
        spec.options.push(("time".to_owned(), Value::Text(ENDLESS.to_owned())));
        // An agent without such an option is never in a hurry.
        let can_wait = pace == Pace::Clock && !is_bound && game.agent(&spec, 0).is_ok();
        if can_wait { spec } else { self.spec.clone() }
    }
}

impl Host<AnyGame> for Program {
    fn name_and_version(&self) -> (String, String) {
        ("Ludwerk".to_owned(), format!("{} ({})", env!("CARGO_PKG_VERSION"), self.spec))
    }

    fn configure(&self, variant: &str) -> Result<AnyGame, String> {
        self.entry.configure(Some(variant), None).map_err(|error| error.to_string())
    }

    fn dialect(&self, game: &AnyGame) -> Dialect {
        ludwerk_registry::dialect(game)
    }

    fn agent(&self, game: &AnyGame, seed: u64, pace: Pace) -> Result<Box<dyn Agent<AnyGame>>, String> {
        game.agent(&self.paced(game, pace), seed).map_err(|error| error.to_string())
    }

    fn board_text(&self, play: &Playthrough<AnyGame>) -> String {
        board_text(play.game(), &play.observe(Viewer::Spectator))
    }

    #[cfg(unix)]
    fn cpu_time(&self) -> Option<Duration> {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::try_from(time).ok()
    }

    #[cfg(not(unix))]
    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    fn is_ending(&self) -> bool {
        interrupt::is_requested()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn under_a_clock_an_agent_without_a_budget_takes_all_the_time() {
        let entry = ludwerk_registry::game("dobutsu").unwrap();
        let game = entry.configure(None, None).unwrap();
        let paced = |text: &str, pace: Pace| {
            let host = Program { entry, spec: text.parse().unwrap() };
            host.paced(&game, pace).to_string()
        };
        for text in ["champion", "mcts", "alphabeta:lmr=off"] {
            assert_eq!(paced(text, Pace::Own), text);
            assert!(paced(text, Pace::Clock).ends_with(&format!("time={ENDLESS}")), "{text}");
        }
        for text in ["mcts:iterations=10", "champion:nodes=5", "alphabeta:time=2s", "level:n=3", "random"] {
            assert_eq!(paced(text, Pace::Clock), text);
        }
    }
}
