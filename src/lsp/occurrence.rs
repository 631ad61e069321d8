//! Finds symbol occurrences in a rules file; the occurrence, instruction or section at a byte.

use super::RulesDocument;
use crate::{
    analysis::InstructionPosition,
    resolve::{self, OccurrencePart, Symbol, SymbolOccurrence},
    syntax::{Extent, FileSection, InstructionEntry, RulesFile},
    text::Span,
};

/// Finds all occurrences in a file, in the order of their positions. The span of a mark covers
/// its words and its name: the cursor may be on either.
pub(super) fn occurrences(file: &RulesFile, text: &str) -> Vec<SymbolOccurrence> {
    let located = |found: SymbolOccurrence| match found.part {
        OccurrencePart::Attributes | OccurrencePart::Instruction => Some(found),
        OccurrencePart::Wording | OccurrencePart::Commentary => locate_mark(found, text),
    };
    let mut out: Vec<SymbolOccurrence> = resolve::occurrences(file)
        .into_iter()
        .filter_map(located)
        .collect();
    out.sort_by_key(|occurrence| (occurrence.span.start(), occurrence.span.end()));
    out
}

/// Finds the name of a mark, which comes after its words: `[words](fact:name)`.
fn locate_mark(mark: SymbolOccurrence, text: &str) -> Option<SymbolOccurrence> {
    let before = match mark.symbol {
        Symbol::Fact(_) => "fact:",
        Symbol::Term(_) => "term:",
        Symbol::Clause(_)
        | Symbol::Document(_)
        | Symbol::Edition(_)
        | Symbol::Page(_)
        | Symbol::Ruleset(_) => "#",
    };
    let words = mark.span;
    let rest = text.get(words.end()..)?;
    let lead = rest.find("](")? + 2 + before.len();
    let end = lead + rest.get(lead..)?.find(')')?;
    let name = Span::new(words.end() + lead, words.end() + end);
    Some(SymbolOccurrence {
        name,
        span: Span::new(words.start().saturating_sub(1), name.end() + 1),
        ..mark
    })
}

impl<'a> RulesDocument<'a> {
    /// Finds all occurrences in the document.
    pub(super) fn occurrences(&self) -> Vec<SymbolOccurrence> {
        occurrences(self.file, self.lines.text())
    }

    /// Returns the innermost occurrence at the cursor.
    pub(super) fn occurrence_at(&self, byte: usize) -> Option<SymbolOccurrence> {
        let all = self.occurrences().into_iter();
        all.filter(|occurrence| occurrence.span.touches(byte))
            .min_by_key(|occurrence| occurrence.span.len())
    }

    /// Returns the instruction whose heading, payload or commentary contains a byte.
    pub(super) fn entry_at(
        &self,
        byte: usize,
    ) -> Option<(InstructionPosition, &'a InstructionEntry)> {
        let Extent::Entry(place, entry) = self.file.part_at(byte) else {
            return None;
        };
        let position = InstructionPosition {
            source: self.source,
            place,
            entry,
        };
        Some((position, self.file.entry_at(byte)?))
    }

    /// Returns the section that contains a byte.
    pub(super) fn place_at(&self, byte: usize) -> Option<&'a FileSection> {
        let mut places = self.file.places.iter();
        places.rfind(|place| place.span.start() <= byte)
    }
}
