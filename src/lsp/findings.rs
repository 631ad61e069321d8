//! What is wrong with each source, kept until something that it rests on changes.

use crate::{
    analysis::{Analysis, SourceKind},
    diagnostic::{Diagnostic, Location},
    lint,
    resolve::{RulesetDb, follow},
    syntax::{Attributes, File, MarkKind, Role},
    text::{SourceId, Span},
};
use std::{
    collections::{BTreeSet, HashMap},
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, Mutex, PoisonError},
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
    /// What is known of sources by themselves: an edit of a section that they share with others leaves it as it is.
    files: HashMap<SourceId, Vec<Diagnostic>>,
    /// What is known of sections, by ruleset and id: an edit leaves most of them as they are.
    sections: HashMap<String, Sections>,
    /// A look at a whole ruleset that is under way.
    pass: Option<Pass>,
    /// The source that somebody waited for last although little was known of its sections.
    wanted: Option<SourceId>,
}

/// What a new text of a source changes for others.
#[derive(Debug)]
pub(super) struct Change<'a> {
    /// The sections of which it says something else.
    pub(super) sections: &'a BTreeSet<String>,
    /// The documents of which it may name other passages.
    pub(super) documents: BTreeSet<&'a str>,
    /// Whether it gives or takes names, or makes a section that nothing made.
    pub(super) names: bool,
}

/// What is known of the sections of a ruleset.
#[derive(Debug, Default)]
struct Sections {
    /// By their ids.
    looked: HashMap<String, Looked>,
    /// Those of which something is wrong in a source, or was at some time: the others need not follow when it moves.
    within: HashMap<SourceId, BTreeSet<String>>,
}

/// What is known of a section.
#[derive(Debug)]
struct Looked {
    /// What is wrong with it, in whichever source.
    found: Vec<Diagnostic>,
    /// What each source that this points at said of the section when it was looked at, as bytes.
    extents: Vec<(SourceId, Vec<Span>)>,
}

/// A look at all sections of a ruleset of which nothing is known. It may be broken off and taken up again.
#[derive(Debug)]
struct Pass {
    ruleset: String,
    /// Those that nobody has looked at, the last first.
    sections: Vec<String>,
}

/// From so many unknown sources of one ruleset on, the ruleset is looked at as a whole, section by section: each section is resolved
/// once, not once for each source that has a part in it.
const MANY: usize = 8;
/// No more sections are looked at in whichever source when only one source is asked for.
const FEW: usize = 4;

impl Findings {
    /// Nothing is known of any of the sources.
    pub(super) fn of(sources: impl IntoIterator<Item = SourceId>) -> Self {
        Self {
            unknown: sources.into_iter().collect(),
            ..Self::default()
        }
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
        for other in found
            .iter()
            .flat_map(|finding| &finding.related)
            .map(|related| related.at.source)
            .filter(|&other| other != source)
        {
            self.pointing.entry(other).or_default().insert(source);
        }
        let found: Arc<[Diagnostic]> = found.into();
        self.known.insert(source, Arc::clone(&found));
        self.unknown.remove(&source);
        self.fresh.insert(source);
        found
    }

    /// Forgets what a change of `source` may have made wrong: the source itself, those that point into it, those that have a part in
    /// sections of which it says something else, those that speak of documents of which it names other passages, and where it gave or
    /// took names, all of its ruleset.
    pub(super) fn forget(&mut self, analysis: &Analysis, source: SourceId, change: &Change<'_>) {
        let mut concerned = self.pointing.remove(&source).unwrap_or_default();
        concerned.insert(source);
        let mut sharing = BTreeSet::new();
        if let Some(entry) = analysis.source(source)
            && let Some(db) = analysis.ruleset_db(&entry.ruleset)
        {
            let sections = self.sections.entry(entry.ruleset.clone()).or_default();
            if change.names || !matches!(entry.kind, SourceKind::Rules | SourceKind::Scenario) {
                let near = |other: &SourceId| {
                    analysis
                        .source(*other)
                        .is_some_and(|other| other.ruleset == entry.ruleset)
                };
                concerned.extend(self.known.keys().copied().filter(near));
                self.files.retain(|other, _| !near(other));
                *sections = Sections::default();
                self.pass = None;
            } else {
                sharing.extend(
                    change
                        .sections
                        .iter()
                        .flat_map(|section| db.sources_on(section)),
                );
                concerned.extend(
                    change
                        .documents
                        .iter()
                        .flat_map(|document| db.files_on(document))
                        .map(|file| file.source),
                );
                change
                    .sections
                    .iter()
                    .for_each(|id| drop(sections.looked.remove(id)));
                sections.follow(db, source);
            }
        }
        // scenarios and rules of play rest on the numbers of the rules
        let rests = |other: &&SourceId| {
            let kind = analysis.source(**other).map(|other| other.kind);
            matches!(
                kind,
                Some(SourceKind::Scenario | SourceKind::Check | SourceKind::Vocabulary)
            )
        };
        if analysis
            .source(source)
            .is_some_and(|source| source.kind != SourceKind::Scenario)
        {
            concerned.extend(self.known.keys().filter(rests).copied());
        }
        concerned
            .iter()
            .for_each(|other| drop(self.files.remove(other)));
        for other in concerned.into_iter().chain(sharing) {
            self.known.remove(&other);
            self.unknown.insert(other);
        }
    }

    /// What is known of some sections, as far as it stands in a source.
    fn of_sections(&self, db: &RulesetDb, ids: &[&str], source: SourceId) -> Vec<Diagnostic> {
        let known = self.sections.get(&db.ruleset.key);
        let looked = ids.iter().filter_map(|id| known?.looked.get(*id));
        looked
            .flat_map(|looked| &looked.found)
            .filter(|finding| finding.at.source == source)
            .cloned()
            .collect()
    }

    /// Those of some sections of which nothing is known.
    fn missing<'w>(&self, db: &RulesetDb, ids: impl IntoIterator<Item = &'w str>) -> Vec<&'w str> {
        let known = self.sections.get(&db.ruleset.key);
        ids.into_iter()
            .filter(|id| known.is_none_or(|known| !known.looked.contains_key(*id)))
            .collect()
    }

    /// Looks a little further at the ruleset of a source, if many of its sources are unknown, and many sections of this one. Gives
    /// whether it did: then ask again.
    pub(super) fn advance(&mut self, analysis: &Analysis, source: SourceId) -> bool {
        let Some(entry) = analysis
            .source(source)
            .filter(|source| source.kind == SourceKind::Rules)
        else {
            return false;
        };
        let Some(db) = analysis.ruleset_db(&entry.ruleset) else {
            return false;
        };
        if self
            .pass
            .as_ref()
            .is_none_or(|pass| pass.ruleset != entry.ruleset)
        {
            // rules of play are looked at together as it is
            let near = |other: &&SourceId| {
                analysis.source(**other).is_some_and(|other| {
                    other.ruleset == entry.ruleset && other.kind == SourceKind::Rules
                })
            };
            if self.unknown.iter().filter(near).take(MANY).count() < MANY
                || self.missing(db, db.concerned_by(source)).len() <= FEW
            {
                return false;
            }
            let mut sections: Vec<&str> = self.missing(db, db.section_ids());
            // who is waited for comes first
            sections.extend(
                self.wanted
                    .take()
                    .into_iter()
                    .flat_map(|wanted| self.missing(db, db.concerned_by(wanted))),
            );
            let sections = sections.into_iter().map(str::to_owned).collect();
            self.pass = Some(Pass {
                ruleset: entry.ruleset.clone(),
                sections,
            });
        }
        let Some(pass) = &mut self.pass else {
            return false;
        };
        let known = &self
            .sections
            .entry(entry.ruleset.clone())
            .or_default()
            .looked;
        // one in one go: who types waits for no more than that
        match std::iter::from_fn(|| pass.sections.pop()).find(|id| !known.contains_key(id)) {
            Some(id) => self.put_section(db, &id, lint::check_section(analysis, db, &id, None)),
            None => self.pass = None,
        }
        true
    }

    /// What is wrong with a section, in whichever source, has become known.
    fn put_section(&mut self, db: &RulesetDb, id: &str, found: Vec<Diagnostic>) {
        let sections = self.sections.entry(db.ruleset.key.clone()).or_default();
        sections.put(id, Looked::new(db, id, found));
    }
}

/// What is wrong with a rules file. What `findings` knows of its sections is not looked for again.
pub(super) fn look(
    findings: &Mutex<Findings>,
    analysis: &Analysis,
    source: SourceId,
) -> Vec<Diagnostic> {
    let findings = || findings.lock().unwrap_or_else(PoisonError::into_inner);
    let db = analysis.ruleset_db_of(source);
    let known = findings().files.get(&source).cloned();
    let mut found = known.unwrap_or_else(|| {
        let found = lint::check_file(analysis, source);
        findings().files.insert(source, found.clone());
        found
    });
    let Some(db) = db else {
        return lint::check_with(analysis, source, found);
    };
    let concerned: Vec<&str> = db.concerned_by(source).into_iter().collect();
    let missing = {
        let known = findings();
        found.extend(known.of_sections(db, &concerned, source));
        known.missing(db, concerned)
    };
    if missing.len() > FEW {
        findings().wanted = Some(source);
        found.extend(
            missing
                .into_iter()
                .flat_map(|id| lint::check_section(analysis, db, id, Some(source))),
        );
        return lint::check_with(analysis, source, found);
    }
    for id in missing {
        let all = lint::check_section(analysis, db, id, None);
        found.extend(
            all.iter()
                .filter(|finding| finding.at.source == source)
                .cloned(),
        );
        findings().put_section(db, id, all);
    }
    lint::check_with(analysis, source, found)
}

impl Sections {
    fn put(&mut self, id: &str, looked: Looked) {
        for (source, _) in &looked.extents {
            self.within
                .entry(*source)
                .or_default()
                .insert(id.to_owned());
        }
        self.looked.insert(id.to_owned(), looked);
    }

    /// Takes in that `source` has a new text, in which it says the same of all that is still known.
    fn follow(&mut self, db: &RulesetDb, source: SourceId) {
        let Some(within) = self.within.get_mut(&source) else {
            return;
        };
        within.retain(|id| {
            let follows = self
                .looked
                .get_mut(id)
                .is_some_and(|looked| looked.follow(db, id, source));
            if !follows {
                self.looked.remove(id);
            }
            follows
        });
    }
}

impl Looked {
    fn new(db: &RulesetDb, id: &str, mut found: Vec<Diagnostic>) -> Self {
        let sources: BTreeSet<SourceId> = found
            .iter_mut()
            .flat_map(places)
            .map(|at| at.source)
            .collect();
        let extents = sources
            .into_iter()
            .map(|source| (source, db.extents(id, source)))
            .collect();
        Self { found, extents }
    }

    /// Takes in that `source` has a new text, in which it says the same of the section. Whether it could: if not, the section must be
    /// looked at again.
    fn follow(&mut self, db: &RulesetDb, id: &str, source: SourceId) -> bool {
        let Some((_, old)) = self.extents.iter_mut().find(|(other, _)| *other == source) else {
            return true;
        };
        let new = db.extents(id, source);
        for at in self
            .found
            .iter_mut()
            .flat_map(places)
            .filter(|at| at.source == source)
        {
            match follow(at.span, old.iter().copied().zip(new.iter().copied())) {
                Some(span) => at.span = span,
                None => return false,
            }
        }
        *old = new;
        true
    }
}

/// All places that a finding points at.
fn places(finding: &mut Diagnostic) -> impl Iterator<Item = &mut Location> {
    let related = finding.related.iter_mut().map(|related| &mut related.at);
    let edits = finding
        .fixes
        .iter_mut()
        .flat_map(|fix| &mut fix.edits)
        .map(|edit| &mut edit.at);
    std::iter::once(&mut finding.at).chain(related).chain(edits)
}

/// A number that is the same for files that give, and ask for, the same names: ids, terms, facts, links, the pages and documents of what they make, and
/// call themselves whole or partial. Where it differs, other files of the ruleset may read otherwise.
pub(super) fn names(file: &File) -> u64 {
    let mut hasher = DefaultHasher::new();
    file.front
        .document
        .as_ref()
        .map(|document| &document.value)
        .hash(&mut hasher);
    file.front.partial.hash(&mut hasher);
    let mut attributes = |attrs: &Attributes, makes: bool| {
        attrs.names().for_each(|(name, _)| name.hash(&mut hasher));
        for key in ["page", "document", "quoted"] {
            attrs
                .get(key)
                .filter(|_| makes)
                .map(|own| &own.value)
                .hash(&mut hasher);
        }
    };
    for place in &file.places {
        attributes(&place.attrs, file.role == Role::Base);
        place
            .entries
            .iter()
            .for_each(|entry| attributes(&entry.attrs, true));
    }
    lint::blocks(file)
        .into_iter()
        .for_each(|block| attributes(&block.attrs, true));
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
