//! Makes search documents of rulings, with their status in each edition, and of sheets' notes.
//! A ruling or note about clauses of several sections is a single document.

use super::section_context::SectionContext;
use crate::{
    analysis::public_id,
    model::{DocumentKind, EditionIx, PatchIx, Ruleset},
    resolve::{RulingState, Section, is_clarification, is_note},
    search::{Doc, DocKind, DocWording},
};
use std::collections::BTreeMap;

/// Collects search documents of rulings and notes by file and byte of their headings, so that one
/// on several sections is a single document.
#[derive(Default)]
pub(super) struct NoteDocs(BTreeMap<(u32, usize), NoteDoc>);

/// The search document of a ruling or note without editions, its editions, and the states of a ruling.
type NoteDoc = (Doc, BTreeMap<EditionIx, Option<RulingState>>);

impl NoteDocs {
    /// Returns whether there is a ruling or note on a section.
    pub(super) fn states_anything(section: &Section) -> bool {
        let mut patches = section.patches.iter();
        patches.any(|patch| is_note(patch) || is_clarification(patch))
    }

    /// Adds the rulings and notes on a section.
    pub(super) fn add(&mut self, context: &SectionContext<'_>) {
        for view in context.views {
            let tree = context.section.version(view);
            for ruling in context.section.rulings(view) {
                let Some(patch) = context.section.patch(ruling.patch) else {
                    continue;
                };
                if !context
                    .db
                    .ruleset
                    .amendment_chain(view.edition)
                    .contains(&patch.own_edition)
                {
                    continue;
                }
                let (doc, editions) = self.doc_of(context, ruling.patch, DocKind::Clarification);
                let state = editions.entry(view.edition).or_default();
                *state = (*state).max(Some(ruling.state));
                for &unit in &ruling.units {
                    let id = public_id(context.section, &tree, unit);
                    if !doc.interprets.contains(&id) {
                        doc.interprets.push(id);
                    }
                }
            }
            let notes = context
                .section
                .patches
                .iter()
                .enumerate()
                .filter(|(_, patch)| is_note(patch) && view.includes(patch));
            for (at, patch) in notes {
                if context
                    .db
                    .ruleset
                    .amendment_chain(view.edition)
                    .contains(&patch.edition)
                {
                    let ix = PatchIx(at as u32);
                    let (_, editions) = self.doc_of(context, ix, DocKind::Note);
                    editions.entry(view.edition).or_default();
                }
            }
        }
    }

    fn doc_of(&mut self, context: &SectionContext<'_>, ix: PatchIx, kind: DocKind) -> &mut NoteDoc {
        let at = context
            .section
            .patch(ix)
            .map(|patch| patch.heading_location());
        let key = at.map_or((0, 0), |at| (at.source.0, at.span.start()));
        self.0
            .entry(key)
            .or_insert_with(|| (new_doc(context, ix, kind), BTreeMap::new()))
    }

    /// Returns the documents, file by file in the order of their positions.
    pub(super) fn into_docs(self, ruleset: &Ruleset) -> impl Iterator<Item = Doc> {
        let id = |edition: &EditionIx| ruleset.edition_id(*edition).to_owned();
        let docs = self.0.into_values();
        docs.map(move |(doc, editions)| Doc {
            editions: editions.keys().map(id).collect(),
            states: (editions.iter())
                .filter_map(|(edition, state)| Some((id(edition), (*state)?.name().to_owned())))
                .collect(),
            ..doc
        })
    }
}

fn new_doc(context: &SectionContext<'_>, ix: PatchIx, kind: DocKind) -> Doc {
    let Some(patch) = context.section.patch(ix) else {
        return Doc::default();
    };
    let document = context.db.ruleset.documents.get(&*patch.document);
    let origin = context.origin(ix);
    let name = patch.id().filter(|_| kind != DocKind::Note);
    let heading = patch
        .place()
        .map(|place| place.heading.text.to_string())
        .unwrap_or_default();
    let guideline = document.is_some_and(|document| document.kind == DocumentKind::Guideline);
    let mut path: Vec<String> = vec![heading.clone()];
    if heading != context.heading {
        path.push(context.heading.clone());
    }
    let text = crate::syntax::plain_text(patch.blocks());
    let mut doc = Doc {
        ruleset: context.db.ruleset.key.clone(),
        id: context.full_id(&name.map_or_else(|| origin.patch.clone(), |id| id.value.clone())),
        section: context.section.id.clone(),
        heading,
        path,
        page: context
            .page
            .clone()
            .or_else(|| patch.page().map(str::to_owned)),
        kind: Some(if guideline { DocKind::Guideline } else { kind }),
        wording: if text.is_empty() {
            DocWording::None
        } else {
            DocWording::of_unprinted(context.db.ruleset.restates(&patch.document))
        },
        text,
        ..Doc::default()
    };
    context.set_provenance(&mut doc, &[ix]);
    let blocks = patch.blocks().iter();
    let marks = blocks
        .flat_map(|block| block.text().into_iter())
        .flat_map(|text| &text.marks);
    for mark in marks {
        let id = |id: &std::sync::Arc<str>| id.to_string();
        match &mark.kind {
            crate::syntax::MarkKind::Link(to) => doc.cites.push(id(to)),
            crate::syntax::MarkKind::Fact(fact) => doc.facts.push(id(fact)),
            crate::syntax::MarkKind::Term(term) => doc.terms.push(id(term)),
            crate::syntax::MarkKind::Url(_)
            | crate::syntax::MarkKind::Strike
            | crate::syntax::MarkKind::Strong
            | crate::syntax::MarkKind::Emphasis
            | crate::syntax::MarkKind::Hole => {}
        }
    }
    doc
}
