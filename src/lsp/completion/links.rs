//! Completes link targets (`fact:…`, `term:…`, `#id`) after `](`, in rules text and commentary.

use super::{
    CompletionContext, Item, ItemKind, ItemList, ItemSubject, LineKind, ids, is_name_char,
};
use crate::resolve::IndexedNameKind;

/// The kinds of link targets.
const TARGETS: [(&str, &str); 3] = [
    ("fact:", "a number of the rules"),
    ("term:", "a term of the glossary"),
    ("#", "a clause"),
];

pub(super) fn items(context: &CompletionContext<'_>) -> Option<ItemList> {
    if !matches!(context.line, LineKind::Rules | LineKind::Other) {
        return None;
    }
    let before = context.before();
    let typed = &before[before.rfind("](")? + 2..];
    if typed.contains(|c: char| !is_name_char(c) && !matches!(c, ':' | '#')) {
        return None;
    }
    let mut list = ItemList::new(context.byte - typed.len())
        .rest(context.rest(|c| is_name_char(c) || c == ':'));
    let db = context.ruleset_db();
    if let Some(typed) = typed.strip_prefix('#') {
        if context.entry().is_some() {
            ids::section_names(context, &mut list);
        }
        ids::matching_names(context, IndexedNameKind::Clause, typed, &mut list);
    } else if let Some(typed) = typed.strip_prefix("fact:") {
        let names = ids::matching(context, IndexedNameKind::Fact, typed, &mut list);
        // the name at the cursor is known only because it is written here
        let own = format!("{typed}{}", &context.after()[..context.rest(is_name_char)]);
        let names = names.iter().filter(|name| ***name != *own);
        list.extend(names.map(|name| {
            let item = Item::new(ItemKind::Constant, format!("fact:{name}"));
            item.naming(ItemSubject::Fact, db, &**name)
        }));
    } else if let Some(typed) = typed.strip_prefix("term:") {
        ids::terms(context, typed, "term:", &mut list);
    } else {
        list.extend(TARGETS.map(|(lead, what)| Item::new(ItemKind::Keyword, lead).note(what)));
    }
    Some(list)
}
