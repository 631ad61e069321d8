//! Searches the wording of the rules: the index of documents, the query language, and ranking.
//!
//! The only module that uses tantivy. It indexes documents ([`Doc`]) and does not know where they
//! come from. A query takes these steps:
//!
//! ```text
//! query text ──query──▶ QueryNode ──filter──▶ DocSet: the documents that may be hits
//!                           └──interpretation──▶ Concept ──ranking──▶ best by BM25 ──reranker──▶ Hit
//! ```
//!
//! Candidates are the documents with the best BM25 scores among those that hold at the requested
//! edition and meet the conditions. The best few hundred are rescored by their features.

mod concept;
mod doc;
mod doc_set;
mod english;
mod error;
mod features;
mod filter;
mod hit;
mod index;
mod interpretation;
mod lexicon;
pub mod query;
mod quickwit;
mod ranking;
mod request;
mod reranker;
mod schema;
mod snippet;
mod tokenizer;

pub use concept::{UnmatchedWords, WordCorrection};
pub use doc::{Doc, DocKind, DocWording};
pub use english::is_english;
pub use error::IndexError;
pub use hit::{Hit, Hits};
pub use index::{Index, IndexBuilder, IndexMetadata, RulesetInfo};
pub use lexicon::{Lexicon, THESAURUS_KEYS};
pub use quickwit::{DistributedQueryError, QUICKWIT_CONFIG, QuickwitDoc};
pub use request::SearchRequest;
pub use snippet::Snippet;
pub use tokenizer::is_stop_word;
