//! The table after the game: what to do next, stepping through it, sharing it, checking the shuffle.

use leptos::prelude::*;
use rules::Words;
use table::{Offer, RequestKind};

use super::fair::Verify;
use super::table_session::TableSession;
use crate::dialog::Dialog;
use crate::export;
use crate::language::tr;
use crate::panel::{CopyField, HistoryNav, ShareFiles};
use crate::router::AddressLink;

/// The buttons of the result card.
#[component]
pub fn ResultActions(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let share_open = RwSignal::new(false);
    let study = Signal::derive(move || {
        session.record().map(|record| export::study_path(&record)).unwrap_or_default()
    });
    let can_rematch = Memo::new(move |_| session.you().is_some() && session.can_rematch());
    let rematch = move |_| session.request(RequestKind::Offer(Offer::Rematch));
    let next = move || {
        let table = session.with(|table| table.rematch.clone()).flatten()?;
        let to = format!("/t/{table}");
        Some(view! {
            <AddressLink to class="button strong">{tr(Words::new("Partie suivante", "Next game"))}</AddressLink>
        })
    };
    view! {
        <Show when=move || can_rematch.get()>
            <button class="strong" on:click=rematch>{tr(Words::new("Revanche", "Rematch"))}</button>
        </Show>
        {next}
        <AddressLink to=study class="button">{tr(Words::new("Revoir la partie", "Review this game"))}</AddressLink>
        <button on:click=move |_| share_open.set(true)>{tr(Words::new("Partager…", "Share…"))}</button>
        <Dialog open=share_open title=Words::new("Partager la partie", "Share the game")><Share session/></Dialog>
    }
}

/// The link, the files and the code of a finished game.
#[component]
fn Share(session: TableSession) -> impl IntoView {
    let id = session.id.get_value();
    let embed = format!(
        "<iframe src=\"{}\" width=\"420\" height=\"520\" title=\"Trois\" loading=\"lazy\"></iframe>",
        export::absolute_url(&format!("/embed/{id}"))
    );
    view! {
        <CopyField name=Words::new("Lien", "Link") button=Words::new("Copier le lien", "Copy link")
            text=export::absolute_url(&format!("/t/{id}"))/>
        <ShareFiles game=move |()| session.shared_game()/>
        <details>
            <summary>{tr(Words::new("Intégrer à une page web", "Embed"))}</summary>
            <CopyField name=Words::new("Code à coller dans la page", "Code to paste into your page")
                button=Words::new("Copier le code", "Copy code") text=embed/>
        </details>
    }
}

/// Steps through a finished game, and checks its shuffle.
#[component]
pub fn GameOver(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let last = move || session.history.with(Vec::len).saturating_sub(1);
    let at = move || session.shown_ply.get().unwrap_or_else(last);
    view! {
        <HistoryNav flips=false press=Callback::new(move |key| {
                session.on_key(key);
            })
            can_back=Signal::derive(move || at() > 0)
            can_forward=Signal::derive(move || at() < last())/>
        <Verify session/>
    }
}
