//! Finds control characters and direction marks in a text; returns a warning for each run of them,
//! up to 100.

use super::{Diagnostic, Location};
use crate::text::{SourceId, Span, control::controls};

/// The code of the diagnostics.
pub const CONTROL_CHARACTER: &str = "control-character";

/// The maximum number of places that are reported in a file.
const MAX_REPORTED: usize = 100;

/// Returns a warning for each run of control characters or direction marks in a text.
/// Tabs and line ends are not reported; each warning has a fix that removes the run.
pub fn control_characters(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let mut found: Vec<(Span, char)> = Vec::new();
    for (at, c) in controls(text).filter(|&(_, c)| c != '\r') {
        let (end, is_full) = (at + c.len_utf8(), found.len() == MAX_REPORTED);
        match found.last_mut() {
            Some((span, _)) if span.end() == at => *span = span.with_end(end),
            Some(_) if is_full => break,
            Some(_) | None => found.push((Span::new(at, end), c)),
        }
    }
    let diagnostic = |(span, first): (Span, char)| {
        let kind = if first.is_control() {
            "a control character"
        } else {
            "a mark that changes the direction of writing"
        };
        Diagnostic::warning(
            CONTROL_CHARACTER,
            Location::new(source, span),
            format!("{kind}, U+{:04X}", u32::from(first)),
        )
        .help("such characters are invisible, and can make a text look like another one")
        .replace_with("remove it", "")
    };
    found.into_iter().map(diagnostic).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_reported_together_and_line_ends_are_not() {
        let report = |text: &str| -> Vec<_> {
            let found = control_characters(SourceId(0), text);
            found
                .iter()
                .map(|one| (one.at.span.start(), one.at.span.end()))
                .collect()
        };
        assert_eq!(report("one\ttwo\r\n…"), []);
        assert_eq!(report("a\u{1b}\u{202e}b\u{9b}"), [(1, 5), (6, 8)]);
        assert_eq!(report(&"\u{7}x".repeat(1000)).len(), MAX_REPORTED);
    }
}
