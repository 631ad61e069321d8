//! Builds the JSON of a ruleset's search documents for the page, and their texts as word numbers.
//! They are those of the program's own index for each day and set of scopes.

use super::{
    interner::{json_row, repeats, runs},
    page_tables::PageTables,
    views::ViewGrid,
};
use crate::{
    analysis::{Analysis, IndexKey, SearchDocumentCache},
    model::Ruleset,
    resolve::RulesetDb,
    search::{Doc, DocKind, TextEncoder},
};
use indexmap::IndexSet;
use jiff::civil::Date;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Returns the documents of a ruleset for each day and for the scopes of each profile.
pub(super) fn documents(
    analysis: &Analysis,
    db: &RulesetDb,
    grid: &ViewGrid,
    tables: &mut PageTables,
    searched_texts: &mut BTreeSet<usize>,
) -> Value {
    let ruleset = &db.ruleset;
    let scopes: Vec<Vec<String>> = ruleset
        .profiles
        .iter()
        .map(|profile| {
            let mut scopes = profile.scopes.clone();
            scopes.sort();
            scopes
        })
        .collect();
    let key = |as_of: Date, scopes: &Vec<String>| IndexKey {
        as_of,
        scopes: scopes.clone(),
    };
    // newest first, so that the documents most people search are in one run
    let mut keys: IndexSet<IndexKey> = IndexSet::new();
    for &as_of in grid.days.iter().rev() {
        keys.extend(scopes.iter().map(|scopes| key(as_of, scopes)));
    }
    let cache = SearchDocumentCache::new(db);
    let mut lists: IndexSet<Value> = IndexSet::new();
    let mut places: Vec<usize> = Vec::new();
    // the documents for a key are made while those of the one before are written
    let mut made: Option<Vec<Doc>> = None;
    for key in keys.iter().map(Some).chain([None]) {
        let before = made.take();
        let write = || {
            let list = document_list(&before?, &db.ruleset, tables, searched_texts);
            Some(lists.insert_full(list).0)
        };
        let make = || Some(analysis.cached_search_documents(db, key?, &cache));
        let (place, next) = rayon::join(write, make);
        places.extend(place);
        made = next;
    }
    let place = |as_of: Date, scopes: &Vec<String>| {
        let at = keys.get_index_of(&key(as_of, scopes));
        at.map(|at| places[at])
    };
    let rows = grid.days.iter().map(|&as_of| {
        let row = scopes.iter().map(|scopes| place(as_of, scopes));
        row.collect::<Vec<_>>()
    });
    let at: Vec<_> = rows.collect();
    json!({"lists": lists, "at": at})
}

fn document_list(
    docs: &[Doc],
    ruleset: &Ruleset,
    tables: &mut PageTables,
    searched_texts: &mut BTreeSet<usize>,
) -> Value {
    let rows: Vec<usize> = docs
        .iter()
        .map(|doc| document_row(doc, tables, searched_texts))
        .collect();
    let standings: Vec<usize> = docs
        .iter()
        .map(|doc| edition_standing(doc, ruleset, tables))
        .collect();
    json!([runs(&rows), repeats(&standings)])
}

/// Interns what is the same at every index key. The searchable texts of the document are added to
/// `searched_texts`.
fn document_row(doc: &Doc, tables: &mut PageTables, searched_texts: &mut BTreeSet<usize>) -> usize {
    if let (DocKind::Change, Some(before)) = (doc.kind(), &doc.before) {
        tables.values.add_difference(before, &doc.text);
    }
    let texts = &mut tables.values.texts;
    let (path, labels) = (texts.intern_all(&doc.path), texts.intern_all(&doc.labels));
    let (subjects, around) = (
        texts.intern_all(&doc.subjects),
        texts.intern_all(&doc.parent_subjects),
    );
    let mut searched = |text: &str| (!text.is_empty()).then(|| texts.intern(text));
    let (text, lead) = (searched(&doc.text), searched(&doc.lead));
    let (restated, before) = (
        doc.restated.as_deref().and_then(&mut searched),
        doc.before.as_deref().and_then(&mut searched),
    );
    searched_texts.extend(
        [&path, &labels, &subjects, &around]
            .into_iter()
            .flatten()
            .copied(),
    );
    searched_texts.extend([text, lead, restated, before].into_iter().flatten());
    tables.docs.intern(&json_row(vec![
        json!(
            doc.id
                .split_once('/')
                .map_or(doc.id.as_str(), |(_, bare)| bare)
        ),
        json!(doc.section),
        json!(doc.kind().name()),
        json!(doc.page),
        json!(path),
        json!(labels),
        json!(lead),
        json!(text),
        json!(doc.wording),
        json!(doc.document),
        json!(doc.source),
        json!(doc.n),
        json!(doc.by),
        json!(subjects),
        json!(around),
        json!(doc.cites),
        json!(doc.terms),
        json!(doc.facts),
        json!(doc.changed),
        json!(before),
        json!(restated),
        json!(doc.interprets),
        json!(doc.not_rules),
        json!(doc.unit),
        json!(doc.moved_to),
    ]))
}

/// Interns the editions in which a document holds, those in which its clause is gone, whether it is
/// current, its state in each edition, and the editions with its wording if they differ.
fn edition_standing(doc: &Doc, ruleset: &Ruleset, tables: &mut PageTables) -> usize {
    let numbers = |ids: &[String]| {
        ids.iter()
            .filter_map(|id| ruleset.edition(id))
            .map(|edition| edition.0)
            .collect::<Vec<_>>()
    };
    let contradicted = doc
        .contradicted
        .iter()
        .filter_map(|(id, layers)| Some((ruleset.edition(id)?.0, layers)));
    let reads = if doc.reads == doc.editions {
        Vec::new()
    } else {
        numbers(&doc.reads)
    };
    tables.standings.intern(&json_row(vec![
        json!(numbers(&doc.editions)),
        json!(doc.current),
        json!(numbers(&doc.gone)),
        json!(doc.states),
        json!(reads),
        json!(numbers(&doc.repeated)),
        json!(contradicted.collect::<Vec<_>>()),
    ]))
}

/// Returns the texts of `searched_texts` as numbered words, by the number of the text; other texts
/// are empty.
pub(super) fn numbered_words(
    encoder: &mut TextEncoder,
    tables: &PageTables,
    searched_texts: &BTreeSet<usize>,
) -> Vec<Vec<i32>> {
    let texts = tables.values.texts.list().iter().enumerate();
    texts
        .map(|(at, text)| {
            if searched_texts.contains(&at) {
                encoder.text(text)
            } else {
                Vec::new()
            }
        })
        .collect()
}
