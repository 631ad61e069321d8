//! The lint `page-differs`: a place outside base text with another page than its section.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    resolve::place_id,
    syntax::{FileRole, RulesFile},
};

pub(super) const LINT: Lint = Lint {
    code: "page-differs",
    severity: Severity::Warning,
    title: "a page that differs from the section's page",
    page: include_str!("page_differs.md"),
    passes: &[LintPass::File(check)],
};

fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    if file.role == FileRole::Base {
        return;
    }
    for place in &file.places {
        let Some(named) = place.attrs.get("page") else {
            continue;
        };
        let id = place_id(place);
        let Some(page) = context.db.page(&id).filter(|page| *page != named.value) else {
            continue;
        };
        let diagnostic = LINT.diagnostic(
            Location::new(file.source, named.span),
            format!("`#{id}` is on page {page}"),
        );
        let diagnostic = match context.db.definitions(&id).first() {
            Some(&first) if first.source != file.source => {
                diagnostic.related(context.first_line(first), "declared here")
            }
            Some(_) | None => diagnostic,
        };
        out.push(diagnostic.replace_with(format!("write {page}"), page.to_owned()));
    }
}
