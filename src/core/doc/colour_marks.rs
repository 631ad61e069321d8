//! Encodes colours as invisible marks in a text, which output turns into escape sequences, so that
//! no text can control the terminal.
//!
//! Rules, file names and arguments may contain escape sequences: they could move the cursor, change
//! the title of the window or hide text. So the program does not write an escape sequence of its
//! own into a text. It writes *marks*, and [`terminal_text`] turns them into escape sequences at
//! the very end; every escape character that is in the text by then comes from elsewhere and is
//! shown as `\u{1b}`.
//!
//! Marks are unassigned characters without width, one for each character of a sequence after the
//! escape character; a text with marks is wrapped and aligned like the text without them.

use crate::text::control::make_visible;
use std::{
    hash::{BuildHasher, RandomState},
    sync::LazyLock,
};

/// The mark for U+0000; the marks for the other ASCII characters follow it.
///
/// The marks are a part of the code points U+E01F0 to U+E0FFF, which Unicode reserves for invisible
/// characters and has not assigned. The part is random, so that no text contains marks on purpose.
static FIRST_MARK: LazyLock<u32> = LazyLock::new(|| {
    let random = RandomState::new().hash_one("marks");
    0xe_01f0 + u32::try_from(random % (0xe10 - 0x80)).unwrap_or_default()
});

/// Returns the mark for a character of an escape sequence, or the character if it is not ASCII.
fn mark(c: char) -> char {
    u32::from(c)
        .checked_add(*FIRST_MARK)
        .filter(|_| c.is_ascii())
        .and_then(char::from_u32)
        .unwrap_or(c)
}

/// Returns the digit or semicolon of a mark.
fn colour_code(mark: char) -> Option<char> {
    let code = char::from_u32(u32::from(mark).checked_sub(*FIRST_MARK)?)?;
    (code.is_ascii_digit() || code == ';').then_some(code)
}

/// Replaces the colour sequences in a text by marks. The text must be the program's own, or contain
/// no escape character from elsewhere.
pub fn mark_colours(ansi: &str) -> String {
    let mut parts = ansi.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('m') {
            Some((codes, text)) if codes.bytes().all(|b| b.is_ascii_digit() || b == b';') => {
                out.push(mark('['));
                out.extend(codes.chars().map(mark));
                out.push(mark('m'));
                out += text;
            }
            Some(_) | None => {
                out += "\u{1b}[";
                out += part;
            }
        }
    }
    out
}

/// Replaces control characters by a visible form, and marks by the colour sequences that they stand
/// for: the text as it is written to a terminal.
pub fn terminal_text(text: &str) -> String {
    let visible = make_visible(text);
    let mut parts = visible.split(mark('['));
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let codes: String = part.chars().map_while(colour_code).collect();
        let after_codes = part.trim_start_matches(|c| colour_code(c).is_some());
        if let Some(text) = after_codes.strip_prefix(mark('m')) {
            out += &format!("\u{1b}[{codes}m{text}");
        } else {
            out += part;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_marked_sequences_are_written() {
        let own = mark_colours("\u{1b}[1;31mred\u{1b}[0m");
        assert_eq!(textwrap::core::display_width(&own), 3);
        assert_eq!(
            terminal_text(&format!("\u{1b}[2J{own}\u{9b}1m\u{202e}\r\n\tx")),
            "\\u{1b}[2J\u{1b}[1;31mred\u{1b}[0m\\u{9b}1m\\u{202e}\\u{d}\n\tx"
        );
    }

    #[test]
    fn a_text_with_all_marks_starts_no_other_sequence() {
        let all: String = (0xe_01f0..=0xe_0fff)
            .filter_map(char::from_u32)
            .flat_map(|c| [c, '2', 'J'])
            .collect();
        assert!(!terminal_text(&all).contains('\u{1b}'));
    }

    #[test]
    fn other_sequences_are_not_marked() {
        for text in [
            "\u{1b}[2J",
            "\u{1b}]0;title\u{7}",
            "\u{1b}[1;2Hm",
            "\u{1b}[",
        ] {
            assert!(
                !terminal_text(&mark_colours(text)).contains('\u{1b}'),
                "{text:?}"
            );
        }
    }
}
