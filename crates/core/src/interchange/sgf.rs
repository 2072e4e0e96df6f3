//! The syntax of SGF: trees of nodes, nodes of properties, properties of values. What they mean is not known here.

use super::FileError;

/// A node: what was written between two semicolons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The line on which it begins.
    pub line: usize,
    /// Its properties.
    pub properties: Vec<Property>,
}

/// A property with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name, in capitals.
    pub name: String,
    /// The line on which it begins.
    pub line: usize,
    /// Its values, of which there is at least one.
    pub values: Vec<String>,
}

/// A game: its main line, and how many variations were left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The nodes of the main line.
    pub nodes: Vec<Node>,
    /// How many variations were left out.
    pub n_variations: usize,
}

impl Node {
    /// The property with this name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The only or first value of a property.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.property(name).and_then(|property| property.values.first()).map(String::as_str)
    }
}

/// A bracket that is open.
struct Open {
    line: usize,
    is_main: bool,
    n_children: usize,
}

/// The games of a file.
///
/// # Errors
/// [`FileError::Read`] for a text that is no SGF.
pub fn parse(text: &str) -> Result<Vec<Tree>, FileError> {
    let mut games = Vec::new();
    let mut game = Tree::default();
    let mut open: Vec<Open> = Vec::new();
    // What is beside the main line is read and forgotten.
    let mut aside = Node::default();
    let mut has_node = false;
    let mut reader = Reader { rest: text, line: 1 };
    while let Some(letter) = reader.next_visible() {
        let line = reader.line;
        match (letter, open.last_mut()) {
            ('(', parent) => {
                let is_main = parent.as_ref().is_none_or(|parent| parent.is_main && parent.n_children == 0);
                if let Some(parent) = parent {
                    game.n_variations += usize::from(parent.is_main && parent.n_children > 0);
                    parent.n_children += 1;
                }
                open.push(Open { line, is_main, n_children: 0 });
                has_node = false;
            }
            (')', Some(_)) => {
                open.pop();
                if open.is_empty() {
                    games.push(std::mem::take(&mut game));
                }
            }
            (';', Some(top)) => {
                has_node = true;
                if top.is_main {
                    game.nodes.push(Node { line, properties: Vec::new() });
                }
            }
            (letter, Some(top)) if letter.is_ascii_alphanumeric() => {
                if !has_node {
                    return Err(FileError::at(
                        line,
                        "a property stands before the first node; a node begins with ;",
                    ));
                }
                let property = reader.property(letter)?;
                let node = if top.is_main { game.nodes.last_mut().unwrap_or(&mut aside) } else { &mut aside };
                node.properties.push(property);
            }
            (letter, _) => {
                return Err(FileError::at(line, format!("{letter:?} is not expected here")));
            }
        }
    }
    match open.first() {
        Some(Open { line, .. }) => Err(FileError::at(*line, "the bracket ( is never closed")),
        None => Ok(games),
    }
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        self.line += usize::from(letter == '\n');
        Some(letter)
    }

    fn next_visible(&mut self) -> Option<char> {
        loop {
            match self.next()? {
                blank if blank.is_whitespace() => {}
                letter => return Some(letter),
            }
        }
    }

    /// The property whose name begins with `first`.
    fn property(&mut self, first: char) -> Result<Property, FileError> {
        let line = self.line;
        let mut property = Property { name: first.to_string(), line, values: Vec::new() };
        while let Some(letter) = self.rest.chars().next() {
            if letter == '[' {
                self.next();
                property.values.push(self.value()?);
            } else if letter.is_whitespace() {
                self.next();
            } else if letter.is_ascii_alphanumeric() && property.values.is_empty() {
                property.name.push(letter);
                self.next();
            } else {
                break;
            }
        }
        if property.values.is_empty() {
            return Err(FileError::at(line, format!("{} has no value in [ ]", property.name)));
        }
        property.name.make_ascii_uppercase();
        Ok(property)
    }

    /// The value after an opening bracket. A backslash takes the next letter as it is, and joins lines.
    fn value(&mut self) -> Result<String, FileError> {
        let line = self.line;
        let mut value = String::new();
        loop {
            match self.next() {
                None => return Err(FileError::at(line, "the bracket [ is never closed")),
                Some(']') => return Ok(value),
                Some('\\') => value.extend(self.next().filter(|letter| *letter != '\n')),
                Some(letter) => value.push(letter),
            }
        }
    }
}

/// A text as a value: without line breaks, and with what would end it taken as it is.
pub fn escaped(text: &str) -> String {
    let mut value = String::new();
    for letter in text.chars() {
        match letter {
            ']' | '\\' => value.extend(['\\', letter]),
            letter if letter.is_whitespace() => value.push(' '),
            letter => value.push(letter),
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_is_taken_and_variations_are_counted() {
        let games = parse("(;GM[x]\n;B[a1](;W[b1](;B[c])(;B[d]))(;W[e](;B[f])))(;GM[y])").unwrap();
        assert_eq!(games.len(), 2);
        let texts: Vec<_> = games[0].nodes.iter().map(|node| node.properties[0].values.join(" ")).collect();
        assert_eq!(texts, ["x", "a1", "b1", "c"]);
        assert_eq!(games[0].n_variations, 2);
        assert_eq!(games[0].nodes[1].line, 2);
    }

    #[test]
    fn values_may_hold_anything() {
        let text = "name ] with \\ and (;)";
        let games = parse(&format!("(;PB [{}] AB[a1] [b2]\n[c3])", escaped(text))).unwrap();
        assert_eq!(games[0].nodes[0].value("PB"), Some(text));
        assert_eq!(games[0].nodes[0].property("AB").unwrap().values, ["a1", "b2", "c3"]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line, part) in [
            ("(;B[a1]\n;W[b1\n", 2, "[ is never closed"),
            ("\n(;B[a1]", 2, "( is never closed"),
            ("(;B\n)", 1, "B has no value"),
            ("(B[a])", 1, "before the first node"),
            ("(;B[a])\nx", 2, "'x' is not expected"),
            (")", 1, "')' is not expected"),
        ] {
            let error = parse(text).unwrap_err();
            let FileError::Read { line: found, reason } = &error else { panic!("{error}") };
            assert_eq!(*found, line, "{error}");
            assert!(reason.contains(part), "{error}");
        }
    }
}
