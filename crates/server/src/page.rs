//! The page, inside the program. A debug build reads it from the folder, so that it can be built anew.

use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

const MISSING: &str = "The page is not built. `cargo xtask build` builds it together with the program.\n";

/// A file of the page, or the page itself for an address that the page understands.
pub async fn page(method: Method, uri: Uri) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, "This address only answers GET.\n").into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Files::get(path).filter(|_| path != "index.html") {
        // Names of assets change with their content.
        let lasts = path.starts_with("assets/");
        return answer(file, if lasts { "public, max-age=31536000, immutable" } else { "no-cache" });
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.') && name != "index.html");
    match Files::get("index.html") {
        Some(file) if !is_file => answer(file, "no-cache"),
        Some(_) => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
        None => (StatusCode::NOT_FOUND, MISSING).into_response(),
    }
}

fn answer(file: EmbeddedFile, cache: &'static str) -> Response {
    let kind = file.metadata.mimetype().to_owned();
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache.to_owned())], file.data).into_response()
}
