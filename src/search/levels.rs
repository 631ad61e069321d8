//! Candidates in large libraries.
//!
//! Blocks of postings are passed over only where they hold nothing good, and every block of a common word holds something. So the documents
//! of a word are also kept as sets, 64 to a machine word, made when the word is first asked for: which documents have all that is asked,
//! or all but one, is a few operations on each, and only these are scored, by how much each word counts there, in eight levels. Beside them
//! are scored, by the same and higher, those in which words stand side by side as they do in the question.

use super::{
    bits::Bits,
    concept::Concept,
    index::{Index, IndexFault},
    rank::{Best, CLOSE, SIDE_BY_SIDE, Scored},
};
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};
use tantivy::{DocAddress, DocSet, TERMINATED, Term, postings::Postings, schema::IndexRecordOption};

/// No more concepts are looked at in this way: hardly a document has them all.
const MOST_CONCEPTS: usize = 8;
/// The same of words.
const MOST_WORDS: usize = 32;
/// How many documents that have all that is asked must be there for each that is wanted, before those are passed over in which a word
/// counts little.
const PLENTY: usize = 2;
/// Memory for such sets, in bytes, or half of what the index takes where that is more: so much the words of some hundred questions need.
const MEMORY: usize = 512 << 20;
/// How many machine words are worked on at once.
const CHUNK: usize = 64;
/// How many concepts may be missing before all documents that have any are looked at.
const MISSING: usize = 2;

/// As in BM25.
const K1: f32 = 1.2;
const B: f32 = 0.5;
/// What a word counts at the lowest of eight levels, and how much more at each above it.
const LOWEST: f32 = 0.6;
const STEP: f32 = 0.15;
/// How much is kept of a score where hardly anything is covered.
const UNCOVERED: f32 = 0.4;
/// How much it adds where neighbours of the question are neighbours, and so stand close together too.
const NEIGHBOURS: f32 = SIDE_BY_SIDE + CLOSE;

/// The documents that have a word in a segment, and at which of eight levels it counts there: by its number and their length.
#[derive(Debug)]
pub(super) struct Levels {
    any: Bits,
    /// The levels as binary digits, the lowest first.
    digits: [Bits; 3],
}

/// Words that were asked for, with when they were last.
#[derive(Debug, Default)]
pub(super) struct Known {
    words: HashMap<String, (u64, Arc<Vec<Levels>>)>,
    time: u64,
}

impl Known {
    fn get(&mut self, word: &str) -> Option<Arc<Vec<Levels>>> {
        self.time += 1;
        let (last, found) = self.words.get_mut(word)?;
        *last = self.time;
        Some(Arc::clone(found))
    }

    /// Keeps a word; where that is more than `most`, those are given up that were not asked for longest.
    fn put(&mut self, word: &str, sets: &Arc<Vec<Levels>>, most: usize) {
        while self.words.len() >= most.max(1) {
            let Some(oldest) = self.words.iter().min_by_key(|(_, (last, _))| *last).map(|(word, _)| word.clone()) else { break };
            self.words.remove(&oldest);
        }
        self.words.insert(word.to_owned(), (self.time, Arc::clone(sets)));
    }
}

/// The words of a concept.
struct Ready {
    worth: f32,
    ways: Vec<(f32, Vec<Arc<Vec<Levels>>>)>,
}

/// What documents must have of a question, the strictest first: all of it with each word counting much, all, all but one concept, all
/// but two, anything of it.
const TIERS: usize = MISSING + 3;

type Chunk = [u64; CHUNK];

/// The words that may stand for a concept, with how good a match they are.
type Ways<'r> = Vec<(f32, Vec<&'r Levels>)>;

/// The words of a question in one segment.
struct Asked<'r> {
    concepts: Vec<(f32, Ways<'r>)>,
    worth: f32,
    /// In machine words.
    size: usize,
}

impl<'r> Asked<'r> {
    fn new(ready: &'r [Ready], segment: usize, docs: u32) -> Self {
        let ways = |concept: &'r Ready| {
            let words = |words: &'r Vec<Arc<Vec<Levels>>>| words.iter().filter_map(|word| word.get(segment)).collect();
            concept.ways.iter().map(|(weight, own)| (*weight, words(own))).collect()
        };
        let concepts = ready.iter().map(|concept| (concept.worth, ways(concept))).collect();
        Self { concepts, worth: ready.iter().map(|concept| concept.worth).sum(), size: (docs as usize).div_ceil(64) }
    }

    /// The documents of each tier up to `last` among those from `start` on.
    fn tiers(&self, start: usize, last: usize) -> [Chunk; TIERS] {
        let end = (start + CHUNK).min(self.size);
        let mut out = [[0; CHUNK]; TIERS];
        out[0] = [u64::MAX; CHUNK];
        for (at, (_, ways)) in self.concepts.iter().enumerate() {
            let (mut high, mut any) = ([0; CHUNK], [0; CHUNK]);
            for (_, words) in ways {
                let with = |bits: fn(&Levels) -> &Bits, has: &mut Chunk| {
                    let mut all = [u64::MAX; CHUNK];
                    for word in words {
                        let own = bits(word).words().get(start..end).unwrap_or_default();
                        all.iter_mut().zip(own).for_each(|(all, own)| *all &= own);
                    }
                    has.iter_mut().zip(&all).for_each(|(has, all)| *has |= all);
                };
                with(|word| &word.digits[2], &mut high);
                if last > 0 {
                    with(|word| &word.any, &mut any);
                }
            }
            out[0].iter_mut().zip(&high).for_each(|(own, has)| *own &= has);
            if last == 0 {
                continue;
            }
            // with this concept, so many of the first ones may be missing
            for missing in (0..=MISSING).rev() {
                let fewer = if missing == 0 {
                    [0; CHUNK]
                } else if at == 0 {
                    [u64::MAX; CHUNK]
                } else {
                    out[missing]
                };
                let own = &mut out[missing + 1];
                if at == 0 {
                    *own = [u64::MAX; CHUNK];
                }
                own.iter_mut().zip(&any).zip(&fewer).for_each(|((own, has), fewer)| *own = *own & has | fewer);
            }
            out[TIERS - 1].iter_mut().zip(&any).for_each(|(own, has)| *own |= has);
        }
        // where as many concepts may be missing as there are, every document would do
        (self.concepts.len()..=MISSING).for_each(|missing| out[missing + 1] = out[TIERS - 1]);
        out
    }

    /// Scores those of 64 documents that are among `which`.
    fn score(&self, at: usize, which: u64, mut put: impl FnMut(f32, u32)) {
        let word = |bits: &Bits| bits.words().get(at).copied().unwrap_or_default();
        each(which, |doc| {
            let (mut sum, mut covered) = (0.0, 0.0);
            for (worth, ways) in &self.concepts {
                let mut best = 0.0_f32;
                for (weight, words) in ways {
                    let mut counts = 0.0;
                    for levels in words {
                        if word(&levels.any) >> doc & 1 == 0 {
                            counts = 0.0;
                            break;
                        }
                        let digit = |place: usize| (word(&levels.digits[place]) >> doc & 1) << place;
                        counts += LOWEST + STEP * (digit(0) + digit(1) + digit(2)) as f32;
                    }
                    best = best.max(weight * counts / words.len().max(1) as f32);
                }
                sum += worth * best;
                covered += worth * best.min(1.0);
            }
            put(sum * (UNCOVERED + (1.0 - UNCOVERED) * covered / self.worth.max(f32::EPSILON)), at as u32 * 64 + doc as u32);
        });
    }
}

/// Does something for each member of a set of 64.
fn each(mut which: u64, mut act: impl FnMut(usize)) {
    while which != 0 {
        act(which.trailing_zeros() as usize);
        which &= which - 1;
    }
}

/// Candidates of a set, tier by tier.
struct Pool<'s> {
    set: &'s [Bits],
    /// How many are wanted.
    most: usize,
    /// Of each tier: the segment, which 64 documents of it, and which of these.
    found: [Vec<(usize, usize, u64)>; TIERS],
    /// How many documents of each tier there are.
    counts: [usize; TIERS],
    /// The strictest tier that has enough; what is less strict need not be looked at any more.
    last: usize,
}

impl<'s> Pool<'s> {
    fn new(set: &'s [Bits], most: usize) -> Self {
        let most = if set.iter().all(Bits::is_empty) { 0 } else { most };
        Self { set, most, found: [const { Vec::new() }; TIERS], counts: [0; TIERS], last: TIERS - 1 }
    }

    /// Takes those of the set from `start` on.
    fn take(&mut self, segment: usize, start: usize, tiers: &[Chunk; TIERS]) {
        let own = self.set.get(segment).and_then(|bits| bits.words().get(start..)).unwrap_or_default();
        if self.most == 0 {
            return;
        }
        for (tier, found) in tiers.iter().enumerate().take(self.last + 1) {
            for (at, which) in found.iter().zip(own).map(|(found, own)| found & own).enumerate().filter(|(_, which)| *which != 0) {
                self.found[tier].push((segment, start + at, which));
                self.counts[tier] += which.count_ones() as usize;
            }
        }
        let enough = |tier: &usize| self.counts[*tier] >= self.most * if *tier == 0 { PLENTY } else { 1 };
        if let Some(tier) = (0..self.last).find(enough) {
            self.found[tier + 1..].iter_mut().for_each(|found| *found = Vec::new());
            self.last = tier;
        }
    }
}

impl Index {
    /// The best documents of each of some sets, at most so many of each; none where too much is asked for at once.
    pub(super) fn best_by_levels<const N: usize>(
        &self,
        concepts: &[Concept],
        sets: [(&[Bits], usize); N],
    ) -> Result<Option<[Scored; N]>, IndexFault> {
        let words = concepts.iter().flat_map(|concept| &concept.ways).map(|way| way.words.len()).sum::<usize>();
        if !(1..=MOST_CONCEPTS).contains(&concepts.len()) || words > MOST_WORDS {
            return Ok(None);
        }
        let mut ready = Vec::with_capacity(concepts.len());
        for concept in concepts {
            let mut ways = Vec::with_capacity(concept.ways.len());
            for way in &concept.ways {
                ways.push((way.weight, way.words.iter().map(|word| self.levels(word)).collect::<Result<_, _>>()?));
            }
            ready.push(Ready { worth: concept.worth, ways });
        }
        let asked: Vec<Asked<'_>> = self.sizes().enumerate().map(|(segment, docs)| Asked::new(&ready, segment, docs)).collect();
        let mut pools = sets.map(|(set, most)| Pool::new(set, most));
        for (segment, asked) in asked.iter().enumerate() {
            for start in (0..asked.size).step_by(CHUNK) {
                let Some(last) = pools.iter().filter(|pool| pool.most > 0).map(|pool| pool.last).max() else { break };
                let tiers = asked.tiers(start, last);
                pools.iter_mut().for_each(|pool| pool.take(segment, start, &tiers));
            }
        }
        let mut out = [const { Scored::new() }; N];
        for (out, pool) in out.iter_mut().zip(&pools).filter(|(_, pool)| pool.most > 0) {
            let mut best = Best::new(pool.most);
            let neighbours = self.neighbours(concepts, pool.set)?;
            for &(doc, count) in &neighbours {
                // whatever else they have
                let gain = 1.0 + NEIGHBOURS * count as f32 / (concepts.len() - 1) as f32;
                let (at, which) = (doc.doc_id as usize / 64, 1 << (doc.doc_id % 64));
                asked[doc.segment_ord as usize].score(at, which, |score, _| best.put(score * gain, doc));
            }
            let mut known = neighbours.iter().map(|(doc, _)| *doc).peekable();
            for &(segment, at, which) in &pool.found[pool.last] {
                let place = |doc: &DocAddress| (doc.segment_ord as usize, doc.doc_id as usize / 64);
                let mut left = which;
                while let Some(doc) = known.next_if(|doc| place(doc) <= (segment, at)) {
                    if place(&doc) == (segment, at) {
                        left &= !(1 << (doc.doc_id % 64));
                    }
                }
                asked[segment].score(at, left, |score, doc| best.put(score, DocAddress::new(segment as u32, doc)));
            }
            *out = best.finish();
        }
        Ok(Some(out))
    }

    /// A word as sets, segment by segment.
    fn levels(&self, word: &str) -> Result<Arc<Vec<Levels>>, IndexFault> {
        if let Some(known) = self.levels.lock().unwrap_or_else(PoisonError::into_inner).get(word) {
            return Ok(known);
        }
        let mut out = Vec::new();
        for reader in self.searcher.segment_readers() {
            let none = || Bits::none(reader.max_doc());
            let mut levels = Levels { any: none(), digits: [none(), none(), none()] };
            let inverted = reader.inverted_index(self.fields.body)?;
            let lengths = reader.get_fieldnorms_reader(self.fields.body)?;
            let usual = inverted.total_num_tokens() as f32 / reader.max_doc().max(1) as f32;
            let term = Term::from_field_text(self.fields.body, word);
            if let Some(mut postings) = inverted.read_postings(&term, IndexRecordOption::WithFreqs)? {
                while postings.doc() != TERMINATED {
                    let doc = postings.doc();
                    let times = postings.term_freq() as f32;
                    let length = 1.0 - B + B * lengths.fieldnorm(doc) as f32 / usual.max(1.0);
                    let counts = times * (K1 + 1.0) / (times + K1 * length);
                    let level = ((counts - LOWEST) / STEP).clamp(0.0, 7.0) as usize;
                    levels.any.put(doc);
                    levels.digits.iter_mut().enumerate().filter(|(digit, _)| level >> digit & 1 == 1).for_each(|(_, bits)| bits.put(doc));
                    postings.advance();
                }
            }
            out.push(levels);
        }
        let out = Arc::new(out);
        let most = MEMORY.max(self.bytes() / 2) / (self.len() / 2).max(1);
        self.levels.lock().unwrap_or_else(PoisonError::into_inner).put(word, &out, most);
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Parts, Preface, concept::Way, doc::Doc};
    use std::collections::BTreeSet;

    #[test]
    fn what_has_all_that_is_asked_is_found_and_the_fullest_first() {
        // raft in every second, boat in every third, gull in every fifth; where 7 divides the number, each twice
        let text = |n: u32| {
            let words = [(2, "raft"), (3, "boat"), (5, "gull")].into_iter().filter(|(by, _)| n.is_multiple_of(*by)).map(|(_, word)| word);
            let words: Vec<&str> = words.collect();
            format!("{} {} moor", words.join(" "), if n.is_multiple_of(7) { words.join(" ") } else { "sand ".repeat(words.len()) })
        };
        let docs: Vec<Doc> = (0..3000).map(|n| Doc { id: format!("x/{n}"), text: text(n), ..Doc::default() }).collect();
        let index = Index::new(&docs, Preface::default(), Parts::ALL).expect("an index");
        let concept = |word: &str| Concept { ways: vec![Way { words: vec![word.into()], weight: 1.0 }], worth: 1.0 };
        let concepts = [concept("raft"), concept("boat"), concept("gull")];
        let mut odd = index.no_docs();
        (0..3000).filter(|n| n % 4 == 2).for_each(|n| odd[0].put(n));
        let all = index.all_docs();
        let [first, second] = index.best_by_levels(&concepts, [(&all, 14), (&odd, 5)]).expect("no fault").expect("not too much");
        let ids = |found: &[(f32, DocAddress)]| found.iter().map(|(_, at)| at.doc_id).collect::<BTreeSet<_>>();
        assert_eq!(ids(&first), (0..3000).filter(|n| n % 210 == 0).take(14).collect());
        assert_eq!(ids(&second), (0..3000).filter(|n| n % 30 == 0 && n % 7 == 0 && n % 4 == 2).take(5).collect());
        assert!(first.is_sorted_by(|a, b| a.0 >= b.0));
        // the same documents as by blocks
        let [blocks] = index.best_by_blocks(&concepts, [(&all, 14)]).expect("no fault");
        assert_eq!(ids(&blocks), ids(&first));
        // where few have all, those count that have less
        let [some] = index.best_by_levels(&concepts, [(&all, 800)]).expect("no fault").expect("not too much");
        assert_eq!(some.len(), 800);
        let full = some.iter().filter(|(_, at)| at.doc_id % 30 == 0).count();
        assert_eq!(full, 100);
        // neighbours are among them, though their words count less in a longer text
        let far = |n: u32| Doc { id: format!("x/{n}"), text: format!("raft {n} boat"), ..Doc::default() };
        let near = Doc { text: format!("raft boat {}", "sand ".repeat(4)), ..Doc::default() };
        let docs: Vec<Doc> = (0..100).map(far).chain([near]).collect();
        let neighbours = Index::new(&docs, Preface::default(), Parts::ALL).expect("an index");
        let [few] = neighbours.best_by_levels(&concepts[..2], [(&neighbours.all_docs(), 3)]).expect("no fault").expect("not too much");
        assert_eq!((few.len(), ids(&few).contains(&100)), (3, true));
        // what stands nowhere
        let [none] = index.best_by_levels(&[concept("heron")], [(&all, 5)]).expect("no fault").expect("not too much");
        assert!(none.is_empty());
    }
}
