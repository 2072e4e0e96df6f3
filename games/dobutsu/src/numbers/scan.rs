//! Many numbers in a row: neighbours differ in the squares of the giraffes, so the rest is read once for all of them.

use std::ops::Range;

use ludwerk_core::Outlook;

use super::frame::{Frame, split};
use super::layout::layout;

/// See [`ludwerk_core::Indexed::scan`].
pub fn scan(numbers: Range<u64>, mut visit: impl FnMut(u64, Outlook, usize)) {
    let layout = layout();
    let end = numbers.end.min(layout.n_indices());
    let mut next = numbers.start;
    while next < end {
        let (class, lions, rank) = split(layout, next as u32);
        let reading = layout.straight[lions as usize];
        let (mut frame, rest) = Frame::read_without_giraffes(layout, class, reading, rank);
        let first = rank % class.n_giraffe;
        let n_here = u64::from(class.n_giraffe - first).min(end - next) as u32;
        for giraffes in first..first + n_here {
            frame.put_giraffes(layout, class, rest, giraffes);
            visit(next, frame.outlook(), usize::from(class.kind));
            next += 1;
        }
    }
}
