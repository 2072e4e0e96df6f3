//! What there is to play.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use ludwerk_core::{Control, Game as _, Notation as _, Playthrough, Rng, Seat, Turn, Viewer, sample_chance};
use ludwerk_registry::{AnyGame, GameEntry, LEVELS, Spec};

use super::blocking;
use crate::dto::{
    AgentInfo, Catalog, GameInfo, LimitsView, LineView, NamedPlayer, OptionInfo, PlayedTable, TableInfo,
    VariantInfo,
};
use crate::engines::{Peeking, forbidden_part, is_for_strangers, is_option_for_strangers};
use crate::error::{ApiError, ApiResult};
use crate::extract::PathPart;
use crate::lobby::{Lobby, lock};
use crate::view;

/// The most lines of an analysis.
pub const MOST_LINES: u32 = 50;

/// The games and agents that there are
#[utoipa::path(get, path = "/api/catalog", responses((status = 200, body = Catalog)))]
pub async fn catalog(State(lobby): State<Arc<Lobby>>) -> ApiResult<Json<Catalog>> {
    let made = blocking(move || {
        if let Some(catalog) = lobby.catalog.get() {
            return Ok(catalog.clone());
        }
        let games = lobby.games.iter().map(describe).collect::<ApiResult<Vec<_>>>()?;
        let limits = LimitsView { think_ms: lobby.settings.think.as_millis() as u32, lines: MOST_LINES };
        let program = concat!("ludwerk ", env!("CARGO_PKG_VERSION")).to_owned();
        Ok(lobby.catalog.get_or_init(|| Catalog { program, games, limits }).clone())
    });
    Ok(Json(made.await?))
}

fn describe(entry: &GameEntry) -> ApiResult<GameInfo> {
    let info = entry.info();
    let usual = entry.configure(None, None)?;
    let play = start(&usual);
    // Agents that peek are no opponents for people, and programs of others are started for nobody.
    let is_offered = |agent: &&ludwerk_registry::AgentInfo| {
        !agent.peeks && is_for_strangers(&usual, agent.name) && usual.refusal(agent).is_none()
    };
    let agents = usual.agents().filter(is_offered).map(|agent| AgentInfo {
        name: agent.name.to_owned(),
        summary: agent.summary.to_owned(),
        options: agent
            .options
            .iter()
            .filter(|option| is_option_for_strangers(option.name))
            .map(|option| OptionInfo {
                name: option.name.to_owned(),
                default: usual.option_default(agent, option),
                help: option.help.to_owned(),
            })
            .collect(),
    });
    let variants = info.variants.iter().map(|variant| {
        let tables = (info.seats.0..=info.seats.1).filter_map(|players| {
            let game = entry.configure(Some(variant.name), Some(players)).ok()?;
            Some(TableInfo { players, seat_names: seat_names(&game) })
        });
        VariantInfo {
            name: variant.name.to_owned(),
            summary: variant.summary.to_owned(),
            rules: variant.rules.iter().map(|&paragraph| paragraph.to_owned()).collect(),
            tables: tables.collect(),
        }
    });
    let players = named_players(entry);
    Ok(GameInfo {
        id: info.id.to_owned(),
        title: info.title.to_owned(),
        summary: info.summary.to_owned(),
        variants: variants.collect(),
        hidden: info.is_hidden(),
        chance: info.has_chance(),
        agents: agents.collect(),
        players,
        levels: *LEVELS.end(),
        solvable: usual.table_name().is_some(),
        position_help: usual.position_help(),
        start: view::picture(&play, 0, Viewer::Spectator)
            .ok_or_else(|| ApiError::internal("the catalog", "a game has no start"))?,
    })
}

/// The agents that a game brings along under names of their own, and the tables at which each plays.
fn named_players(entry: &GameEntry) -> Vec<NamedPlayer> {
    let info = entry.info();
    let mut named: Vec<NamedPlayer> = Vec::new();
    for variant in info.variants {
        for players in info.seats.0..=info.seats.1 {
            let Ok(game) = entry.configure(Some(variant.name), Some(players)) else { continue };
            for found in game.named_agents() {
                if forbidden_part(&game, &Spec::plain(found.name), Peeking::Announced).is_some() {
                    continue;
                }
                let table = PlayedTable { variant: variant.name.to_owned(), players };
                match named.iter_mut().find(|known| known.name == found.name) {
                    Some(known) => known.tables.push(table),
                    None => named.push(NamedPlayer {
                        name: found.name.to_owned(),
                        summary: found.summary.to_owned(),
                        peeks: found.peeks,
                        tables: vec![table],
                    }),
                }
            }
        }
    }
    named
}

fn start(game: &AnyGame) -> Playthrough<AnyGame> {
    Playthrough::new(game.clone(), game.start(&mut Rng::new(0)))
}

/// What each seat is called.
pub fn seat_names(game: &AnyGame) -> Vec<String> {
    Seat::all(game.n_seats()).map(|seat| game.seat_name(seat)).collect()
}

/// A short game of agents among themselves, to show what it looks like
#[utoipa::path(
    get,
    path = "/api/catalog/{game}/demo",
    params(("game" = String, Path, description = "The game's id.")),
    responses((status = 200, body = LineView))
)]
pub async fn demo(
    State(lobby): State<Arc<Lobby>>,
    PathPart(id): PathPart<String>,
) -> ApiResult<Json<LineView>> {
    let game = lobby.configure(&id, None, None)?;
    let made = blocking(move || {
        // Made once for each game, by whoever comes first; the others wait.
        let place = Arc::clone(lock(&lobby.demos).entry(id).or_default());
        Ok(place.get_or_init(|| play_demo(&game)).clone())
    });
    Ok(Json(made.await?))
}

fn play_demo(game: &AnyGame) -> LineView {
    const MOST_PLIES: usize = 60;
    const MOST_TIME: Duration = Duration::from_secs(4);
    let begun = Instant::now();
    let mut play = start(game);
    let spec: Spec = "level:n=5".parse().unwrap_or_else(|error| unreachable!("a spec: {error}"));
    let mut rng = Rng::new(7);
    let stop = AtomicBool::new(false);
    while play.moves().len() < MOST_PLIES && begun.elapsed() < MOST_TIME {
        let mv = match play.turn() {
            Turn::Over => break,
            Turn::Chance => sample_chance(game, play.state(), &mut rng),
            Turn::Player(_) => {
                let Ok(mut agent) = game.agent(&spec, rng.next_u64()) else { break };
                let mut watch = |_: &_| stop.store(begun.elapsed() >= MOST_TIME, Ordering::Relaxed);
                match play.ask(agent.as_mut(), &mut Control::new(&stop, &mut watch)) {
                    Ok(decision) => decision.chosen,
                    Err(_) => break,
                }
            }
        };
        if play.play(mv).is_err() {
            break;
        }
    }
    line_view(&play, false, 0, |_| Viewer::Spectator)
}

/// A game as a line of positions, each seen by the viewer that `viewer` gives for the seat to move. The first told is
/// that after `from` moves, if there is one.
pub fn line_view(
    play: &Playthrough<AnyGame>,
    is_position: bool,
    from: usize,
    viewer: impl Fn(Option<Seat>) -> Viewer,
) -> LineView {
    let game = play.game();
    let last = play.moves().len();
    let positions =
        (from.min(last)..=last).filter_map(|ply| view::position(play, ply, viewer(play.seat_at(ply))));
    LineView {
        variant: game.variant().to_owned(),
        seat_names: seat_names(game),
        positions: positions.collect(),
        is_position,
    }
}
