use super::{EditionIx, PartialDate};
use crate::{
    diagnostic::Location,
    syntax::{Attributes, Block, Commentary, Entry, File, Place},
};
use std::sync::Arc;

/// A patch within its section: an index into the section's list. [`BASE`] is the base text itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PatchIx(pub u32);

/// The base text, the first in every section's list of patches.
pub const BASE: PatchIx = PatchIx(0);

/// The same instruction in another wording: its entry in the user's library.
#[derive(Clone, Debug)]
pub struct Twin {
    /// The library file.
    pub file: Arc<File>,
    /// Index of the place.
    pub place: usize,
    /// Index of the entry.
    pub entry: usize,
}

impl Twin {
    /// The library's entry.
    pub fn entry(&self) -> Option<&Entry> {
        self.file
            .places
            .get(self.place)
            .and_then(|place| place.entries.get(self.entry))
    }
}

/// One encoded instruction of a document, or the base text or a book of a section.
#[derive(Clone, Debug)]
pub struct Patch {
    /// The file it stands in.
    pub file: Arc<File>,
    /// Index of its place in the file.
    pub place: usize,
    /// Index of its entry in the place; none for a base text or book.
    pub entry: Option<usize>,
    /// The document, by its key in the ruleset.
    pub document: Arc<str>,
    /// The edition in which it takes effect.
    pub edition: EditionIx,
    /// The edition that its document makes.
    pub own_edition: EditionIx,
    /// The numbering in which its addresses count.
    pub frame: EditionIx,
    /// From when it is known.
    pub known: PartialDate,
    /// Its turn among the documents of its edition: those that come `after` others have higher ones.
    pub rank: u32,
    /// The turn of its document in order of publication.
    pub turn: u32,
    /// The first edition in which it no longer counts, if there is one.
    pub until: Option<EditionIx>,
    /// Where alone it counts; everywhere if none.
    pub scope: Option<String>,
    /// The payload as printed, where the library has it.
    pub twin: Option<Twin>,
}

impl Patch {
    /// The place under which it stands.
    pub fn place(&self) -> Option<&Place> {
        self.file.places.get(self.place)
    }

    /// Its instruction.
    pub fn entry(&self) -> Option<&Entry> {
        self.entry
            .and_then(|entry| self.place()?.entries.get(entry))
    }

    /// Its attributes: the instruction's, or the place's for a base text.
    pub fn attrs(&self) -> Option<&Attributes> {
        self.entry().map(|entry| &entry.attrs).or_else(|| {
            self.place()
                .filter(|_| self.entry.is_none())
                .map(|place| &place.attrs)
        })
    }

    /// Its rules text.
    pub fn blocks(&self) -> &[Block] {
        match self.entry {
            Some(_) => self.entry().map_or(&[], |entry| &entry.payload),
            None => self.place().map_or(&[], |place| &place.blocks),
        }
    }

    /// Its commentary.
    pub fn commentary(&self) -> &[Commentary] {
        match self.entry {
            Some(_) => self.entry().map_or(&[], |entry| &entry.commentary),
            None => self.place().map_or(&[], |place| &place.commentary),
        }
    }

    /// Its heading's words in the source.
    pub fn at(&self) -> Location {
        let span = match self.entry() {
            Some(entry) => entry.heading_span,
            None => self
                .place()
                .map(|place| place.heading_span)
                .unwrap_or_default(),
        };
        Location::new(self.file.source, span)
    }

    /// The numbers of its passages in their documents, as printed: `47`, `dbm-3.3:23`.
    pub fn numbers(&self) -> Vec<String> {
        let own = |(document, n): (Option<&str>, &str)| {
            document.map_or_else(|| n.to_owned(), |document| format!("{document}:{n}"))
        };
        self.attrs()
            .map(|attrs| attrs.passages().map(own).collect())
            .unwrap_or_default()
    }

    /// Whether it has such a number.
    pub fn is_numbered(&self) -> bool {
        self.attrs()
            .is_some_and(|attrs| attrs.passages().next().is_some())
    }

    /// The printed page that it names: its own, else its place's.
    pub fn page(&self) -> Option<&str> {
        let own = self.entry().and_then(|entry| entry.attrs.get("page"));
        own.or_else(|| self.place()?.attrs.get("page"))
            .map(|page| page.value.as_str())
    }

    /// Whether no source states the page of its place, and it does not name one itself.
    pub fn is_page_inferred(&self) -> bool {
        let own = self
            .entry()
            .is_some_and(|entry| entry.attrs.get("page").is_some());
        !own && self.place().is_some_and(|place| {
            place
                .attrs
                .get("inferred")
                .is_some_and(|inferred| inferred.value == "page")
        })
    }

    /// Whether it is an instruction, not a base text or book.
    pub fn is_instruction(&self) -> bool {
        self.entry.is_some()
    }
}
