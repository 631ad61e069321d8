//! The lint `attribute-value`: invalid `kind=`, `relation=`, `known=`, `ruled=` or `inferred=`.
//! It also reports `document=` and `quoted=` outside base text.

use super::{
    context::LintContext,
    definition::{Lint, LintPass},
};
use crate::{
    analysis::ChangeKind,
    diagnostic::{Diagnostic, Location, PossibleCause, Severity},
    model::PartialDate,
    resolve::RulingState,
    syntax::{Attributes, FileRole, KEYS, RELATIONS, RulesFile},
    text::{Span, near::nearest},
};

pub(super) const LINT: Lint = Lint {
    code: "attribute-value",
    severity: Severity::Error,
    title: "an attribute with an unusable value",
    page: include_str!("attribute_value.md"),
    passes: &[LintPass::File(check)],
};

fn check(_: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    for place in &file.places {
        check_inferred(file, &place.attrs, out);
        if !matches!(file.role, FileRole::Base | FileRole::Book) {
            check_source(file, &place.attrs, out);
        }
        for entry in &place.entries {
            check_source(file, &entry.attrs, out);
            check_inferred(file, &entry.attrs, out);
            check_verdicts(file, &entry.attrs, out);
            if let Some(kind) = entry
                .attrs
                .get("kind")
                .filter(|kind| ChangeKind::from_name(&kind.value).is_none())
            {
                let names: Vec<&str> = ChangeKind::NAMES.iter().map(|(name, _)| *name).collect();
                out.push(with_alternatives(
                    LINT.diagnostic(
                        Location::new(file.source, kind.span),
                        format!("`{}` is not a kind of change", kind.value),
                    ),
                    &kind.value,
                    &names,
                ));
            }
            if let Some(relation) = entry
                .attrs
                .get("relation")
                .filter(|relation| RELATIONS.iter().all(|(name, _)| *name != relation.value))
            {
                out.push(with_alternatives(
                    LINT.diagnostic(
                        Location::new(file.source, relation.span),
                        format!("`{}` is not a relation to a clause", relation.value),
                    ),
                    &relation.value,
                    &RELATIONS.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
                ));
            }
            if let Some(known) = entry.attrs.get("known")
                && let Err(why) = known.value.parse::<PartialDate>()
            {
                out.push(LINT.diagnostic(Location::new(file.source, known.span), why));
            }
        }
    }
}

/// Reports `document=` and `quoted=` outside of base text.
fn check_source(file: &RulesFile, attrs: &Attributes, out: &mut Vec<Diagnostic>) {
    let found = attrs
        .pairs
        .iter()
        .filter(|(key, _)| matches!(&*key.value, "document" | "quoted"));
    out.extend(found.map(|(key, _)| {
        let diagnostic = LINT.diagnostic(
            Location::new(file.source, key.span),
            format!(
                "`{}=` is only allowed for base text: it says where it is from",
                key.value
            ),
        );
        diagnostic.help("an amendment always comes from the document that its file names")
    }));
}

/// Checks `ruled=narrowed@3.4`: one of the verdicts, and the edition at which it was given.
fn check_verdicts(file: &RulesFile, attrs: &Attributes, out: &mut Vec<Diagnostic>) {
    let Some(ruled) = attrs.get("ruled") else {
        return;
    };
    let names: Vec<&str> = VERDICTS.iter().map(|verdict| verdict.name()).collect();
    for (part, span) in parts(&ruled.value, ruled.span.start()) {
        let (name, edition) = part.split_once('@').unwrap_or((part, ""));
        if RulingState::from_verdict(name).is_none() {
            let at = Location::new(
                file.source,
                Span::new(span.start(), span.start() + name.len()),
            );
            let diagnostic = LINT.diagnostic(at, format!("`{name}` is not a verdict"));
            out.push(with_alternatives(diagnostic, name, &names));
        }
        if edition.is_empty() {
            let diagnostic = LINT.diagnostic(
                Location::new(file.source, span),
                "the verdict lacks its edition",
            );
            let help = format!("write the edition after `@`: `ruled={name}@EDITION`");
            out.push(
                diagnostic
                    .help(help)
                    .unless(PossibleCause::UnreadInstruction { payload: false }),
            );
        }
    }
}

/// Adds the word that was probably meant to a diagnostic, or all that there are.
fn with_alternatives(diagnostic: Diagnostic, word: &str, names: &[&str]) -> Diagnostic {
    match nearest(word, names.iter().copied()) {
        Some(near) => diagnostic
            .replace_with(format!("write `{near}`"), near)
            .safe(),
        None => diagnostic.help(format!("expected one of {}", names.join(", "))),
    }
}

const VERDICTS: &[RulingState] = &[
    RulingState::Confirmed,
    RulingState::Narrowed,
    RulingState::Contradicted,
    RulingState::Absorbed,
];

/// Checks `inferred=page`: the names of other attributes of the same element.
fn check_inferred(file: &RulesFile, attrs: &Attributes, out: &mut Vec<Diagnostic>) {
    let Some(inferred) = attrs.get("inferred") else {
        return;
    };
    for (part, span) in parts(&inferred.value, inferred.span.start()) {
        if attrs.get(part).is_some() {
            continue;
        }
        let diagnostic = LINT.diagnostic(
            Location::new(file.source, span),
            format!("there is no `{part}=` here to be inferred"),
        );
        let keys = KEYS
            .iter()
            .map(|key| key.name)
            .filter(|key| attrs.get(key).is_some());
        out.push(match nearest(part, keys) {
            Some(near) => diagnostic
                .replace_with(format!("write `{near}`"), near)
                .safe(),
            None => diagnostic,
        });
    }
}

/// Returns the parts of a value between commas, with their bytes.
fn parts(value: &str, start: usize) -> Vec<(&str, Span)> {
    let place = |part: &str| start + (part.as_ptr() as usize - value.as_ptr() as usize);
    value
        .split(',')
        .filter(|part| !part.is_empty())
        .map(|part| (part, Span::new(place(part), place(part) + part.len())))
        .collect()
}
