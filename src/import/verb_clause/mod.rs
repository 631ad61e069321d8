//! Parses the clauses of printed instructions: what is done (a verb), to what, and where.

mod bracketed_change;
mod change;
mod delete;
mod free_order;
mod insert;
mod quoted_words;
mod value;

pub(super) use free_order::FreeOrderContext;

use super::{
    address::{PrintedAddress, PrintedStep},
    cursor::TokenCursor,
    grammar::{
        BRACKETED_CHANGES, BracketedChange, EVERYWHERE, OCCASIONS, PRONOUNS, SIGNS, TIMES, VerbKind,
    },
    token::SheetTokenKind::{Dotted, Item, Nth, Number, Paren, Quote, Signed, Word},
};
use crate::syntax::{
    BeforeOrAfter::{self, After, Before},
    StartOrEnd::{self, End, Start},
    UnitNoun,
};

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
    /// Inserts next to something.
    Insert(Insertion, BeforeOrAfter, InsertionPoint),
    /// Adds at an end of the place.
    Add(Insertion, StartOrEnd),
    /// Sets values of rows.
    Values(Vec<ValueChange>),
    /// Changes the rules in a way that a sentence describes.
    Paraphrase(String),
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

    /// Makes the deletion of the words `gone` on a side of these words.
    fn without_neighbour(self, side: BeforeOrAfter, gone: &str) -> ClauseAction {
        let text = match side {
            Before => format!("{gone} {}", self.text),
            After if gone.starts_with([',', ';', '.', ')']) => {
                format!("{}{gone}", self.text)
            }
            After => format!("{} {gone}", self.text),
        };
        let new = self.text.clone();
        ClauseAction::ReplaceWords(Self { text, ..self }, new)
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

/// The action, place and payload of a clause, if it could be parsed.
pub(super) type ClauseParse = Option<(ClauseAction, PrintedAddress, PayloadPlace)>;

/// Whether a verb puts something in the place of something else.
fn replaces(verb: Option<VerbKind>) -> bool {
    matches!(verb, Some(VerbKind::Substitute | VerbKind::Replace))
}

/// Returns a parsed clause that has no payload.
fn without_payload(action: ClauseAction, place: PrintedAddress) -> ClauseParse {
    Some((action, place, PayloadPlace::None))
}

/// Returns a parsed clause that sets values.
fn set_values(values: Vec<ValueChange>) -> ClauseParse {
    without_payload(ClauseAction::Values(values), PrintedAddress::default())
}

impl TokenCursor<'_> {
    /// Parses where the text of an insertion is, unless its words are `known`.
    fn with_inserted_text(
        &mut self,
        known: bool,
        action: ClauseAction,
        place: PrintedAddress,
    ) -> ClauseParse {
        if known {
            return without_payload(action, place);
        }
        self.with_payload(action, place)
    }

    /// Makes the value of a row whose words begin at byte `start`, up to the cursor.
    fn value_change(
        &self,
        row: impl Into<String>,
        old: Option<String>,
        new: String,
        start: usize,
    ) -> ValueChange {
        ValueChange {
            row: row.into(),
            old,
            new,
            start,
            end: self.previous_end(),
        }
    }

    /// Parses where the payload of a clause is, with which the clause is complete.
    fn with_payload(&mut self, action: ClauseAction, place: PrintedAddress) -> ClauseParse {
        Some((action, place, self.parse_payload_place()?))
    }

    /// Parses a clause, active or passive.
    pub(super) fn parse_clause(&mut self) -> Option<VerbClause> {
        let start = self.offset();
        let certain = self.first_of(&[Self::parse_active, Self::parse_bracketed_change]);
        let (action, place, payload) = certain?;
        let end = match payload {
            PayloadPlace::Inline(from, ..) => from,
            PayloadPlace::None | PayloadPlace::Follows => self.previous_end(),
        };
        let start = start.min(end);
        let words = &self.text[start..end];
        Some(VerbClause {
            announced: payload != PayloadPlace::None && words.contains(" following "),
            action,
            place,
            payload,
            start,
            end,
            passed_over: None,
            guessed: false,
        })
    }

    /// Parses with the first of `parsers` that finds a clause.
    fn first_of(&mut self, parsers: &[fn(&mut Self) -> ClauseParse]) -> ClauseParse {
        parsers.iter().find_map(|parse| self.attempt(parse))
    }

    fn parse_active(&mut self) -> ClauseParse {
        self.skip_adverbs();
        let act = self.verb_at(0)?;
        let (from, start) = (self.at, self.offset());
        self.at += 1;
        self.record(
            from,
            format!("verb {}", self.text_from(start).to_lowercase()),
        );
        self.parse_verb_object(act)
    }

    /// Parses what follows a verb.
    fn parse_verb_object(&mut self, act: VerbKind) -> ClauseParse {
        match act {
            VerbKind::Replace => self.parse_replace(),
            VerbKind::Substitute => self.parse_substitute(),
            VerbKind::Change => self.parse_change(),
            VerbKind::Value => self.parse_value_clause(),
            VerbKind::Delete => self.parse_delete(),
            VerbKind::Ignore => self.parse_delete().filter(|(what, place, _)| match what {
                ClauseAction::DeleteDescribed(description) => {
                    description.to_lowercase().contains("reference")
                }
                ClauseAction::Delete => !place.is_empty(),
                ClauseAction::Replace
                | ClauseAction::ReplaceWords(..)
                | ClauseAction::ReplaceByText(_)
                | ClauseAction::Pairs
                | ClauseAction::DeleteWords(_)
                | ClauseAction::Insert(..)
                | ClauseAction::Add(..)
                | ClauseAction::Values(_)
                | ClauseAction::Paraphrase(_)
                | ClauseAction::Rows
                | ClauseAction::Clarify
                | ClauseAction::Move(..)
                | ClauseAction::MoveAway(_)
                | ClauseAction::Swap(_)
                | ClauseAction::Rename(_) => true,
            }),
            VerbKind::Insert => {
                let what = self.parse_insertion();
                self.parse_insertion_place(what)
            }
            VerbKind::Move | VerbKind::Swap | VerbKind::Rename | VerbKind::Rearrange => None,
        }
    }
}
