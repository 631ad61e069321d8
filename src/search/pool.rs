//! Candidates in large libraries.
//!
//! Blocks of postings are passed over only where they hold nothing good, and every block of a common word holds something. So documents are
//! found through the sets of their words ([`levels`](super::levels)): those that have all that is asked, and of these the ones in which it
//! counts most, or in which words stand side by side as they do in the question. Where these are few, those follow that have less of it.

use super::{
    asked::{Asked, CHUNK, Full, MOST_CONCEPTS, Near, SUMS, TIERS, at_least, each, sum_of},
    bits::Bits,
    concept::Concept,
    index::{Index, IndexFault},
    rank::{Best, CLOSE, SIDE_BY_SIDE, Scored},
};
use crate::resolve::on_all_cores;
use std::sync::{Mutex, PoisonError};
use tantivy::DocAddress;

/// How much it adds where neighbours of the question are neighbours, and so stand close together too.
const NEIGHBOURS: f32 = SIDE_BY_SIDE + CLOSE;
/// Of the documents that have all that is asked, so many for each that is wanted are scored: those in which the words count most.
const PLENTY: usize = 3;
/// From so many documents on, each set is looked through on a core of its own.
const WIDE: usize = 1 << 17;
/// From so many documents on, a set is looked through in parts.
const VAST: usize = 1 << 20;
/// In so many: a core that has time left takes another.
const PARTS: usize = 8;

/// What is looked for.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'s> {
    /// Among these.
    pub(super) set: &'s [Bits],
    /// How many.
    pub(super) most: usize,
    /// Where so many have all that is asked, and words of it side by side as the question has them, no others are looked for.
    pub(super) ample: usize,
}

/// Documents of a set that may be among the best.
struct Pool<'s> {
    wanted: Wanted<'s>,
    asked: &'s [Asked<'s>],
    best: Best,
    /// Those in which neighbours of the question are neighbours: they are among the best, or were not good enough.
    known: Vec<DocAddress>,
    /// Those that have all that is asked, with the segment.
    full: Vec<(usize, Full)>,
    enough: Enough,
}

/// What is enough for a document that has all that is asked.
#[derive(Clone, Copy)]
struct Enough {
    /// With a smaller sum it need not be looked at any more.
    least: usize,
    /// How many were found with each sum.
    sums: [usize; SUMS],
    /// How many of them have more than `least`.
    above: usize,
    /// Of so many, those that have less need not be looked at.
    plenty: usize,
}

impl Enough {
    /// Notes how many more were found with each sum.
    fn note(&mut self, sums: &[usize; SUMS]) {
        self.sums.iter_mut().zip(sums).for_each(|(own, more)| *own += more);
        self.above += sums[self.least + 1..].iter().sum::<usize>();
        while self.above >= self.plenty {
            self.least += 1;
            self.above -= self.sums[self.least];
        }
    }
}

impl<'s> Pool<'s> {
    fn new(wanted: Wanted<'s>, asked: &'s [Asked<'s>]) -> Self {
        let enough = Enough { least: 0, sums: [0; SUMS], above: 0, plenty: wanted.most * PLENTY };
        Self { wanted, asked, best: Best::new(wanted.most), known: Vec::new(), full: Vec::new(), enough }
    }

    /// The best, best first; given all documents in which neighbours of the question are neighbours.
    fn fill(mut self, neighbours: &[Near]) -> Scored {
        let Wanted { set, most, ample } = self.wanted;
        if most == 0 || set.iter().all(Bits::is_empty) {
            return Scored::new();
        }
        let asked = self.asked;
        let of = |near: &Near| &asked[near.0.segment_ord as usize];
        let own: Vec<Near> = neighbours.iter().filter(|(doc, _)| set[doc.segment_ord as usize].has(doc.doc_id)).copied().collect();
        // where enough have all that is asked, others have to be as good
        let first = ample < usize::MAX || own.iter().filter(|near| of(near).is_spanned(near.1)).count() >= most;
        if first {
            let full: Vec<Near> = own.iter().filter(|near| of(near).missing(**near).next().is_none()).copied().collect();
            self.put_near(self.scores(&full));
            if self.known.len() >= ample {
                return self.best.finish();
            }
            if self.known.len() >= most {
                let needed = self.best.least();
                self.enough.least = asked.iter().map(|asked| asked.needed(needed)).min().unwrap_or_default();
            }
        }
        for segment in 0..asked.len() {
            self.take(segment, if first { &[] } else { &own });
        }
        let enough = self.known.len() >= most || self.enough.sums.iter().sum::<usize>() >= most;
        if enough { self.finish() } else { self.fill_up(&own) }
    }

    /// The scores of documents in which neighbours of the question are neighbours.
    fn scores(&self, near: &[Near]) -> Scored {
        let mut out = Scored::with_capacity(near.len());
        for part in near.chunk_by(|(a, _), (b, _)| a.segment_ord == b.segment_ord) {
            let segment = part[0].0.segment_ord;
            let asked = &self.asked[segment as usize];
            let places: Vec<(usize, u64)> = part.iter().map(|(doc, _)| (doc.doc_id as usize / 64, 1 << (doc.doc_id % 64))).collect();
            asked.score(&places, |time, score, doc| {
                let gain = 1.0 + NEIGHBOURS * part[time].1.count_ones() as f32 / asked.neighbours() as f32;
                out.push((score * gain, DocAddress::new(segment, doc)));
            });
        }
        out
    }

    fn put_near(&mut self, near: Scored) {
        self.known.extend(near.iter().map(|(_, doc)| *doc));
        near.into_iter().for_each(|(score, doc)| self.best.put(score, doc));
    }

    /// Takes those of a segment that have all that is asked; those among `near` are scored.
    fn take(&mut self, segment: usize, near: &[Near]) {
        let (asked, set) = (&self.asked[segment], self.wanted.set[segment].words());
        if self.enough.least > asked.most() {
            return;
        }
        let near = near.split_at(near.partition_point(|(doc, _)| (doc.segment_ord as usize) < segment)).1;
        let near = near.split_at(near.partition_point(|(doc, _)| doc.segment_ord as usize == segment)).0;
        // most of the time goes into waiting for memory, and each core waits for its own
        let parts = if set.len() < VAST / 64 { 1 } else { PARTS };
        let share = set.len().div_ceil(CHUNK).div_ceil(parts);
        let enough = Mutex::new(self.enough);
        let enough = || enough.lock().unwrap_or_else(PoisonError::into_inner);
        let gathered = on_all_cores(parts, 1, |part| {
            let least = enough().least;
            let (full, near) = asked.gather(set, share * part..share * (part + 1), least, near);
            let mut sums = [0; SUMS];
            full.iter().for_each(|full| each(full.which, |doc| sums[sum_of(&full.sum, doc)] += 1));
            enough().note(&sums);
            (full, self.scores(&near))
        });
        self.enough = *enough();
        for (full, near) in gathered {
            self.full.extend(full.into_iter().map(|full| (segment, full)));
            self.put_near(near);
        }
    }

    /// Where too few have all that is asked: with those that have less of it, as few of them as are enough.
    fn fill_up(mut self, near: &[Near]) -> Scored {
        let (most, asked) = (self.wanted.most, self.asked);
        self.known.sort_unstable();
        let is_new = |near: &&Near| self.known.binary_search(&near.0).is_err();
        let missing = |near: &Near| (*near, asked[near.0.segment_ord as usize].missing(*near).count());
        let less: Vec<(Near, usize)> = near.iter().filter(is_new).map(missing).collect();
        let with = |missing: usize| less.iter().filter(move |(_, own)| *own <= missing).map(|(near, _)| *near);
        let enough = (1..MOST_CONCEPTS).find(|missing| self.known.len() + with(*missing).count() >= most);
        let less: Vec<Near> = with(enough.unwrap_or(usize::MAX)).collect();
        self.put_near(self.scores(&less));
        if enough.is_some() {
            return self.finish();
        }
        // the strictest tier that has enough; what is less strict need not be looked at any more
        let (mut last, mut counts, mut found) = (TIERS - 1, [0; TIERS], [const { Vec::new() }; TIERS]);
        for (segment, asked) in asked.iter().enumerate() {
            let set = self.wanted.set[segment].words();
            for start in (0..set.len()).step_by(CHUNK).filter(|start| set[*start..].iter().take(CHUNK).any(|own| *own != 0)) {
                for (tier, all) in asked.tiers(start, last).iter().enumerate().take(last + 1) {
                    let own = all.iter().zip(&set[start..]).map(|(all, own)| all & own).enumerate().filter(|(_, which)| *which != 0);
                    for (at, which) in own {
                        counts[tier] += which.count_ones() as usize;
                        found[tier].push((segment, start + at, which));
                    }
                }
                if let Some(tier) = (0..last).find(|tier| counts[*tier] >= most) {
                    found[tier + 1..].iter_mut().for_each(Vec::clear);
                    last = tier;
                }
            }
        }
        self.score_new(&found[last]);
        self.best.finish()
    }

    /// The best, best first.
    fn finish(mut self) -> Scored {
        // what was enough at first may be too little
        let which = |full: &Full| full.which & at_least(&full.sum, self.enough.least);
        let found = self.full.iter().map(|(segment, full)| (*segment, full.at, which(full)));
        let found: Vec<_> = found.filter(|(_, _, which)| *which != 0).collect();
        self.score_new(&found);
        self.best.finish()
    }

    /// Scores those that are not known, ascending: the segment, which 64 documents of it, and which of these.
    fn score_new(&mut self, found: &[(usize, usize, u64)]) {
        let place = |doc: &DocAddress| (doc.segment_ord as usize, doc.doc_id as usize / 64);
        self.known.sort_unstable();
        let mut known = self.known.iter().peekable();
        for part in found.chunk_by(|a, b| a.0 == b.0) {
            let segment = part[0].0;
            let mut new = |&(_, at, mut which): &(usize, usize, u64)| {
                while let Some(doc) = known.next_if(|doc| place(doc) <= (segment, at)) {
                    if place(doc) == (segment, at) {
                        which &= !(1 << (doc.doc_id % 64));
                    }
                }
                (at, which)
            };
            let places: Vec<(usize, u64)> = part.iter().map(&mut new).filter(|(_, which)| *which != 0).collect();
            self.asked[segment].score(&places, |_, score, doc| self.best.put(score, DocAddress::new(segment as u32, doc)));
        }
    }
}

impl Index {
    /// The best documents of each of some sets; none where too much is asked for at once.
    pub(super) fn best_by_levels<const N: usize>(
        &self,
        concepts: &[Concept],
        wanted: [Wanted<'_>; N],
    ) -> Result<Option<[Scored; N]>, IndexFault> {
        let Some(ready) = self.ready(concepts)? else { return Ok(None) };
        let asked: Vec<Asked<'_>> = (0..self.sizes().count()).map(|segment| Asked::new(&ready, segment)).collect();
        let neighbours = self.neighbours(concepts)?;
        let least = if self.len() < WIDE || wanted.iter().any(|wanted| wanted.set.iter().all(Bits::is_empty)) { N } else { 1 };
        let found = on_all_cores(N, least, |at| Pool::new(wanted[at], &asked).fill(&neighbours));
        Ok(found.try_into().ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Candidates, Parts, Preface, concept::Way, doc::Doc};
    use std::collections::BTreeSet;

    fn wanted(set: &[Bits], most: usize) -> Wanted<'_> {
        Wanted { set, most, ample: usize::MAX }
    }

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
        let [first, second] =
            index.best_by_levels(&concepts, [wanted(&all, 14), wanted(&odd, 5)]).expect("no fault").expect("not too much");
        let ids = |found: &[(f32, DocAddress)]| found.iter().map(|(_, at)| at.doc_id).collect::<BTreeSet<_>>();
        assert_eq!(ids(&first), (0..3000).filter(|n| n % 210 == 0).take(14).collect());
        assert_eq!(ids(&second), (0..3000).filter(|n| n % 30 == 0 && n % 7 == 0 && n % 4 == 2).take(5).collect());
        assert!(first.is_sorted_by(|a, b| a.0 >= b.0));
        // the same documents as by blocks
        let [blocks] = index.best_by_blocks(&concepts, [(&all, 14)]).expect("no fault");
        assert_eq!(ids(&blocks), ids(&first));
        // where few have all, those count that have less
        let [some] = index.best_by_levels(&concepts, [wanted(&all, 800)]).expect("no fault").expect("not too much");
        assert_eq!(some.len(), 800);
        let full = some.iter().filter(|(_, at)| at.doc_id % 30 == 0).count();
        assert_eq!(full, 100);
        // neighbours are among them, though their words count less in a longer text
        let far = |n: u32| Doc { id: format!("x/{n}"), text: format!("raft {n} boat"), ..Doc::default() };
        let near = Doc { text: format!("raft boat {}", "sand ".repeat(4)), ..Doc::default() };
        let docs: Vec<Doc> = (0..100).map(far).chain([near]).collect();
        let neighbours = Index::new(&docs, Preface::default(), Parts::ALL).expect("an index");
        let [few] =
            neighbours.best_by_levels(&concepts[..2], [wanted(&neighbours.all_docs(), 3)]).expect("no fault").expect("not too much");
        assert_eq!((few.len(), ids(&few).contains(&100)), (3, true));
        // and what has more of the words without being neighbours is before these
        let near = |n: u32| Doc { id: format!("x/{n}"), text: format!("raft boat {}", "sand ".repeat(90)), ..Doc::default() };
        let docs: Vec<Doc> = (0..3000).map(|n| if n % 100 == 7 { far(n) } else { near(n % 70) }).collect();
        let docs: Vec<Doc> = docs.into_iter().enumerate().filter(|(at, _)| at % 100 == 7 || at % 100 == 50).map(|(_, doc)| doc).collect();
        let mixed = Index::new(&docs, Preface::default(), Parts::ALL).expect("an index");
        let [best] = mixed.best_by_levels(&concepts[..2], [wanted(&mixed.all_docs(), 20)]).expect("no fault").expect("not too much");
        assert_eq!((best.len(), ids(&best).into_iter().filter(|at| at % 2 == 0).count()), (20, 20));
        // however many are wanted, there are no more than there are
        let docs: Vec<Doc> = (0..6000).map(|n| Doc { id: format!("x/{n}"), text: text(n), ..Doc::default() }).collect();
        let large = Index::new(&docs, Preface::default(), Parts::ALL).expect("an index");
        for candidates in [Candidates::Usual, Candidates::Blocks] {
            let sets = [(&large.all_docs()[..], usize::MAX), (&large.no_docs()[..], 10)];
            let [every, past] = large.best(&concepts, sets, candidates).expect("no fault");
            let any = (0..6000_u32).filter(|n| [2, 3, 5].iter().any(|by| n.is_multiple_of(*by))).count();
            assert_eq!((every.len(), past.len()), (any, 0), "{candidates:?}");
        }
        // what stands nowhere
        let [none] = index.best_by_levels(&[concept("heron")], [wanted(&all, 5)]).expect("no fault").expect("not too much");
        assert!(none.is_empty());
    }
}
