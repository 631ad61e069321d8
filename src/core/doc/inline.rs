//! Escapes text for Markdown, and strips Markdown to plain text.

/// Escapes `text`, so that Markdown shows it unchanged.
pub fn escape(text: &str) -> String {
    escape_characters(text, "\\`*_[]<>#|~&!")
}

/// Puts a backslash before each of `special` in `text`.
pub fn escape_characters(text: &str, special: &str) -> String {
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
