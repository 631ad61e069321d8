//! `Section`: the patches of a resolved section, and the versions of its text that they make.

use super::patch_graph::PatchGraph;
use crate::{
    model::{BASE, EditionIx, Patch, PatchIx, Ruleset, SectionTree, UnitId, UnitRegistry, Wording},
    op::{self, LoweredPatch, PatchError, TreeEdit},
    resolve::{
        BookDifference, BookPrint, DocumentOrder, Revision, View,
        book_wording::BookWordings,
        revision::{self, WithdrawnEdits},
        revision_cache::{RevisionCache, RevisionList},
    },
    syntax::{Target, Verb, WordingLayer},
};
use jiff::civil::Date;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// The first patch with each unit that is not in the base text, and the index of its edit.
pub(super) type Creations = FxHashMap<UnitId, (PatchIx, usize)>;

/// A resolved section: its patches, units and errors; computes and caches its text at any view.
#[derive(Debug)]
pub struct Section {
    /// Its id.
    pub id: String,
    /// The base text first, then the instructions in the order of their documents, then books.
    pub patches: Vec<Arc<Patch>>,
    /// All units that ever existed in the section.
    pub arena: Arc<UnitRegistry>,
    /// The lowered patches; `None` for base text and books.
    pub lowered: Arc<Vec<Option<LoweredPatch>>>,
    /// The errors of its patches.
    pub errors: Vec<PatchError>,
    /// The places where books contradict the amendments.
    pub differences: Vec<BookDifference>,
    /// What the printed books have of its units.
    pub print: Arc<BookPrint>,
    /// The withdrawals, with the patches that each takes back in whole or in part.
    pub withdrawals: Vec<(PatchIx, Vec<PatchIx>)>,
    /// The withdrawals, with the edits that each takes back.
    pub(super) withdrawn_edits: Vec<(PatchIx, (PatchIx, usize))>,
    pub(super) ruleset: Arc<Ruleset>,
    pub(super) order: Arc<DocumentOrder>,
    pub(super) base: Arc<SectionTree>,
    pub(in crate::resolve) book_wordings: BookWordings,
    pub(super) revision_cache: Arc<Mutex<RevisionCache>>,
    pub(super) patch_graph: Arc<OnceLock<PatchGraph>>,
    /// The edit that first has each unit which is not in the base text.
    pub(super) creations: Arc<OnceLock<Creations>>,
}

impl Section {
    /// Returns the revisions up to `view.edition`, the base first: one for each stratum that
    /// changed this section.
    pub fn revisions(&self, view: &View) -> RevisionList {
        if self.later_base(view.edition).is_some() {
            return self.no_text();
        }
        self.revisions_up_to(self.visible_patches(view), view.edition)
    }

    /// Returns the base text if `edition` comes before that of its document, and no source dates it:
    /// then it is not known whether the section was part of the rules.
    pub fn later_base(&self, edition: EditionIx) -> Option<&Arc<Patch>> {
        let base = self.patch(BASE).filter(|_| self.base.exists)?;
        let is_later = base.known.is_undated()
            && base.edition > edition
            && !self
                .ruleset
                .amendment_chain(edition)
                .contains(&base.edition);
        is_later.then_some(base)
    }

    /// Returns the version of the editions that do not have the section yet.
    fn no_text(&self) -> RevisionList {
        // no other list is made for no patches: the base text counts as one
        let key = (Vec::new(), EditionIx(0));
        let revision = || {
            let revision = Revision {
                edition: EditionIx(0),
                patches: Vec::new(),
                tree: Arc::new(SectionTree::new(self.base.root)),
                errors: Vec::new(),
            };
            Arc::from([Arc::new(revision)])
        };
        let lists = &mut self.revision_cache.lock().lists;
        Arc::clone(lists.entry(key).or_insert_with(revision))
    }

    /// Returns the first patch with a unit among its new ones, and its edit; `None` if the unit is
    /// in the base text.
    pub fn creation(&self, unit: UnitId) -> Option<(PatchIx, &TreeEdit)> {
        let creations = self.creations.get_or_init(|| {
            let mut out = Creations::default();
            for lowered in self.lowered.iter().flatten() {
                for (at, edit) in lowered.edits.iter().enumerate() {
                    let new = edit.new_units().into_iter().flat_map(|new| &new.units);
                    let root = matches!(edit, TreeEdit::Create { .. }).then_some(self.base.root);
                    for unit in new.map(|new| new.unit).chain(root) {
                        out.entry(unit).or_insert((lowered.patch, at));
                    }
                }
            }
            out
        });
        let &(by, at) = creations.get(&unit).filter(|_| !self.base.is_live(unit))?;
        Some((by, self.lowered_patch(by)?.edits.get(at)?))
    }

    pub(super) fn revisions_up_to(&self, visible: Vec<bool>, edition: EditionIx) -> RevisionList {
        let key = (visible, edition);
        if let Some(known) = self.revision_cache.lock().lists.get(&key) {
            return Arc::clone(known);
        }
        let withdrawn = self.withdrawn_edits(&key.0);
        let revisions = self.revisions_without(&key.0, &withdrawn, edition);
        let revisions: Arc<[_]> = revisions.into();
        let lists = &mut self.revision_cache.lock().lists;
        Arc::clone(lists.entry(key).or_insert(revisions))
    }

    pub(super) fn revisions_without(
        &self,
        visible: &[bool],
        withdrawn_edits: &WithdrawnEdits,
        edition: EditionIx,
    ) -> Vec<Arc<Revision>> {
        let strata = revision::strata_up_to(&self.ruleset, &self.patches, visible, edition);
        let mut revision_cache = self.revision_cache.lock();
        revision_cache.revisions(
            &self.base,
            &self.lowered,
            &self.patches,
            &strata,
            (withdrawn_edits, &self.book_wordings),
        )
    }

    /// Returns the edits that the visible withdrawals take back.
    pub(super) fn withdrawn_edits(&self, visible: &[bool]) -> WithdrawnEdits {
        let counts = |by: PatchIx| visible.get(by.0 as usize).copied().unwrap_or(false);
        self.withdrawn_edits
            .iter()
            .filter(|(by, _)| counts(*by))
            .map(|(_, edit)| *edit)
            .collect()
    }

    /// Hides the patches whose edits are all withdrawn.
    fn hide_withdrawn(&self, visible: &mut [bool]) {
        let withdrawn_edits = self.withdrawn_edits(visible);
        if withdrawn_edits.is_empty() {
            return;
        }
        for (at, lowered) in self.lowered.iter().enumerate() {
            let edits = lowered.as_ref().map_or(0, |lowered| lowered.edits.len());
            if edits > 0
                && (0..edits).all(|edit| withdrawn_edits.contains(&(PatchIx(at as u32), edit)))
            {
                visible[at] = false;
            }
        }
    }

    fn latest_tree(&self, revisions: &[Arc<Revision>]) -> Arc<SectionTree> {
        Arc::clone(revisions.last().map_or(&self.base, |last| &last.tree))
    }

    /// Returns the version at `view`.
    pub fn version(&self, view: &View) -> Arc<SectionTree> {
        self.latest_tree(&self.revisions(view))
    }

    /// Returns the version at `view` as it would be without the withdrawal `by`.
    pub fn version_without(&self, by: PatchIx, view: &View) -> Arc<SectionTree> {
        let mut visible = self.included_patches(view);
        if let Some(own) = visible.get_mut(by.0 as usize) {
            *own = false;
        }
        self.hide_withdrawn(&mut visible);
        self.latest_tree(&self.revisions_up_to(visible, view.edition))
    }

    /// Returns the version in which the addresses of a patch count: that of its frame, as known the
    /// day before its document.
    pub fn frame(&self, ix: PatchIx) -> Arc<SectionTree> {
        let Some(patch) = self.patch(ix) else {
            return Arc::clone(&self.base);
        };
        if is_note(patch) {
            return self.numbering_tree(ix, patch.own_edition);
        }
        // with `known` an instruction may count in what earlier ones of its document made
        if patch.attribute("known").is_some() {
            return self.numbering_tree(ix, patch.frame);
        }
        let before = self.patches[..ix.0 as usize].iter().rev();
        let own = before.take_while(|other| Arc::ptr_eq(&other.document, &patch.document));
        let first = ix.0 as usize - own.count();
        let key = (first, patch.known, patch.scope.clone(), patch.frame);
        if let Some((known, tree)) = &self.revision_cache.lock().frame
            && *known == key
        {
            return Arc::clone(tree);
        }
        let tree = self.numbering_tree(ix, patch.frame);
        self.revision_cache.lock().frame = Some((key, Arc::clone(&tree)));
        tree
    }

    /// Returns the version of `edition` as known the day before the document of a patch. The
    /// addresses of the patch would count in it if they used the numbering of that edition.
    pub fn numbering_tree(&self, ix: PatchIx, edition: EditionIx) -> Arc<SectionTree> {
        self.latest_tree(&self.revisions_up_to(self.known_before(ix), edition))
    }

    /// Returns the version of `edition` as known the day before the document of a patch, which need
    /// not concern this section. Its addresses would count in this version if they were for this
    /// section.
    pub fn numbering_tree_for(&self, patch: &Patch, edition: EditionIx) -> Arc<SectionTree> {
        let own = |other: &Patch| {
            other.file.source == patch.file.source
                && other.place == patch.place
                && other.entry == patch.entry
        };
        if let Some(at) = self.patches.iter().position(|other| own(other)) {
            return self.numbering_tree(PatchIx(at as u32), edition);
        }
        let day = patch.known.counts_from();
        let earlier = |other: &Patch| {
            let known = other.document != patch.document && other.known.counts_from() < day;
            (known || self.order.builds_on(&patch.document, &other.document))
                && (other.scope.is_none() || other.scope == patch.scope)
        };
        let mut visible: Vec<bool> = self.patches.iter().map(|other| earlier(other)).collect();
        self.hide_withdrawn(&mut visible);
        self.latest_tree(&self.revisions_up_to(visible, edition))
    }

    /// Returns the revisions up to the frame of a patch, as known the day before its document: the
    /// base first, the frame last.
    pub fn frame_revisions(&self, ix: PatchIx) -> RevisionList {
        self.patch(ix).map_or_else(Arc::default, |patch| {
            self.revisions_up_to(self.known_before(ix), patch.frame)
        })
    }

    /// Returns which patches the addresses of a patch can refer to.
    fn known_before<'a>(&'a self, ix: PatchIx) -> Vec<bool> {
        let Some(patch) = self.patch(ix) else {
            return vec![false; self.patches.len()];
        };
        let day = patch.known.counts_from();
        // a note is about the text that its own document makes
        let note = is_note(patch);
        // kept for the last document, as its patches follow each other
        let mut last: Option<(&Arc<str>, bool, bool)> = None;
        let mut relation_to = |other: &'a Patch| match last {
            Some((known, on, same)) if Arc::ptr_eq(known, &other.document) => (on, same),
            _ => {
                let on = self.order.builds_on(&patch.document, &other.document);
                let same = other.document == patch.document;
                last = Some((&other.document, on, same));
                (on, same)
            }
        };
        let mut earlier = |other: &'a Patch, at: usize| {
            let (on, same_document) = relation_to(other);
            let later_in_sheet = same_document
                && patch.attribute("known").is_some()
                && other.known.counts_from() < day;
            at < ix.0 as usize
                && (on
                    || note && same_document
                    || later_in_sheet
                    || !same_document && other.known.counts_from() < day)
                && (other.scope.is_none() || other.scope == patch.scope)
        };
        let mut visible: Vec<bool> = self
            .patches
            .iter()
            .enumerate()
            .map(|(at, other)| earlier(other, at))
            .collect();
        self.hide_withdrawn(&mut visible);
        visible
    }

    /// Returns the units that an address names in a version of this section; `None` if it names
    /// nothing there.
    pub fn resolve_address(&self, tree: &SectionTree, target: &Target) -> Option<Vec<UnitId>> {
        let scope = match &target.id {
            Some(id) if id.value != self.id => self
                .arena
                .unit_by_name(&id.value)
                .filter(|&unit| tree.is_live(unit))?,
            Some(_) | None => tree.root,
        };
        match &target.range {
            None => op::select_steps(tree, scope, &target.steps).ok(),
            Some(_) => None,
        }
    }

    /// Clears the cached revisions, because the base or the lowered patches changed.
    pub(in crate::resolve) fn clear_revisions(&mut self) {
        self.revision_cache.lock().clear();
    }

    /// Returns the version before any amendment.
    pub fn base(&self) -> &Arc<SectionTree> {
        &self.base
    }

    /// Returns which patches count at `view`, apart from withdrawals.
    pub(super) fn included_patches(&self, view: &View) -> Vec<bool> {
        self.patches
            .iter()
            .map(|patch| view.includes(patch))
            .collect()
    }

    /// Returns which patches count at `view`: published, in scope, not withdrawn.
    pub fn visible_patches(&self, view: &View) -> Vec<bool> {
        let mut visible = self.included_patches(view);
        self.hide_withdrawn(&mut visible);
        visible
    }

    /// Iterates over the lowered patches that count at `view`.
    pub fn visible_lowered(&self, view: &View) -> impl Iterator<Item = &LoweredPatch> {
        let visible = self.visible_patches(view);
        let lowered = self.lowered.iter().flatten();
        lowered.filter(move |lowered| visible.get(lowered.patch.0 as usize) == Some(&true))
    }

    /// Returns the patches that `by` takes back; `None` if it is not a withdrawal.
    pub fn withdrawn_patches(&self, by: PatchIx) -> Option<&[PatchIx]> {
        self.withdrawals
            .iter()
            .find(|(own, _)| *own == by)
            .map(|(_, hit)| hit.as_slice())
    }

    /// Returns the withdrawal that takes back `patch` at `view`, if there is one.
    pub fn withdrawal_of(&self, patch: PatchIx, view: &View) -> Option<PatchIx> {
        let counts = |by: PatchIx| {
            self.patches
                .get(by.0 as usize)
                .is_some_and(|p| view.includes(p))
        };
        self.withdrawals
            .iter()
            .find(|(by, hit)| counts(*by) && hit.contains(&patch))
            .map(|(by, _)| *by)
    }

    /// Returns whether all words of a wording are those of printed books.
    pub fn is_printed(&self, wording: &Wording) -> bool {
        let from_book = |&(_, by): &(usize, PatchIx)| {
            self.patch(by)
                .is_some_and(|patch| patch.file.front.layer == WordingLayer::Printed)
        };
        !wording.origins.is_empty() && wording.origins.iter().all(from_book)
    }

    /// Returns whether a wording has words of a document that restates print.
    pub fn restates(&self, ruleset: &Ruleset, wording: &Wording) -> bool {
        let restates = |&(_, by): &(usize, PatchIx)| {
            let patch = self.patch(by);
            patch.is_some_and(|patch| ruleset.restates(&patch.document))
        };
        wording.origins.iter().any(restates)
    }

    /// Returns the patch of that index.
    pub fn patch(&self, patch: PatchIx) -> Option<&Arc<Patch>> {
        self.patches.get(patch.0 as usize)
    }

    /// Returns what a patch was lowered to; `None` for base text and books.
    pub fn lowered_patch(&self, patch: PatchIx) -> Option<&LoweredPatch> {
        self.lowered.get(patch.0 as usize)?.as_ref()
    }

    /// Returns the ruleset of the section.
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }
}

/// Returns the day before `day`.
pub fn day_before(day: Date) -> Date {
    day.yesterday().unwrap_or(day)
}

/// Returns whether a patch is a note by the authors of its document.
pub fn is_note(patch: &Patch) -> bool {
    patch.verb() == Some(Verb::Note)
}

/// Returns whether a patch is a clarification.
pub fn is_clarification(patch: &Patch) -> bool {
    patch.verb() == Some(Verb::Clarify)
}

/// Returns whether a patch is an instruction that the sheet describes without giving words or
/// place.
pub fn is_open_instruction(patch: &Patch) -> bool {
    patch.command().is_some_and(|own| own.description.is_some())
}
