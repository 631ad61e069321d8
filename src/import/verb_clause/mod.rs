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
mod clause;
mod find;
mod insertion;
mod part;
mod phrases;
mod quoted_words;
mod sentence;
mod values;

pub(super) use builder::SentenceContext;
pub(super) use clause::{
    ClauseAction, Insertion, InsertionPoint, PayloadPlace, QuotedWords, ValueChange, VerbClause,
};
