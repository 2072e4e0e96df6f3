//! A binary arithmetic coder: every bit costs what it surprises.
//!
//! The range that is left is cut in two in proportion to the chances of the next bit; leading bytes that can no longer
//! change are written. What follows the last byte of a stream may be anything.

/// How likely a bit is set, in parts of 65,536.
pub type Chance = u16;

/// A chance that is learnt by counting.
pub fn chance(n_set: u32, n_all: u32) -> Chance {
    // Nothing is certain: what was never seen may still come.
    const LEAST: u64 = 24;
    let share = (u64::from(n_set) * 2 + 1) * 65_536 / (u64::from(n_all) * 2 + 2);
    share.clamp(LEAST, 65_536 - LEAST) as Chance
}

/// Where the range is cut: up to here the bit is set.
#[inline]
fn cut(low: u32, high: u32, chance: Chance) -> u32 {
    low + ((u64::from(high - low) * u64::from(chance)) >> 16) as u32
}

#[inline]
fn is_first_byte_known(low: u32, high: u32) -> bool {
    (low ^ high) >> 24 == 0
}

/// Writes bits.
pub struct Encoder<'a> {
    low: u32,
    high: u32,
    bytes: &'a mut Vec<u8>,
}

impl<'a> Encoder<'a> {
    pub fn new(bytes: &'a mut Vec<u8>) -> Self {
        Self { low: 0, high: u32::MAX, bytes }
    }

    #[inline]
    pub fn put(&mut self, bit: bool, chance: Chance) {
        let cut = cut(self.low, self.high, chance);
        if bit {
            self.high = cut;
        } else {
            self.low = cut + 1;
        }
        while is_first_byte_known(self.low, self.high) {
            self.bytes.push((self.low >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 255;
        }
    }

    /// Writes as few bytes as tell the range, whatever follows them.
    pub fn end(self) {
        for n_bytes in 0..=4u32 {
            let rest = (1u64 << (32 - 8 * n_bytes)) - 1;
            let first = (u64::from(self.low) + rest) & !rest;
            if first + rest <= u64::from(self.high) {
                self.bytes.extend_from_slice(&(first as u32).to_be_bytes()[..n_bytes as usize]);
                return;
            }
        }
    }
}

/// Reads bits.
pub struct Decoder<'a> {
    low: u32,
    high: u32,
    code: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { low: 0, high: u32::MAX, code: 0, bytes: bytes.iter() };
        for _ in 0..4 {
            decoder.read_byte();
        }
        decoder
    }

    #[inline]
    fn read_byte(&mut self) {
        self.code = self.code << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }

    #[inline]
    pub fn get(&mut self, chance: Chance) -> bool {
        let cut = cut(self.low, self.high, chance);
        let bit = self.code <= cut;
        if bit {
            self.high = cut;
        } else {
            self.low = cut + 1;
        }
        while is_first_byte_known(self.low, self.high) {
            self.low <<= 8;
            self.high = self.high << 8 | 255;
            self.read_byte();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use ludwerk_core::Rng;

    use super::*;

    /// Bits with the chances that they had.
    fn bits(seed: u64, n_bits: usize) -> Vec<(bool, Chance)> {
        let mut rng = Rng::new(seed);
        let mut draw = || {
            let chance = chance(rng.below(1000) as u32, 999);
            (rng.unit() * 65_536.0 < f64::from(chance), chance)
        };
        (0..n_bits).map(|_| draw()).collect()
    }

    #[test]
    fn streams_one_after_the_other_are_read_as_they_were_written() {
        let streams: Vec<_> = (0..200).map(|n| bits(n, n as usize * 7)).collect();
        let mut bytes = Vec::new();
        let mut starts = Vec::new();
        for stream in &streams {
            starts.push(bytes.len());
            let mut encoder = Encoder::new(&mut bytes);
            for &(bit, chance) in stream {
                encoder.put(bit, chance);
            }
            encoder.end();
        }
        // Whatever follows the last of them must not matter.
        bytes.extend([255; 8]);
        for (stream, start) in streams.iter().zip(starts) {
            let mut decoder = Decoder::new(&bytes[start..]);
            for &(bit, chance) in stream {
                assert_eq!(decoder.get(chance), bit);
            }
        }
    }

    #[test]
    fn likely_bits_are_cheap() {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes);
        for _ in 0..10_000 {
            encoder.put(true, chance(99, 100));
        }
        encoder.end();
        // 10,000 bits of -log2(0.985) each are 27 bytes.
        assert!(bytes.len() < 40, "{}", bytes.len());
    }
}
