//! Check files, split into statements.

use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{PlainMarkdown, parse_plain_markdown},
    text::{SourceId, Span},
};

/// A statement of a rule: its first word and the rest, continuation lines included.
pub(super) struct Statement<'t> {
    pub(super) word: &'t str,
    pub(super) word_span: Span,
    pub(super) rest: Span,
}

/// A check file, split into statements.
pub(super) struct CheckFile<'t> {
    pub(super) source: SourceId,
    /// The name of the file without its ending: the short code of the rule.
    pub(super) stem: &'t str,
    pub(super) text: &'t str,
    pub(super) plain: PlainMarkdown,
    pub(super) statements: Vec<Statement<'t>>,
}

/// Returns an error in a check file.
pub(super) fn error_at(source: SourceId, span: Span, message: String) -> Diagnostic {
    Diagnostic::new(
        "check-rule",
        Severity::Error,
        Location::new(source, span),
        message,
    )
}

/// Splits the rule of a check file into statements: a line that is indented continues the one
/// before it.
pub(super) fn split_statements<'t>(
    source: SourceId,
    name: &'t str,
    text: &'t str,
) -> CheckFile<'t> {
    let plain = parse_plain_markdown(source, text);
    let mut statements: Vec<Statement<'t>> = Vec::new();
    for fence in plain
        .fences
        .iter()
        .filter(|fence| fence.info == "rule")
        .take(1)
    {
        let mut at = fence.body.start();
        for line in fence.body.of(text).split_inclusive('\n') {
            let start = at;
            at += line.len();
            let inner = line.trim();
            let indented = line.starts_with([' ', '\t']);
            if inner.is_empty() || inner.starts_with("--") {
                continue;
            }
            let from = start + (line.len() - line.trim_start().len());
            let whole = Span::new(from, from + inner.len());
            match statements.last_mut().filter(|_| indented) {
                Some(last) => last.rest = Span::new(last.rest.start(), whole.end()),
                None => {
                    let length = inner.find(char::is_whitespace).unwrap_or(inner.len());
                    let rest = Span::new(
                        from + length
                            + (inner[length..].len() - inner[length..].trim_start().len()),
                        whole.end(),
                    );
                    let word_span = Span::new(from, from + length);
                    statements.push(Statement {
                        word: word_span.of(text),
                        word_span,
                        rest,
                    });
                }
            }
        }
    }
    let stem = name.rsplit('/').next().unwrap_or(name);
    CheckFile {
        source,
        stem: stem.strip_suffix(".check.md").unwrap_or(stem),
        text,
        plain,
        statements,
    }
}
