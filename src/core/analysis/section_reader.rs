//! Returns the status, heading path and text blocks of units of one section at one view.

use super::{
    Analysis, Origin,
    absence::{AbsenceDoubt, absence_doubt, is_unheld, is_unproven},
    clause::{BOOKLET, ClauseBlock, ClauseState, WordingChoice},
};
use crate::{
    model::{
        BASE, Document, EditionIx, PatchIx, SectionTree, UnitId, UnitKind, UnitState, Wording,
    },
    op,
    resolve::{Revision, RulesetDb, Section, View, commentary::NoteAtView},
    syntax::WordingLayer,
};
use std::{cell::OnceCell, sync::Arc};

/// Reads one section at one view: text blocks, status, rulings, history and notices of its units;
/// caches what it has computed.
pub(super) struct SectionReader<'a> {
    pub analysis: &'a Analysis,
    pub db: &'a RulesetDb,
    pub section: &'a Section,
    pub view: &'a View,
    pub tree: &'a SectionTree,
    revisions: OnceCell<Arc<[Arc<Revision>]>>,
    versions: OnceCell<Vec<(EditionIx, Arc<SectionTree>)>>,
    unknown_before_revision: OnceCell<Vec<UnitId>>,
    notes: OnceCell<Vec<NoteAtView>>,
}

impl<'a> SectionReader<'a> {
    pub(super) fn new(
        analysis: &'a Analysis,
        db: &'a RulesetDb,
        section: &'a Section,
        view: &'a View,
        tree: &'a SectionTree,
    ) -> Self {
        Self {
            analysis,
            db,
            section,
            view,
            tree,
            revisions: OnceCell::new(),
            versions: OnceCell::new(),
            unknown_before_revision: OnceCell::new(),
            notes: OnceCell::new(),
        }
    }
}

/// Returns the heading of a section; the one that it had first if the tree's own is not known.
pub(super) fn heading_at(tree: &SectionTree, first: String) -> String {
    let heading = tree.heading().map(|unit| tree.restated_text(unit));
    heading.filter(|own| !own.is_empty()).unwrap_or(first)
}

impl SectionReader<'_> {
    /// Returns the revisions up to the view, the base first.
    pub(super) fn revisions(&self) -> &[Arc<Revision>] {
        self.revisions
            .get_or_init(|| self.section.revisions(self.view))
    }

    /// Returns what [`Section::patch_history`] returns at the view.
    pub(super) fn patch_history(&self, unit: UnitId) -> Vec<PatchIx> {
        let pairs = self.revisions().windows(2);
        pairs
            .flat_map(|pair| self.section.patches_between(unit, &pair[0], &pair[1]))
            .collect()
    }

    /// Returns the versions of the editions from the first to that of the view.
    pub(super) fn versions(&self) -> &[(EditionIx, Arc<SectionTree>)] {
        self.versions.get_or_init(|| {
            let version = |edition| {
                let tree = self.section.version(&self.view.with_edition(edition));
                (edition, tree)
            };
            let chain = self.chain();
            chain.into_iter().map(version).collect()
        })
    }

    /// Returns the edition of the view and those that it amends.
    pub(super) fn chain(&self) -> Vec<EditionIx> {
        self.db.ruleset.amendment_chain(self.view.edition)
    }

    /// Returns the documents of these editions, those that are not in force yet included.
    pub(super) fn chain_documents(&self) -> impl Iterator<Item = &Document> {
        let chain = self.chain();
        let documents = self.db.ruleset.documents.values();
        documents.filter(move |document| chain.contains(&document.edition))
    }

    /// Returns the notes that are true at the view and are in the section or link to it.
    pub(super) fn notes_here(&self) -> &[NoteAtView] {
        self.notes
            .get_or_init(|| self.db.notes_at(self.section, self.view))
    }

    pub(super) fn origin(&self, patch: PatchIx) -> Origin {
        let origin = self.analysis.origin(self.section, patch);
        origin.at_view(&self.db.ruleset, self.view)
    }

    /// Returns the origin of words of `unit` that a patch wrote.
    pub(super) fn origin_at(&self, patch: PatchIx, unit: UnitId) -> Origin {
        let origin = self.analysis.origin_at(self.section, patch, unit);
        origin.at_view(&self.db.ruleset, self.view)
    }

    /// Returns the status of a unit, the patch that is the reason for it, and where the text
    /// continues if it was moved.
    pub(super) fn clause_state(
        &self,
        unit: UnitId,
    ) -> (ClauseState, Option<Origin>, Option<String>) {
        if self.tree.is_live(unit) {
            let known = self.tree.iter_live_units(unit).any(|u| {
                self.tree.kind(u) != UnitKind::Heading && self.tree.get(u).is_some_and(has_words)
            });
            let empty =
                self.tree.children(unit).next().is_none() && !self.tree.kind(unit).is_atom();
            let state = if self.is_unproven() {
                ClauseState::Unknown
            } else if known || empty {
                ClauseState::InForce
            } else {
                ClauseState::NotHeld
            };
            return (state, None, None);
        }
        let gone = self.tree.removal(unit);
        if let Some(gone) = gone.filter(|_| self.tree.exists) {
            let state = if gone.moved_to.is_some() {
                ClauseState::Moved
            } else {
                ClauseState::Deleted
            };
            return (state, Some(self.origin(gone.by)), gone.moved_to.clone());
        }
        // a later patch is only named if it is known by then
        let known = |by: PatchIx| {
            let patch = self.section.patch(by);
            patch.is_some_and(|patch| self.view.includes(patch) || !patch.is_instruction())
        };
        let later = self.section.later_base(self.view.edition).map(|_| BASE);
        let created = self.section.creation(unit).map(|(by, _)| by);
        let by = later.or(created).filter(|&by| known(by));
        let state = match self.absence_doubt(unit) {
            Some(_) => ClauseState::Unknown,
            None => ClauseState::NotYet,
        };
        (state, by.map(|by| self.origin(by)), None)
    }

    /// Returns why it is not known that the view does not have a unit.
    pub(super) fn absence_doubt(&self, unit: UnitId) -> Option<AbsenceDoubt> {
        absence_doubt(self.section, self.tree, self.view.edition, unit)
    }

    /// Returns whether no source says that the base text has the section.
    pub(super) fn is_unproven(&self) -> bool {
        is_unproven(self.section, self.tree)
    }

    /// Returns the title of the document whose text the section is, if that is not the booklet.
    pub(super) fn other_book(&self) -> Option<String> {
        let documents = &self.db.ruleset.documents;
        let own = documents.get(&*self.section.patch(BASE)?.document)?;
        let is_booklet = documents.keys().next() == Some(&own.key);
        (!is_booklet).then(|| own.title.clone())
    }

    /// Returns the sentence that says that the text of a unit is not included, or why it is not part
    /// of the text, or perhaps not, and was not deleted. `by` is the patch or document that has it later.
    pub(super) fn state_text(
        &self,
        unit: UnitId,
        state: ClauseState,
        by: Option<&Origin>,
    ) -> Option<String> {
        let citation = by.map(Origin::citation);
        let edition = self.db.ruleset.edition_id(self.view.edition);
        let unknown = |reason: String| {
            format!("It is not known whether this was part of the rules at {edition}: {reason}.")
        };
        Some(match (state, citation) {
            (ClauseState::NotYet, Some(by)) => format!("Not part of the rules yet: {by}."),
            (ClauseState::NotYet, None) if !self.scoped_notices(unit).is_empty() => {
                let profile = &self.view.profile.name;
                format!("Not part of the rules for profile {profile}.")
            }
            (ClauseState::NotYet, None) => {
                "Not part of the rules, as far as was known on that day.".to_owned()
            }
            (ClauseState::Unknown, by) => unknown(match (self.absence_doubt(unit), by) {
                (Some(AbsenceDoubt::Restored(_)), Some(by)) => {
                    format!("{by} says that it had been left out by accident")
                }
                (Some(AbsenceDoubt::WithoutVerb(_)), Some(by)) => {
                    format!("{by} states the words without saying what to do with them")
                }
                (Some(AbsenceDoubt::Undated), _) => {
                    format!("no source dates {}", self.origin(BASE).title)
                }
                (Some(_), Some(by)) => format!("{by} replaced text that is not included"),
                (Some(_), None) => "not all of its text is included".to_owned(),
                (None, _) => "no source says that the booklet has it".to_owned(),
            }),
            (ClauseState::NotHeld, _) => {
                let book = self.other_book();
                let book = book.as_deref().unwrap_or(BOOKLET);
                format!("Text not included; see {book}.")
            }
            _ => return None,
        })
    }

    /// Returns the headings and labels from the section around this one down to `unit`; `within` is
    /// the id of that section, and `heading` the heading of this one.
    pub(super) fn heading_path(
        &self,
        unit: UnitId,
        heading: &str,
        within: Option<&str>,
    ) -> Vec<String> {
        let mut path: Vec<String> = within
            .and_then(|id| self.db.section_info(id))
            .map(|info| info.heading)
            .into_iter()
            .collect();
        path.push(heading.to_owned());
        let mut inner: Vec<UnitId> = self
            .tree
            .ancestors(unit)
            .filter(|&u| u != self.tree.root)
            .collect();
        inner.reverse();
        let label = |&u: &UnitId| {
            let node = self.tree.get(u)?;
            node.label
                .as_deref()
                .filter(|_| node.kind != UnitKind::Cell)
                .map(|l| l.trim_end_matches(['.', ':']).to_owned())
        };
        path.extend(inner.iter().filter_map(label));
        path
    }

    /// Returns the blocks of a unit, in the order of the text.
    pub(super) fn blocks(&self, unit: UnitId, choice: WordingChoice) -> Vec<ClauseBlock> {
        self.units_with_blocks(unit, choice)
            .into_iter()
            .map(|(_, block)| block)
            .collect()
    }

    /// Returns the blocks of a unit, each with its atom or gap.
    pub(super) fn units_with_blocks(
        &self,
        unit: UnitId,
        choice: WordingChoice,
    ) -> Vec<(UnitId, ClauseBlock)> {
        if self.is_unproven() {
            return Vec::new();
        }
        let block = |u: UnitId| {
            let ordinal = self.ordinal(u, unit);
            let block = self.block(u, choice)?;
            Some((u, ClauseBlock { ordinal, ..block }))
        };
        let elsewhere = if unit == self.tree.root {
            self.units_among_others()
        } else {
            Vec::new()
        };
        let shown = |&u: &UnitId| !elsewhere.iter().any(|&own| self.tree.contains(own, u));
        self.tree
            .iter_live_units(unit)
            .filter(shown)
            .filter_map(block)
            .collect()
    }

    /// Returns the paragraphs of unknown place and wording in a section whose whole text is known:
    /// their words are among those of the other paragraphs.
    fn units_among_others(&self) -> Vec<UnitId> {
        let is_floating = |&u: &UnitId| self.tree.is_floating(u);
        let is_unknown = |u: UnitId| {
            self.tree.get(u).is_none_or(|node| {
                node.text(WordingLayer::Restated)
                    .is_none_or(Wording::is_hole)
                    && node.text(WordingLayer::Printed).is_none()
            })
        };
        let (floating, placed): (Vec<UnitId>, Vec<UnitId>) =
            self.tree.children(self.tree.root).partition(is_floating);
        let all_known = placed.iter().all(|&u| !is_unheld(self.tree, u));
        if floating.is_empty() || placed.len() < 2 || !all_known {
            return Vec::new();
        }
        let unknown = |u: &UnitId| self.tree.iter_live_units(*u).all(is_unknown);
        floating.into_iter().filter(unknown).collect()
    }

    /// Returns the number of a sentence within `shown`, prefixed by that of its paragraph if
    /// `shown` is a section of several paragraphs.
    fn ordinal(&self, unit: UnitId, shown: UnitId) -> Option<String> {
        let holder = self
            .tree
            .get(unit)
            .filter(|node| node.kind == UnitKind::Sentence)?
            .parent?;
        let number = |scope: UnitId, unit: UnitId| match op::unit_ordinal(self.tree, scope, unit)? {
            op::Ordinal::FromStart(n) => Some(n.to_string()),
            op::Ordinal::FromEnd(_) => None,
        };
        let sentence = number(holder, unit)?;
        if holder == shown {
            return Some(sentence);
        }
        if shown != self.tree.root || self.tree.kind(holder) != UnitKind::Paragraph {
            return None;
        }
        let paragraph = |u: &UnitId| {
            matches!(
                self.tree.kind(*u),
                UnitKind::Paragraph | UnitKind::MoreParagraphs
            )
        };
        match self.tree.children(shown).filter(paragraph).take(2).count() {
            1 => Some(sentence),
            _ => Some(format!("{}.{sentence}", number(shown, holder)?)),
        }
    }

    /// Returns the atoms that a document in force changes and whose wording before its revision is
    /// missing.
    pub(super) fn unknown_before_revision(&self) -> &[UnitId] {
        self.unknown_before_revision
            .get_or_init(|| self.find_unknown_before_revision())
    }

    fn find_unknown_before_revision(&self) -> Vec<UnitId> {
        let documents = self.chain_documents();
        let revised = documents.filter_map(|document| document.next_revision(self.view.as_of));
        let mut out = Vec::new();
        for day in revised {
            let later = self.section.version(&self.view.with_day(day.counts_from()));
            let text = |tree: &SectionTree, u| tree.restated(u).map(|w| w.text.clone());
            out.extend(
                self.tree
                    .atoms(self.tree.root)
                    .into_iter()
                    .filter(|&u| !later.is_live(u) || text(&later, u) != text(self.tree, u)),
            );
        }
        out
    }
}

fn has_words(node: &UnitState) -> bool {
    node.texts.as_ref().is_some_and(|texts| {
        texts.printed.is_some() || texts.restated.text.chars().any(char::is_alphanumeric)
    }) || node.label.is_some() && node.kind != UnitKind::Cell
}
