use super::{
    judge::{Case, Disagreement},
    slot::{Slot, SlotKey, sharers, slots},
    unit::{self, shape},
    write::{Stamp, stamp},
};
use crate::{
    analysis::{Analysis, Source, SourceKind, SourceOrigin},
    diagnostic::Severity,
    resolve::place_id,
    syntax::{Command, Entry, File, Role},
    text::LineIndex,
};
use camino::Utf8PathBuf;
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// A file of the user's library, and how it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// Its path.
    pub path: Utf8PathBuf,
    /// Its ruleset.
    pub ruleset: String,
    /// The document of which it holds words.
    pub document: String,
    /// Whether the import wrote it as it is.
    pub imported: bool,
    /// How many passages it has.
    pub passages: usize,
    /// How many passages of that document are restated.
    pub restated: usize,
    /// What is wrong with it, a sentence each.
    pub faults: Vec<String>,
    /// Where print and restatement disagree; answered ones too.
    pub disagreements: Vec<Disagreement>,
}

/// The files of the library, in order.
pub fn states(analysis: &Analysis) -> Vec<State> {
    let own = |source: &&Source| {
        source.origin == SourceOrigin::Library && source.kind == SourceKind::Rules
    };
    analysis
        .sources()
        .iter()
        .enumerate()
        .filter(|(_, source)| own(source))
        .map(|(at, source)| state(analysis, at, source))
        .collect()
}

/// What an entry holds, with what further entries of the same passages hold and it does not.
fn shared(file: &File, entry: &Entry, document: &str) -> Vec<unit::Unit> {
    let own: Vec<SlotKey> = entry.attrs.passages_in(document).collect();
    let mut print = unit::of_blocks(&entry.payload);
    let others = file
        .places
        .iter()
        .flat_map(|place| &place.entries)
        .filter(|other| other.span != entry.span);
    for other in others.filter(|other| {
        other
            .attrs
            .passages_in(document)
            .any(|key| own.contains(&key))
    }) {
        let held = unit::plain(&print);
        print.extend(
            unit::of_blocks(&other.payload)
                .into_iter()
                .filter(|unit| !held.contains(&unit::plain(std::slice::from_ref(unit)))),
        );
    }
    print
}

fn state(analysis: &Analysis, at: usize, source: &Source) -> State {
    let id = crate::text::SourceId(u32::try_from(at).unwrap_or(u32::MAX));
    let mut state = State {
        path: source.path.clone(),
        ruleset: source.ruleset.clone(),
        document: String::new(),
        imported: stamp(&source.text) == Stamp::Whole,
        passages: 0,
        restated: 0,
        faults: Vec::new(),
        disagreements: Vec::new(),
    };
    if stamp(&source.text) == Stamp::Changed {
        state.faults.push(
            "it is not as the import wrote it: written in part, or changed by hand".to_owned(),
        );
    }
    let Some(file) = analysis.file(id) else {
        return state;
    };
    let lines = LineIndex::new(&source.text);
    for fault in file
        .diagnostics
        .iter()
        .filter(|fault| fault.severity == Severity::Error)
    {
        state.faults.push(format!(
            "line {}: {}",
            lines.line(fault.at.span.start()) + 1,
            fault.message
        ));
    }
    if file.role == Role::Index {
        return state;
    }
    let Some(db) = analysis.ruleset_db(&source.ruleset) else {
        state
            .faults
            .push(format!("there is no ruleset `{}`", source.ruleset));
        return state;
    };
    state.document = file
        .front
        .document
        .as_ref()
        .map(|document| document.value.clone())
        .unwrap_or_default();
    if !db.ruleset.documents.contains_key(&state.document) {
        state.faults.push(format!(
            "{} has no document `{}`",
            source.ruleset, state.document
        ));
    }
    let (slots, by_key) = slots(db);
    state.restated = slots
        .iter()
        .filter(|slot| slot.document() == state.document)
        .flat_map(|slot| &slot.keys)
        .count();
    if matches!(file.role, Role::Book | Role::Base) {
        let places: HashSet<String> = file.places.iter().map(place_id).collect();
        let held = slots.iter().filter(|slot| {
            slot.place()
                .is_some_and(|place| places.contains(&place_id(place)))
        });
        state.passages = held.flat_map(|slot| &slot.keys).count();
        return state;
    }
    let mut seen: HashMap<SlotKey, usize> = HashMap::new();
    for place in &file.places {
        for entry in &place.entries {
            let keys: Vec<SlotKey> = entry.attrs.passages_in(&state.document).collect();
            let line = lines.line(entry.heading_span.start()) + 1;
            if keys.is_empty() {
                state.faults.push(format!(
                    "line {line}: an instruction without its number, `n=`, is laid beside nothing"
                ));
                continue;
            }
            let mut found = None;
            for key in keys {
                // several patches may restate parts of one passage, each with an entry of its own
                let nth = seen.entry(key.clone()).or_default();
                let known = by_key.get(&key).map_or(&[][..], Vec::as_slice);
                match known.get(*nth) {
                    Some(&at) => {
                        found = Some((at, *nth, known.len() > 1));
                        state.passages += 1;
                    }
                    None if known.is_empty() => state
                        .faults
                        .push(format!("line {line}: nothing restates {}:{}", key.0, key.1)),
                    None => state.faults.push(format!(
                        "line {line}: {}:{} stands too often; what is above counts",
                        key.0, key.1
                    )),
                }
                *nth += 1;
            }
            // the patch that leads was judged for all that share its passage
            let Some((at, 0, several)) = found else {
                continue;
            };
            let slot = &slots[at];
            let print = if several {
                shared(file, entry, &state.document)
            } else {
                unit::of_blocks(&entry.payload)
            };
            let restated = slot
                .entry()
                .map(|ours| unit::of_blocks(&ours.payload))
                .unwrap_or_default();
            let misshapen = shape(&unit::of_blocks(&entry.payload)) != shape(&restated);
            let beside: Vec<_> = sharers(&slots, &by_key, slot)
                .filter_map(Slot::entry)
                .flat_map(|one| unit::of_blocks(&one.payload))
                .collect();
            let command = entry.command.as_ref();
            let in_words =
                matches!(command, Some(Command::ReplacePhrase { .. })) && !print.is_empty();
            let case = Case {
                analysis,
                db,
                slot,
                command,
                in_words,
                print: &print,
                restated: &restated,
                beside: &beside,
                misshapen,
            };
            state.disagreements.extend(case.judge());
        }
    }
    state
}
