//! Collects what a section's search documents share: page, heading, terms, origins of its patches.
//! Also fills in the sources and instruction numbers of a document from its patches.

use crate::{
    analysis::{Analysis, Origin, section_reader::heading_at},
    model::{BASE, DocumentKind, EditionIx, PatchIx, UnitId},
    resolve::{RulesetDb, Section, View},
    search::Doc,
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// A section to index, its views (one for each published edition), and its page, heading, terms and
/// patch origins.
pub(super) struct SectionContext<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) db: &'a RulesetDb,
    pub(super) section: &'a Section,
    pub(super) views: &'a [View],
    pub(super) page: Option<String>,
    /// The heading of the section that contains this one.
    pub(super) within: Option<String>,
    pub(super) figure: bool,
    /// Whether it explains words: the glossary of the rules, or notes that are not rules.
    pub(super) glossary: bool,
    /// Whether its base text is not a rule: notes, figures from elsewhere.
    pub(super) aside: bool,
    pub(super) heading: String,
    /// The terms that its units define.
    pub(super) terms: HashMap<UnitId, Vec<String>>,
    origins: std::cell::RefCell<HashMap<PatchIx, Arc<Origin>>>,
}

impl<'a> SectionContext<'a> {
    pub(super) fn new(
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

    pub(super) fn edition_id(&self, edition: EditionIx) -> String {
        self.db.ruleset.edition_id(edition).to_owned()
    }

    /// Returns the ids of editions, oldest first, each once.
    pub(super) fn edition_ids<'e>(
        &self,
        editions: impl IntoIterator<Item = &'e EditionIx>,
    ) -> Vec<String> {
        let editions: BTreeSet<&EditionIx> = editions.into_iter().collect();
        let ids = editions.into_iter();
        ids.map(|&edition| self.edition_id(edition)).collect()
    }

    pub(super) fn full_id(&self, bare: &str) -> String {
        format!("{}/{bare}", self.db.ruleset.key)
    }

    pub(super) fn origin(&self, patch: PatchIx) -> Arc<Origin> {
        let mut known = self.origins.borrow_mut();
        Arc::clone(
            known
                .entry(patch)
                .or_insert_with(|| Arc::new(self.analysis.origin(self.section, patch))),
        )
    }

    /// Returns the origin of words of a unit.
    pub(super) fn origin_at(&self, patch: PatchIx, unit: UnitId) -> Origin {
        self.analysis.origin_at(self.section, patch, unit)
    }

    /// Returns the heading at a view, after that of the section that contains it.
    pub(super) fn heading_path(&self, tree: &crate::model::SectionTree) -> Vec<String> {
        let own = heading_at(tree, self.heading.clone());
        self.within.iter().cloned().chain([own]).collect()
    }

    /// Sets the source, documents and instruction numbers of a document from the patches that wrote
    /// its wording.
    pub(super) fn set_provenance(&self, doc: &mut Doc, patches: &[PatchIx]) {
        let mut origins: Vec<Arc<Origin>> =
            patches.iter().map(|&patch| self.origin(patch)).collect();
        // figures from elsewhere change no rule
        let is_rule = |origin: &Origin| {
            let document = self.db.ruleset.documents.get(&origin.document);
            document.is_none_or(|document| document.kind != DocumentKind::Data)
        };
        origins.sort_by_cached_key(|origin| (is_rule(origin), origin.date.clone()));
        if let Some(last) = origins.last() {
            doc.document = last.document.clone();
            doc.source = last.source();
        }
        for origin in origins {
            if !doc.by.contains(&origin.document) {
                doc.by.push(origin.document.clone());
            }
            doc.n.extend(instruction_names(&origin));
        }
    }
}

/// Returns the instructions of a patch, each with its document: `dbm-3.1:48`.
pub(super) fn instruction_names(origin: &Origin) -> impl Iterator<Item = String> + '_ {
    let numbers = origin.n.iter().flat_map(|n| n.split(','));
    let numbers = numbers.filter(|n| !n.is_empty());
    numbers.map(|n| match n.contains(':') {
        true => n.to_owned(),
        false => format!("{}:{n}", origin.document),
    })
}
