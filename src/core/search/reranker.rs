//! Computes the score of a document for a query from the words in its zones and its kind.
//!
//! Candidates are found by BM25; the order of hits is decided here, by few features: how often the
//! words of each concept occur, weighted by zone and saturated as in BM25; whether a phrase of the
//! subject index is the query; the kind of the document, and whether it is part of the rules.

use super::{
    concept::{ConceptAlternative, QueryConcept},
    features::{DocFeatures, TextZone, ZoneMatches, hash},
};

/// The weights of a word, by [`TextZone`].
const ZONES: [f32; 5] = [1.0, 1.3, 1.8, 0.25, 0.7];
/// The factor for a document that is not part of the rules.
const NOT_RULES: f32 = 0.6;
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
        let words = alternatives.flat_map(|alternative| &alternative.words);
        let mut words: Vec<u32> = words.map(|word| hash(word)).collect();
        words.sort_unstable();
        words.dedup();
        let number = |word: &String| words.binary_search(&hash(word)).unwrap_or_default();
        let alternative = |alternative: &ConceptAlternative| RerankAlternative {
            words: alternative.words.iter().map(number).collect(),
            weight: alternative.weight,
        };
        let concept = |concept: &QueryConcept| RerankConcept {
            alternatives: concept.alternatives.iter().map(alternative).collect(),
            worth: concept.worth,
        };
        Self {
            concepts: concepts.iter().map(concept).collect(),
            worth: concepts.iter().map(|concept| concept.worth).sum(),
            words,
        }
    }

    /// Returns the score of a document. Scores are only comparable for one query.
    /// `numbers` are its encoded words.
    pub(super) fn score(&self, numbers: impl Iterator<Item = u64>) -> f32 {
        let features = DocFeatures::decode(numbers, &self.words);
        let mut counts = vec![0.0; self.words.len()];
        let mut subject = 0.0_f32;
        for text in &features.texts {
            for &word in &text.words {
                counts[word] += ZONES[text.zone as usize];
            }
            if text.zone == TextZone::Subject {
                subject = subject.max(self.subject_match(text));
            }
        }
        let length = features.texts.first().map_or(0, |text| text.length);
        let length = 1.0 - B + B * length.max(MIN_LENGTH) as f32 / USUAL_LENGTH;
        let best = |concept: &RerankConcept| {
            let alternatives = concept.alternatives.iter();
            let scores = alternatives.map(|alternative| alternative.score(&counts, length));
            concept.worth * scores.fold(0.0, f32::max)
        };
        let sum = self.concepts.iter().map(best).sum::<f32>() + subject * SUBJECT;
        let is_rule = if features.is_rule { 1.0 } else { NOT_RULES };
        sum * features.kind.weight() * is_rule
    }

    /// Returns how well a phrase of the subject index matches: what it covers of the query, reduced
    /// by what else it contains.
    fn subject_match(&self, phrase: &ZoneMatches) -> f32 {
        let (mut sum, mut matched) = (0.0, 0.0_f32);
        for concept in &self.concepts {
            let found = concept.alternatives.iter().filter(|alternative| {
                let mut words = alternative.words.iter();
                words.all(|word| phrase.words.contains(word))
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
