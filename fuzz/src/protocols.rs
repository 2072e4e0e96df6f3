//! What controllers and engines say to each other, a line each.

use std::io::{self, BufRead as _};
use std::time::Duration;

use ludwerk_core::{Agent, Interchange as _, Playthrough};
use ludwerk_protocol::uci::{self, Flavour, Info};
use ludwerk_protocol::{Dialect, Host, Pace, gtp, line};
use ludwerk_registry::{AnyGame, GameEntry, games};

use crate::choose;

/// The engines that are spoken to.
#[derive(Clone, Copy)]
enum Spoken {
    Gtp,
    Uci,
    Usi,
    Line,
}

const SPOKEN: [Spoken; 4] = [Spoken::Gtp, Spoken::Uci, Spoken::Usi, Spoken::Line];

/// The program around the engine: every agent is a random one.
struct Dice(&'static GameEntry);

impl Host<AnyGame> for Dice {
    fn name_and_version(&self) -> (String, String) {
        ("Dice".to_owned(), "1".to_owned())
    }

    fn configure(&self, variant: &str, players: Option<usize>) -> Result<AnyGame, String> {
        self.0.configure(Some(variant), players).map_err(|error| error.to_string())
    }

    fn dialect(&self, game: &AnyGame) -> Dialect {
        game.dialect()
    }

    fn agent(&self, game: &AnyGame, seed: u64, _pace: Pace) -> Result<Box<dyn Agent<AnyGame>>, String> {
        let spec = "random".parse().map_err(|error| format!("{error}"))?;
        game.agent(&spec, seed).map_err(|error| error.to_string())
    }

    fn board_text(&self, play: &Playthrough<AnyGame>) -> String {
        play.move_texts().join(" ")
    }

    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    fn is_ending(&self) -> bool {
        false
    }
}

/// An engine of the protocol and the game that the first two letters choose answers all lines, or says why not; and
/// what the lines would tell of a search is read.
pub fn protocols(data: &[u8]) {
    let Some((&spoken, data)) = choose(data, &SPOKEN) else { return };
    let Some((entry, data)) = choose(data, games()) else { return };
    let Ok(game) = entry.configure(None, None) else { return };
    for text in data.lines().map_while(Result::ok) {
        let words: Vec<_> = text.split_whitespace().collect();
        for flavour in [Flavour::Uci, Flavour::Usi] {
            let _ = Info::parse(flavour, &words);
        }
    }
    let mut input = io::Cursor::new(data.to_vec());
    let next_line = move || line::read_line(&mut input);
    let (host, mut output) = (Dice(entry), io::sink());
    let served = match spoken {
        Spoken::Gtp => gtp::Engine::new(host, game, 1).map(|mut engine| engine.run(next_line, &mut output)),
        Spoken::Uci => {
            uci::Engine::new(Flavour::Uci, host, game, 1).map(|mut engine| engine.run(next_line, &mut output))
        }
        Spoken::Usi => {
            uci::Engine::new(Flavour::Usi, host, game, 1).map(|mut engine| engine.run(next_line, &mut output))
        }
        Spoken::Line => line::Engine::new(host, game, 1).map(|mut engine| engine.run(next_line, &mut output)),
    };
    // That a game is not for a protocol is an answer, too.
    if let Ok(Err(error)) = served {
        assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
    }
}
