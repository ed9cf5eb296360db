//! Listening, with limits: whoever takes too long to say what they want, or says too much, is let go.

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
use tokio::sync::mpsc;

use crate::app_state::AppState;

/// The most that is read before a request is whole.
const LONGEST_HEAD: usize = 16 * 1024;

/// How long to wait when there is no room for another connection.
const PAUSE: Duration = Duration::from_millis(100);

/// How long answers that are being sent may take when the server stops.
const GOODBYE: Duration = Duration::from_secs(2);

/// Serves everything to whoever connects, until `stop`; then waits a little for answers that are being sent.
pub async fn serve(listener: TcpListener, state: Arc<AppState>, stop: impl Future<Output = ()>) {
    let app = crate::app(Arc::clone(&state));
    let address = listener.local_addr().map_or_else(|error| error.to_string(), |address| address.to_string());
    let (store, version) = (&state.settings.database, env!("CARGO_PKG_VERSION"));
    tracing::info!(address, %store, version, "the server has started");
    // Whoever talks holds one: when the last is gone, all answers are sent.
    let (talking, mut silence) = mpsc::channel::<Infallible>(1);
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, address)) => talk(&state, &app, talking.clone(), stream, address),
            Err(error) => {
                // One connection that failed, or too many files are open: it goes on.
                tracing::debug!(%error, "a connection was not accepted");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop((listener, talking));
    state.stop();
    tracing::info!(sockets = state.sockets.count(), "the server is stopping");
    let is_done = tokio::time::timeout(GOODBYE, silence.recv()).await.is_ok();
    tracing::info!(address, is_done, "the server has stopped");
}

/// Begins to talk with somebody who has connected.
fn talk(
    state: &AppState,
    app: &Router,
    talking: mpsc::Sender<Infallible>,
    stream: TcpStream,
    address: SocketAddr,
) {
    // A line is a packet: nobody waits for more.
    let _ = stream.set_nodelay(true);
    let patience = state.settings.client_timeout;
    let app = TowerToHyperService::new(app.clone());
    let answer = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        let answer = app.call(request);
        async move {
            let answer = tokio::time::timeout(patience, answer).await;
            Ok::<Response, Infallible>(match answer {
                Ok(Ok(response)) => response,
                Ok(Err(never)) => match never {},
                Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
            })
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), answer)
        .with_upgrades();
    let mut stopping = state.stopping();
    tokio::spawn(async move {
        let mut connection = std::pin::pin!(connection);
        let ended = tokio::select! {
            ended = &mut connection => ended,
            () = stopping.wait() => {
                // What has been asked is answered, and nothing more.
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection has ended");
        }
        drop(talking);
    });
}
