//! The principal variation: the best line found below each ply, without allocation once it is long enough.

/// One line for each ply of a search.
#[derive(Debug)]
pub(crate) struct PvTable<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    /// Room for lines down to this ply.
    pub fn new(deepest_ply: usize) -> Self {
        Self { lines: vec![Vec::new(); deepest_ply + 1] }
    }

    /// Makes room down to this ply, where there is less.
    pub fn make_room(&mut self, deepest_ply: usize) {
        self.lines.resize_with((deepest_ply + 1).max(self.lines.len()), Vec::new);
    }

    /// Nothing is known below this ply yet.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        match self.lines.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.make_room(ply),
        }
    }

    /// The best line at `ply` is `mv` alone.
    #[inline]
    pub fn end(&mut self, mv: M, ply: usize) {
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
            line.push(mv);
        }
    }

    /// The best line at `ply` is `mv` and the best line below it.
    pub fn keep(&mut self, mv: M, ply: usize) {
        if let Some([line, below]) = self.lines.get_mut(ply..ply + 2) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(below);
        }
    }

    /// A move of the root with the best line below it.
    pub fn line_of(&self, mv: M) -> Vec<M> {
        let below = self.lines.get(1).map_or(&[][..], Vec::as_slice);
        [&[mv], below].concat()
    }

    /// The best line at `ply` is these moves and the best line below the last of them.
    pub fn keep_all(&mut self, moves: &[M], ply: usize) {
        self.make_room(ply + moves.len());
        let (above, below) = self.lines.split_at_mut(ply + moves.len());
        let line = &mut above[ply];
        line.clear();
        line.extend_from_slice(moves);
        line.extend_from_slice(&below[0]);
    }

    /// Moves from the root on with the best line below them.
    pub fn line_of_all(&self, moves: &[M]) -> Vec<M> {
        let below = self.lines.get(moves.len()).map_or(&[][..], Vec::as_slice);
        [moves, below].concat()
    }
}
