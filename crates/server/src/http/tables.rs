//! Opening tables, finding one, and moving to another device.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rules::{TextError, Viewer, words};
use sha2::{Digest, Sha256};
use table::{Refusal, SeatSetup, Setup, TableId};

use super::text::TextBody;
use super::{Caller, HttpRefusal, PostingGuest, plain};
use crate::app_state::AppState;
use crate::{lobby, now, random};

/// For how many milliseconds a link to a seat works.
const LINK_LIVES: u64 = 600_000;

/// Whether to show the table in the lobby.
#[derive(Debug)]
pub(super) struct Listed(bool);

impl Listed {
    fn read(pairs: &[(String, String)]) -> Result<Listed, HttpRefusal> {
        match pairs {
            [] => Ok(Listed(false)),
            [(name, value)] if name == "listed" && (value == "yes" || value == "no") => {
                Ok(Listed(value == "yes"))
            }
            [(name, value), ..] => {
                let expected = words!(fr: "listed=yes ou listed=no", en: "listed=yes or listed=no");
                Err(Refusal::from(TextError::new(0, &format!("{name}={value}"), expected)).into())
            }
        }
    }
}

/// What somebody chose for a table. Places cannot be kept for others: nobody knows who they are.
fn setup(text: &str) -> Result<Setup, HttpRefusal> {
    let setup: Setup = text.trim().parse().map_err(Refusal::from)?;
    if setup.seats().iter().any(|place| matches!(place, SeatSetup::Reserved(_))) {
        let expected = words!(
            fr: "une place (open, engine:1 à engine:10)",
            en: "a place (open, engine:1 to engine:10)"
        );
        return Err(Refusal::from(TextError::new(0, "guest:", expected)).into());
    }
    Ok(setup)
}

pub(super) async fn open(
    poster: PostingGuest,
    State(state): State<Arc<AppState>>,
    Query(pairs): Query<Vec<(String, String)>>,
    TextBody(text): TextBody,
) -> Result<Response, HttpRefusal> {
    let Listed(is_listed) = Listed::read(&pairs)?;
    let setup = setup(&text)?;
    state.check_game_limit(poster.guest).await?;
    let id = state.open(setup, is_listed, poster.guest).await?;
    Ok((StatusCode::CREATED, plain(id.to_string())).into_response())
}

pub(super) async fn pair(
    poster: PostingGuest,
    State(state): State<Arc<AppState>>,
    TextBody(text): TextBody,
) -> Result<Response, HttpRefusal> {
    let setup = setup(&text)?;
    if setup.seats().iter().any(|place| *place != SeatSetup::Open) {
        let expected = words!(fr: "des places open seulement", en: "nothing but open places");
        return Err(Refusal::from(TextError::new(0, &text, expected)).into());
    }
    state.check_game_limit(poster.guest).await?;
    let waiting = lobby::pair(&state, &setup, poster.guest).await?;
    let id = match waiting {
        Some(id) => id,
        None => state.open(setup, true, poster.guest).await?,
    };
    Ok(plain(id.to_string()).into_response())
}

/// The id in an address.
pub(crate) fn id(text: &str) -> Result<TableId, Refusal> {
    text.parse().map_err(|_| Refusal::NoSuchTable)
}

pub(super) async fn about(
    caller: Caller,
    State(state): State<Arc<AppState>>,
    Path(text): Path<String>,
) -> Result<Response, HttpRefusal> {
    let id = id(&text)?;
    let live_table = state.live_table(&id).await?;
    let listing = live_table
        .look(|table| {
            let viewer = caller.guest.map_or(Viewer::Public, |guest| table.viewer(guest));
            table.listing(id.clone(), viewer)
        })
        .await;
    Ok(plain(listing.to_string()).into_response())
}

/// What is kept of a key: whoever reads the store cannot take seats with it.
fn hash(key: &str) -> String {
    Sha256::digest(key.trim().as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) async fn hand_over(
    poster: PostingGuest,
    State(state): State<Arc<AppState>>,
    Path(text): Path<String>,
) -> Result<Response, HttpRefusal> {
    let id = id(&text)?;
    let live_table = state.live_table(&id).await?;
    if live_table.look(|table| table.viewer(poster.guest)).await == Viewer::Public {
        return Err(Refusal::NotSeated.into());
    }
    let key = random::key();
    let until = now().plus(LINK_LIVES);
    state.store.put_key(&hash(&key), &id, poster.guest, until).await?;
    Ok(plain(key).into_response())
}

pub(super) async fn take_over(
    poster: PostingGuest,
    State(state): State<Arc<AppState>>,
    Path(text): Path<String>,
    TextBody(key): TextBody,
) -> Result<Response, HttpRefusal> {
    let id = id(&text)?;
    let live_table = state.live_table(&id).await?;
    let from = state.store.take_key(&hash(&key), &id, now()).await?;
    live_table.hand_over(&state, from.ok_or(Refusal::SpentLink)?, poster.guest).await?;
    Ok(plain("done".to_owned()).into_response())
}
