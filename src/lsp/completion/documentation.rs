//! Returns the documentation of a completion item as Markdown, when the client resolves the item.

use super::{ItemData, ItemSubject, context::named_numbering, item::RulesetName};
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
    let described = |symbol: fn(Arc<str>) -> Symbol, of: RulesetName| {
        let db = analysis.ruleset_db(&of.ruleset)?;
        hover::describe_symbol(snapshot, db, &symbol(of.name.into()))
    };
    match data.subject {
        ItemSubject::Words { text } => Some(markdown::escape(&text)),
        ItemSubject::Verb { name } => verb(&name),
        ItemSubject::Clause(of) => described(Symbol::Clause, of),
        ItemSubject::Fact(of) => described(Symbol::Fact, of),
        ItemSubject::Page(of) => described(Symbol::Page, of),
        ItemSubject::Document(of) => {
            let ruleset = &analysis.ruleset_db(&of.ruleset)?.ruleset;
            let document = ruleset.documents.get(&of.name)?;
            Some(markdown::document(ruleset, document))
        }
        ItemSubject::Edition(of) => {
            let ruleset = &analysis.ruleset_db(&of.ruleset)?.ruleset;
            Some(markdown::edition(ruleset, ruleset.edition(&of.name)?))
        }
        ItemSubject::Unit {
            place,
            entry,
            section,
            unit,
        } => unit_text(snapshot, &data.uri, (place, entry), &section, UnitId(unit)),
    }
}

/// Describes a verb with its forms and examples.
fn verb(name: &str) -> Option<String> {
    let row = VERBS.iter().find(|row| row.name == name)?;
    let list = |lines: &[&str]| {
        lines
            .iter()
            .map(|line| format!("- `{line}`\n"))
            .collect::<String>()
    };
    Some(format!(
        "{}\n\n{}\nFor example\n\n{}",
        row.about,
        list(row.forms),
        list(row.examples)
    ))
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
