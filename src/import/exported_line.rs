//! Lines in the form in which `rulebook export sheet` writes instructions: they are read to the letter.
//!
//! `No. 7. Page 22. Rear support. 3rd bullet. Replace with:`, and what it brings below in a block quote. What is said behind the heading
//! has its table in [`crate::syntax::instruction::SAID`].

use super::{
    joined_line::JoinedLine,
    known_rulesets::KnownRulesets,
    plain_text::normalise,
    sheet::{PrintedPlace, RecognisedWords},
};
use crate::{
    syntax::{
        Command,
        instruction::{FIELDS, GOES_ON, Names, hear, print},
    },
    text::Span,
};

/// A line, read to the letter.
#[derive(Clone, Debug)]
pub(super) struct ExportedLine {
    /// What is said in front of the place: the keys of attributes with their values.
    pub(super) fields: Vec<(&'static str, String)>,
    /// The heading of its place.
    heading: String,
    /// The id behind the heading.
    id: Option<String>,
    /// What to do, with the address in front of it.
    instruction: String,
    /// The bytes of the line.
    pub(super) words: Span,
}

/// Reads a line of `source`; none where it is not in this form.
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
    for &(key, words) in FIELDS {
        let Some((value, behind)) = rest
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
        rest = behind;
    }
    let (heading, id, instruction) = split_heading(rest)?;
    // names may be any here: they are looked up when the ruleset is known
    let nobody = |_: &str| None;
    let any = |_: &str, number: &str| Some(format!("amendment-{number}"));
    hear(
        instruction,
        Names {
            section: &nobody,
            document: &nobody,
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

/// Longer lines are no instructions, in bytes.
const LONGEST: usize = 8 * 1024;

/// The heading with which `text` begins, the id behind it, and what follows.
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

/// The line without the backslashes that keep Markdown from marking it.
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

/// The words of a block quote, in our notation.
pub(super) fn unquote_block(raw: &str) -> String {
    let lines = raw
        .lines()
        .map_while(|line| line.trim_start().strip_prefix('>'))
        .map(|line| line.strip_prefix(' ').unwrap_or(line));
    let text = lines.collect::<Vec<_>>().join("\n");
    let paragraph = |own: &str| {
        let indent = own.len() - own.trim_start().len();
        match own[indent..].strip_prefix(GOES_ON) {
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
    /// The value of an attribute that is said.
    pub(super) fn field(&self, key: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(own, _)| *own == key)
            .map(|(_, value)| value.as_str())
    }

    /// Where it applies.
    pub(super) fn place(&self) -> PrintedPlace {
        let page = self.field("page").map(str::to_owned);
        PrintedPlace {
            path: vec![self.heading.clone()],
            id: self.id.clone(),
            page,
            page_carried: false,
        }
    }

    /// What it tells to do, in a ruleset.
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
        hear(
            &self.instruction,
            Names {
                section: &section,
                document: &document,
                amendment: &amendment,
            },
        )
    }

    /// How it was read.
    pub(super) fn recognised_words(&self, command: &Command) -> Vec<RecognisedWords> {
        let tell = |what: String| RecognisedWords {
            span: self.words,
            what,
        };
        let mut found: Vec<RecognisedWords> = self
            .fields
            .iter()
            .map(|(key, value)| tell(format!("{key} {value}")))
            .collect();
        found.push(tell(format!("under {}", self.heading)));
        found.push(tell(print(command)));
        found
    }
}
