//! "Did you mean …?"

/// The candidate that `name` is most likely a misspelling of, if any is near enough.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&name, candidate), candidate))
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, candidate)| distance <= candidate.len().max(3) / 3)
        .map(|(_, candidate)| candidate)
}

/// A hint that names the nearest candidate, or all of them.
pub fn hint<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(name, candidates.clone()) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("there are: {}", candidates.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspellings_are_recognised() {
        let names = ["dobutsu", "blokus", "chexers"];
        assert_eq!(nearest("dobutzu", names), Some("dobutsu"));
        assert_eq!(nearest("Blokus", names), Some("blokus"));
        assert_eq!(nearest("chess", names), None);
        assert_eq!(hint("chess", names), "there are: dobutsu, blokus, chexers");
    }
}
