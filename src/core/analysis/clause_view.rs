//! Assembles the data of a clause at a view: text, status, rulings, notices, lineage, numbering.

use super::{
    Analysis, Clause, ClauseView, ViewDescription, WordingChoice,
    continuation::continuation,
    full_id,
    section_reader::{SectionReader, heading_at},
};
use crate::{
    model::UnitId,
    resolve::{RulesetDb, Section, View},
    syntax::CommentaryKind,
};

impl Analysis {
    /// Returns the answer about a unit of a section, or the whole section if `unit` is `None`.
    pub fn clause_view(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: Option<UnitId>,
        view: &View,
        choice: WordingChoice,
    ) -> ClauseView {
        let tree = section.version(view);
        SectionReader::new(self, db, section, view, &tree)
            .clause_view(unit.unwrap_or(tree.root), choice)
    }

    /// Returns a unit of a section, or the whole section if `unit` is `None`, as a clause.
    pub fn clause(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: Option<UnitId>,
        view: &View,
        choice: WordingChoice,
    ) -> Clause {
        let tree = section.version(view);
        let unit = unit.unwrap_or(tree.root);
        SectionReader::new(self, db, section, view, &tree).clause(unit, choice)
    }
}

impl SectionReader<'_> {
    fn clause_view(&self, unit: UnitId, choice: WordingChoice) -> ClauseView {
        let ruleset = &self.db.ruleset;
        ClauseView {
            version: 1,
            query: ViewDescription::new(ruleset, self.view),
            notices: self.analysis.notices(ruleset, self.view),
            clauses: vec![self.clause(unit, choice)],
        }
    }

    /// Returns a unit as a clause. The blocks of the sentences that a named one goes on with come last.
    fn clause(&self, unit: UnitId, choice: WordingChoice) -> Clause {
        let (db, section, tree) = (self.db, self.section, self.tree);
        let (state, state_by, moved_to) = self.clause_state(unit);
        let info = db.section_info(&section.id).unwrap_or_default();
        let heading = heading_at(tree, info.heading);
        let parts = db
            .subsections_of(&section.id)
            .iter()
            .filter(|_| unit == tree.root);
        let children = parts.map(|id| format!("{}/{id}", db.ruleset.key)).collect();
        let mut clause = Clause {
            id: full_id(section, tree, unit),
            path: self.heading_path(unit, &heading, info.within.as_deref()),
            heading,
            page: info.page,
            page_inferred: info.page_inferred,
            state_text: self.state_text(unit, state, state_by.as_ref()),
            state,
            state_by,
            moved_to,
            notices: Vec::new(),
            blocks: self.blocks(unit, choice),
            children,
            clarifications: self.clarifications(unit, choice),
            conflicts: self.conflicts(unit),
            contradictions: self.contradictions(unit),
            deviations: self.commentary(unit, CommentaryKind::Deviation),
            remarks: self.commentary(unit, CommentaryKind::Remark),
            notes: self.notes(unit),
            open: self.open_instructions(unit),
            withdrawn: self.withdrawn_changes(unit),
            earlier: self.earlier_readings(unit),
            lineage: self.ancestors(unit),
            numbering: self.unit_numbers(unit),
        };
        clause.notices = self.clause_notices(unit, &clause);
        for next in continuation(self.section, self.tree, unit) {
            clause.blocks.extend(self.blocks(next, choice));
        }
        clause
    }
}
