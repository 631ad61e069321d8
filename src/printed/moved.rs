//! Makes the `Add` command and payload for units that a sheet moves to another section: copies
//! their text from the rules.

use super::unit::{EditableUnit, escape_markup};
use crate::{
    model::{SectionTree, UnitId, UnitKind},
    op::select_steps,
    resolve::{RulesetDb, View},
    syntax::{BlockKind, Command, DeleteOperand, NewUnitCount, StartOrEnd, UnitNoun, WordingLayer},
    text::Span,
};

/// Returns the section to which a deletion moves whole units, and what adds their text at its end.
/// `None` if the text is not wholly known, so that the author has to insert it.
pub(super) fn added_text(
    db: &RulesetDb,
    view: &View,
    id: &str,
    command: &Command,
) -> Option<(String, Command, Vec<EditableUnit>)> {
    let Command::Delete {
        what: DeleteOperand::Units(targets),
        moved_to: Some(section),
    } = command
    else {
        return None;
    };
    db.section_of(&section.value)?;
    let tree = db.section(db.section_of(id)?)?.version(view);
    let mut units = Vec::new();
    for target in targets {
        let plain = target.id.is_none() && target.range.is_none() && target.frame.is_none();
        let found = plain.then(|| select_steps(&tree, tree.root, &target.steps));
        units.extend(found?.ok()?);
    }
    let kind = tree.kind(*units.first()?);
    let unit = match kind {
        UnitKind::Paragraph => UnitNoun::Paragraph,
        UnitKind::Bullet => UnitNoun::Bullet,
        UnitKind::Sentence => UnitNoun::Sentence,
        _ => return None,
    };
    if units.iter().any(|&unit| tree.kind(unit) != kind) {
        return None;
    }
    let payload: Option<Vec<EditableUnit>> =
        units.iter().map(|&unit| copy_unit(&tree, unit)).collect();
    let add = Command::Add {
        what: NewUnitCount {
            number: u32::try_from(units.len()).ok()?,
            unit,
            label: None,
            span: Span::default(),
        },
        end: StartOrEnd::End,
        of: None,
    };
    Some((section.value.to_string(), add, payload?))
}

/// Returns the text of a unit; `None` if a part of it is unknown.
fn copy_unit(tree: &SectionTree, unit: UnitId) -> Option<EditableUnit> {
    let kind = match tree.kind(unit) {
        UnitKind::Paragraph => BlockKind::Paragraph,
        UnitKind::Bullet => BlockKind::Bullet,
        UnitKind::Sentence => BlockKind::Sentence,
        _ => return None,
    };
    let node = tree.get(unit)?;
    let text = node
        .text(WordingLayer::Restated)
        .map(|text| text.text.to_string());
    if kind == BlockKind::Sentence && text.is_none() {
        return None;
    }
    let children: Option<Vec<EditableUnit>> = tree
        .children(unit)
        .map(|child| copy_unit(tree, child))
        .collect();
    let plain = text.unwrap_or_default();
    Some(EditableUnit {
        kind,
        label: node.label.as_deref().map(str::to_owned),
        source: escape_markup(&plain),
        plain,
        children: children?,
    })
}
