//! Rewrites the command and payload of a printed instruction in the form of the text that it
//! changes: bullets, labels, names of rows and columns.
//!
//! Print does not show whether new text is a bullet or a paragraph, and spells out the names of rows.

use super::unit::EditableUnit;
use crate::{
    model::{Ruleset, SectionTree, UnitId, UnitKind},
    op::{countable_units, label_key, select_steps, units_labelled},
    resolve::{RulesetDb, View},
    syntax::{
        AddressStepKind, BlockKind, Command, Target,
        UnitNoun::{self, Bullet, Entry, Item, Line, Paragraph, Row},
        Verb, WordingLayer,
    },
};

/// Changes an instruction of the section `id` and its payload into the form of the text at
/// `view`, if the section exists there.
pub(super) fn fit_instruction(
    db: &RulesetDb,
    view: &View,
    id: &str,
    command: &mut Command,
    payload: &mut [EditableUnit],
) {
    let Some(section) = db.section_of(id).and_then(|id| db.section(id)) else {
        return;
    };
    let fit = InstructionFitter {
        ruleset: &db.ruleset,
        tree: &section.version(view),
    };
    for target in command.addresses_mut() {
        fit.fit_target(target);
    }
    match (command.verb, &command.count) {
        (Verb::Replace, _) if command.phrase.is_none() => {
            fit.fit_replacement(&command.targets, payload);
        }
        (Verb::SetEntries, _) => payload.iter_mut().for_each(label_entry),
        (Verb::Insert | Verb::Add, Some(count)) => match count.unit {
            Entry => payload.iter_mut().for_each(label_entry),
            unit if fit.is_listed(unit) => make_bullets(payload),
            _ => {}
        },
        (Verb::SetValues, _) => fit.fit_values(payload),
        _ => {}
    }
}

/// The heading of the column of a value whose sheet names none.
const UNNAMED_COLUMN: &str = "value";

/// The text of a section to which a printed instruction is fitted.
struct InstructionFitter<'a> {
    ruleset: &'a Ruleset,
    tree: &'a SectionTree,
}

impl InstructionFitter<'_> {
    /// Replaces labels by those in the section.
    fn fit_target(&self, target: &mut Target) {
        for step in &mut target.steps {
            let AddressStepKind::Labelled { labels, unit, .. } = &mut step.kind else {
                continue;
            };
            for label in labels {
                if let Some(known) = self.known_label(&label.value) {
                    label.value = known;
                }
                // print does not show whether a label is that of a paragraph, bullet or row
                let has = |unit| {
                    !units_labelled(self.tree, self.tree.root, unit, &label.value).is_empty()
                };
                if matches!(unit, Paragraph | Row) && !has(*unit) {
                    let kinds = [Bullet, Paragraph, Row];
                    *unit = kinds.into_iter().find(|kind| has(*kind)).unwrap_or(*unit);
                }
            }
        }
    }

    /// Returns the label in the section that `label` spells out, if exactly one does and none is
    /// equal to it.
    fn known_label(&self, label: &str) -> Option<String> {
        let live = self.tree.live_units(self.tree.root);
        let labels = || live.iter().filter_map(|&unit| self.label(unit));
        if labels().any(|known| label_key(known) == label_key(label)) {
            return None;
        }
        let spelled_out = self.ruleset.spell_out(label);
        let mut found = labels().filter(|known| self.ruleset.spell_out(known) == spelled_out);
        let first = found.next()?;
        let same = found.all(|other| label_key(other) == label_key(first));
        same.then(|| first.to_owned())
    }

    fn label(&self, unit: UnitId) -> Option<&str> {
        self.tree.get(unit)?.label.as_deref()
    }

    /// Makes bullets of the paragraphs that replace bullets, and keeps the label of a unit whose
    /// new text has none.
    fn fit_replacement(&self, targets: &[Target], payload: &mut [EditableUnit]) {
        let inside = |target: &&Target| target.id.is_none() && target.range.is_none();
        let select = |target: &Target| {
            select_steps(self.tree, self.tree.root, &target.steps).unwrap_or_default()
        };
        let units: Vec<UnitId> = targets.iter().filter(inside).flat_map(select).collect();
        let is_bullet = |unit: &UnitId| self.tree.kind(*unit) == UnitKind::Bullet;
        if !units.is_empty() && units.iter().all(is_bullet) {
            make_bullets(payload);
        }
        if let ([unit], [new]) = (units.as_slice(), payload)
            && new.label.is_none()
            && matches!(new.kind, BlockKind::Bullet | BlockKind::Paragraph)
            && let Some(label) = self.label(*unit)
        {
            set_label(new, label);
        }
    }

    /// Whether new units of a kind are bullets where they are added.
    fn is_listed(&self, unit: UnitNoun) -> bool {
        let bullets = || !countable_units(self.tree, self.tree.root, Bullet).is_empty();
        unit == Bullet || matches!(unit, Line | Item | Row) && bullets()
    }

    /// Names the rows and columns of new values as the table does.
    fn fit_values(&self, payload: &mut [EditableUnit]) {
        let tables = payload
            .iter_mut()
            .filter(|unit| unit.kind == BlockKind::Table);
        for table in tables {
            let Some((head, rows)) = table.children.split_first_mut() else {
                continue;
            };
            for row in rows.iter_mut() {
                if let Some(name) = row.children.first_mut()
                    && let Some(known) = self.known_label(&name.plain)
                {
                    set_text(name, &known);
                }
            }
            if let ([_, column], [row]) = (head.children.as_mut_slice(), rows)
                && let [name, value] = row.children.as_slice()
                && column.plain == UNNAMED_COLUMN
                && let Some(own) = self.column_of_value(&name.plain, &value.source)
            {
                set_text(column, &own);
            }
        }
    }

    /// Returns the column of a value without one: that of the old value, or the only one with a number.
    fn column_of_value(&self, name: &str, value: &str) -> Option<String> {
        let old = value
            .strip_prefix("~~")
            .and_then(|rest| rest.split_once("~~"));
        let rows = units_labelled(self.tree, self.tree.root, Row, name);
        let row = rows
            .into_iter()
            .find(|&row| self.tree.kind(row) == UnitKind::Row)?;
        let is_number =
            |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c));
        let mut fitting = self.tree.children(row).filter(|&cell| {
            let text = self
                .tree
                .get(cell)
                .and_then(|node| node.text(WordingLayer::Restated));
            let text = text.map_or("", |text| &text.text);
            self.label(cell).is_some()
                && old.map_or_else(|| is_number(text), |(old, _)| text == old)
        });
        let own = fitting.next().filter(|_| fitting.next().is_none())?;
        self.label(own).map(str::to_owned)
    }
}

fn set_text(unit: &mut EditableUnit, text: &str) {
    text.clone_into(&mut unit.source);
    text.clone_into(&mut unit.plain);
}

/// Makes bullets of paragraphs of sentences.
fn make_bullets(payload: &mut [EditableUnit]) {
    let is_plain = |unit: &EditableUnit| {
        let sentences = |child: &EditableUnit| child.kind == BlockKind::Sentence;
        unit.kind == BlockKind::Paragraph && unit.children.iter().all(sentences)
    };
    for unit in payload.iter_mut().filter(|unit| is_plain(unit)) {
        unit.kind = BlockKind::Bullet;
    }
}

/// Separates the label of an entry from its text: the words before the first colon, if they are few.
fn label_entry(entry: &mut EditableUnit) {
    const MOST_WORDS: usize = 8;
    if let (None, Some(first)) = (&entry.label, entry.children.first_mut())
        && let Some((label, rest)) = first.source.split_once(": ")
        && label.split_whitespace().count() <= MOST_WORDS
    {
        entry.label = Some(format!("{label}:"));
        first.source = rest.to_owned();
    }
}

/// Gives a unit the label of the unit that it replaces, and removes the label from the beginning
/// of its text.
fn set_label(unit: &mut EditableUnit, label: &str) {
    unit.label = Some(label.to_owned());
    let Some(first) = unit.children.first_mut() else {
        return;
    };
    let marks = |c: char| c.is_whitespace() || matches!(c, '.' | ':' | '*');
    let name = label.trim_end_matches(marks);
    let begins = first.source.trim_start_matches('*');
    let rest = begins
        .get(..name.len())
        .filter(|start| label_key(start) == label_key(name));
    let Some(rest) = rest.and_then(|_| begins[name.len()..].strip_prefix(['.', ':'])) else {
        return;
    };
    let rest = rest.trim_start_matches(marks).to_owned();
    if !rest.is_empty() {
        first.source = rest;
    } else if unit.children.len() > 1 {
        unit.children.remove(0);
    }
}
