//! Returns citations (words, author, page, file) of the clauses, cells, labels, rulings and
//! instructions that rules of play name.

use super::{
    Analysis, Origin, WordingChoice, full_id,
    section_reader::{SectionReader, heading_at},
};
use crate::{
    diagnostic::Location,
    model::{Patch, PatchIx, UnitId, UnitKind},
    resolve::{RulesetDb, Ruling, RulingState, Section, View, file_section_id},
    syntax::{Verb, plain_text},
    text::{Span, prefixed},
};

/// A unit, ruling or instruction as a rule of play cites it: its text, its author, the printed
/// page, and the place of the instruction in the sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The clause, with its ruleset: `dbm/army-size/s4`.
    pub id: String,
    /// The heading of its section.
    pub heading: String,
    /// The printed page: that of the patch if it names one, otherwise that of the section.
    pub page: Option<String>,
    /// The words.
    pub wording: String,
    /// The author of the words.
    pub origin: Origin,
    /// The heading of the patch in the sources.
    pub at: Option<Location>,
    /// The section.
    pub section: String,
    /// The unit.
    pub unit: UnitId,
}

impl Citation {
    /// Returns the clause and its page: `dbm/army-size/s4, p. 11`.
    pub fn place(&self) -> String {
        let page = prefixed(", p. ", self.page.as_ref());
        format!("{}{page}", self.id)
    }
}

/// A table cell for rules of play, `cell(TABLE, ROW, COLUMN)`: the labels of its row and column,
/// its text, and its citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedCell {
    /// The first cell of its row.
    pub row: String,
    /// The heading of its column.
    pub column: String,
    /// Its text; empty if it is missing.
    pub text: String,
    /// The citation of the cell.
    pub by: Citation,
}

impl Analysis {
    /// Returns a citation of the whole text of a unit; `by` is the patch to name as its author.
    pub(super) fn citation(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: UnitId,
        by: PatchIx,
        view: &View,
    ) -> Citation {
        let tree = section.version(view);
        let info = db.section_info(&section.id).unwrap_or_default();
        let origin = self.origin_at(section, by, unit).at_view(&db.ruleset, view);
        let wording = match tree.cell_labels(unit) {
            Some((row, column)) => {
                format!("{row} ({column}): {}", tree.restated_text(unit))
            }
            None => tree.restated_text(unit),
        };
        let at = section.patch(by).and_then(|patch| {
            Some(
                patch.file.locate(
                    patch
                        .entry()
                        .map_or(patch.place()?.heading_span, |entry| entry.heading_span),
                ),
            )
        });
        Citation {
            id: full_id(section, &tree, unit),
            heading: heading_at(&tree, info.heading),
            page: origin.page.clone().or(info.page),
            wording,
            origin,
            at,
            section: section.id.clone(),
            unit,
        }
    }

    /// Returns a citation of a ruling: its text, and the first unit that it interprets.
    pub(super) fn cited_ruling(
        &self,
        db: &RulesetDb,
        section: &Section,
        ruling: &Ruling,
        view: &View,
    ) -> Citation {
        let tree = section.version(view);
        let unit = ruling.units.first().copied().unwrap_or(tree.root);
        let mut out = self.citation(db, section, unit, ruling.patch, view);
        if let Some(entry) = section.patch(ruling.patch).and_then(|patch| patch.entry()) {
            out.wording = plain_text(&entry.payload);
            out.id = entry
                .attrs
                .id
                .as_ref()
                .map_or(out.id, |id| format!("{}/{}", db.ruleset.key, id.value));
        }
        out
    }

    /// Returns the label of a unit, such as `+1`, and a citation of the unit.
    pub fn cited_label(&self, db: &RulesetDb, id: &str, view: &View) -> Option<(String, Citation)> {
        let (section, unit) = self.resolve_id(db, id, view)?;
        let tree = section.version(view);
        let unit = unit.filter(|unit| tree.is_live(*unit))?;
        let node = tree.get(unit)?;
        let label = node.label.as_deref()?.to_owned();
        Some((label, self.citation(db, &section, unit, node.by, view)))
    }

    /// Returns a citation of the clause or ruling with an id, and whether any of its words are
    /// known; `None` if the clause is not in force at the view, or if the ruling is not shown there,
    /// contradicted or absorbed.
    pub fn cite(&self, db: &RulesetDb, id: &str, view: &View) -> Option<(Citation, bool)> {
        let (section, unit) = self.resolve_id(db, id, view)?;
        let named = |patch: &Patch| {
            patch
                .entry()
                .is_some_and(|entry| entry.attrs.id.as_ref().is_some_and(|own| own.value == id))
        };
        let clarifies = |patch: &Patch| patch.verb() == Some(Verb::Clarify);
        if let Some(at) = section
            .patches
            .iter()
            .position(|patch| clarifies(patch) && named(patch))
        {
            // a ruling is cited by itself if the profile shows it and nothing has overtaken it
            let overtaken =
                |state| matches!(state, RulingState::Contradicted | RulingState::Absorbed);
            let ruling = section
                .rulings(view)
                .into_iter()
                .find(|ruling| ruling.patch.0 as usize == at && !overtaken(ruling.state))?;
            return Some((self.cited_ruling(db, &section, &ruling, view), true));
        }
        let tree = section.version(view);
        let unit = unit.unwrap_or(tree.root);
        if !tree.is_live(unit) {
            return None;
        }
        let atoms = tree.atoms(unit);
        let text = |atom: &UnitId| tree.restated(*atom);
        let known = atoms.iter().any(|atom| {
            tree.kind(*atom) != UnitKind::Heading
                && text(atom).is_some_and(|wording| !wording.is_hole())
        });
        // the last patch that wrote or removed words of it
        let reader = SectionReader::new(self, db, &section, view, &tree);
        let wrote = atoms
            .iter()
            .filter_map(text)
            .flat_map(|wording| wording.runs().map(|(_, by)| by).collect::<Vec<_>>());
        let last = wrote
            .chain(
                atoms
                    .iter()
                    .flat_map(|&atom| reader.word_cutting_patches(atom)),
            )
            .max();
        Some((
            self.citation(db, &section, unit, last.unwrap_or(crate::model::BASE), view),
            known,
        ))
    }

    /// Returns the cells below the unit with an id, such as a table, without header rows; `None` if
    /// there is no such unit.
    pub fn cited_cells(&self, db: &RulesetDb, id: &str, view: &View) -> Option<Vec<CitedCell>> {
        let (section, unit) = self.resolve_id(db, id, view)?;
        let tree = section.version(view);
        let mut out = Vec::new();
        for unit in tree.live_units(unit.unwrap_or(tree.root)) {
            let Some((row, column)) = tree.cell_labels(unit) else {
                continue;
            };
            let parent = tree.parent(unit);
            let (Some(wording), false) = (
                tree.restated(unit),
                parent.is_some_and(|row| tree.is_header(row)),
            ) else {
                continue;
            };
            let by = wording.author(number_in(&wording.text));
            let text = if wording.is_hole() {
                String::new()
            } else {
                wording.text.trim().to_owned()
            };
            let by = self.citation(db, &section, unit, by, view);
            out.push(CitedCell {
                row: row.to_owned(),
                column: column.to_owned(),
                text,
                by,
            });
        }
        Some(out)
    }

    /// Returns the contradictions between sources on a cited unit.
    pub fn contradictions(&self, db: &RulesetDb, cited: &Citation, view: &View) -> Vec<String> {
        let Some(section) = db.section(&cited.section) else {
            return Vec::new();
        };
        let clause = self.clause(
            db,
            &section,
            Some(cited.unit),
            view,
            WordingChoice::Restated,
        );
        clause
            .contradictions
            .into_iter()
            .map(|remark| remark.text)
            .collect()
    }

    /// Returns a citation of the instruction of a document with a number, and whether it counts at
    /// the view; `None` if there is no such instruction.
    pub fn cited_instruction(
        &self,
        db: &RulesetDb,
        document: &str,
        n: &str,
        view: &View,
    ) -> Option<(Citation, bool)> {
        // a passage dated separately from its sheet is in a document of its own, but has a number
        // of the sheet
        for file in db.files() {
            let own = file
                .front
                .document
                .as_ref()
                .is_some_and(|own| own.value == document);
            let is_it = |(other, number): (Option<&str>, &str)| {
                number == n && other.map_or(own, |other| other == document)
            };
            let places = file.places.iter().filter(|place| {
                place
                    .entries
                    .iter()
                    .any(|entry| entry.attrs.passages().any(is_it))
            });
            for place in places {
                let Some(section) = db.section(&file_section_id(place)) else {
                    continue;
                };
                let full = format!("{document}:{n}");
                let named = |patch: &crate::model::Patch| {
                    patch
                        .numbers()
                        .iter()
                        .any(|number| *number == full || own && number == n)
                };
                let found = section
                    .patches
                    .iter()
                    .position(|patch| patch.file.source == file.source && named(patch));
                let Some(ix) = found else { continue };
                let patch = &section.patches[ix];
                let by = PatchIx(ix as u32);
                let chain = db.ruleset.amendment_chain(view.edition);
                let counts = chain.contains(&patch.edition)
                    && view.includes(patch)
                    && section.withdrawal_of(by, view).is_none();
                let tree = section.version(view);
                let mut cited = self.citation(db, &section, tree.root, by, view);
                cited.wording = cited.origin.address.clone().unwrap_or_default();
                return Some((cited, counts));
            }
        }
        None
    }
}

/// Returns the bytes from the first to the last digit of `text`; all of `text` if it has no digit.
fn number_in(text: &str) -> Span {
    let digits = || text.char_indices().filter(|(_, c)| c.is_numeric());
    match (digits().next(), digits().next_back()) {
        (Some((from, _)), Some((to, last))) => Span::new(from, to + last.len_utf8()),
        _ => Span::new(0, text.len()),
    }
}
