//! Computes the score of a document for a query from the words in its zones and its kind.
//!
//! Candidates are found by BM25; the order of hits is decided here, by few features: how often the
//! words of each concept occur, weighted by zone and saturated as in BM25; whether a phrase of the
//! subject index is the query; whether the label is the query; the kind of the document, and whether
//! it is part of the rules.

use super::{
    concept::QueryConcept,
    features::{DocFeatures, TextZone, ZoneMatches, hash},
};

/// The weights of a word, by [`TextZone`].
const ZONES: [f32; 6] = [1.0, 1.3, 1.8, 0.25, 0.7, 0.5];
/// An alternative counts in a label only if its weight is greater than this.
const LABEL_THRESHOLD: f32 = 0.45;
/// The factor for a document that is not part of the rules.
const NOT_RULES: f32 = 0.6;
/// The factor for a clause whose label is exactly the query.
const TITLE: f32 = 1.8;
/// The weight of a phrase of the subject index that matches the query.
const SUBJECT: f32 = 0.6;
/// The saturation of repetition (`k1`) and of length (`b`), as in BM25.
const K1: f32 = 1.2;
const B: f32 = 0.5;
/// The length of a typical text, in words: neither long nor short.
const USUAL_LENGTH: f32 = 45.0;
/// The length below which a text is not shorter than others.
const MIN_LENGTH: u32 = 8;

/// Words that match a concept, as positions in [`Reranker::words`].
struct RerankAlternative {
    words: Vec<usize>,
    weight: f32,
}

/// A concept of the query for reranking: the alternatives that match it, and what a match is worth.
struct RerankConcept {
    alternatives: Vec<RerankAlternative>,
    worth: f32,
}

/// Computes the scores by which candidates are ordered, for the concepts of one query, which it
/// holds: hashes of their words, with weights and worth.
pub(super) struct Reranker {
    /// The hashes of the words, ascending: the number of a word is its position.
    words: Vec<u32>,
    concepts: Vec<RerankConcept>,
    /// The sum of the worths of all concepts.
    worth: f32,
}

impl Reranker {
    pub(super) fn new(concepts: &[QueryConcept]) -> Self {
        let alternatives = concepts.iter().flat_map(|concept| &concept.alternatives);
        let mut words: Vec<u32> = alternatives
            .flat_map(|alternative| &alternative.words)
            .map(|word| hash(word))
            .collect();
        words.sort_unstable();
        words.dedup();
        let number = |word: &String| words.binary_search(&hash(word)).unwrap_or_default();
        let alternative = |alternative: &super::concept::ConceptAlternative| RerankAlternative {
            words: alternative.words.iter().map(number).collect(),
            weight: alternative.weight,
        };
        let concept = |concept: &QueryConcept| RerankConcept {
            alternatives: concept.alternatives.iter().map(alternative).collect(),
            worth: concept.worth,
        };
        let concepts: Vec<RerankConcept> = concepts.iter().map(concept).collect();
        let worth = concepts.iter().map(|concept| concept.worth).sum();
        Self {
            words,
            concepts,
            worth,
        }
    }

    /// Returns the score of a document. Scores are only comparable for one query.
    /// `numbers` are its encoded words.
    pub(super) fn score(&self, numbers: impl Iterator<Item = u64>) -> f32 {
        let DocFeatures {
            kind,
            is_rule,
            texts,
        } = DocFeatures::decode(numbers, &self.words);
        let mut counts = vec![0.0; self.words.len()];
        let mut in_labels = vec![false; self.words.len()];
        let (mut label_length, mut subject) = (0, 0.0_f32);
        for text in &texts {
            for &word in &text.words {
                counts[word] += ZONES[text.zone as usize];
                in_labels[word] |= text.zone == TextZone::Label;
            }
            match text.zone {
                TextZone::Label => label_length += text.length,
                TextZone::Subject => subject = subject.max(self.subject_match(text)),
                TextZone::Text | TextZone::Heading | TextZone::Lead | TextZone::ParentSubject => {}
            }
        }
        let length = texts.first().map_or(0, |text| text.length);
        let length = 1.0 - B + B * length.max(MIN_LENGTH) as f32 / USUAL_LENGTH;
        let best = |concept: &RerankConcept| {
            let scores = concept
                .alternatives
                .iter()
                .map(|alternative| alternative.score(&counts, length));
            concept.worth * scores.fold(0.0, f32::max)
        };
        let sum = self.concepts.iter().map(best).sum::<f32>() + subject * SUBJECT;
        let is_title = self.is_title(&in_labels, label_length as usize);
        let title = if is_title { TITLE } else { 1.0 };
        // what a word means is in the glossary
        let is_rule = if is_rule || is_title { 1.0 } else { NOT_RULES };
        sum * title * kind.weight() * is_rule
    }

    /// Returns how well a phrase of the subject index matches: what it covers of the query, reduced
    /// by what else it contains.
    fn subject_match(&self, phrase: &ZoneMatches) -> f32 {
        let (mut sum, mut matched) = (0.0, 0.0_f32);
        for concept in &self.concepts {
            let found = concept.alternatives.iter().filter(|alternative| {
                alternative
                    .words
                    .iter()
                    .all(|word| phrase.words.contains(word))
            });
            let best = found
                .map(|alternative| (alternative.weight, alternative.words.len()))
                .fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
            sum += concept.worth * best.0;
            matched += best.1 as f32;
        }
        let exact = (matched / phrase.length.max(1) as f32).min(1.0);
        sum * (sum / self.worth.max(f32::EPSILON)) * exact
    }

    /// Returns whether the label contains the whole query and nothing else.
    fn is_title(&self, in_labels: &[bool], label_length: usize) -> bool {
        let longest = |concept: &RerankConcept| {
            let found = concept.alternatives.iter().filter(|alternative| {
                alternative.weight > LABEL_THRESHOLD
                    && alternative.words.iter().all(|&word| in_labels[word])
            });
            found.map(|alternative| alternative.words.len()).max()
        };
        let words: Option<usize> = self.concepts.iter().map(longest).sum();
        words.is_some_and(|words| words > 0 && words >= label_length)
    }
}

impl RerankAlternative {
    /// Returns the score for the weighted number of occurrences of each word.
    fn score(&self, counts: &[f32], length: f32) -> f32 {
        let found = self.words.iter().map(|&word| counts[word]);
        let found: Vec<f32> = found.filter(|count| *count > 0.0).collect();
        if found.is_empty() {
            return 0.0;
        }
        let part = found.len() as f32 / self.words.len() as f32;
        let least = found.into_iter().fold(f32::MAX, f32::min);
        self.weight * part * part * least * (K1 + 1.0) / (least + K1 * length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{
        concept::ConceptAlternative,
        doc::Doc,
        features::{encode, zone_texts},
        search_steps::SearchSteps,
        tokenizer::Tokenizer,
    };

    fn reranker(words: &[&str]) -> Reranker {
        let alternative = |word: &&str| ConceptAlternative {
            words: vec![(*word).to_owned()],
            weight: 1.0,
        };
        let concept = |word| QueryConcept {
            alternatives: vec![alternative(word)],
            worth: 1.0,
        };
        Reranker::new(&words.iter().map(concept).collect::<Vec<_>>())
    }

    fn score(words: &[&str], doc: Doc) -> f32 {
        let tokenizer = Tokenizer::new(SearchSteps::ALL);
        let texts = zone_texts(&tokenizer, &doc);
        reranker(words).score(encode(&doc, &texts))
    }

    #[test]
    fn words_labels_and_subjects_raise_the_score() {
        let doc = |text: &str| Doc {
            text: text.into(),
            ..Doc::default()
        };
        let query = ["raft", "moor"];
        let one = score(&query, doc("A raft floats past the old bridge and mill."));
        let both = score(&query, doc("A raft floats past the bridge and moors."));
        assert!(one > 0.0 && both > one, "{one} {both}");
        let labelled = Doc {
            labels: vec!["Rafts".into()],
            ..doc("They float.")
        };
        assert!(score(&["raft"], labelled) > score(&["raft"], doc("A raft floats.")));
        let indexed = Doc {
            subjects: vec!["mooring a raft".into()],
            ..doc("They lie at the bank.")
        };
        assert!(score(&query, indexed) > one);
        assert_eq!(score(&["zeppelin"], doc("A raft floats.")), 0.0);
    }
}
