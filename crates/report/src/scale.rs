//! From numbers to places in a plot.

/// A scale from values to places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The least and the greatest value.
    pub from: (f64, f64),
    /// Where they are.
    pub to: (f64, f64),
}

impl Scale {
    /// Where a value is.
    pub fn at(&self, value: f64) -> f64 {
        let part = (value - self.from.0) / (self.from.1 - self.from.0);
        self.to.0 + part * (self.to.1 - self.to.0)
    }
}

/// Round numbers inside a range, about so many.
pub fn ticks(lo: f64, hi: f64, about: f64) -> Vec<f64> {
    let rough = (hi - lo) / about;
    let magnitude = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * magnitude).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(magnitude);
    let (first, last) = ((lo / step).ceil() as i64, (hi / step).floor() as i64);
    (first..=last).map(|n| n as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(-120.0, 95.0, 5.0), [-100.0, -50.0, 0.0, 50.0]);
        assert_eq!(ticks(0.0, 7.0, 6.0), [0.0, 2.0, 4.0, 6.0]);
        assert!(ticks(-3.3, 3.3, 5.0).contains(&0.0));
    }
}
