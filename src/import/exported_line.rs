//! Parses lines that have exactly the format of `rulebook export sheet`, and no others.
//!
//! Example: `No. 7. Page 22. Rear support. 3rd bullet. Replace with:`, with the payload in a block
//! quote below. The phrases after the heading are listed in
//! [`crate::syntax::instruction::SHEET_WORDINGS`].

use super::{
    joined_line::JoinedLine,
    known_rulesets::KnownRulesets,
    plain_text::normalise,
    sheet::{PrintedPlace, RecognisedWords},
};
use crate::{
    syntax::{
        Command,
        instruction::{CONTINUATION_MARK, SHEET_FIELDS, SheetNames, print, read_sheet_wording},
    },
    text::Span,
};

/// A line in the format of `rulebook export sheet`: its fields (`Page 22`), the heading and id of
/// the section, and the instruction as text, parsed by `command` later.
#[derive(Clone, Debug)]
pub(super) struct ExportedLine {
    /// The fields in front of the place: attribute keys with their values.
    pub(super) fields: Vec<(&'static str, String)>,
    /// The heading of the place.
    heading: String,
    /// The id after the heading.
    id: Option<String>,
    /// The instruction, with the address in front of it.
    instruction: String,
    /// The byte range of the line in the file.
    pub(super) words: Span,
}

/// Parses a line of `source`; `None` if it is not in the export format.
pub(super) fn parse_exported_line(source: &str, line: &JoinedLine) -> Option<ExportedLine> {
    let raw = line.span.of(source);
    let start = line.span.start() + raw.len() - raw.trim_start().len();
    let raw = raw.trim();
    if line.block_quote
        || line.headed
        || line.table
        || line.bullet.is_some()
        || raw.len() > LONGEST
        || raw.contains('\n')
    {
        return None;
    }
    let text = unescape_markdown(raw);
    let mut rest = text.as_str();
    let mut fields = Vec::new();
    for &(key, words) in SHEET_FIELDS {
        let Some((value, after)) = rest
            .strip_prefix(words)
            .and_then(|rest| rest.split_once(". "))
        else {
            continue;
        };
        let value = value.replace(", ", ",");
        if value.is_empty() || value.contains(char::is_whitespace) {
            return None;
        }
        fields.push((key, value));
        rest = after;
    }
    let (heading, id, instruction) = split_heading(rest)?;
    // any names are accepted here; they are looked up when the ruleset is known
    let no_id = |_: &str| None;
    let any = |_: &str, number: &str| Some(format!("amendment-{number}"));
    read_sheet_wording(
        instruction,
        SheetNames {
            section: &no_id,
            document: &no_id,
            amendment: &any,
        },
    )?;
    Some(ExportedLine {
        fields,
        heading,
        id,
        instruction: instruction.to_owned(),
        words: Span::new(start, start + raw.len()),
    })
}

/// The length in bytes above which a line is no instruction.
const LONGEST: usize = 4 * 1024;

/// Splits `text` into its heading, the id after the heading, and the rest.
fn split_heading(text: &str) -> Option<(String, Option<String>, &str)> {
    let quoted = [('"', "\""), ('“', "”")].iter().find_map(|(open, close)| {
        let inner = text.strip_prefix(*open)?;
        [". ", " ["]
            .iter()
            .filter_map(|end| inner.find(&format!("{close}{end}")))
            .min()
            .map(|at| (&inner[..at], &inner[at + close.len()..]))
    });
    let (heading, rest) = match quoted {
        Some(found) => found,
        None => {
            let end = text.find(". ")?;
            let end = text[..end]
                .find(" [")
                .filter(|_| text[..end].ends_with(']'))
                .unwrap_or(end);
            (&text[..end], &text[end..])
        }
    };
    let (id, rest) = match rest.strip_prefix(" [") {
        Some(inner) => inner
            .split_once(']')
            .map(|(id, rest)| (Some(id.to_owned()), rest))?,
        None => (None, rest),
    };
    let plain = heading.starts_with(char::is_alphabetic) || quoted.is_some();
    plain.then_some((heading.to_owned(), id, rest.strip_prefix(". ")?))
}

/// Removes the backslashes that escape Markdown.
fn unescape_markdown(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => out.extend(chars.next()),
            Some(_) | None => out.push(c),
        }
    }
    out
}

/// Returns the words of a block quote in our notation.
pub(super) fn unquote_block(raw: &str) -> String {
    let lines = raw
        .lines()
        .map_while(|line| line.trim_start().strip_prefix('>'))
        .map(|line| line.strip_prefix(' ').unwrap_or(line));
    let text = lines.collect::<Vec<_>>().join("\n");
    let paragraph = |own: &str| {
        let indent = own.len() - own.trim_start().len();
        match own[indent..].strip_prefix(CONTINUATION_MARK) {
            Some(words) => format!("{}{words} {{.cont}}", &own[..indent]),
            None => own.to_owned(),
        }
    };
    text.trim_end()
        .split("\n\n")
        .map(paragraph)
        .collect::<Vec<_>>()
        .join("\n\n")
}

impl ExportedLine {
    /// Returns the value of a field.
    pub(super) fn field(&self, key: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(own, _)| *own == key)
            .map(|(_, value)| value.as_str())
    }

    /// Returns where the instruction applies.
    pub(super) fn place(&self) -> PrintedPlace {
        let page = self.field("page").map(str::to_owned);
        PrintedPlace {
            path: vec![self.heading.clone()],
            id: self.id.clone(),
            page,
            page_carried: false,
        }
    }

    /// Parses the instruction with the names of a ruleset.
    pub(super) fn command(&self, known: &KnownRulesets, ruleset: Option<&str>) -> Option<Command> {
        let section = |heading: &str| {
            known
                .find_place(ruleset, heading)
                .map(|(_, id)| id.to_owned())
        };
        let document = |title: &str| {
            known
                .document_titled(ruleset, &normalise(title))
                .map(|(_, document)| document.key.clone())
        };
        let amendment =
            |key: &str, number: &str| known.amendment_id(key, number).map(str::to_owned);
        read_sheet_wording(
            &self.instruction,
            SheetNames {
                section: &section,
                document: &document,
                amendment: &amendment,
            },
        )
    }

    /// Returns how the line was interpreted.
    pub(super) fn recognised_words(&self, command: &Command) -> Vec<RecognisedWords> {
        let recognised = |what: String| RecognisedWords {
            span: self.words,
            what,
        };
        let mut found: Vec<RecognisedWords> = self
            .fields
            .iter()
            .map(|(key, value)| recognised(format!("{key} {value}")))
            .collect();
        found.push(recognised(format!("under {}", self.heading)));
        found.push(recognised(print(command)));
        found
    }
}
