//! Whole instructions at the start of a line, with places to be filled in.

use super::{
    attributes,
    item::{Item, List, Piece},
    spot::{Line, Spot},
};
use crate::{
    model::{Tree, UnitKind},
    op,
    syntax::{FileRole, Layer},
};
use tower_lsp::gen_lsp_types::CompletionItemKind as Kind;

/// A whole instruction. In its text `{…}` is a place to be filled in, `N` in braces the next number of the sheet, `ID` and `ID.N` new ids.
struct Pattern {
    name: &'static str,
    about: &'static str,
    text: &'static str,
}

const fn pattern(name: &'static str, about: &'static str, text: &'static str) -> Pattern {
    Pattern { name, about, text }
}

/// The instructions of amendments.
const AMENDS: &[Pattern] = &[
    pattern(
        "replace bullet",
        "a bullet by another one",
        "## Replace bullet ‹1› {n=‹N›}\n\n> - ‹…›\n",
    ),
    pattern(
        "replace sentence",
        "a sentence by another one",
        "## Replace paragraph ‹1›, sentence ‹1› {n=‹N›}\n\n> ‹…›\n",
    ),
    pattern(
        "replace paragraph",
        "a paragraph with its list",
        "## Replace paragraph ‹1› {n=‹N›}\n\n> ‹…›\n",
    ),
    pattern(
        "replace words",
        "words by words",
        "## Replace \"‹words›\" with \"‹words›\" in ‹paragraph 1› {n=‹N›}\n",
    ),
    pattern("delete", "a unit", "## Delete ‹bullet 1› {n=‹N›}\n"),
    pattern(
        "delete words",
        "words",
        "## Delete \"‹words›\" in ‹paragraph 1› {n=‹N›}\n",
    ),
    pattern(
        "delete, moved",
        "a unit that lives on elsewhere",
        "## Delete ‹bullet 1›, moved to #‹id› {n=‹N›}\n",
    ),
    pattern(
        "insert",
        "a unit beside another",
        "## Insert ‹bullet› after ‹bullet 1› {n=‹N›}\n\n> - ‹…›\n",
    ),
    pattern(
        "insert words",
        "words beside words",
        "## Insert \"‹words›\" after \"‹words›\" in ‹paragraph 1› {n=‹N›}\n",
    ),
    pattern(
        "add",
        "a unit at the end",
        "## Add ‹paragraph› at the end {n=‹N›}\n\n> ‹…›\n",
    ),
    pattern(
        "set values",
        "cells of a table",
        "## Set values {n=‹N›}\n\n‹TABLE›",
    ),
    pattern(
        "set entries",
        "entries of a glossary",
        "## Set entries {n=‹N›}\n\n> **‹Name.›** ‹…›\n",
    ),
    pattern(
        "substitute",
        "pairs of words",
        "## Substitute in ‹text› {n=‹N›}\n\n> ~~‹words›~~ ‹words›\n",
    ),
    pattern(
        "withdraw",
        "another document's change",
        "## Withdraw ‹document› on #‹id› {n=‹N›}\n",
    ),
    pattern(
        "note",
        "the authors' commentary",
        "## Note on ‹text› {n=‹N›}\n\n> ‹…›\n",
    ),
    pattern(
        "section heading",
        "the section that what follows amends",
        "# ‹Heading› {#‹id› page=‹1›}\n",
    ),
];

/// The instructions of clarifications.
const CLARIFIES: &[Pattern] = &[
    pattern(
        "clarification",
        "an interpretation of a clause",
        "## Clarify #‹id› {#‹ID.N› n=‹N› relation=‹interprets›}\n\n> ‹…›\n",
    ),
    pattern(
        "section heading",
        "what follows is about",
        "# ‹Heading› {#‹ID› page=‹1›}\n",
    ),
];

/// The places of a base text.
const BASES: &[Pattern] = &[pattern(
    "section heading",
    "a section of the booklet",
    "# ‹Heading› {#‹id› page=‹1› paragraphs=‹1+›}\n\n> ‹…›\n",
)];

/// What begins a file.
const FRONT: Pattern = pattern(
    "front matter",
    "which document the file holds",
    "---\nruleset: ‹RULESET›\ndocument: ‹document›\nedition: \"‹EDITION›\"\n---\n",
);

pub(super) fn items(spot: &Spot<'_>) -> Option<List> {
    let before = spot.before();
    let begins = |c: char| c == '#' || c.is_alphabetic() || matches!(c, ' ' | ',');
    if spot.line != Line::Other
        || !before.chars().all(begins)
        || before.starts_with(' ')
        || !spot.after().trim().is_empty()
    {
        return None;
    }
    let line = spot.open.lines.line(spot.span.start());
    let above = line
        .checked_sub(1)
        .map_or("", |above| spot.open.lines.span(above).of(spot.text()));
    let patterns = match spot.role() {
        FileRole::Amend => AMENDS,
        FileRole::Clarify => CLARIFIES,
        FileRole::Base => BASES,
        FileRole::Book | FileRole::Index => &[],
    };
    if !above.trim().is_empty() && !above.starts_with('#') && above.trim_end() != "---" {
        return None;
    }
    let mut list = List::new(spot.span.start());
    if line == 0 && spot.file().front.span.is_empty() {
        list.push(item(spot, &FRONT));
    }
    list.extend(patterns.iter().map(|pattern| item(spot, pattern)));
    (!list.items.is_empty()).then_some(list)
}

fn item(spot: &Spot<'_>, pattern: &Pattern) -> Item {
    let mut pieces = Vec::new();
    for part in pattern.text.split('›') {
        let (text, hole) = part
            .split_once('‹')
            .map_or((part, None), |(text, hole)| (text, Some(hole)));
        pieces.push(Piece::Text(text.to_owned()));
        match hole {
            None => {}
            Some("TABLE") => pieces.extend(table(spot)),
            Some(hole) => pieces.push(Piece::Hole(match hole {
                "N" => attributes::next_number(spot),
                "ID" => attributes::new_place(spot),
                "ID.N" => attributes::new_entry(spot),
                "RULESET" => spot.ruleset_db().ruleset.key.clone(),
                "EDITION" => spot
                    .ruleset_db()
                    .ruleset
                    .editions
                    .last()
                    .map(|edition| edition.id.clone())
                    .unwrap_or_default(),
                hole => hole.to_owned(),
            })),
        }
    }
    let typed = spot.before();
    let lead: String = typed
        .chars()
        .take_while(|&c| c == '#' || c == ' ')
        .collect();
    Item::new(Kind::Snippet, pattern.name)
        .note(pattern.about)
        .filter(format!("{lead}{}", pattern.name))
        .pieces(pieces)
}

/// A table with the columns of the section's own.
fn table(spot: &Spot<'_>) -> Vec<Piece> {
    let text = |tree: &Tree, unit| {
        tree.get(unit)
            .and_then(|node| node.text(Layer::Restated))
            .map(|wording| wording.text.to_string())
    };
    let tree = spot.home().and_then(|home| {
        let section = spot
            .ruleset_db()
            .section(spot.ruleset_db().section_of(&home)?)?;
        Some(section.version(&spot.snapshot.view(spot.ruleset_db())?))
    });
    let found = tree.and_then(|tree| {
        let table = tree
            .live_units(tree.root)
            .into_iter()
            .find(|&unit| tree.kind(unit) == UnitKind::Table)?;
        let mut rows = tree.children(table);
        let head = rows.next()?;
        let columns: Vec<String> = tree
            .children(head)
            .filter_map(|cell| text(&tree, cell))
            .take(2)
            .collect();
        let row = rows
            .next()
            .map(|row| op::first_words(&tree, row))
            .and_then(|_| tree.children(tree.children(table).nth(1)?).next());
        let label = row
            .and_then(|cell| text(&tree, cell))
            .unwrap_or_else(|| "row".into());
        (columns.len() == 2).then_some((columns, label))
    });
    let (columns, row) =
        found.unwrap_or_else(|| (vec!["rows".into(), "column".into()], "row".into()));
    let [first, second] = columns.as_slice() else {
        return Vec::new();
    };
    let line = |text: &str| Piece::Text(text.to_owned());
    let hole = |text: &str| Piece::Hole(text.to_owned());
    vec![
        line(&format!("> | {first} | ")),
        hole(second),
        line(" |\n> |---|---|\n> | "),
        hole(&row),
        line(" | ~~"),
        hole("old"),
        line("~~ "),
        hole("new"),
        line(" |\n"),
    ]
}
