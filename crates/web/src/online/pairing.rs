//! Quick games: pairing with another guest who wants the same setup.

use leptos::prelude::*;
use rules::TextError;
use table::{SeatSetup, Setup, Snapshot};

use super::api::{self, ApiError};
use super::table_session::TableSession;
use crate::router::Router;

/// Goes to a table with this setup and a free seat, and joins it there.
pub async fn pair(setup: &Setup, router: Router) -> Result<(), ApiError> {
    let id = api::post("/api/pair", &setup.to_string()).await?;
    router.go_by(&format!("/t/{}?sit=pair", id.trim()));
    Ok(())
}

/// Pairs again whenever the last seat of this table was taken by another guest.
pub fn pair_again(session: TableSession) {
    let router = Router::here();
    Effect::new(move |_| {
        let setup = session.joined_too_late.get().then(|| untrack(|| session.with(setup))).flatten();
        if let Some(Ok(setup)) = setup {
            leptos::task::spawn_local(async move {
                if let Err(error) = pair(&setup, router).await {
                    session.error.try_set(Some(error));
                }
            });
        }
    });
}

/// The setup of this table, with every seat open.
fn setup(table: &Snapshot) -> Result<Setup, TextError> {
    let places = vec![SeatSetup::Open; table.seats.len()];
    Setup::new(table.kind, &table.options, places, table.clock, table.seating)
}
