//! Splits a `*.check.md` file into the statements of its rule, such as `require …`, unparsed.

use crate::{
    diagnostic::{Diagnostic, Fix, Location, Severity, SourceEdit},
    syntax::{PlainMarkdown, parse_plain_markdown},
    text::{SourceId, Span, near::nearest},
};

/// The words that a statement of a rule may begin with.
pub const LINE_WORDS: &[&str] = &[
    "each", "let", "when", "require", "at", "say", "note", "fix", "migrate", "gives", "unit",
    "column", "row", "total",
];

/// A statement of a rule: its first word and the rest, continuation lines included.
pub(super) struct Statement<'t> {
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
    pub(super) statements: Vec<Statement<'t>>,
    /// The problems of its blocks.
    pub(super) problems: Vec<Diagnostic>,
}

/// The kinds of blocks in a check file.
const BLOCKS: &[&str] = &["rule", "scenario", "findings", "values"];

/// Returns an error in a check file.
pub(super) fn error_at(source: SourceId, span: Span, message: String) -> Diagnostic {
    Diagnostic::new(
        "check-rule",
        Severity::Error,
        Location::new(source, span),
        message,
    )
}

/// Adds the fix that writes `near` in place of `span`.
pub(super) fn with_near(error: Diagnostic, span: Span, near: Option<&str>) -> Diagnostic {
    match near {
        Some(near) => with_fix(error.help(format!("did you mean `{near}`?")), span, near),
        None => error,
    }
}

/// Adds a fix that writes `text` in place of `span`.
pub(super) fn with_fix(mut error: Diagnostic, span: Span, text: &str) -> Diagnostic {
    let title = if span.is_empty() {
        format!("add `{text}`")
    } else {
        format!("write `{text}`")
    };
    let at = Location::new(error.at.source, span);
    error.fixes.push(Fix {
        title,
        edits: vec![SourceEdit {
            at,
            text: text.to_owned(),
        }],
    });
    error.safe()
}

/// Reports blocks whose kind is misspelt, and counts them as the kind that they resemble.
fn mend_blocks(source: SourceId, text: &str, plain: &mut PlainMarkdown) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for fence in &mut plain.fences {
        let Some(near) = nearest(&fence.info, BLOCKS.iter().copied()) else {
            continue;
        };
        if near == fence.info {
            continue;
        }
        let start = fence.span.of(text).find(&*fence.info).unwrap_or_default();
        let start = fence.span.start() + start;
        let span = Span::new(start, start + fence.info.len());
        let error = error_at(
            source,
            span,
            format!("unknown kind of block `{}`", fence.info),
        );
        problems.push(with_near(error, span, Some(near)));
        fence.info = near.to_owned();
    }
    problems
}

/// Reports blocks that are not closed before the next heading or block, and reads the text behind them
/// as if they were.
fn close_blocks(source: SourceId, text: &str, plain: &mut PlainMarkdown) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    let mut from = 0;
    while let Some((at, end)) = first_open_block(text, plain, from) {
        from = at + 1;
        let open = plain.fences[at].span.start();
        let line = text[open..]
            .find('\n')
            .map_or(text.len(), |length| open + length);
        let error = error_at(
            source,
            Span::new(open, line),
            "this block is not closed".to_owned(),
        );
        let mut error = error.help("write ``` on a line of its own below the block");
        let gap = Span::new(end, end);
        error.fixes.push(Fix {
            title: "close it with ```".into(),
            edits: vec![SourceEdit {
                at: Location::new(source, gap),
                text: "\n```".into(),
            }],
        });
        problems.push(error.safe());
        plain.fences.truncate(at + 1);
        plain.fences[at].span = Span::new(open, end);
        plain.fences[at].body = Span::new((line + 1).min(end), end);
        plain.lines.retain(|line| line.span.start() < open);
        let rest = parse_plain_markdown(source, &text[end..]);
        plain
            .fences
            .extend(rest.fences.into_iter().map(|mut fence| {
                fence.span = fence.span.shifted(end);
                fence.body = fence.body.shifted(end);
                fence
            }));
        plain.lines.extend(rest.lines.into_iter().map(|mut line| {
            line.span = line.span.shifted(end);
            line
        }));
    }
    problems
}

/// Returns the first block from number `from` on that contains the start of another one or runs to the end of the file, and
/// where its own text ends.
fn first_open_block(text: &str, plain: &PlainMarkdown, from: usize) -> Option<(usize, usize)> {
    let mut fences = plain.fences.iter().enumerate().skip(from);
    fences.find_map(|(at, fence)| {
        let body = fence.body.of(text);
        let is_closed = fence.body.end() < fence.span.end() || fence.span.of(text).len() < 4;
        let opens_other = |line: &&str| {
            let info = line.strip_prefix("```").unwrap_or_default();
            info.starts_with(char::is_alphabetic)
        };
        let next = body.lines().find(opens_other);
        if is_closed && next.is_none() {
            return None;
        }
        let next = next.map_or(body.len(), |line| {
            line.as_ptr() as usize - body.as_ptr() as usize
        });
        let own = &body[..next];
        let heading = own.find("\n\n#").unwrap_or(own.len());
        let end = fence.body.start() + own[..heading].trim_end().len();
        (end > fence.body.start()).then_some((at, end))
    })
}

/// Splits the rule of a check file into statements: a line that is indented continues the one
/// before it.
pub(super) fn split_statements<'t>(
    source: SourceId,
    name: &'t str,
    text: &'t str,
) -> CheckFile<'t> {
    let mut plain = parse_plain_markdown(source, text);
    let mut problems = close_blocks(source, text, &mut plain);
    problems.extend(mend_blocks(source, text, &mut plain));
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
                    statements.push(Statement {
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
