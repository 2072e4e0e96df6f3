//! An analysis for people: a table of moves, a curve, and how everybody played.

use anstyle::{AnsiColor, Style};
use ludwerk_arena::analysis::{Judged, final_shares};
use ludwerk_arena::judgement::{DROPS, Judgement};
use ludwerk_core::{Game as _, Notation as _, Seat, Value};
use ludwerk_registry::expected_share;

use super::{Analysed, BestMove, graph};
use crate::failure::Failure;
use crate::output::{self, BAD, BOLD, DIM, Table, percent};
use crate::record_file;

const WARNING: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow)));

/// The curve of two players is so many lines high, that of each of several players fewer.
const HEIGHTS: [usize; 2] = [6, 2];

/// More moves of a line are not shown.
const MOST_OF_A_LINE: usize = 6;

impl Analysed {
    pub fn tell(&self) -> Result<(), Failure> {
        let info = self.play.game().info();
        let agent = &self.agent;
        output::line(format!(
            "{BOLD}{}, {}{BOLD:#}  {DIM}by {agent}{DIM:#}",
            info.title, self.record.variant
        ))?;
        self.tell_moves()?;
        self.tell_result()?;
        output::line("")?;
        self.tell_curve()?;
        self.tell_summary()
    }

    fn player(&self, seat: Seat) -> String {
        self.play.game().seat_name(seat)
    }

    /// A value as the terminal says it; under a heading that says what it is.
    fn value(value: Value) -> String {
        let text = output::value(value);
        text.trim_start_matches("value ").to_owned()
    }

    fn tell_moves(&self) -> Result<(), Failure> {
        let mut headings = vec!["#ply", "player", "move", "", "#value", "better", "#value"];
        if self.n_lines.is_some() {
            headings[5] = "best";
            headings.push("line");
        }
        let mut table = Table::new(&headings);
        for (ply, judged) in self.moves.iter().enumerate() {
            // Positions that nobody came to look at are left out.
            if self.looks.contains_key(&ply) || judged.forced || judged.seat.is_none() {
                self.add_move(&mut table, ply, judged);
            }
        }
        table.print()
    }

    fn add_move(&self, table: &mut Table, ply: usize, judged: &Judged) {
        let judgement = judged.verdict.map(|verdict| verdict.judgement);
        let mark = judgement.map_or("", Judgement::mark);
        let played = self.value_played(ply).map_or(String::new(), Self::value);
        let note = if judged.forced { "forced" } else { "" };
        let look = self.looks.get(&ply);
        let best = look.map_or(Vec::new(), |look| self.best(ply, look));
        let value_of = |best: &BestMove| best.value.map_or(String::new(), Self::value);
        let mut cells = vec![
            (ply + 1).to_string(),
            judged.seat.map_or("chance".to_owned(), |seat| self.player(seat)),
            self.play.move_text(ply).unwrap_or_default(),
            mark.to_owned(),
            played,
        ];
        let style = match judgement {
            Some(Judgement::Blunder) => BAD,
            Some(Judgement::Mistake | Judgement::Inaccuracy) => WARNING,
            _ if judged.forced || judged.seat.is_none() => DIM,
            _ => Style::new(),
        };
        if self.n_lines.is_some() {
            let of_line = |best: &BestMove| {
                let rest: Vec<_> = best.pv.iter().skip(1).take(MOST_OF_A_LINE).cloned().collect();
                [best.mv.clone(), value_of(best), rest.join(" ")]
            };
            let first = best.first().map_or([note.to_owned(), String::new(), String::new()], of_line);
            table.styled_row(style, cells.into_iter().chain(first));
            for line in best.iter().skip(1) {
                let before = std::iter::repeat_n(String::new(), 5);
                table.styled_row(DIM, before.chain(of_line(line)));
            }
            return;
        }
        let is_other = judgement.is_none_or(|judgement| judgement != Judgement::Best);
        match best.first().filter(|best| is_other && Some(&best.mv) != self.play.move_text(ply).as_ref()) {
            Some(best) => cells.extend([best.mv.clone(), value_of(best)]),
            None => cells.extend([note.to_owned(), String::new()]),
        }
        table.styled_row(style, cells);
    }

    fn tell_result(&self) -> Result<(), Failure> {
        let Some(result) = record_file::result(&self.record, &self.play) else {
            return output::line(format!("{DIM}the game was not finished{DIM:#}"));
        };
        let who = record_file::who_won(&result, self.play.game());
        output::line(format!("{who}: {}", result.reason))
    }

    /// The share of the win that was expected before every move, and at the end.
    fn tell_curve(&self) -> Result<(), Failure> {
        let game = self.play.game();
        let share = |value| expected_share(game, value);
        let last = final_shares(&self.play, &self.looks, &share);
        let shares_of = |seat: Seat| -> Vec<Option<f64>> {
            let before = self.moves.iter().map(|judged| judged.shares[seat.idx()]);
            before.chain([last[seat.idx()]]).collect()
        };
        if Seat::all(self.n_seats()).all(|seat| shares_of(seat).iter().all(Option::is_none)) {
            return Ok(());
        }
        let (drawn, height) =
            if self.n_seats() == 2 { (1, HEIGHTS[0]) } else { (self.n_seats(), HEIGHTS[1]) };
        let width = Seat::all(drawn).map(|seat| self.player(seat).chars().count()).max().unwrap_or(0) + 5;
        let mut n_columns = 0;
        for seat in Seat::all(drawn) {
            let lines = graph::curve(&shares_of(seat), height);
            n_columns = n_columns.max(lines.iter().map(|line| line.chars().count()).max().unwrap_or(0));
            for (n, line) in lines.iter().enumerate() {
                let label = match n {
                    0 => format!("{} 100%", self.player(seat)),
                    n if n + 1 == height => "0%".to_owned(),
                    n if 2 * n == height => "50%".to_owned(),
                    _ => String::new(),
                };
                output::line(format!("{DIM}{label:>width$}{DIM:#} {line}").trim_end())?;
            }
        }
        // A blunder has two signs, one below the other.
        for least in [Judgement::Mistake, Judgement::Blunder] {
            let marks = self.marks_below(n_columns, least);
            if !marks.trim().is_empty() {
                output::line(format!("{BAD}{:>width$} {}{BAD:#}", "", marks.trim_end()))?;
            }
        }
        output::line("")
    }

    /// A sign under every column with a move at least as weak as this.
    fn marks_below(&self, n_columns: usize, least: Judgement) -> String {
        let a_column = graph::plies_a_column(self.moves.len() + 1);
        let mut marks = vec![' '; n_columns];
        for (ply, judged) in self.moves.iter().enumerate() {
            let is_weak = judged.verdict.is_some_and(|verdict| verdict.judgement >= least);
            // What a move changed is seen in the position after it.
            if let Some(mark) = marks.get_mut((ply + 1) / a_column).filter(|_| is_weak) {
                *mark = '?';
            }
        }
        marks.into_iter().collect()
    }

    fn tell_summary(&self) -> Result<(), Failure> {
        let headings =
            ["player", "name", "#judged", "#best", "#inaccuracies", "#mistakes", "#blunders", "#accuracy"];
        let mut table = Table::new(&headings);
        for (seat, summary) in Seat::all(self.n_seats()).zip(&self.summary) {
            let [inaccuracies, mistakes, blunders] = summary.n_weak;
            table.row([
                self.player(seat),
                self.record.seats.get(seat.idx()).cloned().unwrap_or_default(),
                summary.n_moves.to_string(),
                summary.n_best.to_string(),
                inaccuracies.to_string(),
                mistakes.to_string(),
                blunders.to_string(),
                summary.mean_loss.map_or("-".to_owned(), |loss| percent(1.0 - loss)),
            ]);
        }
        table.print()?;
        let rules = DROPS
            .iter()
            .rev()
            .map(|(judgement, drop)| format!("{} {judgement} {:.0}%", judgement.mark(), drop * 100.0));
        let rules = rules.collect::<Vec<_>>().join(", ");
        output::line(format!("{DIM}expected score given away, at least: {rules}{DIM:#}"))
    }
}
