//! The words that explain an item: made when the client asks for them.

use super::{item::Subject, spot::said};
use crate::{
    analysis::{EntryId, WordingChoice},
    export::markdown,
    lsp::{hover, request_error::Answer, snapshot::Snapshot},
    model::UnitId,
    resolve::RulesetDb,
    syntax::{Layer, instruction::VERBS},
};
use tower_lsp::gen_lsp_types::{CompletionItem, Uri};

/// An item with its explanation.
pub(in crate::lsp) fn resolve(
    snapshot: &Snapshot<'_>,
    mut item: CompletionItem,
) -> Answer<CompletionItem> {
    let subject = item
        .data
        .clone()
        .and_then(|data| serde_json::from_value::<Subject>(data).ok());
    if let Some(value) = subject.and_then(|subject| explained(snapshot, subject)) {
        const FORMATS: &str = "/textDocument/completion/completionItem/documentationFormat";
        let capabilities = &snapshot.session.capabilities;
        let shown = capabilities.markup(FORMATS, value);
        // a client that names no formats knows of none
        item.documentation = Some(if capabilities.names(FORMATS) {
            shown.into()
        } else {
            shown.value.into()
        });
    }
    Ok(Some(item))
}

fn explained(snapshot: &Snapshot<'_>, subject: Subject) -> Option<String> {
    let analysis = snapshot.analysis();
    let of = |ruleset: &str| -> Option<&RulesetDb> { analysis.ruleset_db(ruleset) };
    match subject {
        Subject::Words { text } => Some(markdown::escape(&text)),
        Subject::Verb { name } => verb(&name),
        Subject::Clause { ruleset, name } => {
            let db = of(&ruleset)?;
            hover::clause(snapshot, db, &snapshot.view(db)?, &name)
        }
        Subject::Fact { ruleset, name } => {
            let db = of(&ruleset)?;
            Some(markdown::fact(
                &name,
                &analysis.fact_values(db, &name, &snapshot.view(db)?),
            ))
        }
        Subject::Document { ruleset, name } => {
            let db = of(&ruleset)?;
            db.ruleset
                .documents
                .get(&name)
                .map(|document| markdown::document(&db.ruleset, document))
        }
        Subject::Edition { ruleset, name } => {
            let db = of(&ruleset)?;
            db.ruleset
                .edition(&name)
                .map(|edition| markdown::edition(&db.ruleset, edition))
        }
        Subject::Page { ruleset, name } => {
            let db = of(&ruleset)?;
            Some(markdown::page(&analysis.page_errata(
                db,
                &name,
                &snapshot.view(db)?,
                WordingChoice::Both,
            )))
        }
        Subject::Unit {
            uri,
            place,
            entry,
            section,
            unit,
        } => unit_text(snapshot, &uri, (place, entry), &section, UnitId(unit)),
    }
}

/// What a verb does, its forms and examples.
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

/// The words of a unit as the instruction counts it.
fn unit_text(
    snapshot: &Snapshot<'_>,
    uri: &str,
    at: (usize, usize),
    section: &str,
    unit: UnitId,
) -> Option<String> {
    let open = snapshot.open(&Uri::parse(uri).ok()?)?;
    let at = EntryId {
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
    let (section, tree) =
        snapshot
            .analysis()
            .numbering_tree(open.db, at, section, said(open.db, heading))?;
    tree.get(unit).filter(|_| tree.is_live(unit))?;
    let id = crate::analysis::unit_id(&section, &tree, unit);
    let text = tree.plain_text(unit, Layer::Restated);
    let text = if text == "…" {
        "*… (as printed; not held)*".to_owned()
    } else {
        markdown::escape(&text)
    };
    Some(format!("`{}/{id}`\n\n{text}\n", open.db.ruleset.key))
}
