//! Renders an instruction as a Markdown paragraph: number, page, heading, address, operation.

use super::{
    address::CountedAddresses,
    sheet_source::{SheetWording, document_files},
};
use crate::{
    analysis::{Analysis, InstructionPosition},
    doc::markdown::escape_characters,
    resolve::{RulesetDb, file_section_id},
    syntax::{
        Command, FileSection, InstructionEntry, Verb,
        instruction::{CONTINUATION_MARK, SHEET_FIELDS, SheetNames, write_sheet_wording},
        payload,
    },
    text::{join, words},
};
use std::collections::BTreeMap;

/// Renders the instructions of a document in order, each as a paragraph with its new text.
pub(super) struct InstructionWriter<'a> {
    analysis: &'a Analysis,
    db: &'a RulesetDb,
    words: SheetWording,
    /// The sections with each heading, normalized for comparison.
    sections_by_heading: BTreeMap<String, Vec<&'a str>>,
    /// The number of the previous instruction.
    last_number: u32,
}

impl<'a> InstructionWriter<'a> {
    pub(super) fn new(analysis: &'a Analysis, db: &'a RulesetDb, words: SheetWording) -> Self {
        let mut sections_by_heading: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        let mut add = |heading: &str, id: &'a str| {
            let ids = sections_by_heading.entry(normalized(heading)).or_default();
            if !ids.contains(&id) {
                ids.push(id);
            }
        };
        for id in db.section_ids() {
            add(db.heading(id).unwrap_or(id), id);
        }
        // the headings that documents use for the section
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
            sections_by_heading,
            last_number: 0,
        }
    }

    /// Returns the paragraph of an instruction and its payload; `None` if the instruction was not
    /// understood.
    pub(super) fn paragraph(
        &mut self,
        at: InstructionPosition,
        place: &FileSection,
        entry: &InstructionEntry,
    ) -> Option<String> {
        let command = entry.command.as_ref()?;
        let id = file_section_id(place);
        let printed = self.printed_entry(at, entry);
        let shown = printed.unwrap_or(entry);
        let sections = self.analysis.sections_of_entry(self.db, at).into_iter();
        let counting = CountedAddresses {
            place: &id,
            sections: sections
                .map(|(section, ix)| (section.clone(), section.frame(ix)))
                .collect(),
        };
        let command = with_quotations_of(command, shown.command.as_ref());
        // the units that a note names may not exist yet at the day of its document
        let command = match command.verb {
            Verb::Note => command,
            _ => counting.command(&command),
        };
        let has_payload = !shown.payload.is_empty();
        let mut parts: Vec<String> = Vec::new();
        for &(key, words) in SHEET_FIELDS {
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
        let section = |id: &str| self.unique_heading(id).map(str::to_owned);
        let document = |key: &str| {
            self.db
                .ruleset
                .documents
                .get(key)
                .map(|document| document.title.clone())
        };
        let amendment = |key: &str, id: &str| instruction_number(self.db, key, id);
        parts.push(write_sheet_wording(
            &command,
            has_payload,
            SheetNames {
                section: &section,
                document: &document,
                amendment: &amendment,
            },
        ));
        let mut out = format!("\n{}\n", escape(&parts.join(" ")));
        if has_payload {
            out += &block_quote(&spell_out_continuations(&payload::print_units(
                &payload::printable_units(&shown.payload),
            )));
        }
        Some(out)
    }

    /// Returns the numbers, unless they are the expected next number.
    fn number(&mut self, entry: &InstructionEntry) -> Option<String> {
        let numbers: Vec<&str> = entry
            .attrs
            .get("n")
            .into_iter()
            .flat_map(|n| n.value.split(','))
            .filter(|n| !n.is_empty())
            .collect();
        let expected = self.last_number + 1;
        match numbers.as_slice() {
            [] => self.last_number = expected,
            [only] if only.parse() == Ok(expected) => self.last_number = expected,
            _ => {
                if let [only] = numbers.as_slice() {
                    self.last_number = only.parse().unwrap_or(self.last_number);
                }
                return Some(numbers.join(","));
            }
        }
        None
    }

    /// Returns a heading as a sentence. It is quoted if its own punctuation could end the sentence,
    /// and followed by the id if it does not identify a single section.
    fn heading(&self, heading: &str, id: &str) -> String {
        let plain = heading.starts_with(char::is_alphabetic)
            && !heading.contains([':', '"', '“', '”', '`', '[', '\\'])
            && !heading.contains(". ")
            && !heading.ends_with('.')
            && !SHEET_FIELDS
                .iter()
                .any(|(_, words)| heading.starts_with(words));
        let heading_words = match (plain, heading.contains('"')) {
            (true, _) => heading.to_owned(),
            (false, false) => format!("\"{heading}\""),
            (false, true) => format!("“{heading}”"),
        };
        let is_unique = self
            .sections_by_heading
            .get(&normalized(heading))
            .map(Vec::as_slice)
            == Some(&[id]);
        if is_unique {
            format!("{heading_words}.")
        } else {
            format!("{heading_words} [{id}].")
        }
    }

    /// Returns the heading of a section if no other section has it.
    fn unique_heading(&self, id: &str) -> Option<&'a str> {
        let heading = self.db.section(id).and_then(|_| self.db.heading(id))?;
        (self
            .sections_by_heading
            .get(&normalized(heading))
            .map(Vec::as_slice)
            == Some(&[id]))
        .then_some(heading)
    }

    /// Returns the printed instruction, if printed wording is requested and available.
    fn printed_entry(
        &self,
        at: InstructionPosition,
        entry: &InstructionEntry,
    ) -> Option<&'a InstructionEntry> {
        if self.words == SheetWording::Restated {
            return None;
        }
        let twin = self.db.patch_at(at.source, at.place, at.entry)?.twin?;
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

/// Returns the number of the instruction of a document with an id, if both are unique.
fn instruction_number(db: &RulesetDb, document: &str, id: &str) -> Option<String> {
    let entries: Vec<&InstructionEntry> = document_files(db, document)
        .flat_map(|file| &file.places)
        .flat_map(|place| &place.entries)
        .collect();
    let of =
        |entry: &&&InstructionEntry| entry.attrs.id.as_ref().is_some_and(|own| own.value == id);
    let mut own = entries.iter().filter(of);
    let (Some(only), None) = (own.next(), own.next()) else {
        return None;
    };
    let number = only.attrs.get("n")?.value.as_str();
    let plain = number.chars().all(|c| c.is_ascii_alphanumeric());
    let is_unique = entries
        .iter()
        .filter(|entry| entry.attrs.get("n").is_some_and(|n| n.value == number))
        .count()
        == 1;
    (plain && is_unique).then(|| number.to_owned())
}

/// Returns a command with the quoted words of another one, if both are of the same kind.
fn with_quotations_of(command: &Command, own: Option<&Command>) -> Command {
    let mut out = command.clone();
    if let Some(own) = own {
        let same = own.verb == command.verb;
        let phrase = own
            .phrase
            .clone()
            .filter(|_| same || command.verb != Verb::Replace);
        out.phrase = out.phrase.and_then(|old| phrase.or(Some(old)));
        let words = own
            .words
            .clone()
            .filter(|_| same && command.verb != Verb::Rename);
        out.words = out.words.and_then(|old| words.or(Some(old)));
    }
    out
}

/// Normalizes a heading for comparison.
fn normalized(heading: &str) -> String {
    join(words(heading).map(str::to_lowercase), " ")
}

/// Escapes a line, so that Markdown shows it unchanged.
fn escape(line: &str) -> String {
    escape_characters(line, "\\*_<~")
}

/// Replaces the attribute `{.cont}` of paragraphs by words.
fn spell_out_continuations(text: &str) -> String {
    let paragraph = |own: &str| {
        let indent = own.len() - own.trim_start().len();
        let (blanks, words) = own.split_at(indent);
        match words.trim_end().strip_suffix(" {.cont}") {
            Some(words) => format!("{blanks}{CONTINUATION_MARK}{words}"),
            None if words.starts_with(CONTINUATION_MARK) => format!("{blanks}\\{words}"),
            None => own.to_owned(),
        }
    };
    join(text.trim_end().split("\n\n").map(paragraph), "\n\n")
}

/// Returns text as a block quote after an empty line.
fn block_quote(text: &str) -> String {
    let lines = text.trim_end().lines().map(|line| {
        if line.trim().is_empty() {
            ">\n".to_owned()
        } else {
            format!("> {line}\n")
        }
    });
    format!("\n{}", lines.collect::<String>())
}
