//! Reads a question, such as `recoiling before May 2012 for uk`: the words to look up, and edition,
//! day, profile, comparison and citation. Every interface reads questions by this; the page mirrors
//! it in `export/phone/box.js`.

mod cited;
mod date;
mod grammar;
mod reader;
mod reading;
mod relations;

pub use cited::{DocumentName, document_names};
pub use grammar::QuestionTables;
pub use reading::Reading;

use super::Analysis;
use crate::model::PartialDate;
use reader::Reader;
use reading::ReadPart;

/// What a person typed: the text to look up, and the ruleset, editions, day and profile named.
/// Also says whether a comparison is requested: `recoiling 3.1..3.4`, `3.2 changes`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The rest: an id, a page, words of a heading or a query, with plain quotes.
    pub text: String,
    /// The id of what the text cites: `dbm-3.4:8`, `p.24/p3`.
    pub cited: Option<String>,
    /// The ruleset, if it is named with an edition: `DBM 3.3`.
    pub ruleset: Option<String>,
    /// The edition at which to read.
    pub edition: Option<String>,
    /// The earlier edition of a comparison.
    pub since: Option<String>,
    /// The earlier day of a comparison.
    pub since_day: Option<PartialDate>,
    /// The day up to which documents count.
    pub as_of: Option<PartialDate>,
    /// The profile.
    pub profile: Option<String>,
    /// Whether the changes between editions are requested.
    pub changes: bool,
    /// Why there is no answer: no such day, or no edition before the first.
    pub fault: Option<String>,
    /// How the words were read, where that is not obvious.
    read: Vec<ReadPart>,
    /// Words that are not used.
    not_used: Vec<String>,
}

/// A word of a question.
#[derive(Clone, Debug)]
struct Word {
    /// As typed, with plain quotes.
    typed: String,
    /// In lower case, without punctuation around it; empty for a part of a quotation.
    bare: String,
}

/// The beginnings of questions about the meaning of a word.
const MEANING_LEADS: &[&str] = &["what is an ", "what is a ", "what is ", "what are "];

impl Analysis {
    /// Reads what a person typed. `ruleset` is the one in whose editions it is meant unless it names
    /// another; `None` for the default.
    pub fn question(&self, typed: &str, ruleset: Option<&str>) -> Question {
        Reader::new(self, split_words(typed), ruleset).read()
    }

    /// Reads a search query. If it compares editions, or if nothing but an edition, day or profile
    /// is typed, the whole text stays the query.
    pub fn search_question(&self, typed: &str, ruleset: Option<&str>) -> Question {
        let question = self.question(typed, ruleset);
        if !question.is_comparison() && !question.text.is_empty() {
            return question;
        }
        Question {
            text: typed.to_owned(),
            ..Question::default()
        }
    }
}

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
        match MEANING_LEADS.iter().find(begins) {
            Some(lead) => target[lead.len()..].trim_end_matches(['?', ' ']),
            None => target,
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

/// Splits at spaces, before `@` and at the dots of `3.1..3.4`, with plain quotes.
fn split_words(typed: &str) -> Vec<Word> {
    let plain: String = typed
        .chars()
        .map(|c| match c {
            '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '〝' | '〞' | '〟' | '＂' | '「' | '」'
            | '『' | '』' | '⹂' => '"',
            '‘' | '’' | '‚' | '‛' | '‹' | '›' | '′' | '＇' => '\'',
            c => c,
        })
        .collect();
    let mut out = Vec::new();
    let mut is_open = false;
    for typed in plain.split_whitespace() {
        let was_open = is_open;
        is_open ^= typed.matches('"').count() % 2 == 1;
        if was_open || typed.contains('"') {
            out.push(Word {
                typed: typed.to_owned(),
                bare: String::new(),
            });
            continue;
        }
        for part in split_operators(typed) {
            let bare = part.trim_start_matches('(');
            let bare = bare.trim_end_matches(['?', '!', ',', ';', '.', ':', ')']);
            let bare = if part == ".." { part } else { bare };
            out.push(Word {
                typed: part.to_owned(),
                bare: bare.to_lowercase(),
            });
        }
    }
    out
}

/// Splits `recoiling@3.3` and `3.1..3.4`: an operator is a word of its own. An arrow is `..`.
fn split_operators(word: &str) -> Vec<&str> {
    if ["→", "->", "..", "…"].contains(&word) {
        return vec![".."];
    }
    if let Some((target, edition)) = word.rsplit_once('@')
        && !edition.is_empty()
    {
        let mut out = Vec::from_iter(Some(target).filter(|target| !target.is_empty()));
        out.push("@");
        out.extend(split_operators(edition));
        return out;
    }
    let is_point = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == 'v');
    for (operator, shown) in [
        ("..", ".."),
        ("…", ".."),
        ("→", ".."),
        ("-", "-"),
        ("–", "–"),
    ] {
        let Some((from, to)) = word.split_once(operator) else {
            continue;
        };
        let to = to.trim_start_matches('.');
        let both = is_point(from) && is_point(to);
        let is_name = |text: &str| !text.is_empty() && text.chars().all(char::is_alphanumeric);
        let names = operator == ".." && is_name(from) && is_name(to);
        let one =
            shown == ".." && (is_point(from) && to.is_empty() || from.is_empty() && is_point(to));
        // an ISO date contains hyphens, too
        let dotted = |text: &str| text.contains('.') || text.len() == 4 && shown != "..";
        if names
            || one
            || both && (shown == ".." || dotted(from) && dotted(to.trim_end_matches(',')))
        {
            let parts = [from, shown, to];
            return parts.into_iter().filter(|part| !part.is_empty()).collect();
        }
    }
    vec![word]
}
