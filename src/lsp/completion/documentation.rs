//! Returns the documentation of a completion item as Markdown, when the client resolves the item.

use super::{ItemData, ItemSubject, context::named_numbering};
use crate::{
    analysis::{InstructionPosition, public_id},
    export::markdown,
    lsp::{Snapshot, hover},
    model::UnitId,
    resolve::Symbol,
    syntax::{WordingLayer, instruction::VERBS},
};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::Uri;

/// Returns the documentation of an item, as Markdown.
pub(super) fn explain(snapshot: &Snapshot<'_>, data: ItemData) -> Option<String> {
    let analysis = snapshot.analysis();
    let (symbol, of): (fn(Arc<str>) -> Symbol, _) = match data.subject {
        ItemSubject::Words { text } => return Some(markdown::escape(&text)),
        ItemSubject::Verb { name } => return verb(&name),
        ItemSubject::Clause(of) => (Symbol::Clause, of),
        ItemSubject::Fact(of) => (Symbol::Fact, of),
        ItemSubject::Page(of) => (Symbol::Page, of),
        ItemSubject::Document(of) => (Symbol::Document, of),
        ItemSubject::Edition(of) => (Symbol::Edition, of),
        ItemSubject::Unit {
            place,
            entry,
            section,
            unit,
        } => return unit_text(snapshot, &data.uri, (place, entry), &section, UnitId(unit)),
    };
    let db = analysis.ruleset_db(&of.ruleset)?;
    hover::describe_symbol(snapshot, db, &symbol(of.name.into()))
}

/// Describes a verb with its forms and examples.
fn verb(name: &str) -> Option<String> {
    let rows = VERBS.iter().filter(|row| row.name == name);
    let texts = rows.map(|row| {
        let list = |lines: &mut dyn Iterator<Item = String>| -> String {
            lines.map(|line| format!("- `{line}`\n")).collect()
        };
        let forms = list(&mut row.printed_forms().into_iter());
        let examples = list(&mut row.examples.iter().map(ToString::to_string));
        format!("{}\n\n{forms}\nFor example\n\n{examples}", row.about)
    });
    let texts: Vec<String> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// Returns the text of a unit in the numbering of the instruction.
fn unit_text(
    snapshot: &Snapshot<'_>,
    uri: &Uri,
    at: (usize, usize),
    section: &str,
    unit: UnitId,
) -> Option<String> {
    let open = snapshot.rules_document(uri)?;
    let at = InstructionPosition {
        source: open.source,
        place: at.0,
        entry: at.1,
    };
    let entry = open.file.places.get(at.place)?.entries.get(at.entry)?;
    let heading = entry.heading_span.of(open.lines.text());
    let (section, tree) = snapshot.analysis().numbering_tree(
        open.db,
        at,
        section,
        named_numbering(open.db, heading),
    )?;
    tree.get(unit).filter(|_| tree.is_live(unit))?;
    let id = public_id(&section, &tree, unit);
    let text = tree.plain_text(unit, WordingLayer::Restated);
    let text = if text == "…" {
        "*Text not included; see your booklet*".to_owned()
    } else {
        markdown::escape(&text)
    };
    let id = markdown::code(&format!("{}/{id}", open.db.ruleset.key));
    Some(format!("{id}\n\n{text}\n"))
}
