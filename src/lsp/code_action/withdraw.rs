//! Proposes to add `## Withdraw …` for the instruction at the cursor to the newest editable sheet
//! of another document that is not older.

use super::{ProposedAction, RulesContext, sheet_insertion};
use crate::{
    resolve::{file_section_id, targets},
    syntax::{Command, FileRole},
};

/// Proposes `Withdraw DOCUMENT on #id` for the instruction at the cursor, in the newest sheet of
/// another document.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    let (file, db) = (context.document.file, context.document.db);
    let Some(document) = file
        .front
        .document
        .as_ref()
        .filter(|_| file.role == FileRole::Amend)
    else {
        return;
    };
    let Some((_, entry)) = context.entry() else {
        return;
    };
    if matches!(
        entry.command,
        None | Some(Command::Withdraw { .. } | Command::Note { .. } | Command::Clarify { .. })
    ) {
        return;
    }
    let own = entry.attrs.id.as_ref().map(|id| id.value.clone());
    let addressed = || {
        targets(entry.command.as_ref())
            .iter()
            .find_map(|target| target.id.as_ref())
            .map(|id| id.value.clone())
    };
    let place = || {
        let place = context.document.place_at(context.span.start());
        place.map(file_section_id)
    };
    let Some(id) = own.or_else(addressed).or_else(place) else {
        return;
    };
    let Some(section) = db.section_of(&id).map(str::to_owned) else {
        return;
    };
    let Some(sheet) = sheet_insertion::sheet(context, Some(&document.value)) else {
        return;
    };
    let title = format!(
        "withdraw this on #{id} in {}",
        sheet_insertion::name(context, sheet.source)
    );
    out.push(ProposedAction::deferred(title, move || {
        sheet_insertion::insertion(
            context,
            sheet,
            &section,
            &format!("## Withdraw {} on #{id}", document.value),
        )
    }));
}
