//! The game as lines of text: for pipes, for screen readers, and for terminals that can do no more.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use ludwerk_core::Game as _;
use ludwerk_registry::name_hint;

use super::drawing::{board_text, pieces_text};
use super::session::Session;
use crate::failure::Failure;
use crate::output::{self, BOLD, DIM};
use crate::position::read_line;
use crate::{CommandResult, interrupt};

/// A game between agents that does not end by itself is broken off here.
const MOST_PLIES: usize = 1000;

const COMMANDS: [(&str, &str); 14] = [
    ("MOVE", "play it, as it is listed or by its number"),
    ("moves", "list the legal moves"),
    ("board", "show the board"),
    ("pieces", "say in words what stands where"),
    ("rules", "tell the rules"),
    ("undo", "take your last move back"),
    ("redo", "play again what was taken back"),
    ("hint", "ask the best agent"),
    ("history", "list the moves so far"),
    ("save [FILE]", "save the game"),
    ("load FILE", "go on with a saved game"),
    ("new", "start a new game with the same players"),
    ("help", "show this list"),
    ("quit", "leave"),
];

pub fn run(mut session: Session) -> CommandResult {
    output::line(format!(
        "{BOLD}{}{BOLD:#}, {} rules. Type `help` for the commands.",
        session.game().info().title,
        session.game().variant()
    ))?;
    show_board(&session)?;
    let mut input = std::io::stdin().lock();
    let prompts = std::io::stdin().is_terminal();
    loop {
        while !session.is_over() && !session.is_human_turn() {
            if interrupt::is_requested() || session.play().moves().len() >= MOST_PLIES {
                return Err(broken_off(&session));
            }
            engine_move(&mut session)?;
        }
        if interrupt::is_requested() {
            return Err(broken_off(&session));
        }
        output::line(format!("{BOLD}{}{BOLD:#}", session.status()))?;
        if session.is_over() && !session.has_humans() {
            return Ok(ExitCode::SUCCESS);
        }
        if prompts {
            write!(anstream::stdout(), "> ")?;
            anstream::stdout().flush()?;
        }
        let line = interrupt::while_at_a_prompt(|| read_line(&mut input))?;
        let Some(line) = line else { return Ok(leave(&session)) };
        if matches!(line.trim(), "quit" | "exit" | "q") {
            return Ok(leave(&session));
        }
        match obey(&mut session, line.trim()) {
            Ok(()) => {}
            Err(failure) => {
                let _ = failure.report();
            }
        }
    }
}

fn leave(session: &Session) -> ExitCode {
    if session.has_unsaved_moves() {
        output::note("The game was not saved; `save` or --save FILE keeps it.");
    }
    ExitCode::SUCCESS
}

fn broken_off(session: &Session) -> Failure {
    let n_plies = session.play().moves().len();
    if interrupt::is_requested() {
        Failure::interrupted(
            format!("{n_plies} plies were played"),
            "--save FILE keeps a game while it is played",
        )
    } else {
        Failure::new(format!("no end after {n_plies} plies"), "these agents go round in circles; try others")
    }
}

fn engine_move(session: &mut Session) -> Result<(), Failure> {
    let seat = session.play().to_move();
    let title = seat.map_or(String::new(), |seat| session.seat_title(seat));
    if let Some(text) = session.wait_for_engine()? {
        output::line(format!("{title} plays {BOLD}{text}{BOLD:#}"))?;
        show_board(session)?;
    }
    Ok(())
}

fn show_board(session: &Session) -> Result<(), Failure> {
    output::line("")?;
    output::line(board_text(session.game(), &session.play().observe(session.viewer())))?;
    output::line("")
}

/// Prints texts broken into lines.
fn paragraphs(texts: &[&str]) -> Result<(), Failure> {
    let lines = texts.iter().flat_map(|text| output::wrapped(text, output::WIDTH));
    lines.into_iter().try_for_each(output::line)
}

/// Does what a line asks for; a line that is no command is a move.
fn obey(session: &mut Session, line: &str) -> Result<(), Failure> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let file = Some(rest.trim()).filter(|rest| !rest.is_empty()).map(PathBuf::from);
    match word {
        "" => Ok(()),
        "help" | "?" => help(),
        "moves" => list_moves(session),
        "board" => show_board(session),
        "pieces" => output::line(pieces_text(session.game(), &session.play().observe(session.viewer()))),
        "rules" => paragraphs(session.rules()),
        "history" => output::line(output::columns(&session.play().move_texts_for(session.viewer()))),
        "undo" => {
            if session.undo()? {
                output::line("Taken back.")?;
                show_board(session)
            } else {
                output::line("There is nothing to take back.")
            }
        }
        "redo" => {
            if session.redo()? {
                output::line("Played again.")?;
                show_board(session)
            } else {
                output::line("There is nothing to play again.")
            }
        }
        "hint" => output::line(session.wait_for_hint()?.1),
        "new" => {
            session.restart()?;
            output::line("A new game.")?;
            show_board(session)
        }
        "save" => {
            let path = file.unwrap_or_else(|| session.default_path());
            session.save(&path)?;
            output::line(format!("Saved to {}.", path.display()))
        }
        "load" => {
            let path = file.ok_or_else(|| Failure::new("no file is named", "write `load FILE`"))?;
            session.load(&path)?;
            output::line(format!("Loaded {}.", path.display()))?;
            show_board(session)
        }
        _ => play(session, line),
    }
}

fn play(session: &mut Session, text: &str) -> Result<(), Failure> {
    let (legal, is_over) = (session.legal(), session.is_over());
    let numbered = text.parse::<usize>().ok().and_then(|n| legal.get(n.wrapping_sub(1)));
    let result = match numbered {
        Some(&(mv, _)) => session.play_move(mv),
        None => session.play_text(text),
    };
    result.map_err(|failure| {
        let words = COMMANDS.iter().filter_map(|(command, _)| command.split(' ').next());
        let is_word = text.chars().all(char::is_alphabetic);
        let hint = match () {
            () if is_word => name_hint(text, words),
            () if is_over => "`undo` takes back, `new` starts another game, `quit` leaves".to_owned(),
            () => "`moves` lists what is legal".to_owned(),
        };
        Failure::new(failure.message(), hint)
    })?;
    show_board(session)
}

fn list_moves(session: &Session) -> Result<(), Failure> {
    let numbered: Vec<_> =
        session.legal().into_iter().enumerate().map(|(n, (_, text))| format!("{}. {text}", n + 1)).collect();
    output::line(output::columns(&numbered))
}

fn help() -> Result<(), Failure> {
    for (command, meaning) in COMMANDS {
        output::line(format!("  {command:12} {DIM}{meaning}{DIM:#}"))?;
    }
    Ok(())
}
