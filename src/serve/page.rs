//! Has `export::phone` render the page for phones of all rulesets, compresses it, and makes
//! responses with it.

use super::{
    openapi::ASK,
    response::{Content, compress, tagged},
};
use crate::{
    analysis::{Request, Settings},
    answer::QueryEngine,
    export::{
        html::csp_hash,
        phone::{Answers, PhonePage},
    },
};
use axum::{body::Bytes, http::HeaderMap, response::Response};

/// The page for phones: its HTML, plain and compressed with gzip, and a hash of it for the ETag.
pub(super) struct Page {
    tag: String,
    plain: Bytes,
    /// The page compressed, if that worked.
    gzip: Option<Bytes>,
}

impl Page {
    /// Renders the page of the rulesets to publish, each at its default edition first.
    pub(super) fn new(engine: &QueryEngine, printed: bool) -> Self {
        let analysis = engine.analysis();
        let keys = analysis.default_ruleset_dbs().map(|(key, _)| key);
        let request = Settings::default();
        let views = keys.filter_map(|key| engine.requested_view(&request, Some(key)).ok());
        let text = PhonePage {
            rulesets: views.collect(),
            settings: Request::default(),
            printed,
            made: engine.today(),
            address: None,
            answers: Answers::Server(ASK.to_owned()),
        }
        .render(analysis);
        Self {
            tag: csp_hash(&text),
            gzip: compress(&text),
            plain: text.into(),
        }
    }

    /// Returns the page as a response, or status 304 if the client has it.
    pub(super) fn response(&self, request: &HeaderMap) -> Response {
        let content = Content {
            tag: &self.tag,
            kind: "text/html; charset=utf-8",
            plain: self.plain.clone(),
            gzip: self.gzip.clone(),
        };
        tagged(request, content)
    }
}
