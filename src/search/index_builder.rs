//! Builds an index document by document.

use super::{
    doc::Doc,
    error::IndexError,
    index::{BUILD_BUDGET, Index, MANIFEST, Manifest, NO_RUN, Run, STORE_BLOCK},
    preface::{Preface, RulesetInfo},
    schema::{Address, Fields, document, schema},
    search_features::SearchFeatures,
    tokenizer::Tokenizer,
};
use std::path::Path;
use tantivy::{
    Directory, IndexSettings,
    directory::{MmapDirectory, RamDirectory},
    indexer::SingleSegmentIndexWriter,
};

/// Builds an index document by document.
pub struct IndexBuilder {
    directory: Box<dyn Directory>,
    writer: SingleSegmentIndexWriter,
    fields: Fields,
    manifest: Manifest,
    tokenizer: Tokenizer,
    /// Position of the next document within its run.
    place: u64,
}

impl IndexBuilder {
    /// Creates an empty index in memory. `parts` selects the steps by which documents are analysed.
    pub fn new(preface: Preface, parts: SearchFeatures) -> Result<Self, IndexError> {
        Self::on(RamDirectory::create().into(), preface, parts)
    }

    /// Creates an empty index in an existing folder.
    pub fn in_folder(
        folder: &Path,
        preface: Preface,
        parts: SearchFeatures,
    ) -> Result<Self, IndexError> {
        Self::on(MmapDirectory::open(folder)?.into(), preface, parts)
    }

    fn on(
        directory: Box<dyn Directory>,
        preface: Preface,
        parts: SearchFeatures,
    ) -> Result<Self, IndexError> {
        let schema = schema();
        let fields = Fields::new(&schema)?;
        let writer = tantivy::Index::builder()
            .schema(schema)
            .settings(IndexSettings {
                docstore_blocksize: STORE_BLOCK,
                ..IndexSettings::default()
            })
            .single_segment_index_writer(directory.clone(), BUILD_BUDGET)?;
        let tokenizer = Tokenizer::new(&preface.lexicon(), parts);
        Ok(Self {
            directory,
            writer,
            fields,
            manifest: Manifest {
                preface,
                ..Manifest::default()
            },
            tokenizer,
            place: 0,
        })
    }

    /// Adds a ruleset. It must come before its documents.
    pub fn add_ruleset(&mut self, ruleset: RulesetInfo) {
        self.manifest.preface.rulesets.push(ruleset);
    }

    /// Begins a run: the documents that follow belong to it.
    pub fn begin(&mut self, run: Run) {
        self.manifest.runs.push((run, self.manifest.next));
        self.manifest.next += 1;
        self.place = 0;
    }

    /// Adds a document of a ruleset that the preface names.
    pub fn add(&mut self, doc: &Doc) -> Result<(), IndexError> {
        let run = self
            .manifest
            .runs
            .last()
            .map_or(NO_RUN, |(_, number)| *number);
        let document = document(
            &self.tokenizer,
            &self.fields,
            &Address {
                run,
                place: self.place,
                rulesets: &self.manifest.preface.rulesets,
            },
            doc,
        )?;
        self.writer.add_document(document)?;
        self.place += 1;
        Ok(())
    }

    /// Returns the finished index.
    pub fn finish(self) -> Result<Index, IndexError> {
        self.directory
            .atomic_write(Path::new(MANIFEST), &serde_json::to_vec(&self.manifest)?)?;
        Index::new(
            self.writer.finalize()?,
            self.fields,
            self.manifest,
            self.tokenizer,
        )
    }
}

impl Index {
    /// Builds an index of `docs` in memory.
    pub fn of<'d>(
        docs: impl IntoIterator<Item = &'d Doc>,
        preface: Preface,
        parts: SearchFeatures,
    ) -> Result<Self, IndexError> {
        let mut builder = IndexBuilder::new(preface, parts)?;
        docs.into_iter().try_for_each(|doc| builder.add(doc))?;
        builder.finish()
    }
}
