//! Turns the errors that the resolver found in a section's patches into diagnostics, each by its
//! lint; leaves out those that follow from a mistake elsewhere.

use super::{
    bad_move, conflict, context::LintContext, count_not_met, dangling_address, duplicate_id,
    fact_lost, order_dependent, overtaken, patch_error_site::PatchErrorSite, payload_shape,
    pending_edit, printed_line, quote_not_found, section_mistakes::SectionMistakes, stale_value,
    wording_mismatch, wrong_name,
};
use crate::{
    diagnostic::Diagnostic,
    model::Patch,
    op::{PatchError, PatchErrorKind},
    resolve::{Section, file_section_id},
    syntax::{FileRole, InstructionEntry, WordingLayer},
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
            PatchErrorKind::LinePosition => printed_line::report(&site, out),
            PatchErrorKind::Quote {
                quote,
                layer: WordingLayer::Printed,
                found,
                ..
            } => wording_mismatch::report_quote(&site, quote, *found, out),
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
            PatchErrorKind::Count { found: 0, .. } if lacks_payload(patch) => {}
            PatchErrorKind::Count {
                unit,
                expected,
                found,
            } => count_not_met::report_units(&site, unit, *expected, *found, out),
            PatchErrorKind::StaleValue {
                cell,
                expected,
                found,
            } => stale_value::report(&site, cell, expected, found, out),
            PatchErrorKind::WrongName { name, reached, .. } => {
                wrong_name::report(&site, name, reached, out)
            }
            PatchErrorKind::SecondName { name, own } => {
                wrong_name::report_second(&site, name, own, out)
            }
            PatchErrorKind::DuplicateName { name } => duplicate_id::report(&site, name, out),
            PatchErrorKind::Payload { why } => payload_shape::report(&site, why, out),
            PatchErrorKind::Rearrangement { why, help } => bad_move::report(&site, why, help, out),
            PatchErrorKind::Overtaken { words, by } => overtaken::report(&site, words, *by, out),
            PatchErrorKind::Conflict { other, words } => {
                conflict::report(&site, *other, words, out)
            }
            PatchErrorKind::OrderDependent { other } => order_dependent::report(&site, *other, out),
            PatchErrorKind::FactLost { .. } if lacks_payload(patch) => {}
            PatchErrorKind::FactLost { fact, cut } => fact_lost::report(&site, fact, *cut, out),
            PatchErrorKind::TwinShape { why } => wording_mismatch::report_units(&site, why, out),
            PatchErrorKind::Pending { .. } => {
                let same = |other: &PatchError| {
                    other.patch == fault.patch
                        && matches!(other.kind, PatchErrorKind::Pending { .. })
                };
                // a phrase that is pending in several units is reported once
                if !section.errors[..number].iter().any(same) {
                    pending_edit::report(&site, out);
                }
            }
        }
        for diagnostic in &mut out[first..] {
            diagnostic
                .causes
                .extend(mistakes.causes(patch, &fault.kind));
        }
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
