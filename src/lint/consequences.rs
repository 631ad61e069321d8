//! Removes from found diagnostics those that may only follow from another mistake, which is
//! reported itself; then improves the fixes for repeated ids.
//!
//! Which of them are consequences depends on mistakes in any file, and is therefore decided last, for
//! all diagnostics of a source at once.

use super::{context::file_inlines, fact_unread::marks_fact};
use crate::{
    analysis::Analysis,
    diagnostic::{Diagnostic, Location, PossibleCause, Severity},
    resolve::{RulesetDb, Symbol},
    syntax::{FileRole, MarkKind, RulesFile},
    text::Span,
};
use std::collections::HashMap;

/// Removes the diagnostics with a cause that exists in the files as they are now.
/// Then improves the fixes for repeated ids.
pub(super) fn remove_consequences(analysis: &Analysis, found: &mut Vec<Diagnostic>) {
    let mut repeated = HashMap::new();
    found.retain(|diagnostic| {
        let Some(db) = analysis
            .ruleset_db_of(diagnostic.at.source)
            .filter(|_| !diagnostic.causes.is_empty())
        else {
            return true;
        };
        let mut causes = diagnostic.causes.iter();
        !causes.any(|cause| is_present(db, diagnostic.at, cause, &mut repeated))
    });
    offer_missing_names(analysis, found);
}

/// Makes the fix for a repeated id write the missing id that links have and that begins alike.
fn offer_missing_names(analysis: &Analysis, found: &mut [Diagnostic]) {
    let mut missing: HashMap<String, HashMap<String, String>> = HashMap::new();
    for diagnostic in found {
        let repeated = diagnostic.causes.iter().find_map(|cause| match cause {
            PossibleCause::RepeatedName(name) => name.rsplit_once('.'),
            _ => None,
        });
        let Some(((owner, _), db)) = repeated.zip(analysis.ruleset_db_of(diagnostic.at.source))
        else {
            continue;
        };
        let names = missing
            .entry(db.ruleset.key.clone())
            .or_insert_with(|| missing_names(db));
        if let Some((name, fix)) = names.get(owner).zip(diagnostic.fixes.first_mut()) {
            fix.title = format!("write `#{name}`");
            for edit in &mut fix.edits {
                edit.text = format!("#{name}");
            }
        }
    }
}

/// Returns the ids that links have and nothing else, by their parts before the last dot.
fn missing_names(db: &RulesetDb) -> HashMap<String, String> {
    let mut out = HashMap::new();
    for file in db.files() {
        let inlines = file_inlines(file).into_iter();
        let links = inlines
            .flat_map(|text| &text.marks)
            .filter_map(|mark| match &mark.kind {
                MarkKind::Link(id) => Some(&**id),
                _ => None,
            });
        for id in links.filter(|id| db.section_of(id).is_none()) {
            if let Some((owner, _)) = id.rsplit_once('.') {
                out.entry(owner.to_owned()).or_insert_with(|| id.to_owned());
            }
        }
    }
    out
}

/// Returns whether a cause of a diagnostic at `at` exists in the files as they are now.
fn is_present(
    db: &RulesetDb,
    at: Location,
    cause: &PossibleCause,
    repeated: &mut HashMap<String, bool>,
) -> bool {
    match cause {
        PossibleCause::UnreadInstruction { payload } => db
            .file(at.source)
            .is_some_and(|file| is_unread(file, at.span.start(), *payload)),
        PossibleCause::UnreadName(name) => {
            db.broken_parts().writes_id(name)
                || name.rsplit_once('.').is_some_and(|(owner, _)| {
                    *repeated
                        .entry(owner.to_owned())
                        .or_insert_with(|| db.repeats_id(owner))
                })
        }
        PossibleCause::UnreadTomlFile | PossibleCause::RepeatedName(_) => false,
        PossibleCause::UnreadSection {
            id,
            edition,
            document,
        } => db
            .broken_parts()
            .is_uncertain(id, *edition, document.as_deref()),
        PossibleCause::MarkedFact(name) => db
            .files_naming(&Symbol::Fact(name.as_str().into()))
            .into_iter()
            .filter_map(|source| db.file(source))
            .any(|file| file.role != FileRole::Base && marks_fact(file, name)),
    }
}

/// Returns whether the parser reports an error in the instruction at `byte`, or with `payload` at
/// least a warning in its new text.
fn is_unread(file: &RulesFile, byte: usize, payload: bool) -> bool {
    let Some(entry) = file.entry_at(byte) else {
        return false;
    };
    let new_text = entry.payload.first().zip(entry.payload.last());
    let new_text = new_text
        .filter(|_| payload)
        .map(|(first, last)| first.span.join(last.span));
    let reports = |span: Span, least: Severity| {
        let found = file.diagnostics_in(span);
        found.iter().any(|found| found.severity >= least)
    };
    reports(entry.span, Severity::Error)
        || new_text.is_some_and(|span| reports(span, Severity::Warning))
}

/// Returns the cause that an instruction for a section cannot be read, of any edition.
pub(super) fn unread_section(id: &str) -> PossibleCause {
    PossibleCause::UnreadSection {
        id: id.to_owned(),
        edition: usize::MAX,
        document: None,
    }
}
