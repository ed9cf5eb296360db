//! Accepts connections, with limits on how long a client may take and how much it may send.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
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
use table::{Answer, Refusal};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::app_state::AppState;
use crate::client_address::limit_key;
use crate::client_stream::ClientStream;
use crate::concurrency_limit::ConcurrencyPermit;
use crate::http::limit_requests::admits_connection;
use crate::limit_log::Limit;

/// The largest request head, in bytes.
const MAX_HEAD: usize = 16 * 1024;

/// How long to wait after a connection could not be accepted, for example because too many files are open.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// How many clients at a time are told that their address has too many connections; further connections are just
/// closed.
const MAX_REFUSALS: usize = 64;

/// How long a client has to read that its address has too many connections.
const REFUSAL_GRACE: Duration = Duration::from_secs(1);

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
    let refusals = Arc::new(Semaphore::new(MAX_REFUSALS));
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, address)) => match admit_connection(&state, address) {
                Some(permit) => handle_connection(&state, &app, stream, address, permit),
                None => refuse_connection(&state, &refusals, stream),
            },
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

/// Admits a connection; `None` if its address has too many, or has sent too many requests.
fn admit_connection(state: &AppState, address: SocketAddr) -> Option<ConcurrencyPermit> {
    let address = limit_key(address.ip());
    admits_connection(state, address).ok()?;
    let permit = state.connections.admit(address, None);
    if permit.is_none() {
        state.limit_log.note(Limit::Connections);
    }
    permit
}

/// Starts a task for a connection.
fn handle_connection(
    state: &AppState,
    app: &Router,
    stream: TcpStream,
    address: SocketAddr,
    permit: ConcurrencyPermit,
) {
    // Lines are short and are sent at once.
    let _ = stream.set_nodelay(true);
    let client_timeout = state.settings.client_timeout;
    let stream = ClientStream::new(stream, client_timeout, state.settings.lines_per_second);
    let is_socket = stream.is_socket();
    let app = TowerToHyperService::new(app.clone());
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        let response = app.call(request);
        let is_socket = Arc::clone(&is_socket);
        async move {
            let response = match tokio::time::timeout(client_timeout, response).await {
                Ok(Ok(response)) => response,
                Ok(Err(never)) => match never {},
                Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
            };
            is_socket.store(response.status() == StatusCode::SWITCHING_PROTOCOLS, Ordering::Relaxed);
            Ok::<Response, Infallible>(response)
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

/// Tells a client that its address has too many connections or has sent too many requests, and closes this connection.
fn refuse_connection(state: &AppState, refusals: &Arc<Semaphore>, mut stream: TcpStream) {
    state.metrics.refusals.add("too-fast");
    let Ok(permit) = Arc::clone(refusals).try_acquire_owned() else { return };
    tokio::spawn(async move {
        let _counted = permit;
        let body = Answer::refused(0, &Refusal::TooFast).to_string();
        let head = "HTTP/1.1 429 Too Many Requests\r\ncontent-type: text/plain; charset=utf-8\r\n\
                    cache-control: no-store\r\nconnection: close\r\ncontent-length: ";
        let response = format!("{head}{}\r\n\r\n{body}", body.len());
        let respond = async {
            stream.write_all(response.as_bytes()).await?;
            stream.shutdown().await?;
            // Unread input would reset the connection, and the client would not receive the response.
            tokio::io::copy(&mut stream.take(MAX_HEAD as u64), &mut tokio::io::sink()).await
        };
        let _ = tokio::time::timeout(REFUSAL_GRACE, respond).await;
    });
}
