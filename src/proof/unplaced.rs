//! Instructions of the document that have no target.

use super::{
    compare::{MIN_LIKENESS, SectionComparison, SectionFindings, changes_text},
    difference::{DifferenceKind, DifferenceSide, ProofDifference},
};
use crate::{
    model::{Patch, PatchIx},
    printed::{DOCUMENT, describe_error},
    text::similarity::similarity,
};
use std::collections::BTreeSet;

impl SectionComparison<'_> {
    /// Adds the instructions of the document that have no target.
    ///
    /// If the payload of such an instruction is similar to a unit that only our side has, the two
    /// become one difference.
    pub(super) fn add_unplaced(self, found: &mut SectionFindings) {
        let mut reported: BTreeSet<PatchIx> = BTreeSet::new();
        for fault in &self.section.errors {
            // notes and clarifications change no text
            let Some(patch) = self
                .section
                .patch(fault.patch)
                .filter(|patch| &*patch.document == DOCUMENT && changes_text(patch))
            else {
                continue;
            };
            let Some(why) = describe_error(fault) else {
                continue;
            };
            if !reported.insert(fault.patch) {
                continue;
            }
            let text = payload_text(patch);
            let best = found
                .differences
                .iter_mut()
                .filter(|one| one.kind == DifferenceKind::OursOnly && one.unplaced.is_none())
                .map(|one| {
                    (
                        similarity(&text, one.ours.text.as_deref().unwrap_or_default()),
                        one,
                    )
                })
                .filter(|(like, _)| *like >= MIN_LIKENESS)
                .max_by(|a, b| a.0.total_cmp(&b.0));
            let document = DifferenceSide {
                text: Some(text.clone()).filter(|text| !text.is_empty()),
                by: self.instruction_names(std::iter::once(fault.patch)),
                waits: self.change_text(patch).into_iter().collect(),
            };
            match best {
                Some((_, one)) => {
                    one.kind = DifferenceKind::Differs;
                    one.document = document;
                    one.unplaced = Some(why);
                }
                None => found.differences.push(ProofDifference {
                    kind: DifferenceKind::DocumentOnly,
                    at: self.section.id.clone(),
                    heading: found.heading.clone(),
                    page: found.page.clone(),
                    document,
                    ours: DifferenceSide::default(),
                    unplaced: Some(why),
                }),
            }
        }
    }
}

/// Returns the plain words of an instruction's payload.
fn payload_text(patch: &Patch) -> String {
    let mut out: Vec<&str> = Vec::new();
    let mut stack: Vec<_> = patch.blocks().iter().rev().collect();
    while let Some(block) = stack.pop() {
        out.extend(block.label.as_ref().map(|label| &*label.value));
        out.extend(block.text().map(|text| &*text.text));
        stack.extend(block.children().iter().rev());
    }
    out.join(" ")
}
