//! The features of a document for reranking, and the score that they give for a query.
//!
//! Candidates are found by BM25; the order of hits is decided here, by named features: which part
//! of the query is covered and how often, in the wording, labels, headings, lead-in or subject
//! index ([`ZONES`]); how close together the words are; whether the label is the query. The page
//! ranks by the same parameters ([`FIGURES`]).

use super::{
    concept::Concept,
    doc::{Doc, DocKind},
    search_features::SearchFeatures,
    tokenizer::{Token, TokenKind, Tokenizer},
};
use serde::{Deserialize, Serialize};

/// Returns the hash of an analysed word (FNV-1a). Two words of a rulebook with the same hash count
/// as the same word.
fn hash(word: &str) -> u32 {
    word.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// The analysed words of a document, by zone.
pub(super) struct Zones {
    pub(super) text: Vec<Token>,
    pub(super) restated: Option<Vec<Token>>,
    pub(super) before: Option<Vec<Token>>,
    pub(super) labels: Vec<Vec<Token>>,
    pub(super) path: Vec<Vec<Token>>,
    pub(super) lead: Vec<Token>,
    pub(super) subjects: Vec<Vec<Token>>,
    pub(super) parent_subjects: Vec<Vec<Token>>,
}

impl Zones {
    pub(super) fn new(tokenizer: &Tokenizer, doc: &Doc) -> Self {
        let one = |text: &String| tokenizer.text(text);
        let all = |texts: &[String]| texts.iter().map(one).collect();
        Self {
            text: one(&doc.text),
            restated: doc.restated.as_ref().map(one),
            before: doc.before.as_ref().map(one),
            labels: all(&doc.labels),
            path: all(&doc.path),
            lead: one(&doc.lead),
            subjects: all(&doc.subjects),
            parent_subjects: all(&doc.parent_subjects),
        }
    }

    /// Returns the texts of a document, each with its words.
    pub(super) fn of<'z>(&'z self, doc: &'z Doc) -> impl Iterator<Item = (&'z str, &'z [Token])> {
        let one = |text: Option<&'z String>, tokens: Option<&'z Vec<Token>>| text.zip(tokens);
        let single = [
            one(Some(&doc.text), Some(&self.text)),
            one(doc.restated.as_ref(), self.restated.as_ref()),
            one(doc.before.as_ref(), self.before.as_ref()),
            one(Some(&doc.lead), Some(&self.lead)),
        ];
        let lists = [
            (&doc.labels, &self.labels),
            (&doc.path, &self.path),
            (&doc.subjects, &self.subjects),
            (&doc.parent_subjects, &self.parent_subjects),
        ];
        let listed = lists
            .into_iter()
            .flat_map(|(texts, tokens)| texts.iter().zip(tokens));
        single
            .into_iter()
            .flatten()
            .chain(listed)
            .map(|(text, tokens)| (text.as_str(), tokens.as_slice()))
    }
}

/// A phrase of the subject index: its length in words, and the hashes of the words.
type SubjectPhrase = (u32, Vec<u32>);

/// The features of a document for reranking. Words are hashes.
///
/// `postcard` stores the fields in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RankFeatures {
    kind: DocKind,
    /// Whether the text is included.
    held: bool,
    /// Whether the document is not part of the rules.
    not_rules: bool,
    /// The number of words of the text.
    length: u32,
    /// The words of the text, each with its position.
    text: Vec<(u32, u32)>,
    /// The words of the restatement along with printed text, and of the text before a change.
    others: Vec<Vec<u32>>,
    /// The number of words of the labels.
    label_length: u32,
    labels: Vec<u32>,
    headings: Vec<Vec<u32>>,
    lead: Vec<u32>,
    subjects: Vec<SubjectPhrase>,
    parent_subjects: Vec<SubjectPhrase>,
}

impl RankFeatures {
    pub(super) fn new(doc: &Doc, zones: &Zones) -> Self {
        let words = |tokens: &[Token]| {
            let mut out: Vec<u32> = tokens.iter().map(|token| hash(&token.text)).collect();
            out.sort_unstable();
            out.dedup();
            out
        };
        let length = |tokens: &[Token], kinds: &[TokenKind]| {
            tokens
                .iter()
                .filter(|token| kinds.contains(&token.kind))
                .count() as u32
        };
        let phrase = |tokens: &Vec<Token>| {
            (
                length(
                    tokens,
                    &[TokenKind::Word, TokenKind::Number, TokenKind::Grade],
                ),
                words(tokens),
            )
        };
        let label_length = |label: &Vec<Token>| length(label, &[TokenKind::Word, TokenKind::Grade]);
        Self {
            kind: doc.kind(),
            held: doc.is_held(),
            not_rules: doc.not_rules,
            length: length(&zones.text, &[TokenKind::Word]),
            text: zones
                .text
                .iter()
                .map(|token| (hash(&token.text), token.place as u32))
                .collect(),
            others: [&zones.restated, &zones.before]
                .into_iter()
                .flatten()
                .map(|other| words(other))
                .collect(),
            label_length: zones.labels.iter().map(label_length).sum(),
            labels: zones
                .labels
                .iter()
                .flatten()
                .map(|token| hash(&token.text))
                .collect(),
            headings: zones.path.iter().map(|heading| words(heading)).collect(),
            lead: words(&zones.lead),
            subjects: zones.subjects.iter().map(phrase).collect(),
            parent_subjects: zones.parent_subjects.iter().map(phrase).collect(),
        }
    }
}

/// The factor for a document whose text is not included.
const NOT_HELD: f32 = 0.6;
/// An alternative counts in a label or heading only if its weight is greater than this.
const HEADING_THRESHOLD: f32 = 0.45;
/// The share of the score that is kept if hardly any of the query is covered.
const UNCOVERED: f32 = 0.4;
/// The most that is added for matches that are close together.
const PROXIMITY: f32 = 0.2;
/// An alternative counts for proximity only if its weight is greater than this.
const PROXIMITY_THRESHOLD: f32 = 0.4;
/// An alternative counts for adjacency only if its weight is greater than this.
pub(super) const ADJACENT_THRESHOLD: f32 = 0.6;
/// The factor for a document that is not part of the rules.
const NOT_RULES: f32 = 0.6;
/// The most that is added for words that are adjacent both in the query and in the text.
pub(super) const ADJACENT: f32 = 0.25;
/// The weights of a word in the text, its label, a heading, the lead-in, the subject index, and the
/// subject index of a unit that contains the text.
pub(super) const ZONES: [f32; 6] = [1.0, 1.3, 0.9, 0.45, 0.7, 0.5];
/// The factors for a concept in the label and in a heading of the clause.
pub(super) const TOPIC: [f32; 2] = [1.25, 1.1];
/// The factor for a clause whose label is exactly the query.
const TITLE: f32 = 1.8;
/// The weight of a phrase of the subject index that matches the query.
const SUBJECT: f32 = 0.6;
/// The factor for a phrase that leads to a unit that contains the text.
const PARENT_SUBJECT: f32 = 0.5;
/// The saturation of repetition (`k1`) and of length (`b`), as in BM25.
const K1: f32 = 1.2;
const B: f32 = 0.5;
/// The length of a typical text, in words: neither long nor short.
const USUAL_LENGTH: f32 = 45.0;

/// The parameters by name, for the page.
pub(super) const FIGURES: &[(&str, f32)] = &[
    ("uncovered", UNCOVERED),
    ("close", PROXIMITY),
    ("aside", NOT_RULES),
    ("side_by_side", ADJACENT),
    ("title", TITLE),
    ("said", SUBJECT),
    ("around", PARENT_SUBJECT),
    ("k1", K1),
    ("b", B),
    ("usual", USUAL_LENGTH),
    ("not_held", NOT_HELD),
    ("sure", HEADING_THRESHOLD),
    ("near", PROXIMITY_THRESHOLD),
    ("same", ADJACENT_THRESHOLD),
];

/// Words that match a concept, as positions in [`Reranker::words`].
struct RerankAlternative {
    words: Vec<usize>,
    weight: f32,
}

struct RerankConcept {
    alternatives: Vec<RerankAlternative>,
    worth: f32,
}

/// Scores documents for the concepts of a query. The words of all concepts are numbered.
pub(super) struct Reranker {
    parts: SearchFeatures,
    /// The hashes of the words, ascending: the number of a word is its position.
    words: Vec<u32>,
    /// For each word, the number of words that it joins.
    lengths: Vec<usize>,
    /// For each word, the concepts that it matches well enough to count for proximity, and those
    /// for adjacency, as bits.
    matches_concepts: Vec<(u128, u128)>,
    concepts: Vec<RerankConcept>,
    /// The sum of the worths of all concepts.
    worth: f32,
}

impl Reranker {
    pub(super) fn new(parts: SearchFeatures, concepts: &[Concept]) -> Self {
        let words = concepts
            .iter()
            .flat_map(|concept| &concept.alternatives)
            .flat_map(|alternative| &alternative.words);
        let mut known: Vec<(u32, usize)> = words
            .map(|word| (hash(word), word.split('_').count()))
            .collect();
        known.sort_unstable();
        known.dedup_by_key(|(hash, _)| *hash);
        let (words, lengths): (Vec<u32>, Vec<usize>) = known.into_iter().unzip();
        let number = |word: &String| words.binary_search(&hash(word)).unwrap_or_default();
        let alternative = |alternative: &super::concept::Alternative| RerankAlternative {
            words: alternative.words.iter().map(number).collect(),
            weight: alternative.weight,
        };
        let concept = |concept: &Concept| RerankConcept {
            alternatives: concept.alternatives.iter().map(alternative).collect(),
            worth: concept.worth,
        };
        let concepts: Vec<RerankConcept> = concepts.iter().map(concept).collect();
        let mut matches_concepts = vec![(0, 0); words.len()];
        for (at, concept) in concepts.iter().enumerate().take(128) {
            for alternative in &concept.alternatives {
                for &word in &alternative.words {
                    matches_concepts[word].0 |=
                        u128::from(alternative.weight > PROXIMITY_THRESHOLD) << at;
                    matches_concepts[word].1 |=
                        u128::from(alternative.weight > ADJACENT_THRESHOLD) << at;
                }
            }
        }
        let worth = concepts.iter().map(|concept| concept.worth).sum();
        Self {
            parts,
            words,
            lengths,
            matches_concepts,
            concepts,
            worth,
        }
    }

    fn number(&self, hash: &u32) -> Option<usize> {
        self.words.binary_search(hash).ok()
    }

    /// Returns the score of a document. Scores are only comparable for one query.
    pub(super) fn score(&self, features: &RankFeatures) -> f32 {
        let text: Vec<(usize, u32)> = features
            .text
            .iter()
            .filter_map(|(word, place)| Some((self.number(word)?, *place)))
            .collect();
        let matched = MatchCounts::new(self, features, &text);
        let length = 1.0 - B + B * features.length.max(8) as f32 / USUAL_LENGTH;
        let (mut sum, mut covered) = (0.0, 0.0);
        for concept in &self.concepts {
            let best = concept
                .alternatives
                .iter()
                .map(|alternative| matched.alternative(alternative, length))
                .fold(
                    (0.0, 0.0),
                    |best: (f32, f32), next| {
                        if next.0 > best.0 { next } else { best }
                    },
                );
            sum += concept.worth * best.0 * matched.topic(concept);
            covered += concept.worth * best.1;
        }
        let covered = (covered / self.worth.max(f32::EPSILON)).min(1.0);
        if self.parts.subjects {
            let best = |phrases: &[SubjectPhrase]| {
                phrases
                    .iter()
                    .map(|phrase| self.subject_match(phrase))
                    .fold(0.0, f32::max)
            };
            sum += best(&features.subjects).max(best(&features.parent_subjects) * PARENT_SUBJECT)
                * SUBJECT;
        }
        let title = if matched.is_title() { TITLE } else { 1.0 };
        let held = if features.held { 1.0 } else { NOT_HELD };
        let not_rules = if features.not_rules { NOT_RULES } else { 1.0 };
        let close = 1.0 + PROXIMITY * self.proximity(&text) + ADJACENT * self.adjacency(&text);
        sum * (UNCOVERED + (1.0 - UNCOVERED) * covered)
            * close
            * title
            * features.kind.weight()
            * held
            * not_rules
    }

    /// Returns how well a phrase of the subject index matches: what it covers of the query, reduced
    /// by what else it contains.
    fn subject_match(&self, (length, words): &SubjectPhrase) -> f32 {
        let words: Vec<usize> = words.iter().filter_map(|word| self.number(word)).collect();
        let (mut sum, mut matched) = (0.0, 0.0_f32);
        for concept in &self.concepts {
            let found = concept
                .alternatives
                .iter()
                .filter(|alternative| alternative.words.iter().all(|word| words.contains(word)));
            let best = found
                .map(|alternative| (alternative.weight, alternative.words.len()))
                .fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
            sum += concept.worth * best.0;
            matched += best.1 as f32;
        }
        let exact = (matched / (*length).max(1) as f32).min(1.0);
        sum * (sum / self.worth.max(f32::EPSILON)) * exact
    }

    /// Returns how close together the concepts are in the text, from 0 to 1.
    fn proximity(&self, text: &[(usize, u32)]) -> f32 {
        let mut found: Vec<(u32, usize)> = Vec::new();
        let mut all = 0_u128;
        for &(word, place) in text {
            let mut concepts = self.matches_concepts[word].0;
            all |= concepts;
            while concepts != 0 {
                found.push((place, concepts.trailing_zeros() as usize));
                concepts &= concepts - 1;
            }
        }
        let different = all.count_ones() as usize;
        if different < 2 {
            return 0.0;
        }
        found.sort_unstable();
        // find the shortest range with all matched concepts
        let mut counts = vec![0; self.concepts.len()];
        let (mut have, mut first, mut shortest) = (0, 0, usize::MAX);
        for last in 0..found.len() {
            let which = found[last].1;
            counts[which] += 1;
            have += usize::from(counts[which] == 1);
            while have == different {
                shortest = shortest.min((found[last].0 - found[first].0) as usize + 1);
                let which = found[first].1;
                counts[which] -= 1;
                have -= usize::from(counts[which] == 0);
                first += 1;
            }
        }
        let share = different as f32 / self.concepts.len() as f32;
        share * (different as f32 / shortest.max(different) as f32).sqrt()
    }

    /// Returns the share of neighbouring concepts that are adjacent in the text, from 0 to 1.
    fn adjacency(&self, text: &[(usize, u32)]) -> f32 {
        let mut pairs = 0_u128;
        for (at, &(word, place)) in text.iter().enumerate() {
            let next = text[at + 1..]
                .iter()
                .take_while(|(_, other)| *other <= place + 1)
                .filter(|(_, other)| *other == place + 1);
            let next = next.fold(0, |all, (other, _)| all | self.matches_concepts[*other].1);
            pairs |= self.matches_concepts[word].1 & next >> 1;
        }
        pairs.count_ones() as f32 / self.concepts.len().saturating_sub(1).max(1) as f32
    }
}

/// How often the words of a query occur in the zones of a document, weighted.
struct MatchCounts<'q> {
    reranker: &'q Reranker,
    counts: Vec<f32>,
    labels: Vec<bool>,
    headings: Vec<bool>,
    label_length: usize,
}

impl<'q> MatchCounts<'q> {
    fn new(reranker: &'q Reranker, features: &RankFeatures, text: &[(usize, u32)]) -> Self {
        let none = || vec![false; reranker.words.len()];
        let counts = vec![0.0; reranker.words.len()];
        let label_length = features.label_length as usize;
        let mut out = Self {
            reranker,
            counts,
            labels: none(),
            headings: none(),
            label_length,
        };
        text.iter()
            .for_each(|&(word, _)| out.counts[word] += ZONES[0]);
        features
            .others
            .iter()
            .for_each(|other| out.add(other, ZONES[0]));
        if reranker.parts.surroundings {
            for word in features
                .labels
                .iter()
                .filter_map(|word| reranker.number(word))
            {
                out.counts[word] += ZONES[1];
                out.labels[word] = true;
            }
            for heading in &features.headings {
                out.add(heading, ZONES[2]);
                heading
                    .iter()
                    .filter_map(|word| reranker.number(word))
                    .for_each(|word| out.headings[word] = true);
            }
            out.add(&features.lead, ZONES[3]);
        }
        if reranker.parts.subjects {
            for (phrases, weight) in [
                (&features.subjects, ZONES[4]),
                (&features.parent_subjects, ZONES[5]),
            ] {
                phrases.iter().for_each(|(_, words)| out.add(words, weight));
            }
        }
        out
    }

    /// Adds words once, with half the weight if they are already counted.
    fn add(&mut self, words: &[u32], weight: f32) {
        for word in words.iter().filter_map(|word| self.reranker.number(word)) {
            self.counts[word] += if self.counts[word] > 0.0 {
                weight / 2.0
            } else {
                weight
            };
        }
    }

    /// Returns the score of an alternative, and how much of it is covered.
    fn alternative(&self, alternative: &RerankAlternative, length: f32) -> (f32, f32) {
        let counts = || {
            alternative
                .words
                .iter()
                .map(|&word| self.counts[word])
                .filter(|count| *count > 0.0)
        };
        let there = counts().count();
        if there == 0 {
            return (0.0, 0.0);
        }
        let part = there as f32 / alternative.words.len().max(1) as f32;
        let least = counts().fold(f32::MAX, f32::min);
        (
            alternative.weight * part * part * least * (K1 + 1.0) / (least + K1 * length),
            alternative.weight * part * part * least.min(1.0),
        )
    }

    /// Returns the factor for a concept in a label or heading.
    fn topic(&self, concept: &RerankConcept) -> f32 {
        let all_in = |set: &[bool]| {
            concept.alternatives.iter().any(|alternative| {
                alternative.weight > HEADING_THRESHOLD
                    && alternative.words.iter().all(|&word| set[word])
            })
        };
        if all_in(&self.labels) {
            TOPIC[0]
        } else if all_in(&self.headings) {
            TOPIC[1]
        } else {
            1.0
        }
    }

    /// Returns whether the label contains the whole query and nothing else.
    fn is_title(&self) -> bool {
        let mut words = 0;
        for concept in &self.reranker.concepts {
            let alternatives = concept.alternatives.iter().filter(|alternative| {
                alternative.weight > HEADING_THRESHOLD
                    && alternative.words.iter().all(|&word| self.labels[word])
            });
            let lengths = alternatives.map(|alternative| {
                alternative
                    .words
                    .iter()
                    .map(|&word| self.reranker.lengths[word])
                    .sum::<usize>()
            });
            let Some(longest) = lengths.max() else {
                return false;
            };
            words += longest;
        }
        words > 0 && words >= self.label_length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{concept::Alternative, lexicon::Lexicon};

    fn reranker(words: &[&str]) -> Reranker {
        let alternative = |word: &&str| Alternative {
            words: vec![(*word).to_owned()],
            weight: 1.0,
        };
        let concepts: Vec<Concept> = words
            .iter()
            .map(|word| Concept {
                alternatives: vec![alternative(word)],
                worth: 1.0,
            })
            .collect();
        Reranker::new(SearchFeatures::ALL, &concepts)
    }

    fn score(words: &[&str], doc: Doc) -> f32 {
        let tokenizer = Tokenizer::new(&Lexicon::default(), SearchFeatures::ALL);
        let features = RankFeatures::new(&doc, &Zones::new(&tokenizer, &doc));
        let bytes = postcard::to_stdvec(&features).expect("bytes");
        assert_eq!(
            postcard::from_bytes::<RankFeatures>(&bytes).expect("features"),
            features
        );
        reranker(words).score(&features)
    }

    #[test]
    fn coverage_proximity_and_labels_raise_the_score() {
        let doc = |text: &str| Doc {
            text: text.into(),
            ..Doc::default()
        };
        let one = score(
            &["raft", "moor"],
            doc("A raft floats past the old bridge and the mill."),
        );
        let apart = score(
            &["raft", "moor"],
            doc("A raft floats past the old bridge and moors there."),
        );
        let together = score(
            &["raft", "moor"],
            doc("Past the old bridge and the mill a raft moors there."),
        );
        assert!(
            one > 0.0 && apart > one && together > apart,
            "{one} {apart} {together}"
        );
        let labelled = Doc {
            labels: vec!["Rafts".into()],
            ..doc("They float.")
        };
        assert!(score(&["raft"], labelled) > score(&["raft"], doc("A raft floats.")));
        assert_eq!(score(&["zeppelin"], doc("A raft floats.")), 0.0);
    }
}
