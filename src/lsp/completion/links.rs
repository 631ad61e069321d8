//! Completes link targets (`fact:…`, `term:…`, `#id`) after `](`, in rules text and commentary.

use super::{
    CompletionContext, Item, ItemKind, ItemList, ItemSubject, LineKind,
    ids::{self, MAX_NAMES},
    is_name_char,
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
    let ruleset = &context.ruleset_db().ruleset.key;
    if let Some(typed) = typed.strip_prefix('#') {
        if context.entry().is_some() {
            ids::section_names(context, &mut list);
        }
        ids::matching_names(context, IndexedNameKind::Clause, typed, &mut list);
    } else if let Some(typed) = typed.strip_prefix("fact:") {
        let (names, more) =
            context
                .ruleset_db()
                .names_matching(IndexedNameKind::Fact, typed, MAX_NAMES);
        list.more = more;
        let about = |name: &str| ItemSubject::Fact {
            ruleset: ruleset.clone(),
            name: name.to_owned(),
        };
        // the name at the cursor is known only because it is written here
        let own = format!("{typed}{}", &context.after()[..context.rest(is_name_char)]);
        let names = names.iter().filter(|name| ***name != *own);
        list.extend(
            names.map(|name| Item::new(ItemKind::Fact, format!("fact:{name}")).about(about(name))),
        );
    } else if let Some(typed) = typed.strip_prefix("term:") {
        let (names, more) =
            context
                .ruleset_db()
                .names_matching(IndexedNameKind::Term, typed, MAX_NAMES);
        list.more = more;
        let about = |name: &str| ItemSubject::Clause {
            ruleset: ruleset.clone(),
            name: format!("term:{name}"),
        };
        list.extend(
            names
                .iter()
                .map(|name| Item::new(ItemKind::Term, format!("term:{name}")).about(about(name))),
        );
    } else {
        list.extend(
            TARGETS
                .iter()
                .map(|(lead, what)| Item::new(ItemKind::Keyword, *lead).note(*what)),
        );
    }
    Some(list)
}
