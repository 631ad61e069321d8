use super::{At, Check, Lint};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    resolve::place_id,
    syntax::{File, Role},
};

pub(super) const LINT: Lint = Lint {
    code: "page-differs",
    severity: Severity::Warning,
    title: "a page that is not its section's",
    page: include_str!("page_differs.md"),
    checks: &[Check::File(check)],
};

fn check(at: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    if file.role == Role::Base {
        return;
    }
    for place in &file.places {
        let Some(named) = place.attrs.get("page") else {
            continue;
        };
        let id = place_id(place);
        let Some(page) = at.db.page(&id).filter(|page| *page != named.value) else {
            continue;
        };
        let finding = LINT.find(
            Location::new(file.source, named.span),
            format!("`#{id}` stands on page {page}"),
        );
        let finding = match at.db.makers(&id).first() {
            Some(&first) if first.source != file.source => {
                finding.related(at.first_line(first), "declared here")
            }
            Some(_) | None => finding,
        };
        out.push(finding.replace_with(format!("write {page}"), page.to_owned()));
    }
}
