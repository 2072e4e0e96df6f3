//! The parameters behind the axes: weights of the game, or options of the agent.

use ludwerk_core::Evaluate as _;
use ludwerk_registry::{AgentSpecError, AnyGame, Spec, name_hint};
use thiserror::Error;

use super::axis::Axis;
use super::run::{n_cells, values};
use crate::space::{Kind, OptionRange, Space, SpaceError, WeightChoice};

/// More cells than this are a mistake.
pub const MOST_CELLS: usize = 10_000;

/// A grid of an agent's parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    space: Space,
    /// The place of every axis' parameter in the space.
    places: Vec<usize>,
}

/// Axes that make no grid.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ParametersError {
    /// There is nothing to change.
    #[error("a grid needs an axis")]
    NoAxis,
    /// An axis comes twice.
    #[error("there are two axes {0}")]
    Repeated(String),
    /// The axes make too many cells.
    #[error("the axes make {} cells, more than {MOST_CELLS}", .0.map_or("countless".to_owned(), |n| n.to_string()))]
    TooMany(Option<usize>),
    /// Neither a weight nor an option.
    #[error("{agent} has no option {name:?}, and {game} no such weight")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The agent.
        agent: String,
        /// The game.
        game: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// A weight's values are not all allowed.
    #[error("{name} may be from {least} to {greatest}, the axis goes from {from} to {to}")]
    OutOfBounds {
        /// The weight.
        name: String,
        /// What is allowed.
        least: String,
        /// What is allowed.
        greatest: String,
        /// What was asked for.
        from: String,
        /// What was asked for.
        to: String,
    },
    /// The agent does not take these parameters.
    #[error(transparent)]
    Space(#[from] SpaceError),
}

impl ParametersError {
    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            Self::NoAxis => "write --axis NAME=LEAST..GREATEST:STEP, once or twice".to_owned(),
            Self::Repeated(_) => "name every parameter once".to_owned(),
            Self::TooMany(_) => {
                "take greater steps or fewer axes; --zoom looks closer where it is worth it".to_owned()
            }
            Self::Unknown { name, known, .. } => name_hint(name, known.iter().copied()),
            Self::OutOfBounds { name, least, greatest, .. } => {
                format!("keep --axis {name}=… between {least} and {greatest}")
            }
            Self::Space(SpaceError::NoWeights { .. }) => {
                "name an agent that takes weights, such as alphabeta, or one of its options".to_owned()
            }
            Self::Space(error) => error.hint(),
        }
    }
}

impl Parameters {
    /// The parameters of these axes, for the agent `base` or one inside it.
    ///
    /// # Errors
    /// A [`ParametersError`].
    pub fn new(game: &AnyGame, base: &Spec, axes: &[Axis]) -> Result<Self, ParametersError> {
        if axes.is_empty() {
            return Err(ParametersError::NoAxis);
        }
        if let Some(n) = (1..axes.len()).find(|&n| axes[..n].iter().any(|other| other.name == axes[n].name)) {
            return Err(ParametersError::Repeated(axes[n].name.clone()));
        }
        match n_cells(axes) {
            Some(n) if n <= MOST_CELLS => {}
            n => return Err(ParametersError::TooMany(n)),
        }
        let is_weight = |axis: &&Axis| game.features().iter().any(|feature| feature.name == axis.name);
        let (weights, options): (Vec<_>, Vec<_>) = axes.iter().partition(is_weight);
        let weights = if weights.is_empty() {
            WeightChoice::None
        } else {
            WeightChoice::Named(weights.iter().map(|axis| axis.name.clone()).collect())
        };
        let ranges: Vec<_> = options.into_iter().map(range).collect();
        let space = space(game, base, &weights, ranges).map_err(|error| unknown(game, error))?;
        let place = |axis: &Axis| {
            let place = space.parameters().iter().position(|parameter| parameter.name == axis.name);
            place.unwrap_or_else(|| unreachable!("every axis is a parameter"))
        };
        let places: Vec<_> = axes.iter().map(place).collect();
        let parameters = Self { space, places };
        axes.iter().enumerate().try_for_each(|(n, axis)| parameters.check(n, axis))?;
        Ok(parameters)
    }

    fn check(&self, n: usize, axis: &Axis) -> Result<(), ParametersError> {
        let parameter = &self.space.parameters()[self.places[n]];
        let (least, greatest) = parameter.bounds;
        let (from, to) = (axis.value(0), axis.value(axis.len() - 1));
        if from >= least && to <= greatest {
            return Ok(());
        }
        Err(ParametersError::OutOfBounds {
            name: axis.name.clone(),
            least: least.to_string(),
            greatest: greatest.to_string(),
            from: from.to_string(),
            to: to.to_string(),
        })
    }

    /// The parameters as tuners know them.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The agent as it is before anything is changed.
    pub fn start(&self) -> &Spec {
        self.space.base()
    }

    /// The values of the start, one for each axis.
    pub fn start_values(&self) -> Vec<f64> {
        self.places.iter().map(|&place| self.space.parameters()[place].start).collect()
    }

    /// The values of a cell in the order of the space.
    pub fn point(&self, values: &[f64]) -> Vec<f64> {
        let mut point = self.space.start();
        for (&place, &value) in self.places.iter().zip(values) {
            point[place] = value;
        }
        point
    }

    /// The agent with these values.
    pub fn spec(&self, values: &[f64]) -> Spec {
        self.space.spec(self.space.base(), &self.point(values))
    }

    /// The agents of all cells.
    pub fn specs(&self, axes: &[Axis]) -> Vec<Spec> {
        (0..n_cells(axes).unwrap_or(0)).map(|cell| self.spec(&values(axes, cell))).collect()
    }

    /// How far each axis may be widened, and whether it is in whole numbers.
    pub fn limits(&self) -> Vec<((f64, f64), bool)> {
        let of = |&place: &usize| {
            let parameter = &self.space.parameters()[place];
            (parameter.bounds, parameter.kind == Kind::Option && parameter.step == Some(1.0))
        };
        self.places.iter().map(of).collect()
    }
}

fn range(axis: &Axis) -> OptionRange {
    OptionRange { name: axis.name.clone(), bounds: (axis.value(0), axis.value(axis.len() - 1)), step: None }
}

/// The space of weights and options. A grid may lie beside the start, and an option may take whole numbers alone.
fn space(
    game: &AnyGame,
    base: &Spec,
    weights: &WeightChoice,
    mut ranges: Vec<OptionRange>,
) -> Result<Space, SpaceError> {
    let mut last = None;
    // Each turn widens one range or makes all of them whole.
    for _ in 0..=ranges.len() + 1 {
        match Space::new(game, base, weights, &ranges) {
            Err(SpaceError::StartOutside { option, start, least, greatest }) => {
                let range = ranges.iter_mut().find(|range| range.name == option);
                if let (Some(range), Ok(start)) = (range, start.parse::<f64>()) {
                    range.bounds = (range.bounds.0.min(start), range.bounds.1.max(start));
                }
                last = Some(SpaceError::StartOutside { option, start, least, greatest });
            }
            Err(SpaceError::Unplayable { spec, error })
                if ranges.iter().any(|range| range.step.is_none() && is_whole(range)) =>
            {
                for range in ranges.iter_mut().filter(|range| is_whole(range)) {
                    range.step = Some(1.0);
                }
                last = Some(SpaceError::Unplayable { spec, error });
            }
            other => return other,
        }
    }
    Err(last.unwrap_or(SpaceError::Nothing))
}

fn is_whole(range: &OptionRange) -> bool {
    range.bounds.0.fract() == 0.0 && range.bounds.1.fract() == 0.0
}

/// A name that is neither: what could have been meant is weights and options alike.
fn unknown(game: &AnyGame, error: SpaceError) -> ParametersError {
    match error {
        SpaceError::Agent(AgentSpecError::UnknownOption { agent, option, mut known }) => {
            let takes_weights = known.contains(&"weights");
            if takes_weights {
                known.extend(game.features().iter().map(|feature| feature.name));
            }
            ParametersError::Unknown {
                name: option,
                agent: agent.to_owned(),
                game: ludwerk_core::Game::info(game).id.to_owned(),
                known,
            }
        }
        error => error.into(),
    }
}
