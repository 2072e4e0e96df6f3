//! What a network learns from: positions as the inputs that are on, each with the share of the win that followed.

use std::path::Path;

use ludwerk_search::file::{self, FileError, Head};

/// The first line of a file.
const FORMAT: &str = "ludwerk-samples 1";

/// Many positions in little room.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// The inputs of all, one position after the other.
    inputs: Vec<u16>,
    /// Where each position's inputs end.
    ends: Vec<u32>,
    /// What each is worth to its viewer, from 0 to 1.
    targets: Vec<f32>,
}

impl Samples {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Adds a position.
    pub fn push(&mut self, inputs: &[u16], target: f32) {
        self.inputs.extend_from_slice(inputs);
        self.ends.push(self.inputs.len() as u32);
        self.targets.push(target);
    }

    /// Adds all positions of others.
    pub fn append(&mut self, others: &Self) {
        for n in 0..others.len() {
            let (inputs, target) = others.get(n);
            self.push(inputs, target);
        }
    }

    /// The inputs that are on in a position, and what it is worth.
    pub fn get(&self, n: usize) -> (&[u16], f32) {
        let start = if n == 0 { 0 } else { self.ends[n - 1] as usize };
        (&self.inputs[start..self.ends[n] as usize], self.targets[n])
    }

    /// The last so many positions, or all.
    pub fn last(&self, n_wanted: usize) -> Self {
        let mut last = Self::default();
        for n in self.len().saturating_sub(n_wanted)..self.len() {
            let (inputs, target) = self.get(n);
            last.push(inputs, target);
        }
        last
    }

    /// Writes a file, all of it or nothing.
    ///
    /// # Errors
    /// [`FileError::Io`].
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        let head = Head::default().with("positions", self.len()).with("inputs", self.inputs.len());
        let bytes: Vec<u8> = (self.targets.iter().flat_map(|target| target.to_le_bytes()))
            .chain(self.ends.iter().flat_map(|end| end.to_le_bytes()))
            .chain(self.inputs.iter().flat_map(|input| input.to_le_bytes()))
            .collect();
        file::write(path, FORMAT, head, bytes.len(), |writer| writer.write_all(&bytes))?;
        Ok(())
    }

    /// Reads a file, and checks that it is whole.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let (head, bytes) = file::read(path, FORMAT)?;
        let damaged = || FileError::Damaged("its head does not fit what follows".to_owned());
        let (n, n_inputs) = (head.number("positions")? as usize, head.number("inputs")? as usize);
        let size = n.checked_mul(8).and_then(|size| size.checked_add(n_inputs.checked_mul(2)?));
        if size != Some(bytes.len()) {
            return Err(damaged());
        }
        let (targets, rest) = bytes.split_at(4 * n);
        let (ends, inputs) = rest.split_at(4 * n);
        let word = |bytes: &[u8]| [bytes[0], bytes[1], bytes[2], bytes[3]];
        let samples = Self {
            inputs: inputs.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect(),
            ends: ends.chunks_exact(4).map(|bytes| u32::from_le_bytes(word(bytes))).collect(),
            targets: targets.chunks_exact(4).map(|bytes| f32::from_le_bytes(word(bytes))).collect(),
        };
        let is_sound = samples.ends.is_sorted()
            && samples.ends.last().is_none_or(|&end| end as usize == n_inputs)
            && samples.targets.iter().all(|target| (0.0..=1.0).contains(target));
        if is_sound { Ok(samples) } else { Err(damaged()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Samples {
        let mut samples = Samples::default();
        samples.push(&[3, 1, 4], 0.5);
        samples.push(&[], 1.0);
        samples.push(&[15, 9], 0.0);
        samples
    }

    #[test]
    fn a_file_gives_back_what_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("samples");
        some().write(&path).unwrap();
        assert_eq!(Samples::read(&path).unwrap(), some());
        let mut bytes = std::fs::read(&path).unwrap();
        let last = bytes.len() - 6;
        bytes[last] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        assert!(matches!(Samples::read(&path), Err(FileError::Damaged(_))));
    }

    #[test]
    fn the_last_positions_keep_their_inputs() {
        let last = some().last(2);
        assert_eq!(last.len(), 2);
        assert_eq!(last.get(0), (&[][..], 1.0));
        assert_eq!(last.get(1), (&[15, 9][..], 0.0));
        let mut all = some();
        all.append(&last);
        assert_eq!(all.get(4), (&[15, 9][..], 0.0));
    }
}
