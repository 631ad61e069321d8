//! Functions for the lints of TOML files: check keys and values, names of clauses and documents,
//! and that each document in `ruleset.toml` has a file.

use super::context::LintContext;
use crate::{
    analysis::{Analysis, Source, SourceKind},
    diagnostic::{Diagnostic, Location},
    model::{RULESET_KEYS, toml_file},
    resolve::RulesetDb,
    search::THESAURUS_KEYS,
    syntax::{NameKind, ValueKind},
    text::{SourceId, near::nearest},
};
use serde::de::IgnoredAny;
use std::collections::BTreeSet;

/// The lint `import-file`: an `import.toml` that cannot be used. The file for all rulesets has the words of
/// printed sheets in any of them.
pub(super) fn check_import(analysis: &Analysis, source: SourceId, out: &mut Vec<Diagnostic>) {
    let shape = |own: &Source| match own.ruleset.is_empty() {
        true => toml_file::SHEET_KEYS,
        false => toml_file::IMPORT_KEYS,
    };
    check_keys(
        analysis,
        source,
        (SourceKind::Import, "import-file"),
        shape,
        out,
    );
}

/// The lint `thesaurus-file`: a `thesaurus.toml` that cannot be used.
pub(super) fn check_thesaurus(analysis: &Analysis, source: SourceId, out: &mut Vec<Diagnostic>) {
    let own = (SourceKind::Thesaurus, "thesaurus-file");
    check_keys(analysis, source, own, |_| THESAURUS_KEYS, out);
}

/// Adds the diagnostics of a TOML file, if it is of `kind`: keys and values that its shape does not allow,
/// and names as in [`check_names`].
fn check_keys(
    analysis: &Analysis,
    source: SourceId,
    (kind, code): (SourceKind, &'static str),
    shape: fn(&Source) -> &'static ValueKind,
    out: &mut Vec<Diagnostic>,
) {
    if let Some(own) = analysis.source(source).filter(|own| own.kind == kind) {
        let shape = shape(own);
        let (_, found) = toml_file::read_toml::<IgnoredAny>(source, &own.text, code, shape);
        out.extend(found);
        check_names(analysis, source, code, shape, |_| true, out);
    }
}

/// Adds an error for each document and clause in a TOML file that the ruleset does not have, of the
/// kinds that `checks` holds for.
fn check_names(
    analysis: &Analysis,
    source: SourceId,
    code: &'static str,
    shape: &'static ValueKind,
    checks: fn(NameKind) -> bool,
    out: &mut Vec<Diagnostic>,
) {
    let Some(own) = analysis.source(source) else {
        return;
    };
    let Some(db) = analysis.ruleset_db(&own.ruleset) else {
        return;
    };
    if db.ruleset.unreadable {
        return;
    }
    let context = LintContext {
        analysis,
        db,
        only: Some(source),
    };
    let names = toml_file::toml_names(&own.text, shape).into_iter();
    for name in names.filter(|name| checks(name.kind)) {
        let clause = name.name.split('/').next().unwrap_or_default();
        let (is_known, what, near) = match name.kind {
            NameKind::Document => {
                let documents = &db.ruleset.documents;
                let keys = documents.keys().map(String::as_str);
                let near = nearest(&name.name, keys);
                let is_known = documents.contains_key(&name.name);
                (is_known, "document", near)
            }
            NameKind::Clause => {
                let is_known = context.has_name(clause) || db.may_be_unread(clause);
                (
                    is_known,
                    "clause",
                    context.near_name(clause).filter(|_| !is_known),
                )
            }
            _ => continue,
        };
        if is_known {
            continue;
        }
        let at = Location::new(source, name.span);
        let message = format!("the ruleset has no {what} `{}`", name.name);
        let found = Diagnostic::error(code, at, message);
        out.push(match near {
            Some(near) => found.did_you_mean(near).safe(),
            None => found,
        });
    }
}

/// Adds an error for each clause in a `ruleset.toml` that the rules do not have, and a warning for
/// each document that no file contains or quotes.
pub(super) fn check_ruleset_file(analysis: &Analysis, db: &RulesetDb, out: &mut Vec<Diagnostic>) {
    if db.ruleset.unreadable || db.has_lost_file() {
        return;
    }
    check_names(
        analysis,
        db.ruleset.source,
        "ruleset-file",
        RULESET_KEYS,
        // its documents are checked when it is read
        |kind| kind == NameKind::Clause,
        out,
    );
    let mut used: BTreeSet<&str> = BTreeSet::new();
    for file in db.files() {
        used.extend(file.front.document.iter().map(|name| name.value.as_str()));
        for place in &file.places {
            for key in ["document", "quoted"] {
                let value = place.attrs.get(key).map(|value| value.value.split(','));
                used.extend(value.into_iter().flatten());
            }
            for entry in &place.entries {
                let value = entry
                    .attrs
                    .get("quoted")
                    .map(|value| value.value.split(','));
                used.extend(value.into_iter().flatten());
            }
        }
    }
    let text = analysis
        .source(db.ruleset.source)
        .map_or("", |source| &source.text);
    let profiles = &db.ruleset.profiles;
    let is_shown = |key: &String| profiles.iter().any(|profile| profile.layers.contains(key));
    for document in db.ruleset.documents.values() {
        let (message, help) = if !used.contains(document.key.as_str()) {
            (
                format!("no file contains the document `{}`", document.key),
                format!(
                    "add a file with `document: {}` in its front matter",
                    document.key
                ),
            )
        } else if document.kind.is_rulings() && !is_shown(&document.key) {
            (
                format!("no profile shows the rulings of `{}`", document.key),
                "add it to the `layers` of a profile".to_owned(),
            )
        } else {
            continue;
        };
        let span = document.span;
        let header = span.of(text);
        let at = header.find(&document.key).map_or(span, |start| {
            let start = span.start() + start;
            crate::text::Span::new(start, start + document.key.len())
        });
        let found = Diagnostic::warning(
            "ruleset-file",
            Location::new(db.ruleset.source, at),
            message,
        );
        out.push(found.help(help));
    }
}
