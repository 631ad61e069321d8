//! The lint `duplicate-label`: an item gets the letter or number that another one of its list has.

use super::{
    consequences::unread_section,
    context::{LintContext, all_scopes},
};
use crate::{
    diagnostic::Diagnostic,
    model::{EditionIx, PatchIx, SectionTree, UnitId, UnitKind},
    resolve::{Section, View},
    syntax::{flatten_blocks, item_mark, next_item_label},
};
use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

/// Reports items with the label of another item of their list, in one text or by an amendment.
pub(super) fn check(context: LintContext<'_>, section: &Section, out: &mut Vec<Diagnostic>) {
    let has_items = section.patches.iter().any(|patch| {
        let mut labels = flatten_blocks(patch.blocks()).into_iter();
        labels.any(|block| {
            block
                .label
                .as_ref()
                .is_some_and(|own| item_mark(&own.value).is_some())
        })
    });
    if !has_items || context.db.first_mistake(section).is_some() {
        return;
    }
    let profile = Arc::new(all_scopes(section));
    let mut reported: BTreeSet<UnitId> = BTreeSet::new();
    for edition in 0..section.ruleset().editions.len() as u16 {
        let view = View::all_published(EditionIx(edition), Arc::clone(&profile));
        let tree = section.version(&view);
        for parent in tree.live_units(tree.root) {
            check_list(context, section, &tree, parent, &mut reported, out);
        }
    }
}

fn check_list(
    context: LintContext<'_>,
    section: &Section,
    tree: &SectionTree,
    parent: UnitId,
    reported: &mut BTreeSet<UnitId>,
    out: &mut Vec<Diagnostic>,
) {
    let items: Vec<(UnitId, &str, PatchIx)> = tree
        .children(parent)
        .filter(|&unit| tree.is_live(unit) && tree.kind(unit) == UnitKind::Bullet)
        .filter_map(|unit| {
            let node = tree.get(unit)?;
            let label = node.label.as_deref()?;
            item_mark(label)?;
            Some((unit, label, node.relabelled.unwrap_or(node.by)))
        })
        .collect();
    for (at, &(unit, label, by)) in items.iter().enumerate() {
        let is_earlier = |(other_at, (_, own, other)): &(usize, &(UnitId, &str, PatchIx))| {
            *own == label && (*other < by || *other == by && *other_at < at)
        };
        let earlier = items.iter().enumerate().find(is_earlier);
        let Some(patch) = section.patch(by).filter(|_| earlier.is_some()) else {
            continue;
        };
        if !context.includes(patch) || !reported.insert(unit) {
            continue;
        }
        // of several items of one text the last is wrong
        let blocks = flatten_blocks(patch.blocks()).into_iter();
        let labels = blocks.filter_map(|block| block.label.as_ref());
        let mut own = labels.filter(|own| &*own.value == label);
        let mark = own.next_back().map(|own| patch.file.locate(own.span));
        let at = mark.unwrap_or(patch.heading_location());
        let message = format!("another item of this list is labelled `{label}`");
        // an instruction that renames the other item may be what cannot be read
        let mut found =
            Diagnostic::error("duplicate-label", at, message).unless(unread_section(&section.id));
        if let Some((_, (first, ..))) = earlier {
            let first = context.first_line(section.arena.location(*first));
            found = found.related(first, "the other item");
        }
        let used: HashSet<&str> = items.iter().map(|(_, label, _)| *label).collect();
        let next = next_item_label(label, &used).filter(|_| mark.is_some());
        out.push(found.write_some(next));
    }
}
