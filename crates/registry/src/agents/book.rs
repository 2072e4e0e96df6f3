//! `book`: an opening book, and then another agent.

use ludwerk_core::{CompleteGame, Evaluate, Indexed};
use ludwerk_search::Book;

use super::build::Request;
use super::describe::{Describe, Description, Holds, Made, Whole};
use super::options::{AgentOption, Options};
use super::{AgentSpecError, shared};
use crate::spec::Value;

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "book";
    type Settings = ();

    fn describe() -> Description<()> {
        Description::new("Opening book: plays its lines of moves, and then as another agent.")
            .for_strangers()
            .options([
                shared::agent("inner", "(champion)", "The agent that plays after the book."),
                AgentOption::read_by_agent(
                    "file",
                    "none",
                    "A file with a line of moves on each line; `*` stands for any move.",
                )
                .holds(Holds::File),
                AgentOption::read_by_agent(
                    "lines",
                    "none",
                    "The same in the spec itself, lines separated by a semicolon; either this or `file` is needed.",
                ),
            ])
    }

    fn refusal<G: Evaluate + Indexed>(game: &G) -> Option<String> {
        let id = game.info().id;
        game.info()
            .is_hidden()
            .then(|| format!("book follows the course of a game, and {id} does not show it"))
    }
}

impl Whole for Entry {
    fn build<G: CompleteGame>(request: &Request<'_, G>, (): ()) -> Made<G> {
        let inner = request.agent_in("inner", request.inner_seed())?;
        let text = text(&request.options)?;
        let book = Book::new(request.game, &text, inner, request.seed).map_err(|error| {
            let option = if request.options.get("file").is_some() { "file" } else { "lines" };
            let value = request.options.text(option).unwrap_or_default().to_owned();
            AgentSpecError::BadValue { agent: Self::NAME, option, value, hint: error.to_string() }
        })?;
        Ok(Box::new(book))
    }
}

/// The lines of a book, from a file or from the spec.
fn text(options: &Options<'_>) -> Result<String, AgentSpecError> {
    const EITHER: &str = "write file=\"NAME\" or lines=\"MOVES; MOVES\"";
    let given = |name| options.get(name).filter(|value| **value != Value::Text("none".to_owned()));
    match (given("file"), given("lines")) {
        (None, None) => Err(options.bad_value("file", EITHER)),
        (None, Some(Value::Text(lines))) => Ok(lines.replace(';', "\n")),
        (Some(Value::Text(path)), None) => std::fs::read_to_string(path)
            .map_err(|error| options.bad_value("file", format!("it cannot be read: {error}"))),
        (Some(_), _) => Err(options.bad_value("file", format!("{EITHER}, one of them"))),
        (None, Some(_)) => Err(options.bad_value("lines", format!("{EITHER}, one of them"))),
    }
}
