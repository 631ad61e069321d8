//! Which documents come first.

use super::{
    CLOSER, Candidates,
    analysis::Parts,
    bits::Bits,
    concept::Concept,
    doc::DocKind,
    flat::touch,
    index::{Index, IndexFault},
    pool::Wanted,
    prepared::{Head, Met, Phrases, Sought, SoughtConcept},
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
    /// Its place among all documents: of hits that are as good, the first comes first.
    pub(super) place: u32,
    pub(super) head: Head,
    pub(super) score: f32,
}

/// Documents with their scores, best first.
pub(super) type Scored = Vec<(f32, DocAddress)>;

/// How much is kept of what is known to exist, and no word of it.
const NOT_HELD: f32 = 0.6;
/// A way stands for what heads a clause only if it is a better match than this.
const SURE: f32 = 0.45;
/// How much of the score is kept where hardly anything of the question is covered.
pub(super) const UNCOVERED: f32 = 0.4;
/// How much words that stand close together add.
pub(super) const CLOSE: f32 = 0.2;
/// How much is kept of what is no rule.
const ASIDE: f32 = 0.6;
/// How much a clause gains by a hit that refers to it.
const REFERRED: f32 = 0.35;
/// How much two words add that stand side by side in the question and in the text.
pub(super) const SIDE_BY_SIDE: f32 = 0.25;
/// What a word counts in the text, its label, a heading, the words that lead to it, the subject index, the index of what it lies in.
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
pub(super) const K1: f32 = 1.2;
pub(super) const B: f32 = 0.5;
/// The length of a text that is neither long nor short, in words.
const USUAL: f32 = 45.0;

/// The figures by their names, for those who rank elsewhere.
pub(super) const FIGURES: &[(&str, f32)] = &[
    ("uncovered", UNCOVERED),
    ("close", CLOSE),
    ("aside", ASIDE),
    ("referred", REFERRED),
    ("side_by_side", SIDE_BY_SIDE),
    ("title", TITLE),
    ("said", SAID),
    ("around", AROUND),
    ("k1", K1),
    ("b", B),
    ("usual", USUAL),
    ("not_held", NOT_HELD),
    ("sure", SURE),
];

/// In smaller libraries, all documents with any of the words are looked at closely.
const LARGE: usize = 5_000;
/// So many are in larger ones: the words alone do not tell well which are best.
const CANDIDATES: usize = 240;
/// Where so many times as many as are wanted of what does not hold have all that is asked, and words of it side by side as the question has
/// them, no others are looked for: at most a few of them are told, and only beside what holds.
const AMPLE: usize = 6;

/// After each so many documents it is asked whether the others are worth a look.
const SOME: usize = 64;
/// How much more may be gained than was seen.
const UNSEEN: f32 = 1.03;

impl Index {
    /// Documents of each of two sets among which, when looked at closely, so many of the best will be found.
    pub(super) fn best(
        &self,
        concepts: &[Concept],
        [(now, most), (past, most_past)]: [(&[Bits], usize); 2],
        candidates: Candidates,
    ) -> Result<[Scored; 2], IndexFault> {
        // memory is taken for as many as are wanted
        let most = most.min(self.len());
        let coverage = self.analyser.parts().coverage;
        if coverage && self.len() < LARGE {
            return Ok([self.all_of(concepts, now)?, self.all_of(concepts, past)?]);
        }
        let most = if coverage { most.max(CANDIDATES) } else { most };
        match candidates {
            Candidates::Usual if coverage => {
                let now = Wanted { set: now, most, ample: usize::MAX };
                let past = Wanted { set: past, most: most_past, ample: most_past * AMPLE };
                if let Some(found) = self.best_by_levels(concepts, [now, past])? {
                    return Ok(found);
                }
            }
            Candidates::All if coverage => {
                let [past] = self.best_by_blocks(concepts, [(past, most_past)])?;
                return Ok([self.all_of(concepts, now)?, past]);
            }
            Candidates::Usual | Candidates::Blocks | Candidates::All => {}
        }
        self.best_by_blocks(concepts, [(now, most), (past, most_past)])
    }

    /// The documents of a set that have any of the words.
    fn all_of(&self, concepts: &[Concept], set: &[Bits]) -> Result<Scored, IndexFault> {
        let mut found = self.no_docs();
        for word in concepts.iter().flat_map(|concept| &concept.ways).flat_map(|way| &way.words) {
            let having = self.having(self.fields.body, word)?;
            found.iter_mut().zip(&having).for_each(|(found, having)| found.add(having));
        }
        found.iter_mut().zip(set).for_each(|(found, set)| found.keep(set));
        let all = found.iter().enumerate().flat_map(|(ordinal, bits)| bits.iter().map(move |doc| DocAddress::new(ordinal as u32, doc)));
        Ok(all.map(|at| (0.0, at)).collect())
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

    /// The best of the documents, at most so many, in a better order: by how much of the question each covers, in how prominent a place, and
    /// how close together.
    pub(super) fn ranked(&self, sought: &Sought, found: Scored, most: usize) -> Vec<Ranked> {
        let parts = self.analyser.parts();
        let mut scored = found;
        if parts.coverage {
            let looked_at = self.judge(&mut scored, sought, most / CLOSER);
            scored.truncate(looked_at);
        }
        scored.retain(|(score, _)| *score > 0.0);
        scored.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then_with(|| self.renewed.place(a.1).cmp(&self.renewed.place(b.1))));
        scored.truncate(most);
        let ranked = |(score, at)| Ranked { at, place: self.renewed.place(at), head: Head::of(self.prepared(at)), score };
        let mut out: Vec<Ranked> = scored.into_iter().map(ranked).collect();
        if parts.coverage {
            refer(&mut out);
        }
        out.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.place.cmp(&b.place)));
        out
    }
}

impl Index {
    /// Looks closely at documents that are given best first, by what the words alone tell. It ends where the rest, if it gained by that as
    /// much as any did so far, would not be among the best `wanted`. Gives at how many it looked.
    fn judge(&self, found: &mut Scored, sought: &Sought, wanted: usize) -> usize {
        let mut judge = Judge::new(self.analyser.parts(), sought);
        let wanted = wanted.clamp(1, found.len().max(1));
        let mut best: Vec<f32> = Vec::with_capacity(wanted + 1);
        let mut most_gained = 0.0_f32;
        for at in 0..found.len() {
            let before = found[at].0;
            // of some nothing is known before
            let hopeless = || before > 0.0 && best.len() == wanted && best.last().is_some_and(|least| before * most_gained < *least);
            if at % SOME == 0 && at > SOME && hopeless() {
                return at;
            }
            if at % SOME == 0 {
                touch(found[at..].iter().take(SOME).map(|(_, doc)| self.prepared(*doc)));
            }
            let (score, doc) = &mut found[at];
            *score = judge.overall(self.prepared(*doc));
            if before > 0.0 {
                most_gained = most_gained.max(*score / before * UNSEEN);
            }
            let place = best.partition_point(|other| other >= score);
            if place < wanted {
                best.insert(place, *score);
                best.truncate(wanted);
            }
        }
        found.len()
    }
}

/// Tells how well documents fit a question.
struct Judge<'s> {
    parts: Parts,
    sought: &'s Sought,
    met: Met,
    zones: Zones,
    /// Where concepts stand in a text: place, and which.
    found: Vec<(usize, usize)>,
    /// How often each concept stands in a stretch.
    counts: Vec<usize>,
}

impl<'s> Judge<'s> {
    fn new(parts: Parts, sought: &'s Sought) -> Self {
        Self { parts, sought, met: Met::default(), zones: Zones::default(), found: Vec::new(), counts: vec![0; sought.concepts.len()] }
    }

    /// How well a document fits, by what was prepared of it.
    fn overall(&mut self, prepared: &[u8]) -> f32 {
        let (parts, sought) = (self.parts, self.sought);
        self.met.read(prepared, sought);
        self.zones.read(parts, sought, &self.met);
        let (met, zones) = (&self.met, &self.zones);
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
        let held = if met.held { 1.0 } else { NOT_HELD };
        let aside = if met.aside { ASIDE } else { 1.0 };
        if parts.subjects {
            let best = |phrases: &Phrases| phrases.iter().map(|phrase| answers(sought, phrase)).fold(0.0, f32::max);
            sum += best(&met.asked).max(best(&met.asked_around) * AROUND) * SAID;
        }
        let title = if zones.is_title(sought, met.label_words) { TITLE } else { 1.0 };
        let kind = met.kind.weight();
        let close = 1.0 + CLOSE * self.closeness() + SIDE_BY_SIDE * self.side_by_side();
        sum * (UNCOVERED + (1.0 - UNCOVERED) * covered) * close * title * kind * held * aside
    }

    /// From 0 to 1: how close together the concepts stand in the text.
    fn closeness(&mut self) -> f32 {
        let Self { sought, met, found, counts, .. } = self;
        found.clear();
        let mut all = 0_u128;
        for &(word, place) in &met.text {
            let mut concepts = sought.stands_for[word].0;
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
        counts.fill(0);
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
        let share = different as f32 / sought.concepts.len() as f32;
        share * (different as f32 / shortest.max(different) as f32).sqrt()
    }

    /// From 0 to 1: how many neighbours of the question are neighbours in the text.
    fn side_by_side(&self) -> f32 {
        let (sought, text) = (self.sought, &self.met.text);
        let mut pairs = 0_u128;
        for (at, &(word, place)) in text.iter().enumerate() {
            let next = text[at + 1..].iter().take_while(|(_, other)| *other <= place + 1).filter(|(_, other)| *other == place + 1);
            let next = next.fold(0, |all, (other, _)| all | sought.stands_for[*other].1);
            pairs |= sought.stands_for[word].1 & next >> 1;
        }
        pairs.count_ones() as f32 / sought.concepts.len().saturating_sub(1).max(1) as f32
    }
}

/// How well a phrase of the subject index says what is asked: what of the question it covers, as far as it says nothing else.
fn answers(sought: &Sought, (length, words): (usize, &[usize])) -> f32 {
    let (mut sum, mut met) = (0.0, 0.0_f32);
    for concept in &sought.concepts {
        let found = concept.ways.iter().filter(|way| way.words.iter().all(|word| words.contains(word)));
        let best = found.map(|way| (way.weight, way.words.len())).fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
        sum += concept.worth * best.0;
        met += best.1 as f32;
    }
    let exact = (met / length.max(1) as f32).min(1.0);
    sum * (sum / sought.worth.max(f32::EPSILON)) * exact
}

/// A clause to which a hit refers gains by that: what says "as p. 23 specifies" is not the answer, but names it.
fn refer(found: &mut [Ranked]) {
    let mut gains: HashMap<(String, String), f32> = HashMap::new();
    for hit in found.iter().filter(|hit| hit.head.kind == DocKind::Clause) {
        for cited in &hit.head.cites {
            let gain = gains.entry((hit.head.ruleset.clone(), cited.clone())).or_default();
            *gain = gain.max(hit.score * REFERRED);
        }
    }
    for hit in found {
        let Some((_, own)) = hit.head.id.split_once('/') else { continue };
        hit.score += gains.get(&(hit.head.ruleset.clone(), own.to_owned())).copied().unwrap_or_default();
    }
}

/// How often the words of a question stand in the zones of a document, by weight.
#[derive(Default)]
struct Zones {
    counts: Vec<f32>,
    labels: Vec<bool>,
    headings: Vec<bool>,
}

impl Zones {
    fn read(&mut self, parts: Parts, sought: &Sought, met: &Met) {
        self.counts.clear();
        self.counts.resize(sought.len(), 0.0);
        for set in [&mut self.labels, &mut self.headings] {
            set.clear();
            set.resize(sought.len(), false);
        }
        met.text.iter().for_each(|&(word, _)| self.counts[word] += ZONES[0]);
        met.others.iter().for_each(|other| self.add_new(other, ZONES[0]));
        if parts.surroundings {
            for &word in met.labels.iter().flatten() {
                self.counts[word] += ZONES[1];
                self.labels[word] = true;
            }
            for heading in met.headings.iter() {
                self.add_new(heading, ZONES[2]);
                heading.iter().for_each(|&word| self.headings[word] = true);
            }
            met.lead.iter().for_each(|lead| self.add_new(lead, ZONES[3]));
        }
        if parts.subjects {
            for (phrases, weight) in [(&met.asked, ZONES[4]), (&met.asked_around, ZONES[5])] {
                phrases.iter().for_each(|(_, words)| self.add_new(words, weight));
            }
        }
    }

    /// Counts words once, and only half of it where they are there already.
    fn add_new(&mut self, words: &[usize], weight: f32) {
        for &word in words {
            self.counts[word] += if self.counts[word] > 0.0 { weight / 2.0 } else { weight };
        }
    }

    /// How much more a concept counts by standing above the text.
    fn topic(&self, concept: &SoughtConcept) -> f32 {
        let stands = |set: &[bool]| concept.ways.iter().any(|way| way.weight > SURE && way.words.iter().all(|&word| set[word]));
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
            let ways = concept.ways.iter().filter(|way| way.weight > SURE && way.words.iter().all(|&word| self.labels[word]));
            let lengths = ways.map(|way| way.words.iter().map(|&word| sought.lengths[word]).sum::<usize>());
            let Some(longest) = lengths.max() else { return false };
            words += longest;
        }
        words > 0 && words >= label_words
    }
}

/// The best so far of a set.
struct Top<'s> {
    set: &'s [Bits],
    most: usize,
    /// Best first.
    found: Scored,
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
    fn put(&mut self, score: f32, at: DocAddress) {
        let place = self.found.partition_point(|(other, _)| *other >= score);
        if place < self.most {
            self.found.insert(place, (score, at));
            self.found.truncate(self.most);
        }
    }
}

/// The best so far, and some more: put in order now and then.
pub(super) struct Best {
    most: usize,
    /// What does not exceed it is none of the best.
    least: f32,
    found: Scored,
}

impl Best {
    /// Of which at most `most` are wanted.
    pub(super) fn new(most: usize) -> Self {
        Self { most, least: f32::NEG_INFINITY, found: Scored::with_capacity(most * 2 + 64) }
    }

    pub(super) fn put(&mut self, score: f32, at: DocAddress) {
        if score > self.least {
            self.found.push((score, at));
            if self.found.len() >= self.most * 2 + 64 {
                self.cut();
            }
        }
    }

    /// What a further one must exceed to be among the best.
    pub(super) fn least(&mut self) -> f32 {
        self.cut();
        self.least
    }

    fn cut(&mut self) {
        if self.most > 0 && self.found.len() > self.most {
            self.found.select_nth_unstable_by(self.most - 1, better);
            self.found.truncate(self.most);
            self.least = self.found.iter().map(|(score, _)| *score).fold(f32::INFINITY, f32::min);
        }
    }

    /// The best, best first.
    pub(super) fn finish(mut self) -> Scored {
        self.cut();
        self.found.sort_unstable_by(better);
        self.found
    }
}

fn better(a: &(f32, DocAddress), b: &(f32, DocAddress)) -> std::cmp::Ordering {
    b.0.total_cmp(&a.0).then(a.1.cmp(&b.1))
}
