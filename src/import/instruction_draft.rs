//! `InstructionDraft`: an instruction of a sheet before its command and payload are built.

use super::{
    address::{PrintedAddress, PrintedStep},
    clause::{ClauseAction, ValueChange, VerbClause},
    grammar::LEXICON,
    payload::PayloadPart,
    plain_text::normalise,
    sheet::{Confidence, ImportDoubt, PrintedPlace, RecognisedWords, SheetPieceKind},
};
use crate::{model::PartialDate, syntax::UnitNoun, text::Span};

/// An instruction, note or passage before its command is made: place, address, printed words, and
/// the parts of lines that form its payload.
#[derive(Clone, Debug)]
pub(super) struct InstructionDraft {
    pub(super) kind: DraftKind,
    pub(super) place: PrintedPlace,
    /// The address from all parts of the line.
    pub(super) address: PrintedAddress,
    /// The words of the instruction: their span in the file; `printed` is their text without
    /// markup.
    pub(super) words: Span,
    pub(super) printed: String,
    /// The byte in the file where the instruction begins: its words, or its payload.
    pub(super) start: usize,
    pub(super) parts: Vec<PayloadPart>,
    /// For pairs of old and new words: the number of parts that are the old words.
    pub(super) old: Option<usize>,
    pub(super) comments: Vec<(Span, String)>,
    pub(super) doubts: Vec<ImportDoubt>,
    pub(super) found: Vec<RecognisedWords>,
    /// The number printed in front of it.
    pub(super) number: Option<String>,
    pub(super) dated: Option<(PartialDate, Span)>,
}

/// What a draft was recognised as, which decides its command: a clause with a verb, a value, text
/// that only states the new rule, a glossary entry, a note, a clarification, ….
#[derive(Clone, Debug)]
pub(super) enum DraftKind {
    /// A clause with a verb.
    Clause(Box<VerbClause>),
    /// A value that is set.
    Value(ValueChange),
    /// Text under a heading without any instruction.
    Statement,
    /// Text for a labelled unit of the place without any instruction.
    LabelledStatement,
    /// Text that updates the text before, without any instruction.
    Update,
    /// An entry of a glossary.
    Entry,
    /// Commentary.
    Note,
    /// A numbered clarification or guideline.
    Clarification,
    /// A passage of rules.
    Text,
}

impl InstructionDraft {
    pub(super) fn new(kind: DraftKind, place: PrintedPlace, start: usize) -> Self {
        Self {
            kind,
            place,
            address: PrintedAddress::default(),
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
        self.doubts
            .push(ImportDoubt::new(span, confidence, message));
    }

    /// Whether it replaces its place with its text.
    pub(super) fn replaces(&self) -> bool {
        matches!(&self.kind, DraftKind::Clause(clause) if matches!(clause.action, ClauseAction::Replace))
    }

    /// Returns the step of its paragraph, for a following instruction that names only a sentence.
    pub(super) fn paragraph_steps(&self) -> Option<Vec<PrintedStep>> {
        let first = self.address.steps.first()?;
        let listed = first.unit() == Some(UnitNoun::Line) && self.address.steps.len() > 1;
        (first.unit() == Some(UnitNoun::Paragraph) || listed).then(|| vec![first.clone()])
    }
}

/// Whether a place is a glossary, whose units are entries.
pub(super) fn is_glossary(place: &PrintedPlace) -> bool {
    place
        .path
        .last()
        .is_some_and(|name| LEXICON.has("glossaries", &normalise(name)))
}

/// The start of a piece of a sheet: its byte in the file, its kind, and the index of its draft. The
/// piece ends where the next one starts.
#[derive(Clone, Debug)]
pub(super) struct PieceStart {
    /// The byte in the file.
    pub(super) at: usize,
    pub(super) kind: SheetPieceKind,
    pub(super) draft: Option<usize>,
    pub(super) found: Vec<RecognisedWords>,
}

/// The output of `LineClassifier` for a sheet: drafts, starts of pieces, and printed dates.
#[derive(Clone, Debug, Default)]
pub(super) struct ClassifiedLines {
    pub(super) drafts: Vec<InstructionDraft>,
    pub(super) piece_starts: Vec<PieceStart>,
    pub(super) dates: Vec<PartialDate>,
    /// For each draft, the number of headings before it.
    pub(super) headings: Vec<usize>,
}
