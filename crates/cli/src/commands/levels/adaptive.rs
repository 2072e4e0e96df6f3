//! `ludwerk levels --adaptive`: does `adaptive-level` find the strength of players whose strength is known?
//!
//! Each player plays several series of games against it. In a series the agent remembers what it has learned, from game
//! to game, as the web app and `ludwerk play` do; a new series begins with nothing.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_arena::stats::{Summary, Tally};
use ludwerk_arena::{GameLimits, in_order, play_game};
use ludwerk_core::{Agent, Game as _, Playthrough, Rng, Seat};
use ludwerk_registry::levels::{Assessed, Strength, assess, informed};
use ludwerk_registry::{ADAPTIVE_LEVEL, AnyGame, Spec, Value};
use serde_json::json;

use super::super::r#match::checked_threads;
use crate::CommandResult;
use crate::args::LevelsArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{self, Table, percent};
use crate::position::echo_seed;
use crate::progress::Progress;

/// Who plays unless somebody else is named.
const PLAYERS: &str = "level:n=2,level:n=3.5,level:n=5,level:n=6.5,level:n=8";

/// The parts of a series that are told by themselves: up to these games, and the rest.
const PARTS: [usize; 2] = [5, 15];

/// A game of a series.
#[derive(Clone, Copy, Debug)]
struct Played {
    player: usize,
    /// Its number in the series, from 0.
    number: usize,
    share: f64,
    /// What was thought of the player afterwards.
    level: f64,
    deviation: f64,
}

pub fn run(
    args: &LevelsArgs,
    game: &AnyGame,
    n_games: NonZeroUsize,
    seed: u64,
    as_json: bool,
) -> CommandResult {
    let players = Spec::parse_list(args.opponents.as_deref().unwrap_or(PLAYERS))?;
    for player in &players {
        game.agent(player, 0)?;
    }
    let (n_games, n_series) = (n_games.get(), args.series.get());
    let n_threads = checked_threads(args.matches.threads)?;
    echo_seed(seed);
    let jobs = (0..players.len()).flat_map(|player| (0..n_series).map(move |series| (player, series)));
    let limits = GameLimits::of_plies(args.matches.max_plies);
    let mut progress = Progress::of_count((players.len() * n_series) as u64);
    let (mut played, mut n_done) = (Vec::new(), 0);
    let mut problem = None;
    in_order(
        n_threads,
        jobs,
        interrupt::flag(),
        |(player, series), ends| {
            let stream = Rng::derive(Rng::derive(seed, player as u64), series as u64);
            Some(play_series(game, &players[player], n_games, stream, &limits, ends).map(|games| {
                let of_series =
                    |(number, (share, level, deviation))| Played { player, number, share, level, deviation };
                games.into_iter().enumerate().map(of_series).collect::<Vec<_>>()
            }))
        },
        |result| {
            n_done += 1;
            progress.show(n_done, || "series".to_owned());
            match result {
                Ok(games) => played.extend(games),
                Err(failure) => problem = Some(failure),
            }
            if problem.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    drop(progress);
    if let Some(failure) = problem {
        return Err(failure);
    }
    let rows: Vec<_> = (0..players.len()).map(|player| Row::new(&played, player, game.n_seats())).collect();
    if as_json {
        let rows = players.iter().zip(&rows).map(|(player, row)| row.json(player));
        output::json(&json!({
            "games": n_games,
            "series": n_series,
            "seed": seed,
            "fair_share": 1.0 / game.n_seats() as f64,
            "players": rows.collect::<Vec<_>>(),
        }))?;
    } else {
        print(&players, &rows, n_games, args.matches.markdown)?;
    }
    if interrupt::is_requested() {
        return Err(Failure::interrupted(
            "not all series were played",
            "the same --seed plays the same games again",
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays one series; gives of each game the player's share, and what was thought of him afterwards.
fn play_series(
    game: &AnyGame,
    player: &Spec,
    n_games: usize,
    seed: u64,
    limits: &GameLimits,
    stop: &AtomicBool,
) -> Result<Vec<(f64, f64, f64)>, Failure> {
    let n_seats = game.n_seats();
    let first = Rng::new(seed).below(n_seats);
    let mut known = Strength::UNKNOWN;
    let mut games = Vec::with_capacity(n_games);
    for number in 0..n_games {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let seed = Rng::derive(seed, number as u64);
        let seat = Seat::new((first + number) % n_seats);
        let opponent = informed(&Spec::plain(ADAPTIVE_LEVEL), &known, &[seat]);
        let specs: Vec<_> = Seat::all(n_seats)
            .map(|other| if other == seat { player.clone() } else { opponent.clone() })
            .collect();
        let mut agents = (0..).zip(&specs).map(|(n, spec)| game.agent(spec, Rng::derive(seed, n)));
        let mut agents: Vec<Box<dyn Agent<AnyGame>>> = agents.by_ref().collect::<Result<_, _>>()?;
        let start = game.start(&mut Rng::new(Rng::derive(seed, 100)));
        let mut rng = Rng::new(Rng::derive(seed, 101));
        let play = Playthrough::new(game.clone(), start);
        let played = play_game(play, &mut agents, &mut rng, limits, stop);
        let Some(returns) = played.ended.returns(n_seats) else { break };
        let share = returns[seat];
        let agents: Vec<_> =
            Seat::all(n_seats).zip(specs).map(|(other, spec)| (other != seat).then_some(spec)).collect();
        let assessed = Assessed { play: &played.play, agents: &agents, seat, share: Some(share) };
        let assessment = assess(&assessed, &known, stop)?;
        known = assessment.after;
        games.push((share, assessment.level.mean, assessment.level.deviation));
    }
    Ok(games)
}

/// How one player did.
struct Row {
    /// The scores of the parts.
    parts: Vec<Summary>,
    /// What was thought of him at the end of each series: the mean and its standard error.
    level: f64,
    level_error: f64,
    /// The mean of how sure the agent was at the end.
    deviation: f64,
}

impl Row {
    fn new(played: &[Played], player: usize, n_seats: usize) -> Self {
        let mut tallies = vec![Tally::default(); PARTS.len() + 1];
        let own = || played.iter().filter(|game| game.player == player);
        for game in own() {
            let part = PARTS.iter().filter(|&&end| game.number >= end).count();
            tallies[part].add(game.share, 1, n_seats);
        }
        let last = own().map(|game| game.number).max().unwrap_or(0);
        let finals: Vec<_> = own().filter(|game| game.number == last).collect();
        let n = finals.len() as f64;
        let mean = |value: fn(&Played) -> f64| finals.iter().map(|game| value(game)).sum::<f64>() / n;
        let level = mean(|game| game.level);
        let variance =
            finals.iter().map(|game| (game.level - level).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        Self {
            parts: tallies.iter().map(Tally::summary).collect(),
            level,
            level_error: (variance / n).sqrt(),
            deviation: mean(|game| game.deviation),
        }
    }

    fn json(&self, player: &Spec) -> serde_json::Value {
        json!({
            "player": player.to_string(),
            "level": level_of(player),
            "parts": self.parts,
            "estimate": self.level,
            "estimate_error": self.level_error,
            "deviation": self.deviation,
        })
    }
}

/// The level of a player who is one.
fn level_of(player: &Spec) -> Option<f64> {
    match player.value("n") {
        Some(Value::Text(n)) if player.name == "level" => n.parse().ok(),
        _ => None,
    }
}

fn print(players: &[Spec], rows: &[Row], n_games: usize, as_markdown: bool) -> Result<(), Failure> {
    let parts = [
        format!("games 1 to {}", PARTS[0].min(n_games)),
        format!("{} to {}", PARTS[0] + 1, PARTS[1].min(n_games)),
        format!("{} to {n_games}", PARTS[1] + 1),
    ];
    let n_parts = 1 + PARTS.iter().filter(|&&end| n_games > end).count();
    let headings = ["player"]
        .into_iter()
        .chain(parts[..n_parts].iter().map(String::as_str))
        .chain(["estimate at the end"]);
    let headings: Vec<_> = headings.collect();
    let cells = rows.iter().zip(players).map(|(row, player)| {
        let score = |part: &Summary| {
            let (low, high) = part.ci95;
            format!("{} ({} to {})", percent(part.score), percent(low), percent(high))
        };
        [player.to_string()]
            .into_iter()
            .chain(row.parts[..n_parts].iter().map(score))
            .chain([format!("{:.1} ± {:.1}", row.level, 2.0 * row.level_error)])
            .collect::<Vec<_>>()
    });
    if as_markdown {
        output::line(format!("| {} |", headings.join(" | ")))?;
        output::line(format!("|{}", "---|".repeat(headings.len())))?;
        for mut cells in cells {
            cells[0] = format!("`{}`", cells[0]);
            output::line(format!("| {} |", cells.join(" | ")))?;
        }
        return Ok(());
    }
    let mut table = Table::new(&headings);
    cells.for_each(|cells| table.row(cells));
    table.print()
}
