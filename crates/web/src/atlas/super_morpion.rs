//! The atlas of Super Morpion: readers step through the engine's opening book.

use std::sync::Arc;

use boards::{DrawContext, TouchOutcome};
use engine::book::Book;
use leptos::prelude::*;
use rules::super_morpion::Move;
use rules::{AnyGame, AnyMove, Kind, Lang, Record, SuperMorpion, Words, number_text};

use super::GameAtlas;
use super::breadcrumbs::Breadcrumbs;
use super::fetched::Fetched;
use super::super_morpion_entry::{BookEntry, BookReply};
use crate::board::{Board, Touch};
use crate::evaluation_text::percent;
use crate::export;
use crate::language::{in_both_languages, lang, tr};
use crate::router::AddressLink;
use crate::settings::SettingsStore;

/// The atlas of Super Morpion.
pub(super) const ATLAS: GameAtlas = GameAtlas {
    kind: Kind::Super,
    name: Words::new("Ouvertures", "Openings"),
    invitation: Words::new(
        "Les ouvertures\u{a0}: ce qu’en pense le moteur, après de longs calculs",
        "The openings: what the engine thinks of them, after long searches",
    ),
    introduction: Words::new(
        "Voici le livre d’ouvertures du moteur, qui a longuement étudié chaque position. Chaque nombre donne, en pourcentage, les chances de gagner du joueur qui fait ce coup (une nulle compte pour moitié). Ce sont des estimations, pas des preuves. Touchez un coup, sur le plateau ou dans la liste, pour voir ce qui peut suivre.",
        "This is the engine’s opening book, in which every position was studied at length. The numbers are win chances, in percent, for the player making the move; a draw counts as half. They are estimates, not proofs. Tap a move, on the board or in the list, to see what can follow.",
    ),
};

/// The contents, if this is the atlas of the game.
pub(super) fn contents(kind: Kind) -> Option<AnyView> {
    (kind == ATLAS.kind).then(|| Contents().into_any())
}

/// The address of the file.
const ADDRESS: &str = "/openings/super.txt";

/// The file for the first picture, which the packer renders. A browser fetches it.
#[cfg(not(target_family = "wasm"))]
const BUNDLED_FILE: Option<&str> = <SuperMorpion as engine::knowledge::Knowledge>::BOOK;
#[cfg(target_family = "wasm")]
const BUNDLED_FILE: Option<&str> = None;

/// The opening book.
#[component]
pub fn Contents() -> impl IntoView {
    let read = |text: &str| Book::read(text).ok();
    let show = |book: Arc<Book<SuperMorpion>>| view! { <Explorer book/> }.into_any();
    view! { <Fetched address=ADDRESS bundled=BUNDLED_FILE read show/> }
}

/// The current position, and the replies that the book knows.
#[component]
fn Explorer(book: Arc<Book<SuperMorpion>>) -> impl IntoView {
    let moves = RwSignal::new(Vec::<Move>::new());
    let count = book.positions().len();
    let entry = Memo::new(move |_| BookEntry::new(&book, moves.get()));
    // Why the last touch had no effect.
    let refused = RwSignal::new(None::<Words>);
    Effect::new(move |_| {
        moves.track();
        refused.set(None);
    });
    let follow = move |mv: Move| match entry.get_untracked() {
        Some(entry) if entry.reply(mv).is_some_and(|reply| reply.is_in_book) => {
            moves.update(|all| all.push(mv));
        }
        _ => refused.set(Some(Words::new(
            "Ce coup n’est pas dans le livre. Vous pouvez l’étudier avec le moteur.",
            "This move is not in the book. You can study it with the engine.",
        ))),
    };
    let list = move || {
        let replies = entry.get().map(|entry| entry.replies).unwrap_or_default();
        let item = |reply: BookReply| view! { <li><ReplyButton reply follow=Callback::new(follow)/></li> };
        replies.into_iter().map(item).collect_view()
    };
    let heading = move || match moves.with(Vec::len) {
        0 => tr(Words::new("Premiers coups", "First moves"))(),
        _ => tr(Words::new("Coups suivants", "Next moves"))(),
    };
    let counted = move || match lang() {
        Lang::Fr => format!("{count} positions, sans compter leurs symétriques."),
        Lang::En => format!("{count} positions, not counting their mirror images and rotations."),
    };
    view! {
        <section class="atlas-map">
            <h2>{tr(Words::new("Les ouvertures", "The openings"))}</h2>
            <Breadcrumbs moves/>
            <div class="atlas-here atlas-book">
                <div class="frame"><BookBoard entry refused follow=Callback::new(follow)/></div>
                <div>
                    <p class="verdict" role="status">{move || entry.get().map(|entry| entry.sentence(lang()))}</p>
                    <p>{move || entry.get().map(|entry| entry.advice(lang()))}</p>
                    {move || refused.get().map(|why| view! { <p class="refusal" role="alert">{tr(why)}</p> })}
                    {move || entry.get().map(|entry| view! {
                        <AddressLink to=study_address(&entry.moves) class="button">
                            {tr(Words::new("Étudier cette position", "Study this position"))}
                        </AddressLink>
                    })}
                </div>
            </div>
            <h3>{heading}</h3>
            <ul class="book-moves">{list}</ul>
            <p><small>{counted}</small></p>
            <details class="proof">
                <summary>{tr(Words::new("Comment le vérifier", "How to check this"))}</summary>
                <p>{tr(Words::new(
                    "Le programme trois donne l’avis du moteur sur cette position\u{a0}:",
                    "The trois program prints what the engine thinks of this position:",
                ))}</p>
                <p><code>{move || entry.get().map(|entry| entry.command())}</code></p>
            </details>
        </section>
    }
}

/// The board, with the value of each move that the book knows.
#[component]
fn BookBoard(
    entry: Memo<Option<BookEntry>>,
    refused: RwSignal<Option<Words>>,
    follow: Callback<Move>,
) -> impl IntoView {
    let store = SettingsStore::expect();
    let game = move || entry.get().map_or_else(|| rules::Game::new(Default::default()), |entry| entry.game);
    let scene = Memo::new(move |_| {
        let (last, evaluations) = entry
            .with(|entry| entry.as_ref().map(|entry| (entry.moves.last().copied(), entry.evaluations())))
            .unwrap_or_default();
        let context = DrawContext {
            last_move: last.map(AnyMove::Super),
            evaluations,
            look: store.get().look,
            interactive: true,
            ..DrawContext::plain(lang())
        };
        boards::draw(&AnyGame::from(game()), &context)
    });
    let touch = Callback::new(move |touch: Touch| {
        let Touch::Spot(spot) = touch else { return };
        let game = AnyGame::from(untrack(game));
        match boards::touch(&game, &[], spot) {
            TouchOutcome::Played(AnyMove::Super(mv)) => follow.run(mv),
            TouchOutcome::Refused(why) => {
                refused.set(Some(in_both_languages(|lang| boards::say_refusal(&game, &why, lang))));
            }
            TouchOutcome::Played(_) | TouchOutcome::Picked(_) => {}
        }
    });
    let label = Signal::derive(move || entry.get().map(|entry| entry.sentence(lang())).unwrap_or_default());
    view! { <Board scene touch label/> }
}

/// A reply with its value. A click plays it.
#[component]
fn ReplyButton(reply: BookReply, follow: Callback<Move>) -> impl IntoView {
    let BookReply { mv, share, is_best, is_in_book, symmetric_moves } = reply;
    let width = format!("{:.1}", share * 100.0);
    let class = if is_best { "is-best" } else { "" };
    let symmetric_moves = (symmetric_moves.len() > 1).then(|| format!("× {}", symmetric_moves.len()));
    view! {
        <button class=class disabled=!is_in_book on:click=move |_| follow.run(mv)>
            <b>{mv.to_string()}</b> <small>{symmetric_moves}</small>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect x="0" y="0" width=width height="8"></rect>
            </svg>
            <span>{move || number_text::percent(percent(share), lang())}</span>
        </button>
    }
}

/// The link to the analysis board with these moves played.
fn study_address(moves: &[Move]) -> String {
    let mut record = Record::new(AnyGame::from(<SuperMorpion as rules::Game>::new(Default::default())));
    for &mv in moves {
        let _ = record.push(AnyMove::Super(mv));
    }
    export::study_path(&record)
}
