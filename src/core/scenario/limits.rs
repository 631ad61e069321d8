//! Limits of scenario files: their size, and the number of their diagnostics.

use super::{
    record::{Record, RecordIx, Scenario, ScenarioFront},
    vocabulary::ROOT,
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    text::{SourceId, Span},
};
use std::collections::BTreeMap;

/// The maximum size of a scenario file, in bytes.
pub const MAX_FILE_BYTES: usize = 4 << 20;

/// The maximum number of diagnostics for one file.
pub(super) const MAX_DIAGNOSTICS: usize = 200;

/// Returns an empty scenario with an error, if a text is too large for one.
pub(super) fn too_large(source: SourceId, text: &str) -> Option<Scenario> {
    (text.len() > MAX_FILE_BYTES).then(|| {
        let message = format!(
            "this file has {} MB, and a scenario file has {} at most",
            text.len() >> 20,
            MAX_FILE_BYTES >> 20
        );
        let at = Location::new(source, Span::default());
        let error = Diagnostic::new("scenario-line", Severity::Error, at, message);
        empty_scenario(source, vec![error])
    })
}

/// Cuts the diagnostics of a file that has very many, and says so at `at`.
pub(super) fn cap_diagnostics(scenario: &mut Scenario, at: Span) {
    if scenario.diagnostics.len() > MAX_DIAGNOSTICS {
        let rest = scenario.diagnostics.len() - MAX_DIAGNOSTICS;
        scenario.diagnostics.truncate(MAX_DIAGNOSTICS);
        let at = Location::new(scenario.source, at);
        let message = format!("{rest} further problems of this file are not shown");
        let last = Diagnostic::new("scenario-line", Severity::Error, at, message);
        scenario.diagnostics.push(last);
    }
}

pub(super) fn empty_scenario(source: SourceId, diagnostics: Vec<Diagnostic>) -> Scenario {
    let root = Record {
        kind: ROOT,
        parent: RecordIx(0),
        level: 0,
        misread: false,
        end: 1,
        span: Span::default(),
        insert_at: 0,
        name: None,
        values: Vec::new(),
    };
    Scenario {
        source,
        front: ScenarioFront::default(),
        records: vec![root],
        diagnostics,
        not_compared: Vec::new(),
        doubts: BTreeMap::new(),
    }
}
