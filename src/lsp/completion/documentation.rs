//! Returns the documentation of a completion item as Markdown, when the client resolves the item.

use super::{ItemSubject, context::named_numbering};
use crate::{
    analysis::{InstructionPosition, WordingChoice},
    export::markdown,
    lsp::{Snapshot, hover},
    model::UnitId,
    resolve::RulesetDb,
    syntax::{WordingLayer, instruction::VERBS},
};

/// Returns the documentation of an item, as Markdown.
pub(super) fn explain(snapshot: &Snapshot<'_>, subject: ItemSubject) -> Option<String> {
    let analysis = snapshot.analysis();
    let of = |ruleset: &str| -> Option<&RulesetDb> { analysis.ruleset_db(ruleset) };
    match subject {
        ItemSubject::Words { text } => Some(markdown::escape(&text)),
        ItemSubject::Verb { name } => verb(&name),
        ItemSubject::Clause { ruleset, name } => {
            let db = of(&ruleset)?;
            hover::describe_clause(snapshot, db, &snapshot.view(db)?, &name)
        }
        ItemSubject::Fact { ruleset, name } => {
            let db = of(&ruleset)?;
            Some(markdown::fact(
                &name,
                &analysis.fact_values(db, &name, &snapshot.view(db)?),
            ))
        }
        ItemSubject::Document { ruleset, name } => {
            let db = of(&ruleset)?;
            db.ruleset
                .documents
                .get(&name)
                .map(|document| markdown::document(&db.ruleset, document))
        }
        ItemSubject::Edition { ruleset, name } => {
            let db = of(&ruleset)?;
            db.ruleset
                .edition(&name)
                .map(|edition| markdown::edition(&db.ruleset, edition))
        }
        ItemSubject::Page { ruleset, name } => {
            let db = of(&ruleset)?;
            Some(markdown::page(&analysis.page_errata(
                db,
                &name,
                &snapshot.view(db)?,
                WordingChoice::Both,
            )))
        }
        ItemSubject::Unit {
            uri,
            place,
            entry,
            section,
            unit,
        } => unit_text(snapshot, &uri, (place, entry), &section, UnitId(unit)),
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
    uri: &str,
    at: (usize, usize),
    section: &str,
    unit: UnitId,
) -> Option<String> {
    let open = snapshot.rules_document_of(snapshot.source_at(uri)?)?;
    let at = InstructionPosition {
        source: open.source,
        place: at.0,
        entry: at.1,
    };
    let heading = open
        .file
        .places
        .get(at.place)?
        .entries
        .get(at.entry)?
        .heading_span
        .of(open.lines.text());
    let (section, tree) = snapshot.analysis().numbering_tree(
        open.db,
        at,
        section,
        named_numbering(open.db, heading),
    )?;
    tree.get(unit).filter(|_| tree.is_live(unit))?;
    let id = crate::analysis::public_id(&section, &tree, unit);
    let text = tree.plain_text(unit, WordingLayer::Restated);
    let text = if text == "…" {
        "*Text not included; see your booklet*".to_owned()
    } else {
        markdown::escape(&text)
    };
    let id = markdown::code(&format!("{}/{id}", open.db.ruleset.key));
    Some(format!("{id}\n\n{text}\n"))
}
