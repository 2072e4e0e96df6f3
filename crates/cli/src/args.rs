//! The command line. Help, man page, completions and parsing all come from these definitions.

mod numbers;
mod proof;
mod train;
mod tune;

use std::net::{IpAddr, Ipv4Addr};
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use ludwerk_arena::tournament::Format;

pub use proof::ProofArgs;
pub use train::{NetArgs, PracticeArgs, QArgs, StepArgs, TrainArgs, Trainer};
#[cfg(feature = "games")]
pub use tune::Seats;
pub use tune::{GridArgs, TuneArgs, Tuner, TuningArgs};

/// A workbench for board-game AI: write the rules once; every search, match and board plays them.
#[derive(Debug, Parser)]
#[command(
    name = NAME,
    version,
    max_term_width = 100,
    after_help = "Without a command the web app is started, as by `ludwerk serve`."
)]
pub struct Cli {
    /// Print JSON instead of text, for programs
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
    /// List the agents with their options, or those that can play a game
    Agents(AgentsArgs),
    /// Perft: count the leaf nodes of the game tree, ply by ply
    Perft(PerftArgs),
    /// List the legal moves of a position
    Moves(StartArgs),
    /// Replay games given as JSON lines on standard input, and check every move
    Replay(GameArgs),
    /// Ask an agent for its move in a position
    Search(SearchArgs),
    /// Play a match between agents and estimate the difference in strength
    Match(MatchArgs),
    /// Play a tournament of many agents: every game is stored, and an interrupted run resumes
    Tournament(TournamentArgs),
    /// Ablation: measure by matches what each option of an agent is worth
    Ablate(AblateArgs),
    /// Measure how strength grows with the search budget, by matches of an agent against itself with less
    Scaling(ScalingArgs),
    /// Show the levels of difficulty, or measure how far apart they are
    Levels(LevelsArgs),
    /// Tune the weights and options of an agent by games: SPSA, CMA-ES, a genetic algorithm or a grid
    Tune(TuneArgs),
    /// Train weights, Q-tables and networks on self-play games: TD(λ), Q-learning, neural networks
    Train(TrainArgs),
    /// Play in the terminal, or watch agents play
    Play(PlayArgs),
    /// Show the results of a series, in which people play against agents (`play --series`)
    Series(SeriesArgs),
    /// Analyse a game: an agent evaluates every position, and weak moves are marked
    Analyse(AnalyseArgs),
    /// Convert games to another format: plain text, Pentobi's SGF, kifu
    Convert(ConvertArgs),
    /// Run an agent as an engine for other programs: GTP, UCI, USI or Ludwerk's own protocol
    Engine(EngineArgs),
    #[cfg(feature = "games")]
    /// Reproduce published tables: measure every figure again and compare
    Reproduce(ReproduceArgs),
    /// Write the report of a tournament: one self-contained HTML file
    Report(ReportArgs),
    /// Solve a game by retrograde analysis and write its tablebase: the value of every position
    Solve(SolveArgs),
    /// Probe a tablebase: the exact value of a position and of each of its moves
    Probe(ProbeArgs),
    /// Verify a tablebase: every value must follow from those of its successors
    Verify(VerifyArgs),
    /// Draw a puzzle from a tablebase: a position in which the player to move wins
    Puzzle(PuzzleArgs),
    /// Draw balanced openings from a tablebase: random moves that lead to drawn positions
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
    /// The directory in which games are kept [default: the user's data directory]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// How many agents may think in parallel [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// The time limit of an agent for one move, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub think: NonZeroU32,
    /// The rate limit: requests a second from one address, on average
    #[arg(long, value_name = "N", default_value = "200")]
    pub requests: NonZeroU32,
}

/// What the program is called that comes with the library.
pub const NAME: &str = "ludwerk";

/// Where the web app listens unless told otherwise.
pub const PORT: u16 = 7878;

impl Default for ServeArgs {
    /// What holds when nothing is written, as clap has it.
    fn default() -> Self {
        match Cli::parse_from([NAME, "serve"]).command {
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
#[derive(Clone, Debug, Args)]
pub struct ConfigArgs {
    /// The variant (rule set) [default: the game's first]
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// The number of players [default: the fewest that the variant allows]
    #[arg(long, value_name = "N")]
    pub players: Option<usize>,
    /// The random seed [default: a fresh one]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// Which position.
#[derive(Debug, Args)]
pub struct StartArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Start from this position, with an empty history
    #[arg(long, value_name = "TEXT", conflicts_with = "setup")]
    pub position: Option<String>,
    /// Start from this deal, a JSON file; - for standard input
    #[arg(long, value_name = "FILE")]
    pub setup: Option<PathBuf>,
    /// Play these moves first
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
}

#[derive(Debug, Args)]
pub struct AgentsArgs {
    /// List the agents that can play this game, with their defaults in it, and its evaluation function
    pub game: Option<String>,
    #[command(flatten)]
    pub config: ConfigArgs,
}

#[derive(Debug, Args)]
pub struct PerftArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// The depth in plies
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
    /// Show the N best moves (multi-PV)
    #[arg(long, value_name = "N", default_value = "1")]
    pub lines: usize,
    /// Print intermediate results of the search to standard error
    #[arg(long)]
    pub progress: bool,
}

#[derive(Debug, Args)]
pub struct MatchArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// The agents: at least two, at most one for each seat
    #[arg(value_name = "SPEC", required = true)]
    pub agents: Vec<String>,
    /// How many games; rounded up so that every agent has every seat equally often [default: one game for each
    /// opening and seating]
    #[arg(long, value_name = "N", required_unless_present = "openings")]
    pub games: Option<NonZeroUsize>,
    /// How many games run in parallel [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Write the games to this file, one record a line
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Adjudicate a game longer than N plies a draw
    #[arg(long, value_name = "N", default_value = "1000")]
    pub max_plies: usize,
    /// Adjust the budget of one of two agents, the one with time= in its spec, until both use the same processor
    /// time for a move
    #[arg(long)]
    pub equal_time: bool,
    /// Start with the openings in this file, one line of moves each; each is played in every seating
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    pub openings: Option<PathBuf>,
    /// Start after N random plies, the same ones for every seating
    #[arg(long, value_name = "N", default_value = "0")]
    pub opening_plies: usize,
}

#[derive(Debug, Args)]
pub struct TournamentArgs {
    /// The plan, a TOML file; flags override it
    #[arg(value_name = "FILE", required_unless_present_all = ["game", "agents", "out"])]
    pub plan: Option<PathBuf>,
    /// The game, as `ludwerk games` lists it
    #[arg(long)]
    pub game: Option<String>,
    #[command(flatten)]
    pub config: ConfigArgs,
    /// An agent; repeat the option for each
    #[arg(long = "agent", value_name = "SPEC")]
    pub agents: Vec<String>,
    /// The pairing system [default: round-robin]
    #[arg(long, value_name = "NAME")]
    pub format: Option<Format>,
    /// How many games every pairing plays; rounded up so that every agent has every seat equally often
    #[arg(long, value_name = "N")]
    pub games: Option<NonZeroUsize>,
    /// How many rounds a Swiss tournament has [default: enough to find a winner]
    #[arg(long, value_name = "N")]
    pub rounds: Option<NonZeroUsize>,
    /// Stop early by an SPRT: is the first of two agents stronger by ELO0 (H0) or by ELO1 (H1)?
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// The time control of every seat: 1s/move, 5m, 5m+3s
    #[arg(long, value_name = "TIME")]
    pub clock: Option<String>,
    /// How late a move may be before it loses on time [default: 100ms]
    #[arg(long, value_name = "TIME")]
    pub margin: Option<String>,
    /// Start with the openings in this file, one line of moves each
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    pub openings: Option<PathBuf>,
    /// Start after N random plies, the same ones for every seating
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<usize>,
    /// Start every game from this position
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Adjudicate a game longer than N plies a draw [default: 1000]
    #[arg(long, value_name = "N")]
    pub max_plies: Option<usize>,
    /// How many games run in parallel [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// The directory in which the games are stored; the same command resumes there [default: the plan's path
    /// without its extension]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// How matches of two settings are played.
#[derive(Debug, Args)]
pub struct MatchesArgs {
    /// How many games run in parallel [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Adjudicate a game longer than N plies a draw
    #[arg(long, value_name = "N", default_value = "1000")]
    pub max_plies: usize,
    /// Start after N random plies, the same ones for every seating [default: 4 for ablate, 2 for scaling, 0 for
    /// levels]
    #[arg(long, value_name = "N", conflicts_with = "openings")]
    pub opening_plies: Option<usize>,
    /// Start with the openings in this file, one line of moves each; each is played in every seating
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
    /// Change only these options
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub switches: Vec<String>,
    /// How many games a match has; rounded up so that both agents have every seat equally often
    #[arg(long, value_name = "N", default_value = "300")]
    pub games: NonZeroUsize,
    /// Play no games: count the nodes that the agent searches in OPENINGS random openings; its spec needs a depth
    #[arg(long, value_name = "OPENINGS")]
    pub nodes: Option<NonZeroUsize>,
    #[command(flatten)]
    pub matches: MatchesArgs,
}

#[derive(Debug, Args)]
pub struct ScalingArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The agent, without the budget that the command sets: mcts:memory=256MiB
    #[arg(value_name = "SPEC")]
    pub agent: String,
    /// The budgets of the weaker side, one match each
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "2500,10000,40000")]
    pub from: Vec<NonZeroU64>,
    /// The budget of the stronger side, as a multiple of the weaker side's
    #[arg(long, value_name = "N", default_value = "4")]
    pub factor: NonZeroU64,
    /// The option that is the budget: iterations or nodes
    #[arg(long, value_name = "OPTION", default_value = "iterations")]
    pub budget: String,
    /// How many games a match has; rounded up so that both agents have every seat equally often
    #[arg(long, value_name = "N", default_value = "200")]
    pub games: NonZeroUsize,
    #[command(flatten)]
    pub matches: MatchesArgs,
}

#[derive(Debug, Args)]
pub struct LevelsArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Measure: every level plays N games against the one below
    #[arg(long, value_name = "N")]
    pub games: Option<NonZeroUsize>,
    /// Measure only this level against the one below
    #[arg(long, value_name = "LEVEL", requires = "games")]
    pub only: Option<u32>,
    /// Measure the levels for `adaptive-level` and write the table that it uses: every level plays --games against
    /// each of the two above it
    #[arg(long, value_name = "FILE", requires = "games", conflicts_with = "only")]
    pub calibrate: Option<PathBuf>,
    /// The agent that evaluates decisions for that table [default: that of the present table]
    #[arg(long, value_name = "SPEC", requires = "calibrate")]
    pub judge: Option<String>,
    /// Measure `adaptive-level`: players of known strength play series of --games against it
    #[arg(long, requires = "games", conflicts_with_all = ["only", "calibrate"])]
    pub adaptive: bool,
    /// The players of known strength [default: levels 2, 3.5, 5, 6.5 and 8]
    #[arg(long, value_name = "SPEC,…", requires = "adaptive")]
    pub opponents: Option<String>,
    /// How many series each of them plays; the agent begins each as if against a new player
    #[arg(long, value_name = "N", default_value = "8", requires = "adaptive")]
    pub series: NonZeroUsize,
    #[command(flatten)]
    pub matches: MatchesArgs,
}

#[derive(Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// Who has each seat: `human` or an agent spec [default: human, and the champion in all other seats]
    #[arg(long, value_name = "human|SPEC,…")]
    pub seats: Option<String>,
    /// Resume a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "setup", "moves", "variant", "players", "seed"])]
    pub load: Option<PathBuf>,
    /// The number of the game in a file with several, from 1
    #[arg(long, value_name = "N", requires = "load")]
    pub game_number: Option<NonZeroUsize>,
    /// Save the game to this file after every move
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Allow opponents that peek (that see what is hidden from their seat); the game and its record say so
    #[arg(long)]
    pub allow_peeking: bool,
    /// Read and write plain lines instead of using the full screen, for pipes and screen readers
    #[arg(long)]
    pub plain: bool,
    /// Store the games in a series, a test of people against agents; `ludwerk series NAME` prints its table
    #[arg(long, value_name = "NAME", requires = "player", conflicts_with_all = ["load", "save", "position", "setup", "moves"])]
    pub series: Option<String>,
    /// The name of the person in the seat `human`; repeat the option for each such seat, in order
    #[arg(long, value_name = "NAME", conflicts_with = "load")]
    pub player: Vec<String>,
    /// The directory of the series and of the strength that `adaptive-level` has estimated for you [default: the
    /// user's data directory]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct SeriesArgs {
    /// The series; without a name, all series are listed
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Print the games as records, one a line, instead of the table
    #[arg(long, requires = "name", conflicts_with = "json")]
    pub records: bool,
    /// The directory in which series are kept [default: the user's data directory]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
}

/// Which games of which file.
#[derive(Debug, Args)]
pub struct FileArgs {
    /// The file with the game, as `match --out` and `play --save` write it; - for standard input
    #[arg(value_name = "RECORD")]
    pub path: PathBuf,
    /// The number of the game in a file with several, from 1
    #[arg(long, value_name = "N")]
    pub game_number: Option<NonZeroUsize>,
    /// The format of the file: record, sgf or kifu [default: detected]
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<String>,
    /// The variant (rule set), where the file does not name it [default: the game's first]
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
}

#[derive(Debug, Args)]
pub struct AnalyseArgs {
    #[command(flatten)]
    pub file: FileArgs,
    /// The agent that evaluates the positions: NAME or NAME:KEY=VALUE,… [default: champion:time=500ms]
    #[arg(long, value_name = "SPEC")]
    pub agent: Option<String>,
    /// Show the K best moves of every position with their principal variations
    #[arg(long, value_name = "K")]
    pub lines: Option<NonZeroUsize>,
    /// How many positions are analysed in parallel [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// The agent's random seed [default: the record's seed, or 0]
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
    /// The protocol: gtp as Pentobi's tools speak it, uci as chess programs do, usi as shogi programs do, ludwerk
    /// for any game
    #[arg(long, value_name = "NAME")]
    pub protocol: Protocol,
    /// The agent: NAME or NAME:KEY=VALUE,…, as `ludwerk agents` lists them
    #[arg(long, value_name = "SPEC", default_value = "champion")]
    pub agent: String,
    /// What a clock of the protocol measures: wall-clock time, or the processor time of this program, as the
    /// referees of courses do
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

#[cfg(feature = "games")]
#[derive(Debug, Args)]
pub struct ReproduceArgs {
    /// The published table, or `all`; without it, the tables are listed
    pub id: Option<String>,
    /// Play fewer games, in a minute or two instead of an hour, with wider intervals
    #[arg(long)]
    pub quick: bool,
    /// The random seed; 0 gives the figures of the book
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How many measurements run in parallel; does not change the results [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// The directory for the measurements and the report; the same command resumes an interrupted run [default for
    /// `all`: reproduction, or reproduction-quick with --quick]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Measure again what the directory already holds
    #[arg(long)]
    pub fresh: bool,
    /// Measure nothing: compare the verdicts of complete runs, the full one first
    #[arg(long, value_name = "DIR", num_args = 2.., conflicts_with_all = ["id", "quick", "seed", "threads", "out", "fresh"])]
    pub compare: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The directory of the tournament
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Where to write the report [default: report.html in the directory]
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
    /// Where to write the tablebase. An interrupted run leaves its work beside it, and the same command resumes it
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
    /// The tablebase, as `ludwerk solve` writes it
    #[arg(long, value_name = "FILE")]
    pub table: PathBuf,
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The tablebase, as `ludwerk solve` writes it
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
    /// The tablebase, as `ludwerk solve` writes it
    #[arg(long, value_name = "FILE")]
    pub table: PathBuf,
    /// The difficulty, from 1 to 5
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=5))]
    pub difficulty: u32,
    /// Show the winning moves
    #[arg(long)]
    pub solution: bool,
}

#[derive(Debug, Args)]
pub struct OpeningsArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The tablebase, as `ludwerk solve` writes it
    #[arg(long, value_name = "FILE")]
    pub table: PathBuf,
    /// How many random plies each opening has
    #[arg(long, value_name = "N", default_value = "6")]
    pub plies: NonZeroUsize,
    /// How many openings to draw
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
