//! The names by which people call a ruleset: `DBA`, `De Bellis Antiquitatis`, `DBx skirmish`.

use super::word::split_words;
use crate::analysis::Analysis;

/// A name of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RulesetName {
    /// In lower case.
    pub(super) words: Vec<String>,
    /// The key of the ruleset.
    pub(super) key: String,
    /// Whether it is only the first word of the key.
    pub(super) is_short: bool,
}

/// Returns the names of all rulesets, the longest first: the key, also without hyphens, the title up
/// to a colon, what people write for it, and the first word of the key if no other ruleset has it.
pub(super) fn ruleset_names(analysis: &Analysis) -> Vec<RulesetName> {
    let mut out: Vec<RulesetName> = Vec::new();
    for (key, db) in analysis.ruleset_dbs() {
        let title = db.ruleset.title.split(':').next().unwrap_or_default();
        let apart = key.replace('-', " ");
        let first = apart.split(' ').next().unwrap_or_default();
        let also = db.ruleset.also.iter().map(String::as_str);
        for name in [key, &apart, title, first].into_iter().chain(also) {
            let words = split_words(name).into_iter().map(|word| word.bare);
            let words: Vec<String> = words.collect();
            if !words.is_empty() && !out.iter().any(|own| own.key == key && own.words == words) {
                out.push(RulesetName {
                    words,
                    key: key.to_owned(),
                    is_short: name == first && name != key,
                });
            }
        }
    }
    let all = out.clone();
    out.retain(|name| {
        let is_same = |own: &RulesetName| own.key != name.key && own.words == name.words;
        !name.is_short || !all.iter().any(is_same)
    });
    out.sort_by_key(|name| std::cmp::Reverse(name.words.len()));
    out
}
