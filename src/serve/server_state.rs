//! `ServerState`: computes at most one answer per core at a time; caches the page for phones for
//! the day.

use super::{options::ServeOptions, page::Page, response};
use crate::answer::QueryEngine;
use axum::{http::StatusCode, response::Response};
use jiff::civil::Date;
use std::{sync::Arc, thread, time::Duration};
use tokio::{
    sync::{Mutex, Semaphore},
    time,
};

/// How long a request may wait for its turn, and how long its answer may take.
const TIMEOUT: Duration = Duration::from_secs(20);

/// How long the page of all rules may take, once a day: longer than any answer, because no request
/// decides how large it is.
const PAGE_TIMEOUT: Duration = Duration::from_secs(300);

/// The error response that is sent in place of an answer.
pub(super) type Refusal = Box<Response>;

/// The state that all requests share: query engine, options, today's page for phones, and one
/// permit per core; computes answers on threads.
pub(super) struct ServerState {
    engine: Arc<QueryEngine>,
    pub(super) options: ServeOptions,
    /// The page of a day.
    page: Mutex<Option<(Date, Arc<Page>)>>,
    /// One permit for each core.
    workers: Arc<Semaphore>,
}

impl ServerState {
    pub(super) fn new(engine: QueryEngine, options: ServeOptions) -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            engine: Arc::new(engine),
            options,
            page: Mutex::new(None),
            workers: Arc::new(Semaphore::new(cores)),
        }
    }

    /// Computes an answer on a thread of its own as soon as a core is free. The response is an error
    /// if that takes too long.
    pub(super) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&QueryEngine) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        self.compute_within(TIMEOUT, work).await
    }

    async fn compute_within<T: Send + 'static>(
        &self,
        timeout: Duration,
        work: impl FnOnce(&QueryEngine) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let engine = Arc::clone(&self.engine);
        let workers = Arc::clone(&self.workers);
        let refusal = |status, message, help| Box::new(response::error(status, message, &[help]));
        let busy = || {
            refusal(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many requests at this moment",
                "try again later",
            )
        };
        let permit = time::timeout(timeout, workers.acquire_owned()).await;
        let permit = permit.map_err(|_| busy())?;
        let answer = tokio::task::spawn_blocking(move || {
            let answer = work(&engine);
            drop(permit);
            answer
        });
        match time::timeout(timeout, answer).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(_)) => Err(refusal(
                StatusCode::INTERNAL_SERVER_ERROR,
                "internal error while handling the request",
                "please report it",
            )),
            Err(_) => Err(refusal(
                StatusCode::SERVICE_UNAVAILABLE,
                "the answer takes too long",
                "ask for less, such as one clause or a shorter list",
            )),
        }
    }

    /// Returns the page of today; renders it if there is none.
    pub(super) async fn page(&self) -> Result<Arc<Page>, Refusal> {
        let mut known = self.page.lock().await;
        let today = self.engine.today();
        if let Some((_, page)) = known.as_ref().filter(|(day, _)| *day == today) {
            return Ok(Arc::clone(page));
        }
        let printed = self.options.printed;
        let render = move |engine: &QueryEngine| Page::new(engine, printed);
        let page = self.compute_within(PAGE_TIMEOUT, render).await?;
        let page = Arc::new(page);
        *known = Some((today, Arc::clone(&page)));
        Ok(page)
    }
}
