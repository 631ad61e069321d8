//! Parses the instructions of sheets: what is done (a verb), to what, and where.
//!
//! The parts of a sentence may have any order: `In the bullet on spears, for "2nd" read "3rd"`. The
//! words that mean something in an instruction (verbs, quotes, figures, places, `after`, `for`,
//! `becomes`) are found first ([`part::SentencePart`]), by tables where they are fixed phrases
//! ([`phrases`]); then the role of each in the clause ([`builder::ClauseBuilder`]). Other words are
//! passed over, and make the instruction unsure: [`VerbClause::passed_over`] quotes them.

mod announcement;
mod build;
mod builder;
mod find;
mod insertion;
mod part;
mod phrases;
mod quoted_words;
mod sentence;
mod values;

pub(super) use builder::SentenceContext;

use super::address::{PrintedAddress, PrintedStep};
use crate::syntax::{BeforeOrAfter, StartOrEnd, UnitNoun};

/// A clause of a printed instruction: its action, its place, and where its payload is.
#[derive(Clone, Debug)]
pub(super) struct VerbClause {
    pub(super) action: ClauseAction,
    /// All parts of the place.
    pub(super) place: PrintedAddress,
    pub(super) payload: PayloadPlace,
    /// The byte range in the line's words, without the payload.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The words that were passed over, from the first to the last.
    pub(super) passed_over: Option<String>,
    /// Whether its old words are a figure without quotation marks, or its verb or place is that of
    /// the clause before.
    pub(super) guessed: bool,
    /// Whether it announces its new text: `the following should be added: …`.
    pub(super) announced: bool,
}

/// What a clause does: replaces, deletes, inserts, moves, renames, sets values, clarifies, ….
#[derive(Clone, Debug)]
pub(super) enum ClauseAction {
    /// Replaces the place with the payload.
    Replace,
    /// Replaces words with words.
    ReplaceWords(QuotedWords, String),
    /// Replaces words with the payload.
    ReplaceByText(QuotedWords),
    /// Replaces words; the old and the new words follow, separated by a line `to`.
    Pairs,
    /// Deletes the place.
    Delete,
    /// Deletes words.
    DeleteWords(QuotedWords),
    /// Deletes something that is described and not quoted.
    DeleteDescribed(String),
    /// Changes a value in a way that a sentence describes.
    Paraphrase(String),
    /// Inserts next to something.
    Insert(Insertion, BeforeOrAfter, InsertionPoint),
    /// Adds at an end of the place.
    Add(Insertion, StartOrEnd),
    /// Sets values of rows.
    Values(Vec<ValueChange>),
    /// Sets values; the rows follow.
    Rows,
    /// Interprets the place; the text follows.
    Clarify,
    /// Moves the place next to another address in the same unit, or to an end if that is empty.
    Move(BeforeOrAfter, PrintedAddress),
    /// Deletes the place, whose text goes to another section.
    MoveAway(String),
    /// Exchanges the place and another one.
    Swap(Vec<PrintedStep>),
    /// Gives the place another label, or its section another heading.
    Rename(String),
}

/// What a clause inserts: words, or a number of units of a kind, perhaps with a label.
#[derive(Clone, Debug, Default)]
pub(super) struct Insertion {
    /// Words in the instruction itself.
    pub(super) words: Option<String>,
    /// The kind of unit.
    pub(super) unit: Option<UnitNoun>,
    /// The number of units.
    pub(super) count: Option<u32>,
    /// The label: `6` of `a 6th bullet`, `39a` of `new page 39a`.
    pub(super) label: Option<String>,
}

impl Insertion {
    /// Makes it the insertion of one unit of a kind.
    pub(super) fn set_unit(&mut self, unit: UnitNoun) {
        (self.unit, self.count) = (Some(unit), Some(1));
    }
}

/// The neighbour of what is inserted: quoted words, a unit, a section or a page.
#[derive(Clone, Debug)]
pub(super) enum InsertionPoint {
    Words(QuotedWords),
    /// The last step of the place.
    Place,
    Section(String),
    Page(String),
}

/// The words that a clause quotes, and which occurrence of them is meant.
#[derive(Clone, Debug, Default)]
pub(super) struct QuotedWords {
    pub(super) text: String,
    pub(super) nth: Option<u32>,
    pub(super) last: bool,
    pub(super) every: bool,
    pub(super) times: Option<u32>,
}

impl QuotedWords {
    /// Makes the words of a text that occurs once.
    pub(super) fn of(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

/// A value that a clause sets: its row and column, old value, new: `Camelry(S) from 11 to 10`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ValueChange {
    /// The row, with its column in brackets if named. After a label, only the column, or empty.
    pub(super) row: String,
    pub(super) old: Option<String>,
    pub(super) new: String,
    /// The byte range in the line's words.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Where the payload of a clause is: nowhere, inside the line, or in the lines below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PayloadPlace {
    None,
    /// These bytes of the line's words, with quotation marks; whether the payload ends there.
    Inline(usize, usize, bool),
    /// In the lines below.
    Follows,
}

impl VerbClause {
    /// Creates a clause without a payload, of which all words were read.
    pub(super) fn new(
        action: ClauseAction,
        place: PrintedAddress,
        start: usize,
        end: usize,
    ) -> Self {
        Self {
            action,
            place,
            payload: PayloadPlace::None,
            start,
            end,
            passed_over: None,
            guessed: false,
            announced: false,
        }
    }

    /// Whether the words can hardly be prose: they name a place, quoted words or values, or
    /// announce a payload.
    pub(super) fn is_strong(&self) -> bool {
        match &self.action {
            ClauseAction::DeleteDescribed(_) | ClauseAction::Paraphrase(_) => false,
            ClauseAction::Delete => !self.place.steps.is_empty() || self.place.range.is_some(),
            ClauseAction::Add(insertion, _) => {
                insertion.unit.is_some()
                    || self.payload == PayloadPlace::Follows
                    || !self.place.steps.is_empty()
            }
            ClauseAction::Replace
            | ClauseAction::ReplaceWords(..)
            | ClauseAction::ReplaceByText(_)
            | ClauseAction::Pairs
            | ClauseAction::DeleteWords(_)
            | ClauseAction::Insert(..)
            | ClauseAction::Values(_)
            | ClauseAction::Rows
            | ClauseAction::Clarify
            | ClauseAction::Move(..)
            | ClauseAction::MoveAway(_)
            | ClauseAction::Swap(_)
            | ClauseAction::Rename(_) => true,
        }
    }
}
