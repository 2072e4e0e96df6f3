//! The words of Fairy-Stockfish and of shogi programs, and the files in which they keep games.

mod codecs;
mod csa;
mod kif;

use ludwerk_core::interchange::{Dialect, FileError, FileFormat, ParsedGame, Transcript};
use ludwerk_core::{Configure as _, Interchange};

use crate::rules::Dobutsu;

/// The name of the format.
const KIFU: &str = "kifu";

impl Interchange for Dobutsu {
    /// The rules of Fairy-Stockfish are nearest to those of lishogi.
    fn dialect(&self) -> Dialect {
        let mut dialect = Dialect { uci: &codecs::FairyUci, usi: &codecs::ShogiUsi, ..Dialect::plain(self) };
        dialect.uci_variants.insert(0, (codecs::NAME.to_owned(), "lishogi".to_owned()));
        dialect
    }

    fn file_formats(&self) -> &'static [&'static dyn FileFormat] {
        &[&Kifu]
    }
}

/// As lishogi keeps games, a kind of KIF; read is also the notation of Tanaka's programs, a kind of CSA.
#[derive(Debug)]
struct Kifu;

impl FileFormat for Kifu {
    fn name(&self) -> &'static str {
        KIFU
    }

    fn is_likely(&self, text: &str) -> bool {
        !text.trim_start().starts_with(['{', '[']) && text.lines().any(is_kifu_line)
    }

    fn read(&self, text: &str, variant: Option<&str>) -> Result<Vec<Transcript>, FileError> {
        let is_csa = text.lines().any(csa::is_move);
        let games = if is_csa { csa::read(text, variant)? } else { kif::read(text, variant)? };
        Ok(games.iter().map(ParsedGame::to_transcript).collect())
    }

    fn write(&self, game: &Transcript) -> Result<(String, Vec<String>), FileError> {
        let rules = Dobutsu::configure(Some(&game.variant), None)?;
        Ok((kif::write(&ParsedGame::from_transcript(game, rules)?)?, Vec::new()))
    }
}

fn is_kifu_line(line: &str) -> bool {
    line.starts_with("#KIF") || line.starts_with("手") || kif::is_move(line) || csa::is_move(line)
}
