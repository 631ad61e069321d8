//! Builds the text of a document's library file from newly matched entries and existing ones.

use super::{
    library_file::LibraryFile,
    matching::SheetMatcher,
    restatement::{PassageKey, RestatementRef},
    write::{self, LibraryFrontMatter},
};
use crate::{
    analysis::{Source, SourceOrigin},
    import::PrintedInstruction,
    resolve::file_section_id,
    syntax::{self, FileRole},
    text::SourceId,
};
use std::collections::{BTreeMap, HashMap};

impl SheetMatcher<'_> {
    /// Builds the library file of a document: the newly matched entries `written`, by slot, and
    /// the existing entries of other passages.
    ///
    /// Existing entries are those of the file in `made`, or else in the library.
    pub(super) fn library_file<'f>(
        &self,
        document: &str,
        written: &BTreeMap<usize, String>,
        mut made: impl Iterator<Item = &'f LibraryFile>,
    ) -> Option<LibraryFile> {
        let own: Vec<usize> = (0..self.slots.len())
            .filter(|&at| self.slots[at].document() == document)
            .collect();
        let role = own.first().map(|&at| self.slots[at].file.role)?;
        let ending = match role {
            FileRole::Amend => "amend",
            FileRole::Clarify => "clarify",
            FileRole::Base | FileRole::Book | FileRole::Index => "book",
        };
        let name = format!("{document}.{ending}.md");
        let made = made.find(|file| file.ruleset == self.db.ruleset.key && file.name == name);
        let before = self.library_entries(&name, made.map(|file| file.text.as_str()));
        let front = |key: &str| {
            let front = &self.slots[own[0]].file.front;
            let value = if key == "edition" {
                &front.edition
            } else {
                &front.frame
            };
            value.as_ref().map(|value| value.value.clone())
        };
        let (edition, frame) = (front("edition"), front("frame"));
        let mut body = String::new();
        let mut last: Option<(SourceId, usize)> = None;
        let mut count = 0;
        for &at in &own {
            let slot = &self.slots[at];
            let nth = |key: &PassageKey| {
                self.by_key
                    .get(key)
                    .and_then(|slots| slots.iter().position(|&own| own == at))
                    .unwrap_or_default()
            };
            let kept = || {
                slot.keys
                    .iter()
                    .find_map(|key| before.get(key)?.get(nth(key)).cloned())
            };
            let Some(text) = written.get(&at).cloned().or_else(kept) else {
                continue;
            };
            count += 1;
            if last != Some((slot.file.source, slot.place)) {
                last = Some((slot.file.source, slot.place));
                let Some(place) = slot.place() else { continue };
                let page = place.attrs.get("page").map(|page| page.value.as_str());
                body += &write::write_place(
                    &self.printed_heading(slot, &place.heading.text),
                    &file_section_id(place),
                    page,
                );
            }
            body += &text;
        }
        let front_matter = LibraryFrontMatter {
            ruleset: &self.db.ruleset.key,
            document,
            edition: edition.as_deref(),
            frame: frame.as_deref(),
            printed: true,
            partial: count < own.len(),
        };
        Some(LibraryFile {
            ruleset: self.db.ruleset.key.clone(),
            document: document.to_owned(),
            text: write::write_library_file(&name, &front_matter, &body),
            name,
            passages: (count, own.len()),
        })
    }

    /// Returns the printed heading of a place, or `ours` if the imported file has none for it.
    fn printed_heading(&self, slot: &RestatementRef, ours: &str) -> String {
        let id = slot.place().map(file_section_id).unwrap_or_default();
        let is = |instruction: &&PrintedInstruction| {
            self.find_place(instruction).as_deref() == Some(id.as_str())
        };
        let found = self
            .sheet
            .instructions
            .iter()
            .filter(|one| slot.keys.iter().any(|(_, n)| *n == one.number))
            .find(is);
        found
            .and_then(|one| one.place.path.last().cloned())
            .filter(|heading| !heading.is_empty())
            .unwrap_or_else(|| ours.to_owned())
    }

    /// Returns the existing entries of a library file by passage; several if several patches
    /// restate parts of it.
    fn library_entries(&self, name: &str, made: Option<&str>) -> HashMap<PassageKey, Vec<String>> {
        let mut out: HashMap<PassageKey, Vec<String>> = HashMap::new();
        let own = |source: &&Source| {
            source.origin == SourceOrigin::Library
                && source.ruleset == self.db.ruleset.key
                && source.name == name
        };
        let stored = || {
            self.analysis
                .sources()
                .iter()
                .find(own)
                .map(|source| &*source.text)
        };
        let Some(text) = made.or_else(stored) else {
            return out;
        };
        let file = syntax::parse(SourceId(u32::MAX), name, text);
        let document = file
            .front
            .document
            .as_ref()
            .map_or("", |document| document.value.as_str())
            .to_owned();
        for entry in file.places.iter().flat_map(|place| &place.entries) {
            let text = format!("\n{}\n", entry.span.of(text).trim());
            for key in entry.attrs.passages_in(&document) {
                out.entry(key).or_default().push(text.clone());
            }
        }
        out
    }
}
