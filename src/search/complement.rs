//! A tantivy query for the documents that another query does not match, which negation needs.
//!
//! tantivy's exclusion advances an exhausted phrase scorer (a debug assertion of 0.27 fails), so
//! the documents to leave out are collected first.

use tantivy::{
    BitSet, DocId, Result, Score, SegmentReader, TERMINATED, TantivyError,
    query::{BitSetDocSet, ConstScorer, EnableScoring, Explanation, Query, Scorer, Weight},
};

/// A tantivy query that matches every document that the inner query does not match.
#[derive(Debug)]
pub(super) struct Complement(pub(super) Box<dyn Query>);

impl Clone for Complement {
    fn clone(&self) -> Self {
        Self(self.0.box_clone())
    }
}

impl Query for Complement {
    fn weight(&self, scoring: EnableScoring<'_>) -> Result<Box<dyn Weight>> {
        Ok(Box::new(ComplementWeight(self.0.weight(scoring)?)))
    }
}

/// The weight (tantivy's per-search state) of a [`Complement`], around that of the inner query.
struct ComplementWeight(Box<dyn Weight>);

impl Weight for ComplementWeight {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> Result<Box<dyn Scorer>> {
        let mut left = BitSet::with_max_value_and_full(reader.max_doc());
        let mut found = self.0.scorer(reader, boost)?;
        while found.doc() != TERMINATED {
            left.remove(found.doc());
            found.advance();
        }
        Ok(Box::new(ConstScorer::new(BitSetDocSet::from(left), boost)))
    }

    fn explain(&self, _: &SegmentReader, doc: DocId) -> Result<Explanation> {
        Err(TantivyError::InvalidArgument(format!(
            "document {doc} has no score to explain"
        )))
    }
}
