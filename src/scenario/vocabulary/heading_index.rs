//! Finds the headings of a vocabulary by their first word, as each line of a list may be one.

use super::{
    definitions::{HeadingPattern, SectionPattern, Vocabulary},
    ix::{HeadingPlace, KindIx, ScenarioHeadingIndex},
    phrase::{first_words, match_phrase},
};
use crate::scenario::token::ScenarioToken;
use rustc_hash::FxHashMap;

/// A heading of the vocabulary found in the tokens of a line: its kind or section, and which tokens
/// it takes.
#[derive(Debug)]
pub(in crate::scenario) struct ScenarioHeadingMatch<'v> {
    /// The kind of record that it opens; `None` for a section.
    pub(in crate::scenario) kind: Option<KindIx>,
    pub(in crate::scenario) section: Option<&'v SectionPattern>,
    pub(in crate::scenario) heading: &'v HeadingPattern,
    /// The first token of the heading.
    pub(in crate::scenario) start: usize,
    /// The number of its tokens.
    pub(in crate::scenario) length: usize,
}

impl ScenarioHeadingMatch<'_> {
    /// Returns whether a line begins with the words of the heading.
    pub(in crate::scenario) fn is_in_front(&self) -> bool {
        self.start == 0
    }

    /// Returns the number of tokens at the front that are no part of a name: words in front of those of
    /// the heading, or behind an ordinal, are part of it.
    pub(in crate::scenario) fn words_in_front(&self) -> usize {
        if self.is_in_front() { self.length } else { 0 }
    }
}

impl ScenarioHeadingIndex {
    /// Returns the places of all headings of a vocabulary.
    pub(super) fn new(vocabulary: &Vocabulary) -> Self {
        let mut places = FxHashMap::<String, Vec<HeadingPlace>>::default();
        let kinds = vocabulary.indexed_kinds().flat_map(|(kind, own)| {
            let headings = own.headings.iter().enumerate();
            headings.map(move |(at, own)| (own, HeadingPlace::OfKind(kind, at)))
        });
        let sections = vocabulary.sections.iter().enumerate();
        let sections = sections.flat_map(|(section, own)| {
            let headings = own.headings.iter().enumerate();
            headings.map(move |(at, own)| (own, HeadingPlace::OfSection(section, at)))
        });
        for (heading, place) in kinds.chain(sections) {
            if let Some(first) = heading.words.first() {
                places.entry(first.clone()).or_default().push(place);
            }
        }
        Self(places)
    }
}

impl Vocabulary {
    /// Returns the headings that begin at some tokens: kinds first, then sections, each in the order of
    /// the file.
    pub(in crate::scenario) fn headings_at(
        &self,
        tokens: &[ScenarioToken],
        starts: &[usize],
    ) -> Vec<ScenarioHeadingMatch<'_>> {
        let mut found: Vec<(HeadingPlace, usize, usize)> = Vec::new();
        for &start in starts {
            let Some(token) = tokens.get(start) else {
                continue;
            };
            let places = first_words(token).into_iter().flatten();
            let places = places.filter_map(|word| self.heading_index.0.get(&*word));
            for &place in places.flatten() {
                let words = &self.heading_of(place).2.words;
                if let Some(length) = match_phrase(&tokens[start..], words) {
                    found.push((place, start, length));
                }
            }
        }
        found.sort_unstable();
        let matches = found.into_iter().map(|(place, start, length)| {
            let (kind, section, heading) = self.heading_of(place);
            ScenarioHeadingMatch {
                kind,
                section,
                heading,
                start,
                length,
            }
        });
        matches.collect()
    }

    fn heading_of(
        &self,
        place: HeadingPlace,
    ) -> (Option<KindIx>, Option<&SectionPattern>, &HeadingPattern) {
        match place {
            HeadingPlace::OfKind(kind, at) => (Some(kind), None, &self.kind(kind).headings[at]),
            HeadingPlace::OfSection(section, at) => {
                let own = &self.sections[section];
                (None, Some(own), &own.headings[at])
            }
        }
    }
}
