//! The lists of tables, and the name of a guest.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use rules::{TextError, words};
use table::{Name, Refusal};

use super::new_guest::set_cookie;
use super::text::TextBody;
use super::{Caller, HttpRefusal, PostingGuest, plain, run_to_end};
use crate::app_state::AppState;
use crate::store::StoreError;
use crate::store_log::StoreLog;
use crate::{lobby, own_games};

impl From<StoreError> for HttpRefusal {
    fn from(error: StoreError) -> HttpRefusal {
        static LOG: StoreLog = StoreLog::new("the store does not answer");
        LOG.note(&error);
        Refusal::Unavailable.into()
    }
}

/// Returns the name of a guest; it is empty for a visitor, who becomes a guest with the first post.
pub(super) async fn name(
    caller: Caller,
    State(state): State<Arc<AppState>>,
) -> Result<Response, HttpRefusal> {
    let Some(guest) = caller.guest else { return Ok(plain(String::new()).into_response()) };
    let name = state.store.guest_name(guest).await?.unwrap_or_default();
    let mut response = plain(name).into_response();
    // The cookie is renewed on every visit, so that it does not expire.
    set_cookie(&state, response.headers_mut(), guest);
    Ok(response)
}

pub(super) async fn rename(
    poster: PostingGuest,
    State(state): State<Arc<AppState>>,
    TextBody(typed): TextBody,
) -> Result<Response, HttpRefusal> {
    let name = Name::tidy(&typed)?;
    run_to_end(async move {
        state.store.set_guest_name(poster.guest, name.as_str(), state.now()).await?;
        Ok(plain(name.to_string()).into_response())
    })
    .await
}

pub(super) async fn own_games(
    caller: Caller,
    State(state): State<Arc<AppState>>,
) -> Result<Response, HttpRefusal> {
    let guest = caller.guest.ok_or(Refusal::NoGuest)?;
    let listings = own_games::own_games(&state, guest).await?;
    Ok(plain(listings.join("\n")).into_response())
}

pub(super) async fn lobby(
    State(state): State<Arc<AppState>>,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Response, HttpRefusal> {
    let page = match pairs.as_slice() {
        [] => Some(1),
        [(name, page)] if name == "page" => page.parse().ok().filter(|page| *page > 0),
        _ => None,
    };
    let page: u32 = page.ok_or_else(|| {
        let found = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&");
        Refusal::from(TextError::new(0, &found, words!(fr: "page=1, page=2, …", en: "page=1, page=2, …")))
    })?;
    let listings = lobby::joinable_tables(&state, page - 1).await?;
    Ok(plain(listings.join("\n")).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_log::logged;

    #[test]
    fn requests_during_an_outage_of_the_store_do_not_fill_the_log() {
        let lines = logged(|| {
            for _ in 0..100 {
                let HttpRefusal(refusal) = StoreError::Unavailable("away".to_owned()).into();
                assert_eq!(refusal, Refusal::Unavailable);
            }
        });
        // Another test may have used up the line of this minute.
        assert!(lines.len() <= 1, "{lines:?}");
    }
}
