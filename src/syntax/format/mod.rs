//! Writing rules files in their one form.
//!
//! A sentence stands on one line, blocks are apart by one empty line, tables have even columns, attributes their order,
//! instructions their canonical words. Commentary stays as it is, and so does whatever has an error in it, byte for byte.
//! The tree that a file gives never changes: what would change it is left as it was.

mod attributes;
mod quote;
mod same;
mod table;

use super::{
    File, instruction, parse,
    parse::{BLANKS, Document, Heading, Part, PartKind, document, line_feeds},
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    text::{SourceId, Span},
};
use same::{same_blocks, same_file};

/// `text` in its one form; formatting it once more changes nothing. `name` is the file's name or path, as for [`parse()`].
pub fn format(text: &str, name: &str) -> String {
    let once = pass(text, name);
    // a text that has no one form, because its markup reads otherwise once it is written out, stays as it is
    if pass(&once, name) == once {
        once
    } else {
        text.to_owned()
    }
}

fn pass(text: &str, name: &str) -> String {
    let normal = line_feeds(text);
    let before = parse(SourceId::default(), name, text);
    let errors = errors(&before);
    let Document { front, body, parts } = document(&normal);
    let mut writer = Writer {
        text,
        out: String::with_capacity(text.len() + text.len() / 8),
        newline: newline(text),
    };
    if !front.span.is_empty() {
        writer.verbatim(front.span);
    }
    let mut at = body;
    for part in parts {
        let start = line_start(&normal, part.span.start()).max(at);
        // What no part holds is the definition of a link, an error. What stands right below it may be read otherwise elsewhere.
        let gap = Span::new(at, start);
        let joined = ends_right_above(gap.of(&normal));
        if !joined {
            writer.verbatim(gap);
        }
        let whole = Span::new(if joined { gap.start() } else { start }, part.end);
        at = part.end.max(at);
        let erroneous = joined || errors.iter().any(|error| touches(*error, whole));
        match formatted(&normal, &part).filter(|_| !erroneous) {
            Some(lines) => writer.lines(&lines),
            None => writer.verbatim(whole),
        }
    }
    writer.verbatim(Span::new(at, text.len()));
    let out = writer.out;
    let after = parse(SourceId::default(), name, &out);
    // A byte order mark from inside the text would no longer be a character of it.
    if same_file(&before, &after) && !out.starts_with('\u{feff}') {
        out
    } else {
        text.to_owned()
    }
}

/// The ranges of the errors of `file`.
fn errors(file: &File) -> Vec<Span> {
    let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
    file.diagnostics
        .iter()
        .filter(is_error)
        .map(|finding| finding.at.span)
        .collect()
}

/// Whether `gap` holds something, and no empty line behind it.
fn ends_right_above(gap: &str) -> bool {
    let text = gap.trim_end_matches(BLANKS);
    !text.is_empty() && gap[text.len()..].matches('\n').count() < 2
}

fn touches(error: Span, part: Span) -> bool {
    error.start() < part.end() && part.start() < error.end()
        || error.is_empty() && part.start() < error.start() && error.start() < part.end()
}

/// The line end that every line of `text` has, or else the plain one.
fn newline(text: &str) -> &'static str {
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

/// The lines of `part`; none where it stays as it is.
fn formatted(text: &str, part: &Part) -> Option<Vec<String>> {
    match &part.kind {
        PartKind::Heading(heading) => Some(vec![self::heading(text, heading)]),
        PartKind::Quote(raws) => {
            let lines = quote::lines(text, raws);
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
        PartKind::Prose(_) | PartKind::Comments(_) | PartKind::Nothing => None,
    }
}

/// Whether two quotes give the same units, and the second no error.
fn reads_alike(before: &str, after: &str) -> bool {
    let read = |quote: &str| {
        parse(
            SourceId::default(),
            ".rules.md",
            &format!("# x\n\n{quote}\n"),
        )
    };
    let (before, after) = (read(before), read(after));
    errors(&after).is_empty()
        && match (before.places.first(), after.places.first()) {
            (Some(before), Some(after)) => same_blocks(&before.blocks, &after.blocks),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
}

fn heading(text: &str, heading: &Heading) -> String {
    let mut out = "#".repeat(heading.level);
    let words = heading.words.of(text);
    let canonical = if heading.level == 2 {
        canonical(text, heading.words)
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

/// The instruction at `words` in its canonical words; none where it has a fault or would be read otherwise.
fn canonical(text: &str, words: Span) -> Option<String> {
    let read = |text: &str, words| match instruction::parse(SourceId::default(), text, words) {
        (Some(command), findings)
            if findings
                .iter()
                .all(|finding| finding.severity != Severity::Error) =>
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

/// What has been written.
struct Writer<'t> {
    text: &'t str,
    out: String,
    newline: &'static str,
}

impl Writer<'_> {
    /// Writes the part `span` of the text as it stands, without the empty lines around it.
    fn verbatim(&mut self, span: Span) {
        let part = span.of(self.text).trim_end_matches(BLANKS);
        let start = part.len() - part.trim_start_matches(BLANKS).len();
        let line = part[..start].rfind(['\r', '\n']).map_or(0, |at| at + 1);
        if part.len() > line {
            self.separate();
            self.out += &part[line..];
            self.out += self.newline;
        }
    }

    fn lines(&mut self, lines: &[String]) {
        if !lines.is_empty() {
            self.separate();
        }
        for line in lines {
            self.out += line;
            self.out += self.newline;
        }
    }

    fn separate(&mut self) {
        if !self.out.is_empty() {
            self.out += self.newline;
        }
    }
}
