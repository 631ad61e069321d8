//! Builds, stores and opens a search index, and looks up its documents and terms.
//!
//! An index is built once, in memory or in a folder, by an [`IndexBuilder`], and never changes: all
//! its documents are in one segment of tantivy, numbered in the order of the rules.

use super::{
    doc::Doc,
    doc_set::DocSet,
    error::IndexError,
    lexicon::{Dictionary, Lexicon},
    query::facet,
    reranker::Reranker,
    schema::{FEATURES, IndexFields, document, schema},
    tokenizer::Tokenizer,
};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, fmt, path::Path};
#[cfg(not(target_family = "wasm"))]
use tantivy::directory::MmapDirectory;
use tantivy::{
    Directory, DocAddress, DocId, DocSet as _, IndexSettings, ReloadPolicy, Searcher,
    SegmentReader, TERMINATED, TantivyDocument, Term,
    columnar::Column,
    directory::RamDirectory,
    indexer::SingleSegmentIndexWriter,
    query::{EnableScoring, Query},
    schema::{Field, IndexRecordOption, Value},
};

/// A ruleset as a search index stores it: its key, its published editions, and its sections with
/// headings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesetInfo {
    /// Its key.
    pub key: String,
    /// Its published editions, oldest first.
    pub editions: Vec<String>,
    /// The ids of the sections, with their headings.
    pub sections: Vec<(String, String)>,
}

/// The rulesets of a search index, and its synonyms: abbreviations, players' words and grades.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexMetadata {
    /// The rulesets.
    pub rulesets: Vec<RulesetInfo>,
    /// The synonyms.
    pub lexicon: Lexicon,
}

/// The file name of the [`IndexMetadata`] among tantivy's files.
const METADATA: &str = "rulebook.json";
/// Memory for the terms of the segment while it is built, in bytes.
const BUILD_BUDGET: usize = if cfg!(target_family = "wasm") {
    32 << 20
} else {
    1 << 30
};
/// The approximate size of a block of stored documents, in bytes: a whole block is copied to read
/// one of its documents.
const STORE_BLOCK: usize = 2048;
/// The number of documents that are analysed before they are written.
const BATCH: usize = 512;

/// Builds a search index from rulesets and documents, in memory or in a folder.
pub struct IndexBuilder {
    directory: Box<dyn Directory>,
    writer: SingleSegmentIndexWriter,
    fields: IndexFields,
    metadata: IndexMetadata,
    tokenizer: Tokenizer,
}

impl IndexBuilder {
    /// Creates an empty index in memory.
    pub fn new(metadata: IndexMetadata) -> Result<Self, IndexError> {
        Self::on(RamDirectory::create().into(), metadata)
    }

    /// Creates an empty index in an existing folder.
    #[cfg(not(target_family = "wasm"))]
    pub fn in_folder(folder: &Path, metadata: IndexMetadata) -> Result<Self, IndexError> {
        Self::on(MmapDirectory::open(folder)?.into(), metadata)
    }

    fn on(directory: Box<dyn Directory>, metadata: IndexMetadata) -> Result<Self, IndexError> {
        let (schema, fields) = schema();
        let writer = tantivy::Index::builder()
            .schema(schema)
            .settings(IndexSettings {
                docstore_blocksize: STORE_BLOCK,
                docstore_compress_dedicated_thread: cfg!(not(target_family = "wasm")),
                ..IndexSettings::default()
            })
            .single_segment_index_writer(directory.clone(), BUILD_BUDGET)?;
        Ok(Self {
            directory,
            writer,
            fields,
            tokenizer: Tokenizer::default(),
            metadata,
        })
    }

    /// Adds a ruleset that the metadata does not name.
    pub fn add_ruleset(&mut self, ruleset: RulesetInfo) {
        self.metadata.rulesets.push(ruleset);
    }

    /// Adds documents, which are analysed on all cores.
    pub fn add(&mut self, docs: &[Doc]) -> Result<(), IndexError> {
        for batch in docs.chunks(BATCH) {
            let prepare = |doc| document(&self.tokenizer, &self.fields, doc);
            let prepared: Vec<_> = batch.par_iter().map(prepare).collect();
            for document in prepared {
                self.writer.add_document(document?)?;
            }
        }
        Ok(())
    }

    /// Returns the finished index.
    pub fn finish(self) -> Result<Index, IndexError> {
        let metadata = serde_json::to_vec(&self.metadata)?;
        self.directory
            .atomic_write(Path::new(METADATA), &metadata)?;
        Index::new(&self.writer.finalize()?, self.metadata, self.tokenizer)
    }
}

/// An immutable search index, with the tokenizer and the synonyms for queries.
pub struct Index {
    pub(super) searcher: Searcher,
    pub(super) fields: IndexFields,
    pub(super) metadata: IndexMetadata,
    pub(super) tokenizer: Tokenizer,
    pub(super) dictionary: Dictionary,
    /// The words of the documents, for reranking; none in an empty index.
    features: Option<Column<u64>>,
}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Index")
            .field("documents", &self.len())
            .finish_non_exhaustive()
    }
}

impl Index {
    fn new(
        tantivy: &tantivy::Index,
        metadata: IndexMetadata,
        tokenizer: Tokenizer,
    ) -> Result<Self, IndexError> {
        let (schema, fields) = schema();
        if tantivy.schema() != schema {
            return Err(IndexError("it has another schema".into()));
        }
        let reader = tantivy.reader_builder().reload_policy(ReloadPolicy::Manual);
        let searcher = reader.try_into()?.searcher();
        let segment = searcher.segment_readers().first();
        let features = segment.map(|segment| segment.fast_fields().u64(FEATURES));
        Ok(Self {
            features: features.transpose()?,
            searcher,
            fields,
            dictionary: Dictionary::new(&metadata.lexicon, &tokenizer),
            metadata,
            tokenizer,
        })
    }

    /// Opens the index in a folder and maps its files into memory.
    ///
    /// Returns an error if a file is missing. The caller checks that none is damaged.
    #[cfg(not(target_family = "wasm"))]
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        let directory = MmapDirectory::open(folder)?;
        let metadata = directory
            .atomic_read(Path::new(METADATA))
            .map_err(|error| IndexError(error.to_string()))?;
        let tantivy = tantivy::Index::open(directory)?;
        let metadata: IndexMetadata = serde_json::from_slice(&metadata)?;
        Self::new(&tantivy, metadata, Tokenizer::default())
    }

    /// Returns the rulesets and synonyms that it was built with.
    pub fn metadata(&self) -> &IndexMetadata {
        &self.metadata
    }

    /// Returns the number of documents.
    pub fn len(&self) -> usize {
        self.searcher.num_docs() as usize
    }

    /// Returns whether the index contains no documents.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the segment with all documents; none in an empty index.
    fn segment(&self) -> Option<&SegmentReader> {
        self.searcher.segment_readers().first()
    }

    /// Returns a document.
    pub(super) fn doc(&self, doc: DocId) -> Result<Doc, IndexError> {
        let document: TantivyDocument = self.searcher.doc(DocAddress::new(0, doc))?;
        let stored = document
            .get_first(self.fields.doc)
            .and_then(|value| value.as_bytes());
        let bytes = stored.ok_or_else(|| IndexError("a document is not complete".into()))?;
        Ok(postcard::from_bytes(bytes)?)
    }

    /// Returns the score of a document.
    pub(super) fn score(&self, reranker: &Reranker, doc: DocId) -> f32 {
        let score = |column: &Column<u64>| reranker.score(column.values_for_doc(doc));
        self.features.as_ref().map_or(0.0, score)
    }

    /// Returns all documents.
    pub(super) fn all_docs(&self) -> DocSet {
        DocSet::first(self.len() as u32)
    }

    /// Returns the documents that match a query of tantivy.
    pub(super) fn docs_matching(&self, query: &dyn Query) -> Result<DocSet, IndexError> {
        let Some(segment) = self.segment() else {
            return Ok(DocSet::default());
        };
        let weight = query.weight(EnableScoring::disabled_from_searcher(&self.searcher))?;
        let mut found = weight.scorer(segment, 1.0)?;
        Ok(docs_from(&mut *found).collect())
    }

    /// Returns the documents with a term in a field.
    pub(super) fn docs_with(&self, field: Field, term: &str) -> Result<DocSet, IndexError> {
        let Some(segment) = self.segment() else {
            return Ok(DocSet::default());
        };
        let term = Term::from_field_text(field, term);
        let postings = segment
            .inverted_index(field)?
            .read_postings(&term, IndexRecordOption::Basic)?;
        let found = postings.map(|mut postings| docs_from(&mut postings).collect());
        Ok(found.unwrap_or_default())
    }

    /// Returns the documents with a value of a filter.
    pub(super) fn docs_with_value(&self, name: &str, value: &str) -> Result<DocSet, IndexError> {
        self.docs_with(self.fields.facet, &facet(name, value))
    }

    /// Returns how many documents contain a word in the field that BM25 scores.
    pub(super) fn frequency(&self, word: &str) -> Result<u64, IndexError> {
        let term = Term::from_field_text(self.fields.body, word);
        Ok(self.searcher.doc_freq(&term)?)
    }

    /// Returns the first `most` terms of a field that begin with `start`.
    pub(super) fn terms(
        &self,
        field: Field,
        start: &str,
        most: usize,
    ) -> Result<BTreeSet<String>, IndexError> {
        let mut out = BTreeSet::new();
        let Some(segment) = self.segment() else {
            return Ok(out);
        };
        let inverted = segment.inverted_index(field)?;
        let terms = inverted.terms().range().ge(start.as_bytes());
        let mut terms = terms.into_stream()?;
        while out.len() < most && terms.advance() && terms.key().starts_with(start.as_bytes()) {
            out.extend(std::str::from_utf8(terms.key()).ok().map(str::to_owned));
        }
        Ok(out)
    }

    /// Returns the first `most` values of a filter that begin with `start`.
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

    /// Returns the first `most` words of the documents that begin with `start`, as written, in lower
    /// case.
    pub fn forms(&self, start: &str, most: usize) -> Result<BTreeSet<String>, IndexError> {
        self.terms(self.fields.form, start, most)
    }
}

/// Returns the documents of a cursor of tantivy, which is at the first of them.
fn docs_from(cursor: &mut dyn tantivy::DocSet) -> impl Iterator<Item = DocId> + '_ {
    let mut next = cursor.doc();
    std::iter::from_fn(move || {
        let doc = Some(next).filter(|doc| *doc != TERMINATED)?;
        next = cursor.advance();
        Some(doc)
    })
}
