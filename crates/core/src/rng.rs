//! Seeded randomness, the same on every machine and in every version.
//!
//! The generator is xoshiro256++ with `SplitMix64` seeding (Blackman and Vigna 2019). Everything that
//! is derived from its stream is written here, because a library's sampling may change between
//! versions, and a changed stream would silently change every recorded result.

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded random number generator.
///
/// ```
/// use ludwerk_core::Rng;
/// let mut rng = Rng::new(7);
/// assert_eq!(rng.below(100), Rng::new(7).below(100));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A seed for an independent stream: the `index`-th one below `seed`. It has 53 bits, so that
    /// every reader of JSON keeps it exact.
    pub fn derive(seed: u64, index: u64) -> u64 {
        mix(mix(seed ^ 0x6c75_6477_6572_6b00).wrapping_add(index)) >> 11
    }

    /// Any 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, each equally likely (Lemire 2019, unbiased).
    ///
    /// # Panics
    /// If `n` is 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "a number below 0 was asked for");
        let product = u128::from(self.next_u64()) * n as u128;
        // What is thrown away lies below a remainder of a division by `n`, so below `n`: hardly ever is there anything.
        if (product as u64) < n as u64 {
            self.below_if_unbiased(n as u64, product)
        } else {
            (product >> 64) as usize
        }
    }

    /// Draws again for as long as what was drawn would make some numbers likelier.
    #[cold]
    fn below_if_unbiased(&mut self, n: u64, mut product: u128) -> usize {
        let threshold = n.wrapping_neg() % n;
        while (product as u64) < threshold {
            product = u128::from(self.next_u64()) * u128::from(n);
        }
        (product >> 64) as usize
    }

    /// A number in `0.0..1.0`, with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of `items`, each equally likely; `None` if there is none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len())]) }
    }

    /// Puts `items` into a random order, each equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Spreads the bits of `x` over all 64 (the finaliser of `SplitMix64`): a bijection,
/// so different inputs never collide.
pub const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pinned: if these change, every seeded game and every recorded result changes with them.
    #[test]
    fn the_stream_is_pinned() {
        let mut rng = Rng::new(0);
        assert_eq!(rng.next_u64(), 0x5317_5d61_490b_23df);
        assert_eq!(rng.next_u64(), 0x61da_6f3d_c380_d507);
        let mut rng = Rng::new(1);
        let dice: Vec<_> = (0..10).map(|_| rng.below(6)).collect();
        assert_eq!(dice, [4, 4, 0, 4, 1, 3, 5, 3, 0, 0]);
        // The first output of SplitMix64 with seed 0, as its authors publish it.
        assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn below_is_uniform_enough() {
        let mut rng = Rng::new(3);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        // Five standard deviations of a binomial with n = 70,000 and p = 1/7 are 463.
        assert!(counts.iter().all(|&count: &i32| (count - 10_000).abs() < 463), "{counts:?}");
    }

    #[test]
    fn shuffle_keeps_the_items() {
        let mut items: Vec<_> = (0..20).collect();
        Rng::new(5).shuffle(&mut items);
        assert_ne!(items, (0..20).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn derived_seeds_differ() {
        assert_ne!(Rng::derive(1, 0), Rng::derive(1, 1));
        assert_ne!(Rng::derive(1, 0), Rng::derive(2, 0));
    }
}
