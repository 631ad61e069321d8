//! Finds the project's notes (contradictions, deviations, remarks) that are true at a view, that
//! is, at an edition, on a day and for a profile.
//!
//! A note is shown at the views at which it holds: a deviation while its instruction is in effect,
//! a contradiction while all of its sides are.

use super::{RulesetDb, Section, View, is_note, is_open_instruction};
use crate::{
    model::{EditionIx, PatchIx, SectionTree, UnitId, UnitKind},
    op::TreeEdit,
    syntax::{
        CitedClause, Commentary, CommentaryKind, InstructionEntry, Verb, WordingLayer, plain_text,
    },
    text::quote::QuoteMatcher,
};
use std::{collections::BTreeSet, sync::Arc};

/// A note of this project that is true at a view: its text, the section and instruction that have
/// it, and the units of the requested section that it links to.
#[derive(Clone, Debug)]
pub struct NoteAtView {
    /// The section whose instruction has the note.
    pub section: Arc<str>,
    /// The instruction.
    pub patch: PatchIx,
    /// The note.
    pub note: Commentary,
    /// The units of the requested section that the note links to.
    pub cites: Vec<UnitId>,
}

/// A section and those of its units that contain one side of a note.
type QuotedUnits = (Arc<Section>, Vec<UnitId>);

/// Returns for each link of a note where its clause contains the quoted words at `view`.
fn note_sides(db: &RulesetDb, note: &Commentary, view: &View) -> Vec<Vec<QuotedUnits>> {
    let sides = note.cited.iter();
    sides.map(|cited| quoted_sides(db, cited, view)).collect()
}

/// Returns whether a note on `patch` of `section` with these sides is true at `view`.
fn is_true_at(
    section: &Section,
    patch: PatchIx,
    note: &Commentary,
    sides: &[Vec<QuotedUnits>],
    view: &View,
) -> bool {
    // a note has no date of its own: that of the newest document that it names counts
    let ruleset = section.ruleset();
    if ruleset.names_later_document(&note.text.text, view.as_of) {
        return false;
    }
    let mut sides = note.cited.iter().zip(sides);
    match note.kind {
        CommentaryKind::Plain => false,
        CommentaryKind::Deviation => is_in_effect(section, patch, view),
        // if one side is quoted, the other side is the instruction itself
        CommentaryKind::Contradiction => {
            sides.all(|(_, found)| !found.is_empty())
                && (quote_count(note) > 1 || is_in_effect(section, patch, view))
        }
        CommentaryKind::Remark => {
            sides.all(|(cited, found)| cited.words.is_none() || !found.is_empty())
                && is_in_effect(section, patch, view)
        }
    }
}

/// Returns how many sides of a note are quoted by its links.
pub fn quote_count(note: &Commentary) -> usize {
    note.cited
        .iter()
        .filter(|cited| cited.words.is_some())
        .count()
}

/// Returns the first clause linked by a note that is not part of the rules, or lacks the quoted
/// words, at every edition, date and profile at which all other linked clauses have theirs.
pub fn missing_side<'n>(db: &RulesetDb, note: &'n Commentary) -> Option<&'n CitedClause> {
    let ruleset = &db.ruleset;
    let dates = ruleset.documents.values().flat_map(|document| {
        let day = document.published.counts_from();
        [super::day_before(day), day]
    });
    let days: BTreeSet<_> = dates.chain([jiff::civil::Date::MAX]).collect();
    let editions = || (0..ruleset.editions.len() as u16).map(EditionIx);
    let mut views: Vec<View> = Vec::new();
    for profile in &ruleset.profiles {
        let profile = Arc::new(profile.clone());
        views.extend(
            days.iter()
                .flat_map(|&as_of| editions().map(move |edition| (as_of, edition)))
                .map(|(as_of, edition)| View {
                    edition,
                    as_of,
                    profile: Arc::clone(&profile),
                }),
        );
    }
    let has = |cited: &CitedClause, view: &View| !quoted_sides(db, cited, view).is_empty();
    // most notes are true at the newest views; only for others all views are compared
    let is_true = |view: &View| note.cited.iter().all(|cited| has(cited, view));
    if views.iter().rev().any(is_true) {
        return None;
    }
    for cited in &note.cited {
        views.retain(|view| has(cited, view));
        if views.is_empty() {
            return Some(cited);
        }
    }
    None
}

/// Returns the editions up to that of `view` at which a note holds, as known on the day of `view`.
pub fn true_editions(
    db: &RulesetDb,
    section: &Section,
    patch: PatchIx,
    note: &Commentary,
    view: &View,
) -> Vec<EditionIx> {
    let chain = db.ruleset.amendment_chain(view.edition).into_iter();
    chain
        .filter(|&edition| {
            let view = view.with_edition(edition);
            let sides = match note.kind {
                CommentaryKind::Plain | CommentaryKind::Deviation => Vec::new(),
                CommentaryKind::Contradiction | CommentaryKind::Remark => {
                    note_sides(db, note, &view)
                }
            };
            is_true_at(section, patch, note, &sides, &view)
        })
        .collect()
}

/// Returns whether a patch counts at `view` and its words, if it has any, are part of the text.
fn is_in_effect(section: &Section, ix: PatchIx, view: &View) -> bool {
    let tree = section.version(view);
    let Some(patch) = section.patch(ix).filter(|_| tree.exists) else {
        return false;
    };
    match patch.entry().map(InstructionEntry::verb) {
        // base text, or the text of a book
        None => true,
        Some(Some(Verb::Clarify)) => section
            .rulings(view)
            .iter()
            .any(|ruling| ruling.patch == ix),
        Some(Some(Verb::Note | Verb::Withdraw)) => counts_at(section, ix, view),
        Some(_) if is_open_instruction(patch) => counts_at(section, ix, view),
        Some(_) => {
            let applied = section
                .revisions(view)
                .iter()
                .any(|revision| revision.patches.contains(&ix));
            let lowered = section.lowered_patch(ix);
            let only_removes =
                !lowered.is_some_and(|lowered| lowered.edits.iter().any(TreeEdit::adds_text));
            applied
                && (only_removes
                    || tree
                        .iter_live_units(tree.root)
                        .any(|unit| is_written_by(&tree, unit, ix)))
        }
    }
}

/// Returns whether a patch introduced a unit, wrote words of it, or is pending on it.
pub fn is_written_by(tree: &SectionTree, unit: UnitId, patch: PatchIx) -> bool {
    let Some(node) = tree.get(unit) else {
        return false;
    };
    let wrote = node
        .text(WordingLayer::Restated)
        .is_some_and(|wording| wording.origins.iter().any(|&(_, by)| by == patch));
    node.by == patch || wrote || node.pending.contains(&patch)
}

/// Returns whether a patch is published, in scope, and of the view's edition or one it amends.
fn counts_at(section: &Section, ix: PatchIx, view: &View) -> bool {
    let chain = section.ruleset().amendment_chain(view.edition);
    section
        .patch(ix)
        .is_some_and(|patch| view.includes(patch) && chain.contains(&patch.edition))
}

/// Returns where a linked clause contains the quoted words at `view`: in its text, in a note on it,
/// or in the ruling of that id. The result is empty if the clause is not part of the rules then or
/// reads differently.
fn quoted_sides(db: &RulesetDb, cited: &CitedClause, view: &View) -> Vec<QuotedUnits> {
    let sections = db
        .declaring_sections(&cited.clause)
        .into_iter()
        .filter_map(|home| db.section(home));
    let side = |section: Arc<Section>| {
        let tree = section.version(view);
        let units = match section.arena.unit_by_name(&cited.clause) {
            Some(unit) if tree.is_live(unit) => quoted_units(&section, &tree, unit, cited, view),
            Some(_) => Vec::new(),
            None => ruled_units(&section, cited, view),
        };
        (!units.is_empty()).then_some((section, units))
    };
    sections.filter_map(side).collect()
}

/// Returns the smallest units of a clause that contain the words of a link, in their text or in an
/// author's note on them; the clause itself if the link quotes nothing.
fn quoted_units(
    section: &Section,
    tree: &SectionTree,
    clause: UnitId,
    cited: &CitedClause,
    view: &View,
) -> Vec<UnitId> {
    let Some(words) = &cited.words else {
        return vec![clause];
    };
    let quote = QuoteMatcher::new(words);
    let reads = |text: &str| quote.occurs_in(text);
    let in_text = |unit: &UnitId| {
        let small = tree.kind(*unit).is_atom() || tree.kind(*unit) == UnitKind::Row;
        small && reads(&tree.restated_text(*unit))
    };
    let found: Vec<UnitId> = tree.iter_live_units(clause).filter(in_text).collect();
    if !found.is_empty() {
        return found;
    }
    let notes = (0..section.lowered.len()).filter(|&at| {
        let patch = &section.patches[at];
        is_note(patch)
            && counts_at(section, PatchIx(at as u32), view)
            && reads(&plain_text(patch.blocks()))
    });
    let reached = notes
        .filter_map(|at| section.lowered[at].as_ref())
        .flat_map(|lowered| lowered.reached.iter().copied());
    reached
        .filter(|&unit| tree.contains(clause, unit) || tree.contains(unit, clause))
        .collect()
}

/// Returns the units that a ruling interprets, if the ruling is shown and contains the words of the
/// link.
fn ruled_units(section: &Section, cited: &CitedClause, view: &View) -> Vec<UnitId> {
    let rulings = section.rulings(view).into_iter().filter(|ruling| {
        let entry = section.patch(ruling.patch).and_then(|patch| patch.entry());
        entry.is_some_and(|entry| {
            let named = entry
                .attrs
                .id
                .as_ref()
                .is_some_and(|id| id.value == cited.clause);
            let reads =
                |words: &String| QuoteMatcher::new(words).occurs_in(&plain_text(&entry.payload));
            named && cited.words.as_ref().is_none_or(reads)
        })
    });
    rulings.flat_map(|ruling| ruling.units).collect()
}

/// Iterates over the notes of a section, each with its instruction.
fn notes_of(section: &Section) -> impl Iterator<Item = (PatchIx, &Commentary)> {
    let patches = section.patches.iter().enumerate();
    let all = patches.flat_map(|(at, patch)| {
        patch
            .commentary()
            .iter()
            .map(move |note| (PatchIx(at as u32), note))
    });
    all.filter(|(_, note)| note.kind != CommentaryKind::Plain)
}

impl RulesetDb {
    fn other_sections_citing(&self, section: &Section) -> BTreeSet<Arc<str>> {
        let mut citing = self.sections_citing(&section.id);
        citing.remove(section.id.as_str());
        citing
    }

    /// Returns the notes that are true at `view` and are in a section or link to it; those in the
    /// section first.
    pub fn notes_at(&self, section: &Section, view: &View) -> Vec<NoteAtView> {
        let citing = self.other_sections_citing(section);
        if notes_of(section).next().is_none() && citing.is_empty() {
            return Vec::new();
        }
        let here = |of: &Section, (patch, note): (PatchIx, &Commentary)| {
            let sides = note_sides(self, note, view);
            let units = sides.iter().flatten();
            let units = units.filter(|(cited, _)| cited.id == section.id);
            let cites: Vec<UnitId> = units.flat_map(|(_, units)| units).copied().collect();
            let is_here = (of.id == section.id || !cites.is_empty())
                && is_true_at(of, patch, note, &sides, view);
            is_here.then(|| NoteAtView {
                section: of.id.as_str().into(),
                patch,
                note: note.clone(),
                cites,
            })
        };
        let citing = citing.iter().filter_map(|id| self.section(id));
        let others = citing.flat_map(|of| {
            let notes = notes_of(&of).filter(|(_, note)| note.kind != CommentaryKind::Deviation);
            notes.filter_map(|note| here(&of, note)).collect::<Vec<_>>()
        });
        notes_of(section)
            .filter_map(|note| here(section, note))
            .chain(others)
            .collect()
    }
}
