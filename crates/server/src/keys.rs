//! Addresses of games and keys of seats: unguessable words. And the time of day.

use std::time::{SystemTime, UNIX_EPOCH};

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A key with 131 bits of the system's randomness.
pub fn token() -> String {
    word(22)
}

/// An address with 71 bits.
pub fn address() -> String {
    word(12)
}

/// A seed that every JSON reader keeps exactly.
pub fn seed() -> u64 {
    let mut bytes = [0; 8];
    fill(&mut bytes);
    u64::from_le_bytes(bytes) >> 11
}

fn word(length: usize) -> String {
    let mut letters = String::with_capacity(length);
    let mut bytes = [0; 64];
    while letters.len() < length {
        fill(&mut bytes);
        // Bytes beyond a multiple of 62 would favour some letters.
        let fair = bytes.iter().filter(|&&byte| byte < 248);
        letters.extend(
            fair.map(|byte| char::from(ALPHABET[usize::from(byte % 62)])).take(length - letters.len()),
        );
    }
    letters
}

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).unwrap_or_else(|error| panic!("the system has no random numbers: {error}"));
}

/// Whether two keys are the same, in a time that does not tell where they differ.
pub fn is_same(left: &str, right: &str) -> bool {
    left.len() == right.len()
        && !left.is_empty()
        && left.bytes().zip(right.bytes()).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

/// Whether this may be a person's key: long enough not to be guessed, and plain.
pub fn is_players_key(text: &str) -> bool {
    (16..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Milliseconds since 1970.
pub fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

/// Microseconds since 1970; exact in every JSON reader.
pub fn now_us() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_length_and_differ() {
        let (one, other) = (token(), token());
        assert_eq!((one.len(), address().len()), (22, 12));
        assert_ne!(one, other);
        assert!(seed() < 1 << 53);
    }

    #[test]
    fn nothing_is_the_same_as_an_empty_key() {
        assert!(is_same("abc", "abc"));
        assert!(!is_same("abc", "abd") && !is_same("abc", "ab") && !is_same("", ""));
    }
}
