//! Replaces pairs of differences of which one side has the text in another section: by one
//! difference if the words are similar, by a remark if they are the same.

use super::{
    difference::{DifferenceKind, DifferenceSide, Verification},
    piece::printed_words,
};
use crate::text::similarity::{multiset_difference, similarity};
use std::collections::{BTreeMap, BTreeSet};

/// The least number of words for which the same words in two sections are no coincidence.
const MIN_MOVED_WORDS: usize = 4;

/// The similarity from which long texts in two sections are versions of one.
const MIN_MOVED_LIKENESS: f64 = 0.8;

/// Returns the declared deviations if they mention every word that differs.
pub(super) fn names_all(declared: &str, ours: Vec<String>, theirs: Vec<String>) -> Option<String> {
    let named = printed_words(declared);
    let (one, other) = multiset_difference(ours, theirs);
    let is_named = one.iter().chain(&other).all(|word| named.contains(word));
    (!declared.is_empty() && is_named).then(|| declared.to_owned())
}

/// Drops pairs of differences with the same words in two sections, and joins pairs with similar
/// words into one: the document has the text below another heading, or at a page that no section
/// has.
pub(super) fn join_sections(verification: &mut Verification) {
    // print puts values such as `-1` anywhere near their line
    let words = |side: &DifferenceSide| {
        let mut words = printed_words(side.text.as_deref().unwrap_or_default());
        words.retain(|word| !word.starts_with(['-', '+']));
        words
    };
    let mut document: Vec<(usize, Vec<String>)> = verification
        .differences
        .iter()
        .enumerate()
        .filter(|(_, one)| one.kind == DifferenceKind::DocumentOnly)
        .map(|(at, one)| (at, words(&one.document)))
        .collect();
    let mut joined: BTreeSet<usize> = BTreeSet::new();
    let mut merged: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, one) in verification.differences.iter().enumerate() {
        let own = words(&one.ours);
        if one.kind != DifferenceKind::OursOnly || own.len() < MIN_MOVED_WORDS {
            continue;
        }
        let found = document.iter_mut().find_map(|(other, words)| {
            let start = words.windows(own.len()).position(|words| words == own)?;
            words.drain(start..start + own.len());
            words.is_empty().then(|| joined.insert(*other));
            Some(*other)
        });
        if let Some(other) = found {
            joined.insert(at);
            let other = &verification.differences[other];
            verification.by_words.push(format!(
                "{}: in the document below “{}”, in the rules below “{}”",
                other.document.by.join(", "),
                other.heading,
                one.heading
            ));
            continue;
        }
        // the same text with other words is one difference
        let alike = document
            .iter()
            .filter(|(other, _)| !joined.contains(other) && !merged.contains_key(other))
            .map(|(other, words)| (similarity(&own.join(" "), &words.join(" ")), *other))
            .filter(|(likeness, _)| *likeness >= MIN_MOVED_LIKENESS)
            .max_by(|one, other| one.0.total_cmp(&other.0));
        if let Some((_, other)) = alike {
            merged.insert(other, at);
        }
    }
    for (other, at) in merged {
        joined.insert(other);
        let document = std::mem::take(&mut verification.differences[other].document);
        let one = &mut verification.differences[at];
        one.kind = DifferenceKind::Differs;
        one.deviation = names_all(&one.declared, words(&one.ours), words(&document));
        one.document = document;
    }
    let mut at = 0;
    verification.differences.retain(|_| {
        at += 1;
        !joined.contains(&(at - 1))
    });
}
