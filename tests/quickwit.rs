//! An index that is built only from the files exported for Quickwit finds what a search finds.

use crate::{
    search::{newest, shipped},
    support::relevance::{self, QUESTIONS},
};
use rulebook::{
    analysis::ParsedQuery,
    search::{DistributedQueryError, QUICKWIT_CONFIG, SearchRequest},
};
use serde_json::Value;
use std::collections::BTreeSet;
use tantivy::{
    TantivyDocument,
    collector::TopDocs,
    query::QueryParser,
    schema::{
        Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions, Value as _,
    },
    tokenizer::{RawTokenizer, TokenizerManager, WhitespaceTokenizer},
};

/// How many hits of the engine are compared.
const HITS: usize = 20;

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

/// Returns the ids of the best hits of the engine.
fn engine_hits(index: &tantivy::Index, query: &str) -> Vec<String> {
    let schema = index.schema();
    let field = |name| schema.get_field(name).expect("a field");
    let parser = QueryParser::for_index(index, vec![field("body")]);
    let query = parser
        .parse_query(query)
        .unwrap_or_else(|error| panic!("{query}: {error}"));
    let searcher = index.reader().expect("a reader").searcher();
    let found = searcher.search(&query, &TopDocs::with_limit(HITS).order_by_score());
    let of = |(_, at)| {
        let document: TantivyDocument = searcher.doc(at).expect("a document");
        let id = document.get_first(field("id")).and_then(|id| id.as_str());
        id.unwrap_or_default().to_owned()
    };
    found.expect("hits").into_iter().map(of).collect()
}

#[test]
fn the_best_of_the_exported_index_are_rescored() {
    let (analysis, index) = shipped();
    let (db, view) = newest(analysis);
    let key = analysis.index_key(&view);
    let documents = analysis.distributed_documents(index, &key).expect("JSON");
    assert_eq!(documents.lines().count(), index.len());
    let engine = engine(QUICKWIT_CONFIG, &documents);
    let text = std::fs::read_to_string(QUESTIONS).expect("the questions");
    let mut compared = 0;
    for question in relevance::read(&text).expect("questions") {
        let parsed = ParsedQuery::new(&question.query);
        for edition in ["3.0", "3.4"] {
            let editions = vec![(db.ruleset.key.clone(), edition.to_owned())];
            let search = SearchRequest {
                // of hits with the score of the last one, the engine may have others
                candidates: Some(HITS / 2),
                ..SearchRequest::new(&parsed.node, editions, HITS)
            };
            let Ok(query) = index.distributed_query(&search).expect("an index") else {
                continue;
            };
            let best: BTreeSet<String> = engine_hits(&engine, &query).into_iter().collect();
            let ours = index.search(&search).expect("hits").hits;
            for hit in ours.into_iter().filter(|hit| hit.holds) {
                assert!(best.contains(&hit.doc.id), "{query}: {}", hit.doc.id);
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn conditions_are_not_part_of_the_query() {
    let (_, index) = shipped();
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
