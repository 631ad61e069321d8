//! Hashes the source of each section and instruction, to see which are unchanged after an edit.

use super::source_text::SourceText;
use crate::{syntax::FileSection, text::Span};
use std::hash::{DefaultHasher, Hasher};

/// Sets the fingerprints of all sections and entries.
pub(super) fn set_fingerprints(source: &SourceText<'_>, places: &mut [FileSection]) {
    // a link definition changes how other parts of the file are parsed
    let mut common = DefaultHasher::new();
    for diagnostic in source
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.code == "link-definition")
    {
        common.write(source.slice(diagnostic.at.span).as_bytes());
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
        place.fingerprint = of(place.span.with_end(end.max(place.span.start())));
        for entry in &mut place.entries {
            entry.fingerprint = of(entry.span);
        }
    }
}
