//! The lint `unknown-scope`: an instruction never applied, because no profile lists its scope.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    syntax::RulesFile,
    text::near::nearest,
};

pub(super) const LINT: Lint = Lint {
    code: "unknown-scope",
    severity: Severity::Error,
    title: "a scope that no profile lists",
    page: include_str!("unknown_scope.md"),
    passes: &[LintPass::File(check)],
};

fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let scopes: Vec<&str> = context
        .db
        .ruleset
        .profiles
        .iter()
        .flat_map(|profile| profile.scopes.iter().map(String::as_str))
        .collect();
    for scope in file.entries().filter_map(|entry| entry.attrs.get("scope")) {
        if scopes.contains(&scope.value.as_str()) {
            continue;
        }
        let diagnostic = LINT.diagnostic(
            file.locate(scope.span),
            format!("no profile has the scope `{}`", scope.value),
        );
        let diagnostic = diagnostic.label("never applied");
        out.push(match nearest(&scope.value, scopes.iter().copied()) {
            Some(near) => diagnostic.write(near).safe(),
            None => {
                diagnostic.help("each profile of ruleset.toml lists its scopes: `scopes = [\"…\"]`")
            }
        });
    }
}
