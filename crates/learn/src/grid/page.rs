//! What the report says of grids: maps, tables and sentences, as pieces of a page.

use ludwerk_report::document::figure;
use ludwerk_report::words::{grouped, percent};
use maud::{Markup, html};

use super::axis::Axis;
use super::cell::CellScore;
use super::heat::{Heat, HeatCell, Labels, Mark, Scale};
use super::line;
use super::printed::{Comparison, Printed};
use super::run::{Stage, n_cells, places};
use super::words::points;

/// So many of the best cells are listed.
const MOST_LISTED: usize = 15;

/// So many slices of a grid with more than two axes are drawn.
const MOST_SLICES: usize = 6;

/// Maps with more columns do not fit beside each other.
const WIDEST_OF_TWO: usize = 8;

/// In smaller grids neighbours tell nothing.
const FEWEST_NEIGHBOURS: usize = 9;

fn labels(axis: &Axis) -> Labels {
    Labels { name: axis.name.clone(), values: axis.values().map(|value| value.to_string()).collect() }
}

/// A cell's exact figures.
fn title(stage: &Stage, cell: usize) -> String {
    let score = &stage.cells[cell];
    let ((lo, hi), thought) = (score.ci95(), stage.surface.cells[cell]);
    format!(
        "{}: {} ({} to {}) of {} games; with its neighbours {} ± {}",
        stage.name(cell),
        percent(score.mean()),
        percent(lo),
        percent(hi),
        grouped(score.games),
        percent(thought.score),
        points(1.96 * thought.error)
    )
}

fn half_width(score: &CellScore) -> f64 {
    let (lo, hi) = score.ci95();
    (hi - lo) / 2.0
}

/// Several maps with so many columns, beside each other where there is room to read them.
fn gallery(n_columns: usize, figures: &[Markup]) -> Markup {
    let width = if n_columns > WIDEST_OF_TWO { 44 } else { 26 };
    let style = format!(
        "display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,{width}rem),1fr));gap:1rem"
    );
    html! { div style=(style) { @for figure in figures { (figure) } } }
}

fn paragraphs(sentences: &[String]) -> Markup {
    html! { ul { @for sentence in sentences { li { (sentence) } } } }
}

/// A point that a map shows beside the choice.
#[derive(Clone, Copy, Debug)]
pub struct Landmark<'a> {
    /// What it is called: "start".
    pub name: &'a str,
    /// Its values, one for each axis.
    pub values: &'a [f64],
}

/// A stage: its map, the best cells, and what of it is chance.
pub fn stage(stage: &Stage, landmark: Option<Landmark<'_>>) -> Markup {
    let map = match stage.axes.len() {
        1 => figure(
            &line::svg(stage, &format!("Scores by {}", stage.axes[0].name), |cell| title(stage, cell)),
            "Scores with 95% intervals; the band is the smoothed estimate from neighbouring cells, the large dot the \
             choice.",
        ),
        2 => map_of_two(stage, landmark),
        _ => slices(stage),
    };
    html! { (map) (paragraphs(&sentences(stage))) (ranking(stage)) }
}

/// What there is to say of a stage.
pub fn sentences(stage: &Stage) -> Vec<String> {
    let chosen = stage.chosen;
    let thought = stage.surface.cells[chosen];
    let mut sentences = vec![
        stage.noise.spread_text("The cells differ by"),
        stage.noise.luck_text(&format!("The luckiest cell, {}, has", stage.name(stage.noise.luckiest.cell))),
    ];
    if stage.cells.len() >= FEWEST_NEIGHBOURS {
        sentences.insert(1, stage.noise.neighbours.text("Neighbouring cells are"));
    }
    let luck = stage.noise.luckiest.cell;
    let how = match () {
        () if stage.surface.best().len() == stage.cells.len() => {
            "After smoothing over neighbours no cell is better than another, so the one nearest to the start is chosen"
        }
        () if chosen == luck => "The choice is the same cell, by the lower bound of its smoothed score",
        () => "The choice is another cell, by the lower bound of its smoothed score",
    };
    sentences.push(format!(
        "{how}: {}, measured {}, smoothed {} ± {}.",
        stage.name(chosen),
        percent(stage.cells[chosen].mean()),
        percent(thought.score),
        points(1.96 * thought.error)
    ));
    sentences
}

/// The cell where a point is, if it is on the grid.
pub fn cell_of(axes: &[Axis], values: &[f64]) -> Option<usize> {
    axes.iter().zip(values).try_fold(0, |cell, (axis, &value)| {
        let place = axis.values().position(|other| (other - value).abs() < 1e-9)?;
        Some(cell * axis.len() + place)
    })
}

fn map_of_two(stage: &Stage, landmark: Option<Landmark<'_>>) -> Markup {
    let mut marks = vec![(stage.chosen, Mark::Frame)];
    let mut frames = String::from("framed: the choice");
    let marked = landmark.and_then(|point| Some((point.name, cell_of(&stage.axes, point.values)?)));
    if let Some((name, cell)) = marked.filter(|&(_, cell)| cell != stage.chosen) {
        marks.push((cell, Mark::BrokenFrame));
        frames = format!("{frames}; broken frame: the {name}");
    }
    let raw: Vec<_> = stage.cells.iter().map(CellScore::mean).collect();
    let scale = Scale::of_shares(raw.iter().copied());
    let heat = |label: &str, value: &dyn Fn(usize) -> (f64, f64)| {
        let cell = |n: usize| {
            let (value, error) = value(n);
            Some(HeatCell { value, error: Some(error), title: title(stage, n) })
        };
        Heat {
            label,
            rows: labels(&stage.axes[0]),
            columns: labels(&stage.axes[1]),
            cells: (0..raw.len()).map(cell).collect(),
            scale,
            marks: marks.clone(),
        }
        .svg()
    };
    let measured = heat("Measured scores", &|n| (raw[n], half_width(&stage.cells[n])));
    let thought =
        heat("Smoothed scores", &|n| (stage.surface.cells[n].score, 1.96 * stage.surface.cells[n].error));
    gallery(
        stage.axes[1].len(),
        &[
            figure(&measured, format_args!("Measured, in percent, ± half of the 95% interval; {frames}.")),
            figure(&thought, "The same, smoothed over neighbouring cells, on the same colours."),
        ],
    )
}

/// Pairs of axes, all others at the values of the choice.
fn slices(stage: &Stage) -> Markup {
    let chosen = places(&stage.axes, stage.chosen);
    let pairs =
        (0..stage.axes.len()).flat_map(|row| (row + 1..stage.axes.len()).map(move |column| (row, column)));
    let scale = Scale::of_shares(stage.cells.iter().map(CellScore::mean));
    let slice = |(row, column): (usize, usize)| {
        let (rows, columns) = (&stage.axes[row], &stage.axes[column]);
        let cell_at = |n: usize| {
            let mut at = chosen.clone();
            (at[row], at[column]) = (n / columns.len(), n % columns.len());
            at.iter().zip(&stage.axes).fold(0, |cell, (place, axis)| cell * axis.len() + place)
        };
        let cell = |n: usize| {
            let cell = cell_at(n);
            let score = &stage.cells[cell];
            let error = Some(half_width(score));
            Some(HeatCell { value: score.mean(), error, title: title(stage, cell) })
        };
        let label = format!("Scores by {} and {}", rows.name, columns.name);
        let svg = Heat {
            label: &label,
            rows: labels(rows),
            columns: labels(columns),
            cells: (0..rows.len() * columns.len()).map(cell).collect(),
            scale,
            marks: vec![(chosen[row] * columns.len() + chosen[column], Mark::Frame)],
        }
        .svg();
        figure(&svg, format_args!("{} and {}, all else as chosen.", rows.name, columns.name))
    };
    let widest = stage.axes.iter().map(Axis::len).max().unwrap_or(0);
    gallery(widest, &pairs.take(MOST_SLICES).map(slice).collect::<Vec<_>>())
}

/// Cells from the best to the worst, by what they are worth at least.
pub fn ranked(stage: &Stage) -> Vec<usize> {
    let mut cells: Vec<_> = (0..stage.cells.len()).collect();
    cells.sort_by(|&one, &other| stage.surface.lower(other).total_cmp(&stage.surface.lower(one)));
    cells
}

fn ranking(stage: &Stage) -> Markup {
    let figures = ["games", "score", "95% interval", "with neighbours", "at least"];
    let names = stage.axes.iter().map(|axis| axis.name.as_str()).chain(figures);
    let n_cells = n_cells(&stage.axes).unwrap_or(0);
    html! {
        div.wide {
            table {
                thead { tr { @for name in names { th scope="col" { (name) } } } }
                tbody {
                    @for &cell in ranked(stage).iter().take(MOST_LISTED) {
                        @let (score, thought) = (&stage.cells[cell], stage.surface.cells[cell]);
                        @let (lo, hi) = score.ci95();
                        tr {
                            @for value in stage.values(cell) { td { (value) } }
                            td { (grouped(score.games)) }
                            td { (percent(score.mean())) }
                            td { (percent(lo)) " to " (percent(hi)) }
                            td { (percent(thought.score)) " ± " (points(1.96 * thought.error)) }
                            td { (percent(stage.surface.lower(cell))) }
                        }
                    }
                }
            }
        }
        @if n_cells > MOST_LISTED {
            p {
                "The best " (MOST_LISTED) " of " (grouped(n_cells))
                " cells, by the lower bounds of their smoothed scores."
            }
        }
    }
}

/// A printed grid beside ours.
pub fn printed(printed: &Printed, ours: &Stage, comparison: &Comparison, findings: &[String]) -> Markup {
    let raw: Vec<_> = ours.cells.iter().map(CellScore::mean).collect();
    let shares = || printed.shares.iter().flatten().copied();
    let scale =
        Scale::of_shares(raw.iter().copied().chain(shares()).chain(comparison.simulated.iter().copied()));
    let marks = vec![(printed.chosen, Mark::Frame)];
    let heat =
        |label: &str, scale: Scale, marks: &[(usize, Mark)], cell: &dyn Fn(usize) -> Option<HeatCell>| {
            Heat {
                label,
                rows: labels(&ours.axes[0]),
                columns: labels(&ours.axes[1]),
                cells: (0..raw.len()).map(cell).collect(),
                scale,
                marks: marks.to_vec(),
            }
            .svg()
        };
    let share_error = |share: f64| 1.96 * (share * (1.0 - share) / printed.n_games as f64).sqrt();
    let theirs = heat("The printed grid", scale, &marks, &|n| {
        let value = printed.shares[n]?;
        let title = format!(
            "{}: printed {} ± {} of {} games",
            ours.name(n),
            percent(value),
            points(share_error(value)),
            grouped(printed.n_games)
        );
        Some(HeatCell { value, error: Some(share_error(value)), title })
    });
    let mut our_marks = marks.clone();
    if ours.chosen != printed.chosen {
        our_marks.push((ours.chosen, Mark::BrokenFrame));
    }
    let measured = heat("Our grid", scale, &our_marks, &|n| {
        Some(HeatCell { value: raw[n], error: Some(half_width(&ours.cells[n])), title: title(ours, n) })
    });
    let simulated = heat("A grid of equal cells", scale, &[], &|n| {
        let value = comparison.simulated[n];
        let title = format!("{}: {} by chance alone", ours.name(n), percent(value));
        Some(HeatCell { value, error: None, title })
    });
    let difference = |n: usize| Some(printed.shares[n]? - raw[n]);
    let differences = Scale::of_differences((0..raw.len()).filter_map(difference));
    let differ = heat("Printed minus ours", differences, &marks, &|n| {
        let value = difference(n)?;
        let error = (share_error(printed.shares[n]?).powi(2) + half_width(&ours.cells[n]).powi(2)).sqrt();
        let title =
            format!("{}: printed minus ours {:+.1} ± {} points", ours.name(n), 100.0 * value, points(error));
        Some(HeatCell { value, error: Some(error), title })
    });
    let n_ours = ours.cells[0].games;
    let figures = [
        figure(
            &theirs,
            format_args!("Printed, {} games a cell; framed: the chosen cell.", grouped(printed.n_games)),
        ),
        figure(
            &measured,
            format_args!(
                "Ours, {} games a cell, on the same colours; framed: the printed choice; broken frame: ours, by the \
                 lower bound of the smoothed score.",
                grouped(n_ours)
            ),
        ),
        figure(&differ, "Printed minus ours, in points of percent."),
        figure(
            &simulated,
            format_args!(
                "Chance alone: a simulated grid of cells that are all equal, {} games each, on the same colours.",
                grouped(printed.n_games)
            ),
        ),
    ];
    html! { (paragraphs(findings)) (gallery(ours.axes[1].len(), &figures)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(axes: &[&str]) -> Stage {
        let axes: Vec<Axis> = axes.iter().map(|text| text.parse().unwrap()).collect();
        let cells = (0..n_cells(&axes).unwrap()).map(|n| CellScore::of_games([50 + n, 3, 60 - n])).collect();
        let start = vec![0.0; axes.len()];
        Stage::of(axes, cells, &start)
    }

    #[test]
    fn grids_of_any_number_of_axes_are_shown() {
        let one = stage(&played(&["a=1..9:1"]), None).into_string();
        assert_eq!(one.matches("<svg").count(), 1);
        let landmark = Landmark { name: "start", values: &[2.0, 0.5] };
        let two = stage(&played(&["a=1,2,3", "b=0..1:0.5"]), Some(landmark)).into_string();
        assert_eq!(two.matches("<svg").count(), 2);
        assert!(two.contains("broken frame: the start"));
        let three = stage(&played(&["a=1,2", "b=0..1:0.5", "c=1,2,3"]), None).into_string();
        assert_eq!(three.matches("<svg").count(), 3);
        for html in [one, two, three] {
            assert!(!html.contains("NaN"));
            assert_eq!(html.matches("<tr>").count(), html.matches("</tr>").count());
        }
    }

    #[test]
    fn the_start_is_found_on_the_grid_or_not_at_all() {
        let grid = played(&["a=1,2,3", "b=0..1:0.5"]);
        assert_eq!(cell_of(&grid.axes, &[2.0, 0.5]), Some(4));
        assert_eq!(cell_of(&grid.axes, &[2.0, 0.4]), None);
    }

    #[test]
    fn a_printed_grid_stands_beside_ours() {
        let ours = played(&["a=1,2,3", "b=0..1:0.5"]);
        let mut shares: Vec<_> = (0..9).map(|n| Some(0.5 + f64::from(n) / 30.0)).collect();
        shares[3] = None;
        let grid = Printed { shares, shape: [3, 3], n_games: 100, chosen: 8 };
        let comparison = grid.compare(&ours.cells, 0);
        let findings = comparison.findings(100, 113, |cell| ours.name(cell));
        let html = printed(&grid, &ours, &comparison, &findings).into_string();
        assert_eq!(html.matches("<svg").count(), 4);
        // The hole is empty on the printed map and on that of differences.
        assert_eq!(html.matches("class=\"empty\"").count(), 2);
        assert!(!html.contains("NaN"));
    }
}
