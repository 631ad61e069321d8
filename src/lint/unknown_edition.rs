//! The lint `unknown-edition`: an edition in a rules file that `ruleset.toml` does not list.
//! It may be in front matter, an attribute or an address.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    resolve::targets,
    syntax::{FileRole, RulesFile},
    text::{Span, Spanned, near::nearest},
};

pub(super) const LINT: Lint = Lint {
    code: "unknown-edition",
    severity: Severity::Error,
    title: "an edition that `ruleset.toml` does not list",
    page: include_str!("unknown_edition.md"),
    passes: &[LintPass::File(check)],
};

fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let mut named: Vec<Spanned<String>> = Vec::new();
    named.extend(file.front.edition.clone());
    named.extend(file.front.frame.clone());
    for place in file.places.iter().filter(|_| file.role == FileRole::Index) {
        named.extend(
            ["effective", "until"]
                .iter()
                .filter_map(|key| place.attrs.get(key).cloned()),
        );
    }
    for entry in file.places.iter().flat_map(|place| &place.entries) {
        named.extend(
            ["effective", "until"]
                .iter()
                .filter_map(|key| entry.attrs.get(key).cloned()),
        );
        named.extend(
            targets(entry.command.as_ref())
                .into_iter()
                .filter_map(|target| target.frame.clone()),
        );
        named.extend(
            entry
                .attrs
                .get("ruled")
                .into_iter()
                .flat_map(ruled_editions),
        );
    }
    let ruleset = &context.db.ruleset;
    for name in named
        .into_iter()
        .filter(|name| ruleset.edition(&name.value).is_none())
    {
        let diagnostic = LINT.diagnostic(
            Location::new(file.source, name.span),
            format!("`{}` is not an edition of this ruleset", name.value),
        );
        let ids: Vec<&str> = ruleset
            .editions
            .iter()
            .map(|edition| edition.id.as_str())
            .collect();
        out.push(match nearest(&name.value, ids.iter().copied()) {
            Some(near) => diagnostic
                .replace_with(format!("write `{near}`"), near)
                .safe(),
            None => diagnostic.help(format!("editions: {}", ids.join(", "))),
        });
    }
}

/// Returns the editions of `narrowed@3.3,absorbed@3.4`.
fn ruled_editions(ruled: &Spanned<String>) -> Vec<Spanned<String>> {
    let mut start = ruled.span.start();
    let mut found = Vec::new();
    for verdict in ruled.value.split(',') {
        if let Some((name, edition)) = verdict
            .split_once('@')
            .filter(|(_, edition)| !edition.is_empty())
        {
            let from = start + name.len() + 1;
            found.push(Spanned::new(
                edition.to_owned(),
                Span::new(from, from + edition.len()),
            ));
        }
        start += verdict.len() + 1;
    }
    found
}
