//! Completes an instruction's heading with the words and names that its grammar expects next.

use super::{
    CompletionContext, Item, ItemKind, ItemList, ItemSubject, SnippetPart,
    context::PartialInstruction, ids, ordinals,
};
use crate::{
    model::Document,
    resolve::RulesetDb,
    syntax::{
        CLASSES, FileRole, UNIT_NOUNS,
        instruction::{
            Expectation, InstructionPrefix, KEYWORDS, VERBS, Verb, parse_prefix, verb_rows,
        },
    },
    text::join,
};
use std::cmp::Reverse;

/// Adds what the grammar expects, in this order: words that continue the instruction, then units.
pub(super) fn items(context: &CompletionContext<'_>) -> Option<ItemList> {
    let draft = context.draft()?;
    let known = parse_prefix(draft.before);
    let mut list = ItemList::new(context.byte - draft.word.len())
        .rest(context.rest(|c| c.is_alphanumeric() || c == '-'));
    if let Some(continued) = &known.continued {
        list.extend(
            ordinals::continued(context, continued)
                .into_iter()
                .flatten(),
        );
    }
    for expected in sorted_expectations(context, &known) {
        expected_items(context, &draft, &known, expected, &mut list);
    }
    Some(list)
}

/// Sorts expectations: numbers and labels first if an address expects them; in clarifications,
/// which name clauses, ids before units.
fn sorted_expectations(
    context: &CompletionContext<'_>,
    known: &InstructionPrefix,
) -> Vec<Expectation> {
    let mut expected = known.expected.clone();
    let address = known.address.as_ref();
    let has_unit = address.is_some_and(|address| address.unit.is_some());
    let weight = |expected: &Expectation| match expected {
        Expectation::Number if has_unit => 0,
        Expectation::Label => 1,
        Expectation::Id if context.role() == FileRole::Clarify => 2,
        Expectation::Verb | Expectation::Document | Expectation::Edition => 2,
        Expectation::Unit => 3,
        Expectation::Keyword(_) => 4,
        Expectation::Number
        | Expectation::Nth
        | Expectation::Quote
        | Expectation::Description
        | Expectation::Word
        | Expectation::Bracket
        | Expectation::Close
        | Expectation::Times => 5,
        Expectation::Id => 6,
    };
    expected.sort_by_key(weight);
    expected
}

fn expected_items(
    context: &CompletionContext<'_>,
    draft: &PartialInstruction<'_>,
    known: &InstructionPrefix,
    expected: Expectation,
    list: &mut ItemList,
) {
    match expected {
        Expectation::Verb => verbs(context, list),
        Expectation::Keyword(keyword) => {
            if let Some(row) = KEYWORDS.iter().find(|row| row.keyword == keyword) {
                list.push(Item::new(ItemKind::Keyword, row.name).note(row.about));
            }
        }
        Expectation::Unit => match &known.address {
            Some(address) => ordinals::units(context, address, list),
            None => units(draft, list),
        },
        Expectation::Number => {
            let address = known.address.as_ref();
            let items = address.and_then(|address| ordinals::numbers(context, address));
            list.extend(items.into_iter().flatten());
        }
        Expectation::Label => {
            if let Some(address) = &known.address {
                ordinals::labels(context, address, list);
            }
        }
        Expectation::Id => {
            if draft.word.is_empty() {
                list.push(Item::new(ItemKind::Reference, "#").note("a clause, by its id"));
                ids::section_names(context, list);
            }
        }
        Expectation::Description => {
            let note = "a description, if the sheet gives neither words nor place";
            let item = Item::new(ItemKind::Text, "[…]").note(note);
            let inner = SnippetPart::placeholder("a description from the sheet");
            list.push(item.pieces(vec![SnippetPart::text("["), inner, SnippetPart::text("]")]));
        }
        Expectation::Document => documents(context, list),
        Expectation::Edition => list.extend(editions(context.ruleset_db(), "").map(|item| {
            let text = format!("{} numbering)", item.label);
            item.put(text)
        })),
        Expectation::Bracket => {
            if draft.word.is_empty() && known.address.is_some() && !draft.before.ends_with('(') {
                let item = Item::new(ItemKind::Keyword, "(");
                list.push(item.note("the numbering, or the printed line"));
            }
        }
        Expectation::Quote => {
            if draft.word.is_empty() {
                let note = if known.quotes_existing_words {
                    "words of the text"
                } else {
                    "new words"
                };
                let mark = || SnippetPart::text("\"");
                let pieces = vec![mark(), SnippetPart::placeholder(""), mark()];
                list.push(Item::new(ItemKind::Text, "\"…\"").pieces(pieces).note(note));
            }
        }
        Expectation::Word => {
            let is_known = CLASSES.iter().any(|class| class.name == "figure");
            list.extend(is_known.then(|| Item::new(ItemKind::Keyword, "figure")));
        }
        Expectation::Nth | Expectation::Close | Expectation::Times => {}
    }
}

/// Adds the verbs, those for this kind of file first.
fn verbs(context: &CompletionContext<'_>, list: &mut ItemList) {
    let clarifies = context.role() == FileRole::Clarify;
    let mut rows: Vec<_> = verb_rows().collect();
    rows.sort_by_key(|row| (row.verb == Verb::Clarify) != clarifies);
    for row in rows {
        let words = [&[row.name], row.also].concat().join(" ");
        let same = VERBS.iter().filter(|own| own.name == row.name);
        let about = join(same.map(|own| own.about), " ");
        let item = Item::new(ItemKind::Function, row.name).note(about);
        let name = row.name.to_owned();
        list.push(item.filter(words).about(ItemSubject::Verb { name }));
    }
}

/// Adds units of new text, in the plural after a number.
fn units(draft: &PartialInstruction<'_>, list: &mut ItemList) {
    let number = draft.before.split_whitespace().next_back();
    let is_many = number.is_some_and(|word| word.parse::<u32>().is_ok_and(|number| number > 1));
    for row in UNIT_NOUNS {
        let name = if is_many { row.many } else { row.one };
        list.push(Item::new(ItemKind::Unit, name).note(row.about));
    }
}

/// Adds the documents, the latest first.
pub(super) fn documents(context: &CompletionContext<'_>, list: &mut ItemList) {
    let db = context.ruleset_db();
    let mut documents: Vec<_> = db.ruleset.documents.values().collect();
    documents.sort_by_key(|document| Reverse(db.order.position(&document.key)));
    let items = documents.into_iter().map(|own| document_item(db, own));
    items.for_each(|item| list.push(item));
}

/// Returns the item of a document.
pub(super) fn document_item(db: &RulesetDb, document: &Document) -> Item {
    Item::new(ItemKind::Module, &document.key)
        .note(&document.title)
        .naming(ItemSubject::Document, db, &document.key)
}

/// Returns the editions, the latest first, each with an item that inserts it after `lead`.
pub(super) fn editions(db: &RulesetDb, lead: &str) -> impl Iterator<Item = Item> {
    let ruleset = &db.ruleset;
    ruleset.editions.iter().rev().map(move |edition| {
        let ix = ruleset.edition(&edition.id);
        let from = ix.and_then(|ix| ruleset.in_force_from(ix));
        Item::new(ItemKind::EnumMember, format!("{lead}{}", edition.id))
            .note(from.map_or_else(String::new, |from| from.to_string()))
            .naming(ItemSubject::Edition, db, &edition.id)
    })
}
