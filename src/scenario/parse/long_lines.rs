//! Leaves out and reports lines of more than 8 KB, whose analysis could take quadratic time.

use super::parser::ScenarioParser;
use crate::syntax::MarkdownLine;

/// The maximum length of a line, in bytes.
const MAX_LINE_BYTES: usize = 8 << 10;

impl ScenarioParser<'_> {
    /// Returns the lines that are not too long to be read, and reports the others.
    pub(super) fn without_long_lines(&mut self, mut lines: Vec<MarkdownLine>) -> Vec<MarkdownLine> {
        lines.retain(|line| {
            let length = line.span.len();
            if length > MAX_LINE_BYTES {
                let message = format!(
                    "line not read: it is longer than {} KB",
                    MAX_LINE_BYTES >> 10
                );
                let found = self.report("scenario-line", line.span, message);
                found.help = Some("write each kind of troops in a line of its own".to_owned());
            }
            length <= MAX_LINE_BYTES
        });
        lines
    }
}
