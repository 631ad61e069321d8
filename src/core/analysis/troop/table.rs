//! Finds the table cells in rows of a troop type, with their values at each published edition.

use super::{
    super::section_reader::SectionReader,
    ClauseAnnotation, TroopCell, TroopName, TroopTable, TroopValue,
    corpus::{TroopCorpus, TroopSection},
    mention::TroopMatcher,
};
use crate::{
    model::{Ruleset, UnitId},
    syntax::WordingLayer,
    text::Span,
};

/// The text of a cell for troops that do not exist.
const ABSENT: &str = "–";

impl TroopCorpus<'_> {
    /// Returns the cells of a section about the troops, with their values at each edition that was
    /// published by the day of the view.
    pub(super) fn table(
        &self,
        section: &TroopSection,
        name: &TroopName,
        matcher: &TroopMatcher,
    ) -> Option<TroopTable> {
        let ruleset = &self.db.ruleset;
        let mut units: Vec<(UnitId, &str, &str)> = Vec::new();
        for row in &section.rows {
            if !matcher.is_row(&row.label) {
                continue;
            }
            for (unit, column) in &row.cells {
                if units.iter().all(|(known, _, _)| known != unit) {
                    units.push((*unit, &row.label.text, column));
                }
            }
        }
        if units.is_empty() {
            return None;
        }
        let readers: Vec<SectionReader<'_>> = section
            .versions
            .iter()
            .map(|(at, tree)| {
                SectionReader::new(self.analysis, self.db, &section.section, at, tree)
            })
            .collect();
        let rows = units.into_iter().map(|(unit, label, column)| {
            let row = TroopCell {
                grade: grade_of_column(ruleset, column),
                values: readers
                    .iter()
                    .map(|reader| reader.troop_value(unit))
                    .collect(),
                label: label.to_owned(),
                column: column.to_owned(),
            };
            (unit, row)
        });
        let is_meant = |row: &TroopCell| {
            let of_grade = name.grade.is_none() || row.grade.is_none() || row.grade == name.grade;
            let known = || row.values.iter().filter_map(|value| value.value.as_deref());
            of_grade && (known().next().is_none() || known().any(|value| value != ABSENT))
        };
        let rows = rows.filter(|(_, row)| is_meant(row));
        let (units, rows): (Vec<UnitId>, Vec<TroopCell>) = rows.unzip();
        let mut contradictions: Vec<ClauseAnnotation> = Vec::new();
        if let Some(newest) = readers.last() {
            for found in units.iter().flat_map(|unit| newest.contradictions(*unit)) {
                if !contradictions.contains(&found) {
                    contradictions.push(found);
                }
            }
        }
        let id = &section.section.id;
        let info = self.db.section_info(id).unwrap_or_default();
        (!rows.is_empty()).then(|| TroopTable {
            id: format!("{}/{id}", ruleset.key),
            heading: info.heading,
            page: info.page,
            rows,
            contradictions,
        })
    }
}

impl SectionReader<'_> {
    fn troop_value(&self, cell: UnitId) -> TroopValue {
        let wording = self
            .tree
            .get(cell)
            .filter(|_| self.tree.is_live(cell))
            .and_then(|node| node.text(WordingLayer::Restated))
            .filter(|wording| !wording.is_hole())
            .filter(|_| !self.unknown_before_revision().contains(&cell));
        TroopValue {
            edition: self.db.ruleset.edition_id(self.view.edition).to_owned(),
            value: wording.map(|wording| wording.text.trim().to_owned()),
            origin: wording.map(|wording| {
                let by = wording.author(Span::new(0, wording.text.len()));
                self.origin_at(by, cell)
            }),
        }
    }
}

fn grade_of_column(ruleset: &Ruleset, column: &str) -> Option<String> {
    let bare = column.trim_matches(['(', ')', ' ']);
    let mut grades = ruleset.troops.grades.keys();
    grades.find(|grade| *grade == bare).cloned()
}
