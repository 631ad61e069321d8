//! A question put to the sets of its words: which documents have how much of it, 64 at a time.

use super::{
    concept::Concept,
    index::{Index, IndexFault},
    levels::{HEAVY, HIGHEST, LOWEST, Levels, STEP},
    prepared::SAME,
    rank::UNCOVERED,
};
use std::{ops::Range, sync::Arc};
use tantivy::DocAddress;

/// No more concepts are looked at in this way: hardly a document has them all.
pub(super) const MOST_CONCEPTS: usize = 8;
/// The same of words.
const MOST_WORDS: usize = 32;
/// How many machine words are worked on at once.
pub(super) const CHUNK: usize = 32;
/// Where words may be light in more concepts, it is not looked at which are.
const MOST_LIGHT: usize = 1;
/// How many concepts may be missing before all documents that have any are looked at.
const MISSING: usize = 2;
/// What documents must have of a question, the strictest first: all of it, all but one concept, all but two, anything of it.
pub(super) const TIERS: usize = MISSING + 2;
/// So many times 64 documents are read at once.
const BATCH: usize = 32;

type Chunk = [u64; CHUNK];

/// A document in which neighbours of the question are neighbours, and which of them: as bits, the first two concepts as the lowest.
pub(super) type Near = (DocAddress, u8);

/// Which of 64 documents have all that is asked.
#[derive(Clone, Copy)]
pub(super) struct Full {
    /// Which 64.
    pub(super) at: usize,
    /// Which of them.
    pub(super) which: u64,
    pub(super) sum: Sum,
}

/// The words that may stand for a concept, with how good a match they are.
type Ways<'r> = Vec<(f32, Vec<&'r Levels>)>;

/// What the levels of all concepts add up to in each of 64 documents, as binary digits, the lowest first.
type Sum = [u64; DIGITS];
const DIGITS: usize = (HIGHEST * MOST_CONCEPTS).ilog2() as usize + 1;
/// There are so many different sums.
pub(super) const SUMS: usize = 1 << DIGITS;

/// Adds numbers of three digits.
#[inline]
fn add(sum: &mut Sum, digits: [u64; 3]) {
    let (low, high) = sum.split_at_mut(digits.len());
    let mut carried = 0;
    for (own, other) in low.iter_mut().zip(digits) {
        let differ = *own ^ other;
        (*own, carried) = (differ ^ carried, *own & other | differ & carried);
    }
    for own in high {
        (*own, carried) = (*own ^ carried, *own & carried);
    }
}

/// Which of 64 documents have a sum of at least `least`.
#[inline]
pub(super) fn at_least(sum: &Sum, least: usize) -> u64 {
    let (mut more, mut same) = (0, u64::MAX);
    for (place, digit) in sum.iter().enumerate().rev() {
        if least >> place & 1 == 1 {
            same &= digit;
        } else {
            more |= same & digit;
            same &= !digit;
        }
    }
    more | same
}

/// The sum of one of 64 documents.
#[inline]
pub(super) fn sum_of(sum: &Sum, doc: usize) -> usize {
    sum.iter().enumerate().map(|(place, digit)| (digit >> doc & 1) << place).sum::<u64>() as usize
}

/// Of each chunk, documents that lack none of what was counted so far, at most one, at most two and so on: the next is counted.
#[inline]
fn count_missing(tiers: &mut [Chunk], has: &Chunk) {
    for missing in (0..tiers.len()).rev() {
        // with it so many of those before may be missing, and without it one less
        let (fewer, from) = tiers.split_at_mut(missing);
        match fewer.last() {
            Some(fewer) => from[0].iter_mut().zip(has).zip(fewer).for_each(|((own, has), fewer)| *own = *own & has | fewer),
            None => from[0].iter_mut().zip(has).for_each(|(own, has)| *own &= has),
        }
    }
}

/// The levels of a concept in 64 documents, as binary digits.
#[inline]
fn digits_of(ways: &Ways<'_>, at: usize) -> [u64; 3] {
    if let [(weight, words)] = &ways[..]
        && let [word] = words[..]
        && *weight >= 1.0
    {
        return word.at(at).digits;
    }
    let (mut digits, mut left) = ([0; 3], u64::MAX);
    for (weight, words) in ways {
        let Some(first) = words.first().map(|word| word.at(at)) else { continue };
        let here = words[1..].iter().fold(left & first.any, |here, other| here & other.at(at).any);
        left &= !here;
        let [ones, twos, fours] = first.digits;
        // what is not the word itself counts half
        let own = if *weight < 1.0 { [twos, fours, 0] } else { [ones, twos, fours] };
        digits.iter_mut().zip(own).for_each(|(digit, own)| *digit |= own & here);
    }
    digits
}

/// The words of a concept.
pub(super) struct Ready {
    worth: f32,
    ways: Vec<(f32, Vec<Arc<Vec<Levels>>>)>,
}

/// The words of a question in one segment.
pub(super) struct Asked<'r> {
    concepts: Vec<(f32, Ways<'r>)>,
    /// The words of all concepts.
    words: Vec<&'r Levels>,
    /// Of which concepts, as bits, every good word is one by itself.
    plain: u8,
    worth: f32,
}

impl<'r> Asked<'r> {
    pub(super) fn new(ready: &'r [Ready], segment: usize) -> Self {
        let ways = |concept: &'r Ready| {
            let words = |words: &'r Vec<Arc<Vec<Levels>>>| words.iter().filter_map(|word| word.get(segment)).collect();
            concept.ways.iter().map(|(weight, own)| (*weight, words(own))).collect()
        };
        let concepts: Vec<(f32, Ways<'r>)> = ready.iter().map(|concept| (concept.worth, ways(concept))).collect();
        let words = concepts.iter().flat_map(|(_, ways)| ways).flat_map(|(_, words)| words).copied().collect();
        let is_plain = |concept: &Ready| concept.ways.iter().all(|(weight, words)| *weight <= SAME || words.len() == 1);
        let plain = ready.iter().enumerate().fold(0, |all, (at, concept)| all | u8::from(is_plain(concept)) << at);
        Self { concepts, words, plain, worth: ready.iter().map(|concept| concept.worth).sum() }
    }

    /// Those documents of a set, in some chunks, that have all that is asked and a sum of `least` or more, and those of `near` that have it
    /// all, whatever their sum. All of them ascend.
    pub(super) fn gather(&self, set: &[u64], chunks: Range<usize>, least: usize, near: &[Near]) -> (Vec<Full>, Vec<Near>) {
        let (mut out, mut seen) = (Vec::new(), Vec::new());
        let light = self.light(least);
        let place = |(doc, _): &Near| doc.doc_id as usize / 64;
        let mut near = near.split_at(near.partition_point(|near| place(near) < chunks.start * CHUNK)).1;
        for start in chunks.map(|chunk| chunk * CHUNK) {
            let full = self.full(start, set, light);
            let own = near.split_off(..near.iter().take_while(|near| place(near) < start + CHUNK).count()).unwrap_or_default();
            // neighbours make up for words that count little
            let all = if light.is_none() || own.is_empty() { full } else { self.full(start, set, None) };
            seen.extend(own.iter().filter(|near| all[place(near) - start] >> (near.0.doc_id % 64) & 1 == 1));
            // the sums of one wait for memory that those of the next would ask for only then
            self.touch(full.iter().enumerate().filter(|(_, which)| **which != 0).map(|(at, _)| start + at));
            for (at, which) in full.into_iter().enumerate().filter(|(_, which)| *which != 0) {
                let (sum, which) = self.sum(start + at, which, least);
                if which != 0 {
                    out.push(Full { at: start + at, which, sum });
                }
            }
        }
        (out, seen)
    }

    /// Asks for what is known of all words in some times 64 documents. The words lie far apart: it is asked for at once, and waited for once.
    #[inline]
    fn touch(&self, places: impl Iterator<Item = usize>) {
        let mut touched = 0;
        places.for_each(|at| self.words.iter().for_each(|word| touched ^= word.touch(at)));
        std::hint::black_box(touched);
    }

    /// In how many concepts a document may have light words only and still a sum of `least`; none where it pays not to look at that.
    fn light(&self, least: usize) -> Option<usize> {
        let light = self.most().saturating_sub(least) / (HIGHEST + 1 - HEAVY);
        (light <= MOST_LIGHT && light < self.concepts.len()).then_some(light)
    }

    /// The documents of a set among those from `start` on that have all that is asked. Given in how many concepts the words may be light,
    /// those that have more are left out, and some may be among the rest that lack a word of several that stand for a concept.
    fn full(&self, start: usize, set: &[u64], light: Option<usize>) -> Chunk {
        let mut full = [0; CHUNK];
        full.iter_mut().zip(set.get(start..).unwrap_or_default()).for_each(|(full, own)| *full = *own);
        if full == [0; CHUNK] {
            return full;
        }
        if let Some(light) = light {
            let mut enough = [[u64::MAX; CHUNK]; MOST_LIGHT + 1];
            for (_, ways) in &self.concepts {
                count_missing(&mut enough[..=light], &self.heavy(ways, start));
            }
            full.iter_mut().zip(enough[light]).for_each(|(full, enough)| *full &= enough);
        }
        if light == Some(0) {
            return full;
        }
        for (_, ways) in &self.concepts {
            if full == [0; CHUNK] {
                break;
            }
            if let [(_, words)] = &ways[..] {
                words.iter().for_each(|word| full.iter_mut().zip(word.any.from(start)).for_each(|(full, own)| *full &= own));
            } else {
                full.iter_mut().zip(self.having(ways, start)).for_each(|(full, has)| *full &= has);
            }
        }
        full
    }

    /// The documents from `start` on in which a concept may count as much as heavy words do.
    #[inline]
    fn heavy(&self, ways: &Ways<'_>, start: usize) -> Chunk {
        let mut has = [0; CHUNK];
        // what is not the word itself counts half
        for word in ways.iter().filter(|(weight, _)| *weight >= 1.0).filter_map(|(_, words)| words.first()) {
            has.iter_mut().zip(word.heavy.from(start)).for_each(|(has, own)| *has |= own);
        }
        has
    }

    /// The documents from `start` on that have a concept.
    #[inline]
    fn having(&self, ways: &Ways<'_>, start: usize) -> Chunk {
        let mut has = [0; CHUNK];
        for (_, words) in ways {
            if let [word] = words[..] {
                has.iter_mut().zip(word.any.from(start)).for_each(|(has, own)| *has |= own);
                continue;
            }
            let mut all = [u64::MAX; CHUNK];
            for word in words {
                all.iter_mut().zip(word.any.from(start)).for_each(|(all, own)| *all &= own);
            }
            has.iter_mut().zip(&all).for_each(|(has, all)| *has |= all);
        }
        has
    }

    /// The documents of each tier up to `last` among those from `start` on.
    pub(super) fn tiers(&self, start: usize, last: usize) -> [Chunk; TIERS] {
        let mut out = [[u64::MAX; CHUNK]; TIERS];
        out[TIERS - 1] = [0; CHUNK];
        // where as many concepts may be missing as there are, every document that has any does
        let enough = self.concepts.len().min(TIERS - 1);
        for (_, ways) in &self.concepts {
            let has = self.having(ways, start);
            count_missing(&mut out[..=last.min(MISSING)], &has);
            if last >= enough {
                out[TIERS - 1].iter_mut().zip(&has).for_each(|(own, has)| *own |= has);
            }
        }
        if last >= enough {
            let any = out[TIERS - 1];
            out[enough..].fill(any);
        }
        out
    }

    /// The concepts of which nothing stands in a document.
    pub(super) fn missing(&self, (doc, neighbours): Near) -> impl Iterator<Item = usize> {
        let there = self.spanned(neighbours);
        let has = move |ways: &Ways<'_>| ways.iter().any(|(_, words)| words.iter().all(|word| word.any.has(doc.doc_id)));
        (0..self.concepts.len()).filter(move |at| there >> at & 1 == 0 && !has(&self.concepts[*at].1))
    }

    /// Whether a document in which these neighbours are neighbours has all that is asked, whatever else stands there.
    pub(super) fn is_spanned(&self, neighbours: u8) -> bool {
        self.spanned(neighbours).count_ones() as usize == self.concepts.len()
    }

    /// The concepts that neighbours are made of.
    fn spanned(&self, neighbours: u8) -> u8 {
        (neighbours | neighbours << 1) & self.plain
    }

    /// How many neighbours the question has; at least one, as it is divided by.
    pub(super) fn neighbours(&self) -> usize {
        self.concepts.len().saturating_sub(1).max(1)
    }

    /// About how much the words of 64 documents count, and those of `which` for which that is `least` or more. Where there are none the sum
    /// is not finished.
    fn sum(&self, at: usize, which: u64, least: usize) -> (Sum, u64) {
        let (mut out, mut which, mut rest) = (Sum::default(), which, self.most());
        for (_, ways) in &self.concepts {
            add(&mut out, digits_of(ways, at));
            // as much as the other concepts may add at most
            rest -= HIGHEST;
            if least > rest {
                which &= at_least(&out, least - rest);
                if which == 0 {
                    break;
                }
            }
        }
        (out, which)
    }

    /// The greatest sum of a document.
    pub(super) fn most(&self) -> usize {
        HIGHEST * self.concepts.len()
    }

    /// The least sum with which a document may score more than `score`, where words stand for themselves; of other ways it is a guess.
    pub(super) fn needed(&self, score: f32) -> usize {
        let worth = self.concepts.iter().map(|(worth, _)| *worth).fold(f32::EPSILON, f32::max);
        ((score - self.worth * LOWEST) / (worth * STEP)).ceil().max(0.0) as usize
    }

    /// Scores documents: each time 64, and which of them. `put` is given at which time, the score and the document.
    pub(super) fn score(&self, some: &[(usize, u64)], mut put: impl FnMut(usize, f32, u32)) {
        for (batch, part) in some.chunks(BATCH).enumerate() {
            self.touch(part.iter().map(|(at, _)| *at));
            for (time, &(at, which)) in part.iter().enumerate() {
                each(which, |doc| put(batch * BATCH + time, self.score_of(at, doc), at as u32 * 64 + doc as u32));
            }
        }
    }

    /// Scores one of 64 documents.
    fn score_of(&self, at: usize, doc: usize) -> f32 {
        let (mut sum, mut covered) = (0.0, 0.0);
        for (worth, ways) in &self.concepts {
            let mut best = 0.0_f32;
            for (weight, words) in ways {
                let (mut here, mut counts) = (1, 0.0);
                for word in words.iter().map(|word| word.at(at)) {
                    here &= word.any >> doc;
                    counts += word.counts(doc);
                }
                best = best.max(weight * counts / words.len().max(1) as f32 * (here & 1) as f32);
            }
            sum += worth * best;
            covered += worth * best.min(1.0);
        }
        sum * (UNCOVERED + (1.0 - UNCOVERED) * covered / self.worth.max(f32::EPSILON))
    }
}

/// Does something for each member of a set of 64.
#[inline]
pub(super) fn each(mut which: u64, mut act: impl FnMut(usize)) {
    while which != 0 {
        act(which.trailing_zeros() as usize);
        which &= which - 1;
    }
}

impl Index {
    /// The words of a question as sets; none where too much is asked for at once.
    pub(super) fn ready(&self, concepts: &[Concept]) -> Result<Option<Vec<Ready>>, IndexFault> {
        let words = concepts.iter().flat_map(|concept| &concept.ways).map(|way| way.words.len()).sum::<usize>();
        if !(1..=MOST_CONCEPTS).contains(&concepts.len()) || words > MOST_WORDS {
            return Ok(None);
        }
        let mut out = Vec::with_capacity(concepts.len());
        for concept in concepts {
            let mut ways = Vec::with_capacity(concept.ways.len());
            for way in &concept.ways {
                ways.push((way.weight, way.words.iter().map(|word| self.levels(word)).collect::<Result<_, _>>()?));
            }
            out.push(Ready { worth: concept.worth, ways });
        }
        Ok(Some(out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_levels() {
        let mut seed = 9_u64;
        let mut number = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 29
        };
        for _ in 0..32 {
            let words: [[u64; 3]; MOST_CONCEPTS] = std::array::from_fn(|_| [number(), number(), number()]);
            let mut one = Sum::default();
            words.iter().for_each(|digits| add(&mut one, *digits));
            for doc in 0..64 {
                let sum = words.iter().map(|digits| digits.iter().rev().fold(0, |sum, digit| sum * 2 + (digit >> doc & 1) as usize));
                assert_eq!(sum_of(&one, doc), sum.sum::<usize>());
            }
            for least in 0..SUMS {
                let enough = (0..64).filter(|doc| sum_of(&one, *doc) >= least).fold(0, |all, doc| all | 1 << doc);
                assert_eq!(at_least(&one, least), enough, "{least}");
            }
        }
    }

    #[test]
    fn what_is_gathered_has_all_that_is_asked_and_enough_of_it() {
        const DOCS: u32 = 5000;
        let mut seed = 5_u64;
        let mut below = |sides: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % sides
        };
        // of each word its level in each document that has it
        let known: [Vec<Option<usize>>; 4] =
            std::array::from_fn(|_| (0..DOCS).map(|_| (below(3) > 0).then(|| below(HIGHEST as u64 + 1) as usize)).collect());
        let [a, b, c, d] = known.each_ref().map(|known| {
            let mut levels = Levels::none(DOCS);
            (0..DOCS).zip(known).filter_map(|(doc, level)| Some((doc, (*level)?))).for_each(|(doc, level)| levels.put(doc, level));
            Arc::new(vec![levels])
        });
        let set: Vec<u64> = (0..DOCS.div_ceil(64)).map(|_| below(u64::from(u32::MAX)) << 32 | below(u64::from(u32::MAX))).collect();
        let near: Vec<Near> = (0..DOCS).step_by(7).map(|doc| (DocAddress::new(0, doc), 1)).collect();
        let is_of = |doc: u32| doc < DOCS && set[doc as usize / 64] >> (doc % 64) & 1 == 1;
        let of = |word: usize, doc: u32| known[word][doc as usize];
        // a word, another or one that counts half, and one that stands beside another
        let ready = [
            Ready { worth: 1.0, ways: vec![(1.0, vec![a])] },
            Ready { worth: 1.0, ways: vec![(1.0, vec![b]), (0.75, vec![Arc::clone(&c)])] },
            Ready { worth: 1.0, ways: vec![(1.0, vec![c, d])] },
        ];
        let levels = |doc: u32| {
            let half = || of(2, doc).map(|level| level / 2);
            [of(0, doc), of(1, doc).or_else(half), of(2, doc).filter(|_| of(3, doc).is_some())]
        };
        for count in 1..=ready.len() {
            let asked = Asked::new(&ready[..count], 0);
            let sum = |doc: u32| levels(doc)[..count].iter().copied().sum::<Option<usize>>();
            let chunks = || 0..set.len().div_ceil(CHUNK);
            let has_all: Vec<u32> = (0..DOCS).filter(|doc| is_of(*doc) && sum(*doc).is_some()).collect();
            for least in 0..=asked.most() {
                let (full, seen) = asked.gather(&set, chunks(), least, &near);
                let mut found = Vec::new();
                full.iter().for_each(|full| each(full.which, |doc| found.push((full.at * 64 + doc) as u32)));
                let enough = |doc: &u32| sum(*doc).is_some_and(|sum| sum >= least);
                assert_eq!(found, has_all.iter().copied().filter(enough).collect::<Vec<_>>(), "{count} {least}");
                // neighbours count whatever their sum
                let seen: Vec<u32> = seen.iter().map(|(doc, _)| doc.doc_id).collect();
                assert_eq!(seen, has_all.iter().copied().filter(|doc| doc % 7 == 0).collect::<Vec<_>>(), "{count} {least}");
            }
        }
    }
}
