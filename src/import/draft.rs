//! An instruction while a sheet is sorted.

use super::{
    address::{Addr, Step},
    clause::{Clause, Value},
    payload::Part,
    said::Said,
    sheet::{Doubt, PieceKind, Place, Recognised, Sureness},
};
use crate::{model::PartialDate, text::Span};

/// An instruction before its operations are worked out.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) kind: Kind,
    pub(super) place: Place,
    /// The address, of all that was said of it.
    pub(super) addr: Addr,
    /// Its words: bytes of the file, and without markup.
    pub(super) words: Span,
    pub(super) printed: String,
    /// Where it begins: its words, or what it brings.
    pub(super) start: usize,
    pub(super) parts: Vec<Part>,
    /// Of pairs: how many parts are the old words.
    pub(super) old: Option<usize>,
    pub(super) comments: Vec<(Span, String)>,
    pub(super) doubts: Vec<Doubt>,
    pub(super) found: Vec<Recognised>,
    /// The number printed in front of it.
    pub(super) number: Option<String>,
    pub(super) dated: Option<(PartialDate, Span)>,
}

/// What an instruction is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// It has a verb.
    Clause(Box<Clause>),
    /// One value that is set.
    Value(Value),
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
    Said(Box<Said>, Option<Span>),
    /// A passage of rules.
    Text,
}

impl Draft {
    pub(super) fn new(kind: Kind, place: Place, start: usize) -> Self {
        Self {
            kind,
            place,
            addr: Addr::default(),
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

    pub(super) fn doubt(&mut self, span: Span, sureness: Sureness, message: impl Into<String>) {
        self.doubts.push(Doubt {
            span,
            sureness,
            message: message.into(),
        });
    }

    /// Whether it replaces one paragraph.
    pub(super) fn is_one_paragraph(&self) -> bool {
        let replaces = matches!(&self.kind, Kind::Clause(clause) if matches!(clause.what, super::clause::What::Replace));
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
    pub(super) fn paragraph(&self) -> Option<Vec<Step>> {
        let first = self.addr.steps.first()?;
        (first.unit() == Some(crate::syntax::Unit::Paragraph)).then(|| vec![first.clone()])
    }
}

/// Where a piece of the file begins.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    pub(super) at: usize,
    pub(super) kind: PieceKind,
    pub(super) draft: Option<usize>,
    pub(super) found: Vec<Recognised>,
}

/// What a sheet was sorted into.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorted {
    pub(super) drafts: Vec<Draft>,
    pub(super) cuts: Vec<Cut>,
    pub(super) dates: Vec<PartialDate>,
    /// The numbers of its headings, by draft: how many headings stand before it.
    pub(super) headings: Vec<usize>,
}
