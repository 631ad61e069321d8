//! What changed from each edition's predecessor to it: a document for each unit that `changes` tells.

use super::{super::Fate, Setting};
use crate::search::{Doc, DocKind, Wording};
use std::sync::Arc;

/// The documents of a section's changes.
pub(super) fn documents(setting: &Setting<'_>) -> Vec<Doc> {
    let ruleset = &setting.db.ruleset;
    let mut out = Vec::new();
    for view in setting.views {
        let Some(older) = ruleset
            .editions
            .get(usize::from(view.edition.0))
            .and_then(|edition| edition.amends)
        else {
            continue;
        };
        let from = view.at(older);
        let (before, after) = (
            setting.section.version(&from),
            setting.section.version(view),
        );
        if Arc::ptr_eq(&before, &after) {
            continue;
        }
        let path = setting.path(&after);
        let edition = setting.edition(view.edition);
        let comparison = setting
            .analysis
            .compare(setting.db, setting.section, None, &from, view);
        for pair in comparison
            .pairs
            .into_iter()
            .filter(|pair| pair.fate != Fate::Same)
        {
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
                section: setting.section.id.clone(),
                heading: path.last().cloned().unwrap_or_default(),
                path: path.clone(),
                page: setting.page.clone(),
                kind: Some(DocKind::Change),
                labels: pair.label.into_iter().collect(),
                wording: if pair.after.is_some() {
                    Wording::Restated
                } else {
                    Wording::None
                },
                text: pair.after.unwrap_or_default(),
                before: pair.before,
                moved_to: pair.moved_to,
                editions: vec![edition.clone()],
                current: view.edition == setting.newest,
                document: last
                    .map(|origin| origin.document.clone())
                    .unwrap_or_default(),
                source: last.map(|origin| origin.source()).unwrap_or_default(),
                n: n.collect(),
                by,
                changed: Some(edition.clone()),
                id: pair.id,
                ..Doc::default()
            });
        }
    }
    out
}
