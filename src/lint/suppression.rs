//! The lint `suppression`: removes the diagnostics that comments `<!-- allow code: why -->` allow,
//! and reports useless comments. It is about rules files; `src/scenario/suppression.rs` does the
//! same for scenarios.

use super::definition::{Lint, LintPass, find_in, nearest_code_in};
use crate::{
    diagnostic::{Diagnostic, Severity},
    syntax::{Allowance, RulesFile},
    text::Span,
};
use std::collections::HashSet;

pub(super) const LINT: Lint = Lint {
    code: CODE,
    severity: Severity::Warning,
    title: "a comment that allows problems without a reason or without effect",
    page: include_str!("suppression.md"),
    passes: &[LintPass::Diagnostics(check)],
};

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
/// file; `length` is that of its text in bytes.
fn check(lints: &[Lint], file: &RulesFile, length: usize, found: &mut Vec<Diagnostic>) {
    if file.allowances.is_empty() {
        return;
    }
    // the smallest part first: a comment in an instruction takes precedence over one in its section
    let mut extents: Vec<(Span, usize)> = file
        .allowances
        .iter()
        .enumerate()
        .map(|(at, own)| (file.extent(own.within, length), at))
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
        let mut allowed = allowed.filter_map(|&(_, at)| {
            Some((
                at,
                matching_code(lints, &file.allowances[at], &diagnostic.code)?,
            ))
        });
        allowed.next().is_none_or(|one| {
            used.insert(one);
            false
        })
    });
    for (at, allowance) in file
        .allowances
        .iter()
        .enumerate()
        .filter(|(_, own)| !is_prose(lints, own))
    {
        report_allowance(
            lints,
            file,
            allowance,
            |code| used.contains(&(at, code)),
            found,
        );
    }
}

/// Returns the index of `code` among those of a comment, if the comment is valid.
fn matching_code(lints: &[Lint], allowance: &Allowance, code: &str) -> Option<usize> {
    let known = find_in(lints, code).is_some_and(is_suppressible) && allowance.reason.is_some();
    allowance
        .codes
        .iter()
        .position(|own| own.value == code)
        .filter(|_| known)
}

/// Returns whether a comment is prose that happens to begin with "allow".
fn is_prose(lints: &[Lint], allowance: &Allowance) -> bool {
    let meant =
        |code: &str| find_in(lints, code).is_some() || nearest_code_in(lints, code).is_some();
    !allowance.has_colon
        && !allowance
            .codes
            .first()
            .is_some_and(|code| meant(&code.value))
}

/// Reports what is wrong with a comment: no code, no reason, an unknown code, or nothing to
/// suppress.
fn report_allowance(
    lints: &[Lint],
    file: &RulesFile,
    allowance: &Allowance,
    is_used: impl Fn(usize) -> bool,
    out: &mut Vec<Diagnostic>,
) {
    let at = |span| file.locate(span);
    if allowance.codes.is_empty() {
        let diagnostic = LINT.diagnostic(at(allowance.span), "this comment names no lint");
        out.push(
            diagnostic
                .help("write it as `<!-- allow code: why -->`; several codes are joined by commas"),
        );
        return;
    }
    if allowance.reason.is_none() {
        let codes: Vec<&str> = allowance
            .codes
            .iter()
            .map(|code| code.value.as_str())
            .collect();
        let diagnostic = LINT.diagnostic(
            at(allowance.span),
            "this comment has no effect without a reason",
        );
        out.push(diagnostic.help(format!(
            "add a reason: `<!-- allow {}: … -->`",
            codes.join(", ")
        )));
    }
    for (number, code) in allowance.codes.iter().enumerate() {
        let here = at(code.span);
        match find_in(lints, &code.value) {
            None => {
                let diagnostic = LINT.diagnostic(here, format!("unknown lint `{}`", code.value));
                out.push(match nearest_code_in(lints, &code.value) {
                    Some(near) => diagnostic.did_you_mean(near),
                    None => diagnostic.help(format!(
                        "`rulebook explain --list` lists all {}",
                        lints.len()
                    )),
                });
            }
            Some(lint) if !is_suppressible(lint) => {
                let diagnostic =
                    LINT.diagnostic(here, format!("`{}` cannot be allowed", code.value));
                out.push(diagnostic.help(if lint.code == CODE {
                    "correct or remove the comment that it reports"
                } else {
                    "text that cannot be read is missing from the rules: correct it"
                }));
            }
            Some(_) if allowance.reason.is_some() && !is_used(number) => {
                // what it allows may be in text that cannot be read
                let part = file.extent(allowance.within, usize::MAX);
                let faults = file.diagnostics_in(part);
                if faults.iter().any(|fault| fault.severity > Severity::Note) {
                    continue;
                }
                let mut diagnostic = LINT.diagnostic(
                    here,
                    format!(
                        "nothing to allow: there is no problem `{}` here",
                        code.value
                    ),
                );
                if allowance.codes.len() == 1 {
                    diagnostic.add_fix("remove the comment", at(allowance.span), "");
                } else {
                    let next = allowance.codes.get(number + 1);
                    let before = number
                        .checked_sub(1)
                        .and_then(|before| allowance.codes.get(before));
                    let gone = match (next, before) {
                        (Some(next), _) => code.span.with_end(next.span.start()),
                        (None, Some(before)) => code.span.with_start(before.span.end()),
                        (None, None) => code.span,
                    };
                    diagnostic.add_fix(format!("remove `{}`", code.value), at(gone), "");
                }
                out.push(diagnostic);
            }
            Some(_) => {}
        }
    }
}
