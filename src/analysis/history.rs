//! How a clause came to read as it does.

use super::{
    Analysis, ClauseRemark, Origin, Query, WordingChoice, compare::is_printed,
    notices::unofficial_values, unit_id,
};
use crate::{
    model::{BASE, Kind, Patch, PatchIx, Tree, UnitId},
    resolve::{RulesetDb, Section, View, is_described, is_note},
    syntax::{CommentaryKind, Layer, plain_text},
};
use serde::Serialize;

/// One unit that a patch changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AtomChange {
    /// Its id with the ruleset.
    pub id: String,
    /// What it is.
    pub kind: &'static str,
    /// Its label, or that of the unit whose first sentence it is; row and column of a cell.
    pub label: Option<String>,
    /// How it read before; none where it was not.
    pub before: Option<String>,
    /// How it read after; none where it was no more.
    pub after: Option<String>,
    /// How it read before in print, where that is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed_before: Option<String>,
    /// How it read after in print.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed_after: Option<String>,
}

/// One patch in the history of a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogEntry {
    /// Whose.
    #[serde(flatten)]
    pub origin: Origin,
    /// What it changed.
    pub changes: Vec<AtomChange>,
    /// Whether its change waits for wording that is not held.
    pub pending: bool,
    /// Where what it took out lives on.
    pub moved_to: Option<String>,
    /// What took it back, if anything did.
    pub withdrawn_by: Option<Origin>,
    /// Whether it is published later than it takes effect.
    pub retroactive: bool,
    /// Where alone it counts.
    pub scope: Option<String>,
    /// The sources' contradictions recorded with it.
    pub contradictions: Vec<String>,
    /// Its declared deviations from the print.
    pub deviations: Vec<String>,
    /// Which values that it replaced were not official ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
    /// What it says, if it is a note.
    pub note: Option<String>,
    /// Whether it is described without words or place, so that it changes nothing here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// The history of a clause, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Log {
    /// The version of this shape: 1.
    pub version: u32,
    /// The question.
    pub query: Query,
    /// The clause.
    pub id: String,
    /// The heading of its section.
    pub heading: String,
    /// The printed page.
    pub page: Option<String>,
    /// What must be said along with it.
    pub notices: Vec<String>,
    /// Its patches, newest first; withdrawn ones among them.
    pub entries: Vec<LogEntry>,
    /// The base text on which it all stands.
    pub base: ClauseRemark,
}

impl Analysis {
    /// How a clause came to read as it does at `view`.
    pub fn log(&self, db: &RulesetDb, section: &Section, unit: Option<UnitId>, view: &View) -> Log {
        let tree = section.version(view);
        let clause = self.clause(db, section, unit, view, WordingChoice::Restated);
        let unit = unit.unwrap_or(tree.root);
        let entries = self.log_entries(db, section, unit, view);
        let remarks = clause
            .remarks
            .into_iter()
            .filter(|_| entries.is_empty())
            .map(|remark| remark.text);
        Log {
            version: 1,
            query: Query::of(&db.ruleset, view),
            heading: clause.heading,
            id: clause.id,
            page: clause.page,
            notices: clause.notices.into_iter().chain(remarks).collect(),
            entries,
            base: ClauseRemark {
                origin: self.origin(section, BASE),
                text: section.base().plain(unit, Layer::Restated),
            },
        }
    }

    /// The patches that made a unit what it is at `view`, newest first, with notes on it and open instructions.
    pub(super) fn log_entries(
        &self,
        db: &RulesetDb,
        section: &Section,
        unit: UnitId,
        view: &View,
    ) -> Vec<LogEntry> {
        let tree = section.version(view);
        let mut entries: Vec<LogEntry> = Vec::new();
        let steps = section.steps(view);
        for pair in steps.windows(2) {
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
                    (before, &section.alone_at(ix, before, view)),
                    view,
                ));
            }
        }
        for (by, hit) in section
            .withdrawals
            .iter()
            .filter(|(by, _)| section.patch(*by).is_some_and(|p| view.sees(p)))
        {
            let Some(day) = section.patch(*by).map(|p| p.known.counts_from()) else {
                continue;
            };
            let then_view = View {
                as_of: crate::resolve::day_before(day),
                ..view.clone()
            };
            let then = section.steps(&then_view);
            let mut acted = false;
            for &ix in hit {
                let step = then
                    .windows(2)
                    .find(|pair| pair[1].patches.contains(&ix))
                    .filter(|pair| section.touches(ix, unit, &pair[0].tree, &pair[1].tree));
                if let Some(pair) = step {
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
                                &section.alone_withdrawn(ix, &pair[0].tree, *by),
                            ),
                            &then_view,
                        )
                    });
                }
            }
            if acted {
                let own = View {
                    as_of: day,
                    ..view.clone()
                };
                entries.push(self.entry(
                    db,
                    section,
                    *by,
                    unit,
                    (&section.without(*by, &own), &section.version(&own)),
                    view,
                ));
            }
        }
        let aside = |p: &Patch| {
            (is_note(p) || is_described(p)) && view.sees(p) && p.edition <= view.edition
        };
        for (at, patch) in section.patches.iter().enumerate().filter(|(_, p)| aside(p)) {
            let reached = section
                .lowered
                .get(at)
                .and_then(Option::as_ref)
                .map(|l| l.reached.clone())
                .unwrap_or_default();
            if unit == tree.root
                || reached
                    .iter()
                    .any(|&u| tree.holds(unit, u) || u != tree.root && tree.holds(u, unit))
            {
                let note = is_note(patch).then(|| plain_text(patch.blocks()));
                entries.push(LogEntry {
                    note,
                    ..self.entry(db, section, PatchIx(at as u32), unit, (&tree, &tree), view)
                });
            }
        }
        let turn = |entry: &LogEntry| {
            section
                .patches
                .iter()
                .position(|p| self.is(section, p, &entry.origin))
                .unwrap_or(0)
        };
        entries.sort_by_key(|entry| std::cmp::Reverse(turn(entry)));
        entries.dedup();
        entries
    }

    fn is(&self, section: &Section, patch: &crate::model::Patch, origin: &Origin) -> bool {
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
        change: (&Tree, &Tree),
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
                let held = crate::resolve::recorded::editions(db, section, ix, note, view);
                let ids: Vec<&str> = held
                    .iter()
                    .map(|&edition| db.ruleset.edition_id(edition))
                    .collect();
                // what arises later is not known yet; what was resolved is history
                let until = if held.contains(&view.edition) {
                    String::new()
                } else {
                    format!(" (at {})", ids.join(", "))
                };
                (!held.is_empty()).then(|| format!("{}{until}", note.text.text))
            });
        let lowered = section.lowered.get(ix.0 as usize).and_then(Option::as_ref);
        LogEntry {
            origin: self.origin(section, ix),
            changes: atom_changes(db, section, unit, before, after),
            pending: after
                .walk(unit)
                .into_iter()
                .chain(after.path(unit))
                .any(|u| after.get(u).is_some_and(|n| n.pending.contains(&ix))),
            moved_to: lowered.and_then(|l| {
                l.edits
                    .iter()
                    .find_map(|edit| super::bearing::moved_to(edit).map(str::to_owned))
            }),
            withdrawn_by: None,
            retroactive: patch.is_some_and(|p| p.own_edition != p.edition),
            scope: patch.and_then(|p| p.scope.clone()),
            contradictions: contradictions.collect(),
            deviations: deviations.collect(),
            notices: unofficial_values(section, unit, before, after),
            note: None,
            open: patch.is_some_and(|patch| is_described(patch)),
        }
    }
}

/// The printed words of a unit, where all of them are held.
fn printed(tree: &Tree, unit: UnitId) -> Option<String> {
    is_printed(tree, unit).then(|| tree.plain_unlabelled(unit, Layer::Printed))
}

/// The atoms under `unit` that differ from one version to the next; units that are new or gone whole are one change.
pub(super) fn atom_changes(
    db: &RulesetDb,
    section: &Section,
    unit: UnitId,
    before: &Tree,
    after: &Tree,
) -> Vec<AtomChange> {
    let mut out = Vec::new();
    let mut stack = vec![unit];
    while let Some(u) = stack.pop() {
        let (was, is) = (before.lives(u), after.lives(u));
        let Some(node) = after
            .get(u)
            .or(before.get(u))
            .filter(|node| !node.kind.is_gap())
        else {
            continue;
        };
        let text = |tree: &Tree| {
            tree.get(u)
                .and_then(|n| n.text(Layer::Restated))
                .map(|w| w.text.clone())
        };
        let grown_around = || after.walk(u).into_iter().any(|inner| before.lives(inner));
        let differs = match (was, is) {
            (true, true) if node.kind.is_atom() => text(before) != text(after),
            (true, true) => {
                stack.extend(after.all_children(u).iter().rev());
                relabelled(before, after, u)
            }
            (false, true) if grown_around() => {
                stack.extend(after.all_children(u).iter().rev());
                false
            }
            (false, true) => true,
            // what was not held and gave way to other text is told by that
            (true, false) => {
                let replaced = after
                    .path(u)
                    .find_map(|p| after.get(p)?.gone.clone())
                    .is_some_and(|gone| gone.replaced);
                !replaced
                    || before
                        .plain(u, Layer::Restated)
                        .chars()
                        .any(char::is_alphanumeric)
            }
            (false, false) => false,
        };
        if differs {
            let tree = if is { after } else { before };
            let lead = || {
                let parent = tree.get(u)?.parent?;
                tree.get(parent)?
                    .label
                    .as_deref()
                    .filter(|_| tree.children(parent).next() == Some(u))
                    .map(str::to_owned)
            };
            let label = match tree.cell_labels(u) {
                Some((row, column)) => Some(format!("{row} ({column})")),
                None => node.label.as_deref().map(str::to_owned).or_else(lead),
            };
            let (kind, id) = (
                node.kind.name(),
                format!("{}/{}", db.ruleset.key, unit_id(section, tree, u)),
            );
            out.push(if was && is && !node.kind.is_atom() {
                let (before, after) = (label_of(before, u), label_of(after, u));
                AtomChange {
                    id,
                    kind,
                    label,
                    before,
                    after,
                    printed_before: None,
                    printed_after: None,
                }
            } else {
                AtomChange {
                    id,
                    kind,
                    label,
                    before: was.then(|| before.plain_unlabelled(u, Layer::Restated)),
                    after: is.then(|| after.plain_unlabelled(u, Layer::Restated)),
                    printed_before: printed(before, u).filter(|_| was),
                    printed_after: printed(after, u).filter(|_| is),
                }
            });
        }
    }
    out
}

/// Whether a paragraph or bullet has another label in a later version. The label of a row is its first cell, which is compared as such.
pub(super) fn relabelled(before: &Tree, after: &Tree, unit: UnitId) -> bool {
    matches!(after.kind(unit), Kind::Paragraph | Kind::Bullet)
        && label_of(before, unit) != label_of(after, unit)
}

/// Returns the label of a unit.
pub(super) fn label_of(tree: &Tree, unit: UnitId) -> Option<String> {
    tree.get(unit)?.label.as_deref().map(str::to_owned)
}
