//! Facts, terms and clauses behind `](`, in rules text and commentary.

use super::{
    ids::{self, MOST},
    item::{Item, List, Subject},
    spot::{Line, Spot, of_name},
};
use crate::resolve::NameKind;
use tower_lsp::gen_lsp_types::CompletionItemKind as Kind;

/// What a link may lead to, with what it is.
const TARGETS: [(&str, &str); 3] = [
    ("fact:", "a number of the rules"),
    ("term:", "a term of the glossary"),
    ("#", "a clause"),
];

pub(super) fn items(spot: &Spot<'_>) -> Option<List> {
    if !matches!(spot.line, Line::Rules | Line::Other) {
        return None;
    }
    let before = spot.before();
    let typed = &before[before.rfind("](")? + 2..];
    if typed.contains(|c: char| !of_name(c) && !matches!(c, ':' | '#')) {
        return None;
    }
    let mut list = List::new(spot.byte - typed.len()).rest(spot.rest(|c| of_name(c) || c == ':'));
    let ruleset = &spot.ruleset_db().ruleset.key;
    if let Some(typed) = typed.strip_prefix('#') {
        if spot.entry().is_some() {
            ids::near(spot, &mut list);
        }
        ids::all(spot, NameKind::Clause, typed, &mut list);
    } else if let Some(typed) = typed.strip_prefix("fact:") {
        let (names, more) = spot
            .ruleset_db()
            .names_matching(NameKind::Fact, typed, MOST);
        list.more = more;
        let about = |name: &str| Subject::Fact {
            ruleset: ruleset.clone(),
            name: name.to_owned(),
        };
        // what stands there already is a fact for this very reason
        let own = format!("{typed}{}", &spot.after()[..spot.rest(of_name)]);
        let names = names.iter().filter(|name| ***name != *own);
        list.extend(
            names.map(|name| Item::new(Kind::Constant, format!("fact:{name}")).about(about(name))),
        );
    } else if let Some(typed) = typed.strip_prefix("term:") {
        let (names, more) = spot
            .ruleset_db()
            .names_matching(NameKind::Term, typed, MOST);
        list.more = more;
        let about = |name: &str| Subject::Clause {
            ruleset: ruleset.clone(),
            name: format!("term:{name}"),
        };
        list.extend(
            names
                .iter()
                .map(|name| Item::new(Kind::Class, format!("term:{name}")).about(about(name))),
        );
    } else {
        list.extend(
            TARGETS
                .iter()
                .map(|(lead, what)| Item::new(Kind::Keyword, *lead).note(*what)),
        );
    }
    Some(list)
}
