use super::{keyword::Keyword, verb::VERBS};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{Target, UNITS},
    text::near::nearest,
};
use std::fmt;

/// What may stand at a place of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// One of [`VERBS`].
    Verb,
    /// A fixed word.
    Keyword(Keyword),
    /// One of [`UNITS`].
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

impl Expected {
    /// The words that may be written there, as far as they are fixed.
    pub fn words(self) -> Vec<&'static str> {
        match self {
            Self::Verb => VERBS.iter().map(|row| row.name).collect(),
            Self::Keyword(keyword) => vec![keyword.row().name],
            Self::Unit => UNITS.iter().flat_map(|row| [row.one, row.many]).collect(),
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

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Verb => {
                let names: Vec<_> = VERBS.iter().map(|row| format!("`{}`", row.name)).collect();
                f.write_str(&names.join(", "))
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

fn one_of(tried: &[Expected]) -> String {
    match tried {
        [] => "the end of the instruction".to_owned(),
        [Expected::Verb] => format!("one of {}", Expected::Verb),
        [one] => one.to_string(),
        many => format!(
            "one of {}",
            many.iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        ),
    }
}

/// The fixed word among `tried` of which `word` may be a slip.
pub(super) fn near(word: &str, tried: &[Expected]) -> Option<&'static str> {
    nearest(word, tried.iter().flat_map(|expected| expected.words()))
}

/// A word that cannot stand where it stands.
pub(super) fn unexpected(at: Location, word: &str, tried: &[Expected], quoted: bool) -> Diagnostic {
    let near = near(word, tried);
    let mut fault = match tried {
        [Expected::Verb] => Diagnostic::new(
            "unknown-instruction",
            Severity::Error,
            at,
            format!("no instruction begins with `{word}`"),
        ),
        _ => Diagnostic::new(
            "instruction-syntax",
            Severity::Error,
            at,
            format!("`{word}` cannot stand here: expected {}", one_of(tried)),
        ),
    };
    fault = match near {
        Some(best) => fault
            .label(format!("did you mean `{best}`?"))
            .replace_with(format!("write `{best}`"), best),
        None if tried == [Expected::Verb] => fault.help(format!("begin with {}", one_of(tried))),
        None => fault.label("not understood"),
    };
    let name = word
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'.');
    if near.is_none()
        && tried.contains(&Expected::Label)
        && !quoted
        && word.starts_with(char::is_alphanumeric)
    {
        fault = fault.replace_with(format!("write `\"{word}\"`"), format!("\"{word}\""));
    } else if near.is_none() && tried.contains(&Expected::Id) && name && word.contains(['-', '.']) {
        fault = fault.replace_with(format!("write `#{word}`"), format!("#{word}"));
    }
    if let ([Expected::Keyword(keyword)], true) = (tried, near.is_none()) {
        let word = format!("{} {word}", keyword.row().name);
        fault = fault.replace_with(format!("write `{word}`"), word);
    }
    if quoted && tried.contains(&Expected::Unit) {
        fault =
            fault.help("new text is quoted below the heading, every line behind `>`; the heading only counts it, as in `with 2 bullets`");
    }
    fault
}

/// An instruction without its end, or without anything.
pub(super) fn broken_off(at: Location, tried: &[Expected], empty: bool) -> Diagnostic {
    let message = if empty {
        "the heading holds no instruction"
    } else {
        "the instruction breaks off"
    };
    Diagnostic::new(
        "instruction-syntax",
        Severity::Error,
        at,
        format!("{message}: expected {}", one_of(tried)),
    )
    .label(if empty { "" } else { "what follows this?" })
}

/// Words behind a whole instruction.
pub(super) fn left_over(at: Location, words: &str, tried: &[Expected]) -> Diagnostic {
    Diagnostic::new(
        "trailing-words",
        Severity::Error,
        at,
        format!("the instruction is complete before `{words}`"),
    )
    .label("not understood")
    .help(format!("take it away, or go on with {}", one_of(tried)))
    .replace_with("take the words away", "")
}

/// A quotation mark without its partner.
pub(super) fn unclosed(at: Location, words: &str) -> Diagnostic {
    let close = match words.chars().next() {
        Some('`') => '`',
        Some('“' | '„') => '”',
        _ => '"',
    };
    Diagnostic::new(
        "unclosed-quote",
        Severity::Error,
        at,
        "the quotation is not closed",
    )
    .label(format!("no `{close}` follows"))
    .help("text that holds quotation marks can be quoted in backticks")
    .replace_with(
        format!("close it with `{close}`"),
        format!("{words}{close}"),
    )
}

/// Quotation marks around nothing.
pub(super) fn empty_quote(at: Location) -> Diagnostic {
    Diagnostic::new(
        "empty-quote",
        Severity::Error,
        at,
        "there are no words between the quotation marks",
    )
    .label("empty")
}

/// A number that counts nothing.
pub(super) fn number(at: Location, digits: &str) -> Diagnostic {
    Diagnostic::new(
        "bad-ordinal",
        Severity::Error,
        at,
        format!("`{digits}` counts nothing"),
    )
    .label(format!("numbers go from 1 to {}", super::parser::GREATEST))
}

/// A range whose end comes first.
pub(super) fn reversed(at: Location, from: u32, to: u32) -> Diagnostic {
    Diagnostic::new(
        "bad-ordinal",
        Severity::Error,
        at,
        format!("the range from {from} to {to} runs backwards"),
    )
    .label("the lower number comes first")
    .replace_with(format!("write `{to}–{from}`"), format!("{to}–{from}"))
}

/// `paragraph 2, sentence 1 and sentence 3`: what stands behind `and` does not lie in what stands before it.
pub(super) fn restarts(at: Location, second: &str, meant: &Target) -> Diagnostic {
    let meant = super::print_target(meant);
    Diagnostic::new(
        "address-restarts",
        Severity::Warning,
        at,
        format!("`{second}` is counted in the whole place again"),
    )
    .label("begins a new address")
    .help(format!(
        "write `{meant}` if that is meant; else put the shorter address first"
    ))
}
