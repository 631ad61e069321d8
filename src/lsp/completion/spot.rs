use crate::{
    analysis::EntryId,
    lsp::{
        mention,
        snapshot::{Open, Snapshot},
    },
    model::Tree,
    resolve::{RulesetDb, Section, place_id},
    syntax::{FileRole, RulesFile},
    text::Span,
};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::Position;

/// In what kind of line the cursor stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Between the fences of the front matter.
    Front,
    /// In a level-1 heading.
    Place,
    /// In a level-2 heading.
    Entry,
    /// In quoted rules text.
    Rules,
    /// Anywhere else: commentary, or nothing yet.
    Other,
}

/// Where the cursor stands.
pub(super) struct Spot<'a> {
    /// What the request sees.
    pub(super) snapshot: &'a Snapshot<'a>,
    /// The file.
    pub(super) open: &'a Open<'a>,
    /// The cursor, in bytes of the file.
    pub(super) byte: usize,
    /// The line, without its end.
    pub(super) span: Span,
    /// What kind of line it is.
    pub(super) line: Line,
}

impl<'a> Spot<'a> {
    pub(super) fn new(snapshot: &'a Snapshot<'a>, open: &'a Open<'a>, at: Position) -> Self {
        let byte = open.byte(at);
        let span = open.lines.span(open.lines.line(byte));
        let byte = byte.clamp(span.start(), span.end());
        let mut spot = Self {
            snapshot,
            open,
            byte,
            span,
            line: Line::Other,
        };
        spot.line = spot.kind();
        spot
    }

    fn kind(&self) -> Line {
        let front = self.file().front.span;
        let line = self.span.of(self.text());
        if self.span.start() > front.start()
            && self.span.start() < front.end()
            && line.trim_end() != "---"
        {
            return Line::Front;
        }
        let level = line.bytes().take_while(|&b| b == b'#').count();
        let spaced = line[level..].starts_with([' ', '\t']);
        match level {
            1 if spaced && self.byte > self.span.start() + 1 => Line::Place,
            2 if spaced && self.byte > self.span.start() + 2 => Line::Entry,
            _ if line.trim_start().starts_with('>') => Line::Rules,
            _ => Line::Other,
        }
    }

    /// The file, as parsed.
    pub(super) fn file(&self) -> &'a Arc<RulesFile> {
        self.open.file
    }

    /// What it is for.
    pub(super) fn role(&self) -> FileRole {
        self.file().role
    }

    /// Its ruleset.
    pub(super) fn ruleset_db(&self) -> &'a RulesetDb {
        self.open.db
    }

    /// All of its text.
    pub(super) fn text(&self) -> &'a str {
        self.open.lines.text()
    }

    /// The line up to the cursor.
    pub(super) fn before(&self) -> &'a str {
        Span::new(self.span.start(), self.byte).of(self.text())
    }

    /// The line behind the cursor.
    pub(super) fn after(&self) -> &'a str {
        Span::new(self.byte, self.span.end()).of(self.text())
    }

    /// The braces that are open at the cursor: what stands in them up to there.
    pub(super) fn braces(&self) -> Option<&'a str> {
        let before = self.before();
        let at = before.rfind('{')?;
        let inside = &before[at + 1..];
        (!inside.contains('}') && matches!(self.line, Line::Place | Line::Entry | Line::Rules))
            .then_some(inside)
    }

    /// The instruction in whose heading, payload or commentary the cursor stands.
    pub(super) fn entry(&self) -> Option<EntryId> {
        let (place, entry) = mention::entry_at(self.file(), self.byte)?;
        Some(EntryId {
            source: self.open.source,
            place,
            entry,
        })
    }

    /// The id of the place below which the cursor stands.
    pub(super) fn home(&self) -> Option<String> {
        self.file()
            .places
            .get(mention::place_at(self.file(), self.byte)?)
            .map(place_id)
    }

    /// A section in the version in which the addresses of the instruction at the cursor count; that of its place where none is named.
    pub(super) fn frame(&self, section: Option<&str>) -> Option<(Arc<Section>, Arc<Tree>)> {
        let at = self.entry()?;
        let home = self.home()?;
        let heading = self
            .file()
            .places
            .get(at.place)?
            .entries
            .get(at.entry)?
            .heading_span
            .of(self.text());
        self.snapshot.analysis().numbering_tree(
            self.ruleset_db(),
            at,
            section.unwrap_or(&home),
            said(self.ruleset_db(), heading),
        )
    }

    /// How much of what stands behind the cursor belongs to the name or word that it stands in.
    pub(super) fn rest(&self, of: impl Fn(char) -> bool) -> usize {
        self.after().find(|c| !of(c)).unwrap_or(self.after().len())
    }
}

/// The numbering that an instruction names, whether or not it is understood.
pub(super) fn said(db: &RulesetDb, heading: &str) -> Option<crate::model::EditionIx> {
    let (before, _) = heading.split_once(" numbering)")?;
    db.ruleset
        .edition(before.rsplit_once('(')?.1.trim_start_matches("in ").trim())
}

/// Whether a character may be part of a name.
pub(super) fn of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/')
}
