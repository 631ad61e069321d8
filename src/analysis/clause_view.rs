//! Assembles the view of a clause.

use super::{
    Analysis, Clause, ClauseBlock, ClauseView, ViewQuery, WordingChoice,
    section_reader::SectionReader, unit_id,
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
        let tree = section.version(view);
        SectionReader::new(self, db, section, view, &tree)
            .clause_view(unit.unwrap_or(tree.root), choice)
    }

    /// Returns the views of several units of a section.
    pub fn clause_views(
        &self,
        db: &RulesetDb,
        section: &Section,
        units: impl IntoIterator<Item = UnitId>,
        view: &View,
        choice: WordingChoice,
    ) -> Vec<ClauseView> {
        let tree = section.version(view);
        let reader = SectionReader::new(self, db, section, view, &tree);
        let clause_view = |unit| reader.clause_view(unit, choice);
        units.into_iter().map(clause_view).collect()
    }

    /// Returns a section at a view without its blocks, and the units whose wording is not known at
    /// that date. Of two views that show the same patches, only these can differ.
    pub fn clause_surroundings(
        &self,
        db: &RulesetDb,
        section: &Section,
        view: &View,
        choice: WordingChoice,
    ) -> (ClauseView, Vec<UnitId>) {
        let tree = section.version(view);
        let reader = SectionReader::new(self, db, section, view, &tree);
        let clause = reader.clause_with_blocks(tree.root, choice, Vec::new());
        let unknown = reader.unknown_before_revision().to_vec();
        (reader.view_of(clause), unknown)
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
        let unit = unit.unwrap_or(tree.root);
        SectionReader::new(self, db, section, view, &tree).clause(unit, choice)
    }
}

impl SectionReader<'_> {
    fn clause_view(&self, unit: UnitId, choice: WordingChoice) -> ClauseView {
        self.view_of(self.clause(unit, choice))
    }

    fn view_of(&self, clause: Clause) -> ClauseView {
        let ruleset = &self.db.ruleset;
        ClauseView {
            version: 1,
            query: ViewQuery::new(ruleset, self.view),
            notices: self.analysis.notices(ruleset, self.view),
            clauses: vec![clause],
        }
    }

    /// Returns a unit as a clause.
    fn clause(&self, unit: UnitId, choice: WordingChoice) -> Clause {
        self.clause_with_blocks(unit, choice, self.blocks(unit, choice))
    }

    fn clause_with_blocks(
        &self,
        unit: UnitId,
        choice: WordingChoice,
        blocks: Vec<ClauseBlock>,
    ) -> Clause {
        let (db, section, tree) = (self.db, self.section, self.tree);
        let (state, state_by, moved_to) = self.clause_state(unit);
        let info = db.section_info(&section.id).unwrap_or_default();
        let heading = tree
            .heading()
            .map(|unit| tree.plain_text(unit, Layer::Restated))
            .unwrap_or_else(|| info.heading.clone());
        let parts = db
            .subsections_of(&section.id)
            .iter()
            .filter(|_| unit == tree.root);
        let children = parts.map(|id| format!("{}/{id}", db.ruleset.key)).collect();
        let mut clause = Clause {
            id: format!("{}/{}", db.ruleset.key, unit_id(section, tree, unit)),
            path: self.heading_path(unit, &heading, info.within.as_deref()),
            heading,
            page: info.page,
            page_inferred: info.page_inferred,
            state,
            state_by,
            moved_to,
            notices: Vec::new(),
            blocks,
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
        clause
    }
}
