//! The names of a ruleset in the order of their letters, for those who have typed the beginning of one.

use super::route::{Contribution, place_id};
use crate::{
    op::Meaning,
    syntax::{Block, File, MarkKind},
    text::SourceId,
};
use imbl::{HashMap, OrdSet};
use std::{
    cmp::Ordering,
    collections::HashSet,
    ops::Bound,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// What a listed name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Listing {
    /// A section, found by its id or by words of its heading.
    Section,
    /// A section or a unit, found by its id.
    Clause,
    /// A term of the glossary, without `term:`.
    Term,
    /// A fact.
    Fact,
}

/// A name, and the words by which it is found.
#[derive(Debug)]
struct Named {
    name: Arc<str>,
    /// In small letters; none where they are the name itself.
    words: Option<Box<str>>,
}

impl Named {
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

/// A name under one of the keys by which it is found: all its words, or what of them follows a `.`, `-` or blank. A large library has
/// hundreds of thousands.
#[derive(Clone, Debug)]
struct Line {
    kind: Listing,
    /// Where in the words the key begins.
    at: u32,
    source: SourceId,
    named: Arc<Named>,
}

impl Line {
    fn key(&self) -> &str {
        self.named
            .words()
            .get(self.at as usize..)
            .unwrap_or_default()
    }

    /// Whether the name begins before the key.
    fn is_inside(&self) -> bool {
        self.at > 0
    }

    fn order(&self) -> (Listing, bool, &str, &str, SourceId) {
        (
            self.kind,
            self.is_inside(),
            self.key(),
            &self.named.name,
            self.source,
        )
    }
}

impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl Eq for Line {}

impl PartialOrd for Line {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Line {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

/// A [`Lookup`] that is completed when it is read.
#[derive(Debug, Default)]
pub(super) struct SharedLookup(Mutex<Lookup>);

impl SharedLookup {
    pub(super) fn get(&self) -> MutexGuard<'_, Lookup> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for SharedLookup {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.get().clone()))
    }
}

/// The names, file by file. Made when it is first asked for; afterwards only files that were changed are read again.
#[derive(Clone, Debug, Default)]
pub(super) struct Lookup {
    lines: OrdSet<Line>,
    own: HashMap<SourceId, Arc<[Line]>>,
    stale: HashSet<SourceId>,
    made: bool,
}

impl Lookup {
    /// Takes note that a file was changed.
    pub(super) fn forget(&mut self, source: SourceId) {
        if self.made {
            self.stale.insert(source);
        }
    }

    /// Reads again what was changed; everything the first time. `of` gives a file with what it contributes.
    pub(super) fn refresh<'a>(
        &mut self,
        all: impl Iterator<Item = SourceId>,
        of: impl Fn(SourceId) -> Option<(&'a File, &'a Contribution)>,
    ) {
        if !self.made {
            self.made = true;
            self.stale.extend(all);
        }
        for source in std::mem::take(&mut self.stale) {
            let new = of(source)
                .map(|(file, contribution)| lines(file, contribution))
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
                        self.lines.remove(*old);
                        before.next();
                    }
                    (_, Some(new)) => {
                        self.lines.insert((*new).clone());
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

    /// At most `most` names of a kind of which a part begins with `typed`, those that begin with it themselves first; and whether there
    /// are more.
    pub(super) fn find(&self, kind: Listing, typed: &str, most: usize) -> (Vec<Arc<str>>, bool) {
        let typed = typed.to_lowercase();
        let (mut out, mut seen) = (Vec::new(), HashSet::new());
        // where nothing is typed, every name begins with it
        for inside in if typed.is_empty() {
            &[false][..]
        } else {
            &[false, true]
        } {
            // a letter stands before the key of one that is inside
            let words = format!("{}{typed}", if *inside { "-" } else { "" });
            let named = Arc::new(Named {
                name: Arc::from(""),
                words: Some(words.into()),
            });
            let from = Line {
                kind,
                at: u32::from(*inside),
                source: SourceId(0),
                named,
            };
            let lines = self
                .lines
                .range::<_, Line>((Bound::Included(&from), Bound::Unbounded));
            let lines = lines.take_while(|line| {
                line.kind == kind && line.is_inside() == *inside && line.key().starts_with(&typed)
            });
            for (walked, line) in lines.enumerate() {
                let known = seen.contains(&line.named.name);
                if walked == most.saturating_mul(8) || !known && out.len() == most {
                    return (out, true);
                }
                if !known {
                    seen.insert(&line.named.name);
                    out.push(Arc::clone(&line.named.name));
                }
            }
        }
        (out, false)
    }
}

/// The lines of one file, in order.
fn lines(file: &File, contribution: &Contribution) -> Vec<Line> {
    let mut out = Out {
        source: file.source,
        lines: Vec::new(),
    };
    for (name, section) in &contribution.names {
        match name.strip_prefix("term:") {
            Some(term) => out.put(Listing::Term, term, &Arc::from(term)),
            None => out.put(Listing::Clause, name, name),
        }
        if name == section {
            out.put(Listing::Section, name, name);
        }
    }
    for (id, at) in &contribution.bases {
        if let Some(place) = file.places.get(*at) {
            debug_assert_eq!(
                place_id(place),
                **id,
                "a base text is filed under its own id"
            );
            out.put(Listing::Section, &place.heading.text, id);
        }
    }
    for (id, part) in contribution
        .parts
        .iter()
        .filter(|(_, part)| part.meaning == Meaning::Creates)
    {
        let heading = part
            .patch
            .blocks()
            .get(part.slice.0)
            .and_then(|block| block.text());
        out.put(Listing::Section, heading.map_or("", |text| &text.text), id);
    }
    for place in &file.places {
        out.facts(&place.blocks);
        place
            .entries
            .iter()
            .for_each(|entry| out.facts(&entry.payload));
    }
    out.lines.sort_unstable();
    out.lines.dedup();
    out.lines
}

struct Out {
    source: SourceId,
    lines: Vec<Line>,
}

impl Out {
    /// Puts a name under `words` and under all that follows a parting in them.
    fn put(&mut self, kind: Listing, words: &str, name: &Arc<str>) {
        let named = Arc::new(Named::new(name, words));
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
            self.lines.push(Line {
                kind,
                at,
                source: self.source,
                named: Arc::clone(&named),
            });
        }
    }

    fn facts(&mut self, blocks: &[Block]) {
        for block in blocks {
            for mark in block.text().into_iter().flat_map(|text| &text.marks) {
                if let MarkKind::Fact(name) = &mark.kind {
                    self.put(Listing::Fact, name, name);
                }
            }
            self.facts(block.children());
        }
    }
}
