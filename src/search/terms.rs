//! Looks up index terms (analysed words, words as written, facets): the documents with a term,
//! their number, and the terms with a prefix.

use super::{error::IndexError, index::Index, query::facet};
use std::collections::BTreeSet;
use tantivy::{
    DocAddress, DocSet, SegmentReader, TERMINATED, Term,
    schema::{Field, IndexRecordOption},
};

impl Index {
    /// Returns the documents that contain a term.
    pub(super) fn docs_with(&self, term: &Term) -> Result<Vec<DocAddress>, IndexError> {
        let mut out = Vec::new();
        for (ordinal, segment) in (0..).zip(self.searcher.segment_readers()) {
            let Some(mut postings) = segment
                .inverted_index(term.field())?
                .read_postings(term, IndexRecordOption::Basic)?
            else {
                continue;
            };
            while postings.doc() != TERMINATED {
                if segment
                    .alive_bitset()
                    .is_none_or(|alive| alive.is_alive(postings.doc()))
                {
                    out.push(DocAddress::new(ordinal, postings.doc()));
                }
                postings.advance();
            }
        }
        Ok(out)
    }

    /// Returns whether an update deleted documents. tantivy's own counts include those until it
    /// merges segments.
    fn has_deletes(&self) -> bool {
        self.searcher
            .segment_readers()
            .iter()
            .any(SegmentReader::has_deletes)
    }

    /// Returns how many documents contain a term.
    fn count(&self, term: &Term) -> Result<u64, IndexError> {
        if self.has_deletes() {
            Ok(self.docs_with(term)?.len() as u64)
        } else {
            Ok(self.searcher.doc_freq(term)?)
        }
    }

    /// Returns how many documents contain a word in the field that BM25 scores.
    pub(super) fn frequency(&self, word: &str) -> Result<u64, IndexError> {
        self.count(&Term::from_field_text(self.fields.body, word))
    }

    /// Returns the terms of a field that begin with `start`, at most `most` of each segment.
    pub(super) fn terms(
        &self,
        field: Field,
        start: &str,
        most: usize,
    ) -> Result<BTreeSet<String>, IndexError> {
        let mut out = BTreeSet::new();
        for segment in self.searcher.segment_readers() {
            let inverted = segment.inverted_index(field)?;
            let mut terms = inverted
                .terms()
                .range()
                .ge(start.as_bytes())
                .into_stream()?;
            let mut left = most;
            while left > 0 && terms.advance() && terms.key().starts_with(start.as_bytes()) {
                out.extend(std::str::from_utf8(terms.key()).ok().map(str::to_owned));
                left -= 1;
            }
        }
        if self.has_deletes() {
            // a term may be left of deleted documents only
            out.retain(|term| {
                self.count(&Term::from_field_text(field, term))
                    .is_ok_and(|count| count > 0)
            });
        }
        Ok(out)
    }

    /// Returns the values of a filter that begin with `start`, at most `most` of each segment.
    pub(super) fn values(
        &self,
        name: &str,
        start: &str,
        most: usize,
    ) -> Result<BTreeSet<String>, IndexError> {
        let found = self.terms(self.fields.facet, &facet(name, start), most)?;
        let value = |facet: String| Some(facet.split_once(':')?.1.to_owned());
        Ok(found.into_iter().filter_map(value).collect())
    }

    /// Returns the words of the documents as written, in lower case, that begin with `start`, at
    /// most `most` of each segment.
    pub fn forms(&self, start: &str, most: usize) -> Result<BTreeSet<String>, IndexError> {
        self.terms(self.fields.form, start, most)
    }
}
