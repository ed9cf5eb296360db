//! The reader's games, on this device and at tables: unfinished ones, the score against each level, and finished ones.

use boards::DrawContext;
use leptos::prelude::*;
use rules::{Lang, Viewer, Words};
use table::Listing;

use crate::board::Picture;
use crate::date::{DateStyle, date};
use crate::empty_page::{Drawing, EmptyPage};
use crate::ending;
use crate::icon::Icon;
use crate::labels;
use crate::language::{in_both_languages, lang, tr};
use crate::local::LocalGame;
use crate::online::api;
use crate::online::table_list::Tables;
use crate::own_result::{EngineGame, OwnResult, opposing_level, own_seat, scores};
use crate::panel::score_plot::ScorePlot;
use crate::route::Route;
use crate::router::{AddressLink, Link};
use crate::saved_games::{self, DeletedGame, SavedGame};
use crate::settings::SettingsStore;
use crate::storage;

/// The saved games, the last played first, and the tables that the server knows of.
#[component]
pub fn Page() -> impl IntoView {
    let games = RwSignal::new_local(saved_games::all());
    let deleted = RwSignal::new(None::<DeletedGame>);
    let online = RwSignal::new(Vec::<Listing>::new());
    // The server is asked only if it knows this guest.
    let is_asking = RwSignal::new(storage::load("online").is_some());
    if is_asking.get_untracked() {
        leptos::task::spawn_local(async move {
            let tables = api::get("/api/mine").await.map_or_else(|_| Vec::new(), |list| api::listings(&list));
            // The page may have been left by then.
            online.try_set(tables);
            is_asking.try_set(false);
        });
    }
    let is_over = |saved: &SavedGame| saved.game.as_ref().map_or(true, |game| game.outcome().is_some());
    let rows = move |over: bool| {
        let wanted = games.get().into_iter().filter(move |saved| is_over(saved) == over);
        wanted.map(|saved| row(saved, games, deleted)).collect_view()
    };
    let has = move |over: bool| games.with(|games| games.iter().any(|saved| is_over(saved) == over));
    let restore = move |_| {
        if let Some(game) = deleted.get_untracked() {
            game.restore();
        }
        deleted.set(None);
        games.set(saved_games::all());
    };
    let plots = move || {
        let mut played: Vec<EngineGame> =
            online.with(|tables| tables.iter().filter_map(EngineGame::online).collect());
        games.with(|games| {
            let here = games.iter().filter_map(|saved| saved.game.as_ref().ok());
            played.extend(here.filter_map(EngineGame::local));
        });
        let scores = scores(played.into_iter());
        (!scores.is_empty()).then(|| {
            let has_draws = scores.iter().flat_map(|(_, scores)| scores).any(|(_, score)| score.drawn > 0);
            let plot = |(kind, scores): (rules::Kind, _)| {
                let name = in_both_languages(|lang| labels::short_name(kind, lang));
                view! { <ScorePlot name scores/> }
            };
            view! {
                <section>
                    <h2>{tr(Words::new("Contre le moteur", "Against the engine"))}</h2>
                    <p class="facts">{tr(match has_draws {
                        true => Words::new(
                            "Vos victoires au-dessus du niveau, vos défaites au-dessous, vos nulles dans le rond.",
                            "Your wins above the level, your losses below it, your draws in the circle.",
                        ),
                        false => Words::new(
                            "Vos victoires au-dessus du niveau, vos défaites au-dessous.",
                            "Your wins above the level, your losses below it.",
                        ),
                    })}</p>
                    <div class="scores">{scores.into_iter().map(plot).collect_view()}</div>
                </section>
            }
        })
    };
    view! {
        <h1>{tr(Words::new("Mes parties", "My games"))}</h1>
        <p>{tr(Words::new(
            "Les parties jouées ici sont enregistrées sur cet appareil, et nulle part ailleurs.",
            "Games played here are saved on this device and nowhere else.",
        ))} " "
            <Link to=Route::Online>{tr(Words::new("Jouer en ligne", "Play online"))}</Link></p>
        <Show when=move || games.with(Vec::is_empty) && online.with(Vec::is_empty) && !is_asking.get()>
            <EmptyPage
                drawing=Drawing::Sheet
                title=Words::new("Une feuille blanche", "A blank sheet")
                text=Words::new(
                    "Chaque partie que vous commencez vous attend ici.",
                    "Every game you start is kept here for you.",
                )
            >
                <Link to=Route::Home class="button strong">{tr(Words::new("Choisir un jeu", "Choose a game"))}</Link>
            </EmptyPage>
        </Show>
        <div role="status">
            {move || deleted.get().map(|_| view! {
                <p>{tr(Words::new("Partie supprimée.", "Game deleted."))} " "
                    <button on:click=restore>{tr(Words::new("Annuler", "Undo"))}</button></p>
            })}
        </div>
        <Show when=move || has(false)>
            <h2>{tr(Words::new("En cours", "In progress"))}</h2>
            <ul class="kept">{move || rows(false)}</ul>
        </Show>
        {plots}
        <Show when=move || !online.with(Vec::is_empty)>
            <h2>{tr(Words::new("En ligne", "Online"))}</h2>
            <Tables tables=online/>
        </Show>
        <Show when=move || has(true)>
            <h2>{tr(Words::new("Terminées", "Finished"))}</h2>
            <ul class="kept">{move || rows(true)}</ul>
        </Show>
    }
}

fn row(
    saved: SavedGame,
    games: RwSignal<Vec<SavedGame>, LocalStorage>,
    deleted: RwSignal<Option<DeletedGame>>,
) -> AnyView {
    let SavedGame { id, last_played, game } = saved;
    let delete = {
        let id = id.clone();
        move |_| {
            deleted.set(saved_games::delete(&id));
            games.set(saved_games::all());
        }
    };
    let day = move || date(last_played, DateStyle::Date, lang());
    let delete_button = move || {
        let name = tr(Words::new("Supprimer cette partie", "Delete this game"));
        view! { <button class="plain" aria-label=name.clone() title=name on:click=delete>{Icon::Close.view()}</button> }
    };
    match game {
        Ok(game) => {
            let address = format!("{}#{id}", Route::Play(game.kind()));
            let name = tr(game.kind().name());
            let position = game.seen_by(Viewer::Public);
            let last = game
                .record()
                .steps()
                .iter()
                .rfind(|step| !step.is_chance())
                .map(rules::record::RecordedMove::mv);
            let scene = Memo::new(move |_| {
                let look = SettingsStore::expect().get().look;
                boards::draw(&position, &DrawContext { last_move: last, look, ..DrawContext::plain(lang()) })
            });
            let result =
                game.outcome().zip(own_seat(&game)).map(|(outcome, seat)| OwnResult::of(outcome, seat));
            let badge = result.map(|result| view! { <span class=result.class()>{tr(result.words())}</span> });
            let continue_link = game.outcome().is_none().then(|| {
                view! { <span class="go-on">{tr(Words::new("Continuer", "Continue"))} "\u{a0}›"</span> }
            });
            let has_ended_early = game.end().and_then(ending::mark).is_some();
            let about = game.clone();
            view! {
                <li>
                    <AddressLink to=address class="kept-game">
                        <span class="thumbnail" class:is-ended=has_ended_early aria-hidden="true"><Picture scene label=""/></span>
                        <span class="what">
                            <strong>{name}</strong>
                            <span>{move || opponent(&about, lang())}</span>
                            <span>{badge} " " {move || state(&game, lang())} " " {continue_link}</span>
                        </span>
                        <span class="day">{day}</span>
                    </AddressLink>
                    {delete_button()}
                </li>
            }
            .into_any()
        }
        Err(text) => view! {
            <li>
                <span>{tr(Words::new(
                    "Cette partie n’est plus lisible. Voici son texte\u{a0}:",
                    "This game can no longer be read. Here is its text:",
                ))}</span>
                <textarea readonly prop:value=text aria-label=tr(Words::new("Texte", "Text"))></textarea>
                <span class="day">{day}</span>
                {delete_button()}
            </li>
        }
        .into_any(),
    }
}

/// The opponent, as text.
fn opponent(game: &LocalGame, lang: Lang) -> String {
    match opposing_level(game) {
        Some(level) => {
            let name = labels::level(level).0;
            match (game.players().len(), lang) {
                (2, Lang::Fr) => format!("Contre le moteur, niveau {level} ({})", name.fr),
                (2, Lang::En) => format!("Against the engine, level {level} ({})", name.en),
                // The level is that of the strongest.
                (_, Lang::Fr) => format!("Contre des moteurs, jusqu’au niveau {level} ({})", name.fr),
                (_, Lang::En) => format!("Against engines, up to level {level} ({})", name.en),
            }
        }
        None => {
            Words::new("À plusieurs sur cet appareil", "Pass and play on this device").get(lang).to_owned()
        }
    }
}

/// The state of a game in words: its result, or how many moves were played.
fn state(game: &LocalGame, lang: Lang) -> String {
    let count = game.record().steps().iter().filter(|step| !step.is_chance()).count();
    match (game.outcome(), lang) {
        (Some(_), _) if own_seat(game).is_some() => labels::moves(count, lang),
        (Some(outcome), _) => game.names().result(outcome, lang),
        (None, Lang::Fr) => format!("En cours, {}", labels::moves(count, lang)),
        (None, Lang::En) => format!("In progress, {}", labels::moves(count, lang)),
    }
}
