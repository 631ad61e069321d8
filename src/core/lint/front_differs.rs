//! The lint `front-differs`: front matter with a ruleset unlike the folder's, or a wrong edition.
//! `ruleset.toml` lists the edition of each document.

use super::context::LintContext;
use crate::{
    diagnostic::{Diagnostic, Location},
    syntax::{FileRole, RulesFile},
};

pub(super) fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let ruleset = &context.db.ruleset;
    if let Some(name) = file
        .front
        .ruleset
        .as_ref()
        .filter(|name| name.value != ruleset.key)
    {
        let message = format!(
            "the file is in the folder of `{}`, not of `{}`",
            ruleset.key, name.value
        );
        out.push(
            Diagnostic::warning("front-differs", file.locate(name.span), message)
                .replace_with(format!("write `{}`", ruleset.key), &ruleset.key),
        );
    }
    let document = file
        .front
        .document
        .as_ref()
        .and_then(|document| ruleset.documents.get(&document.value));
    if let (Some(document), Some(edition)) = (document, &file.front.edition)
        // a book in the library may print any edition
        && file.role != FileRole::Book
        && document.names_edition
        && ruleset.edition(&edition.value).is_some_and(|named| named != document.edition)
    {
        let right = ruleset.edition_id(document.edition);
        let message = format!(
            "ruleset.toml says that `{}` belongs to edition {right}",
            document.key
        );
        let diagnostic = Diagnostic::warning("front-differs", file.locate(edition.span), message)
            .replace_with(format!("write \"{right}\""), format!("\"{right}\""));
        out.push(diagnostic.related(Location::new(ruleset.source, document.span), "listed here"));
    }
}
