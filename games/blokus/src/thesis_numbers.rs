//! The orientation numbers of the thesis that this game follows in one variant: `12.3` is piece 12 in orientation 3.
//!
//! Its players type a piece with an orientation, and then the row and the column at which the top left corner of the
//! piece's box goes, counted from 0 from the top left of the board. Here that is `12.3@4,7`, or `12.3@h10` with the
//! name of the square; a blank serves as well as the `@`.
//! Pieces are numbered from 1 in the order of [`PIECES`]. The thesis keeps the orientations of a piece in a set, so
//! their order is an accident of its Python, and is written down here.

use crate::moves::BlokusMove;
use crate::notation::parse_square;
use crate::pieces::{N_PIECES, PIECES, TABLES};

/// The orientations of every piece in the order of their numbers, rows from the top.
#[rustfmt::skip]
const ORIENTATIONS: [&str; N_PIECES] = [
    "#",
    "## #/#",
    "### #/#/#",
    "##/#. .#/## #./## ##/.#",
    "#/#/#/# ####",
    "###/..# ###/#.. #../### .#/.#/## ##/.#/.# ##/#./#. ..#/### #./#./##",
    ".#/##/.# ###/.#. .#./### #./##/#.",
    "##/##",
    ".#/##/#. #./##/.# .##/##. ##./.##",
    "##### #/#/#/#/#",
    ".##/### ###/##. ##/##/#. ##/##/.# #./##/## ##./### .#/##/## ###/.##",
    "..##/###. #./#./##/.# .###/##.. ###./..## .#/.#/##/#. #./##/.#/.# .#/##/#./#. ##../.###",
    "##/#./#./#. .#/.#/.#/## #./#./#./## #.../#### ####/#... ##/.#/.#/.# ####/...# ...#/####",
    "##/.#/## ##/#./## #.#/### ###/#.#",
    ".#/.#/##/.# ..#./#### .#../#### #./##/#./#. ####/..#. .#/##/.#/.# #./#./##/#. ####/.#..",
    "..#/###/..# #../###/#.. ###/.#./.#. .#./.#./###",
    "#../#../### ###/..#/..# ###/#../#.. ..#/..#/###",
    ".##/##./#.. ##./.##/..# ..#/.##/##. #../##./.##",
    "..#/###/#.. #../###/..# ##./.#./.## .##/.#./##.",
    ".#./##./.## #../###/.#. .#./###/#.. ..#/###/.#. .#./.##/##. .#./###/..# .##/##./.#. ##./.##/.#.",
    ".#./###/.#.",
];

/// The highest orientation number of the thesis. It calls the cross, which looks the same however it lies, `21.2`; so
/// such pieces take any number up to this one.
const MOST_ORIENTATIONS: usize = 8;

/// A placement and the squares that it covers.
type Indexed = (BlokusMove, Vec<(usize, usize)>);

/// The placement that a text with an orientation number means; `None` for any other text.
pub(crate) fn parse(n: usize, text: &str) -> Option<Result<Indexed, String>> {
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let (piece, orientation) = text[..end].split_once('.')?;
    Some(place(n, piece, orientation, &text[end..]))
}

fn place(n: usize, piece: &str, orientation: &str, place: &str) -> Result<Indexed, String> {
    let number = |text: &str| text.parse::<usize>().ok();
    let piece_idx = number(piece).and_then(|number| number.checked_sub(1)).filter(|&idx| idx < N_PIECES);
    let piece_idx =
        piece_idx.ok_or_else(|| format!("there is no piece {piece}; they go from 1 to {N_PIECES}"))?;
    let forms: Vec<_> = ORIENTATIONS[piece_idx].split(' ').collect();
    let form = match (&forms[..], number(orientation)) {
        ([only], Some(1..=MOST_ORIENTATIONS)) => Some(*only),
        (forms, Some(number)) => number.checked_sub(1).and_then(|idx| forms.get(idx)).copied(),
        (_, None) => None,
    };
    let form = form.ok_or_else(|| {
        let (name, n_forms) = (PIECES[piece_idx].name, forms.len());
        format!("piece {piece} ({name}) has the orientations 1 to {n_forms}, not {orientation:?}")
    })?;
    let (top, left) = corner(n, place).ok_or_else(|| {
        format!("write {piece}.{orientation}@e10, or {piece}.{orientation}@4,4 for row and column")
    })?;
    let cells: Vec<(u8, u8)> = cells_of(form).collect();
    let covered: Vec<_> = cells.iter().map(|&(r, c)| (top + usize::from(r), left + usize::from(c))).collect();
    if covered.iter().any(|&(row, column)| row >= n || column >= n) {
        return Err("the piece does not fit on the board there".to_owned());
    }
    let found =
        TABLES.find(&cells).ok_or_else(|| format!("orientation {piece}.{orientation} is not known"))?;
    Ok((BlokusMove::place(found, top, left), covered))
}

/// The orientations of a piece in the order of their numbers.
pub(crate) fn orientations(piece: usize) -> impl Iterator<Item = usize> {
    ORIENTATIONS[piece].split(' ').filter_map(|form| TABLES.find(&cells_of(form).collect::<Vec<_>>()))
}

/// The row and the column of a place: a square, or both as numbers from 0.
fn corner(n: usize, text: &str) -> Option<(usize, usize)> {
    let words: Vec<_> = text
        .split(|letter: char| letter.is_whitespace() || matches!(letter, '@' | ','))
        .filter(|word| !word.is_empty())
        .collect();
    let number = |word: &str| word.parse::<usize>().ok().filter(|&number| number < n);
    match words[..] {
        [square] if square.is_ascii() => parse_square(n, square),
        [row, column] => number(row).zip(number(column)),
        _ => None,
    }
}

/// The filled squares of a drawing, row by row.
fn cells_of(drawing: &str) -> impl Iterator<Item = (u8, u8)> + '_ {
    drawing.split('/').zip(0..).flat_map(|(row, r)| {
        row.bytes().zip(0..).filter(|(letter, _)| *letter == b'#').map(move |(_, c)| (r, c))
    })
}

/// The orientations of a piece side by side under their numbers, line by line.
pub(crate) fn drawing(piece: usize) -> Vec<String> {
    let forms: Vec<Vec<&str>> =
        ORIENTATIONS[piece].split(' ').map(|form| form.split('/').collect()).collect();
    let height = forms.iter().map(Vec::len).max().unwrap_or(0);
    let line = |cells: Vec<String>| {
        let padded: Vec<_> = cells.iter().map(|cell| format!("{cell:6}")).collect();
        padded.concat().trim_end().to_owned()
    };
    let numbers = line((1..=forms.len()).map(|number| format!("{}.{number}", piece + 1)).collect());
    let row = |row: usize| line(forms.iter().map(|form| form.get(row).unwrap_or(&"").to_string()).collect());
    std::iter::once(numbers).chain((0..height).map(row)).collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[test]
    fn every_orientation_has_one_number() {
        let mut found: Vec<usize> = Vec::new();
        for (piece, forms) in ORIENTATIONS.iter().enumerate() {
            for (n, form) in forms.split(' ').enumerate() {
                let (mv, cells) = parse(20, &format!("{}.{}@0,0", piece + 1, n + 1)).unwrap().unwrap();
                let (orientation, _, _) = mv.placement().unwrap();
                assert_eq!(usize::from(TABLES.orientations[orientation].piece), piece, "{form}");
                assert_eq!(cells.len(), TABLES.orientations[orientation].cells.len());
                found.push(orientation);
            }
        }
        found.sort_unstable();
        assert_eq!(found, (0..TABLES.orientations.len()).collect::<Vec<_>>());
    }

    #[test]
    fn the_thesis_own_example_is_read() {
        // Its section 5 places "21.2" at (8, 9) and names these squares.
        let squares = vec![(8, 10), (9, 9), (9, 10), (9, 11), (10, 10)];
        for text in ["21.2@8,9", "21.2 8 9", "21.2 @ 8, 9", "21.2@j6", "21.2 j6", "21.1@J6"] {
            assert_eq!(parse(14, text).unwrap().unwrap().1, squares, "{text}");
        }
    }

    /// The pages of the book that shows the numbers: the orientations of a piece side by side.
    fn page() -> String {
        let mut page = "# Blokus: orientations by number\n\n\
            In Blokus a placement may be written as `PIECE.ORIENTATION@SQUARE`, where the square is the top left corner of the \
            box around the piece: `4.2@e10` covers f10, e9 and f9.\n\
            The row from the top and the column from the left, both from 0, do as well: `4.2@4,4` on a board of 14 by 14.\n\
            Where a line holds one move, as in [`ludwerk play`](../guide/play.md), blanks may stand in place of the `@` and the comma: \
            `4.2 e10`, `4.2 4 4`.\n\
            The numbers are those of the thesis whose rules the variant `thesis` follows.\n\
            Its own example calls the cross `21.2`, so pieces that look the same however they lie take any number from 1 to 8.\n\n\
            This page is made from the program's table; a test keeps it true.\n"
            .to_owned();
        for (n, piece) in PIECES.iter().enumerate() {
            let lines = drawing(n).join("\n");
            let _ = write!(page, "\n## Piece {}: {}\n\n```text\n{lines}\n```\n", n + 1, piece.name);
        }
        page
    }

    /// `LUDWERK_UPDATE=1 cargo test -p ludwerk-blokus` writes the page anew.
    #[test]
    fn the_book_shows_the_numbers() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../docs/reference/blokus-orientations.md");
        if std::env::var_os("LUDWERK_UPDATE").is_some() {
            std::fs::write(&path, page()).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), page());
        assert_eq!(parse(14, "4.2@e10").unwrap().unwrap().1, [(4, 5), (5, 4), (5, 5)]);
    }

    #[test]
    fn wrong_numbers_are_told() {
        let why = |text: &str| parse(14, text).unwrap().unwrap_err();
        assert!(why("22.1@e10").contains("no piece 22"), "{}", why("22.1@e10"));
        assert!(why("0.1@e10").contains("no piece 0"));
        assert!(why("2.3@e10").contains("orientations 1 to 2"));
        assert!(why("2.@e10").contains("orientations 1 to 2"));
        assert!(why("21.9@e10").contains("orientations 1 to 1"));
        assert!(why("99999999999999999999.1@e10").contains("no piece"));
        assert!(why("10.1@n1").contains("does not fit"));
        for place in ["", "@", "@o1", "@14,0", "@1", "@1,2,3", "@é5", "@-1,2"] {
            assert!(why(&format!("2.1{place}")).contains("write 2.1@e10"), "{place}");
        }
        for other in ["", "e10", "e10,f10", "pass", "12", "é.1"] {
            assert_eq!(parse(14, other), None, "{other}");
        }
    }
}
