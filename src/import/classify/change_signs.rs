//! Tells whether a sentence of which no reading was found changes something, so that it must be
//! reported and not taken as a remark or as new text.

use crate::import::{
    grammar::{LEXICON, PrintedVerb, VerbKind},
    parsed_line::ParsedLine,
};

/// Quotation marks.
pub(super) const QUOTES: &[char] = &['"', '“', '”', '„'];

/// Words in front of what a sentence demands.
const DEMANDS: &[&str] = &[
    "should read",
    "should be",
    "now reads",
    "must read",
    "to read",
];

/// Words between an old value and a new one.
const OPPOSITIONS: &[&str] = &["instead of", "rather than", "was ", "now ", ", not "];

/// Words in front of a single new value.
const NEW_VALUES: &[&str] = &[" is now ", " are now ", " now costs "];

/// Words between quotations of which some come instead of others.
const EXCHANGES: &[&str] = &[
    "put",
    "instead",
    "place",
    "become",
    "becomes",
    "read",
    "reads",
    "replaces",
    "substitute",
    "print",
    "say",
];

/// Whether a sentence demands a change: it has a verb of change or a demand, and a unit, words or a
/// number that is changed.
pub(super) fn demands_change(text: &str, parsed: &ParsedLine) -> bool {
    let first = text.split(' ').next().unwrap_or_default().to_lowercase();
    let verb = PrintedVerb::find(&first).is_some();
    let names = parsed.counts
        || !parsed.lead.steps.is_empty()
        || text.contains(|c: char| QUOTES.contains(&c) || c.is_ascii_digit());
    names && (verb || DEMANDS.iter().any(|words| text.contains(words)))
}

/// Whether a sentence states a change: it opposes two values or two quotations, says that something is
/// deleted or wrong, or quotes words and counts units.
pub(super) fn states_change(text: &str, parsed: &ParsedLine) -> bool {
    let quotes = text.matches(QUOTES).count();
    let figures = text
        .split_whitespace()
        .filter(|word| begins_with_figure(word));
    let has = |any: &[&str]| any.iter().any(|words| text.contains(words));
    let mut words = text.split(|c: char| !c.is_alphabetic());
    quotes > 0 && parsed.counts
        || quotes >= 4 && words.clone().any(|word| EXCHANGES.contains(&word))
        || words.any(|word| LEXICON.has("errors", word))
        || says_deleted(text)
        || states_value(text)
        || match figures.count() {
            0 => false,
            1 => has(NEW_VALUES),
            _ => has(OPPOSITIONS),
        }
}

/// Whether a sentence states the old value and the new one, or the new name: `is -1 (not -2)`,
/// `is reduced from 45 to 40`, `is called “a raft”`.
pub(super) fn states_value(text: &str) -> bool {
    let follows = |words: &str, then: &dyn Fn(&str) -> bool| {
        text.split_once(words).is_some_and(|(_, rest)| then(rest))
    };
    let quote = |rest: &str| rest.starts_with(QUOTES);
    follows("(not ", &begins_with_figure)
        || follows(" from ", &|rest| {
            begins_with_figure(rest) && rest.contains(" to ")
        })
        || [" called ", " named ", "was: "]
            .iter()
            .any(|words| follows(words, &quote))
}

/// Whether a short sentence says that something is deleted or replaced: `The rule on rafts is deleted.`
pub(super) fn says_deleted(text: &str) -> bool {
    const LONGEST: usize = 14;
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let said = |pair: &[String]| {
        let participle = pair[1].trim_matches(['.', ',', ';', ':']);
        let kind = PrintedVerb::of_participle(participle);
        ["is", "are", "be"].contains(&pair[0].as_str())
            && kind.is_some_and(|row| matches!(row.kind, VerbKind::Delete | VerbKind::Replace))
    };
    words.len() <= LONGEST && words.windows(2).any(said)
}

fn begins_with_figure(words: &str) -> bool {
    words
        .trim_start_matches(['+', '-', '−', '–'])
        .starts_with(|c: char| c.is_ascii_digit() || matches!(c, '½' | '¼' | '¾'))
}
