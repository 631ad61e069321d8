//! Returns the history of a clause: patches, withdrawals, notes, open instructions; newest first.

use super::{
    Analysis, ClauseAnnotation, ClauseState, Origin, ViewDescription, WordingChoice,
    absence::absence_doubt,
    compared_unit::is_printed,
    full_id,
    label::{is_relabelled, label_of, naming_label},
    notices::unofficial_values,
};
use crate::{
    doc::{HOLE, Text},
    model::{BASE, EditionIx, Patch, PatchIx, SectionTree, UnitId},
    resolve::{RulesetDb, Section, View, is_note, is_open_instruction},
    syntax::{CommentaryKind, WordingLayer, plain_text},
};
use serde::Serialize;

/// A unit that a patch changed, with its text, or only its label, before and after the patch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitChange {
    /// Its id with the ruleset.
    pub id: String,
    /// The kind of unit.
    pub kind: &'static str,
    /// Its label, or that of the unit whose first sentence it is; row and column of a cell.
    pub label: Option<String>,
    /// The text before, or the label if only that changed; `…` if it is not held, `None` if the unit
    /// did not exist.
    pub before: Option<String>,
    /// The text after, or the label if only that changed; `None` if it no longer exists.
    pub after: Option<String>,
    /// The printed text before, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed_before: Option<String>,
    /// The printed text after, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed_after: Option<String>,
}

impl UnitChange {
    /// Returns the old and the new words, printed if they are known, and the restatement of printed
    /// ones if it differs.
    pub fn texts(&self) -> (Text, Option<Text>) {
        let restated = Text::change(self.before.as_deref(), self.after.as_deref());
        if self.printed_before.is_none() && self.printed_after.is_none() {
            return (restated, None);
        }
        // a printed text on one side is not compared with a restatement on the other
        fn side<'t>(printed: &'t Option<String>, restated: &Option<String>) -> Option<&'t str> {
            printed.as_deref().or(restated.as_ref().map(|_| HOLE))
        }
        let printed = Text::change(
            side(&self.printed_before, &self.before),
            side(&self.printed_after, &self.after),
        );
        let differs = restated != printed;
        (printed, differs.then_some(restated))
    }
}

/// A patch, withdrawal or note in a clause's history: its origin and its changes of the clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogEntry {
    /// The patch.
    #[serde(flatten)]
    pub origin: Origin,
    /// What it changed.
    pub changes: Vec<UnitChange>,
    /// Whether its change of words waits for wording that is missing.
    pub pending: bool,
    /// Where the text it deleted continues.
    pub moved_to: Option<String>,
    /// What withdrew it, if anything did.
    pub withdrawn_by: Option<Origin>,
    /// Whether it is published later than it takes effect.
    pub retroactive: bool,
    /// The only scope in which it counts, if it is limited to one.
    pub scope: Option<String>,
    /// The contradictions between sources recorded with it.
    pub contradictions: Vec<String>,
    /// Its declared deviations from the print.
    pub deviations: Vec<String>,
    /// Notices about replaced values that were not official.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
    /// Its text, if it is a note.
    pub note: Option<String>,
    /// Whether the sheet describes it without giving words or place, so that it changes nothing
    /// here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// The history of a clause, as `rulebook log` shows it: its patches, newest first, even withdrawn
/// ones, and its base text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangeLog {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The view that was requested.
    pub query: ViewDescription,
    /// The clause.
    pub id: String,
    /// The heading of its section.
    pub heading: String,
    /// The printed page.
    pub page: Option<String>,
    /// Notices to show with the log.
    pub notices: Vec<String>,
    /// Its patches, notes and open instructions, newest first, including withdrawn ones.
    pub entries: Vec<LogEntry>,
    /// The base text that the patches amend; `None` if the clause was inserted later.
    pub base: Option<ClauseAnnotation>,
}

impl Analysis {
    /// Returns the history of a clause up to `view`.
    pub fn change_log(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: Option<UnitId>,
        view: &View,
    ) -> ChangeLog {
        let clause = self.clause(db, section, unit, view, WordingChoice::Restated);
        let unit = unit.unwrap_or(section.base().root);
        let entries = self.log_entries(db, section, unit, view);
        let remarks = clause
            .remarks
            .into_iter()
            .filter(|_| entries.is_empty())
            .map(|remark| remark.text);
        ChangeLog {
            version: 1,
            query: ViewDescription::new(&db.ruleset, view),
            heading: clause.heading,
            id: clause.id,
            page: clause.page,
            notices: (clause.state_text.into_iter())
                .filter(|_| clause.state != ClauseState::NotHeld)
                .chain(clause.notices)
                .chain(remarks)
                .collect(),
            entries,
            base: section.base().is_live(unit).then(|| ClauseAnnotation {
                origin: self.origin(section, BASE),
                text: section.base().restated_text(unit),
            }),
        }
    }

    /// Returns the patches on a unit up to `view`, newest first, with withdrawn ones, withdrawals,
    /// notes and open instructions.
    pub(super) fn log_entries(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: UnitId,
        view: &View,
    ) -> Vec<LogEntry> {
        let tree = section.version(view);
        let mut entries: Vec<LogEntry> = Vec::new();
        let revisions = section.revisions(view);
        for pair in revisions.windows(2) {
            let (before, after) = (&pair[0].tree, &pair[1].tree);
            for &ix in pair[1]
                .patches
                .iter()
                .filter(|&&ix| section.touches(ix, unit, before, after))
            {
                entries.push(self.entry(
                    db,
                    section,
                    ix,
                    unit,
                    (before, &section.apply_alone_at(ix, before, view)),
                    view,
                ));
            }
        }
        entries.extend(self.withdrawal_entries(db, section, unit, view));
        entries.extend(self.note_entries(db, section, unit, view, &tree));
        let position = |entry: &LogEntry| {
            section
                .patches
                .iter()
                .position(|p| self.is_origin(section, p, &entry.origin))
                .unwrap_or(0)
        };
        entries.sort_by_key(|entry| std::cmp::Reverse(position(entry)));
        entries.dedup();
        entries
    }

    /// Returns the withdrawals that changed a unit, each after the patches that it withdrew.
    fn withdrawal_entries(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: UnitId,
        view: &View,
    ) -> Vec<LogEntry> {
        let mut entries = Vec::new();
        for (by, hit) in section
            .withdrawals
            .iter()
            .filter(|(by, _)| section.patch(*by).is_some_and(|p| view.includes(p)))
        {
            let Some(day) = section.patch(*by).map(|p| p.known.counts_from()) else {
                continue;
            };
            let then_view = view.with_day(crate::resolve::day_before(day));
            let then = section.revisions(&then_view);
            let mut acted = false;
            for &ix in hit {
                let revision = then
                    .windows(2)
                    .find(|pair| pair[1].patches.contains(&ix))
                    .filter(|pair| section.touches(ix, unit, &pair[0].tree, &pair[1].tree));
                if let Some(pair) = revision {
                    acted = true;
                    entries.push(LogEntry {
                        withdrawn_by: Some(self.origin(section, *by)),
                        ..self.entry(
                            db,
                            section,
                            ix,
                            unit,
                            (
                                &pair[0].tree,
                                &section.apply_alone_withdrawn(ix, &pair[0].tree, *by),
                            ),
                            &then_view,
                        )
                    });
                }
            }
            if acted {
                let own = view.with_day(day);
                entries.push(self.entry(
                    db,
                    section,
                    *by,
                    unit,
                    (&section.version_without(*by, &own), &section.version(&own)),
                    view,
                ));
            }
        }
        entries
    }

    /// Returns the notes and open instructions on a unit.
    fn note_entries(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: UnitId,
        view: &View,
        tree: &SectionTree,
    ) -> Vec<LogEntry> {
        let mut entries = Vec::new();
        let is_note_or_open = |p: &Patch| {
            (is_note(p) || is_open_instruction(p)) && view.includes(p) && p.edition <= view.edition
        };
        for (at, patch) in section
            .patches
            .iter()
            .enumerate()
            .filter(|(_, p)| is_note_or_open(p))
        {
            let reached = section
                .lowered
                .get(at)
                .and_then(Option::as_ref)
                .map(|l| l.reached.clone())
                .unwrap_or_default();
            if unit == tree.root
                || reached
                    .iter()
                    .any(|&u| tree.contains(unit, u) || u != tree.root && tree.contains(u, unit))
            {
                let note = is_note(patch).then(|| plain_text(patch.blocks()));
                entries.push(LogEntry {
                    note,
                    ..self.entry(db, section, PatchIx(at as u32), unit, (tree, tree), view)
                });
            }
        }
        entries
    }

    fn is_origin(&self, section: &Section, patch: &crate::model::Patch, origin: &Origin) -> bool {
        *patch.document == *origin.document
            && origin.n.as_deref().unwrap_or_default() == patch.numbers().join(",")
            && patch.is_instruction()
            && section.patch(BASE).is_some()
    }

    fn entry(
        &self,
        db: &RulesetDb,
        section: &Section,
        ix: PatchIx,
        unit: UnitId,
        change: (&SectionTree, &SectionTree),
        view: &View,
    ) -> LogEntry {
        let (before, after) = change;
        let patch = section.patch(ix);
        let notes = patch
            .map(|patch| patch.commentary())
            .unwrap_or_default()
            .iter();
        let deviations = notes
            .clone()
            .filter(|note| note.kind == CommentaryKind::Deviation)
            .map(|note| note.text.text.to_string());
        let contradictions = notes
            .filter(|note| note.kind == CommentaryKind::Contradiction)
            .filter_map(|note| {
                let editions =
                    crate::resolve::commentary::true_editions(db, section, ix, note, view);
                let ids: Vec<&str> = editions
                    .iter()
                    .map(|&edition| db.ruleset.edition_id(edition))
                    .collect();
                // contradictions that arise later are not known yet; those resolved by then are
                // history
                let until = if editions.contains(&view.edition) {
                    String::new()
                } else {
                    format!(" (at {})", ids.join(", "))
                };
                (!editions.is_empty()).then(|| format!("{}{until}", note.text.text))
            });
        let lowered = section.lowered_patch(ix);
        LogEntry {
            origin: self.origin(section, ix),
            changes: atom_changes(section, unit, before, after),
            pending: after
                .iter_live_units(unit)
                .chain(after.ancestors(unit))
                .any(|u| after.get(u).is_some_and(|n| n.pending.contains(&ix))),
            moved_to: lowered.and_then(|l| {
                l.edits
                    .iter()
                    .find_map(|edit| edit.moved_to().map(str::to_owned))
            }),
            withdrawn_by: None,
            retroactive: patch.is_some_and(|p| p.own_edition != p.edition),
            scope: patch.and_then(|p| p.scope.clone()),
            contradictions: contradictions.collect(),
            deviations: deviations.collect(),
            notices: unofficial_values(section, unit, before, after),
            note: None,
            open: patch.is_some_and(|patch| is_open_instruction(patch)),
        }
    }
}

/// Returns the printed words of a unit, if all of them are known.
fn printed_text(tree: &SectionTree, unit: UnitId) -> Option<String> {
    is_printed(tree, unit).then(|| tree.plain_text_unlabelled(unit, WordingLayer::Printed))
}

/// Returns the sentences, headings and cells below `unit` that differ between two versions, and
/// the units with another label. A unit that is wholly new or gone is one change.
pub(super) fn atom_changes(
    section: &Section,
    unit: UnitId,
    before: &SectionTree,
    after: &SectionTree,
) -> Vec<UnitChange> {
    let mut out = Vec::new();
    let mut stack = vec![unit];
    while let Some(u) = stack.pop() {
        let (was, is) = (before.is_live(u), after.is_live(u));
        let Some(node) = after
            .get(u)
            .or(before.get(u))
            .filter(|node| !node.kind.is_gap())
        else {
            continue;
        };
        let text = |tree: &SectionTree| tree.restated(u).map(|w| w.text.clone());
        let contains_older_units = || after.iter_live_units(u).any(|inner| before.is_live(inner));
        let is_unknown = || absence_doubt(section, before, EditionIx(0), u).is_some();
        let differs = match (was, is) {
            (true, true) if node.kind.is_atom() => text(before) != text(after),
            (true, true) => {
                stack.extend(after.all_children(u).iter().rev());
                is_relabelled(before, after, u)
            }
            (false, true) if contains_older_units() => {
                stack.extend(after.all_children(u).iter().rev());
                false
            }
            (false, true) => true,
            // unknown text that was replaced is covered by the change of its replacement
            (true, false) => {
                let replaced = after.removal(u).is_some_and(|gone| gone.replaced);
                !replaced || before.restated_text(u).chars().any(char::is_alphanumeric)
            }
            (false, false) => false,
        };
        if differs {
            let tree = if is { after } else { before };
            let label = naming_label(tree, u);
            let is_label = was && is && !node.kind.is_atom();
            let text = |tree: &SectionTree| match is_label {
                true => label_of(tree, u),
                false => Some(tree.unlabelled_text(u)),
            };
            let printed = |tree| printed_text(tree, u).filter(|_| !is_label);
            out.push(UnitChange {
                id: full_id(section, tree, u),
                kind: node.kind.name(),
                label,
                before: match was {
                    true => text(before),
                    false => is_unknown().then(|| "…".to_owned()),
                },
                after: text(after).filter(|_| is),
                printed_before: printed(before).filter(|_| was),
                printed_after: printed(after).filter(|_| is),
            });
        }
    }
    out
}
