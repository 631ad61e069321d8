//! An index that follows edits: what was written anew stands in a small second segment, and what it replaces counts as gone.
//!
//! Such an index answers as the one made from nothing, except that a word is not suggested in place of another if only texts have it that
//! are gone.

use super::{
    bits::Bits,
    building::Building,
    doc::Doc,
    index::{Index, IndexFault, Preface},
    prepared::Zoned,
};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use tantivy::DocAddress;

/// Documents that are made, and replaced, together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Run {
    /// The ruleset.
    pub ruleset: String,
    /// The section; none: what is said about several.
    pub section: Option<String>,
}

/// Runs in their order with their documents; none where they are as they were.
pub type NewRuns = Vec<(Run, Option<Vec<Doc>>)>;

/// What an index is to become.
#[derive(Clone, Debug)]
pub struct Renewal {
    /// What stands before the documents.
    pub preface: Preface,
    /// The documents in their order; where none are given, the run is as it was.
    pub runs: NewRuns,
}

/// How an index differs from the one that it was when it was made from nothing.
#[derive(Debug, Default)]
pub(super) struct Renewed {
    /// Documents of the first segment that are gone.
    gone: Option<Bits>,
    /// How many these are.
    count: usize,
    /// In how many of them a word stands.
    lost: HashMap<String, u64>,
    /// The places of the documents in the order of the rules, segment by segment.
    places: Vec<Vec<u32>>,
}

impl Renewed {
    /// An index that was made from nothing, with the place of each document, in four bytes.
    pub(super) fn placed(places: &[u8]) -> Self {
        let place = |bytes: &[u8]| bytes.try_into().map_or(u32::MAX, u32::from_le_bytes);
        Self { places: vec![places.chunks_exact(4).map(place).collect()], ..Self::default() }
    }

    /// The documents of the first segment, of so many, in the order of their places.
    pub(super) fn in_order(&self, size: u32) -> Vec<u32> {
        let mut docs: Vec<u32> = (0..size).collect();
        docs.sort_by_key(|doc| self.place(DocAddress::new(0, *doc)));
        docs
    }

    /// Takes what is gone out of sets.
    pub(super) fn clean(&self, mut sets: Vec<Bits>) -> Vec<Bits> {
        if let (Some(gone), Some(first)) = (&self.gone, sets.first_mut()) {
            first.drop(gone);
        }
        sets
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn lost(&self, word: &str) -> u64 {
        self.lost.get(word).copied().unwrap_or_default()
    }

    /// The place of a document among all.
    pub(super) fn place(&self, at: DocAddress) -> u32 {
        let place = self.places.get(at.segment_ord as usize).and_then(|places| places.get(at.doc_id as usize));
        place.copied().unwrap_or(at.doc_id)
    }

    pub(super) fn is_renewed(&self) -> bool {
        self.gone.is_some()
    }
}

/// So many documents may always stand in the second segment.
const FEW: usize = 256;
/// Of a larger index, one in so many.
const SHARE: usize = 16;

/// Runs in their order, with the documents of each.
pub(super) type Runs = Vec<(Run, Vec<DocAddress>)>;

impl Index {
    /// The documents of a run, as they are; none where there is no such run.
    pub fn run(&self, run: &Run) -> Result<Option<Vec<Doc>>, IndexFault> {
        let runs = self.runs()?;
        // there are few where each is asked for
        let Some((_, docs)) = runs.iter().find(|(own, _)| own == run) else { return Ok(None) };
        docs.iter().map(|at| self.doc(*at)).collect::<Result<_, _>>().map(Some)
    }

    /// The runs of a ruleset, in their order.
    pub fn runs_of(&self, ruleset: &str) -> Result<Vec<Run>, IndexFault> {
        Ok(self.runs()?.iter().map(|(run, _)| run).filter(|run| run.ruleset == ruleset).cloned().collect())
    }

    /// This index with some of its runs made anew. None where so much is new that it is better made from nothing, or must be.
    pub fn renewed(&self, renewal: &Renewal) -> Result<Option<Self>, IndexFault> {
        let old = self.runs()?;
        if old.is_empty() || renewal.preface.lexicon() != self.preface.lexicon() {
            return Ok(None);
        }
        let known: HashMap<&Run, &Vec<DocAddress>> = old.iter().map(|(run, docs)| (run, docs)).collect();
        // as they come: what is added is found by how many there were before
        let mut building = Building::new(renewal.preface.clone(), self.analyser.parts())?.in_windows(usize::MAX);
        let mut added: u32 = 0;
        let mut runs: Runs = Vec::with_capacity(renewal.runs.len());
        let mut kept: HashSet<u32> = HashSet::new();
        let most = (self.len() / SHARE).max(FEW) as u32;
        for (run, docs) in &renewal.runs {
            let before = known.get(run).map_or(&[][..], |docs| docs);
            let mut out = Vec::with_capacity(before.len());
            let mut add = |doc: &Doc, out: &mut Vec<DocAddress>| {
                out.push(DocAddress::new(1, added));
                added += 1;
                building.add(doc)
            };
            match docs {
                None if !known.contains_key(run) => return Ok(None),
                None => {
                    for at in before {
                        if at.segment_ord == 0 { out.push(*at) } else { add(&self.doc(*at)?, &mut out)? }
                    }
                }
                Some(docs) => {
                    let mut same: HashMap<&[u8], Vec<DocAddress>> = HashMap::new();
                    before
                        .iter()
                        .rev()
                        .filter(|at| at.segment_ord == 0)
                        .for_each(|at| same.entry(self.written(*at)).or_default().push(*at));
                    for doc in docs {
                        match same.get_mut(serde_json::to_vec(doc)?.as_slice()).and_then(Vec::pop) {
                            Some(at) => out.push(at),
                            None => add(doc, &mut out)?,
                        }
                    }
                }
            }
            kept.extend(out.iter().filter(|at| at.segment_ord == 0).map(|at| at.doc_id));
            runs.push((run.clone(), out));
            if added > most {
                return Ok(None);
            }
        }
        let size = self.sizes().next().unwrap_or_default();
        let mut places = vec![vec![u32::MAX; size as usize], vec![u32::MAX; added as usize]];
        for (place, at) in runs.iter().flat_map(|(_, docs)| docs).enumerate() {
            places[at.segment_ord as usize][at.doc_id as usize] = place as u32;
        }
        let mut gone = Bits::none(size);
        let mut lost = self.renewed.lost.clone();
        for doc in (0..size).filter(|doc| !kept.contains(doc)) {
            gone.put(doc);
            if self.renewed.gone.as_ref().is_none_or(|gone| !gone.has(doc)) {
                let doc = self.doc(DocAddress::new(0, doc))?;
                let (body, _) = building.words(&Zoned::new(&self.analyser, &doc));
                let words: HashSet<String> = body.tokens.into_iter().map(|word| word.text).collect();
                words.into_iter().for_each(|word| *lost.entry(word).or_default() += 1);
            }
        }
        // what was gone before and is there again
        let count = size as usize - kept.len();
        let renewed = Renewed { gone: Some(gone), count, lost, places };
        self.with_second(building, added > 0, renewed, runs).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Candidates, Parts, Search, query};

    fn doc(id: &str, text: &str) -> Doc {
        Doc { ruleset: "x".into(), id: format!("x/{id}"), text: text.into(), current: true, ..Doc::default() }
    }

    fn run(section: &str) -> Run {
        Run { ruleset: "x".into(), section: Some(section.into()) }
    }

    fn found(index: &Index, text: &str) -> Vec<(String, f32)> {
        let (node, _) = query::parse(text);
        let search = Search {
            query: &node,
            editions: &[],
            hidden: &[],
            beside: &[],
            layers: &[],
            limit: 10,
            all_editions: true,
            candidates: Candidates::Usual,
        };
        let hits = index.search(&search).expect("an answer").hits;
        hits.into_iter().map(|hit| (hit.doc.text, hit.score)).collect()
    }

    fn whole(runs: &[(Run, Vec<Doc>)]) -> Index {
        Index::of_runs(runs, Preface::default(), Parts::ALL).expect("an index")
    }

    #[test]
    fn what_is_new_is_found_in_its_place_and_what_is_gone_is_not() {
        let a = vec![doc("a", "Rafts moor."), doc("b", "Boats moor.")];
        let b = vec![doc("c", "Ferries moor.")];
        let index = whole(&[(run("a"), a.clone()), (run("b"), b.clone())]);
        let new = vec![a[0].clone(), doc("d", "Barges moor."), doc("e", "Gulls fly.")];
        let renewal = Renewal { preface: Preface::default(), runs: vec![(run("a"), Some(new.clone())), (run("b"), None)] };
        let renewed = index.renewed(&renewal).expect("no fault").expect("little is new");
        let fresh = whole(&[(run("a"), new.clone()), (run("b"), b.clone())]);
        assert_eq!(renewed.len(), 4);
        for text in ["moor", "boats", "barges moor", "gull", "text:rafts", "\"ferries moor\"", "NOT moor", "moo*"] {
            assert_eq!(found(&renewed, text), found(&fresh, text), "{text}");
        }
        // once more, from what was renewed; and back
        let renewal = Renewal { preface: Preface::default(), runs: vec![(run("b"), None), (run("a"), Some(a.clone()))] };
        let again = renewed.renewed(&renewal).expect("no fault").expect("little is new");
        let fresh = whole(&[(run("b"), b), (run("a"), a)]);
        assert_eq!(found(&again, "moor"), found(&fresh, "moor"));
        assert_eq!(found(&again, "barges"), found(&fresh, "barges"));
        assert!(again.to_bytes().is_err());
        // a run that nobody knows
        let renewal = Renewal { preface: Preface::default(), runs: vec![(run("z"), None)] };
        assert!(again.renewed(&renewal).expect("no fault").is_none());
    }
}
