//! The game on a full screen: board, hands, moves; keyboard and mouse.
//!
//! [`app`] holds what happens, [`view`] what is seen; here is only the loop between them and the terminal.

mod app;
#[cfg(test)]
mod tests;
mod view;

use std::io::stdout;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;

use super::session::Session;
use crate::failure::Failure;
use crate::{CommandResult, interrupt, output};
use app::{App, Leave};

/// How long to wait for a key before looking at the agents again.
const TICK: Duration = Duration::from_millis(40);

pub fn run(session: Session) -> CommandResult {
    let mut app = App::new(session);
    let mut terminal = ratatui::init();
    // A terminal without a mouse is played with the keyboard.
    let _ = execute!(stdout(), EnableMouseCapture);
    let result = drive(&mut terminal, &mut app);
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
    let leave = result.map_err(|error| Failure::io("the terminal cannot be used", &error))?;
    output::line(app.session().status())?;
    match leave {
        Leave::AsWished => Ok(ExitCode::SUCCESS),
        Leave::Interrupted => Err(interrupted(&mut app)),
    }
}

fn drive(terminal: &mut ratatui::DefaultTerminal, app: &mut App) -> std::io::Result<Leave> {
    loop {
        app.tick(Instant::now());
        terminal.draw(|frame| view::draw(frame, app))?;
        if interrupt::is_requested() {
            return Ok(Leave::Interrupted);
        }
        if event::poll(TICK)? {
            match event::read()? {
                Event::Key(key) if key.is_press() => app.on_key(key),
                Event::Mouse(mouse) => app.on_mouse(mouse),
                _ => {}
            }
        }
        if let Some(leave) = app.leave() {
            return Ok(leave);
        }
    }
}

/// Whoever pressed Ctrl-C may not have meant to lose the game.
fn interrupted(app: &mut App) -> Failure {
    let session = app.session_mut();
    if !session.has_unsaved_moves() {
        return Failure::interrupted("the game was left", "q leaves without this message");
    }
    let path = session.default_path();
    let id = ludwerk_core::Game::info(session.game()).id;
    match session.save(&path) {
        Ok(()) => Failure::interrupted(
            format!("the game was saved to {}", path.display()),
            format!("`ludwerk play {id} --load {}` goes on with it", path.display()),
        ),
        Err(failure) => failure,
    }
}
