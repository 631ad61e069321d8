//! Completes the front matter of a rules file: keys that are missing, and the values of a key.

use super::{
    CompletionContext, Item, ItemKind, ItemList, LineKind,
    instruction::{document_item, editions},
};
use crate::{
    model::{Document, DocumentKind},
    syntax::{FRONT_KEYS, FileRole},
};

pub(super) fn items(context: &CompletionContext<'_>) -> Option<ItemList> {
    if context.line != LineKind::Front {
        return None;
    }
    let before = context.before();
    let Some((key, value)) = before.split_once(':') else {
        let mut list = ItemList::new(context.byte - before.trim_start().len())
            .rest(context.rest(|c| c.is_alphanumeric() || c == ':'));
        let front = context.file().front.span.of(context.text());
        let is_present = |key: &str| {
            front.lines().any(|line| {
                line.strip_prefix(key)
                    .is_some_and(|rest| rest.trim_start().starts_with(':'))
            })
        };
        let missing = FRONT_KEYS.iter().filter(|(key, _)| !is_present(key));
        list.extend(missing.map(|(key, about)| Item::key(key, *about, ": ")));
        return Some(list);
    };
    let typed = value.trim_start();
    let mut list = ItemList::new(context.byte - typed.len())
        .rest(context.after().trim_end().len())
        .whole();
    let blank = if value.is_empty() { " " } else { "" };
    for item in values(context, key.trim()) {
        let text = item.yaml_value();
        let quote = if typed.starts_with('"') && !text.starts_with('"') {
            "\""
        } else {
            ""
        };
        list.push(
            item.filter(format!("{quote}{text}"))
                .put(format!("{blank}{text}")),
        );
    }
    Some(list)
}

/// Returns the values of a key, each with its item.
fn values(context: &CompletionContext<'_>, key: &str) -> Vec<Item> {
    let word = |(name, about)| Item::new(ItemKind::EnumMember, name).note(about);
    match key {
        "ruleset" => {
            let own = &context.ruleset_db().ruleset.key;
            let mut all: Vec<(&str, &str)> = context
                .snapshot
                .analysis()
                .ruleset_dbs()
                .map(|(key, db)| (key, db.ruleset.title.as_str()))
                .collect();
            all.sort_by_key(|(key, _)| key != own);
            all.into_iter()
                .map(|(key, title)| {
                    Item::new(ItemKind::Module, key)
                        .note(title)
                        .likely(key == own)
                })
                .collect()
        }
        "document" => documents(context),
        "edition" | "frame" => {
            let mut all = editions(context.ruleset_db(), "");
            let own = document(context).map(|document| {
                context
                    .ruleset_db()
                    .ruleset
                    .edition_id(document.edition)
                    .to_owned()
            });
            all.sort_by_key(|item| key == "edition" && own.as_ref() != Some(&item.label));
            all
        }
        "wording" => [
            ("restated", "restated in this project's own words"),
            ("printed", "the printed words"),
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

/// Returns the document of the file.
fn document<'a>(context: &CompletionContext<'a>) -> Option<&'a Document> {
    context
        .ruleset_db()
        .ruleset
        .documents
        .get(&context.file().front.document.as_ref()?.value)
}

/// Returns the documents of the ruleset: those without a file first, and those of the kind of this
/// file.
fn documents(context: &CompletionContext<'_>) -> Vec<Item> {
    let db = context.ruleset_db();
    let fits = |kind: DocumentKind| match context.role() {
        FileRole::Base => kind == DocumentKind::Base,
        FileRole::Amend => kind == DocumentKind::Amendment,
        FileRole::Clarify => matches!(
            kind,
            DocumentKind::Clarification | DocumentKind::Guideline | DocumentKind::Notes
        ),
        FileRole::Book => matches!(kind, DocumentKind::Book | DocumentKind::Data),
        FileRole::Index => true,
    };
    let has_file = |document: &Document| {
        db.files_of_document(&document.key)
            .any(|file| file.source != context.document.source)
    };
    let mut all: Vec<(bool, &Document)> = db
        .ruleset
        .documents
        .values()
        .map(|document| (has_file(document), document))
        .collect();
    all.sort_by_key(|(has_file, document)| (!fits(document.kind), *has_file));
    let item = |(has_file, document): (bool, &Document)| {
        let note = if has_file {
            document.title.clone()
        } else {
            format!("{} · not encoded yet", document.title)
        };
        document_item(db, document).note(note)
    };
    all.into_iter().map(item).collect()
}
