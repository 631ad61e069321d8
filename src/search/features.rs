//! What reranking reads of a document, and how well that fits a question.
//!
//! Candidates are found by BM25; the order of hits is made here, by named features: which part of the question is covered and how often,
//! in the wording, labels, headings, lead-in or subject index ([`ZONES`]); how close together the words are; whether the label is the
//! question. The page ranks by the same figures ([`FIGURES`]).

use super::{
    concept::Concept,
    doc::{Doc, DocKind},
    search_features::SearchFeatures,
    tokenizer::{Token, TokenKind, Tokenizer},
};
use serde::{Deserialize, Serialize};

/// The hash of an analysed word (FNV-1a). Two words of a rulebook that share one are taken for each other.
fn hash(word: &str) -> u32 {
    word.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// The analysed words of a document, zone by zone.
pub(super) struct Zones {
    pub(super) text: Vec<Token>,
    pub(super) restated: Option<Vec<Token>>,
    pub(super) before: Option<Vec<Token>>,
    pub(super) labels: Vec<Vec<Token>>,
    pub(super) path: Vec<Vec<Token>>,
    pub(super) lead: Vec<Token>,
    pub(super) asked: Vec<Vec<Token>>,
    pub(super) asked_around: Vec<Vec<Token>>,
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
            asked: all(&doc.asked),
            asked_around: all(&doc.asked_around),
        }
    }

    /// The texts of a document, each with its words.
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
            (&doc.asked, &self.asked),
            (&doc.asked_around, &self.asked_around),
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

/// A phrase of the subject index: how many words it has, and which.
type Phrase = (u32, Vec<u32>);

/// What reranking reads of a document. Words are hashes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RankFeatures {
    kind: DocKind,
    /// Whether words of it are held.
    held: bool,
    /// Whether it is no rule.
    aside: bool,
    /// How many words the text has.
    length: u32,
    /// The words of the text, each with its place.
    text: Vec<(u32, u32)>,
    /// The words of the restatement along with printed text, and of what was there before a change.
    others: Vec<Vec<u32>>,
    /// How many words the labels have.
    label_length: u32,
    labels: Vec<u32>,
    headings: Vec<Vec<u32>>,
    lead: Vec<u32>,
    asked: Vec<Phrase>,
    asked_around: Vec<Phrase>,
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
            aside: doc.aside,
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
            asked: zones.asked.iter().map(phrase).collect(),
            asked_around: zones.asked_around.iter().map(phrase).collect(),
        }
    }
}

/// How much is kept of what is known to exist, and no word of it.
const NOT_HELD: f32 = 0.6;
/// A way stands for what heads a clause only if it is a better match than this.
const SURE: f32 = 0.45;
/// How much of the score is kept where hardly anything of the question is covered.
const UNCOVERED: f32 = 0.4;
/// How much words that stand close together add.
const CLOSE: f32 = 0.2;
/// Words count as standing close together that are better matches than this.
const NEAR: f32 = 0.4;
/// The same of words that stand side by side.
pub(super) const SAME: f32 = 0.6;
/// How much is kept of what is no rule.
const ASIDE: f32 = 0.6;
/// How much two words add that stand side by side in the question and in the text.
pub(super) const SIDE_BY_SIDE: f32 = 0.25;
/// What a word counts in the text, its label, a heading, the lead-in, the subject index, the index of what it lies in.
pub(super) const ZONES: [f32; 6] = [1.0, 1.3, 0.9, 0.45, 0.7, 0.5];
/// How much more a concept counts that the clause is headed by: its label, its heading.
pub(super) const TOPIC: [f32; 2] = [1.25, 1.1];
/// How much more a clause counts whose label is what is asked for, and nothing else.
const TITLE: f32 = 1.8;
/// How much a phrase of the subject index adds that says what is asked.
const SAID: f32 = 0.6;
/// How much of that is left where the phrase leads to what a text is a part of.
const AROUND: f32 = 0.5;
/// How fast repetition and length tell, as in BM25.
const K1: f32 = 1.2;
const B: f32 = 0.5;
/// The length of a text that is neither long nor short, in words.
const USUAL: f32 = 45.0;

/// The figures by their names, for the page.
pub(super) const FIGURES: &[(&str, f32)] = &[
    ("uncovered", UNCOVERED),
    ("close", CLOSE),
    ("aside", ASIDE),
    ("side_by_side", SIDE_BY_SIDE),
    ("title", TITLE),
    ("said", SAID),
    ("around", AROUND),
    ("k1", K1),
    ("b", B),
    ("usual", USUAL),
    ("not_held", NOT_HELD),
    ("sure", SURE),
    ("near", NEAR),
    ("same", SAME),
];

/// Words that may stand for a concept, as positions in [`Question::words`].
struct QuestionWay {
    words: Vec<usize>,
    weight: f32,
}

struct QuestionConcept {
    ways: Vec<QuestionWay>,
    worth: f32,
}

/// The concepts of a question, ready for being compared with documents. The words of all of them are numbered.
pub(super) struct Question {
    parts: SearchFeatures,
    /// The hashes of the words, ascending: a word's number is its position.
    words: Vec<u32>,
    /// Of each word, of how many it is joined.
    lengths: Vec<usize>,
    /// Of each word, for which concepts it may stand, as bits; and for which it may well.
    stands_for: Vec<(u128, u128)>,
    concepts: Vec<QuestionConcept>,
    /// What all concepts are worth.
    worth: f32,
}

impl Question {
    pub(super) fn new(parts: SearchFeatures, concepts: &[Concept]) -> Self {
        let words = concepts
            .iter()
            .flat_map(|concept| &concept.ways)
            .flat_map(|way| &way.words);
        let mut known: Vec<(u32, usize)> = words
            .map(|word| (hash(word), word.split('_').count()))
            .collect();
        known.sort_unstable();
        known.dedup_by_key(|(hash, _)| *hash);
        let (words, lengths): (Vec<u32>, Vec<usize>) = known.into_iter().unzip();
        let number = |word: &String| words.binary_search(&hash(word)).unwrap_or_default();
        let way = |way: &super::concept::Way| QuestionWay {
            words: way.words.iter().map(number).collect(),
            weight: way.weight,
        };
        let concept = |concept: &Concept| QuestionConcept {
            ways: concept.ways.iter().map(way).collect(),
            worth: concept.worth,
        };
        let concepts: Vec<QuestionConcept> = concepts.iter().map(concept).collect();
        let mut stands_for = vec![(0, 0); words.len()];
        for (at, concept) in concepts.iter().enumerate().take(128) {
            for way in &concept.ways {
                for &word in &way.words {
                    stands_for[word].0 |= u128::from(way.weight > NEAR) << at;
                    stands_for[word].1 |= u128::from(way.weight > SAME) << at;
                }
            }
        }
        let worth = concepts.iter().map(|concept| concept.worth).sum();
        Self {
            parts,
            words,
            lengths,
            stands_for,
            concepts,
            worth,
        }
    }

    fn number(&self, hash: &u32) -> Option<usize> {
        self.words.binary_search(hash).ok()
    }

    /// How well a document fits: comparable within one question only.
    pub(super) fn score(&self, features: &RankFeatures) -> f32 {
        let text: Vec<(usize, u32)> = features
            .text
            .iter()
            .filter_map(|(word, place)| Some((self.number(word)?, *place)))
            .collect();
        let matched = Matched::new(self, features, &text);
        let length = 1.0 - B + B * features.length.max(8) as f32 / USUAL;
        let (mut sum, mut covered) = (0.0, 0.0);
        for concept in &self.concepts {
            let best = concept
                .ways
                .iter()
                .map(|way| matched.way(way, length))
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
            let best = |phrases: &[Phrase]| {
                phrases
                    .iter()
                    .map(|phrase| self.said(phrase))
                    .fold(0.0, f32::max)
            };
            sum += best(&features.asked).max(best(&features.asked_around) * AROUND) * SAID;
        }
        let title = if matched.is_title() { TITLE } else { 1.0 };
        let held = if features.held { 1.0 } else { NOT_HELD };
        let aside = if features.aside { ASIDE } else { 1.0 };
        let close = 1.0 + CLOSE * self.closeness(&text) + SIDE_BY_SIDE * self.side_by_side(&text);
        sum * (UNCOVERED + (1.0 - UNCOVERED) * covered)
            * close
            * title
            * features.kind.weight()
            * held
            * aside
    }

    /// How well a phrase of the subject index says what is asked: what of the question it covers, as far as it says nothing else.
    fn said(&self, (length, words): &Phrase) -> f32 {
        let words: Vec<usize> = words.iter().filter_map(|word| self.number(word)).collect();
        let (mut sum, mut matched) = (0.0, 0.0_f32);
        for concept in &self.concepts {
            let found = concept
                .ways
                .iter()
                .filter(|way| way.words.iter().all(|word| words.contains(word)));
            let best = found
                .map(|way| (way.weight, way.words.len()))
                .fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
            sum += concept.worth * best.0;
            matched += best.1 as f32;
        }
        let exact = (matched / (*length).max(1) as f32).min(1.0);
        sum * (sum / self.worth.max(f32::EPSILON)) * exact
    }

    /// From 0 to 1: how close together the concepts stand in the text.
    fn closeness(&self, text: &[(usize, u32)]) -> f32 {
        let mut found: Vec<(u32, usize)> = Vec::new();
        let mut all = 0_u128;
        for &(word, place) in text {
            let mut concepts = self.stands_for[word].0;
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
        // the shortest stretch that holds all that are there
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

    /// From 0 to 1: how many neighbours of the question are neighbours in the text.
    fn side_by_side(&self, text: &[(usize, u32)]) -> f32 {
        let mut pairs = 0_u128;
        for (at, &(word, place)) in text.iter().enumerate() {
            let next = text[at + 1..]
                .iter()
                .take_while(|(_, other)| *other <= place + 1)
                .filter(|(_, other)| *other == place + 1);
            let next = next.fold(0, |all, (other, _)| all | self.stands_for[*other].1);
            pairs |= self.stands_for[word].1 & next >> 1;
        }
        pairs.count_ones() as f32 / self.concepts.len().saturating_sub(1).max(1) as f32
    }
}

/// How often the words of a question stand in the zones of a document, by weight.
struct Matched<'q> {
    question: &'q Question,
    counts: Vec<f32>,
    labels: Vec<bool>,
    headings: Vec<bool>,
    label_length: usize,
}

impl<'q> Matched<'q> {
    fn new(question: &'q Question, features: &RankFeatures, text: &[(usize, u32)]) -> Self {
        let none = || vec![false; question.words.len()];
        let counts = vec![0.0; question.words.len()];
        let label_length = features.label_length as usize;
        let mut out = Self {
            question,
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
        if question.parts.surroundings {
            for word in features
                .labels
                .iter()
                .filter_map(|word| question.number(word))
            {
                out.counts[word] += ZONES[1];
                out.labels[word] = true;
            }
            for heading in &features.headings {
                out.add(heading, ZONES[2]);
                heading
                    .iter()
                    .filter_map(|word| question.number(word))
                    .for_each(|word| out.headings[word] = true);
            }
            out.add(&features.lead, ZONES[3]);
        }
        if question.parts.subjects {
            for (phrases, weight) in [
                (&features.asked, ZONES[4]),
                (&features.asked_around, ZONES[5]),
            ] {
                phrases.iter().for_each(|(_, words)| out.add(words, weight));
            }
        }
        out
    }

    /// Counts words once, and only half of it where they are there already.
    fn add(&mut self, words: &[u32], weight: f32) {
        for word in words.iter().filter_map(|word| self.question.number(word)) {
            self.counts[word] += if self.counts[word] > 0.0 {
                weight / 2.0
            } else {
                weight
            };
        }
    }

    /// How much the words of a way are there, and how much of the way they cover.
    fn way(&self, way: &QuestionWay, length: f32) -> (f32, f32) {
        let counts = || {
            way.words
                .iter()
                .map(|&word| self.counts[word])
                .filter(|count| *count > 0.0)
        };
        let there = counts().count();
        if there == 0 {
            return (0.0, 0.0);
        }
        let part = there as f32 / way.words.len().max(1) as f32;
        let least = counts().fold(f32::MAX, f32::min);
        (
            way.weight * part * part * least * (K1 + 1.0) / (least + K1 * length),
            way.weight * part * part * least.min(1.0),
        )
    }

    /// How much more a concept counts by standing above the text.
    fn topic(&self, concept: &QuestionConcept) -> f32 {
        let stands = |set: &[bool]| {
            concept
                .ways
                .iter()
                .any(|way| way.weight > SURE && way.words.iter().all(|&word| set[word]))
        };
        if stands(&self.labels) {
            TOPIC[0]
        } else if stands(&self.headings) {
            TOPIC[1]
        } else {
            1.0
        }
    }

    /// Whether the label says all that is asked for, and nothing else.
    fn is_title(&self) -> bool {
        let mut words = 0;
        for concept in &self.question.concepts {
            let ways = concept
                .ways
                .iter()
                .filter(|way| way.weight > SURE && way.words.iter().all(|&word| self.labels[word]));
            let lengths = ways.map(|way| {
                way.words
                    .iter()
                    .map(|&word| self.question.lengths[word])
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
    use crate::search::{concept::Way, lexicon::Lexicon};

    fn question(words: &[&str]) -> Question {
        let way = |word: &&str| Way {
            words: vec![(*word).to_owned()],
            weight: 1.0,
        };
        let concepts: Vec<Concept> = words
            .iter()
            .map(|word| Concept {
                ways: vec![way(word)],
                worth: 1.0,
            })
            .collect();
        Question::new(SearchFeatures::ALL, &concepts)
    }

    fn score(words: &[&str], doc: Doc) -> f32 {
        let tokenizer = Tokenizer::new(&Lexicon::default(), SearchFeatures::ALL);
        let features = RankFeatures::new(&doc, &Zones::new(&tokenizer, &doc));
        let bytes = postcard::to_stdvec(&features).expect("bytes");
        assert_eq!(
            postcard::from_bytes::<RankFeatures>(&bytes).expect("features"),
            features
        );
        question(words).score(&features)
    }

    #[test]
    fn more_of_the_question_closer_together_and_in_the_label_scores_more() {
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
