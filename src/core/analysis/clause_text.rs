//! Returns the heading, status and text blocks of a clause, without rulings and history.

use super::{
    Analysis, ClauseBlock, ClauseState, WordingChoice,
    section_reader::{SectionReader, heading_at},
};
use crate::{
    model::UnitId,
    resolve::{RulesetDb, Section, View},
};

/// The heading, status and text blocks of a section or unit at a view, without its rulings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseText {
    /// Its heading at the view.
    pub heading: String,
    /// Its status.
    pub state: ClauseState,
    /// Where it continues if it was moved.
    pub moved_to: Option<String>,
    /// Its blocks.
    pub blocks: Vec<ClauseBlock>,
}

impl Analysis {
    /// Returns the text of a section or of a unit of it. This is cheaper than
    /// [`clause`](Self::clause), which also finds rulings and history.
    pub fn clause_text(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: Option<UnitId>,
        view: &View,
        choice: WordingChoice,
    ) -> ClauseText {
        let tree = section.version(view);
        let reader = SectionReader::new(self, db, section, view, &tree);
        let unit = unit.unwrap_or(tree.root);
        let (state, _, moved_to) = reader.clause_state(unit);
        let info = db.section_info(&section.id).unwrap_or_default();
        let blocks = if tree.is_live(unit) {
            reader.blocks(unit, choice)
        } else {
            Vec::new()
        };
        ClauseText {
            heading: heading_at(&tree, info.heading),
            state,
            moved_to,
            blocks,
        }
    }
}
