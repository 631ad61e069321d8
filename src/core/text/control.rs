//! Finds or escapes control characters (except tab and line feed) and text direction marks.

use std::borrow::Cow;

/// Returns whether `c` is a control character other than a tab or line feed, or a mark that changes
/// the direction of writing.
///
/// On a terminal the former move the cursor or start an escape sequence; the latter make a text look
/// like another one.
pub fn is_control_or_direction_mark(c: char) -> bool {
    match c {
        '\t' | '\n' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        c => c.is_control(),
    }
}

/// Returns the control characters and direction marks in a text, each with its offset.
pub fn controls(text: &str) -> impl Iterator<Item = (usize, char)> {
    // to test first bytes is several times as fast as to test characters
    let may_start = |byte: u8| {
        byte < b' ' && !matches!(byte, b'\t' | b'\n') || matches!(byte, 0x7f | 0xc2 | 0xd8 | 0xe2)
    };
    text.bytes()
        .enumerate()
        .filter(move |&(_, byte)| may_start(byte))
        .filter_map(|(at, _)| Some((at, text[at..].chars().next()?)))
        .filter(|&(_, c)| is_control_or_direction_mark(c))
}

/// Replaces control characters and direction marks by a visible form: `\u{1b}`.
pub fn make_visible(text: &str) -> Cow<'_, str> {
    replace_controls(text, |c| format!("\\u{{{:x}}}", u32::from(c)))
}

/// Escapes the control characters and direction marks that JSON permits in its strings.
pub fn escape_controls_in_json(json: &str) -> Cow<'_, str> {
    replace_controls(json, |c| format!("\\u{:04x}", u32::from(c)))
}

fn replace_controls(text: &str, replacement: impl Fn(char) -> String) -> Cow<'_, str> {
    let (mut out, mut copied) = (String::new(), 0);
    for (at, c) in controls(text) {
        out += &text[copied..at];
        out += &replacement(c);
        copied = at + c.len_utf8();
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out += &text[copied..];
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_character_is_found() {
        let all: String = (0..=0xffff).filter_map(char::from_u32).collect();
        let slow = all
            .char_indices()
            .filter(|&(_, c)| is_control_or_direction_mark(c));
        assert_eq!(controls(&all).collect::<Vec<_>>(), slow.collect::<Vec<_>>());
    }

    #[test]
    fn other_text_stays_as_it_is() {
        assert_eq!(
            make_visible("\u{1b}é\u{202e}x\r"),
            "\\u{1b}é\\u{202e}x\\u{d}"
        );
        assert_eq!(
            escape_controls_in_json("[\"é\u{9b}\"]\n"),
            "[\"é\\u009b\"]\n"
        );
        assert!(matches!(make_visible("½ “é” …\t\n"), Cow::Borrowed(_)));
    }
}
