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
    op,
    resolve::{IndexedNameKind, RulingState, file_section_id},
    syntax::{CLASSES, FileRole, InstructionEntry, KEYS, Key, RulesFile, ValueKind},
    text::join,
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
    let is_missing = |row: &&Key| keys_of(inside).all(|key| key != row.name);
    let mut rows: Vec<_> = KEYS.iter().filter(is_missing).collect();
    rows.sort_by_key(|row| {
        let place = usual.iter().position(|name| *name == row.name);
        place.unwrap_or(usual.len())
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
    let classes = CLASSES.iter();
    list.extend(classes.map(|row| {
        let item = Item::new(ItemKind::Enum, format!(".{}", row.name));
        item.note(row.about)
    }));
}

/// Returns the keys that have values in braces.
fn keys_of(inside: &str) -> impl Iterator<Item = &str> {
    let words = inside.split_whitespace();
    words.filter_map(|word| Some(word.split_once('=')?.0))
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
            let items = names.iter();
            list.extend(items.map(|name| ids::name_item(context, name, "").called(name)));
        }
        "known" => {
            let dated = ruleset.documents.values();
            for own in dated.filter(|own| own.published.is_known()) {
                list.push(Item::new(ItemKind::Value, own.published.iso()).note(&own.title));
            }
        }
        "ruled" => verdicts(context, typed, list),
        "kind" => list.extend(ChangeKind::NAMES.iter().map(|(name, _)| word(name))),
        "scope" => {
            let scopes = ruleset.profiles.iter().flat_map(|own| &own.scopes);
            scopes.for_each(|scope| list.push(word(scope)));
        }
        "inferred" => {
            let other_keys = keys_of(inside).filter(|key| *key != "inferred");
            list.extend(other_keys.map(word));
            list.push(word("verb"));
        }
        "term" => ids::terms(context, typed, "", list),
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
        Some((verdict, _)) => {
            list.extend(editions(context.ruleset_db(), &format!("{verdict}@")));
        }
        None => {
            let newest = newest_edition(context);
            let item = |(state, about): &(RulingState, &str)| {
                Item::new(ItemKind::EnumMember, state.name())
                    .note(*about)
                    .put(format!("{}@{newest}", state.name()))
            };
            list.extend(VERDICTS.iter().map(item));
        }
    }
}

/// Returns the name of the newest edition.
pub(super) fn newest_edition<'a>(context: &CompletionContext<'a>) -> &'a str {
    let newest = context.ruleset_db().ruleset.editions.last();
    newest.map_or("", |edition| edition.id.as_str())
}

/// Adds the next number of the sheet, and the passages of other documents.
fn numbers(context: &CompletionContext<'_>, typed: &str, list: &mut ItemList) {
    if let Some((document, _)) = typed.split_once(':') {
        let next = number_after(&taken_numbers(context, document), None);
        let item = Item::new(ItemKind::Value, format!("{document}:{next}"));
        list.push(item.note("the next number"));
        return;
    }
    let next = Item::new(ItemKind::Value, next_number(context));
    list.push(next.note("the next number of the sheet").likely(true));
    let mut others = ItemList::new(0);
    documents(context, &mut others);
    list.extend(others.items.into_iter().map(|item| {
        let label = format!("{}:", item.label);
        item.put(label)
    }));
}

/// Returns the numbers of a document's passages that its files name.
fn taken_numbers<'a>(context: &CompletionContext<'a>, document: &str) -> Vec<&'a str> {
    let mut out = Vec::new();
    for file in context.ruleset_db().files_of_document(document) {
        let own = file.front.document.as_ref().map(|own| own.value.as_str());
        let named = entries(file).flat_map(|entry| entry.attrs.passages());
        let named = named.filter(|(other, _)| other.or(own) == Some(document));
        out.extend(named.map(|(_, n)| n));
    }
    out
}

/// Returns the instructions of a file.
fn entries(file: &RulesFile) -> impl Iterator<Item = &InstructionEntry> {
    file.places.iter().flat_map(|place| &place.entries)
}

/// Returns the number for an instruction at the cursor: after the one before it, or else after all.
pub(super) fn next_number(context: &CompletionContext<'_>) -> String {
    let file = context.file();
    let document = file.front.document.as_ref().map(|own| own.value.as_str());
    let Some(document) = document else {
        return "1".into();
    };
    let earlier = entries(file).filter(|entry| entry.span.start() < context.span.start());
    let before = earlier
        .flat_map(|entry| entry.attrs.passages())
        .filter(|(other, _)| other.is_none_or(|other| other == document))
        .last();
    number_after(&taken_numbers(context, document), before.map(|(_, n)| n))
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
        let others = taken.iter().filter_map(|other| split(other));
        let alike = others.filter(|(other, _)| *other == lead);
        let last = alike.map(|(_, n)| n).max();
        n = last.unwrap_or(n).saturating_add(1);
    }
    format!("{lead}{n}")
}

/// Adds the page of the section that the same braces name, and the pages of the neighbouring
/// sections.
fn pages(context: &CompletionContext<'_>, inside: &str, list: &mut ItemList) {
    let db = context.ruleset_db();
    let mut words = inside.split_whitespace();
    let named = words.find_map(|word| word.strip_prefix('#'));
    let own = named.map(str::to_owned).or_else(|| context.section_id());
    let item = |page: &str, note: String| {
        let item = Item::new(ItemKind::Value, page).note(note);
        item.naming(ItemSubject::Page, db, page)
    };
    if let Some(info) = own.and_then(|id| db.section_info(db.section_of(&id)?))
        && let Some(page) = &info.page
    {
        list.push(item(page, info.heading.clone()).likely(true));
    }
    let places = &context.file().places;
    let next = places.partition_point(|place| place.span.start() <= context.byte);
    let next = next.max(1);
    let before = next.checked_sub(2).and_then(|before| places.get(before));
    for place in before.into_iter().chain(places.get(next)) {
        if let Some(page) = place.attrs.get("page") {
            list.push(item(&page.value, place.heading.text.to_string()));
        }
    }
}

/// Adds ids: existing ones where a heading or instruction refers, or else a new one.
fn names(context: &CompletionContext<'_>, typed: &str, list: &mut ItemList) {
    let mut fresh = |id: String| {
        list.push(Item::new(ItemKind::Reference, format!("#{id}")).note("a new id"));
    };
    match (context.line, context.role()) {
        (LineKind::Place, FileRole::Amend | FileRole::Book | FileRole::Index) => {
            let (heading, kind) = (heading(context), IndexedNameKind::Section);
            if !heading.is_empty() {
                let (fits, _) = context.ruleset_db().names_matching(kind, heading, 8);
                list.extend(fits.iter().map(|name| ids::name_item(context, name, "")));
            }
            ids::matching_names(context, kind, typed, list);
        }
        (LineKind::Place, FileRole::Base | FileRole::Clarify) => fresh(new_place(context)),
        (LineKind::Entry, FileRole::Clarify) => fresh(new_entry(context)),
        (LineKind::Entry | LineKind::Rules, _) => {
            reached_names(context, list);
            ids::section_names(context, list);
        }
        (LineKind::Front | LineKind::Other, _) => {}
    }
}

/// Returns the words of the heading at the cursor.
fn heading<'a>(context: &CompletionContext<'a>) -> &'a str {
    let words = context.before().trim_start_matches('#').split('{').next();
    words.unwrap_or_default().trim()
}

/// Adds the names of the units that the instruction reaches: a payload or instruction with one of
/// them keeps it.
fn reached_names(context: &CompletionContext<'_>, list: &mut ItemList) {
    let Some((at, _)) = context.entry() else {
        return;
    };
    let (analysis, db) = (context.snapshot.analysis(), context.ruleset_db());
    for (section, ix) in analysis.sections_of_entry(db, at) {
        let Some(lowered) = section.lowered_patch(ix) else {
            continue;
        };
        let tree = section.frame(ix);
        let reached = lowered
            .reached
            .iter()
            .flat_map(|&unit| tree.live_units(unit));
        for unit in reached.filter(|&unit| unit != tree.root) {
            if let Some(name) = section.arena.name_of(unit) {
                let item = ids::name_item(context, name, &op::first_words(&tree, unit));
                list.push(item.likely(list.items.is_empty()));
            }
        }
    }
}

/// Returns an id for the heading at the cursor: from its words, or the next one of the
/// clarifications.
pub(super) fn new_place(context: &CompletionContext<'_>) -> String {
    let file = context.file();
    let mut places = file.places.iter();
    let before = places.rfind(|place| place.span.start() < context.span.start());
    match before
        .map(file_section_id)
        .filter(|_| file.role == FileRole::Clarify)
    {
        Some(before) => {
            let ids: Vec<String> = file.places.iter().map(file_section_id).collect();
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            number_after(&ids, Some(&before))
        }
        None => {
            let line = heading(context).to_lowercase();
            let words = line.split(|c: char| !c.is_alphanumeric());
            join(words.filter(|word| !word.is_empty()), "-")
        }
    }
}

/// Returns an id for the clarification at the cursor: the one before it, counted up, or else the
/// section's with `.1`.
pub(super) fn new_entry(context: &CompletionContext<'_>) -> String {
    let section_id = context.section_id().unwrap_or_default();
    let id = |entry: &'_ InstructionEntry| Some(entry.attrs.id.as_ref()?.value.clone());
    let ids: Vec<String> = entries(context.file()).filter_map(id).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let lead = format!("{section_id}.");
    let earlier = entries(context.file());
    let earlier = earlier.filter(|entry| entry.span.start() < context.span.start());
    let before = earlier.filter_map(id).filter(|id| id.starts_with(&lead));
    match before.last() {
        Some(before) => number_after(&ids, Some(&before)),
        None => format!("{lead}1"),
    }
}
