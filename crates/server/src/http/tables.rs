//! Opening tables, finding one, and moving to another device.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rules::{TextError, Viewer, words};
use sha2::{Digest, Sha256};
use table::{Place, Refusal, Setup, TableId};

use super::words::Posted;
use super::{Door, Poster, Refused, plain};
use crate::hub::Hub;
use crate::{lobby, now, random};

/// For how many milliseconds a link to a seat works.
const LINK_LIVES: u64 = 600_000;

/// Whether to show the table in the lobby.
#[derive(Debug)]
pub(super) struct Shown(bool);

impl Shown {
    fn read(pairs: &[(String, String)]) -> Result<Shown, Refused> {
        match pairs {
            [] => Ok(Shown(false)),
            [(name, value)] if name == "listed" && (value == "yes" || value == "no") => {
                Ok(Shown(value == "yes"))
            }
            [(name, value), ..] => {
                let expected = words!(fr: "listed=yes ou listed=no", en: "listed=yes or listed=no");
                Err(Refusal::from(TextError::new(0, &format!("{name}={value}"), expected)).into())
            }
        }
    }
}

/// What somebody chose for a table. Places cannot be kept for others: nobody knows who they are.
fn setup(text: &str) -> Result<Setup, Refused> {
    let setup: Setup = text.trim().parse().map_err(Refusal::from)?;
    if setup.places().iter().any(|place| matches!(place, Place::Reserved(_))) {
        let expected = words!(
            fr: "une place (open, engine:1 à engine:10)",
            en: "a place (open, engine:1 to engine:10)"
        );
        return Err(Refusal::from(TextError::new(0, "guest:", expected)).into());
    }
    Ok(setup)
}

pub(super) async fn open(
    poster: Poster,
    State(hub): State<Arc<Hub>>,
    Query(pairs): Query<Vec<(String, String)>>,
    Posted(text): Posted,
) -> Result<Response, Refused> {
    let Shown(is_listed) = Shown::read(&pairs)?;
    let setup = setup(&text)?;
    hub.check_games(poster.guest).await?;
    let id = hub.open(setup, is_listed, poster.guest).await?;
    Ok((StatusCode::CREATED, plain(id.to_string())).into_response())
}

pub(super) async fn pair(
    poster: Poster,
    State(hub): State<Arc<Hub>>,
    Posted(text): Posted,
) -> Result<Response, Refused> {
    let setup = setup(&text)?;
    if setup.places().iter().any(|place| *place != Place::Open) {
        let expected = words!(fr: "des places open seulement", en: "nothing but open places");
        return Err(Refusal::from(TextError::new(0, &text, expected)).into());
    }
    hub.check_games(poster.guest).await?;
    let waiting = lobby::pair(&hub, &setup, poster.guest).await?;
    let id = match waiting {
        Some(id) => id,
        None => hub.open(setup, true, poster.guest).await?,
    };
    Ok(plain(id.to_string()).into_response())
}

/// The id in an address.
pub(crate) fn id(text: &str) -> Result<TableId, Refusal> {
    text.parse().map_err(|_| Refusal::NoSuchTable)
}

pub(super) async fn about(
    door: Door,
    State(hub): State<Arc<Hub>>,
    Path(text): Path<String>,
) -> Result<Response, Refused> {
    let id = id(&text)?;
    let room = hub.room(&id).await?;
    let listing = room
        .look(|table| {
            let viewer = door.guest.map_or(Viewer::Public, |guest| table.viewer(guest));
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
    poster: Poster,
    State(hub): State<Arc<Hub>>,
    Path(text): Path<String>,
) -> Result<Response, Refused> {
    let id = id(&text)?;
    let room = hub.room(&id).await?;
    if room.look(|table| table.viewer(poster.guest)).await == Viewer::Public {
        return Err(Refusal::NotSeated.into());
    }
    let key = random::key();
    let until = now().plus(LINK_LIVES);
    hub.store.put_key(&hash(&key), &id, poster.guest, until).await?;
    Ok(plain(key).into_response())
}

pub(super) async fn take_over(
    poster: Poster,
    State(hub): State<Arc<Hub>>,
    Path(text): Path<String>,
    Posted(key): Posted,
) -> Result<Response, Refused> {
    let id = id(&text)?;
    let room = hub.room(&id).await?;
    let from = hub.store.take_key(&hash(&key), &id, now()).await?;
    room.hand_over(&hub, from.ok_or(Refusal::SpentLink)?, poster.guest).await?;
    Ok(plain("done".to_owned()).into_response())
}
