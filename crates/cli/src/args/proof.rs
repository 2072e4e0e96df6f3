//! The arguments of the match that shows whether something was found, for all that tunes and trains.

use clap::Args;

use super::numbers::{MOST_GAMES, number};

/// The held-out match.
#[derive(Debug, Args)]
pub struct ProofArgs {
    /// The most games of the held-out match in the end; 0 for none
    #[arg(long, value_name = "N", default_value = "4000", value_parser = number::<0, MOST_GAMES>)]
    pub proof_games: usize,
    /// Whom the held-out match is played against [default: the agent at the start]
    #[arg(long, value_name = "SPEC")]
    pub against: Option<String>,
    /// What the held-out match tests: whether the new agent is rather ELO0 or ELO1 better
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", default_value = "0,10", allow_hyphen_values = true)]
    pub sprt: String,
}
