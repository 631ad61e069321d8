//! Collects the sentences, headings and cells of a section on one side of a comparison, and the
//! changes that could not be applied there.

use crate::{
    model::{Patch, PatchIx, SectionTree, UnitId, UnitState},
    op::label_key,
    printed::{DOCUMENT, describe_error},
    resolve::{Section, View},
    syntax::{Block, BlockKind, Command, Verb, WordingLayer, instruction},
    text::similarity::normalized_words,
};
use std::collections::{BTreeMap, BTreeSet};

/// A sentence, heading or cell with known words to compare, or the new text of a change that is not
/// applied, and the instructions that wrote it.
#[derive(Clone, Debug)]
pub(super) struct ComparedText {
    /// The unit; `None` for the new words of an instruction that has no effect.
    pub(super) unit: Option<UnitId>,
    /// The text without its label.
    pub(super) text: String,
    /// The words with the label, or with row and column of a cell.
    pub(super) words: Vec<String>,
    /// The restated words with the label, if the printed ones are compared.
    pub(super) restated: Option<Vec<String>>,
    /// The instructions that wrote it, in any of their words.
    pub(super) by: BTreeSet<PatchIx>,
    /// Whether the words are the printed ones.
    pub(super) is_printed: bool,
}

/// An instruction that changes text but has no effect: unit not found, or its text not stored.
#[derive(Clone, Debug)]
pub(super) struct UnappliedChange {
    pub(super) patch: PatchIx,
    /// The unit whose words it would change, if its place is found.
    pub(super) unit: Option<UnitId>,
    /// The instruction without its place.
    pub(super) text: String,
    /// Why its place is not found; `None` if the text there is not stored.
    pub(super) obstacle: Option<String>,
}

/// One side of a section's comparison, stored rules or document: the section's tree there, pieces
/// to compare, and changes not applied.
pub(super) struct SectionSide<'a> {
    pub(super) section: &'a Section,
    pub(super) tree: &'a SectionTree,
    pub(super) pieces: Vec<ComparedText>,
    pub(super) pending: Vec<UnappliedChange>,
}

impl<'a> SectionSide<'a> {
    /// Collects the pieces and pending changes of a section at a view, whose text is `tree`.
    pub(super) fn new(section: &'a Section, tree: &'a SectionTree, view: &View) -> Self {
        let pieces = tree.live_units(tree.root).into_iter();
        let mut out = Self {
            section,
            tree,
            pieces: pieces
                .filter_map(|unit| piece(section, tree, unit))
                .collect(),
            pending: Vec::new(),
        };
        let units = std::iter::once(tree.root).chain(tree.live_units(tree.root));
        let mut waiting: BTreeMap<PatchIx, UnitId> = BTreeMap::new();
        for unit in units {
            for &patch in tree.get(unit).map_or(&[][..], |node| &node.pending) {
                waiting.entry(patch).or_insert(unit);
            }
        }
        let mut failed: Vec<(PatchIx, String)> = Vec::new();
        for error in &section.errors {
            let is_known = failed.iter().any(|(patch, _)| *patch == error.patch);
            if let (Some(why), false) = (describe_error(error), is_known) {
                failed.push((error.patch, why));
            }
        }
        let visible = section.visible_patches(view);
        let ineffective = waiting
            .into_iter()
            .map(|(patch, unit)| (patch, Some(unit), None))
            .chain(
                failed
                    .into_iter()
                    .map(|(patch, why)| (patch, None, Some(why))),
            );
        for (at, unit, obstacle) in ineffective {
            let Some(patch) = section.patch(at).filter(|patch| changes_text(patch)) else {
                continue;
            };
            // errors of stored instructions are left out: `rulebook check` reports them
            let is_document = &*patch.document == DOCUMENT;
            let is_visible = visible.get(at.0 as usize).copied().unwrap_or_default();
            let counts = if obstacle.is_some() {
                is_document && view.edition == patch.edition
            } else {
                is_visible
            };
            if !counts {
                continue;
            }
            out.pending.push(UnappliedChange {
                patch: at,
                unit,
                text: change_text(patch).unwrap_or_default(),
                obstacle,
            });
            out.pieces
                .extend(new_words(patch).into_iter().map(|text| ComparedText {
                    unit: None,
                    words: printed_words(&text),
                    text,
                    restated: None,
                    by: BTreeSet::from([at]),
                    is_printed: true,
                }));
        }
        out
    }

    /// Returns the names of instructions, each once; books and base texts are no instructions.
    pub(super) fn instruction_names(&self, patches: &BTreeSet<PatchIx>) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        let patches = patches
            .iter()
            .filter_map(|&patch| self.section.patch(patch));
        for patch in patches.filter(|patch| patch.is_instruction()) {
            let n = patch.numbers().join(",");
            let name = if &*patch.document == DOCUMENT {
                n
            } else {
                format!("{}:{n}", patch.document)
            };
            if !out.contains(&name) {
                out.push(name);
            }
        }
        out
    }
}

/// Returns an atom with known words as a piece.
fn piece(section: &Section, tree: &SectionTree, unit: UnitId) -> Option<ComparedText> {
    let node = tree.get(unit).filter(|node| node.kind.is_atom())?;
    let (layer, is_printed) = compared_layer(node);
    let wording = node.text(layer)?;
    let words = printed_words(&wording.text);
    if words.is_empty() {
        return None;
    }
    let label = match tree.cell_labels(unit) {
        Some((row, column)) => format!("{row} {column}"),
        None => label_before(tree, unit, node).unwrap_or_default(),
    };
    let authors = wording.origins.iter().map(|&(_, patch)| patch);
    let is_instruction = |patch: &PatchIx| {
        let patch = section.patch(*patch);
        patch.is_some_and(|patch| patch.is_instruction())
    };
    let labelled = |words: Vec<String>| printed_words(&label).into_iter().chain(words).collect();
    let restated = node.text(WordingLayer::Restated).filter(|_| is_printed);
    Some(ComparedText {
        unit: Some(unit),
        text: wording.text.to_string(),
        words: labelled(words),
        restated: restated.map(|restated| labelled(printed_words(&restated.text))),
        by: authors.chain([node.by]).filter(is_instruction).collect(),
        is_printed,
    })
}

/// Returns the label of the unit that an atom begins, unless it is only a number.
fn label_before(tree: &SectionTree, unit: UnitId, node: &UnitState) -> Option<String> {
    let holder = node
        .parent
        .filter(|&holder| tree.children(holder).next() == Some(unit))?;
    let label = tree.get(holder)?.label.as_deref()?;
    let is_number = label_key(label).chars().all(|c| c.is_ascii_digit());
    (!is_number).then(|| label.to_owned())
}

/// Returns the wording in which a unit is compared, and whether it is the printed one.
fn compared_layer(node: &UnitState) -> (WordingLayer, bool) {
    let printed = node.text(WordingLayer::Printed);
    if printed.is_some_and(|wording| !wording.has_hole()) {
        (WordingLayer::Printed, true)
    } else {
        (WordingLayer::Restated, false)
    }
}

/// Returns the words of a text without the damage of print: `2 nd` is a word, and `o` a bullet.
pub(super) fn printed_words(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in normalized_words(text) {
        let ends_number = ["st", "nd", "rd", "th"].contains(&word.as_str());
        match out.last_mut() {
            Some(last) if ends_number && last.bytes().all(|b| b.is_ascii_digit()) => {
                last.push_str(&word);
            }
            _ if word == "o" => {}
            _ => out.push(word),
        }
    }
    out
}

/// Whether an instruction changes text; notes and clarifications do not.
pub(super) fn changes_text(patch: &Patch) -> bool {
    patch.command().is_some_and(|command| !command.is_comment())
}

/// Returns the command of an instruction: the printed one if it is stored.
fn printed_command(patch: &Patch) -> Option<Command> {
    let twin = patch.twin.as_ref();
    let own = twin.and_then(|twin| twin.entry()?.command.clone());
    own.or_else(|| patch.entry()?.command.clone())
}

/// Returns an instruction without its place.
fn change_text(patch: &Patch) -> Option<String> {
    let printed = instruction::print(&printed_command(patch)?);
    let quoted = printed.rfind(['"', '`', '”']).unwrap_or(0);
    Some(match printed[quoted..].find(" in ") {
        Some(at) => printed[..quoted + at].to_owned(),
        None => printed,
    })
}

/// The words at which an instruction changes a sentence, and the new ones (none if it deletes): by
/// them, the same change of the document and of the stored rules is recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WordChange {
    pub(super) old: Vec<String>,
    pub(super) new: Vec<String>,
}

impl WordChange {
    /// Returns the words that an instruction changes; `None` if it changes whole units.
    pub(super) fn of(patch: &Patch) -> Option<Self> {
        let command = printed_command(patch)?;
        let old = command.phrase?.quote.value;
        let new = match command.verb {
            Verb::Delete => String::new(),
            _ => command.words?.value,
        };
        Some(Self {
            old: printed_words(&old),
            new: printed_words(&new),
        })
    }

    /// Whether both make the same change, of which one side may quote more of the old words.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let within = |one: &[String], other: &[String]| {
            let mut rest = other.iter();
            one.iter().all(|word| rest.any(|other| other == word))
        };
        self.new == other.new && (within(&self.old, &other.old) || within(&other.old, &self.old))
    }
}

/// Returns the new sentences and values of an instruction, each with the labels before it.
fn new_words(patch: &Patch) -> Vec<String> {
    fn collect(block: &Block, label: &str, out: &mut Vec<String>) {
        if block.kind == BlockKind::Table {
            return collect_values(block, out);
        }
        let own = block.label.as_ref().map_or("", |own| &*own.value);
        let label = format!("{label} {own}");
        if let Some(text) = block.text() {
            out.push(format!("{label} {}", text.text));
        }
        for (at, child) in block.children().iter().enumerate() {
            collect(child, if at == 0 { &label } else { "" }, out);
        }
    }
    let mut out = Vec::new();
    for block in patch.blocks() {
        collect(block, "", &mut out);
    }
    out.retain(|text| !printed_words(text).is_empty());
    out
}

/// Collects the values of a table, each with its row and column.
fn collect_values(table: &Block, out: &mut Vec<String>) {
    let text = |cell: &Block| {
        cell.text()
            .map(|text| text.text.to_string())
            .unwrap_or_default()
    };
    let Some((header, rows)) = table.children().split_first() else {
        return;
    };
    for row in rows {
        let Some((name, values)) = row.children().split_first() else {
            continue;
        };
        for (value, column) in values.iter().zip(header.children().iter().skip(1)) {
            if !printed_words(&text(value)).is_empty() {
                out.push(format!("{} {} {}", text(name), text(column), text(value)));
            }
        }
    }
}
