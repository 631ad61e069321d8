//! Lists all changes of a ruleset between two views (edition, day, profile), section by section.

use super::{
    Analysis, ChangeKind, ClauseComparison, ComparedUnit, Fate, UNPROVEN_SECTION, ViewDescription,
};
use crate::resolve::{RulesetDb, Section, View};
use serde::Serialize;

/// A section with its changes between two views (those of values first), and whether it is new or
/// gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SectionChanges {
    /// The section's id with the ruleset.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// Its page.
    pub page: Option<String>,
    /// Whether the whole section is new or gone.
    pub fate: Fate,
    /// Notices about possible unknown changes in it.
    pub notices: Vec<String>,
    /// Its changes: values first, then permissions, scopes, moves and wordings; each in the order
    /// of the text.
    pub changes: Vec<ComparedUnit>,
}

/// The sections of a ruleset that changed or may have changed between two views, with the changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesetChanges {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The earlier view.
    pub from: ViewDescription,
    /// The later view.
    pub to: ViewDescription,
    /// Notices to show with the answer.
    pub notices: Vec<String>,
    /// The sections with changes or with notices of possible unknown ones, in printed order.
    pub sections: Vec<SectionChanges>,
}

impl Analysis {
    /// Returns the changes between two views, section by section in printed order.
    pub fn changes(&self, db: &RulesetDb, from: &View, to: &View) -> RulesetChanges {
        db.resolve_all();
        let sections = db
            .outline()
            .iter()
            .filter_map(|id| self.section_changes(db, &*db.section(id)?, from, to))
            .collect();
        let mut notices = self.notices(&db.ruleset, from);
        notices.extend(self.notices(&db.ruleset, to));
        notices.dedup();
        RulesetChanges {
            version: 1,
            from: ViewDescription::new(&db.ruleset, from),
            to: ViewDescription::new(&db.ruleset, to),
            notices,
            sections,
        }
    }

    /// Returns the changes in a section between two views; `None` without changes and notices.
    pub fn section_changes(
        &self,
        db: &RulesetDb,
        section: &Section,
        from: &View,
        to: &View,
    ) -> Option<SectionChanges> {
        let (before, after) = (section.version(from), section.version(to));
        let fate = match (before.is_live(before.root), after.is_live(after.root)) {
            (false, true) => Fate::Added,
            (true, false) => Fate::Removed,
            (true, true) | (false, false) => Fate::Changed,
        };
        let ClauseComparison {
            id,
            heading,
            page,
            notices,
            mut pairs,
            ..
        } = self.compare(db, section, None, from, to);
        pairs.retain(|pair| pair.fate != Fate::Same);
        pairs.sort_by_key(|pair| pair.change.unwrap_or(ChangeKind::Wording));
        let is_doubtful = notices.iter().any(|notice| notice != UNPROVEN_SECTION);
        (!pairs.is_empty() || is_doubtful).then_some(SectionChanges {
            id,
            heading,
            page,
            fate,
            notices,
            changes: pairs,
        })
    }
}
