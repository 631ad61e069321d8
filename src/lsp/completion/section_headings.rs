//! Completes section headings (`# …`), except in base texts, with the heading and page of a known
//! section, and its id or, in clarifications, a new id.

use super::{
    CompletionContext, Item, ItemKind, ItemList, ItemSubject, LineKind, SnippetPart, attributes,
    ids,
};
use crate::{resolve::IndexedNameKind, syntax::FileRole, text::prefixed};

pub(super) fn items(context: &CompletionContext<'_>) -> Option<ItemList> {
    if context.line != LineKind::Place || context.role() == FileRole::Base {
        return None;
    }
    let typed = context.before().get(1..)?.trim_start();
    let db = context.ruleset_db();
    let mut list = ItemList::new(context.byte - typed.len()).rest(context.after().len());
    let names = ids::matching(context, IndexedNameKind::Section, typed, &mut list);
    let mut found: Vec<_> = names
        .iter()
        .filter_map(|name| db.section_info(name))
        .collect();
    // in the order of the booklet
    let number = |page: &str| page.trim_end_matches(char::is_alphabetic).parse().ok();
    found.sort_by_key(|info| info.page.as_deref().and_then(number).unwrap_or(u32::MAX));
    let clarifies = context.role() == FileRole::Clarify;
    for info in found.into_iter().filter(|info| !info.heading.is_empty()) {
        let heading = SnippetPart::Text(format!("{} {{#", info.heading));
        let id = match clarifies {
            true => SnippetPart::Placeholder(attributes::new_place(context)),
            false => SnippetPart::text(&info.id),
        };
        let end = SnippetPart::Text(format!("{}}}", prefixed(" page=", info.page.as_ref())));
        let page = prefixed(" · p. ", info.page.as_ref());
        let item = Item::new(ItemKind::Struct, &info.heading)
            .note(format!("#{}{page}", info.id))
            .filter(format!("{} {}", info.heading, info.id))
            .naming(ItemSubject::Clause, db, &info.id);
        list.items.push(item.pieces(vec![heading, id, end]));
    }
    Some(list)
}
