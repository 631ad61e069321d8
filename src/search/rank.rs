//! Which documents come first.

use super::{
    analysis::{Token, TokenKind},
    bits::Bits,
    concept::Concept,
    doc::{Doc, DocKind},
    index::{Index, IndexFault},
};
use std::collections::{HashMap, HashSet};
use tantivy::{
    DocAddress, Term,
    query::{BooleanQuery, BoostQuery, EnableScoring, Occur, Query, TermQuery},
    schema::IndexRecordOption,
};

/// A document that was found.
#[derive(Clone, Debug)]
pub(super) struct Ranked {
    pub(super) at: DocAddress,
    pub(super) doc: Doc,
    pub(super) score: f32,
}

/// How much of the score is kept where hardly anything of the question is covered.
const UNCOVERED: f32 = 0.4;
/// How much words that stand close together add.
const CLOSE: f32 = 0.2;
/// How much is kept of what is no rule.
const ASIDE: f32 = 0.6;
/// How much a clause gains by a hit that refers to it.
const REFERRED: f32 = 0.35;
/// How much two words add that stand side by side in the question and in the text.
const SIDE_BY_SIDE: f32 = 0.25;
/// What a word counts in the text, its label, a heading, the words that lead to it, the subject index, the index of what it lies in.
const ZONES: [f32; 6] = [1.0, 1.3, 0.9, 0.45, 0.7, 0.5];
/// How much more a concept counts that the clause is headed by: its label, its heading.
const TOPIC: [f32; 2] = [1.25, 1.1];
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

impl Index {
    /// The best of the documents in `admitted`, by the words alone: blocks that cannot hold any of them are passed over. Nothing at
    /// or below `least` counts.
    pub(super) fn best(
        &self,
        concepts: &[Concept],
        admitted: &[Bits],
        most: usize,
        least: f32,
    ) -> Result<Vec<(f32, DocAddress)>, IndexFault> {
        let mut boosts: HashMap<&str, f32> = HashMap::new();
        for way in concepts.iter().flat_map(|concept| &concept.ways) {
            for word in &way.words {
                let boost = way.weight / way.words.len() as f32;
                boosts.entry(word).and_modify(|own| *own = own.max(boost)).or_insert(boost);
            }
        }
        let mut boosts: Vec<(&str, f32)> = boosts.into_iter().collect();
        boosts.sort_by(|a, b| a.0.cmp(b.0));
        let clause = |(word, boost): (&str, f32)| -> (Occur, Box<dyn Query>) {
            let term = TermQuery::new(Term::from_field_text(self.fields.body, word), IndexRecordOption::WithFreqs);
            (Occur::Should, Box::new(BoostQuery::new(Box::new(term), boost)))
        };
        let query = BooleanQuery::new(boosts.into_iter().map(clause).collect());
        let weight = query.weight(EnableScoring::enabled_from_searcher(&self.searcher))?;
        let mut top = Top { most, least, found: Vec::with_capacity(most + 1) };
        for (ordinal, (reader, bits)) in self.searcher.segment_readers().iter().zip(admitted).enumerate() {
            if bits.is_empty() {
                continue;
            }
            weight.for_each_pruning(top.threshold(), reader, &mut |doc, score| {
                if bits.has(doc) {
                    top.put(score, DocAddress::new(ordinal as u32, doc));
                }
                top.threshold()
            })?;
        }
        Ok(top.found)
    }

    /// The documents in a better order: by how much of the question each covers, in how prominent a place, and how close together.
    pub(super) fn ranked(&self, concepts: &[Concept], found: Vec<(f32, DocAddress)>) -> Result<Vec<Ranked>, IndexFault> {
        let mut out = Vec::with_capacity(found.len());
        for (score, at) in found {
            let doc = self.doc(at)?;
            let score = if self.analyser.parts().coverage { self.score(concepts, &doc) } else { score };
            out.push(Ranked { at, doc, score });
        }
        if self.analyser.parts().coverage {
            refer(&mut out);
        }
        out.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.at.cmp(&b.at)));
        Ok(out)
    }

    fn score(&self, concepts: &[Concept], doc: &Doc) -> f32 {
        let text = self.analyser.text(&doc.text);
        let zones = Zones::new(self, doc, &text);
        let length = 1.0 - B + B * zones.length / USUAL;
        let all: f32 = concepts.iter().map(|concept| concept.worth).sum();
        let (mut sum, mut covered) = (0.0, 0.0);
        for concept in concepts {
            let value = concept
                .ways
                .iter()
                .map(|way| {
                    let each: Vec<f32> = way.words.iter().map(|word| zones.count(word)).collect();
                    let there = each.iter().filter(|count| **count > 0.0).count();
                    let part = there as f32 / way.words.len().max(1) as f32;
                    let least = each.iter().copied().filter(|count| *count > 0.0).fold(f32::MAX, f32::min);
                    if there == 0 {
                        (0.0, 0.0)
                    } else {
                        (way.weight * part * part * least * (K1 + 1.0) / (least + K1 * length), way.weight * part * part * least.min(1.0))
                    }
                })
                .fold((0.0, 0.0), |best: (f32, f32), next| if next.0 > best.0 { next } else { best });
            sum += concept.worth * value.0 * zones.topic(concept);
            covered += concept.worth * value.1;
        }
        let covered = (covered / all.max(f32::EPSILON)).min(1.0);
        let close = 1.0 + CLOSE * closeness(concepts, &text) + SIDE_BY_SIDE * side_by_side(concepts, &text);
        let held = if doc.is_held() { 1.0 } else { 0.6 };
        let aside = if doc.aside { ASIDE } else { 1.0 };
        if self.analyser.parts().subjects {
            let own = doc.asked.iter().map(|phrase| self.answers(concepts, phrase)).fold(0.0, f32::max);
            let around = doc.asked_around.iter().map(|phrase| self.answers(concepts, phrase)).fold(0.0, f32::max) * AROUND;
            sum += own.max(around) * SAID;
        }
        let close = close * if zones.is_title(concepts) { TITLE } else { 1.0 };
        sum * (UNCOVERED + (1.0 - UNCOVERED) * covered) * close * doc.kind().weight() * held * aside
    }

    /// How well a phrase of the subject index says what is asked: what of the question it covers, as far as it says nothing else.
    fn answers(&self, concepts: &[Concept], phrase: &str) -> f32 {
        let tokens = self.analyser.text(phrase);
        let words = tokens.iter().filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::Grade)).count();
        let (mut sum, mut all, mut met) = (0.0, 0.0, 0.0_f32);
        for concept in concepts {
            all += concept.worth;
            let found = concept.ways.iter().filter(|way| way.words.iter().all(|word| tokens.iter().any(|token| token.text == *word)));
            let best = found.map(|way| (way.weight, way.words.len())).fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
            sum += concept.worth * best.0;
            met += best.1 as f32;
        }
        let exact = (met / words.max(1) as f32).min(1.0);
        sum * (sum / all.max(f32::EPSILON)) * exact
    }
}

/// A clause to which a hit refers gains by that: what says "as p. 23 specifies" is not the answer, but names it.
fn refer(found: &mut [Ranked]) {
    let gains: Vec<f32> = found
        .iter()
        .map(|hit| {
            let cites = |other: &&Ranked| {
                other.doc.ruleset == hit.doc.ruleset
                    && other.doc.kind() == DocKind::Clause
                    && other.doc.cites.iter().any(|id| hit.doc.id.split_once('/').is_some_and(|(_, own)| own == id))
            };
            found.iter().filter(cites).map(|other| other.score * REFERRED).fold(0.0, f32::max)
        })
        .collect();
    found.iter_mut().zip(gains).for_each(|(hit, gain)| hit.score += gain);
}

/// How often words stand in the zones of a document, by weight.
struct Zones {
    counts: HashMap<String, f32>,
    labels: HashSet<String>,
    /// How many words its labels have.
    label_words: usize,
    headings: HashSet<String>,
    length: f32,
}

impl Zones {
    fn new(index: &Index, doc: &Doc, text: &[Token]) -> Self {
        let mut zones = Self { counts: HashMap::new(), labels: HashSet::new(), label_words: 0, headings: HashSet::new(), length: 0.0 };
        zones.add(text, ZONES[0]);
        zones.length = text.iter().filter(|token| token.kind == TokenKind::Word).count().max(8) as f32;
        for other in [&doc.restated, &doc.before].into_iter().flatten() {
            zones.add_new(&index.analyser.text(other), ZONES[0]);
        }
        if index.analyser.parts().surroundings {
            for label in &doc.labels {
                let tokens = index.analyser.text(label);
                zones.add(&tokens, ZONES[1]);
                zones.label_words += tokens.iter().filter(|token| matches!(token.kind, TokenKind::Word | TokenKind::Grade)).count();
                zones.labels.extend(tokens.into_iter().map(|token| token.text));
            }
            for heading in &doc.path {
                let tokens = index.analyser.text(heading);
                zones.add_new(&tokens, ZONES[2]);
                zones.headings.extend(tokens.into_iter().map(|token| token.text));
            }
            zones.add_new(&index.analyser.text(&doc.lead), ZONES[3]);
        }
        if index.analyser.parts().subjects {
            for (phrases, weight) in [(&doc.asked, ZONES[4]), (&doc.asked_around, ZONES[5])] {
                phrases.iter().for_each(|phrase| zones.add_new(&index.analyser.text(phrase), weight));
            }
        }
        zones
    }

    fn add(&mut self, tokens: &[Token], weight: f32) {
        for token in tokens {
            *self.counts.entry(token.text.clone()).or_default() += weight;
        }
    }

    /// Counts words once, and only half of it where they are there already.
    fn add_new(&mut self, tokens: &[Token], weight: f32) {
        let mut seen: Vec<&str> = Vec::new();
        for token in tokens {
            if !seen.contains(&token.text.as_str()) {
                seen.push(&token.text);
                self.counts.entry(token.text.clone()).and_modify(|count| *count += weight / 2.0).or_insert(weight);
            }
        }
    }

    /// How much more a concept counts by standing above the text.
    fn topic(&self, concept: &Concept) -> f32 {
        let stands =
            |set: &HashSet<String>| concept.ways.iter().any(|way| way.weight > 0.45 && way.words.iter().all(|word| set.contains(word)));
        if stands(&self.labels) {
            TOPIC[0]
        } else if stands(&self.headings) {
            TOPIC[1]
        } else {
            1.0
        }
    }

    /// Whether the label says all that is asked for, and nothing else.
    fn is_title(&self, concepts: &[Concept]) -> bool {
        let mut words = 0;
        for concept in concepts {
            let ways = concept.ways.iter().filter(|way| way.weight > 0.45 && way.words.iter().all(|word| self.labels.contains(word)));
            let length = |word: &String| word.split('_').count();
            let Some(longest) = ways.map(|way| way.words.iter().map(length).sum::<usize>()).max() else { return false };
            words += longest;
        }
        words > 0 && words >= self.label_words
    }

    fn count(&self, word: &str) -> f32 {
        self.counts.get(word).copied().unwrap_or_default()
    }
}

/// From 0 to 1: how close together the concepts stand in a text.
fn closeness(concepts: &[Concept], text: &[Token]) -> f32 {
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (which, concept) in concepts.iter().enumerate() {
        let words = || concept.ways.iter().filter(|way| way.weight > 0.4).flat_map(|way| &way.words);
        places.extend(text.iter().filter(|token| words().any(|word| *word == token.text)).map(|token| (token.place, which)));
    }
    places.sort_unstable();
    let different = concepts.iter().enumerate().filter(|(which, _)| places.iter().any(|(_, other)| other == which)).count();
    if different < 2 {
        return 0.0;
    }
    // the shortest stretch that holds all that are there
    let mut counts = vec![0_usize; concepts.len()];
    let (mut have, mut first, mut shortest) = (0, 0, usize::MAX);
    for last in 0..places.len() {
        let which = places[last].1;
        counts[which] += 1;
        have += usize::from(counts[which] == 1);
        while have == different {
            shortest = shortest.min(places[last].0 - places[first].0 + 1);
            let which = places[first].1;
            counts[which] -= 1;
            have -= usize::from(counts[which] == 0);
            first += 1;
        }
    }
    let share = different as f32 / concepts.len() as f32;
    share * (different as f32 / shortest.max(different) as f32).sqrt()
}

/// From 0 to 1: how many neighbours of the question are neighbours in a text.
fn side_by_side(concepts: &[Concept], text: &[Token]) -> f32 {
    let places = |concept: &Concept| -> Vec<usize> {
        let words = || concept.ways.iter().filter(|way| way.weight > 0.6).flat_map(|way| &way.words);
        text.iter().filter(|token| words().any(|word| *word == token.text)).map(|token| token.place).collect()
    };
    let pairs = concepts.windows(2).filter(|pair| {
        let (first, second) = (places(&pair[0]), places(&pair[1]));
        first.iter().any(|place| second.contains(&(place + 1)))
    });
    pairs.count() as f32 / concepts.len().saturating_sub(1).max(1) as f32
}

/// The best so far.
struct Top {
    most: usize,
    least: f32,
    /// Best first.
    found: Vec<(f32, DocAddress)>,
}

impl Top {
    fn threshold(&self) -> f32 {
        if self.found.len() < self.most { self.least } else { self.found.last().map_or(self.least, |(score, _)| *score) }
    }

    fn put(&mut self, score: f32, at: DocAddress) {
        let place = self.found.partition_point(|(other, _)| *other >= score);
        if place < self.most {
            self.found.insert(place, (score, at));
            self.found.truncate(self.most);
        }
    }
}
