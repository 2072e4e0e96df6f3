//! A heat map as SVG: the cells of a grid with values, error bars, marks and a scale.
//!
//! The colours are those of viridis (shares) and a scale from blue over white to orange (differences): they grow evenly
//! lighter or darker, so that they can be told apart without seeing red and green, and in print. Text within a cell is
//! black or white, whichever can be read on it; all other text has the colour of the page, so that both light and dark
//! ones suit. Every cell has a tooltip with its exact figures.

use ludwerk_report::plot::place;
use maud::{Markup, html};

/// A heat map.
pub struct Heat<'a> {
    /// What it shows, for those who cannot see it.
    pub label: &'a str,
    /// What changes from row to row.
    pub rows: Labels,
    /// What changes from column to column.
    pub columns: Labels,
    /// Row by row; `None` where there is no value.
    pub cells: Vec<Option<HeatCell>>,
    /// What the colours mean.
    pub scale: Scale,
    /// Cells that are marked.
    pub marks: Vec<(usize, Mark)>,
}

/// An axis in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// The parameter.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
}

/// What a cell shows.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatCell {
    /// From 0 to 1, or a difference.
    pub value: f64,
    /// Half the width of its 95% interval, if it is known.
    pub error: Option<f64>,
    /// The exact figures.
    pub title: String,
}

/// What the colours mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Shares from the least to the greatest.
    Shares(f64, f64),
    /// Differences up to this on both sides of zero.
    Differences(f64),
}

/// How a cell is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A whole frame.
    Frame,
    /// A broken frame.
    BrokenFrame,
}

/// Viridis in ten steps.
const VIRIDIS: [[u8; 3]; 10] = [
    [68, 1, 84],
    [72, 40, 120],
    [62, 74, 137],
    [49, 104, 142],
    [38, 130, 142],
    [31, 158, 137],
    [53, 183, 121],
    [110, 206, 88],
    [181, 222, 43],
    [253, 231, 37],
];

/// From blue over white to orange.
const BLUE_ORANGE: [[u8; 3]; 9] = [
    [5, 48, 97],
    [33, 102, 172],
    [107, 172, 209],
    [196, 222, 236],
    [247, 247, 247],
    [253, 219, 180],
    [241, 163, 64],
    [179, 88, 6],
    [112, 52, 3],
];

impl Scale {
    /// The scale that holds all values, some of which may be missing.
    pub fn of_shares(values: impl Iterator<Item = f64>) -> Self {
        let (lo, hi) = values
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), value| (lo.min(value), hi.max(value)));
        if lo < hi { Self::Shares(lo, hi) } else { Self::Shares(0.0, 1.0) }
    }

    /// The scale that holds all differences.
    pub fn of_differences(values: impl Iterator<Item = f64>) -> Self {
        let most = values.filter(|value| value.is_finite()).map(f64::abs).fold(0.0, f64::max);
        Self::Differences(if most > 0.0 { most } else { 1.0 })
    }

    fn ends(self) -> (f64, f64) {
        match self {
            Self::Shares(lo, hi) => (lo, hi),
            Self::Differences(most) => (-most, most),
        }
    }

    /// The colour of a value, as style sheets write it.
    fn fill(self, value: f64) -> String {
        let [red, green, blue] = self.colour(value);
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    fn colour(self, value: f64) -> [u8; 3] {
        let (lo, hi) = self.ends();
        let part = ((value - lo) / (hi - lo)).clamp(0.0, 1.0);
        match self {
            Self::Shares(..) => between(&VIRIDIS, part),
            Self::Differences(_) => between(&BLUE_ORANGE, part),
        }
    }

    fn text(self, value: f64) -> String {
        match self {
            Self::Shares(..) => format!("{:.1}", 100.0 * value),
            Self::Differences(_) => format!("{:+.1}", 100.0 * value),
        }
    }
}

fn between(stops: &[[u8; 3]], part: f64) -> [u8; 3] {
    let at = part * (stops.len() - 1) as f64;
    let before = (at as usize).min(stops.len() - 2);
    let rest = at - before as f64;
    let mix = |n: usize| {
        let (from, to) = (f64::from(stops[before][n]), f64::from(stops[before + 1][n]));
        (from + rest * (to - from)).round() as u8
    };
    [mix(0), mix(1), mix(2)]
}

/// How light a colour is, from 0 to 1, as the guidelines for readable pages have it.
fn luminance(colour: [u8; 3]) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
}

/// Black or white, whichever has the greater contrast.
fn ink_on(colour: [u8; 3]) -> &'static str {
    if luminance(colour) > 0.179 { "#000" } else { "#fff" }
}

/// A cell's size, by how many there are beside each other.
fn cell_size(n_columns: usize, n_rows: usize) -> (f64, f64) {
    let width = (660.0 / n_columns as f64).clamp(9.0, 56.0);
    let height = (1000.0 / n_rows as f64).clamp(9.0, 36.0);
    (width.floor(), height.min(width).floor())
}

/// Below these sizes there is no room for a value, and for its error.
const ROOM_FOR_VALUE: (f64, f64) = (32.0, 14.0);
const ROOM_FOR_ERROR: (f64, f64) = (32.0, 28.0);

/// The places of the drawing, in units of its own.
struct Layout {
    left: f64,
    top: f64,
    cell: (f64, f64),
    n_rows: usize,
    n_columns: usize,
}

impl Layout {
    fn right(&self) -> f64 {
        self.left + self.cell.0 * self.n_columns as f64
    }

    fn bottom(&self) -> f64 {
        self.top + self.cell.1 * self.n_rows as f64
    }

    fn corner(&self, cell: usize) -> (f64, f64) {
        let (row, column) = (cell / self.n_columns, cell % self.n_columns);
        (self.left + column as f64 * self.cell.0, self.top + row as f64 * self.cell.1)
    }
}

impl Heat<'_> {
    /// The drawing.
    pub fn svg(&self) -> Markup {
        let (n_rows, n_columns) = (self.rows.values.len(), self.columns.values.len());
        let longest = self.rows.values.iter().map(|value| value.chars().count()).max().unwrap_or(0);
        let layout = Layout {
            left: 14.0 + 7.5 * longest.max(self.rows.name.chars().count() + 2).min(24) as f64,
            top: 40.0,
            cell: cell_size(n_columns, n_rows),
            n_rows,
            n_columns,
        };
        let (width, height) = (layout.right() + 64.0, layout.bottom().max(layout.top + 110.0) + 6.0);
        let (view_box, style) = (format!("0 0 {width} {height}"), format!("width:100%;max-width:{width}px"));
        html! {
            svg.heat viewBox=(view_box) style=(style) role="img" aria-label=(self.label) font-family="inherit"
                fill="currentColor" {
                (self.axes(&layout))
                @for (n, cell) in self.cells.iter().enumerate() { (self.cell(&layout, n, cell.as_ref())) }
                @for &(cell, mark) in &self.marks { (frame(&layout, cell, mark)) }
                (self.legend(&layout))
            }
        }
    }

    fn axes(&self, layout: &Layout) -> Markup {
        let (width, height) = layout.cell;
        // Labels that would run into each other are left out.
        let longest = self.columns.values.iter().map(|value| value.chars().count()).max().unwrap_or(1);
        let every_column = ((7.0 * longest as f64 + 4.0) / width).ceil().max(1.0) as usize;
        let every_row = (12.0 / height).ceil().max(1.0) as usize;
        let x = |column: usize| place(layout.left + (column as f64 + 0.5) * width);
        let y = |row: usize| place(layout.top + (row as f64 + 0.5) * height + 4.0);
        let (beside, above) = (place(layout.left - 6.0), place(layout.top - 8.0));
        html! {
            text x=(place(layout.left)) y="12" font-size="12" font-weight="600" { (self.columns.name) " →" }
            text x=(beside) y=(above) font-size="12" font-weight="600" text-anchor="end" { (self.rows.name) " ↓" }
            @for (column, value) in self.columns.values.iter().enumerate().step_by(every_column) {
                text x=(x(column)) y=(above) font-size="11" text-anchor="middle" { (value) }
            }
            @for (row, value) in self.rows.values.iter().enumerate().step_by(every_row) {
                text x=(beside) y=(y(row)) font-size="11" text-anchor="end" { (value) }
            }
        }
    }

    fn cell(&self, layout: &Layout, n: usize, cell: Option<&HeatCell>) -> Markup {
        let ((x, y), (width, height)) = (layout.corner(n), layout.cell);
        let (wide, high) = (width - 1.0, height - 1.0);
        let Some(cell) = cell else {
            let stroke = format!("M{x} {:.1}L{:.1} {y}", y + high, x + wide);
            return html! {
                g.empty {
                    title { "no figure" }
                    rect x=(x) y=(y) width=(wide) height=(high) fill="none" stroke="currentColor"
                        stroke-opacity="0.35" stroke-dasharray="3 3" {}
                    path d=(stroke) stroke="currentColor" stroke-opacity="0.35" {}
                }
            };
        };
        let ink = ink_on(self.scale.colour(cell.value));
        let fits = |room: (f64, f64)| width >= room.0 && height >= room.1;
        let error = cell.error.filter(|_| fits(ROOM_FOR_ERROR));
        let (middle, line) = (x + wide / 2.0, y + high / 2.0 + if error.is_some() { -1.0 } else { 4.0 });
        let text = |y: f64, size: u8, text: String| {
            html! { text x=(place(middle)) y=(place(y)) font-size=(size) text-anchor="middle" fill=(ink) { (text) } }
        };
        html! {
            g {
                title { (cell.title) }
                rect x=(x) y=(y) width=(wide) height=(high) fill=(self.scale.fill(cell.value)) {}
                @if fits(ROOM_FOR_VALUE) {
                    (text(line, 12, self.scale.text(cell.value)))
                    @if let Some(error) = error { (text(line + 12.0, 9, format!("±{:.1}", 100.0 * error))) }
                }
            }
        }
    }

    /// What the colours mean.
    fn legend(&self, layout: &Layout) -> Markup {
        const STEPS: usize = 32;
        let (lo, hi) = self.scale.ends();
        let (x, top, height) = (layout.right() + 10.0, layout.top, 100.0);
        let step = height / STEPS as f64;
        let value = |n: usize| hi - (hi - lo) * (n as f64 + 0.5) / STEPS as f64;
        let labels = [(hi, top + 9.0), (f64::midpoint(lo, hi), top + height / 2.0 + 4.0), (lo, top + height)];
        html! {
            @for n in 0..STEPS {
                rect x=(x) y=(format_args!("{:.2}", top + n as f64 * step)) width="10"
                    height=(format_args!("{:.2}", step + 0.3)) fill=(self.scale.fill(value(n))) {}
            }
            @for (value, y) in labels {
                text x=(place(x + 14.0)) y=(place(y)) font-size="11" { (self.scale.text(value)) }
            }
        }
    }
}

/// A frame that shows on every colour: white within black.
fn frame(layout: &Layout, cell: usize, mark: Mark) -> Markup {
    let (x, y) = layout.corner(cell);
    let (w, h) = (layout.cell.0 - 1.0, layout.cell.1 - 1.0);
    let dashes = (mark == Mark::BrokenFrame).then_some("4 3");
    html! {
        @for (colour, stroke, dashes) in [("#000", 5, None), ("#fff", 2, dashes)] {
            rect.mark x=(x) y=(y) width=(w) height=(h) fill="none" stroke=(colour) stroke-width=(stroke)
                pointer-events="none" stroke-dasharray=[dashes] {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(name: &str, values: usize) -> Labels {
        Labels { name: name.to_owned(), values: (0..values).map(|n| n.to_string()).collect() }
    }

    fn heat(n_rows: usize, n_columns: usize) -> Heat<'static> {
        let cell = |n: usize| {
            (n != 1).then(|| HeatCell {
                value: n as f64 / 100.0,
                error: Some(0.012),
                title: format!("cell {n}"),
            })
        };
        Heat {
            label: "scores <of> all",
            rows: labels("k3", n_rows),
            columns: labels("k4", n_columns),
            cells: (0..n_rows * n_columns).map(cell).collect(),
            scale: Scale::of_shares((0..n_rows * n_columns).map(|n| n as f64 / 100.0)),
            marks: vec![(2, Mark::Frame), (3, Mark::BrokenFrame)],
        }
    }

    #[test]
    fn every_cell_is_drawn_with_its_figures_and_empty_ones_are_empty() {
        let svg = heat(3, 4).svg().into_string();
        assert_eq!(svg.matches("<title>cell ").count(), 11);
        assert_eq!(svg.matches("class=\"empty\"").count(), 1);
        assert_eq!(svg.matches("±1.2").count(), 11);
        assert_eq!(svg.matches("class=\"mark\"").count(), 4);
        assert!(svg.contains("k3 ↓") && svg.contains("k4 →"));
        assert!(svg.contains("scores &lt;of&gt; all") && !svg.contains("<of>"));
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    }

    #[test]
    fn what_does_not_fit_is_left_to_the_tooltips() {
        let svg = heat(40, 60).svg().into_string();
        assert!(!svg.contains('±'));
        assert_eq!(svg.matches("<title>cell ").count(), 2399);
    }

    #[test]
    fn text_can_be_read_on_every_colour() {
        for n in 0..=100 {
            for scale in [Scale::Shares(0.0, 1.0), Scale::Differences(1.0)] {
                let colour = scale.colour(f64::from(n) / 100.0);
                let light = luminance(colour);
                let contrast =
                    if ink_on(colour) == "#000" { (light + 0.05) / 0.05 } else { 1.05 / (light + 0.05) };
                assert!(contrast >= 4.5, "{colour:?}: {contrast}");
            }
        }
    }

    #[test]
    fn shares_grow_lighter_and_zero_is_the_lightest_difference() {
        let light = |scale: Scale, value: f64| luminance(scale.colour(value));
        let shares: Vec<_> = (0..=20).map(|n| light(Scale::Shares(0.0, 1.0), f64::from(n) / 20.0)).collect();
        assert!(shares.is_sorted());
        let differences = Scale::Differences(2.0);
        let either: Vec<_> = (0..=20).map(|n| light(differences, f64::from(n) / 10.0)).collect();
        assert!(either.iter().rev().is_sorted());
        let either: Vec<_> = (0..=20).map(|n| light(differences, -f64::from(n) / 10.0)).collect();
        assert!(either.iter().rev().is_sorted());
    }
}
