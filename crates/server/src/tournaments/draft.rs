//! From what is wanted to a plan: everything from outside is checked and has bounds.

use std::time::Duration;

use ludwerk_arena::tournament::{Entrant, Plan, PlanError, SprtPlan};
use ludwerk_arena::{Board, Schedule};
use ludwerk_core::{Game as _, TimeControl};
use ludwerk_registry::AnyGame;

use super::Shared;
use crate::dto::{AgentProblem, NewEntrant, NewTournament, TournamentDraft};
use crate::engines::check_fair_spec;
use crate::error::{ApiError, ApiResult};
use crate::lobby::{MOST_SEED, configure};

/// The most agents of a tournament.
const MOST_AGENTS: usize = 32;

/// The most games of a tournament.
const MOST_GAMES: usize = 20_000;

/// The most letters of a tournament's and an agent's name, and of a spec.
const MOST_NAME: usize = 60;
const MOST_SPEC: usize = 400;

/// The most openings, letters of an opening, and random plies.
const MOST_OPENINGS: usize = 500;
const MOST_OPENING: usize = 2000;
const MOST_OPENING_PLIES: usize = 60;

/// The longest clock of a game, and the shortest time for a move that an agent can keep.
const LONGEST_CLOCK: Duration = Duration::from_secs(3600);
const SHORTEST_MOVE: Duration = Duration::from_millis(10);

/// A longer game is adjudicated a draw (ply limit).
const MOST_PLIES: usize = 1000;

impl Shared {
    /// What a tournament would be, with everything that is wrong with it.
    pub(super) fn draft(&self, wanted: &NewTournament) -> TournamentDraft {
        let mut draft = TournamentDraft { games: 0, bout: 0, rounds: 0, agents: Vec::new(), problem: None };
        let game = configure(self.games, &wanted.game, wanted.variant.as_deref(), wanted.players);
        let checked = game.and_then(|game| {
            if wanted.agents.len() <= MOST_AGENTS {
                let problem = |(agent, entrant)| {
                    let error = self.check_entrant(&game, entrant).err()?;
                    Some(AgentProblem { agent, error: error.view() })
                };
                draft.agents = wanted.agents.iter().enumerate().filter_map(problem).collect();
            }
            let plan = plan_for(wanted, &game)?;
            check_size(&plan, game.n_seats())
        });
        match checked {
            Ok(schedule) => {
                draft.games = schedule.n_games();
                draft.bout = schedule.n_seatings();
                draft.rounds = schedule.n_rounds();
            }
            Err(error) => draft.problem = Some(error.view()),
        }
        draft
    }

    /// The plan of a tournament that can be played.
    pub(super) fn plan(&self, wanted: &NewTournament) -> ApiResult<(Plan, AnyGame)> {
        let game = configure(self.games, &wanted.game, wanted.variant.as_deref(), wanted.players)?;
        let plan = plan_for(wanted, &game)?;
        for (n, entrant) in wanted.agents.iter().enumerate() {
            self.check_entrant(&game, entrant)
                .map_err(|error| error.about(format_args!("agent {}", n + 1)))?;
        }
        check_size(&plan, game.n_seats())?;
        Ok((plan, game))
    }

    fn check_entrant(&self, game: &AnyGame, entrant: &NewEntrant) -> ApiResult<()> {
        if entrant.spec.chars().count() > MOST_SPEC {
            return Err(ApiError::bad("agent", format!("a spec has at most {MOST_SPEC} letters")));
        }
        if let Some(name) = &entrant.name {
            check_name(name).map_err(|error| ApiError::bad("agent", error.view().error))?;
        }
        check_fair_spec(game, &entrant.spec, &self.settings, &self.tables).map(drop)
    }
}

/// Whether a plan has not too many games.
pub fn check_size(plan: &Plan, n_seats: usize) -> ApiResult<Schedule> {
    let schedule = Schedule::new(plan, n_seats).map_err(|error| refusal("games", error))?;
    match schedule.n_games() {
        n if n > MOST_GAMES => {
            let problem = format!("these are {n} games; this server plays at most {MOST_GAMES}");
            Err(ApiError::bad("games", problem).hint("take fewer agents, games or rounds"))
        }
        _ => Ok(schedule),
    }
}

fn refusal(code: &'static str, error: PlanError) -> ApiError {
    ApiError::bad(code, error.what).hint(error.hint)
}

fn check_name(name: &str) -> ApiResult<()> {
    if name.chars().count() > MOST_NAME || name.chars().any(char::is_control) {
        return Err(ApiError::bad("name", format!("a name has at most {MOST_NAME} letters")));
    }
    Ok(())
}

/// What people type, without blanks around it; nothing for nothing.
fn typed(text: Option<&String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The plan, with all checked but the agents and the number of games.
fn plan_for(wanted: &NewTournament, game: &AnyGame) -> ApiResult<Plan> {
    let most = |code, what: &str, found: usize, most: usize| {
        if found > most {
            return Err(ApiError::bad(code, format!("{found} {what} are too many"))
                .hint(format!("take at most {most}")));
        }
        Ok(())
    };
    most("agents", "agents", wanted.agents.len(), MOST_AGENTS)?;
    most("games", "games", wanted.games.unwrap_or(0), MOST_GAMES)?;
    most("rounds", "rounds", wanted.rounds.unwrap_or(0), MOST_GAMES)?;
    most("openings", "openings", wanted.openings.len(), MOST_OPENINGS)?;
    most("opening_plies", "opening plies", wanted.opening_plies.unwrap_or(0), MOST_OPENING_PLIES)?;
    if wanted.openings.iter().any(|line| line.len() > MOST_OPENING) {
        return Err(ApiError::bad("openings", format!("an opening has at most {MOST_OPENING} letters")));
    }
    if wanted.seed.is_some_and(|seed| seed > MOST_SEED) {
        return Err(
            ApiError::bad("seed", "the seed is too large").hint(format!("the largest is {MOST_SEED}"))
        );
    }
    let name = typed(wanted.name.as_ref());
    name.as_deref().map_or(Ok(()), check_name)?;
    let agents = wanted.agents.iter().map(|entrant| {
        let spec = entrant.spec.trim().to_owned();
        match typed(entrant.name.as_ref()) {
            Some(name) => Entrant::Named { name, spec },
            None => Entrant::Spec(spec),
        }
    });
    let plan = Plan {
        name,
        game: wanted.game.clone(),
        variant: Some(game.variant().to_owned()),
        players: Some(game.n_seats()),
        format: wanted.format,
        agents: agents.collect(),
        games: wanted.games,
        rounds: wanted.rounds,
        seed: wanted.seed,
        openings: wanted.openings.iter().map(|line| line.trim().to_owned()).collect(),
        opening_plies: wanted.opening_plies.unwrap_or(0),
        max_plies: MOST_PLIES,
        clock: typed(wanted.clock.as_ref()),
        sprt: wanted.sprt.map(|test| SprtPlan {
            elo0: test.elo0,
            elo1: test.elo1,
            alpha: test.alpha,
            beta: test.beta,
        }),
        ..Plan::default()
    };
    plan.limits().map_err(|error| refusal("clock", error))?.clock.map_or(Ok(()), check_clock)?;
    plan.sprt().map_err(|error| refusal("sprt", error))?;
    plan.check().map_err(|error| refusal("plan", error))?;
    Board::of_plan(&plan, game.clone()).map_err(|error| refusal("openings", error))?;
    Ok(plan)
}

fn check_clock(clock: TimeControl) -> ApiResult<()> {
    let times = [clock.game, clock.per_move, Some(clock.increment)];
    if times.into_iter().flatten().any(|time| time > LONGEST_CLOCK) {
        return Err(ApiError::bad("clock", "this clock is too long").hint("take at most an hour"));
    }
    if clock.per_move.is_some_and(|time| time < SHORTEST_MOVE) {
        return Err(ApiError::bad("clock", "nobody can move so fast").hint("give at least 10ms/move"));
    }
    Ok(())
}
