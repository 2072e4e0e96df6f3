//! Networks that learn from games an agent plays against itself, generation after generation.
//!
//! 1. An agent plays games against itself, its search with the evaluation that it has.
//! 2. A network is fitted to what the searches said and how the games ended.
//! 3. The network takes the place of the evaluation, and the next generation begins.
//!
//! Every step leaves a file in the folder of the run, written all or nothing; whatever is there is not done again. So a
//! run that was killed goes on, and comes to the same end as one without a break.

mod adam;
pub mod fit;
pub mod model;
pub mod samples;
pub mod selfplay;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use ludwerk_core::{Encode as _, Game as _, Rng};
use ludwerk_registry::{AgentSpecError, AnyGame, Spec, Value, evaluation_scale};
use ludwerk_search::file::FileError;
use ludwerk_search::{NetError, NetInfo};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::journal::{Journal, JournalError};
use crate::trial::{Pairing, Trial, TrialError};
use fit::{Fit, Loss};
use model::Model;
use samples::Samples;
use selfplay::{SelfPlay, Series};

/// What is to be learnt, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The agent that plays, with a budget; its `weights` are those of the first generation.
    pub agent: String,
    /// How many generations.
    pub generations: u32,
    /// Games of a generation.
    pub games: u64,
    /// A network learns from the games of so many generations, its own the last.
    pub window: u32,
    /// How games are played.
    pub selfplay: SelfPlay,
    /// How networks are fitted.
    pub fit: Fit,
    /// What all randomness comes from.
    pub seed: u64,
}

/// Training that came to nothing.
#[derive(Debug, Error)]
pub enum TrainError {
    /// The game cannot be learnt this way, or the agent does not fit.
    #[error("{0}")]
    Refused(String),
    /// The agent cannot be made.
    #[error(transparent)]
    Agent(#[from] AgentSpecError),
    /// A file of the run.
    #[error("{}: {error}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What is wrong.
        error: FileError,
    },
    /// A network of the run.
    #[error("{}: {error}", path.display())]
    Net {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        error: NetError,
    },
    /// What was found plays nothing: its parameters have run away.
    #[error("training produced an invalid network: {0}")]
    Fit(NetError),
    /// The network cannot be measured.
    #[error(transparent)]
    Trial(#[from] TrialError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Somebody asked to stop; what is done is kept.
    #[error("stopped")]
    Stopped,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// So many games of a generation are played.
    Games {
        /// The generation, from 1.
        generation: u32,
        /// How many.
        n_games: u64,
    },
    /// The network is fitted, and plays to be measured.
    Match {
        /// The generation, from 1.
        generation: u32,
    },
    /// An epoch of fitting has ended.
    Epoch {
        /// The generation, from 1.
        generation: u32,
        /// The epoch, from 1.
        epoch: usize,
        /// How well it fits.
        loss: Loss,
    },
}

/// How strong a generation is, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Its number, from 1.
    pub generation: u32,
    /// How many positions it learnt from.
    pub n_positions: usize,
    /// How well it fits.
    pub loss: Option<Loss>,
    /// Its games against the agent of the first generation.
    pub n_games: usize,
    /// The share that it took.
    pub score: f64,
    /// The 95% interval of that.
    pub ci95: (f64, f64),
}

/// A generation that is done.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// Its network.
    pub file: PathBuf,
    /// How many positions it learnt from.
    pub n_positions: usize,
    /// How well it fits; `None` if its network was there and nothing is written down about it.
    pub loss: Option<Loss>,
}

/// How well a generation's network fits, written down before the network is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Fitted {
    generation: u32,
    loss: Loss,
}

/// The kind of the journal's entries.
const KIND: &str = "generation";
const FITTED: &str = "fitted";

/// Games that are written together: what a kill can lose.
const PART: u64 = 500;

/// A run in a folder.
pub struct Training<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// What is to be learnt.
    pub plan: &'a Plan,
    /// Where its files are.
    pub folder: &'a Path,
    /// How the networks are said to be made.
    pub made: String,
    /// Games at the same time; changes nothing.
    pub n_threads: NonZeroUsize,
    /// Set to stop.
    pub stop: &'a AtomicBool,
}

impl Training<'_> {
    /// The agent of a generation: the first plays with the weights that were asked for, each later one with the network
    /// before it.
    ///
    /// # Errors
    /// A spec that cannot be read.
    pub fn agent(&self, generation: u32) -> Result<Spec, TrainError> {
        let spec: Spec = self.plan.agent.parse().map_err(|error| TrainError::Refused(format!("{error}")))?;
        Ok(if generation <= 1 { spec } else { with_net(&spec, &self.net_file(generation - 1)) })
    }

    /// The file of a generation's network.
    pub fn net_file(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("generation-{generation}.net"))
    }

    /// Checks that a network can learn this game with this agent.
    ///
    /// # Errors
    /// [`TrainError::Refused`] or [`TrainError::Agent`].
    pub fn check(&self) -> Result<(), TrainError> {
        if self.game.n_inputs() == 0 {
            let id = self.game.info().id;
            return Err(TrainError::Refused(format!("{id} has no encoding that a network could read")));
        }
        self.check_player(&self.agent(1)?)
    }

    /// Checks that an agent can play with what is learnt.
    ///
    /// # Errors
    /// [`TrainError::Agent`].
    pub fn check_player(&self, spec: &Spec) -> Result<(), TrainError> {
        self.game.agent(spec, 0)?;
        // Whatever takes weights takes a network; what does not could not play with what it learns.
        self.game.agent(&with_weights(spec, "start"), 0)?;
        Ok(())
    }

    /// Plays and fits one generation, or finds it done.
    ///
    /// # Errors
    /// [`TrainError`].
    pub fn generation(
        &self,
        number: u32,
        journal: &mut Journal,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<Generation, TrainError> {
        let file = self.net_file(number);
        self.play(number, on_progress)?;
        let mut samples = Samples::default();
        for generation in number.saturating_sub(self.plan.window.max(1) - 1).max(1)..=number {
            for part in 0..self.n_parts() {
                samples.append(&read(&self.part_file(generation, part))?);
            }
        }
        let n_positions = samples.len();
        if file.exists() {
            let fitted: Vec<Fitted> = journal.kept(FITTED)?;
            let loss = fitted.iter().rfind(|fitted| fitted.generation == number).map(|fitted| fitted.loss);
            return Ok(Generation { number, file, n_positions, loss });
        }
        let mut rng = Rng::new(Rng::derive(self.plan.seed, 1_000_000 + u64::from(number)));
        let n_on = samples.get(0).0.len();
        let mut model = Model::new(self.game.n_inputs(), n_on, &self.plan.fit.widths, &mut rng);
        let loss = model.fit(&samples, &self.plan.fit, &mut rng, |epoch, &loss| {
            on_progress(Progress::Epoch { generation: number, epoch, loss });
            !self.stop.load(Ordering::Relaxed)
        });
        if self.stop.load(Ordering::Relaxed) {
            return Err(TrainError::Stopped);
        }
        let info = NetInfo {
            game: self.game.info().id.to_owned(),
            variant: self.game.variant().to_owned(),
            n_seats: self.game.n_seats(),
            points: evaluation_scale(self.game) as f32,
            made: format!("{}, generation {number}", self.made),
        };
        let net = model.net(info).map_err(TrainError::Fit)?;
        let loss = journal.keep(FITTED, &Fitted { generation: number, loss })?.loss;
        net.write(&file).map_err(|error| TrainError::Net { path: file.clone(), error })?;
        Ok(Generation { number, file, n_positions, loss: Some(loss) })
    }

    /// How games are played in which a network is measured.
    pub fn trial(&self) -> Trial {
        Trial {
            game: self.game.clone(),
            opening_plies: self.plan.selfplay.opening_plies,
            most_plies: self.plan.selfplay.most_plies,
            n_threads: self.n_threads,
        }
    }

    /// Measures a generation's network against the evaluation that was there before, in so many games.
    ///
    /// # Errors
    /// [`TrainError::Stopped`] or [`TrainError::Trial`].
    pub fn measure(&self, done: &Generation, n_games: usize) -> Result<Measured, TrainError> {
        /// The stream of seeds for these games.
        const STREAM: u64 = 0x0063_7572_7665;
        let trial = self.trial();
        let one = with_net(&self.agent(1)?, &done.file);
        let pairing = Pairing {
            one,
            other: self.agent(1)?,
            seed: Rng::derive(self.plan.seed, STREAM),
            bouts: 0..n_games.div_ceil(trial.games_a_bout()?),
        };
        let score = trial.score(&pairing, self.stop)?.ok_or(TrainError::Stopped)?;
        Ok(Measured {
            generation: done.number,
            n_positions: done.n_positions,
            loss: done.loss,
            n_games: score.n_games(),
            score: score.mean(),
            ci95: score.ci95(),
        })
    }

    /// All generations, each measured in `n_games` games; what the journal knows is not done again.
    ///
    /// # Errors
    /// [`TrainError`].
    pub fn run(
        &self,
        n_games: usize,
        journal: &mut Journal,
        on_progress: &mut dyn FnMut(Progress),
        on_generation: &mut dyn FnMut(&Measured),
    ) -> Result<Vec<Measured>, TrainError> {
        let mut course: Vec<Measured> = journal.kept(KIND)?;
        // Fewer generations than before are the first ones.
        course.truncate(self.plan.generations as usize);
        course.iter().for_each(&mut *on_generation);
        for number in course.len() as u32 + 1..=self.plan.generations {
            let done = self.generation(number, journal, on_progress)?;
            on_progress(Progress::Match { generation: number });
            let measured = journal.keep(KIND, &self.measure(&done, n_games)?)?;
            on_generation(&measured);
            course.push(measured);
        }
        Ok(course)
    }

    fn n_parts(&self) -> u64 {
        self.plan.games.div_ceil(PART)
    }

    fn part_file(&self, generation: u32, part: u64) -> PathBuf {
        self.folder.join(format!("generation-{generation}-part-{}.samples", part + 1))
    }

    /// Plays what is missing of a generation's games.
    fn play(&self, generation: u32, on_progress: &mut dyn FnMut(Progress)) -> Result<(), TrainError> {
        let agent = self.agent(generation)?;
        let seed = Rng::derive(self.plan.seed, u64::from(generation));
        for part in 0..self.n_parts() {
            let path = self.part_file(generation, part);
            let games = part * PART..((part + 1) * PART).min(self.plan.games);
            let n_before = games.start;
            if !path.exists() {
                let told = &mut |n| on_progress(Progress::Games { generation, n_games: n_before + n });
                let series = Series {
                    game: self.game,
                    agent: &agent,
                    settings: &self.plan.selfplay,
                    games: games.clone(),
                    seed,
                    n_threads: self.n_threads,
                };
                let played = series.play(self.stop, told)?;
                if self.stop.load(Ordering::Relaxed) {
                    return Err(TrainError::Stopped);
                }
                let mut samples = Samples::default();
                for game in &played {
                    samples.append(game);
                }
                if samples.is_empty() {
                    return Err(TrainError::Refused(format!(
                        "{agent} tells no values of positions, so there is nothing to learn from"
                    )));
                }
                samples.write(&path).map_err(|error| TrainError::File { path: path.clone(), error })?;
            }
            on_progress(Progress::Games { generation, n_games: games.end });
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<Samples, TrainError> {
    Samples::read(path).map_err(|error| TrainError::File { path: path.to_owned(), error })
}

/// An agent with a network in the place of its weights.
pub fn with_net(agent: &Spec, file: &Path) -> Spec {
    with_weights(agent, &file.display().to_string())
}

fn with_weights(agent: &Spec, weights: &str) -> Spec {
    let mut spec = agent.clone();
    spec.options.retain(|(key, _)| key != "weights");
    spec.options.push(("weights".to_owned(), Value::Text(weights.to_owned())));
    spec
}
