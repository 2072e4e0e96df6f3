//! The arguments of the match that shows whether something was found, for all that tunes and trains.

use clap::Args;

use super::numbers::{MOST_GAMES, number};

/// The held-out match.
#[derive(Debug, Args)]
pub struct ProofArgs {
    /// The most games of the final held-out match; 0 for none
    #[arg(long, value_name = "N", default_value = "4000", value_parser = number::<0, MOST_GAMES>)]
    pub proof_games: usize,
    /// The opponent of the held-out match [default: the agent before tuning or training]
    #[arg(long, value_name = "SPEC")]
    pub against: Option<String>,
    /// The SPRT of the held-out match: is the new agent stronger by ELO0 (H0) or by ELO1 (H1)?
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", default_value = "0,10", allow_hyphen_values = true)]
    pub sprt: String,
}
