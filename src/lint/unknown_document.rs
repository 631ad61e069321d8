use super::{At, Check, Lint};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    syntax::{Attributes, Command, File, Role},
    text::{Span, Spanned, near::nearest},
};

pub(super) const LINT: Lint = Lint {
    code: "unknown-document",
    severity: Severity::Error,
    title: "a document that `ruleset.toml` does not list",
    page: include_str!("unknown_document.md"),
    checks: &[Check::File(check)],
};

fn check(at: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    if file.front.document.is_none() && file.role != Role::Index {
        let finding = LINT.find(Location::new(file.source, Span::default()), "the file does not say which document it holds");
        out.push(finding.help("write `document: KEY` between two lines `---` at its very start, with a key of ruleset.toml"));
    }
    let mut named: Vec<Spanned<String>> = file.front.document.clone().into_iter().collect();
    for place in &file.places {
        named.extend(cited(&place.attrs));
        for entry in &place.entries {
            named.extend(cited(&entry.attrs));
            if let Some(Command::Withdraw { document, .. }) = &entry.command {
                named.push(document.clone());
            }
        }
    }
    let documents = &at.corpus.ruleset.documents;
    for name in named.into_iter().filter(|name| !documents.contains_key(&name.value)) {
        let finding = LINT.find(Location::new(file.source, name.span), format!("`{}` is no document of this ruleset", name.value));
        let keys = documents.keys().map(String::as_str);
        out.push(match nearest(&name.value, keys) {
            Some(near) => finding.replace_with(format!("write `{near}`"), near),
            None => finding.help("ruleset.toml lists the documents, each under `[document.KEY]`"),
        });
    }
}

/// The documents of `n=river-1.1:4`.
fn cited(attrs: &Attributes) -> Vec<Spanned<String>> {
    let Some(n) = attrs.get("n") else { return Vec::new() };
    let mut start = n.span.start();
    let mut found = Vec::new();
    for passage in n.value.split(',') {
        if let Some((document, _)) = passage.split_once(':') {
            found.push(Spanned::new(document.to_owned(), Span::new(start, start + document.len())));
        }
        start += passage.len() + 1;
    }
    found
}
