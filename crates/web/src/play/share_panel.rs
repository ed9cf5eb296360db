//! Sharing a game: a link that holds the whole record, and files.

use leptos::prelude::*;
use rules::record::RecordedMove;
use rules::{Viewer, Words};

use super::local_session::LocalSession;
use crate::export;
use crate::language::tr;
use crate::panel::{CopyField, PictureFiles, ShareFiles, SharedGame, SharedPicture};
use crate::settings::Settings;

/// The position shown as everyone may see it.
fn public_picture(session: LocalSession, settings: &Settings) -> SharedPicture {
    session.game.with_untracked(|game| {
        let steps = session.shown_step.get_untracked().unwrap_or(game.record().steps().len());
        let mut moves = game.record().steps().iter().take(steps);
        let last = moves.rfind(|step| !step.is_chance()).map(RecordedMove::mv);
        let position = game.seen_after(steps, Viewer::Public);
        export::picture(export::file_name(game.record()), &position, last, settings)
    })
}

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
                "Le lien montrerait les mains des joueurs\u{a0}: vous pourrez partager la partie quand elle sera finie. Voici l’image du plateau, mains cachées.",
                "The link would show the players’ hands: you can share the game once it is over. Here is a picture of the board with the hands face down.",
            ))}</p>
            <PictureFiles picture=move |settings: Settings| Some(public_picture(session, &settings)) has_film=false/>
        }
        .into_any();
    }
    let link = export::study_link(&record);
    let game = move || {
        let record = session.game.with_untracked(|game| game.record().clone());
        let last_move = record.steps().last().map(RecordedMove::mv);
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
