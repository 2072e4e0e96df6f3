//! The game on a full screen: board, hands, moves; keyboard and mouse.
//!
//! [`app`] holds what happens, [`view`] and [`board`] what is seen; here is only the loop between them and the terminal.

mod app;
mod board;
#[cfg(test)]
mod tests;
mod view;

use std::io::stdout;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use ludwerk_core::Game as _;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;

use super::driver::Driver;
use crate::failure::Failure;
use crate::{CommandResult, interrupt, output};
use app::{App, Leave};

/// How long to wait for a key before looking at the agents again.
const TICK: Duration = Duration::from_millis(40);

pub fn run(driver: Driver) -> CommandResult {
    let mut app = App::new(driver);
    let mut terminal = ratatui::init();
    // A terminal without a mouse is played with the keyboard.
    let _ = execute!(stdout(), EnableMouseCapture);
    let result = drive(&mut terminal, &mut app, &listen());
    let _ = execute!(stdout(), DisableMouseCapture);
    // A terminal that is gone needs no restoring.
    let _ = ratatui::try_restore();
    match result {
        Ok(Leave::AsWished) => {
            output::line(app.driver().status())?;
            Ok(ExitCode::SUCCESS)
        }
        Ok(Leave::Interrupted) => Err(broken_off(app.driver_mut(), "the game was left")),
        Err(error) => Err(broken_off(app.driver_mut(), &format!("the terminal cannot be used: {error}"))),
    }
}

/// Reads keys and clicks on a thread of its own: when a terminal goes away, reading may never return,
/// and the game must still end in good order.
fn listen() -> Receiver<std::io::Result<Event>> {
    let (sender, events) = mpsc::channel();
    std::thread::spawn(move || {
        loop {
            let event = event::read();
            let is_last = event.is_err();
            if sender.send(event).is_err() || is_last {
                break;
            }
        }
    });
    events
}

fn drive(
    terminal: &mut ratatui::DefaultTerminal,
    app: &mut App,
    events: &Receiver<std::io::Result<Event>>,
) -> std::io::Result<Leave> {
    loop {
        app.tick(Instant::now());
        terminal.draw(|frame| view::draw(frame, app))?;
        if interrupt::is_requested() {
            return Ok(Leave::Interrupted);
        }
        match events.recv_timeout(TICK) {
            Ok(event) => match event? {
                Event::Key(key) if key.is_press() => app.on_key(key),
                Event::Mouse(mouse) => app.on_mouse(mouse),
                _ => {}
            },
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(Leave::Interrupted),
        }
        if let Some(leave) = app.leave() {
            return Ok(leave);
        }
    }
}

/// Whoever pressed Ctrl-C or lost the terminal may not have meant to lose the game.
fn broken_off(driver: &mut Driver, why: &str) -> Failure {
    if !driver.has_unsaved_moves() {
        return Failure::interrupted(why, "q leaves without this message");
    }
    let path = driver.default_path();
    let id = driver.session.game().info().id;
    match driver.save(&path) {
        Ok(()) => Failure::interrupted(
            format!("{why}; it was saved to {}", path.display()),
            format!("`ludwerk play {id} --load {}` goes on with it", path.display()),
        ),
        Err(failure) => failure,
    }
}
