//! Which documents come first.

use super::{
    analysis::Parts,
    bits::Bits,
    concept::Concept,
    doc::DocKind,
    index::{Index, IndexFault},
    prepared::{Head, Met, Phrase, Sought, SoughtConcept},
};
use std::collections::HashMap;
use tantivy::{
    DocAddress, Term,
    query::{BooleanQuery, BoostQuery, EnableScoring, Occur, Query, TermQuery},
    schema::IndexRecordOption,
};

/// A document that was found.
#[derive(Clone, Debug)]
pub(super) struct Ranked {
    pub(super) at: DocAddress,
    pub(super) head: Head,
    pub(super) score: f32,
}

/// Documents with their scores, best first.
pub(super) type Scored = Vec<(f32, DocAddress)>;

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

/// From so many documents on, common words are worth sets of their own.
const LARGE: usize = 200_000;

impl Index {
    /// The best of the documents in each of some sets, and at most so many of each, by the words alone.
    pub(super) fn best<const N: usize>(&self, concepts: &[Concept], sets: [(&[Bits], usize); N]) -> Result<[Scored; N], IndexFault> {
        if self.len() >= LARGE
            && let Some(found) = self.best_of_common(concepts, sets)?
        {
            return Ok(found);
        }
        self.best_by_blocks(concepts, sets)
    }

    /// The same, where blocks that cannot hold any of the best are passed over. All sets are looked through at once.
    pub(super) fn best_by_blocks<const N: usize>(
        &self,
        concepts: &[Concept],
        sets: [(&[Bits], usize); N],
    ) -> Result<[Scored; N], IndexFault> {
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
        let mut tops = sets.map(|(set, most)| Top {
            set,
            most: if set.iter().all(Bits::is_empty) { 0 } else { most },
            found: Vec::with_capacity(most + 1),
        });
        for (ordinal, reader) in self.searcher.segment_readers().iter().enumerate() {
            let wanted = |top: &Top<'_>| top.most > 0 && top.set.get(ordinal).is_some_and(|bits| !bits.is_empty());
            if !tops.iter().any(wanted) {
                continue;
            }
            weight.for_each_pruning(threshold(&tops), reader, &mut |doc, score| {
                for top in &mut tops {
                    if top.set.get(ordinal).is_some_and(|bits| bits.has(doc)) {
                        top.put(score, DocAddress::new(ordinal as u32, doc));
                    }
                }
                threshold(&tops)
            })?;
        }
        Ok(tops.map(|top| top.found))
    }

    /// The documents in a better order: by how much of the question each covers, in how prominent a place, and how close together.
    pub(super) fn ranked(&self, sought: &Sought, found: Scored) -> Result<Vec<Ranked>, IndexFault> {
        let parts = self.analyser.parts();
        let mut out = Vec::with_capacity(found.len());
        for (score, at) in found {
            let met = self.met(at, sought)?;
            let score = if parts.coverage { overall(parts, sought, &met) } else { score };
            out.push(Ranked { at, head: met.head, score });
        }
        if parts.coverage {
            refer(&mut out);
        }
        out.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.at.cmp(&b.at)));
        Ok(out)
    }
}

/// How well a document fits.
fn overall(parts: Parts, sought: &Sought, met: &Met) -> f32 {
    let zones = Zones::new(parts, sought, met);
    let length = 1.0 - B + B * met.length.max(8) as f32 / USUAL;
    let (mut sum, mut covered) = (0.0, 0.0);
    for concept in &sought.concepts {
        let value = concept
            .ways
            .iter()
            .map(|way| {
                let counts = || way.words.iter().map(|&word| zones.counts[word]).filter(|count| *count > 0.0);
                let there = counts().count();
                let part = there as f32 / way.words.len().max(1) as f32;
                let least = counts().fold(f32::MAX, f32::min);
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
    let covered = (covered / sought.worth.max(f32::EPSILON)).min(1.0);
    let close = 1.0 + CLOSE * closeness(sought, met) + SIDE_BY_SIDE * side_by_side(sought, met);
    let held = if met.head.held { 1.0 } else { 0.6 };
    let aside = if met.head.aside { ASIDE } else { 1.0 };
    if parts.subjects {
        let own = met.asked.iter().map(|phrase| answers(sought, phrase)).fold(0.0, f32::max);
        let around = met.asked_around.iter().map(|phrase| answers(sought, phrase)).fold(0.0, f32::max) * AROUND;
        sum += own.max(around) * SAID;
    }
    let close = close * if zones.is_title(sought, met.label_words) { TITLE } else { 1.0 };
    sum * (UNCOVERED + (1.0 - UNCOVERED) * covered) * close * met.head.kind.weight() * held * aside
}

/// How well a phrase of the subject index says what is asked: what of the question it covers, as far as it says nothing else.
fn answers(sought: &Sought, phrase: &Phrase) -> f32 {
    let (mut sum, mut met) = (0.0, 0.0_f32);
    for concept in &sought.concepts {
        let found = concept.ways.iter().filter(|way| way.words.iter().all(|word| phrase.words.contains(word)));
        let best = found.map(|way| (way.weight, way.words.len())).fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
        sum += concept.worth * best.0;
        met += best.1 as f32;
    }
    let exact = (met / phrase.length.max(1) as f32).min(1.0);
    sum * (sum / sought.worth.max(f32::EPSILON)) * exact
}

/// A clause to which a hit refers gains by that: what says "as p. 23 specifies" is not the answer, but names it.
fn refer(found: &mut [Ranked]) {
    let gains: Vec<f32> = found
        .iter()
        .map(|hit| {
            let cites = |other: &&Ranked| {
                other.head.kind == DocKind::Clause
                    && other.head.ruleset == hit.head.ruleset
                    && other.head.cites.iter().any(|id| hit.head.id.split_once('/').is_some_and(|(_, own)| own == id))
            };
            found.iter().filter(cites).map(|other| other.score * REFERRED).fold(0.0, f32::max)
        })
        .collect();
    found.iter_mut().zip(gains).for_each(|(hit, gain)| hit.score += gain);
}

/// How often the words of a question stand in the zones of a document, by weight.
struct Zones {
    counts: Vec<f32>,
    labels: Vec<bool>,
    headings: Vec<bool>,
}

impl Zones {
    fn new(parts: Parts, sought: &Sought, met: &Met) -> Self {
        let none = || vec![false; sought.len()];
        let mut zones = Self { counts: vec![0.0; sought.len()], labels: none(), headings: none() };
        met.text.iter().for_each(|&(word, _)| zones.counts[word] += ZONES[0]);
        met.others.iter().for_each(|other| zones.add_new(other, ZONES[0]));
        if parts.surroundings {
            for &word in &met.labels {
                zones.counts[word] += ZONES[1];
                zones.labels[word] = true;
            }
            for heading in &met.headings {
                zones.add_new(heading, ZONES[2]);
                heading.iter().for_each(|&word| zones.headings[word] = true);
            }
            zones.add_new(&met.lead, ZONES[3]);
        }
        if parts.subjects {
            for (phrases, weight) in [(&met.asked, ZONES[4]), (&met.asked_around, ZONES[5])] {
                phrases.iter().for_each(|phrase| zones.add_new(&phrase.words, weight));
            }
        }
        zones
    }

    /// Counts words once, and only half of it where they are there already.
    fn add_new(&mut self, words: &[usize], weight: f32) {
        for &word in words {
            self.counts[word] += if self.counts[word] > 0.0 { weight / 2.0 } else { weight };
        }
    }

    /// How much more a concept counts by standing above the text.
    fn topic(&self, concept: &SoughtConcept) -> f32 {
        let stands = |set: &[bool]| concept.ways.iter().any(|way| way.weight > 0.45 && way.words.iter().all(|&word| set[word]));
        if stands(&self.labels) {
            TOPIC[0]
        } else if stands(&self.headings) {
            TOPIC[1]
        } else {
            1.0
        }
    }

    /// Whether the label, of so many words, says all that is asked for, and nothing else.
    fn is_title(&self, sought: &Sought, label_words: usize) -> bool {
        let mut words = 0;
        for concept in &sought.concepts {
            let ways = concept.ways.iter().filter(|way| way.weight > 0.45 && way.words.iter().all(|&word| self.labels[word]));
            let lengths = ways.map(|way| way.words.iter().map(|&word| sought.lengths[word]).sum::<usize>());
            let Some(longest) = lengths.max() else { return false };
            words += longest;
        }
        words > 0 && words >= label_words
    }
}

/// The places of a text where a concept stands, by ways of more than some weight.
fn places<'a>(concept: &'a SoughtConcept, met: &'a Met, weight: f32) -> impl Iterator<Item = usize> + 'a {
    let is_of = move |word: usize| concept.ways.iter().any(|way| way.weight > weight && way.words.contains(&word));
    met.text.iter().filter(move |(word, _)| is_of(*word)).map(|(_, place)| *place)
}

/// From 0 to 1: how close together the concepts stand in a text.
fn closeness(sought: &Sought, met: &Met) -> f32 {
    let concepts = &sought.concepts;
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut different = 0;
    for (which, concept) in concepts.iter().enumerate() {
        let before = found.len();
        found.extend(places(concept, met, 0.4).map(|place| (place, which)));
        different += usize::from(found.len() > before);
    }
    if different < 2 {
        return 0.0;
    }
    found.sort_unstable();
    // the shortest stretch that holds all that are there
    let mut counts = vec![0_usize; concepts.len()];
    let (mut have, mut first, mut shortest) = (0, 0, usize::MAX);
    for last in 0..found.len() {
        let which = found[last].1;
        counts[which] += 1;
        have += usize::from(counts[which] == 1);
        while have == different {
            shortest = shortest.min(found[last].0 - found[first].0 + 1);
            let which = found[first].1;
            counts[which] -= 1;
            have -= usize::from(counts[which] == 0);
            first += 1;
        }
    }
    let share = different as f32 / concepts.len() as f32;
    share * (different as f32 / shortest.max(different) as f32).sqrt()
}

/// From 0 to 1: how many neighbours of the question are neighbours in a text.
fn side_by_side(sought: &Sought, met: &Met) -> f32 {
    let stand: Vec<Vec<usize>> = sought.concepts.iter().map(|concept| places(concept, met, 0.6).collect()).collect();
    let pairs = stand.windows(2).filter(|pair| pair[0].iter().any(|place| pair[1].contains(&(place + 1))));
    pairs.count() as f32 / stand.len().saturating_sub(1).max(1) as f32
}

/// The best so far of a set.
pub(super) struct Top<'s> {
    pub(super) set: &'s [Bits],
    pub(super) most: usize,
    /// Best first.
    pub(super) found: Scored,
}

/// What must be exceeded to be among the best of any set.
fn threshold(tops: &[Top<'_>]) -> f32 {
    let least = tops.iter().filter(|top| top.most > 0).map(|top| match top.found.last() {
        Some((score, _)) if top.found.len() >= top.most => *score,
        Some(_) | None => 0.0,
    });
    least.reduce(f32::min).unwrap_or_default()
}

impl Top<'_> {
    pub(super) fn put(&mut self, score: f32, at: DocAddress) {
        let place = self.found.partition_point(|(other, _)| *other >= score);
        if place < self.most {
            self.found.insert(place, (score, at));
            self.found.truncate(self.most);
        }
    }
}
