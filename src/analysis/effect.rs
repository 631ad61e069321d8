//! What one instruction does.

use super::{
    Analysis, AtomChange, Clarification, Origin, WordingChoice, history::atom_changes,
    reader::Reader, unit_id,
};
use crate::{
    model::{EditionIx, PatchIx, Tree, UnitId},
    resolve::{RulesetDb, Section, View, is_note, place_id, targets},
    syntax::{Command, Layer},
    text::SourceId,
};
use serde::Serialize;
use std::sync::Arc;

/// What one instruction does to one section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Effect {
    /// The instruction.
    pub origin: Origin,
    /// The section.
    pub section: String,
    /// The units that its addresses reach.
    pub reached: Vec<String>,
    /// The units that differ before and after it.
    pub changes: Vec<AtomChange>,
    /// Whether its change of words waits for wording that is not held.
    pub pending: bool,
    /// Whether it is a note or a clarification: such change nothing.
    pub interprets: bool,
    /// The changes that it takes back.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub withdraws: Vec<Origin>,
    /// What it interprets, unit by unit, in the wording of its own edition.
    pub interpreted: Vec<(String, String)>,
    /// Where what it takes out lives on.
    pub moved_to: Option<String>,
    /// What took it back.
    pub withdrawn_by: Option<Origin>,
    /// The rulings that interpret what it changes, as they stand at its edition.
    pub overtakes: Vec<Clarification>,
}

/// An instruction's place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryAt {
    /// The file.
    pub source: SourceId,
    /// Index of its level-1 heading.
    pub place: usize,
    /// Index of the instruction below that.
    pub entry: usize,
}

impl Analysis {
    /// The sections that an instruction concerns, with its number among the patches of each.
    pub fn instructed(&self, db: &RulesetDb, at: EntryAt) -> Vec<(Arc<Section>, PatchIx)> {
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
        let mut ids: Vec<String> = vec![place_id(place)];
        ids.extend(
            targets(command)
                .iter()
                .filter_map(|target| target.id.as_ref())
                .map(|id| id.value.clone()),
        );
        if let Some(Command::Withdraw { clause, .. }) = command {
            ids.push(clause.value.clone());
        }
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

    /// The version of a section in which the addresses of an instruction count, or would count if they were for it; `edition` where the
    /// instruction names a numbering of its own. For instructions that are being written too.
    pub fn numbering(
        &self,
        db: &RulesetDb,
        at: EntryAt,
        section: &str,
        edition: Option<EditionIx>,
    ) -> Option<(Arc<Section>, Arc<Tree>)> {
        let patch = db.patch(at.source, at.place, at.entry)?;
        let section = db.section(db.section_of(section).unwrap_or(section))?;
        let own = if is_note(&patch) {
            patch.own_edition
        } else {
            patch.frame
        };
        let tree = section.numbering_for(&patch, edition.unwrap_or(own));
        Some((section, tree))
    }

    /// The versions of a section just before an instruction and just after it, in the edition in which it takes effect, as known when it
    /// was published; what was published with it and comes before it counts. A withdrawal takes effect in the edition of the changes that
    /// it takes back, where that is a later one.
    pub fn around(
        &self,
        db: &RulesetDb,
        section: &Section,
        ix: PatchIx,
    ) -> Option<(View, Arc<Tree>, Arc<Tree>)> {
        let patch = section.patch(ix)?;
        let withdrawn = section.withdraws(ix);
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
            if db.ruleset.line(own.edition).contains(&edition) {
                edition = own.edition;
            }
        }
        let view = View {
            edition,
            as_of: patch.known.counts_from(),
            profile: Arc::new(profile),
        };
        if withdrawn.is_some() {
            let (before, after) = (section.without(ix, &view), section.version(&view));
            return Some((view, before, after));
        }
        let steps = section.steps(&view);
        let pair = steps.windows(2).find(|pair| pair[1].patches.contains(&ix));
        let before = pair.map_or_else(|| section.frame(ix), |pair| Arc::clone(&pair[0].tree));
        let after = Arc::new(section.alone(ix, &before));
        Some((view, before, after))
    }

    /// What an instruction does, section by section.
    pub fn effects(&self, db: &RulesetDb, at: EntryAt) -> Vec<Effect> {
        self.instructed(db, at)
            .iter()
            .filter_map(|(section, ix)| self.effect(db, section, *ix))
            .collect()
    }

    pub(super) fn effect(&self, db: &RulesetDb, section: &Section, ix: PatchIx) -> Option<Effect> {
        let (view, before, after) = self.around(db, section, ix)?;
        let patch = section.patch(ix)?;
        let lowered = section.lowered.get(ix.0 as usize).and_then(Option::as_ref);
        let command = patch.entry().and_then(|entry| entry.command.as_ref());
        let interprets = matches!(
            command,
            Some(Command::Note { .. } | Command::Clarify { .. })
        );
        let changes = atom_changes(db, section, before.root, &before, &after);
        let frame = section.frame(ix);
        let name = |tree: &Tree, unit: UnitId| {
            format!("{}/{}", db.ruleset.key, unit_id(section, tree, unit))
        };
        let reached: Vec<UnitId> = lowered
            .map(|lowered| lowered.reached.clone())
            .unwrap_or_default();
        let wide = View {
            as_of: jiff::civil::Date::MAX,
            ..view.clone()
        };
        let reader = Reader {
            analysis: self,
            db,
            section,
            view: &wide,
            tree: &after,
        };
        let touched = |ruling: &Clarification| {
            changes
                .iter()
                .any(|change| ruling.units.iter().any(|unit| within(&change.id, unit)))
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
                    .map(|&unit| (name(&frame, unit), frame.plain(unit, Layer::Restated)))
                    .collect()
            } else {
                Vec::new()
            },
            reached: reached.iter().map(|&unit| name(&frame, unit)).collect(),
            changes,
            pending: after.walk(after.root).into_iter().any(|unit| {
                after
                    .get(unit)
                    .is_some_and(|node| node.pending.contains(&ix))
            }),
            interprets,
            withdraws: section
                .withdraws(ix)
                .into_iter()
                .flatten()
                .map(|&hit| self.origin(section, hit))
                .collect(),
            moved_to: lowered.and_then(|lowered| {
                lowered
                    .edits
                    .iter()
                    .find_map(|edit| super::bearing::moved_to(edit).map(str::to_owned))
            }),
            withdrawn_by: section
                .withdrawn(ix, &wide)
                .map(|by| self.origin(section, by)),
            overtakes,
        })
    }
}

/// Whether a unit is another one, or lies in it or around it.
fn within(id: &str, other: &str) -> bool {
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
