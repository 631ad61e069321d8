//! The fixed words of instructions (`with`, `in`, `moved to`, …) and their meanings, in one table.

use super::lexer::NOISE_WORDS;

/// A keyword of [`KEYWORDS`]: its words, single words that `fmt` rewrites to it, and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct KeywordRow {
    /// The keyword.
    pub keyword: Keyword,
    /// Its words, as `fmt` prints them.
    pub name: &'static str,
    /// Single words with the same meaning, which `fmt` rewrites.
    pub also: &'static [&'static str],
    /// What it means, in one line.
    pub about: &'static str,
}

/// Declares [`Keyword`] and [`KEYWORDS`].
macro_rules! keywords {
    ($($keyword:ident { $name:literal, $also:tt, $about:literal })+) => {
        /// A fixed word of an instruction that is no verb or unit: `with`, `in`, `moved to`, `last`, ….
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Keyword {
            $(
                #[doc = concat!("`", $name, "`: ", $about)]
                $keyword,
            )+
        }

        /// The keywords of the instruction language.
        pub const KEYWORDS: &[KeywordRow] = &[$(KeywordRow {
            keyword: Keyword::$keyword,
            name: $name,
            also: &$also,
            about: $about,
        },)+];
    };
}

keywords! {
    With { "with", ["by"], "the replacement: a number of units, or quoted words" }
    Except { "except", [], "the part of the target to keep" }
    In { "in", ["within"], "the place of the words" }
    Of { "of", [], "the unit whose start or end is meant" }
    And { "and", ["&"], "another one" }
    Before { "before", [], "before a unit or words" }
    After { "after", [], "after a unit or words" }
    At { "at the", ["to"], "at the start or the end" }
    Start { "start", ["beginning"], "before everything" }
    End { "end", [], "after everything, including lists and tables" }
    From { "from", [], "the first unit or words of a range" }
    To { "to", ["until"], "the last unit or words of a range (inclusive), or the new label" }
    MovedTo { "moved to", [], "the new place of the deleted rule" }
    Heading { "heading", ["title"], "the heading of the section" }
    Text { "text", [], "everything below the heading" }
    All { "all", ["every", "each"], "all units of a kind; a number is checked" }
    Last { "last", ["final"], "counted from the end" }
    FromEnd { "from the end", [], "after an ordinal: counted from the end, where the last unit is 1" }
    Every { "every", ["all", "each"], "every occurrence of the words" }
    Times { "times", [], "how often the words must occur; every occurrence is meant" }
    On { "on", [], "the subject" }
    Ruleset { "ruleset", ["rules"], "the rules as a whole" }
    Values { "values", ["value"], "the cells of the quoted table" }
    Entries { "entries", ["entry"], "the labelled units of the quote" }
    Numbering { "numbering", [], "the edition whose numbering the address uses" }
    LinePosition { "printed line", [], "a line of the printed page, as a hint" }
}

impl Keyword {
    /// Returns its row of [`KEYWORDS`].
    pub fn row(self) -> &'static KeywordRow {
        &KEYWORDS[self as usize]
    }
}

impl KeywordRow {
    /// Returns the words of its name that must be present: the others are skipped in instructions.
    pub(super) fn words(&self) -> impl Iterator<Item = &'static str> + Clone {
        let words = self.name.split(' ');
        words.filter(|word| !NOISE_WORDS.contains(word))
    }
}
