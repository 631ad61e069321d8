//! Verbs, fixed words, units, documents and editions of an instruction, by the grammar that reads it.

use super::{
    ids,
    item::{Item, List, Piece, Subject},
    ordinals,
    spot::{Line, Spot},
};
use crate::syntax::{
    CLASSES, FileRole, UNITS,
    instruction::{Expectation, InstructionPrefix, KEYWORDS, VERBS, Verb, parse_prefix},
};
use tower_lsp::gen_lsp_types::CompletionItemKind as Kind;

/// An instruction that is being written: what stands before the word at the cursor, and that word.
pub(super) struct Draft<'a> {
    /// What stands before the word.
    pub(super) before: &'a str,
    /// The word, as far as it stands before the cursor.
    pub(super) word: &'a str,
}

/// The instruction in whose heading the cursor stands.
pub(super) fn draft<'a>(spot: &Spot<'a>) -> Option<Draft<'a>> {
    if spot.line != Line::Entry {
        return None;
    }
    let words = spot.before().get(2..)?.trim_start();
    let start = words
        .rfind(|c: char| c.is_whitespace() || matches!(c, '(' | ','))
        .map_or(0, |at| at + 1);
    let start = (start..=words.len()).find(|&at| words.is_char_boundary(at))?;
    let (before, word) = words.split_at(start);
    // behind `4–` comes the end of a range
    match word.split_once(['-', '–']) {
        Some((from, to)) if !from.is_empty() && from.bytes().all(|b| b.is_ascii_digit()) => {
            Some(Draft { before, word: to })
        }
        Some(_) | None => Some(Draft { before, word }),
    }
}

/// What the grammar expects, in the order: words that bring the instruction on, then what it counts.
pub(super) fn items(spot: &Spot<'_>) -> Option<List> {
    let draft = draft(spot)?;
    let known = parse_prefix(draft.before);
    let mut list = List::new(spot.byte - draft.word.len())
        .rest(spot.rest(|c| c.is_alphanumeric() || c == '-'));
    if let Some(continued) = &known.continued {
        ordinals::continued(spot, continued, &mut list);
    }
    for expected in order(spot, &known) {
        one(spot, &draft, &known, expected, &mut list);
    }
    Some(list)
}

/// Numbers and labels first where an address waits for them; in clarifications, which name clauses, ids before units.
fn order(spot: &Spot<'_>, known: &InstructionPrefix) -> Vec<Expectation> {
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
        Expectation::Id if spot.role() == FileRole::Clarify => 2,
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

fn one(
    spot: &Spot<'_>,
    draft: &Draft<'_>,
    known: &InstructionPrefix,
    expected: Expectation,
    list: &mut List,
) {
    match expected {
        Expectation::Verb => verbs(spot, list),
        Expectation::Keyword(keyword) => {
            if let Some(row) = KEYWORDS.iter().find(|row| row.keyword == keyword) {
                list.push(Item::new(Kind::Keyword, row.name).note(row.about));
            }
        }
        Expectation::Unit => match &known.address {
            Some(address) => ordinals::units(spot, address, list),
            None => counted(draft, list),
        },
        Expectation::Number => {
            if let Some(address) = known
                .address
                .as_ref()
                .filter(|address| address.unit.is_some())
            {
                ordinals::numbers(spot, address, list);
            }
        }
        Expectation::Label => {
            if let Some(address) = &known.address {
                ordinals::labels(spot, address, list);
            }
        }
        Expectation::Id => {
            if draft.word.is_empty() {
                list.push(Item::new(Kind::Reference, "#").note("a clause, by its id"));
                ids::near(spot, list);
            }
        }
        Expectation::Description => {
            let pieces = vec![
                Piece::Text("[".into()),
                Piece::Hole("what the sheet describes".into()),
                Piece::Text("]".into()),
            ];
            list.push(
                Item::new(Kind::Text, "[…]")
                    .pieces(pieces)
                    .note("what the sheet describes without words or place"),
            );
        }
        Expectation::Document => documents(spot, list),
        Expectation::Edition => list.extend(
            editions(spot, "")
                .into_iter()
                .map(|(id, item)| item.put(format!("{id} numbering)"))),
        ),
        Expectation::Bracket => {
            if draft.word.is_empty() && known.address.is_some() && !draft.before.ends_with('(') {
                list.push(Item::new(Kind::Keyword, "(").note("the numbering, or the printed line"));
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
                    Piece::Text("\"".into()),
                    Piece::Hole(String::new()),
                    Piece::Text("\"".into()),
                ];
                list.push(Item::new(Kind::Text, "\"…\"").pieces(pieces).note(note));
            }
        }
        Expectation::Word => list.extend(
            CLASSES
                .iter()
                .filter(|class| class.name == "figure")
                .map(|_| Item::new(Kind::Keyword, "figure")),
        ),
        Expectation::Nth | Expectation::Close | Expectation::Times => {}
    }
}

/// The verbs, those of this kind of file first.
fn verbs(spot: &Spot<'_>, list: &mut List) {
    let clarifies = spot.role() == FileRole::Clarify;
    let mut rows: Vec<_> = VERBS.iter().collect();
    rows.sort_by_key(|row| (row.verb == Verb::Clarify) != clarifies);
    for row in rows {
        let words = [row.name]
            .iter()
            .chain(row.also)
            .copied()
            .collect::<Vec<_>>()
            .join(" ");
        let item = Item::new(Kind::Function, row.name)
            .note(row.about)
            .filter(words);
        list.push(item.about(Subject::Verb {
            name: row.name.to_owned(),
        }));
    }
}

/// Units that are brought: in the plural behind a number.
fn counted(draft: &Draft<'_>, list: &mut List) {
    let number = draft
        .before
        .split_whitespace()
        .next_back()
        .and_then(|word| word.parse::<u32>().ok());
    for row in UNITS {
        let name = if number.is_some_and(|number| number > 1) {
            row.many
        } else {
            row.one
        };
        list.push(Item::new(Kind::Unit, name).note(row.about));
    }
}

/// The documents that come before this one, the last first.
pub(super) fn documents(spot: &Spot<'_>, list: &mut List) {
    let ruleset = &spot.ruleset_db().ruleset;
    let mut documents: Vec<_> = ruleset.documents.values().collect();
    documents
        .sort_by_key(|document| std::cmp::Reverse(spot.ruleset_db().order.position(&document.key)));
    for document in documents {
        let about = Subject::Document {
            ruleset: ruleset.key.clone(),
            name: document.key.clone(),
        };
        list.push(
            Item::new(Kind::Module, &document.key)
                .note(&document.title)
                .about(about),
        );
    }
}

/// The editions, the last first, each with an item that puts it in behind `lead`.
pub(super) fn editions(spot: &Spot<'_>, lead: &str) -> Vec<(String, Item)> {
    let ruleset = &spot.ruleset_db().ruleset;
    let item = |edition: &crate::model::Edition| {
        let about = Subject::Edition {
            ruleset: ruleset.key.clone(),
            name: edition.id.clone(),
        };
        let note = ruleset
            .edition(&edition.id)
            .and_then(|ix| ruleset.in_force_from(ix))
            .map(|from| from.to_string());
        let label = format!("{lead}{}", edition.id);
        (
            edition.id.clone(),
            Item::new(Kind::EnumMember, label)
                .note(note.unwrap_or_default())
                .about(about),
        )
    };
    ruleset.editions.iter().rev().map(item).collect()
}
