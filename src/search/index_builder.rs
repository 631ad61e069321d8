//! Builds a search index in memory or in a folder, and analyses its documents on all cores.

use super::{
    doc::Doc,
    error::IndexError,
    index::{BUILD_BUDGET, DocumentGroup, Index, IndexManifest, MANIFEST, STORE_BLOCK},
    index_metadata::{IndexMetadata, RulesetInfo},
    schema::{DocumentNumbering, IndexFields, document, schema},
    search_steps::SearchSteps,
    tokenizer::Tokenizer,
    words::tokenizers,
};
use rayon::prelude::*;
use std::path::Path;
use tantivy::{
    Directory, IndexSettings, TantivyDocument,
    directory::{MmapDirectory, RamDirectory},
    indexer::SingleSegmentIndexWriter,
};

/// Builds a search index from rulesets and groups of documents, in memory or in a folder.
pub struct IndexBuilder {
    directory: Box<dyn Directory>,
    writer: SingleSegmentIndexWriter,
    fields: IndexFields,
    manifest: IndexManifest,
    tokenizer: Tokenizer,
}

/// The number of documents that are analysed while as many are written.
const BATCH: usize = 512;

impl IndexBuilder {
    /// Creates an empty index in memory. `parts` selects the steps by which documents are analysed.
    pub fn new(metadata: IndexMetadata, parts: SearchSteps) -> Result<Self, IndexError> {
        Self::on(RamDirectory::create().into(), metadata, parts)
    }

    /// Creates an empty index in an existing folder.
    pub fn in_folder(
        folder: &Path,
        metadata: IndexMetadata,
        parts: SearchSteps,
    ) -> Result<Self, IndexError> {
        Self::on(MmapDirectory::open(folder)?.into(), metadata, parts)
    }

    fn on(
        directory: Box<dyn Directory>,
        metadata: IndexMetadata,
        parts: SearchSteps,
    ) -> Result<Self, IndexError> {
        let schema = schema();
        let fields = IndexFields::new(&schema)?;
        let writer = tantivy::Index::builder()
            .schema(schema)
            .tokenizers(tokenizers())
            .settings(IndexSettings {
                docstore_blocksize: STORE_BLOCK,
                ..IndexSettings::default()
            })
            .single_segment_index_writer(directory.clone(), BUILD_BUDGET)?;
        let tokenizer = Tokenizer::new(&metadata.lexicon(), parts);
        Ok(Self {
            directory,
            writer,
            fields,
            manifest: IndexManifest {
                metadata,
                ..IndexManifest::default()
            },
            tokenizer,
        })
    }

    /// Adds a ruleset. It must come before its documents.
    pub fn add_ruleset(&mut self, ruleset: RulesetInfo) {
        self.manifest.metadata.rulesets.push(ruleset);
    }

    /// Adds groups with their documents; the metadata names their rulesets. Documents are analysed on
    /// all cores while earlier ones are written.
    pub fn add_groups(&mut self, groups: &[(DocumentGroup, Vec<Doc>)]) -> Result<(), IndexError> {
        let mut placed: Vec<(u64, u64, &Doc)> = Vec::new();
        for (group, docs) in groups {
            let number = self.manifest.next;
            self.manifest.groups.push((group.clone(), number));
            self.manifest.next += 1;
            placed.extend((0..).zip(docs).map(|(place, doc)| (number, place, doc)));
        }
        let rulesets = &self.manifest.metadata.rulesets;
        let (tokenizer, fields, writer) = (&self.tokenizer, &self.fields, &mut self.writer);
        let prepare = |&(group, place, doc): &(u64, u64, &Doc)| {
            let address = DocumentNumbering {
                group,
                place,
                rulesets,
            };
            document(tokenizer, fields, &address, doc)
        };
        let mut write = |prepared: Vec<Result<TantivyDocument, IndexError>>| {
            prepared
                .into_iter()
                .try_for_each(|document| Ok(writer.add_document(document?)?))
        };
        let mut prepared = Vec::new();
        for batch in placed.chunks(BATCH) {
            let last = std::mem::take(&mut prepared);
            let (written, next) = rayon::join(
                || write(last),
                || batch.par_iter().map(prepare).collect::<Vec<_>>(),
            );
            written?;
            prepared = next;
        }
        write(prepared)
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
