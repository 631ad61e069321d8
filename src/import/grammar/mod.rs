//! Tables of the English words that the parser of sheets knows: verbs, phrases, units, fillers.
//!
//! `import.toml` can add imperatives and words for units.

mod units;
mod verbs;
mod words;

pub(super) use units::is_counted_unit;
pub use units::{NumberMeaning, UNIT_WORDS, UnitWords};
pub use verbs::{PrintedVerb, VERBS, VerbKind};
pub(super) use words::{
    ADVERBS, ARTICLE_WORDS, COLUMNS, DEMANDS, DEPARTURES, ERROR_WORDS, EVERYWHERE, FILLERS, FIRST,
    FROM_END, GLOSSARIES, LABEL_OPENERS, LAST, MODALS, NEW_TEXT, NEW_UNITS, NO_NOUNS, NOISE,
    OCCASIONS, OLD_TEXT, PRONOUNS, QUOTE_CLOSERS, QUOTE_HOLDERS, QUOTE_OPENERS, RELATIVE_OPENERS,
    REMARK_OPENERS, RULE_WORDS, TIMES, TOPIC_OPENERS,
};
pub use words::{BRACKETED_CHANGES, BracketedChange, SIGNS};
