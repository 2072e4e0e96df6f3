//! Whether a page is well-formed, accessible in the simple things, and made of nothing from elsewhere.

use std::collections::BTreeSet;

const VOID: [&str; 4] = ["meta", "wbr", "br", "img"];

/// Panics at the first thing that is wrong.
pub fn check(html: &str) {
    assert!(html.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
    let tags = tags(html);
    check_nesting(&tags);
    let mut ids = BTreeSet::new();
    for tag in &tags {
        if let Some(id) = tag.attribute("id") {
            assert!(ids.insert(id.to_owned()), "id {id} is there twice");
        }
        for name in ["src", "action", "background", "data", "poster", "srcset"] {
            assert_eq!(tag.attribute(name), None, "{tag:?} loads something");
        }
        assert!(!matches!(tag.name, "link" | "iframe" | "object" | "embed" | "img" | "base"), "{tag:?}");
        let handler = tag.attributes.iter().find(|(name, _)| name.starts_with("on"));
        assert_eq!(handler, None, "{tag:?}");
        if !tag.is_end && tag.name == "th" {
            assert!(tag.attribute("scope").is_some(), "{tag:?} has no scope");
        }
        if !tag.is_end && tag.name == "svg" {
            let is_told = tag.attribute("aria-label").is_some() && tag.attribute("role") == Some("img");
            assert!(is_told || tag.attribute("aria-hidden") == Some("true"), "{tag:?} says nothing");
        }
    }
    let targets = tags.iter().flat_map(|tag| {
        let link = tag
            .attribute("href")
            .map(|href| href.strip_prefix('#').unwrap_or_else(|| panic!("{href} leads elsewhere")));
        link.into_iter().chain(tag.attribute("aria-labelledby"))
    });
    for target in targets {
        assert!(ids.contains(target), "#{target} is missing");
    }
    let (style, script) = (inner(html, "<style>", "</style>"), inner(html, "<script>", "</script>"));
    for text in [style, script] {
        for word in ["url(", "@import", "http:", "https:", "//cdn", "fetch(", "innerHTML", "eval("] {
            assert!(!text.contains(word), "{word} in a style or script");
        }
    }
    assert_eq!(html.matches("<table").count(), html.matches("<caption>").count(), "captions");
    assert!(!html.contains("NaN") && !html.contains(">inf"), "a number that is none");
}

fn inner<'a>(html: &'a str, open: &str, close: &str) -> &'a str {
    let from = html.find(open).unwrap() + open.len();
    &html[from..from + html[from..].find(close).unwrap()]
}

#[derive(Debug)]
struct Tag<'a> {
    name: &'a str,
    is_end: bool,
    is_closed: bool,
    attributes: Vec<(&'a str, &'a str)>,
}

impl Tag<'_> {
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
    }
}

/// All tags, the contents of scripts and styles left out.
fn tags(html: &str) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    let mut rest = html.strip_prefix("<!DOCTYPE html>").unwrap();
    while let Some(from) = rest.find('<') {
        let text = &rest[from + 1..];
        let to = text.find('>').expect("a tag that does not end");
        let tag = tag(&text[..to]);
        rest = &text[to + 1..];
        if !tag.is_end && matches!(tag.name, "script" | "style") {
            rest = &rest[rest.find(&format!("</{}>", tag.name)).expect("no end of a script")..];
        }
        tags.push(tag);
    }
    tags
}

/// A tag whose attributes are all in double quotes, or have no value.
fn tag(text: &str) -> Tag<'_> {
    let (text, is_end) = text.strip_prefix('/').map_or((text, false), |text| (text, true));
    let (text, is_closed) = text.strip_suffix('/').map_or((text, false), |text| (text, true));
    let (name, mut rest) = text.split_once([' ', '\n']).unwrap_or((text, ""));
    assert!(name.chars().all(|char| char.is_ascii_alphanumeric()) && !name.is_empty(), "<{text}>");
    let mut attributes: Vec<(&str, &str)> = Vec::new();
    while !rest.trim_start().is_empty() {
        rest = rest.trim_start();
        let end = rest.find(['=', ' ']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let (value, after) = match after.strip_prefix("=\"") {
            Some(after) => after.split_once('"').unwrap_or_else(|| panic!("<{text}>: no quote")),
            None => ("", after),
        };
        assert!(attributes.iter().all(|(other, _)| *other != name), "<{text}>: {name} twice");
        assert!(!value.contains('<') && !name.contains(['"', '\'', '<']), "<{text}>");
        attributes.push((name, value));
        rest = after;
    }
    Tag { name, is_end, is_closed, attributes }
}

fn check_nesting(tags: &[Tag<'_>]) {
    let mut open: Vec<&str> = Vec::new();
    for tag in tags {
        if tag.is_end {
            assert_eq!(open.pop(), Some(tag.name), "inside {open:?}");
        } else if !tag.is_closed && !VOID.contains(&tag.name) {
            open.push(tag.name);
        }
    }
    assert!(open.is_empty(), "{open:?} stay open");
}
