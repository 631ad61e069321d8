//! Computes the state of rulings (clarifications) at an edition, day and profile: whether the text
//! that they interpret changed, or a reviewer's verdict.

use super::{Section, View, is_clarification};
use crate::{
    model::{EditionIx, Patch, PatchIx, Profile, SectionAction, SectionTree, UnitId, UnitKind},
    text::join,
};
use serde::Serialize;
use std::sync::Arc;

/// The state of a ruling at a view: the text that it interprets is unchanged (`current`), changed
/// (changed since) or unknown, or a reviewer's verdict (`confirmed`, …).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulingState {
    /// The units that it interprets read as they did.
    Current,
    /// One of them reads differently, and no review says what follows from that. In version 1 of the JSON
    /// it is `touched`.
    #[serde(rename = "touched")]
    ChangedSince,
    /// Their wording is missing and their section was rewritten.
    Undecided,
    /// A reviewer found that it still holds.
    Confirmed,
    /// A reviewer found that it holds in part.
    Narrowed,
    /// A reviewer found that the text says otherwise.
    Contradicted,
    /// A reviewer found that the text now says the same.
    Absorbed,
}

impl RulingState {
    /// The states in the order in which a register lists them: those that need care first.
    pub const BY_CARE: &[Self] = &[
        Self::Contradicted,
        Self::Undecided,
        Self::ChangedSince,
        Self::Narrowed,
        Self::Absorbed,
        Self::Confirmed,
        Self::Current,
    ];

    /// The verdicts of reviews: `ruled=narrowed@3.4`.
    pub const VERDICTS: &[Self] = &[
        Self::Confirmed,
        Self::Narrowed,
        Self::Contradicted,
        Self::Absorbed,
    ];

    /// Returns the state of that name or label, in any case; `valid` is current, and `touched` changed since.
    pub fn from_name(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case("valid") {
            return Some(Self::Current);
        }
        if name.eq_ignore_ascii_case("touched") {
            return Some(Self::ChangedSince);
        }
        let name = name.replace(' ', "-");
        let mut all = Self::BY_CARE.iter().copied();
        all.find(|state| state.name().eq_ignore_ascii_case(&name))
    }

    /// Returns the place of the state in [`BY_CARE`](Self::BY_CARE).
    pub fn care_rank(self) -> usize {
        let place = Self::BY_CARE.iter().position(|&state| state == self);
        place.unwrap_or(Self::BY_CARE.len())
    }

    /// Returns whether a reader has to look at the ruling before relying on it.
    pub fn needs_care(self) -> bool {
        !matches!(self, Self::Current | Self::Confirmed)
    }

    /// Returns the name of the state.
    pub fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::ChangedSince => "changed-since",
            Self::Undecided => "undecided",
            Self::Confirmed => "confirmed",
            Self::Narrowed => "narrowed",
            Self::Contradicted => "contradicted",
            Self::Absorbed => "absorbed",
        }
    }

    /// Returns the state in words for people: `changed since`; its name otherwise.
    pub fn label(self) -> &'static str {
        match self {
            Self::ChangedSince => "changed since",
            other => other.name(),
        }
    }

    /// Returns the label of the state of that name; the name itself if there is no such state.
    pub fn label_of(name: &str) -> &str {
        match Self::from_name(name) {
            Some(state) => state.label(),
            None => name,
        }
    }

    /// Returns the verdict of that name: one of the states that a reviewer may declare in `ruled=`.
    pub fn from_verdict(name: &str) -> Option<Self> {
        let mut verdicts = Self::VERDICTS.iter().copied();
        verdicts.find(|state| state.name() == name)
    }
}

/// A ruling (clarification) of a section at a view: the patch that states it, the units that it
/// interprets, its state, and the reason for that state.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// The patch that states it.
    pub patch: PatchIx,
    /// The units that it interprets.
    pub units: Vec<UnitId>,
    /// Its state at the requested view.
    pub state: RulingState,
    /// The reason, in a few words; empty for current rulings.
    pub reason: String,
}

/// A unit that a ruling interprets, with its words when the ruling was made and its words at a
/// view, to show what changed since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterpretedWords {
    /// The unit.
    pub unit: UnitId,
    /// Its words when the ruling was made; empty if it was not part of the text.
    pub then: String,
    /// Its words at the view; empty if it is not part of the text.
    pub now: String,
    /// Whether its label is another one now.
    pub relabelled: bool,
}

impl Section {
    /// Returns the words of the units that a ruling interprets, as they were compared for its state.
    pub fn interpreted_words(&self, ruling: &Ruling, view: &View) -> Vec<InterpretedWords> {
        let Some(patch) = self.patch(ruling.patch) else {
            return Vec::new();
        };
        let (then, now) = (self.version(&view_of_ruling(patch)), self.version(view));
        let words = |&unit: &UnitId| InterpretedWords {
            unit,
            then: own_text(&then, unit),
            now: own_text(&now, unit),
            relabelled: is_relabelled(&then, &now, unit),
        };
        ruling.units.iter().map(words).collect()
    }

    /// Returns the clarifications that are shown at `view`, with their states.
    pub fn rulings(&self, view: &View) -> Vec<Ruling> {
        // a clarification of a later edition does not apply to this one
        let chain = self.ruleset().amendment_chain(view.edition);
        let is_shown = |at: usize| {
            is_clarification(&self.patches[at])
                && view.shows_ruling(&self.patches[at])
                && chain.contains(&self.patches[at].own_edition)
        };
        let shown: Vec<usize> = (0..self.patches.len()).filter(|&at| is_shown(at)).collect();
        if shown.is_empty() {
            return Vec::new();
        }
        let now = self.version(view);
        shown
            .into_iter()
            .filter_map(|at| self.ruling(PatchIx(at as u32), view, &now))
            .collect()
    }

    /// Returns the first unit that the clarification of that id interprets.
    pub fn interpreted(&self, id: &str) -> Option<UnitId> {
        let has_id = |patch: &Patch| patch.id().is_some_and(|own| own.value == id);
        let at = self
            .patches
            .iter()
            .position(|patch| patch.is_instruction() && has_id(patch))?;
        self.lowered.get(at)?.as_ref()?.reached.first().copied()
    }

    fn ruling(&self, ix: PatchIx, view: &View, now: &SectionTree) -> Option<Ruling> {
        let patch = self.patch(ix)?;
        let units = self.lowered_patch(ix)?.reached.clone();
        let then = self.version(&view_of_ruling(patch));
        let mut state = RulingState::Current;
        let mut reason = String::new();
        for &unit in &units {
            let (found, why) = self.unit_state(unit, &then, now, view, patch.own_edition);
            if found > state {
                (state, reason) = (found, why);
            }
        }
        let chain = self.ruleset().amendment_chain(view.edition);
        let ruled = patch
            .attribute("ruled")
            .map_or("", |ruled| ruled.value.as_str());
        let mut verdicts: Vec<_> = ruled
            .split(',')
            .filter_map(|verdict| self.verdict(verdict))
            .collect();
        verdicts.sort_by_key(|(_, at)| *at);
        // the last review that still fits the text; if the text changed after the review, a new
        // review is due
        let fits = |&(verdict, at): &(RulingState, EditionIx)| {
            let from_start = verdict == RulingState::Contradicted && at == patch.own_edition;
            (from_start || state != RulingState::Current)
                && chain.contains(&at)
                && self.unchanged_since(&units, at, view, now)
        };
        match verdicts.iter().rfind(|verdict| fits(verdict)) {
            Some((verdict, at)) => {
                state = *verdict;
                reason = format!("reviewed at {}", self.ruleset().edition_id(*at));
            }
            None => {
                if let Some((verdict, at)) = verdicts
                    .iter()
                    .rfind(|(_, at)| chain.contains(at))
                    .filter(|_| state != RulingState::Current)
                {
                    reason = format!(
                        "{reason}; {} when reviewed at {}",
                        verdict.name(),
                        self.ruleset().edition_id(*at)
                    );
                }
            }
        }
        Some(Ruling {
            patch: ix,
            units,
            state,
            reason,
        })
    }

    /// Parses `narrowed@3.4` into the verdict and the edition at which it was given.
    fn verdict(&self, written: &str) -> Option<(RulingState, EditionIx)> {
        let (name, edition) = written.split_once('@')?;
        Some((
            RulingState::from_verdict(name)?,
            self.ruleset().edition(edition)?,
        ))
    }

    /// Returns whether the units read as they did when they were reviewed at `at`. A verdict holds
    /// until then.
    fn unchanged_since(
        &self,
        units: &[UnitId],
        at: EditionIx,
        view: &View,
        now: &SectionTree,
    ) -> bool {
        let reviewed = self.version(&view.with_edition(at));
        let same = |unit: UnitId| {
            own_text(&reviewed, unit) == own_text(now, unit)
                && label_of(&reviewed, unit) == label_of(now, unit)
        };
        units.iter().all(|&unit| same(unit))
    }

    fn unit_state(
        &self,
        unit: UnitId,
        then: &SectionTree,
        now: &SectionTree,
        view: &View,
        from: EditionIx,
    ) -> (RulingState, String) {
        let before = own_text(then, unit);
        let is_known = before.chars().any(|c| c.is_alphanumeric());
        let relabelled = is_relabelled(then, now, unit);
        if is_known {
            if !now.is_live(unit) {
                return (
                    RulingState::ChangedSince,
                    "the unit that it interprets was deleted".into(),
                );
            }
            if own_text(now, unit) != before {
                return (
                    RulingState::ChangedSince,
                    "the text that it interprets was changed".into(),
                );
            }
        }
        if relabelled {
            return (
                RulingState::ChangedSince,
                "the label of the unit that it interprets was changed".into(),
            );
        }
        if is_known {
            return (RulingState::Current, String::new());
        }
        let chain = self.ruleset().amendment_chain(view.edition);
        let later = |at: usize| {
            chain.contains(&self.patches[at].edition) && self.patches[at].edition > from
        };
        let visible = self.visible_patches(view);
        let rewritten = (0..self.patches.len()).any(|at| {
            self.patches[at].action == SectionAction::Rewrites && visible[at] && later(at)
        });
        if rewritten || !now.is_live(unit) {
            return (
                RulingState::Undecided,
                "the wording that it interprets is not included, and the section was rewritten"
                    .into(),
            );
        }
        (RulingState::Current, String::new())
    }
}

/// Returns the view from which a ruling interprets: its own edition, on its own day.
fn view_of_ruling(patch: &Patch) -> View {
    View {
        edition: patch.own_edition,
        as_of: patch.known.counts_from(),
        profile: Arc::new(Profile::default()),
    }
}

fn is_relabelled(then: &SectionTree, now: &SectionTree, unit: UnitId) -> bool {
    then.is_live(unit) && now.is_live(unit) && label_of(then, unit) != label_of(now, unit)
}

/// Returns the label of a paragraph or bullet.
fn label_of(tree: &SectionTree, unit: UnitId) -> Option<&str> {
    tree.get(unit)
        .filter(|node| matches!(node.kind, UnitKind::Paragraph | UnitKind::Bullet))?
        .label
        .as_deref()
}

/// Returns the words of a unit itself: for a paragraph or bullet its sentences, without the bullets
/// below it.
fn own_text(tree: &SectionTree, unit: UnitId) -> String {
    if !tree.is_live(unit) {
        return String::new();
    }
    if matches!(tree.kind(unit), UnitKind::Paragraph | UnitKind::Bullet) {
        let sentences = tree
            .children(unit)
            .filter(|&u| tree.kind(u) == UnitKind::Sentence);
        join(sentences.map(|u| tree.restated_text(u)), " ")
    } else {
        tree.restated_text(unit)
    }
}
