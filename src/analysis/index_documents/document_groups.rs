//! Makes a ruleset's search documents in groups: one per section, one of rulings and notes.
//! After edits, groups of unchanged sections are reused. Also makes the metadata of an index.

use super::{
    change::change_docs,
    clause::clause_docs,
    document_cache::{SearchDocumentCache, SectionDocumentCache},
    notes::NoteDocs,
    section_context::SectionContext,
    shared_doc::SharedDoc,
    subject_phrases::{PhraseTarget, add_phrases},
};
use crate::{
    analysis::{Analysis, SourceKind},
    model::{DocumentKind, EditionIx, Profile},
    resolve::{RulesetDb, View},
    search::{
        Doc, DocumentGroup, IndexError, IndexMetadata, Lexicon, NewDocumentGroups, RulesetInfo,
    },
    syntax::FileRole,
};
use jiff::civil::Date;
use rayon::prelude::*;
use std::sync::Arc;

/// Identifies a search index, which contains all rulesets and editions, by the day up to which
/// documents count and the scopes of a profile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IndexKey {
    /// The day.
    pub as_of: Date,
    /// The scopes that count.
    pub scopes: Vec<String>,
}

/// A function that returns the documents that a group had in the earlier index; `None` if there was
/// no such group.
type GroupDocs<'a> = &'a dyn Fn(&DocumentGroup) -> Result<Option<Vec<Doc>>, IndexError>;

impl Analysis {
    /// Returns the search documents of a ruleset, section by section in printed order, then the
    /// rulings and notes.
    pub fn search_documents(&self, db: &RulesetDb, index_key: &IndexKey) -> Vec<Doc> {
        let groups = self.document_groups(db, index_key).into_iter();
        groups.flat_map(|(_, docs)| docs).collect()
    }

    /// Returns the same as [`search_documents`](Self::search_documents); `cache` shares words and
    /// work between index keys.
    pub fn shared_search_documents(
        &self,
        db: &RulesetDb,
        index_key: &IndexKey,
        cache: &SearchDocumentCache,
    ) -> Vec<SharedDoc> {
        let groups = self.shared_groups(db, index_key, Some(cache)).into_iter();
        groups.flat_map(|(_, docs)| docs).collect()
    }

    /// Returns the documents of a ruleset, in the groups that are rebuilt together.
    pub(in crate::analysis) fn document_groups(
        &self,
        db: &RulesetDb,
        index_key: &IndexKey,
    ) -> Vec<(DocumentGroup, Vec<Doc>)> {
        let groups = self.shared_groups(db, index_key, None).into_par_iter();
        groups
            .map(|(group, docs)| (group, into_docs(docs, db)))
            .collect()
    }

    fn shared_groups(
        &self,
        db: &RulesetDb,
        index_key: &IndexKey,
        cache: Option<&SearchDocumentCache>,
    ) -> Vec<(DocumentGroup, Vec<SharedDoc>)> {
        let views = published_views(db, index_key);
        let made: Vec<_> = db
            .outline()
            .par_iter()
            .filter_map(|id| {
                let section = db.section(id)?;
                let context = SectionContext::new(self, db, &section, &views);
                let (mut own, mut cached) = (
                    SectionDocumentCache::default(),
                    cache.and_then(|cache| cache.section(id)),
                );
                let docs = section_docs(&context, cached.as_deref_mut().unwrap_or(&mut own));
                let group = (group_of(db, Some(&section.id)), docs);
                Some((
                    group,
                    NoteDocs::states_anything(&section).then_some(section),
                ))
            })
            .collect();
        let mut notes = NoteDocs::default();
        let mut groups = Vec::with_capacity(made.len() + 1);
        for (group, stating) in made {
            if let Some(section) = stating {
                notes.add(&SectionContext::new(self, db, &section, &views));
            }
            groups.push(group);
        }
        groups.push((group_of(db, None), notes.into_docs().collect()));
        let docs = groups.iter_mut().flat_map(|(_, docs)| docs);
        add_phrases(docs.map(PhraseTarget::of_shared), &db.subjects());
        groups
    }

    /// Returns the groups of a ruleset after edits. Groups of sections that are not `concerned` are
    /// unchanged; `before` returns their documents. `None` if the index must be built from scratch.
    pub(in crate::analysis) fn changed_groups(
        &self,
        db: &RulesetDb,
        index_key: &IndexKey,
        concerned: &dyn Fn(&str) -> bool,
        before: GroupDocs<'_>,
    ) -> Result<Option<NewDocumentGroups>, IndexError> {
        let views = published_views(db, index_key);
        let mut notes = NoteDocs::default();
        let mut groups = NewDocumentGroups::new();
        for section in db.sections() {
            let context = || SectionContext::new(self, db, &section, &views);
            if NoteDocs::states_anything(&section) {
                notes.add(&context());
            }
            let docs = || section_docs(&context(), &mut SectionDocumentCache::default());
            groups.push((
                group_of(db, Some(&section.id)),
                concerned(&section.id).then(|| into_docs(docs(), db)),
            ));
        }
        groups.push((group_of(db, None), Some(into_docs(notes.into_docs(), db))));
        // with a subject index, the phrases of any document may have changed
        if db.files().any(|file| file.role == FileRole::Index) {
            for (group, docs) in &mut groups {
                if docs.is_none() {
                    let Some(mut before) = before(group)? else {
                        return Ok(None);
                    };
                    before
                        .iter_mut()
                        .for_each(|doc| (doc.subjects, doc.parent_subjects) = Default::default());
                    *docs = Some(before);
                }
            }
            let all = groups.iter_mut().filter_map(|(_, docs)| docs.as_mut());
            let targets = all
                .flatten()
                .map(|doc| PhraseTarget::of_doc(doc, &db.ruleset));
            add_phrases(targets, &db.subjects());
        }
        Ok(Some(groups))
    }

    /// Returns the metadata of an index: the rulesets with their published editions, and synonyms.
    pub fn index_metadata(&self, index_key: &IndexKey) -> IndexMetadata {
        let mut lexicon = Lexicon::default();
        for source in self
            .sources()
            .iter()
            .filter(|source| source.kind == SourceKind::Thesaurus)
        {
            // its faults are reported when the file is checked
            lexicon.read(&source.text);
        }
        let mut rulesets = Vec::new();
        for (key, db) in self.ruleset_dbs() {
            lexicon
                .abbreviations
                .extend(db.ruleset.abbreviations.clone());
            for (letters, troop) in &db.ruleset.troops.types {
                let name = db.ruleset.abbreviations.get(letters).unwrap_or(letters);
                lexicon.add_troop_type(name, troop.words.iter().chain(&troop.also));
            }
            let editions = published_editions(db, index_key.as_of)
                .into_iter()
                .map(|edition| db.ruleset.edition_id(edition).to_owned());
            let sections = db.outline().iter().map(|id| {
                (
                    id.clone(),
                    db.section_info(id)
                        .map(|info| info.heading)
                        .unwrap_or_default(),
                )
            });
            rulesets.push(RulesetInfo {
                key: key.to_owned(),
                editions: editions.collect(),
                sections: sections.collect(),
            });
        }
        let Lexicon {
            abbreviations,
            words,
            grades,
        } = lexicon;
        IndexMetadata {
            rulesets,
            abbreviations,
            words,
            grades,
        }
    }
}

fn group_of(db: &RulesetDb, section: Option<&str>) -> DocumentGroup {
    DocumentGroup {
        ruleset: db.ruleset.key.clone(),
        section: section.map(str::to_owned),
    }
}

/// Returns the editions published by a day, oldest first; the base if there was none.
fn published_editions(db: &RulesetDb, day: Date) -> Vec<EditionIx> {
    let ruleset = &db.ruleset;
    let all = (0..ruleset.editions.len() as u16).map(EditionIx);
    let out: Vec<EditionIx> = all.filter(|&e| ruleset.is_in_force(e, day)).collect();
    if out.is_empty() {
        vec![EditionIx::default()]
    } else {
        out
    }
}

/// Returns the views of all editions that were published.
fn published_views(db: &RulesetDb, index_key: &IndexKey) -> Vec<View> {
    let rulings = db.ruleset.documents.values().filter(|d| {
        matches!(
            d.kind,
            DocumentKind::Clarification | DocumentKind::Guideline
        )
    });
    let layers = rulings.map(|document| document.key.clone()).collect();
    let profile = Arc::new(Profile {
        scopes: index_key.scopes.clone(),
        layers,
        ..Profile::default()
    });
    let view = |edition| View {
        edition,
        as_of: index_key.as_of,
        profile: Arc::clone(&profile),
    };
    published_editions(db, index_key.as_of)
        .into_iter()
        .map(view)
        .collect()
}

fn into_docs(shared: impl IntoIterator<Item = SharedDoc>, db: &RulesetDb) -> Vec<Doc> {
    let docs = shared.into_iter();
    docs.map(|doc| doc.into_doc(&db.ruleset)).collect()
}

/// Returns the documents of a section, without rulings and notes.
fn section_docs(context: &SectionContext<'_>, cached: &mut SectionDocumentCache) -> Vec<SharedDoc> {
    let mut out = clause_docs(context, cached);
    out.extend(change_docs(context, cached));
    out
}
