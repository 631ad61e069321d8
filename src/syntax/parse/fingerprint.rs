//! Fingerprints: whether a place or entry reads as it did before the file was edited elsewhere.

use super::source::Source;
use crate::{syntax::Place, text::Span};
use std::hash::{DefaultHasher, Hasher};

/// Takes the fingerprints of all places and entries.
pub(super) fn take(source: &Source<'_>, places: &mut [Place]) {
    // the definition of a link changes how other parts of the file are read
    let mut common = DefaultHasher::new();
    for finding in source
        .diagnostics
        .iter()
        .filter(|finding| finding.code == "link-definition")
    {
        common.write(source.slice(finding.at.span).as_bytes());
    }
    let of = |span: Span| {
        let mut hasher = common.clone();
        hasher.write(source.slice(span).as_bytes());
        hasher.finish()
    };
    for place in places {
        let end = place
            .entries
            .first()
            .map_or(place.span.end(), |entry| entry.span.start());
        place.fingerprint = of(Span::new(place.span.start(), end.max(place.span.start())));
        for entry in &mut place.entries {
            entry.fingerprint = of(entry.span);
        }
    }
}
