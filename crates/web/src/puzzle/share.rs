//! Sharing a puzzle: a link that stays the same when puzzles are added, a picture, and a film of the solution.

use boards::DrawContext;
use leptos::prelude::*;
use rules::{Kind, Record, Words};

use super::address::{PuzzleAddress, PuzzleSet};
use super::current::CurrentPuzzle;
use super::session::PuzzleSession;
use crate::export;
use crate::language::tr;
use crate::panel::{CopyField, PictureFiles, SharedPicture};
use crate::settings::Settings;

/// The link and the pictures of the current puzzle; nothing while there is none.
#[component]
pub fn SharePuzzle(
    /// The session.
    session: PuzzleSession,
) -> impl IntoView {
    let id = Memo::new(move |_| session.current.with(|current| current.as_ref().map(|current| current.id)));
    // A film of the moves would give a puzzle away that is not solved yet.
    let is_over = Memo::new(move |_| {
        session.current.with(|current| current.as_ref().is_some_and(CurrentPuzzle::is_over))
    });
    let picture = move |settings: Settings| {
        session.current.with_untracked(|current| current.as_ref().map(|current| picture(current, &settings)))
    };
    move || {
        let id = id.get()?;
        // A run offers no puzzle to share.
        if matches!(session.set.get(), PuzzleSet::Run(_)) {
            return None;
        }
        let address = PuzzleAddress { set: PuzzleSet::Training(None), id: Some(id) };
        let link = export::absolute_url(&address.write(session.kind));
        Some(view! {
            <details class="share">
                <summary>{tr(Words::new("Partager cette énigme", "Share this puzzle"))}</summary>
                <CopyField name=Words::new("Lien vers cette énigme", "Link to this puzzle")
                    button=Words::new("Copier le lien", "Copy link") text=link/>
                <PictureFiles picture has_film=is_over/>
            </details>
        })
    }
}

/// The position of a puzzle as the solver sees it at the start, and the moves of the solution once it is known.
fn picture(current: &CurrentPuzzle, settings: &Settings) -> SharedPicture {
    let viewer = PuzzleSession::viewer(current);
    let context = DrawContext { viewer, ..export::draw_context(None, settings) };
    let start = current.attempt.puzzle().start.view(viewer).position();
    SharedPicture {
        name: format!("{}-{}", start.kind(), current.id),
        title: title(start.kind(), settings),
        scene: boards::draw(&start, &context),
        film: current.is_over().then(|| (solution(current), viewer)),
    }
}

fn solution(current: &CurrentPuzzle) -> Record {
    let puzzle = current.attempt.puzzle();
    let mut record = Record::new(puzzle.start.clone());
    for &mv in &puzzle.line {
        // The moves of a solution are legal.
        let _ = record.push(mv);
    }
    record
}

fn title(kind: Kind, settings: &Settings) -> String {
    let Words { fr, en } = kind.name();
    rules::words!(fr: "{fr}, énigme", en: "{en}, puzzle").get(settings.language()).to_owned()
}
