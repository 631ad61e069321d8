//! The lint `unknown-document`: a document, named in a rules file, that `ruleset.toml` does not
//! list, or a file that names no document.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    syntax::{Attributes, Command, FileRole, RulesFile, comma_parts},
    text::{Span, Spanned, near::nearest},
};

pub(super) const LINT: Lint = Lint {
    code: "unknown-document",
    severity: Severity::Error,
    title: "a document that `ruleset.toml` does not list",
    page: include_str!("unknown_document.md"),
    passes: &[LintPass::File(check)],
};

fn check(context: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    let is_reported = |found: &Diagnostic| found.code == "front-matter";
    if file.front.document.is_none()
        && file.role != FileRole::Index
        && !file.diagnostics.iter().any(is_reported)
    {
        let diagnostic = LINT.diagnostic(
            file.locate(Span::default()),
            "the file does not name its document",
        );
        out.push(diagnostic.help("write `document: KEY` between two lines `---` at its very start, with a key of ruleset.toml"));
    }
    // the user's own booklet need not be a document of the ruleset
    let own = file
        .front
        .document
        .clone()
        .filter(|_| !file.is_printed_book());
    let mut named: Vec<Spanned<String>> = own.into_iter().collect();
    for place in &file.places {
        named.extend(cited_documents(&place.attrs));
        named.extend(place.attrs.get("document").cloned());
        named.extend(
            place
                .attrs
                .get("quoted")
                .into_iter()
                .flat_map(comma_parts)
                .map(|(part, span)| Spanned::new(part.to_owned(), span)),
        );
        for entry in &place.entries {
            named.extend(cited_documents(&entry.attrs));
            if let Some(Command::Withdraw { document, .. }) = &entry.command {
                named.push(document.clone());
            }
        }
    }
    let documents = &context.db.ruleset.documents;
    for name in named
        .into_iter()
        .filter(|name| !documents.contains_key(&name.value))
    {
        let diagnostic = LINT.diagnostic(
            file.locate(name.span),
            format!("`{}` is not a document of this ruleset", name.value),
        );
        let near = nearest(&name.value, documents.keys().map(String::as_str));
        out.push(match near {
            // another number of an edition is as near
            Some(near) => diagnostic.write(near),
            None => {
                diagnostic.help("ruleset.toml lists the documents, each under `[document.KEY]`")
            }
        });
    }
}

/// Returns the documents of `n=river-1.1:4`.
fn cited_documents(attrs: &Attributes) -> Vec<Spanned<String>> {
    let passages = attrs.get("n").into_iter().flat_map(comma_parts);
    let document = |(passage, span): (&str, Span)| {
        let (document, _) = passage.split_once(':')?;
        Some(Spanned::new(
            document.to_owned(),
            span.with_len(document.len()),
        ))
    };
    passages.filter_map(document).collect()
}
