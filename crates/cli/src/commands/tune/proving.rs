//! The held-out match, as the commands that tune and train play it.

use ludwerk_arena::stats::sprt::Sprt;
use ludwerk_learn::journal::Journal;
use ludwerk_learn::proof::{self, Proof, ProofError, ProofSettings};
use ludwerk_learn::trial::Trial;
use ludwerk_registry::{AnyGame, Spec};

use super::watch::Watch;
use crate::args::ProofArgs;
use crate::commands::tournament::sprt;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::percent;

/// What the arguments ask for, checked.
pub fn settings(args: &ProofArgs, trial: &Trial, seed: u64) -> Result<ProofSettings, Failure> {
    let test = sprt(&args.sprt)?;
    Sprt::new(test.elo0, test.elo1, test.alpha, test.beta)
        .map_err(|error| Failure::new(error, "write --sprt 0,10 or --sprt 0,10,0.05,0.05"))?;
    Ok(ProofSettings {
        elo0: test.elo0,
        elo1: test.elo1,
        alpha: test.alpha,
        beta: test.beta,
        most_games: args.proof_games,
        opening_plies: trial.opening_plies,
        most_plies: trial.most_plies,
        seed,
        n_threads: trial.n_threads,
        ..ProofSettings::default()
    })
}

/// Plays the match, or goes on with it, and shows how it stands.
pub fn prove(
    game: &AnyGame,
    new: &Spec,
    old: &Spec,
    settings: &ProofSettings,
    journal: &mut Journal,
) -> Result<Proof, Failure> {
    let mut watch = Watch::new("held-out match", settings.most_games);
    let mut show = |proof: &Proof| {
        watch.show(proof.games as usize, || {
            let (reject, accept) = proof.llr_bounds;
            format!(
                "held-out match · {} · log-likelihood ratio {:.2} ({reject:.2} to {accept:.2})",
                percent(proof.score),
                proof.llr
            )
        });
    };
    let proved = proof::prove(game, new, old, settings, journal, interrupt::flag(), &mut show);
    drop(watch);
    proved.map_err(|error| match error {
        ProofError::Stopped { games } => Failure::interrupted(
            format!("the answer is found and kept; {games} games of the held-out match were played"),
            "the same command goes on",
        ),
        ProofError::Journal(error) => error.into(),
        ProofError::Trial(error) => error.into(),
        ProofError::Sprt(error) => Failure::new(error, "write --sprt 0,10"),
    })
}
