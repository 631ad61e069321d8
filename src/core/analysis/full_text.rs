//! Returns all sections of the rules in booklet order, as `rulebook show --full` prints them, with
//! changes since an earlier view if one is given.

use super::{
    Analysis, ClauseBlock, ClauseState, ComparedUnit, Fate, ViewDescription, WordingChoice,
    section_reader::{SectionReader, heading_at},
};
use crate::{
    model::{BASE, DocumentKind},
    resolve::{RulesetDb, Section, View},
};
use serde::Serialize;

/// A section in the text of a whole ruleset: heading, page, status, text, and what changed in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FullSection {
    /// Its id with the ruleset.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// Its page.
    pub page: Option<String>,
    /// The section that it is part of.
    pub within: Option<String>,
    /// Its status.
    pub state: ClauseState,
    /// Its text.
    pub blocks: Vec<ClauseBlock>,
    /// What changed in it since the earlier edition, in the order of the text.
    pub changes: Vec<ComparedUnit>,
}

/// All sections of the rules (not of glossaries) at a view, in booklet order, for `show --full`,
/// with changes since an earlier view if one is given. Sections that no longer exist are included
/// if they existed at the earlier view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FullText {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The view that was requested.
    pub query: ViewDescription,
    /// The earlier edition with which the text is compared.
    pub since: Option<String>,
    /// The title of the ruleset.
    pub title: String,
    /// Notices to show with the answer.
    pub notices: Vec<String>,
    /// The sections in the order of the booklet, without glossaries of this project and without
    /// figures from other sources.
    pub sections: Vec<FullSection>,
}

impl Analysis {
    /// Returns the whole text of a ruleset, compared with an earlier view if one is given.
    pub fn full_text(
        &self,
        db: &RulesetDb,
        view: &View,
        since: Option<&View>,
        choice: WordingChoice,
    ) -> FullText {
        db.resolve_all();
        let ruleset = &db.ruleset;
        let sections = db.sections();
        let sections = sections
            .filter(|section| is_of_rules(db, section))
            .filter_map(|section| self.full_section(db, &section, view, since, choice));
        FullText {
            version: 1,
            query: ViewDescription::new(ruleset, view),
            since: since.map(|since| ruleset.edition_id(since.edition).to_owned()),
            title: ruleset.title.clone(),
            notices: self.notices(ruleset, view),
            sections: sections.collect(),
        }
    }

    fn full_section(
        &self,
        db: &RulesetDb,
        section: &Section,
        view: &View,
        since: Option<&View>,
        choice: WordingChoice,
    ) -> Option<FullSection> {
        let tree = section.version(view);
        let info = db.section_info(&section.id)?;
        let changes = since.map(|since| self.compare(db, section, None, since, view).pairs);
        let mut changes = changes.unwrap_or_default();
        changes.retain(|pair| pair.fate != Fate::Same);
        if !tree.exists && changes.is_empty() {
            return None;
        }
        let reader = SectionReader::new(self, db, section, view, &tree);
        let (state, _, _) = reader.clause_state(tree.root);
        Some(FullSection {
            id: format!("{}/{}", db.ruleset.key, section.id),
            heading: heading_at(&tree, info.heading),
            page: info.page,
            within: info.within,
            state,
            blocks: if tree.exists {
                reader.blocks(tree.root, choice)
            } else {
                Vec::new()
            },
            changes,
        })
    }
}

/// Returns whether a section is text of the rules rather than a glossary of this project or figures
/// from another source.
fn is_of_rules(db: &RulesetDb, section: &Section) -> bool {
    let base = section.patch(BASE);
    let document = base.and_then(|base| db.ruleset.documents.get(&*base.document));
    document
        .is_none_or(|document| !matches!(document.kind, DocumentKind::Notes | DocumentKind::Data))
}
