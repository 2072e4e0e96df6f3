//! The lines by which an engine tells what it has found: `info depth 5 score cp 12 nodes 300 pv …`.

use std::fmt::Write as _;

use super::Flavour;
use crate::Score;

/// What a line `info …` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The plies that were looked ahead.
    pub depth: Option<u32>,
    /// The number of the line, from 1, where several are shown.
    pub line: Option<u32>,
    /// The value for the mover.
    pub score: Option<Score>,
    /// The positions entered.
    pub nodes: Option<u64>,
    /// The time since the question, in ms.
    pub millis: Option<u64>,
    /// The moves of the line, as written.
    pub pv: Vec<String>,
}

impl Info {
    /// Reads the words after `info`; `None` where they hold only a message.
    pub fn parse(flavour: Flavour, words: &[&str]) -> Option<Self> {
        let mut info = Self::default();
        let mut rest = words;
        while let Some((&word, after)) = rest.split_first() {
            rest = after;
            let number = after.first().copied();
            match word {
                "string" => break,
                "depth" => info.depth = parsed(number),
                "multipv" => info.line = parsed(number),
                "nodes" => info.nodes = parsed(number),
                "time" => info.millis = parsed(number),
                "score" => {
                    let plies_of = |moves: i64| flavour.plies_of_mate(moves);
                    info.score = match (number, after.get(1).copied()) {
                        (Some("cp"), points) => parsed(points).map(Score::Centipawns),
                        (Some("mate"), Some(moves)) => match moves.trim_start_matches('+').parse::<i64>() {
                            Ok(moves) => Some(plies_of(moves)),
                            // USI allows a mate of unknown length.
                            Err(_) if moves == "-" => Some(Score::Loss(0)),
                            Err(_) if moves == "+" => Some(Score::Win(0)),
                            Err(_) => None,
                        },
                        _ => None,
                    }
                    .or(info.score);
                }
                "pv" => {
                    info.pv = after.iter().map(|&word| word.to_owned()).collect();
                    break;
                }
                _ => {}
            }
        }
        (info != Self::default()).then_some(info)
    }

    /// Takes over what a later line says; what it does not say stays.
    pub fn add(&mut self, later: Self) {
        // A line about a move that is being looked at says nothing of what was found.
        if later.score.is_none() && later.pv.is_empty() {
            self.nodes = later.nodes.or(self.nodes);
            return;
        }
        self.depth = later.depth.or(self.depth);
        self.score = later.score.or(self.score);
        self.nodes = later.nodes.or(self.nodes);
        self.millis = later.millis.or(self.millis);
        if !later.pv.is_empty() {
            self.pv = later.pv;
        }
    }

    /// The line as it is sent.
    pub fn text(&self, flavour: Flavour) -> String {
        let mut text = "info".to_owned();
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = write!(text, " {name} {value}");
            }
        };
        add("depth", self.depth.map(|depth| depth.to_string()));
        add("multipv", self.line.map(|line| line.to_string()));
        add("score", self.score.map(|score| score_text(flavour, score)));
        add("nodes", self.nodes.map(|nodes| nodes.to_string()));
        let per_second = |(nodes, millis): (u64, u64)| nodes.saturating_mul(1000) / millis.max(1);
        add("nps", self.nodes.zip(self.millis).map(per_second).map(|speed| speed.to_string()));
        add("time", self.millis.map(|millis| millis.to_string()));
        add("pv", Some(self.pv.join(" ")).filter(|pv| !pv.is_empty()));
        text
    }
}

impl Flavour {
    /// What a mate in so many says; negative for the mover being mated. Chess counts moves, shogi plies.
    fn plies_of_mate(self, count: i64) -> Score {
        let plies = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        let size = count.unsigned_abs();
        match (self, count > 0) {
            (Self::Uci, true) => Score::Win(plies(size.saturating_mul(2) - 1)),
            (Self::Uci, false) => Score::Loss(plies(size.saturating_mul(2))),
            (Self::Usi, true) => Score::Win(plies(size)),
            (Self::Usi, false) => Score::Loss(plies(size)),
        }
    }
}

/// A score as it is sent.
pub fn score_text(flavour: Flavour, score: Score) -> String {
    let mates = |plies: u32| match flavour {
        Flavour::Uci => plies.div_ceil(2),
        Flavour::Usi => plies,
    };
    match score {
        Score::Centipawns(points) => format!("cp {points}"),
        Score::Win(plies) => format!("mate {}", mates(plies)),
        Score::Loss(plies) => format!("mate -{}", mates(plies)),
    }
}

fn parsed<T: std::str::FromStr>(text: Option<&str>) -> Option<T> {
    text.and_then(|text| text.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(flavour: Flavour, line: &str) -> Option<Info> {
        Info::parse(flavour, &line.split_whitespace().skip(1).collect::<Vec<_>>())
    }

    #[test]
    fn lines_read_back_as_written() {
        for line in [
            "info depth 7 score cp -31 nodes 1200 nps 400000 time 3 pv b2b3 C@a2",
            "info depth 3 multipv 2 score mate 2 nodes 5 nps 5000 time 1 pv a1a2",
            "info depth 9 score mate -4",
        ] {
            assert_eq!(read(Flavour::Uci, line).unwrap().text(Flavour::Uci), line);
        }
    }

    #[test]
    fn chess_counts_moves_and_shogi_plies() {
        for (flavour, text, score) in [
            (Flavour::Uci, "mate 1", Score::Win(1)),
            (Flavour::Uci, "mate 3", Score::Win(5)),
            (Flavour::Uci, "mate -2", Score::Loss(4)),
            (Flavour::Uci, "mate -0", Score::Loss(0)),
            (Flavour::Usi, "mate 5", Score::Win(5)),
            (Flavour::Usi, "mate -4", Score::Loss(4)),
        ] {
            assert_eq!(read(flavour, &format!("info score {text}")).unwrap().score, Some(score));
            assert_eq!(score_text(flavour, score), text);
        }
        assert_eq!(read(Flavour::Usi, "info score mate +").unwrap().score, Some(Score::Win(0)));
    }

    #[test]
    fn strange_lines_say_nothing() {
        for line in [
            "info",
            "info string depth 5 pv",
            "info depth",
            "info score mate x",
            "info score",
            "info nodes -4",
        ] {
            assert_eq!(read(Flavour::Uci, line), None, "{line}");
        }
        let bound = read(Flavour::Uci, "info depth 4 score cp 20 lowerbound hashfull 3 pv").unwrap();
        assert_eq!((bound.depth, bound.score), (Some(4), Some(Score::Centipawns(20))));
    }
}
