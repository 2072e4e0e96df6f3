//! A report as a document: one HTML file that needs nothing else, with chapters and the look of all our reports.

use maud::{DOCTYPE, Markup, PreEscaped, Render, html};

use crate::html::without_controls;

const STYLE: &str = include_str!("style.css");

/// A chapter with its heading.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// What links lead to.
    pub id: &'static str,
    /// The heading.
    pub title: String,
    /// What it says.
    pub html: Markup,
}

impl Chapter {
    /// A chapter.
    pub fn new(id: &'static str, title: impl Into<String>, html: Markup) -> Self {
        Self { id, title: title.into(), html }
    }
}

/// All of a report.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The heading of all.
    pub title: String,
    /// What it is about in a line; may be empty.
    pub what: String,
    /// What came out in a sentence or two; may be empty.
    pub verdict: String,
    /// What pictures refer to; mostly nothing.
    pub shapes: Option<Markup>,
    /// The chapters.
    pub chapters: Vec<Chapter>,
    /// A script; mostly nothing. A report says the same without it.
    pub script: &'static str,
}

impl Document {
    /// The file.
    pub fn html(&self) -> String {
        let file = html! {
            (DOCTYPE) "\n"
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="generator" content=(concat!("ludwerk ", env!("CARGO_PKG_VERSION")));
                    title { (self.title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    @if let Some(shapes) = &self.shapes { (shapes) }
                    header {
                        h1 { (self.title) }
                        @if !self.what.is_empty() { p.what { (self.what) } }
                        @if !self.verdict.is_empty() { p.verdict { (self.verdict) } }
                    }
                    nav aria-label="Contents" {
                        ul { @for chapter in &self.chapters { li { a href={ "#" (chapter.id) } { (chapter.title) } } } }
                    }
                    main {
                        @for Chapter { id, title, html } in &self.chapters {
                            section #(id) aria-labelledby={ (id) "-title" } { h2 #{ (id) "-title" } { (title) } (html) }
                        }
                    }
                    @if !self.script.is_empty() { script { (PreEscaped(self.script)) } }
                }
            }
        };
        without_controls(&file.into_string())
    }
}

/// A picture with what is to be said below it.
pub fn figure(picture: &Markup, caption: impl Render) -> Markup {
    html! { figure { (picture) figcaption { (caption) } } }
}

/// A table of numbers, with a heading for every column.
pub fn table(headings: &[&str], rows: impl IntoIterator<Item = impl IntoIterator<Item = String>>) -> Markup {
    html! {
        div.wide {
            table.narrow {
                thead { tr { @for heading in headings { th scope="col" { (heading) } } } }
                tbody { @for row in rows { tr { @for cell in row { td { (cell) } } } } }
            }
        }
    }
}
