//! The archive: the finished games that the server lists, browsed by game, result, length and opening, and searched by
//! player.

use leptos::prelude::*;
use rules::{Kind, Lang, Say, Seat, Words};
use table::{Listing, Name, Refusal};

use crate::browser;
use crate::empty_page::{Drawing, EmptyPage};
use crate::language::{lang, tr};
use crate::online::api::{self, ApiError};
use crate::online::opening_filter::OpeningFilter;
use crate::online::table_list::{NoServer, Tables};
use crate::route::Route;
use crate::router::Link;
use crate::start_queue::Deferred;

/// The page size of the server's archive.
const PAGE: usize = 50;

/// The lengths of games to choose from: the fewest and the most moves.
const LENGTHS: [(u32, Option<u32>); 4] = [(0, Some(10)), (11, Some(25)), (26, Some(50)), (51, None)];

/// What is searched for. Empty texts match everything.
#[derive(Clone, Copy)]
struct Filters {
    game: RwSignal<Option<Kind>>,
    name: RwSignal<String>,
    result: RwSignal<String>,
    length: RwSignal<Option<usize>>,
    opening: RwSignal<String>,
}

impl Filters {
    fn new() -> Filters {
        Filters {
            game: RwSignal::new(None),
            name: RwSignal::new(String::new()),
            result: RwSignal::new(String::new()),
            length: RwSignal::new(None),
            opening: RwSignal::new(String::new()),
        }
    }

    /// Subscribes to the filters that are applied as soon as they change.
    fn track(self) {
        self.game.track();
        self.result.track();
        self.length.track();
        self.opening.track();
    }

    /// Matches everything again.
    fn clear(self) {
        self.name.set(String::new());
        self.result.set(String::new());
        self.opening.set(String::new());
        self.length.set(None);
        self.game.set(None);
    }

    /// Why no player can have the name that is searched for: it is longer than any name.
    fn name_problem(self) -> Option<Words> {
        match self.name.with(|name| Name::tidy(name)) {
            Err(refusal @ Refusal::LongName { .. }) => Some(refusal.words()),
            _ => None,
        }
    }

    /// The query of the request.
    fn query(self) -> Vec<String> {
        let text = |name: &str, value: RwSignal<String>| {
            let value = value.get_untracked();
            (!value.trim().is_empty()).then(|| format!("{name}={}", browser::percent_encode(value.trim())))
        };
        let (min, max) =
            self.length.get_untracked().map_or((0, None), |index| LENGTHS[index % LENGTHS.len()]);
        let game = self.game.get_untracked().map(|kind| format!("game={kind}"));
        let min = (min > 0).then(|| format!("min={min}"));
        let max = max.map(|max| format!("max={max}"));
        let texts = [text("name", self.name), text("result", self.result), text("opening", self.opening)];
        [game, min, max].into_iter().chain(texts).flatten().collect()
    }
}

/// The archive.
#[component]
pub fn Page() -> impl IntoView {
    let filters = Filters::new();
    let games = RwSignal::new(Vec::<Listing>::new());
    let (has_more, is_asked) = (RwSignal::new(false), RwSignal::new(false));
    // Whether the games shown were searched for; without a search, an empty archive has no games at all.
    let is_filtered = RwSignal::new(false);
    let error = RwSignal::new(None::<ApiError>);
    // Counts the attempts to reach the server again.
    let again = RwSignal::new(0u32);
    // Counts searches, so that a late response is not shown for another search.
    let search = StoredValue::new(0u64);
    let ask = move |before: Option<String>| {
        search.update_value(|search| *search += 1);
        let mine = search.get_value();
        let mut fields = filters.query();
        let has_filters = !fields.is_empty();
        let is_first_page = before.is_none();
        fields.extend(before.map(|before| format!("before={before}")));
        leptos::task::spawn_local(async move {
            let answer = api::get(&format!("/api/archive?{}", fields.join("&"))).await;
            if search.try_get_value() != Some(mine) {
                return;
            }
            is_asked.set(true);
            is_filtered.set(has_filters);
            match answer {
                Ok(text) => {
                    let found = api::listings(&text);
                    error.set(None);
                    has_more.set(found.len() >= PAGE);
                    games.update(|games| {
                        if is_first_page {
                            games.clear();
                        }
                        games.extend(found);
                    });
                }
                Err(why) => {
                    if why == ApiError::Unreachable {
                        // The page may have been left by then.
                        set_timeout(move || _ = again.try_update(|again| *again += 1), api::RETRY);
                    }
                    error.set(Some(why));
                }
            }
        });
    };
    Effect::new(move |_| {
        filters.track();
        again.track();
        ask(None);
    });
    let clear = move |_| {
        filters.clear();
        // A name alone is not followed: it is searched for when it is sent.
        ask(None);
    };
    let more = move |_| ask(games.with_untracked(|games| games.last().map(cursor)));
    view! {
        <h1>{tr(Words::new("Archives", "Archive"))}</h1>
        // Longer than any text of the response, so that the largest contentful paint does not wait for it.
        <p>{tr(Words::new(
            "Les parties jouées en ligne aux tables ouvertes à tous. Retrouvez-en une par jeu, joueur, résultat, longueur ou ouverture, et revoyez-la coup par coup.",
            "Games played online at public tables. Find one by game, player, result, length or opening, and replay it move by move.",
        ))}</p>
        <Deferred><GameChoice filters/></Deferred>
        <form class="search" role="search" on:submit=move |event| {
            event.prevent_default();
            if untrack(|| filters.name_problem()).is_none() {
                ask(None);
            }
        }>
            <label class="field">
                <span>{tr(Words::new("Joueur", "Player"))}</span>
                <input type="search" prop:value=move || filters.name.get()
                    on:input=move |event| filters.name.set(event_target_value(&event))/>
            </label>
            <Deferred><ResultChoice filters/></Deferred>
            <Deferred><LengthChoice filters/></Deferred>
            <button class="strong">{tr(Words::new("Chercher", "Search"))}</button>
        </form>
        {move || filters.name_problem().map(|problem| view! {
            <p class="refusal" role="alert">{problem.say(lang())}</p>
        })}
        // In a game with drawn cards, every game has another opening.
        {move || filters.game.get().filter(|kind| !kind.has_chance()).map(|kind| view! {
            <details class="openings">
                <summary>{tr(Words::new("Par ouverture", "By opening"))}</summary>
                <OpeningFilter kind opening=filters.opening/>
            </details>
        })}
        {move || error.get().map(|error| match error {
            ApiError::Unreachable => NoServer().into_any(),
            refused => view! { <p class="refusal" role="alert">{refused.say(lang())}</p> }.into_any(),
        })}
        <Show when=move || is_asked.get() && error.with(Option::is_none) && games.with(Vec::is_empty)>
            <div role="status">
                {move || {
                    let (title, text) = empty_words(is_filtered.get());
                    view! {
                        <EmptyPage drawing=Drawing::Box title text>
                            {is_filtered.get().then(|| view! {
                                <button on:click=clear>{tr(Words::new("Effacer la recherche", "Clear the search"))}</button>
                            })}
                            <Link to=Route::Online class="button">{tr(Words::new("Jouer en ligne", "Play online"))}</Link>
                        </EmptyPage>
                    }
                }}
            </div>
        </Show>
        <Deferred><Tables tables=games/></Deferred>
        <Show when=move || has_more.get()>
            <p><button on:click=more>{tr(Words::new("Plus anciennes", "Older games"))}</button></p>
        </Show>
        <Show when=move || !games.with(Vec::is_empty)>
            <p><Link to=Route::Online>{tr(Words::new("Jouer en ligne", "Play online"))}</Link></p>
        </Show>
    }
}

/// Where the page after this game begins. Games may end in the same millisecond, so the time alone is not enough.
fn cursor(last: &Listing) -> String {
    format!("{},{}", last.at.0, last.id)
}

/// The title and the sentence of a page without games.
fn empty_words(is_filtered: bool) -> (Words, Words) {
    if is_filtered {
        let text = Words::new(
            "Élargissez votre recherche, ou jouez-en une\u{202f}!",
            "Widen your search, or play one yourself!",
        );
        (Words::new("Aucune partie trouvée", "No games found"), text)
    } else {
        let text = Words::new(
            "Les parties jouées aux tables ouvertes à tous se retrouveront ici. Jouez la première\u{202f}!",
            "Games played at public tables will be kept here. Play the first one!",
        );
        (Words::new("Aucune partie pour l’instant", "No games yet"), text)
    }
}

/// The game: all of them or one.
#[component]
fn GameChoice(filters: Filters) -> impl IntoView {
    let choice = move |kind: Option<Kind>| {
        let name = kind.map_or(Words::new("Tous les jeux", "All games"), Kind::name);
        let choose = move |_| {
            // The results and moves of one game mean nothing in another.
            filters.opening.set(String::new());
            filters.result.set(String::new());
            filters.game.set(kind);
        };
        view! {
            <button class="choice" aria-pressed=move || (filters.game.get() == kind).to_string() on:click=choose>
                {tr(name)}
            </button>
        }
    };
    let kinds = std::iter::once(None).chain(Kind::ALL.iter().copied().map(Some));
    view! {
        <fieldset class="choices">
            <legend>{tr(Words::new("Jeu", "Game"))}</legend>
            {kinds.map(choice).collect_view()}
        </fieldset>
    }
}

/// The result: a draw, or which player won.
#[component]
fn ResultChoice(filters: Filters) -> impl IntoView {
    let options = move || {
        let (lang, kind) = (lang(), filters.game.get());
        let seats = kind.map_or(4, |kind| kind.players().max);
        let win = |index: u8| {
            let seat = Seat::from_index(index);
            let words = match (kind, lang) {
                (Some(kind), _) => boards::Names::sides(kind).victory(seat, lang),
                (None, Lang::Fr) => format!("Victoire du joueur {}", seat.number()),
                (None, Lang::En) => format!("Won by player {}", seat.number()),
            };
            (format!("win{}", seat.number()), words)
        };
        let draw = ("draw".to_owned(), Words::new("Partie nulle", "A draw").say(lang));
        let all = (String::new(), Words::new("Tous", "Any").say(lang));
        let chosen = filters.result.get();
        [all, draw]
            .into_iter()
            .chain((0..seats).map(win))
            .map(move |(id, words)| {
                let selected = id == chosen;
                view! { <option value=id selected=selected>{words}</option> }
            })
            .collect_view()
    };
    view! {
        <label class="field">
            <span>{tr(Words::new("Résultat", "Result"))}</span>
            <select on:change=move |event| filters.result.set(event_target_value(&event))>{options}</select>
        </label>
    }
}

/// The length of the game.
#[component]
fn LengthChoice(filters: Filters) -> impl IntoView {
    let options = move || {
        let lang = lang();
        let option = |(index, (min, max)): (usize, (u32, Option<u32>))| {
            let words = match (min, max, lang) {
                (0, Some(max), Lang::Fr) => format!("Jusqu’à {max} coups"),
                (0, Some(max), Lang::En) => format!("Up to {max} moves"),
                (min, Some(max), Lang::Fr) => format!("De {min} à {max} coups"),
                (min, Some(max), Lang::En) => format!("{min} to {max} moves"),
                (min, None, Lang::Fr) => format!("{min} coups ou plus"),
                (min, None, Lang::En) => format!("{min} moves or more"),
            };
            let selected = filters.length.get_untracked() == Some(index);
            view! { <option value=index.to_string() selected=selected>{words}</option> }
        };
        LENGTHS.into_iter().enumerate().map(option).collect_view()
    };
    view! {
        <label class="field">
            <span>{tr(Words::new("Longueur", "Length"))}</span>
            <select prop:value=move || filters.length.get().map_or_else(String::new, |index| index.to_string())
                on:change=move |event| filters.length.set(event_target_value(&event).parse().ok())>
                <option value="">{tr(Words::new("Toutes", "Any"))}</option>
                {options}
            </select>
        </label>
    }
}
