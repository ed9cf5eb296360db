//! Accepts connections, with limits on how long a client may take and how much it may send.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

use crate::app_state::AppState;
use crate::client_address::limit_key;
use crate::write_timeout::WriteTimeout;

/// The largest request head, in bytes.
const MAX_HEAD: usize = 16 * 1024;

/// How long to wait after a connection could not be accepted, for example because too many files are open.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// How long a shutdown waits for responses that are being sent, and for sockets to be told why they are closed.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(5);

/// Serves the app and the tables on this listener until `stop` completes. Then every socket is closed with a reason, and
/// responses that are being sent have a short time to finish.
pub async fn serve(listener: TcpListener, state: Arc<AppState>, stop: impl Future<Output = ()>) {
    let app = crate::app(Arc::clone(&state));
    let address = listener.local_addr().map_or_else(|error| error.to_string(), |address| address.to_string());
    let (store, version) = (&state.settings.database, env!("CARGO_PKG_VERSION"));
    tracing::info!(address, %store, version, "the server has started");
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, address)) => handle_connection(&state, &app, stream, address),
            Err(error) => {
                tracing::debug!(%error, "a connection was not accepted");
                tokio::time::sleep(ACCEPT_RETRY).await;
            }
        }
    }
    drop(listener);
    state.stop();
    tracing::info!(sockets = state.sockets.count(), "the server is stopping");
    let closed = tokio::time::timeout(SHUTDOWN_GRACE, state.shutdown.connections_closed()).await;
    tracing::info!(
        address,
        is_done = closed.is_ok(),
        cut_off = state.sockets.count(),
        "the server has stopped"
    );
}

/// Starts a task for a connection.
fn handle_connection(state: &AppState, app: &Router, stream: TcpStream, address: SocketAddr) {
    let Some(permit) = state.connections.admit(limit_key(address.ip()), None) else {
        // The address has enough connections: this one is closed.
        state.metrics.refusals.add("too-fast");
        return;
    };
    // Lines are short and are sent at once.
    let _ = stream.set_nodelay(true);
    let client_timeout = state.settings.client_timeout;
    let stream = WriteTimeout::new(stream, client_timeout);
    let app = TowerToHyperService::new(app.clone());
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        let response = app.call(request);
        async move {
            let response = tokio::time::timeout(client_timeout, response).await;
            Ok::<Response, Infallible>(match response {
                Ok(Ok(response)) => response,
                Ok(Err(never)) => match never {},
                Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
            })
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(client_timeout)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut shutdown = state.shutdown.listen();
    let open = state.shutdown.register();
    tokio::spawn(async move {
        let _counted = permit;
        let mut connection = std::pin::pin!(connection);
        let ended = tokio::select! {
            ended = &mut connection => ended,
            () = shutdown.wait() => {
                // Finishes the current request and accepts no other.
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection has ended");
        }
        drop(open);
    });
}
