//! Candidates for questions whose words are all common, in large libraries.
//!
//! Blocks of postings are passed over only where they hold nothing good, and every block of a common word holds something. So the documents
//! of such words are also kept as sets, 64 to a machine word, made when a word is first asked for: which documents have all that is asked,
//! or all but one, is a few operations on each, and only these are scored.

use super::{
    bits::Bits,
    concept::Concept,
    index::{Index, IndexFault},
    rank::{Scored, Top},
};
use std::sync::{Arc, PoisonError};
use tantivy::{DocAddress, DocSet, TERMINATED, Term, postings::Postings, schema::IndexRecordOption};

/// A word is common that stands in one of so many documents.
const ONE_OF: u64 = 32;
/// No more concepts are looked at in this way: hardly a document has them all.
const MOST_CONCEPTS: usize = 8;
/// How many documents that have all that is asked must be there for each that is wanted, before others are passed over.
const ENOUGH: usize = 2;
/// The same, before those are passed over in which a word counts little.
const PLENTY: usize = 8;
/// Memory for such sets, in bytes: when it is full, all are given up.
const MEMORY: usize = 256 << 20;
/// How many machine words are worked on at once.
const CHUNK: usize = 128;

/// As in BM25.
const K1: f32 = 1.2;
const B: f32 = 0.75;
/// What a word counts at the lowest of eight levels, and how much more at each above it.
const LOWEST: f32 = 0.5;
const STEP: f32 = 0.2;

/// The documents that have a word in a segment, and at which of eight levels it counts there: by its number and their length.
#[derive(Debug)]
pub(super) struct Common {
    any: Bits,
    /// The levels as binary digits, the lowest first.
    digits: [Bits; 3],
}

impl Common {
    /// What the word counts in a document that has it.
    fn counts(&self, doc: u32) -> f32 {
        let level: usize = self.digits.iter().enumerate().map(|(digit, bits)| usize::from(bits.has(doc)) << digit).sum();
        LOWEST + STEP * level as f32
    }
}

/// The words of a concept in a segment.
struct Ready {
    worth: f32,
    ways: Vec<(f32, Vec<Arc<Vec<Common>>>)>,
}

impl Ready {
    /// What the concept counts in a document.
    fn counts(&self, segment: usize, doc: u32) -> f32 {
        let ways = self.ways.iter().map(|(weight, words)| {
            let all = words.iter().filter_map(|word| word.get(segment)).all(|word| word.any.has(doc));
            let sum: f32 = words.iter().filter_map(|word| word.get(segment)).map(|word| word.counts(doc)).sum();
            if all { weight * sum / words.len().max(1) as f32 } else { 0.0 }
        });
        self.worth * ways.fold(0.0, f32::max)
    }
}

/// Documents by what they have of a question.
struct Tiers {
    /// All of it, and each counts much.
    high: Vec<u64>,
    /// All of it.
    all: Vec<u64>,
    /// All but one concept at most.
    but_one: Vec<u64>,
}

/// Which of the tiers.
type Choice = fn(&Tiers) -> &[u64];

impl Tiers {
    fn new(concepts: &[Ready], segment: usize, size: usize) -> Self {
        let full = || vec![u64::MAX; size];
        let mut tiers = Self { high: full(), all: full(), but_one: full() };
        for start in (0..size).step_by(CHUNK) {
            let end = (start + CHUNK).min(size);
            for concept in concepts {
                let (mut any, mut high) = ([0; CHUNK], [0; CHUNK]);
                for (_, words) in &concept.ways {
                    let (mut way, mut way_high) = ([u64::MAX; CHUNK], [u64::MAX; CHUNK]);
                    for word in words.iter().filter_map(|word| word.get(segment)) {
                        let part = |bits: &Bits, into: &mut [u64; CHUNK]| {
                            let own = bits.words().get(start..end).unwrap_or_default();
                            into.iter_mut().zip(own).for_each(|(into, own)| *into &= own);
                        };
                        part(&word.any, &mut way);
                        part(&word.digits[2], &mut way_high);
                    }
                    any.iter_mut().zip(way).for_each(|(any, way)| *any |= way);
                    high.iter_mut().zip(way_high).for_each(|(high, way)| *high |= way);
                }
                let all = &mut tiers.all[start..end];
                let but_one = &mut tiers.but_one[start..end];
                but_one.iter_mut().zip(&*all).zip(any).for_each(|((but_one, all), any)| *but_one = *but_one & any | *all);
                all.iter_mut().zip(any).for_each(|(all, any)| *all &= any);
                tiers.high[start..end].iter_mut().zip(high).for_each(|(own, high)| *own &= high);
            }
        }
        tiers
    }

    /// Whether a set has at least so many documents of a tier.
    fn has(tiers: &[Self], choose: Choice, set: &[Bits], least: usize) -> bool {
        let words = tiers.iter().zip(set).flat_map(|(tiers, bits)| choose(tiers).iter().zip(bits.words()));
        let mut count = 0;
        for both in words.map(|(tier, own)| tier & own).filter(|both| *both != 0) {
            count += both.count_ones() as usize;
            if count >= least {
                return true;
            }
        }
        false
    }
}

impl Index {
    /// The best documents of each of some sets, at most so many of each, where all concepts are common; none where they are not, or too
    /// few documents have nearly all of them.
    pub(super) fn best_of_common<const N: usize>(
        &self,
        concepts: &[Concept],
        sets: [(&[Bits], usize); N],
    ) -> Result<Option<[Scored; N]>, IndexFault> {
        if !(2..=MOST_CONCEPTS).contains(&concepts.len()) {
            return Ok(None);
        }
        for concept in concepts {
            let mut most = 0;
            for way in concept.ways.iter().filter(|way| way.words.len() == 1) {
                most = most.max(self.frequency(&way.words[0])?);
            }
            if most * ONE_OF < self.len() as u64 {
                return Ok(None);
            }
        }
        let mut ready = Vec::with_capacity(concepts.len());
        for concept in concepts {
            let mut ways = Vec::with_capacity(concept.ways.len());
            for way in &concept.ways {
                ways.push((way.weight, way.words.iter().map(|word| self.common(word)).collect::<Result<_, _>>()?));
            }
            ready.push(Ready { worth: concept.worth, ways });
        }
        let tiers: Vec<Tiers> =
            self.sizes().enumerate().map(|(segment, size)| Tiers::new(&ready, segment, (size as usize).div_ceil(64))).collect();
        let mut out = [const { Vec::new() }; N];
        for ((set, most), out) in sets.into_iter().zip(&mut out) {
            if set.iter().all(Bits::is_empty) {
                continue;
            }
            let choices: [(Choice, usize); 3] =
                [(|tiers| &tiers.high, PLENTY), (|tiers| &tiers.all, ENOUGH), (|tiers| &tiers.but_one, ENOUGH)];
            let Some((choose, _)) = choices.into_iter().find(|(choose, times)| Tiers::has(&tiers, *choose, set, most * times)) else {
                return Ok(None);
            };
            let mut top = Top { set, most, found: Scored::with_capacity(most + 1) };
            for (segment, (tiers, bits)) in tiers.iter().zip(set).enumerate() {
                for (at, both) in choose(tiers).iter().zip(bits.words()).map(|(tier, own)| tier & own).enumerate() {
                    let mut left = both;
                    while left != 0 {
                        let doc = at as u32 * 64 + left.trailing_zeros();
                        left &= left - 1;
                        let score = ready.iter().map(|concept| concept.counts(segment, doc)).sum();
                        top.put(score, DocAddress::new(segment as u32, doc));
                    }
                }
            }
            *out = top.found;
        }
        Ok(Some(out))
    }

    /// A word as sets, segment by segment.
    fn common(&self, word: &str) -> Result<Arc<Vec<Common>>, IndexFault> {
        if let Some(known) = self.common.lock().unwrap_or_else(PoisonError::into_inner).get(word) {
            return Ok(Arc::clone(known));
        }
        let mut out = Vec::new();
        for reader in self.searcher.segment_readers() {
            let none = || Bits::none(reader.max_doc());
            let mut common = Common { any: none(), digits: [none(), none(), none()] };
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
                    common.any.put(doc);
                    common.digits.iter_mut().enumerate().filter(|(digit, _)| level >> digit & 1 == 1).for_each(|(_, bits)| bits.put(doc));
                    postings.advance();
                }
            }
            out.push(common);
        }
        let out = Arc::new(out);
        let mut known = self.common.lock().unwrap_or_else(PoisonError::into_inner);
        if (known.len() + 1) * self.len() / 2 > MEMORY {
            known.clear();
        }
        known.insert(word.to_owned(), Arc::clone(&out));
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
        let [first, second] = index.best_of_common(&concepts, [(&all, 14), (&odd, 5)]).expect("no fault").expect("all are common");
        let ids = |found: &[(f32, DocAddress)]| found.iter().map(|(_, at)| at.doc_id).collect::<BTreeSet<_>>();
        assert_eq!(ids(&first), (0..3000).filter(|n| n % 210 == 0).take(14).collect());
        assert_eq!(ids(&second), (0..3000).filter(|n| n % 30 == 0 && n % 7 == 0 && n % 4 == 2).take(5).collect());
        assert!(first.is_sorted_by(|a, b| a.0 >= b.0));
        // the same documents as by blocks
        let [blocks] = index.best_by_blocks(&concepts, [(&all, 14)]).expect("no fault");
        assert_eq!(ids(&blocks), ids(&first));
        // a word that is not common is looked up otherwise
        assert!(index.best_of_common(&[concept("raft"), concept("heron")], [(&all, 5)]).expect("no fault").is_none());
        assert!(index.best_of_common(&concepts, [(&all, 2000)]).expect("no fault").is_none());
    }
}
