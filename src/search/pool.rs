//! Candidates in large libraries.
//!
//! Blocks of postings are passed over only where they hold nothing good, and every block of a common word holds something. So documents are
//! found through the sets of their words ([`levels`](super::levels)). First come those in which words stand side by side as they do in the
//! question; then, of those that have all that is asked, or as much as there is, the ones in which it counts enough to stand beside these.

use super::{
    MOST_PAST,
    asked::{Asked, CHUNK, Chunk, SUMS, Sum, TIERS, at_least, each, sum_of},
    bits::Bits,
    concept::Concept,
    index::{Index, IndexFault},
    rank::{Best, CLOSE, SIDE_BY_SIDE, Scored},
};
use crate::resolve::on_all_cores;
use tantivy::DocAddress;

/// How much it adds where neighbours of the question are neighbours, and so stand close together too.
const NEIGHBOURS: f32 = SIDE_BY_SIDE + CLOSE;
/// Of the documents that have all that is asked, so many for each that is wanted are scored: those in which the words count most.
const PLENTY: usize = 3;
/// Where so many times as many as are wanted of what does not hold have words side by side as the question has them, no others are looked
/// for: at most a few of them are told, and only beside what holds.
const AMPLE: usize = 6;
/// From so many documents on, each set is looked through on a core of its own.
const WIDE: usize = 1 << 17;
/// From so many documents on, a set is looked through in parts.
const VAST: usize = 1 << 20;
/// In so many.
const HANDS: usize = 2;

/// Candidates of a set, tier by tier.
struct Pool<'s> {
    set: &'s [Bits],
    /// How many are wanted.
    most: usize,
    best: Best,
    /// Those that were scored first, ascending.
    known: Vec<DocAddress>,
    /// Of each tier: the segment, which 64 documents of it, and which of these.
    found: [Vec<(usize, usize, u64)>; TIERS],
    /// The sums of those of the first tier.
    found_sums: Vec<Sum>,
    /// How many documents of each tier there are.
    counts: [usize; TIERS],
    /// The strictest tier that has enough; what is less strict need not be looked at any more.
    last: usize,
    /// With a smaller sum a document of the first tier need not be looked at any more.
    least: usize,
    /// Of each sum: how many documents of the first tier were found with it.
    sums: [usize; SUMS],
    /// How many of them have more than `least`.
    above: usize,
}

impl<'s> Pool<'s> {
    fn new(set: &'s [Bits], most: usize) -> Self {
        let most = if set.iter().all(Bits::is_empty) { 0 } else { most };
        Self {
            set,
            most,
            best: Best::new(most),
            known: Vec::new(),
            found: [const { Vec::new() }; TIERS],
            found_sums: Vec::new(),
            counts: [0; TIERS],
            last: TIERS - 1,
            least: 0,
            sums: [0; SUMS],
            above: 0,
        }
    }

    fn has(&self, doc: DocAddress) -> bool {
        self.most > 0 && self.set.get(doc.segment_ord as usize).is_some_and(|set| set.has(doc.doc_id))
    }

    /// Scores those of the set in which some of `of` neighbours are neighbours, whatever else they have.
    fn score_first(&mut self, neighbours: &[(DocAddress, u8)], of: usize, asked: &[Asked<'_>]) {
        let own = neighbours.iter().filter(|(doc, _)| self.has(*doc));
        let missing = |doc: DocAddress, which| asked[doc.segment_ord as usize].missing(doc.doc_id, which);
        let own: Vec<_> = own.map(|&(doc, which)| (doc, which.count_ones(), missing(doc, which))).collect();
        let with = |missing: usize| own.iter().filter(move |(_, _, own)| *own <= missing);
        // those that have least of the question are left out where there are enough
        let enough = (0..of).find(|missing| with(*missing).count() >= self.most).unwrap_or(of);
        let own: Vec<(DocAddress, u32)> = with(enough).map(|&(doc, count, _)| (doc, count)).collect();
        for part in own.chunk_by(|(a, _), (b, _)| a.segment_ord == b.segment_ord) {
            let segment = part[0].0.segment_ord;
            let places: Vec<(usize, u64)> = part.iter().map(|(doc, _)| (doc.doc_id as usize / 64, 1 << (doc.doc_id % 64))).collect();
            asked[segment as usize].score(&places, |time, score, doc| {
                let gain = 1.0 + NEIGHBOURS * part[time].1 as f32 / of as f32;
                self.best.put(score * gain, DocAddress::new(segment, doc));
            });
        }
        self.known = own.into_iter().map(|(doc, _)| doc).collect();
        if self.most > 0 && self.known.len() >= self.most {
            // others have to be as good
            self.last = 0;
            let needed = asked.iter().map(|asked| asked.needed(self.best.least())).min();
            let ample = self.most <= MOST_PAST && self.known.len() >= self.most * AMPLE;
            self.least = if ample { SUMS } else { needed.unwrap_or_default() };
        }
    }

    /// Whether some document might still be among the best.
    fn is_open(&self, asked: &Asked<'_>) -> bool {
        self.most > 0 && self.least <= asked.most()
    }

    /// Whether the set has documents among those of a chunk.
    fn has_any(&self, segment: usize, start: usize) -> bool {
        let own = self.set.get(segment).and_then(|bits| bits.words().get(start..)).unwrap_or_default();
        own.iter().take(CHUNK).any(|own| *own != 0)
    }

    /// The best of the set, best first; `of` neighbours the question has.
    fn fill(mut self, neighbours: &[(DocAddress, u8)], of: usize, asked: &[Asked<'_>]) -> Scored {
        self.score_first(neighbours, of, asked);
        for (segment, asked) in asked.iter().enumerate() {
            if self.last == 0 && self.is_open(asked) {
                self.take_first(segment, asked);
                continue;
            }
            for start in (0..asked.size).step_by(CHUNK) {
                if !self.is_open(asked) {
                    break;
                }
                if self.has_any(segment, start) {
                    self.take(segment, start, &asked.tiers(start, self.last), asked);
                }
            }
        }
        self.finish(asked)
    }

    /// Takes those of the first tier of a segment, where no other tier is looked at any more.
    fn take_first(&mut self, segment: usize, asked: &Asked<'_>) {
        let Some(own) = self.set.get(segment).map(Bits::words) else { return };
        // most of the time goes into waiting for memory, and each core waits for its own
        let hands = if own.len() < VAST / 64 { 1 } else { HANDS };
        let share = own.len().div_ceil(CHUNK).div_ceil(hands).max(1);
        let parts = on_all_cores(hands, 1, |hand| asked.gather(own, share * hand..share * (hand + 1), self.least));
        for (at, which, sum) in parts.into_iter().flatten() {
            self.note((segment, at, which & at_least(&sum, self.least)), sum);
        }
    }

    /// Takes those of the set from `start` on.
    fn take(&mut self, segment: usize, start: usize, tiers: &[Chunk; TIERS], asked: &Asked<'_>) {
        let own = self.set.get(segment).and_then(|bits| bits.words().get(start..)).unwrap_or_default();
        for (tier, found) in tiers.iter().enumerate().take(self.last + 1) {
            for (at, which) in found.iter().zip(own).map(|(found, own)| found & own).enumerate().filter(|(_, which)| *which != 0) {
                self.counts[tier] += which.count_ones() as usize;
                if tier == 0 {
                    let (sum, which) = asked.sum(start + at, which, self.least);
                    self.note((segment, start + at, which), sum);
                } else {
                    self.found[tier].push((segment, start + at, which));
                }
            }
        }
        if let Some(tier) = (0..self.last).find(|tier| self.counts[*tier] >= self.most) {
            self.found[tier + 1..].iter_mut().for_each(|found| *found = Vec::new());
            self.last = tier;
        }
    }

    /// Notes those of 64 documents of the first tier that have enough, as far as it is known yet what is enough, with their sums.
    fn note(&mut self, (segment, at, which): (usize, usize, u64), sum: Sum) {
        if which == 0 {
            return;
        }
        self.found[0].push((segment, at, which));
        self.found_sums.push(sum);
        each(which, |doc| {
            let sum = sum_of(&sum, doc);
            self.sums[sum] += 1;
            self.above += usize::from(sum > self.least);
        });
        while self.above >= self.most * PLENTY {
            self.least += 1;
            self.above -= self.sums[self.least];
        }
    }

    /// The best, best first.
    fn finish(mut self, asked: &[Asked<'_>]) -> Scored {
        if self.last == 0 {
            // what was enough at first may be too little
            let found = self.found[0].iter_mut().zip(&self.found_sums);
            found.for_each(|((_, _, which), sum)| *which &= at_least(sum, self.least));
            self.found[0].retain(|(_, _, which)| *which != 0);
        }
        let place = |doc: &DocAddress| (doc.segment_ord as usize, doc.doc_id as usize / 64);
        let mut known = self.known.into_iter().peekable();
        for part in self.found[self.last].chunk_by(|a, b| a.0 == b.0) {
            let segment = part[0].0;
            let mut new = |at: usize, mut which: u64| {
                while let Some(doc) = known.next_if(|doc| place(doc) <= (segment, at)) {
                    if place(&doc) == (segment, at) {
                        which &= !(1 << (doc.doc_id % 64));
                    }
                }
                (at, which)
            };
            let places: Vec<(usize, u64)> = part.iter().map(|&(_, at, which)| new(at, which)).collect();
            asked[segment].score(&places, |_, score, doc| self.best.put(score, DocAddress::new(segment as u32, doc)));
        }
        self.best.finish()
    }
}

impl Index {
    /// The best documents of each of some sets, at most so many of each; none where too much is asked for at once.
    pub(super) fn best_by_levels<const N: usize>(
        &self,
        concepts: &[Concept],
        sets: [(&[Bits], usize); N],
    ) -> Result<Option<[Scored; N]>, IndexFault> {
        let Some(ready) = self.ready(concepts)? else { return Ok(None) };
        let asked: Vec<Asked<'_>> = self.sizes().enumerate().map(|(segment, docs)| Asked::new(&ready, segment, docs)).collect();
        let neighbours = self.neighbours(concepts)?;
        let least = if self.len() < WIDE || sets.iter().any(|(set, _)| set.iter().all(Bits::is_empty)) { N } else { 1 };
        let found = on_all_cores(N, least, |at| Pool::new(sets[at].0, sets[at].1).fill(&neighbours, concepts.len() - 1, &asked));
        Ok(found.try_into().ok())
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
        // and what has more of the words without being neighbours is before these
        let near = |n: u32| Doc { id: format!("x/{n}"), text: format!("raft boat {}", "sand ".repeat(90)), ..Doc::default() };
        let docs: Vec<Doc> = (0..3000).map(|n| if n % 100 == 7 { far(n) } else { near(n % 70) }).collect();
        let docs: Vec<Doc> = docs.into_iter().enumerate().filter(|(at, _)| at % 100 == 7 || at % 100 == 50).map(|(_, doc)| doc).collect();
        let mixed = Index::new(&docs, Preface::default(), Parts::ALL).expect("an index");
        let [best] = mixed.best_by_levels(&concepts[..2], [(&mixed.all_docs(), 20)]).expect("no fault").expect("not too much");
        assert_eq!((best.len(), ids(&best).into_iter().filter(|at| at % 2 == 0).count()), (20, 20));
        // what stands nowhere
        let [none] = index.best_by_levels(&[concept("heron")], [(&all, 5)]).expect("no fault").expect("not too much");
        assert!(none.is_empty());
    }
}
