//! GTP, the Go Text Protocol, version 2. On the side of the engine a controller sends commands and our agent answers;
//! on the other side, in [`GtpClient`], we are the controller of another program.
//!
//! Besides the standard's commands it has those by which Pentobi's tools play Blokus, so that a controller written for
//! one finds the same words here: `set_game`, `all_legal`, `cputime`, `g`, `p`, `get_place`, `set_random_seed`.
//! Whatever is wrong with a line becomes an answer that starts with `?`; only the end of the input or `quit` ends it.
//!
//! Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002).

mod client;
mod clock;
mod line;
mod table;
mod think;

use std::io::{self, Write};

use ludwerk_core::{Agent, Game, Keyed, MoveClock, MoveHints, Notation, Observe, Playthrough, Rng};

pub use client::GtpClient;
pub use line::read_line;
pub(crate) use line::read_line_up_to;

use crate::{Host, MovesToGo, Pace};
use clock::{Clocks, Left, Settings};
use line::{Command, split_word};
use table::{Ready, Table};

/// The commands, as `list_commands` lists them.
const COMMANDS: [&str; 24] = [
    "all_legal",
    "boardsize",
    "clear_board",
    "cputime",
    "final_score",
    "g",
    "genmove",
    "get_place",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "p",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_game",
    "set_random_seed",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// No more is repeated of a name that is no command.
const LONGEST_NAME: usize = 40;

/// An agent that answers a controller.
pub struct Engine<G: Game + Observe, H> {
    host: H,
    table: Table<G>,
    /// The agents of the seats, made when they are first asked.
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    clocks: Option<Clocks>,
    seed: u64,
    n_games: u64,
    has_quit: bool,
}

impl<G: Keyed + Notation + Observe + MoveHints + Clone, H: Host<G>> Engine<G, H> {
    /// An engine for a game at its start.
    ///
    /// # Errors
    /// When the agent does not play the game, or the protocol cannot tell it: with chance or hidden information.
    pub fn new(host: H, game: G, seed: u64) -> Result<Self, String> {
        check(&host, &game)?;
        let dialect = host.dialect(&game);
        let mut engine = Self {
            host,
            table: Table::new(game, dialect),
            agents: Vec::new(),
            clocks: None,
            seed,
            n_games: 0,
            has_quit: false,
        };
        engine.dismiss_agents();
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
            if let Some(answer) = self.answer(&line) {
                output.write_all(answer.as_bytes())?;
                output.flush()?;
            }
        }
        Ok(())
    }

    /// The answer to a line, as it is sent; `None` for a line without a command.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let command = Command::parse(line)?;
        let result = self.obey(&command);
        Some(line::answer(command.id.as_deref(), &result))
    }

    fn obey(&mut self, command: &Command) -> Result<String, String> {
        let words: Vec<_> = command.arguments.split_whitespace().collect();
        let done = String::new();
        match command.name.as_str() {
            "protocol_version" => none(&words).map(|()| "2".to_owned()),
            "name" => none(&words).map(|()| self.host.name_and_version().0),
            "version" => none(&words).map(|()| self.host.name_and_version().1),
            "known_command" => one(&words).map(|name| COMMANDS.contains(&name).to_string()),
            "list_commands" => none(&words).map(|()| COMMANDS.join("\n")),
            "quit" => none(&words).map(|()| {
                self.has_quit = true;
                done
            }),
            "boardsize" => self.board_size(one(&words)?).map(|()| done),
            "komi" => {
                one(&words)?.parse::<f32>().map(|_| done).map_err(|_| "komi is not a number".to_owned())
            }
            "clear_board" => none(&words).map(|()| {
                self.begin_game();
                done
            }),
            "set_game" => self.set_game(&command.arguments).map(|()| done),
            "set_random_seed" => {
                let seed = one(&words)?;
                self.seed = seed.parse().map_err(|_| format!("invalid number '{seed}'"))?;
                self.n_games = 0;
                self.dismiss_agents();
                Ok(done)
            }
            "play" => {
                let (colour, text) = split_word(&command.arguments);
                let colour = self.colour(colour)?;
                self.step(colour, text).map(|()| done)
            }
            "p" => self.play_next(&command.arguments).map(|()| done),
            "genmove" => {
                let colour = self.colour(one(&words)?)?;
                self.generate(colour, true)
            }
            "reg_genmove" => {
                let colour = self.colour(one(&words)?)?;
                self.generate(colour, false)
            }
            "g" => none(&words).and_then(|()| self.generate_next()),
            "undo" => {
                none(&words)?;
                if self.table.undo() { Ok(done) } else { Err("cannot undo".to_owned()) }
            }
            "all_legal" => Ok(self.table.legal_of(self.colour(one(&words)?)?)?.join("\n")),
            "showboard" => none(&words).map(|()| format!("\n{}", self.host.board_text(self.table.play()))),
            "final_score" => none(&words).and_then(|()| self.final_score()),
            "get_place" => self.place(self.colour(one(&words)?)?),
            "cputime" => {
                none(&words)?;
                let time = self.host.cpu_time().ok_or("the system does not tell the processor time")?;
                Ok(format!("{:.6}", time.as_secs_f64()))
            }
            "time_settings" => {
                let [main, period, moves] = words[..] else {
                    return Err("three numbers are needed".to_owned());
                };
                self.set_time(Settings::parse(main, period, moves)?);
                Ok(done)
            }
            "time_left" => {
                let [colour, time, moves] = words[..] else {
                    return Err("a colour and two numbers are needed".to_owned());
                };
                let (colour, left) = (self.colour(colour)?, Left::parse(time, moves)?);
                // A clock that was never set up has no limit.
                if let Some(clocks) = &mut self.clocks {
                    clocks.set(colour, left);
                }
                Ok(done)
            }
            "" => Err("the command is missing".to_owned()),
            name => Err(format!("unknown command ({})", name.chars().take(LONGEST_NAME).collect::<String>())),
        }
    }

    fn game(&self) -> &G {
        self.table.play().game()
    }

    /// The game in progress.
    pub fn play(&self) -> &Playthrough<G> {
        self.table.play()
    }

    fn colour(&self, word: &str) -> Result<usize, String> {
        let dialect = self.table.dialect();
        dialect.colour(word).ok_or_else(|| {
            let known: Vec<_> = (0..dialect.colours.len()).map(|colour| dialect.word(colour)).collect();
            format!("invalid color argument '{word}': expected one of {}", known.join(", "))
        })
    }

    /// A new game has new agents, a seed of its own and a full clock.
    fn begin_game(&mut self) {
        self.table.clear();
        self.n_games += 1;
        self.dismiss_agents();
        let n_colours = self.table.dialect().colours.len();
        self.clocks = self.clocks.as_ref().map(|clocks| clocks.restarted(n_colours));
    }

    fn dismiss_agents(&mut self) {
        self.agents = (0..self.game().n_seats()).map(|_| None).collect();
    }

    fn set_time(&mut self, settings: Option<Settings>) {
        let n_colours = self.table.dialect().colours.len();
        let had_clock = self.clocks.is_some();
        self.clocks = settings.map(|settings| Clocks::new(settings, n_colours));
        if had_clock != self.clocks.is_some() {
            // Their pace is another now.
            self.dismiss_agents();
        }
    }

    fn board_size(&mut self, size: &str) -> Result<(), String> {
        let size: u32 = size.parse().map_err(|_| "boardsize is not a number".to_owned())?;
        if self.table.dialect().board_size != Some(size) {
            return Err("unacceptable size".to_owned());
        }
        self.begin_game();
        Ok(())
    }

    fn set_game(&mut self, name: &str) -> Result<(), String> {
        let dialect = self.table.dialect();
        let Some(variant) = dialect.variant(name) else {
            let known: Vec<_> = dialect.games.iter().map(|(name, _)| name.as_str()).collect();
            return Err(format!("invalid argument '{name}': expected one of {}", known.join(", ")));
        };
        let game = self.host.configure(variant, None)?;
        check(&self.host, &game)?;
        let dialect = self.host.dialect(&game);
        self.table = Table::new(game, dialect);
        self.begin_game();
        Ok(())
    }

    fn step(&mut self, colour: usize, text: &str) -> Result<(), String> {
        if text.is_empty() {
            return Err("the move is missing".to_owned());
        }
        self.table.step(colour, text)
    }

    /// Plays a move for the next colour that can move, or the pass of the colour to move.
    fn play_next(&mut self, text: &str) -> Result<(), String> {
        let is_pass = self.table.dialect().is_pass(text);
        let colour = if is_pass { self.table.colour_to_move() } else { self.table.next_colour() };
        self.step(colour.ok_or("illegal move: the game is over")?, text)
    }

    fn generate_next(&mut self) -> Result<String, String> {
        match self.table.next_colour() {
            Some(colour) => self.generate(colour, true),
            None => self.table.dialect().pass.clone().ok_or_else(|| "the game is over".to_owned()),
        }
    }

    /// The agent's move for a colour, which is played if it is to be kept.
    fn generate(&mut self, colour: usize, is_kept: bool) -> Result<String, String> {
        let before = self.table.n_plies();
        let generated = self.generate_here(colour);
        if generated.is_ok() && is_kept {
            self.table.keep_step(before);
        } else {
            self.table.back_to(before);
        }
        generated
    }

    fn generate_here(&mut self, colour: usize) -> Result<String, String> {
        let ready = self.table.turn_to(colour)?;
        if ready == Ready::Move {
            let mv = self.think(colour)?;
            let text = self.game().move_text(self.table.play().state(), mv);
            return self.table.play_move(mv).map(|()| text);
        }
        if ready == Ready::Pass {
            self.table.pass()?;
        }
        self.table.dialect().pass.clone().ok_or_else(|| "the game is over".to_owned())
    }

    fn think(&mut self, colour: usize) -> Result<G::Move, String> {
        let play = self.table.play();
        let legal = play.legal_moves();
        if let [only] = legal[..] {
            return Ok(only);
        }
        let seat = self.table.seat_to_move().ok_or("nobody is to move")?;
        let pace = if self.clocks.is_some() { Pace::Clock } else { Pace::Own };
        let seed = Rng::derive(Rng::derive(self.seed, self.n_games), seat.idx() as u64);
        let known = self.agents[seat.idx()].take();
        let mut agent = known.map_or_else(|| self.host.agent(play.game(), seed, pace), Ok)?;
        let horizon = MovesToGo::of_colour(self.table.dialect(), self.table.n_moves_of(colour) as u32);
        let clock = self
            .clocks
            .as_ref()
            .map(|clocks| MoveClock::start(clocks.allot(colour, horizon), self.host.now()));
        let decided = think::ask(play, agent.as_mut(), clock.as_ref(), || self.host.is_ending());
        if let (Some(clocks), Some(clock)) = (&mut self.clocks, clock) {
            clocks.spend(colour, clock.spent());
        }
        // One that broke down is not asked again.
        let chosen = decided?;
        self.agents[seat.idx()] = Some(agent);
        if legal.contains(&chosen) { Ok(chosen) } else { Err("the agent chose an illegal move".to_owned()) }
    }

    /// The points now, or the shares of the win at the end of a game without points.
    fn points(&self) -> Result<Vec<f64>, String> {
        let play = self.table.play();
        if let Some(points) = play.game().points(play.state()) {
            return Ok(points.into_iter().map(f64::from).collect());
        }
        let outcome = play.outcome().ok_or("the game is not over")?;
        Ok(outcome.returns.as_slice().to_vec())
    }

    fn final_score(&self) -> Result<String, String> {
        let points = self.points()?;
        Ok(match points[..] {
            [first, second] if first > second => format!("B+{}", first - second),
            [first, second] if first < second => format!("W+{}", second - first),
            [_, _] => "0".to_owned(),
            _ => points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        })
    }

    fn place(&self, colour: usize) -> Result<String, String> {
        let seat = self.table.dialect().colours[colour].seat.ok_or("this colour counts for nobody")?;
        let points = self.points()?;
        let own = points[seat.idx()];
        let place = 1 + points.iter().filter(|&&other| other > own).count();
        let is_shared = points.iter().filter(|&&other| other == own).count() > 1;
        Ok(format!("{place}{}", if is_shared { " shared" } else { "" }))
    }
}

/// Whether the agent plays the game, and whether the protocol can tell it.
fn check<G: Keyed + Notation + Observe + MoveHints + Clone, H: Host<G>>(
    host: &H,
    game: &G,
) -> Result<(), String> {
    check_can_tell(game)?;
    host.agent(game, 0, Pace::Own).map(drop)
}

/// Whether the protocol can tell the game.
fn check_can_tell<G: Game>(game: &G) -> Result<(), String> {
    let info = game.info();
    if info.is_hidden() || info.has_chance() {
        return Err(format!("GTP cannot express chance or hidden information, which {} has", info.id));
    }
    Ok(())
}

fn none(words: &[&str]) -> Result<(), String> {
    if words.is_empty() { Ok(()) } else { Err("no arguments are expected".to_owned()) }
}

fn one<'w>(words: &[&'w str]) -> Result<&'w str, String> {
    match words[..] {
        [word] => Ok(word),
        [] => Err("an argument is missing".to_owned()),
        _ => Err("too many arguments".to_owned()),
    }
}
