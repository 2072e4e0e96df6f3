//! The words of other programs for a game with one defect.

use ludwerk_core::Interchange;
use ludwerk_core::interchange::{Dialect, FileError, FileFormat, MoveCodec, Order, PlainCodec, Transcript};

use super::*;

#[deny(clippy::missing_trait_methods)]
impl<G: Capable, const FLAW: usize> Interchange for Broken<G, FLAW> {
    fn dialect(&self) -> Dialect {
        let mut dialect = self.inner.dialect();
        match self.defect {
            Defect::ColoursShareWord => dialect.colours = vec![dialect.colours[0].clone(); 2],
            Defect::ColourOfNobody => dialect.colours[0].seat = Some(Seat::new(2)),
            Defect::ColourIsNoSeat => dialect.colours[1].seat = Some(Seat::FIRST),
            Defect::NameOfNoVariant => dialect.games.push(("Chess".to_owned(), "chess".to_owned())),
            Defect::MoveOfSeveralWords => dialect.uci = &Codec { defect: Defect::MoveOfSeveralWords },
            Defect::MoveOfOthersLost => dialect.usi = &Codec { defect: Defect::MoveOfOthersLost },
            Defect::PositionOfOthersLost => dialect.uci = &Codec { defect: Defect::PositionOfOthersLost },
            _ => assert_eq!(dialect.order, Order::Seats),
        }
        dialect
    }

    fn file_formats(&self) -> &'static [&'static dyn FileFormat] {
        if self.has(Defect::FormatInCapitals) { &[&Shouting] } else { &[] }
    }
}

/// The plain writing with one defect.
#[derive(Debug)]
struct Codec {
    defect: Defect,
}

impl MoveCodec for Codec {
    fn variant(&self) -> Option<&'static str> {
        None
    }

    fn move_to_theirs(&self, ours: &str) -> Option<String> {
        let theirs = PlainCodec.move_to_theirs(ours)?;
        Some(if self.defect == Defect::MoveOfSeveralWords { format!("to {theirs}") } else { theirs })
    }

    fn move_to_ours(&self, theirs: &str) -> Option<String> {
        PlainCodec.move_to_ours(theirs).filter(|_| self.defect != Defect::MoveOfOthersLost)
    }

    fn is_meant(&self, text: &str, written: &str) -> bool {
        text == written
    }

    fn position_to_theirs(&self, ours: &str) -> Option<String> {
        Some(ours.to_owned())
    }

    fn position_to_ours(&self, theirs: &str) -> Option<String> {
        Some(theirs.to_owned()).filter(|_| self.defect != Defect::PositionOfOthersLost)
    }
}

/// A format that cannot be named in lower case.
#[derive(Debug)]
struct Shouting;

impl FileFormat for Shouting {
    fn name(&self) -> &'static str {
        "PGN"
    }

    fn is_likely(&self, _text: &str) -> bool {
        false
    }

    fn read(&self, _text: &str, _variant: Option<&str>) -> Result<Vec<Transcript>, FileError> {
        Err(FileError::Empty)
    }

    fn write(&self, _game: &Transcript) -> Result<(String, Vec<String>), FileError> {
        Err(FileError::Empty)
    }
}
