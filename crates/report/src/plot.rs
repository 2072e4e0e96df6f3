//! Parts of plots as SVG. Colours come from the style sheet, so that they suit light, dark and paper.

use std::fmt::Display;

use maud::{Markup, html};

/// A plot that says in words what it shows.
pub fn plot(width: f64, height: f64, label: impl Display, inner: &Markup) -> Markup {
    let view_box = format!("0 0 {width} {height}");
    html! { svg.plot viewBox=(view_box) role="img" aria-label=(label) { (inner) } }
}

/// A place with one digit.
pub fn place(at: f64) -> String {
    format!("{at:.1}")
}

/// A line across the plot.
pub fn across(class: &str, (left, right): (f64, f64), y: f64) -> Markup {
    html! { line class=(class) x1=(left) x2=(right) y1=(place(y)) y2=(place(y)) {} }
}

/// A line down the plot.
pub fn down(class: &str, x: f64, (top, bottom): (f64, f64)) -> Markup {
    html! { line class=(class) x1=(place(x)) x2=(place(x)) y1=(top) y2=(bottom) {} }
}

/// A line across for a value, which stands so far to the left of it.
pub fn level(ends: (f64, f64), y: f64, gap: f64, text: impl Display) -> Markup {
    html! { (across("grid", ends, y)) text.value x=(ends.0 - gap) y=(place(y + 4.0)) { (text) } }
}

/// Places as a polygon or a polyline takes them.
pub fn points(places: impl IntoIterator<Item = (f64, f64)>) -> String {
    places.into_iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

/// A line through places.
pub fn line(places: impl IntoIterator<Item = (f64, f64)>) -> Markup {
    html! { polyline.line points=(points(places)) {} }
}

/// The band between two lines, the lower one backwards.
pub fn band(places: impl IntoIterator<Item = (f64, f64)>) -> Markup {
    html! { polygon.band points=(points(places)) {} }
}

/// A dot.
pub fn dot(x: f64, y: f64, radius: f64) -> Markup {
    html! { circle.dot cx=(place(x)) cy=(place(y)) r=(radius) {} }
}
