//! Splits typed text, such as `recoiling@3.3`, into words to look up and edition, day, profile.
//! Also `p.22`, `3.2 changes`, `recoiling 3.1..3.4`, `can pikes recoil from elephants at 3.3?`. The
//! command line, assistants, the web and the language server use this parser.

use super::Analysis;
use crate::model::{PartialDate, Ruleset};

/// What a person typed: the text to look up, and the ruleset, editions, day and profile named.
/// Also says whether a comparison is requested: `recoiling 3.1..3.4`, `3.2 changes`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The rest: an id, a page, words of a heading or a query, with plain quotes.
    pub text: String,
    /// The ruleset, if it is named with an edition: `DBM 3.3`.
    pub ruleset: Option<String>,
    /// The edition at which to read.
    pub edition: Option<String>,
    /// The earlier edition of a comparison.
    pub since: Option<String>,
    /// The day up to which documents count.
    pub as_of: Option<PartialDate>,
    /// The profile.
    pub profile: Option<String>,
    /// Whether the changes between editions are requested.
    pub changes: bool,
}

/// Words before an edition that belong to it.
const EDITION_PREPOSITIONS: &[&str] = &["at", "in", "by", "under", "edition", "version"];

/// Words before a profile that belong to it.
const PROFILE_PREPOSITIONS: &[&str] = &["profile", "for", "in", "the", "under", "by"];

/// Words of a question that requests changes.
const CHANGE_WORDS: &[&str] = &["change", "changes", "changed", "diff", "differences"];

/// Further words that such a question may have.
const CHANGE_FILLERS: &[&str] = &["what", "in", "from", "to", "the", "between", "and", "all"];

/// The beginnings of questions about the meaning of a word.
const MEANING_LEADS: &[&str] = &["what is an ", "what is a ", "what is ", "what are "];

impl Analysis {
    /// Splits what a person typed. An edition counts as one if a ruleset has it, or if it is
    /// written as one: `@3.9`, `3.3..3.9`.
    pub fn question(&self, typed: &str) -> Question {
        let mut question = Question::default();
        let mut words = split_words(typed);
        question.as_of = take_date(&mut words);
        let mut rest: Vec<String> = Vec::new();
        let mut editions: Vec<String> = Vec::new();
        // whether the word before is an edition
        let mut follows = false;
        let mut words = words.into_iter().peekable();
        while let Some(word) = words.next() {
            let count = editions.len();
            if word.contains('"') || rest.join(" ").matches('"').count() % 2 == 1 {
                rest.push(word);
                continue;
            }
            let bare = word.trim_end_matches(['?', '!', ',', ';', '.']);
            if let Some((from, to)) = self.edition_range(bare) {
                question.since = from;
                editions.extend(to);
                question.changes |= rest.is_empty();
            } else if let Some((target, edition)) = bare.rsplit_once('@')
                && !edition.is_empty()
            {
                rest.extend(Some(target.to_owned()).filter(|target| !target.is_empty()));
                editions.push(
                    self.edition_id(edition)
                        .unwrap_or_else(|| edition.to_owned()),
                );
            } else if let Some(edition) = self.edition_in(bare, &rest, follows, words.peek()) {
                let key = rest.last().map(|word| word.to_lowercase());
                if let Some(key) = key.filter(|key| self.ruleset_db(key).is_some()) {
                    question.ruleset = Some(key);
                    rest.pop();
                }
                drop_prepositions(&mut rest, EDITION_PREPOSITIONS);
                editions.push(edition);
            } else if let Some(name) = self.profile_in(bare, &rest) {
                drop_prepositions(&mut rest, PROFILE_PREPOSITIONS);
                question.profile = Some(name);
            } else {
                rest.push(word);
            }
            follows = editions.len() > count;
        }
        let lower = |word: &String| word.trim_end_matches(['?', '.']).to_lowercase();
        let is = |word: &String, list: &[&str]| list.contains(&lower(word).as_str());
        if rest.iter().any(|word| is(word, CHANGE_WORDS)) {
            let mut others = rest.clone();
            others.retain(|word| !is(word, CHANGE_WORDS) && !is(word, CHANGE_FILLERS));
            // `changes to recoiling` is a query
            let names_ruleset = |text: &str| matches!(self.split_ruleset(text), (Some(_), ""));
            if others.is_empty() || names_ruleset(&others.join(" ")) {
                question.changes = true;
                rest = others;
            }
        }
        question.edition = editions.pop();
        question.since = question.since.or_else(|| editions.pop());
        question.text = rest.join(" ");
        if question.text.is_empty() {
            question.text = question.ruleset.clone().unwrap_or_default();
        }
        question
    }

    /// Splits a search query. If it compares editions, or if nothing but an edition, day or profile
    /// is typed, the whole text stays the query.
    pub fn search_question(&self, typed: &str) -> Question {
        let question = self.question(typed);
        if !question.is_comparison() && !question.text.is_empty() {
            return question;
        }
        Question {
            text: typed.to_owned(),
            ..Question::default()
        }
    }

    /// Returns the id of the edition that `typed` names in any ruleset.
    fn edition_id(&self, typed: &str) -> Option<String> {
        self.ruleset_dbs().find_map(|(_, db)| {
            let ruleset = &db.ruleset;
            Some(ruleset.edition_id(ruleset.edition_named(typed)?).to_owned())
        })
    }

    /// Splits `3.1..3.4`, `3.1-3.4` or `3.1..`.
    fn edition_range(&self, word: &str) -> Option<(Option<String>, Option<String>)> {
        let known = |text: &str| self.edition_id(text);
        let (from, to) = match word.split_once("..") {
            Some(pair) => pair,
            None => word
                .split_once(['-', '–', '…'])
                .filter(|(from, to)| known(from).is_some() && known(to).is_some())?,
        };
        let shaped = |text: &str| known(text).is_some() || is_shaped(text);
        (shaped(from) || shaped(to)).then(|| {
            let given = |text: &str| {
                let own = || known(text).unwrap_or_else(|| text.to_owned());
                (!text.is_empty()).then(own)
            };
            (given(from), given(to))
        })
    }

    /// Returns the edition that a word of a question names. `IWF 3.1` is a ruling if there is one
    /// of that number; a plain number needs a word such as `edition` before it.
    fn edition_in(
        &self,
        word: &str,
        before: &[String],
        follows: bool,
        next: Option<&String>,
    ) -> Option<String> {
        let previous = before.last().map(|word| word.to_lowercase());
        if follows && is_shaped(word) {
            return Some(self.edition_id(word).unwrap_or_else(|| word.to_owned()));
        }
        let edition = self.edition_id(word)?;
        let precedes = next.is_some_and(|next| self.edition_id(next).is_some());
        if follows || precedes {
            return Some(edition);
        }
        let Some(previous) = previous else {
            return is_shaped(word.trim_start_matches(['v', 'V'])).then_some(edition);
        };
        if self.ruleset_db(&previous).is_some() {
            return Some(edition);
        }
        let is_ruling = self
            .ruleset_dbs()
            .any(|(_, db)| db.section_of(&format!("{previous}.{word}")).is_some());
        let introduced = EDITION_PREPOSITIONS.contains(&previous.as_str());
        (!is_ruling && (introduced || word.contains('.'))).then_some(edition)
    }

    /// Returns the profile that a word of a question names after `for`, `profile` and the like.
    fn profile_in(&self, word: &str, before: &[String]) -> Option<String> {
        let previous = before.last()?.to_lowercase();
        if !PROFILE_PREPOSITIONS.contains(&previous.as_str()) {
            return None;
        }
        let named = |ruleset: &Ruleset| Some(ruleset.profile_named(word)?.name.clone());
        self.ruleset_dbs().find_map(|(_, db)| named(&db.ruleset))
    }
}

impl Question {
    /// Returns whether two editions are to be compared.
    pub fn is_comparison(&self) -> bool {
        self.since.is_some() || self.changes
    }

    /// Returns the text without quotes around the whole of it.
    pub fn target(&self) -> &str {
        self.text
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'))
            .filter(|text| !text.contains('"'))
            .unwrap_or(&self.text)
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

/// Returns whether a text is written like an edition: digits with a dot.
fn is_shaped(text: &str) -> bool {
    text.contains('.')
        && text.starts_with(|c: char| c.is_ascii_digit())
        && text.ends_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Splits at spaces, with typographic quotes replaced by plain ones; `3.1 .. 3.4` is one word.
fn split_words(typed: &str) -> Vec<String> {
    let plain: String = typed
        .chars()
        .map(|c| match c {
            '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '〝' | '〞' | '〟' | '＂' | '「' | '」'
            | '『' | '』' | '⹂' => '"',
            '‘' | '’' | '‚' | '‛' | '‹' | '›' | '′' | '＇' => '\'',
            c => c,
        })
        .collect();
    plain
        .replace(" .. ", "..")
        .split_whitespace()
        .map(str::to_owned)
        .collect()
}

/// Removes `as of 1 Nov 2020` and returns the day.
fn take_date(words: &mut Vec<String>) -> Option<PartialDate> {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    for at in 0..lower.len() {
        let start = match lower[at].as_str() {
            "as-of" => at + 1,
            "as" if lower.get(at + 1).is_some_and(|word| word == "of") => at + 2,
            _ => continue,
        };
        for length in (1..=3).rev() {
            let Some(text) = words.get(start..start + length) else {
                continue;
            };
            let text = text.join(" ");
            if let Ok(date) = text.trim_end_matches(['?', '.', ',']).parse() {
                words.drain(at..start + length);
                return Some(date);
            }
        }
    }
    None
}

/// Removes the words at the end that belong to the following edition or profile.
fn drop_prepositions(words: &mut Vec<String>, list: &[&str]) {
    while words
        .last()
        .is_some_and(|word| list.contains(&word.to_lowercase().as_str()))
    {
        words.pop();
    }
}
