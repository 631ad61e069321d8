use super::{
    Check, Lint,
    at::quoted,
    fault::{Site, fix},
};
use crate::diagnostic::{Diagnostic, Severity};

pub(super) const LINT: Lint = Lint {
    code: "quote-not-found",
    severity: Severity::Error,
    title: "quoted words that do not stand where they should",
    page: include_str!("quote_not_found.md"),
    checks: &[Check::Resolving],
};

pub(super) fn fault(site: &Site<'_>, quote: &str, near: &[String], out: &mut Vec<Diagnostic>) {
    let mut finding = LINT.find(
        site.here(),
        format!("the words {} do not stand there", quoted(quote)),
    );
    finding = match near.first() {
        Some(best) => finding.label(format!("the text has {}", quoted(best))),
        None => finding.help("words are compared as whole words, with their case; `…` inside a quote leaves words out"),
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
        finding
            .fixes
            .push(fix(format!("quote {}", quoted(near)), site.here(), text));
    }
    out.push(finding);
}
