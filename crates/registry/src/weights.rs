//! Weights by name, from a file, or written out: what the option `weights` of an agent takes.
//!
//! | value | meaning |
//! |---|---|
//! | `default` | what the game ships as its default, or else the weights of its table |
//! | `start` | the weights of the game's table of features |
//! | a name | a set of the game's own: published weights, or a file that it ships |
//! | a file | what `ludwerk tune` or `ludwerk train` has found: weights as TOML, or a network |
//! | `(NAME:FEATURE=NUMBER,…)` | a named set with some weights changed |
//!
//! A file of weights may also hold options of an agent; they count where that agent leaves them out.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use ludwerk_core::{Evaluate, WeightFile};
use ludwerk_search::{Evaluator, Net, NetError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::spec::{Spec, Value};
use crate::suggest;

/// The version of the format of files that this program writes, and the only one that it reads.
pub const WEIGHTS_FORMAT: &str = "ludwerk-weights/1";

/// The set that agents use unless told otherwise.
pub(crate) const DEFAULT: &str = "default";

/// The weights of the table.
const START: &str = "start";

/// More than any file of weights has.
const LONGEST_FILE: u64 = 64 << 20;

/// A file of weights and options, with how it came about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsFile {
    /// [`WEIGHTS_FORMAT`].
    pub format: String,
    /// The game's id.
    pub game: String,
    /// The variants that it is meant for; none are all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// Whose options these are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// How it was made: the command under `by`, and whatever else is worth knowing.
    pub made: toml::Table,
    /// A weight for every feature of the game, or none at all.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    pub weights: toml::Table,
    /// Options of `agent`.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    pub options: toml::Table,
}

/// Weights that cannot be had.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// The file cannot be read or written.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is no file of weights, or not one that fits.
    #[error("{0}")]
    Unfit(String),
}

impl From<NetError> for WeightsError {
    fn from(error: NetError) -> Self {
        match error {
            NetError::Io(error) => Self::Io(error),
            NetError::Damaged(why) | NetError::DoesNotFit(why) => Self::Unfit(why),
        }
    }
}

impl WeightsFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// [`WeightsError::Unfit`].
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let unfit = |why: String| WeightsError::Unfit(why);
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            unfit(format!("it is neither a file of weights nor a network: {}", error.message()))
        })?;
        match table.get("format").and_then(toml::Value::as_str) {
            Some(WEIGHTS_FORMAT) => {}
            Some(format) if format.starts_with("ludwerk-weights/") => {
                return Err(unfit(format!(
                    "it has the format {format}, this program reads {WEIGHTS_FORMAT}"
                )));
            }
            _ => return Err(unfit(format!("it does not say format = {WEIGHTS_FORMAT:?}"))),
        }
        Self::deserialize(table)
            .map_err(|error| unfit(format!("it is no file of weights: {}", error.message())))
    }

    /// The file as text.
    pub fn text(&self) -> String {
        toml::to_string(self).unwrap_or_else(|error| unreachable!("tables of numbers and texts: {error}"))
    }

    /// The weights in the order of the game's table.
    ///
    /// # Errors
    /// [`WeightsError::Unfit`] for another game or variant, a feature that is missing (extras may be) or unknown, or a
    /// weight out of its bounds.
    pub fn weights_for<G: Evaluate>(&self, game: &G) -> Result<Vec<f64>, WeightsError> {
        self.check_game(game)?;
        let unfit = WeightsError::Unfit;
        let id = game.info().id;
        if self.weights.is_empty() {
            let agent = self.agent.as_deref().unwrap_or("another agent");
            return Err(unfit(format!("it holds options of {agent}, and no weights")));
        }
        let features = game.features();
        if let Some(name) =
            self.weights.keys().find(|name| features.iter().all(|feature| feature.name != *name))
        {
            return Err(unfit(format!("{id} has no feature {name:?}: it was made by another version")));
        }
        let n_needed = features.len() - game.n_extra_features();
        features
            .iter()
            .enumerate()
            .map(|(n, feature)| {
                if n >= n_needed && !self.weights.contains_key(feature.name) {
                    return Ok(feature.weight);
                }
                let Some(weight) = self.weights.get(feature.name).and_then(number) else {
                    return Err(unfit(format!(
                        "it gives no weight to {}: it was made by another version",
                        feature.name
                    )));
                };
                let (least, greatest) = feature.bounds;
                if !(least..=greatest).contains(&weight) {
                    return Err(unfit(format!(
                        "{} = {weight} is out of its bounds, {least} to {greatest}",
                        feature.name
                    )));
                }
                Ok(weight)
            })
            .collect()
    }

    fn check_game<G: Evaluate>(&self, game: &G) -> Result<(), WeightsError> {
        let info = game.info();
        if self.game != info.id {
            return Err(WeightsError::Unfit(format!("it was made for {}, not for {}", self.game, info.id)));
        }
        if !self.fits_variant(game) {
            let variants = self.variants.join(", ");
            return Err(WeightsError::Unfit(format!(
                "it was made for the variant {variants}, not for {}",
                game.variant()
            )));
        }
        Ok(())
    }

    fn fits_variant<G: Evaluate>(&self, game: &G) -> bool {
        self.variants.is_empty() || self.variants.iter().any(|name| name == game.variant())
    }
}

fn number(value: &toml::Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|n| n as f64)).filter(|number| number.is_finite())
}

/// What a game ships as its default, if that is meant for the variant.
fn default_file<G: Evaluate>(game: &G) -> Option<&'static WeightFile> {
    let fits = |file: &&WeightFile| match contents(file.bytes) {
        Ok(Contents::Weights(weights)) => weights.fits_variant(game),
        Ok(Contents::Net(net)) => net.check_game(game).is_ok(),
        Err(_) => false,
    };
    game.weight_files().iter().filter(|file| file.is_default).find(fits)
}

enum Contents {
    Weights(WeightsFile),
    Net(Box<Net>),
}

fn contents(bytes: &[u8]) -> Result<Contents, WeightsError> {
    if Net::is_meant(bytes) {
        return Ok(Contents::Net(Box::new(Net::from_bytes(bytes)?)));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|_| WeightsError::Unfit("it is neither a file of weights nor a network".to_owned()))?;
    Ok(Contents::Weights(WeightsFile::parse(text)?))
}

fn read(path: &Path) -> Result<Contents, WeightsError> {
    if fs::metadata(path)?.len() > LONGEST_FILE {
        return Err(WeightsError::Unfit("it is too long for a file of weights".to_owned()));
    }
    contents(&fs::read(path)?)
}

fn evaluator_of<G: Evaluate>(game: &G, contents: Contents) -> Result<Evaluator, WeightsError> {
    match contents {
        Contents::Weights(file) => Ok(file.weights_for(game)?.into()),
        Contents::Net(net) => {
            net.check_game(game)?;
            Ok(Arc::<Net>::from(net).into())
        }
    }
}

/// The names that a game gives to weights.
fn names<G: Evaluate>(game: &G) -> impl Iterator<Item = &'static str> + Clone {
    let presets = game.weight_presets().iter().map(|preset| preset.name);
    [DEFAULT, START].into_iter().chain(presets).chain(game.weight_files().iter().map(|file| file.name))
}

/// Whether a value of the option `weights` needs nothing but the game: no file of this machine.
pub fn is_named<G: Evaluate>(game: &G, value: &Value) -> bool {
    match value {
        Value::Text(text) => names(game).any(|name| name == text),
        Value::Nested(_) => true,
    }
}

/// The set with a name; `None` if there is none.
fn named<G: Evaluate>(game: &G, name: &str) -> Option<Result<Evaluator, WeightsError>> {
    let shipped = |file: &WeightFile| contents(file.bytes).and_then(|contents| evaluator_of(game, contents));
    match name {
        DEFAULT => Some(match default_file(game) {
            Some(file) => shipped(file),
            None => Ok(game.default_weights().into()),
        }),
        START => Some(Ok(game.default_weights().into())),
        _ => {
            let preset = game.weight_presets().iter().find(|preset| preset.name == name);
            let file = || game.weight_files().iter().find(|file| file.name == name);
            preset.map(|preset| Ok(preset.weights.to_vec().into())).or_else(|| file().map(shipped))
        }
    }
}

/// What a value of the option `weights` stands for; the default if there is none.
///
/// # Errors
/// A hint: what is wrong with it, and what could be written.
pub fn evaluator<G: Evaluate>(game: &G, value: Option<&Value>) -> Result<Evaluator, String> {
    let by_name = |name: &str| named(game, name).map(|set| set.map_err(|error| error.to_string()));
    match value {
        None => by_name(DEFAULT).unwrap_or_else(|| Ok(game.default_weights().into())),
        Some(Value::Nested(changed)) => {
            let base =
                by_name(&changed.name).unwrap_or_else(|| Err(suggest::hint(&changed.name, names(game))))?;
            changed_weights(game, base, changed)
        }
        Some(Value::Text(name)) => by_name(name).unwrap_or_else(|| {
            let path = Path::new(name);
            if !path.exists() {
                return Err(format!("{}; or name a file that is there", suggest::hint(name, names(game))));
            }
            read(path)
                .and_then(|contents| evaluator_of(game, contents))
                .map_err(|error| format!("{error}; `ludwerk tune` and `ludwerk train` make such files"))
        }),
    }
}

/// Named weights with some of them changed. What is written out may be out of the bounds, as published sets are.
fn changed_weights<G: Evaluate>(game: &G, base: Evaluator, changed: &Spec) -> Result<Evaluator, String> {
    let Evaluator::Weights(mut weights) = base else {
        return Err(format!("{} is a network, which has no weights to change", changed.name));
    };
    for (key, value) in &changed.options {
        let features = game.features();
        let place = features.iter().position(|feature| feature.name == key);
        let place = place.ok_or_else(|| suggest::hint(key, features.iter().map(|feature| feature.name)))?;
        let Value::Text(text) = value else { return Err(format!("write {key}=NUMBER")) };
        weights[place] = text
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
            .ok_or(format!("write {key}=NUMBER"))?;
    }
    Ok(weights.into())
}

/// The options of an agent that the file under its option `weights` holds, and whether it holds weights, too;
/// nothing if there is no such file.
///
/// # Errors
/// A hint: what is wrong with the file.
pub fn options_of<G: Evaluate>(game: &G, agent: &str, value: &Value) -> Result<Option<FileOptions>, String> {
    let Value::Text(name) = value else { return Ok(None) };
    let shipped = game.weight_files().iter().find(|file| file.name == name);
    let read = match shipped {
        Some(file) => contents(file.bytes),
        None if is_named(game, value) || !Path::new(name).is_file() => return Ok(None),
        None => read(Path::new(name)),
    };
    let file = match read.map_err(|error| error.to_string())? {
        Contents::Net(_) => return Ok(None),
        Contents::Weights(file) => file,
    };
    if file.options.is_empty() {
        return Ok(None);
    }
    file.check_game(game).map_err(|error| error.to_string())?;
    let owner = file.agent.as_deref().unwrap_or_default();
    if owner != agent {
        return Err(format!("it holds options of {owner}, not of {agent}"));
    }
    let text = |value: &toml::Value| match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let options = file.options.iter().map(|(key, value)| (key.clone(), Value::Text(text(value)))).collect();
    Ok(Some(FileOptions { options, has_weights: !file.weights.is_empty() }))
}

/// What [`options_of`] finds.
pub struct FileOptions {
    /// The options.
    pub options: Vec<(String, Value)>,
    /// Whether there are weights beside them.
    pub has_weights: bool,
}
