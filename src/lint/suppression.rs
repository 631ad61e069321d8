use super::{Check, LINTS, Lint, explain, fault::fix, near};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{Allowance, File},
    text::Span,
};
use std::collections::HashSet;

pub(super) const LINT: Lint = Lint {
    code: CODE,
    severity: Severity::Warning,
    title: "a comment that allows findings, and has no reason or no effect",
    page: include_str!("suppression.md"),
    checks: &[Check::Told(check)],
};

const CODE: &str = "suppression";

/// Whether a comment in a file can allow findings of this kind. Text that cannot be read is missing from the rules, which no reason makes
/// good; and what is said of such comments is cured in them.
pub fn can_be_allowed(lint: &Lint) -> bool {
    let unread = lint.severity == Severity::Error
        && lint
            .checks
            .iter()
            .any(|check| matches!(check, Check::Reading));
    !unread && lint.code != CODE
}

/// Takes away what the comments of a file allow, and tells which of them are idle. `found` holds all other findings of the file.
fn check(file: &File, length: usize, found: &mut Vec<Diagnostic>) {
    if file.allowances.is_empty() {
        return;
    }
    // the smallest part first: what an instruction allows is not the place's business
    let mut reach: Vec<(Span, usize)> = file
        .allowances
        .iter()
        .enumerate()
        .map(|(at, own)| (file.extent(own.within, length), at))
        .collect();
    reach.sort_by_key(|(span, at)| (span.len(), *at));
    let mut used: HashSet<(usize, usize)> = HashSet::new();
    found.retain(|finding| {
        let here = finding.at.span.start();
        let allowed = reach.iter().filter(|(span, _)| {
            finding.at.source == file.source
                && span.start() <= here
                && (here < span.end() || span.end() == length)
        });
        let mut allowed = allowed
            .filter_map(|&(_, at)| Some((at, counting(&file.allowances[at], &finding.code)?)));
        allowed.next().is_none_or(|one| {
            used.insert(one);
            false
        })
    });
    for (at, allowance) in file
        .allowances
        .iter()
        .enumerate()
        .filter(|(_, own)| !is_prose(own))
    {
        faults(file, allowance, |code| used.contains(&(at, code)), found);
    }
}

/// The number of the code in a comment that allows findings of the kind `code`.
fn counting(allowance: &Allowance, code: &str) -> Option<usize> {
    let known = explain(code).is_some_and(can_be_allowed) && allowance.reason.is_some();
    allowance
        .codes
        .iter()
        .position(|own| own.value == code)
        .filter(|_| known)
}

/// Whether it is a comment for people that happens to begin with "allow".
fn is_prose(allowance: &Allowance) -> bool {
    let meant = |code: &str| explain(code).is_some() || near(code).is_some();
    !allowance.has_colon
        && !allowance
            .codes
            .first()
            .is_some_and(|code| meant(&code.value))
}

fn faults(
    file: &File,
    allowance: &Allowance,
    is_used: impl Fn(usize) -> bool,
    out: &mut Vec<Diagnostic>,
) {
    let at = |span| Location::new(file.source, span);
    if allowance.codes.is_empty() {
        let finding = LINT.find(at(allowance.span), "this comment names no kind of finding");
        out.push(
            finding
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
        let finding = LINT.find(
            at(allowance.span),
            "no reason is given, so nothing is allowed",
        );
        out.push(finding.help(format!("say why: `<!-- allow {}: … -->`", codes.join(", "))));
    }
    for (number, code) in allowance.codes.iter().enumerate() {
        let here = at(code.span);
        match explain(&code.value) {
            None => {
                let finding = LINT.find(here, format!("there is no lint `{}`", code.value));
                out.push(match near(&code.value) {
                    Some(near) => finding
                        .help(format!("did you mean `{near}`?"))
                        .replace_with(format!("write `{near}`"), near),
                    None => finding.help(format!(
                        "`rulebook explain --list` names all {}",
                        LINTS.len()
                    )),
                });
            }
            Some(lint) if !can_be_allowed(lint) => {
                let finding = LINT.find(here, format!("`{}` cannot be allowed", code.value));
                out.push(finding.help(if lint.code == CODE {
                    "mend or remove the comment that it speaks of"
                } else {
                    "text that cannot be read is missing from the rules: mend it"
                }));
            }
            Some(_) if allowance.reason.is_some() && !is_used(number) => {
                let mut finding = LINT.find(
                    here,
                    format!("there is no finding `{}` here to be allowed", code.value),
                );
                if allowance.codes.len() == 1 {
                    finding
                        .fixes
                        .push(fix("remove the comment", at(allowance.span), ""));
                } else {
                    let next = allowance.codes.get(number + 1);
                    let before = number
                        .checked_sub(1)
                        .and_then(|before| allowance.codes.get(before));
                    let gone = match (next, before) {
                        (Some(next), _) => Span::new(code.span.start(), next.span.start()),
                        (None, Some(before)) => Span::new(before.span.end(), code.span.end()),
                        (None, None) => code.span,
                    };
                    finding
                        .fixes
                        .push(fix(format!("remove `{}`", code.value), at(gone), ""));
                }
                out.push(finding);
            }
            Some(_) => {}
        }
    }
}
