//! One instruction on its way to paper.

use super::{Words, address::Counting};
use crate::{
    analysis::{Analysis, EntryAt},
    resolve::{RulesetDb, place_id},
    syntax::{
        Command, Deleted, Entry, Inserted, Place, Point,
        instruction::{FIELDS, GOES_ON, Names, say},
        payload,
    },
};
use std::collections::BTreeMap;

/// Writes the instructions of a document, one after the other.
pub(super) struct Writer<'a> {
    analysis: &'a Analysis,
    db: &'a RulesetDb,
    words: Words,
    /// The sections that bear a heading, as it is compared.
    headed: BTreeMap<String, Vec<&'a str>>,
    /// The number of the instruction before, in the counting of the sheet.
    counted: u32,
}

impl<'a> Writer<'a> {
    pub(super) fn new(analysis: &'a Analysis, db: &'a RulesetDb, words: Words) -> Self {
        let mut headed: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        let mut add = |heading: &str, id: &'a str| {
            let ids = headed.entry(compared(heading)).or_default();
            if !ids.contains(&id) {
                ids.push(id);
            }
        };
        for id in db.section_ids() {
            add(db.heading(id).unwrap_or(id), id);
        }
        // what some document calls it
        for place in db.files().flat_map(|file| &file.places) {
            if let Some(id) = place
                .attrs
                .id
                .as_ref()
                .filter(|id| db.section(&id.value).is_some())
            {
                add(&place.heading.text, &id.value);
            }
        }
        Self {
            analysis,
            db,
            words,
            headed,
            counted: 0,
        }
    }

    /// The paragraph of an instruction and what it brings; none where it could not be understood.
    pub(super) fn text(&mut self, at: EntryAt, place: &Place, entry: &Entry) -> Option<String> {
        let command = entry.command.as_ref()?;
        let id = place_id(place);
        let twin = self.twin(at, entry);
        let shown = twin.unwrap_or(entry);
        let sections = self.analysis.instructed(self.db, at).into_iter();
        let counting = Counting {
            place: &id,
            sections: sections
                .map(|(section, ix)| (section.clone(), section.frame(ix)))
                .collect(),
        };
        let command = counting.command(&in_words_of(command, shown.command.as_ref()));
        let brings = !shown.payload.is_empty();
        let mut parts: Vec<String> = Vec::new();
        for &(key, words) in FIELDS {
            let own = || entry.attrs.get(key).map(|own| own.value.clone());
            let value = match key {
                "n" => self.number(entry),
                "page" => own()
                    .or_else(|| place.attrs.get(key).map(|own| own.value.clone()))
                    .or_else(|| self.db.page(&id).map(str::to_owned)),
                _ => own(),
            };
            parts.extend(
                value
                    .filter(|value| !value.is_empty())
                    .map(|value| format!("{words}{}.", value.replace(',', ", "))),
            );
        }
        parts.push(self.heading(&place.heading.text, &id));
        let section = |id: &str| self.alone(id).map(str::to_owned);
        let document = |key: &str| {
            self.db
                .ruleset
                .documents
                .get(key)
                .map(|document| document.title.clone())
        };
        let amendment = |key: &str, id: &str| numbered(self.db, key, id);
        parts.push(say(
            &command,
            brings,
            Names {
                section: &section,
                document: &document,
                amendment: &amendment,
            },
        ));
        let mut out = format!("\n{}\n", escaped(&parts.join(" ")));
        if brings {
            out += &quoted(&in_words(&payload::markdown(&payload::printable(
                &shown.payload,
            ))));
        }
        Some(out)
    }

    /// The numbers, where they are not the one that is due.
    fn number(&mut self, entry: &Entry) -> Option<String> {
        let numbers: Vec<&str> = entry
            .attrs
            .get("n")
            .into_iter()
            .flat_map(|n| n.value.split(','))
            .filter(|n| !n.is_empty())
            .collect();
        let due = self.counted + 1;
        match numbers.as_slice() {
            [] => self.counted = due,
            [only] if only.parse() == Ok(due) => self.counted = due,
            _ => {
                if let [only] = numbers.as_slice() {
                    self.counted = only.parse().unwrap_or(self.counted);
                }
                return Some(numbers.join(","));
            }
        }
        None
    }

    /// A heading as a sentence: quoted where its own stops could be taken for the end, and with the id behind it where it does not name
    /// one section alone.
    fn heading(&self, heading: &str, id: &str) -> String {
        let plain = heading.starts_with(char::is_alphabetic)
            && !heading.contains([':', '"', '“', '”', '`', '[', '\\'])
            && !heading.contains(". ")
            && !heading.ends_with('.')
            && !FIELDS.iter().any(|(_, words)| heading.starts_with(words));
        let heading_words = match (plain, heading.contains('"')) {
            (true, _) => heading.to_owned(),
            (false, false) => format!("\"{heading}\""),
            (false, true) => format!("“{heading}”"),
        };
        let alone = self.headed.get(&compared(heading)).map(Vec::as_slice) == Some(&[id]);
        if alone {
            format!("{heading_words}.")
        } else {
            format!("{heading_words} [{id}].")
        }
    }

    /// The heading of a section, if no other is called so.
    fn alone(&self, id: &str) -> Option<&'a str> {
        let heading = self.db.section(id).and_then(|_| self.db.heading(id))?;
        (self.headed.get(&compared(heading)).map(Vec::as_slice) == Some(&[id])).then_some(heading)
    }

    /// The printed instruction, where its words are asked for and the library has them.
    fn twin(&self, at: EntryAt, entry: &Entry) -> Option<&'a Entry> {
        if self.words == Words::Restated {
            return None;
        }
        let twin = self.db.patch(at.source, at.place, at.entry)?.twin?;
        let found = self
            .analysis
            .file(twin.file.source)?
            .places
            .get(twin.place)?
            .entries
            .get(twin.entry)?;
        (entry.payload.is_empty() == found.payload.is_empty()).then_some(found)
    }
}

/// The number of the one instruction of a document that bears an id, where no other has that number.
fn numbered(db: &RulesetDb, document: &str, id: &str) -> Option<String> {
    let entries: Vec<&Entry> = super::files(db, document)
        .flat_map(|file| &file.places)
        .flat_map(|place| &place.entries)
        .collect();
    let of = |entry: &&&Entry| entry.attrs.id.as_ref().is_some_and(|own| own.value == id);
    let mut own = entries.iter().filter(of);
    let (Some(only), None) = (own.next(), own.next()) else {
        return None;
    };
    let number = only.attrs.get("n")?.value.as_str();
    let plain = number.chars().all(|c| c.is_ascii_alphanumeric());
    let alone = entries
        .iter()
        .filter(|entry| entry.attrs.get("n").is_some_and(|n| n.value == number))
        .count()
        == 1;
    (plain && alone).then(|| number.to_owned())
}

/// A command with the quoted words of another one, where both do the same with words.
fn in_words_of(command: &Command, own: Option<&Command>) -> Command {
    let mut out = command.clone();
    match (&mut out, own) {
        (
            Command::ReplacePhrase { phrase, with, .. },
            Some(Command::ReplacePhrase {
                phrase: other,
                with: new,
                ..
            }),
        ) => {
            phrase.clone_from(other);
            with.clone_from(new);
        }
        (
            Command::Delete {
                what: Deleted::Phrase(phrase, _),
                ..
            },
            Some(own),
        ) => {
            if let Some(other) = own.phrase() {
                phrase.clone_from(other);
            }
        }
        (Command::Insert { what, point, .. }, Some(own)) => {
            if let (
                Inserted::Words(words),
                Command::Insert {
                    what: Inserted::Words(new),
                    ..
                },
            ) = (what, own)
            {
                words.clone_from(new);
            }
            if let (Point::Phrase(phrase, _), Some(other)) = (point, own.phrase()) {
                phrase.clone_from(other);
            }
        }
        (_, _) => {}
    }
    out
}

/// A heading as it is compared with others.
fn compared(heading: &str) -> String {
    let words = heading
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// A line in which Markdown marks nothing.
fn escaped(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        if matches!(c, '\\' | '*' | '_' | '<' | '~') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A text in whose paragraphs words tell what an attribute of our notation does.
fn in_words(text: &str) -> String {
    let paragraph = |own: &str| {
        let indent = own.len() - own.trim_start().len();
        let (blanks, words) = own.split_at(indent);
        match words.trim_end().strip_suffix(" {.cont}") {
            Some(words) => format!("{blanks}{GOES_ON}{words}"),
            None if words.starts_with(GOES_ON) => format!("{blanks}\\{words}"),
            None => own.to_owned(),
        }
    };
    text.trim_end()
        .split("\n\n")
        .map(paragraph)
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// Text as a block quote, an empty line in front.
fn quoted(text: &str) -> String {
    let lines = text.trim_end().lines().map(|line| {
        if line.trim().is_empty() {
            ">\n".to_owned()
        } else {
            format!("> {line}\n")
        }
    });
    format!("\n{}", lines.collect::<String>())
}
