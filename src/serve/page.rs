//! Has `export::phone` render the page for phones of all rulesets, compresses it, and makes
//! responses with it.

use super::{openapi::ASK, response};
use crate::{
    analysis::{Request, Settings},
    answer::QueryEngine,
    export::{
        html::csp_hash,
        phone::{Answers, PhonePage},
    },
};
use axum::{
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

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
        let gzip = compress(text.as_bytes()).ok();
        Self {
            tag: csp_hash(&text),
            plain: text.into(),
            gzip: gzip.map(Bytes::from),
        }
    }

    /// Returns the page as a response, or status 304 if the client has it.
    pub(super) fn response(&self, request: &HeaderMap) -> Response {
        let html = HeaderValue::from_static("text/html; charset=utf-8");
        let accepted = request.get_all(header::ACCEPT_ENCODING).iter();
        let mut accepted = accepted.filter_map(|value| value.to_str().ok());
        let gzip = accepted.any(|value| value.contains("gzip"));
        let (body, is_gzip) = match &self.gzip {
            Some(body) if gzip => (body, true),
            Some(_) | None => (&self.plain, false),
        };
        let mut response = response::tagged(request, &self.tag, html, body.clone());
        let headers = response.headers_mut();
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if is_gzip {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

fn compress(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}
