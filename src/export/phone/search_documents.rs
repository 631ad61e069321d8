//! Builds the JSON of a ruleset's search documents for the page, and their texts as word numbers.
//! They are those of the program's own index for each day and set of scopes.

use super::{
    interner::{json_row, repeats, runs},
    page_tables::PageTables,
    views::ViewGrid,
};
use crate::{
    analysis::{Analysis, IndexKey, KeyDependentFields, SearchDocumentCache, SharedDoc},
    model::{EditionIx, Ruleset},
    resolve::RulesetDb,
    search::{Doc, DocKind, TextEncoder},
};
use indexmap::IndexSet;
use jiff::civil::Date;
use serde_json::{Value, json};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

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
    let mut made: Option<Vec<SharedDoc>> = None;
    let mut rows = DocumentRows::default();
    for key in keys.iter().map(Some).chain([None]) {
        let before = made.take();
        let write = || {
            let list = document_list(&before?, &db.ruleset, &mut rows, tables, searched_texts);
            Some(lists.insert_full(list).0)
        };
        let make = || Some(analysis.shared_search_documents(db, key?, &cache));
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

/// The row numbers of the search documents already written, by the address in memory of their
/// words, which are kept alive.
#[derive(Default)]
struct DocumentRows(HashMap<usize, Vec<(SharedDoc, usize)>>);

impl DocumentRows {
    /// Returns the row of a document, which is written if it is new.
    fn row(
        &mut self,
        doc: &SharedDoc,
        tables: &mut PageTables,
        searched_texts: &mut BTreeSet<usize>,
    ) -> usize {
        let known = self.0.entry(Arc::as_ptr(&doc.words).addr()).or_default();
        let is_same = |other: &KeyDependentFields| {
            let own = &doc.standing;
            own.moved_to == other.moved_to
                && own.subjects == other.subjects
                && own.parent_subjects == other.parent_subjects
        };
        let found = known.iter().find(|(known, _)| is_same(&known.standing));
        found.map(|(_, row)| *row).unwrap_or_else(|| {
            let row = document_row(doc, tables, searched_texts);
            known.push((doc.clone(), row));
            row
        })
    }
}

fn document_list(
    docs: &[SharedDoc],
    ruleset: &Ruleset,
    rows: &mut DocumentRows,
    tables: &mut PageTables,
    searched_texts: &mut BTreeSet<usize>,
) -> Value {
    let own: Vec<usize> = docs
        .iter()
        .map(|doc| rows.row(doc, tables, searched_texts))
        .collect();
    let standings: Vec<usize> = docs
        .iter()
        .map(|doc| edition_standing(&doc.standing, ruleset, tables))
        .collect();
    json!([runs(&own), repeats(&standings)])
}

/// Interns what is the same at every index key. The searchable texts of the document are added to
/// `searched_texts`.
fn document_row(
    SharedDoc { words, standing }: &SharedDoc,
    tables: &mut PageTables,
    searched_texts: &mut BTreeSet<usize>,
) -> usize {
    let doc: &Doc = words;
    if let (DocKind::Change, Some(before)) = (doc.kind(), &doc.before) {
        tables.values.add_difference(before, &doc.text);
    }
    let texts = &mut tables.values.texts;
    let (path, labels) = (texts.intern_all(&doc.path), texts.intern_all(&doc.labels));
    let (subjects, around) = (
        texts.intern_all(&standing.subjects),
        texts.intern_all(&standing.parent_subjects),
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
        json!(standing.moved_to),
    ]))
}

/// Interns the editions in which a document holds, those in which its clause is gone, its state in
/// each edition, and the editions with its wording if they differ.
fn edition_standing(doc: &KeyDependentFields, ruleset: &Ruleset, tables: &mut PageTables) -> usize {
    let numbers = |editions: &[EditionIx]| editions.iter().map(|own| own.0).collect::<Vec<_>>();
    let contradicted = doc.contradicted.iter();
    let contradicted = contradicted.map(|(edition, layers)| (edition.0, layers));
    let states = doc.states.iter();
    let states = states.map(|(edition, state)| (ruleset.edition_id(*edition), state.name()));
    let reads = if doc.reads == doc.editions {
        Vec::new()
    } else {
        numbers(&doc.reads)
    };
    tables.standings.intern(&json_row(vec![
        json!(numbers(&doc.editions)),
        json!(numbers(&doc.gone)),
        json!(states.collect::<Vec<_>>()),
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
) -> Vec<Vec<usize>> {
    let texts = tables.values.texts.list();
    let searched = searched_texts.iter().map(|&at| texts[at].as_str());
    let numbers = encoder.texts(&searched.collect::<Vec<_>>());
    let mut out = vec![Vec::new(); texts.len()];
    for (&at, numbers) in searched_texts.iter().zip(numbers) {
        out[at] = numbers;
    }
    out
}
