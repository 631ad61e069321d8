//! `SentencePart`: a verb, quote, place or other element of a sentence whose parts have any order.

use super::clause::{Insertion, QuotedWords, ValueChange};
use crate::{
    import::{
        address::{PrintedAddress, PrintedStep},
        grammar::VerbKind,
    },
    syntax::{BeforeOrAfter, StartOrEnd, UnitNoun},
};

/// A verb, quote, number (`400 AP`), place, preposition or other part of an instruction in free
/// order, before its role in the clause is known.
#[derive(Clone, Debug)]
pub(super) enum SentencePart {
    Verb(VerbKind),
    /// `becomes`, `should read`: the old words precede, the new ones follow.
    Becomes,
    /// `is followed by`: the new words come on this side of the old ones.
    Neighbour(BeforeOrAfter),
    Side(BeforeOrAfter),
    /// `for`, `in place of`: the old words are next.
    OldNext,
    /// `not`, `rather than`: the old words are next, which may have been named already.
    NotNext,
    /// `with`, `read`, `but`: the new words are next.
    NewNext,
    Quote {
        words: QuotedWords,
        closed: bool,
        start: usize,
        end: usize,
    },
    /// A number and its noun: `400 AP`.
    Figure(String),
    /// A place: whether it is inside the place before, `its first bullet`, and behind a preposition.
    Place {
        address: Box<PrintedAddress>,
        inside: bool,
        led: bool,
    },
    /// Values of rows: `Camelry(S) from 11 to 10`.
    Values(Vec<ValueChange>),
    End(StartOrEnd),
    /// The kind of what is added: `two new bullets`.
    Units(Insertion),
    /// `as a new first paragraph`.
    UnitsAt(Insertion, StartOrEnd),
    /// `the following two bullets`, `as follows`: the new text is next, perhaps of a kind.
    Announced(Option<Insertion>),
    /// Words that say more than an instruction can, with the reason for doubt.
    Unsupported(&'static str),
    /// `wherever it occurs`.
    Everywhere,
    /// A word that says nothing.
    Filler,
}

impl SentencePart {
    /// Makes the place of one step.
    pub(super) fn place(step: PrintedStep, inside: bool) -> Self {
        Self::place_of(PrintedAddress::of(step), inside)
    }

    /// Makes the place of an address.
    pub(super) fn place_of(address: PrintedAddress, inside: bool) -> Self {
        Self::Place {
            address: Box::new(address),
            inside,
            led: false,
        }
    }

    /// Returns what it means, for the explanation; `None` if that has been recorded or is nothing.
    pub(super) fn meaning(&self) -> Option<&'static str> {
        match self {
            Self::Verb(kind) => Some(match kind {
                VerbKind::Replace | VerbKind::Substitute => "verb: replace",
                VerbKind::Change | VerbKind::Value => "verb: change",
                VerbKind::Delete | VerbKind::Ignore => "verb: delete",
                VerbKind::Insert => "verb: insert",
                VerbKind::Move => "verb: move",
                VerbKind::Swap => "verb: swap",
                VerbKind::Rename => "verb: rename",
                VerbKind::Rearrange => "verb: rearrange",
            }),
            Self::Becomes => Some("becomes"),
            Self::Neighbour(_) => Some("has a neighbour from now on"),
            Self::Side(BeforeOrAfter::After) => Some("after"),
            Self::Side(BeforeOrAfter::Before) => Some("before"),
            Self::OldNext | Self::NotNext => Some("the old words follow"),
            Self::NewNext => Some("the new words follow"),
            Self::Figure(_) => Some("a figure"),
            Self::End(StartOrEnd::End) => Some("at the end"),
            Self::End(StartOrEnd::Start) => Some("at the start"),
            Self::Announced(_) => Some("the new text follows"),
            Self::Everywhere => Some("every occurrence"),
            Self::Quote { .. }
            | Self::Place { .. }
            | Self::Values(_)
            | Self::Units(_)
            | Self::Unsupported(_)
            | Self::UnitsAt(..)
            | Self::Filler => None,
        }
    }

    /// Whether it is an address that only names a kind of unit: `the sentence`.
    pub(super) fn bare_unit(&self) -> Option<UnitNoun> {
        match self {
            Self::Place { address, .. }
                if **address
                    == PrintedAddress {
                        steps: address.steps.clone(),
                        ..PrintedAddress::default()
                    } =>
            {
                match address.steps[..] {
                    [ref step] => step.bare,
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
