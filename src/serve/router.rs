//! Routes paths to handlers: `/`, each operation, and the OpenAPI document; checks the host name.

use super::{
    openapi::{self, API, ASK, MAX_LIST},
    response,
    server_state::{Refusal, ServerState},
};
use crate::answer::{AnswerError, LIST, OPERATIONS, Operation, Query};
use axum::{
    Router,
    body::Bytes,
    extract::{self, DefaultBodyLimit, FromRequest, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::Response,
    routing::{get, post},
};
use serde_json::Value;
use std::sync::Arc;

/// The media type of an answer as text, for clients that accept it first.
const MARKDOWN: &str = "text/markdown";

/// Returns the router with all paths, limits, headers, compression, and the check of host names.
pub(super) fn router(shared: Arc<ServerState>) -> Router {
    let mut router = Router::new()
        .route("/", get(page))
        .route(&format!("{API}/openapi.json"), get(description))
        .route(&format!("/{ASK}"), post(ask));
    for operation in OPERATIONS.iter() {
        let address = format!("{API}/{}", operation.name);
        let of_operation = move |shared: State<Arc<ServerState>>, request: Request| {
            answer(shared.0, operation, request)
        };
        let route = if operation.takes_list() {
            post(of_operation)
        } else {
            get(of_operation)
        };
        router = router.route(&address, route);
    }
    router
        .fallback(no_such_address)
        .method_not_allowed_fallback(no_such_method)
        .layer(DefaultBodyLimit::max(MAX_LIST))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&shared),
            check_host,
        ))
        .layer(middleware::map_response(add_headers))
        .with_state(shared)
}

/// Adds the headers of every response.
async fn add_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn page(State(shared): State<Arc<ServerState>>, headers: HeaderMap) -> Response {
    // rendering continues if the client disconnects, so that the next client gets the page
    let page = tokio::spawn(async move { shared.page().await });
    match page.await {
        Ok(Ok(page)) => page.response(&headers),
        Ok(Err(error)) => *error,
        Err(_) => response::error(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal error while handling the request",
            &["please report it"],
        ),
    }
}

async fn description(headers: HeaderMap) -> Response {
    response::answer(
        &headers,
        crate::answer::json(&openapi::description()).map(|text| (response::JSON, text)),
    )
}

/// Answers a request of the page.
async fn ask(
    State(shared): State<Arc<ServerState>>,
    headers: HeaderMap,
    request: String,
) -> Response {
    let reply = shared.compute(move |engine| crate::answer::respond(engine, &request));
    match reply.await {
        Ok(reply) => response::answer(&headers, Ok((response::JSON, reply))),
        Err(error) => *error,
    }
}

/// Answers a request for an operation.
async fn answer(
    shared: Arc<ServerState>,
    operation: &'static Operation,
    request: Request,
) -> Response {
    let headers = request.headers().clone();
    let query = match query(operation, request).await {
        Ok(query) => query,
        Err(error) => return *error,
    };
    let accepted = headers.get(header::ACCEPT).map(HeaderValue::as_bytes);
    let is_markdown = accepted.is_some_and(|kind| kind.starts_with(MARKDOWN.as_bytes()));
    let answer = shared.compute(move |engine| {
        let query = query?;
        let answer = engine.ask(&query)?;
        match is_markdown {
            true => Ok((MARKDOWN, answer.markdown(&query))),
            false => Ok((response::JSON, answer.json()?)),
        }
    });
    match answer.await {
        Ok(answer) => response::answer(&headers, answer),
        Err(error) => *error,
    }
}

/// Reads a query from the address, and from the body: the text of a list, or a JSON object.
async fn query(
    operation: &Operation,
    request: Request,
) -> Result<Result<Query, AnswerError>, Refusal> {
    let pairs = extract::Query::<Vec<(String, String)>>::try_from_uri(request.uri());
    let bad_request =
        |message: &str| Box::new(response::error(StatusCode::BAD_REQUEST, message, &[]));
    let Ok(extract::Query(mut pairs)) = pairs else {
        return Err(bad_request("the query of the address cannot be read"));
    };
    if !operation.takes_list() {
        return Ok(operation.query_of(pairs));
    }
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_json = kind
        .split(';')
        .next()
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    let body = match Bytes::from_request(request, &()).await {
        Ok(body) => body,
        Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let message = format!("the list is longer than {MAX_LIST} bytes");
            let help = ["check it with `rulebook check` on your own machine"];
            let status = StatusCode::PAYLOAD_TOO_LARGE;
            return Err(Box::new(response::error(status, &message, &help)));
        }
        Err(_) => return Err(bad_request("the body cannot be read")),
    };
    if is_json {
        let Ok(Value::Object(object)) = serde_json::from_slice(&body) else {
            return Err(bad_request("the body is not a JSON object"));
        };
        let from_query = pairs.into_iter().map(|(name, value)| (name, value.into()));
        let all = from_query.chain(object).collect();
        return Ok(operation.query(all));
    }
    let Ok(text) = std::str::from_utf8(&body) else {
        return Err(bad_request("the list is not text in UTF-8"));
    };
    pairs.push((LIST.to_owned(), text.to_owned()));
    Ok(operation.query_of(pairs))
}

/// Refuses requests whose `Host` is neither local nor one of [`ServeOptions::hosts`], unless the
/// address is not local and no names are set: a page of another site may have bound its own name
/// to this server (DNS rebinding).
///
/// [`ServeOptions::hosts`]: super::ServeOptions::hosts
async fn check_host(
    State(shared): State<Arc<ServerState>>,
    request: Request,
    next: Next,
) -> Response {
    let options = &shared.options;
    let host = request.headers().get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        Some(_) | None => host,
    };
    let is_local = matches!(name, "localhost" | "127.0.0.1" | "[::1]");
    let is_named = options
        .hosts
        .iter()
        .any(|own| own.eq_ignore_ascii_case(name));
    let is_open = !options.address.ip().is_loopback() && options.hosts.is_empty();
    if is_local || is_named || is_open {
        return next.run(request).await;
    }
    response::error(
        StatusCode::MISDIRECTED_REQUEST,
        "this server does not answer to the name of the host in the request",
        &["start it with --host NAME to allow a name"],
    )
}

async fn no_such_address() -> Response {
    let help = format!("{API}/openapi.json lists the addresses");
    response::error(StatusCode::NOT_FOUND, "no such address", &[&help])
}

async fn no_such_method() -> Response {
    response::error(
        StatusCode::METHOD_NOT_ALLOWED,
        "this address does not support the method",
        &["GET reads, POST sends a list to check or to add up"],
    )
}
