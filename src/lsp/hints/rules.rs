//! Hints in instructions, after ordinals, labels, quotes and moves: the units that they reach.

use super::hint::hint;
use crate::{
    analysis::InstructionPosition,
    lsp::{ResponseError, RulesDocument, Snapshot},
    model::{PatchIx, SectionTree, UnitId},
    op::{self, TreeEdit},
    resolve::{Section, file_section_id, targets},
    syntax::{AddressStepKind, InstructionEntry, Target, Verb, WordingLayer},
    text::{Span, join, prefixed},
};
use std::sync::Arc;
use tower_lsp::gen_lsp_types::{InlayHint, Range};

/// The span of an address, quote or move, with the hint's label and the text that it reaches.
struct AddressHint {
    /// The span of the address.
    at: Span,
    /// The text of the hint.
    label: String,
    /// The text of the units.
    words: String,
}

/// Returns hints for the addresses of the instructions in a range.
pub(super) fn hints(
    snapshot: &Snapshot<'_>,
    document: &RulesDocument<'_>,
    range: Range,
) -> Result<Vec<InlayHint>, ResponseError> {
    let lines = &document.lines;
    let range = lines.bytes(range);
    let mut out: Vec<InlayHint> = Vec::new();
    let shown = |span: Span| span.start() <= range.end() && range.start() <= span.end();
    let places = document.file.places.iter().enumerate();
    for (place_at, place) in places.filter(|(_, place)| shown(place.span)) {
        let entries = place.entries.iter().enumerate();
        for (entry_at, entry) in entries.filter(|(_, entry)| shown(entry.heading_span)) {
            snapshot.check_cancelled()?;
            let at = InstructionPosition {
                source: document.source,
                place: place_at,
                entry: entry_at,
            };
            let (mut hints, home) = (Vec::new(), file_section_id(place));
            for (section, ix) in snapshot.analysis().sections_of_entry(document.db, at) {
                hints.extend(addresses(document, &section, ix, &home, entry));
                hints.extend(quotes(&section, ix));
            }
            hints.extend(moved(document, entry));
            hints.sort_by_key(|one| one.at.end());
            for AddressHint { at, label, words } in hints {
                let shown = hint(lines, at.end(), format!("→ {label}"), Some(words));
                let is_known = out.iter().any(|own| own.position == shown.position);
                if range.start() <= at.end() && at.end() <= range.end() && !is_known {
                    out.push(shown);
                }
            }
        }
    }
    Ok(out)
}

/// Finds the units that ordinals and labels reach, in the numbering in which they count.
fn addresses(
    document: &RulesDocument<'_>,
    section: &Section,
    ix: PatchIx,
    home: &str,
    entry: &InstructionEntry,
) -> Vec<AddressHint> {
    let Some(patch) = section.patch(ix) else {
        return Vec::new();
    };
    let ruleset = &document.db.ruleset;
    let mut out = Vec::new();
    for target in targets(entry.command.as_ref()) {
        let id = target.id.as_ref().map_or(home, |id| id.value.as_str());
        if !counts(target) || document.db.section_of(id).unwrap_or(id) != section.id {
            continue;
        }
        let named = target.frame.as_ref();
        let named = named.and_then(|frame| ruleset.edition(&frame.value));
        let note = entry.verb() == Some(Verb::Note);
        let edition = named.unwrap_or(if note { patch.own_edition } else { patch.frame });
        let tree = named.map_or_else(
            || section.frame(ix),
            |edition| section.numbering_tree(ix, edition),
        );
        let units = section.resolve_address(&tree, target);
        if let Some(units) = units.filter(|units| !units.is_empty()) {
            out.push(AddressHint {
                at: target.span,
                label: target_label(&tree, &units, ruleset.edition_id(edition)),
                words: words(&tree, &units),
            });
        }
    }
    out
}

/// Whether an address contains an ordinal or label. A unit that is named by its id alone needs no
/// hint.
fn counts(target: &Target) -> bool {
    let ordinal = |kind: &AddressStepKind| match kind {
        AddressStepKind::Ordinals { .. }
        | AddressStepKind::Last { .. }
        | AddressStepKind::FromEnd { .. }
        | AddressStepKind::Labelled { .. } => true,
        AddressStepKind::Heading
        | AddressStepKind::Text
        | AddressStepKind::Section(_)
        | AddressStepKind::All { .. } => false,
    };
    target.steps.iter().any(|step| ordinal(&step.kind))
}

/// Finds the units that contain the quoted words, unless the address already names single
/// sentences, headings or cells.
fn quotes(section: &Section, ix: PatchIx) -> Vec<AddressHint> {
    let Some(lowered) = section.lowered_patch(ix) else {
        return Vec::new();
    };
    let tree = section.frame(ix);
    let mut out = Vec::new();
    for edit in &lowered.edits {
        let TreeEdit::Phrase {
            scope,
            find: Some(find),
            ..
        } = edit
        else {
            continue;
        };
        if scope.iter().all(|&unit| tree.kind(unit).is_atom()) {
            continue;
        }
        let Ok(Some(hits)) = op::select_occurrences(&tree, scope, WordingLayer::Restated, find)
        else {
            continue;
        };
        let mut units: Vec<UnitId> = hits.iter().map(|hit| hit.atom).collect();
        units.dedup();
        if !units.is_empty() {
            out.push(AddressHint {
                at: find.span,
                label: places(&tree, &units),
                words: words(&tree, &units),
            });
        }
    }
    out
}

/// Finds the clause that a deleted clause moved to.
fn moved(document: &RulesDocument<'_>, entry: &InstructionEntry) -> Option<AddressHint> {
    let command = entry
        .command
        .as_ref()
        .filter(|own| own.verb == Verb::Delete);
    let to = command?.clause.as_ref()?;
    let section: Arc<Section> = document.db.section(document.db.section_of(&to.value)?)?;
    let info = document.db.section_info(&section.id)?;
    let page = prefixed(", p. ", info.page);
    Some(AddressHint {
        at: to.span,
        label: format!("{}{page}", info.heading),
        words: section.id.clone(),
    })
}

/// `bullet 8 of 3.0, Warband`
fn target_label(tree: &SectionTree, units: &[UnitId], edition: &str) -> String {
    let first = units.first().map(|&unit| name(tree, unit));
    let first = prefixed(", ", first.filter(|words| !words.is_empty()));
    let more = match units.len() {
        0 | 1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    let place = places(tree, &units[..1.min(units.len())]);
    format!("{place} of {edition}{more}{first}")
}

/// `bullet 8`, `paragraph 1, sentence 2`, for each unit.
fn places(tree: &SectionTree, units: &[UnitId]) -> String {
    let places = units.iter().map(|&unit| op::unit_description(tree, unit));
    join(places, ", ")
}

/// The label of a unit if it is a word, else its first words.
fn name(tree: &SectionTree, unit: UnitId) -> String {
    let label = tree.get(unit).and_then(|node| node.label.as_deref());
    let label = label.map(|label| label.trim_end_matches(['.', ':']));
    let label = label.filter(|label| label.contains(char::is_alphabetic));
    label.map_or_else(|| op::first_words(tree, unit), str::to_owned)
}

fn words(tree: &SectionTree, units: &[UnitId]) -> String {
    let texts = units.iter();
    let texts = texts.map(|&unit| tree.plain_text(unit, WordingLayer::Restated));
    join(texts, "\n\n")
}
