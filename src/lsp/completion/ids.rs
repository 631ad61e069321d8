//! Ids of clauses behind `#`.

use super::{
    instruction::draft,
    item::{Item, List, Subject},
    spot::{Spot, of_name},
};
use crate::{op, resolve::NameKind};
use tower_lsp::gen_lsp_types::CompletionItemKind as Kind;

/// At most so many names are offered; where there are more, the client asks again once more is typed.
pub(super) const MOST: usize = 100;

/// Ids in an instruction: those of its own section first.
pub(super) fn items(spot: &Spot<'_>) -> Option<List> {
    let draft = draft(spot)?;
    let typed = draft.word.strip_prefix('#')?;
    let mut list = List::new(spot.byte - draft.word.len()).rest(spot.rest(of_name));
    near(spot, &mut list);
    all(spot, NameKind::Clause, typed, &mut list);
    Some(list)
}

/// The named units of the section of the place, as the instruction counts it.
pub(super) fn near(spot: &Spot<'_>, list: &mut List) {
    let Some((section, tree)) = spot.frame(None) else {
        return;
    };
    list.push(named(spot, &section.id, String::new()));
    for unit in tree.live_units(tree.root) {
        if let Some(name) = section.arena.name_of(unit).filter(|_| unit != tree.root) {
            list.push(named(spot, name, op::first_words(&tree, unit)));
        }
    }
}

/// All clauses or sections of which a part begins with what is typed.
pub(super) fn all(spot: &Spot<'_>, kind: NameKind, typed: &str, list: &mut List) {
    let (names, more) = spot.ruleset_db().names_matching(kind, typed, MOST);
    let known: std::collections::HashSet<String> = list
        .items
        .iter()
        .map(|item| item.label().to_owned())
        .collect();
    list.more |= more;
    list.extend(
        names
            .iter()
            .filter(|name| !known.contains(&format!("#{name}")))
            .map(|name| named(spot, name, String::new())),
    );
}

/// An item for a name: with some words of its own, its section's heading and page.
pub(super) fn named(spot: &Spot<'_>, name: &str, words: String) -> Item {
    let db = spot.ruleset_db();
    let info = db
        .section_of(name)
        .and_then(|section| db.section_info(section))
        .unwrap_or_default();
    let page = info
        .page
        .map(|page| format!(" · p. {page}"))
        .unwrap_or_default();
    let place = format!("{}{page}", info.heading);
    let filter = format!("#{name} {} {words}", info.heading);
    let note = if words.is_empty() { place } else { words };
    let about = Subject::Clause {
        ruleset: db.ruleset.key.clone(),
        name: name.to_owned(),
    };
    Item::new(Kind::Reference, format!("#{name}"))
        .note(note)
        .filter(filter.trim_end())
        .about(about)
}
