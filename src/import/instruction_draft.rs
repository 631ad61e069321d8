//! An instruction while a sheet is sorted.

use super::{
    address::{PrintedAddress, PrintedStep},
    exported_line::ExportedLine,
    payload::LinePart,
    sheet::{Confidence, ImportDoubt, PrintedPlace, RecognisedWords, SheetPieceKind},
    verb_clause::{ValueChange, VerbClause},
};
use crate::{model::PartialDate, text::Span};

/// An instruction before its operations are worked out.
#[derive(Clone, Debug)]
pub(super) struct InstructionDraft {
    pub(super) kind: DraftKind,
    pub(super) place: PrintedPlace,
    /// The address, of all that was said of it.
    pub(super) addr: PrintedAddress,
    /// Its words: bytes of the file, and without markup.
    pub(super) words: Span,
    pub(super) printed: String,
    /// Where it begins: its words, or what it brings.
    pub(super) start: usize,
    pub(super) parts: Vec<LinePart>,
    /// Of pairs: how many parts are the old words.
    pub(super) old: Option<usize>,
    pub(super) comments: Vec<(Span, String)>,
    pub(super) doubts: Vec<ImportDoubt>,
    pub(super) found: Vec<RecognisedWords>,
    /// The number printed in front of it.
    pub(super) number: Option<String>,
    pub(super) dated: Option<(PartialDate, Span)>,
}

/// What an instruction is.
#[derive(Clone, Debug)]
pub(super) enum DraftKind {
    /// It has a verb.
    Clause(Box<VerbClause>),
    /// One value that is set.
    Value(ValueChange),
    /// Text that stands under a heading, without a word on what to do with it.
    Statement,
    /// The same, for a labelled unit of the place.
    LabelledStatement,
    /// The same, as an update of the one before.
    Update,
    /// An entry of a glossary.
    Entry,
    /// Commentary.
    Note,
    /// A numbered clarification or guideline.
    Clarification,
    /// A line that was read to the letter, and where the text stands that it brings.
    Exported(Box<ExportedLine>, Option<Span>),
    /// A passage of rules.
    Text,
}

impl InstructionDraft {
    pub(super) fn new(kind: DraftKind, place: PrintedPlace, start: usize) -> Self {
        Self {
            kind,
            place,
            addr: PrintedAddress::default(),
            words: Span::new(start, start),
            printed: String::new(),
            start,
            parts: Vec::new(),
            old: None,
            comments: Vec::new(),
            doubts: Vec::new(),
            found: Vec::new(),
            number: None,
            dated: None,
        }
    }

    pub(super) fn add_doubt(
        &mut self,
        span: Span,
        confidence: Confidence,
        message: impl Into<String>,
    ) {
        self.doubts.push(ImportDoubt {
            span,
            confidence,
            message: message.into(),
        });
    }

    /// Whether it replaces one paragraph.
    pub(super) fn replaces_one_paragraph(&self) -> bool {
        let replaces = matches!(&self.kind, DraftKind::Clause(clause) if matches!(clause.what, super::verb_clause::ClauseAction::Replace));
        let last = self.addr.steps.last().filter(|_| {
            self.addr.more.is_empty()
                && self.addr.range.is_none()
                && self.addr.printed_line.is_none()
        });
        replaces
            && last.is_some_and(|step| {
                step.unit() == Some(crate::syntax::Unit::Paragraph)
                    && (step.count == Some(1) || step.is_bare())
            })
    }

    /// The steps up to its paragraph, for an instruction behind it that names a sentence alone.
    pub(super) fn paragraph_steps(&self) -> Option<Vec<PrintedStep>> {
        let first = self.addr.steps.first()?;
        (first.unit() == Some(crate::syntax::Unit::Paragraph)).then(|| vec![first.clone()])
    }
}

/// Where a piece of the file begins.
#[derive(Clone, Debug)]
pub(super) struct PieceStart {
    pub(super) at: usize,
    pub(super) kind: SheetPieceKind,
    pub(super) draft: Option<usize>,
    pub(super) found: Vec<RecognisedWords>,
}

/// What a sheet was sorted into.
#[derive(Clone, Debug, Default)]
pub(super) struct ClassifiedLines {
    pub(super) drafts: Vec<InstructionDraft>,
    pub(super) cuts: Vec<PieceStart>,
    pub(super) dates: Vec<PartialDate>,
    /// The numbers of its headings, by draft: how many headings stand before it.
    pub(super) headings: Vec<usize>,
}
