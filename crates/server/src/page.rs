//! The page, inside the program, and the boards that games of others bring along. A debug build reads the page from the
//! folder, so that it can be built anew.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use ludwerk_registry::GameEntry;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::lobby::Lobby;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

const MISSING: &str = "The page is not in this program. In the project's folder `cargo xtask build` builds it together with \
                       the program; the interface for programs works without it.\n";

/// A file of the page, or the page itself for an address that the page understands.
pub async fn page(State(lobby): State<Arc<Lobby>>, method: Method, uri: Uri) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, "This address only answers GET.\n").into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(module) = board_at(lobby.games, path) {
        return ([(header::CONTENT_TYPE, "text/javascript"), (header::CACHE_CONTROL, "no-cache")], module)
            .into_response();
    }
    if let Some(file) = Files::get(path).filter(|_| path != "index.html") {
        // Names of assets change with their content.
        let lasts = path.starts_with("assets/");
        return answer(file, if lasts { "public, max-age=31536000, immutable" } else { "no-cache" });
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.') && name != "index.html");
    match Files::get("index.html") {
        Some(file) if !is_file => answer(with_boards(file, lobby.games), "no-cache"),
        Some(_) => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
        None => (StatusCode::NOT_FOUND, MISSING).into_response(),
    }
}

/// The module of a game's own board at `boards/ID.js`.
fn board_at(games: &[GameEntry], path: &str) -> Option<&'static str> {
    let id = path.strip_prefix("boards/")?.strip_suffix(".js")?;
    games.iter().find(|entry| entry.info().id == id)?.own_board()
}

/// The page, told which games bring boards of their own.
fn with_boards(mut file: EmbeddedFile, games: &[GameEntry]) -> EmbeddedFile {
    let ids = games.iter().filter(|entry| entry.own_board().is_some()).map(|entry| entry.info().id);
    let ids = ids.collect::<Vec<_>>().join(" ");
    if !ids.is_empty() {
        let html = String::from_utf8_lossy(&file.data);
        let told = html.replacen("</head>", &format!("<meta name=\"boards\" content=\"{ids}\" /></head>"), 1);
        file.data = Cow::Owned(told.into_bytes());
    }
    file
}

fn answer(file: EmbeddedFile, cache: &'static str) -> Response {
    let kind = file.metadata.mimetype().to_owned();
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache.to_owned())], file.data).into_response()
}
