//! The lint `suppression`: removes the diagnostics that comments `<!-- allow code: why -->` allow,
//! and reports useless comments, in rules files. `src/core/scenario/suppression.rs` is about scenarios;
//! what both share is in `src/core/syntax/allowance.rs`.

use super::definition::{Lint, LintPass, find_in};
use crate::{
    diagnostic::{Diagnostic, Severity},
    syntax::{AllowableCodes, RulesFile},
    text::Span,
};
use std::collections::HashSet;

const CODE: &str = "suppression";

/// Returns whether a comment in a file can suppress diagnostics of a lint. Parse errors cannot be
/// suppressed: the text would be missing from the rules. Nor can diagnostics of such comments
/// themselves.
pub fn is_suppressible(lint: &Lint) -> bool {
    let is_parse_error = lint.severity == Severity::Error
        && lint
            .passes
            .iter()
            .any(|pass| matches!(pass, LintPass::Parser));
    !is_parse_error && lint.code != CODE
}

/// Removes the diagnostics that the comments of a file suppress, and reports comments without
/// effect. `lints` are all lints; `found` has to contain the diagnostics of all others for the
/// file with this text.
pub(super) fn check(lints: &[Lint], file: &RulesFile, text: &str, found: &mut Vec<Diagnostic>) {
    if file.allowances.is_empty() {
        return;
    }
    // the smallest part first: a comment in an instruction takes precedence over one in its section
    let length = text.len();
    let mut extents: Vec<(Span, usize)> = file
        .allowances
        .iter()
        .enumerate()
        .map(|(at, (within, _))| (file.extent(*within, length), at))
        .collect();
    extents.sort_by_key(|(span, at)| (span.len(), *at));
    let mut used: HashSet<(usize, usize)> = HashSet::new();
    found.retain(|diagnostic| {
        let here = diagnostic.at.span.start();
        let allowed = extents.iter().filter(|(span, _)| {
            diagnostic.at.source == file.source
                && span.start() <= here
                && (here < span.end() || span.end() == length)
        });
        let is_its_code = |code: &str| {
            *code == *diagnostic.code && find_in(lints, code).is_some_and(is_suppressible)
        };
        let mut allowed = allowed
            .filter_map(|&(_, at)| Some((at, file.allowances[at].1.matching_code(is_its_code)?)));
        allowed.next().is_none_or(|one| {
            used.insert(one);
            false
        })
    });
    let refusal = |code: &str| match find_in(lints, code) {
        Some(lint) if lint.code == CODE => Some("correct or remove the comment that it reports"),
        Some(lint) if !is_suppressible(lint) => {
            Some("text that cannot be read is missing from the rules: correct it")
        }
        Some(_) | None => None,
    };
    let codes = AllowableCodes {
        code: CODE,
        known: lints.iter().map(|lint| lint.code).collect(),
        refusal: &refusal,
        unknown_help: format!("`rulebook explain --list` lists all {}", lints.len()),
    };
    for (at, (within, allowance)) in file.allowances.iter().enumerate() {
        // what it allows may be in text that cannot be read
        let faults = file.diagnostics_in(file.extent(*within, usize::MAX));
        let is_read = faults.iter().all(|fault| fault.severity <= Severity::Note);
        let is_used = |code| used.contains(&(at, code));
        let place = is_read.then_some("here");
        found.extend(allowance.problems(file.source, text, &codes, is_used, place));
    }
}
