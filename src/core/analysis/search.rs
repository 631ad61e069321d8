//! Builds the search index that a view needs, and answers a parsed query from it; parser, index and
//! ranking are in `search`.

use super::{
    Analysis, IndexKey, ViewDescription,
    search_hit::{SearchHit, is_layer},
};
use crate::{
    model::PartialDate,
    resolve::{RulesetDb, View},
    search::{
        Index, IndexBuilder, IndexError, SearchRequest, WordCorrection,
        query::{self, QueryFault, QueryNode, QueryValue},
    },
    text::Spanned,
};
use serde::Serialize;

/// A search query: its text, its syntax tree, and the faults found while parsing.
#[derive(Clone, Debug)]
pub struct ParsedQuery {
    /// The text of the query.
    pub text: String,
    /// The syntax tree.
    pub node: QueryNode,
    /// The faults found while parsing.
    pub faults: Vec<QueryFault>,
}

impl ParsedQuery {
    /// Parses a query.
    pub fn new(text: &str) -> Self {
        let (node, faults) = query::parse(text);
        Self {
            text: text.to_owned(),
            node,
            faults,
        }
    }

    fn field_value(&self, name: &str) -> Option<Spanned<String>> {
        self.node
            .conditions(name)
            .into_iter()
            .find_map(|(value, span)| match value {
                QueryValue::One(value) => Some(Spanned::new(value.clone(), span)),
                QueryValue::Range(..) => None,
            })
    }

    /// Returns the value of `at:`.
    pub fn edition(&self) -> Option<Spanned<String>> {
        self.field_value("at")
    }

    /// Returns the value of `ruleset:`.
    pub fn ruleset(&self) -> Option<Spanned<String>> {
        self.field_value("ruleset")
    }

    /// Returns the day up to which documents count. An invalid date is added to the faults.
    pub fn as_of(&mut self) -> Option<PartialDate> {
        let named = self.field_value("as-of")?;
        match named.value.parse() {
            Ok(date) => Some(date),
            Err(message) => {
                self.faults.push(QueryFault {
                    span: named.span,
                    message,
                    help: None,
                });
                None
            }
        }
    }
}

/// Options of a search: the greatest number of hits, and if wordings of all editions rank alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// The greatest number of ranked hits.
    pub limit: usize,
    /// Whether wordings of all editions rank alike.
    pub all_editions: bool,
}

/// The query that search results are for, as repeated in their JSON: its text, and its ruleset,
/// edition, day and profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchQuery {
    /// Ruleset, edition, day and profile.
    #[serde(flatten)]
    pub query: ViewDescription,
    /// The text of the query.
    pub text: String,
}

/// The hits of a query, the number of matches, the faults in the query, and the corrected words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchResults {
    /// The version of this JSON shape: 1.
    pub version: u32,
    /// The query that was answered.
    pub query: SearchQuery,
    /// Notices to show with the answer.
    pub notices: Vec<String>,
    /// The hits, best first; those not in force come last.
    pub hits: Vec<SearchHit>,
    /// The number of clauses, rulings and earlier wordings that match, those that are not among the
    /// hits included.
    pub matches: usize,
    /// Whether there can be more matches: only the best were collected.
    pub has_more: bool,
    /// The faults in the query.
    pub faults: Vec<QueryFault>,
    /// The corrected words.
    pub corrections: Vec<WordCorrection>,
    /// The words of the query, as typed, that no document contains and that were not corrected.
    pub unknown_words: Vec<String>,
    /// Whether the default ruleset has no hits, so that these are from others; the first notice
    /// says so.
    #[serde(skip)]
    pub elsewhere: bool,
}

/// Returns the request for a query at some views: the edition of each ruleset, and which documents of
/// clarifications and guidelines are hidden, ranked lower or counted.
pub(super) fn search_request<'a>(
    query: &'a ParsedQuery,
    views: &[(&RulesetDb, View)],
    limit: usize,
) -> SearchRequest<'a> {
    let editions = views.iter().map(|(db, view)| {
        let edition = db.ruleset.edition_id(view.edition);
        (db.ruleset.key.clone(), edition.to_owned())
    });
    let mut out = SearchRequest::new(&query.node, editions.collect(), limit);
    for (db, view) in views {
        let layers = &view.profile.layers;
        out.layers.extend(layers.iter().cloned());
        let documents = db.ruleset.documents.values();
        let others =
            documents.filter(|document| is_layer(document.kind) && !layers.contains(&document.key));
        // a profile that shows none hides them; others show them apart
        let list = if layers.is_empty() {
            &mut out.hidden
        } else {
            &mut out.demoted
        };
        list.extend(others.map(|document| document.key.clone()));
    }
    out
}

impl Analysis {
    /// Returns the key of the index for a view. Days between which nothing was published have the
    /// same key. An analysis without rules returns the same key.
    pub fn index_key(&self, view: &View) -> IndexKey {
        let documents = self
            .ruleset_dbs()
            .flat_map(|(_, db)| db.ruleset.documents.values());
        let editions = self.ruleset_dbs().flat_map(|(_, db)| {
            db.ruleset
                .editions
                .iter()
                .filter_map(|edition| edition.date)
        });
        // an instruction may name the day itself
        let files: Vec<_> = self.files_with("known=").collect();
        let entries = files
            .iter()
            .flat_map(|file| &file.places)
            .flat_map(|place| &place.entries);
        let known = entries.filter_map(|entry| entry.attrs.get("known")?.value.parse().ok());
        let dates = documents
            .flat_map(|document| [Some(document.published), document.revised])
            .flatten()
            .chain(editions)
            .chain(known);
        let day = dates
            .map(PartialDate::counts_from)
            .filter(|day| *day <= view.as_of)
            .max();
        let mut scopes = view.profile.scopes.clone();
        scopes.sort();
        IndexKey {
            as_of: day.unwrap_or(view.as_of),
            scopes,
        }
    }

    /// Builds the index of all rulesets for a key in memory.
    pub fn build_index(&self, index_key: &IndexKey) -> Result<Index, IndexError> {
        let builder = IndexBuilder::new(self.index_metadata(index_key))?;
        self.fill_index(builder, index_key)
    }

    /// Builds the index of all rulesets for a key in a folder.
    #[cfg(not(target_family = "wasm"))]
    pub fn build_index_in(
        &self,
        folder: &std::path::Path,
        index_key: &IndexKey,
    ) -> Result<Index, IndexError> {
        let builder = IndexBuilder::in_folder(folder, self.index_metadata(index_key))?;
        self.fill_index(builder, index_key)
    }

    fn fill_index(
        &self,
        mut builder: IndexBuilder,
        index_key: &IndexKey,
    ) -> Result<Index, IndexError> {
        for (_, db) in self.ruleset_dbs() {
            builder.add(&self.search_documents(db, index_key))?;
        }
        builder.finish()
    }

    /// Answers a query from the index with the key of the views. The first view is reported as that
    /// of the answer.
    pub fn find(
        &self,
        index: &Index,
        query: &ParsedQuery,
        views: &[(&RulesetDb, View)],
        options: SearchOptions,
    ) -> Result<SearchResults, IndexError> {
        let found = index.search(&SearchRequest {
            all_editions: options.all_editions,
            ..search_request(query, views, options.limit)
        })?;
        let faults = query.faults.iter().cloned().chain(found.faults);
        let answered = views
            .first()
            .map(|(db, view)| ViewDescription::new(&db.ruleset, view))
            .unwrap_or_default();
        Ok(SearchResults {
            version: 1,
            query: SearchQuery {
                query: answered,
                text: query.text.clone(),
            },
            notices: views
                .first()
                .map(|(db, view)| self.notices(&db.ruleset, view))
                .unwrap_or_default(),
            hits: found
                .hits
                .into_iter()
                .map(|hit| self.search_hit(hit, views))
                .collect(),
            matches: found.matches,
            has_more: found.has_more,
            faults: faults.collect(),
            corrections: found.unmatched.corrections,
            unknown_words: found.unmatched.unknown,
            elsewhere: false,
        })
    }
}
