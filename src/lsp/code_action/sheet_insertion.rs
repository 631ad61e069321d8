//! For the actions `patch` and `withdraw`: finds the newest editable amendment sheet, and returns
//! edits that add an instruction to it.

use super::{ProposedAction, RulesContext};
use crate::{
    diagnostic::SourceEdit,
    lsp::edit::is_editable,
    resolve::file_section_id,
    syntax::{FileRole, RulesFile, WordingLayer},
    text::{SourceId, Span, prefixed, slug::capitalize},
};
use std::sync::Arc;

/// Returns an action that adds an instruction about the clause `id` to the newest sheet, as
/// [`sheet`] finds it. `write` returns the instruction for the section of the clause.
pub(super) fn action<'a>(
    context: &'a RulesContext<'a>,
    title: String,
    id: &str,
    after: Option<&str>,
    write: impl Fn(&str) -> Option<String> + 'a,
) -> Option<ProposedAction<'a>> {
    let section = context.document.db.section_of(id)?;
    let sheet = sheet(context, after)?;
    let title = format!("{title} in {}", name(context, sheet.source));
    Some(ProposedAction::deferred(title, move || {
        let instruction = write(section);
        instruction.map_or_else(Vec::new, |own| insertion(context, sheet, section, &own))
    }))
}

/// Returns the newest editable sheet of amendments; with `after`, one of another document that is
/// not older.
fn sheet<'a>(context: &'a RulesContext<'a>, after: Option<&str>) -> Option<&'a Arc<RulesFile>> {
    let db = context.document.db;
    let key = |file: &'a RulesFile| Some(file.front.document.as_ref()?.value.as_str());
    let published = |key: &str| {
        let document = db.ruleset.documents.get(key);
        document.map(|document| document.published.counts_from())
    };
    let later = |file: &'a RulesFile| {
        let older = |own: &str| {
            after.is_some_and(|after| own == after || published(own) < published(after))
        };
        !key(file).is_some_and(older)
    };
    let may_be_changed = |file: &&'a Arc<RulesFile>| {
        file.role == FileRole::Amend
            && file.front.layer == WordingLayer::Restated
            && is_editable(context.snapshot, file.source)
    };
    let turn = |file: &'a RulesFile| {
        (
            key(file).and_then(published),
            key(file).map(|key| db.order.position(key)),
            file.source,
        )
    };
    db.files()
        .filter(may_be_changed)
        .filter(|file| later(file))
        .max_by_key(|file| turn(file))
}

/// Returns the file name of a source.
pub(super) fn name(context: &RulesContext<'_>, source: SourceId) -> String {
    let source = context.snapshot.analysis().source(source);
    source.map_or_else(String::new, |source| source.name.clone())
}

/// Returns an edit that inserts an instruction at the end of a section in a sheet; with a
/// heading, in the order of the rules, if the sheet has none for the section.
fn insertion(
    context: &RulesContext<'_>,
    file: &RulesFile,
    section: &str,
    instruction: &str,
) -> Vec<SourceEdit> {
    let db = context.document.db;
    let text = context.snapshot.lines(file.source);
    let text = text.text();
    let trimmed = |end: usize| text.get(..end).map_or(0, |before| before.trim_end().len());
    let put = |at: usize, new: String| vec![SourceEdit::new(file.source, Span::new(at, at), new)];
    let mut places = file.places.iter();
    if let Some(place) = places.rfind(|place| file_section_id(place) == section) {
        return put(trimmed(place.span.end()), format!("\n\n{instruction}"));
    }
    let info = db.section_info(section).unwrap_or_default();
    let heading = match &*info.heading {
        "" => words(section),
        heading => heading.to_owned(),
    };
    let page = prefixed(" page=", info.page);
    let place = format!("# {heading} {{#{section}{page}}}");
    let turn = |id: &str| db.outline().iter().position(|own| own == id);
    let own = turn(section);
    let next = file.places.iter().find(|place| {
        let other = turn(&file_section_id(place));
        own.is_some() && other > own
    });
    match next {
        Some(next) => put(next.span.start(), format!("{place}\n\n{instruction}\n\n")),
        None => put(trimmed(text.len()), format!("\n\n{place}\n\n{instruction}")),
    }
}

/// Converts an id to a heading: `rear-support` to `Rear support`.
pub(super) fn words(id: &str) -> String {
    capitalize(&id.replace(['-', '.'], " "))
}
