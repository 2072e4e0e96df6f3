//! The map in the book: every space with the id that moves use.

use std::fmt::Write as _;

use ludwerk_samurai::board::{Extent, MOST_SEATS, N_SPACES, Space};

/// The radius of a hex.
const RADIUS: f64 = 21.0;
const MARGIN: f64 = 12.0;

const HEAD: &str = r"  <style>
    .card { fill: #fbf7ef; }
    .land { fill: #dfe3b4; stroke: #8a9a5b; }
    .sea { fill: #c3dcec; stroke: #7fa9c6; }
    .town { fill: #f6e3c0; stroke: #8a5a33; stroke-width: 2.5; }
    .more { stroke-dasharray: 4 3; }
    text { font-family: sans-serif; font-size: 13px; fill: #38322a; text-anchor: middle; }
    .word { font-size: 10px; } .strong { font-weight: bold; }
    .key { text-anchor: start; }
  </style>
";

/// The middle of a space: `x = 1.5 q`, `y = √3 (r + q / 2)`.
fn middle(q: f64, r: f64) -> (f64, f64) {
    (RADIUS * 1.5 * q, RADIUS * 3f64.sqrt() * (r + q / 2.0))
}

fn hexagon(x: f64, y: f64) -> String {
    let corner = |n: u32| {
        let angle = f64::from(n) * std::f64::consts::FRAC_PI_3;
        format!("{:.1},{:.1}", x + RADIUS * angle.cos(), y + RADIUS * angle.sin())
    };
    (0..6).map(corner).collect::<Vec<_>>().join(" ")
}

/// The whole map; spaces that come with a third or a fourth player have a dashed border.
fn map() -> String {
    let spaces: Vec<_> = (0..N_SPACES as u8).filter_map(Space::of_id).collect();
    let middles: Vec<_> = spaces
        .iter()
        .map(|space| {
            let (q, r) = space.coordinates();
            middle(f64::from(q), f64::from(r))
        })
        .collect();
    let least =
        |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min) - RADIUS - MARGIN;
    let most =
        |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max) + RADIUS + MARGIN;
    let (left, right) = (least(&mut middles.iter().map(|at| at.0)), most(&mut middles.iter().map(|at| at.0)));
    let (top, bottom) = (least(&mut middles.iter().map(|at| at.1)), most(&mut middles.iter().map(|at| at.1)));
    let (width, height) = ((right - left).ceil(), (bottom - top).ceil());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"title\">\n  <title id=\"title\">The map of Samurai: \
         settlements, land and sea, each space with its number</title>\n{HEAD}  <rect class=\"card\" \
         width=\"{width}\" height=\"{height}\" rx=\"8\"/>\n"
    );
    for (space, (x, y)) in spaces.iter().zip(&middles) {
        let (x, y) = (x - left, y - top);
        let (class, word) = match space {
            Space::Land(_) => ("land", ""),
            Space::Sea(_) => ("sea", ""),
            Space::Settlement(_) => ("town", ["village", "city", "Edo"][usize::from(space.buildings()) - 1]),
        };
        let more = if usize::from(space.id()) < Extent::of(2).n_spaces() { "" } else { " more" };
        let strong = if word.is_empty() { "" } else { " class=\"strong\"" };
        let _ = writeln!(svg, "  <polygon class=\"{class}{more}\" points=\"{}\"/>", hexagon(x, y));
        let shift = if word.is_empty() { 4.5 } else { -1.0 };
        let _ = writeln!(svg, "  <text{strong} x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y + shift, space.id());
        if !word.is_empty() {
            let _ = writeln!(svg, "  <text class=\"word\" x=\"{x:.1}\" y=\"{:.1}\">{word}</text>", y + 11.0);
        }
    }
    for (line, words) in
        ["Spaces with a dashed border", "come with three or four players."].iter().enumerate()
    {
        let y = height - 2.0 * MARGIN + 16.0 * (line as f64 - 1.0);
        let x = width - 240.0;
        let _ = writeln!(svg, "  <text class=\"key\" x=\"{x}\" y=\"{y}\">{words}</text>");
    }
    svg + "</svg>\n"
}

/// `LUDWERK_UPDATE=1 cargo test -p ludwerk-samurai --test map` draws it anew.
#[test]
fn the_book_shows_the_map_with_the_ids_of_moves() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/images/samurai-map.svg");
    let map = map();
    if std::env::var_os("LUDWERK_UPDATE").is_some() {
        std::fs::write(path, &map).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), map);
    assert_eq!(map.matches("<polygon").count(), Extent::of(MOST_SEATS).n_spaces());
}
