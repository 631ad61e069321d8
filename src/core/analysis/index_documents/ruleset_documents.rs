//! Makes the search documents of a ruleset, and the metadata of an index.

use super::{
    change::change_docs, clause::clause_docs, notes::NoteDocs, section_context::SectionContext,
    subject_phrases::add_phrases,
};
use crate::{
    analysis::{Analysis, SourceKind},
    model::{DocumentKind, EditionIx, Profile},
    resolve::{RulesetDb, View},
    search::{Doc, IndexMetadata, Lexicon, RulesetInfo},
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

impl Analysis {
    /// Returns the search documents of a ruleset, section by section in printed order, then the
    /// rulings and notes.
    pub fn search_documents(&self, db: &RulesetDb, index_key: &IndexKey) -> Vec<Doc> {
        let views = published_views(db, index_key);
        let made: Vec<_> = db
            .outline()
            .par_iter()
            .filter_map(|id| {
                let section = db.section(id)?;
                let context = SectionContext::new(self, db, &section, &views);
                let mut docs = clause_docs(&context);
                docs.extend(change_docs(&context));
                Some((docs, NoteDocs::states_anything(&section).then_some(section)))
            })
            .collect();
        let mut notes = NoteDocs::default();
        let mut out = Vec::new();
        for (docs, stating) in made {
            if let Some(section) = stating {
                notes.add(&SectionContext::new(self, db, &section, &views));
            }
            out.extend(docs);
        }
        out.extend(notes.into_docs(&db.ruleset));
        add_phrases(&mut out, &db.ruleset, &db.subjects());
        out
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
        IndexMetadata { rulesets, lexicon }
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
