//! Computes what one instruction does to a section, for editors and exports: the units it
//! addresses, changes or interprets.

use super::{
    Analysis, ClauseRuling, Origin, UnitChange, WordingChoice, change_log::atom_changes, full_id,
    section_reader::SectionReader,
};
use crate::{
    model::{EditionIx, PatchIx, SectionTree, UnitId},
    resolve::{RulesetDb, Section, View, file_section_id, is_note, targets},
    syntax::{Command, Verb},
    text::SourceId,
};
use serde::Serialize;
use std::sync::Arc;

/// What one instruction does to one section: the units it addresses, changes or interprets, the
/// changes it withdraws, and the rulings on what it changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Effect {
    /// The instruction.
    pub origin: Origin,
    /// The section.
    pub section: String,
    /// The units that its addresses refer to.
    pub reached: Vec<String>,
    /// The units that differ before and after it.
    pub changes: Vec<UnitChange>,
    /// Whether its change of words waits for wording that is missing.
    pub pending: bool,
    /// Whether it is a note or a clarification, which change nothing.
    pub interprets: bool,
    /// The changes that it withdraws.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub withdraws: Vec<Origin>,
    /// What it interprets, unit by unit, in the wording of its own edition.
    pub interpreted: Vec<(String, String)>,
    /// Where the text it deletes continues.
    pub moved_to: Option<String>,
    /// The patch that withdrew it.
    pub withdrawn_by: Option<Origin>,
    /// The rulings that interpret what it changes, with their status at its edition.
    pub overtakes: Vec<ClauseRuling>,
}

/// The position of an instruction: its file, the index of its level-1 heading there, and its own
/// index below that heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionPosition {
    /// The file.
    pub source: SourceId,
    /// Index of its level-1 heading.
    pub place: usize,
    /// Index of the instruction below that.
    pub entry: usize,
}

impl Analysis {
    /// Returns the sections that an instruction concerns, with its index among the patches of each.
    pub fn sections_of_entry(
        &self,
        db: &RulesetDb,
        at: InstructionPosition,
    ) -> Vec<(Arc<Section>, PatchIx)> {
        let Some(place) = self
            .file(at.source)
            .and_then(|file| file.places.get(at.place))
        else {
            return Vec::new();
        };
        let command = place
            .entries
            .get(at.entry)
            .and_then(|entry| entry.command.as_ref());
        let mut ids: Vec<String> = vec![file_section_id(place)];
        let withdrawn = command.filter(|own| own.verb == Verb::Withdraw);
        let withdrawn = withdrawn.and_then(|own| own.clause.as_ref());
        let addresses = targets(command).into_iter();
        let named = addresses
            .filter_map(|target| target.id.as_ref())
            .chain(withdrawn);
        ids.extend(named.map(|id| id.value.clone()));
        let created = place
            .entries
            .get(at.entry)
            .into_iter()
            .flat_map(|entry| &entry.payload)
            .flat_map(|block| block.attrs.names());
        ids.extend(created.map(|(name, _)| name));
        let mut out: Vec<(Arc<Section>, PatchIx)> = Vec::new();
        for id in ids {
            let Some(section) = db
                .section_of(&id)
                .or(Some(id.as_str()))
                .and_then(|id| db.section(id))
            else {
                continue;
            };
            if out.iter().any(|(known, _)| known.id == section.id) {
                continue;
            }
            let own = |patch: &crate::model::Patch| {
                patch.file.source == at.source
                    && patch.place == at.place
                    && patch.entry == Some(at.entry)
            };
            if let Some(ix) = section.patches.iter().position(|patch| own(patch)) {
                out.push((section, PatchIx(ix as u32)));
            }
        }
        out
    }

    /// Returns the version of `section` in whose numbering the addresses of an instruction count,
    /// even if the instruction is for another section or is still being written. `edition` is the
    /// numbering that the instruction names, if any.
    pub fn numbering_tree(
        &self,
        db: &RulesetDb,
        at: InstructionPosition,
        section: &str,
        edition: Option<EditionIx>,
    ) -> Option<(Arc<Section>, Arc<SectionTree>)> {
        let patch = db.patch_at(at.source, at.place, at.entry)?;
        let section = db.section(db.section_of(section).unwrap_or(section))?;
        let own = if is_note(&patch) {
            patch.own_edition
        } else {
            patch.frame
        };
        let tree = section.numbering_tree_for(&patch, edition.unwrap_or(own));
        Some((section, tree))
    }

    /// Returns the versions of a section immediately before and after an instruction, in the
    /// edition in which it takes effect, as known when it was published. Instructions published
    /// with it and placed before it count. A withdrawal takes effect in the edition of the changes
    /// that it withdraws, if that is later.
    pub fn before_and_after(
        &self,
        db: &RulesetDb,
        section: &Section,
        ix: PatchIx,
    ) -> Option<(View, Arc<SectionTree>, Arc<SectionTree>)> {
        let patch = section.patch(ix)?;
        let withdrawn = section.withdrawn_patches(ix);
        let mut profile = db.ruleset.default_profile();
        let mut edition = patch.edition;
        for own in std::iter::once(patch).chain(
            withdrawn
                .into_iter()
                .flatten()
                .filter_map(|&hit| section.patch(hit)),
        ) {
            profile.scopes.extend(
                own.scope
                    .clone()
                    .filter(|scope| !profile.scopes.contains(scope)),
            );
            if db.ruleset.amendment_chain(own.edition).contains(&edition) {
                edition = own.edition;
            }
        }
        let view = View {
            edition,
            as_of: patch.known.counts_from(),
            profile: Arc::new(profile),
        };
        if withdrawn.is_some() {
            let (before, after) = (section.version_without(ix, &view), section.version(&view));
            return Some((view, before, after));
        }
        let revisions = section.revisions(&view);
        let pair = revisions
            .windows(2)
            .find(|pair| pair[1].patches.contains(&ix));
        let before = pair.map_or_else(|| section.frame(ix), |pair| Arc::clone(&pair[0].tree));
        let after = Arc::new(section.apply_alone(ix, &before));
        Some((view, before, after))
    }

    /// Returns the effects of an instruction, section by section.
    pub fn effects(&self, db: &RulesetDb, at: InstructionPosition) -> Vec<Effect> {
        self.sections_of_entry(db, at)
            .iter()
            .filter_map(|(section, ix)| self.effect(db, section, *ix))
            .collect()
    }

    /// Returns the effect of a patch on a section; `None` if the section has no such patch.
    pub(super) fn effect(&self, db: &RulesetDb, section: &Section, ix: PatchIx) -> Option<Effect> {
        let (view, before, after) = self.before_and_after(db, section, ix)?;
        let patch = section.patch(ix)?;
        let lowered = section.lowered_patch(ix);
        let command = patch.command();
        let interprets = command.is_some_and(Command::is_comment);
        let changes = atom_changes(section, before.root, &before, &after);
        let frame = section.frame(ix);
        let name = |tree: &SectionTree, unit: UnitId| full_id(section, tree, unit);
        let reached: Vec<UnitId> = lowered
            .map(|lowered| lowered.reached.clone())
            .unwrap_or_default();
        let wide = view.with_day(jiff::civil::Date::MAX);
        let reader = SectionReader::new(self, db, section, &wide, &after);
        let touched = |ruling: &ClauseRuling| {
            changes
                .iter()
                .any(|change| ruling.units.iter().any(|unit| are_nested(&change.id, unit)))
        };
        let overtakes = if interprets {
            Vec::new()
        } else {
            reader
                .clarifications(after.root, WordingChoice::Restated)
                .into_iter()
                .filter(touched)
                .collect()
        };
        Some(Effect {
            origin: self.origin(section, ix),
            section: format!("{}/{}", db.ruleset.key, section.id),
            interpreted: if interprets {
                reached
                    .iter()
                    .map(|&unit| (name(&frame, unit), frame.restated_text(unit)))
                    .collect()
            } else {
                Vec::new()
            },
            reached: reached.iter().map(|&unit| name(&frame, unit)).collect(),
            changes,
            pending: after.iter_live_units(after.root).any(|unit| {
                after
                    .get(unit)
                    .is_some_and(|node| node.pending.contains(&ix))
            }),
            interprets,
            withdraws: section
                .withdrawn_patches(ix)
                .into_iter()
                .flatten()
                .map(|&hit| self.origin(section, hit))
                .collect(),
            moved_to: lowered.and_then(|lowered| {
                lowered
                    .edits
                    .iter()
                    .find_map(|edit| edit.moved_to().map(str::to_owned))
            }),
            withdrawn_by: section
                .withdrawal_of(ix, &wide)
                .map(|by| self.origin(section, by)),
            overtakes,
        })
    }
}

/// Returns whether one unit contains the other or is the same.
fn are_nested(id: &str, other: &str) -> bool {
    let below = |inner: &str, outer: &str| {
        inner
            .strip_prefix(outer)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let bare = |id: &str| {
        id.split_once('/')
            .map_or(id.to_owned(), |(_, id)| id.to_owned())
    };
    below(&bare(id), &bare(other)) || below(&bare(other), &bare(id))
}
