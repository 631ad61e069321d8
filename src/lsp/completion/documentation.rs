//! Returns the documentation of a completion item when the client resolves the item.

use super::{ItemData, ItemSubject, context::named_numbering};
use crate::{
    analysis::{InstructionPosition, public_id},
    doc::{Block, HOLE, Text, name, quiet},
    lsp::{Snapshot, hover},
    model::UnitId,
    resolve::Symbol,
    syntax::{WordingLayer, instruction::VERBS},
};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::Uri;

/// Returns the documentation of an item.
pub(super) fn explain(snapshot: &Snapshot<'_>, data: ItemData) -> Option<Vec<Block>> {
    let analysis = snapshot.analysis();
    let (symbol, of): (fn(Arc<str>) -> Symbol, _) = match data.subject {
        ItemSubject::Words { text } => return Some(vec![Block::paragraph(text)]),
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
fn verb(verb: &str) -> Option<Vec<Block>> {
    let mut out = Vec::new();
    for row in VERBS.iter().filter(|row| row.name == verb) {
        let listed = |line: &str| Block::listed(name(line));
        out.push(Block::paragraph(row.about));
        out.extend(row.printed_forms().iter().map(|own| listed(own)));
        out.push(Block::paragraph("For example"));
        out.extend(row.examples.iter().map(|own| listed(own)));
    }
    (!out.is_empty()).then_some(out)
}

/// Returns the text of a unit in the numbering of the instruction.
fn unit_text(
    snapshot: &Snapshot<'_>,
    uri: &Uri,
    at: (usize, usize),
    section: &str,
    unit: UnitId,
) -> Option<Vec<Block>> {
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
    let words = match text.as_str() {
        HOLE => quiet("Text not included; see your booklet").into(),
        text => Text::from(text),
    };
    let id = name(format!("{}/{id}", open.db.ruleset.key));
    Some(vec![Block::paragraph(id), Block::Paragraph(words)])
}
