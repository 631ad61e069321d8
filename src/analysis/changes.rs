//! Everything that changed between two views.

use super::{Analysis, ChangeKind, Comparison, Fate, Pair, Query};
use crate::resolve::{RulesetDb, Section, View};
use serde::Serialize;

/// What changed in one section.
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
    /// What may have changed in it without being known.
    pub notices: Vec<String>,
    /// Its changes: values first, then permissions, scopes, moves, wordings; each in the order of the text.
    pub changes: Vec<Pair>,
}

/// Everything that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// The version of this shape: 1.
    pub version: u32,
    /// The earlier question.
    pub from: Query,
    /// The later question.
    pub to: Query,
    /// What must be said along with the answer.
    pub notices: Vec<String>,
    /// The sections in which something changed, in printed order.
    pub sections: Vec<SectionChanges>,
}

impl Analysis {
    /// What changed from one view to another, section by section in printed order.
    pub fn changes(&self, db: &RulesetDb, from: &View, to: &View) -> Changes {
        db.resolve_all();
        let sections = db
            .outline()
            .iter()
            .filter_map(|id| self.section_changes(db, &*db.section(id)?, from, to))
            .collect();
        let mut notices = self.notices(&db.ruleset, from);
        notices.extend(self.notices(&db.ruleset, to));
        notices.dedup();
        Changes {
            version: 1,
            from: Query::of(&db.ruleset, from),
            to: Query::of(&db.ruleset, to),
            notices,
            sections,
        }
    }

    /// What changed in a section from one view to another; none where nothing did.
    pub fn section_changes(
        &self,
        db: &RulesetDb,
        section: &Section,
        from: &View,
        to: &View,
    ) -> Option<SectionChanges> {
        let (before, after) = (section.version(from), section.version(to));
        let fate = match (before.lives(before.root), after.lives(after.root)) {
            (false, true) => Fate::Added,
            (true, false) => Fate::Removed,
            (true, true) | (false, false) => Fate::Changed,
        };
        let Comparison {
            id,
            heading,
            page,
            notices,
            mut pairs,
            ..
        } = self.compare(db, section, None, from, to);
        pairs.retain(|pair| pair.fate != Fate::Same);
        pairs.sort_by_key(|pair| pair.change.unwrap_or(ChangeKind::Wording));
        (!pairs.is_empty() || !notices.is_empty()).then_some(SectionChanges {
            id,
            heading,
            page,
            fate,
            notices,
            changes: pairs,
        })
    }
}
