//! Renders and compresses the page for phones, and answers requests for it.

use super::response;
use crate::{
    answer::{QueryEngine, ViewRequest},
    export::{html::csp_hash, phone::PhonePage},
};
use axum::{
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

/// The page for phones: its text, plain and compressed, and a tag of its content.
pub(super) struct Page {
    tag: String,
    plain: Bytes,
    /// The page compressed, if that worked.
    gzip: Option<Bytes>,
}

impl Page {
    /// Renders the page of all rulesets, each at its default edition first.
    pub(super) fn new(engine: &QueryEngine, printed: bool) -> Self {
        let analysis = engine.analysis();
        let keys = analysis.ruleset_dbs().map(|(key, _)| key);
        let views = keys.filter_map(|key| {
            let request = ViewRequest {
                ruleset: Some(key.to_owned()),
                ..ViewRequest::default()
            };
            let settings = engine.defaults(request.settings());
            // a default edition of another ruleset leaves this one out of no page
            engine.resolve_view(&settings.view_settings(Some(key))).ok()
        });
        let text = PhonePage {
            rulesets: views.collect(),
            printed,
            until: engine.today(),
        }
        .render(analysis);
        let gzip = compress(text.as_bytes()).ok();
        Self {
            tag: csp_hash(&text),
            plain: text.into(),
            gzip: gzip.map(Bytes::from),
        }
    }

    /// Returns the page, or that the client has it.
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
