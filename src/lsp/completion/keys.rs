//! Completes keys and values by the tables of keys: the front matter of rules, scenario and check files;
//! other completions complete the values of their keys with it.

use super::{
    CompletionContext, Item, ItemKind, ItemList, ItemSubject, LineKind,
    ids::MAX_NAMES,
    instruction::{document_item, editions},
    is_name_char,
};
use crate::{
    lsp::Snapshot,
    model::{Document, DocumentKind},
    resolve::{IndexedNameKind, RulesetDb},
    syntax::{FRONT_KEYS, FileRole, Key, NameKind, ValueKind},
};

/// A key that the front matter of a file may have: one of a table, or a property of scenarios.
pub(crate) struct FrontKey<'k> {
    /// Its name.
    pub(crate) name: &'k str,
    /// What it means.
    pub(crate) about: String,
    /// Its values.
    pub(crate) value: &'k ValueKind,
}

impl<'k> From<&'k Key> for FrontKey<'k> {
    fn from(key: &'k Key) -> Self {
        Self {
            name: key.name,
            about: key.about.to_owned(),
            value: &key.value,
        }
    }
}

/// Completes a line of front matter: a key that is missing, or a value, which `values` adds for a key
/// and what is typed of the value.
pub(crate) fn front_items<'k>(
    text: &str,
    byte: usize,
    keys: impl IntoIterator<Item = FrontKey<'k>>,
    values: impl FnOnce(&FrontKey<'k>, &str, &mut ItemList),
) -> ItemList {
    let (above, below) = text.split_at(byte);
    let before = &above[above.rfind('\n').map_or(0, |at| at + 1)..];
    let after = below.lines().next().unwrap_or_default();
    let rest = |of: fn(char) -> bool| after.find(|c| !of(c)).unwrap_or(after.len());
    let mut keys = keys.into_iter();
    let Some((key, value)) = before.split_once(':') else {
        let is_present = |key: &str| {
            let lines = text.lines().skip(1);
            let mut front = lines.take_while(|line| !matches!(line.trim_end(), "---" | "..."));
            front.any(|line| {
                let rest = line.strip_prefix(key);
                rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
            })
        };
        let mut list = ItemList::new(byte - before.trim_start().len())
            .rest(rest(|c| is_name_char(c) || c == ':'));
        let missing = keys.filter(|key| !is_present(key.name));
        list.extend(missing.map(|key| Item::key(key.name, key.about, ": ")));
        return list;
    };
    let key = keys.find(|own| own.name == key.trim());
    let typed = value.trim_start();
    let is_list = |key: &FrontKey<'_>| matches!(key.value, ValueKind::List(_));
    let mut list = if key.as_ref().is_some_and(is_list) {
        let word = &typed[typed.rfind([',', ' ']).map_or(0, |at| at + 1)..];
        ItemList::new(byte - word.len()).rest(rest(is_name_char))
    } else {
        let rest = after.trim_end().len();
        ItemList::new(byte - typed.len()).rest(rest).whole()
    };
    let typed = &text[list.from..byte];
    if let Some(key) = key {
        values(&key, typed, &mut list);
    }
    let blank = if value.is_empty() { " " } else { "" };
    for item in &mut list.items {
        let text = item.yaml_value();
        if typed.starts_with('"') {
            item.filter = Some(format!("\"{}", text.trim_start_matches('"')));
        }
        item.set_text(format!("{blank}{text}"));
    }
    list
}

/// Adds the values of a kind; `names` adds those that name something.
pub(crate) fn value_items(
    kind: &ValueKind,
    list: &mut ItemList,
    names: impl FnOnce(NameKind, &mut ItemList),
) {
    let word = |word| Item::new(ItemKind::EnumMember, word);
    match kind {
        ValueKind::OneOf(rows) => {
            list.extend(rows.iter().map(|(name, about)| word(*name).note(*about)));
        }
        ValueKind::Flag => list.extend(["true", "false"].map(word)),
        ValueKind::Name(kind) => names(*kind, list),
        ValueKind::List(inner) | ValueKind::OneOrMany(inner) | ValueKind::Either(inner, _) => {
            value_items(inner, list, names);
        }
        _ => {}
    }
}

/// Adds the names of a kind in a ruleset, of clauses those that match what is typed.
pub(crate) fn name_items(
    snapshot: &Snapshot<'_>,
    db: &RulesetDb,
    kind: NameKind,
    typed: &str,
    list: &mut ItemList,
) {
    match kind {
        NameKind::Ruleset => {
            let own = &db.ruleset.key;
            let mut all: Vec<_> = snapshot.analysis().ruleset_dbs().collect();
            all.sort_by_key(|(key, _)| key != own);
            list.extend(all.into_iter().map(|(key, db)| {
                Item::new(ItemKind::Module, key)
                    .note(&db.ruleset.title)
                    .likely(key == own)
            }));
        }
        NameKind::Edition => list.extend(editions(db, "")),
        NameKind::Document => {
            let documents = db.ruleset.documents.values();
            list.extend(documents.map(|own| document_item(db, own)));
        }
        NameKind::Profile => {
            let profiles = db.ruleset.profiles.iter();
            list.extend(profiles.map(|own| Item::new(ItemKind::EnumMember, &own.name)));
        }
        NameKind::Clause => {
            let typed = typed.trim_start_matches('#');
            let (names, more) = db.names_matching(IndexedNameKind::Clause, typed, MAX_NAMES);
            list.more |= more;
            list.extend(names.iter().map(|name| {
                let item = Item::new(ItemKind::Reference, &**name);
                item.naming(ItemSubject::Clause, db, &**name)
            }));
        }
        NameKind::RecordKind | NameKind::Property | NameKind::WordList => {}
    }
}

/// Completes the front matter of a rules file.
pub(super) fn items(context: &CompletionContext<'_>) -> Option<ItemList> {
    if context.line != LineKind::Front {
        return None;
    }
    let db = context.ruleset_db();
    let keys = FRONT_KEYS.iter().map(FrontKey::from);
    let values = |key: &FrontKey<'_>, typed: &str, list: &mut ItemList| {
        value_items(key.value, list, |kind, list| match kind {
            NameKind::Document => documents(context, list),
            kind => name_items(context.snapshot, db, kind, typed, list),
        });
        if let Some(own) = document(context).filter(|_| key.name == "edition") {
            let own = db.ruleset.edition_id(own.edition);
            list.items.sort_by_key(|item| item.label != own);
        }
    };
    Some(front_items(context.text(), context.byte, keys, values))
}

/// Returns the document of the file.
fn document<'a>(context: &CompletionContext<'a>) -> Option<&'a Document> {
    let documents = &context.ruleset_db().ruleset.documents;
    documents.get(context.file().document())
}

/// Returns the documents of the ruleset: those without a file first, and those of the kind of this
/// file.
fn documents(context: &CompletionContext<'_>, list: &mut ItemList) {
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
        let mut files = db.files_of_document(&document.key);
        files.any(|file| file.source != context.document.source)
    };
    let mut all: Vec<&Document> = db.ruleset.documents.values().collect();
    all.sort_by_cached_key(|document| (!fits(document.kind), has_file(document)));
    list.extend(all.into_iter().map(|document| {
        let item = document_item(db, document);
        match has_file(document) {
            true => item,
            false => item.note(format!("{} · not encoded yet", document.title)),
        }
    }));
}
