//! `VerbClause`: what an instruction does (a verb), to what, and where its new text is.

use crate::{
    import::address::{PrintedAddress, PrintedStep},
    syntax::{BeforeOrAfter, StartOrEnd, UnitNoun},
};

/// A clause of a printed instruction: its action, its place, and where its payload is.
#[derive(Clone, Debug)]
pub(crate) struct VerbClause {
    pub(crate) action: ClauseAction,
    /// All parts of the place.
    pub(crate) place: PrintedAddress,
    pub(crate) payload: PayloadPlace,
    /// The byte range in the line's words, without the payload.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The words that were passed over, from the first to the last.
    pub(crate) passed_over: Option<String>,
    /// Whether its old words are a figure without quotation marks, or its verb or place is that of
    /// the clause before.
    pub(crate) guessed: bool,
}

/// What a clause does: replaces, deletes, inserts, moves, renames, sets values, clarifies, ….
#[derive(Clone, Debug)]
pub(crate) enum ClauseAction {
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
    /// Moves the place next to another address in the same unit, or to an end if that is empty.
    Move(BeforeOrAfter, PrintedAddress),
    /// Deletes the place, whose text goes to another section.
    MoveAway(String),
    /// Exchanges the place and another one.
    Swap(Vec<PrintedStep>),
    /// Gives the place another label, or its section another heading.
    Rename(String),
}

impl ClauseAction {
    /// Whether it quotes the words that it changes, or next to which it inserts.
    pub(crate) fn quotes(&self) -> bool {
        matches!(
            self,
            Self::ReplaceWords(..)
                | Self::ReplaceByText(_)
                | Self::DeleteWords(_)
                | Self::Insert(..)
        )
    }

    /// Returns what it inserts or adds.
    pub(crate) fn insertion(&self) -> Option<&Insertion> {
        match self {
            Self::Insert(insertion, ..) | Self::Add(insertion, _) => Some(insertion),
            _ => None,
        }
    }

    /// Returns the kind of unit that it inserts or adds.
    pub(crate) fn added_unit(&self) -> Option<UnitNoun> {
        self.insertion()?.unit
    }

    /// Whether it moves or renames the place.
    pub(crate) fn moves(&self) -> bool {
        matches!(
            self,
            Self::Move(..) | Self::MoveAway(_) | Self::Swap(_) | Self::Rename(_)
        )
    }
}

/// What a clause inserts: words, or a number of units of a kind, perhaps with a label.
#[derive(Clone, Debug, Default)]
pub(crate) struct Insertion {
    /// Words in the instruction itself.
    pub(crate) words: Option<String>,
    /// The kind of unit.
    pub(crate) unit: Option<UnitNoun>,
    /// The number of units.
    pub(crate) count: Option<u32>,
    /// The label: `6` of `a 6th bullet`, `39a` of `new page 39a`.
    pub(crate) label: Option<String>,
}

impl Insertion {
    /// Makes it the insertion of one unit of a kind.
    pub(crate) fn set_unit(&mut self, unit: UnitNoun) {
        (self.unit, self.count) = (Some(unit), Some(1));
    }
}

/// The neighbour of what is inserted: quoted words, a unit, a section or a page.
#[derive(Clone, Debug)]
pub(crate) enum InsertionPoint {
    Words(QuotedWords),
    /// The last step of the place.
    Place,
    Section(String),
    Page(String),
}

/// The words that a clause quotes, and which occurrence of them is meant.
#[derive(Clone, Debug, Default)]
pub(crate) struct QuotedWords {
    pub(crate) text: String,
    pub(crate) nth: Option<u32>,
    pub(crate) every: bool,
    pub(crate) times: Option<u32>,
}

impl QuotedWords {
    /// Makes the words of a text that occurs once.
    pub(crate) fn of(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

/// A value that a clause sets: its row and column, old value, new: `Camelry(S) from 11 to 10`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ValueChange {
    /// The row, with its column in brackets if named. After a label, only the column, or empty.
    pub(crate) row: String,
    pub(crate) old: Option<String>,
    pub(crate) new: String,
    /// The byte range in the line's words.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Where the payload of a clause is: nowhere, inside the line, or in the lines below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PayloadPlace {
    None,
    /// These bytes of the line's words, with quotation marks; whether the payload ends there.
    Inline(usize, usize, bool),
    /// In the lines below.
    Follows,
}

impl VerbClause {
    /// Creates a clause without a payload, of which all words were read.
    pub(crate) fn new(
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
        }
    }

    /// Whether quoted words or an announced payload prove that it is an instruction.
    pub(crate) fn is_certain(&self) -> bool {
        match &self.action {
            ClauseAction::Pairs => true,
            ClauseAction::Replace | ClauseAction::Add(..) => self.payload != PayloadPlace::None,
            action => action.quotes() || action.moves(),
        }
    }

    /// Whether the words can hardly be prose: they name a place, quoted words or values, or
    /// announce a payload.
    pub(crate) fn is_strong(&self) -> bool {
        match &self.action {
            ClauseAction::DeleteDescribed(_) | ClauseAction::Paraphrase(_) => false,
            ClauseAction::Delete => !self.place.steps.is_empty() || self.place.range.is_some(),
            ClauseAction::Add(insertion, _) => {
                insertion.unit.is_some()
                    || self.payload == PayloadPlace::Follows
                    || !self.place.steps.is_empty()
            }
            _ => true,
        }
    }
}
