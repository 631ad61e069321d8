//! Makes the diagnostics of instructions that do not parse, from the `Expectation`s at the error.

use super::{keyword::Keyword, print::print_target, verb::verb_rows};
use crate::{
    diagnostic::{Diagnostic, Location},
    syntax::{Target, UNIT_NOUNS},
    text::{join, near::nearest},
};
use std::fmt;

/// What may come next in an instruction (a verb, keyword, unit, number, quote, id, …), for error
/// messages and completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expectation {
    /// One of the verbs.
    Verb,
    /// A fixed word.
    Keyword(Keyword),
    /// One of [`UNIT_NOUNS`].
    Unit,
    /// A number from 1.
    Number,
    /// `2nd`.
    Nth,
    /// Words in quotation marks.
    Quote,
    /// A label in quotation marks.
    Label,
    /// `#id`.
    Id,
    /// `[what the sheet describes]`.
    Description,
    /// A document of the ruleset.
    Document,
    /// An edition of the ruleset.
    Edition,
    /// Any one word.
    Word,
    /// `(3.0 numbering)` or `(printed line 5)`.
    Bracket,
    /// `)`.
    Close,
    /// `2 times`.
    Times,
}

impl Expectation {
    /// Returns the words that may be written, as far as they are fixed.
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Self::Verb => verb_rows().map(|row| row.name).collect(),
            Self::Keyword(keyword) => vec![keyword.row().name],
            Self::Unit => UNIT_NOUNS
                .iter()
                .flat_map(|row| [row.one, row.many])
                .collect(),
            Self::Number
            | Self::Nth
            | Self::Quote
            | Self::Label
            | Self::Id
            | Self::Description
            | Self::Document
            | Self::Edition
            | Self::Word
            | Self::Bracket
            | Self::Close
            | Self::Times => Vec::new(),
        }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Verb => {
                let names = verb_rows().map(|row| format!("`{}`", row.name));
                f.write_str(&join(names, ", "))
            }
            Self::Keyword(keyword) => write!(f, "`{}`", keyword.row().name),
            Self::Unit => f.write_str("a unit such as `bullet`"),
            Self::Number => f.write_str("a number"),
            Self::Nth => f.write_str("an ordinal such as `2nd`"),
            Self::Quote => f.write_str("words in quotation marks"),
            Self::Label => f.write_str("a label in quotation marks"),
            Self::Id => f.write_str("an id such as `#ferries`"),
            Self::Description => f.write_str("a description in square brackets"),
            Self::Document => f.write_str("the name of a document"),
            Self::Edition => f.write_str("an edition and `numbering`"),
            Self::Word => f.write_str("a word"),
            Self::Bracket => f.write_str("`(`"),
            Self::Close => f.write_str("`)`"),
            Self::Times => f.write_str("how often, as in `2 times`"),
        }
    }
}

fn one_of(tried: &[Expectation]) -> String {
    match tried {
        [] => "the end of the instruction".to_owned(),
        [Expectation::Verb] => format!("one of {}", Expectation::Verb),
        [one] => one.to_string(),
        many => format!(
            "one of {}",
            join(many.iter().map(ToString::to_string), ", ")
        ),
    }
}

/// Returns the fixed word among `tried` of which `word` may be a misspelling.
pub(super) fn nearest_expected(word: &str, tried: &[Expectation]) -> Option<&'static str> {
    nearest(word, tried.iter().flat_map(|expected| expected.words()))
}

/// Reports a word that cannot be here.
pub(super) fn unexpected_word(
    at: Location,
    word: &str,
    tried: &[Expectation],
    quoted: bool,
) -> Diagnostic {
    let diagnostic = match tried {
        [Expectation::Verb] => Diagnostic::error(
            "unknown-instruction",
            at,
            format!("no instruction begins with `{word}`"),
        )
        .help(format!("begin it with {}", one_of(tried))),
        _ => Diagnostic::error(
            "instruction-syntax",
            at,
            format!("unexpected `{word}`: expected {}", one_of(tried)),
        )
        .label("not understood"),
    };
    match quoted && tried.contains(&Expectation::Unit) {
        true => diagnostic.help("quote new text below the heading, with `>` before each line; the heading only gives its number of units, as in `with 2 bullets`"),
        false => diagnostic,
    }
}

/// Reports an instruction that is incomplete or empty.
pub(super) fn unexpected_end(at: Location, tried: &[Expectation], empty: bool) -> Diagnostic {
    let message = if empty {
        "the heading contains no instruction"
    } else {
        "the instruction is incomplete"
    };
    Diagnostic::error(
        "instruction-syntax",
        at,
        format!("{message}: expected {}", one_of(tried)),
    )
    .label(if empty {
        ""
    } else {
        "more expected after this"
    })
}

/// Reports words after a complete instruction.
pub(super) fn trailing_words(at: Location, words: &str, tried: &[Expectation]) -> Diagnostic {
    Diagnostic::error(
        "trailing-words",
        at,
        format!("unexpected words after the instruction: `{words}`"),
    )
    .label("not understood")
    .help(format!(
        "remove the words, or continue with {}",
        one_of(tried)
    ))
    .replace_with("remove the words", "")
}

/// Reports `paragraph 2, sentence 1 and sentence 3`: the address after `and` is not inside the one
/// before it.
pub(super) fn restarted_address(at: Location, second: &str, meant: &Target) -> Diagnostic {
    let meant = print_target(meant);
    Diagnostic::warning(
        "address-restarts",
        at,
        format!("`{second}` starts again from the whole place"),
    )
    .label("this starts a new address")
    .help(format!(
        "write `{meant}` if you mean that; otherwise put the shorter address first"
    ))
}
