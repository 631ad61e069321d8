//! The front matter: keys that are missing, and their values.

use super::{
    instruction::editions,
    item::{Item, List, Subject},
    spot::{Line, Spot},
};
use crate::{
    model::{Document, DocumentKind},
    syntax::{FRONT_KEYS, FileRole},
};
use tower_lsp::gen_lsp_types::CompletionItemKind as Kind;

pub(super) fn items(spot: &Spot<'_>) -> Option<List> {
    if spot.line != Line::Front {
        return None;
    }
    let before = spot.before();
    let Some((key, value)) = before.split_once(':') else {
        let mut list = List::new(spot.byte - before.trim_start().len())
            .rest(spot.rest(|c| c.is_alphanumeric() || c == ':'));
        let front = spot.file().front.span.of(spot.text());
        let stands = |key: &str| {
            front.lines().any(|line| {
                line.strip_prefix(key)
                    .is_some_and(|rest| rest.trim_start().starts_with(':'))
            })
        };
        let missing = FRONT_KEYS.iter().filter(|(key, _)| !stands(key));
        list.extend(missing.map(|(key, about)| {
            Item::new(Kind::Property, *key)
                .note(*about)
                .put(format!("{key}: "))
        }));
        return Some(list);
    };
    let typed = value.trim_start();
    let mut list = List::new(spot.byte - typed.len())
        .rest(spot.after().trim_end().len())
        .whole();
    let blank = if value.is_empty() { " " } else { "" };
    for (text, item) in values(spot, key.trim()) {
        // what YAML would take for a number is quoted
        let text = if text.parse::<f64>().is_ok() {
            format!("\"{text}\"")
        } else {
            text
        };
        list.push(
            item.filter(format!(
                "{}{text}",
                if typed.starts_with('"') && !text.starts_with('"') {
                    "\""
                } else {
                    ""
                }
            ))
            .put(format!("{blank}{text}")),
        );
    }
    Some(list)
}

/// The values of a key, each with what is shown for it.
fn values(spot: &Spot<'_>, key: &str) -> Vec<(String, Item)> {
    let word = |(name, about): (&str, &str)| {
        (
            name.to_owned(),
            Item::new(Kind::EnumMember, name).note(about),
        )
    };
    match key {
        "ruleset" => {
            let own = &spot.ruleset_db().ruleset.key;
            let mut all: Vec<(&str, &str)> = spot
                .snapshot
                .analysis()
                .ruleset_dbs()
                .map(|(key, db)| (key, db.ruleset.title.as_str()))
                .collect();
            all.sort_by_key(|(key, _)| key != own);
            all.into_iter()
                .map(|(key, title)| {
                    (
                        key.to_owned(),
                        Item::new(Kind::Module, key).note(title).likely(key == own),
                    )
                })
                .collect()
        }
        "document" => documents(spot),
        "edition" | "frame" => {
            let mut all = editions(spot, "");
            let own = document(spot).map(|document| {
                spot.ruleset_db()
                    .ruleset
                    .edition_id(document.edition)
                    .to_owned()
            });
            all.sort_by_key(|(id, _)| key == "edition" && own.as_ref() != Some(id));
            all
        }
        "wording" => [
            ("restated", "in our own words"),
            ("printed", "the words in print"),
        ]
        .map(word)
        .to_vec(),
        "partial" => [
            ("true", "not every instruction is encoded"),
            ("false", "every instruction is encoded"),
        ]
        .map(word)
        .to_vec(),
        _ => Vec::new(),
    }
}

/// The document that the file says it is.
fn document<'a>(spot: &Spot<'a>) -> Option<&'a Document> {
    spot.ruleset_db()
        .ruleset
        .documents
        .get(&spot.file().front.document.as_ref()?.value)
}

/// The documents of the ruleset: those that no file holds yet first, and those of the kind that such a file is for.
fn documents(spot: &Spot<'_>) -> Vec<(String, Item)> {
    let db = spot.ruleset_db();
    let fits = |kind: DocumentKind| match spot.role() {
        FileRole::Base => kind == DocumentKind::Base,
        FileRole::Amend => kind == DocumentKind::Amendment,
        FileRole::Clarify => matches!(
            kind,
            DocumentKind::Clarification | DocumentKind::Guideline | DocumentKind::Notes
        ),
        FileRole::Book => matches!(kind, DocumentKind::Book | DocumentKind::Data),
        FileRole::Index => true,
    };
    let held = |document: &Document| {
        db.files_of_document(&document.key)
            .any(|file| file.source != spot.open.source)
    };
    let mut all: Vec<(bool, &Document)> = db
        .ruleset
        .documents
        .values()
        .map(|document| (held(document), document))
        .collect();
    all.sort_by_key(|(held, document)| (!fits(document.kind), *held));
    let item = |(held, document): (bool, &Document)| {
        let about = Subject::Document {
            ruleset: db.ruleset.key.clone(),
            name: document.key.clone(),
        };
        let note = if held {
            document.title.clone()
        } else {
            format!("{} · not encoded yet", document.title)
        };
        (
            document.key.clone(),
            Item::new(Kind::Module, &document.key)
                .note(note)
                .about(about),
        )
    };
    all.into_iter().map(item).collect()
}
