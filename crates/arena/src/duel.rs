//! One game between agents, from the start to whatever end it takes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludwerk_core::{
    Agent, AgentError, Clock, Control, Decision, Game, Keyed, Notation, Observe, Outcome, Playthrough,
    Returns, Rng, Seat, TimeControl, Turn, Value, sample_chance,
};

use crate::cpu::Meter;

/// How long a game and its moves may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLimits {
    /// A longer game is adjudicated a draw (ply limit).
    pub most_plies: usize,
    /// The clock of every seat.
    pub clock: Option<TimeControl>,
    /// What a move may take beyond the clock before the game is lost: what it costs to measure and to send it.
    pub margin: Duration,
}

impl GameLimits {
    /// No clock, and no more than so many plies.
    pub fn of_plies(most_plies: usize) -> Self {
        Self { most_plies, clock: None, margin: Clock::MARGIN }
    }
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Game> {
    /// The game itself.
    pub play: Playthrough<G>,
    /// What is known of each move, chance plies included.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub ended: Ended,
}

/// What is known of a move besides the move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayedMove {
    /// Who made it; `None` for chance.
    pub seat: Option<Seat>,
    /// The time that the agent took.
    pub time: Duration,
    /// The processor time that it used, where that is known: an outside program's since its move before.
    pub cpu: Option<Duration>,
    /// The value that the agent gave it, from its own point of view: the number on the common scale.
    pub value: Option<f64>,
}

/// How a game between agents ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// By the rules.
    Finished(Outcome),
    /// An agent broke down or played an illegal move; the others share the win.
    Forfeit {
        /// Whose agent.
        seat: Seat,
        /// What it did.
        reason: String,
        /// The last that an outside program printed.
        output: Option<String>,
    },
    /// An agent gave the game up; the others share the win.
    Resigned {
        /// Whose agent.
        seat: Seat,
    },
    /// It was too long and is adjudicated a draw.
    TooLong,
    /// Somebody asked to stop; it does not count.
    Interrupted,
}

impl Ended {
    /// What each of `n_seats` seats gets; `None` if the game does not count.
    pub fn returns(&self, n_seats: usize) -> Option<Returns> {
        match self {
            Self::Finished(outcome) => Some(outcome.returns),
            Self::Forfeit { seat, .. } | Self::Resigned { seat } => {
                Some(Returns::shared(n_seats, |other| other != *seat))
            }
            Self::TooLong => Some(Returns::draw(n_seats)),
            Self::Interrupted => None,
        }
    }

    /// The last that an outside program printed before it forfeited the game.
    pub fn output(&self) -> Option<&str> {
        match self {
            Self::Forfeit { output, .. } => output.as_deref(),
            _ => None,
        }
    }

    /// The end in a word or two, as records store it.
    pub fn reason(&self) -> String {
        match self {
            Self::Finished(outcome) => outcome.reason.to_owned(),
            Self::Forfeit { seat, reason, .. } => format!("forfeit by seat {seat}: {reason}"),
            Self::Resigned { .. } => RESIGNED.to_owned(),
            Self::TooLong => "ply limit".to_owned(),
            Self::Interrupted => "interrupted".to_owned(),
        }
    }
}

/// Plays a game on to its end. `agents` holds one for each seat; chance draws from `rng`.
pub fn play_game<G: Game + Keyed + Observe + Notation + Clone>(
    play: Playthrough<G>,
    agents: &mut [Box<dyn Agent<G>>],
    rng: &mut Rng,
    limits: &GameLimits,
    stop: &AtomicBool,
) -> PlayedGame<G> {
    let mut clock =
        limits.clock.map(|control| Clock::new(control, play.game().n_seats()).with_margin(limits.margin));
    let mut meter = Meter::new(agents.len());
    let moves = vec![PlayedMove::default(); play.moves().len()];
    let mut played = PlayedGame { play, moves, ended: Ended::Interrupted };
    played.ended = loop {
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            break Ended::Interrupted;
        }
        let seat = match played.play.turn() {
            Turn::Over => match played.play.outcome() {
                Some(outcome) => break Ended::Finished(outcome),
                None => unreachable!("a game that is over has an outcome"),
            },
            _ if played.moves.len() >= limits.most_plies => break Ended::TooLong,
            Turn::Chance => {
                let mv = sample_chance(played.play.game(), played.play.state(), rng);
                if let Err(error) = played.play.play(mv) {
                    unreachable!("chance draws a legal outcome: {error}");
                }
                played.moves.push(PlayedMove::default());
                continue;
            }
            Turn::Player(seat) => seat,
        };
        let (decision, time, cpu) =
            ask(&played.play, seat, agents[seat.idx()].as_mut(), clock.as_ref(), stop, &mut meter);
        // An agent that was told to stop may answer badly; that is not its fault.
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            break Ended::Interrupted;
        }
        let decision = match decision {
            Ok(decision) => decision,
            Err(AgentError::Forfeit { reason, output }) => {
                break Ended::Forfeit { seat, reason, output: Some(output) };
            }
            Err(AgentError::Resigned) => break Ended::Resigned { seat },
            Err(error) => break Ended::Forfeit { seat, reason: error.to_string(), output: None },
        };
        if let Some(clock) = &mut clock {
            if clock.allowance(seat).is_some_and(|most| time > most + clock.margin) {
                break Ended::Forfeit { seat, reason: OUT_OF_TIME.to_owned(), output: None };
            }
            clock.spend(seat, time);
        }
        if let Err(error) = played.play.play(decision.chosen) {
            break Ended::Forfeit { seat, reason: error.to_string(), output: None };
        }
        played.moves.push(PlayedMove {
            seat: Some(seat),
            time,
            cpu,
            value: decision.report.value.map(Value::number),
        });
    };
    played
}

/// What is said of an agent whose clock ran out.
const OUT_OF_TIME: &str = "out of time";

/// How a game ended that somebody gave up, as records say it.
const RESIGNED: &str = "resignation";

/// What an agent answers, how long it took, and its processor time. One that panics has broken down.
fn ask<G: Game + Keyed + Observe + Clone>(
    play: &Playthrough<G>,
    seat: Seat,
    agent: &mut dyn Agent<G>,
    clock: Option<&Clock>,
    stop: &AtomicBool,
    meter: &mut Meter,
) -> (Result<Decision<G::Move>, AgentError>, Duration, Option<Duration>) {
    // To get ready takes no time off the clock.
    let mut begun = Instant::now();
    let mut before = None;
    let decision = catch_unwind(AssertUnwindSafe(|| {
        agent.prepare(play.game(), stop)?;
        before = meter.before(seat, agent.work());
        begun = Instant::now();
        play.ask(agent, &mut Control::new(stop, &mut |_| {}).with_clock(clock))
    }));
    let time = begun.elapsed();
    let Ok(decision) = decision else {
        return (Err(AgentError::Failed("the agent broke down".to_owned())), time, None);
    };
    let cpu = meter.after(seat, agent.work(), before);
    (decision, time, cpu)
}
