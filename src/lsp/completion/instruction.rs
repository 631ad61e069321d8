//! Completes an instruction's heading with the words and names that its grammar expects next.

use super::{
    CompletionContext, Item, ItemKind, ItemList, ItemSubject, SnippetPart, ids, ordinals,
    partial_instruction::{PartialInstruction, draft},
};
use crate::{
    model::{Document, Edition},
    resolve::RulesetDb,
    syntax::{
        CLASSES, FileRole, UNIT_NOUNS,
        instruction::{Expectation, InstructionPrefix, KEYWORDS, VERBS, Verb, parse_prefix},
    },
};
use std::cmp::Reverse;

/// Adds what the grammar expects, in this order: words that continue the instruction, then units.
pub(super) fn items(context: &CompletionContext<'_>) -> Option<ItemList> {
    let draft = draft(context)?;
    let known = parse_prefix(draft.before);
    let mut list = ItemList::new(context.byte - draft.word.len())
        .rest(context.rest(|c| c.is_alphanumeric() || c == '-'));
    if let Some(continued) = &known.continued {
        ordinals::continued(context, continued, &mut list);
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
    let weight = |expected: &Expectation| match expected {
        Expectation::Number
            if known
                .address
                .as_ref()
                .is_some_and(|address| address.unit.is_some()) =>
        {
            0
        }
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
            if let Some(address) = known
                .address
                .as_ref()
                .filter(|address| address.unit.is_some())
            {
                ordinals::numbers(context, address, list);
            }
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
            let pieces = vec![
                SnippetPart::Text("[".into()),
                SnippetPart::Placeholder("a description from the sheet".into()),
                SnippetPart::Text("]".into()),
            ];
            list.push(
                Item::new(ItemKind::Text, "[…]")
                    .pieces(pieces)
                    .note("a description, if the sheet gives neither words nor place"),
            );
        }
        Expectation::Document => documents(context, list),
        Expectation::Edition => {
            list.extend(editions(context.ruleset_db(), "").into_iter().map(|item| {
                let text = format!("{} numbering)", item.label);
                item.put(text)
            }))
        }
        Expectation::Bracket => {
            if draft.word.is_empty() && known.address.is_some() && !draft.before.ends_with('(') {
                list.push(
                    Item::new(ItemKind::Keyword, "(").note("the numbering, or the printed line"),
                );
            }
        }
        Expectation::Quote => {
            if draft.word.is_empty() {
                let note = if known.quotes_existing_words {
                    "words of the text"
                } else {
                    "new words"
                };
                let pieces = vec![
                    SnippetPart::Text("\"".into()),
                    SnippetPart::Placeholder(String::new()),
                    SnippetPart::Text("\"".into()),
                ];
                list.push(Item::new(ItemKind::Text, "\"…\"").pieces(pieces).note(note));
            }
        }
        Expectation::Word => list.extend(
            CLASSES
                .iter()
                .filter(|class| class.name == "figure")
                .map(|_| Item::new(ItemKind::Keyword, "figure")),
        ),
        Expectation::Nth | Expectation::Close | Expectation::Times => {}
    }
}

/// Adds the verbs, those for this kind of file first.
fn verbs(context: &CompletionContext<'_>, list: &mut ItemList) {
    let clarifies = context.role() == FileRole::Clarify;
    let mut rows: Vec<_> = VERBS.iter().collect();
    rows.sort_by_key(|row| (row.verb == Verb::Clarify) != clarifies);
    for row in rows {
        let words = [row.name]
            .iter()
            .chain(row.also)
            .copied()
            .collect::<Vec<_>>()
            .join(" ");
        let item = Item::new(ItemKind::Function, row.name)
            .note(row.about)
            .filter(words);
        list.push(item.about(ItemSubject::Verb {
            name: row.name.to_owned(),
        }));
    }
}

/// Adds units of new text, in the plural after a number.
fn units(draft: &PartialInstruction<'_>, list: &mut ItemList) {
    let number = draft
        .before
        .split_whitespace()
        .next_back()
        .and_then(|word| word.parse::<u32>().ok());
    for row in UNIT_NOUNS {
        let name = if number.is_some_and(|number| number > 1) {
            row.many
        } else {
            row.one
        };
        list.push(Item::new(ItemKind::Unit, name).note(row.about));
    }
}

/// Adds the documents, the latest first.
pub(super) fn documents(context: &CompletionContext<'_>, list: &mut ItemList) {
    let db = context.ruleset_db();
    let mut documents: Vec<_> = db.ruleset.documents.values().collect();
    documents.sort_by_key(|document| Reverse(db.order.position(&document.key)));
    for document in documents {
        list.push(document_item(db, document));
    }
}

/// Returns the item of a document.
pub(super) fn document_item(db: &RulesetDb, document: &Document) -> Item {
    Item::new(ItemKind::Module, &document.key)
        .note(&document.title)
        .naming(ItemSubject::Document, db, &document.key)
}

/// Returns the editions, the latest first, each with an item that inserts it after `lead`.
pub(super) fn editions(db: &RulesetDb, lead: &str) -> Vec<Item> {
    let ruleset = &db.ruleset;
    let item = |edition: &Edition| {
        let from = ruleset
            .edition(&edition.id)
            .and_then(|ix| ruleset.in_force_from(ix))
            .map(|from| from.to_string());
        Item::new(ItemKind::EnumMember, format!("{lead}{}", edition.id))
            .note(from.unwrap_or_default())
            .naming(ItemSubject::Edition, db, &edition.id)
    };
    ruleset.editions.iter().rev().map(item).collect()
}
