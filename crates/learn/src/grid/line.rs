//! The cells of a grid with one axis as SVG: scores with error bars, and what is thought of them.

use std::fmt::Write as _;

use ludwerk_report::html::Text;
use ludwerk_report::scale::{Scale, ticks};
use ludwerk_report::words::percent;

use super::run::Stage;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 280.0;
const LEFT: f64 = 48.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = HEIGHT - 40.0;

/// The drawing of a stage with one axis.
pub fn svg(stage: &Stage, label: &str, title: impl Fn(usize) -> String) -> String {
    let n_cells = stage.cells.len();
    let ends: Vec<_> = stage.cells.iter().map(super::cell::CellScore::ci95).collect();
    let lo = ends.iter().map(|ends| ends.0).fold(1.0, f64::min);
    let hi = ends.iter().map(|ends| ends.1).fold(0.0, f64::max);
    let margin = (hi - lo).max(0.01) * 0.05;
    let (lo, hi) = (lo - margin, hi + margin);
    let x = |cell: usize| LEFT + (WIDTH - LEFT - 12.0) * (cell as f64 + 0.5) / n_cells as f64;
    let scale = Scale { from: (lo, hi), to: (BOTTOM, TOP) };
    let y = |score: f64| scale.at(score.clamp(lo, hi));
    let mut svg = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" style=\"width:100%;max-width:{WIDTH}px\" role=\"img\" \
         aria-label=\"{}\" fill=\"currentColor\" font-size=\"11\">",
        Text(label)
    );
    for score in ticks(lo, hi, 5.0) {
        let at = y(score);
        let _ = write!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"currentColor\" stroke-opacity=\"0.2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - 12.0,
            LEFT - 5.0,
            at + 4.0,
            percent(score)
        );
    }
    let band = |sign: f64| {
        let cells = stage.surface.cells.iter().enumerate();
        cells.map(move |(n, cell)| format!("{:.1},{:.1}", x(n), y(cell.score + sign * 1.96 * cell.error)))
    };
    let (upper, lower): (Vec<_>, Vec<_>) = (band(1.0).collect(), band(-1.0).collect());
    let around: Vec<_> = upper.into_iter().chain(lower.into_iter().rev()).collect();
    let through: Vec<_> = band(0.0).collect();
    let _ = write!(
        svg,
        "<polygon points=\"{}\" fill=\"#2682c8\" fill-opacity=\"0.2\"/>\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#2682c8\" stroke-width=\"2\"/>",
        around.join(" "),
        through.join(" ")
    );
    let every = (n_cells as f64 / 16.0).ceil().max(1.0) as usize;
    for (n, cell) in stage.cells.iter().enumerate() {
        let (at, (low, high)) = (x(n), ends[n]);
        let is_chosen = n == stage.chosen;
        let (colour, radius) = if is_chosen { ("#d9660b", 6.0) } else { ("currentColor", 3.5) };
        let _ = write!(
            svg,
            "<g><title>{}</title><path d=\"M{at:.1} {:.1}V{:.1}\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\
             <circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"{colour}\"/></g>",
            Text(&title(n)),
            y(low),
            y(high),
            y(cell.mean())
        );
        if n % every == 0 {
            let _ = write!(
                svg,
                "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                BOTTOM + 16.0,
                stage.axes[0].value(n)
            );
        }
    }
    let _ = write!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-weight=\"600\">{}</text></svg>",
        f64::midpoint(LEFT, WIDTH),
        HEIGHT - 6.0,
        Text(&stage.axes[0].name)
    );
    svg
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
        let svg = svg(&stage, "scores", |cell| format!("cell {cell}"));
        assert_eq!(svg.matches("<circle").count(), 11);
        assert_eq!(svg.matches("<title>cell ").count(), 11);
        assert_eq!(svg.matches("#d9660b").count(), 2);
        assert!(!svg.contains("NaN"));
    }
}
