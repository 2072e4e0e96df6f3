//! `perfect`: play from the table of a solved game.

use ludwerk_core::{CompleteGame, Evaluate, Indexed};
use ludwerk_search::{Perfect, unsolved_refusal};

use super::build::Request;
use super::describe::{Describe, Description, Made, Whole};
use super::shared;

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "perfect";
    type Settings = ();

    fn describe() -> Description<()> {
        Description::new("Perfect play from a tablebase of the whole game, which retrograde analysis has solved.")
            .for_strangers()
            .option(shared::table(
                "Tablebase: the file with the solved game, as `ludwerk solve GAME --out FILE` writes it; required.",
            ))
    }

    fn refusal<G: Evaluate + Indexed>(game: &G) -> Option<String> {
        unsolved_refusal(game, Self::NAME)
    }
}

impl Whole for Entry {
    fn build<G: CompleteGame>(request: &Request<'_, G>, (): ()) -> Made<G> {
        let table = shared::tablebase(request.game, &request.options)?.ok_or_else(|| {
            let id = request.game.info().id;
            let hint = format!("build it with `ludwerk solve {id} --out FILE`, and write table=FILE");
            request.options.bad_value("table", hint)
        })?;
        Ok(Box::new(Perfect::new(table, request.seed)))
    }
}
