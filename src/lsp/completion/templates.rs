//! Completes an empty or just begun line of a rules file with a template: an instruction, a section
//! heading, or the front matter.

use super::{CompletionContext, Item, ItemKind, ItemList, LineKind, SnippetPart, attributes};
use crate::{
    model::UnitKind,
    syntax::{FileRole, WordingLayer},
};

/// A template: its name, what it is for, and its text, in which placeholders are in `‹›`.
type Template = (&'static str, &'static str, &'static str);

/// Templates in amendments.
const AMENDS: &[Template] = &[
    (
        "replace bullet",
        "a bullet by another one",
        "## Replace bullet ‹1› {n=‹N›}\n\n> - ‹…›\n",
    ),
    (
        "replace sentence",
        "a sentence by another one",
        "## Replace paragraph ‹1›, sentence ‹1› {n=‹N›}\n\n> ‹…›\n",
    ),
    (
        "replace paragraph",
        "a paragraph with its list",
        "## Replace paragraph ‹1› {n=‹N›}\n\n> ‹…›\n",
    ),
    (
        "replace words",
        "words by words",
        "## Replace \"‹words›\" with \"‹words›\" in ‹paragraph 1› {n=‹N›}\n",
    ),
    ("delete", "a unit", "## Delete ‹bullet 1› {n=‹N›}\n"),
    (
        "delete words",
        "words",
        "## Delete \"‹words›\" in ‹paragraph 1› {n=‹N›}\n",
    ),
    (
        "delete, moved",
        "a unit that moved to another place",
        "## Delete ‹bullet 1›, moved to #‹id› {n=‹N›}\n",
    ),
    (
        "insert",
        "a unit before or after another",
        "## Insert ‹bullet› after ‹bullet 1› {n=‹N›}\n\n> - ‹…›\n",
    ),
    (
        "insert words",
        "words before or after words",
        "## Insert \"‹words›\" after \"‹words›\" in ‹paragraph 1› {n=‹N›}\n",
    ),
    (
        "add",
        "a unit at the end",
        "## Add ‹paragraph› at the end {n=‹N›}\n\n> ‹…›\n",
    ),
    (
        "set values",
        "cells of a table",
        "## Set values {n=‹N›}\n\n‹TABLE›",
    ),
    (
        "set entries",
        "entries of a glossary",
        "## Set entries {n=‹N›}\n\n> **‹Name.›** ‹…›\n",
    ),
    (
        "substitute",
        "pairs of words",
        "## Substitute in ‹text› {n=‹N›}\n\n> ~~‹words›~~ ‹words›\n",
    ),
    (
        "withdraw",
        "another document's change",
        "## Withdraw ‹document› on #‹id› {n=‹N›}\n",
    ),
    (
        "note",
        "the authors' commentary",
        "## Note on ‹text› {n=‹N›}\n\n> ‹…›\n",
    ),
    (
        "section heading",
        "the section that the instructions below amend",
        "# ‹Heading› {#‹id› page=‹1›}\n",
    ),
];

/// Templates in clarifications.
const CLARIFIES: &[Template] = &[
    (
        "clarification",
        "an interpretation of a clause",
        "## Clarify #‹id› {#‹ID.N› n=‹N› relation=‹interprets›}\n\n> ‹…›\n",
    ),
    (
        "section heading",
        "the clause that the text below is about",
        "# ‹Heading› {#‹ID› page=‹1›}\n",
    ),
];

/// Templates in a base text.
const BASES: &[Template] = &[(
    "section heading",
    "a section of the booklet",
    "# ‹Heading› {#‹id› page=‹1› paragraphs=‹1+›}\n\n> ‹…›\n",
)];

/// The template of front matter.
const FRONT: Template = (
    "front matter",
    "which document the file holds",
    "---\nruleset: ‹RULESET›\ndocument: ‹document›\nedition: \"‹EDITION›\"\n---\n",
);

pub(super) fn items(context: &CompletionContext<'_>) -> Option<ItemList> {
    let before = context.before();
    let begins = |c: char| c == '#' || c.is_alphabetic() || matches!(c, ' ' | ',');
    if context.line != LineKind::Other
        || !before.chars().all(begins)
        || before.starts_with(' ')
        || !context.after().trim().is_empty()
    {
        return None;
    }
    let line = context.document.lines.line(context.span.start());
    let above = line.checked_sub(1).map_or("", |above| {
        context.document.lines.span(above).of(context.text())
    });
    let templates = match context.role() {
        FileRole::Amend => AMENDS,
        FileRole::Clarify => CLARIFIES,
        FileRole::Base => BASES,
        FileRole::Book | FileRole::Index => &[],
    };
    if !above.trim().is_empty() && !above.starts_with('#') && above.trim_end() != "---" {
        return None;
    }
    let mut list = ItemList::new(context.span.start());
    if line == 0 && context.file().front.span.is_empty() {
        list.push(item(context, &FRONT));
    }
    list.extend(templates.iter().map(|template| item(context, template)));
    (!list.items.is_empty()).then_some(list)
}

fn item(context: &CompletionContext<'_>, &(name, about, text): &Template) -> Item {
    let mut pieces = Vec::new();
    for part in text.split('›') {
        let Some((text, placeholder)) = part.split_once('‹') else {
            pieces.push(SnippetPart::text(part));
            continue;
        };
        pieces.push(SnippetPart::text(text));
        match placeholder {
            "TABLE" => pieces.extend(table(context)),
            _ => pieces.push(SnippetPart::Placeholder(match placeholder {
                "N" => attributes::next_number(context),
                "ID" => attributes::new_place(context),
                "ID.N" => attributes::new_entry(context),
                "RULESET" => context.ruleset_db().ruleset.key.clone(),
                "EDITION" => attributes::newest_edition(context).to_owned(),
                placeholder => placeholder.to_owned(),
            })),
        }
    }
    let typed = context.before();
    let lead = &typed[..typed.len() - typed.trim_start_matches(['#', ' ']).len()];
    Item::new(ItemKind::Snippet, name)
        .note(about)
        .filter(format!("{lead}{name}"))
        .pieces(pieces)
}

/// A table with the columns of the section's table.
fn table(context: &CompletionContext<'_>) -> Vec<SnippetPart> {
    let [first, second, row] =
        table_words(context).unwrap_or_else(|| ["rows", "column", "row"].map(str::to_owned));
    vec![
        SnippetPart::Text(format!("> | {first} | ")),
        SnippetPart::Placeholder(second),
        SnippetPart::text(" |\n> |---|---|\n> | "),
        SnippetPart::Placeholder(row),
        SnippetPart::text(" | ~~"),
        SnippetPart::placeholder("old"),
        SnippetPart::text("~~ "),
        SnippetPart::placeholder("new"),
        SnippetPart::text(" |\n"),
    ]
}

/// Returns the first two columns of the section's table, and the label of its first row.
fn table_words(context: &CompletionContext<'_>) -> Option<[String; 3]> {
    let db = context.ruleset_db();
    let section = db.section(db.section_of(&context.section_id()?)?)?;
    let tree = section.version(&context.snapshot.view(db)?);
    let text = |unit| {
        let wording = tree.get(unit)?.text(WordingLayer::Restated)?;
        Some(wording.text.to_string())
    };
    let mut units = tree.live_units(tree.root).into_iter();
    let table = units.find(|&unit| tree.kind(unit) == UnitKind::Table)?;
    let mut rows = tree.children(table);
    let mut columns = tree.children(rows.next()?).filter_map(text);
    let (first, second) = (columns.next()?, columns.next()?);
    let row = rows.next().and_then(|row| text(tree.children(row).next()?));
    Some([first, second, row.unwrap_or_else(|| "row".into())])
}
