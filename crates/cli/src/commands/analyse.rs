//! `ludwerk analyse`: the value and the best moves along a game, and which moves were weak.

mod graph;
mod text;

use std::collections::BTreeMap;
use std::process::ExitCode;

use ludwerk_arena::analysis::{self, Judged, Look, Plan, SeatSummary, Spot};
use ludwerk_arena::record::Record;
use ludwerk_core::value::{self, Meaning, Unit};
use ludwerk_core::{Agent, Game as _, Notation as _, Playthrough, Report, Rng, Seat};
use ludwerk_registry::{AnyGame, AnyMove, Spec, best_agent, expected_share, of_share, or_failing};
use serde_json::{Value, json};

use super::r#match::checked_threads;
use crate::CommandResult;
use crate::args::AnalyseArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output;
use crate::play::pick_record;
use crate::position::echo_seed;
use crate::progress::Progress;
use crate::record_file;

/// With several opponents, or with secrets, a move is judged by the lines beside the best one: so many of them at least.
const FEW_LINES: usize = 5;

/// A game with everything that was found out about it.
struct Analysed {
    record: Record,
    play: Playthrough<AnyGame>,
    agent: Spec,
    seed: u64,
    /// What the agent thinks, by ply; one more for the last position.
    looks: BTreeMap<usize, Look<AnyMove>>,
    moves: Vec<Judged>,
    summary: Vec<SeatSummary>,
    /// How many lines are shown.
    n_lines: Option<usize>,
}

pub fn run(args: &AnalyseArgs, as_json: bool) -> CommandResult {
    // 1. Validate everything.
    let spec = args.agent.as_deref().map_or(Ok(best_agent()), str::parse::<Spec>)?;
    let n_threads = checked_threads(args.threads)?;
    let record = pick_record(record_file::read(&args.file)?, args.file.game_number)?;
    let play = record_file::replay(&record)?;
    let game = play.game().clone();
    let seed = args.seed.or(record.seed).unwrap_or(0);
    let peeks = game.agent(&spec, seed)?.peeks();

    // 2. Look.
    echo_seed(seed);
    if game.info().is_hidden() {
        output::note(if peeks {
            format!("{} peeks: it sees what the players could not see", spec.name)
        } else {
            "every position is analysed as its mover saw it; the agent does not know what others held"
                .to_owned()
        });
    }
    let make_agent = |ply: usize| -> Box<dyn Agent<AnyGame>> {
        or_failing(game.agent(&spec, Rng::derive(seed, ply as u64)))
    };
    let least = if game.n_seats() > 2 || game.info().is_hidden() { FEW_LINES } else { 1 };
    let n_lines = args.lines.map_or(1, std::num::NonZero::get).max(least);
    let plan = Plan { n_lines, n_threads, stop: interrupt::flag() };
    let n_wanted = analysis::spots(&play).iter().filter(|spot| matches!(spot, Spot::Choice(_))).count();
    let mut progress = Progress::of_count(n_wanted as u64);
    let looks = analysis::look(&play, &make_agent, plan, &mut |n_done| {
        progress.show(n_done as u64, || "positions".to_owned());
    })?;
    drop(progress);

    // 3. Report, whatever happened.
    let share = |value| expected_share(&game, value);
    let moves = analysis::judge_all(&play, &looks, &share);
    let summary = analysis::summary(&moves, game.n_seats());
    let n_done = looks.len();
    let has_values = looks.values().any(|look| look.report.value.is_some());
    let n_lines = args.lines.map(std::num::NonZero::get);
    let analysed = Analysed { record, play, agent: spec, seed, looks, moves, summary, n_lines };
    if as_json {
        output::json(&analysed.describe())?;
    } else {
        analysed.tell()?;
    }
    if interrupt::is_requested() && n_done < n_wanted {
        return Err(Failure::interrupted(
            format!("{n_done} of {n_wanted} positions were analysed"),
            "a smaller budget takes less time: --agent champion:time=100ms",
        ));
    }
    if n_done > 0 && !has_values {
        output::note(format!("{} reports no values of positions, so no move was judged", analysed.agent));
    }
    Ok(ExitCode::SUCCESS)
}

impl Analysed {
    fn n_seats(&self) -> usize {
        self.play.game().n_seats()
    }

    /// The game as it stood before `ply`.
    fn before(&self, ply: usize) -> Playthrough<AnyGame> {
        let mut then = self.play.clone();
        while then.moves().len() > ply {
            then.undo();
        }
        then
    }

    /// The value of the move that was played, for its mover: the agent's own where it looked at the move, else what the
    /// next position is worth to the mover.
    fn value_played(&self, ply: usize) -> Option<value::Value> {
        let look = self.looks.get(&ply)?;
        let Report { value, lines, .. } = &look.report;
        let played = self.play.moves().get(ply)?;
        if *played == look.chosen {
            return *value;
        }
        let line = lines.iter().find(|line| line.mv == *played).map(|line| line.value);
        let is_by_lines = self.n_seats() > 2 || self.play.game().info().is_hidden();
        let own = line.filter(|_| is_by_lines);
        own.or_else(|| self.value_after(look.seat, ply)).or(line)
    }

    /// What the position after the move at `ply` is worth to its mover, forced moves played.
    fn value_after(&self, seat: Seat, ply: usize) -> Option<value::Value> {
        let spots = analysis::spots(&self.play);
        let next = analysis::next_choice(&spots, ply + 1);
        let n_plies = (next - ply) as u32;
        if spots.get(next) == Some(&Spot::Over) {
            let returns = self.play.outcome()?.returns;
            let number = of_share(returns[seat], self.n_seats(), n_plies);
            return Some(value::Value::new(number, Unit::Evaluation, self.n_seats()));
        }
        let Look { seat: mover, report, .. } = self.looks.get(&next)?;
        let value = match report.value? {
            value if *mover == seat => value,
            // Adding zero turns a negative zero into a plain one.
            value if self.n_seats() == 2 && !self.play.game().info().is_hidden() => {
                value.with_number(0.0 - value.number())
            }
            _ => *report.values.get(seat.idx())?,
        };
        let number = value.number();
        let later = match value.meaning() {
            Meaning::Win { .. } => number - f64::from(n_plies),
            Meaning::Loss { .. } => number + f64::from(n_plies),
            Meaning::WinProbability(_) | Meaning::Evaluation(_) => number,
        };
        Some(value.with_number(later))
    }

    fn describe(&self) -> Value {
        let moves = self.moves.iter().enumerate().map(|(ply, judged)| self.describe_move(ply, judged));
        let names = self.record.seats.iter();
        let summary = self.summary.iter().zip(names).enumerate().map(|(seat, (summary, name))| {
            let [inaccuracies, mistakes, blunders] = summary.n_weak;
            json!({
                "seat": seat,
                "name": name,
                "moves": summary.n_moves,
                "best": summary.n_best,
                "inaccuracies": inaccuracies,
                "mistakes": mistakes,
                "blunders": blunders,
                "mean_loss": summary.mean_loss,
            })
        });
        json!({
            "game": self.record.game,
            "variant": self.record.variant,
            "seed": self.seed,
            "agent": self.agent.to_string(),
            "moves": moves.collect::<Vec<_>>(),
            "summary": summary.collect::<Vec<_>>(),
        })
    }

    fn describe_move(&self, ply: usize, judged: &Judged) -> Value {
        let look = self.looks.get(&ply);
        let report = look.map(|look| &look.report);
        // An agent without opinions has no values; the field still has one place a seat.
        let number = value::Value::number;
        let value_of = |seat| report.and_then(|report| report.values.get(seat).copied()).map(number);
        let values: Vec<_> = (0..self.n_seats()).map(value_of).collect();
        let best = look.map_or(Vec::new(), |look| self.best(ply, look));
        let best = best
            .iter()
            .map(|line| json!({ "move": line.mv, "value": line.value.map(number), "pv": line.pv }));
        json!({
            "ply": ply,
            "seat": judged.seat.map(Seat::idx),
            "move": self.play.move_text(ply),
            "value": report.and_then(|report| report.value).map(number),
            "values": values,
            "shares": judged.shares,
            "best": best.collect::<Vec<_>>(),
            "played": self.value_played(ply).map(number),
            "loss": judged.verdict.map(|verdict| verdict.loss),
            "judgement": judged.verdict.map(|verdict| verdict.judgement.word()),
            "forced": judged.forced,
        })
    }

    /// The best moves of a position, as many as are shown.
    fn best(&self, ply: usize, look: &Look<AnyMove>) -> Vec<BestMove> {
        let then = self.before(ply);
        let game = then.game();
        // Where something is hidden a line was found in a world that the agent imagined: only its first move is sure.
        let line_texts = |line: &[AnyMove]| {
            let shown = if game.info().is_hidden() { &line[..line.len().min(1)] } else { line };
            then.line_texts(shown)
        };
        let text = |mv: AnyMove| game.move_text(then.state(), mv);
        let report = &look.report;
        let lines = report.lines.iter().take(self.n_lines.unwrap_or(1));
        let mut best: Vec<_> = lines
            .map(|line| BestMove { mv: text(line.mv), value: Some(line.value), pv: line_texts(&line.pv) })
            .collect();
        if best.is_empty() {
            best.push(BestMove { mv: text(look.chosen), value: report.value, pv: line_texts(&report.pv) });
        }
        best
    }
}

/// A move that the agent thinks well of.
struct BestMove {
    mv: String,
    value: Option<value::Value>,
    pv: Vec<String>,
}
