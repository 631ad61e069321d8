//! Proposes to add `## Withdraw …` for the instruction at the cursor to the newest editable sheet
//! of another document that is not older.

use super::{ProposedAction, RulesContext, sheet_insertion};
use crate::{
    resolve::{file_section_id, targets},
    syntax::{FileRole, Verb},
};

/// Proposes `Withdraw DOCUMENT on #id` for the instruction at the cursor, in the newest sheet of
/// another document.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    let file = context.document.file;
    let document = file.front.document.as_ref();
    let Some(document) = document.filter(|_| file.role == FileRole::Amend) else {
        return;
    };
    let Some((_, entry)) = context.entry() else {
        return;
    };
    if matches!(
        entry.verb(),
        None | Some(Verb::Withdraw | Verb::Note | Verb::Clarify)
    ) {
        return;
    }
    let own = entry.attrs.id.as_ref().map(|id| id.value.clone());
    let addressed = || {
        let targets = targets(entry.command.as_ref());
        let id = targets.iter().find_map(|target| target.id.as_ref());
        id.map(|id| id.value.clone())
    };
    let place = || {
        let place = context.document.place_at(context.span.start());
        place.map(file_section_id)
    };
    let Some(id) = own.or_else(addressed).or_else(place) else {
        return;
    };
    let (title, after) = (format!("withdraw this on #{id}"), &document.value);
    let instruction = format!("## Withdraw {after} on #{id}");
    let write = move |_: &str| Some(instruction.clone());
    out.extend(sheet_insertion::action(
        context,
        title,
        &id,
        Some(after),
        write,
    ));
}
