//! What is wrong with each source, kept until something that it rests on changes.

use crate::{
    diagnostic::Diagnostic,
    lint,
    resolve::Corpus,
    syntax::{File, MarkKind},
    text::SourceId,
    world::{SourceKind, World},
};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// The findings of each source that are known.
#[derive(Debug, Default)]
pub(super) struct Findings {
    known: HashMap<SourceId, Arc<[Diagnostic]>>,
    /// The sources of which nothing is known, and that nobody has looked at since.
    unknown: BTreeSet<SourceId>,
    /// The sources whose findings have become known and that nobody was given since.
    fresh: BTreeSet<SourceId>,
    /// The sources whose findings point into another one as well.
    pointing: HashMap<SourceId, BTreeSet<SourceId>>,
    /// A look at a whole ruleset that is under way.
    pass: Option<Pass>,
}

/// A look at all sections of a ruleset, and then at the sources of which nothing is known. It may be broken off and taken up again.
#[derive(Debug)]
struct Pass {
    ruleset: String,
    /// Those that nobody has looked at, the last first.
    sections: Vec<String>,
    found: HashMap<SourceId, Vec<Diagnostic>>,
    /// The sources that nobody has looked at, once all sections were; the last first.
    sources: Option<Vec<SourceId>>,
    /// The sources that were changed meanwhile, or that rest on such.
    outdated: HashSet<SourceId>,
}

/// From so many unknown sources of one ruleset on, the ruleset is looked at as a whole, section by section: each section is resolved
/// once, not once for each source that has a part in it.
const MANY: usize = 8;
/// So many sections are looked at in one go: who types waits for no more than that.
const SECTIONS: usize = 4;

impl Findings {
    /// Nothing is known of any of the sources.
    pub(super) fn of(sources: impl IntoIterator<Item = SourceId>) -> Self {
        Self { unknown: sources.into_iter().collect(), ..Self::default() }
    }

    /// A source has come in of which nothing is known.
    pub(super) fn begin(&mut self, source: SourceId) {
        self.unknown.insert(source);
    }

    /// What is known of a source.
    pub(super) fn known(&self, source: SourceId) -> Option<Arc<[Diagnostic]>> {
        self.known.get(&source).cloned()
    }

    /// A source of which nothing is known.
    pub(super) fn unknown(&self) -> Option<SourceId> {
        self.unknown.first().copied()
    }

    /// One of the sources whose findings have become known since it was last given.
    pub(super) fn next_fresh(&mut self) -> Option<SourceId> {
        self.fresh.pop_first()
    }

    /// Whether the findings of some source have become known since it was last given.
    pub(super) fn has_fresh(&self) -> bool {
        !self.fresh.is_empty()
    }

    pub(super) fn put(&mut self, source: SourceId, found: Vec<Diagnostic>) -> Arc<[Diagnostic]> {
        for other in found.iter().flat_map(|finding| &finding.related).map(|related| related.at.source).filter(|&other| other != source) {
            self.pointing.entry(other).or_default().insert(source);
        }
        let found: Arc<[Diagnostic]> = found.into();
        self.known.insert(source, Arc::clone(&found));
        self.unknown.remove(&source);
        self.fresh.insert(source);
        found
    }

    /// Forgets what a change of `source` may have made wrong: the source itself, those that point into it, those that have a part in the
    /// sections `changed`, and where it gave or took names, all of its ruleset.
    pub(super) fn forget(&mut self, world: &World, source: SourceId, changed: &BTreeSet<String>, names: bool) {
        let mut concerned = self.pointing.remove(&source).unwrap_or_default();
        concerned.insert(source);
        if let Some(entry) = world.source(source)
            && let Some(corpus) = world.corpus(&entry.ruleset)
        {
            if names || !matches!(entry.kind, SourceKind::Rules | SourceKind::Scenario) {
                let near = |other: &SourceId| world.source(*other).is_some_and(|other| other.ruleset == entry.ruleset);
                concerned.extend(self.known.keys().copied().filter(near));
                self.pass = None;
            } else {
                concerned.extend(changed.iter().flat_map(|section| corpus.sources_on(section)));
            }
        }
        // scenarios and rules of play rest on the numbers of the rules
        let rests = |other: &&SourceId| {
            let kind = world.source(**other).map(|other| other.kind);
            matches!(kind, Some(SourceKind::Scenario | SourceKind::Check | SourceKind::Vocabulary))
        };
        if world.source(source).is_some_and(|source| source.kind != SourceKind::Scenario) {
            concerned.extend(self.known.keys().filter(rests).copied());
        }
        for other in concerned {
            self.known.remove(&other);
            self.unknown.insert(other);
            if let Some(pass) = &mut self.pass {
                pass.outdated.insert(other);
            }
        }
    }

    /// Looks a little further at the ruleset of a source, if many of its sources are unknown. Gives whether it did: then ask again.
    pub(super) fn advance(&mut self, world: &World, source: SourceId) -> bool {
        let Some(corpus) = world.source(source).and_then(|source| world.corpus(&source.ruleset)) else { return false };
        let key = &corpus.ruleset.key;
        // rules of play are looked at together as it is
        let near = |other: &&SourceId| world.source(**other).is_some_and(|other| other.ruleset == *key && other.kind == SourceKind::Rules);
        if world.source(source).is_none_or(|source| source.kind != SourceKind::Rules) {
            return false;
        }
        if self.pass.as_ref().is_none_or(|pass| pass.ruleset != *key) {
            if self.unknown.iter().filter(near).take(MANY).count() < MANY {
                return false;
            }
            self.pass = Some(Pass::new(corpus));
        }
        let Some(pass) = &mut self.pass else { return false };
        if pass.advance(world, corpus) {
            return true;
        }
        let sources = pass.sources.get_or_insert_with(|| self.unknown.iter().rev().filter(near).copied().collect());
        match sources.pop() {
            Some(source) if self.unknown.contains(&source) && !pass.outdated.contains(&source) => {
                let found = pass.found.remove(&source).unwrap_or_default();
                self.put(source, lint::check_with(world, source, found));
            }
            Some(_) => {}
            None => self.pass = None,
        }
        true
    }
}

impl Pass {
    fn new(corpus: &Corpus) -> Self {
        let sections: Vec<String> = corpus.section_ids().map(str::to_owned).collect();
        let (found, outdated) = (HashMap::new(), HashSet::new());
        Self { ruleset: corpus.ruleset.key.clone(), sections, found, sources: None, outdated }
    }

    /// Looks at some more sections; whether there were any.
    fn advance(&mut self, world: &World, corpus: &Corpus) -> bool {
        let at = self.sections.len().saturating_sub(SECTIONS);
        let now = self.sections.split_off(at);
        for finding in lint::check_sections(world, corpus, &now) {
            self.found.entry(finding.at.source).or_default().push(finding);
        }
        !now.is_empty()
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
