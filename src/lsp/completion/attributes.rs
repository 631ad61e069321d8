//! Completes attributes in `{…}`: ids, keys, classes and values; computes new ids and the next
//! number of the sheet, also for `templates`.

use super::{
    CompletionContext, Item, ItemKind, ItemList, ItemSubject, LineKind, ids,
    instruction::{documents, editions},
    is_name_char,
    keys::{name_items, value_items},
};
use crate::{
    analysis::ChangeKind,
    lsp::code_action::VERDICTS,
    resolve::{IndexedNameKind, RulingState, file_section_id},
    syntax::{CLASSES, FileRole, KEYS, Key, ValueKind},
};

pub(super) fn items(context: &CompletionContext<'_>) -> Option<ItemList> {
    let inside = context.braces()?;
    let word = &inside[inside.rfind(char::is_whitespace).map_or(0, |at| at + 1)..];
    let from = context.byte - word.len();
    if let Some(typed) = word.strip_prefix('#') {
        let mut list = ItemList::new(from).rest(context.rest(is_name_char));
        names(context, typed, &mut list);
        return Some(list);
    }
    let Some((key, value)) = word.split_once('=') else {
        let mut list = ItemList::new(from).rest(context.rest(|c| is_name_char(c) || c == '='));
        keys(context, inside, &mut list);
        return Some(list);
    };
    let part = &value[value.rfind(',').map_or(0, |at| at + 1)..];
    let mut list = ItemList::new(context.byte - part.len())
        .rest(context.rest(|c| is_name_char(c) || matches!(c, '@' | ':' | '+')));
    values(context, inside, key, part, &mut list);
    Some(list)
}

/// Returns the keys that are usual in this kind of line and file; they are listed first.
fn usual_keys(context: &CompletionContext<'_>) -> &'static [&'static str] {
    match (context.line, context.role()) {
        (LineKind::Place, FileRole::Base) => &[
            "page",
            "within",
            "paragraphs",
            "sentences",
            "bullets",
            "document",
            "quoted",
        ],
        (LineKind::Place, _) => &["page", "within", "paragraphs", "sentences", "bullets"],
        (LineKind::Entry, FileRole::Clarify) => &["n", "relation", "ruled", "scope", "page"],
        (LineKind::Entry, _) => &["n", "effective", "until", "known", "scope", "kind", "page"],
        (LineKind::Rules, _) => &["term", "page", "paragraphs", "sentences", "bullets"],
        (LineKind::Front | LineKind::Other, _) => &[],
    }
}

fn keys(context: &CompletionContext<'_>, inside: &str, list: &mut ItemList) {
    let usual = usual_keys(context);
    if !inside.contains('#') {
        list.push(Item::new(ItemKind::Reference, "#").note("an id"));
    }
    let is_present = |name: &str| {
        inside
            .split_whitespace()
            .any(|word| word.split_once('=').is_some_and(|(key, _)| key == name))
    };
    let mut rows: Vec<_> = KEYS.iter().filter(|row| !is_present(row.name)).collect();
    rows.sort_by_key(|row| {
        usual
            .iter()
            .position(|name| *name == row.name)
            .unwrap_or(usual.len())
    });
    list.extend(rows.into_iter().map(|row| {
        let value = match row.value {
            ValueKind::List(_) => "=…,…",
            ValueKind::Number => "=4, =4+",
            _ => "=",
        };
        let about = ItemSubject::Words {
            text: format!("`{}{value}`: {}", row.name, row.about),
        };
        Item::key(row.name, row.about, "=").about(about)
    }));
    list.extend(
        CLASSES
            .iter()
            .map(|row| Item::new(ItemKind::Enum, format!(".{}", row.name)).note(row.about)),
    );
}

fn values(
    context: &CompletionContext<'_>,
    inside: &str,
    key: &str,
    typed: &str,
    list: &mut ItemList,
) {
    let ruleset = &context.ruleset_db().ruleset;
    let word = |name: &str| Item::new(ItemKind::EnumMember, name);
    match key {
        "n" => numbers(context, typed, list),
        "page" => pages(context, inside, list),
        "within" => {
            let names = ids::matching(context, IndexedNameKind::Section, typed, list);
            list.extend(
                names
                    .iter()
                    .map(|name| ids::name_item(context, name, String::new()).called(name)),
            );
        }
        "known" => {
            let dated = ruleset
                .documents
                .values()
                .filter(|document| document.published.is_known());
            dated.for_each(|document| {
                list.push(
                    Item::new(ItemKind::Value, document.published.iso()).note(&document.title),
                )
            });
        }
        "ruled" => verdicts(context, typed, list),
        "kind" => list.extend(ChangeKind::NAMES.iter().map(|(name, _)| word(name))),
        "scope" => ruleset
            .profiles
            .iter()
            .flat_map(|profile| &profile.scopes)
            .for_each(|scope| list.push(word(scope))),
        "inferred" => {
            let other_keys = inside
                .split_whitespace()
                .filter_map(|word| word.split_once('='))
                .map(|(key, _)| key);
            list.extend(other_keys.filter(|key| *key != "inferred").map(word));
            list.push(word("verb"));
        }
        "term" => {
            ids::terms(context, typed, "", list);
        }
        _ => {
            let db = context.ruleset_db();
            let kind = Key::find(KEYS, key).map_or(&ValueKind::Text, |row| &row.value);
            value_items(kind, list, |kind, list| {
                name_items(context.snapshot, db, kind, typed, list);
            });
        }
    }
}

/// Adds the verdicts on a clarification, each with an edition.
fn verdicts(context: &CompletionContext<'_>, typed: &str, list: &mut ItemList) {
    match typed.split_once('@') {
        Some((verdict, _)) => list.extend(editions(context.ruleset_db(), &format!("{verdict}@"))),
        None => {
            let newest = context
                .ruleset_db()
                .ruleset
                .editions
                .last()
                .map_or("", |edition| edition.id.as_str());
            let item = |(state, about): &(RulingState, &str)| {
                Item::new(ItemKind::EnumMember, state.name())
                    .note(*about)
                    .put(format!("{}@{newest}", state.name()))
            };
            list.extend(VERDICTS.iter().map(item));
        }
    }
}

/// Adds the next number of the sheet, and the passages of other documents.
fn numbers(context: &CompletionContext<'_>, typed: &str, list: &mut ItemList) {
    if let Some((document, _)) = typed.split_once(':') {
        let taken: Vec<&str> = context
            .ruleset_db()
            .files_of_document(document)
            .flat_map(|file| passages(file, Some(document)))
            .collect();
        list.push(
            Item::new(
                ItemKind::Value,
                format!("{document}:{}", number_after(&taken, None)),
            )
            .note("the next number"),
        );
        return;
    }
    list.push(
        Item::new(ItemKind::Value, next_number(context))
            .note("the next number of the sheet")
            .likely(true),
    );
    let mut others = ItemList::new(0);
    documents(context, &mut others);
    list.extend(others.items.into_iter().map(|item| {
        let label = format!("{}:", item.label);
        item.put(label)
    }));
}

/// Returns the numbers of a document's passages that a file names.
fn passages<'f>(file: &'f crate::syntax::RulesFile, document: Option<&str>) -> Vec<&'f str> {
    let own = file.front.document.as_ref().map(|own| own.value.as_str());
    let entries = file.places.iter().flat_map(|place| &place.entries);
    let named = entries.flat_map(|entry| entry.attrs.passages());
    named
        .filter(|(other, _)| other.or(own) == document)
        .map(|(_, n)| n)
        .collect()
}

/// Returns the number for an instruction at the cursor: after the one before it, or else after all.
pub(super) fn next_number(context: &CompletionContext<'_>) -> String {
    let file = context.file();
    let document = file.front.document.as_ref().map(|own| own.value.as_str());
    let Some(document) = document else {
        return "1".into();
    };
    let taken: Vec<&str> = context
        .ruleset_db()
        .files_of_document(document)
        .flat_map(|file| passages(file, Some(document)))
        .collect();
    let earlier = file
        .places
        .iter()
        .flat_map(|place| &place.entries)
        .filter(|entry| entry.span.start() < context.span.start());
    let before = earlier
        .flat_map(|entry| entry.attrs.passages())
        .filter(|(other, _)| other.is_none_or(|other| other == document))
        .last();
    number_after(&taken, before.map(|(_, n)| n))
}

/// Returns the number after `before` if it is free, or else the one after all taken numbers. The
/// prefix of the digits is kept: `C5.7`.
fn number_after(taken: &[&str], before: Option<&str>) -> String {
    let split = |n: &str| {
        let digits = n.len() - n.bytes().rev().take_while(u8::is_ascii_digit).count();
        Some((n[..digits].to_owned(), n[digits..].parse::<u32>().ok()?))
    };
    let Some((lead, mut n)) = before.or(taken.last().copied()).and_then(split) else {
        return "1".into();
    };
    n = n.saturating_add(1);
    let free = |n: u32| !taken.contains(&format!("{lead}{n}").as_str());
    if !free(n) {
        let last = taken
            .iter()
            .filter_map(|other| split(other))
            .filter(|(other, _)| *other == lead)
            .map(|(_, n)| n)
            .max();
        n = last.unwrap_or(n).saturating_add(1);
    }
    format!("{lead}{n}")
}

/// Adds the page of the section that the same braces name, and the pages of the neighbouring
/// sections.
fn pages(context: &CompletionContext<'_>, inside: &str, list: &mut ItemList) {
    let db = context.ruleset_db();
    let named = inside
        .split_whitespace()
        .find_map(|word| word.strip_prefix('#'));
    let own = named
        .map(str::to_owned)
        .or_else(|| context.section_id())
        .and_then(|id| db.section_of(&id).map(str::to_owned));
    let item = |page: &str, note: String| {
        Item::new(ItemKind::Value, page)
            .note(note)
            .naming(ItemSubject::Page, db, page)
    };
    if let Some(info) = own.and_then(|section| db.section_info(&section))
        && let Some(page) = &info.page
    {
        list.push(item(page, info.heading.clone()).likely(true));
    }
    let places = &context.file().places;
    let here = places
        .partition_point(|place| place.span.start() <= context.byte)
        .saturating_sub(1);
    let neighbours = here
        .checked_sub(1)
        .and_then(|before| places.get(before))
        .into_iter()
        .chain(places.get(here + 1));
    for place in neighbours {
        if let Some(page) = place.attrs.get("page") {
            list.push(item(&page.value, place.heading.text.to_string()));
        }
    }
}

/// Adds ids: existing ones where a heading or instruction refers, or else a new one.
fn names(context: &CompletionContext<'_>, typed: &str, list: &mut ItemList) {
    match (context.line, context.role()) {
        (LineKind::Place, FileRole::Amend | FileRole::Book | FileRole::Index) => {
            let heading = context
                .before()
                .trim_start_matches('#')
                .split('{')
                .next()
                .unwrap_or_default()
                .trim();
            if !heading.is_empty() {
                let (fits, _) =
                    context
                        .ruleset_db()
                        .names_matching(IndexedNameKind::Section, heading, 8);
                list.extend(
                    fits.iter()
                        .map(|name| ids::name_item(context, name, String::new())),
                );
            }
            ids::matching_names(context, IndexedNameKind::Section, typed, list);
        }
        (LineKind::Place, FileRole::Base | FileRole::Clarify) => {
            list.push(
                Item::new(ItemKind::Reference, format!("#{}", new_place(context))).note("a new id"),
            );
        }
        (LineKind::Entry, FileRole::Clarify) => {
            list.push(
                Item::new(ItemKind::Reference, format!("#{}", new_entry(context))).note("a new id"),
            );
        }
        (LineKind::Entry | LineKind::Rules, _) => {
            reached_names(context, list);
            ids::section_names(context, list);
        }
        (LineKind::Front | LineKind::Other, _) => {}
    }
}

/// Adds the names of the units that the instruction reaches: a payload or instruction with one of
/// them keeps it.
fn reached_names(context: &CompletionContext<'_>, list: &mut ItemList) {
    let Some((at, _)) = context.entry() else {
        return;
    };
    for (section, ix) in context
        .snapshot
        .analysis()
        .sections_of_entry(context.ruleset_db(), at)
    {
        let Some(lowered) = section.lowered_patch(ix) else {
            continue;
        };
        let tree = section.frame(ix);
        for &unit in &lowered.reached {
            for unit in tree.live_units(unit) {
                if let Some(name) = section.arena.name_of(unit).filter(|_| unit != tree.root) {
                    list.push(
                        ids::name_item(context, name, crate::op::first_words(&tree, unit))
                            .likely(list.items.is_empty()),
                    );
                }
            }
        }
    }
}

/// Returns an id for the heading at the cursor: from its words, or the next one of the
/// clarifications.
pub(super) fn new_place(context: &CompletionContext<'_>) -> String {
    let file = context.file();
    let before = file
        .places
        .iter()
        .rfind(|place| place.span.start() < context.span.start())
        .map(file_section_id);
    match before.filter(|_| file.role == FileRole::Clarify) {
        Some(before) => {
            let ids: Vec<String> = file.places.iter().map(file_section_id).collect();
            number_after(
                &ids.iter().map(String::as_str).collect::<Vec<_>>(),
                Some(&before),
            )
        }
        None => {
            let line = context
                .before()
                .split('{')
                .next()
                .unwrap_or_default()
                .trim_start_matches('#')
                .to_lowercase();
            line.split(|c: char| !c.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
                .join("-")
        }
    }
}

/// Returns an id for the clarification at the cursor: the one before it, counted up, or else the
/// section's with `.1`.
pub(super) fn new_entry(context: &CompletionContext<'_>) -> String {
    let section_id = context.section_id().unwrap_or_default();
    let entries: Vec<_> = context
        .file()
        .places
        .iter()
        .flat_map(|place| &place.entries)
        .collect();
    let ids: Vec<&str> = entries
        .iter()
        .filter_map(|entry| entry.attrs.id.as_ref())
        .map(|id| id.value.as_str())
        .collect();
    let lead = format!("{section_id}.");
    let mut earlier = entries
        .iter()
        .filter(|entry| entry.span.start() < context.span.start())
        .filter_map(|entry| entry.attrs.id.as_ref());
    match earlier.rfind(|id| id.value.starts_with(&lead)) {
        Some(before) => number_after(&ids, Some(&before.value)),
        None => format!("{lead}1"),
    }
}
