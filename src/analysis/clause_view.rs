//! Assembles the view of a clause.

use super::{
    Analysis, Clause, ClauseView, ViewQuery, WordingChoice, section_reader::SectionReader, unit_id,
};
use crate::{
    model::UnitId,
    resolve::{RulesetDb, Section, View},
    syntax::{CommentaryKind, Layer},
};

impl Analysis {
    /// Returns the view of a unit of a section, or of the whole section if `unit` is `None`.
    pub fn clause_view(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: Option<UnitId>,
        view: &View,
        choice: WordingChoice,
    ) -> ClauseView {
        let clause = self.clause(db, section, unit, view, choice);
        ClauseView {
            version: 1,
            query: ViewQuery::new(&db.ruleset, view),
            notices: self.notices(&db.ruleset, view),
            clauses: vec![clause],
        }
    }

    /// Returns a clause at a view.
    pub fn clause(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: Option<UnitId>,
        view: &View,
        choice: WordingChoice,
    ) -> Clause {
        let tree = section.version(view);
        let root = tree.root;
        let unit = unit.unwrap_or(root);
        let reader = SectionReader::new(self, db, section, view, &tree);
        let (state, state_by, moved_to) = reader.clause_state(unit);
        let blocks = reader.blocks(unit, choice);
        let info = db.section_info(&section.id).unwrap_or_default();
        let heading = tree
            .heading()
            .map(|unit| tree.plain_text(unit, Layer::Restated))
            .unwrap_or_else(|| info.heading.clone());
        let parts = db
            .subsections_of(&section.id)
            .iter()
            .filter(|_| unit == root);
        let children = parts.map(|id| format!("{}/{id}", db.ruleset.key)).collect();
        let mut clause = Clause {
            id: format!("{}/{}", db.ruleset.key, unit_id(section, &tree, unit)),
            path: reader.heading_path(unit, &heading, info.within.as_deref()),
            heading,
            page: info.page,
            page_inferred: info.page_inferred,
            state,
            state_by,
            moved_to,
            notices: Vec::new(),
            blocks,
            children,
            clarifications: reader.clarifications(unit, choice),
            conflicts: reader.conflicts(unit),
            contradictions: reader.contradictions(unit),
            deviations: reader.commentary(unit, CommentaryKind::Deviation),
            remarks: reader.commentary(unit, CommentaryKind::Remark),
            notes: reader.notes(unit),
            open: reader.open_instructions(unit),
            withdrawn: reader.withdrawn_changes(unit),
            earlier: reader.earlier_readings(unit),
            lineage: reader.ancestors(unit),
            numbering: reader.unit_numbers(unit),
        };
        clause.notices = reader.clause_notices(unit, &clause);
        clause
    }
}
