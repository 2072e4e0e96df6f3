//! What is generated from the wire types is up to date and whole.

use std::path::Path;

use ludwerk_testkit::typescript;
use serde_json::{Value, json};

#[test]
fn the_pages_types_are_up_to_date() {
    let description: Value = serde_json::from_str(&ludwerk_server::openapi()).unwrap();
    let mut schemas = description["components"]["schemas"].as_object().unwrap().clone();
    // What moves leave out on the way, the page puts back as they arrive.
    schemas["MoveView"]["required"] = json!(["move", "touches", "kind"]);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api/types.ts");
    typescript::assert_file(&path, &typescript::declarations(&schemas));
}

#[test]
fn the_description_names_every_address_with_its_refusals() {
    let description: Value = serde_json::from_str(&ludwerk_server::openapi()).unwrap();
    let paths = description["paths"].as_object().unwrap();
    for path in [
        "/api/catalog",
        "/api/catalog/{game}/demo",
        "/api/games",
        "/api/games/{id}",
        "/api/games/{id}/positions/{ply}",
        "/api/games/{id}/accept",
        "/api/games/{id}/moves",
        "/api/games/{id}/undo",
        "/api/games/{id}/redo",
        "/api/games/{id}/offer",
        "/api/games/{id}/resign",
        "/api/games/{id}/hint",
        "/api/games/{id}/again",
        "/api/games/{id}/record",
        "/api/records",
        "/api/positions",
        "/api/analysis",
        "/api/judgements",
        "/api/tournaments",
        "/api/tournaments/draft",
        "/api/tournaments/{id}",
        "/api/tournaments/{id}/stop",
        "/api/tournaments/{id}/resume",
        "/api/tournaments/{id}/more",
        "/api/tournaments/{id}/games",
        "/api/tournaments/{id}/games/{number}/record",
        "/api/tournaments/{id}/records",
        "/api/tournaments/{id}/report",
        "/api/series",
        "/api/series/{id}",
        "/api/series/{id}/people",
        "/api/series/{id}/games",
        "/api/series/{id}/records",
        "/api/tablebases",
        "/api/tablebases/{game}",
        "/api/puzzles/{game}",
        "/api/strengths/{game}",
    ] {
        let methods = paths.get(path).unwrap_or_else(|| panic!("{path} is not described"));
        for (method, operation) in methods.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path} does not say what it does");
            assert!(
                operation["responses"].as_object().unwrap().len() > 1 || path == "/api/catalog",
                "{path}"
            );
        }
    }
    assert_eq!(paths.len(), 37, "a path is not in this list");
}
