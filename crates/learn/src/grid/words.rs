//! Figures in words, the same in the terminal, on the page and in files.

/// A share as percent.
pub fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

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

/// A whole number with its thousands apart.
pub fn count(n: usize) -> String {
    let digits = n.to_string();
    let first = digits.len() % 3;
    let mut text = digits[..first].to_owned();
    for group in digits[first..].as_bytes().chunks(3) {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(&String::from_utf8_lossy(group));
    }
    text
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
        assert_eq!(["1", "12", "123", "1,234", "484,000"], [1, 12, 123, 1234, 484_000].map(count));
        assert_eq!(probability(0.000_001), "below 0.0001");
        assert_eq!([probability(0.0042), probability(0.423)], ["0.0042", "0.42"]);
        assert_eq!(place(["a", "b"], &[0.5, 3.0]), "a=0.5, b=3");
    }
}
