//! Who sits where: people, of whom a driver knows more than this crate does, and agents by their specs.

use ludwerk_core::Seat;
use ludwerk_registry::Spec;
use ludwerk_registry::levels::{Strength, informed, uninformed};
use serde::{Deserialize, Serialize};

/// What a driver knows of a person.
pub trait Person {
    /// What to call the person.
    fn name(&self) -> &str;
}

impl Person for String {
    fn name(&self) -> &str {
        self
    }
}

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player<P> {
    /// A person.
    Human(P),
    /// An agent.
    Engine {
        /// Its spec.
        #[serde(with = "text")]
        spec: Spec,
        /// Whether it looks at what its seat may not see.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        peeks: bool,
    },
}

impl<P> Player<P> {
    /// Whether a person sits there.
    pub fn is_human(&self) -> bool {
        matches!(self, Self::Human(_))
    }

    /// The person, if one sits there.
    pub fn person(&self) -> Option<&P> {
        match self {
            Self::Human(person) => Some(person),
            Self::Engine { .. } => None,
        }
    }

    /// The same, to be told something new.
    pub fn person_mut(&mut self) -> Option<&mut P> {
        match self {
            Self::Human(person) => Some(person),
            Self::Engine { .. } => None,
        }
    }

    /// The agent's spec, if one sits there.
    pub fn spec(&self) -> Option<&Spec> {
        match self {
            Self::Engine { spec, .. } => Some(spec),
            Self::Human(_) => None,
        }
    }
}

impl<P: Person> Player<P> {
    /// The person's name, or the agent's spec.
    pub fn name(&self) -> String {
        match self {
            Self::Human(person) => person.name().to_owned(),
            Self::Engine { spec, .. } => spec.to_string(),
        }
    }
}

/// Tells agents that adapt themselves what is known of the people here, unless they have been told something else.
pub fn inform<P>(players: &mut [Player<P>], known: &Strength) {
    let people: Vec<_> = Seat::all(players.len()).filter(|seat| players[seat.idx()].is_human()).collect();
    for player in players {
        if let Player::Engine { spec, .. } = player {
            *spec = informed(spec, known, &people);
        }
    }
}

/// The same for another game of the same players: what was told before the last one is forgotten.
pub fn inform_anew<P>(players: &mut [Player<P>], known: &Strength) {
    for player in &mut *players {
        if let Player::Engine { spec, .. } = player {
            *spec = uninformed(spec);
        }
    }
    inform(players, known);
}

/// A spec as it is written.
mod text {
    use ludwerk_registry::Spec;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(spec: &Spec, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(spec)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Spec, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
