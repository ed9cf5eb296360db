//! The HTTP interface: routes, and how refusals become responses.

mod archive;
mod auth;
mod explorer;
pub(crate) mod host;
mod limit_reads;
pub(crate) mod limit_requests;
mod lists;
mod new_guest;
mod puzzles;
mod tables;
mod text;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use table::{Answer, Refusal};

use crate::app_state::AppState;
use crate::observe::RefusalCode;
use crate::{lobby_socket, table_socket};

pub(crate) use auth::{Caller, PostingGuest, is_same_origin};
pub(crate) use text::unreadable;
use text::{Explained, MAX_BODY, explain_errors};

/// The routes under `/api`, the files of the archive, and monitoring.
pub(crate) fn routes(state: Arc<AppState>) -> Router {
    let limit_reads = axum::middleware::from_fn_with_state(Arc::clone(&state), limit_reads::limit_reads);
    Router::new()
        .route("/api/me", get(lists::name).post(lists::rename))
        .route("/api/guest", post(new_guest::welcome))
        .route("/api/mine", get(lists::own_games))
        .route("/api/lobby", get(lists::lobby))
        .route("/api/lobby/socket", get(lobby_socket::upgrade))
        .route("/api/archive", get(archive::search))
        .route("/api/explorer", get(explorer::moves))
        .route("/api/tables", post(tables::open))
        .route("/api/pair", post(tables::pair))
        .route("/api/tables/{id}", get(tables::table_listing))
        .route("/api/tables/{id}/socket", get(table_socket::upgrade))
        .route("/api/tables/{id}/hand-over", post(tables::hand_over))
        .route("/api/tables/{id}/take-over", post(tables::take_over))
        .route("/api/puzzle/daily", get(puzzles::daily))
        .route("/api/{*rest}", axum::routing::any(unknown))
        .route("/games/{file}", get(archive::file))
        .route("/embed/{id}", get(archive::embed))
        // The routes below read nothing. Only the limit of all requests applies to them.
        .route_layer(limit_reads)
        .route("/embed/style.css", get(archive::style))
        .route("/healthz", get(health))
        // The metrics have a listener of their own.
        .route("/metrics", axum::routing::any(unknown))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&state), new_guest::make_guest))
        .layer(axum::extract::DefaultBodyLimit::max(MAX_BODY))
        .layer(axum::middleware::map_response(explain_errors))
        .with_state(state)
}

/// A refusal as an HTTP response.
#[derive(Debug)]
pub(crate) struct HttpRefusal(pub(crate) Refusal);

impl From<Refusal> for HttpRefusal {
    fn from(refusal: Refusal) -> HttpRefusal {
        HttpRefusal(refusal)
    }
}

impl IntoResponse for HttpRefusal {
    fn into_response(self) -> Response {
        let status = match &self.0 {
            Refusal::NoSuchTable => StatusCode::NOT_FOUND,
            Refusal::NoGuest => StatusCode::UNAUTHORIZED,
            Refusal::ForeignPage | Refusal::NotSeated | Refusal::Banned | Refusal::LobbyClosed { .. } => {
                StatusCode::FORBIDDEN
            }
            Refusal::TooFast | Refusal::TooManyGames | Refusal::TooManyTables => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Refusal::OtherHost { .. } => StatusCode::MISDIRECTED_REQUEST,
            Refusal::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Fault => StatusCode::INTERNAL_SERVER_ERROR,
            Refusal::SpentLink => StatusCode::GONE,
            Refusal::AlreadySeated | Refusal::NotOver => StatusCode::CONFLICT,
            _ => StatusCode::BAD_REQUEST,
        };
        let mut response = (status, plain(Answer::refused(0, &self.0).to_string())).into_response();
        response.extensions_mut().insert(Explained);
        response.extensions_mut().insert(RefusalCode(self.0.code()));
        response
    }
}

/// Runs what was begun to its end, even if the client closes the connection or the time for the response is over: the
/// handler is dropped then, and this is not.
async fn run_to_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, HttpRefusal>> + Send + 'static,
) -> Result<T, HttpRefusal> {
    // It fails only if the work has panicked.
    tokio::spawn(work).await.unwrap_or_else(|_| Err(Refusal::Fault.into()))
}

/// `text/plain` with `no-store`; `nosniff` is added to every response.
pub(crate) fn plain(text: String) -> impl IntoResponse {
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (headers, text)
}

async fn unknown() -> StatusCode {
    StatusCode::NOT_FOUND
}

async fn health(State(state): State<Arc<AppState>>) -> Response {
    if state.shutdown.has_begun() {
        return (StatusCode::SERVICE_UNAVAILABLE, plain("stopping".to_owned())).into_response();
    }
    if state.heartbeat.is_store_writable() {
        return plain("ok".to_owned()).into_response();
    }
    (StatusCode::SERVICE_UNAVAILABLE, plain("the store cannot be written to".to_owned())).into_response()
}
