//! The HTTP interface: one function a route. The description in OpenAPI comes from the same lines.

mod analysis;
mod catalog;
mod games;
mod puzzles;
mod series;
mod strengths;
mod tablebases;
mod tournaments;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use utoipa::OpenApi;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, Ref, ResponseBuilder};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{ApiError, ApiResult};
use crate::live;
use crate::lobby::Lobby;

pub use catalog::seat_names;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ludwerk",
        description = "Play and analyse board games. A game is a list of moves plus seats; a key \
                       (`Authorization: Bearer KEY`) holds seats, and without one a caller is a spectator. \
                       Live updates: a WebSocket at `/api/games/{id}/live`, to which the client first sends \
                       `{\"type\":\"hello\",\"token\":KEY}`."
    ),
    components(schemas(
        crate::dto::ClientMessage,
        crate::dto::ErrorView,
        crate::dto::ServerMessage,
        games::Status,
        crate::tournaments::GameResult
    )),
    modifiers(&Keys)
)]
struct Description;

struct Keys;

impl utoipa::Modify for Keys {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let components = openapi.components.get_or_insert_default();
        components.add_security_scheme("key", SecurityScheme::Http(scheme));
    }
}

/// What any request may get, and any with a body, and any that speaks of a game.
const REFUSALS: [(&str, &str, Applies); 10] = [
    ("400", "The request cannot be read.", |_, _| true),
    ("401", "The key opens nothing here.", |_, path| path.contains("{id}")),
    ("403", "The caller may not do this, or comes from the page of another site.", |_, _| true),
    ("404", "There is no such thing.", |_, path| path.contains('{')),
    ("408", "The request took too long to arrive.", |_, _| true),
    ("409", "The game has changed since the caller last saw it.", |_, path| path.contains("{id}")),
    ("413", "The body is too large.", |operation, _| operation.request_body.is_some()),
    ("415", "The body is not declared as JSON.", |operation, _| operation.request_body.is_some()),
    ("422", "What is asked for does not fit the rules.", |_, path| path != "/api/catalog"),
    ("429", "Too much at once.", |_, _| true),
];

/// Whether a refusal can come from an operation at a path.
type Applies = fn(&Operation, &str) -> bool;

/// Adds the refusals that need not be written at every route.
fn add_refusals(description: &mut utoipa::openapi::OpenApi) {
    for (path, item) in &mut description.paths.paths {
        for operation in [&mut item.get, &mut item.post, &mut item.delete].into_iter().flatten() {
            for (code, meaning, applies) in REFUSALS {
                if applies(operation, path) && !operation.responses.responses.contains_key(code) {
                    let body = Content::new(Some(Ref::from_schema_name("ErrorView")));
                    let response =
                        ResponseBuilder::new().description(meaning).content("application/json", body);
                    operation.responses.responses.insert(code.to_owned(), response.build().into());
                }
            }
        }
    }
}

/// The routes under `/api`, and their description.
pub fn routes() -> (Router<Arc<Lobby>>, utoipa::openapi::OpenApi) {
    let routes = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(catalog::catalog))
        .routes(routes!(catalog::demo))
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::look, games::delete))
        .routes(routes!(games::position))
        .routes(routes!(games::accept))
        .routes(routes!(games::play))
        .routes(routes!(games::undo))
        .routes(routes!(games::redo))
        .routes(routes!(games::answer))
        .routes(routes!(games::resign))
        .routes(routes!(games::again))
        .routes(routes!(games::record))
        .routes(routes!(analysis::hint))
        .routes(routes!(analysis::positions))
        .routes(routes!(analysis::analyse))
        .routes(routes!(analysis::judge))
        .routes(routes!(games::import))
        .routes(routes!(tournaments::list, tournaments::create))
        .routes(routes!(tournaments::draft))
        .routes(routes!(tournaments::look, tournaments::delete))
        .routes(routes!(tournaments::stop))
        .routes(routes!(tournaments::resume))
        .routes(routes!(tournaments::more))
        .routes(routes!(tournaments::games))
        .routes(routes!(tournaments::record))
        .routes(routes!(tournaments::records))
        .routes(routes!(tournaments::report))
        .routes(routes!(series::list, series::create))
        .routes(routes!(series::look, series::delete))
        .routes(routes!(series::join))
        .routes(routes!(series::play))
        .routes(routes!(series::records))
        .routes(routes!(tablebases::list))
        .routes(routes!(tablebases::build, tablebases::stop))
        .routes(routes!(puzzles::puzzle))
        .routes(routes!(strengths::look, strengths::forget))
        // Bodies are measured at the door.
        .layer(DefaultBodyLimit::disable());
    let (router, mut description) = routes.split_for_parts();
    add_refusals(&mut description);
    let shown = description.clone();
    let router = router
        .route("/api/openapi.json", axum::routing::get(async move || axum::Json(shown)))
        .route("/api/games/{id}/live", axum::routing::get(live::live))
        .route("/api", axum::routing::any(async || ApiError::not_found("address")))
        .route("/api/", axum::routing::any(async || ApiError::not_found("address")))
        .route("/api/{*rest}", axum::routing::any(async || ApiError::not_found("address")))
        .method_not_allowed_fallback(async || {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this address does not take this method")
        });
    (router, description)
}

/// Runs what may wait for the disk or for a lock beside the threads that answer requests.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> ApiResult<T> + Send + 'static,
) -> ApiResult<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) => Err(ApiError::internal("the request", error)),
    }
}
