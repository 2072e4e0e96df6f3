//! The other side of the protocol "ludwerk": one of our agents answers another program.
//!
//! Whatever is wrong with a message becomes an `error`; only the end of the input or `quit` ends it.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use ludwerk_core::value;
use ludwerk_core::{
    Agent, Clock, Control, Decision, History, Keyed, MoveClock, Notation, Observe, Playthrough, Report, Rng,
    Seat, TimeControl, View, Viewer,
};
use serde_json::{Value, json};

use super::{VERSION, split_word};
use crate::time_manager::until;
use crate::{Host, MovesToGo, Pace, TimeBudget};

/// An agent that answers another program.
pub struct Engine<G: Observe, H> {
    host: H,
    game: G,
    /// Where seeds come from that the other side does not tell.
    own_seed: u64,
    n_games: u64,
    /// The seed of the agents.
    seed: u64,
    /// The agents of the seats, made when they are first asked, with their pace and the moves they made.
    seats: Vec<Option<Sitting<G>>>,
    has_quit: bool,
}

struct Sitting<G: Observe> {
    agent: Box<dyn Agent<G>>,
    pace: Pace,
    n_made: u32,
}

/// What is seen in a position that was told.
struct Seen<G: Observe> {
    observation: G::Observation,
    legal: Vec<G::Move>,
    /// A position that looks like this, for texts.
    position: G::State,
    /// The game so far, where it was told.
    play: Option<Playthrough<G>>,
}

impl<G: Keyed + Notation + Observe + Clone, H: Host<G>> Engine<G, H> {
    /// An engine for a game, until another is asked for.
    ///
    /// # Errors
    /// When the agent does not play the game, or wants to see what its seat may not see.
    pub fn new(host: H, game: G, seed: u64) -> Result<Self, String> {
        check(&host, &game)?;
        let mut engine =
            Self { host, game, own_seed: seed, n_games: 0, seed, seats: Vec::new(), has_quit: false };
        engine.begin_game(None);
        Ok(engine)
    }

    /// Answers the lines until there are no more, or one of them says `quit`.
    ///
    /// # Errors
    /// When lines cannot be read or answers not be written.
    pub fn run(
        &mut self,
        mut next_line: impl FnMut() -> io::Result<Option<String>>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        while !self.has_quit {
            let Some(line) = next_line()? else { break };
            for answer in self.answer(&line) {
                writeln!(output, "{answer}")?;
            }
            output.flush()?;
        }
        Ok(())
    }

    /// The lines that answer a line; none where nothing is to be said.
    pub fn answer(&mut self, line: &str) -> Vec<String> {
        let (word, rest) = split_word(line);
        let answered = match word {
            "ludwerk" => {
                let (name, version) = self.host.name_and_version();
                Ok(vec![format!("ludwerk {VERSION} {name} {version}")])
            }
            "game" => self.set_game(rest).map(|()| Vec::new()),
            "move" => self.choose(rest),
            "quit" => {
                self.has_quit = true;
                Ok(Vec::new())
            }
            _ => Ok(Vec::new()),
        };
        answered.unwrap_or_else(|why| vec![format!("error {}", why.replace(['\n', '\r'], " "))])
    }

    fn begin_game(&mut self, seed: Option<u64>) {
        self.seed = seed.unwrap_or_else(|| Rng::derive(self.own_seed, self.n_games));
        self.n_games += 1;
        self.seats = (0..self.game.n_seats()).map(|_| None).collect();
    }

    fn set_game(&mut self, text: &str) -> Result<(), String> {
        let told = object(text)?;
        let id = self.game.info().id;
        if let Some(other) = told["game"].as_str().filter(|&told| told != id) {
            return Err(format!("this engine plays {id}, not {other}"));
        }
        let variant = told["variant"].as_str().unwrap_or(self.game.variant()).to_owned();
        let players = told["players"].as_u64().map(|players| players as usize);
        let game = self.host.configure(&variant, players)?;
        check(&self.host, &game)?;
        self.game = game;
        self.begin_game(told["seed"].as_u64());
        Ok(())
    }

    fn choose(&mut self, text: &str) -> Result<Vec<String>, String> {
        let told = object(text)?;
        let seen = self.seen(&told)?;
        let seat = self.seat(&told, &seen)?;
        let clock = clock_of(&told["clock"], self.game.n_seats());
        let decision = self.think(seat, &seen, clock.as_ref())?;
        let mut answers = Vec::new();
        let report = &decision.report;
        if report.value.is_some() || report.nodes > 0 {
            let mut info = json!({ "depth": report.depth, "nodes": report.nodes });
            if let Some(value) = report.value.map(value::Value::number).filter(|value| value.is_finite()) {
                info["value"] = json!(value);
            }
            answers.push(format!("info {info}"));
        }
        answers.push(format!("play {}", self.game.move_text(&seen.position, decision.chosen)));
        Ok(answers)
    }

    /// What the message shows.
    fn seen(&self, told: &Value) -> Result<Seen<G>, String> {
        let game = &self.game;
        let text = |name: &str| told[name].as_str();
        if game.info().is_hidden() {
            let possible =
                text("possible").ok_or("\"possible\" is missing, a whole position that looks alike")?;
            let position = game.parse_position(possible).map_err(|error| error.to_string())?;
            let seat = self.seat_told(told)?.ok_or("\"seat\" is missing")?;
            let observation = game.observe(&position, Viewer::Seat(seat));
            let legal = self.legal(told, &position)?;
            return Ok(Seen { observation, legal, position, play: None });
        }
        let parsed = |text: &str| game.parse_position(text).map_err(|error| error.to_string());
        let start = match (text("start"), told["moves"].is_array(), text("position")) {
            (Some(start), _, _) => parsed(start)?,
            (None, true, _) => game.start(&mut Rng::new(0)),
            (None, false, Some(position)) => parsed(position)?,
            (None, false, None) => return Err("\"moves\" or \"position\" is missing".to_owned()),
        };
        let mut play = Playthrough::new(game.clone(), start);
        for mv in told["moves"].as_array().into_iter().flatten() {
            let mv = mv.as_str().ok_or("a move in \"moves\" is no text")?;
            play.play_text(mv).map_err(|error| error.to_string())?;
        }
        if let Some(position) = text("position")
            && game.position_text(play.state()) != position
        {
            return Err("\"moves\" do not lead to \"position\"".to_owned());
        }
        let position = play.state().clone();
        let legal = self.legal(told, &position)?;
        Ok(Seen {
            observation: game.observe(&position, Viewer::Spectator),
            legal,
            position,
            play: Some(play),
        })
    }

    /// The moves to choose from: those that were told, or all that are legal.
    fn legal(&self, told: &Value, position: &G::State) -> Result<Vec<G::Move>, String> {
        let mut legal = Vec::new();
        if let Some(texts) = told["legal"].as_array() {
            for text in texts {
                let text = text.as_str().ok_or("a move in \"legal\" is no text")?;
                legal.push(self.game.parse_move(position, text).map_err(|error| error.to_string())?);
            }
        } else {
            self.game.legal_moves(position, &mut legal);
        }
        if legal.is_empty() { Err("there is no legal move".to_owned()) } else { Ok(legal) }
    }

    fn seat_told(&self, told: &Value) -> Result<Option<Seat>, String> {
        let Some(seat) = told["seat"].as_u64() else { return Ok(None) };
        let n_seats = self.game.n_seats();
        let seat = usize::try_from(seat).ok().and_then(|idx| Seat::checked(idx, n_seats));
        seat.map(Some).ok_or_else(|| format!("seats are counted from 0 to {}", n_seats - 1))
    }

    /// The seat that is to move, which is the one that was told.
    fn seat(&self, told: &Value, seen: &Seen<G>) -> Result<Seat, String> {
        let turn = match &seen.play {
            Some(play) => play.turn(),
            None => self.game.turn(&seen.position),
        };
        let ludwerk_core::Turn::Player(seat) = turn else { return Err("nobody is to move".to_owned()) };
        match self.seat_told(told)? {
            Some(told) if told != seat => Err(format!("seat {seat} is to move, not seat {told}")),
            _ => Ok(seat),
        }
    }

    fn think(
        &mut self,
        seat: Seat,
        seen: &Seen<G>,
        clock: Option<&Clock>,
    ) -> Result<Decision<G::Move>, String> {
        let pace = if clock.is_some() { Pace::Clock } else { Pace::Own };
        let known = self.seats[seat.idx()].take().filter(|sitting| sitting.pace == pace);
        let mut sitting = match known {
            Some(sitting) => sitting,
            None => Sitting { agent: self.host.agent(&self.game, self.seed, pace)?, pace, n_made: 0 },
        };
        let horizon = MovesToGo::of_seat(&self.host.dialect(&self.game), seat, sitting.n_made);
        let allotment = clock.and_then(|clock| TimeBudget::of_seat(clock, seat).allot(horizon));
        let move_clock = allotment.map(|allotment| MoveClock::start(allotment, self.host.now()));
        let no_history = History::new();
        let view = View {
            game: &self.game,
            seat,
            observation: &seen.observation,
            legal: &seen.legal,
            start: seen.play.as_ref().map(Playthrough::start),
            history: seen.play.as_ref().map_or(&no_history, Playthrough::history),
            truth: None,
        };
        let decided = until(
            move_clock.as_ref(),
            || self.host.is_ending(),
            |stop| {
                catch_unwind(AssertUnwindSafe(|| {
                    let mut ignore = |_: &Report<G::Move>| ();
                    let control = Control::new(stop, &mut ignore).with_clock(clock);
                    sitting.agent.decide(&view, &mut control.with_move_clock(move_clock.as_ref()))
                }))
            },
        );
        // One that broke down is not asked again.
        let decision =
            decided.map_err(|_| "the agent broke down".to_owned())?.map_err(|error| error.to_string())?;
        sitting.n_made += 1;
        self.seats[seat.idx()] = Some(sitting);
        Ok(decision)
    }
}

/// Whether the agent plays the game without looking at what its seat may not see.
fn check<G: Keyed + Notation + Observe + Clone, H: Host<G>>(host: &H, game: &G) -> Result<(), String> {
    if host.agent(game, 0, Pace::Own)?.peeks() {
        return Err("an agent that peeks cannot play here: it is told what its seat may see".to_owned());
    }
    Ok(())
}

fn object(text: &str) -> Result<Value, String> {
    match serde_json::from_str(text) {
        Ok(value @ Value::Object(_)) => Ok(value),
        Ok(_) => Err("a JSON object is expected".to_owned()),
        Err(error) => Err(format!("malformed JSON: {error}")),
    }
}

/// The clocks that were told, if there are any.
fn clock_of(told: &Value, n_seats: usize) -> Option<Clock> {
    let time = |value: &Value| value.as_u64().map(Duration::from_millis);
    let left: Vec<Duration> = told["left_ms"].as_array().into_iter().flatten().filter_map(time).collect();
    let left = if left.len() == n_seats { left } else { Vec::new() };
    let control = TimeControl {
        per_move: time(&told["move_ms"]),
        game: left.iter().max().copied(),
        increment: time(&told["increment_ms"]).unwrap_or_default(),
    };
    (control.per_move.is_some() || control.game.is_some()).then_some(Clock {
        control,
        left,
        margin: Clock::MARGIN,
    })
}
