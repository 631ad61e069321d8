//! The lint `attribute-value`: invalid `kind=`, `relation=`, `known=`, `ruled=` or `inferred=`.
//! It also reports attributes of base text elsewhere, and attributes of instructions elsewhere.

use super::context::LintContext;
use crate::{
    analysis::ChangeKind,
    diagnostic::Diagnostic,
    model::PartialDate,
    resolve::RulingState,
    syntax::{Attributes, FileRole, KEYS, RELATIONS, RulesFile, comma_parts, flatten_blocks},
    text::near::nearest,
};

/// The attributes of base text, and where they belong.
const OF_BASE_TEXT: (&[&str], &str) = (
    &["document", "quoted"],
    "it belongs to a section of base text and says where that is from; an amendment always comes from the document that its file names",
);

/// The attributes of instructions, and where they belong.
const OF_INSTRUCTIONS: (&[&str], &str) = (
    &[
        "scope",
        "effective",
        "until",
        "known",
        "kind",
        "relation",
        "ruled",
    ],
    "it belongs to an instruction or clarification: write it in the braces after a level-2 heading",
);

pub(super) fn check(_: LintContext<'_>, file: &RulesFile, out: &mut Vec<Diagnostic>) {
    for place in &file.places {
        check_inferred(file, &place.attrs, out);
        check_place(file, &place.attrs, OF_INSTRUCTIONS, out);
        if !matches!(file.role, FileRole::Base | FileRole::Book) {
            check_place(file, &place.attrs, OF_BASE_TEXT, out);
        }
        let payloads = place.entries.iter().map(|entry| &entry.payload);
        for block in std::iter::once(&place.blocks)
            .chain(payloads)
            .flat_map(|blocks| flatten_blocks(blocks))
        {
            check_place(file, &block.attrs, OF_INSTRUCTIONS, out);
        }
        for entry in &place.entries {
            check_place(file, &entry.attrs, OF_BASE_TEXT, out);
            check_inferred(file, &entry.attrs, out);
            check_verdicts(file, &entry.attrs, out);
            let kinds = ChangeKind::NAMES.iter().map(|(name, _)| *name);
            check_value(file, &entry.attrs, "kind", "a kind of change", kinds, out);
            let relations = RELATIONS.iter().map(|(name, _)| *name);
            let what = "a relation to a clause";
            check_value(file, &entry.attrs, "relation", what, relations, out);
            if let Some(known) = entry.attrs.get("known")
                && let Err(why) = known.value.parse::<PartialDate>()
            {
                out.push(Diagnostic::error(
                    "attribute-value",
                    file.locate(known.span),
                    why,
                ));
            }
        }
    }
}

/// Reports the value of `key` if it is not among `names`.
fn check_value(
    file: &RulesFile,
    attrs: &Attributes,
    key: &str,
    what: &str,
    names: impl Iterator<Item = &'static str> + Clone,
    out: &mut Vec<Diagnostic>,
) {
    if let Some(value) = attrs.get(key)
        && !names.clone().any(|name| name == value.value)
    {
        let message = format!("`{}` is not {what}", value.value);
        let diagnostic = Diagnostic::error("attribute-value", file.locate(value.span), message);
        out.push(diagnostic.expected(&value.value, names).safe());
    }
}

/// Reports attributes that have no effect where they are, each of `keys` with `remedy`.
fn check_place(
    file: &RulesFile,
    attrs: &Attributes,
    (keys, remedy): (&[&str], &str),
    out: &mut Vec<Diagnostic>,
) {
    let pairs = attrs.pairs.iter();
    let found = pairs.filter(|(key, _)| keys.contains(&&*key.value));
    out.extend(found.map(|(key, _)| {
        let message = format!("`{}=` has no effect here", key.value);
        let diagnostic = Diagnostic::error("attribute-value", file.locate(key.span), message);
        diagnostic.help(remedy)
    }));
}

/// Checks `ruled=narrowed@3.4`: one of the verdicts, and the edition at which it was given.
fn check_verdicts(file: &RulesFile, attrs: &Attributes, out: &mut Vec<Diagnostic>) {
    let Some(ruled) = attrs.get("ruled") else {
        return;
    };
    let names = RulingState::VERDICTS.iter().map(|verdict| verdict.name());
    for (part, span) in comma_parts(ruled).filter(|(part, _)| !part.is_empty()) {
        let (name, edition) = part.split_once('@').unwrap_or((part, ""));
        if RulingState::from_verdict(name).is_none() {
            let at = file.locate(span.with_len(name.len()));
            let diagnostic =
                Diagnostic::error("attribute-value", at, format!("`{name}` is not a verdict"));
            out.push(diagnostic.expected(name, names.clone()).safe());
        }
        // a blank before `@` is reported itself
        if edition.is_empty() && file.diagnostics_in(attrs.span).is_empty() {
            let diagnostic = Diagnostic::error(
                "attribute-value",
                file.locate(span),
                "the verdict lacks its edition",
            );
            let help = format!("write the edition after `@`: `ruled={name}@EDITION`");
            out.push(diagnostic.help(help));
        }
    }
}

/// Checks `inferred=page`: the names of other attributes of the same element; `section`, whose
/// existence no source states; or `verb`, which the document does not have.
fn check_inferred(file: &RulesFile, attrs: &Attributes, out: &mut Vec<Diagnostic>) {
    let Some(inferred) = attrs.get("inferred") else {
        return;
    };
    for (part, span) in comma_parts(inferred).filter(|(part, _)| !part.is_empty()) {
        if ["section", "verb"].contains(&part) || attrs.get(part).is_some() {
            continue;
        }
        let diagnostic = Diagnostic::error(
            "attribute-value",
            file.locate(span),
            format!("there is no `{part}=` here to be inferred"),
        );
        let keys = KEYS
            .iter()
            .map(|key| key.name)
            .filter(|key| attrs.get(key).is_some());
        out.push(diagnostic.write_some(nearest(part, keys)).safe());
    }
}
