//! GTP on the side of the controller: another program thinks, such as Pentobi's for Blokus.
//!
//! The program keeps the board itself. It is told the moves that it has not seen, and asked for its own by `genmove`,
//! which it then counts as played. Commands that not every program has are sent only to those that list them.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludwerk_core::{Clock, Keyed, Notation, Observe, Playthrough, Report, Seat};

use super::line::split_word;
use crate::{Answer, Client, Dialect, Order, ProcessError, Program, Question};

/// Asks a program for moves by GTP.
#[derive(Clone, Debug)]
pub struct GtpClient {
    dialect: Dialect,
    seed: u64,
    /// The name by which programs know the variant.
    game_name: Option<String>,
    /// The commands that the program has.
    commands: Vec<String>,
    /// The plies that it knows.
    n_told: usize,
    has_time_settings: bool,
}

impl GtpClient {
    /// A client for a game in these words.
    ///
    /// # Errors
    /// A sentence when GTP cannot tell the game.
    pub fn new<G: Notation>(game: &G, dialect: Dialect, seed: u64) -> Result<Self, String> {
        super::check_can_tell(game)?;
        let variant = game.variant();
        let game_name =
            dialect.games.iter().find(|(_, meant)| meant == variant).map(|(name, _)| name.clone());
        Ok(Self { dialect, seed, game_name, commands: Vec::new(), n_told: 0, has_time_settings: false })
    }

    fn has(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// The colour of a ply.
    fn colour<G: Keyed + Notation + Clone>(&self, play: &Playthrough<G>, ply: usize) -> Option<usize> {
        match self.dialect.order {
            Order::Seats => play.seat_at(ply).map(Seat::idx),
            Order::Cycle => ply.checked_rem(self.dialect.colours.len()),
        }
    }

    /// Tells the plies that the program does not know yet.
    fn catch_up<G: Keyed + Notation + Observe + Clone>(
        &mut self,
        program: &mut Program,
        play: &Playthrough<G>,
        question: &Question<'_, G>,
    ) -> Result<(), ProcessError> {
        for ply in self.n_told..play.moves().len() {
            let text = question.moves.get(ply).map_or("", String::as_str);
            let colour = self.colour(play, ply).unwrap_or(0);
            if !(self.dialect.skips_passes && self.dialect.is_pass(text)) {
                let command = format!("play {} {text}", self.dialect.word(colour));
                ask(program, &command, question.deadline, question.stop)?;
            }
            self.n_told = ply + 1;
        }
        Ok(())
    }

    /// Tells the time, to a program that wants to know.
    fn tell_time(
        &mut self,
        program: &mut Program,
        clock: &Clock,
        (seat, colour): (Seat, usize),
        (deadline, stop): (Option<Instant>, &AtomicBool),
    ) -> Result<(), ProcessError> {
        // A seat with several colours divides its time among them.
        let n_colours = self.dialect.colours.iter().filter(|colour| colour.seat == Some(seat)).count().max(1);
        let own_share = |time: Duration| time / n_colours as u32;
        if self.has("time_settings") && !self.has_time_settings {
            self.has_time_settings = true;
            let settings = match (clock.control.game, clock.control.per_move) {
                (Some(game), _) => format!("{} 0 0", seconds(own_share(game))),
                (None, Some(per_move)) => format!("0 {} 1", seconds(per_move)),
                (None, None) => return Ok(()),
            };
            ask_if_willing(program, &format!("time_settings {settings}"), deadline, stop)?;
        }
        if self.has("time_left")
            && let Some(allowance) = clock.allowance(seat)
        {
            let (time, moves) = match clock.left.get(seat.idx()) {
                Some(&left) if clock.control.per_move.is_none() => (own_share(left), 0),
                _ => (allowance, 1),
            };
            let word = self.dialect.word(colour);
            ask_if_willing(program, &format!("time_left {word} {} {moves}", seconds(time)), deadline, stop)?;
        }
        Ok(())
    }
}

impl<G: Keyed + Notation + Observe + Clone> Client<G> for GtpClient {
    fn prepare(
        &mut self,
        program: &mut Program,
        _game: &G,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<(), ProcessError> {
        let deadline = Some(deadline);
        let listed = ask(program, "list_commands", deadline, stop)?;
        self.commands = listed.split_whitespace().map(str::to_owned).collect();
        if self.has("set_game")
            && let Some(name) = &self.game_name
        {
            ask(program, &format!("set_game {name}"), deadline, stop)?;
        } else if let Some(size) = self.dialect.board_size.filter(|_| self.has("boardsize")) {
            ask(program, &format!("boardsize {size}"), deadline, stop)?;
        }
        if self.has("set_random_seed") {
            // Not every program reads more than 32 bits, or numbers with a sign.
            let seed = self.seed & u64::from(u32::MAX >> 1);
            ask_if_willing(program, &format!("set_random_seed {seed}"), deadline, stop)?;
        }
        ask(program, "clear_board", deadline, stop).map(drop)
    }

    fn choose(
        &mut self,
        program: &mut Program,
        question: &Question<'_, G>,
    ) -> Result<Answer<G::Move>, ProcessError> {
        let Some(play) = question.playthrough().filter(|_| question.unusual_start().is_none()) else {
            return Err(ProcessError::Refused("GTP tells games from their usual start alone".to_owned()));
        };
        let (seat, ply) = (question.view.seat, play.moves().len());
        let decided =
            |chosen: G::Move| Ok(Answer { chosen, report: Report { pv: vec![chosen], ..Report::default() } });
        if let [only] = *question.view.legal
            && self.dialect.skips_passes
            && self.dialect.is_pass(&play.game().move_text(play.state(), only))
        {
            return decided(only);
        }
        self.catch_up(program, &play, question)?;
        let Some(colour) = self.colour(&play, ply) else {
            return Err(ProcessError::Refused("nobody is to move".to_owned()));
        };
        if let Some(clock) = question.clock {
            self.tell_time(program, clock, (seat, colour), (question.deadline, question.stop))?;
        }
        let command = format!("genmove {}", self.dialect.word(colour));
        let said = ask(program, &command, question.deadline, question.stop)?;
        if said.eq_ignore_ascii_case("resign") {
            return Err(ProcessError::Resigned);
        }
        // The pass of the game, however it is written.
        let text = self.dialect.pass.as_deref().filter(|_| self.dialect.is_pass(&said)).unwrap_or(&said);
        let chosen = question.legal_move(text)?;
        self.n_told = ply + 1;
        decided(chosen)
    }

    fn finish(&mut self, program: &mut Program) {
        // One that is gone needs no goodbye.
        let _ = program.send("quit");
    }
}

/// The answer to a command, if it is one of success.
fn ask(
    program: &mut Program,
    command: &str,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> Result<String, ProcessError> {
    answer_to(program, command, deadline, stop)?.map_err(|why| {
        let name = split_word(command).0;
        match name {
            "genmove" => ProcessError::NoMove(why),
            _ => ProcessError::Refused(format!("{command}: {why}")),
        }
    })
}

/// Sends a command that a program need not understand.
fn ask_if_willing(
    program: &mut Program,
    command: &str,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> Result<(), ProcessError> {
    answer_to(program, command, deadline, stop).map(drop)
}

/// What a program answers: text after `=`, or why it fails after `?`.
fn answer_to(
    program: &mut Program,
    command: &str,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> Result<Result<String, String>, ProcessError> {
    program.clear(|line| line.starts_with(['=', '?']))?;
    program.send(command)?;
    let mut first = program.receive(deadline, stop)?;
    while first.trim().is_empty() {
        first = program.receive(deadline, stop)?;
    }
    let Some(sign) = first.chars().next().filter(|sign| matches!(sign, '=' | '?')) else {
        return Err(ProcessError::Garbage(first));
    };
    let mut text = first[1..].trim_start_matches(|letter: char| letter.is_ascii_digit()).trim().to_owned();
    loop {
        let line = program.receive(deadline, stop)?;
        if line.trim().is_empty() {
            break;
        }
        text.push('\n');
        text.push_str(line.trim_end());
    }
    let text = text.trim().to_owned();
    Ok(if sign == '=' { Ok(text) } else { Err(text) })
}

/// Seconds as GTP writes them: whole ones where they are.
fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 { time.as_secs().to_string() } else { format!("{:.3}", time.as_secs_f64()) }
}
