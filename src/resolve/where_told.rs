//! In which sections a fact stands, which sections take out what lives on elsewhere, and which are part of another or stand on a page:
//! found when first asked for, and kept up to date from then on.

use super::{names::hash, route::Contribution};
use crate::{
    syntax::{Block, Command, File, MarkKind},
    text::SourceId,
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// The sections of which some file says a fact, or that what they lose lives on in a clause.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// By the hash of the fact's name, or of the [clause](moved_to); a section as often as it is said.
    sections: HashMap<u64, Vec<Arc<str>>>,
    /// What each file said.
    said: HashMap<SourceId, Box<[Said]>>,
}

/// A hash, and the section of which it is said.
type Said = (u64, Arc<str>);

/// The hash under which stand the sections of which something lives on in a clause.
fn moved_to(clause: &str) -> u64 {
    // no fact has such a name
    hash(&format!("to #{clause}"))
}

impl Facts {
    /// What all files say.
    pub(super) fn new<'a>(files: impl Iterator<Item = (&'a File, &'a Contribution)>) -> Self {
        let mut facts = Self::default();
        files.for_each(|(file, own)| facts.exchange(file.source, Some((file, own))));
        facts
    }

    /// Puts what a file says in the place of what it said before.
    pub(super) fn exchange(&mut self, source: SourceId, file: Option<(&File, &Contribution)>) {
        for (fact, section) in self.said.remove(&source).iter().flatten() {
            let Some(sections) = self.sections.get_mut(fact) else { continue };
            if let Some(at) = sections.iter().position(|known| known == section) {
                sections.swap_remove(at);
            }
            if sections.is_empty() {
                self.sections.remove(fact);
            }
        }
        let Some((file, own)) = file else { return };
        let said = said(file, own);
        for (fact, section) in &said {
            self.sections.entry(*fact).or_insert_with(|| Vec::with_capacity(1)).push(Arc::clone(section));
        }
        if !said.is_empty() {
            self.said.insert(source, said.into());
        }
    }

    /// The sections of which some file says a fact.
    pub(super) fn sections(&self, fact: &str) -> BTreeSet<Arc<str>> {
        self.under(hash(fact))
    }

    /// The sections of which some file says that what it takes out lives on in a clause.
    pub(super) fn moved_to(&self, clause: &str) -> BTreeSet<Arc<str>> {
        self.under(moved_to(clause))
    }

    fn under(&self, hash: u64) -> BTreeSet<Arc<str>> {
        self.sections.get(&hash).into_iter().flatten().cloned().collect()
    }
}

/// The facts that a file says, and where what it takes out lives on, with the sections of which it says them.
fn said(file: &File, own: &Contribution) -> Vec<Said> {
    let mut out = Vec::new();
    for (section, at) in own.bases.iter().chain(&own.books) {
        let blocks = file.places.get(*at).map_or(&[][..], |place| &place.blocks);
        facts(blocks, section, &mut out);
    }
    for (section, part) in &own.parts {
        facts(part.patch.blocks(), section, &mut out);
        let command = part.patch.entry().and_then(|entry| entry.command.as_ref());
        if let Some(Command::Delete { moved_to: Some(to), .. }) = command {
            out.push((moved_to(&to.value), Arc::clone(section)));
        }
    }
    out
}

fn facts(blocks: &[Block], section: &Arc<str>, out: &mut Vec<Said>) {
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
