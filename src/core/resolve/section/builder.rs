//! `SectionBuilder`: lowers the instructions of a section against the versions that their addresses
//! count in, and records which edits withdrawals take back.

use super::versions::Section;
use crate::{
    diagnostic::Location,
    model::{BASE, Patch, PatchIx, Ruleset, SectionTree, UnitId, UnitRegistry},
    op::{
        self, GapExpansion, LoweredPatch, LoweringContext, PatchError, PatchErrorKind, Suggestion,
    },
    resolve::{DocumentOrder, SectionInput, book_wording::BookWordings},
    syntax::WordingLayer,
    text::Span,
};
use std::{collections::HashSet, sync::Arc};

/// How often an open run may be opened for one instruction. Every address opens at most one.
const OPENINGS: usize = 64;

/// Builds a section: lowers its instructions in order, and expands runs of unknown units.
pub(in crate::resolve) struct SectionBuilder {
    pub section: Section,
}

impl SectionBuilder {
    pub(super) fn new(
        id: &str,
        input: &SectionInput,
        ruleset: Arc<Ruleset>,
        order: Arc<DocumentOrder>,
    ) -> Self {
        let base = input.bases.first();
        let mut arena = UnitRegistry::default();
        let (source, span) = base.map_or((Default::default(), Span::default()), |patch| {
            (patch.file.source, patch.heading_location().span)
        });
        let root = arena.intern(id.to_owned(), Location::new(source, span));
        let mut errors = Vec::new();
        let tree = match base.and_then(|patch| Some((patch, patch.place()?))) {
            Some((patch, place)) => {
                let mut builder = op::UnitBuilder {
                    arena: &mut arena,
                    patch: BASE,
                    source: patch.file.source,
                    key: id.to_owned(),
                    errors: &mut errors,
                    requested_names: Vec::new(),
                };
                let mut tree = op::build_base(
                    &mut builder,
                    root,
                    &place.heading,
                    place.heading_span,
                    &place.attrs,
                    &place.blocks,
                );
                if patch.file.front.layer == WordingLayer::Printed {
                    mark_printed(&mut tree);
                }
                for (unit, name, span) in builder.requested_names {
                    if arena.add_name(unit, &name).is_err() {
                        errors.push(PatchError::new(
                            BASE,
                            span,
                            PatchErrorKind::DuplicateName { name },
                        ));
                    }
                }
                tree
            }
            None => SectionTree::new(root),
        };
        let _ = arena.add_name(root, id);
        let patches = input.patches();
        let lowered = vec![None; patches.len()];
        let section = Section {
            id: id.to_owned(),
            patches,
            arena: Arc::new(arena),
            lowered: Arc::new(lowered),
            errors,
            differences: Vec::new(),
            print: Arc::default(),
            withdrawals: Vec::new(),
            withdrawn_edits: Vec::new(),
            ruleset,
            order,
            base: Arc::new(tree),
            book_wordings: BookWordings::default(),
            revision_cache: Arc::default(),
            patch_graph: Arc::default(),
            creations: Arc::default(),
        };
        Self { section }
    }

    pub(super) fn lower(&mut self) {
        let mut keys: HashSet<String> = HashSet::new();
        for at in 1..self.section.patches.len() {
            let ix = PatchIx(at as u32);
            let patch = Arc::clone(&self.section.patches[at]);
            let mut key = format!(
                "{}:{}",
                patch.document,
                patch.numbers().first().cloned().unwrap_or_else(|| format!(
                    "{}.{}",
                    patch.place + 1,
                    patch.entry.map_or(0, |e| e + 1)
                ))
            );
            while keys.contains(&key) {
                key.push('\'');
            }
            keys.insert(key.clone());
            let mut left = OPENINGS;
            loop {
                let tree = self.section.frame(ix);
                let before = self.section.errors.len();
                let Section {
                    arena, errors, id, ..
                } = &mut self.section;
                let lowering = LoweringContext {
                    arena: Arc::make_mut(arena),
                    tree: &tree,
                    patch: &patch,
                    ix,
                    key: key.clone(),
                    section: id,
                    errors,
                    requested_names: Vec::new(),
                };
                match op::lower(lowering) {
                    Ok(lowered) => {
                        self.record_withdrawal(ix, &patch, &tree, &lowered);
                        Arc::make_mut(&mut self.section.lowered)[at] = Some(lowered);
                        break;
                    }
                    Err(opening) => {
                        self.section.errors.truncate(before);
                        left -= 1;
                        if left == 0 || !self.open_run(opening) {
                            let kind = PatchErrorKind::Dangling {
                                what: "ordinal".into(),
                                why: "the run in which it counts is not part of the base text"
                                    .into(),
                                near: Vec::new(),
                            };
                            self.section.errors.push(PatchError::new(
                                ix,
                                patch.heading_location().span,
                                kind,
                            ));
                            break;
                        }
                    }
                }
            }
        }
    }

    /// Opens an open run of the base. Clears the revisions, which were made without it.
    pub(in crate::resolve) fn open_run(&mut self, opening: GapExpansion) -> bool {
        let mut base = (*self.section.base).clone();
        let opened = op::expand_gap(Arc::make_mut(&mut self.section.arena), &mut base, opening);
        self.set_base(base);
        opened
    }

    pub(in crate::resolve) fn set_base(&mut self, base: SectionTree) {
        self.section.base = Arc::new(base);
        self.section.clear_revisions();
    }

    /// Records which earlier patches a withdrawal takes back: those of the named document that act
    /// on the clause.
    fn record_withdrawal(
        &mut self,
        ix: PatchIx,
        patch: &Patch,
        tree: &SectionTree,
        lowered: &LoweredPatch,
    ) {
        let Some(document) = patch.command().and_then(|own| own.document.as_ref()) else {
            return;
        };
        let Some(&clause) = lowered.reached.first() else {
            return;
        };
        let others = (0..self.section.patches.len())
            .filter(|&at| *self.section.patches[at].document == *document.value);
        let edits: Vec<(PatchIx, usize)> = others
            .filter_map(|at| self.section.lowered[at].as_ref())
            .flat_map(|other| {
                other
                    .edits
                    .iter()
                    .enumerate()
                    .map(|(at, edit)| (other.patch, at, edit))
            })
            .filter(|(other, at, edit)| self.acts_on(ix, (*other, *at), edit, clause, tree))
            .map(|(other, at, _)| (other, at))
            .collect();
        let mut hit: Vec<PatchIx> = edits.iter().map(|(patch, _)| *patch).collect();
        hit.dedup();
        if hit.is_empty() {
            let kind = PatchErrorKind::Dangling {
                what: document.value.clone(),
                why: format!(
                    "it does not change #{}",
                    self.section.arena.name_of(clause).unwrap_or_default()
                ),
                near: self.documents_changing(ix, clause, tree),
            };
            self.section
                .errors
                .push(PatchError::new(ix, document.span, kind));
        }
        self.section.withdrawals.push((ix, hit));
        self.section
            .withdrawn_edits
            .extend(edits.into_iter().map(|edit| (ix, edit)));
        self.section.clear_revisions();
    }
}

impl SectionBuilder {
    /// Returns the documents that change `clause`, which a withdrawal may mean; the latest first.
    fn documents_changing(
        &self,
        by: PatchIx,
        clause: UnitId,
        tree: &SectionTree,
    ) -> Vec<Suggestion> {
        let mut out: Vec<Suggestion> = Vec::new();
        for other in self.section.lowered.iter().rev().flatten() {
            let mut edits = other.edits.iter().enumerate();
            let Some(patch) = self.section.patch(other.patch) else {
                continue;
            };
            let is_known = out.iter().any(|known| *known.written == *patch.document);
            if !is_known
                && patch.is_instruction()
                && edits.any(|(at, edit)| self.acts_on(by, (other.patch, at), edit, clause, tree))
            {
                out.push(Suggestion::new(patch.document.to_string(), String::new()));
            }
        }
        out
    }

    /// Returns whether an edit acts on `clause`: on all of it, inside it, or on words of it.
    fn acts_on(
        &self,
        by: PatchIx,
        which: (PatchIx, usize),
        edit: &op::TreeEdit,
        clause: UnitId,
        tree: &SectionTree,
    ) -> bool {
        let inside = |units: &[UnitId]| units.iter().any(|&unit| tree.contains(clause, unit));
        match edit {
            op::TreeEdit::Replace { targets, with } | op::TreeEdit::Split { targets, with, .. } => {
                inside(targets) || inside(&with.roots)
            }
            op::TreeEdit::Delete { targets, .. } => inside(targets),
            op::TreeEdit::Insert { with, .. } => inside(&with.roots),
            op::TreeEdit::Move(_) => inside(&edit.moved_units()),
            op::TreeEdit::Rename { unit, .. } => inside(&[*unit]),
            op::TreeEdit::Cell(cell) => inside(&[cell.cell]),
            op::TreeEdit::Create { .. } => clause == tree.root,
            // words found in a scope wider than the clause: compare its text without the edit
            op::TreeEdit::Phrase { scope, .. } => {
                inside(scope)
                    || scope.iter().any(|&s| tree.contains(s, clause))
                        && self.reads_differently_without(by, which, clause, tree)
            }
        }
    }

    /// Returns whether `clause` reads differently without an edit.
    fn reads_differently_without(
        &self,
        by: PatchIx,
        which: (PatchIx, usize),
        clause: UnitId,
        tree: &SectionTree,
    ) -> bool {
        let section = &self.section;
        let visible: Vec<bool> = (0..section.patches.len())
            .map(|at| at < by.0 as usize)
            .collect();
        let mut withdrawn_edits = section.withdrawn_edits(&visible);
        withdrawn_edits.insert(which);
        let revisions = section.revisions_without(
            &visible,
            &withdrawn_edits,
            section.patches[by.0 as usize].own_edition,
        );
        revisions.last().is_some_and(|revision| {
            revision.tree.restated_text(clause) != tree.restated_text(clause)
        })
    }
}

/// Stores the words of a section that only a printed book has as printed, too. They stay where its
/// restatement would be, so that instructions, rulings and sums find them.
fn mark_printed(tree: &mut SectionTree) {
    for unit in tree.atoms(tree.root) {
        if let Some(node) = tree.get_mut(unit)
            && let Some(texts) = &mut node.texts
            && !texts.restated.is_hole()
        {
            let texts = Arc::make_mut(texts);
            texts.printed = Some(Box::new(texts.restated.clone()));
        }
    }
}
