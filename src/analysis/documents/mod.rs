//! What is searched: every clause in each of its wordings with the editions in which it holds, what is said about clauses, and what
//! changed from edition to edition.

mod asked;
mod change;
mod clause;
mod said;

use super::{Analysis, Origin};
use crate::{
    model::{BASE, DocumentKind, EditionIx, PatchIx, Profile, UnitId},
    resolve::{RulesetDb, Section, View},
    search::{Doc, IndexFault, Lexicon, NewRuns, Preface, RulesetInfo, Run},
    syntax::{Layer, Role},
};
use jiff::civil::Date;
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// From where the rules are looked at: all that was published by a day, for some scopes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IndexKey {
    /// The day.
    pub as_of: Date,
    /// The scopes that count.
    pub scopes: Vec<String>,
}

/// The documents of a run as they were; none where there was no such run.
type Before<'a> = &'a dyn Fn(&Run) -> Result<Option<Vec<Doc>>, IndexFault>;

impl Analysis {
    /// The documents of a ruleset, section by section in printed order; at last what is said about sections.
    pub fn documents(&self, db: &RulesetDb, index_key: &IndexKey) -> Vec<Doc> {
        self.runs(db, index_key)
            .into_iter()
            .flat_map(|(_, docs)| docs)
            .collect()
    }

    /// The same, by what is made together.
    pub(super) fn runs(&self, db: &RulesetDb, index_key: &IndexKey) -> Vec<(Run, Vec<Doc>)> {
        db.resolve_all();
        let views = views(db, index_key);
        let sections = db.outline().iter().filter_map(|id| db.section(id));
        let mut said = said::Said::default();
        let mut runs: Vec<(Run, Vec<Doc>)> = sections
            .map(|section| {
                let setting = Setting::new(self, db, &section, &views);
                said.add(&setting);
                (run(db, Some(&section.id)), setting.documents())
            })
            .collect();
        runs.push((run(db, None), said.documents().collect()));
        let subjects = db.subjects();
        asked::expand(
            runs.iter_mut().flat_map(|(_, docs)| docs),
            &db.ruleset,
            &subjects,
        );
        runs
    }

    /// The same, of which those are as they were that are not concerned by edits; `concerned` tells it of a section, `before` has the
    /// documents of the others. None where it cannot be told.
    pub(super) fn runs_after(
        &self,
        db: &RulesetDb,
        index_key: &IndexKey,
        concerned: &dyn Fn(&str) -> bool,
        before: Before<'_>,
    ) -> Result<Option<NewRuns>, IndexFault> {
        let views = views(db, index_key);
        let mut said = said::Said::default();
        let mut runs = NewRuns::new();
        for section in db.outline().iter().filter_map(|id| db.section(id)) {
            let setting = Setting::new(self, db, &section, &views);
            said.add(&setting);
            runs.push((
                run(db, Some(&section.id)),
                concerned(&section.id).then(|| setting.documents()),
            ));
        }
        runs.push((run(db, None), Some(said.documents().collect())));
        // where there is a subject index, any document may be asked for otherwise now
        if db.files().any(|file| file.role == Role::Index) {
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
            asked::expand(all, &db.ruleset, &db.subjects());
        }
        Ok(Some(runs))
    }

    /// What stands before the documents of all rulesets.
    pub fn preface(&self, index_key: &IndexKey) -> Preface {
        let mut lexicon = Lexicon::default();
        for source in self
            .sources
            .iter()
            .filter(|source| source.kind == super::SourceKind::Thesaurus)
        {
            // what is wrong with it is told when the file is checked
            lexicon.read(&source.text);
        }
        let mut rulesets = Vec::new();
        for (key, db) in self.ruleset_dbs() {
            lexicon
                .abbreviations
                .extend(db.ruleset.abbreviations.clone());
            let editions = published(db, index_key.as_of)
                .into_iter()
                .map(|edition| db.ruleset.edition_id(edition).to_owned());
            let sections = db.outline().iter().map(|id| {
                (
                    id.clone(),
                    db.info(id).map(|info| info.heading).unwrap_or_default(),
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

fn run(db: &RulesetDb, section: Option<&str>) -> Run {
    Run {
        ruleset: db.ruleset.key.clone(),
        section: section.map(str::to_owned),
    }
}

/// The editions that were out on a day, oldest first; the base where none was.
fn published(db: &RulesetDb, day: Date) -> Vec<EditionIx> {
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

/// The views of all editions that were out.
fn views(db: &RulesetDb, index_key: &IndexKey) -> Vec<View> {
    let beside = db.ruleset.documents.values().filter(|d| {
        matches!(
            d.kind,
            DocumentKind::Clarification | DocumentKind::Guideline
        )
    });
    let layers = beside.map(|document| document.key.clone()).collect();
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
    published(db, index_key.as_of)
        .into_iter()
        .map(view)
        .collect()
}

/// A section with what its documents have in common.
struct Setting<'a> {
    analysis: &'a Analysis,
    db: &'a RulesetDb,
    section: &'a Section,
    views: &'a [View],
    newest: EditionIx,
    page: Option<String>,
    /// Headings of the section that this one is part of.
    within: Option<String>,
    figure: bool,
    /// Whether it explains words: the rules' own glossary, or notes that are no rules.
    glossary: bool,
    /// Whether its base text is no rule: notes, figures from elsewhere.
    aside: bool,
    heading: String,
    /// The terms that its units define.
    terms: HashMap<UnitId, Vec<String>>,
    origins: std::cell::RefCell<HashMap<PatchIx, Arc<Origin>>>,
}

impl<'a> Setting<'a> {
    fn new(
        analysis: &'a Analysis,
        db: &'a RulesetDb,
        section: &'a Section,
        views: &'a [View],
    ) -> Self {
        let info = db.info(&section.id).unwrap_or_default();
        let within = info
            .within
            .as_ref()
            .and_then(|id| db.info(id))
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
            .map(|view| db.ruleset.newest_on(view.as_of))
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

    /// The documents of the section, without what is said about it.
    fn documents(&self) -> Vec<Doc> {
        let mut out = clause::documents(self);
        out.extend(change::documents(self));
        out
    }

    /// Editions by their ids, oldest first, each once.
    fn editions(&self, editions: impl Iterator<Item = EditionIx>) -> Vec<String> {
        let editions: BTreeSet<EditionIx> = editions.collect();
        editions
            .into_iter()
            .map(|edition| self.edition(edition))
            .collect()
    }

    fn edition(&self, edition: EditionIx) -> String {
        self.db.ruleset.edition_id(edition).to_owned()
    }

    fn id(&self, bare: &str) -> String {
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

    /// The heading at a view, and those above it.
    fn path(&self, tree: &crate::model::Tree) -> Vec<String> {
        let own = tree.heading().map_or_else(
            || self.heading.clone(),
            |unit| tree.plain(unit, Layer::Restated),
        );
        self.within.iter().cloned().chain([own]).collect()
    }

    /// Puts on a document who brought its wording.
    fn sign(&self, doc: &mut Doc, patches: &[PatchIx]) {
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
