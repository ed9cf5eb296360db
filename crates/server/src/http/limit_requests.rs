//! A limit on all requests of an address. Most requests are charged for what they read or write as well; the files of the
//! app, the health check and refusals cost nothing else, and a client could send them without end.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use table::Refusal;

use super::HttpRefusal;
use super::auth::client_address;
use super::host::HEALTH;
use crate::app_state::AppState;
use crate::budget::UNKNOWN_ADDRESS;

/// Refuses the requests of an address that has sent too many, and closes their connections.
pub(crate) async fn limit_requests(
    State(state): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    let Some(address) = counted_address(&state, &request) else { return next.run(request).await };
    if let Err(refusal) = state.read_limits.request(address) {
        let mut response = HttpRefusal::from(refusal).into_response();
        if !state.settings.is_behind_proxy {
            // The connections of a proxy serve other clients too.
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        return response;
    }
    next.run(request).await
}

/// The address for which a request counts. A load balancer behind which this server stands requests its health without
/// naming a client.
fn counted_address(state: &AppState, request: &Request) -> Option<IpAddr> {
    let address = client_address(request.extensions(), request.headers(), &state.settings);
    let is_health = request.uri().path() == HEALTH && state.settings.is_behind_proxy;
    if is_health { address } else { address.or(Some(UNKNOWN_ADDRESS)) }
}

/// Whether an address may open a connection. Each counts as a request.
pub(crate) fn admits_connection(state: &AppState, address: IpAddr) -> Result<(), Refusal> {
    // Behind a proxy, all connections come from it.
    if state.settings.is_behind_proxy { Ok(()) } else { state.read_limits.request(address) }
}
