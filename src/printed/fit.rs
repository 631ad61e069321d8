//! Rewrites the command and payload of a printed instruction in the form of the text that it
//! changes: bullets, labels, names of rows.
//!
//! Print does not show whether new text is a bullet or a paragraph, runs labels into the text, and
//! spells out the names of rows.

use super::unit::EditableUnit;
use crate::{
    model::{Ruleset, SectionTree, UnitId, UnitKind},
    op::{countable_units, label_key, select_steps, units_labelled},
    resolve::{RulesetDb, Section, View},
    syntax::{
        AddressStep, AddressStepKind, BeforeOrAfter, BlockKind, Command, InsertAnchor,
        InsertOperand, NewUnitCount, Target,
        UnitNoun::{self, Bullet, Entry, Item, Line, Paragraph, Row, Sentence},
        WordingLayer,
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
        section: &section,
        view,
        tree: &section.version(view),
    };
    for target in command.targets_mut() {
        fit.fit_target(target);
    }
    if let Some(inserted) = fit.insertion_at_number(command) {
        *command = inserted;
    }
    if matches!(command, Command::SetValues) {
        fit.fit_values(payload);
    }
    match command {
        Command::Replace { targets, .. } => fit.fit_replacement(targets, payload),
        Command::Insert {
            what: InsertOperand::Units(count),
            ..
        }
        | Command::Add { what: count, .. }
            if count.unit == Entry =>
        {
            payload.iter_mut().for_each(|unit| fit.fit_entry(unit));
        }
        Command::Insert {
            what: InsertOperand::Units(count),
            point: InsertAnchor::Unit(_) | InsertAnchor::Phrase(..),
            ..
        }
        | Command::Add { what: count, .. } => fit.fit_units(count.unit, payload),
        Command::SetEntries => payload.iter_mut().for_each(|unit| fit.fit_entry(unit)),
        _ => {}
    }
}

/// The heading of the column of a value whose sheet names none.
pub(super) const UNNAMED_COLUMN: &str = "value";

/// The most words in the label of an entry.
const MAX_LABEL_WORDS: usize = 8;

/// The section, at a view, to whose text a printed instruction is fitted; its methods find units,
/// labels and rows there, and rewrite the command.
pub(super) struct InstructionFitter<'a> {
    ruleset: &'a Ruleset,
    section: &'a Section,
    view: &'a View,
    pub(super) tree: &'a SectionTree,
}

impl InstructionFitter<'_> {
    /// Returns the units that an address inside of the section names; none if it names nothing.
    fn select(&self, target: &Target) -> Vec<UnitId> {
        if target.id.is_some() || target.range.is_some() {
            return Vec::new();
        }
        let select =
            |tree: &SectionTree| select_steps(tree, tree.root, &target.steps).unwrap_or_default();
        let frame = target
            .frame
            .as_ref()
            .and_then(|frame| self.ruleset.edition(&frame.value));
        match frame {
            Some(frame) => select(&self.section.version(&self.view.with_edition(frame))),
            None => select(self.tree),
        }
    }

    /// Replaces labels by those in the section.
    fn fit_target(&self, target: &mut Target) {
        for step in &mut target.steps {
            if let AddressStepKind::Labelled { labels, unit, .. } = &mut step.kind {
                for label in labels {
                    if let Some(known) = self.known_label(&label.value) {
                        label.value = known;
                    }
                    // print does not show whether a label is that of a paragraph, bullet or row
                    let has = |unit| {
                        !units_labelled(self.tree, self.tree.root, unit, &label.value).is_empty()
                    };
                    let guessed = matches!(unit, Paragraph | Row);
                    if guessed && !has(*unit) {
                        let kinds = [Bullet, Paragraph, Row];
                        *unit = kinds.into_iter().find(|kind| has(*kind)).unwrap_or(*unit);
                    }
                }
            }
        }
    }

    /// Returns the label in the section that `label` spells out, if exactly one does and none is
    /// equal to it.
    pub(super) fn known_label(&self, label: &str) -> Option<String> {
        let live = self.tree.live_units(self.tree.root);
        let labels: Vec<&str> = live.iter().filter_map(|&unit| self.label(unit)).collect();
        if labels
            .iter()
            .any(|known| label_key(known) == label_key(label))
        {
            return None;
        }
        let find = |is_same: &dyn Fn(&str) -> bool| {
            let mut found = labels.iter().filter(|known| is_same(known));
            let first = found.next()?;
            let same = found.all(|other| label_key(other) == label_key(first));
            same.then(|| (*first).to_owned())
        };
        let spelled_out = self.spell_out(label);
        find(&|known| self.spell_out(known) == spelled_out)
            .or_else(|| find(&|known| self.looks_alike(known, label)))
            .or_else(|| find(&|known| begin_alike(&self.spell_out(known), &spelled_out)))
            .or_else(|| {
                // `the penalty for Enemy Close`
                let inner = |known: &str| {
                    let own = self.spell_out(known);
                    own.len() > 1 && spelled_out.ends_with(&own)
                };
                find(&inner)
            })
            .or_else(|| {
                // `Result 6`
                let (_, number) = label.split_once(' ')?;
                let counted = number.starts_with(|c: char| !c.is_alphabetic());
                counted.then(|| find(&|known| label_key(known) == label_key(number)))?
            })
    }

    /// Whether two names have the same words, or words in letters that print confuses.
    fn looks_alike(&self, one: &str, other: &str) -> bool {
        let (one, other) = (one.split_whitespace(), other.split_whitespace());
        let count = |words: &std::str::SplitWhitespace<'_>| words.clone().count();
        count(&one) == count(&other)
            && one.zip(other).all(|(one, other)| {
                alike(one) == alike(other) || self.spell_out(one) == self.spell_out(other)
            })
    }

    /// Returns the words of a name with its abbreviations written in full, without plural endings.
    pub(super) fn spell_out(&self, name: &str) -> Vec<String> {
        self.ruleset.spell_out(name)
    }

    /// Makes bullets of the paragraphs that replace bullets, and keeps the label of a unit whose
    /// new text has none.
    fn fit_replacement(&self, targets: &[Target], payload: &mut [EditableUnit]) {
        let reached: Vec<UnitId> = targets
            .iter()
            .flat_map(|target| self.select(target))
            .collect();
        let are_all =
            |kind| !reached.is_empty() && reached.iter().all(|&unit| self.tree.kind(unit) == kind);
        if are_all(UnitKind::Bullet) {
            make_bullets(payload);
        }
        if are_all(UnitKind::Sentence) {
            make_sentences(payload);
        }
        if let ([unit], [new]) = (reached.as_slice(), payload)
            && new.label.is_none()
            && matches!(new.kind, BlockKind::Bullet | BlockKind::Paragraph)
            && let Some(label) = self.label(*unit)
        {
            set_label(new, label);
        }
    }

    /// Makes bullets of new units that are bullets where they are added.
    fn fit_units(&self, unit: UnitNoun, payload: &mut [EditableUnit]) {
        if unit == Sentence {
            make_sentences(payload);
        }
        let is_list = match unit {
            Bullet => true,
            Line | Item | Row | Entry => {
                !countable_units(self.tree, self.tree.root, Bullet).is_empty()
            }
            _ => false,
        };
        if is_list {
            make_bullets(payload);
        }
    }

    /// Returns the insertion that `a new 3rd bullet` means where there is a third one already.
    fn insertion_at_number(&self, command: &Command) -> Option<Command> {
        let Command::Add { what, of, .. } = command else {
            return None;
        };
        let number: u32 = what.label.as_ref()?.value.parse().ok()?;
        let scope = match of {
            Some(target) => match self.select(target).as_slice() {
                [scope] => *scope,
                _ => return None,
            },
            None => self.tree.root,
        };
        let units = countable_units(self.tree, scope, what.unit);
        let known = units.iter().all(|&unit| !self.tree.kind(unit).is_gap());
        if number == 0 || known && number as usize == units.len() + 1 {
            return None;
        }
        // the place of a second paragraph is known from the first one
        let beside = !known || number as usize > units.len();
        let (side, number) = match number {
            2.. if beside => (BeforeOrAfter::After, number - 1),
            _ => (BeforeOrAfter::Before, number),
        };
        let mut point = of.clone().unwrap_or(Target {
            id: None,
            steps: Vec::new(),
            range: None,
            frame: None,
            printed_line: None,
            span: what.span,
        });
        point.steps.push(AddressStep {
            kind: AddressStepKind::Ordinals {
                unit: what.unit,
                ordinals: vec![(number, number)],
            },
            span: what.span,
        });
        Some(Command::Insert {
            what: InsertOperand::Units(NewUnitCount {
                label: None,
                ..what.clone()
            }),
            side,
            point: InsertAnchor::Unit(point),
        })
    }

    /// Returns the label of a unit.
    pub(super) fn label(&self, unit: UnitId) -> Option<&str> {
        self.tree.get(unit)?.label.as_deref()
    }

    /// Returns the restated words of a unit.
    pub(super) fn text(&self, unit: UnitId) -> Option<&str> {
        let text = self.tree.get(unit)?.text(WordingLayer::Restated)?;
        Some(&text.text)
    }

    /// Returns the row with this name.
    pub(super) fn row(&self, name: &str) -> Option<UnitId> {
        let rows = units_labelled(self.tree, self.tree.root, Row, name);
        rows.into_iter()
            .find(|&row| self.tree.kind(row) == UnitKind::Row)
    }

    /// Returns the columns of a row, each with the text of its cell.
    pub(super) fn columns(&self, row: UnitId) -> Vec<(String, String)> {
        let cells = self.tree.children(row);
        let columns = cells.filter_map(|cell| {
            let text = self.text(cell).unwrap_or_default();
            Some((self.label(cell)?.to_owned(), text.to_owned()))
        });
        columns.collect()
    }

    /// Separates the label of an entry from its text: the words before the first colon, if they
    /// are few.
    fn fit_entry(&self, entry: &mut EditableUnit) {
        if entry.label.is_some() {
            return;
        }
        let Some(first) = entry.children.first_mut() else {
            return;
        };
        if let Some((label, rest)) = first.source.split_once(": ")
            && label.split_whitespace().count() <= MAX_LABEL_WORDS
        {
            entry.label = Some(format!("{label}:"));
            first.source = rest.to_owned();
        }
    }
}

/// Whether the words of `short` are beginnings of those of `full`, one by one: `Bow` of `Bowmen`.
fn begin_alike(full: &[String], short: &[String]) -> bool {
    const SHORTEST: usize = 3;
    full.len() == short.len()
        && full
            .iter()
            .zip(short)
            .all(|(full, short)| short.len() >= SHORTEST && full.starts_with(short.as_str()))
}

/// Returns a word with one letter for those that print confuses: `EI` for `El`.
pub(super) fn alike(word: &str) -> String {
    let lower = word.to_lowercase();
    lower.replace(['i', '1', '|'], "l").replace('0', "o")
}

pub(super) fn set_text(unit: &mut EditableUnit, text: &str) {
    text.clone_into(&mut unit.source);
    text.clone_into(&mut unit.plain);
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

/// Makes a paragraph of the only bullet, whose sentences print sets behind a sign.
fn make_sentences(payload: &mut [EditableUnit]) {
    if let [only] = payload
        && only.kind == BlockKind::Bullet
        && only.label.is_none()
    {
        only.kind = BlockKind::Paragraph;
    }
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
