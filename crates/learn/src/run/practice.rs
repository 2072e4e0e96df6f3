//! What all ways of learning from games against oneself have in common.

use std::num::NonZeroUsize;
use std::time::Duration;

use ludwerk_core::Game as _;
use ludwerk_registry::{AnyGame, Spec};
use serde_json::{Value, json};

use super::{PROGRAM, RunError, Session, check_proof, settings, sprt};
use crate::journal::Journal;
use crate::proof::{Proof, ProofSettings};
use crate::trial::Trial;

/// The games to learn from, and those that measure what was learnt.
#[derive(Clone, Debug)]
pub struct Practice {
    /// How games are played.
    pub trial: Trial,
    /// What all randomness comes from.
    pub seed: u64,
    /// How many games to learn from; `None` for as many as the time allows.
    pub n_games: Option<NonZeroUsize>,
    /// For how long.
    pub time: Option<Duration>,
    /// The games between two updates.
    pub batch: NonZeroUsize,
    /// How many games measure a point of the learning curve; 0 for no curve.
    pub curve: usize,
    /// A point after so many games; a tenth of all if there is no number.
    pub every: Option<NonZeroUsize>,
    /// The opponent of the held-out match; what there was before if there is none.
    pub against: Option<Spec>,
    /// Whom other held-out matches are played against.
    pub also: Vec<Spec>,
    /// How held-out matches are played.
    pub proof: ProofSettings,
}

impl Practice {
    pub(super) fn game(&self) -> &AnyGame {
        &self.trial.game
    }

    /// Whom the held-out matches are played against, the default first unless another is named.
    pub(super) fn opponents(&self, default: &Spec) -> Result<Vec<Spec>, RunError> {
        let first = self.against.as_ref().unwrap_or(default);
        let opponents: Vec<_> = std::iter::once(first).chain(&self.also).cloned().collect();
        for spec in &opponents {
            self.trial.check(spec)?;
        }
        Ok(opponents)
    }

    /// After how many games of learning a point of the curve is measured.
    pub(super) fn every(&self) -> usize {
        let batch = self.batch.get();
        let a_tenth = self.n_games.map_or(20 * batch, |games| games.get().div_ceil(10));
        self.every.map_or(a_tenth.max(batch), usize::from)
    }

    /// The journal of the run.
    pub(super) fn journal(
        &self,
        method: &str,
        opponents: &[Spec],
        of_method: Value,
        session: &mut Session<'_>,
    ) -> Result<Journal, RunError> {
        check_proof(&self.proof)?;
        let opponents: Vec<_> = opponents.iter().map(ToString::to_string).collect();
        let mut all = settings(json!({
            "program": PROGRAM,
            "method": method,
            "game": self.game().info().id,
            "variant": self.game().variant(),
            "players": self.game().n_seats(),
            "seed": self.seed,
            "games": self.n_games,
            // Beside a number of games a time ends the run, and does not change its course.
            "time": self.time.filter(|_| self.n_games.is_none()).map(|time| time.as_secs_f64()),
            "batch": self.batch,
            "opening-plies": self.trial.opening_plies,
            "max-plies": self.trial.most_plies,
            "against": opponents,
            "curve": [self.curve, self.every()],
            "sprt": sprt(&self.proof),
        }));
        all.extend(settings(of_method));
        session.open(self.seed, &all, "measurements")
    }

    /// Plays the held-out matches of what was learnt from so many games, or goes on with them: a run that learnt from
    /// more games plays others.
    pub(super) fn prove(
        &self,
        new: &Spec,
        n_learnt: usize,
        opponents: &[Spec],
        journal: &mut Journal,
        session: &mut Session<'_>,
    ) -> Result<Vec<Proof>, RunError> {
        let mut proofs = Vec::new();
        for (n, old) in opponents.iter().enumerate().filter(|_| self.proof.most_games > 0) {
            let name = format!("{}-{}-after-{n_learnt}", self.proof.name, n + 1);
            let settings = ProofSettings { name, ..self.proof.clone() };
            proofs.push(session.prove(self.game(), new, old, &settings, journal)?);
        }
        Ok(proofs)
    }
}
