//! Makes search documents of changes: one for each unit that differs from the amended edition.

use super::{document_cache::SectionDocumentCache, section_context::SectionContext};
use crate::search::{Doc, DocKind, DocWording};
use std::sync::Arc;

/// Returns the search documents of the changes that each published edition makes to a section.
pub(super) fn change_docs(
    context: &SectionContext<'_>,
    cached: &mut SectionDocumentCache,
) -> Vec<Doc> {
    let ruleset = &context.db.ruleset;
    let mut out = Vec::new();
    for view in context.views {
        let Some(older) = ruleset
            .editions
            .get(usize::from(view.edition.0))
            .and_then(|edition| edition.amends)
        else {
            continue;
        };
        let from = view.with_edition(older);
        let (before, after) = (
            context.section.version(&from),
            context.section.version(view),
        );
        if Arc::ptr_eq(&before, &after) {
            continue;
        }
        let path = context.heading_path(&after);
        let edition = context.edition_id(view.edition);
        for pair in cached.changes(context, &from, view).iter() {
            let mut by: Vec<String> = Vec::new();
            pair.by.iter().for_each(|origin| {
                if !by.contains(&origin.document) {
                    by.push(origin.document.clone())
                }
            });
            let n = pair.by.iter().flat_map(|origin| {
                let numbers = origin
                    .n
                    .as_deref()
                    .unwrap_or_default()
                    .split(',')
                    .filter(|n| !n.is_empty());
                numbers
                    .map(|n| {
                        if n.contains(':') {
                            n.to_owned()
                        } else {
                            format!("{}:{n}", origin.document)
                        }
                    })
                    .collect::<Vec<_>>()
            });
            let last = pair.by.last();
            out.push(Doc {
                ruleset: ruleset.key.clone(),
                section: context.section.id.clone(),
                heading: path.last().cloned().unwrap_or_default(),
                path: path.clone(),
                page: context.page.clone(),
                kind: Some(DocKind::Change),
                labels: pair.label.iter().cloned().collect(),
                wording: if pair.after.is_some() {
                    let mut documents = pair.by.iter().map(|origin| &origin.document);
                    DocWording::of_unprinted(documents.any(|own| ruleset.restates(own)))
                } else {
                    DocWording::None
                },
                text: pair.after.clone().unwrap_or_default(),
                before: pair.before.clone(),
                moved_to: pair.moved_to.clone(),
                editions: vec![edition.clone()],
                current: view.edition == context.newest,
                document: last
                    .map(|origin| origin.document.clone())
                    .unwrap_or_default(),
                source: last.map(|origin| origin.source()).unwrap_or_default(),
                n: n.collect(),
                by,
                changed: Some(edition.clone()),
                id: pair.id.clone(),
                ..Doc::default()
            });
        }
    }
    out
}
