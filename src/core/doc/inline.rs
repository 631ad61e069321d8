//! Escapes text for Markdown.

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

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn a_name_cannot_leave_its_code_span() {
        assert_eq!(code("dbm/x-1"), "`dbm/x-1`");
        for name in ["`![x](y)", "a|![x](y)", "a\n\n![x](y)"] {
            assert!(!code(name).contains("!["), "{name}");
        }
    }
}
