use super::{At, Check, Lint};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{File, Role},
};

pub(super) const LINT: Lint = Lint {
    code: "front-differs",
    severity: Severity::Warning,
    title: "front matter that disagrees with `ruleset.toml` or the folder",
    page: include_str!("front_differs.md"),
    checks: &[Check::File(check)],
};

fn check(at: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    let ruleset = &at.db.ruleset;
    if let Some(name) = file
        .front
        .ruleset
        .as_ref()
        .filter(|name| name.value != ruleset.key)
    {
        let message = format!(
            "the file lies in the folder of `{}`, not of `{}`",
            ruleset.key, name.value
        );
        out.push(
            LINT.find(Location::new(file.source, name.span), message)
                .replace_with(format!("write `{}`", ruleset.key), &ruleset.key),
        );
    }
    let document = file
        .front
        .document
        .as_ref()
        .and_then(|document| ruleset.documents.get(&document.value));
    if let (Some(document), Some(edition)) = (document, &file.front.edition)
        // a held text may print any edition
        && file.role != Role::Book
        && ruleset.edition(&edition.value).is_some_and(|named| named != document.edition)
    {
        let right = ruleset.edition_id(document.edition);
        let message = format!(
            "ruleset.toml says that `{}` belongs to edition {right}",
            document.key
        );
        let finding = LINT
            .find(Location::new(file.source, edition.span), message)
            .replace_with(format!("write \"{right}\""), format!("\"{right}\""));
        out.push(finding.related(Location::new(ruleset.source, document.span), "listed here"));
    }
}
