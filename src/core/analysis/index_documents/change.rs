//! Makes search documents of changes: one for each unit that an edition changes from the edition it
//! amends.

use super::section_context::{SectionContext, instruction_names};
use crate::{
    analysis::ComparedUnit,
    model::SectionTree,
    resolve::View,
    search::{Doc, DocKind, DocWording},
};
use std::sync::Arc;

/// Returns the search documents of the changes that each published edition makes to a section.
pub(super) fn change_docs(context: &SectionContext<'_>) -> Vec<Doc> {
    let editions = &context.db.ruleset.editions;
    let mut out = Vec::new();
    for view in context.views {
        let edition = editions.get(usize::from(view.edition.0));
        let Some(older) = edition.and_then(|edition| edition.amends) else {
            continue;
        };
        let from = view.with_edition(older);
        let (before, after) = (
            context.section.version(&from),
            context.section.version(view),
        );
        if !Arc::ptr_eq(&before, &after) {
            out.extend(changed_units(context, &from, view, &after));
        }
    }
    out
}

/// Returns the units that differ between two views, each as a search document.
/// `tree` is the text at the view `to`.
fn changed_units(
    context: &SectionContext<'_>,
    from: &View,
    to: &View,
    tree: &SectionTree,
) -> Vec<Doc> {
    let ruleset = &context.db.ruleset;
    let path = context.heading_path(tree);
    let doc = |pair: ComparedUnit| {
        let mut by: Vec<String> = Vec::new();
        pair.by.iter().for_each(|origin| {
            if !by.contains(&origin.document) {
                by.push(origin.document.clone())
            }
        });
        let n = pair.by.iter().flat_map(instruction_names);
        let last = pair.by.last();
        Doc {
            ruleset: ruleset.key.clone(),
            section: context.section.id.clone(),
            heading: path.last().cloned().unwrap_or_default(),
            path: path.clone(),
            page: context.page.clone(),
            kind: Some(DocKind::Change),
            wording: if pair.after.is_some() {
                let mut documents = pair.by.iter().map(|origin| &origin.document);
                DocWording::of_unprinted(documents.any(|own| ruleset.restates(own)))
            } else {
                DocWording::None
            },
            document: last
                .map(|origin| origin.document.clone())
                .unwrap_or_default(),
            source: last.map(|origin| origin.source()).unwrap_or_default(),
            n: n.collect(),
            by,
            editions: context.edition_ids([&to.edition]),
            changed: Some(context.edition_id(to.edition)),
            labels: pair.label.into_iter().collect(),
            text: pair.after.unwrap_or_default(),
            before: pair.before,
            moved_to: pair.moved_to,
            id: pair.id,
            ..Doc::default()
        }
    };
    let changed = context
        .analysis
        .changed_units(context.db, context.section, from, to);
    changed.into_iter().map(doc).collect()
}
