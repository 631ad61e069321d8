//! What is wrong with each source, kept until something that it rests on changes.

use crate::{
    diagnostic::Diagnostic,
    lint,
    syntax::{File, MarkKind},
    text::SourceId,
    world::{SourceKind, World},
};
use std::{
    collections::{BTreeSet, HashMap},
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// The findings of each source that are known.
#[derive(Debug, Default)]
pub(super) struct Findings(HashMap<SourceId, Arc<[Diagnostic]>>);

impl Findings {
    /// What is known of a source.
    pub(super) fn known(&self, source: SourceId) -> Option<Arc<[Diagnostic]>> {
        self.0.get(&source).cloned()
    }

    pub(super) fn put(&mut self, source: SourceId, found: Vec<Diagnostic>) -> Arc<[Diagnostic]> {
        let found: Arc<[Diagnostic]> = found.into();
        self.0.insert(source, Arc::clone(&found));
        found
    }

    /// Forgets what a change of `source` may have made wrong: the source itself, those that have a part in the sections `changed`,
    /// and where it gave or took names, all of its ruleset.
    pub(super) fn forget(&mut self, world: &World, source: SourceId, changed: &BTreeSet<String>, names: bool) {
        self.0.remove(&source);
        let Some(entry) = world.source(source) else { return };
        let Some(corpus) = world.corpus(&entry.ruleset) else { return };
        let whole = names || entry.kind != SourceKind::Rules;
        self.0.retain(|&other, _| {
            let near = world.source(other).is_some_and(|other| other.ruleset == entry.ruleset);
            let touched = || corpus.concerned_by(other).iter().any(|section| changed.contains(*section));
            !(near && (whole || touched()))
        });
    }
}

/// A number that is the same for files that give, and ask for, the same names: ids, terms, facts, links. Where it differs, other files
/// of the ruleset may read otherwise.
pub(super) fn names(file: &File) -> u64 {
    let mut hasher = DefaultHasher::new();
    file.front.document.as_ref().map(|document| &document.value).hash(&mut hasher);
    for place in &file.places {
        place.attrs.names().for_each(|(name, _)| name.hash(&mut hasher));
        for entry in &place.entries {
            entry.attrs.names().for_each(|(name, _)| name.hash(&mut hasher));
        }
    }
    for block in lint::blocks(file) {
        block.attrs.names().for_each(|(name, _)| name.hash(&mut hasher));
    }
    for inline in lint::inlines(file) {
        for mark in &inline.marks {
            if let MarkKind::Fact(name) | MarkKind::Term(name) | MarkKind::Link(name) = &mark.kind {
                name.hash(&mut hasher);
                mark.span.of(&inline.text).hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}
