//! The command line. Help, man page, completions and parsing all come from these definitions.

mod numbers;
mod proof;
mod train;
mod tune;

use std::net::{IpAddr, Ipv4Addr};
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};

pub use proof::ProofArgs;
pub use train::{NetArgs, PracticeArgs, QArgs, StepArgs, TdArgs, TrainArgs, Trainer};
pub use tune::{CmaArgs, GaArgs, GridArgs, Seats, SpsaArgs, TuneArgs, Tuner, TuningArgs};

/// A workbench for board-game AI: rules once, every search, match and board.
#[derive(Debug, Parser)]
#[command(
    name = "ludwerk",
    version,
    max_term_width = 100,
    after_help = "Without a command the web app is started, as by `ludwerk serve`."
)]
pub struct Cli {
    /// Print JSON for programs instead of text for people
    #[arg(long, global = true)]
    pub json: bool,

    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Start the web app: play, analyse and keep games in the browser
    Serve(ServeArgs),
    /// List the games with their variants
    Games,
    /// List the agents with their options, or those that play a game
    Agents(AgentsArgs),
    /// Count the ways a game can go on, ply by ply
    Perft(PerftArgs),
    /// List the legal moves of a position
    Moves(StartArgs),
    /// Replay games given as JSON lines on standard input, and check every move
    Replay(GameArgs),
    /// Ask an agent for its move
    Search(SearchArgs),
    /// Let agents play each other and count
    Match(MatchArgs),
    /// Let many agents play each other, store every game, and go on after any interruption
    Tournament(TournamentArgs),
    /// Find out what each switch of an agent is worth, by matches
    Ablate(AblateArgs),
    /// Find out what an agent gains from more work, by matches against itself with a part of its budget
    Scaling(ScalingArgs),
    /// Show the levels of difficulty, or measure how far apart they are
    Levels(LevelsArgs),
    /// Find better weights and options for an agent, by play
    Tune(TuneArgs),
    /// Learn weights, tables and networks from games that an agent plays against itself
    Train(TrainArgs),
    /// Play in the terminal, or watch agents play
    Play(PlayArgs),
    /// Show the results of people in a series of games, as `play --series` keeps them
    Series(SeriesArgs),
    /// Show what an agent thinks of every position of a game, and mark the weak moves
    Analyse(AnalyseArgs),
    /// Write games in another format: plain text, Pentobi's SGF, kifu
    Convert(ConvertArgs),
    /// Let other programs use an agent, by a text protocol on standard input and output
    Engine(EngineArgs),
    /// Measure published tables again, and compare
    Reproduce(ReproduceArgs),
    /// Write the report of a tournament: one HTML file with everything in it
    Report(ReportArgs),
    /// Solve a game as a whole: the value of every position, in a small file
    Solve(SolveArgs),
    /// Look a position up in the table of a solved game: its value, and that of every move
    Probe(ProbeArgs),
    /// Check that every value of a table follows from those of its successors
    Verify(VerifyArgs),
    /// Draw a puzzle from the table of a solved game: the player to move wins
    Puzzle(PuzzleArgs),
    /// Draw balanced openings from the table of a solved game: lines of random moves to drawn positions
    Openings(OpeningsArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the man page, or write one for each command into a directory
    Man {
        /// Where to write the pages
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    pub port: u16,
    /// The address to listen on: 0.0.0.0 lets other machines in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,
    /// Where games are kept [default: the user's data directory]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// How many agents think at the same time [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// The longest that an agent may think about a move, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub think: NonZeroU32,
    /// How many requests a second one address may make in the long run
    #[arg(long, value_name = "N", default_value = "200")]
    pub requests: NonZeroU32,
}

/// Where the web app listens unless told otherwise.
pub const PORT: u16 = 7878;

impl Default for ServeArgs {
    /// What holds when nothing is written, as clap has it.
    fn default() -> Self {
        match Cli::parse_from(["ludwerk", "serve"]).command {
            Some(Command::Serve(args)) => args,
            _ => unreachable!("`ludwerk serve` is the command serve"),
        }
    }
}

/// Which game.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The game, as `ludwerk games` lists it
    pub game: String,
    #[command(flatten)]
    pub config: ConfigArgs,
}

/// How the game is set up.
#[derive(Debug, Args)]
pub struct ConfigArgs {
    /// The rule set [default: the game's first]
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// The number of players [default: the fewest]
    #[arg(long, value_name = "N")]
    pub players: Option<usize>,
    /// Where all randomness comes from [default: a fresh one]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// Which position.
#[derive(Debug, Args)]
pub struct StartArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Start in this position, with a fresh history
    #[arg(long, value_name = "TEXT", conflicts_with = "setup")]
    pub position: Option<String>,
    /// Start with this deal, a JSON file; - for standard input
    #[arg(long, value_name = "FILE")]
    pub setup: Option<PathBuf>,
    /// Play these moves first
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

#[derive(Debug, Args)]
pub struct AgentsArgs {
    /// Show only the agents that play this game, and its evaluation
    pub game: Option<String>,
    #[command(flatten)]
    pub config: ConfigArgs,
}

#[derive(Debug, Args)]
pub struct PerftArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// How many plies
    #[arg(long, value_name = "N")]
    pub depth: u32,
}

#[derive(Debug, Args)]
pub struct SearchArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// The agent: NAME or NAME:KEY=VALUE,…, as `ludwerk agents` lists them
    #[arg(long, value_name = "SPEC")]
    pub agent: String,
    /// Show this many of the best moves
    #[arg(long, value_name = "N", default_value = "1")]
    pub lines: usize,
    /// Print what the search knows as it goes on, to standard error
    #[arg(long)]
    pub progress: bool,
}

#[derive(Debug, Args)]
pub struct MatchArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// The agents: two, or up to one for each seat
    #[arg(value_name = "SPEC", required = true)]
    pub agents: Vec<String>,
    /// How many games; rounded up so that all sit everywhere equally often [default: each of the openings once in every
    /// seating]
    #[arg(long, value_name = "N", required_unless_present = "openings")]
    pub games: Option<NonZeroUsize>,
    /// How many games run at the same time [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Write the games to this file, one record a line
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// A game longer than this counts as a draw
    #[arg(long, value_name = "N", default_value = "1000")]
    pub max_plies: usize,
    /// Steer the budget of one of two agents, the one with time= in its spec, until both use the same processor time a
    /// move
    #[arg(long)]
    pub equal_time: bool,
    /// Begin with these openings, a file with a line of moves for each; each is played in every seating
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    pub openings: Option<PathBuf>,
    /// Begin after so many random plies, the same ones for every seating
    #[arg(long, value_name = "N", default_value = "0")]
    pub opening_plies: usize,
}

#[derive(Debug, Args)]
pub struct TournamentArgs {
    /// The plan, a TOML file; flags go before what it says
    #[arg(value_name = "FILE", required_unless_present_all = ["game", "agents", "out"])]
    pub plan: Option<PathBuf>,
    /// The game, as `ludwerk games` lists it
    #[arg(long)]
    pub game: Option<String>,
    #[command(flatten)]
    pub config: ConfigArgs,
    /// An agent; once for each
    #[arg(long = "agent", value_name = "SPEC")]
    pub agents: Vec<String>,
    /// Who meets whom [default: round-robin]
    #[arg(long, value_name = "NAME")]
    pub format: Option<Pairings>,
    /// How many games every group of agents plays; rounded up so that all sit everywhere equally often
    #[arg(long, value_name = "N")]
    pub games: Option<NonZeroUsize>,
    /// How many rounds a Swiss tournament has [default: enough to find a winner]
    #[arg(long, value_name = "N")]
    pub rounds: Option<NonZeroUsize>,
    /// Stop as soon as it is clear whether the first of two agents is ELO0 or ELO1 better
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// The clock of every seat: 1s/move, 5m, 5m+3s
    #[arg(long, value_name = "TIME")]
    pub clock: Option<String>,
    /// What a move may take beyond the clock [default: 100ms]
    #[arg(long, value_name = "TIME")]
    pub margin: Option<String>,
    /// Begin with these openings, a file with a line of moves for each
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    pub openings: Option<PathBuf>,
    /// Begin after so many random plies, the same ones for every seating
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<usize>,
    /// Start in this position
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// A game longer than this counts as a draw [default: 1000]
    #[arg(long, value_name = "N")]
    pub max_plies: Option<usize>,
    /// How many games run at the same time [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Where the games are kept [default: the path of the plan without its ending]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Who meets whom in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Pairings {
    /// Every group of agents
    RoundRobin,
    /// The first agent against all others
    Gauntlet,
    /// Those who did equally well so far
    Swiss,
}

/// How matches of two settings are played.
#[derive(Debug, Args)]
pub struct MatchesArgs {
    /// How many games run at the same time [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// A game longer than this counts as a draw
    #[arg(long, value_name = "N", default_value = "1000")]
    pub max_plies: usize,
    /// Begin after so many random plies, the same ones for both seatings [default: 4 for ablate, 2 for scaling, 0 for
    /// levels]
    #[arg(long, value_name = "N", conflicts_with = "openings")]
    pub opening_plies: Option<usize>,
    /// Begin with these openings, a file with a line of moves for each; each is played in every seating
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Print the table as Markdown
    #[arg(long)]
    pub markdown: bool,
}

#[derive(Debug, Args)]
pub struct AblateArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The agent, with a budget: alphabeta:nodes=10000
    #[arg(value_name = "SPEC")]
    pub agent: String,
    /// Change only these switches
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub switches: Vec<String>,
    /// How many games a match; rounded up so that both sit everywhere equally often
    #[arg(long, value_name = "N", default_value = "300")]
    pub games: NonZeroUsize,
    /// Play no games: sum the nodes that the agent needs in so many random openings, with a depth in its spec
    #[arg(long, value_name = "OPENINGS")]
    pub nodes: Option<NonZeroUsize>,
    #[command(flatten)]
    pub matches: MatchesArgs,
}

#[derive(Debug, Args)]
pub struct ScalingArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The agent; its budget is put in: mcts:memory=256MiB
    #[arg(value_name = "SPEC")]
    pub agent: String,
    /// The budgets of the weaker side, one match each
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "2500,10000,40000")]
    pub from: Vec<NonZeroU64>,
    /// How many times as much the stronger side has
    #[arg(long, value_name = "N", default_value = "4")]
    pub factor: NonZeroU64,
    /// What the budget is of: iterations, nodes
    #[arg(long, value_name = "OPTION", default_value = "iterations")]
    pub budget: String,
    /// How many games a match; rounded up so that both sit everywhere equally often
    #[arg(long, value_name = "N", default_value = "200")]
    pub games: NonZeroUsize,
    #[command(flatten)]
    pub matches: MatchesArgs,
}

#[derive(Debug, Args)]
pub struct LevelsArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Measure: so many games of every level against the one below
    #[arg(long, value_name = "N")]
    pub games: Option<NonZeroUsize>,
    /// Measure only this level against the one below
    #[arg(long, value_name = "LEVEL", requires = "games")]
    pub only: Option<u32>,
    /// Measure what `adaptive-level` knows of the levels, and write its table: every level plays so many games against
    /// each of the two above it
    #[arg(long, value_name = "FILE", requires = "games", conflicts_with = "only")]
    pub calibrate: Option<PathBuf>,
    /// The agent that judges decisions for the table [default: that of the present table]
    #[arg(long, value_name = "SPEC", requires = "calibrate")]
    pub judge: Option<String>,
    /// Measure `adaptive-level`: players of known strength play series of so many games against it
    #[arg(long, requires = "games", conflicts_with_all = ["only", "calibrate"])]
    pub adaptive: bool,
    /// The players [default: levels 2, 3.5, 5, 6.5 and 8]
    #[arg(long, value_name = "SPEC,…", requires = "adaptive")]
    pub opponents: Option<String>,
    /// How many series each of them plays; in each the agent has never met him before
    #[arg(long, value_name = "N", default_value = "8", requires = "adaptive")]
    pub series: NonZeroUsize,
    #[command(flatten)]
    pub matches: MatchesArgs,
}

#[derive(Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// Who sits where: `human`, or an agent [default: human, then the best agent]
    #[arg(long, value_name = "human|SPEC,…")]
    pub seats: Option<String>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "setup", "moves", "variant", "players", "seed"])]
    pub load: Option<PathBuf>,
    /// Which game of a file with many, counted from 1
    #[arg(long, value_name = "N", requires = "load")]
    pub game_number: Option<NonZeroUsize>,
    /// Keep the game in this file, move by move
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Let agents play you that look at what is hidden from their seat; the game and its record say so
    #[arg(long)]
    pub allow_peeking: bool,
    /// Read and write plain lines, for pipes and screen readers
    #[arg(long)]
    pub plain: bool,
    /// Keep the games in a series, a test of people against agents; `ludwerk series NAME` has the table
    #[arg(long, value_name = "NAME", requires = "player", conflicts_with_all = ["load", "save", "position", "setup", "moves"])]
    pub series: Option<String>,
    /// The name of the person at the seat `human`; once for each such seat, in their order
    #[arg(long, value_name = "NAME", conflicts_with = "load")]
    pub player: Vec<String>,
    /// Where series are kept, and how strong you are, for `adaptive-level` [default: the user's data directory]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct SeriesArgs {
    /// The series; without it all are listed
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Print the games as records, one a line, instead of the table
    #[arg(long, requires = "name", conflicts_with = "json")]
    pub records: bool,
    /// Where series are kept [default: the user's data directory]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

/// Which games of which file.
#[derive(Debug, Args)]
pub struct FileArgs {
    /// The file with the game, as `match --out` and `play --save` write it; - for standard input
    #[arg(value_name = "RECORD")]
    pub path: PathBuf,
    /// Which game of a file with many, counted from 1
    #[arg(long, value_name = "N")]
    pub game_number: Option<NonZeroUsize>,
    /// What the file is in: record, sgf or kifu [default: what it looks like]
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<String>,
    /// The rule set, where the file does not tell it [default: the game's first]
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
}

#[derive(Debug, Args)]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// Who looks at the positions: NAME or NAME:KEY=VALUE,… [default: champion:time=500ms]
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,
    /// Show this many of the best moves of every position, with what would follow
    #[arg(long, value_name = "K")]
    pub lines: Option<NonZeroUsize>,
    /// How many positions are looked at at the same time [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Where the agent's randomness comes from [default: the record's seed, or 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// The format to write: record, text, sgf (Blokus) or kifu (Dobutsu Shogi)
    #[arg(long, value_name = "FORMAT")]
    pub to: String,
    /// Write to this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Draw the board after every turn, in plain text
    #[arg(long)]
    pub boards: bool,
}

#[derive(Debug, Args)]
pub struct EngineArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The protocol: gtp as Pentobi's tools speak it, uci as chess programs do, usi as shogi programs do, ludwerk our
    /// own for any game
    #[arg(long, value_name = "NAME")]
    pub protocol: Protocol,
    /// The agent: NAME or NAME:KEY=VALUE,…, as `ludwerk agents` lists them
    #[arg(long, value_name = "SPEC", default_value = "champion")]
    pub agent: String,
    /// What a clock of the protocol counts: time on the wall, or the processor time of this program, as the referees of
    /// courses do
    #[arg(long, value_name = "KIND", default_value = "wall")]
    pub clock: ClockKind,
}

/// What a clock counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ClockKind {
    Wall,
    Cpu,
}

/// How other programs talk to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Protocol {
    Gtp,
    Uci,
    Usi,
    Ludwerk,
}

#[derive(Debug, Args)]
pub struct ReproduceArgs {
    /// The table, or `all`; without it, the tables are listed
    pub id: Option<String>,
    /// Play fewer games, in a minute or two instead of an hour, with wider intervals
    #[arg(long)]
    pub quick: bool,
    /// Where all randomness comes from; 0 gives the figures of the book
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How many measurements are made at the same time; does not change the results [default: one a core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Keep every measurement and the report in a directory; the same command goes on after a break [default for `all`:
    /// reproduction, or reproduction-quick with --quick]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Measure anew what the directory already holds
    #[arg(long)]
    pub fresh: bool,
    /// Measure nothing: compare the verdicts of complete runs, the full one first
    #[arg(long, value_name = "DIR", num_args = 2.., conflicts_with_all = ["id", "quick", "seed", "threads", "out", "fresh"])]
    pub compare: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The folder of the tournament
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Where to write the report [default: report.html in the folder]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Open the report in the browser
    #[arg(long)]
    pub open: bool,
}

#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Where to write the table. Work that is interrupted is kept beside it, and the same command goes on
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// How many threads [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub struct ProbeArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// The table, as `ludwerk solve` writes it
    #[arg(long, value_name = "FILE")]
    pub table: PathBuf,
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The table, as `ludwerk solve` writes it
    #[arg(long, value_name = "FILE")]
    pub table: PathBuf,
    /// How many threads [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub struct PuzzleArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The table, as `ludwerk solve` writes it
    #[arg(long, value_name = "FILE")]
    pub table: PathBuf,
    /// How hard it is to be, from 1 to 5
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=5))]
    pub difficulty: u32,
    /// Show the moves that win
    #[arg(long)]
    pub solution: bool,
}

#[derive(Debug, Args)]
pub struct OpeningsArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The table, as `ludwerk solve` writes it
    #[arg(long, value_name = "FILE")]
    pub table: PathBuf,
    /// How many random plies each has
    #[arg(long, value_name = "N", default_value = "6")]
    pub plies: NonZeroUsize,
    /// How many there are to be
    #[arg(long, value_name = "N", default_value = "200")]
    pub count: NonZeroUsize,
}

/// Whether a word is the name of a command.
pub fn is_command(word: &str) -> bool {
    Cli::command().find_subcommand(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }
}
