//! Figures in words, the same in the terminal, on the page and in files.

/// A difference of shares in points of percent.
pub fn points(difference: f64) -> String {
    format!("{:.1}", 100.0 * difference)
}

/// A probability that may be small.
pub fn probability(p: f64) -> String {
    match p {
        p if p < 0.0001 => "below 0.0001".to_owned(),
        p if p < 0.01 => format!("{p:.4}"),
        p => format!("{p:.2}"),
    }
}

/// Parameters with their values: `k3=1.1, k4=3.1`.
pub fn place<'a>(names: impl IntoIterator<Item = &'a str>, values: &[f64]) -> String {
    let parts: Vec<_> =
        names.into_iter().zip(values).map(|(name, value)| format!("{name}={value}")).collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        assert_eq!(probability(0.000_001), "below 0.0001");
        assert_eq!([probability(0.0042), probability(0.423)], ["0.0042", "0.42"]);
        assert_eq!(place(["a", "b"], &[0.5, 3.0]), "a=0.5, b=3");
    }
}
