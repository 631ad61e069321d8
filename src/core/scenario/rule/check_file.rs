//! Splits a `*.check.md` file into the statements of its rule, such as `require …`, unparsed.

use super::diagnostics::{error_at, with_fix, with_near};
use crate::{
    diagnostic::{Diagnostic, Location},
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

/// Reports blocks whose kind is misspelt, and counts them as the kind that they resemble.
fn mend_blocks(source: SourceId, text: &str, plain: &mut PlainMarkdown) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for fence in &mut plain.fences {
        let near = nearest(&fence.info, BLOCKS.iter().copied());
        let near = near.filter(|_| !BLOCKS.contains(&&*fence.info));
        if let Some(near) = near {
            let start = fence.span.of(text).find(&*fence.info).unwrap_or_default();
            let start = fence.span.start() + start;
            let span = Span::new(start, start + fence.info.len());
            let message = format!("unknown kind of block `{}`", fence.info);
            let error = error_at(source, span, message);
            problems.push(with_near(error, Some(near)));
            fence.info = near.to_owned();
        }
    }
    problems
}

/// Returns the first mistake in the fences of blocks, if there is one: too few backticks, or a block that is not
/// closed before the next one. What a file with such a mistake means is not known.
fn fence_problem(source: SourceId, text: &str, mut start: usize) -> Option<Diagnostic> {
    // the fence that is open, and the end of the text in its block up to the first heading
    let mut open: Option<(Span, usize)> = None;
    let mut in_text = true;
    for whole in text[start..].split_inclusive('\n') {
        let line = Span::new(start, start + whole.trim_end().len());
        start += whole.len();
        let words = line.of(text);
        let ticks = words.len() - words.trim_start_matches('`').len();
        let info = words[ticks..].trim();
        match &mut open {
            _ if (1..3).contains(&ticks) && BLOCKS.contains(&info) => {
                let error = error_at(source, line, "a fence has three backticks".to_owned());
                return Some(with_fix(error, line.with_len(0), &"`".repeat(3 - ticks)));
            }
            Some(_) if ticks >= 3 && !info.is_empty() => break,
            Some(_) if ticks >= 3 => open = None,
            None if ticks >= 3 => (open, in_text) = (Some((line, line.end())), true),
            Some((_, end)) => {
                in_text &= !words.starts_with('#');
                if in_text && !words.is_empty() {
                    *end = line.end();
                }
            }
            None => {}
        }
    }
    let (line, end) = open?;
    let message = "this block is not closed".to_owned();
    let mut error =
        error_at(source, line, message).help("write ``` on a line of its own below the block");
    let at = Location::new(source, Span::new(end, end));
    error.add_fix("close it with ```", at, "\n```");
    Some(error.safe())
}

/// Splits the rule of a check file into statements: a line that is indented continues the one
/// before it.
pub(super) fn split_statements<'t>(
    source: SourceId,
    name: &'t str,
    text: &'t str,
) -> CheckFile<'t> {
    let mut plain = parse_plain_markdown(source, text);
    let mut problems = mend_blocks(source, text, &mut plain);
    if let Some(problem) = fence_problem(source, text, plain.front.end()) {
        problems.push(problem);
        plain.fences.clear();
    }
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
                            Some(_) => with_near(error, near),
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
