//! A quick game with whoever wants the same.

use leptos::prelude::*;
use rules::TextError;
use table::{SeatSetup, Setup, Snapshot};

use super::api::{self, Trouble};
use super::meeting::Meeting;
use crate::router::Router;

/// Goes to a table with this setup where a seat is free, to sit down there.
pub async fn pair(setup: &Setup, router: Router) -> Result<(), Trouble> {
    let id = api::post("/api/pair", &setup.to_string()).await?;
    router.go_by(&format!("/t/{}?sit=pair", id.trim()));
    Ok(())
}

/// Looks for another such table as often as others were faster at this one.
pub fn pair_again(meeting: Meeting) {
    let router = Router::here();
    Effect::new(move |_| {
        let setup = meeting.missed.get().then(|| untrack(|| meeting.with(setup))).flatten();
        if let Some(Ok(setup)) = setup {
            leptos::task::spawn_local(async move {
                if let Err(trouble) = pair(&setup, router).await {
                    meeting.trouble.try_set(Some(trouble));
                }
            });
        }
    });
}

/// The setup of a table where everybody can sit.
fn setup(table: &Snapshot) -> Result<Setup, TextError> {
    let places = vec![SeatSetup::Open; table.seats.len()];
    Setup::new(table.kind, &table.options, places, table.clock, table.seating)
}
