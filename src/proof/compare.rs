//! Compares the rules at an edition with the edition that the document makes, unit by unit.

use super::difference::{DifferenceKind, DifferenceSide, ProofDifference};
use crate::{
    analysis::unit_id,
    model::{Node, Patch, PatchIx, Tree, UnitId, UnitKind, Wording},
    op::label_key,
    printed::{CompiledDocument, DOCUMENT},
    resolve::{Section, View},
    syntax::{Command, Layer, instruction},
    text::similarity::{same_words, similarity},
};
use serde::Serialize;
use std::{collections::BTreeSet, sync::Arc};

/// The result of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// The number of instructions in the document.
    pub instructions: usize,
    /// The number of stored instructions from the older edition up to the compared one.
    pub held: usize,
    /// The number of units that both sides change to the same words.
    pub same: usize,
    /// Units that both sides change and whose printed words are not stored: only their shape was
    /// compared.
    pub unread: Vec<String>,
    /// The differences, in the order of the rules.
    pub differences: Vec<ProofDifference>,
}

/// Compares the edition of the view `ours` with the edition that the document makes.
///
/// With `exact`, stored words are compared even if they are not the printed ones; otherwise only
/// printed words are compared.
pub fn prove(compiled: &CompiledDocument, ours: &View, exact: bool) -> Proof {
    let db = &compiled.db;
    let theirs = ours.with_edition(compiled.edition);
    let mut proof = Proof {
        instructions: compiled
            .file
            .places
            .iter()
            .map(|place| place.entries.len())
            .sum(),
        ..Proof::default()
    };
    let mut held = BTreeSet::new();
    for id in db.outline() {
        let Some(section) = db.section(id) else {
            continue;
        };
        let line = db.ruleset.amendment_chain(ours.edition);
        let base = db.ruleset.amendment_chain(theirs.edition);
        for (patch, visible) in section.patches.iter().zip(section.visible_patches(ours)) {
            let counts = visible
                && changes_text(patch)
                && line.contains(&patch.edition)
                && !base.contains(&patch.edition);
            if counts {
                held.insert((patch.file.source, patch.place, patch.entry));
            }
        }
        let sides = SectionComparison {
            section: &section,
            ours: &section.version(ours),
            theirs: &section.version(&theirs),
            exact,
        };
        let heading = db.heading(id).unwrap_or(id).to_owned();
        let page = db.page(id).map(str::to_owned);
        let mut found = SectionFindings {
            heading,
            page,
            ..SectionFindings::default()
        };
        sides.compare_sections(&mut found);
        sides.add_unplaced(&mut found);
        proof.same += found.same;
        proof.unread.extend(found.unread);
        proof.differences.extend(found.differences);
    }
    proof.held = held.len();
    proof
}

/// The results for one section.
#[derive(Default)]
pub(super) struct SectionFindings {
    pub(super) heading: String,
    pub(super) page: Option<String>,
    same: usize,
    unread: Vec<String>,
    pub(super) differences: Vec<ProofDifference>,
}

/// One section in both versions.
#[derive(Clone, Copy)]
pub(super) struct SectionComparison<'a> {
    pub(super) section: &'a Section,
    ours: &'a Tree,
    theirs: &'a Tree,
    exact: bool,
}

/// The number of pairs of units above which units are paired by identity alone.
const MAX_PAIRS: usize = 1_000_000;

/// The similarity from which two units without a common identity are paired.
pub(super) const MIN_LIKENESS: f64 = 0.5;

impl SectionComparison<'_> {
    fn compare_sections(self, found: &mut SectionFindings) {
        match (self.ours.exists, self.theirs.exists) {
            (false, false) => {}
            (true, true) => self.compare_children(self.ours.root, self.theirs.root, found),
            (true, false) => self.add_unpaired(self.ours, self.ours.root, found),
            (false, true) => self.add_unpaired(self.theirs, self.theirs.root, found),
        }
    }

    fn is_ours(self, tree: &Tree) -> bool {
        std::ptr::eq(tree, self.ours)
    }

    /// Compares the children of two units, paired in order.
    fn compare_children(self, ours: UnitId, theirs: UnitId, found: &mut SectionFindings) {
        // a gap represents units that are not known; it has no definite position
        let known = |tree: &Tree, unit: UnitId| {
            tree.children(unit)
                .filter(|&child| !tree.kind(child).is_gap())
                .collect::<Vec<_>>()
        };
        let (left, right) = (known(self.ours, ours), known(self.theirs, theirs));
        for pair in self.pair_units(&left, &right) {
            match pair {
                (Some(ours), Some(theirs)) => self.compare_pair(ours, theirs, found),
                (Some(ours), None) => self.add_unpaired(self.ours, ours, found),
                (None, Some(theirs)) => self.add_unpaired(self.theirs, theirs, found),
                (None, None) => {}
            }
        }
    }

    /// Returns the best alignment of two lists of units that keeps their order.
    fn pair_units(
        self,
        left: &[UnitId],
        right: &[UnitId],
    ) -> Vec<(Option<UnitId>, Option<UnitId>)> {
        if left == right {
            return left.iter().map(|&unit| (Some(unit), Some(unit))).collect();
        }
        let by_identity = left.len() * right.len() > MAX_PAIRS;
        let texts = |tree: &Tree, units: &[UnitId]| {
            units
                .iter()
                .map(|&unit| self.plain_text(tree, unit))
                .collect::<Vec<_>>()
        };
        let (ours, theirs) = if by_identity {
            (Vec::new(), Vec::new())
        } else {
            (texts(self.ours, left), texts(self.theirs, right))
        };
        let weight = |i: usize, j: usize| -> f64 {
            let same = left[i] == right[j];
            if by_identity || self.ours.kind(left[i]) != self.theirs.kind(right[j]) {
                return if same { 2.0 } else { 0.0 };
            }
            let like = similarity(&ours[i], &theirs[j]);
            match (same, like) {
                (true, like) => like + 0.4,
                (false, like) if like >= MIN_LIKENESS => like,
                (false, _) => 0.0,
            }
        };
        // best[i][j]: the best sum for the units from left[i] and right[j] on
        let columns = right.len() + 1;
        let mut best = vec![0.0_f64; (left.len() + 1) * columns];
        for i in (0..left.len()).rev() {
            for j in (0..right.len()).rev() {
                let both = weight(i, j);
                let paired = if both > 0.0 {
                    both + best[(i + 1) * columns + j + 1]
                } else {
                    0.0
                };
                best[i * columns + j] = paired
                    .max(best[(i + 1) * columns + j])
                    .max(best[i * columns + j + 1]);
            }
        }
        let (mut i, mut j, mut out) = (0, 0, Vec::new());
        while i < left.len() || j < right.len() {
            let here = best.get(i * columns + j).copied().unwrap_or(0.0);
            if i < left.len() && j < right.len() {
                let both = weight(i, j);
                if both > 0.0 && (both + best[(i + 1) * columns + j + 1] - here).abs() < 1e-9 {
                    out.push((Some(left[i]), Some(right[j])));
                    (i, j) = (i + 1, j + 1);
                    continue;
                }
            }
            if i < left.len()
                && (j >= right.len() || (best[(i + 1) * columns + j] - here).abs() < 1e-9)
            {
                out.push((Some(left[i]), None));
                i += 1;
            } else {
                out.push((None, Some(right[j])));
                j += 1;
            }
        }
        out
    }

    /// Compares a unit that both versions have.
    fn compare_pair(self, ours: UnitId, theirs: UnitId, found: &mut SectionFindings) {
        let (Some(left), Some(right)) = (self.ours.get(ours), self.theirs.get(theirs)) else {
            return;
        };
        if ours == theirs
            && self
                .ours
                .shared_node(ours)
                .zip(self.theirs.shared_node(theirs))
                .is_some_and(|(a, b)| Arc::ptr_eq(a, b))
            && left.children.is_empty()
        {
            return;
        }
        // the same words are equal, whether print marks a label or runs it into the text
        let whole = matches!(left.kind, UnitKind::Paragraph | UnitKind::Bullet)
            && left.children.iter().chain(&right.children).next().is_some();
        if whole && self.is_held(self.ours, ours) && self.is_held(self.theirs, theirs) {
            let (was, is) = (
                text_without_number(self.ours, ours),
                text_without_number(self.theirs, theirs),
            );
            let touched = |tree: &Tree, unit| {
                tree.live_units(unit)
                    .into_iter()
                    .filter_map(|u| tree.get(u))
                    .any(|node| self.is_touched(node))
            };
            if same_words(&was, &is) {
                found.same += usize::from(touched(self.ours, ours) && touched(self.theirs, theirs));
                return;
            }
        }
        let labels = labels_alike(left, right);
        let (waits, awaited) = (self.pending_changes(left), self.pending_changes(right));
        if left.kind.is_atom() {
            self.compare_atoms((ours, left), (theirs, right), found);
        } else if !labels || waits != awaited {
            let kind =
                difference_kind(!labels || !waits.is_empty(), !labels || !awaited.is_empty());
            let mut document = self.difference_side(self.theirs, theirs, right);
            let mut held = self.difference_side(self.ours, ours, left);
            document.waits = awaited;
            held.waits = waits;
            self.add_difference(kind, self.ours, ours, document, held, found);
        }
        self.compare_children(ours, theirs, found);
    }

    fn compare_atoms(
        self,
        (ours, left): (UnitId, &Node),
        (theirs, right): (UnitId, &Node),
        found: &mut SectionFindings,
    ) {
        let (was, printed) = self.compared_words(left);
        let (is, _) = self.compared_words(right);
        let (waits, awaited) = (self.pending_changes(left), self.pending_changes(right));
        let (touched, changed) = (self.is_touched(left), self.is_touched(right));
        let words = same_words(&was, &is)
            || (left.kind == UnitKind::Heading && was.to_lowercase() == is.to_lowercase());
        let both = touched && changed;
        if words && waits == awaited {
            found.same += usize::from(both);
            return;
        }
        if both && !printed && !self.exact && !was.contains('…') && waits == awaited {
            found.unread.push(unit_id(self.section, self.ours, ours));
            return;
        }
        let kind = difference_kind(touched || !waits.is_empty(), changed || !awaited.is_empty());
        let mut document = self.difference_side(self.theirs, theirs, right);
        let mut held = self.difference_side(self.ours, ours, left);
        document.waits = awaited;
        held.waits = waits;
        self.add_difference(kind, self.ours, ours, document, held, found);
    }

    /// Adds the difference for a unit in only one version: that side added it, or the other deleted
    /// it.
    fn add_unpaired(self, tree: &Tree, unit: UnitId, found: &mut SectionFindings) {
        let Some(node) = tree.get(unit) else { return };
        let mine = self.is_ours(tree);
        let other = if mine { self.theirs } else { self.ours };
        // a gap represents units that are not known, so it is no difference
        if node.kind.is_gap() {
            return;
        }
        let side = self.difference_side(tree, unit, node);
        // both older texts have the unit and one side deletes it, or one side adds it
        let gone = other
            .ancestors(unit)
            .find_map(|holder| other.get(holder)?.gone.as_ref().map(|gone| gone.by));
        match gone.filter(|_| !self.is_brought(node)) {
            Some(by) => {
                let taken = DifferenceSide {
                    text: None,
                    by: self.instruction_names(std::iter::once(by)),
                    waits: Vec::new(),
                };
                let (document, ours) = if mine { (taken, side) } else { (side, taken) };
                self.add_difference(
                    if mine {
                        DifferenceKind::DocumentOnly
                    } else {
                        DifferenceKind::OursOnly
                    },
                    tree,
                    unit,
                    document,
                    ours,
                    found,
                );
            }
            None => {
                let (document, ours) = if mine {
                    (DifferenceSide::default(), side)
                } else {
                    (side, DifferenceSide::default())
                };
                self.add_difference(
                    if mine {
                        DifferenceKind::OursOnly
                    } else {
                        DifferenceKind::DocumentOnly
                    },
                    tree,
                    unit,
                    document,
                    ours,
                    found,
                );
            }
        }
    }

    fn add_difference(
        self,
        kind: DifferenceKind,
        tree: &Tree,
        unit: UnitId,
        document: DifferenceSide,
        ours: DifferenceSide,
        found: &mut SectionFindings,
    ) {
        let at = unit_id(self.section, tree, unit);
        found.differences.push(ProofDifference {
            kind,
            at,
            heading: found.heading.clone(),
            page: found.page.clone(),
            document,
            ours,
            unplaced: None,
        });
    }

    fn difference_side(self, tree: &Tree, unit: UnitId, node: &Node) -> DifferenceSide {
        let mut by: Vec<PatchIx> = vec![node.by];
        for inner in tree.live_units(unit) {
            let Some(node) = tree.get(inner) else {
                continue;
            };
            by.extend(
                node.text(self.compared_layer(node))
                    .into_iter()
                    .flat_map(|wording| wording.origins.iter().map(|&(_, patch)| patch)),
            );
        }
        DifferenceSide {
            text: Some(self.plain_text(tree, unit)),
            by: self.instruction_names(by.into_iter()),
            waits: Vec::new(),
        }
    }

    /// Returns the names of the instructions among `patches`, each once; books and base texts are
    /// no instructions.
    pub(super) fn instruction_names(self, patches: impl Iterator<Item = PatchIx>) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for patch in patches
            .filter_map(|patch| self.section.patch(patch))
            .filter(|patch| patch.is_instruction())
        {
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

    /// Whether an instruction wrote the unit or some of its words.
    fn is_touched(self, node: &Node) -> bool {
        let is = |patch: PatchIx| {
            self.section
                .patch(patch)
                .is_some_and(|patch| patch.is_instruction())
        };
        is(node.by)
            || node
                .text(self.compared_layer(node))
                .is_some_and(|wording| wording.origins.iter().any(|&(_, patch)| is(patch)))
    }

    /// Whether an instruction inserted the unit or replaced another one with it.
    fn is_brought(self, node: &Node) -> bool {
        self.section
            .patch(node.by)
            .is_some_and(|patch| patch.is_instruction())
    }

    /// Returns the wording in which a unit is compared: the printed one if it is stored.
    fn compared_layer(self, node: &Node) -> Layer {
        if node
            .text(Layer::Printed)
            .is_some_and(|wording| !wording.has_hole())
        {
            Layer::Printed
        } else {
            Layer::Restated
        }
    }

    /// Returns the words of an atom, and whether they are the printed ones.
    fn compared_words(self, node: &Node) -> (String, bool) {
        let layer = self.compared_layer(node);
        (
            node.text(layer)
                .map(|wording: &Wording| wording.text.to_string())
                .unwrap_or_default(),
            layer == Layer::Printed,
        )
    }

    fn plain_text(self, tree: &Tree, unit: UnitId) -> String {
        tree.plain_text(unit, Layer::Printed)
    }

    /// Whether all words of the unit are stored and no change of them is pending.
    fn is_held(self, tree: &Tree, unit: UnitId) -> bool {
        tree.live_units(unit)
            .into_iter()
            .filter_map(|u| tree.get(u))
            .all(|node| {
                node.pending.is_empty()
                    && !node.kind.is_gap()
                    && (!node.kind.is_atom()
                        || node
                            .text(self.compared_layer(node))
                            .is_some_and(|text| !text.has_hole()))
            })
    }

    /// Returns the pending changes of words, without their addresses.
    fn pending_changes(self, node: &Node) -> Vec<String> {
        let mut out: Vec<String> = node
            .pending
            .iter()
            .filter_map(|&patch| self.change_text(self.section.patch(patch)?))
            .collect();
        out.sort();
        out.dedup();
        out
    }

    pub(super) fn change_text(self, patch: &Patch) -> Option<String> {
        let own = patch
            .twin
            .as_ref()
            .and_then(|twin| twin.entry()?.command.clone());
        let command = own.or_else(|| patch.entry()?.command.clone())?;
        Some(without_place(&instruction::print(&command)))
    }
}

/// Whether an instruction changes text; notes and clarifications do not.
pub(super) fn changes_text(patch: &Patch) -> bool {
    let command = patch.entry().and_then(|entry| entry.command.as_ref());
    command
        .is_some_and(|command| !matches!(command, Command::Note { .. } | Command::Clarify { .. }))
}

/// Returns the words of a unit with its label, unless the label is a number, which is mere
/// numbering.
fn text_without_number(tree: &Tree, unit: UnitId) -> String {
    let label = tree
        .get(unit)
        .and_then(|node| node.label.as_deref())
        .map(label_key)
        .unwrap_or_default();
    if label.chars().all(|c| c.is_ascii_digit()) {
        tree.plain_text_unlabelled(unit, Layer::Printed)
    } else {
        tree.plain_text(unit, Layer::Printed)
    }
}

/// Returns a printed change of words without its place, such as ` in bullet 3`, which the unit
/// implies.
fn without_place(printed: &str) -> String {
    let quoted = printed.rfind(['"', '`', '”']).unwrap_or(0);
    match printed[quoted..].find(" in ") {
        Some(at) => printed[..quoted + at].to_owned(),
        None => printed.to_owned(),
    }
}

fn difference_kind(ours: bool, theirs: bool) -> DifferenceKind {
    match (ours, theirs) {
        (true, false) => DifferenceKind::OursOnly,
        (false, true) => DifferenceKind::DocumentOnly,
        (true, true) | (false, false) => DifferenceKind::Differs,
    }
}

/// Whether two labels are equal; a label that is a number counts as none, because it is mere
/// numbering.
fn labels_alike(one: &Node, other: &Node) -> bool {
    let key = |node: &Node| {
        node.label
            .as_deref()
            .map(label_key)
            .filter(|key| !key.chars().all(|c| c.is_ascii_digit()))
    };
    key(one) == key(other)
}
