//! The game as lines of text: for pipes, for screen readers, and for terminals that can do no more.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use ludwerk_core::{Draw as _, Game as _, MoveError, Notation as _, Observe as _, Rng, Seat, Viewer};
use ludwerk_registry::{AnyGame, name_hint};

use super::drawing::{board_text, pieces_text, shape_lines, tally_lines};
use super::driver::Driver;
use crate::failure::Failure;
use crate::output::{self, BAD, BOLD, DIM};
use crate::position::read_line;
use crate::{CommandResult, interrupt};

const COMMANDS: [(&str, &str); 16] = [
    ("MOVE", "play it, as it is listed or by its number"),
    ("moves [PART]", "list the legal moves, or those that contain PART"),
    ("board", "show the board"),
    ("pieces", "describe the position in words"),
    (TABLE, "show the tallies of the board, as a table"),
    (SHAPES, "show the pieces or tiles that moves name: all, or one"),
    ("rules", "tell the rules"),
    ("undo", "take back your last move"),
    ("redo", "redo what was taken back"),
    ("hint", "ask the champion for a move"),
    ("history", "list the moves so far"),
    ("save [FILE]", "save the game"),
    ("load FILE", "resume a saved game"),
    ("new", "start a new game with the same players"),
    ("help", "show this list"),
    ("quit", "leave"),
];

/// Commands of games that have something to tell by them.
const TABLE: &str = "table";
const SHAPES: &str = "shapes [NAME]";

pub fn run(mut driver: Driver) -> CommandResult {
    output::line(format!(
        "{BOLD}{}{BOLD:#}, {} rules. Type `help` for the commands.",
        driver.session.game().info().title,
        driver.session.game().variant()
    ))?;
    warn(&driver)?;
    show_board(&driver)?;
    let mut input = std::io::stdin().lock();
    let prompts = std::io::stdin().is_terminal();
    loop {
        let n_plies = driver.session.play().moves().len();
        while !driver.session.is_over() && !driver.session.is_human_turn() {
            if interrupt::is_requested() || driver.session.is_too_long() {
                return Err(broken_off(&driver));
            }
            engine_move(&mut driver)?;
        }
        if interrupt::is_requested() {
            return Err(broken_off(&driver));
        }
        // Once, and not after each of the moves that were answered.
        if driver.has_humans() && driver.session.play().moves().len() > n_plies {
            show_board(&driver)?;
        }
        output::line(format!("{BOLD}{}{BOLD:#}", driver.status()))?;
        if driver.session.is_over() && !driver.has_humans() {
            return Ok(ExitCode::SUCCESS);
        }
        if prompts {
            write!(anstream::stdout(), "> ")?;
            anstream::stdout().flush()?;
        }
        let line = interrupt::while_at_a_prompt(|| read_line(&mut input))?;
        let Some(line) = line else { return Ok(leave(&driver)) };
        if matches!(line.trim(), "quit" | "exit" | "q") {
            return Ok(leave(&driver));
        }
        match obey(&mut driver, line.trim()) {
            Ok(()) => {}
            Err(failure) => {
                let _ = failure.report();
            }
        }
    }
}

fn leave(driver: &Driver) -> ExitCode {
    if driver.has_unsaved_moves() {
        output::note("The game was not saved; `save` or --save FILE keeps it.");
    }
    ExitCode::SUCCESS
}

fn broken_off(driver: &Driver) -> Failure {
    let n_plies = driver.session.play().moves().len();
    if interrupt::is_requested() {
        Failure::interrupted(
            format!("{n_plies} plies were played"),
            "--save FILE keeps a game while it is played",
        )
    } else {
        Failure::new(
            format!("no end after {n_plies} plies"),
            "these agents repeat positions for ever; try others",
        )
    }
}

fn engine_move(driver: &mut Driver) -> Result<(), Failure> {
    let seat = driver.session.play().to_move();
    let title = seat.map_or(String::new(), |seat| driver.seat_title(seat));
    if let Some(text) = driver.wait_for_engine()? {
        output::line(format!("{title} plays {BOLD}{text}{BOLD:#}"))?;
        if !driver.has_humans() {
            show_board(driver)?;
        }
    }
    Ok(())
}

/// Says aloud who sees more than he should.
fn warn(driver: &Driver) -> Result<(), Failure> {
    driver.warning().map_or(Ok(()), |warning| output::line(format!("{BAD}{warning}{BAD:#}")))
}

fn show_board(driver: &Driver) -> Result<(), Failure> {
    output::line("")?;
    output::line(board_text(driver.session.game(), &driver.session.play().observe(driver.viewer())))?;
    output::line("")
}

/// Prints texts broken into lines.
fn paragraphs(texts: &[&str]) -> Result<(), Failure> {
    let lines = texts.iter().flat_map(|text| output::wrapped(text, output::WIDTH));
    lines.into_iter().try_for_each(output::line)
}

/// Does what a line asks for; a line that is no command is a move.
fn obey(driver: &mut Driver, line: &str) -> Result<(), Failure> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let file = Some(rest.trim()).filter(|rest| !rest.is_empty()).map(PathBuf::from);
    let seen = || driver.session.play().observe(driver.viewer());
    match word {
        "" => Ok(()),
        "help" | "?" => help(driver.session.game()),
        "moves" => list_moves(driver, rest.trim()),
        "board" => show_board(driver),
        "pieces" => output::line(pieces_text(driver.session.game(), &seen())),
        "table" => tell(tally_lines(driver.session.game(), &seen()), || {
            Failure::new("this game has no tallies", "`board` shows the board")
        }),
        "shapes" => {
            let name = Some(rest.trim()).filter(|name| !name.is_empty());
            tell(shape_lines(driver.session.game(), name), || no_shape(driver.session.game(), name))
        }
        "rules" => paragraphs(driver.rules()),
        "history" => output::line(output::columns(&driver.session.play().move_texts_for(driver.viewer()))),
        "undo" => {
            if driver.undo()? {
                output::line("Taken back.")?;
                show_board(driver)
            } else {
                output::line("There is nothing to take back.")
            }
        }
        "redo" => {
            if driver.redo()? {
                output::line("Played again.")?;
                show_board(driver)
            } else {
                output::line("There is nothing to play again.")
            }
        }
        "hint" => output::line(driver.wait_for_hint()?.1),
        "new" => {
            driver.restart()?;
            output::line("A new game.")?;
            warn(driver)?;
            show_board(driver)
        }
        "save" => {
            let path = file.unwrap_or_else(|| driver.default_path());
            driver.save(&path)?;
            output::line(format!("Saved to {}.", path.display()))
        }
        "load" => {
            let path = file.ok_or_else(|| Failure::new("no file is named", "write `load FILE`"))?;
            driver.load(&path)?;
            output::line(format!("Loaded {}.", path.display()))?;
            warn(driver)?;
            show_board(driver)
        }
        _ => play(driver, line),
    }
}

/// Prints lines; what is to be said where there are none is an error.
fn tell(lines: Vec<String>, otherwise: impl FnOnce() -> Failure) -> Result<(), Failure> {
    if lines.is_empty() { Err(otherwise()) } else { lines.into_iter().try_for_each(output::line) }
}

/// Why no shape is shown.
fn no_shape(game: &AnyGame, name: Option<&str>) -> Failure {
    let shapes = game.shapes();
    match name {
        Some(name) if !shapes.is_empty() => {
            let known: Vec<_> =
                shapes.into_iter().filter_map(|shape| shape.names.into_iter().next()).collect();
            Failure::new(format!("there is no {name:?}"), format!("the names are {}", known.join(", ")))
        }
        _ => Failure::new(
            "the board shows all that moves name",
            "`moves` lists them, `rules` tells how they are written",
        ),
    }
}

fn play(driver: &mut Driver, text: &str) -> Result<(), Failure> {
    let (legal, is_over, mover) = (driver.legal(), driver.session.is_over(), driver.session.play().to_move());
    let numbered = text.parse::<usize>().ok().and_then(|n| legal.get(n.wrapping_sub(1)));
    let result = match numbered {
        Some(&(mv, _)) => driver.play_move(mv),
        None => driver.play_text(text),
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
    match driver.session.play().to_move() {
        // The turn goes on: a line tells what is left, and `board` shows the rest.
        Some(seat) if mover == Some(seat) => told_in_turn(driver, seat),
        // The board comes when the others have answered.
        Some(_) if !driver.session.is_human_turn() => Ok(()),
        _ => show_board(driver),
    }
}

/// Where things stand in the middle of a turn.
fn told_in_turn(driver: &Driver, seat: Seat) -> Result<(), Failure> {
    let seen = driver.session.play().observe(driver.viewer());
    match driver.session.game().hand_text(&seen, seat) {
        Some(text) => output::line(format!("{}: {text}", driver.session.game().seat_name(seat))),
        None => show_board(driver),
    }
}

fn list_moves(driver: &Driver, part: &str) -> Result<(), Failure> {
    let legal = driver.legal().into_iter().enumerate().filter(|(_, (_, text))| text.contains(part));
    let numbered: Vec<_> = legal.map(|(n, (_, text))| format!("{}. {text}", n + 1)).collect();
    if !numbered.is_empty() {
        return output::line(output::columns(&numbered));
    }
    if driver.session.is_over() {
        return Err(MoveError::Over.into());
    }
    Err(Failure::new(format!("no legal move contains {part:?}"), "`moves` lists all"))
}

fn help(game: &AnyGame) -> Result<(), Failure> {
    let seen = game.observe(&game.start(&mut Rng::new(0)), Viewer::Spectator);
    let (has_table, has_shapes) = (!game.tallies(&seen).is_empty(), !game.shapes().is_empty());
    for (command, meaning) in COMMANDS {
        if command == TABLE && !has_table || command == SHAPES && !has_shapes {
            continue;
        }
        output::line(format!("  {command:14} {DIM}{meaning}{DIM:#}"))?;
    }
    Ok(())
}
