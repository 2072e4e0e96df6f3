//! Text that is safe inside HTML.

use std::fmt;

/// Text from outside, written so that it is nothing but text, between tags as well as inside an attribute.
pub struct Text<'a>(pub &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for char in self.0.chars() {
            match char {
                '&' => formatter.write_str("&amp;")?,
                '<' => formatter.write_str("&lt;")?,
                '>' => formatter.write_str("&gt;")?,
                '"' => formatter.write_str("&quot;")?,
                '\'' => formatter.write_str("&#39;")?,
                '\n' | '\t' => formatter.write_char(char)?,
                // No document may hold these, and marks of direction could turn what follows around.
                char if char.is_control() || is_direction(char) => formatter.write_char('\u{fffd}')?,
                char => formatter.write_char(char)?,
            }
        }
        Ok(())
    }
}

fn is_direction(char: char) -> bool {
    matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

/// The same, where a long spec may be broken into lines.
pub fn breakable(text: &str) -> String {
    let mut safe = String::new();
    for part in text.split_inclusive([':', ',', '=']) {
        if !safe.is_empty() {
            safe.push_str("<wbr>");
        }
        safe.push_str(&Text(part).to_string());
    }
    safe
}

/// JSON that can stand inside a script element, whatever its strings hold.
pub fn json(value: &serde_json::Value) -> String {
    let text = value.to_string();
    text.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// The beginning of a text, where there is room for so many characters.
pub fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_is_more_than_text() {
        let hostile = "</script><b a='x' b=\"y\">&\u{0}\u{202e}é\n";
        let safe = Text(hostile).to_string();
        assert_eq!(safe, "&lt;/script&gt;&lt;b a=&#39;x&#39; b=&quot;y&quot;&gt;&amp;\u{fffd}\u{fffd}é\n");
        let json = json(&serde_json::json!(hostile));
        assert!(!json.contains(['<', '>', '&']));
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), hostile);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!((short("abc", 3), short("abcd", 3)), ("abc".to_owned(), "ab…".to_owned()));
    }
}
