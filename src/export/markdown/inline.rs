//! Escapes text for Markdown, renders word differences in it, and strips it to plain text.

use crate::text::word_diff::{DiffRun, diff_with_holes};

/// Escapes `text`, so that Markdown shows it unchanged.
pub fn escape(text: &str) -> String {
    escape_characters(text, "\\`*_[]<>#|~&!")
}

/// Puts a backslash before each of `special` in `text`.
pub(in crate::export) fn escape_characters(text: &str, special: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if special.contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Returns a name as code. A name that a code span cannot contain, because it would end there, is
/// escaped instead: what follows it would be Markdown, such as a picture from a remote address.
pub fn code(name: &str) -> String {
    // a bar ends a cell of a table, and with it the span
    if name.is_empty() || name.contains(['`', '|', '\n', '\r']) {
        escape(name)
    } else {
        format!("`{name}`")
    }
}

/// Returns names as code, with commas between them.
pub fn code_list<'a>(names: impl IntoIterator<Item = &'a String>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| code(name)).collect();
    names.join(", ")
}

/// Removes the marks from Markdown of this module, for clients that show plain text; deleted words
/// are written `[-…-]`.
pub fn strip_marks(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut struck = false;
    let mut rest = markdown.trim_start_matches(['#', ' ']);
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '\\' => {
                let next = after.chars().next();
                out.extend(next);
                &after[next.map_or(0, char::len_utf8)..]
            }
            '~' if after.starts_with('~') => {
                out.push_str(if struck { "-]" } else { "[-" });
                struck = !struck;
                &after[1..]
            }
            '*' | '`' => after,
            // a heading
            '\n' => {
                out.push('\n');
                let heading = after.trim_start_matches('#');
                if heading.len() < after.len() {
                    heading.trim_start_matches(' ')
                } else {
                    after
                }
            }
            c => {
                out.push(c);
                after
            }
        };
    }
    out
}

/// Returns the differences of two texts: deleted words struck through, new words in bold.
pub fn word_diff(old: &str, new: &str) -> String {
    let mut out = String::new();
    for run in diff_with_holes(old, new) {
        match run {
            DiffRun::Same { new: span, .. } => push_unchanged(&mut out, span.of(new)),
            DiffRun::Removed { old: span } => {
                push_marked(&mut out, "~~", span.of(old));
                out.push(' ');
            }
            DiffRun::Added { new: span } => push_marked(&mut out, "**", span.of(new)),
        }
    }
    out
}

/// Appends unmarked text. After a closing mark that follows a punctuation mark, a blank is needed:
/// CommonMark would not close the mark otherwise.
fn push_unchanged(out: &mut String, text: &str) {
    let closed = out.ends_with("**") && !out.trim_end_matches('*').ends_with(char::is_alphanumeric);
    if closed && text.starts_with(char::is_alphanumeric) {
        out.push(' ');
    }
    *out += &escape(text);
}

/// Appends text between marks, without the surrounding blanks. Before an opening mark that precedes
/// a punctuation mark, a blank is needed: CommonMark would not open the mark otherwise.
fn push_marked(out: &mut String, around: &str, text: &str) {
    let inner = text.trim();
    let at = text.find(inner).unwrap_or_default();
    *out += &text[..at];
    if !inner.is_empty() {
        if !inner.starts_with(char::is_alphanumeric) && out.ends_with(|c: char| !c.is_whitespace())
        {
            out.push(' ');
        }
        *out += &format!("{around}{}{around}", escape(inner));
    }
    *out += &text[at + inner.len()..];
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn escaped_text_is_unchanged_by_strip_marks(text in "[a-z*_`#|~<>&!.\\\\ ]{0,30}") {
            let line = format!("- {}", escape(&text));
            prop_assert_eq!(strip_marks(&line), format!("- {text}"));
        }
    }

    #[test]
    fn marks_next_to_punctuation_are_valid() {
        assert_eq!(
            word_diff("a 6 can be", "a 6, or 5, can be"),
            "a 6 **, or 5,** can be"
        );
        assert_eq!(
            word_diff("end of it", "end (or not) of it"),
            "end **(or not)** of it"
        );
        assert_eq!(word_diff("one two", "one \u{ab}two"), "one **\u{ab}** two");
    }

    #[test]
    fn a_name_cannot_leave_its_code_span() {
        assert_eq!(code("dbm/x-1"), "`dbm/x-1`");
        for name in ["`![x](y)", "a|![x](y)", "a\n\n![x](y)"] {
            assert!(!code(name).contains("!["), "{name}");
        }
    }

    #[test]
    fn strip_marks_keeps_deleted_words_in_brackets() {
        assert_eq!(
            strip_marks("### One \\# two\n\n**Kn** `x/y` ~~6~~ **7**"),
            "One # two\n\nKn x/y [-6-] 7"
        );
    }
}
