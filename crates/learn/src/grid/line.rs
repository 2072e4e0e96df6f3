//! The cells of a grid with one axis as SVG: scores with error bars, and what is thought of them.

use ludwerk_report::plot::{place, points};
use ludwerk_report::scale::{Scale, ticks};
use ludwerk_report::words::percent;
use maud::{Markup, html};

use super::run::Stage;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 280.0;
const LEFT: f64 = 48.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = HEIGHT - 40.0;

/// The drawing of a stage with one axis.
pub fn svg(stage: &Stage, label: &str, title: impl Fn(usize) -> String) -> Markup {
    let n_cells = stage.cells.len();
    let ends: Vec<_> = stage.cells.iter().map(super::cell::CellScore::ci95).collect();
    let lo = ends.iter().map(|ends| ends.0).fold(1.0, f64::min);
    let hi = ends.iter().map(|ends| ends.1).fold(0.0, f64::max);
    let margin = (hi - lo).max(0.01) * 0.05;
    let (lo, hi) = (lo - margin, hi + margin);
    let x = |cell: usize| LEFT + (WIDTH - LEFT - 12.0) * (cell as f64 + 0.5) / n_cells as f64;
    let scale = Scale { from: (lo, hi), to: (BOTTOM, TOP) };
    let y = |score: f64| scale.at(score.clamp(lo, hi));
    let band = |sign: f64| {
        let cells = stage.surface.cells.iter().enumerate();
        cells.map(move |(n, cell)| (x(n), y(cell.score + sign * 1.96 * cell.error)))
    };
    let lower: Vec<_> = band(-1.0).collect();
    let around = points(band(1.0).chain(lower.into_iter().rev()));
    let every = (n_cells as f64 / 16.0).ceil().max(1.0) as usize;
    let right = place(WIDTH - 12.0);
    let view_box = format!("0 0 {WIDTH} {HEIGHT}");
    let style = format!("width:100%;max-width:{WIDTH}px");
    html! {
        svg.plot viewBox=(view_box) style=(style) role="img" aria-label=(label) fill="currentColor" font-size="11" {
            @for score in ticks(lo, hi, 5.0) {
                @let at = y(score);
                path d=(format_args!("M{LEFT} {at:.1}H{right}")) stroke="currentColor" stroke-opacity="0.2" {}
                text x=(place(LEFT - 5.0)) y=(place(at + 4.0)) text-anchor="end" { (percent(score)) }
            }
            polygon points=(around) fill="#2682c8" fill-opacity="0.2" {}
            polyline points=(points(band(0.0))) fill="none" stroke="#2682c8" stroke-width="2" {}
            @for (n, cell) in stage.cells.iter().enumerate() {
                @let (at, low, high) = (place(x(n)), y(ends[n].0), y(ends[n].1));
                @let (colour, radius) = if n == stage.chosen { ("#d9660b", 6.0) } else { ("currentColor", 3.5) };
                g {
                    title { (title(n)) }
                    path d=(format_args!("M{at} {low:.1}V{high:.1}")) stroke=(colour) stroke-width="1.5" {}
                    circle cx=(at) cy=(place(y(cell.mean()))) r=(radius) fill=(colour) {}
                }
                @if n % every == 0 {
                    text x=(at) y=(place(BOTTOM + 16.0)) text-anchor="middle" { (stage.axes[0].value(n)) }
                }
            }
            text x=(place(f64::midpoint(LEFT, WIDTH))) y=(place(HEIGHT - 6.0)) text-anchor="middle" font-weight="600" {
                (stage.axes[0].name)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::cell::CellScore;

    #[test]
    fn every_cell_has_a_point_with_its_figures() {
        let axis = "k=0..1:0.1".parse().unwrap();
        let cells = (0..11).map(|n| CellScore::of_games([40 + n, 10, 50 - n])).collect();
        let stage = Stage::of(vec![axis], cells, &[0.0]);
        let svg = svg(&stage, "scores", |cell| format!("cell {cell}")).into_string();
        assert_eq!(svg.matches("<circle").count(), 11);
        assert_eq!(svg.matches("<title>cell ").count(), 11);
        assert_eq!(svg.matches("#d9660b").count(), 2);
        assert!(!svg.contains("NaN"));
    }
}
