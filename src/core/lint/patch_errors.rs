//! Turns the errors that the resolver found in a section's patches into diagnostics; leaves out
//! those that follow from a mistake elsewhere. Lints with longer reports have files of their own.

use super::{
    consequences::SectionMistakes,
    context::{LintContext, describe_patch, quote_words},
    count_not_met, dangling_address, duplicate_id, fact_lost,
    patch_error_site::PatchErrorSite,
    quote_not_found, wrong_name,
};
use crate::{
    diagnostic::{Diagnostic, Location, Severity},
    model::Patch,
    op::{PatchError, PatchErrorKind},
    resolve::{Section, file_section_id},
    syntax::{FileRole, InstructionEntry, WordingLayer},
    text::Span,
};

/// Adds the diagnostics for the faults of a section that do not follow from other faults.
pub(super) fn report_faults(
    context: LintContext<'_>,
    section: &Section,
    out: &mut Vec<Diagnostic>,
) {
    let mistakes = SectionMistakes::new(context.db, section);
    for (number, fault) in section.errors.iter().enumerate() {
        let Some(patch) = section.patch(fault.patch) else {
            continue;
        };
        if is_in_unknown_section(context, patch) || mistakes.explain(patch, fault) {
            continue;
        }
        let first = out.len();
        let site = PatchErrorSite {
            context,
            section,
            fault,
            patch,
        };
        match &fault.kind {
            PatchErrorKind::Dangling { what, why, near } => {
                dangling_address::report(&site, what, why, near, out)
            }
            PatchErrorKind::LinePosition => {
                let line = site.slice();
                let message =
                    format!("`{line}` counts lines of a printed page, which depend on the layout");
                out.push(Diagnostic::error("printed-line", site.here(), message).help(
                    "quote words of the place, and keep the line as a hint: `… \"first … last\" in paragraph 2 (printed line 7)`",
                ));
            }
            PatchErrorKind::Quote {
                quote,
                layer: WordingLayer::Printed,
                found,
                ..
            } => {
                let times = match found {
                    0 => "are not in the printed text".to_owned(),
                    1 => "occur only once in the printed text".to_owned(),
                    n => format!("occur {n} times in the printed text"),
                };
                let message = format!("the words {} {times}", quote_words(quote));
                out.push(Diagnostic::error("wording-mismatch", site.here(), message).help(
                    "if the two wordings differ, quote the printed words in the library's file under the same `n=`",
                ));
            }
            PatchErrorKind::Quote {
                quote,
                found: 0,
                near,
                ..
            } => quote_not_found::report(&site, quote, near, out),
            PatchErrorKind::Quote {
                quote,
                found,
                expected,
                ..
            } => count_not_met::report_quote(&site, quote, *found, *expected, out),
            // `empty-payload` reports it
            PatchErrorKind::Count { found: 0, .. }
            | PatchErrorKind::FactLost { .. }
            | PatchErrorKind::Payload { .. }
                if lacks_payload(patch) => {}
            PatchErrorKind::Count {
                unit,
                expected,
                found,
            } => count_not_met::report_units(&site, unit, *expected, *found, out),
            PatchErrorKind::StaleValue {
                cell,
                expected,
                found,
            } => {
                let message = format!("{cell} is {found} here, not {expected}");
                let struck = struck_value(&site);
                let diagnostic = Diagnostic::error("stale-value", struck.unwrap_or(site.here()), message)
                    .label(format!("the text has {found}"))
                    .help("if the sheet itself is wrong, omit the old value and record a `**Contradiction:**`");
                out.push(match struck {
                    Some(_) => diagnostic.replace_with(format!("write {found}"), found),
                    None => diagnostic,
                });
            }
            PatchErrorKind::WrongName { name, reached, .. } => {
                wrong_name::report(&site, name, reached, out)
            }
            PatchErrorKind::SecondName { name, own } => {
                wrong_name::report_second(&site, name, own, out)
            }
            PatchErrorKind::DuplicateName { name } => duplicate_id::report(&site, name, out),
            PatchErrorKind::Payload { why } => {
                let at = context.first_line(site.here());
                let message = format!("the quoted text has the wrong shape: {why}");
                out.push(Diagnostic::error("payload-shape", at, message).help(
                    "quote a sentence for a sentence, a bullet for a bullet, a table for values",
                ));
            }
            PatchErrorKind::Rearrangement { why, help } => {
                out.push(Diagnostic::error("bad-move", site.here(), why).help(help));
            }
            PatchErrorKind::Overtaken { words, by } => {
                let words = quote_words(words);
                let message = format!("the text that this changes was already removed: {words}");
                let diagnostic = Diagnostic::error("overtaken", site.here(), message);
                out.push(match site.other(*by) {
                    Some(other) => {
                        let removed = format!("{} removed it", describe_patch(other));
                        diagnostic.related(other.heading_location(), removed)
                    }
                    None => diagnostic,
                });
            }
            PatchErrorKind::Conflict { other, words } => {
                out.extend(site.other(*other).map(|other| {
                    let (other_patch, words) = (describe_patch(other), quote_words(words));
                    let message = format!("{other_patch} changes the same text: {words}");
                    let ruleset = &context.db.ruleset;
                    let documents = [&other.document, &patch.document];
                    let is_same = other.document == patch.document;
                    let are_proposals = documents.iter().all(|own| ruleset.is_open_proposal(own));
                    let help = if is_same {
                        "instructions of one sheet do not see each other's changes: correct one of the addresses, or combine the instructions"
                    } else {
                        "if one sheet builds on the other, put them in order with `after` in ruleset.toml"
                    };
                    let mut found = Diagnostic::error("conflict", site.here(), message);
                    // of two proposals perhaps only one will be in force
                    if are_proposals && !is_same {
                        found.severity = Severity::Note;
                    }
                    found
                        .label("not applied")
                        .related(other.heading_location(), "not applied either")
                        .help(help)
                }));
            }
            PatchErrorKind::OrderDependent { other } => {
                out.extend(site.other(*other).map(|other| {
                    let other_patch = describe_patch(other);
                    let message = format!(
                        "{other_patch} inserts at the same place, and their order is unknown"
                    );
                    Diagnostic::warning("order-dependent", site.here(), message)
                        .related(other.heading_location(), "the other instruction")
                        .help("put the documents in order with `after` in ruleset.toml")
                }));
            }
            PatchErrorKind::FactLost { fact, cut } => fact_lost::report(&site, fact, *cut, out),
            PatchErrorKind::TwinShape { why } => out.push(other_units(&site, why)),
            PatchErrorKind::Pending { .. } => {
                let same = |other: &PatchError| {
                    other.patch == fault.patch
                        && matches!(other.kind, PatchErrorKind::Pending { .. })
                };
                // a phrase that is pending in several units is reported once
                if !section.errors[..number].iter().any(same) {
                    let message = "cannot find these words: not all of the text here is included";
                    let diagnostic = Diagnostic::note("pending-edit", site.here(), message);
                    out.push(diagnostic.label("applied as soon as the text is added"));
                }
            }
        }
        for diagnostic in &mut out[first..] {
            diagnostic.causes.push(mistakes.cause(patch, &fault.kind));
        }
    }
}

/// Returns the place of the struck value in an instruction: `~~4~~ 5`.
fn struck_value(site: &PatchErrorSite<'_>) -> Option<Location> {
    let text = site.slice();
    let start = text.find("~~")? + 2;
    let end = start + text[start..].find("~~")?;
    Some(site.locate(Span::new(start, end).shifted(site.fault.span.start())))
}

/// Reports that a printed text does not have the units of the restated one, or of the edition that
/// it prints.
fn other_units(site: &PatchErrorSite<'_>, why: &str) -> Diagnostic {
    let message = if site.patch.is_instruction() {
        format!("the printed text is not used, because its units differ: {why}")
    } else {
        format!("the included text does not fit: {why}")
    };
    let at = site.context.first_line(site.here());
    let mut diagnostic = Diagnostic::error("wording-mismatch", at, message);
    diagnostic.severity = Severity::Warning;
    let twin = site.patch.twin.as_ref();
    match twin.and_then(|twin| Some((twin.file.source, twin.entry()?))) {
        Some((source, entry)) => {
            let printed = Location::new(source, entry.heading_span);
            diagnostic.related(printed, "the printed one")
        }
        None => diagnostic,
    }
}

/// Returns whether the new text of an instruction that needs it is missing.
fn lacks_payload(patch: &Patch) -> bool {
    patch.entry().is_some_and(InstructionEntry::lacks_payload)
}

/// Returns whether a patch is in a section that nothing declares. Only that is reported, by
/// `dangling-address`: its other faults are consequences.
fn is_in_unknown_section(context: LintContext<'_>, patch: &Patch) -> bool {
    patch.file.role == FileRole::Amend
        && context
            .db
            .is_only_targeted(&patch.place().map(file_section_id).unwrap_or_default())
        && patch
            .place()
            .is_some_and(|place| context.db.section_of(&file_section_id(place)).is_none())
}
