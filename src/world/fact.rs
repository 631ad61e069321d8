//! Numbers marked in the wording.

use super::{Origin, World, unit_id};
use crate::{
    diagnostic::Location,
    resolve::{Corpus, View},
    syntax::{Layer, MarkKind},
};
use serde::Serialize;

/// A fact where it stands at a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// Its value, as it reads.
    pub value: String,
    /// The clause in which it stands.
    pub id: String,
    /// Who wrote it.
    pub origin: Origin,
    /// Where it stands in the sources.
    #[serde(skip)]
    pub at: Option<Location>,
}

impl World {
    /// What a fact is at a view, in each clause that has it.
    pub fn fact(&self, corpus: &Corpus, name: &str, view: &View) -> Vec<Fact> {
        let mut out = Vec::new();
        for id in corpus.sections_with(name) {
            let Some(section) = corpus.section(&id) else { continue };
            let tree = section.version(view);
            for atom in tree.atoms(tree.root) {
                let Some(wording) = tree.get(atom).and_then(|node| node.text(Layer::Restated)) else { continue };
                for mark in wording.marks.iter().filter(|mark| matches!(&mark.kind, MarkKind::Fact(own) if **own == *name)) {
                    let by = wording.runs().find(|(span, _)| span.touches(mark.span.start)).map(|(_, by)| by).unwrap_or(crate::model::BASE);
                    let patch = section.patch(by);
                    let at = patch.and_then(|patch| place_of(patch, name));
                    out.push(Fact {
                        value: mark.span.of(&wording.text).to_owned(),
                        id: format!("{}/{}", corpus.ruleset.key, unit_id(&section, &tree, atom)),
                        origin: self.origin(&section, by),
                        at,
                    });
                }
            }
        }
        out
    }
}

/// Where a patch says a fact.
fn place_of(patch: &crate::model::Patch, name: &str) -> Option<Location> {
    let mut stack: Vec<&crate::syntax::Block> = patch.blocks().iter().collect();
    while let Some(block) = stack.pop() {
        if let Some(text) = &block.text {
            let mark = text.marks.iter().find(|mark| matches!(&mark.kind, MarkKind::Fact(own) if **own == *name));
            if let Some(mark) = mark {
                return Some(Location::new(patch.file.source, text.source_span(mark.span)));
            }
        }
        stack.extend(&block.children);
    }
    None
}
