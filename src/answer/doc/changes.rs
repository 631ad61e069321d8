//! `changes` and `diff` as documents: the changes of a ruleset between two editions by section and
//! kind, and a clause in two editions.

use super::{notices, title, view_of_two};
use crate::{
    analysis::{ChangeKind, ClauseComparison, ComparedUnit, Fate, RulesetChanges, SectionChanges},
    doc::{Block, ChangedRow, Changes, Text, added, name, quiet, removed, text},
    model::Ruleset,
    text::{join, plural, prefixed},
};

/// The kinds of change with their headings and their names in the summary, in the order of the
/// list.
const KINDS: &[(ChangeKind, &str, &str)] = &[
    (
        ChangeKind::Value,
        "values",
        "change to values|changes to values",
    ),
    (
        ChangeKind::Permission,
        "what is allowed",
        "change to what is allowed|changes to what is allowed",
    ),
    (
        ChangeKind::Scope,
        "to whom it applies",
        "change to whom it applies|changes to whom it applies",
    ),
    (ChangeKind::Move, "moved", "move"),
    (
        ChangeKind::Wording,
        "other words",
        "change of other words|changes of other words",
    ),
];

/// The words for changes whose kind is not known.
const UNKNOWN: &str = "the text before or after is not included";

/// Returns the changes of a ruleset, by section.
pub(super) fn changes(ruleset: &Ruleset, changes: &RulesetChanges) -> Vec<Block> {
    let mut out = vec![view_of_two(ruleset, (&changes.from, &changes.to), None)];
    out.extend(notices(&changes.notices));
    out.extend(summary(changes).into_iter().map(Block::paragraph));
    for section in &changes.sections {
        out.push(Block::Gap);
        add_section(section, &mut out);
    }
    out
}

/// Returns the counts: `12 changes in 5 sections: 4 changes to values, 8 changes to wording`.
fn summary(changes: &RulesetChanges) -> Vec<String> {
    let sections = changes.sections.iter();
    let all: Vec<_> = sections.clone().flat_map(|own| &own.changes).collect();
    if all.is_empty() {
        let held = match changes.sections.is_empty() {
            true => "",
            false => " in the included text",
        };
        return vec![format!("No difference{held}.")];
    }
    let count = |kind: ChangeKind| all.iter().filter(|pair| pair.change == Some(kind)).count();
    let has_known = |section: &&SectionChanges| {
        let mut kinds = section.changes.iter().map(|pair| pair.change);
        kinds.any(|kind| kind != Some(ChangeKind::Unknown))
    };
    let mut out = Vec::new();
    let unknown = count(ChangeKind::Unknown);
    if unknown < all.len() {
        let counts = KINDS.iter().map(|(kind, _, name)| (count(*kind), name));
        let counts = counts.filter(|(count, _)| *count > 0);
        let counts = join(counts.map(|(count, name)| plural(count, name)), ", ");
        let known = plural(all.len() - unknown, "change");
        let sections = plural(sections.filter(has_known).count(), "section");
        out.push(format!("{known} in {sections}: {counts}"));
    }
    if unknown > 0 {
        let more = if out.is_empty() { "" } else { " more" };
        out.push(format!("{unknown}{more} of unknown kind: {UNKNOWN}"));
    }
    out
}

fn add_section(section: &SectionChanges, out: &mut Vec<Block>) {
    let fate = match section.fate {
        Fate::Added => " (new)",
        Fate::Removed => " (deleted)",
        Fate::Moved => " (moved)",
        Fate::Changed | Fate::Same => "",
    };
    let page = prefixed(", p. ", section.page.as_ref());
    out.push(title(
        &[format!("{}{page}{fate}", section.heading)],
        &section.id,
    ));
    let notices = section.notices.iter();
    out.extend(notices.map(|notice| Block::indented("", notice)));
    let kinds = KINDS.iter().map(|(kind, heading, _)| (*kind, *heading));
    for (kind, heading) in kinds.chain([(ChangeKind::Unknown, UNKNOWN)]) {
        let own = section.changes.iter();
        let own = own.filter(|pair| pair.change == Some(kind));
        let rows: Vec<ChangedRow> = own.map(changed_row).collect();
        if !rows.is_empty() {
            out.push(Block::indented("", quiet(heading)));
            let columns = None;
            out.push(Block::Indented(
                2,
                vec![Block::Changes(Changes { columns, rows })],
            ));
        }
    }
}

/// Returns the comparison of a clause; if `unchanged`, with unchanged text.
pub(super) fn comparison(
    ruleset: &Ruleset,
    comparison: &ClauseComparison,
    unchanged: bool,
) -> Vec<Block> {
    let (from, to) = (&comparison.from, &comparison.to);
    let mut out = vec![view_of_two(ruleset, (from, to), comparison.page.clone())];
    out.push(title(&[&comparison.heading], &comparison.id));
    let is_same = |pair: &&ComparedUnit| pair.fate == Fate::Same;
    let same = comparison.pairs.iter().filter(is_same).count();
    let changed = comparison.pairs.len() - same;
    let (from, to) = (from.edition.clone(), to.edition.clone());
    if !comparison.has_text() {
        let text = format!(
            "Text not included at {from} and {to}, so nothing is compared; see your booklet."
        );
        out.push(Block::paragraph(text));
    } else if changed == 0 {
        let held = match comparison.notices.is_empty() {
            true => "",
            false => " in the included text",
        };
        let text = format!("No difference{held} between {from} and {to}.");
        out.push(Block::paragraph(text));
    }
    out.extend(comparison.notices.iter().map(Block::paragraph));
    let shown = comparison.pairs.iter();
    let shown = shown.filter(|pair| unchanged || pair.fate != Fate::Same);
    let with_restatement = |pair: &ComparedUnit| {
        let (before, after) = (&pair.restated_before, &pair.restated_after);
        let is_restated = before.is_some() || after.is_some();
        let change = || Text::change(before.as_deref(), after.as_deref());
        ChangedRow {
            restated: is_restated.then(change),
            ..changed_row(pair)
        }
    };
    out.push(Block::Changes(Changes {
        columns: Some((from, to)),
        rows: shown.map(with_restatement).collect(),
    }));
    if !unchanged && changed > 0 && same > 0 {
        let text = format!("{same} unchanged (--all shows them)");
        out.push(Block::paragraph(quiet(text)));
    }
    out
}

/// The depth of bullets up to which units are indented.
const MAX_DEPTH: usize = 4;

/// Returns a unit before and after, and the instructions that changed it.
pub(super) fn changed_row(pair: &ComparedUnit) -> ChangedRow {
    let before = pair.before.as_deref().unwrap_or_default();
    let after = pair.after.as_deref().unwrap_or_default();
    let to = pair.moved_to.as_ref().map(|to| text!["→ ", name(to)]);
    let is_inside = pair.relocation.is_some();
    let (sign, text, sides) = match pair.fate {
        Fate::Same => (" ", quiet(after).into(), (before.into(), after.into())),
        Fate::Changed => (
            "~",
            Text::change(Some(before), Some(after)),
            Text::sides(before, after),
        ),
        Fate::Added => (
            "+",
            added(after).into(),
            (Text::default(), added(after).into()),
        ),
        Fate::Removed => (
            "-",
            removed(before).into(),
            (removed(before).into(), Text::default()),
        ),
        Fate::Moved if is_inside => (">", after.into(), (before.into(), after.into())),
        Fate::Moved => {
            let after = to.clone().map(|to| text![" ", to]).unwrap_or_default();
            let sides = (removed(before).into(), to.unwrap_or_default());
            (">", text![removed(before), after], sides)
        }
    };
    let places = pair.relocation.as_ref();
    let places = places.map(|own| format!("[{} → {}]", own.from, own.to));
    let by = Some(instructions(pair)).filter(|by| !by.is_empty());
    let by = by.map(|by| format!("({by})"));
    let by = places.into_iter().chain(by);
    ChangedRow {
        depth: pair.depth.min(MAX_DEPTH),
        sign,
        label: pair.label.clone(),
        text,
        sides,
        by: by.map(|own| text!["  ", name(own)]).collect(),
        restated: None,
    }
}

/// Returns the short names of the instructions that changed a unit: `dbm-3.4:7`.
pub(super) fn instructions(pair: &ComparedUnit) -> String {
    join(pair.by.iter().map(|origin| &origin.patch), ", ")
}
