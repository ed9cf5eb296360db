//! The table after the game: stepping through it, studying, downloading, checking the shuffle.

use leptos::prelude::*;
use rules::Words;

use super::fair::Verify;
use super::table_session::TableSession;
use crate::export;
use crate::language::tr;
use crate::panel::{CopyField, HistoryNav};
use crate::router::AddressLink;

/// What can be done with a finished game.
#[component]
pub fn GameOver(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let id = session.id.get_value();
    let last = move || session.history.with(Vec::len).saturating_sub(1);
    let at = move || session.shown_ply.get().unwrap_or_else(last);
    let study = Signal::derive(move || {
        session.record().map(|record| export::study_path(&record)).unwrap_or_default()
    });
    let next = move || {
        let table = session.with(|table| table.rematch.clone()).flatten()?;
        let to = format!("/t/{table}");
        Some(
            view! { <p><AddressLink to>{tr(Words::new("Aller à la partie suivante", "Go to the next game"))}</AddressLink></p> },
        )
    };
    let file = |ending: &str| format!("/games/{id}.{ending}");
    let embed = format!(
        "<iframe src=\"{}\" width=\"420\" height=\"520\" title=\"Trois\" loading=\"lazy\"></iframe>",
        export::absolute_url(&format!("/embed/{id}"))
    );
    view! {
        {next}
        <HistoryNav flips=false press=Callback::new(move |key| {
                session.on_key(key);
            })
            can_back=Signal::derive(move || at() > 0)
            can_forward=Signal::derive(move || at() < last())/>
        <p class="row">
            <AddressLink to=study>{tr(Words::new("Étudier cette partie", "Study this game"))}</AddressLink>
            <a href=file("trois") download>{tr(Words::new("Texte", "Text"))}</a>
            <a href=file("json") download>"JSON"</a>
            <a href=file("svg") download>{tr(Words::new("Image SVG", "SVG picture"))}</a>
        </p>
        <Verify session/>
        <details>
            <summary>{tr(Words::new("Montrer sur une autre page", "Show on another page"))}</summary>
            <CopyField name=Words::new("Code à coller", "Code to paste") button=Words::new("Copier le code", "Copy the code") text=embed/>
        </details>
    }
}
