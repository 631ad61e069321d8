use super::{At, Check, Lint};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::File,
    text::near::nearest,
};

pub(super) const LINT: Lint = Lint {
    code: "unknown-scope",
    severity: Severity::Error,
    title: "a scope that no profile lists",
    page: include_str!("unknown_scope.md"),
    checks: &[Check::File(check)],
};

fn check(at: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    let scopes: Vec<&str> = at
        .db
        .ruleset
        .profiles
        .iter()
        .flat_map(|profile| profile.scopes.iter().map(String::as_str))
        .collect();
    for scope in file
        .places
        .iter()
        .flat_map(|place| &place.entries)
        .filter_map(|entry| entry.attrs.get("scope"))
    {
        if scopes.contains(&scope.value.as_str()) {
            continue;
        }
        let finding = LINT.find(
            Location::new(file.source, scope.span),
            format!("no profile counts the scope `{}`", scope.value),
        );
        let finding = finding.label("holds for nobody");
        out.push(match nearest(&scope.value, scopes.iter().copied()) {
            Some(near) => finding.replace_with(format!("write `{near}`"), near),
            None => finding.help(
                "a profile of ruleset.toml lists the rulings that count for it: `scopes = [\"…\"]`",
            ),
        });
    }
}
