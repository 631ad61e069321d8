//! What is said about clauses: clarifications and guidelines with their states, and notes by the authors of amendments. One may be about
//! clauses of several sections, and is one document all the same.

use super::Setting;
use crate::{
    analysis::unit_id,
    model::{DocumentKind, EditionIx, PatchIx},
    resolve::{RulingState, is_note},
    search::{Doc, DocKind, Wording},
};
use std::collections::BTreeMap;

/// Documents by the place of what says them.
#[derive(Default)]
pub(super) struct Said(BTreeMap<(u32, usize), Saying>);

/// A document, and where it stands in each edition.
type Saying = (Doc, Vec<(EditionIx, RulingState)>);

impl Said {
    /// Adds what is said about a section.
    pub(super) fn add(&mut self, setting: &Setting<'_>) {
        for view in setting.views {
            let tree = setting.section.version(view);
            for ruling in setting.section.rulings(view) {
                let Some(patch) = setting.section.patch(ruling.patch) else {
                    continue;
                };
                if !setting
                    .db
                    .ruleset
                    .line(view.edition)
                    .contains(&patch.own_edition)
                {
                    continue;
                }
                let (doc, states) = self.document(setting, ruling.patch, DocKind::Clarification);
                let edition = setting.edition(view.edition);
                if !doc.editions.contains(&edition) {
                    doc.editions.push(edition.clone());
                    doc.current |= view.edition == setting.newest;
                }
                for &unit in &ruling.units {
                    let id = unit_id(setting.section, &tree, unit);
                    if !doc.interprets.contains(&id) {
                        doc.interprets.push(id);
                    }
                }
                match states.iter_mut().find(|(known, _)| *known == view.edition) {
                    Some((_, state)) => *state = (*state).max(ruling.state),
                    None => states.push((view.edition, ruling.state)),
                }
                doc.states = states
                    .iter()
                    .map(|(edition, state)| (setting.edition(*edition), state.name().to_owned()))
                    .collect();
            }
            let notes = setting
                .section
                .patches
                .iter()
                .enumerate()
                .filter(|(_, patch)| is_note(patch) && view.sees(patch));
            for (at, patch) in notes {
                if setting
                    .db
                    .ruleset
                    .line(view.edition)
                    .contains(&patch.edition)
                {
                    let (doc, _) = self.document(setting, PatchIx(at as u32), DocKind::Note);
                    let edition = setting.edition(view.edition);
                    if !doc.editions.contains(&edition) {
                        doc.editions.push(edition);
                        doc.current |= view.edition == setting.newest;
                    }
                }
            }
        }
    }

    fn document(&mut self, setting: &Setting<'_>, ix: PatchIx, kind: DocKind) -> &mut Saying {
        let at = setting.section.patch(ix).map(|patch| patch.at());
        let key = at.map_or((0, 0), |at| (at.source.0, at.span.start()));
        self.0
            .entry(key)
            .or_insert_with(|| (make(setting, ix, kind), Vec::new()))
    }

    /// The documents, file by file in the order of their places.
    pub(super) fn documents(self) -> impl Iterator<Item = Doc> {
        self.0.into_values().map(|(doc, _)| doc)
    }
}

fn make(setting: &Setting<'_>, ix: PatchIx, kind: DocKind) -> Doc {
    let Some(patch) = setting.section.patch(ix) else {
        return Doc::default();
    };
    let document = setting.db.ruleset.documents.get(&*patch.document);
    let origin = setting.origin(ix);
    let name = patch
        .entry()
        .and_then(|entry| entry.attrs.id.as_ref())
        .filter(|_| kind != DocKind::Note);
    let heading = patch
        .place()
        .map(|place| place.heading.text.to_string())
        .unwrap_or_default();
    let guideline = document.is_some_and(|document| document.kind == DocumentKind::Guideline);
    let mut path: Vec<String> = vec![heading.clone()];
    if heading != setting.heading {
        path.push(setting.heading.clone());
    }
    let text = crate::syntax::plain_text(patch.blocks());
    let mut doc = Doc {
        ruleset: setting.db.ruleset.key.clone(),
        id: setting.id(&name.map_or_else(|| origin.patch.clone(), |id| id.value.clone())),
        section: setting.section.id.clone(),
        heading,
        path,
        page: setting
            .page
            .clone()
            .or_else(|| patch.page().map(str::to_owned)),
        kind: Some(if guideline { DocKind::Guideline } else { kind }),
        wording: if text.is_empty() {
            Wording::None
        } else {
            Wording::Restated
        },
        text,
        ..Doc::default()
    };
    setting.sign(&mut doc, &[ix]);
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
