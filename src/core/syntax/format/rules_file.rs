//! Formats a rules file heading by heading and quote by quote; parts with errors stay unchanged.

use super::{
    attributes,
    equivalence::{same_blocks, same_file},
    quote,
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    syntax::{
        RulesFile, instruction, parse,
        parse::{
            BLANKS, MarkdownDocument, MarkdownHeading, MarkdownPart, MarkdownPartKind, line_feeds,
            read_document,
        },
    },
    text::{SourceId, Span},
};

/// Formats `text`; formatting the result again changes nothing. `name` is the file's name or path,
/// as for [`parse()`].
pub fn format(text: &str, name: &str) -> String {
    let once = format_once(text, name);
    // a text without a stable form, because its markup is parsed differently once it is written
    // out, stays as it is
    if format_once(&once, name) == once {
        once
    } else {
        text.to_owned()
    }
}

fn format_once(text: &str, name: &str) -> String {
    let normal = line_feeds(text);
    let before = parse(SourceId::default(), name, text);
    if before
        .diagnostics
        .iter()
        .any(|own| own.code == "merge-conflict")
    {
        // the second version is not parsed
        return text.to_owned();
    }
    let errors = error_spans(&before);
    let MarkdownDocument { front, body, parts } = read_document(&normal);
    let mut writer = FormatWriter {
        text,
        out: String::with_capacity(text.len() + text.len() / 8),
        newline: line_ending(text),
    };
    if !front.span.is_empty() {
        writer.write_verbatim(front.span);
    }
    let mut at = body;
    for part in parts {
        let start = line_start(&normal, part.span.start()).max(at);
        // Bytes outside all parts define a link, which is an error. What follows right below may be
        // parsed differently elsewhere.
        let gap = Span::new(at, start);
        let joined = ends_right_above(gap.of(&normal));
        if !joined {
            writer.write_verbatim(gap);
        }
        let whole = Span::new(if joined { gap.start() } else { start }, part.end);
        at = part.end.max(at);
        let erroneous = joined || errors.iter().any(|error| touches(*error, whole));
        match format_part(&normal, &part).filter(|_| !erroneous) {
            Some(lines) => writer.write_lines(&lines),
            None => writer.write_verbatim(whole),
        }
    }
    writer.write_verbatim(Span::new(at, text.len()));
    let out = writer.out;
    let after = parse(SourceId::default(), name, &out);
    // A byte order mark from inside the text would no longer be a character of it.
    if same_file(&before, &after) && !out.starts_with('\u{feff}') {
        out
    } else {
        text.to_owned()
    }
}

/// Returns the ranges of the errors of `file`.
fn error_spans(file: &RulesFile) -> Vec<Span> {
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
    file.diagnostics
        .iter()
        .filter(is_error)
        .map(|diagnostic| diagnostic.at.span)
        .collect()
}

/// Whether `gap` contains text that no empty line follows.
fn ends_right_above(gap: &str) -> bool {
    let text = gap.trim_end_matches(BLANKS);
    !text.is_empty() && gap[text.len()..].matches('\n').count() < 2
}

fn touches(error: Span, part: Span) -> bool {
    error.start() < part.end() && part.start() < error.end()
        || error.is_empty() && part.start() < error.start() && error.start() < part.end()
}

/// Returns the line ending that every line of `text` has, or else `\n`.
fn line_ending(text: &str) -> &'static str {
    let ends = text.matches('\n').count();
    if ends > 0 && text.matches("\r\n").count() == ends {
        "\r\n"
    } else {
        "\n"
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |at| at + 1)
}

/// Returns the formatted lines of `part`; `None` if it stays as it is.
fn format_part(text: &str, part: &MarkdownPart) -> Option<Vec<String>> {
    match &part.kind {
        MarkdownPartKind::Heading(heading) => Some(vec![format_heading(text, heading)]),
        MarkdownPartKind::Quote(raws) => {
            let lines = quote::format_quote(text, raws);
            let lines: Vec<String> = lines
                .into_iter()
                .map(|line| {
                    if line.is_empty() {
                        ">".to_owned()
                    } else {
                        format!("> {line}")
                    }
                })
                .collect();
            reads_alike(
                &text[line_start(text, part.span.start())..part.end],
                &lines.join("\n"),
            )
            .then_some(lines)
        }
        MarkdownPartKind::Prose(_) | MarkdownPartKind::Comments(_) | MarkdownPartKind::Nothing => {
            None
        }
    }
}

/// Whether two quotes parse to the same units, and the second without errors.
fn reads_alike(before: &str, after: &str) -> bool {
    let read = |quote: &str| {
        parse(
            SourceId::default(),
            ".rules.md",
            &format!("# x\n\n{quote}\n"),
        )
    };
    let (before, after) = (read(before), read(after));
    error_spans(&after).is_empty()
        && match (before.places.first(), after.places.first()) {
            (Some(before), Some(after)) => same_blocks(&before.blocks, &after.blocks),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
}

fn format_heading(text: &str, heading: &MarkdownHeading) -> String {
    let mut out = "#".repeat(heading.level);
    let words = heading.words.of(text);
    let canonical = if heading.level == 2 {
        format_instruction(text, heading.words)
    } else {
        None
    };
    for part in [
        canonical.as_deref().unwrap_or(words),
        &attributes::print(&heading.attrs),
    ] {
        if !part.is_empty() {
            out.push(' ');
            out += part;
        }
    }
    out
}

/// Returns the canonical form of the instruction at `words`; `None` if it has an error or would be
/// parsed differently.
fn format_instruction(text: &str, words: Span) -> Option<String> {
    let read = |text: &str, words| match instruction::parse(SourceId::default(), text, words) {
        (Some(command), diagnostics)
            if diagnostics
                .iter()
                .all(|diagnostic| diagnostic.severity != Severity::Error) =>
        {
            Some(instruction::print(&command))
        }
        _ => None,
    };
    let printed =
        read(text, words).filter(|printed| !printed.is_empty() && !printed.contains('\n'))?;
    let again = read(&printed, Span::new(0, printed.len()))?;
    (again == printed).then_some(printed)
}

/// Writes the formatted text of a rules file: holds the old text, what is written so far, and the
/// line ending.
struct FormatWriter<'t> {
    text: &'t str,
    out: String,
    newline: &'static str,
}

impl FormatWriter<'_> {
    /// Writes the part `span` of the text unchanged, without the empty lines around it.
    fn write_verbatim(&mut self, span: Span) {
        let part = span.of(self.text).trim_end_matches(BLANKS);
        let start = part.len() - part.trim_start_matches(BLANKS).len();
        let line = part[..start].rfind(['\r', '\n']).map_or(0, |at| at + 1);
        if part.len() > line {
            self.write_separator();
            self.out += &part[line..];
            self.out += self.newline;
        }
    }

    fn write_lines(&mut self, lines: &[String]) {
        if !lines.is_empty() {
            self.write_separator();
        }
        for line in lines {
            self.out += line;
            self.out += self.newline;
        }
    }

    fn write_separator(&mut self) {
        if !self.out.is_empty() {
            self.out += self.newline;
        }
    }
}
