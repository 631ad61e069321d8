//! Searches the wording of the rules: the index of documents, the query language, and ranking.
//!
//! The only module that uses tantivy. It indexes documents ([`Doc`]) and does not know where they
//! come from. A query takes these steps:
//!
//! ```text
//! query text ──query──▶ QueryNode ──filter──▶ conditions, a tantivy query
//!                           └──interpretation──▶ Concept ──candidates──▶ best by BM25
//!                                                              └──reranker──▶ Hit
//! ```
//!
//! Candidates are the documents with the best BM25 scores among those that hold at the requested
//! edition and meet the conditions. The best few hundred are rescored by their features.

mod candidates;
mod complement;
mod concept;
mod doc;
mod english;
mod error;
mod features;
mod filter;
mod hit;
mod index;
mod index_builder;
mod index_metadata;
mod interpretation;
mod language;
mod lexicon;
pub mod query;
mod quickwit;
mod ranking;
mod request;
mod reranker;
mod schema;
mod search_steps;
mod search_tables;
mod snippet;
mod spelling;
mod terms;
mod tokenizer;
mod words;

pub use concept::{UnmatchedWords, WordCorrection};
pub use doc::{Doc, DocKind, DocWording};
pub use english::is_english;
pub use error::IndexError;
pub use hit::{Hit, Hits};
pub use index::{DocumentGroup, Index, IndexUpdate, NewDocumentGroups};
pub use index_builder::IndexBuilder;
pub use index_metadata::{IndexMetadata, RulesetInfo};
pub use lexicon::{Lexicon, THESAURUS_KEYS};
pub use quickwit::{DistributedQueryError, QUICKWIT_CONFIG, QuickwitDoc};
pub use request::SearchRequest;
pub use search_steps::SearchSteps;
pub use search_tables::{SearchTables, TextEncoder};
pub use snippet::Snippet;
pub use tokenizer::is_stop_word;
