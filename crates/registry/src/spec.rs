//! Agent specs: `NAME[:KEY=VALUE[,KEY=VALUE…]]`.
//!
//! A value with commas, blanks or brackets stands in double quotes (`"` and `\` escaped by `\`),
//! a nested spec in parentheses: `pimc:inner=(alphabeta:depth=3),worlds=20`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::agents::{Holds, holds};

/// An agent's name with its options, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The agent.
    pub name: String,
    /// The options, in the order in which they were written.
    pub options: Vec<(String, Value)>,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Text, without its quotes.
    Text(String),
    /// A spec inside the spec.
    Nested(Spec),
}

/// A text that is not a spec.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("malformed agent {text:?}: {reason}")]
pub struct SpecError {
    /// What was written.
    pub text: String,
    /// What is wrong.
    pub reason: String,
}

/// How deep specs may nest: more is surely a mistake, and would exhaust the stack.
const DEEPEST: usize = 16;

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let error = |reason: String| SpecError { text: text.to_owned(), reason };
        let mut reader = Reader { rest: text.trim() };
        let spec = reader.spec(DEEPEST).map_err(error)?;
        match reader.rest {
            "" => Ok(spec),
            rest => Err(error(format!("unexpected {rest:?}"))),
        }
    }
}

impl Spec {
    /// An agent with nothing but its name.
    pub fn plain(name: &str) -> Self {
        Self { name: name.to_owned(), options: Vec::new() }
    }

    /// The value of an option, if it is written.
    pub fn value(&self, option: &str) -> Option<&Value> {
        self.options.iter().find(|(key, _)| key == option).map(|(_, value)| value)
    }

    /// This spec and all inside it, those included that an option holds as quoted text: whoever decides what may be
    /// made has to look at each.
    pub fn within(&self) -> Vec<Self> {
        let mut found = vec![self.clone()];
        for (key, value) in &self.options {
            match (value, holds(key)) {
                // Weights that are written out are no agent.
                (Value::Nested(_), Holds::Weights) => {}
                (Value::Nested(inner), _) => found.extend(inner.within()),
                // In quotes, or without options of its own.
                (Value::Text(text), Holds::Agent) => {
                    found.extend(text.parse::<Self>().iter().flat_map(Self::within));
                }
                (Value::Text(_), _) => {}
            }
        }
        found
    }

    /// Whether it, or one inside it, thinks in several threads.
    pub(crate) fn has_helpers(&self) -> bool {
        let is_one = |value: &Value| matches!(value, Value::Text(text) if text == "1");
        self.within().iter().any(|spec| spec.value("threads").is_some_and(|threads| !is_one(threads)))
    }

    /// Splits a list of specs at its commas: `human,alphabeta:depth=3,tt=off` has two. What looks like
    /// `KEY=VALUE` belongs to the spec before it.
    ///
    /// # Errors
    /// [`SpecError`] for the first that is malformed.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, SpecError> {
        let mut parts: Vec<String> = Vec::new();
        for piece in split_outside(text, ',') {
            let key = piece.split(['=', ':']).next().unwrap_or_default();
            let is_option = piece[key.len()..].starts_with('=');
            match parts.last_mut() {
                Some(last) if is_option => *last = format!("{last},{piece}"),
                _ => parts.push(piece.to_owned()),
            }
        }
        parts.iter().map(|part| part.parse()).collect()
    }
}

/// Splits at a separator that stands outside quotes and parentheses.
fn split_outside(text: &str, separator: char) -> Vec<&str> {
    let (mut pieces, mut start) = (Vec::new(), 0);
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if letter == separator && depth == 0 => {
                pieces.push(&text[start..at]);
                start = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    pieces.push(&text[start..]);
    pieces
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn take(&mut self, prefix: char) -> bool {
        self.rest.strip_prefix(prefix).map(|rest| self.rest = rest).is_some()
    }

    fn word(&mut self, what: &str) -> Result<&'t str, String> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(format!("{what} is missing at {:?}", self.rest));
        }
        self.rest = rest;
        Ok(word)
    }

    fn spec(&mut self, depth_left: usize) -> Result<Spec, String> {
        if depth_left == 0 {
            return Err("specs are nested too deep".to_owned());
        }
        let name = self.word("the name")?.to_owned();
        let mut options = Vec::new();
        if self.take(':') {
            loop {
                let key = self.word("an option's name")?.to_owned();
                if !self.take('=') {
                    return Err(format!("option {key} has no value: write {key}=VALUE"));
                }
                options.push((key, self.value(depth_left)?));
                if !self.take(',') {
                    break;
                }
            }
        }
        Ok(Spec { name, options })
    }

    fn value(&mut self, depth_left: usize) -> Result<Value, String> {
        if self.take('(') {
            let spec = self.spec(depth_left - 1)?;
            return if self.take(')') { Ok(Value::Nested(spec)) } else { Err("a ) is missing".to_owned()) };
        }
        if self.take('"') {
            return self.quoted().map(Value::Text);
        }
        let end = self.rest.find([',', ')', '(', '"', ' ']).unwrap_or(self.rest.len());
        let (value, rest) = self.rest.split_at(end);
        if value.is_empty() {
            return Err(format!("a value is missing at {:?}", self.rest));
        }
        self.rest = rest;
        Ok(Value::Text(value.to_owned()))
    }

    fn quoted(&mut self) -> Result<String, String> {
        let mut text = String::new();
        let mut letters = self.rest.char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(text);
                }
                '\\' => text.extend(letters.next().map(|(_, escaped)| escaped)),
                _ => text.push(letter),
            }
        }
        Err("a closing \" is missing".to_owned())
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (n, (key, value)) in self.options.iter().enumerate() {
            write!(f, "{}{key}={value}", if n == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nested(spec) => write!(f, "({spec})"),
            Self::Text(text)
                if text.is_empty()
                    || text.contains(|c: char| matches!(c, ',' | '(' | ')' | '"') || c.is_whitespace()) =>
            {
                write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
            }
            Self::Text(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_read_back_as_written() {
        for text in [
            "random",
            "alphabeta:depth=7,tt=64MiB",
            "pimc:inner=(alphabeta:depth=3),worlds=20",
            "process:cmd=\"python3 bot.py --fast\",protocol=ludwerk",
            "process:cmd=\"sh -c 'echo \\\"a, b\\\" | tr \\\\n x; exit 1'\"",
            "process:cmd=\"one\ttwo\n\"",
            "book:file=\"a \\\"b\\\", c\",inner=(pimc:inner=(mcts:time=200ms))",
        ] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn malformed_specs_say_what_is_wrong() {
        for (text, what) in [
            ("", "the name is missing at \"\""),
            ("greedy:", "an option's name is missing at \"\""),
            ("greedy:weights", "option weights has no value: write weights=VALUE"),
            ("greedy:weights=", "a value is missing at \"\""),
            ("a:b=(c", "a ) is missing"),
            ("a:b=\"c", "a closing \" is missing"),
            ("a b", "unexpected \" b\""),
            ("ä", "the name is missing at \"ä\""),
        ] {
            assert_eq!(text.parse::<Spec>().unwrap_err().reason, what, "{text:?}");
        }
        let deep = "a:b=(".repeat(100_000);
        assert_eq!(deep.parse::<Spec>().unwrap_err().reason, "specs are nested too deep");
    }

    #[test]
    fn a_list_keeps_options_with_their_agent() {
        let names =
            |text: &str| Spec::parse_list(text).unwrap().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names("human,random"), ["human", "random"]);
        assert_eq!(
            names("human,alphabeta:depth=3,tt=off,random"),
            ["human", "alphabeta:depth=3,tt=off", "random"]
        );
        assert_eq!(names("pimc:inner=(mcts:a=1,b=2),c=3,human"), ["pimc:inner=(mcts:a=1,b=2),c=3", "human"]);
        assert!(Spec::parse_list("human,").is_err());
    }
}
