//! Runs the web server: binds its address, accepts connections, and ends on Ctrl-C or SIGTERM.

use super::{options::ServeOptions, router::router, server_state::ServerState};
use crate::answer::QueryEngine;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::Semaphore, time};

/// The most connections at one time; others wait until one is closed.
const MAX_CONNECTIONS: usize = 4096;

/// How long a client may take to send the head of a request, or be idle.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);

/// The most bytes of the head of a request.
const MAX_HEAD: usize = 64 << 10;

/// How long answers may take that are being computed when the server is stopped.
const GRACE: Duration = Duration::from_secs(10);

/// How long to wait if no connection can be accepted, such as for lack of file handles.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Serves until the process is interrupted or terminated; then answers open requests and returns.
/// `ready` is called with the address once connections are accepted.
///
/// Fails if the address cannot be used.
pub fn run(
    engine: QueryEngine,
    options: ServeOptions,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(options.address).await?;
        ready(listener.local_addr()?);
        serve(&listener, Arc::new(ServerState::new(engine, options))).await;
        Ok(())
    });
    // an answer that takes longer than the grace period is not waited for
    runtime.shutdown_background();
    served
}

async fn serve(listener: &TcpListener, shared: Arc<ServerState>) {
    let service = TowerToHyperService::new(router(shared));
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_HEAD);
    let graceful = GracefulShutdown::new();
    let open = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut stopped = pin!(stop_signal());
    loop {
        let next = async {
            let permit = Arc::clone(&open).acquire_owned().await;
            (permit, listener.accept().await)
        };
        let (permit, accepted) = tokio::select! {
            next = next => next,
            () = &mut stopped => break,
        };
        let Ok((stream, _)) = accepted else {
            time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        // without it, small answers are sent later; if it cannot be set, they are
        let _set = stream.set_nodelay(true);
        let connection = builder.serve_connection(TokioIo::new(stream), service.clone());
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // an error of one connection does not affect the others
            let _ended = connection.await;
            drop(permit);
        });
    }
    tokio::select! {
        () = graceful.shutdown() => {}
        () = time::sleep(GRACE) => {}
    }
}

/// Waits until the process is interrupted or terminated.
async fn stop_signal() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    interrupted.await;
}
