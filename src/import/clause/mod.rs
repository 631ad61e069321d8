//! What a sheet tells to do: one clause is one verb with what belongs to it.

mod bring;
mod change;
mod delete;
mod fronted;
mod passive;
mod value;
mod words;

use super::{
    address::{Addr, Step, StepKind},
    grammar::{
        Act, CALLS, EVERYWHERE, MODALS, NOT, PRONOUNS, REMARKS, Remark, SIGNS, TIMES, WRONG,
    },
    reader::Reader,
    token::Tok,
};
use crate::syntax::{End, Side, Unit};

/// Something to do, as the words say it; what it brings is not looked at yet.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub(super) what: What,
    /// Where, all that was said.
    pub(super) place: Addr,
    pub(super) payload: Payload,
    /// Bytes of the line's words, without what is brought.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// What is done.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// The place by what is brought.
    Replace,
    /// Words by words.
    ReplaceWords(Words, String),
    /// Words by what is brought.
    ReplaceByText(Words),
    /// Old words and new ones follow, parted by a line `to`.
    Pairs,
    /// The place goes.
    Delete,
    /// Words go.
    DeleteWords(Words),
    /// What goes is told and not quoted.
    Described(String),
    /// Beside something.
    Insert(Brought, Side, Point),
    /// At an end of the place.
    Add(Brought, End),
    /// Values of rows.
    Values(Vec<Value>),
    /// A change of the rules that is told in a sentence.
    Told(String),
    /// Rows of values follow.
    Rows,
    /// What follows interprets the place.
    Clarify,
}

/// What is brought.
#[derive(Clone, Debug, Default)]
pub(super) struct Brought {
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
pub(super) enum Point {
    Words(Words),
    /// The last step of the place.
    Place,
    Section(String),
    Page(String),
}

/// Quoted words, and which of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    pub(super) text: String,
    pub(super) nth: Option<u32>,
    pub(super) last: bool,
    pub(super) every: bool,
    pub(super) times: Option<u32>,
}

/// A value that is set: `Camelry(S) from 11 to 10`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Value {
    pub(super) row: String,
    pub(super) old: Option<String>,
    pub(super) new: String,
    /// Bytes of the line's words.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Where the text stands that an instruction brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Payload {
    None,
    /// These bytes of the line's words, quotation marks included; whether it ends there.
    Inline(usize, usize, bool),
    /// The lines below.
    Follows,
}

impl Clause {
    /// Whether the words can hardly mean anything else: a place, quoted words or values are named, or text is announced.
    pub(super) fn is_strong(&self) -> bool {
        match &self.what {
            What::Described(_) | What::Told(_) => false,
            What::Delete => !self.place.steps.is_empty() || self.place.range.is_some(),
            What::Add(brought, _) => {
                brought.unit.is_some()
                    || self.payload == Payload::Follows
                    || !self.place.steps.is_empty()
            }
            What::Replace
            | What::ReplaceWords(..)
            | What::ReplaceByText(_)
            | What::Pairs
            | What::DeleteWords(_)
            | What::Insert(..)
            | What::Values(_)
            | What::Rows
            | What::Clarify => true,
        }
    }
}

type Read = Option<(What, Addr, Payload)>;

impl Reader<'_> {
    /// A clause, active or passive.
    pub(super) fn clause(&mut self) -> Option<Clause> {
        let back = self.here();
        let mut start = self.offset();
        self.skip_adverbs();
        let mut read = self.active();
        if read.is_none() {
            self.back(back);
            read = self.fronted();
        }
        if read.is_none() {
            self.back(back);
            read = self.passive();
        }
        if read.is_none() {
            self.back(back);
            read = self.remark();
        }
        let Some((what, place, payload)) = read else {
            self.back(back);
            return None;
        };
        let end = match payload {
            Payload::Inline(from, ..) => from,
            Payload::None | Payload::Follows => self.behind(),
        };
        start = start.min(end);
        Some(Clause {
            what,
            place,
            payload,
            start,
            end,
        })
    }

    fn active(&mut self) -> Read {
        let act = self.verb_at(0)?;
        let from = self.at;
        self.at += 1;
        self.note(
            from,
            format!(
                "verb {}",
                self.text[self.tokens[from].start..self.tokens[from].end].to_lowercase()
            ),
        );
        match act {
            Act::Replace => self.replace(),
            Act::Substitute => self.substitute(),
            Act::Change => self.change(),
            Act::Value => self.value(),
            Act::Delete => self.delete(),
            Act::Ignore => self.delete().filter(|(what, place, _)| match what {
                What::Described(told) => told.to_lowercase().contains("reference"),
                What::Delete => !place.is_empty(),
                What::Replace
                | What::ReplaceWords(..)
                | What::ReplaceByText(_)
                | What::Pairs
                | What::DeleteWords(_)
                | What::Insert(..)
                | What::Add(..)
                | What::Values(_)
                | What::Told(_)
                | What::Rows
                | What::Clarify => true,
            }),
            Act::Bring => {
                let what = self.brought();
                self.bring(what)
            }
        }
    }
}
