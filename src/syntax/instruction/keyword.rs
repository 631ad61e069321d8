//! The table of the fixed words of instructions (`with`, `in`, `moved to`, …) and their meanings.

/// A fixed word of an instruction that is no verb or unit: `with`, `in`, `moved to`, `last`, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keyword {
    /// `with`
    With,
    /// `except`
    Except,
    /// `in`
    In,
    /// `of`
    Of,
    /// `and`
    And,
    /// `before`
    Before,
    /// `after`
    After,
    /// `at the`
    At,
    /// `start`
    Start,
    /// `end`
    End,
    /// `from`
    From,
    /// `to`
    To,
    /// `moved to`
    MovedTo,
    /// `heading`
    Heading,
    /// `text`
    Text,
    /// `all`
    All,
    /// `last`
    Last,
    /// `from the end`
    FromEnd,
    /// `every`
    Every,
    /// `times`
    Times,
    /// `on`
    On,
    /// `ruleset`
    Ruleset,
    /// `values`
    Values,
    /// `entries`
    Entries,
    /// `numbering`
    Numbering,
    /// `printed line`
    LinePosition,
}

/// A keyword of [`KEYWORDS`]: its words, single words that `fmt` rewrites to it, and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct KeywordRow {
    /// The keyword.
    pub keyword: Keyword,
    /// Its words, as `fmt` prints them.
    pub name: &'static str,
    /// The words that must be present; `the` is skipped.
    pub(super) words: &'static [&'static str],
    /// Single words with the same meaning, which `fmt` rewrites.
    pub also: &'static [&'static str],
    /// What it means, in one line.
    pub about: &'static str,
}

const fn row(
    keyword: Keyword,
    name: &'static str,
    words: &'static [&'static str],
    also: &'static [&'static str],
    about: &'static str,
) -> KeywordRow {
    KeywordRow {
        keyword,
        name,
        words,
        also,
        about,
    }
}

/// The keywords of the instruction language.
pub const KEYWORDS: &[KeywordRow] = &[
    row(
        Keyword::With,
        "with",
        &["with"],
        &["by"],
        "the replacement: a number of units, or quoted words",
    ),
    row(
        Keyword::Except,
        "except",
        &["except"],
        &[],
        "the part of the target to keep",
    ),
    row(
        Keyword::In,
        "in",
        &["in"],
        &["within"],
        "the place of the words",
    ),
    row(
        Keyword::Of,
        "of",
        &["of"],
        &[],
        "the unit whose start or end is meant",
    ),
    row(Keyword::And, "and", &["and"], &["&"], "another one"),
    row(
        Keyword::Before,
        "before",
        &["before"],
        &[],
        "before a unit or words",
    ),
    row(
        Keyword::After,
        "after",
        &["after"],
        &[],
        "after a unit or words",
    ),
    row(
        Keyword::At,
        "at the",
        &["at"],
        &["to"],
        "at the start or the end",
    ),
    row(
        Keyword::Start,
        "start",
        &["start"],
        &["beginning"],
        "before everything",
    ),
    row(
        Keyword::End,
        "end",
        &["end"],
        &[],
        "after everything, including lists and tables",
    ),
    row(
        Keyword::From,
        "from",
        &["from"],
        &[],
        "the first unit or words of a range",
    ),
    row(
        Keyword::To,
        "to",
        &["to"],
        &["until"],
        "the last unit or words of a range (inclusive), or the new label",
    ),
    row(
        Keyword::MovedTo,
        "moved to",
        &["moved", "to"],
        &[],
        "the new place of the deleted rule",
    ),
    row(
        Keyword::Heading,
        "heading",
        &["heading"],
        &["title"],
        "the heading of the section",
    ),
    row(
        Keyword::Text,
        "text",
        &["text"],
        &[],
        "everything below the heading",
    ),
    row(
        Keyword::All,
        "all",
        &["all"],
        &["every", "each"],
        "all units of a kind; a number is checked",
    ),
    row(
        Keyword::Last,
        "last",
        &["last"],
        &["final"],
        "counted from the end",
    ),
    row(
        Keyword::FromEnd,
        "from the end",
        &["from", "end"],
        &[],
        "after an ordinal: counted from the end, where the last unit is 1",
    ),
    row(
        Keyword::Every,
        "every",
        &["every"],
        &["all", "each"],
        "every occurrence of the words",
    ),
    row(
        Keyword::Times,
        "times",
        &["times"],
        &[],
        "how often the words must occur; every occurrence is meant",
    ),
    row(Keyword::On, "on", &["on"], &[], "the subject"),
    row(
        Keyword::Ruleset,
        "ruleset",
        &["ruleset"],
        &["rules"],
        "the rules as a whole",
    ),
    row(
        Keyword::Values,
        "values",
        &["values"],
        &["value"],
        "the cells of the quoted table",
    ),
    row(
        Keyword::Entries,
        "entries",
        &["entries"],
        &["entry"],
        "the labelled units of the quote",
    ),
    row(
        Keyword::Numbering,
        "numbering",
        &["numbering"],
        &[],
        "the edition whose numbering the address uses",
    ),
    row(
        Keyword::LinePosition,
        "printed line",
        &["printed", "line"],
        &[],
        "a line of the printed page, as a hint",
    ),
];

impl Keyword {
    /// Returns its row of [`KEYWORDS`].
    pub fn row(self) -> &'static KeywordRow {
        KEYWORDS
            .iter()
            .find(|row| row.keyword == self)
            .unwrap_or(&KEYWORDS[0])
    }
}
