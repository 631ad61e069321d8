//! The lints `unknown-document`, `unknown-edition` and `unknown-scope`: names in front matter, attributes
//! and instructions that `ruleset.toml` does not list.

use super::context::LintContext;
use crate::{
    diagnostic::Diagnostic,
    resolve::{Symbol, SymbolOccurrence, occurrences},
    syntax::{FileRole, RulesFile},
    text::{Span, near::nearest},
};

/// Reports documents that `ruleset.toml` does not list, and a file that names none.
pub(super) fn check_documents(
    context: LintContext<'_>,
    file: &RulesFile,
    out: &mut Vec<Diagnostic>,
) {
    let is_reported = |found: &Diagnostic| found.code == "front-matter";
    if file.front.document.is_none()
        && file.role != FileRole::Index
        && !file.diagnostics.iter().any(is_reported)
    {
        let here = file.locate(Span::default());
        out.push(Diagnostic::error("unknown-document", here, "the file does not name its document")
            .help("write `document: KEY` between two lines `---` at its very start, with a key of ruleset.toml"));
    }
    let documents = &context.db.ruleset.documents;
    for found in occurrences(file) {
        let Symbol::Document(name) = &found.symbol else {
            continue;
        };
        // the user's own booklet need not be a document of the ruleset
        if documents.contains_key(&**name) || found.place.is_none() && file.is_printed_book() {
            continue;
        }
        let message = format!("`{name}` is not a document of this ruleset");
        let diagnostic = Diagnostic::error("unknown-document", file.locate(found.span), message);
        // another number of an edition is as near
        out.push(match nearest(name, documents.keys().map(String::as_str)) {
            Some(near) => diagnostic.write(near),
            None => {
                diagnostic.help("ruleset.toml lists the documents, each under `[document.KEY]`")
            }
        });
    }
}

/// Reports editions that `ruleset.toml` does not list.
pub(super) fn check_editions(
    context: LintContext<'_>,
    file: &RulesFile,
    out: &mut Vec<Diagnostic>,
) {
    let ruleset = &context.db.ruleset;
    let has_effect = |found: &SymbolOccurrence| {
        found.place.is_none() || found.entry.is_some() || file.role == FileRole::Index
    };
    for found in occurrences(file).into_iter().filter(has_effect) {
        let Symbol::Edition(name) = &found.symbol else {
            continue;
        };
        if name.is_empty() || ruleset.edition(name).is_some() {
            continue;
        }
        let ids: Vec<&str> = ruleset.editions.iter().map(|own| own.id.as_str()).collect();
        let message = format!("`{name}` is not an edition of this ruleset");
        let diagnostic = Diagnostic::error("unknown-edition", file.locate(found.span), message);
        out.push(match nearest(name, ids.iter().copied()) {
            Some(near) => diagnostic.write(near).safe(),
            None => diagnostic.help(format!("editions: {}", ids.join(", "))),
        });
    }
}

/// Reports instructions that are never applied, because no profile lists their scope.
pub(super) fn check_scopes(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let profiles = &context.db.ruleset.profiles;
    let scopes = profiles.iter().flat_map(|profile| &profile.scopes);
    for scope in file.entries().filter_map(|entry| entry.attrs.get("scope")) {
        if scopes.clone().any(|known| *known == scope.value) {
            continue;
        }
        let message = format!("no profile has the scope `{}`", scope.value);
        let found = Diagnostic::error("unknown-scope", file.locate(scope.span), message)
            .label("never applied");
        out.push(
            match nearest(&scope.value, scopes.clone().map(String::as_str)) {
                Some(near) => found.write(near).safe(),
                None => {
                    found.help("each profile of ruleset.toml lists its scopes: `scopes = [\"…\"]`")
                }
            },
        );
    }
}
