//! Makes HTTP responses: content with an ETag, 304 if the client has it, and errors as JSON.

use crate::{
    answer::{AnswerError, ErrorKind},
    export::html::csp_hash,
};
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

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
            let tag = csp_hash(&text);
            let mut response = tagged(request, &tag, HeaderValue::from_static(kind), text);
            let vary = HeaderValue::from_static("accept");
            response.headers_mut().insert(header::VARY, vary);
            response
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

/// Returns a body with `tag` as weak ETag; an empty one with status 304 if the client has it.
pub(super) fn tagged(
    request: &HeaderMap,
    tag: &str,
    kind: HeaderValue,
    body: impl Into<Body>,
) -> Response {
    // weak, because it is the same for all encodings
    let tag = format!("W/\"{tag}\"");
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
        let mut response = Response::new(body.into());
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    };
    let headers = response.headers_mut();
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
