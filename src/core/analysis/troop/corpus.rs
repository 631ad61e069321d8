//! Finds the names of troops in all clauses, tables, changes and rulings of a view once, to answer
//! about any troop type.

use super::{
    super::{
        Analysis, ComparedUnit, Fate, RegisteredRuling, RulingFilter, WordingChoice,
        overview::is_project_notes, section_reader::heading_at,
    },
    mention::{TroopNames, TroopText},
};
use crate::{
    model::{EditionIx, Ruleset, SectionTree, UnitId, UnitKind},
    resolve::{RulesetDb, Section, View},
    syntax::WordingLayer,
};
use std::{collections::HashSet, sync::Arc};

/// The sections and rulings of a ruleset at a view, with the names of troops found in them, to
/// answer about any troop type.
#[derive(Debug)]
pub struct TroopCorpus<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) db: &'a RulesetDb,
    pub(super) view: View,
    pub(super) choice: WordingChoice,
    /// The names that its texts were searched for.
    pub(super) names: TroopNames,
    /// The sections in the order of the text, without notes of this project.
    pub(super) sections: Vec<TroopSection>,
    /// The rulings with their texts.
    pub(super) rulings: Vec<(RegisteredRuling, TroopText)>,
}

/// A section to match troops in: its clauses, its table cells in all editions, and its changes.
#[derive(Debug)]
pub(super) struct TroopSection {
    pub(super) section: Arc<Section>,
    pub(super) tree: Arc<SectionTree>,
    /// The heading by which it is known.
    pub(super) known_heading: TroopText,
    /// The heading at the view.
    pub(super) heading: TroopText,
    /// Its paragraphs and bullets; none if it does not exist at the view.
    pub(super) clauses: Vec<SourceClause>,
    /// The versions of the published editions, oldest first.
    pub(super) versions: Vec<(View, Arc<SectionTree>)>,
    /// The cells with values in any of these versions.
    pub(super) rows: Vec<SourceRow>,
    /// What the editions changed, apart from cells.
    pub(super) changes: Vec<ChangedUnit>,
}

/// A paragraph or bullet: its label and sentences, with the names of troops in them.
#[derive(Debug)]
pub(super) struct SourceClause {
    pub(super) unit: UnitId,
    /// Its label, or that of a unit that contains it.
    pub(super) label: Option<TroopText>,
    pub(super) sentences: Vec<(UnitId, TroopText)>,
}

/// Successive cells of a table row, each with its column's label, and the row's label with the
/// names of troops in it.
#[derive(Debug)]
pub(super) struct SourceRow {
    pub(super) label: TroopText,
    /// The cells with the labels of their columns.
    pub(super) cells: Vec<(UnitId, String)>,
}

/// A unit other than a cell that an edition changed, and its label and texts with the names of
/// troops in them.
#[derive(Debug)]
pub(super) struct ChangedUnit {
    pub(super) edition: EditionIx,
    pub(super) heading: String,
    pub(super) page: Option<String>,
    pub(super) unit: ComparedUnit,
    /// Its label and its texts.
    pub(super) texts: Vec<TroopText>,
}

impl<'a> TroopCorpus<'a> {
    /// Reads all sections and rulings of a ruleset at a view.
    pub fn new(
        analysis: &'a Analysis,
        db: &'a RulesetDb,
        view: &View,
        choice: WordingChoice,
    ) -> Self {
        db.resolve_all();
        let names = TroopNames::new(db);
        let sections = db.sections();
        let sections = sections.filter(|section| !is_project_notes(db, section));
        let register = analysis.ruling_register(db, view, choice, &RulingFilter::default());
        let with_text = |ruling: RegisteredRuling| {
            let text = names.find_in(ruling.ruling.text.clone());
            (ruling, text)
        };
        Self {
            analysis,
            db,
            view: view.clone(),
            choice,
            sections: sections
                .map(|section| TroopSection::new(analysis, db, section, view, &names))
                .collect(),
            rulings: register.rulings.into_iter().map(with_text).collect(),
            names,
        }
    }
}

impl TroopSection {
    fn new(
        analysis: &Analysis,
        db: &RulesetDb,
        section: Arc<Section>,
        view: &View,
        names: &TroopNames,
    ) -> Self {
        let tree = section.version(view);
        let versions: Vec<(View, Arc<SectionTree>)> = published_editions(&db.ruleset, view)
            .map(|edition| view.with_edition(edition))
            .map(|at| (at.clone(), section.version(&at)))
            .collect();
        let text = |text: String| names.find_in(text);
        let known_heading = db.section_info(&section.id).unwrap_or_default().heading;
        let heading = heading_at(&tree, known_heading.clone());
        let clauses = if tree.exists {
            source_clauses(&tree, names)
        } else {
            Vec::new()
        };
        let rows = source_rows(&tree, &versions, names);
        let changes = section_changes(analysis, db, &section, view, names);
        Self {
            section,
            tree,
            known_heading: text(known_heading),
            heading: text(heading),
            clauses,
            versions,
            rows,
            changes,
        }
    }
}

fn source_clauses(tree: &SectionTree, names: &TroopNames) -> Vec<SourceClause> {
    let units = tree.iter_live_units(tree.root);
    let is_clause =
        |unit: &UnitId| matches!(tree.kind(*unit), UnitKind::Paragraph | UnitKind::Bullet);
    let clause = |unit: UnitId| {
        let mut above = tree.ancestors(unit);
        let label = above.find_map(|unit| tree.get(unit)?.label.as_deref());
        let sentences = tree
            .children(unit)
            .filter(|&unit| tree.kind(unit) == UnitKind::Sentence);
        let text = |unit| names.find_in(tree.restated_text(unit));
        SourceClause {
            unit,
            label: label.map(|label| names.find_in(label.to_owned())),
            sentences: sentences.map(|unit| (unit, text(unit))).collect(),
        }
    };
    units.filter(is_clause).map(clause).collect()
}

/// Returns the cells of the version at the view, then those of other versions, newest first.
fn source_rows(
    own: &SectionTree,
    versions: &[(View, Arc<SectionTree>)],
    names: &TroopNames,
) -> Vec<SourceRow> {
    let mut known: HashSet<(UnitId, &str, &str)> = HashSet::new();
    let mut out: Vec<SourceRow> = Vec::new();
    let versions = versions.iter().rev().map(|(_, tree)| &**tree);
    for (unit, row, column) in std::iter::once(own).chain(versions).flat_map(value_cells) {
        if !known.insert((unit, row, column)) {
            continue;
        }
        let cell = (unit, column.to_owned());
        match out.last_mut().filter(|last| last.label.text == row) {
            Some(last) => last.cells.push(cell),
            None => out.push(SourceRow {
                label: names.find_in(row.to_owned()),
                cells: vec![cell],
            }),
        }
    }
    out
}

/// Returns what the editions up to a view changed in a section, edition by edition.
fn section_changes(
    analysis: &Analysis,
    db: &RulesetDb,
    section: &Section,
    view: &View,
    names: &TroopNames,
) -> Vec<ChangedUnit> {
    let mut out = Vec::new();
    for pair in db.ruleset.amendment_chain(view.edition).windows(2) {
        let (from, to) = (view.with_edition(pair[0]), view.with_edition(pair[1]));
        if Arc::ptr_eq(&section.version(&from), &section.version(&to)) {
            continue;
        }
        let compared = analysis.compare(db, section, None, &from, &to);
        let units = compared.pairs.into_iter();
        let changed = units.filter(|unit| unit.fate != Fate::Same && unit.kind != "cell");
        out.extend(changed.map(|unit| {
            ChangedUnit {
                edition: pair[1],
                heading: compared.heading.clone(),
                page: compared.page.clone(),
                texts: [&unit.label, &unit.before, &unit.after]
                    .into_iter()
                    .flatten()
                    .map(|text| names.find_in(text.clone()))
                    .collect(),
                unit,
            }
        }));
    }
    out
}

/// Returns the editions that were published by the day of a view, oldest first.
fn published_editions(ruleset: &Ruleset, view: &View) -> impl Iterator<Item = EditionIx> {
    let as_of = view.as_of;
    (0..ruleset.editions.len() as u16)
        .map(EditionIx)
        .filter(move |&edition| ruleset.is_in_force(edition, as_of))
}

/// Returns the cells of a version with values, with the labels of row and column.
fn value_cells(tree: &SectionTree) -> impl Iterator<Item = (UnitId, &str, &str)> {
    tree.iter_live_units(tree.root).filter_map(move |unit| {
        if tree.kind(unit) != UnitKind::Cell {
            return None;
        }
        let (row, column) = tree.cell_labels(unit)?;
        let node = tree.get(unit)?;
        let text = node.text(WordingLayer::Restated)?;
        let is_label = text.text.trim() == row;
        let is_header = node.parent.is_some_and(|row| tree.is_header(row));
        (!is_label && !is_header).then_some((unit, row, column))
    })
}
