//! The 21 pieces, their 91 orientations, and all ways in which a piece can cover a square.
//!
//! A piece has at most five squares, so whatever covers a given square lies within four steps of it: a diamond of 41
//! squares. [`Cover`] is such a way, as a mask over that diamond. There are 414, wherever the square is; the edge
//! of the board is just a set of blocked squares. One AND tells whether a cover fits.

use std::sync::LazyLock;

/// The number of pieces of a colour.
pub const N_PIECES: usize = 21;

/// The number of orientations of all pieces.
pub const N_ORIENTATIONS: usize = 91;

/// The number of squares of all pieces of a colour.
pub const N_PIECE_SQUARES: u32 = 89;

/// The piece of one square, whose place as the last piece is worth points.
pub const MONOMINO: u8 = 0;

/// How far a piece reaches from any of its squares.
pub const REACH: usize = 4;

/// A piece by its names, with one of its orientations drawn.
pub struct Piece {
    /// The name that Pentobi and most programs use.
    pub name: &'static str,
    /// The name in the thesis.
    pub thesis_name: &'static str,
    drawing: &'static str,
}

const fn piece(name: &'static str, thesis_name: &'static str, drawing: &'static str) -> Piece {
    Piece { name, thesis_name, drawing }
}

/// The pieces, by size.
pub const PIECES: [Piece; N_PIECES] = [
    piece("1", "unit", "#"),
    piece("2", "pair", "##"),
    piece("I3", "3line", "###"),
    piece("V3", "3v", "##/.#"),
    piece("I4", "4line", "####"),
    piece("L4", "4el", "###/#.."),
    piece("T4", "4tee", "###/.#."),
    piece("O", "4sq", "##/##"),
    piece("Z4", "4z", "##./.##"),
    piece("I5", "5line", "#####"),
    piece("P", "5el", "###/##."),
    piece("N", "5z", "##../.###"),
    piece("L5", "5l", "####/#..."),
    piece("U", "5u", "#.#/###"),
    piece("Y", "5t", "####/.#.."),
    piece("T5", "5T", "###/.#./.#."),
    piece("V5", "5v", "#../#../###"),
    piece("W", "5w", "#../##./.##"),
    piece("Z5", "5s", "##./.#./.##"),
    piece("F", "5?", "##./.##/.#."),
    piece("X", "5cross", ".#./###/.#."),
];

/// A piece turned and flipped one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orientation {
    /// Which piece.
    pub piece: u8,
    /// Its rows from the top, the leftmost column in bit 0.
    pub rows: [u8; 5],
    /// Its height.
    pub height: u8,
    /// Its width.
    pub width: u8,
    /// Its squares as (row, column), row by row.
    pub cells: Vec<(u8, u8)>,
    /// The squares beside it, from the row above it down; bit 0 is the column left of it.
    pub sides: [u8; 7],
    /// The squares that it touches at a corner alone, in the same way.
    pub tips: [u8; 7],
}

/// A way to cover a square: the squares within reach as bits of the diamond, and in the bits above them the number
/// of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover(u64);

/// Bits of the diamond.
const N_DIAMOND: u32 = 41;

impl Cover {
    /// Whether it avoids the squares in `blocked`, a mask over the diamond.
    pub const fn fits(self, blocked: u64) -> bool {
        self.0 & blocked == 0
    }

    /// Its number, for [`Tables::placed`].
    pub const fn number(self) -> usize {
        (self.0 >> N_DIAMOND) as usize
    }
}

/// Which orientation a cover is, and where its square lies in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The orientation.
    pub orientation: u8,
    /// How many rows its top is above the covered square.
    pub up: u8,
    /// How many columns its left side is beside the covered square.
    pub left: u8,
}

/// The covers that do not need a neighbour which is blocked, sorted by piece.
pub struct CoverList {
    covers: Vec<Cover>,
    /// Where those of each piece begin; one more for the end.
    starts: [u16; N_PIECES + 1],
}

impl CoverList {
    /// The covers by one piece.
    pub fn of_piece(&self, piece: usize) -> &[Cover] {
        &self.covers[usize::from(self.starts[piece])..usize::from(self.starts[piece + 1])]
    }
}

/// Everything about pieces that can be known before a game begins.
pub struct Tables {
    /// All orientations, by piece.
    pub orientations: Vec<Orientation>,
    /// For every set of blocked direct neighbours (bits: above, left, right, below) the covers that remain.
    pub covers: [CoverList; 16],
    /// What each cover is.
    pub placed: Vec<Placed>,
    /// The size of each piece.
    pub sizes: [u8; N_PIECES],
    /// Where the direct neighbours are in the diamond: above, left, right, below.
    pub neighbours: [u32; 4],
}

/// The tables, made once.
pub static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// The first bit of each row of the diamond, from the top, and one more for the end.
pub const DIAMOND_ROWS: [u32; 2 * REACH + 2] = [0, 1, 4, 9, 16, 25, 32, 37, 40, 41];

/// The bit of a square of the diamond, given its distance in rows and columns.
const fn diamond_bit(row: i32, column: i32) -> u32 {
    let half_width = REACH as i32 - row.abs();
    DIAMOND_ROWS[(row + REACH as i32) as usize] + (column + half_width) as u32
}

impl Tables {
    fn new() -> Self {
        let mut orientations = Vec::new();
        for (number, piece) in PIECES.iter().enumerate() {
            orientations.extend(orientations_of(number as u8, &cells_of(piece.drawing)));
        }
        let mut sizes = [0; N_PIECES];
        let (mut all, mut placed) = (Vec::new(), Vec::new());
        for (number, orientation) in orientations.iter().enumerate() {
            sizes[usize::from(orientation.piece)] = orientation.cells.len() as u8;
            for &(row, column) in &orientation.cells {
                let bit = |&(r, c): &(u8, u8)| {
                    diamond_bit(i32::from(r) - i32::from(row), i32::from(c) - i32::from(column))
                };
                let mask = orientation.cells.iter().fold(0, |mask, cell| mask | 1 << bit(cell));
                all.push((orientation.piece, Cover(mask | (placed.len() as u64) << N_DIAMOND)));
                placed.push(Placed { orientation: number as u8, up: row, left: column });
            }
        }
        let neighbours = [diamond_bit(-1, 0), diamond_bit(0, -1), diamond_bit(0, 1), diamond_bit(1, 0)];
        let covers = std::array::from_fn(|blocked| {
            let blocked: u64 = (0..4).filter(|n| blocked >> n & 1 != 0).map(|n| 1 << neighbours[n]).sum();
            let fitting: Vec<_> = all.iter().filter(|(_, cover)| cover.fits(blocked)).collect();
            let starts = std::array::from_fn(|piece| {
                fitting.iter().filter(|(of, _)| usize::from(*of) < piece).count() as u16
            });
            CoverList { covers: fitting.iter().map(|(_, cover)| *cover).collect(), starts }
        });
        Self { orientations, covers, placed, sizes, neighbours }
    }

    /// Which of the direct neighbours are blocked, as an index into [`Tables::covers`].
    pub fn blocked_neighbours(&self, diamond: u64) -> usize {
        let bit = |n: usize| (diamond >> self.neighbours[n] & 1) as usize;
        bit(0) | bit(1) << 1 | bit(2) << 2 | bit(3) << 3
    }

    /// The orientation with these squares, moved to the top left corner and sorted.
    pub fn find(&self, cells: &[(u8, u8)]) -> Option<usize> {
        self.orientations.iter().position(|orientation| orientation.cells == cells)
    }
}

fn cells_of(drawing: &str) -> Vec<(u8, u8)> {
    let rows = drawing.split('/').enumerate();
    rows.flat_map(|(row, text)| {
        let filled = text.chars().enumerate().filter(|(_, letter)| *letter == '#');
        filled.map(move |(column, _)| (row as u8, column as u8))
    })
    .collect()
}

/// The cells moved to the top left corner and sorted.
pub fn normalised(cells: impl IntoIterator<Item = (i32, i32)> + Clone) -> Vec<(u8, u8)> {
    let top = cells.clone().into_iter().map(|(row, _)| row).min().unwrap_or(0);
    let left = cells.clone().into_iter().map(|(_, column)| column).min().unwrap_or(0);
    let mut moved: Vec<_> = cells.into_iter().map(|(r, c)| ((r - top) as u8, (c - left) as u8)).collect();
    moved.sort_unstable();
    moved
}

/// The squares beside a piece and those at its corners alone, with a margin of one.
fn surround(rows: [u8; 5]) -> ([u8; 7], [u8; 7]) {
    let row = |n: usize| n.checked_sub(1).and_then(|n| rows.get(n)).map_or(0, |bits| bits << 1);
    let above_and_below = |n: usize| n.checked_sub(1).map_or(0, row) | row(n + 1);
    let spread = |bits: u8| bits << 1 | bits >> 1;
    let sides: [u8; 7] = std::array::from_fn(|n| (spread(row(n)) | above_and_below(n)) & !row(n));
    let tips = std::array::from_fn(|n| spread(above_and_below(n)) & !row(n) & !sides[n]);
    (sides, tips)
}

fn orientations_of(piece: u8, cells: &[(u8, u8)]) -> Vec<Orientation> {
    let mut forms: Vec<Vec<(u8, u8)>> = Vec::new();
    for symmetry in 0..8 {
        let turned = cells.iter().map(|&(r, c)| {
            let (mut r, mut c) = (i32::from(r), i32::from(c));
            if symmetry & 4 != 0 {
                c = -c;
            }
            for _ in 0..symmetry & 3 {
                (r, c) = (c, -r);
            }
            (r, c)
        });
        let form = normalised(turned);
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
        .into_iter()
        .map(|cells| {
            let mut rows = [0; 5];
            for &(row, column) in &cells {
                rows[usize::from(row)] |= 1 << column;
            }
            let most = |part: fn(&(u8, u8)) -> u8| cells.iter().map(part).max().unwrap_or(0) + 1;
            let (sides, tips) = surround(rows);
            Orientation {
                piece,
                rows,
                height: most(|cell| cell.0),
                width: most(|cell| cell.1),
                cells,
                sides,
                tips,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Orientations and placements on 14x14 and 20x20, as in the table of `rules`.
    const PUBLISHED: [(usize, usize, usize); N_PIECES] = [
        (1, 196, 400),
        (2, 364, 760),
        (2, 336, 720),
        (4, 676, 1444),
        (2, 308, 680),
        (8, 1248, 2736),
        (4, 624, 1368),
        (1, 169, 361),
        (4, 624, 1368),
        (2, 280, 640),
        (8, 1248, 2736),
        (8, 1144, 2584),
        (8, 1144, 2584),
        (4, 624, 1368),
        (8, 1144, 2584),
        (4, 576, 1296),
        (4, 576, 1296),
        (4, 576, 1296),
        (4, 576, 1296),
        (8, 1152, 2592),
        (1, 144, 324),
    ];

    #[test]
    fn there_are_as_many_orientations_and_placements_as_published() {
        assert_eq!(TABLES.orientations.len(), N_ORIENTATIONS);
        for (piece, published) in PUBLISHED.into_iter().enumerate() {
            let of_piece =
                || TABLES.orientations.iter().filter(|orientation| usize::from(orientation.piece) == piece);
            let places = |size: usize| {
                let fits =
                    |o: &Orientation| (size + 1 - usize::from(o.height)) * (size + 1 - usize::from(o.width));
                of_piece().map(fits).sum::<usize>()
            };
            assert_eq!((of_piece().count(), places(14), places(20)), published, "{}", PIECES[piece].name);
        }
        assert_eq!(TABLES.sizes.iter().map(|&size| u32::from(size)).sum::<u32>(), N_PIECE_SQUARES);
    }

    #[test]
    fn there_are_414_ways_to_cover_a_square() {
        assert_eq!(TABLES.placed.len(), 414);
        assert_eq!((0..N_PIECES).map(|piece| TABLES.covers[0].of_piece(piece).len()).sum::<usize>(), 414);
        let alone = &TABLES.covers[15];
        assert_eq!((0..N_PIECES).map(|piece| alone.of_piece(piece).len()).sum::<usize>(), 1, "the monomino");
    }
}
