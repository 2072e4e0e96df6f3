//! TypeScript types of what travels to the page, written from the JSON schemas that describe it, and the test that a
//! written file is up to date.

use std::path::Path;

use serde_json::{Map, Value};
use utoipa::ToSchema;

/// The environment variable with which a stale file is written anew.
const UPDATE: &str = "LUDWERK_UPDATE";

/// Asserts that the file at `path` declares `T` and all that it is made of.
pub fn assert_current<T: ToSchema>(path: impl AsRef<Path>) {
    let mut schemas = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut schemas);
    let mut declared = Map::new();
    for (name, schema) in schemas {
        declared.insert(name, serde_json::to_value(schema).expect("a schema is JSON"));
    }
    assert_file(path.as_ref(), &declarations(&declared));
}

/// Asserts that the file at `path` has this text; with `LUDWERK_UPDATE` set it is written first.
pub fn assert_file(path: &Path, text: &str) {
    let wanted = format!(
        "// Generated from the Rust types of the same names; {UPDATE}=1 cargo test writes it anew.\n{text}"
    );
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(path, &wanted).expect("the file can be written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == wanted, "{} is stale: run this test with {UPDATE}=1", path.display());
}

/// A declaration for each schema, by its name.
pub fn declarations(schemas: &Map<String, Value>) -> String {
    let declare = |(name, schema): (&String, &Value)| {
        format!("\n{}export type {name} = {};\n", comment(schema, ""), type_of(schema, ""))
    };
    schemas.iter().map(declare).collect()
}

/// The description as a comment before what it describes.
fn comment(schema: &Value, indent: &str) -> String {
    // The description of something that may be `null` stands with what it is otherwise.
    let own = schema["description"].as_str().or_else(|| schema["oneOf"][0]["description"].as_str());
    own.map_or(String::new(), |text| {
        format!("/** {} */\n{indent}", text.replace('\n', &format!("\n{indent} * ")))
    })
}

fn type_of(schema: &Value, indent: &str) -> String {
    let all = |list: &Value, between: &str| {
        let parts: Vec<_> = list.as_array().into_iter().flatten().map(|part| type_of(part, indent)).collect();
        parts.join(between)
    };
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or(reference).to_owned();
    }
    if schema["oneOf"].is_array() {
        return all(&schema["oneOf"], " | ");
    }
    if schema["allOf"].is_array() {
        return all(&schema["allOf"], " & ");
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(|word| word.to_string().replace('"', "'")).collect::<Vec<_>>().join(" | ");
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect::<Vec<_>>(),
    };
    let kinds = kinds.into_iter().map(|kind| match kind {
        "integer" | "number" => "number".to_owned(),
        "array" if schema["prefixItems"].is_array() => format!("[{}]", all(&schema["prefixItems"], ", ")),
        "array" => format!("Array<{}>", type_of(&schema["items"], indent)),
        "object" if schema["properties"].is_object() => fields(schema, indent),
        "object" => "unknown".to_owned(),
        other => other.to_owned(),
    });
    let kinds: Vec<_> = kinds.collect();
    if kinds.is_empty() { "unknown".to_owned() } else { kinds.join(" | ") }
}

/// The fields of an object. What may be `null` is always there.
fn fields(schema: &Value, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let is_required = |name: &str| {
        schema["required"].as_array().is_some_and(|required| required.iter().any(|known| known == name))
    };
    let field = |(name, field): (&String, &Value)| {
        let kind = type_of(field, &inner);
        let mark = if is_required(name) || kind.ends_with("| null") { "" } else { "?" };
        format!("{inner}{}{name}{mark}: {kind};\n", comment(field, &inner))
    };
    let fields: String = schema["properties"].as_object().into_iter().flatten().map(field).collect();
    format!("{{\n{fields}{indent}}}")
}
