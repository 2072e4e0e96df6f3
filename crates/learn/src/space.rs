//! What is tuned: weights of a game's table of features and numeric options of an agent, each with its bounds.
//!
//! A point of the space is a list of numbers, one for each parameter. [`Space::rounded`] makes it one that can be
//! written down in a few digits, and [`Space::spec`] the agent that plays with it: what a file holds in the end is
//! exactly what was played.

mod error;

use std::str::FromStr;

use ludwerk_core::{Evaluate as _, Game as _};
use ludwerk_registry::{
    AgentInfo, AgentSpecError, AnyGame, Evaluator, Spec, Value, WEIGHTS_FORMAT, WeightsFile, option_name,
    weights_of,
};

pub use error::SpaceError;

/// How many digits of a number count.
const DIGITS: i32 = 4;

/// An option is tried in steps of this part of its range at first.
const FIRST_STEP: f64 = 1.0 / 8.0;

/// Something that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The feature or the option.
    pub name: String,
    /// What it is, in a few words.
    pub help: String,
    /// Which of the two.
    pub kind: Kind,
    /// Where tuning starts.
    pub start: f64,
    /// The least and the greatest value.
    pub bounds: (f64, f64),
    /// A change that is likely to be felt.
    pub scale: f64,
    /// Only values so far apart, counted from the least: 1 for whole numbers.
    pub step: Option<f64>,
}

/// What a parameter is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The weight of the feature with this place in the game's table.
    Weight(usize),
    /// An option of the agent.
    Option,
}

impl Parameter {
    /// The nearest value that is within the bounds and has few digits.
    pub fn rounded(&self, value: f64) -> f64 {
        let (least, greatest) = self.bounds;
        let value = if value.is_nan() { self.start } else { value.clamp(least, greatest) };
        let rounded = if let Some(step) = self.step {
            let most = ((greatest - least) / step + 1e-9).floor();
            to_decimals(least + ((value - least) / step).round().min(most) * step, 9)
        } else {
            // Digits that are far below the scale say nothing, even if they are the first ones.
            let finest = DIGITS - 1 - exponent(self.scale);
            to_decimals(value, (DIGITS - 1 - exponent(value)).min(finest))
        };
        // Adding zero turns a negative zero into a plain one.
        rounded.clamp(least, greatest) + 0.0
    }
}

/// The power of ten of a number's first digit.
fn exponent(value: f64) -> i32 {
    if value == 0.0 { 0 } else { value.abs().log10().floor() as i32 }
}

/// Rounds in decimal, so that the number is written with no more digits than that.
fn to_decimals(value: f64, decimals: i32) -> f64 {
    let text = match usize::try_from(decimals) {
        Ok(decimals) => format!("{value:.decimals$}"),
        Err(_) => format!("{value:.*e}", (DIGITS - 1) as usize),
    };
    text.parse().unwrap_or(value)
}

/// Which weights are tuned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightChoice {
    /// All that have room between their bounds, extras left out.
    All,
    /// None.
    None,
    /// Those of these features.
    Named(Vec<String>),
}

impl FromStr for WeightChoice {
    type Err = std::convert::Infallible;

    /// Reads `all`, `none` or `NAME,NAME,…`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text.trim() {
            "all" => Self::All,
            "none" => Self::None,
            names => Self::Named(names.split(',').map(|name| name.trim().to_owned()).collect()),
        })
    }
}

/// An option with the range in which it is tuned: `NAME=LEAST..GREATEST` or `NAME=LEAST..GREATEST:STEP`.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionRange {
    /// The option.
    pub name: String,
    /// The least and the greatest value.
    pub bounds: (f64, f64),
    /// Only values so far apart, counted from the least.
    pub step: Option<f64>,
}

impl FromStr for OptionRange {
    type Err = SpaceError;

    fn from_str(text: &str) -> Result<Self, SpaceError> {
        let error = |reason: &str| SpaceError::Range { text: text.to_owned(), reason: reason.to_owned() };
        let number = |text: &str| {
            let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
            number.ok_or_else(|| error(&format!("{:?} is no number", text.trim())))
        };
        let (name, range) = text.split_once('=').ok_or_else(|| error("the = is missing"))?;
        let (least, rest) = range.split_once("..").ok_or_else(|| error("the .. is missing"))?;
        let (greatest, step) = match rest.split_once(':') {
            Some((greatest, step)) => (greatest, Some(number(step)?)),
            None => (rest, None),
        };
        let bounds = (number(least)?, number(greatest)?);
        if name.trim().is_empty() {
            return Err(error("the name is missing"));
        }
        if bounds.0 >= bounds.1 {
            return Err(error("the least must be below the greatest"));
        }
        if step.is_some_and(|step| step <= 0.0 || step > bounds.1 - bounds.0) {
            return Err(error("the step must be above 0 and fit into the range"));
        }
        Ok(Self { name: name.trim().to_owned(), bounds, step })
    }
}

/// All that is tuned, for an agent and a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    game: String,
    variant: String,
    /// The agent whose weights and options these are.
    agent: String,
    /// How many `inner` lead to it from the agent that plays.
    depth: usize,
    base: Spec,
    parameters: Vec<Parameter>,
    /// All weights of the game at the start, and what the table says; none if no weights are tuned.
    weights: Option<Vec<TableWeight>>,
    notes: Vec<String>,
}

/// A weight of the game's table.
#[derive(Clone, Debug, PartialEq)]
struct TableWeight {
    name: &'static str,
    start: f64,
    in_table: f64,
}

impl Space {
    /// The space of these weights and options of the agent `base`, or of the agent inside it that has them. Weights
    /// start where the set stands that `base` names, or the game's table if it names none.
    ///
    /// # Errors
    /// A [`SpaceError`].
    pub fn new(
        game: &AnyGame,
        base: &Spec,
        weights: &WeightChoice,
        options: &[OptionRange],
    ) -> Result<Self, SpaceError> {
        let mut base = game.resolve(base)?;
        let features = chosen_features(game, weights)?;
        let depth = depth_of_owner(game, &base, !features.is_empty(), options)?;
        let owner = descend(game, &mut base, depth)?;
        let info = info_of(game, &owner.name)?;
        let mut space = Self {
            game: game.info().id.to_owned(),
            variant: game.variant().to_owned(),
            agent: owner.name.clone(),
            depth,
            base: Spec { name: String::new(), options: Vec::new() },
            parameters: Vec::new(),
            weights: None,
            notes: Vec::new(),
        };
        if !features.is_empty() {
            if owner.value("weights").is_none() {
                set_option(owner, "weights", default_weights(game, info));
            }
            space.add_weights(game, owner, &features)?;
        }
        for range in options {
            space.add_option(game, owner, info, range)?;
        }
        space.base = base;
        if space.parameters.is_empty() {
            return Err(SpaceError::Nothing);
        }
        for (n, parameter) in space.parameters.iter().enumerate() {
            if space.parameters[..n].iter().any(|earlier| earlier.name == parameter.name) {
                return Err(SpaceError::Repeated { name: parameter.name.clone() });
            }
        }
        space.check(game)?;
        Ok(space)
    }

    fn add_weights(&mut self, game: &AnyGame, owner: &Spec, chosen: &[usize]) -> Result<(), SpaceError> {
        let value = owner.value("weights");
        let bad = |hint: String| SpaceError::BadWeights {
            value: value.map_or_else(String::new, |value| format!("weights={value}")),
            hint,
        };
        let start = match weights_of(game, value).map_err(bad)? {
            Evaluator::Weights(weights) => weights,
            Evaluator::Net(_) => {
                return Err(bad("it is a network; name a set of weights, such as weights=start".to_owned()));
            }
        };
        let mut table = Vec::new();
        for (feature, weight) in game.features().iter().zip(start) {
            let (least, greatest) = feature.bounds;
            let clamped = weight.clamp(least, greatest);
            if clamped != weight {
                self.notes.push(format!(
                    "{} is {weight} in the set to start from, out of its bounds: tuning starts with {clamped}",
                    feature.name
                ));
            }
            table.push(TableWeight { name: feature.name, start: clamped, in_table: feature.weight });
        }
        for &place in chosen {
            let feature = &game.features()[place];
            let range = feature.bounds.1 - feature.bounds.0;
            self.parameters.push(Parameter {
                name: feature.name.to_owned(),
                help: feature.help.to_owned(),
                kind: Kind::Weight(place),
                start: table[place].start,
                bounds: feature.bounds,
                scale: if feature.scale > 0.0 { feature.scale } else { range * FIRST_STEP },
                step: None,
            });
        }
        self.weights = Some(table);
        Ok(())
    }

    fn add_option(
        &mut self,
        game: &AnyGame,
        owner: &Spec,
        info: &AgentInfo,
        range: &OptionRange,
    ) -> Result<(), SpaceError> {
        let name = option_name(info.name, &range.name);
        let Some(option) = info.options.iter().find(|option| option.name == name) else {
            unreachable!("the owner has all options");
        };
        let value = owner.value(option.name).map(ToString::to_string);
        let value = value.unwrap_or_else(|| game.option_default(info, option));
        let (least, greatest) = range.bounds;
        let start = match value.as_str() {
            // Where there is no number to start from, the middle is as good as any other.
            "none" | "off" => {
                let middle = f64::midpoint(least, greatest);
                self.notes.push(format!("{} is {value} at first: tuning starts with {middle}", option.name));
                middle
            }
            text => text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| {
                SpaceError::NotANumber {
                    agent: info.name.to_owned(),
                    option: option.name.to_owned(),
                    value: value.clone(),
                }
            })?,
        };
        if !(least..=greatest).contains(&start) {
            return Err(SpaceError::StartOutside {
                option: option.name.to_owned(),
                start: start.to_string(),
                least: least.to_string(),
                greatest: greatest.to_string(),
            });
        }
        let scale = ((greatest - least) * FIRST_STEP).max(range.step.unwrap_or(0.0));
        self.parameters.push(Parameter {
            name: option.name.to_owned(),
            help: option.help.to_owned(),
            kind: Kind::Option,
            start,
            bounds: range.bounds,
            scale,
            step: range.step,
        });
        Ok(())
    }

    /// Whether the agent plays with what lies in the space: at both ends of every range, and in between.
    fn check(&self, game: &AnyGame) -> Result<(), SpaceError> {
        let between = |parameter: &Parameter| {
            let (least, greatest) = parameter.bounds;
            least + (greatest - least) * 0.381_966
        };
        let points = [
            self.start(),
            self.parameters.iter().map(|parameter| parameter.bounds.0).collect(),
            self.parameters.iter().map(|parameter| parameter.bounds.1).collect(),
            self.parameters.iter().map(between).collect(),
        ];
        for point in points {
            let spec = self.spec(&self.base, &self.rounded(&point));
            if let Err(error) = game.agent(&spec, 0) {
                return Err(SpaceError::Unplayable { spec: spec.to_string(), error });
            }
        }
        Ok(())
    }

    /// The parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// How many parameters there are.
    pub fn n_parameters(&self) -> usize {
        self.parameters.len()
    }

    /// The agent at the start, with everything written out that decides how it starts.
    pub fn base(&self) -> &Spec {
        &self.base
    }

    /// The agent whose weights and options are tuned: `base`, or one inside it.
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// What is to be known about the start.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Where tuning starts.
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.start).collect()
    }

    /// The nearest point that is within all bounds and has few digits: only such points are played.
    pub fn rounded(&self, point: &[f64]) -> Vec<f64> {
        self.parameters.iter().zip(point).map(|(parameter, &value)| parameter.rounded(value)).collect()
    }

    /// A point as distances from the start in units of each parameter's scale.
    pub fn to_scaled(&self, point: &[f64]) -> Vec<f64> {
        let scaled = |(parameter, &value): (&Parameter, &f64)| (value - parameter.start) / parameter.scale;
        self.parameters.iter().zip(point).map(scaled).collect()
    }

    /// The point at these distances from the start; neither rounded nor held within the bounds.
    pub fn from_scaled(&self, scaled: &[f64]) -> Vec<f64> {
        let value = |(parameter, &scaled): (&Parameter, &f64)| parameter.start + scaled * parameter.scale;
        self.parameters.iter().zip(scaled).map(value).collect()
    }

    /// The bounds as distances from the start.
    pub fn scaled_bounds(&self) -> Vec<(f64, f64)> {
        let scaled = |parameter: &Parameter| {
            let to = |bound: f64| (bound - parameter.start) / parameter.scale;
            (to(parameter.bounds.0), to(parameter.bounds.1))
        };
        self.parameters.iter().map(scaled).collect()
    }

    /// The agent that has the parameters: `spec`, or one inside it.
    fn owner<'a>(&self, spec: &'a mut Spec) -> &'a mut Spec {
        let mut owner = spec;
        for _ in 0..self.depth {
            let inner = owner.options.iter_mut().find(|(key, _)| key == "inner");
            let Some((_, Value::Nested(inner))) = inner else { panic!("there is no agent inside") };
            owner = inner;
        }
        owner
    }

    /// The agent `base` with the parameters that a file holds.
    ///
    /// # Panics
    /// If `base` has no such agent inside as that of the space.
    pub fn spec_of_file(&self, base: &Spec, path: &str) -> Spec {
        let mut spec = base.clone();
        let owner = self.owner(&mut spec);
        // What is written goes before what the file says.
        owner.options.retain(|(key, _)| !self.is_tuned_option(key));
        set_option(owner, "weights", Value::Text(path.to_owned()));
        spec
    }

    fn is_tuned_option(&self, name: &str) -> bool {
        self.parameters.iter().any(|parameter| parameter.kind == Kind::Option && parameter.name == name)
    }

    /// The agent `base` with the parameters of a point.
    ///
    /// # Panics
    /// If `base` has no such agent inside as that of the space.
    pub fn spec(&self, base: &Spec, point: &[f64]) -> Spec {
        let mut spec = base.clone();
        let owner = self.owner(&mut spec);
        if let Some(weights) = self.written_weights(point) {
            let options = weights.into_iter().map(|(name, weight)| (name, Value::Text(weight))).collect();
            let written = Spec { name: "start".to_owned(), options };
            let is_table = written.options.is_empty();
            let value = if is_table { Value::Text(written.name) } else { Value::Nested(written) };
            set_option(owner, "weights", value);
        }
        for (name, value) in self.options(point) {
            set_option(owner, name, Value::Text(value.to_string()));
        }
        spec
    }

    /// All weights of the game with those of a point.
    fn weights(&self, point: &[f64]) -> Option<Vec<(&TableWeight, f64)>> {
        let table = self.weights.as_ref()?;
        let mut weights: Vec<_> = table.iter().map(|weight| (weight, weight.start)).collect();
        for (parameter, &value) in self.parameters.iter().zip(point) {
            if let Kind::Weight(place) = parameter.kind {
                weights[place].1 = value;
            }
        }
        Some(weights)
    }

    /// Those that are not as in the table, as text.
    fn written_weights(&self, point: &[f64]) -> Option<Vec<(String, String)>> {
        let changed = |&(weight, value): &(&TableWeight, f64)| value != weight.in_table;
        let written = |(weight, value): (&TableWeight, f64)| (weight.name.to_owned(), value.to_string());
        Some(self.weights(point)?.into_iter().filter(changed).map(written).collect())
    }

    fn options<'a>(&'a self, point: &'a [f64]) -> impl Iterator<Item = (&'a str, f64)> + 'a {
        let all = self.parameters.iter().zip(point);
        all.filter(|(parameter, _)| parameter.kind == Kind::Option)
            .map(|(parameter, &value)| (parameter.name.as_str(), value))
    }

    /// The file of a point, for `weights=FILE`. `made` says how it came about; the agent goes there, too.
    pub fn file(&self, base: &Spec, point: &[f64], mut made: toml::Table) -> WeightsFile {
        made.entry("agent").or_insert_with(|| base.to_string().into());
        let weights = self.weights(point).unwrap_or_default();
        let weights: toml::Table =
            weights.into_iter().map(|(weight, value)| (weight.name.to_owned(), value.into())).collect();
        // A whole number is written as one: some options take no other.
        let number = |value: f64| {
            let is_whole = value.fract() == 0.0 && value.abs() < 1e15;
            if is_whole { toml::Value::Integer(value as i64) } else { toml::Value::Float(value) }
        };
        let options: toml::Table =
            self.options(point).map(|(name, value)| (name.to_owned(), number(value))).collect();
        WeightsFile {
            format: WEIGHTS_FORMAT.to_owned(),
            game: self.game.clone(),
            variants: vec![self.variant.clone()],
            agent: (!options.is_empty()).then(|| self.agent.clone()),
            made,
            weights,
            options,
        }
    }
}

/// The places of the features whose weights are tuned.
fn chosen_features(game: &AnyGame, choice: &WeightChoice) -> Result<Vec<usize>, SpaceError> {
    let features = game.features();
    let id = || game.info().id.to_owned();
    let is_free = |place: &usize| features[*place].bounds.0 < features[*place].bounds.1;
    if *choice != WeightChoice::None && !(0..features.len()).any(|place| is_free(&place)) {
        return Err(SpaceError::NoFeatures { game: id() });
    }
    match choice {
        WeightChoice::None => Ok(Vec::new()),
        WeightChoice::All => Ok((0..features.len() - game.n_extra_features()).filter(is_free).collect()),
        WeightChoice::Named(names) => names
            .iter()
            .map(|name| {
                let place = features.iter().position(|feature| feature.name == name);
                let place = place.ok_or_else(|| SpaceError::UnknownFeature {
                    game: id(),
                    name: name.clone(),
                    known: features.iter().map(|feature| feature.name).collect(),
                })?;
                let fixed =
                    || SpaceError::Fixed { name: name.clone(), weight: features[place].weight.to_string() };
                is_free(&place).then_some(place).ok_or_else(fixed)
            })
            .collect(),
    }
}

/// How many `inner` lead from an agent to the first that has all that is to be tuned.
fn depth_of_owner(
    game: &AnyGame,
    base: &Spec,
    with_weights: bool,
    options: &[OptionRange],
) -> Result<usize, SpaceError> {
    /// Specs do not nest deeper.
    const DEEPEST: usize = 16;
    let mut agent = base.clone();
    for depth in 0..DEEPEST {
        let info = info_of(game, &agent.name)?;
        let has = |name: &str| has_option(info, name);
        if (!with_weights || has("weights")) && options.iter().all(|range| has(&range.name)) {
            return Ok(depth);
        }
        match inner(game, &agent, info) {
            Some(inner) => agent = game.resolve(&inner)?,
            None => break,
        }
    }
    let info = info_of(game, &base.name)?;
    let missing = options.iter().find(|range| !has_option(info, &range.name));
    Err(match missing {
        Some(range) => SpaceError::Agent(AgentSpecError::UnknownOption {
            agent: info.name,
            option: range.name.clone(),
            known: info.options.iter().map(|option| option.name).collect(),
        }),
        None => SpaceError::NoWeights { agent: base.name.clone() },
    })
}

/// Whether the agent has an option, which may be written by an earlier name.
fn has_option(info: &AgentInfo, name: &str) -> bool {
    let name = option_name(info.name, name);
    info.options.iter().any(|option| option.name == name)
}

/// The agent so many steps inside, with every step written out.
fn descend<'a>(game: &AnyGame, spec: &'a mut Spec, depth: usize) -> Result<&'a mut Spec, SpaceError> {
    if depth == 0 {
        return Ok(spec);
    }
    let info = info_of(game, &spec.name)?;
    let Some(inside) = inner(game, spec, info) else { unreachable!("the owner was found inside") };
    set_option(spec, "inner", Value::Nested(game.resolve(&inside)?));
    match spec.options.iter_mut().find(|(key, _)| key == "inner") {
        Some((_, Value::Nested(inside))) => descend(game, inside, depth - 1),
        _ => unreachable!("it was set"),
    }
}

/// The agent inside another, as written or by default.
fn inner(game: &AnyGame, spec: &Spec, info: &AgentInfo) -> Option<Spec> {
    match spec.value("inner") {
        Some(Value::Nested(inner)) => Some(inner.clone()),
        Some(Value::Text(text)) => text.parse().ok(),
        None => {
            let option = info.options.iter().find(|option| option.name == "inner")?;
            let text = game.option_default(info, option);
            text.trim_start_matches('(').trim_end_matches(')').parse().ok()
        }
    }
}

fn info_of(game: &AnyGame, name: &str) -> Result<&'static AgentInfo, SpaceError> {
    let known = || game.agents().map(|agent| agent.name).collect();
    let found = game.agents().find(|agent| agent.name == name);
    found.ok_or_else(|| AgentSpecError::UnknownAgent { name: name.to_owned(), known: known() }.into())
}

/// What an agent's weights are where nothing is written: the game's own choice for this agent, or the table.
fn default_weights(game: &AnyGame, info: &AgentInfo) -> Value {
    let option = info.options.iter().find(|option| option.name == "weights");
    let own = option.map(|option| game.option_default(info, option)).filter(|text| text != "default");
    Value::Text(own.unwrap_or_else(|| "start".to_owned()))
}

fn set_option(spec: &mut Spec, name: &str, value: Value) {
    match spec.options.iter_mut().find(|(key, _)| key == name) {
        Some((_, old)) => *old = value,
        None => spec.options.push((name.to_owned(), value)),
    }
}
