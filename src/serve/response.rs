//! Makes HTTP responses: content with an ETag, compressed, 304 if the client has it, and errors as JSON.

use crate::{
    answer::{AnswerError, ErrorKind},
    export::html::csp_hash,
};
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

/// The media type of an answer as data.
pub(super) const JSON: &str = "application/json";

/// Returns an answer with its media type and the hash of it as ETag, status 304 if the client has the
/// answer, or its error as JSON.
pub(super) fn answer(
    request: &HeaderMap,
    answer: Result<(&'static str, String), AnswerError>,
) -> Response {
    match answer {
        Ok((kind, text)) => {
            let gzip = (text.len() >= MIN_GZIP && accepts_gzip(request)).then(|| compress(&text));
            let body = Content {
                tag: &csp_hash(&text),
                kind,
                plain: text.into(),
                gzip: gzip.flatten(),
            };
            tagged(request, body)
        }
        Err(error) => {
            let status = match error.kind {
                ErrorKind::Invalid => StatusCode::BAD_REQUEST,
                ErrorKind::NotFound => StatusCode::NOT_FOUND,
                ErrorKind::Failed => StatusCode::INTERNAL_SERVER_ERROR,
            };
            failure(status, &error)
        }
    }
}

/// The least bytes of an answer that is compressed.
const MIN_GZIP: usize = 512;

/// What a response contains: a hash of its text, its media type, and the text, plain and compressed.
pub(super) struct Content<'c> {
    pub(super) tag: &'c str,
    pub(super) kind: &'static str,
    pub(super) plain: Bytes,
    /// The text compressed with gzip, if that worked and is wanted.
    pub(super) gzip: Option<Bytes>,
}

/// Returns whether a client reads gzip.
fn accepts_gzip(request: &HeaderMap) -> bool {
    let accepted = request.get_all(header::ACCEPT_ENCODING).iter();
    let mut accepted = accepted.filter_map(|value| value.to_str().ok());
    accepted.any(|value| value.contains("gzip"))
}

/// Compresses a text with gzip; none if that fails.
pub(super) fn compress(text: &str) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// Returns a text with its hash as weak ETag, compressed for clients that read that; an empty one with status
/// 304 if the client has it.
pub(super) fn tagged(request: &HeaderMap, content: Content<'_>) -> Response {
    // weak, because it is the same for all encodings
    let tag = format!("W/\"{}\"", content.tag);
    let known = request.get_all(header::IF_NONE_MATCH).iter();
    let mut known = known
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    let is_known = known.any(|known| {
        let known = known.trim();
        known == "*" || known.trim_start_matches("W/") == tag.trim_start_matches("W/")
    });
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let gzip = content.gzip.filter(|_| accepts_gzip(request));
        let is_gzip = gzip.is_some();
        let mut response = Response::new(Body::from(gzip.unwrap_or(content.plain)));
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static(content.kind);
        headers.insert(header::CONTENT_TYPE, kind);
        if is_gzip {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    };
    let headers = response.headers_mut();
    let vary = HeaderValue::from_static("accept, accept-encoding");
    headers.insert(header::VARY, vary);
    // the answer depends on the day: clients revalidate, and get status 304 if it is unchanged
    let cache = HeaderValue::from_static("no-cache");
    headers.insert(header::CACHE_CONTROL, cache);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Returns an error as JSON.
pub(super) fn error(status: StatusCode, message: &str, help: &[&str]) -> Response {
    let error = help
        .iter()
        .fold(AnswerError::invalid(message), |error, &help| {
            error.with_help(help)
        });
    failure(status, &error)
}

fn failure(status: StatusCode, error: &AnswerError) -> Response {
    let text = crate::answer::json(&error.as_json()).unwrap_or_default();
    (status, [(header::CONTENT_TYPE, JSON)], text).into_response()
}
