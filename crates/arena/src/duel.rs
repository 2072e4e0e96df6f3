//! One game between agents, from the start to whatever end it takes.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludwerk_core::{
    Agent, Control, Game, Keyed, Notation, Observe, Outcome, Playthrough, Returns, Rng, Seat, Turn,
    sample_chance,
};

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
    /// The value that the agent gave it, from its own point of view.
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
    },
    /// It was too long and counts as shared by all.
    TooLong,
    /// Somebody asked to stop; it does not count.
    Interrupted,
}

impl Ended {
    /// What each of `n_seats` seats gets; `None` if the game does not count.
    pub fn returns(&self, n_seats: usize) -> Option<Returns> {
        match self {
            Self::Finished(outcome) => Some(outcome.returns),
            Self::Forfeit { seat, .. } => Some(Returns::shared(n_seats, |other| other != *seat)),
            Self::TooLong => Some(Returns::draw(n_seats)),
            Self::Interrupted => None,
        }
    }

    /// The end in a word or two, as records store it.
    pub fn reason(&self) -> String {
        match self {
            Self::Finished(outcome) => outcome.reason.to_owned(),
            Self::Forfeit { seat, reason } => format!("forfeit by seat {seat}: {reason}"),
            Self::TooLong => "ply limit".to_owned(),
            Self::Interrupted => "interrupted".to_owned(),
        }
    }
}

/// Plays one game from `start`. `agents` holds one for each seat; chance draws from `rng`.
/// A game of more than `most_plies` plies is broken off.
pub fn play_game<G: Game + Keyed + Observe + Notation>(
    game: &G,
    start: G::State,
    agents: &mut [Box<dyn Agent<G>>],
    rng: &mut Rng,
    most_plies: usize,
    stop: &AtomicBool,
) -> PlayedGame<G> {
    let mut play = Playthrough::new(game.clone(), start);
    let mut moves = Vec::new();
    let ended = loop {
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            break Ended::Interrupted;
        }
        let seat = match play.turn() {
            Turn::Over => match play.outcome() {
                Some(outcome) => break Ended::Finished(outcome),
                None => unreachable!("a game that is over has an outcome"),
            },
            _ if moves.len() >= most_plies => break Ended::TooLong,
            Turn::Chance => {
                let mv = sample_chance(game, play.state(), rng);
                if let Err(error) = play.play(mv) {
                    unreachable!("chance draws a legal outcome: {error}");
                }
                moves.push(PlayedMove::default());
                continue;
            }
            Turn::Player(seat) => seat,
        };
        let begun = Instant::now();
        let decision = play.ask(agents[seat].as_mut(), &mut Control::new(stop, &mut |_| {}));
        let time = begun.elapsed();
        let decision = match decision {
            Ok(decision) => decision,
            Err(error) => break Ended::Forfeit { seat, reason: error.to_string() },
        };
        if let Err(error) = play.play(decision.chosen) {
            break Ended::Forfeit { seat, reason: error.to_string() };
        }
        moves.push(PlayedMove { seat: Some(seat), time, value: decision.report.value });
    };
    PlayedGame { play, moves, ended }
}
