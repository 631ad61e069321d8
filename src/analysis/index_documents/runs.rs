//! Makes a ruleset's search documents in groups (runs): one per section, one of rulings and notes.
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

/// The key of a search index: the day up to which sheets count, and the scopes that count.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IndexKey {
    /// The day.
    pub as_of: Date,
    /// The scopes that count.
    pub scopes: Vec<String>,
}

/// Returns the documents of a run in the earlier index; `None` if there was no such run.
type RunDocs<'a> = &'a dyn Fn(&DocumentGroup) -> Result<Option<Vec<Doc>>, IndexError>;

impl Analysis {
    /// Returns the search documents of a ruleset, section by section in printed order, then the
    /// rulings and notes.
    pub fn search_documents(&self, db: &RulesetDb, index_key: &IndexKey) -> Vec<Doc> {
        let runs = self.document_runs(db, index_key).into_iter();
        runs.flat_map(|(_, docs)| docs).collect()
    }

    /// Returns the same as [`search_documents`](Self::search_documents); `cache` shares words and
    /// work between index keys.
    pub fn shared_search_documents(
        &self,
        db: &RulesetDb,
        index_key: &IndexKey,
        cache: &SearchDocumentCache,
    ) -> Vec<SharedDoc> {
        let runs = self.shared_runs(db, index_key, Some(cache)).into_iter();
        runs.flat_map(|(_, docs)| docs).collect()
    }

    /// Returns the documents of a ruleset, grouped by the runs that are rebuilt together.
    pub(in crate::analysis) fn document_runs(
        &self,
        db: &RulesetDb,
        index_key: &IndexKey,
    ) -> Vec<(DocumentGroup, Vec<Doc>)> {
        let runs = self.shared_runs(db, index_key, None).into_par_iter();
        runs.map(|(run, docs)| (run, into_docs(docs, db))).collect()
    }

    fn shared_runs(
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
                let run = (run_of(db, Some(&section.id)), docs);
                Some((run, NoteDocs::states_anything(&section).then_some(section)))
            })
            .collect();
        let mut notes = NoteDocs::default();
        let mut runs = Vec::with_capacity(made.len() + 1);
        for (run, stating) in made {
            if let Some(section) = stating {
                notes.add(&SectionContext::new(self, db, &section, &views));
            }
            runs.push(run);
        }
        runs.push((run_of(db, None), notes.into_docs().collect()));
        let docs = runs.iter_mut().flat_map(|(_, docs)| docs);
        add_phrases(docs.map(PhraseTarget::of_shared), &db.subjects());
        runs
    }

    /// Returns the runs of a ruleset after edits. Runs of sections that are not `concerned` are
    /// unchanged; `before` returns their documents. `None` if the index must be built from scratch.
    pub(in crate::analysis) fn changed_runs(
        &self,
        db: &RulesetDb,
        index_key: &IndexKey,
        concerned: &dyn Fn(&str) -> bool,
        before: RunDocs<'_>,
    ) -> Result<Option<NewDocumentGroups>, IndexError> {
        let views = published_views(db, index_key);
        let mut notes = NoteDocs::default();
        let mut runs = NewDocumentGroups::new();
        for section in db.outline().iter().filter_map(|id| db.section(id)) {
            let context = || SectionContext::new(self, db, &section, &views);
            if NoteDocs::states_anything(&section) {
                notes.add(&context());
            }
            let docs = || section_docs(&context(), &mut SectionDocumentCache::default());
            runs.push((
                run_of(db, Some(&section.id)),
                concerned(&section.id).then(|| into_docs(docs(), db)),
            ));
        }
        runs.push((run_of(db, None), Some(into_docs(notes.into_docs(), db))));
        // with a subject index, the phrases of any document may have changed
        if db.files().any(|file| file.role == FileRole::Index) {
            for (run, docs) in &mut runs {
                if docs.is_none() {
                    let Some(mut before) = before(run)? else {
                        return Ok(None);
                    };
                    before
                        .iter_mut()
                        .for_each(|doc| (doc.subjects, doc.parent_subjects) = Default::default());
                    *docs = Some(before);
                }
            }
            let all = runs.iter_mut().filter_map(|(_, docs)| docs.as_mut());
            let targets = all
                .flatten()
                .map(|doc| PhraseTarget::of_doc(doc, &db.ruleset));
            add_phrases(targets, &db.subjects());
        }
        Ok(Some(runs))
    }

    /// Returns the preface of an index: the rulesets with their published editions, and synonyms.
    pub fn index_preface(&self, index_key: &IndexKey) -> IndexMetadata {
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

fn run_of(db: &RulesetDb, section: Option<&str>) -> DocumentGroup {
    DocumentGroup {
        ruleset: db.ruleset.key.clone(),
        section: section.map(str::to_owned),
    }
}

/// Returns the editions published by a day, oldest first; the base if there was none.
fn published_editions(db: &RulesetDb, day: Date) -> Vec<EditionIx> {
    let ruleset = &db.ruleset;
    let all = (0..ruleset.editions.len() as u16).map(EditionIx);
    let out: Vec<EditionIx> = all
        .filter(|&e| {
            ruleset
                .in_force_from(e)
                .is_none_or(|date| date.counts_from() <= day)
        })
        .collect();
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
