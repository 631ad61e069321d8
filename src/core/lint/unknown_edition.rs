//! The lint `unknown-edition`: an edition in a rules file that `ruleset.toml` does not list.
//! It may be in front matter, an attribute or an address.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    resolve::targets,
    syntax::{Attributes, FileRole, RulesFile, comma_parts},
    text::{Spanned, near::nearest},
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
    let dates = |attrs: &Attributes| -> Vec<Spanned<String>> {
        let keys = ["effective", "until"].iter();
        keys.filter_map(|key| attrs.get(key).cloned()).collect()
    };
    for place in file.places.iter().filter(|_| file.role == FileRole::Index) {
        named.extend(dates(&place.attrs));
    }
    for entry in file.entries() {
        named.extend(dates(&entry.attrs));
        let targets = targets(entry.command.as_ref()).into_iter();
        named.extend(targets.filter_map(|target| target.frame.clone()));
        let ruled = entry.attrs.get("ruled").into_iter();
        named.extend(ruled.flat_map(ruled_editions));
    }
    let ruleset = &context.db.ruleset;
    for name in named
        .into_iter()
        .filter(|name| ruleset.edition(&name.value).is_none())
    {
        let diagnostic = LINT.diagnostic(
            file.locate(name.span),
            format!("`{}` is not an edition of this ruleset", name.value),
        );
        let ids: Vec<&str> = ruleset
            .editions
            .iter()
            .map(|edition| edition.id.as_str())
            .collect();
        out.push(match nearest(&name.value, ids.iter().copied()) {
            Some(near) => diagnostic.write(near).safe(),
            None => diagnostic.help(format!("editions: {}", ids.join(", "))),
        });
    }
}

/// Returns the editions of verdicts: those after `@`.
fn ruled_editions(ruled: &Spanned<String>) -> impl Iterator<Item = Spanned<String>> {
    comma_parts(ruled).filter_map(|(verdict, span)| {
        let (name, edition) = verdict.split_once('@')?;
        let span = span.with_start(span.start() + name.len() + 1);
        (!edition.is_empty()).then(|| Spanned::new(edition.to_owned(), span))
    })
}
