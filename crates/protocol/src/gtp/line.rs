//! Lines of GTP: what a controller writes and how it is answered.
//!
//! A command is `[id] name [arguments]`. Control characters are dropped, a tab is a blank, what follows a `#` is a
//! comment, and a line without anything else is no command. An answer is `=` or `?`, the id, a blank and a text,
//! and ends with an empty line, so the text itself has none.

use std::fmt::Write as _;
use std::io::{self, BufRead, Read as _};

/// A longer line is no command of anyone.
const LONGEST: u64 = 1 << 16;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    pub id: Option<String>,
    /// Empty when the line has nothing but an id.
    pub name: String,
    /// The rest of the line, trimmed.
    pub arguments: String,
}

impl Command {
    /// The command of a line, if it has one.
    pub fn parse(line: &str) -> Option<Self> {
        let code = line.split('#').next().unwrap_or_default();
        let blanked: String = code
            .chars()
            .map(|letter| if letter == '\t' { ' ' } else { letter })
            .filter(|letter| !letter.is_control())
            .collect();
        let text = blanked.trim();
        if text.is_empty() {
            return None;
        }
        let (first, rest) = split_word(text);
        let is_id = first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, (name, arguments)) =
            if is_id { (Some(first.to_owned()), split_word(rest)) } else { (None, (first, rest)) };
        Some(Self { id, name: name.to_owned(), arguments: arguments.to_owned() })
    }
}

/// The first word and what follows it.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()))
}

/// The answer to a command, as it is sent.
pub(super) fn answer(id: Option<&str>, result: &Result<String, String>) -> String {
    let (sign, text) = match result {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    // Some controllers ask for the blank even where nothing follows it.
    let mut sent = format!("{sign}{} ", id.unwrap_or_default());
    for (n, line) in text.trim_end().split('\n').enumerate() {
        let line = line.trim_end_matches('\r');
        match (n, line) {
            (0, _) => sent.push_str(line),
            // An empty line would end the answer.
            (_, "") => sent.push_str("\n "),
            _ => {
                let _ = write!(sent, "\n{line}");
            }
        }
    }
    sent.push_str("\n\n");
    sent
}

/// The next line of a controller, with what is not UTF-8 replaced; `None` at the end. Of a line without measure
/// only the beginning is kept.
///
/// # Errors
/// When the input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    read_line_up_to(LONGEST, input)
}

/// The same with another measure.
pub(crate) fn read_line_up_to(longest: u64, input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(longest).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let mut last = bytes.len() as u64;
    let mut is_whole = bytes.ends_with(b"\n");
    let mut rest = Vec::new();
    while last == longest && !is_whole {
        rest.clear();
        last = input.by_ref().take(longest).read_until(b'\n', &mut rest)? as u64;
        is_whole = rest.ends_with(b"\n");
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Option<(Option<String>, String, String)> {
        Command::parse(line).map(|command| (command.id, command.name, command.arguments))
    }

    #[test]
    fn a_command_has_an_id_a_name_and_arguments() {
        let expected = |id: Option<&str>, name: &str, arguments: &str| {
            Some((id.map(str::to_owned), name.to_owned(), arguments.to_owned()))
        };
        assert_eq!(parts("name\n"), expected(None, "name", ""));
        assert_eq!(
            parts("  12\tplay  b  e10,f10 # a comment\r\n"),
            expected(Some("12"), "play", "b  e10,f10")
        );
        assert_eq!(parts("00099999999999999999 quit"), expected(Some("00099999999999999999"), "quit", ""));
        assert_eq!(parts("na\u{7}me\u{0}"), expected(None, "name", ""));
        assert_eq!(parts("set_game Blokus Duo"), expected(None, "set_game", "Blokus Duo"));
        assert_eq!(parts("7"), expected(Some("7"), "", ""));
        assert_eq!(parts("7a"), expected(None, "7a", ""));
    }

    #[test]
    fn comments_and_empty_lines_are_no_commands() {
        for line in ["", "\n", " \t \r\n", "# name", "\u{1b}\u{7}"] {
            assert_eq!(parts(line), None, "{line:?}");
        }
    }

    #[test]
    fn an_answer_ends_with_its_only_empty_line() {
        assert_eq!(answer(None, &Ok(String::new())), "= \n\n");
        assert_eq!(answer(Some("3"), &Ok("a\nb\n".to_owned())), "=3 a\nb\n\n");
        assert_eq!(answer(Some("4"), &Err("unknown command".to_owned())), "?4 unknown command\n\n");
        assert_eq!(answer(None, &Ok("\n a\n\n\nb\r\n".to_owned())), "= \n a\n \n \nb\n\n");
    }

    #[test]
    fn of_an_endless_line_the_beginning_is_read() {
        let mut text = "x".repeat(3 * LONGEST as usize + 5);
        text.push_str("\nname\n");
        let mut input = text.as_bytes();
        assert_eq!(read_line(&mut input).unwrap().unwrap().len() as u64, LONGEST);
        assert_eq!(read_line(&mut input).unwrap().as_deref(), Some("name\n"));
        assert_eq!(read_line(&mut input).unwrap(), None);
        assert_eq!(read_line(&mut &b"\xff\xfe\n"[..]).unwrap().as_deref(), Some("\u{fffd}\u{fffd}\n"));
    }
}
