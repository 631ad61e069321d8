//! What a sheet tells to do: one clause is one verb with what belongs to it.

mod change;
mod delete;
mod fronted;
mod insert;
mod passive;
mod quoted_words;
mod value;

use super::{
    address::{PrintedAddress, PrintedStep, PrintedStepKind},
    cursor::TokenCursor,
    grammar::{
        BracketRemark, DEMANDS, ERROR_WORDS, EVERYWHERE, MODALS, PRONOUNS, REMARKS, RETRACTIONS,
        SIGNS, TIMES, VerbKind,
    },
    token::Lexeme,
};
use crate::syntax::{End, Side, Unit};

/// Something to do, as the words say it; what it brings is not looked at yet.
#[derive(Clone, Debug)]
pub(super) struct VerbClause {
    pub(super) what: ClauseAction,
    /// Where, all that was said.
    pub(super) place: PrintedAddress,
    pub(super) payload: PayloadPlace,
    /// Bytes of the line's words, without what is brought.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What is done.
#[derive(Clone, Debug)]
pub(super) enum ClauseAction {
    /// The place by what is brought.
    Replace,
    /// Words by words.
    ReplaceWords(QuotedWords, String),
    /// Words by what is brought.
    ReplaceByText(QuotedWords),
    /// Old words and new ones follow, parted by a line `to`.
    Pairs,
    /// The place goes.
    Delete,
    /// Words go.
    DeleteWords(QuotedWords),
    /// What goes is told and not quoted.
    DeleteDescribed(String),
    /// Beside something.
    Insert(Insertion, Side, InsertionPoint),
    /// At an end of the place.
    Add(Insertion, End),
    /// Values of rows.
    Values(Vec<ValueChange>),
    /// A change of the rules that is told in a sentence.
    Paraphrase(String),
    /// Rows of values follow.
    Rows,
    /// What follows interprets the place.
    Clarify,
}

/// What is brought.
#[derive(Clone, Debug, Default)]
pub(super) struct Insertion {
    /// Words that stand in the instruction.
    pub(super) words: Option<String>,
    /// The kind of unit.
    pub(super) unit: Option<Unit>,
    /// How many.
    pub(super) count: Option<u32>,
    /// `6` of `a 6th bullet`, `39a` of `new page 39a`.
    pub(super) label: Option<String>,
}

/// Beside what.
#[derive(Clone, Debug)]
pub(super) enum InsertionPoint {
    Words(QuotedWords),
    /// The last step of the place.
    Place,
    Section(String),
    Page(String),
}

/// Quoted words, and which of them.
#[derive(Clone, Debug, Default)]
pub(super) struct QuotedWords {
    pub(super) text: String,
    pub(super) nth: Option<u32>,
    pub(super) last: bool,
    pub(super) every: bool,
    pub(super) times: Option<u32>,
}

/// A value that is set: `Camelry(S) from 11 to 10`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ValueChange {
    pub(super) row: String,
    pub(super) old: Option<String>,
    pub(super) new: String,
    /// Bytes of the line's words.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Where the text stands that an instruction brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PayloadPlace {
    None,
    /// These bytes of the line's words, quotation marks included; whether it ends there.
    Inline(usize, usize, bool),
    /// The lines below.
    Follows,
}

impl VerbClause {
    /// Whether the words can hardly mean anything else: a place, quoted words or values are named, or text is announced.
    pub(super) fn is_strong(&self) -> bool {
        match &self.what {
            ClauseAction::DeleteDescribed(_) | ClauseAction::Paraphrase(_) => false,
            ClauseAction::Delete => !self.place.steps.is_empty() || self.place.range.is_some(),
            ClauseAction::Add(brought, _) => {
                brought.unit.is_some()
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
            | ClauseAction::Clarify => true,
        }
    }
}

type ClauseParse = Option<(ClauseAction, PrintedAddress, PayloadPlace)>;

impl TokenCursor<'_> {
    /// A clause, active or passive.
    pub(super) fn parse_clause(&mut self) -> Option<VerbClause> {
        let back = self.checkpoint();
        let mut start = self.offset();
        self.skip_adverbs();
        let mut read = self.parse_active();
        if read.is_none() {
            self.rewind(back);
            read = self.parse_fronted();
        }
        if read.is_none() {
            self.rewind(back);
            read = self.parse_passive();
        }
        if read.is_none() {
            self.rewind(back);
            read = self.parse_remark();
        }
        let Some((what, place, payload)) = read else {
            self.rewind(back);
            return None;
        };
        let end = match payload {
            PayloadPlace::Inline(from, ..) => from,
            PayloadPlace::None | PayloadPlace::Follows => self.previous_end(),
        };
        start = start.min(end);
        Some(VerbClause {
            what,
            place,
            payload,
            start,
            end,
        })
    }

    fn parse_active(&mut self) -> ClauseParse {
        let act = self.verb_at(0)?;
        let from = self.at;
        self.at += 1;
        self.record(
            from,
            format!(
                "verb {}",
                self.text[self.tokens[from].start..self.tokens[from].end].to_lowercase()
            ),
        );
        match act {
            VerbKind::Replace => self.parse_replace(),
            VerbKind::Substitute => self.parse_substitute(),
            VerbKind::Change => self.parse_change(),
            VerbKind::Value => self.parse_value_clause(),
            VerbKind::Delete => self.parse_delete(),
            VerbKind::Ignore => self.parse_delete().filter(|(what, place, _)| match what {
                ClauseAction::DeleteDescribed(told) => told.to_lowercase().contains("reference"),
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
                | ClauseAction::Clarify => true,
            }),
            VerbKind::Insert => {
                let what = self.parse_insertion();
                self.parse_insertion_place(what)
            }
        }
    }
}
