//! Sums over what a placement meets: a number for every square that it covers, for every square beside it, and for
//! every square that it touches at a corner alone.
//!
//! The numbers are laid out once for a position; a placement then costs one addition a square.

use std::sync::LazyLock;

use crate::board::Squares;
use crate::pieces::{REACH, TABLES};

/// How a placement meets a square.
#[derive(Clone, Copy)]
pub(crate) enum Contact {
    /// It covers it.
    Covered,
    /// It has a side in common with it.
    Beside,
    /// It touches it at a corner alone.
    Corner,
}

/// Places of a row for one kind of contact, with a margin of one on either side of the largest board.
const PLANE: usize = 32;

/// Places of a row: for every kind of contact, and as many that stay empty.
const ROW: usize = 4 * PLANE;

/// The first place of a row that stays empty.
const NOTHING: u16 = 3 * PLANE as u16;

/// No placement meets anything beyond so many places: it is seven rows high with what lies around it.
const WINDOW: usize = 8 * ROW;

/// Contacts are added up in groups of so many.
const GROUP: usize = 4;

/// The numbers.
pub(crate) struct Field {
    values: [i16; 20 * ROW + WINDOW],
    contacts: &'static [Vec<[u16; GROUP]>],
}

/// For every orientation the places that it meets, from the one above and left of it on.
static CONTACTS: LazyLock<Vec<Vec<[u16; GROUP]>>> = LazyLock::new(|| {
    let of_orientation = |shape: &crate::pieces::Orientation| {
        let covered = std::array::from_fn(|n| {
            n.checked_sub(1).map_or(0, |row| shape.rows.get(row).map_or(0, |bits| bits << 1))
        });
        let kinds =
            [(Contact::Covered, covered), (Contact::Beside, shape.sides), (Contact::Corner, shape.tips)];
        let mut places = Vec::new();
        for (contact, rows) in kinds {
            for (row, bits) in rows.into_iter().enumerate() {
                let columns = (0..8).filter(|column| bits >> column & 1 != 0);
                places.extend(columns.map(|column| (row * ROW + contact as usize * PLANE + column) as u16));
            }
        }
        let of_group = |group: &[u16]| std::array::from_fn(|n| group.get(n).copied().unwrap_or(NOTHING));
        places.chunks(GROUP).map(of_group).collect()
    };
    TABLES.orientations.iter().map(of_orientation).collect()
});

impl Field {
    pub fn new() -> Self {
        Self { values: [0; 20 * ROW + WINDOW], contacts: &CONTACTS }
    }

    /// Whoever meets a square of the set in this way has so much more.
    pub fn add<const N: usize>(&mut self, contact: Contact, set: &Squares<N>, value: i16) {
        for (row, &bits) in set.iter().enumerate() {
            let first = (row + 1) * ROW + contact as usize * PLANE + 1;
            // All columns at once is faster than those of the set one by one.
            for (column, number) in self.values[first..first + N].iter_mut().enumerate() {
                *number += if bits & 1 << (REACH + column) == 0 { 0 } else { value };
            }
        }
    }

    /// The sum over everything that a placement meets.
    #[inline]
    pub fn sum(&self, orientation: usize, row: usize, column: usize) -> i32 {
        let Some(window) = self.values[row * ROW + column..].first_chunk::<WINDOW>() else { return 0 };
        // No place is beyond the window, which is a power of two long.
        let value = |place: u16| i32::from(window[usize::from(place) % WINDOW]);
        let of_group = |&[a, b, c, d]: &[u16; GROUP]| (value(a) + value(b)) + (value(c) + value(d));
        self.contacts[orientation].iter().map(of_group).sum()
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_core::Rng;

    use super::*;
    use crate::board::{all_columns, contains};

    #[test]
    fn every_square_that_a_placement_meets_counts_once() {
        const N: usize = 14;
        let mut rng = Rng::new(1);
        let mut random = || -> Squares<N> { std::array::from_fn(|_| rng.next_u64() as u32 & all_columns(N)) };
        let sets = [random(), random(), random()];
        let mut field = Field::new();
        for (contact, (set, value)) in [Contact::Covered, Contact::Beside, Contact::Corner]
            .into_iter()
            .zip(sets.iter().zip([1, 100, -10_000]))
        {
            field.add(contact, set, value);
        }
        for (orientation, shape) in TABLES.orientations.iter().enumerate() {
            for (row, column) in
                [(0, 0), (3, 7), (N - usize::from(shape.height), N - usize::from(shape.width))]
            {
                let cells: Vec<_> = shape
                    .cells
                    .iter()
                    .map(|&(r, c)| (row + usize::from(r), column + usize::from(c)))
                    .collect();
                let mut sum = 0;
                for square in (0..N).flat_map(|row| (0..N).map(move |column| (row, column))) {
                    let distances =
                        cells.iter().map(|cell| (cell.0.abs_diff(square.0), cell.1.abs_diff(square.1)));
                    let touches = |wanted: &[(usize, usize)]| {
                        distances.clone().any(|distance| wanted.contains(&distance))
                    };
                    let is_in = |n: usize| i32::from(contains(&sets[n], square.0, square.1));
                    if touches(&[(0, 0)]) {
                        sum += is_in(0);
                    } else if touches(&[(0, 1), (1, 0)]) {
                        sum += 100 * is_in(1);
                    } else if touches(&[(1, 1)]) {
                        sum -= 10_000 * is_in(2);
                    }
                }
                assert_eq!(field.sum(orientation, row, column), sum, "{orientation} at {row}, {column}");
            }
        }
    }
}
