//! The results of a search: hits with score and snippet, the number of matches (perhaps
//! incomplete), and faults.

use super::{concept::UnmatchedWords, doc::Doc, query::QueryFault, snippet::Snippet};

/// A document that matches a query, with score and snippet, and whether it holds at the requested
/// edition; if not, also with the clause's text there.
///
/// A document that holds is in force at the requested edition.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The document.
    pub doc: Doc,
    /// The score; only comparable with other hits of the same search.
    pub score: f32,
    /// Whether the document holds at the requested edition.
    pub holds: bool,
    /// The part of the text that matches best.
    pub snippet: Snippet,
    /// The text of the clause at the requested edition, if this wording no longer holds.
    pub now: Option<String>,
}

/// The result of a search: the hits, best first, how many documents match (at least), faults in the
/// query, and words that no document contains.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hits {
    /// The hits, best first; those that do not hold follow all those that do.
    pub hits: Vec<Hit>,
    /// The number of documents that match, those that are not among the hits included.
    pub matches: usize,
    /// Whether there can be more matches: only the best were collected.
    pub has_more: bool,
    /// Problems found in the query.
    pub faults: Vec<QueryFault>,
    /// Words of the query that no document contains: corrected, or unknown.
    pub unmatched: UnmatchedWords,
}
