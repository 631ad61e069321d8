//! The documents of the search index: each clause in each of its wordings with the editions in
//! which it is in force, rulings and notes on clauses, and the changes between editions.

mod change;
mod clause;
mod notes;
mod subject_phrases;

use super::{Analysis, Origin};
use crate::{
    model::{BASE, DocumentKind, EditionIx, PatchIx, Profile, UnitId},
    resolve::{RulesetDb, Section, View},
    search::{Doc, IndexError, Lexicon, NewRuns, Preface, RulesetInfo, Run},
    syntax::{FileRole, Layer},
};
use jiff::civil::Date;
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// The key of a search index: everything published by a day counts, for some scopes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IndexKey {
    /// The day.
    pub as_of: Date,
    /// The scopes that count.
    pub scopes: Vec<String>,
}

/// Returns the documents of a run in the earlier index; `None` if there was no such run.
type RunDocs<'a> = &'a dyn Fn(&Run) -> Result<Option<Vec<Doc>>, IndexError>;

impl Analysis {
    /// Returns the documents of a ruleset, section by section in printed order, then the rulings
    /// and notes.
    pub fn search_documents(&self, db: &RulesetDb, index_key: &IndexKey) -> Vec<Doc> {
        self.document_runs(db, index_key)
            .into_iter()
            .flat_map(|(_, docs)| docs)
            .collect()
    }

    /// Returns the documents of a ruleset, grouped by the runs that are rebuilt together.
    pub(super) fn document_runs(
        &self,
        db: &RulesetDb,
        index_key: &IndexKey,
    ) -> Vec<(Run, Vec<Doc>)> {
        db.resolve_all();
        let views = published_views(db, index_key);
        let sections = db.outline().iter().filter_map(|id| db.section(id));
        let mut notes = notes::NoteDocs::default();
        let mut runs: Vec<(Run, Vec<Doc>)> = sections
            .map(|section| {
                let context = SectionContext::new(self, db, &section, &views);
                notes.add(&context);
                (run_of(db, Some(&section.id)), context.section_docs())
            })
            .collect();
        runs.push((run_of(db, None), notes.into_docs().collect()));
        let subjects = db.subjects();
        subject_phrases::add_phrases(
            runs.iter_mut().flat_map(|(_, docs)| docs),
            &db.ruleset,
            &subjects,
        );
        runs
    }

    /// Returns the runs of a ruleset after edits. Runs of sections that are not `concerned` are
    /// unchanged; `before` returns their documents. `None` if the index must be built from scratch.
    pub(super) fn changed_runs(
        &self,
        db: &RulesetDb,
        index_key: &IndexKey,
        concerned: &dyn Fn(&str) -> bool,
        before: RunDocs<'_>,
    ) -> Result<Option<NewRuns>, IndexError> {
        let views = published_views(db, index_key);
        let mut notes = notes::NoteDocs::default();
        let mut runs = NewRuns::new();
        for section in db.outline().iter().filter_map(|id| db.section(id)) {
            let context = SectionContext::new(self, db, &section, &views);
            notes.add(&context);
            runs.push((
                run_of(db, Some(&section.id)),
                concerned(&section.id).then(|| context.section_docs()),
            ));
        }
        runs.push((run_of(db, None), Some(notes.into_docs().collect())));
        // with a subject index, the phrases of any document may have changed
        if db.files().any(|file| file.role == FileRole::Index) {
            for (run, docs) in &mut runs {
                if docs.is_none() {
                    let Some(mut before) = before(run)? else {
                        return Ok(None);
                    };
                    before
                        .iter_mut()
                        .for_each(|doc| (doc.asked, doc.asked_around) = Default::default());
                    *docs = Some(before);
                }
            }
            let all = runs
                .iter_mut()
                .filter_map(|(_, docs)| docs.as_mut())
                .flatten();
            subject_phrases::add_phrases(all, &db.ruleset, &db.subjects());
        }
        Ok(Some(runs))
    }

    /// Returns the preface of the index: what all rulesets need apart from their documents.
    pub fn index_preface(&self, index_key: &IndexKey) -> Preface {
        let mut lexicon = Lexicon::default();
        for source in self
            .sources
            .iter()
            .filter(|source| source.kind == super::SourceKind::Thesaurus)
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
        Preface {
            rulesets,
            abbreviations,
            words,
            grades,
        }
    }
}

fn run_of(db: &RulesetDb, section: Option<&str>) -> Run {
    Run {
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

/// A section with what its documents have in common.
struct SectionContext<'a> {
    analysis: &'a Analysis,
    db: &'a RulesetDb,
    section: &'a Section,
    views: &'a [View],
    newest: EditionIx,
    page: Option<String>,
    /// The heading of the section that contains this one.
    within: Option<String>,
    figure: bool,
    /// Whether it explains words: the glossary of the rules, or notes that are not rules.
    glossary: bool,
    /// Whether its base text is not a rule: notes, figures from elsewhere.
    aside: bool,
    heading: String,
    /// The terms that its units define.
    terms: HashMap<UnitId, Vec<String>>,
    origins: std::cell::RefCell<HashMap<PatchIx, Arc<Origin>>>,
}

impl<'a> SectionContext<'a> {
    fn new(
        analysis: &'a Analysis,
        db: &'a RulesetDb,
        section: &'a Section,
        views: &'a [View],
    ) -> Self {
        let info = db.section_info(&section.id).unwrap_or_default();
        let within = info
            .within
            .as_ref()
            .and_then(|id| db.section_info(id))
            .map(|info| info.heading);
        let base = section
            .patch(BASE)
            .and_then(|patch| db.ruleset.documents.get(&*patch.document));
        let glossary = section.id == "glossary"
            || base.is_some_and(|document| document.kind == DocumentKind::Notes);
        let aside = base.is_some_and(|document| {
            matches!(document.kind, DocumentKind::Notes | DocumentKind::Data)
        });
        let newest = views
            .last()
            .map(|view| db.ruleset.newest_edition_on(view.as_of))
            .unwrap_or_default();
        let (page, figure, heading) = (info.page, info.figure, info.heading);
        let mut terms: HashMap<UnitId, Vec<String>> = HashMap::new();
        for (name, unit) in section.arena.names() {
            if let Some(term) = name.strip_prefix("term:") {
                terms.entry(unit).or_default().push(term.to_owned());
            }
        }
        terms.values_mut().for_each(|terms| terms.sort());
        let origins = Default::default();
        Self {
            analysis,
            db,
            section,
            views,
            newest,
            page,
            within,
            figure,
            glossary,
            aside,
            heading,
            terms,
            origins,
        }
    }

    /// Returns the documents of the section, without rulings and notes.
    fn section_docs(&self) -> Vec<Doc> {
        let mut out = clause::clause_docs(self);
        out.extend(change::change_docs(self));
        out
    }

    /// Returns the ids of editions, oldest first, each once.
    fn edition_ids(&self, editions: impl Iterator<Item = EditionIx>) -> Vec<String> {
        let editions: BTreeSet<EditionIx> = editions.collect();
        editions
            .into_iter()
            .map(|edition| self.edition_id(edition))
            .collect()
    }

    fn edition_id(&self, edition: EditionIx) -> String {
        self.db.ruleset.edition_id(edition).to_owned()
    }

    fn full_id(&self, bare: &str) -> String {
        format!("{}/{bare}", self.db.ruleset.key)
    }

    fn origin(&self, patch: PatchIx) -> Arc<Origin> {
        let mut known = self.origins.borrow_mut();
        Arc::clone(
            known
                .entry(patch)
                .or_insert_with(|| Arc::new(self.analysis.origin(self.section, patch))),
        )
    }

    /// Returns the heading at a view, after that of the section that contains it.
    fn heading_path(&self, tree: &crate::model::Tree) -> Vec<String> {
        let own = tree.heading().map_or_else(
            || self.heading.clone(),
            |unit| tree.plain_text(unit, Layer::Restated),
        );
        self.within.iter().cloned().chain([own]).collect()
    }

    /// Sets the source, documents and instruction numbers of a document from the patches that wrote
    /// its wording.
    fn set_provenance(&self, doc: &mut Doc, patches: &[PatchIx]) {
        let mut origins: Vec<Arc<Origin>> =
            patches.iter().map(|&patch| self.origin(patch)).collect();
        origins.sort_by(|a, b| a.date.cmp(&b.date));
        if let Some(last) = origins.last() {
            doc.document = last.document.clone();
            doc.source = last.source();
        }
        for origin in origins {
            if !doc.by.contains(&origin.document) {
                doc.by.push(origin.document.clone());
            }
            let numbers = origin.n.iter().flat_map(|n| n.split(','));
            doc.n.extend(numbers.map(|n| {
                if n.contains(':') {
                    n.to_owned()
                } else {
                    format!("{}:{n}", origin.document)
                }
            }));
        }
    }
}
