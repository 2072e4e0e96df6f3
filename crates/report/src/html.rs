//! Text and data inside HTML, beside what the templates escape by themselves.

use maud::{Markup, PreEscaped, html};

/// The file without characters that no document may hold, and without marks of direction, which could turn what follows
/// around.
pub(crate) fn without_controls(file: &str) -> String {
    let is_direction =
        |char| matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}');
    let is_bad = |char: char| (char.is_control() && !matches!(char, '\n' | '\t')) || is_direction(char);
    file.replace(is_bad, "\u{fffd}")
}

/// Text in which a long spec may be broken into lines.
pub fn breakable(text: &str) -> Markup {
    html! {
        @for (n, part) in text.split_inclusive([':', ',', '=']).enumerate() {
            @if n > 0 { wbr; }
            (part)
        }
    }
}

/// JSON that can stand inside a script element, whatever its strings hold.
pub fn json(value: &serde_json::Value) -> Markup {
    let text = value.to_string();
    let safe = text
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029");
    PreEscaped(safe)
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
    use crate::document::{Chapter, Document};

    #[test]
    fn nothing_from_outside_is_more_than_text() {
        let hostile = "</script><b a='x' b=\"y\">&\u{0}\u{202e}é\n";
        let chapter = Chapter::new("it", hostile, html! { p title=(hostile) { (breakable(hostile)) } });
        let file =
            Document { title: hostile.to_owned(), chapters: vec![chapter], ..Document::default() }.html();
        assert!(
            !file.contains("<b ") && !file.contains("</script>") && !file.contains(['\u{0}', '\u{202e}'])
        );
        assert!(
            file.contains("&lt;/script&gt;&lt;b a='x' b=&quot;y&quot;&gt;&amp;\u{fffd}\u{fffd}é\n"),
            "{file}"
        );
        let json = json(&serde_json::json!(hostile)).into_string();
        assert!(!json.contains(['<', '>', '&']));
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), hostile);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!((short("abc", 3), short("abcd", 3)), ("abc".to_owned(), "ab…".to_owned()));
    }
}
