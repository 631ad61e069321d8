//! Proposes to add an instruction, `## Replace …`, for the clause at the cursor to the newest
//! editable amendment sheet.

use super::{ProposedAction, RulesContext, sheet_insertion};
use crate::{
    model::UnitKind,
    resolve::{Symbol, file_section_id},
    syntax::{FileRole, flatten_blocks},
};

/// Proposes an instruction that replaces the clause at the cursor, in the newest editable sheet.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    let db = context.document.db;
    let Some(id) = clause(context) else { return };
    let title = format!("change #{id}");
    out.extend(sheet_insertion::action(
        context,
        title,
        &id.clone(),
        None,
        move |section| {
            let found = db.section(section)?;
            let unit = found.arena.unit_by_name(&id).filter(|_| id != found.id);
            let payload = match unit {
                Some(unit) if found.base().kind(unit) == UnitKind::Bullet => "> - …",
                Some(_) | None => "> …",
            };
            Some(match id == found.id {
                true => format!("## Replace paragraph 1\n\n{payload}"),
                false => format!("## Replace #{id}\n\n{payload}"),
            })
        },
    ));
}

/// Returns the clause that is named at the cursor; in rules text, the smallest named one that
/// contains it.
fn clause(context: &RulesContext<'_>) -> Option<String> {
    let named = match context.occurrence.as_ref().map(|found| &found.symbol) {
        Some(Symbol::Clause(id)) => id.split('/').next().map(str::to_owned),
        _ => None,
    };
    let file = context.document.file;
    let own = || {
        let at = context.span.start();
        let place = context.document.place_at(at)?;
        let blocks = match context.entry() {
            Some((_, entry)) => &entry.payload,
            None => &place.blocks,
        };
        let blocks = flatten_blocks(blocks).into_iter();
        let holding = blocks.filter(|own| own.span.touches(at) && own.attrs.id.is_some());
        let smallest = holding.min_by_key(|own| own.span.len());
        match smallest.and_then(|own| own.attrs.id.as_ref()) {
            Some(id) => Some(id.value.clone()),
            None => matches!(file.role, FileRole::Base | FileRole::Amend)
                .then(|| file_section_id(place)),
        }
    };
    named.or_else(own).filter(|id| {
        let db = context.document.db;
        let has_unit = |section: &str| {
            let section = db.section(section);
            section.is_some_and(|own| own.arena.unit_by_name(id).is_some())
        };
        let section = db.section_of(id);
        section.is_some_and(|section| section == id || has_unit(section))
    })
}
