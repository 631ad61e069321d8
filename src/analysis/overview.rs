//! A ruleset as a whole: its editions, documents, sections, and what is said of all of it.

use super::{
    Analysis, ClauseRemark, ClauseState, Query,
    catalogue::{counts, editions},
    reader::Reader,
};
use crate::{
    model::{BASE, DocumentKind, PatchIx, Tree},
    resolve::{RulesetDb, Section, View, is_note, targets},
    syntax::{Command, File, Layer, plain_text},
};
use serde::Serialize;
use std::sync::Arc;

/// An edition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EditionLine {
    /// Its name.
    pub id: String,
    /// From when it is in force.
    pub from: Option<String>,
    /// What is to be said of its standing.
    pub status: Option<String>,
}

/// A document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DocumentLine {
    /// Its key.
    pub key: String,
    /// Its title.
    pub title: String,
    /// What it is.
    pub kind: &'static str,
    /// The edition that it makes or speaks of.
    pub edition: String,
    /// When it was published.
    pub published: Option<String>,
    /// Whether it counts at the view: published by then, and shown by the profile.
    pub counts: bool,
    /// How many instructions of it are encoded.
    pub instructions: usize,
    /// How many clarifications.
    pub clarifications: usize,
    /// How many notes.
    pub notes: usize,
}

/// How much of a text is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Held {
    /// Sentences, headings and cells of which every word is held.
    pub whole: usize,
    /// Those of which some words are held.
    pub partly: usize,
    /// Those known to exist of which no word is held.
    pub none: usize,
}

/// A section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SectionLine {
    /// Its id with the ruleset.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// Its page.
    pub page: Option<String>,
    /// The section that it is part of.
    pub within: Option<String>,
    /// How it stands.
    pub state: ClauseState,
}

/// A ruleset at a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Overview {
    /// The version of this shape: 1.
    pub version: u32,
    /// The question.
    pub query: Query,
    /// The title.
    pub title: String,
    /// What must be said along with the answer.
    pub notices: Vec<String>,
    /// The editions, the oldest first.
    pub editions: Vec<EditionLine>,
    /// The documents, in the order of their publication.
    pub documents: Vec<DocumentLine>,
    /// The sections that exist at the view, in printed order.
    pub sections: Vec<SectionLine>,
    /// Notes on the whole ruleset.
    pub notes: Vec<ClauseRemark>,
    /// How much of the rules' text is held, in whichever wording; glossaries of ours are left out. An open run counts as one of which nothing is held.
    pub held: Held,
}

impl Analysis {
    /// A ruleset as a whole.
    pub fn overview(&self, db: &RulesetDb, view: &View) -> Overview {
        db.resolve_all();
        let ruleset = &db.ruleset;
        let mut sections = Vec::new();
        let mut notes = Vec::new();
        let mut held = Held::default();
        for id in db.outline() {
            let (Some(section), Some(info)) = (db.section(id), db.info(id)) else {
                continue;
            };
            let tree = section.version(view);
            let reader = Reader {
                analysis: self,
                db,
                section: &section,
                view,
                tree: &tree,
            };
            for (at, patch) in section
                .patches
                .iter()
                .enumerate()
                .filter(|(_, patch)| is_note(patch) && view.sees(patch))
            {
                if targets(patch.entry().and_then(|entry| entry.command.as_ref())).is_empty() {
                    notes.push(ClauseRemark {
                        origin: self.origin(&section, PatchIx(at as u32)),
                        text: plain_text(patch.blocks()),
                    });
                }
            }
            if tree.exists {
                if !own_notes(db, &section) {
                    held.count(&tree);
                }
                let heading = tree
                    .heading()
                    .map_or(info.heading, |unit| tree.plain(unit, Layer::Restated));
                let (state, _, _) = reader.state(tree.root);
                sections.push(SectionLine {
                    id: format!("{}/{id}", ruleset.key),
                    heading,
                    page: info.page,
                    within: info.within,
                    state,
                });
            }
        }
        let mut documents: Vec<_> = ruleset.documents.values().collect();
        documents.sort_by_key(|d| db.order.turn(&d.key));
        let document = |d: &crate::model::Document| {
            let (instructions, clarifications, notes) = entries(db, &d.key);
            DocumentLine {
                instructions,
                clarifications,
                notes,
                key: d.key.clone(),
                title: d.title.clone(),
                kind: d.kind.name(),
                edition: ruleset.edition_id(d.edition).to_owned(),
                published: Some(d.published)
                    .filter(|date| !date.is_undated())
                    .map(|date| date.to_string()),
                counts: counts(d, view),
            }
        };
        Overview {
            version: 1,
            query: Query::of(ruleset, view),
            title: ruleset.title.clone(),
            notices: self.notices(ruleset, view),
            editions: editions(ruleset),
            documents: documents.into_iter().map(document).collect(),
            sections,
            notes,
            held,
        }
    }
}

impl Held {
    fn count(&mut self, tree: &Tree) {
        let atoms = tree
            .atoms(tree.root)
            .into_iter()
            .filter_map(|unit| tree.get(unit)?.texts.clone());
        for texts in atoms {
            let wording = texts.layer(Layer::Printed).unwrap_or(&texts.restated);
            match (wording.is_hole(), wording.has_hole()) {
                (true, _) => self.none += 1,
                (false, true) => self.partly += 1,
                (false, false) => self.whole += 1,
            }
        }
        self.none += tree
            .walk(tree.root)
            .into_iter()
            .filter(|&unit| tree.kind(unit).is_gap())
            .count();
    }
}

/// Whether a section is this project's own, such as a glossary: no text of the rules.
pub(super) fn own_notes(db: &RulesetDb, section: &Section) -> bool {
    let document = section
        .patch(BASE)
        .and_then(|base| db.ruleset.documents.get(&*base.document));
    document.is_some_and(|d| d.kind == DocumentKind::Notes)
}

/// How many entries of a document are instructions, clarifications and notes.
fn entries(db: &RulesetDb, document: &str) -> (usize, usize, usize) {
    let own = |file: &&Arc<File>| {
        file.front
            .document
            .as_ref()
            .is_some_and(|d| d.value == document)
            && file.front.layer == Layer::Restated
    };
    let mut counts = (0, 0, 0);
    for entry in db
        .files()
        .filter(own)
        .flat_map(|file| &file.places)
        .flat_map(|place| &place.entries)
    {
        match &entry.command {
            Some(Command::Clarify { .. }) => counts.1 += 1,
            Some(Command::Note { .. }) => counts.2 += 1,
            Some(_) | None => counts.0 += 1,
        }
    }
    counts
}
