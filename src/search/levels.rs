//! Candidates in large libraries.
//!
//! Blocks of postings are passed over only where they hold nothing good, and every block of a common word holds something. So the documents
//! of a word are also kept as sets, 64 to a machine word, made when the word is first asked for: which documents have all that is asked,
//! or all but one, is a few operations on each, and only these are scored, by how much each word counts there, in eight levels.

use super::{
    bits::Bits,
    concept::Concept,
    index::{Index, IndexFault},
    rank::{Best, Scored},
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
/// The same by halves, before those are passed over that have less of it.
const ENOUGH: usize = 4;
/// Memory for such sets, in bytes.
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

/// What documents must have of a question.
#[derive(Clone, Copy)]
enum Tier {
    /// All of it, and each word counts much.
    High,
    /// All but so many concepts at most.
    But(usize),
    /// Anything of it.
    Any,
}

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

    /// The documents of a tier among those from `start` on.
    fn tier(&self, tier: Tier, start: usize) -> Chunk {
        let end = (start + CHUNK).min(self.size);
        // those that have all, all but one, all but two …
        let mut but = [[u64::MAX; CHUNK]; MISSING + 1];
        let mut either = [0; CHUNK];
        for (_, ways) in &self.concepts {
            let mut has = [0; CHUNK];
            for (_, words) in ways {
                let mut all = [u64::MAX; CHUNK];
                for word in words {
                    let bits = if matches!(tier, Tier::High) { &word.digits[2] } else { &word.any };
                    let own = bits.words().get(start..end).unwrap_or_default();
                    all.iter_mut().zip(own).for_each(|(all, own)| *all &= own);
                }
                has.iter_mut().zip(&all).for_each(|(has, all)| *has |= all);
            }
            match tier {
                Tier::High => but[0].iter_mut().zip(&has).for_each(|(own, has)| *own &= has),
                Tier::But(most) => {
                    for missing in (1..=most.min(MISSING)).rev() {
                        let fewer = but[missing - 1];
                        but[missing].iter_mut().zip(&has).zip(&fewer).for_each(|((own, has), fewer)| *own = *own & has | fewer);
                    }
                    but[0].iter_mut().zip(&has).for_each(|(own, has)| *own &= has);
                }
                Tier::Any => either.iter_mut().zip(&has).for_each(|(own, has)| *own |= has),
            }
        }
        match tier {
            Tier::High => but[0],
            Tier::But(most) => but[most.min(MISSING)],
            Tier::Any => either,
        }
    }

    /// The documents of a tier that are in a set, 64 by 64: with which 64 they are.
    fn of<'a>(&'a self, tier: Tier, set: &'a Bits) -> impl Iterator<Item = (usize, u64)> + 'a {
        (0..self.size).step_by(CHUNK).flat_map(move |start| {
            let words = set.words().get(start..(start + CHUNK).min(self.size)).unwrap_or_default();
            let mut found = self.tier(tier, start);
            found.iter_mut().zip(words).for_each(|(found, own)| *found &= own);
            let end = words.len();
            (0..end).map(move |at| (start + at, found[at])).filter(|(_, found)| *found != 0)
        })
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
        let but = (0..concepts.len().min(MISSING + 1)).map(|missing| (Tier::But(missing), ENOUGH));
        let tiers: Vec<(Tier, usize)> = std::iter::once((Tier::High, PLENTY * ENOUGH)).chain(but).collect();
        let mut out = [const { Vec::new() }; N];
        for ((set, most), out) in sets.into_iter().zip(&mut out) {
            if most == 0 || set.iter().all(Bits::is_empty) {
                continue;
            }
            let enough = |tier: Tier, least: usize| {
                let mut count = 0;
                let found = asked.iter().zip(set).flat_map(|(asked, bits)| asked.of(tier, bits));
                found.into_iter().any(|(_, found)| {
                    count += found.count_ones() as usize;
                    count >= least
                })
            };
            let tier = tiers.iter().find(|(tier, times)| enough(*tier, most * times / ENOUGH)).map_or(Tier::Any, |(tier, _)| *tier);
            let mut best = Best::new(most);
            for (segment, (asked, bits)) in asked.iter().zip(set).enumerate() {
                for (at, found) in asked.of(tier, bits) {
                    asked.score(at, found, |score, doc| best.put(score, DocAddress::new(segment as u32, doc)));
                }
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
        let most = MEMORY / (self.len() / 2).max(1);
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
        // what stands nowhere
        let [none] = index.best_by_levels(&[concept("heron")], [(&all, 5)]).expect("no fault").expect("not too much");
        assert!(none.is_empty());
    }
}
