//! `alphabeta`: the value of minimax from fewer positions. Its switches are those of `paranoid` and `brs`, too.

use ludwerk_core::{Evaluate, Indexed};
use ludwerk_search::{AlphaBeta, AlphaBetaOptions, two_player_refusal};

use super::build::Request;
use super::describe::{Describe, Description, Holds, Made, Search, World};
use super::options::AgentOption;
use super::shared;
use super::values::{Values, between, positive, size, switch};

pub(super) struct Entry;

impl Describe for Entry {
    const NAME: &'static str = "alphabeta";
    type Settings = AlphaBetaOptions;

    fn describe() -> Description<AlphaBetaOptions> {
        Description::new(
            "Alpha-beta pruning with principal variation search (PVS): the value of minimax from far fewer positions; \
             every enhancement is a switch.",
        )
        .for_strangers()
        .budgets(shared::most_depth(), shared::A_SECOND)
        .option(shared::weights())
        .options(switches())
        .option(shared::table(
            "Tablebase: a file with the solved game, as `ludwerk solve GAME --out FILE` writes it, in which positions are \
             looked up.",
        ))
    }

    fn refusal<G: Evaluate + Indexed>(game: &G) -> Option<String> {
        two_player_refusal(game, Self::NAME)
    }
}

impl Search for Entry {
    fn build<G: World>(request: &Request<'_, G>, settings: AlphaBetaOptions) -> Made<G> {
        let search = AlphaBeta::new(settings, request.limits()?, request.evaluator()?, request.seed);
        Ok(Box::new(match shared::tablebase(request.game, &request.options)? {
            Some(table) => search.with_tablebase(table),
            None => search,
        }))
    }
}

/// What alpha-beta and all that is made of it have in common.
pub(super) fn switches() -> Vec<AgentOption<AlphaBetaOptions>> {
    type Settings = AlphaBetaOptions;
    let on_off = |name, field, help| AgentOption::field(name, switch(), field, help);
    let margin = |name, field, help| AgentOption::field(name, positive("2").optional("off"), field, help);
    vec![
        shared::ordering(|settings: &mut Settings| &mut settings.ordering),
        on_off(
            "id",
            |settings| &mut settings.id,
            "Iterative deepening: depth 1, 2, 3 and so on, each begun with the best move of the one before.",
        ),
        AgentOption::field(
            "tt",
            table_sizes(),
            |settings: &mut Settings| &mut settings.tt,
            "Transposition table: its size, or `off`.",
        )
        .holds(Holds::Memory),
        on_off(
            "pvs",
            |settings| &mut settings.pvs,
            "Principal variation search: a null window for all moves but the first, and a second search if they surprise.",
        ),
        on_off(
            "aspiration",
            |settings| &mut settings.aspiration,
            "Aspiration windows: begin with a narrow window around the value of the last iteration.",
        ),
        on_off(
            "killers",
            |settings| &mut settings.killers,
            "Killer heuristic: try moves early that refuted a sibling.",
        ),
        on_off(
            "history",
            |settings| &mut settings.history,
            "History heuristic: try moves early that often caused cut-offs, and late that often failed to.",
        ),
        on_off(
            "continuation",
            |settings| &mut settings.continuation,
            "Continuation history: the same, counted for each pair with one of the two moves before.",
        ),
        on_off(
            "nullmove",
            |settings| &mut settings.nullmove,
            "Null-move pruning (R = 2): cut off where even a pass would be good enough. Unsound.",
        ),
        on_off(
            "lmr",
            |settings| &mut settings.lmr,
            "Late-move reductions: search late moves less deep, and again if they surprise. Unsound.",
        ),
        margin(
            "rfp",
            |settings| &mut settings.reverse_futility,
            "Reverse futility pruning: near the horizon, cut off where the evaluation is above beta by this margin a ply. \
             Unsound.",
        ),
        margin(
            "futility",
            |settings| &mut settings.futility,
            "Futility pruning: near the horizon, skip quiet moves where the evaluation is below alpha by this margin a \
             ply. Unsound.",
        ),
        margin(
            "razoring",
            |settings| &mut settings.razoring,
            "Razoring: near the horizon, search noisy moves alone where the evaluation is below alpha by this margin a \
             ply. Unsound.",
        ),
        on_off(
            "iir",
            |settings| &mut settings.iir,
            "Internal iterative reductions: a ply less where no best move is known from before. Unsound.",
        ),
        on_off(
            "quiescence",
            |settings| &mut settings.quiescence,
            "Quiescence search: follow the moves that the game calls noisy beyond the horizon.",
        ),
        shared::foresight(|settings| &mut settings.foresight),
        AgentOption::field(
            "contempt",
            between("1", 0.0..=1000.0),
            |settings| &mut settings.contempt,
            "Contempt factor: how many points of the evaluation below zero a draw is worth to the one who searches.",
        ),
        shared::whole_turns(|settings| &mut settings.turns),
        shared::threads(
            |settings| &mut settings.threads,
            "Parallel search (ABDADA): the number of threads, which share the table.",
        ),
        on_off(
            "exact",
            |settings| &mut settings.exact,
            "Turn off everything that changes the value of minimax.",
        ),
    ]
}

/// A size, `off`, or `on` for the default.
fn table_sizes() -> Values<Option<usize>> {
    let Values { expected: _, read, show } = size("64MiB, 1GiB", 1).optional("off");
    let read = move |text: &str| if text == "on" { Some(AlphaBetaOptions::default().tt) } else { read(text) };
    Values::new("64MiB, 1GiB or off", read, show)
}
