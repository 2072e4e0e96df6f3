//! `ludwerk engine`: an agent for other programs, by a text protocol on standard input and output.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use ludwerk_core::{Agent, Playthrough, Viewer};
use ludwerk_protocol::{Dialect, Host, Pace, gtp, line};
use ludwerk_registry::{AnyGame, GameEntry, Spec};

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
        Protocol::Ludwerk => {
            let mut engine = line::Engine::new(host, game, seed).map_err(|why| {
                Failure::new(why, "`ludwerk agents GAME` lists the agents that play a game")
            })?;
            echo_seed(seed);
            let next_line = || {
                if interrupt::is_requested() {
                    return Err(io::ErrorKind::Interrupted.into());
                }
                interrupt::while_at_a_prompt(|| line::read_line(&mut input))
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

impl Host<AnyGame> for Program {
    fn name_and_version(&self) -> (String, String) {
        ("Ludwerk".to_owned(), format!("{} ({})", env!("CARGO_PKG_VERSION"), self.spec))
    }

    fn configure(&self, variant: &str, players: Option<usize>) -> Result<AnyGame, String> {
        self.entry.configure(Some(variant), players).map_err(|error| error.to_string())
    }

    fn dialect(&self, game: &AnyGame) -> Dialect {
        ludwerk_registry::dialect(game)
    }

    fn agent(&self, game: &AnyGame, seed: u64, pace: Pace) -> Result<Box<dyn Agent<AnyGame>>, String> {
        let paced = if pace == Pace::Clock { game.paced(&self.spec) } else { self.spec.clone() };
        game.agent(&paced, seed).map_err(|error| error.to_string())
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
