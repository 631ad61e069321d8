//! Checks each loaded file of the user's library, for `rulebook library`: faults and numbers of
//! passages.

use super::{
    restatement::{PassageKey, restatements},
    write::{ImportStatus, check_stamp},
};
use crate::{
    analysis::{Analysis, Source, SourceKind, SourceOrigin},
    diagnostic::Severity,
    model::OWN_RULINGS,
    resolve::file_section_id,
    syntax::{FileRole, RulesFile},
    text::LineIndex,
};
use camino::Utf8PathBuf;
use serde::Serialize;
use std::collections::{HashMap, HashSet};

/// The state of a library file, as `rulebook library` reports it: whether it is as `import` wrote
/// it, numbers of passages, and faults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LibraryFileState {
    /// The path of the file.
    pub path: Utf8PathBuf,
    /// The key of the ruleset.
    pub ruleset: String,
    /// The document whose words it contains.
    pub document: String,
    /// Whether the file is exactly as `import` wrote it.
    pub imported: bool,
    /// The number of its passages that are restated.
    pub passages: usize,
    /// The number of passages of the document that are restated.
    pub restated: usize,
    /// What is wrong with the file, a sentence each.
    pub faults: Vec<String>,
}

/// Returns the state of each file of the library, in order.
pub fn library_file_states(analysis: &Analysis) -> Vec<LibraryFileState> {
    let own = |source: &&Source| {
        source.origin == SourceOrigin::Library && source.kind == SourceKind::Rules
    };
    analysis
        .sources()
        .iter()
        .enumerate()
        .filter(|(_, source)| own(source))
        .map(|(at, source)| library_file_state(analysis, at, source))
        .collect()
}

/// Returns the state of a file; `at` is the index of its source.
fn library_file_state(analysis: &Analysis, at: usize, source: &Source) -> LibraryFileState {
    let id = crate::text::SourceId(u32::try_from(at).unwrap_or(u32::MAX));
    let mut state = LibraryFileState {
        path: source.path.clone(),
        ruleset: source.ruleset.clone(),
        document: String::new(),
        imported: check_stamp(&source.text) == ImportStatus::Whole,
        passages: 0,
        restated: 0,
        faults: Vec::new(),
    };
    if check_stamp(&source.text) == ImportStatus::Changed {
        state.faults.push(
            "not as the import wrote it: written only in part, or changed by hand".to_owned(),
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
    if file.role == FileRole::Index {
        return state;
    }
    let Some(db) = analysis.ruleset_db(&source.ruleset) else {
        state
            .faults
            .push(format!("no ruleset `{}`", source.ruleset));
        return state;
    };
    state.document = file
        .front
        .document
        .as_ref()
        .map(|document| document.value.clone())
        .unwrap_or_default();
    if file.role != FileRole::Book && !db.ruleset.documents.contains_key(&state.document) {
        state.faults.push(format!(
            "{} has no document `{}`",
            source.ruleset, state.document
        ));
    }
    if state.document == OWN_RULINGS {
        state.passages = file.places.iter().map(|place| place.entries.len()).sum();
        state.restated = state.passages;
        return state;
    }
    if file.role == FileRole::Book {
        state.passages = file.places.len();
        state.restated = state.passages;
        return state;
    }
    let (slots, by_key) = restatements(db);
    state.restated = slots
        .iter()
        .filter(|slot| slot.document() == state.document)
        .flat_map(|slot| &slot.keys)
        .count();
    if file.role == FileRole::Base {
        let places: HashSet<String> = file.places.iter().map(file_section_id).collect();
        let printed = slots.iter().filter(|slot| {
            slot.place()
                .is_some_and(|place| places.contains(&file_section_id(place)))
        });
        state.passages = printed.flat_map(|slot| &slot.keys).count();
        return state;
    }
    check_entries(&mut state, file, &lines, &by_key);
    state
}

/// Checks that the rules restate the passages of a file of instructions.
fn check_entries(
    state: &mut LibraryFileState,
    file: &RulesFile,
    lines: &LineIndex,
    by_key: &HashMap<PassageKey, Vec<usize>>,
) {
    let mut seen: HashMap<PassageKey, usize> = HashMap::new();
    for entry in file.places.iter().flat_map(|place| &place.entries) {
        let keys: Vec<PassageKey> = entry.attrs.passages_in(&state.document).collect();
        let line = lines.line(entry.heading_span.start()) + 1;
        if keys.is_empty() {
            state.faults.push(format!(
                "line {line}: an instruction without a number (`n=`) matches no restatement"
            ));
        }
        for key in keys {
            // several patches may restate parts of one passage, each with its own entry
            let nth = seen.entry(key.clone()).or_default();
            let known = by_key.get(&key).map_or(0, Vec::len);
            let passage = format!("{}:{}", key.0, key.1);
            if *nth < known {
                state.passages += 1;
            } else if known == 0 {
                let fault = format!("line {line}: no patch restates {passage}");
                state.faults.push(fault);
            } else {
                state.faults.push(format!(
                    "line {line}: too many passages {passage}; the ones above are used"
                ));
            }
            *nth += 1;
        }
    }
}
