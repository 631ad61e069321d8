//! Cross-references by name: the sections that contain a fact, the sections whose deleted text
//! continues elsewhere, and the grouping of sections by parent and by page.
//!
//! Each table is built when first needed and is updated file by file from then on.

use super::{
    declared_names::name_hash,
    route::{Contribution, RoutedPatch},
};
use crate::{
    syntax::{Block, Command, Commentary, CommentaryKind, MarkKind, RulesFile},
    text::SourceId,
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// The sections in which names occur.
#[derive(Clone, Debug)]
pub(super) struct Occurrences {
    /// Collects the occurrences in one file.
    collect: CollectOccurrences,
    /// The sections by the hash of the name; a section is listed once for each occurrence.
    sections: imbl::HashMap<u64, Vec<Arc<str>>>,
    /// The occurrences of each file.
    by_file: imbl::HashMap<SourceId, Arc<[Occurrence]>>,
}

/// The hash of a name, and the section in which it occurs.
type Occurrence = (u64, Arc<str>);

/// Collects the occurrences of names in one file.
pub(super) type CollectOccurrences = fn(&RulesFile, &Contribution) -> Vec<Occurrence>;

impl Occurrences {
    /// Collects the occurrences of all files.
    pub(super) fn new<'a>(
        collect: CollectOccurrences,
        files: impl Iterator<Item = (&'a RulesFile, &'a Contribution)>,
    ) -> Self {
        let mut occurrences = Self {
            collect,
            sections: imbl::HashMap::new(),
            by_file: imbl::HashMap::new(),
        };
        files.for_each(|(file, own)| occurrences.replace(file.source, Some((file, own))));
        occurrences
    }

    /// Replaces the occurrences of one file.
    pub(super) fn replace(&mut self, source: SourceId, file: Option<(&RulesFile, &Contribution)>) {
        for (name, section) in self
            .by_file
            .remove(&source)
            .iter()
            .flat_map(|by_file| by_file.iter())
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
        let by_file = (self.collect)(file, own);
        for (name, section) in &by_file {
            self.sections
                .entry(*name)
                .or_insert_with(|| Vec::with_capacity(1))
                .push(Arc::clone(section));
        }
        if !by_file.is_empty() {
            self.by_file.insert(source, by_file.into());
        }
    }

    /// Returns the sections in which a name occurs.
    pub(super) fn sections_of(&self, name: &str) -> BTreeSet<Arc<str>> {
        self.sections
            .get(&name_hash(name))
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    }
}

/// Collects the facts of a file, each with the section that contains it.
pub(super) fn fact_occurrences(file: &RulesFile, own: &Contribution) -> Vec<Occurrence> {
    let mut out = Vec::new();
    for (section, at) in own.bases.iter().chain(&own.books) {
        let blocks = file.places.get(*at).map_or(&[][..], |place| &place.blocks);
        collect_facts(blocks, section, &mut out);
    }
    own.parts
        .iter()
        .for_each(|(section, part)| collect_facts(part.patch.blocks(), section, &mut out));
    out
}

/// Collects the clauses in which deleted text of a file continues, each with the section it is
/// deleted from.
pub(super) fn move_occurrences(_: &RulesFile, own: &Contribution) -> Vec<Occurrence> {
    let moved =
        |(section, part): &(Arc<str>, RoutedPatch)| match part.patch.entry()?.command.as_ref()? {
            Command::Delete {
                moved_to: Some(to), ..
            } => Some((name_hash(&to.value), Arc::clone(section))),
            _ => None,
        };
    own.parts.iter().filter_map(moved).collect()
}

/// The sections that have contradictions or remarks which link to a clause of another section.
#[derive(Debug, Default)]
pub(super) struct NoteCitations {
    /// By the section of the linked clause.
    pub(super) sections: HashMap<Arc<str>, BTreeSet<Arc<str>>>,
    /// The files that contain such notes.
    pub(super) sources: BTreeSet<SourceId>,
}

/// Iterates over the contradictions and remarks of a file that link to a clause, each with the
/// section of its instruction or base text.
pub(super) fn linking_notes<'a>(
    file: &'a RulesFile,
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

fn collect_facts(blocks: &[Block], section: &Arc<str>, out: &mut Vec<Occurrence>) {
    let mut stack: Vec<&Block> = blocks.iter().collect();
    while let Some(block) = stack.pop() {
        for mark in block.text().into_iter().flat_map(|text| &text.marks) {
            if let MarkKind::Fact(name) = &mark.kind {
                out.push((name_hash(name), Arc::clone(section)));
            }
        }
        stack.extend(block.children());
    }
}

/// The sections by parent section and by page, in the order of the outline.
#[derive(Debug, Default)]
pub(super) struct SectionGroups {
    /// By the parent section.
    pub(super) parts: HashMap<String, Vec<String>>,
    /// By the printed page.
    pub(super) pages: HashMap<String, Vec<String>>,
}
