//! The page's types are those of the server.

use std::path::Path;

#[test]
fn the_pages_types_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api/types.ts");
    let wanted = ludwerk_server::typescript::types();
    if std::env::var_os("LUDWERK_UPDATE").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "web/src/api/types.ts is stale: LUDWERK_UPDATE=1 cargo test -p ludwerk-server --test types writes it anew"
    );
}
