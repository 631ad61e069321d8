//! Characters that are not text but commands to a terminal, or that reorder the text around them.

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

/// Replaces control characters and direction marks by a visible form: `\u{1b}`.
pub fn make_visible(text: &str) -> Cow<'_, str> {
    replace_controls(text, |c| format!("\\u{{{:x}}}", u32::from(c)))
}

/// Escapes the control characters and direction marks that JSON permits in its strings.
pub fn escape_controls_in_json(json: &str) -> Cow<'_, str> {
    replace_controls(json, |c| format!("\\u{:04x}", u32::from(c)))
}

fn replace_controls(text: &str, replacement: impl Fn(char) -> String) -> Cow<'_, str> {
    if !text.contains(is_control_or_direction_mark) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_control_or_direction_mark(c) {
            out += &replacement(c);
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}
