//! `ludwerk engine`: an agent for other programs, by a text protocol on standard input and output.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use ludwerk_core::value::{self, Meaning};
use ludwerk_core::{Agent, Interchange as _, Now, Playthrough, Viewer};
use ludwerk_protocol::time_manager::wall_time;
use ludwerk_protocol::uci::{self, Flavour};
use ludwerk_protocol::{Dialect, Host, Pace, Score, SearchOptions, gtp, line};
use ludwerk_registry::{AnyGame, GameEntry, Spec, Value};

use crate::args::{ClockKind, EngineArgs, Protocol};
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
    if args.clock == ClockKind::Cpu && processor_time().is_none() {
        return Err(Failure::new(
            "processor time cannot be measured on this system",
            "without `--clock cpu`, wall-clock time is counted",
        ));
    }
    let host = Program { entry, spec, clock: args.clock };
    let mut output = io::stdout().lock();
    let refused = |why: String| Failure::new(why, "`ludwerk games` tells what the games are like");
    let next_line = || {
        if interrupt::is_requested() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        interrupt::while_at_a_prompt(|| line::read_line(&mut io::stdin().lock()))
    };
    let served = match args.protocol {
        Protocol::Gtp => {
            let mut engine = gtp::Engine::new(host, game, seed).map_err(refused)?;
            echo_seed(seed);
            engine.run(next_line, &mut output)
        }
        Protocol::Uci | Protocol::Usi => {
            let flavour = if args.protocol == Protocol::Uci { Flavour::Uci } else { Flavour::Usi };
            let mut engine = uci::Engine::new(flavour, host, game, seed).map_err(refused)?;
            echo_seed(seed);
            engine.run(next_line, &mut output)
        }
        Protocol::Ludwerk => {
            let mut engine = line::Engine::new(host, game, seed).map_err(|why| {
                Failure::new(why, "`ludwerk agents GAME` lists the agents that play a game")
            })?;
            echo_seed(seed);
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
    clock: ClockKind,
}

/// The processor time of this program so far, where the system tells it.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).ok()
}

#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

/// The budgets that a controller's take the place of.
const BUDGETS: [&str; 4] = ["depth", "nodes", "iterations", "time"];

/// No search goes deeper.
const DEEPEST: u32 = 100;

impl Program {
    /// The spec of an agent as a controller wants it. What the agent has no option for is left as it is.
    fn with_options(&self, game: &AnyGame, options: &SearchOptions) -> Result<Spec, String> {
        let mut spec = match &options.agent {
            Some(text) => text.parse::<Spec>().map_err(|error| error.to_string())?,
            None => self.spec.clone(),
        };
        let meant = game.resolve(&spec).map_err(|error| error.to_string())?;
        let info = game.agents().find(|agent| agent.name == meant.name);
        let has =
            |option: &str| info.is_some_and(|info| info.options.iter().any(|known| known.name == option));
        let first_of = |options: [&'static str; 2]| options.into_iter().find(|option| has(option));
        let nodes = options.nodes.map(|nodes| (first_of(["nodes", "iterations"]), nodes.to_string()));
        let depth = options.depth.map(|depth| (first_of(["depth", "depth"]), depth.min(DEEPEST).to_string()));
        let budgets: Vec<_> = [nodes, depth]
            .into_iter()
            .flatten()
            .filter_map(|(option, value)| Some((option?, value)))
            .collect();
        let is_bounded = !budgets.is_empty();
        if is_bounded {
            spec.options.retain(|(key, _)| !BUDGETS.contains(&key.as_str()));
        }
        let tables = options.hash_mib.map(|size| (first_of(["tt", "memory"]), format!("{size}MiB")));
        let threads = options.threads.map(|threads| (first_of(["threads", "threads"]), threads.to_string()));
        let others =
            [tables, threads].into_iter().flatten().filter_map(|(option, value)| Some((option?, value)));
        for (option, value) in budgets.into_iter().chain(others) {
            spec.options.retain(|(key, _)| key != option);
            spec.options.push((option.to_owned(), Value::Text(value)));
        }
        Ok(if options.pace == Pace::Clock { game.paced(&spec) } else { spec })
    }
}

impl Host<AnyGame> for Program {
    fn name_and_version(&self) -> (String, String) {
        ("Ludwerk".to_owned(), format!("{} ({})", env!("CARGO_PKG_VERSION"), self.spec))
    }

    fn configure(&self, variant: &str, players: Option<usize>) -> Result<AnyGame, String> {
        self.entry.configure(Some(variant), players).map_err(|error| error.to_string())
    }

    fn dialect(&self, game: &AnyGame) -> Dialect {
        game.dialect()
    }

    fn agent(&self, game: &AnyGame, seed: u64, pace: Pace) -> Result<Box<dyn Agent<AnyGame>>, String> {
        self.agent_with_options(game, seed, &pace.into())
    }

    fn agent_with_options(
        &self,
        game: &AnyGame,
        seed: u64,
        options: &SearchOptions,
    ) -> Result<Box<dyn Agent<AnyGame>>, String> {
        game.agent(&self.with_options(game, options)?, seed).map_err(|error| error.to_string())
    }

    fn agent_text(&self) -> Option<String> {
        Some(self.spec.to_string())
    }

    fn score(&self, value: value::Value) -> Score {
        /// What a share is worth is told on the scale of Elo's ratings, which ends somewhere.
        const MOST: f64 = 2000.0;
        let share_points = |share: f64| (400.0 * (share / (1.0 - share)).log10()).clamp(-MOST, MOST);
        match value.meaning() {
            Meaning::Win { plies } => Score::Win(plies),
            Meaning::Loss { plies } => Score::Loss(plies),
            Meaning::WinProbability(share) => Score::Centipawns(share_points(share) as i64),
            Meaning::Evaluation(value) => Score::Centipawns((value * 100.0).round() as i64),
        }
    }

    fn board_text(&self, play: &Playthrough<AnyGame>) -> String {
        board_text(play.game(), &play.observe(Viewer::Spectator))
    }

    fn cpu_time(&self) -> Option<Duration> {
        processor_time()
    }

    fn now(&self) -> Now {
        match self.clock {
            ClockKind::Wall => wall_time(),
            ClockKind::Cpu => Arc::new(|| processor_time().unwrap_or_default()),
        }
    }

    fn is_ending(&self) -> bool {
        interrupt::is_requested()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_become_options_where_the_agent_has_them() {
        let entry = ludwerk_registry::game("dobutsu").unwrap();
        let game = entry.configure(None, None).unwrap();
        let wished = |text: &str, change: fn(&mut SearchOptions)| {
            let host = Program { entry, spec: text.parse().unwrap(), clock: ClockKind::Wall };
            let mut options = SearchOptions::from(Pace::Own);
            change(&mut options);
            host.agent_with_options(&game, 1, &options).unwrap();
            host.with_options(&game, &options).unwrap().to_string()
        };
        assert_eq!(wished("champion", |_| ()), "champion");
        assert_eq!(wished("champion", |options| options.depth = Some(500)), "champion:depth=100");
        assert_eq!(wished("mcts:time=2s", |options| options.nodes = Some(7)), "mcts:nodes=7");
        assert_eq!(wished("mcts:iterations=9", |options| options.depth = Some(7)), "mcts:iterations=9");
        assert_eq!(wished("alphabeta:tt=1MiB", |options| options.hash_mib = Some(8)), "alphabeta:tt=8MiB");
        assert_eq!(wished("mcts", |options| options.hash_mib = Some(8)), "mcts:memory=8MiB");
        assert_eq!(wished("mcts", |options| options.threads = Some(2)), "mcts:threads=2");
        assert_eq!(wished("random", |options| options.threads = Some(2)), "random");
        let timed = wished("champion", |options| options.pace = Pace::Clock);
        assert!(timed.starts_with("champion:time="), "{timed}");
        assert_eq!(wished("mcts", |options| options.agent = Some("level:n=3".to_owned())), "level:n=3");
        let host = Program { entry, spec: "random".parse().unwrap(), clock: ClockKind::Wall };
        let options = SearchOptions { agent: Some("nobody".to_owned()), ..Pace::Own.into() };
        assert!(host.agent_with_options(&game, 1, &options).is_err());
    }
}
