//! Creating tables, pairing, and handing a seat over to another device.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rules::{TextError, Viewer, words};
use sha2::{Digest, Sha256};
use table::{Refusal, SeatSetup, Setup, Table, TableId};

use super::text::TextBody;
use super::{Caller, HttpRefusal, PostingGuest, plain, run_to_end};
use crate::app_state::AppState;
use crate::{lobby, random};

/// For how many milliseconds a hand-over key is valid.
const HANDOVER_KEY_TTL: u64 = 600_000;

/// The query parameter `listed`: whether lobby and archive show the table.
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

/// Parses a setup. Seats reserved for a guest are refused: only the server knows the ids of guests.
fn setup(text: &str) -> Result<Setup, HttpRefusal> {
    let setup: Setup = text.trim().parse().map_err(Refusal::from)?;
    if setup.seats().iter().any(|seat| matches!(seat, SeatSetup::Reserved(_))) {
        let expected = words!(
            fr: "une place (open, engine:1 à engine:10)",
            en: "a seat (open, engine:1 to engine:10)"
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
    if is_listed {
        state.moderation.check_lobby()?;
    }
    run_to_end(async move {
        state.check_game_limit(poster.guest).await?;
        state.check_table_limits(poster.address).await?;
        let id = state.create_table(setup, is_listed, poster.guest, Some(poster.payer())).await?;
        Ok((StatusCode::CREATED, plain(id.to_string())).into_response())
    })
    .await
}

pub(super) async fn pair(
    poster: PostingGuest,
    State(state): State<Arc<AppState>>,
    TextBody(text): TextBody,
) -> Result<Response, HttpRefusal> {
    let setup = setup(&text)?;
    if setup.seats().iter().any(|seat| *seat != SeatSetup::Open) {
        let expected = words!(fr: "des places open seulement", en: "nothing but open places");
        return Err(Refusal::from(TextError::new(0, &text, expected)).into());
    }
    state.moderation.check_lobby()?;
    run_to_end(async move {
        state.check_game_limit(poster.guest).await?;
        let waiting = lobby::find_pairing(&state, &setup, poster.guest).await?;
        let id = match waiting {
            Some(id) => id,
            None => {
                state.check_table_limits(poster.address).await?;
                state.create_table(setup, true, poster.guest, Some(poster.payer())).await?
            }
        };
        Ok(plain(id.to_string()).into_response())
    })
    .await
}

/// The id in an address.
pub(crate) fn id(text: &str) -> Result<TableId, Refusal> {
    text.parse().map_err(|_| Refusal::NoSuchTable)
}

pub(super) async fn table_listing(
    caller: Caller,
    State(state): State<Arc<AppState>>,
    Path(text): Path<String>,
) -> Result<Response, HttpRefusal> {
    let id = id(&text)?;
    let read = |table: &Table| {
        let viewer = caller.guest.map_or(Viewer::Public, |guest| table.viewer(guest));
        table.listing(id.clone(), viewer)
    };
    let listing = state.read_table(caller.address, &id, read).await?;
    Ok(plain(listing.to_string()).into_response())
}

/// The hash of a hand-over key. The store has no key in plain text.
fn hash(key: &str) -> String {
    Sha256::digest(key.trim().as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(super) async fn hand_over(
    poster: PostingGuest,
    State(state): State<Arc<AppState>>,
    Path(text): Path<String>,
) -> Result<Response, HttpRefusal> {
    let id = id(&text)?;
    run_to_end(async move {
        let live_table = state.live_table_for(poster.address, &id).await?;
        if live_table.read(|table| table.viewer(poster.guest)).await == Viewer::Public {
            return Err(Refusal::NotSeated.into());
        }
        let key = random::key();
        let until = state.now().plus(HANDOVER_KEY_TTL);
        state.store.put_handover_key(&hash(&key), &id, poster.guest, until).await?;
        Ok(plain(key).into_response())
    })
    .await
}

pub(super) async fn take_over(
    poster: PostingGuest,
    State(state): State<Arc<AppState>>,
    Path(text): Path<String>,
    TextBody(key): TextBody,
) -> Result<Response, HttpRefusal> {
    let id = id(&text)?;
    // The key is used up first: then the seat has to change hands too.
    run_to_end(async move {
        let live_table = state.live_table_for(poster.address, &id).await?;
        let from = state.store.take_handover_key(&hash(&key), &id, state.now()).await?;
        live_table.hand_over(&state, from.ok_or(Refusal::SpentLink)?, poster.guest).await?;
        Ok(plain("done".to_owned()).into_response())
    })
    .await
}
