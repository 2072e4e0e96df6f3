//! A report as a document: one HTML file that needs nothing else, with chapters and the look of all our reports.

use std::fmt::Write as _;

use crate::html::Text;

const STYLE: &str = include_str!("style.css");

/// A chapter with its heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// What links lead to.
    pub id: &'static str,
    /// The heading, as text.
    pub title: String,
    /// What it says, as HTML.
    pub html: String,
}

impl Chapter {
    /// A chapter.
    pub fn new(id: &'static str, title: impl Into<String>, html: String) -> Self {
        Self { id, title: title.into(), html }
    }
}

/// All of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The heading of all, as text.
    pub title: String,
    /// What it is about in a line, as text.
    pub what: String,
    /// What came out in a sentence or two, as text.
    pub verdict: String,
    /// What pictures refer to, as HTML; mostly nothing.
    pub shapes: String,
    /// The chapters.
    pub chapters: Vec<Chapter>,
    /// A script; mostly nothing. A report says the same without it.
    pub script: &'static str,
}

impl Document {
    /// The file.
    pub fn html(&self) -> String {
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"generator\" content=\"ludwerk {}\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{}\
             <header><h1>{title}</h1><p class=\"what\">{}</p><p class=\"verdict\">{}</p></header>\n",
            env!("CARGO_PKG_VERSION"),
            self.shapes,
            Text(&self.what),
            Text(&self.verdict),
            title = Text(&self.title)
        );
        html.push_str("<nav aria-label=\"Contents\"><ul>");
        for chapter in &self.chapters {
            let _ = write!(html, "<li><a href=\"#{}\">{}</a></li>", chapter.id, Text(&chapter.title));
        }
        html.push_str("</ul></nav>\n<main>\n");
        for Chapter { id, title, html: inner } in &self.chapters {
            let _ = writeln!(
                html,
                "<section id=\"{id}\" aria-labelledby=\"{id}-title\"><h2 id=\"{id}-title\">{}</h2>{inner}</section>",
                Text(title)
            );
        }
        html.push_str("</main>\n");
        if !self.script.is_empty() {
            let _ = write!(html, "<script>\n{}</script>\n", self.script);
        }
        html.push_str("</body>\n</html>\n");
        html
    }
}

/// A picture with what is to be said below it, both as HTML.
pub fn figure(picture: &str, caption: &str) -> String {
    format!("<figure>{picture}<figcaption>{caption}</figcaption></figure>")
}
