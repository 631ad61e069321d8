//! Search: full text and the query language over effective wording.
//!
//! The only module that uses tantivy. It is given documents ([`Doc`]) and knows nothing of where they come from. A question goes this way:
//!
//! ```text
//! what was typed ──query──▶ Node ──filter──▶ conditions, a tantivy query
//!                             └──concept──▶ words that stand for what is asked ──candidates──▶ the best by BM25 ──features──▶ Hit
//! ```
//!
//! Candidates are those documents that hold at the edition asked for, meet the conditions and have the best BM25 scores; the best few
//! hundred are put in order by the features of each.

mod candidates;
mod carried;
mod complement;
mod concept;
mod doc;
mod error;
mod facet;
mod features;
mod filter;
mod hit;
mod index;
mod index_builder;
mod interpretation;
mod lexicon;
mod preface;
pub mod query;
mod ranking;
mod request;
mod schema;
mod search_features;
mod snippet;
mod spelling;
mod terms;
mod tokenizer;

pub use carried::{Carried, Carrier};
pub use concept::Correction;
pub use doc::{Doc, DocKind, Wording};
pub use error::IndexError;
pub use hit::{Hit, Hits};
pub use index::{Index, NewRuns, Run, Update};
pub use index_builder::IndexBuilder;
pub use lexicon::{Lexicon, LexiconFault};
pub use preface::{Preface, RulesetInfo};
pub use request::Search;
pub use search_features::SearchFeatures;
pub use snippet::Snippet;
