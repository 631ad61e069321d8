//! Opens a search index, reads its documents, and replaces the documents of changed sections.
//!
//! An index is built once, in memory or in a folder, by an [`IndexBuilder`](super::IndexBuilder).
//! An update replaces the documents of a [`DocumentGroup`]: it deletes by the number of the group, adds,
//! commits and reloads. An [`Index`] is a snapshot: updating it returns another one, and its own
//! results do not change.

use super::{
    doc::{Doc, DocKind},
    error::IndexError,
    index_metadata::{IndexMetadata, RulesetInfo},
    reranker::Reranker,
    schema::{DocumentNumbering, IndexFields, document},
    search_steps::SearchSteps,
    spelling::SpellingCandidate,
    tokenizer::Tokenizer,
    words::tokenizers,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{HashMap, HashSet},
    fmt,
    path::Path,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};
use tantivy::{
    Directory, DocAddress, IndexReader, IndexWriter, Searcher, SegmentReader, Term,
    columnar::{Column, StrColumn},
    directory::{MmapDirectory, RamDirectory},
    schema::Value,
};

/// The key of a group of documents that are replaced together: their ruleset and section.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DocumentGroup {
    /// The ruleset.
    pub ruleset: String,
    /// The section; none for documents about several sections.
    pub section: Option<String>,
}

/// All groups in their order, each with its new documents; none for a group that did not change.
pub type NewDocumentGroups = Vec<(DocumentGroup, Option<Vec<Doc>>)>;

/// The new content of an index: rulesets and synonyms, all groups of documents in their order, and
/// the documents of the groups that changed.
#[derive(Clone, Debug)]
pub struct IndexUpdate {
    /// The lexicon, and the rulesets with their editions and sections.
    pub metadata: IndexMetadata,
    /// The groups in their order.
    pub groups: NewDocumentGroups,
}

/// The rulesets, synonyms and numbered document groups of an index, stored with tantivy's files.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct IndexManifest {
    #[serde(rename = "preface")]
    pub(super) metadata: IndexMetadata,
    /// The groups in their order, each with its number. A number is never used for a second group.
    #[serde(rename = "runs")]
    pub(super) groups: Vec<(DocumentGroup, u64)>,
    /// The number of the next group.
    pub(super) next: u64,
}

/// The file name of the [`IndexManifest`].
pub(super) const MANIFEST: &str = "rulebook.json";

/// Memory for the terms of one segment while it is built, in bytes.
pub(super) const BUILD_BUDGET: usize = 1 << 30;
/// The approximate size of a block of stored documents, in bytes: a whole block is copied to read
/// one of its documents.
pub(super) const STORE_BLOCK: usize = 2048;
/// Memory of the writer for updates, in bytes: tantivy's minimum.
const UPDATE_BUDGET: usize = 15_000_000;

/// The columns (tantivy's fast fields) of one index segment, which filters and ranking read:
/// ruleset, kind, editions and so on.
pub(super) struct SegmentColumns {
    pub(super) ruleset: Column<u64>,
    pub(super) kind: Column<u64>,
    pub(super) document: Option<StrColumn>,
    pub(super) editions: Column<u64>,
    pub(super) repeated: Column<u64>,
    features: Column<u64>,
    is_rule: Column<u64>,
    group: Column<u64>,
    place: Column<u64>,
}

impl SegmentColumns {
    fn new(segment: &SegmentReader) -> Result<Self, IndexError> {
        let fast = segment.fast_fields();
        Ok(Self {
            ruleset: fast.u64("ruleset")?,
            kind: fast.u64("kind")?,
            document: fast.str("document")?,
            editions: fast.u64("editions")?,
            repeated: fast.u64("repeated")?,
            features: fast.u64("features")?,
            is_rule: fast.u64("is_rule")?,
            group: fast.u64("run")?,
            place: fast.u64("place")?,
        })
    }
}

/// The writer for updates, created by the first one, and the number of updates so far.
type Updater = Arc<Mutex<(Option<IndexWriter>, u64)>>;

/// An immutable snapshot of a search index, with the tokenizer for queries; updates make another.
pub struct Index {
    tantivy: tantivy::Index,
    reader: IndexReader,
    pub(super) searcher: Searcher,
    updater: Updater,
    /// The number of updates before this snapshot was taken.
    updates: u64,
    pub(super) columns: Vec<SegmentColumns>,
    pub(super) fields: IndexFields,
    manifest: IndexManifest,
    /// The position of each group in the order of the rules, by its number.
    order: HashMap<u64, u32>,
    pub(super) tokenizer: Arc<Tokenizer>,
    /// The words that a mistyped word is compared with, collected when first needed.
    pub(super) plain_forms: OnceLock<Vec<SpellingCandidate>>,
}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Index")
            .field("documents", &self.len())
            .finish_non_exhaustive()
    }
}

impl Index {
    pub(super) fn new(
        tantivy: tantivy::Index,
        fields: IndexFields,
        manifest: IndexManifest,
        tokenizer: Tokenizer,
    ) -> Result<Self, IndexError> {
        let reader: IndexReader = tantivy
            .reader_builder()
            .reload_policy(tantivy::ReloadPolicy::Manual)
            .try_into()?;
        Self::snapshot(
            tantivy,
            reader,
            Updater::default(),
            0,
            fields,
            manifest,
            Arc::new(tokenizer),
        )
    }

    fn snapshot(
        tantivy: tantivy::Index,
        reader: IndexReader,
        updater: Updater,
        updates: u64,
        fields: IndexFields,
        manifest: IndexManifest,
        tokenizer: Arc<Tokenizer>,
    ) -> Result<Self, IndexError> {
        let searcher = reader.searcher();
        let columns = searcher
            .segment_readers()
            .iter()
            .map(SegmentColumns::new)
            .collect::<Result<_, _>>()?;
        let order = manifest
            .groups
            .iter()
            .zip(0..)
            .map(|((_, number), at)| (*number, at))
            .collect();
        let plain_forms = OnceLock::new();
        Ok(Self {
            tantivy,
            reader,
            searcher,
            updater,
            updates,
            columns,
            fields,
            manifest,
            order,
            tokenizer,
            plain_forms,
        })
    }

    /// Opens the index in a folder and maps its files into memory.
    ///
    /// Returns an error if a file is missing. The caller checks that none is damaged.
    pub fn open(folder: &Path) -> Result<Self, IndexError> {
        let directory = MmapDirectory::open(folder)?;
        let manifest = directory
            .atomic_read(Path::new(MANIFEST))
            .map_err(|error| IndexError(error.to_string()))?;
        Self::from_tantivy(tantivy::Index::open(directory)?, &manifest)
    }

    /// Opens an index from the contents of its files, by name, in memory. It can be updated; the
    /// files do not change. The caller checks that none is damaged.
    pub fn from_files<'f>(
        files: impl IntoIterator<Item = (&'f str, &'f [u8])>,
    ) -> Result<Self, IndexError> {
        let directory = RamDirectory::create();
        let mut manifest: &[u8] = &[];
        for (name, bytes) in files {
            if name == MANIFEST {
                manifest = bytes;
            }
            directory.atomic_write(Path::new(name), bytes)?;
        }
        Self::from_tantivy(tantivy::Index::open(directory)?, manifest)
    }

    fn from_tantivy(mut tantivy: tantivy::Index, manifest: &[u8]) -> Result<Self, IndexError> {
        tantivy.set_tokenizers(tokenizers());
        let fields = IndexFields::new(&tantivy.schema())?;
        let manifest: IndexManifest = serde_json::from_slice(manifest)?;
        let tokenizer = Tokenizer::new(&manifest.metadata.lexicon(), SearchSteps::ALL);
        Self::new(tantivy, fields, manifest, tokenizer)
    }

    /// Returns the number of documents.
    pub fn len(&self) -> usize {
        self.searcher.num_docs() as usize
    }

    /// Returns whether the index contains no documents.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the lexicon and the rulesets of the index.
    pub fn index_metadata(&self) -> &IndexMetadata {
        &self.manifest.metadata
    }

    /// Returns the size of the files, in bytes.
    pub fn size(&self) -> Result<u64, IndexError> {
        Ok(self.searcher.space_usage()?.total().get_bytes())
    }

    /// Returns the groups of a ruleset, in their order.
    pub fn groups_of<'i>(&'i self, ruleset: &'i str) -> impl Iterator<Item = &'i DocumentGroup> {
        self.manifest
            .groups
            .iter()
            .map(|(group, _)| group)
            .filter(move |group| group.ruleset == ruleset)
    }

    /// Returns the documents of a group, in their order; none if there is no such group.
    pub fn group(&self, group: &DocumentGroup) -> Result<Option<Vec<Doc>>, IndexError> {
        let Some((_, number)) = self.manifest.groups.iter().find(|(own, _)| own == group) else {
            return Ok(None);
        };
        self.docs_of_group(*number).map(Some)
    }

    fn docs_of_group(&self, group: u64) -> Result<Vec<Doc>, IndexError> {
        let mut found = self.docs_with(&Term::from_field_u64(self.fields.group, group))?;
        found.sort_by_key(|at| self.place(*at));
        found.into_iter().map(|at| self.doc(at)).collect()
    }

    /// Returns this index with some of its groups replaced.
    ///
    /// Returns none if the index must be rebuilt: the lexicon, the rulesets or their editions
    /// changed, a group is unknown, or this snapshot was updated before.
    pub fn updated(&self, update: &IndexUpdate) -> Result<Option<Self>, IndexError> {
        let editions = |metadata: &IndexMetadata| {
            let of = |ruleset: &RulesetInfo| (ruleset.key.clone(), ruleset.editions.clone());
            metadata.rulesets.iter().map(of).collect::<Vec<_>>()
        };
        let metadata = self.index_metadata();
        if update.metadata.lexicon() != metadata.lexicon()
            || editions(&update.metadata) != editions(metadata)
        {
            return Ok(None);
        }
        let mut updater = self.updater.lock().unwrap_or_else(PoisonError::into_inner);
        let (writer, updates) = &mut *updater;
        if *updates != self.updates {
            return Ok(None);
        }
        let known: HashMap<&DocumentGroup, u64> = self
            .manifest
            .groups
            .iter()
            .map(|(group, number)| (group, *number))
            .collect();
        if update
            .groups
            .iter()
            .any(|(group, docs)| docs.is_none() && !known.contains_key(group))
        {
            return Ok(None);
        }
        let writer = match writer {
            Some(writer) => writer,
            None => writer.insert(self.tantivy.writer_with_num_threads(1, UPDATE_BUDGET)?),
        };
        // from here on the writer is ahead of this snapshot
        *updates += 1;
        let mut manifest = IndexManifest {
            metadata: update.metadata.clone(),
            groups: Vec::with_capacity(update.groups.len()),
            next: self.manifest.next,
        };
        for (group, docs) in &update.groups {
            let old = known.get(group).copied();
            let number = old.unwrap_or(manifest.next);
            manifest.next += u64::from(old.is_none());
            manifest.groups.push((group.clone(), number));
            let Some(docs) = docs else { continue };
            if old.is_some() {
                if self.docs_of_group(number)? == *docs {
                    continue;
                }
                writer.delete_term(Term::from_field_u64(self.fields.group, number));
            }
            for (place, doc) in (0..).zip(docs) {
                let address = DocumentNumbering {
                    group: number,
                    place,
                    rulesets: &update.metadata.rulesets,
                };
                writer.add_document(document(&self.tokenizer, &self.fields, &address, doc)?)?;
            }
        }
        let left: HashSet<u64> = manifest.groups.iter().map(|(_, number)| *number).collect();
        for number in known.into_values().filter(|number| !left.contains(number)) {
            writer.delete_term(Term::from_field_u64(self.fields.group, number));
        }
        writer.commit()?;
        self.reader.reload()?;
        let (tantivy, reader, updater) = (
            self.tantivy.clone(),
            self.reader.clone(),
            Arc::clone(&self.updater),
        );
        Self::snapshot(
            tantivy,
            reader,
            updater,
            *updates,
            self.fields,
            manifest,
            Arc::clone(&self.tokenizer),
        )
        .map(Some)
    }

    /// Returns the position of a document in the order of the rules: that of its group, then that
    /// within the group.
    pub(super) fn place(&self, at: DocAddress) -> (u32, u64) {
        let columns = &self.columns[at.segment_ord as usize];
        let group = columns
            .group
            .first(at.doc_id)
            .and_then(|group| self.order.get(&group))
            .copied();
        (
            group.unwrap_or(u32::MAX),
            columns.place.first(at.doc_id).unwrap_or_default(),
        )
    }

    /// Returns a document.
    pub(super) fn doc(&self, at: DocAddress) -> Result<Doc, IndexError> {
        let document: tantivy::TantivyDocument = self.searcher.doc(at)?;
        let stored = document
            .get_first(self.fields.doc)
            .and_then(|value| value.as_bytes());
        let bytes = stored.ok_or_else(|| IndexError("a document is not complete".into()))?;
        Ok(postcard::from_bytes(bytes)?)
    }

    /// Returns the score of a document.
    pub(super) fn score(&self, reranker: &Reranker, at: DocAddress) -> f32 {
        let columns = &self.columns[at.segment_ord as usize];
        let kind = columns.kind.first(at.doc_id).unwrap_or_default();
        let kind = DocKind::ALL.get(kind as usize).copied();
        reranker.score(
            kind.unwrap_or(DocKind::Clause),
            columns.is_rule.first(at.doc_id) != Some(0),
            columns.features.values_for_doc(at.doc_id),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::IndexBuilder;
    use crate::search::{SearchRequest, query};

    fn doc(id: &str, text: &str) -> Doc {
        let editions = vec!["1".into()];
        Doc {
            ruleset: "x".into(),
            id: format!("x/{id}"),
            text: text.into(),
            editions,
            current: true,
            ..Doc::default()
        }
    }

    fn group(section: &str) -> DocumentGroup {
        DocumentGroup {
            ruleset: "x".into(),
            section: Some(section.into()),
        }
    }

    fn metadata() -> IndexMetadata {
        let ruleset = RulesetInfo {
            key: "x".into(),
            editions: vec!["1".into()],
            sections: Vec::new(),
        };
        IndexMetadata {
            rulesets: vec![ruleset],
            ..IndexMetadata::default()
        }
    }

    fn found(index: &Index, text: &str) -> Vec<(String, f32)> {
        let (node, _) = query::parse(text);
        let editions = [("x".to_owned(), "1".to_owned())];
        let search = SearchRequest {
            query: &node,
            editions: &editions,
            hidden: &[],
            demoted: &[],
            layers: &[],
            limit: 10,
            all_editions: false,
            candidates: None,
        };
        let hits = index.search(&search).expect("an answer").hits;
        hits.into_iter()
            .map(|hit| (hit.doc.text, hit.score))
            .collect()
    }

    fn whole(groups: &[(DocumentGroup, Vec<Doc>)]) -> Index {
        let mut builder = IndexBuilder::new(metadata(), SearchSteps::ALL).expect("a builder");
        builder.add_groups(groups).expect("they are added");
        builder.finish().expect("an index")
    }

    fn updated(index: &Index, groups: NewDocumentGroups) -> Option<Index> {
        index
            .updated(&IndexUpdate {
                metadata: metadata(),
                groups,
            })
            .expect("no fault")
    }

    #[test]
    fn an_updated_index_equals_a_rebuilt_one() {
        let a = vec![doc("a", "Rafts moor."), doc("b", "Boats moor.")];
        let b = vec![doc("c", "Ferries moor.")];
        let index = whole(&[(group("a"), a.clone()), (group("b"), b.clone())]);
        let new = vec![
            a[0].clone(),
            doc("d", "Barges moor."),
            doc("e", "Gulls fly."),
        ];
        let next = updated(
            &index,
            vec![(group("a"), Some(new.clone())), (group("b"), None)],
        )
        .expect("an update");
        let fresh = whole(&[(group("a"), new), (group("b"), b.clone())]);
        assert_eq!(next.len(), 4);
        for text in [
            "moor",
            "boats",
            "barges moor",
            "gull",
            "text:rafts",
            "\"ferries moor\"",
            "NOT moor",
            "moo*",
            "bote",
        ] {
            assert_eq!(found(&next, text), found(&fresh, text), "{text}");
        }
        // the old snapshot does not change, and cannot be updated twice
        assert_eq!((index.len(), found(&index, "boats").len()), (3, 1));
        assert!(updated(&index, vec![(group("a"), None), (group("b"), None)]).is_none());
        // an update of the update, in another order; then without one group
        let again = updated(
            &next,
            vec![(group("b"), None), (group("a"), Some(a.clone()))],
        )
        .expect("an update");
        let fresh = whole(&[(group("b"), b.clone()), (group("a"), a)]);
        assert_eq!(found(&again, "moor"), found(&fresh, "moor"));
        assert_eq!(found(&again, "barges"), found(&fresh, "barges"));
        let left = updated(&again, vec![(group("b"), None)]).expect("an update");
        assert_eq!(
            found(&left, "moor"),
            found(&whole(&[(group("b"), b)]), "moor")
        );
        // an unknown group, other editions
        assert!(updated(&left, vec![(group("z"), None)]).is_none());
        let other = IndexMetadata {
            rulesets: Vec::new(),
            ..metadata()
        };
        assert!(
            left.updated(&IndexUpdate {
                metadata: other,
                groups: vec![(group("b"), None)]
            })
            .expect("no fault")
            .is_none()
        );
    }

    #[test]
    fn hits_meet_conditions_and_editions() {
        let mut old = doc("a", "Rafts moor at dusk.");
        (old.editions, old.current) = (vec!["0".into()], false);
        let index = whole(&[(
            group("a"),
            vec![
                old,
                doc("a", "Rafts moor at dawn."),
                doc("b", "Boats moor."),
            ],
        )]);
        assert_eq!(found(&index, "rafts dusk")[0].0, "Rafts moor at dawn.");
        assert_eq!(found(&index, "moor -rafts").len(), 1);
        assert_eq!(found(&index, "moor -\"rafts moor\"").len(), 1);
        assert_eq!(found(&index, "moor -\"moor rafts\"").len(), 2);
        assert_eq!(found(&index, "kind:clause").len(), 2);
        assert_eq!(found(&index, "kind:clause AND \"rafts moor\"").len(), 1);
    }
}
