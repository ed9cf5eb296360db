//! Sharing a game: a link that holds the whole record, and files.

use leptos::prelude::*;
use rules::Words;

use super::local_session::LocalSession;
use crate::export;
use crate::language::tr;
use crate::panel::{CopyField, ShareFiles, SharedGame};

/// The link and the files of the session's game.
#[component]
pub fn SharePanel(
    /// The game being played.
    session: LocalSession,
) -> impl IntoView {
    let record = session.game.with_untracked(|game| game.record().clone());
    if record.start().kind().hides() && record.result().is_none() {
        return view! {
            <p>{tr(Words::new(
                "Le lien montrerait les mains des joueurs\u{a0}: vous pourrez partager la partie quand elle sera finie.",
                "The link would show the players’ hands: you can share the game once it is over.",
            ))}</p>
        }
        .into_any();
    }
    let link = export::study_link(&record);
    let game = move || {
        let record = session.game.with_untracked(|game| game.record().clone());
        let last_move = record.steps().last().map(rules::record::RecordedMove::mv);
        Some(SharedGame { position: untrack(|| session.seen()), last_move, record })
    };
    view! {
        <p>{tr(Words::new(
            "Ce lien contient toute la partie\u{202f}; rien n’est envoyé à un serveur.",
            "This link contains the whole game; nothing is sent to a server.",
        ))}</p>
        <CopyField name=Words::new("Lien", "Link") button=Words::new("Copier le lien", "Copy link") text=link/>
        <ShareFiles game=move |()| game()/>
    }
    .into_any()
}
