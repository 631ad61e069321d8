//! In which sections a fact stands, which sections take out what lives on elsewhere, and which are part of another or stand on a page:
//! found when first asked for, and kept up to date from then on.

use super::{
    names::hash,
    route::{Contribution, Part},
};
use crate::{
    syntax::{Block, Command, Commentary, CommentaryKind, File, MarkKind},
    text::SourceId,
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// Under which names files say something of sections.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// What a file says.
    read: Read,
    /// By the hash of the name; a section as often as it is said.
    sections: imbl::HashMap<u64, Vec<Arc<str>>>,
    /// What each file said.
    said: imbl::HashMap<SourceId, Arc<[Said]>>,
}

/// The hash of a name, and the section of which it is said.
type Said = (u64, Arc<str>);

/// What a file says, to be told by name.
pub(super) type Read = fn(&File, &Contribution) -> Vec<Said>;

impl Told {
    /// What all files say.
    pub(super) fn new<'a>(
        read: Read,
        files: impl Iterator<Item = (&'a File, &'a Contribution)>,
    ) -> Self {
        let mut told = Self {
            read,
            sections: imbl::HashMap::new(),
            said: imbl::HashMap::new(),
        };
        files.for_each(|(file, own)| told.exchange(file.source, Some((file, own))));
        told
    }

    /// Puts what a file says in the place of what it said before.
    pub(super) fn exchange(&mut self, source: SourceId, file: Option<(&File, &Contribution)>) {
        for (name, section) in self
            .said
            .remove(&source)
            .iter()
            .flat_map(|said| said.iter())
        {
            let Some(sections) = self.sections.get_mut(name) else {
                continue;
            };
            if let Some(at) = sections.iter().position(|known| known == section) {
                sections.swap_remove(at);
            }
            if sections.is_empty() {
                self.sections.remove(name);
            }
        }
        let Some((file, own)) = file else { return };
        let said = (self.read)(file, own);
        for (name, section) in &said {
            self.sections
                .entry(*name)
                .or_insert_with(|| Vec::with_capacity(1))
                .push(Arc::clone(section));
        }
        if !said.is_empty() {
            self.said.insert(source, said.into());
        }
    }

    /// The sections of which some file says something under a name.
    pub(super) fn sections(&self, name: &str) -> BTreeSet<Arc<str>> {
        self.sections
            .get(&hash(name))
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    }
}

/// The facts of a file, and the sections of which it says them.
pub(super) fn facts(file: &File, own: &Contribution) -> Vec<Said> {
    let mut out = Vec::new();
    for (section, at) in own.bases.iter().chain(&own.books) {
        let blocks = file.places.get(*at).map_or(&[][..], |place| &place.blocks);
        facts_in(blocks, section, &mut out);
    }
    own.parts
        .iter()
        .for_each(|(section, part)| facts_in(part.patch.blocks(), section, &mut out));
    out
}

/// The clauses in which something lives on that a file takes out, and the sections out of which it does.
pub(super) fn moves(_: &File, own: &Contribution) -> Vec<Said> {
    let moved = |(section, part): &(Arc<str>, Part)| match part.patch.entry()?.command.as_ref()? {
        Command::Delete {
            moved_to: Some(to), ..
        } => Some((hash(&to.value), Arc::clone(section))),
        _ => None,
    };
    own.parts.iter().filter_map(moved).collect()
}

/// Which sections hold contradictions and remarks that link a clause of another.
#[derive(Debug, Default)]
pub(super) struct Citing {
    /// By the section of the clause that is linked.
    pub(super) sections: HashMap<Arc<str>, BTreeSet<Arc<str>>>,
    /// The files that have such notes.
    pub(super) sources: BTreeSet<SourceId>,
}

/// The contradictions and remarks of a file that link something, each with a section that its instruction or base text acts on.
pub(super) fn noted<'a>(
    file: &'a File,
    own: &'a Contribution,
) -> impl Iterator<Item = (&'a Arc<str>, &'a Commentary)> {
    let bases = own.bases.iter().map(|(section, at)| {
        (
            section,
            file.places
                .get(*at)
                .map_or(&[][..], |place| &place.commentary),
        )
    });
    let parts = own
        .parts
        .iter()
        .map(|(section, part)| (section, part.patch.commentary()));
    let kinds = [CommentaryKind::Contradiction, CommentaryKind::Remark];
    let of = move |(section, notes): (&'a Arc<str>, &'a [Commentary])| {
        notes.iter().map(move |note| (section, note))
    };
    bases
        .chain(parts)
        .flat_map(of)
        .filter(move |(_, note)| kinds.contains(&note.kind) && !note.cited.is_empty())
}

fn facts_in(blocks: &[Block], section: &Arc<str>, out: &mut Vec<Said>) {
    let mut stack: Vec<&Block> = blocks.iter().collect();
    while let Some(block) = stack.pop() {
        for mark in block.text().into_iter().flat_map(|text| &text.marks) {
            if let MarkKind::Fact(name) = &mark.kind {
                out.push((hash(name), Arc::clone(section)));
            }
        }
        stack.extend(block.children());
    }
}

/// Which sections are part of another, and which stand on a page, in the order of the outline.
#[derive(Debug, Default)]
pub(super) struct Grouped {
    /// By the section that they are part of.
    pub(super) parts: HashMap<String, Vec<String>>,
    /// By their printed page.
    pub(super) pages: HashMap<String, Vec<String>>,
}
