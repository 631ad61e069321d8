//! `RulesText`: the words of the rules that a sheet amends, in which its quotations are looked up.

use crate::{
    resolve::{RulesetDb, View},
    text::quote,
};
use jiff::civil::Date;
use std::{
    fmt,
    sync::{Arc, OnceLock},
};

/// The texts of all sections of a ruleset at its newest edition, read when they are first needed.
#[derive(Clone, Default)]
pub(super) struct RulesText {
    db: Option<Arc<RulesetDb>>,
    sections: Arc<OnceLock<Vec<SectionText>>>,
}

/// A section: its id, and the restated words of its sentences, headings and cells.
struct SectionText {
    id: String,
    atoms: Vec<String>,
}

impl fmt::Debug for RulesText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("RulesText").finish_non_exhaustive()
    }
}

impl RulesText {
    pub(super) fn new(db: Arc<RulesetDb>) -> Self {
        Self {
            db: Some(db),
            sections: Arc::default(),
        }
    }

    fn sections(&self) -> &[SectionText] {
        self.sections.get_or_init(|| {
            let Some((db, edition)) = self
                .db
                .as_ref()
                .map(|db| (db, db.ruleset.newest_edition_on(Date::MAX)))
            else {
                return Vec::new();
            };
            let view = View::all_published(edition, Arc::new(db.ruleset.default_profile()));
            let read = |id: &String| {
                let tree = db.section(id)?.version(&view);
                let atoms = tree.atoms(tree.root).into_iter();
                let texts = atoms.map(|atom| tree.restated_text(atom));
                Some(SectionText {
                    id: id.clone(),
                    atoms: texts.collect(),
                })
            };
            db.outline().iter().filter_map(read).collect()
        })
    }

    /// Returns how often words occur in a section, or in all sections without one.
    pub(super) fn count(&self, id: Option<&str>, words: &str) -> usize {
        let sections = self.sections().iter();
        let own = sections.filter(|section| id.is_none_or(|id| section.id == id));
        own.map(|section| section.count(words)).sum()
    }
}

impl SectionText {
    fn count(&self, words: &str) -> usize {
        let atoms = self.atoms.iter();
        atoms.map(|atom| quote::find(atom, words).len()).sum()
    }
}
