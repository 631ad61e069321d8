//! What this project records beside the rules: contradictions of the sources, deviations of the encoding from the print, remarks. Each
//! is shown at the views at which it holds: a deviation while its instruction is in effect, a contradiction while all its sides are.

use super::{RulesetDb, Section, View, is_described, is_note};
use crate::{
    model::{EditionIx, Kind, PatchIx, Tree, UnitId},
    op::Edit,
    syntax::{Cited, Command, Commentary, CommentaryKind, Layer, plain_text},
    text::quote,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// Where one side of a note is written: units of a section.
type Side = (Arc<Section>, Vec<UnitId>);

/// Whether a note under `patch` of `section` is true at `view`.
fn holds(
    db: &RulesetDb,
    section: &Section,
    patch: PatchIx,
    note: &Commentary,
    view: &View,
) -> bool {
    let found = |cited: &Cited| !sides(db, cited, view).is_empty();
    match note.kind {
        CommentaryKind::Plain => false,
        CommentaryKind::Deviation => in_effect(section, patch, view),
        // with one side quoted, the other is the instruction itself
        CommentaryKind::Contradiction => {
            note.cited.iter().all(found) && (quotes(note) > 1 || in_effect(section, patch, view))
        }
        CommentaryKind::Remark => {
            in_effect(section, patch, view)
                && note
                    .cited
                    .iter()
                    .filter(|cited| cited.words.is_some())
                    .all(found)
        }
    }
}

/// How many sides of a note its links quote.
pub fn quotes(note: &Commentary) -> usize {
    note.cited
        .iter()
        .filter(|cited| cited.words.is_some())
        .count()
}

/// Of the clauses that a note links, the first that is not part of the rules, or has not the words that the link quotes, at any edition,
/// date and profile at which all others do.
pub fn missing_side<'n>(db: &RulesetDb, note: &'n Commentary) -> Option<&'n Cited> {
    let ruleset = &db.ruleset;
    let dates = ruleset.documents.values().flat_map(|document| {
        let day = document.published.counts_from();
        [super::day_before(day), day]
    });
    let days: std::collections::BTreeSet<_> = dates.chain([jiff::civil::Date::MAX]).collect();
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
    for cited in &note.cited {
        views.retain(|view| !sides(db, cited, view).is_empty());
        if views.is_empty() {
            return Some(cited);
        }
    }
    None
}

/// The editions up to that of `view` at which a note holds, as known on its day.
pub fn editions(
    db: &RulesetDb,
    section: &Section,
    patch: PatchIx,
    note: &Commentary,
    view: &View,
) -> Vec<EditionIx> {
    let line = db.ruleset.line(view.edition).into_iter();
    line.filter(|&edition| holds(db, section, patch, note, &view.at(edition)))
        .collect()
}

/// Whether a patch counts at `view` and its words, if it brought any, are part of the text.
fn in_effect(section: &Section, ix: PatchIx, view: &View) -> bool {
    let tree = section.version(view);
    let Some(patch) = section.patch(ix).filter(|_| tree.exists) else {
        return false;
    };
    match patch.entry().map(|entry| entry.command.as_ref()) {
        // base text, or that of a book
        None => true,
        Some(Some(Command::Clarify { .. })) => section
            .rulings(view)
            .iter()
            .any(|ruling| ruling.patch == ix),
        Some(Some(Command::Note { .. } | Command::Withdraw { .. })) => counts(section, ix, view),
        Some(_) if is_described(patch) => counts(section, ix, view),
        Some(_) => {
            let applied = section
                .steps(view)
                .iter()
                .any(|step| step.patches.contains(&ix));
            let lowered = section.lowered.get(ix.0 as usize).and_then(Option::as_ref);
            let brings = |edit: &Edit| {
                !matches!(
                    edit,
                    Edit::Delete { .. } | Edit::Drop { .. } | Edit::Phrase { .. }
                )
            };
            let only_words_go = !lowered.is_some_and(|lowered| lowered.edits.iter().any(brings));
            applied
                && (only_words_go
                    || tree
                        .walk(tree.root)
                        .into_iter()
                        .any(|unit| is_by(&tree, unit, ix)))
        }
    }
}

/// Whether a unit, or words of it, were brought by a patch, or wait for it.
pub fn is_by(tree: &Tree, unit: UnitId, patch: PatchIx) -> bool {
    let Some(node) = tree.get(unit) else {
        return false;
    };
    let wrote = node
        .text(Layer::Restated)
        .is_some_and(|wording| wording.origins.iter().any(|&(_, by)| by == patch));
    node.by == patch || wrote || node.pending.contains(&patch)
}

/// Whether a patch is of an edition of the view's line, published and in scope.
fn counts(section: &Section, ix: PatchIx, view: &View) -> bool {
    let line = section.ruleset().line(view.edition);
    section
        .patch(ix)
        .is_some_and(|patch| view.sees(patch) && line.contains(&patch.edition))
}

/// Where a clause that a note links is written at `view`, with the words that the link quotes: in its text, in a note on it, or in the
/// ruling of that id. Nowhere if it is not part of the rules then, or reads otherwise.
fn sides(db: &RulesetDb, cited: &Cited, view: &View) -> Vec<Side> {
    let sections = db
        .homes(&cited.clause)
        .into_iter()
        .filter_map(|home| db.section(home));
    let side = |section: Arc<Section>| {
        let tree = section.version(view);
        let units = match section.arena.named(&cited.clause) {
            Some(unit) if tree.lives(unit) => quoted(&section, &tree, unit, cited, view),
            Some(_) => Vec::new(),
            None => ruled(&section, cited, view),
        };
        (!units.is_empty()).then_some((section, units))
    };
    sections.filter_map(side).collect()
}

/// The smallest units of a clause that have the words of a link, in the text or in a note by the authors; the clause if it quotes none.
fn quoted(
    section: &Section,
    tree: &Tree,
    clause: UnitId,
    cited: &Cited,
    view: &View,
) -> Vec<UnitId> {
    let Some(words) = &cited.words else {
        return vec![clause];
    };
    let reads = |text: &str| !quote::find(text, words).is_empty();
    let in_text = |unit: &UnitId| {
        let small = tree.kind(*unit).is_atom() || tree.kind(*unit) == Kind::Row;
        small && reads(&tree.plain(*unit, Layer::Restated))
    };
    let found: Vec<UnitId> = tree.walk(clause).into_iter().filter(in_text).collect();
    if !found.is_empty() {
        return found;
    }
    let notes = (0..section.lowered.len()).filter(|&at| {
        let patch = &section.patches[at];
        is_note(patch)
            && counts(section, PatchIx(at as u32), view)
            && reads(&plain_text(patch.blocks()))
    });
    let reached = notes
        .filter_map(|at| section.lowered[at].as_ref())
        .flat_map(|lowered| lowered.reached.iter().copied());
    reached
        .filter(|&unit| tree.holds(clause, unit) || tree.holds(unit, clause))
        .collect()
}

/// The units that a ruling interprets, if it is shown and has the words of the link.
fn ruled(section: &Section, cited: &Cited, view: &View) -> Vec<UnitId> {
    let rulings = section.rulings(view).into_iter().filter(|ruling| {
        let entry = section.patch(ruling.patch).and_then(|patch| patch.entry());
        entry.is_some_and(|entry| {
            let named = entry
                .attrs
                .id
                .as_ref()
                .is_some_and(|id| id.value == cited.clause);
            let reads =
                |words: &String| !quote::find(&plain_text(&entry.payload), words).is_empty();
            named && cited.words.as_ref().is_none_or(reads)
        })
    });
    rulings.flat_map(|ruling| ruling.units).collect()
}

/// A note that is true at a view, of the section asked for or with a link to it.
#[derive(Clone, Debug)]
pub struct NoteHere {
    /// The section under whose instruction it stands.
    pub section: Arc<str>,
    /// The instruction.
    pub patch: PatchIx,
    /// The note.
    pub note: Commentary,
    /// Units of the section asked for that its links name.
    pub cites: Vec<UnitId>,
}

/// The notes of a section, with their instructions.
fn notes(section: &Section) -> impl Iterator<Item = (PatchIx, &Commentary)> {
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
    /// The notes that are true at `view` and stand in a section or link to it, those of its own first.
    pub fn notes_here(&self, section: &Section, view: &View) -> Arc<[NoteHere]> {
        let citing = || {
            self.sections_citing(&section.id)
                .filter(|id| *id != section.id)
        };
        if notes(section).next().is_none() && citing().next().is_none() {
            return Arc::default();
        }
        self.notes.get(&section.id, view, || {
            let here = |of: &Section, (patch, note): (PatchIx, &Commentary)| {
                let sides = || {
                    note.cited
                        .iter()
                        .flat_map(|cited| sides(self, cited, view))
                        .filter(|side| side.0.id == section.id)
                };
                let cites: Vec<UnitId> = sides().flat_map(|side| side.1).collect();
                let is_here = (of.id == section.id || !cites.is_empty())
                    && holds(self, of, patch, note, view);
                is_here.then(|| NoteHere {
                    section: of.id.as_str().into(),
                    patch,
                    note: note.clone(),
                    cites,
                })
            };
            let others = citing().filter_map(|id| self.section(id)).flat_map(|of| {
                let notes = notes(&of).filter(|(_, note)| note.kind != CommentaryKind::Deviation);
                notes.filter_map(|note| here(&of, note)).collect::<Vec<_>>()
            });
            notes(section)
                .filter_map(|note| here(section, note))
                .chain(others)
                .collect()
        })
    }
}

/// The notes of one section at the views asked for.
type AtViews = Vec<(View, Arc<[NoteHere]>)>;

/// The notes of each section at the views asked for.
#[derive(Debug, Default)]
pub(super) struct Notes(Mutex<HashMap<String, AtViews>>);

impl Clone for Notes {
    /// Clones are made for being changed: notes are looked up again.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Notes {
    fn get(
        &self,
        section: &str,
        view: &View,
        find: impl FnOnce() -> Arc<[NoteHere]>,
    ) -> Arc<[NoteHere]> {
        let memory = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = memory().get(section).and_then(|views| {
            views
                .iter()
                .find(|(known, _)| known == view)
                .map(|known| Arc::clone(&known.1))
        });
        known.unwrap_or_else(|| {
            let found = find();
            memory()
                .entry(section.to_owned())
                .or_default()
                .push((view.clone(), Arc::clone(&found)));
            found
        })
    }
}
