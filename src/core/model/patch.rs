//! `Patch`: an instruction, base text or book text in a rules file as it concerns one section, with
//! its document, edition and order.

use super::{EditionIx, PartialDate};
use crate::{
    diagnostic::Location,
    syntax::{
        Attributes, Block, Command, Commentary, FileSection, InstructionEntry, RulesFile, Verb,
    },
    text::{Span, Spanned},
};
use std::{ops::Range, sync::Arc};

/// A patch as an index into the list of patches of its section; [`BASE`] is the base text itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PatchIx(pub u32);

/// The base text, the first in every section's list of patches.
pub const BASE: PatchIx = PatchIx(0);

/// The printed form of an instruction that this project restates: its file in the user's library,
/// and the indices of the section and entry in that file.
#[derive(Clone, Debug)]
pub struct PrintedInstructionRef {
    /// The library file.
    pub file: Arc<RulesFile>,
    /// Index of the section in the file.
    pub place: usize,
    /// Index of the entry in the section.
    pub entry: usize,
}

impl PrintedInstructionRef {
    /// Returns the library's entry.
    pub fn entry(&self) -> Option<&InstructionEntry> {
        self.file
            .places
            .get(self.place)
            .and_then(|place| place.entries.get(self.entry))
    }
}

/// What an instruction does to a section, as the router finds it: creates, drops or rewrites it, or
/// acts on units inside it (a ruling or note only names them).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionAction {
    /// It changes units inside the section.
    Inside,
    /// It creates the section from its part of the payload.
    Creates,
    /// It replaces the whole section by its part of the payload.
    Rewrites,
    /// It removes the section.
    Drops,
}

/// All blocks of a payload, as a range of their indices.
pub const WHOLE_PAYLOAD: Range<usize> = 0..usize::MAX;

/// An instruction, base text or book text of a section in a rules file, not lowered yet: its
/// document, edition of effect, the edition in which its addresses count, scope (`uk`) and order.
///
/// Its addresses are as written. An instruction that concerns several sections is a patch of each.
#[derive(Clone, Debug)]
pub struct Patch {
    /// The file that contains it.
    pub file: Arc<RulesFile>,
    /// Index of its section in the file.
    pub place: usize,
    /// Index of its entry in the section; `None` for a base text or book.
    pub entry: Option<usize>,
    /// The key of its document in the ruleset.
    pub document: Arc<str>,
    /// The edition in which it takes effect.
    pub edition: EditionIx,
    /// The edition that its document creates.
    pub own_edition: EditionIx,
    /// The edition whose numbering its addresses use.
    pub frame: EditionIx,
    /// The date since when it is known.
    pub known: PartialDate,
    /// Its rank among the documents of its edition: a document that comes `after` others has a
    /// higher one.
    pub rank: u32,
    /// The rank of its document in order of publication.
    pub turn: u32,
    /// The first edition in which it no longer applies, if there is one.
    pub until: Option<EditionIx>,
    /// The only scope in which it applies; `None` if it applies everywhere.
    pub scope: Option<String>,
    /// The instruction as printed, where the library has it.
    pub twin: Option<PrintedInstructionRef>,
    /// What it does to the section.
    pub action: SectionAction,
    /// The indices of the blocks of its payload that belong to the section; may end after the last.
    pub part: Range<usize>,
    /// The targets of the instruction that are in other sections, by their bytes in the file.
    pub elsewhere: Vec<Span>,
}

impl Patch {
    /// Returns the section of the file that contains it.
    pub fn place(&self) -> Option<&FileSection> {
        self.file.places.get(self.place)
    }

    /// Returns its instruction.
    pub fn entry(&self) -> Option<&InstructionEntry> {
        self.entry
            .and_then(|entry| self.place()?.entries.get(entry))
    }

    /// Returns the command of its instruction, if that can be parsed.
    pub fn command(&self) -> Option<&Command> {
        self.entry()?.command.as_ref()
    }

    /// Returns the verb of its instruction, if that can be parsed.
    pub fn verb(&self) -> Option<Verb> {
        self.entry()?.verb()
    }

    /// Returns the id of its instruction.
    pub fn id(&self) -> Option<&Spanned<String>> {
        self.entry()?.attrs.id.as_ref()
    }

    /// Returns an attribute of its instruction.
    pub fn attribute(&self, key: &str) -> Option<&Spanned<String>> {
        self.entry()?.attrs.get(key)
    }

    /// Returns its attributes: those of the instruction, or of the section for a base text.
    pub fn attrs(&self) -> Option<&Attributes> {
        self.entry().map(|entry| &entry.attrs).or_else(|| {
            self.place()
                .filter(|_| self.entry.is_none())
                .map(|place| &place.attrs)
        })
    }

    /// Returns its rules text.
    pub fn blocks(&self) -> &[Block] {
        match self.entry {
            Some(_) => self.entry().map_or(&[], |entry| &entry.payload),
            None => self.place().map_or(&[], |place| &place.blocks),
        }
    }

    /// Returns the blocks of its payload that belong to the section.
    pub fn payload(&self) -> &[Block] {
        self.part_of(self.blocks())
    }

    /// Returns the same blocks in print, where the library has the instruction.
    pub fn printed_payload(&self) -> Option<&[Block]> {
        Some(self.part_of(&self.twin.as_ref()?.entry()?.payload))
    }

    fn part_of<'b>(&self, blocks: &'b [Block]) -> &'b [Block] {
        let at = |index: usize| index.min(blocks.len());
        blocks
            .get(at(self.part.start)..at(self.part.end))
            .unwrap_or_default()
    }

    /// Returns its commentary.
    pub fn commentary(&self) -> &[Commentary] {
        match self.entry {
            Some(_) => self.entry().map_or(&[], |entry| &entry.commentary),
            None => self.place().map_or(&[], |place| &place.commentary),
        }
    }

    /// Returns the location of its heading's words.
    pub fn heading_location(&self) -> Location {
        let span = match self.entry() {
            Some(entry) => entry.heading_span,
            None => self
                .place()
                .map(|place| place.heading_span)
                .unwrap_or_default(),
        };
        self.file.locate(span)
    }

    /// Returns the numbers of its passages in their documents, as printed: `47`, `dbm-3.3:23`.
    pub fn numbers(&self) -> Vec<String> {
        let own = |(document, n): (Option<&str>, &str)| {
            document.map_or_else(|| n.to_owned(), |document| format!("{document}:{n}"))
        };
        self.attrs()
            .map(|attrs| attrs.passages().map(own).collect())
            .unwrap_or_default()
    }

    /// Returns the printed page that it names: its own, else that of its section.
    pub fn page(&self) -> Option<&str> {
        let own = self.attribute("page");
        own.or_else(|| self.place()?.attrs.get("page"))
            .map(|page| page.value.as_str())
    }

    /// Whether its document states the words without a verb.
    pub fn is_verb_inferred(&self) -> bool {
        self.attribute("inferred")
            .is_some_and(|inferred| inferred.value.split(',').any(|part| part.trim() == "verb"))
    }

    /// Whether no source states the page of its section, and it does not name one itself.
    pub fn is_page_inferred(&self) -> bool {
        let own = self.attribute("page").is_some();
        !own && self.place().is_some_and(|place| {
            place
                .attrs
                .get("inferred")
                .is_some_and(|inferred| inferred.value == "page")
        })
    }

    /// Whether it is an instruction rather than a base text or book.
    pub fn is_instruction(&self) -> bool {
        self.entry.is_some()
    }
}
