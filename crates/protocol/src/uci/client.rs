//! UCI and USI on the side of the controller: another program thinks, such as Fairy-Stockfish for Dobutsu Shogi.
//!
//! The program is told the whole game before each of its moves. Some programs silently pass over a move that their
//! own rules forbid, and would then answer for another position; where a program shows its position (`d`), it is
//! compared with ours before it is asked, and the move that it does not accept is named.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludwerk_core::interchange::{MoveCodec, read_move};
use ludwerk_core::value::{Unit, Value};
use ludwerk_core::{Keyed, Notation, Observe, Report, Rng};

use super::{Flavour, Info};
use crate::{Answer, Client, Dialect, MovesToGo, ProcessError, Program, Question, Score, TimeBudget};

/// What a program is asked besides the game.
#[derive(Clone, Debug, Default)]
pub struct UciSettings {
    /// Options by name, set as the user wants them.
    pub options: Vec<(String, String)>,
    /// How many plies it shall look ahead.
    pub depth: Option<u32>,
    /// How many positions it shall enter.
    pub nodes: Option<u64>,
    /// Whether a move that it does not accept is answered by one that wins at once, if there is one.
    pub claims: bool,
    /// For programs that take one.
    pub seed: u64,
}

/// The option by which programs choose a game.
const VARIANT: &str = "UCI_Variant";

/// The option by which our own engine takes a seed.
const SEED: &str = "Seed";

/// Words instead of a move by which programs say that they have none.
const NO_MOVE: [&str; 5] = ["(none)", "none", "0000", "NULL", "win"];

/// The word by which a program gives up. It belongs to USI; those who say it in UCI mean the same.
const RESIGN: &str = "resign";

/// Asks a program for moves by UCI or USI.
#[derive(Clone, Debug)]
pub struct UciClient {
    flavour: Flavour,
    dialect: Dialect,
    settings: UciSettings,
    /// The value that a score has on our scale.
    value: fn(Score) -> f64,
    /// Whether the program tells its position.
    shows_position: bool,
}

impl UciClient {
    /// A client for a game in these words; `value` puts scores on our scale.
    ///
    /// # Errors
    /// A sentence when the protocol cannot tell the game.
    pub fn new<G: Notation>(
        flavour: Flavour,
        game: &G,
        dialect: Dialect,
        settings: UciSettings,
        value: fn(Score) -> f64,
    ) -> Result<Self, String> {
        match flavour.refusal(game) {
            Some(sentence) => Err(sentence),
            None => Ok(Self { flavour, dialect, settings, value, shows_position: false }),
        }
    }

    fn codec(&self) -> &'static dyn MoveCodec {
        self.flavour.codec(&self.dialect)
    }

    /// The names of the game that a program may know, the exact one first.
    fn names<G: Notation>(&self, game: &G) -> Vec<&str> {
        let variants = self.dialect.uci_variants.iter().rev();
        let exact = variants.filter(|(_, meant)| meant == game.variant()).map(|(name, _)| name.as_str());
        exact.chain(self.codec().variant()).collect()
    }

    /// Sets the user's options, and the game unless the user chose it.
    fn set_options<G: Notation>(
        &self,
        program: &mut Program,
        game: &G,
        known: &Known,
    ) -> Result<(), ProcessError> {
        for (name, value) in &self.settings.options {
            if !known.has(name) {
                let names: Vec<_> = known.options.iter().map(|option| option.name.as_str()).collect();
                return Err(ProcessError::Refused(format!(
                    "it has no option {name}, only {}",
                    names.join(", ")
                )));
            }
            set_option(program, name, value)?;
        }
        let is_chosen = self.settings.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT));
        if let Some(variants) = known.get(VARIANT).filter(|_| !is_chosen) {
            let names = self.names(game);
            let Some(name) = names.iter().find(|name| variants.choices.iter().any(|choice| choice == *name))
            else {
                return Err(ProcessError::Refused(format!("it does not play {}", names.join(" or "))));
            };
            set_option(program, VARIANT, name)?;
        }
        if known.has(SEED) {
            set_option(program, SEED, &self.settings.seed.to_string())?;
        }
        Ok(())
    }

    /// The position that the program has, in our words; `None` if it does not tell it.
    fn position_shown(
        &self,
        program: &mut Program,
        deadline: Option<Instant>,
        stop: &AtomicBool,
    ) -> Result<Option<String>, ProcessError> {
        let name = match self.flavour {
            Flavour::Uci => "Fen:",
            Flavour::Usi => "Sfen:",
        };
        program.send("d")?;
        program.send("isready")?;
        let mut shown = None;
        loop {
            let line = program.receive(deadline, stop)?;
            if line.trim() == "readyok" {
                return Ok(shown);
            }
            if let Some(text) = line.trim().strip_prefix(name) {
                shown = self.codec().position_to_ours(text);
            }
        }
    }

    /// Whether two texts of ours are the same in theirs: they do not know what our rules may add.
    fn is_same(&self, one: &str, other: &str) -> bool {
        self.codec().position_to_theirs(one) == self.codec().position_to_theirs(other)
    }

    /// Tells the game up to here. Gives the position that the program has instead, where it tells another.
    fn tell<G: Keyed + Notation + Observe + Clone>(
        &self,
        program: &mut Program,
        question: &Question<'_, G>,
    ) -> Result<Option<String>, ProcessError> {
        let mut line = match question.unusual_start() {
            None => "position startpos".to_owned(),
            Some(start) => {
                let text = self.codec().position_to_theirs(&start);
                let untold = || {
                    ProcessError::Refused(format!(
                        "{} cannot tell it where the game began",
                        self.flavour.name()
                    ))
                };
                format!("position {} {}", self.flavour.position(), text.ok_or_else(untold)?)
            }
        };
        for (n, ours) in question.moves.iter().enumerate() {
            let untold =
                || ProcessError::Refused(format!("{} cannot tell it the move {ours}", self.flavour.name()));
            let theirs = self.codec().move_to_theirs(ours).ok_or_else(untold)?;
            let _ = write!(line, "{}{theirs}", if n == 0 { " moves " } else { " " });
        }
        program.send(&line)?;
        if !self.shows_position {
            return Ok(None);
        }
        let shown = self.position_shown(program, question.deadline, question.stop)?;
        let here = question.view.game.position_text(&question.position());
        Ok(shown.filter(|shown| !self.is_same(shown, &here)))
    }

    /// A program may know no moves that lose at once, because its rules forbid them: a king left in check. It has won
    /// then, and does not know how to go on; this is how.
    fn claim<G: Keyed + Notation + Observe + Clone>(&self, question: &Question<'_, G>) -> Option<G::Move> {
        let (view, here) = (question.view, question.position());
        let wins = |mv: G::Move| {
            let mut next = here.clone();
            view.game.play_unchecked(&mut next, mv);
            view.game.outcome(&next).is_some_and(|outcome| outcome.returns[view.seat] >= 1.0)
        };
        view.legal.iter().copied().filter(|_| self.settings.claims).find(|&mv| wins(mv))
    }

    /// What is to be said of a program that stands in another position: it did not accept the move that was played in
    /// the one it has, or has gone astray.
    fn refused<G: Keyed + Notation + Observe + Clone>(
        &self,
        question: &Question<'_, G>,
        shown: &str,
    ) -> ProcessError {
        let game = question.view.game;
        let text_at = |state: &G::State| game.position_text(state);
        let refused_at = question.playthrough().and_then(|play| {
            let is_there =
                |ply: &usize| play.state_at(*ply).is_some_and(|state| self.is_same(shown, &text_at(state)));
            (0..play.moves().len()).rev().find(is_there)
        });
        let refused = refused_at.and_then(|ply| question.moves.get(ply));
        ProcessError::Refused(match refused {
            Some(ours) => {
                let theirs = self.codec().move_to_theirs(ours).unwrap_or_default();
                format!("it does not accept the move {ours} ({theirs}), which is legal")
            }
            None => format!("its position {shown} is not the one it was told"),
        })
    }

    /// The command that lets it think.
    fn go<G: Keyed + Notation + Observe + Clone>(&self, question: &Question<'_, G>) -> String {
        let mut line = "go".to_owned();
        let mut add = |name: &str, value: u128| {
            let _ = write!(line, " {name} {value}");
        };
        let [first, second] = self.flavour.letters();
        let add_move_time = |add: &mut dyn FnMut(&str, u128), time: Duration| match self.flavour {
            Flavour::Uci => add("movetime", time.as_millis().max(1)),
            Flavour::Usi => {
                add(&format!("{first}time"), 0);
                add(&format!("{second}time"), 0);
                add("byoyomi", time.as_millis().max(1));
            }
        };
        if let Some(clock) = question.clock {
            match (&clock.left[..], clock.control.per_move) {
                (&[left, other], None) => {
                    add(&format!("{first}time"), left.as_millis());
                    add(&format!("{second}time"), other.as_millis());
                    let increment = clock.control.increment.as_millis();
                    if increment > 0 {
                        add(&format!("{first}inc"), increment);
                        add(&format!("{second}inc"), increment);
                    } else if self.flavour == Flavour::Usi {
                        add("byoyomi", 0);
                    }
                }
                // The protocols do not know both at the same time, so its time is divided for it.
                (&[_, _], Some(per_move)) => {
                    let seat = question.view.seat;
                    let n_made = (question.moves.len() / 2) as u32;
                    let horizon = MovesToGo::of_seat(&self.dialect, seat, n_made);
                    let allotment = TimeBudget::of_seat(clock, seat).allot(horizon);
                    let time = allotment.map_or(per_move, |allotment| allotment.usual);
                    add_move_time(&mut add, time);
                }
                (_, Some(per_move)) => add_move_time(&mut add, per_move),
                _ => {}
            }
        }
        if let Some(depth) = self.settings.depth {
            add("depth", depth.into());
        }
        if let Some(nodes) = self.settings.nodes {
            add("nodes", nodes.into());
        }
        line
    }

    /// What the program has found, in our words.
    fn report<G: Keyed + Notation + Observe + Clone>(
        &self,
        question: &Question<'_, G>,
        info: &Info,
    ) -> Report<G::Move> {
        let game = question.view.game;
        let mut state = question.position();
        let mut pv = Vec::new();
        for text in &info.pv {
            let Ok(mv) = read_move(game, self.codec(), &state, text) else { break };
            game.play_unchecked(&mut state, mv);
            pv.push(mv);
        }
        Report {
            value: info.score.map(|score| Value::new((self.value)(score), Unit::Evaluation, game.n_seats())),
            depth: info.depth.unwrap_or_default(),
            nodes: info.nodes.unwrap_or_default(),
            pv,
            ..Report::default()
        }
    }
}

impl<G: Keyed + Notation + Observe + Clone> Client<G> for UciClient {
    fn prepare(
        &mut self,
        program: &mut Program,
        game: &G,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<(), ProcessError> {
        let deadline = Some(deadline);
        program.send(self.flavour.hello())?;
        let mut known = Known::default();
        loop {
            let line = program.receive(deadline, stop)?;
            if line.trim() == self.flavour.ok() {
                break;
            }
            known.options.extend(Offered::parse(&line));
        }
        self.set_options(program, game, &known)?;
        wait_until_ready(program, deadline, stop)?;
        program.send(self.flavour.new_game())?;
        wait_until_ready(program, deadline, stop)?;
        // Whether it can be asked for its position is found out where that has a known answer.
        let start = game.position_text(&game.start(&mut Rng::new(0)));
        if self.codec().position_to_theirs(&start).is_some() {
            program.send("position startpos")?;
            let shown = self.position_shown(program, deadline, stop)?;
            if let Some(shown) = shown.as_ref().filter(|shown| !self.is_same(shown, &start)) {
                return Err(ProcessError::Refused(format!("it begins at {shown}, and not at {start}")));
            }
            self.shows_position = shown.is_some();
        }
        Ok(())
    }

    fn choose(
        &mut self,
        program: &mut Program,
        question: &Question<'_, G>,
    ) -> Result<Answer<G::Move>, ProcessError> {
        program.clear(|line| line.trim_start().starts_with("bestmove"))?;
        if let Some(shown) = self.tell(program, question)? {
            let trouble = self.refused(question, &shown);
            let Some(chosen) = self.claim(question) else { return Err(trouble) };
            let notes = vec![format!("claimed a win, because {trouble}")];
            return Ok(Answer { chosen, report: Report { pv: vec![chosen], notes, ..Report::default() } });
        }
        program.send(&self.go(question))?;
        let mut found = Info::default();
        loop {
            let line = program.receive(question.deadline, question.stop)?;
            let words: Vec<_> = line.split_whitespace().collect();
            match words[..] {
                ["info", ref rest @ ..] => {
                    let info =
                        Info::parse(self.flavour, rest).filter(|info| info.line.is_none_or(|line| line == 1));
                    if let Some(info) = info {
                        found.add(info);
                    }
                }
                ["bestmove"] => return Err(ProcessError::NoMove(line)),
                ["bestmove", RESIGN, ..] => return Err(ProcessError::Resigned),
                ["bestmove", text, ..] if NO_MOVE.contains(&text) => return Err(ProcessError::NoMove(line)),
                ["bestmove", text, ..] => {
                    let read = read_move(question.view.game, self.codec(), &question.position(), text);
                    let chosen = read.map_err(|reason| ProcessError::Illegal(format!("{text}: {reason}")))?;
                    return Ok(Answer { chosen, report: self.report(question, &found) });
                }
                // Banners, messages and whatever else programs say.
                _ => {}
            }
        }
    }

    fn finish(&mut self, program: &mut Program) {
        let _ = program.send("quit");
    }
}

/// What a program offers to be set.
#[derive(Debug, Default)]
struct Known {
    options: Vec<Offered>,
}

impl Known {
    fn get(&self, name: &str) -> Option<&Offered> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// An option of a program.
#[derive(Debug, PartialEq, Eq)]
struct Offered {
    name: String,
    /// The values that it takes, where they are listed.
    choices: Vec<String>,
}

impl Offered {
    /// Reads `option name NAME type TYPE … var CHOICE var CHOICE`, in which names may have blanks.
    fn parse(line: &str) -> Option<Self> {
        let words: Vec<_> = line.split_whitespace().collect();
        let words = words.strip_prefix(&["option", "name"])?;
        let at = words.iter().position(|&word| word == "type")?;
        let mut parts = words[at..].split(|&word| word == "var");
        parts.next();
        Some(Self { name: words[..at].join(" "), choices: parts.map(|words| words.join(" ")).collect() })
    }
}

fn set_option(program: &mut Program, name: &str, value: &str) -> Result<(), ProcessError> {
    let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
    program.send(&format!("setoption name {name}{value}"))
}

fn wait_until_ready(
    program: &mut Program,
    deadline: Option<Instant>,
    stop: &AtomicBool,
) -> Result<(), ProcessError> {
    program.send("isready")?;
    while program.receive(deadline, stop)?.trim() != "readyok" {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_with_blanks_and_choices() {
        let read = Offered::parse("option name Skill Level type spin default 20 min -20 max 20").unwrap();
        assert_eq!(read, Offered { name: "Skill Level".to_owned(), choices: Vec::new() });
        let read =
            Offered::parse("option name UCI_Variant type combo default chess var chess var dobutsu").unwrap();
        assert_eq!(read.choices, ["chess", "dobutsu"]);
        for line in ["", "option", "option name x", "id name option", "uciok"] {
            assert_eq!(Offered::parse(line), None, "{line}");
        }
    }
}
