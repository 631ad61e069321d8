//! An index of the names in a ruleset's files, in alphabetical order, for completion by prefix.

use super::{route::Contribution, section_id::file_section_id};
use crate::{
    op::SectionAction,
    syntax::{Block, MarkKind, RulesFile},
    text::SourceId,
};
use imbl::{HashMap, OrdSet};
use std::{cmp::Ordering, collections::HashSet, ops::Bound, sync::Arc};

/// The kind of name to search in the name index: sections (by id or heading), clauses (sections and
/// units, by id), terms of the glossary, or facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IndexedNameKind {
    /// A section, found by its id or by the words of its heading.
    Section,
    /// A section or a unit, found by its id.
    Clause,
    /// A term of the glossary, without `term:`.
    Term,
    /// A fact.
    Fact,
}

/// A name and the words by which it is found.
#[derive(Debug)]
struct IndexedName {
    name: Arc<str>,
    /// In lower case; `None` if the words are the name itself.
    words: Option<Box<str>>,
}

impl IndexedName {
    fn new(name: &Arc<str>, words: &str) -> Self {
        let words = words.to_lowercase();
        Self {
            name: Arc::clone(name),
            words: (*words != **name).then(|| words.into()),
        }
    }

    fn words(&self) -> &str {
        self.words.as_deref().unwrap_or(&self.name)
    }
}

/// A name under one of the keys by which it is found: all of its words, or the part after a `.`, a
/// `-` or a space. A large library has hundreds of thousands of entries.
#[derive(Clone, Debug)]
struct NameEntry {
    kind: IndexedNameKind,
    /// The byte of the words at which the key begins.
    at: u32,
    source: SourceId,
    named: Arc<IndexedName>,
}

impl NameEntry {
    fn key(&self) -> &str {
        self.named
            .words()
            .get(self.at as usize..)
            .unwrap_or_default()
    }

    /// Returns whether the key begins after the start of the words.
    fn is_inside(&self) -> bool {
        self.at > 0
    }

    fn order(&self) -> (IndexedNameKind, bool, &str, &str, SourceId) {
        (
            self.kind,
            self.is_inside(),
            self.key(),
            &self.named.name,
            self.source,
        )
    }
}

impl PartialEq for NameEntry {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl Eq for NameEntry {}

impl PartialOrd for NameEntry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for NameEntry {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

/// The names in all files, found by a prefix of any of their parts; updated file by file.
///
/// The index is built when first needed; afterwards only changed files are read again.
#[derive(Clone, Debug, Default)]
pub(super) struct NameIndex {
    entries: OrdSet<NameEntry>,
    own: HashMap<SourceId, Arc<[NameEntry]>>,
    stale: HashSet<SourceId>,
    made: bool,
}

impl NameIndex {
    /// Marks a file as changed.
    pub(super) fn mark_stale(&mut self, source: SourceId) {
        if self.made {
            self.stale.insert(source);
        }
    }

    /// Reads the changed files again, or all files the first time. `of` returns a file and its
    /// contribution.
    pub(super) fn refresh<'a>(
        &mut self,
        all: impl Iterator<Item = SourceId>,
        of: impl Fn(SourceId) -> Option<(&'a RulesFile, &'a Contribution)>,
    ) {
        if !self.made {
            self.made = true;
            self.stale.extend(all);
        }
        for source in std::mem::take(&mut self.stale) {
            let new = of(source)
                .map(|(file, contribution)| entries_of_file(file, contribution))
                .unwrap_or_default();
            let old = self.own.remove(&source).unwrap_or_default();
            let (mut before, mut after) = (old.iter().peekable(), new.iter().peekable());
            loop {
                match (before.peek(), after.peek()) {
                    (Some(old), Some(new)) if old == new => {
                        before.next();
                        after.next();
                    }
                    (Some(old), new) if new.is_none_or(|new| old < new) => {
                        self.entries.remove(*old);
                        before.next();
                    }
                    (_, Some(new)) => {
                        self.entries.insert((*new).clone());
                        after.next();
                    }
                    (_, None) => break,
                }
            }
            if !new.is_empty() {
                self.own.insert(source, new.into());
            }
        }
    }

    /// Returns at most `most` names of a kind that have a part with the prefix `typed`, names with
    /// that prefix themselves first, and whether there are more.
    pub(super) fn find_prefix(
        &self,
        kind: IndexedNameKind,
        typed: &str,
        most: usize,
    ) -> (Vec<Arc<str>>, bool) {
        let typed = typed.to_lowercase();
        let (mut out, mut seen) = (Vec::new(), HashSet::new());
        // every name has the empty prefix
        for inside in if typed.is_empty() {
            &[false][..]
        } else {
            &[false, true]
        } {
            // an inner key has a character in front of it, here `-`
            let words = format!("{}{typed}", if *inside { "-" } else { "" });
            let named = Arc::new(IndexedName {
                name: Arc::from(""),
                words: Some(words.into()),
            });
            let from = NameEntry {
                kind,
                at: u32::from(*inside),
                source: SourceId(0),
                named,
            };
            let entries = self
                .entries
                .range::<_, NameEntry>((Bound::Included(&from), Bound::Unbounded));
            let entries = entries.take_while(|entry| {
                entry.kind == kind
                    && entry.is_inside() == *inside
                    && entry.key().starts_with(&typed)
            });
            for (walked, entry) in entries.enumerate() {
                let known = seen.contains(&entry.named.name);
                if walked == most.saturating_mul(8) || !known && out.len() == most {
                    return (out, true);
                }
                if !known {
                    seen.insert(&entry.named.name);
                    out.push(Arc::clone(&entry.named.name));
                }
            }
        }
        (out, false)
    }
}

/// Returns the entries of one file, sorted.
fn entries_of_file(file: &RulesFile, contribution: &Contribution) -> Vec<NameEntry> {
    let mut out = EntryCollector {
        source: file.source,
        entries: Vec::new(),
    };
    for (name, section) in &contribution.names {
        match name.strip_prefix("term:") {
            Some(term) => out.add(IndexedNameKind::Term, term, &Arc::from(term)),
            None => out.add(IndexedNameKind::Clause, name, name),
        }
        if name == section {
            out.add(IndexedNameKind::Section, name, name);
        }
    }
    for (id, at) in &contribution.bases {
        if let Some(place) = file.places.get(*at) {
            debug_assert_eq!(
                file_section_id(place),
                **id,
                "a base text is stored under its own id"
            );
            out.add(IndexedNameKind::Section, &place.heading.text, id);
        }
    }
    for (id, part) in contribution
        .parts
        .iter()
        .filter(|(_, part)| part.meaning == SectionAction::Creates)
    {
        let heading = part
            .patch
            .blocks()
            .get(part.slice.0)
            .and_then(|block| block.text());
        out.add(
            IndexedNameKind::Section,
            heading.map_or("", |text| &text.text),
            id,
        );
    }
    for place in &file.places {
        out.add_facts(&place.blocks);
        place
            .entries
            .iter()
            .for_each(|entry| out.add_facts(&entry.payload));
    }
    out.entries.sort_unstable();
    out.entries.dedup();
    out.entries
}

/// Collects the entries of one file for the name index.
struct EntryCollector {
    source: SourceId,
    entries: Vec<NameEntry>,
}

impl EntryCollector {
    /// Adds a name under `words` and under each part of them that follows a separator.
    fn add(&mut self, kind: IndexedNameKind, words: &str, name: &Arc<str>) {
        let named = Arc::new(IndexedName::new(name, words));
        let words = named.words();
        let parts = words
            .match_indices(['.', '-', ' '])
            .map(|(at, parting)| at + parting.len());
        for at in std::iter::once(0)
            .chain(parts)
            .filter(|&at| at < words.len())
        {
            // names are short
            let Ok(at) = at.try_into() else { break };
            self.entries.push(NameEntry {
                kind,
                at,
                source: self.source,
                named: Arc::clone(&named),
            });
        }
    }

    fn add_facts(&mut self, blocks: &[Block]) {
        for block in blocks {
            for mark in block.text().into_iter().flat_map(|text| &text.marks) {
                if let MarkKind::Fact(name) = &mark.kind {
                    self.add(IndexedNameKind::Fact, name, name);
                }
            }
            self.add_facts(block.children());
        }
    }
}
