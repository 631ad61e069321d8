//! What cures a finding.

use super::{Offer, Scene};

/// The cures of the findings that are marked, best first.
pub(super) fn offer<'a>(scene: &'a Scene<'a>, out: &mut Vec<Offer<'a>>) {
    for (number, finding) in scene.found() {
        for (at, fix) in finding.fixes.iter().enumerate() {
            out.push(
                Offer::new(fix.title.clone(), fix.edits.clone())
                    .curing(number)
                    .preferred(at == 0),
            );
        }
    }
}
