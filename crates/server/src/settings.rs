//! What this server allows, and where it keeps things.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use ludwerk_arena::tournament::Store;

/// Makes the report of a tournament as one HTML document, or says why it cannot.
pub type MakeReport = fn(&Store) -> Result<String, String>;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The folder of its database.
    pub data: PathBuf,
    /// How long to wait for a database that is busy.
    pub database_time: Duration,
    /// How many agents think at the same time.
    pub engine_threads: usize,
    /// The longest that an agent may think about a move.
    pub think: Duration,
    /// The most memory that an agent's table or tree may take, in bytes.
    pub engine_memory: usize,
    /// How many hints and analyses may wait for a free thread.
    pub most_questions: usize,
    /// The pause between the moves of agents among themselves, so that people can follow.
    pub pace: Duration,
    /// The longest that a request may take, its body and an agent's answer included.
    pub request_time: Duration,
    /// How many requests a second one address may make in the long run.
    pub requests_per_second: u32,
    /// How many requests it may make at once.
    pub request_burst: u32,
    /// How many games a minute one address may make in the long run.
    pub games_per_minute: u32,
    /// How many games it may make at once.
    pub game_burst: u32,
    /// How many WebSockets may be open.
    pub most_sockets: usize,
    /// How many connections may be open besides them.
    pub most_connections: usize,
    /// How many games of tournaments are played at the same time.
    pub tournament_threads: usize,
    /// How many tournaments may be kept.
    pub most_tournaments: usize,
    /// How many bytes the games of all tournaments may take.
    pub tournament_bytes: u64,
    /// How many threads solve a game.
    pub solve_threads: usize,
    /// How long a tournament is played while others wait.
    pub tournament_turn: Duration,
    /// Makes reports of tournaments, where this program can.
    pub report: Option<MakeReport>,
}

impl Settings {
    /// What suits one machine: listening for its own browser alone.
    pub fn new(data: PathBuf) -> Self {
        let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7878,
            data,
            database_time: Duration::from_secs(5),
            engine_threads: n_cores,
            think: Duration::from_secs(10),
            engine_memory: 256 << 20,
            most_questions: 64,
            pace: Duration::from_millis(700),
            request_time: Duration::from_secs(60),
            requests_per_second: 200,
            request_burst: 1000,
            games_per_minute: 120,
            game_burst: 400,
            most_sockets: 4096,
            most_connections: 512,
            // One core is left to people.
            tournament_threads: n_cores.saturating_sub(1).max(1),
            most_tournaments: 100,
            tournament_bytes: 1 << 30,
            solve_threads: n_cores,
            tournament_turn: Duration::from_secs(600),
            report: None,
        }
    }
}
