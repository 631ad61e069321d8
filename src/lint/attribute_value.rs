use super::{At, Check, Lint};
use crate::{
    analysis::ChangeKind,
    diagnostic::{Diagnostic, Location, Severity},
    model::PartialDate,
    resolve::RulingState,
    syntax::{Attributes, File, KEYS, Role},
    text::{Span, near::nearest},
};

pub(super) const LINT: Lint = Lint {
    code: "attribute-value",
    severity: Severity::Error,
    title: "an attribute's value that cannot be used",
    page: include_str!("attribute_value.md"),
    checks: &[Check::File(check)],
};

fn check(_: At<'_>, file: &File, out: &mut Vec<Diagnostic>) {
    for place in &file.places {
        inferred(file, &place.attrs, out);
        if !matches!(file.role, Role::Base | Role::Book) {
            sources(file, &place.attrs, out);
        }
        for entry in &place.entries {
            sources(file, &entry.attrs, out);
            inferred(file, &entry.attrs, out);
            verdicts(file, &entry.attrs, out);
            if let Some(kind) = entry
                .attrs
                .get("kind")
                .filter(|kind| ChangeKind::from_name(&kind.value).is_none())
            {
                let names: Vec<&str> = ChangeKind::NAMES.iter().map(|(name, _)| *name).collect();
                out.push(one_of(
                    LINT.find(
                        Location::new(file.source, kind.span),
                        format!("`{}` is no kind of change", kind.value),
                    ),
                    &kind.value,
                    &names,
                ));
            }
            if let Some(known) = entry.attrs.get("known")
                && let Err(why) = known.value.parse::<PartialDate>()
            {
                out.push(LINT.find(Location::new(file.source, known.span), why));
            }
        }
    }
}

/// `document=` and `quoted=`, which only a section of base text can have.
fn sources(file: &File, attrs: &Attributes, out: &mut Vec<Diagnostic>) {
    let found = attrs
        .pairs
        .iter()
        .filter(|(key, _)| matches!(&*key.value, "document" | "quoted"));
    out.extend(found.map(|(key, _)| {
        let finding = LINT.find(
            Location::new(file.source, key.span),
            format!(
                "`{}=` says where base text is from, and this is none",
                key.value
            ),
        );
        finding.help("an amendment is from the document that its file names")
    }));
}

/// `ruled=narrowed@3.4`: one of the verdicts, and the edition at which it was given.
fn verdicts(file: &File, attrs: &Attributes, out: &mut Vec<Diagnostic>) {
    let Some(ruled) = attrs.get("ruled") else {
        return;
    };
    let names: Vec<&str> = VERDICTS.iter().map(|verdict| verdict.name()).collect();
    for (part, span) in parts(&ruled.value, ruled.span.start()) {
        let (name, edition) = part.split_once('@').unwrap_or((part, ""));
        if RulingState::verdict(name).is_none() {
            let at = Location::new(
                file.source,
                Span::new(span.start(), span.start() + name.len()),
            );
            let finding = LINT.find(at, format!("`{name}` is no verdict"));
            out.push(one_of(finding, name, &names));
        }
        if edition.is_empty() {
            let finding = LINT.find(
                Location::new(file.source, span),
                "the verdict does not say at which edition it was given",
            );
            out.push(finding.help(format!("write it behind `@`: `ruled={name}@EDITION`")));
        }
    }
}

/// The finding with the word that was meant, or with all that there are.
fn one_of(finding: Diagnostic, word: &str, names: &[&str]) -> Diagnostic {
    match nearest(word, names.iter().copied()) {
        Some(near) => finding.replace_with(format!("write `{near}`"), near),
        None => finding.help(format!("there are {}", names.join(", "))),
    }
}

const VERDICTS: &[RulingState] = &[
    RulingState::Confirmed,
    RulingState::Narrowed,
    RulingState::Contradicted,
    RulingState::Absorbed,
];

/// `inferred=page`: attributes that stand beside it.
fn inferred(file: &File, attrs: &Attributes, out: &mut Vec<Diagnostic>) {
    let Some(inferred) = attrs.get("inferred") else {
        return;
    };
    for (part, span) in parts(&inferred.value, inferred.span.start()) {
        if attrs.get(part).is_some() {
            continue;
        }
        let finding = LINT.find(
            Location::new(file.source, span),
            format!("there is no `{part}=` here that could be inferred"),
        );
        let keys = KEYS
            .iter()
            .map(|key| key.name)
            .filter(|key| attrs.get(key).is_some());
        out.push(match nearest(part, keys) {
            Some(near) => finding.replace_with(format!("write `{near}`"), near),
            None => finding,
        });
    }
}

/// The parts of a value between commas, with their bytes.
fn parts(value: &str, start: usize) -> Vec<(&str, Span)> {
    let place = |part: &str| start + (part.as_ptr() as usize - value.as_ptr() as usize);
    value
        .split(',')
        .filter(|part| !part.is_empty())
        .map(|part| (part, Span::new(place(part), place(part) + part.len())))
        .collect()
}
