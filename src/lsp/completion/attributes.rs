//! What stands in braces: ids, classes, keys, and values by their keys.

use super::{
    ids::{self, MOST},
    instruction::{documents, editions},
    item::{Item, List, Subject},
    spot::{Line, Spot, of_name},
};
use crate::{
    analysis::ChangeKind,
    resolve::{NameKind, RulingState, place_id},
    syntax::{CLASSES, FileRole, KEYS, RELATIONS, ValueKind},
};
use tower_lsp::gen_lsp_types::CompletionItemKind as Kind;

/// What a person may find of a clarification.
const VERDICTS: [(RulingState, &str); 4] = [
    (RulingState::Confirmed, "it still holds"),
    (RulingState::Narrowed, "it holds in part"),
    (RulingState::Contradicted, "the text says otherwise"),
    (RulingState::Absorbed, "the text now says it itself"),
];

pub(super) fn items(spot: &Spot<'_>) -> Option<List> {
    let inside = spot.braces()?;
    let word = &inside[inside.rfind(char::is_whitespace).map_or(0, |at| at + 1)..];
    let from = spot.byte - word.len();
    if let Some(typed) = word.strip_prefix('#') {
        let mut list = List::new(from).rest(spot.rest(of_name));
        names(spot, typed, &mut list);
        return Some(list);
    }
    let Some((key, value)) = word.split_once('=') else {
        let mut list = List::new(from).rest(spot.rest(|c| of_name(c) || c == '='));
        keys(spot, inside, &mut list);
        return Some(list);
    };
    let part = &value[value.rfind(',').map_or(0, |at| at + 1)..];
    let mut list = List::new(spot.byte - part.len())
        .rest(spot.rest(|c| of_name(c) || matches!(c, '@' | ':' | '+')));
    values(spot, inside, key, part, &mut list);
    Some(list)
}

/// The keys that stand at such a heading or unit, as a rule.
fn usual(spot: &Spot<'_>) -> &'static [&'static str] {
    match (spot.line, spot.role()) {
        (Line::Place, FileRole::Base) => &[
            "page",
            "within",
            "paragraphs",
            "sentences",
            "bullets",
            "document",
            "quoted",
        ],
        (Line::Place, _) => &["page", "within", "paragraphs", "sentences", "bullets"],
        (Line::Entry, FileRole::Clarify) => &["n", "relation", "ruled", "scope", "page"],
        (Line::Entry, _) => &["n", "effective", "until", "known", "scope", "kind", "page"],
        (Line::Rules, _) => &["term", "page", "paragraphs", "sentences", "bullets"],
        (Line::Front | Line::Other, _) => &[],
    }
}

fn keys(spot: &Spot<'_>, inside: &str, list: &mut List) {
    let usual = usual(spot);
    if !inside.contains('#') {
        list.push(Item::new(Kind::Reference, "#").note("an id"));
    }
    let stands = |name: &str| {
        inside
            .split_whitespace()
            .any(|word| word.split_once('=').is_some_and(|(key, _)| key == name))
    };
    let mut rows: Vec<_> = KEYS.iter().filter(|row| !stands(row.name)).collect();
    rows.sort_by_key(|row| {
        usual
            .iter()
            .position(|name| *name == row.name)
            .unwrap_or(usual.len())
    });
    list.extend(rows.into_iter().map(|row| {
        let value = match row.value {
            ValueKind::Word => "=",
            ValueKind::Words => "=…,…",
            ValueKind::Count => "=4, =4+",
        };
        let about = Subject::Words {
            text: format!("`{}{value}`: {}", row.name, row.about),
        };
        Item::new(Kind::Property, row.name)
            .note(row.about)
            .put(format!("{}=", row.name))
            .about(about)
    }));
    list.extend(
        CLASSES
            .iter()
            .map(|row| Item::new(Kind::Enum, format!(".{}", row.name)).note(row.about)),
    );
}

fn values(spot: &Spot<'_>, inside: &str, key: &str, typed: &str, list: &mut List) {
    let ruleset = &spot.ruleset_db().ruleset;
    let word = |name: &str| Item::new(Kind::EnumMember, name);
    match key {
        "n" => numbers(spot, typed, list),
        "page" => pages(spot, inside, list),
        "within" => {
            let (names, more) = spot
                .ruleset_db()
                .names_matching(NameKind::Section, typed, MOST);
            list.more = more;
            list.extend(
                names
                    .iter()
                    .map(|name| ids::named(spot, name, String::new()).called(name)),
            );
        }
        "document" | "quoted" => list.extend(ruleset.documents.values().map(|document| {
            let about = Subject::Document {
                ruleset: ruleset.key.clone(),
                name: document.key.clone(),
            };
            Item::new(Kind::Module, &document.key)
                .note(&document.title)
                .about(about)
        })),
        "effective" | "until" => list.extend(editions(spot, "").into_iter().map(|(_, item)| item)),
        "known" => {
            let dated = ruleset
                .documents
                .values()
                .filter(|document| !document.published.is_undated());
            dated.for_each(|document| {
                list.push(Item::new(Kind::Value, document.published.iso()).note(&document.title))
            });
        }
        "ruled" => match typed.split_once('@') {
            Some((verdict, _)) => list.extend(
                editions(spot, &format!("{verdict}@"))
                    .into_iter()
                    .map(|(_, item)| item),
            ),
            None => {
                let newest = ruleset
                    .editions
                    .last()
                    .map_or("", |edition| edition.id.as_str());
                let item = |(state, about): &(RulingState, &str)| {
                    word(state.name())
                        .note(*about)
                        .put(format!("{}@{newest}", state.name()))
                };
                list.extend(VERDICTS.iter().map(item));
            }
        },
        "relation" => list.extend(
            RELATIONS
                .iter()
                .map(|(name, about)| word(name).note(*about)),
        ),
        "kind" => list.extend(ChangeKind::NAMES.iter().map(|(name, _)| word(name))),
        "scope" => ruleset
            .profiles
            .iter()
            .flat_map(|profile| &profile.scopes)
            .for_each(|scope| list.push(word(scope))),
        "inferred" => {
            let beside = inside
                .split_whitespace()
                .filter_map(|word| word.split_once('='))
                .map(|(key, _)| key);
            list.extend(beside.filter(|key| *key != "inferred").map(word));
        }
        "term" => {
            let (names, more) = spot
                .ruleset_db()
                .names_matching(NameKind::Term, typed, MOST);
            list.more = more;
            let about = |name: &str| Subject::Clause {
                ruleset: ruleset.key.clone(),
                name: format!("term:{name}"),
            };
            list.extend(
                names
                    .iter()
                    .map(|name| Item::new(Kind::Class, &**name).about(about(name))),
            );
        }
        _ => {}
    }
}

/// The next number of the sheet, and other documents' passages.
fn numbers(spot: &Spot<'_>, typed: &str, list: &mut List) {
    if let Some((document, _)) = typed.split_once(':') {
        let taken: Vec<&str> = spot
            .ruleset_db()
            .files_of_document(document)
            .flat_map(|file| passages(file, Some(document)))
            .collect();
        list.push(
            Item::new(Kind::Value, format!("{document}:{}", after(&taken, None)))
                .note("the next number"),
        );
        return;
    }
    list.push(
        Item::new(Kind::Value, next_number(spot))
            .note("the next number of the sheet")
            .likely(true),
    );
    let mut others = List::new(0);
    documents(spot, &mut others);
    list.extend(others.items.into_iter().map(|item| {
        let label = format!("{}:", item.label());
        item.put(label)
    }));
}

/// The numbers of a document's passages that a file names.
fn passages<'f>(file: &'f crate::syntax::RulesFile, document: Option<&str>) -> Vec<&'f str> {
    let own = file.front.document.as_ref().map(|own| own.value.as_str());
    let entries = file.places.iter().flat_map(|place| &place.entries);
    let named = entries.flat_map(|entry| entry.attrs.passages());
    named
        .filter(|(other, _)| other.or(own) == document)
        .map(|(_, n)| n)
        .collect()
}

/// The number that an instruction at the cursor would have: behind the one before it, else behind all.
pub(super) fn next_number(spot: &Spot<'_>) -> String {
    let file = spot.file();
    let document = file.front.document.as_ref().map(|own| own.value.as_str());
    let Some(document) = document else {
        return "1".into();
    };
    let taken: Vec<&str> = spot
        .ruleset_db()
        .files_of_document(document)
        .flat_map(|file| passages(file, Some(document)))
        .collect();
    let earlier = file
        .places
        .iter()
        .flat_map(|place| &place.entries)
        .filter(|entry| entry.span.start() < spot.span.start());
    let before = earlier
        .flat_map(|entry| entry.attrs.passages())
        .filter(|(other, _)| other.is_none_or(|other| other == document))
        .last();
    after(&taken, before.map(|(_, n)| n))
}

/// The number behind `before` if it is free, else the one behind all that are taken. What stands in front of the digits stays: `C5.7`.
fn after(taken: &[&str], before: Option<&str>) -> String {
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

/// The page of the section that is named beside, and the pages of the places before and after.
fn pages(spot: &Spot<'_>, inside: &str, list: &mut List) {
    let db = spot.ruleset_db();
    let named = inside
        .split_whitespace()
        .find_map(|word| word.strip_prefix('#'));
    let own = named
        .map(str::to_owned)
        .or_else(|| spot.home())
        .and_then(|id| db.section_of(&id).map(str::to_owned));
    let item = |page: &str, note: String| {
        let about = Subject::Page {
            ruleset: db.ruleset.key.clone(),
            name: page.to_owned(),
        };
        Item::new(Kind::Value, page).note(note).about(about)
    };
    if let Some(info) = own.and_then(|section| db.section_info(&section))
        && let Some(page) = &info.page
    {
        list.push(item(page, info.heading.clone()).likely(true));
    }
    let places = &spot.file().places;
    let here = places
        .partition_point(|place| place.span.start() <= spot.byte)
        .saturating_sub(1);
    let beside = here
        .checked_sub(1)
        .and_then(|before| places.get(before))
        .into_iter()
        .chain(places.get(here + 1));
    for place in beside {
        if let Some(page) = place.attrs.get("page") {
            list.push(item(&page.value, place.heading.text.to_string()));
        }
    }
}

/// Ids: where a heading or instruction refers, those that exist; where it gives a name, one made for it.
fn names(spot: &Spot<'_>, typed: &str, list: &mut List) {
    match (spot.line, spot.role()) {
        (Line::Place, FileRole::Amend | FileRole::Book | FileRole::Index) => {
            let heading = spot
                .before()
                .trim_start_matches('#')
                .split('{')
                .next()
                .unwrap_or_default()
                .trim();
            if !heading.is_empty() {
                let (fits, _) = spot
                    .ruleset_db()
                    .names_matching(NameKind::Section, heading, 8);
                list.extend(
                    fits.iter()
                        .map(|name| ids::named(spot, name, String::new())),
                );
            }
            ids::all(spot, NameKind::Section, typed, list);
        }
        (Line::Place, FileRole::Base | FileRole::Clarify) => {
            list.push(Item::new(Kind::Reference, format!("#{}", new_place(spot))).note("a new id"));
        }
        (Line::Entry, FileRole::Clarify) => {
            list.push(Item::new(Kind::Reference, format!("#{}", new_entry(spot))).note("a new id"));
        }
        (Line::Entry | Line::Rules, _) => {
            reached(spot, list);
            ids::near(spot, list);
        }
        (Line::Front | Line::Other, _) => {}
    }
}

/// The names of the units that the instruction reaches: a payload or instruction that bears one carries it on.
fn reached(spot: &Spot<'_>, list: &mut List) {
    let Some(at) = spot.entry() else { return };
    for (section, ix) in spot
        .snapshot
        .analysis()
        .sections_of_entry(spot.ruleset_db(), at)
    {
        let Some(lowered) = section.lowered.get(ix.0 as usize).and_then(Option::as_ref) else {
            continue;
        };
        let tree = section.frame(ix);
        for &unit in &lowered.reached {
            for unit in tree.live_units(unit) {
                if let Some(name) = section.arena.name_of(unit).filter(|_| unit != tree.root) {
                    list.push(
                        ids::named(spot, name, crate::op::first_words(&tree, unit))
                            .likely(list.items.is_empty()),
                    );
                }
            }
        }
    }
}

/// An id for the heading at the cursor: of its words, or the next one of the clarifications.
pub(super) fn new_place(spot: &Spot<'_>) -> String {
    let file = spot.file();
    let before = file
        .places
        .iter()
        .rfind(|place| place.span.start() < spot.span.start())
        .map(place_id);
    match before.filter(|_| file.role == FileRole::Clarify) {
        Some(before) => {
            let ids: Vec<String> = file.places.iter().map(place_id).collect();
            after(
                &ids.iter().map(String::as_str).collect::<Vec<_>>(),
                Some(&before),
            )
        }
        None => {
            let line = spot
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

/// An id for the clarification at the cursor: the one before it, counted on, else the place's with `.1`.
pub(super) fn new_entry(spot: &Spot<'_>) -> String {
    let home = spot.home().unwrap_or_default();
    let entries: Vec<_> = spot
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
    let lead = format!("{home}.");
    let mut earlier = entries
        .iter()
        .filter(|entry| entry.span.start() < spot.span.start())
        .filter_map(|entry| entry.attrs.id.as_ref());
    match earlier.rfind(|id| id.value.starts_with(&lead)) {
        Some(before) => after(&ids, Some(&before.value)),
        None => format!("{lead}1"),
    }
}
