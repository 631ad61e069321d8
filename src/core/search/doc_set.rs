//! `DocSet`: a set of documents of an index, such as those that meet a condition.

use tantivy::DocId;

/// A set of documents, as bits by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DocSet(Vec<u64>);

impl DocSet {
    /// Returns the set of the first `count` documents.
    pub(super) fn first(count: u32) -> Self {
        (0..count).collect()
    }

    /// Returns whether it contains a document.
    pub(super) fn contains(&self, doc: DocId) -> bool {
        let bits = self.0.get(doc as usize / 64);
        bits.is_some_and(|bits| bits >> (doc % 64) & 1 == 1)
    }

    /// Returns its documents, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = DocId> + '_ {
        (0..self.0.len() as DocId * 64).filter(|doc| self.contains(*doc))
    }

    /// Returns whether it contains no document.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|bits| *bits == 0)
    }

    /// Returns the documents in both sets.
    pub(super) fn and(mut self, other: &Self) -> Self {
        self.0.truncate(other.0.len());
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
        self
    }

    /// Returns the documents in either set.
    pub(super) fn or(mut self, other: &Self) -> Self {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
        self
    }

    /// Returns its documents that are not in `other`.
    pub(super) fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
        self
    }
}

impl FromIterator<DocId> for DocSet {
    fn from_iter<I: IntoIterator<Item = DocId>>(docs: I) -> Self {
        let mut out = Self::default();
        for doc in docs {
            let at = doc as usize / 64;
            if out.0.len() <= at {
                out.0.resize(at + 1, 0);
            }
            out.0[at] |= 1 << (doc % 64);
        }
        out
    }
}
