//! The faults that the resolver tells as data, handed to the lint that puts each into words.

use super::{
    At, conflict, count_not_met, dangling_address, duplicate_id, fact_lost, order_dependent,
    overtaken, payload_shape, pending_edit, printed_line, quote_not_found, stale_value,
    wording_mismatch, wrong_name,
};
use crate::{
    diagnostic::{Diagnostic, Edit, Fix, Location},
    model::{Patch, PatchIx},
    op::{Fault, FaultKind},
    resolve::{Section, place_id},
    syntax::{Entry, Layer, Role},
    text::Span,
};

/// A fault with what is around it.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    /// The ruleset.
    pub at: At<'a>,
    /// The section in which it occurs.
    pub section: &'a Section,
    /// The fault.
    pub fault: &'a Fault,
    /// The patch whose fault it is.
    pub patch: &'a Patch,
}

impl<'a> Site<'a> {
    /// A range of the patch's file.
    pub(super) fn locate(&self, span: Span) -> Location {
        Location::new(self.patch.file.source, span)
    }

    /// Where the fault is.
    pub(super) fn here(&self) -> Location {
        self.locate(self.fault.span)
    }

    /// The characters at fault.
    pub(super) fn slice(&self) -> &'a str {
        self.at.slice(self.here())
    }

    /// The instruction.
    pub(super) fn entry(&self) -> Option<&'a Entry> {
        self.patch.entry()
    }

    /// Another patch of the section.
    pub(super) fn other(&self, patch: PatchIx) -> Option<&'a Patch> {
        self.section.patch(patch).map(|patch| &**patch)
    }
}

/// A cure of one change.
pub(super) fn fix(title: impl Into<String>, at: Location, text: impl Into<String>) -> Fix {
    Fix {
        title: title.into(),
        edits: vec![Edit {
            at,
            text: text.into(),
        }],
    }
}

/// What the resolver found wrong with a section.
pub(super) fn in_words(at: At<'_>, section: &Section, out: &mut Vec<Diagnostic>) {
    for (number, fault) in section.faults.iter().enumerate() {
        let Some(patch) = section.patch(fault.patch) else {
            continue;
        };
        if is_groundless(at, patch) {
            continue;
        }
        let site = Site {
            at,
            section,
            fault,
            patch,
        };
        match &fault.kind {
            FaultKind::Dangling { what, why, near } => {
                dangling_address::fault(&site, what, why, near, out)
            }
            FaultKind::PrintedLine => printed_line::fault(&site, out),
            FaultKind::Quote {
                quote,
                layer: Layer::Printed,
                found,
                ..
            } => wording_mismatch::quote(&site, quote, *found, out),
            FaultKind::Quote {
                quote,
                found: 0,
                near,
                ..
            } => quote_not_found::fault(&site, quote, near, out),
            FaultKind::Quote {
                quote,
                found,
                expected,
                ..
            } => count_not_met::quote(&site, quote, *found, *expected, out),
            FaultKind::Count {
                unit,
                expected,
                found,
            } => count_not_met::units(&site, unit, *expected, *found, out),
            FaultKind::StaleValue {
                cell,
                expected,
                found,
            } => stale_value::fault(&site, cell, expected, found, out),
            FaultKind::WrongName { name, reached, .. } => {
                wrong_name::fault(&site, name, reached, out)
            }
            FaultKind::DuplicateName { name } => duplicate_id::fault(&site, name, out),
            FaultKind::Payload { why } => payload_shape::fault(&site, why, out),
            FaultKind::Overtaken { words, by } => overtaken::fault(&site, words, *by, out),
            FaultKind::Conflict { other, words } => conflict::fault(&site, *other, words, out),
            FaultKind::OrderDependent { other } => order_dependent::fault(&site, *other, out),
            FaultKind::FactLost { fact, cut } => fact_lost::fault(&site, fact, *cut, out),
            FaultKind::TwinShape { why } => wording_mismatch::shape(&site, why, out),
            FaultKind::Pending { .. } => {
                let same = |other: &Fault| {
                    other.patch == fault.patch && matches!(other.kind, FaultKind::Pending { .. })
                };
                // a phrase that waits in several units waits once
                if !section.faults[..number].iter().any(same) {
                    pending_edit::fault(&site, out);
                }
            }
        }
    }
}

/// Whether a patch stands under a place that nothing declares: that alone is told.
fn is_groundless(at: At<'_>, patch: &Patch) -> bool {
    patch.file.role == Role::Amend
        && at
            .db
            .is_groundless(&patch.place().map(place_id).unwrap_or_default())
        && patch
            .place()
            .is_some_and(|place| at.db.section_of(&place_id(place)).is_none())
}
