//! Splits a `*.check.md` file into the statements of its rule, such as `require …`, unparsed.

use super::diagnostics::{error_at, with_near};
use crate::{
    diagnostic::Diagnostic,
    syntax::{PlainMarkdown, parse_plain_markdown},
    text::{SourceId, Span, near::nearest},
};

/// The words that a statement of a rule may begin with.
pub const LINE_WORDS: &[&str] = &[
    "each", "let", "when", "require", "at", "say", "note", "fix", "migrate", "gives", "unit",
    "column", "row", "total",
];

/// The kinds of blocks in a check file.
const BLOCKS: &[&str] = &["rule", "scenario", "findings", "values"];

/// An unparsed statement of a rule: its first word, such as `require`, and the bytes of the rest,
/// continuation lines included.
pub(super) struct RuleStatement<'t> {
    pub(super) word: &'t str,
    pub(super) word_span: Span,
    pub(super) rest: Span,
}

/// A `*.check.md` file as Markdown and as the unparsed statements of its rule, with its problems.
pub(super) struct CheckFile<'t> {
    pub(super) source: SourceId,
    /// The name of the file without its ending: the short code of the rule.
    pub(super) stem: &'t str,
    pub(super) text: &'t str,
    pub(super) plain: PlainMarkdown,
    pub(super) statements: Vec<RuleStatement<'t>>,
    /// The problems of its blocks.
    pub(super) problems: Vec<Diagnostic>,
}

/// Returns the problems of blocks whose kind is misspelt, and of those that are not closed before the next one.
fn block_problems(source: SourceId, text: &str, plain: &PlainMarkdown) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for fence in &plain.fences {
        let own = fence.span.of(text);
        let start = fence.span.start() + own.find(&*fence.info).unwrap_or_default();
        let span = Span::new(start, start + fence.info.len());
        let near = nearest(&fence.info, BLOCKS.iter().copied());
        if let Some(near) = near.filter(|_| !BLOCKS.contains(&&*fence.info)) {
            let message = format!("unknown kind of block `{}`", fence.info);
            problems.push(with_near(error_at(source, span, message), span, Some(near)));
        }
        let is_opening = |line: &str| {
            let info = line.strip_prefix("```").map(str::trim);
            info.is_some_and(|info| BLOCKS.contains(&info))
        };
        let is_open = fence.body.end() == fence.span.end() && own.starts_with("```");
        if is_open
            || own.starts_with("```")
                && !own.starts_with("````")
                && fence.body.of(text).lines().any(is_opening)
        {
            let line = fence.span.with_len(own.lines().next().map_or(0, str::len));
            let error = error_at(source, line, "this block is not closed".to_owned());
            problems.push(error.help("write ``` on a line of its own below the block"));
        }
    }
    problems
}

/// Splits the rule of a check file into statements: a line that is indented continues the one
/// before it.
pub(super) fn split_statements<'t>(
    source: SourceId,
    name: &'t str,
    text: &'t str,
) -> CheckFile<'t> {
    let plain = parse_plain_markdown(source, text);
    let mut problems = block_problems(source, text, &plain);
    let mut statements: Vec<RuleStatement<'t>> = Vec::new();
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
                    let mut word = word_span.of(text);
                    if !LINE_WORDS.contains(&word) {
                        let near = nearest(word, LINE_WORDS.iter().copied());
                        let message = format!("unknown line of a rule: `{word}`");
                        let error = error_at(source, word_span, message);
                        problems.push(match near {
                            Some(_) => with_near(error, word_span, near),
                            None => error.help(format!(
                                "lines of a rule begin with {}",
                                LINE_WORDS.join(", ")
                            )),
                        });
                        word = near.unwrap_or(word);
                    }
                    statements.push(RuleStatement {
                        word,
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
        problems,
    }
}
