//! Tests that an index built only from the files exported for Quickwit returns the BM25 candidates
//! of the program's own index.

use super::*;
use crate::{
    analysis::{Analysis, IndexKey, ParsedQuery, Request},
    search::{SearchSteps, doc_set::DocSet, filter::Filter},
};
use serde_json::Value;
use std::{collections::BTreeSet, sync::LazyLock};
use tantivy::{
    TantivyDocument,
    collector::TopDocs,
    query::QueryParser,
    schema::{
        Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions, Value as _,
    },
    tokenizer::{RawTokenizer, TokenizerManager, WhitespaceTokenizer},
};

/// How many hits are compared.
const HITS: usize = 20;

static ANALYSIS: LazyLock<Analysis> =
    LazyLock::new(|| Analysis::new(crate::disk::shipped_sources()));

/// Builds a tantivy index from the exported configuration and documents alone.
fn engine(config: &str, documents: &str) -> tantivy::Index {
    let config: Value = serde_saphyr::from_str(config).expect("YAML");
    let mut schema = Schema::builder();
    let fields = config["doc_mapping"]["field_mappings"].as_array();
    let fields: Vec<(String, Field)> = fields
        .expect("fields")
        .iter()
        .map(|own| {
            let name = own["name"].as_str().expect("a name").to_owned();
            let mut options = TextOptions::default();
            if own["indexed"] != false {
                let record = match own["record"].as_str().expect("what is recorded") {
                    "basic" => IndexRecordOption::Basic,
                    "freq" => IndexRecordOption::WithFreqs,
                    other => panic!("{other}"),
                };
                let indexing = TextFieldIndexing::default()
                    .set_tokenizer(own["tokenizer"].as_str().expect("a tokenizer"))
                    .set_index_option(record)
                    .set_fieldnorms(own["fieldnorms"] == true);
                options = options.set_indexing_options(indexing);
            }
            if own["stored"] == true {
                options = options | STORED;
            }
            (name.clone(), schema.add_text_field(&name, options))
        })
        .collect();
    let tokenizers = TokenizerManager::default();
    tokenizers.register("raw", RawTokenizer::default());
    tokenizers.register("whitespace", WhitespaceTokenizer::default());
    let mut index = tantivy::Index::create_in_ram(schema.build());
    index.set_tokenizers(tokenizers);
    let mut writer = index
        .writer_with_num_threads(1, 50_000_000)
        .expect("a writer");
    for line in documents.lines() {
        let Value::Object(object) = serde_json::from_str(line).expect("JSON") else {
            panic!("{line}");
        };
        let mut document = TantivyDocument::default();
        for (name, value) in object {
            // the mapping is strict
            let (_, field) = fields
                .iter()
                .find(|(own, _)| *own == name)
                .expect("a field");
            match value {
                Value::String(text) => document.add_text(*field, text),
                Value::Array(texts) => texts
                    .iter()
                    .for_each(|text| document.add_text(*field, text.as_str().expect("text"))),
                other => panic!("{name}: {other}"),
            }
        }
        writer.add_document(document).expect("added");
    }
    writer.commit().expect("committed");
    index
}

/// Returns the best hits of the engine: ids with scores.
fn engine_hits(index: &tantivy::Index, query: &str) -> Vec<(f32, String)> {
    let schema = index.schema();
    let field = |name| schema.get_field(name).expect("a field");
    let parser = QueryParser::for_index(index, vec![field("body")]);
    let query = parser
        .parse_query(query)
        .unwrap_or_else(|error| panic!("{query}: {error}"));
    let searcher = index.reader().expect("a reader").searcher();
    let found = searcher.search(&query, &TopDocs::with_limit(HITS).order_by_score());
    let of = |(score, at)| {
        let document: TantivyDocument = searcher.doc(at).expect("a document");
        let id = document.get_first(field("id")).and_then(|id| id.as_str());
        (score, id.unwrap_or_default().to_owned())
    };
    found.expect("hits").into_iter().map(of).collect()
}

#[test]
fn the_exported_index_has_the_hits_of_our_own() {
    let analysis = &*ANALYSIS;
    let today = jiff::civil::date(2026, 11, 20);
    let (db, newest) = analysis
        .resolve_request(&Request::default(), today)
        .expect("a view");
    let key: IndexKey = analysis.index_key(&newest);
    let index = analysis
        .build_index(&key, SearchSteps::ALL)
        .expect("an index");
    let documents = analysis.distributed_documents(&index, &key).expect("JSON");
    assert_eq!(documents.lines().count(), index.len());
    let engine = engine(QUICKWIT_CONFIG, &documents);

    let questions = include_str!("../../../tests/relevance/questions.jsonl");
    let (mut compared, mut found) = (0, 0);
    for line in questions.lines() {
        let question: Value = serde_json::from_str(line).expect("JSON");
        let text = question["query"].as_str().or(question["q"].as_str());
        let parsed = ParsedQuery::new(text.unwrap_or_default());
        for edition in ["3.0", "3.3", "3.4"] {
            let editions = vec![(db.ruleset.key.clone(), edition.to_owned())];
            let search = SearchRequest::new(&parsed.node, editions, HITS);
            let Ok(query) = index.distributed_query(&search).expect("an index") else {
                continue;
            };
            let theirs = engine_hits(&engine, &query);
            let filter = Filter {
                index: &index,
                search: &search,
                faults: Vec::new(),
            };
            let (_, holding) = filter.scope().expect("documents");
            let concepts = index
                .query_concepts(&parsed.node, &mut UnmatchedWords::default())
                .expect("concepts");
            let (ours, _) = index
                .candidates(&concepts, (holding, HITS), (DocSet::default(), 1))
                .expect("candidates");
            let mut ours: Vec<(f32, String)> = ours
                .into_iter()
                .map(|(score, at)| (score, index.doc(at).expect("a document").id))
                .collect();
            ours.sort_by(|a, b| b.0.total_cmp(&a.0));
            assert_eq!(theirs.len(), ours.len(), "{query}");
            for (their, our) in theirs.iter().zip(&ours) {
                assert!((their.0 - our.0).abs() < 1e-3, "{query}: {their:?} {our:?}");
            }
            // of hits with the score of the last one, either may have others
            let last = ours.last().map_or(0.0, |last| last.0) + 1e-3;
            let above = |hits: &[(f32, String)]| -> BTreeSet<String> {
                let above = hits.iter().filter(|hit| hit.0 > last);
                above.map(|hit| hit.1.clone()).collect()
            };
            assert_eq!(above(&theirs), above(&ours), "{query}");
            compared += 1;
            found += theirs.len();
        }
    }
    assert!(compared > 200 && found > 2000, "{compared}, {found}");
}

#[test]
fn conditions_are_not_part_of_the_query() {
    let analysis = &*ANALYSIS;
    let today = jiff::civil::date(2026, 11, 20);
    let request = Request::default();
    let (_, view) = analysis.resolve_request(&request, today).expect("a view");
    let key = analysis.index_key(&view);
    let index = analysis
        .build_index(&key, SearchSteps::ALL)
        .expect("an index");
    for (text, expected) in [
        ("page:22", DistributedQueryError::NotOnlyWords),
        ("\"line up\"", DistributedQueryError::NotOnlyWords),
        ("", DistributedQueryError::NoWords),
    ] {
        let parsed = ParsedQuery::new(text);
        let search = SearchRequest::new(&parsed.node, Vec::new(), HITS);
        let query = index.distributed_query(&search).expect("an index");
        assert_eq!(query, Err(expected), "{text}");
    }
}
