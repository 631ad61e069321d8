//! The parts of a question that was read.

use crate::{analysis::Request, model::PartialDate};

/// What a person typed: the text to look up, and the ruleset, editions, day and profile named.
/// Also says whether a comparison is requested: `recoiling 3.1..3.4`, `3.2 changes`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The rest: an id, a page, words of a heading or a query, with plain quotes.
    pub text: String,
    /// The id of what the text cites: `dbm-3.4:8`, `p.24/p3`.
    pub cited: Option<String>,
    /// The ruleset, if it is named with an edition: `DBM 3.3`; edition, day and profile.
    pub at: Request,
    /// Another game that it names, whose rules are not included.
    pub other_game: Option<String>,
    /// The earlier edition of a comparison.
    pub since: Option<String>,
    /// The earlier day of a comparison.
    pub since_day: Option<PartialDate>,
    /// Whether the changes between editions are requested.
    pub changes: bool,
    /// Whether it asks for changes in words: *what changed*, not only *since*.
    pub asks_changes: bool,
    /// Whether it asks for the instructions that changed a clause: *who changed recoiling*.
    pub asks_history: bool,
    /// Why there is no answer: no such day, or no edition before the first.
    pub fault: Option<String>,
    /// How the words were read, where that is not obvious.
    pub(super) read: Vec<ReadPart>,
    /// Words that are not used.
    pub(super) not_used: Vec<String>,
}

/// A part of a question that was read: its meaning, and its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReadPart {
    /// Its meaning. `{}` is the name of the ruleset.
    pub(super) meaning: String,
    /// Its words, as typed.
    pub(super) words: String,
    /// The day that it names.
    pub(super) day: Option<PartialDate>,
}

/// The beginnings of questions about the meaning of a word.
const MEANING_LEADS: &[&str] = &[
    "what is an ",
    "what is a ",
    "what is ",
    "what are ",
    "what does ",
    "define ",
    "definition of ",
    "meaning of ",
    "explain ",
];

/// Their ends.
const MEANING_ENDS: &[&str] = &[" mean", " stand for", " meaning", " definition"];

/// Words for the values of troops.
const VALUE_WORDS: &[&str] = &[
    "ap",
    "cost",
    "costs",
    "ee",
    "equivalent",
    "equivalents",
    "much",
    "points",
    "price",
    "pts",
    "value",
    "values",
];

/// Words around those.
const VALUE_FILLERS: &[&str] = &[
    "&", "+", "a", "an", "and", "are", "did", "do", "does", "each", "element", "elements", "for",
    "have", "how", "i", "in", "is", "many", "my", "of", "old", "one", "pay", "per", "r", "the",
    "troop", "troops", "was", "were", "what", "whats", "what's",
];

impl Question {
    /// Returns whether two editions or days are to be compared.
    pub fn is_comparison(&self) -> bool {
        self.since.is_some() || self.since_day.is_some() || self.changes
    }

    /// Returns the id of what is cited, or the text without quotes around the whole of it.
    pub fn target(&self) -> &str {
        self.cited.as_deref().unwrap_or_else(|| {
            self.text
                .strip_prefix('"')
                .and_then(|text| text.strip_suffix('"'))
                .filter(|text| !text.contains('"'))
                .unwrap_or(&self.text)
        })
    }

    /// Returns what the question asks the meaning of: `expendables` for `What are expendables?`; else
    /// the target.
    pub fn term(&self) -> &str {
        let target = self.target();
        let begins = |lead: &&&str| {
            let own = target.get(..lead.len());
            own.is_some_and(|own| own.eq_ignore_ascii_case(lead))
        };
        let lead = MEANING_LEADS
            .iter()
            .find(begins)
            .map_or(0, |lead| lead.len());
        let rest = target[lead..].trim_end_matches(['?', ' ']);
        let end = MEANING_ENDS.iter().find_map(|end| rest.strip_suffix(end));
        match end {
            Some(term) => term.trim_matches(['"', '\'']),
            None if lead > 0 => rest.trim_matches(['"', '\'']),
            None => target,
        }
    }

    /// Returns the question without words such as `AP` and `cost`; if there are such words, without the
    /// others that ask for a value, too: `how much is a`.
    #[must_use]
    pub fn without_values(&self) -> Self {
        let is_one_of = |word: &str, words: &[&str]| {
            let word = word.trim_end_matches(['?', ',', '.']).to_lowercase();
            words.contains(&word.as_str())
        };
        let words = || self.text.split(' ');
        if !words().any(|word| is_one_of(word, VALUE_WORDS)) {
            return self.clone();
        }
        let is_left =
            |word: &&str| !is_one_of(word, VALUE_WORDS) && !is_one_of(word, VALUE_FILLERS);
        self.with_text(words().filter(is_left).collect::<Vec<_>>().join(" "))
    }

    /// Returns the question about another text.
    #[must_use]
    pub fn with_text(&self, text: String) -> Self {
        Self {
            text,
            ..self.clone()
        }
    }

    /// Returns the first and the last page of `p.22-23`, if the text is such a range.
    pub fn pages(&self) -> Option<std::ops::RangeInclusive<u32>> {
        let lower = self.text.to_lowercase();
        let rest = lower
            .strip_prefix("pages")
            .or_else(|| lower.strip_prefix("page"));
        let rest = rest
            .or_else(|| lower.strip_prefix("pp"))
            .or_else(|| lower.strip_prefix('p'))?;
        let (from, to) = rest.trim_start_matches('.').split_once(['-', '–'])?;
        let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        (from < to && to - from < MAX_PAGES).then_some(from..=to)
    }
}

/// The greatest number of pages in a range.
const MAX_PAGES: u32 = 200;
