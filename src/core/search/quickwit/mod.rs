//! Converts documents and queries for Quickwit, a distributed engine on tantivy, for `rulebook
//! export search`; sends nothing.
//!
//! The configuration of the index for that engine is here, too.
//!
//! The engine does not know how the words of rules are analysed. So a document contains its words
//! as this module's tokenizer analysed them, between blanks, and a query names such words.

use super::{
    concept::UnmatchedWords,
    doc::{Doc, DocKind},
    error::IndexError,
    features::zone_texts,
    index::Index,
    query::{QueryNode, facets},
    ranking::word_boosts,
    request::SearchRequest,
    schema::body_words,
};
use serde::Serialize;

/// The configuration of the index for Quickwit.
pub const QUICKWIT_CONFIG: &str = include_str!("quickwit.yaml");

/// A document for Quickwit, serialized as JSON: what hits show, analysed words to score (`body`),
/// and values to filter by (`facet`).
#[derive(Clone, Debug, Serialize)]
pub struct QuickwitDoc<'d> {
    /// The id with the ruleset, as it is in the editions of this wording.
    pub id: &'d str,
    /// The ruleset's key.
    pub ruleset: &'d str,
    /// The kind of the document.
    pub kind: &'static str,
    /// The editions in which it holds, oldest first.
    pub editions: &'d [String],
    /// Headings and labels from the outermost section down.
    pub path: &'d [String],
    /// The printed page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<&'d str>,
    /// The text, for people; empty if it is not included.
    pub text: &'d str,
    /// Which wording the text is.
    pub wording: super::DocWording,
    /// The key of the document that last changed the wording.
    pub document: &'d str,
    /// The short title of that document, with its date.
    pub source: &'d str,
    /// The instructions that made the wording.
    pub n: &'d [String],
    /// What conditions filter by, as `name:value`.
    pub facet: Vec<String>,
    /// The words that are scored, between blanks.
    pub body: String,
}

/// Why a query cannot be converted for Quickwit: it has no words, or more than plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DistributedQueryError {
    /// The query has no words.
    NoWords,
    /// The query has a condition, a phrase or an operator.
    NotOnlyWords,
}

impl Index {
    /// Returns a document for the engine.
    pub fn distributed_doc<'d>(&self, doc: &'d Doc) -> QuickwitDoc<'d> {
        let texts = zone_texts(&self.tokenizer, doc);
        let words: Vec<String> = body_words(&texts).map(one_word).collect();
        QuickwitDoc {
            id: &doc.id,
            ruleset: &doc.ruleset,
            kind: doc.kind().name(),
            editions: &doc.editions,
            path: &doc.path,
            page: doc.page.as_deref(),
            text: &doc.text,
            wording: doc.wording,
            document: &doc.document,
            source: &doc.source,
            n: &doc.n,
            facet: facets(doc).collect(),
            body: words.join(" "),
        }
    }

    /// Returns the query for the engine that matches and scores the documents as the first step of
    /// [`search`](Self::search) does. Filters have a boost of 0, so that they do not score.
    pub fn distributed_query(
        &self,
        search: &SearchRequest<'_>,
    ) -> Result<Result<String, DistributedQueryError>, IndexError> {
        if !is_only_words(search.query) {
            return Ok(Err(DistributedQueryError::NotOnlyWords));
        }
        let concepts = self.query_concepts(search.query, &mut UnmatchedWords::default())?;
        let words = word_boosts(&concepts);
        if words.is_empty() {
            return Ok(Err(DistributedQueryError::NoWords));
        }
        let words = words
            .iter()
            .map(|(word, boost)| format!("body:{}^{boost}", quoted(&one_word(word))));
        let words = Vec::from_iter(words).join(" OR ");
        let rulesets = search.editions.iter().map(|(ruleset, edition)| {
            let (ruleset, edition) = (quoted(ruleset), quoted(edition));
            format!("(ruleset:{ruleset} AND editions:{edition})")
        });
        let rulesets = Vec::from_iter(rulesets).join(" OR ");
        let change = quoted(DocKind::Change.name());
        let mut query = format!("+({words}) +({rulesets})^0 -kind:{change}");
        for document in &search.hidden {
            query += &format!(" -document:{}", quoted(document));
        }
        Ok(Ok(query))
    }
}

/// Returns whether a query consists of words alone.
fn is_only_words(query: &QueryNode) -> bool {
    match query {
        QueryNode::Words(..) => true,
        QueryNode::All(nodes) => nodes.iter().all(is_only_words),
        QueryNode::Phrase(..)
        | QueryNode::Prefix(..)
        | QueryNode::And(_)
        | QueryNode::Or(_)
        | QueryNode::Not(_)
        | QueryNode::Condition(..) => false,
    }
}

/// Returns an analysed word without blanks, which separate words in a document.
fn one_word(word: &str) -> String {
    word.split_whitespace().collect::<Vec<_>>().join("_")
}

/// Returns a word as a phrase of the query language.
fn quoted(word: &str) -> String {
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
}
