//! Completes ids after `#` in the heading of an instruction; lists ids for other completions.

use super::{CompletionContext, Item, ItemKind, ItemList, ItemSubject, is_name_char};
use crate::{op, resolve::IndexedNameKind, text::prefixed};
use std::collections::HashSet;

/// The maximum number of names; if there are more, the client requests again as more is typed.
pub(crate) const MAX_NAMES: usize = 100;

/// Completes ids in an instruction: those of its own section first.
pub(super) fn items(context: &CompletionContext<'_>) -> Option<ItemList> {
    let draft = context.draft()?;
    let typed = draft.word.strip_prefix('#')?;
    let mut list = ItemList::new(context.byte - draft.word.len()).rest(context.rest(is_name_char));
    section_names(context, &mut list);
    matching_names(context, IndexedNameKind::Clause, typed, &mut list);
    Some(list)
}

/// Adds the named units of the section, in the numbering of the instruction.
pub(super) fn section_names(context: &CompletionContext<'_>, list: &mut ItemList) {
    let Some((section, tree)) = context.numbering_tree(None) else {
        return;
    };
    list.push(name_item(context, &section.id, ""));
    for unit in tree.live_units(tree.root) {
        if let Some(name) = section.arena.name_of(unit).filter(|_| unit != tree.root) {
            list.push(name_item(context, name, &op::first_words(&tree, unit)));
        }
    }
}

/// Adds all clauses or sections of whose names a part begins with the typed text.
pub(super) fn matching_names(
    context: &CompletionContext<'_>,
    kind: IndexedNameKind,
    typed: &str,
    list: &mut ItemList,
) {
    let names = matching(context, kind, typed, list);
    let known: HashSet<String> = list.items.iter().map(|item| item.label.clone()).collect();
    let items = names.iter().map(|name| name_item(context, name, ""));
    list.extend(items.filter(|item| !known.contains(&item.label)));
}

/// Creates an item for a name, with words of its own or its section's heading and page.
pub(super) fn name_item(context: &CompletionContext<'_>, name: &str, words: &str) -> Item {
    let db = context.ruleset_db();
    let info = db
        .section_of(name)
        .and_then(|section| db.section_info(section))
        .unwrap_or_default();
    let page = prefixed(" · p. ", info.page);
    let place = format!("{}{page}", info.heading);
    let filter = format!("#{name} {} {words}", info.heading);
    let note = if words.is_empty() { &place } else { words };
    Item::new(ItemKind::Reference, format!("#{name}"))
        .note(note)
        .filter(filter.trim_end())
        .naming(ItemSubject::Clause, db, name)
}

/// Finds the names of a kind that match; the list says if there are more.
pub(super) fn matching<'c>(
    context: &'c CompletionContext<'_>,
    kind: IndexedNameKind,
    typed: &str,
    list: &mut ItemList,
) -> Vec<&'c str> {
    let (names, more) = context.ruleset_db().names_matching(kind, typed, MAX_NAMES);
    list.more |= more;
    names
}

/// Adds the terms that match, with `lead` before each.
pub(super) fn terms(context: &CompletionContext<'_>, typed: &str, lead: &str, list: &mut ItemList) {
    let db = context.ruleset_db();
    let names = matching(context, IndexedNameKind::Term, typed, list);
    list.extend(names.iter().map(|name| {
        let item = Item::new(ItemKind::Class, format!("{lead}{name}"));
        item.naming(ItemSubject::Clause, db, format!("term:{name}"))
    }));
}
