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
    let Some(section) = db.section_of(&id).map(str::to_owned) else {
        return;
    };
    let Some(sheet) = sheet_insertion::sheet(context, None) else {
        return;
    };
    let title = format!(
        "change #{id} in {}",
        sheet_insertion::name(context, sheet.source)
    );
    out.push(ProposedAction::deferred(title, move || {
        let Some(found) = db.section(&section) else {
            return Vec::new();
        };
        let payload = match found.arena.unit_by_name(&id).filter(|_| id != found.id) {
            Some(unit) if found.base().kind(unit) == UnitKind::Bullet => "> - …",
            Some(_) | None => "> …",
        };
        let target = if id == found.id {
            "paragraph 1".to_owned()
        } else {
            format!("#{id}")
        };
        sheet_insertion::insertion(
            context,
            sheet,
            &section,
            &format!("## Replace {target}\n\n{payload}"),
        )
    }));
}

/// Returns the clause that is named at the cursor; in rules text, the smallest named one that
/// contains it.
fn clause(context: &RulesContext<'_>) -> Option<String> {
    let named = context
        .occurrence
        .as_ref()
        .and_then(|found| match &found.symbol {
            Symbol::Clause(id) => Some(id.split('/').next().unwrap_or_default().to_owned()),
            Symbol::Term(_)
            | Symbol::Fact(_)
            | Symbol::Document(_)
            | Symbol::Edition(_)
            | Symbol::Page(_)
            | Symbol::Ruleset(_) => None,
        });
    let file = context.document.file;
    let own = || {
        let at = context.span.start();
        let place = context.document.place_at(at)?;
        let blocks = match context.entry() {
            Some((_, entry)) => &entry.payload,
            None => &place.blocks,
        };
        let holding = flatten_blocks(blocks)
            .into_iter()
            .filter(|block| block.span.touches(at));
        let id = holding
            .filter_map(|block| Some((block.span.len(), block.attrs.id.as_ref()?)))
            .min_by_key(|(length, _)| *length);
        match id {
            Some((_, id)) => Some(id.value.clone()),
            None => matches!(file.role, FileRole::Base | FileRole::Amend)
                .then(|| file_section_id(place)),
        }
    };
    named.or_else(own).filter(|id| {
        let unit = |section: &str| {
            section == id
                || context
                    .document
                    .db
                    .section(section)
                    .is_some_and(|own| own.arena.unit_by_name(id).is_some())
        };
        context.document.db.section_of(id).is_some_and(unit)
    })
}
