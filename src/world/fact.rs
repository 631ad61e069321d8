//! Numbers marked in the wording.

use super::{Citation, Origin, World};
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
        let cited = self.cited_facts(corpus, name, view).into_iter();
        cited.map(|(value, by)| Fact { value, id: by.id, origin: by.origin, at: by.at }).collect()
    }

    /// The values of a fact at a view, each with the words in which it stands.
    pub fn cited_facts(&self, corpus: &Corpus, name: &str, view: &View) -> Vec<(String, Citation)> {
        let mut out = Vec::new();
        for id in corpus.sections_with(name) {
            let Some(section) = corpus.section(&id) else { continue };
            let tree = section.version(view);
            for atom in tree.atoms(tree.root) {
                let Some(wording) = tree.get(atom).and_then(|node| node.text(Layer::Restated)) else { continue };
                for mark in wording.marks.iter().filter(|mark| matches!(&mark.kind, MarkKind::Fact(own) if **own == *name)) {
                    let by =
                        wording.runs().find(|(span, _)| span.touches(mark.span.start())).map(|(_, by)| by).unwrap_or(crate::model::BASE);
                    let at = section.patch(by).and_then(|patch| place_of(patch, name));
                    let mut cited = self.citation(corpus, &section, atom, by, view);
                    cited.at = at.or(cited.at);
                    out.push((mark.span.of(&wording.text).to_owned(), cited));
                }
            }
            for ruling in section.rulings(view) {
                let Some(patch) = section.patch(ruling.patch) else { continue };
                let Some((value, at)) = said_of(patch, name) else { continue };
                let mut cited = self.cited_ruling(corpus, &section, &ruling, view);
                cited.at = Some(at);
                out.push((value, cited));
            }
        }
        out
    }
}

/// Where a patch says a fact.
fn place_of(patch: &crate::model::Patch, name: &str) -> Option<Location> {
    said_of(patch, name).map(|(_, at)| at)
}

/// What a patch says of a fact, and where.
fn said_of(patch: &crate::model::Patch, name: &str) -> Option<(String, Location)> {
    let mut stack: Vec<&crate::syntax::Block> = patch.blocks().iter().collect();
    while let Some(block) = stack.pop() {
        if let Some(text) = block.text() {
            let mark = text.marks.iter().find(|mark| matches!(&mark.kind, MarkKind::Fact(own) if **own == *name));
            if let Some(mark) = mark {
                return Some((mark.span.of(&text.text).to_owned(), Location::new(patch.file.source, text.source_span(mark.span))));
            }
        }
        stack.extend(block.children());
    }
    None
}
