//! The lint `quote-not-found`: words that are not in the restated text, with similar ones as fixes.

use super::{
    context::quote_words,
    definition::{Lint, LintPass},
    fault_site::{FaultSite, edit_fix},
};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "quote-not-found",
    severity: Severity::Error,
    title: "quoted words that are not in the text",
    page: include_str!("quote_not_found.md"),
    passes: &[LintPass::Resolver],
};

pub(super) fn report(
    site: &FaultSite<'_>,
    quote: &str,
    near: &[String],
    out: &mut Vec<Diagnostic>,
) {
    let mut diagnostic = LINT.diagnostic(
        site.here(),
        format!("the words {} are not in the text", quote_words(quote)),
    );
    diagnostic = match near.first() {
        Some(best) => diagnostic.label(format!("the text has {}", quote_words(best))),
        None => diagnostic.help("whole words are compared, including upper and lower case; `…` in a quote marks omitted words"),
    };
    let mark = site.slice().chars().next().filter(|c| "\"“`".contains(*c));
    for near in near {
        let text = match mark {
            Some('`') => format!("`{near}`"),
            Some('“') => format!("“{near}”"),
            Some(_) if near.contains('"') => format!("`{near}`"),
            Some(_) => format!("\"{near}\""),
            None => near.clone(),
        };
        diagnostic.fixes.push(edit_fix(
            format!("quote {}", quote_words(near)),
            site.here(),
            text,
        ));
    }
    out.push(diagnostic);
}
