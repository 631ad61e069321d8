//! The query language: from text to tokens to a tree of words, phrases, conditions and operators.
//!
//! Parsing never fails. Parts that make no sense are ignored and reported, with their place and a
//! suggestion.

mod filter_table;
mod parse;
mod token;

pub use filter_table::{FILTERS, FilterRow, filter_help};
pub(super) use filter_table::{
    Matching, STATES, UNIT, contradicted_at, facet, facets, filter, state_at, stored_state,
};
pub use parse::parse;

use crate::text::Span;
use serde::Serialize;

/// A problem in a query: its byte range there, a message and a remedy. The rest of the query is
/// used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QueryFault {
    /// Its byte range in the query.
    #[serde(flatten)]
    pub span: Span,
    /// What is wrong, without a full stop.
    pub message: String,
    /// The remedy.
    pub help: Option<String>,
}

/// The value of a condition: one value, or an inclusive range whose ends may be open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryValue {
    /// One value.
    One(String),
    /// An inclusive range; an omitted end is open.
    Range(Option<String>, Option<String>),
}

/// A parsed query: words, a phrase, a prefix, a condition, or nodes joined by `AND`, `OR`, `NOT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryNode {
    /// Free text: the more of it a document contains, the better its score.
    Words(String, Span),
    /// Words that follow each other in this order.
    Phrase(String, Span),
    /// All words that begin with this text.
    Prefix(String, Span),
    /// A condition, with the first name of its filter.
    Condition(&'static str, QueryValue, Span),
    /// A sequence: conditions must be met, free text may be found.
    All(Vec<QueryNode>),
    /// Nodes joined by `AND`: all must match.
    And(Vec<QueryNode>),
    /// Nodes joined by `OR`: one must match.
    Or(Vec<QueryNode>),
    /// A node that must not match.
    Not(Box<QueryNode>),
}

impl QueryNode {
    /// Returns whether the query is empty.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::All(nodes) if nodes.is_empty())
    }

    /// Returns the conditions with the filter `name`, except those in `NOT`.
    pub fn conditions(&self, name: &str) -> Vec<(&QueryValue, Span)> {
        match self {
            Self::All(nodes) | Self::And(nodes) | Self::Or(nodes) => nodes
                .iter()
                .flat_map(|node| node.conditions(name))
                .collect(),
            Self::Condition(own, value, span) if *own == name => vec![(value, *span)],
            Self::Not(_)
            | Self::Words(..)
            | Self::Phrase(..)
            | Self::Prefix(..)
            | Self::Condition(..) => Vec::new(),
        }
    }
}
