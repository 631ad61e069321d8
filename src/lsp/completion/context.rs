//! `CompletionContext`: the line at the cursor, its kind, and its instruction and section.
//! It also finds the version of a section in whose numbering addresses count there.

use crate::{
    analysis::InstructionPosition,
    lsp::{RulesDocument, Snapshot},
    model::SectionTree,
    resolve::{RulesetDb, Section, file_section_id},
    syntax::{FileRole, InstructionEntry, RulesFile},
    text::Span,
};
use std::sync::Arc;

/// The kind of the line at the cursor of a rules file: front matter, section heading (`#`),
/// instruction heading (`##`), rules text (`>`), or other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Between the fences of the front matter.
    Front,
    /// In a level-1 heading.
    Place,
    /// In a level-2 heading.
    Entry,
    /// In quoted rules text.
    Rules,
    /// Any other line: commentary or an empty line.
    Other,
}

/// The cursor in a rules file at which completion is requested: the file, the byte, its line, and
/// the line's kind.
pub(super) struct CompletionContext<'a> {
    /// The snapshot of the request.
    pub(super) snapshot: &'a Snapshot<'a>,
    /// The file.
    pub(super) document: &'a RulesDocument<'a>,
    /// The cursor, as a byte of the file.
    pub(super) byte: usize,
    /// The line, without its end.
    pub(super) span: Span,
    /// The kind of the line.
    pub(super) line: LineKind,
}

/// The heading of an unfinished instruction up to the cursor, without `##`: the text before the
/// last word, and that word.
pub(super) struct PartialInstruction<'a> {
    /// The text before the word.
    pub(super) before: &'a str,
    /// The part of the word before the cursor.
    pub(super) word: &'a str,
}

impl<'a> CompletionContext<'a> {
    pub(super) fn new(
        snapshot: &'a Snapshot<'a>,
        document: &'a RulesDocument<'a>,
        byte: usize,
    ) -> Self {
        let span = document.lines.span(document.lines.line(byte));
        let byte = byte.clamp(span.start(), span.end());
        let mut context = Self {
            snapshot,
            document,
            byte,
            span,
            line: LineKind::Other,
        };
        context.line = context.kind();
        context
    }

    fn kind(&self) -> LineKind {
        let front = self.file().front.span;
        let line = self.span.of(self.text());
        if self.span.start() > front.start()
            && self.span.start() < front.end()
            && line.trim_end() != "---"
        {
            return LineKind::Front;
        }
        let level = line.bytes().take_while(|&b| b == b'#').count();
        let spaced = line[level..].starts_with([' ', '\t']);
        match level {
            1 if spaced && self.byte > self.span.start() + 1 => LineKind::Place,
            2 if spaced && self.byte > self.span.start() + 2 => LineKind::Entry,
            _ if line.trim_start().starts_with('>') => LineKind::Rules,
            _ => LineKind::Other,
        }
    }

    /// Returns the parsed file.
    pub(super) fn file(&self) -> &'a Arc<RulesFile> {
        self.document.file
    }

    /// Returns the role of the file.
    pub(super) fn role(&self) -> FileRole {
        self.file().role
    }

    /// Returns the ruleset of the file.
    pub(super) fn ruleset_db(&self) -> &'a RulesetDb {
        self.document.db
    }

    /// Returns the whole text of the file.
    pub(super) fn text(&self) -> &'a str {
        self.document.lines.text()
    }

    /// The part of the line before the cursor.
    pub(super) fn before(&self) -> &'a str {
        Span::new(self.span.start(), self.byte).of(self.text())
    }

    /// Returns the part of the line after the cursor.
    pub(super) fn after(&self) -> &'a str {
        Span::new(self.byte, self.span.end()).of(self.text())
    }

    /// Returns the text of the braces that are open at the cursor, up to the cursor.
    pub(super) fn braces(&self) -> Option<&'a str> {
        let before = self.before();
        let at = before.rfind('{')?;
        let inside = &before[at + 1..];
        (!inside.contains('}')
            && matches!(
                self.line,
                LineKind::Place | LineKind::Entry | LineKind::Rules
            ))
        .then_some(inside)
    }

    /// Returns the instruction in whose heading, payload or commentary the cursor is.
    pub(super) fn entry(&self) -> Option<(InstructionPosition, &'a InstructionEntry)> {
        self.document.entry_at(self.byte)
    }

    /// Returns the instruction in whose heading the cursor is, split at its last word.
    pub(super) fn draft(&self) -> Option<PartialInstruction<'a>> {
        if self.line != LineKind::Entry {
            return None;
        }
        let words = self.before().get(2..)?.trim_start();
        let start = words
            .rfind(|c: char| c.is_whitespace() || matches!(c, '(' | ','))
            .map_or(0, |at| at + 1);
        let start = (start..=words.len()).find(|&at| words.is_char_boundary(at))?;
        let (before, word) = words.split_at(start);
        // after `4–` comes the end of a range
        match word.split_once(['-', '–']) {
            Some((from, to)) if !from.is_empty() && from.bytes().all(|b| b.is_ascii_digit()) => {
                Some(PartialInstruction { before, word: to })
            }
            _ => Some(PartialInstruction { before, word }),
        }
    }

    /// Returns the id of the section that the cursor is in.
    pub(super) fn section_id(&self) -> Option<String> {
        self.document.place_at(self.byte).map(file_section_id)
    }

    /// Returns a section in the version in which the addresses at the cursor count; the section of
    /// the cursor if `section` is none.
    pub(super) fn numbering_tree(
        &self,
        section: Option<&str>,
    ) -> Option<(Arc<Section>, Arc<SectionTree>)> {
        let (at, entry) = self.entry()?;
        let section_id = self.section_id()?;
        let heading = entry.heading_span.of(self.text());
        self.snapshot.analysis().numbering_tree(
            self.ruleset_db(),
            at,
            section.unwrap_or(&section_id),
            named_numbering(self.ruleset_db(), heading),
        )
    }

    /// Returns the length of the rest of the name or word after the cursor.
    pub(super) fn rest(&self, of: impl Fn(char) -> bool) -> usize {
        self.after().find(|c| !of(c)).unwrap_or(self.after().len())
    }
}

/// Returns the numbering that an instruction names, even if the instruction does not parse.
pub(super) fn named_numbering(db: &RulesetDb, heading: &str) -> Option<crate::model::EditionIx> {
    let (before, _) = heading.split_once(" numbering)")?;
    db.ruleset
        .edition(before.rsplit_once('(')?.1.trim_start_matches("in ").trim())
}

/// Whether a name may contain a character.
pub(super) fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/')
}
