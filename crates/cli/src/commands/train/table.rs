//! `ludwerk train q --tabular`: the values of all moves in a table, by sweeps or by games.

use std::process::ExitCode;

use ludwerk_core::{Game as _, Keyed as _, Move as _, Notation as _, Rng, Turn};
use ludwerk_learn::proof::{Proof, ProofVerdict};
use ludwerk_learn::q::Rule;
use ludwerk_learn::q::closed::ClosedSetError;
use ludwerk_learn::q::practice::{Environment, Practice};
use ludwerk_learn::q::run::{
    self, Event, Games, Measure, Point, Practised, RunError, SweepRow, Swept, TABLE_FILE,
};
use ludwerk_registry::{AnyGame, AnyState, QTable, Spec, parse_size};
use serde_json::{Value, json};

use super::setting::{Defaults, RunContext, positive, share, tell_proofs};
use super::table_page;
use crate::CommandResult;
use crate::args::QArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, BAD, BOLD, DIM, GOOD, Table, percent, thousands};
use crate::position::read_text;
use crate::progress::Progress;

/// The games of a run unless told otherwise.
const GAMES: usize = 100_000;

/// The games of a batch unless told otherwise.
const BATCH: usize = 10;

/// So many positions are told to people.
const MOST_TOLD: usize = 10;

/// The stream of seeds that is used for nothing but learning curves.
const CURVES: u64 = 0x7175_6172_7665;

/// A run with a table, checked.
pub struct Tabular<'a> {
    pub context: RunContext<'a>,
    args: &'a QArgs,
    pub rule: Rule,
    practice: Practice,
    most_bytes: usize,
    inner: Spec,
    /// The positions to learn from, as they were written; none for games from the start.
    texts: Vec<String>,
    starts: Vec<AnyState>,
}

/// What was learnt about a position that was asked for.
pub struct Learnt {
    pub position: String,
    pub value: Option<f64>,
    pub best: Option<String>,
}

pub fn run(args: &QArgs, as_json: bool) -> CommandResult {
    let tabular = Tabular::new(args)?;
    match args.sweeps {
        Some(n_sweeps) => tabular.sweep(n_sweeps.get(), as_json),
        None => tabular.practise(as_json),
    }
}

impl<'a> Tabular<'a> {
    /// Validates everything.
    fn new(args: &'a QArgs) -> Result<Self, Failure> {
        let mut context =
            RunContext::new(&args.practice, &Defaults { method: "q", n_games: GAMES, batch: BATCH })?;
        // The course of a table follows the number of games, so there always is one.
        context.n_games = context.n_games.or(Some(GAMES));
        let info = context.game.info();
        let has_luck = info.has_chance() || info.is_hidden();
        let gamma = share("--gamma", args.gamma.unwrap_or(0.99))?;
        let rate = share("--rate", args.rate.unwrap_or(if has_luck { 0.5 } else { 1.0 }))?;
        let decay = share("--rate-decay", args.rate_decay.unwrap_or(if has_luck { 0.7 } else { 0.0 }))?;
        if !(-1.0..=1.0).contains(&args.optimism) {
            let message = format!("--optimism {} is not from -1 to 1", args.optimism);
            return Err(Failure::new(message, "a win is 1, a draw 0: write --optimism 0.5, say"));
        }
        let rule = Rule { gamma, rate: positive("--rate", rate)?, decay, optimism: args.optimism };
        let epsilon = share("--epsilon", args.epsilon.unwrap_or(1.0))?;
        let epsilon_end = share("--epsilon-end", args.epsilon_end.unwrap_or(epsilon / 10.0))?;
        let most_bytes = parse_size(&args.memory).ok_or_else(|| {
            Failure::new(format!("{:?} is no size", args.memory), "write --memory 512MiB or 2GiB")
        })?;
        let inner: Spec = args.inner.parse()?;
        context.trial.check(&inner)?;
        let (texts, starts) = positions(&context.game, args)?;
        let practice = Practice {
            epsilon: (epsilon, epsilon_end),
            opening_plies: args.practice.opening_plies,
            most_plies: args.practice.max_plies,
            batch: context.batch,
            seed: context.seed,
        };
        Ok(Self { context, args, rule, practice, most_bytes, inner, texts, starts })
    }

    fn settings(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("kind", json!("tabular")),
            ("gamma", json!(self.rule.gamma)),
            ("rate", json!([self.rule.rate, self.rule.decay])),
            ("optimism", json!(self.rule.optimism)),
            ("epsilon", json!(self.practice.epsilon)),
            ("positions", json!(self.texts)),
            ("sweeps", json!(self.args.sweeps)),
            ("inner", json!(self.inner.to_string())),
        ]
    }

    fn run_ground(&self) -> run::RunContext<'_> {
        run::RunContext {
            game: &self.context.game,
            rule: self.rule,
            most_bytes: self.most_bytes,
            made: self.context.command.clone(),
            seed: self.context.seed,
        }
    }

    fn sweep(&self, n_sweeps: u32, as_json: bool) -> CommandResult {
        let game = &self.context.game;
        let mut journal = self.context.journal(&[], self.settings())?;
        let starts = if self.starts.is_empty() {
            vec![game.start(&mut Rng::new(self.context.seed))]
        } else {
            self.starts.clone()
        };
        let mut progress = Progress::of_count(u64::from(n_sweeps));
        let swept = self.run_ground().sweep(&starts, n_sweeps, &mut journal, interrupt::flag(), &mut |row| {
            progress.show(u64::from(row.sweep), || format!("sweeping · greatest change {:.3e}", row.change));
        });
        drop(progress);
        let swept = swept.map_err(|error| self.failure(&error))?;
        self.write_table(&swept.policy)?;
        let told = told(game, &swept.policy, &self.texts, &self.starts);
        table_page::sweeps(self, &swept, &told)?;
        if as_json {
            output::json(&self.swept_document(&swept, &told))?;
        } else {
            self.tell_swept(&swept, &told)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn practise(&self, as_json: bool) -> CommandResult {
        let (context, args) = (&self.context, self.context.args);
        // Matches begin where games begin, and say nothing about positions elsewhere.
        let random = Spec { name: "random".to_owned(), options: Vec::new() };
        let opponents = if self.starts.is_empty() { context.opponents(&random)? } else { Vec::new() };
        let mut journal = context.journal(&opponents, self.settings())?;
        let measure = opponents.first().filter(|_| args.curve > 0).map(|other| Measure {
            trial: &context.trial,
            inner: &self.inner,
            other,
            n_games: args.curve,
            seed: Rng::derive(context.seed, CURVES),
        });
        let games = Games {
            environment: Environment {
                game: &context.game,
                practice: self.practice,
                starts: &self.starts,
                n_threads: context.n_threads(),
            },
            n_games: context.n_games.unwrap_or(GAMES),
            time: context.time,
            every: context.every(),
            measure,
        };
        let mut progress: Option<Progress> = None;
        let practised =
            self.run_ground().practise(&games, &mut journal, interrupt::flag(), &mut |news| match news {
                Event::Games(played) => {
                    let done = played as f64 / games.n_games as f64;
                    let progress = progress.get_or_insert_with(|| Progress::of_fraction_from(done));
                    progress.show_fraction(done, || format!("{} games", thousands(played as u64)));
                }
                Event::Point(point) => output::note(point_text(point)),
            });
        drop(progress);
        let practised = practised.map_err(|error| self.failure(&error))?;
        let policy = practised.table.policy(&context.game, context.command.clone());
        self.write_table(&policy)?;
        let told = told(&context.game, &policy, &self.texts, &self.starts);
        let spec = self.spec();
        let proofs = context.prove(&spec, practised.games, &opponents, &mut journal)?;
        table_page::games(self, &practised, &told, &proofs)?;
        if as_json {
            output::json(&self.practised_document(&practised, &told, &proofs))?;
        } else {
            self.tell_practised(&practised, &told, &proofs)?;
        }
        let is_rejected = proofs.first().is_some_and(|proof| proof.verdict == ProofVerdict::Rejected);
        Ok(if is_rejected { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    /// The agent that plays by the table.
    pub fn spec(&self) -> Spec {
        run::player(&self.context.file(TABLE_FILE), &self.inner)
    }

    fn write_table(&self, policy: &QTable) -> Result<(), Failure> {
        let path = self.context.file(TABLE_FILE);
        policy.write(&path).map(|_| ()).map_err(|error| {
            Failure::new(format!("cannot write {}: {error}", path.display()), "check the path given to --out")
        })
    }

    fn failure(&self, error: &RunError) -> Failure {
        match error {
            RunError::Stopped { done } => {
                self.context.interrupted(format!("learning was stopped after {done}"))
            }
            RunError::Journal(error) => Failure::new(error, error.hint()),
            RunError::Trial(error) => Failure::new(error, error.hint()),
            RunError::ClosedSet(ClosedSetError::TooMany { .. }) => Failure::new(
                error,
                "name positions with fewer pieces, give it more room with --memory 4GiB, or leave --sweeps out: games \
                 keep only the positions that they meet",
            ),
            RunError::ClosedSet(ClosedSetError::Hidden { .. }) => {
                Failure::new(error, "leave --sweeps out: games are played by what a player sees")
            }
            RunError::Full { .. } => Failure::new(
                error,
                "give it more room with --memory 4GiB, play fewer games, or learn weights with --linear; what was learnt \
                 before is kept, and the same command with more room goes on",
            ),
            RunError::File { .. } => {
                Failure::new(error, "check the disk, or begin anew in another directory with --out")
            }
        }
    }

    fn head(&self) -> Value {
        let context = &self.context;
        json!({
            "method": context.method,
            "kind": "tabular",
            "game": context.game.info().id,
            "variant": context.game.variant(),
            "players": context.game.n_seats(),
            "seed": context.seed,
            "gamma": self.rule.gamma,
            "spec": self.spec().to_string(),
            "file": context.file(TABLE_FILE).display().to_string(),
            "report": context.file("report.html").display().to_string(),
        })
    }

    fn swept_document(&self, swept: &Swept, told: &[Learnt]) -> Value {
        let mut document = self.head();
        let last = swept.rows.last();
        document["positions"] = json!(swept.n_positions);
        document["moves"] = json!(swept.n_moves);
        document["sweeps"] = json!(swept.rows.len());
        document["settled"] = json!(swept.is_settled);
        document["error"] = json!(last.and_then(|row| row.error));
        document["wrong"] = json!(last.and_then(|row| row.wrong));
        document["values"] = json!(told.iter().map(told_json).collect::<Vec<_>>());
        document["curve"] = json!(swept.rows);
        document
    }

    fn practised_document(&self, practised: &Practised, told: &[Learnt], proofs: &[Proof]) -> Value {
        let mut document = self.head();
        document["positions"] = json!(practised.table.n_positions());
        document["moves"] = json!(practised.table.n_moves());
        document["games"] = json!(practised.games);
        document["values"] = json!(told.iter().map(told_json).collect::<Vec<_>>());
        document["proof"] = json!(proofs.first());
        document["also"] = json!(proofs.iter().skip(1).collect::<Vec<_>>());
        document["curve"] = json!(practised.curve);
        document
    }

    fn tell_swept(&self, swept: &Swept, told: &[Learnt]) -> Result<(), Failure> {
        let headings = ["#sweep", "#greatest change", "#greatest error", "#mean error", "#wrong moves"];
        let mut table = Table::new(&headings);
        for row in &swept.rows {
            table.row(sweep_cells(row));
        }
        table.print()?;
        let (positions, moves) = (thousands(swept.n_positions as u64), thousands(swept.n_moves as u64));
        output::line(format!("{DIM}{positions} positions with {moves} moves{DIM:#}"))?;
        output::line(verdict(swept))?;
        self.tell_end(told)
    }

    fn tell_practised(
        &self,
        practised: &Practised,
        told: &[Learnt],
        proofs: &[Proof],
    ) -> Result<(), Failure> {
        let mut table = Table::new(&["#after games", "#positions", "#mean change", "#score", "#95%"]);
        for point in &practised.curve {
            let interval = |(lo, hi)| format!("{} to {}", percent(lo), percent(hi));
            table.row([
                thousands(point.games as u64),
                thousands(point.positions as u64),
                format!("{:.5}", point.change),
                point.score.map_or_else(|| "-".to_owned(), percent),
                point.ci95.map_or_else(|| "-".to_owned(), interval),
            ]);
        }
        table.print()?;
        tell_proofs(proofs)?;
        self.tell_end(told)
    }

    /// What is known of the positions that were asked for, and how the table is used.
    fn tell_end(&self, told: &[Learnt]) -> Result<(), Failure> {
        if !told.is_empty() {
            output::line("")?;
            let mut table = Table::new(&["position", "#value", "best move"]);
            for told in told.iter().take(MOST_TOLD) {
                let value = told.value.map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"));
                table.row([told.position.clone(), value, told.best.clone().unwrap_or_default()]);
            }
            table.print()?;
            if told.len() > MOST_TOLD {
                output::line(format!("{DIM}and {} more{DIM:#}", told.len() - MOST_TOLD))?;
            }
            output::line("")?;
        }
        output::line(format!("the table: {}", self.context.file(TABLE_FILE).display()))?;
        output::line(format!("the page: {}", self.context.file("report.html").display()))?;
        output::line(format!("to use it: {BOLD}{}{BOLD:#}", self.spec()))
    }
}

/// The positions to learn from, as written and as they are.
fn positions(game: &AnyGame, args: &QArgs) -> Result<(Vec<String>, Vec<AnyState>), Failure> {
    let texts: Vec<String> = match (&args.position, &args.positions) {
        (Some(text), _) => vec![text.clone()],
        (None, Some(path)) => {
            let text = read_text(path)?;
            let lines = text.lines().map(str::trim);
            let lines: Vec<_> = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
            if lines.is_empty() {
                let message = format!("{} holds no positions", path.display());
                return Err(Failure::new(message, "write one position a line; lines with # are left out"));
            }
            lines.into_iter().map(str::to_owned).collect()
        }
        (None, None) => Vec::new(),
    };
    let mut starts = Vec::new();
    for text in &texts {
        let state = game.parse_position(text).map_err(|error| {
            Failure::new(error, format!("a position looks like {}", game.position_help()))
        })?;
        if game.turn(&state) == Turn::Over {
            let message = format!("the game is over in {text:?}");
            return Err(Failure::new(message, "name a position in which somebody is to move"));
        }
        starts.push(state);
    }
    Ok((texts, starts))
}

/// What the table says about the positions that were asked for.
fn told(game: &AnyGame, policy: &QTable, texts: &[String], starts: &[AnyState]) -> Vec<Learnt> {
    let of = |(text, state): (&String, &AnyState)| {
        let best = policy.moves(game.key(state)).iter().copied();
        let best = best.reduce(|best, other| if other.1 > best.1 { other } else { best });
        let text_of = |bits: u32| {
            let mv = ludwerk_registry::AnyMove::from_bits(bits)?;
            Some(game.move_text(state, mv))
        };
        Learnt {
            position: text.clone(),
            value: best.map(|(_, value)| f64::from(value)),
            best: best.and_then(|(bits, _)| text_of(bits)),
        }
    };
    texts.iter().zip(starts).map(of).collect()
}

fn told_json(told: &Learnt) -> Value {
    json!({ "position": told.position, "value": told.value, "move": told.best })
}

fn point_text(point: &Point) -> String {
    let score = match (point.score, point.ci95) {
        (Some(score), Some((lo, hi))) => {
            format!(", {} ({} to {})", percent(score), percent(lo), percent(hi))
        }
        _ => String::new(),
    };
    let (games, positions) = (thousands(point.games as u64), thousands(point.positions as u64));
    format!("after {games} games: {positions} positions, mean change {:.5}{score}", point.change)
}

/// A row as people read it.
pub fn sweep_cells(row: &SweepRow) -> [String; 5] {
    let number = |number: Option<f64>| number.map_or_else(|| "-".to_owned(), |number| format!("{number:.6}"));
    [
        row.sweep.to_string(),
        format!("{:.6}", row.change),
        number(row.error),
        number(row.mean_error),
        row.wrong.map_or_else(|| "-".to_owned(), |wrong| thousands(wrong as u64)),
    ]
}

/// What the sweeps mean.
pub fn verdict(swept: &Swept) -> String {
    let last = swept.rows.last();
    match last.and_then(|row| Some((row.error?, row.wrong?))) {
        _ if !swept.is_settled => {
            format!("{BAD}Not settled yet:{BAD:#} values still change; more sweeps may help.")
        }
        Some((error, 0)) => format!(
            "{GOOD}Settled:{GOOD:#} no value is off the exact one by more than {error:.1e}, and all best moves are best."
        ),
        Some((error, wrong)) => {
            format!("{BAD}Settled, and wrong:{BAD:#} off by up to {error:.1e}, {wrong} moves are not best.")
        }
        None => format!("{GOOD}Settled:{GOOD:#} no value changes any more."),
    }
}
