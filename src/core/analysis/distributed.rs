//! Returns search documents as JSON lines, and queries, for a distributed engine (Quickwit).
//! Nothing is sent to the engine.

use super::{Analysis, IndexKey, ParsedQuery, search::search_request};
use crate::{
    resolve::{RulesetDb, View},
    search::{DistributedQueryError, Index, IndexError},
};

impl Analysis {
    /// Returns the documents of all rulesets for an index key, one JSON object on each line. `index`
    /// is the index with that key.
    pub fn distributed_documents(
        &self,
        index: &Index,
        index_key: &IndexKey,
    ) -> serde_json::Result<String> {
        let mut out = String::new();
        for (_, db) in self.ruleset_dbs() {
            for doc in self.search_documents(db, index_key) {
                out += &serde_json::to_string(&index.distributed_doc(&doc))?;
                out.push('\n');
            }
        }
        Ok(out)
    }

    /// Returns the query for the engine that matches what a search at a view matches.
    pub fn distributed_query(
        &self,
        index: &Index,
        query: &ParsedQuery,
        view: (&RulesetDb, View),
    ) -> Result<Result<String, DistributedQueryError>, IndexError> {
        // the first step of a search has no limit
        index.distributed_query(&search_request(query, &[view], usize::MAX))
    }
}
