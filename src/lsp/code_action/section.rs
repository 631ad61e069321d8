//! Proposes to create the section whose id is at the cursor, at the end of the base text, if no
//! file declares that id.

use super::{ProposedAction, RulesContext, sheet_insertion};
use crate::{
    diagnostic::SourceEdit,
    lsp::edit::is_editable,
    resolve::{OccurrenceRole, Symbol},
    syntax::{FileRole, RulesFile, WordingLayer, is_name},
    text::{Span, prefixed},
};
use std::sync::Arc;

/// Proposes a section with the id at the cursor, at the end of the base text, if no file declares
/// that id.
pub(super) fn collect<'a>(context: &'a RulesContext<'a>, out: &mut Vec<ProposedAction<'a>>) {
    let (file, db) = (context.document.file, context.document.db);
    let Some(found) = &context.occurrence else {
        return;
    };
    let Symbol::Clause(id) = &found.symbol else {
        return;
    };
    if found.role == OccurrenceRole::Declaration
        || !is_name(id)
        || id.split('.').count() > 3
        || db.section_of(id).is_some()
    {
        return;
    }
    // `ferries.fare` belongs into #ferries, if that exists
    let outer = id.split_once('.');
    if outer.is_some_and(|(section, _)| db.section_of(section).is_some()) {
        return;
    }
    let base = |file: &&Arc<RulesFile>| {
        file.role == FileRole::Base
            && file.front.layer == WordingLayer::Restated
            && is_editable(context.snapshot, file.source)
    };
    let Some(base) = db.files().find(base) else {
        return;
    };
    let place = file.places.iter().find(|place| {
        let own = place.attrs.id.as_ref();
        own.is_some_and(|own| *own.value == **id)
    });
    let heading = place.map(|place| place.heading.text.to_string());
    let heading = heading.filter(|words| !words.is_empty());
    let page = place.and_then(|place| place.attrs.get("page"));
    let page = prefixed(" page=", page.map(|page| &page.value));
    let lines = context.snapshot.lines(base.source);
    let end = lines.text().trim_end().len();
    let heading = heading.unwrap_or_else(|| sheet_insertion::words(id));
    let new = format!("\n\n# {heading} {{#{id}{page}}}\n\n> …");
    let edit = SourceEdit::new(base.source, Span::new(end, end), new);
    let name = sheet_insertion::name(context, base.source);
    let title = format!("create the section #{id} in {name}");
    let mut action = ProposedAction::new(title, vec![edit]);
    let mut found = context.diagnostics_in_range();
    let fixes = found.find(|(_, own)| matches!(&*own.code, "dangling-address" | "unknown-link"));
    action.fixes = fixes.map(|(number, _)| number);
    out.push(action);
}
