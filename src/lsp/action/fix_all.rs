//! All cures of a file at once.

use super::{Offer, Scene};
use crate::diagnostic::SourceEdit;

/// The first cure of every finding. Of those that meet the first one counts, and the others wait for the next time.
pub(super) fn offer<'a>(scene: &'a Scene<'a>, out: &mut Vec<Offer<'a>>) {
    if scene
        .findings
        .iter()
        .any(|finding| !finding.fixes.is_empty())
    {
        out.push(Offer::dear("mend everything that has a cure", || {
            all(scene)
        }));
    }
}

fn all(scene: &Scene<'_>) -> Vec<SourceEdit> {
    let mut out: Vec<SourceEdit> = Vec::new();
    for fix in scene
        .findings
        .iter()
        .filter_map(|finding| finding.fixes.first())
    {
        let meets = |new: &SourceEdit| {
            let (new, source) = (new.at.span, new.at.source);
            source != scene.open.source
                || out
                    .iter()
                    .any(|old| old.at.span.start() <= new.end() && new.start() <= old.at.span.end())
        };
        if !fix.edits.iter().any(meets) {
            out.extend(fix.edits.iter().cloned());
        }
    }
    out
}
