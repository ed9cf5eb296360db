//! The panel of the explorer, beside the analysis board.

use explorer::{MoveValue, PositionKey, Tally};
use leptos::prelude::*;
use rules::{AnyGame, AnyMove, Kind, Lang, Seat, Words, number_text};

use super::results;
use super::sources::Sources;
use crate::labels;
use crate::language::{lang, tr};
use crate::panel::parts_view;
use crate::study::analysis_board::AnalysisBoard;

/// How many moves a list shows at first.
const SHOWN: usize = 8;

/// A move of a list.
struct ExplorerRow {
    /// The moves here that are the same by symmetry.
    moves: Vec<AnyMove>,
    tally: Tally,
    value: Option<MoveValue>,
}

/// What was played in the position shown.
#[component]
pub fn ExplorerPanel(
    /// The game.
    kind: Kind,
    /// The analysis board.
    analysis: AnalysisBoard,
) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let toggle = move |_| is_open.update(|open| *open = !*open);
    view! {
        <section class="explorer" aria-label=tr(Words::new("Explorateur de parties", "Game explorer"))>
            <p class="row">
                <button class="choice switch" role="switch" aria-checked=move || is_open.get().to_string() on:click=toggle>
                    {tr(Words::new("Explorateur de parties", "Game explorer"))}
                </button>
            </p>
            <Show when=move || is_open.get()><Contents kind analysis/></Show>
        </section>
    }
}

#[component]
fn Contents(kind: Kind, analysis: AnalysisBoard) -> impl IntoView {
    let sources = Sources::new(kind);
    sources.load();
    let here = Memo::new(move |_| {
        let game = analysis.game();
        PositionKey::of(&game).map(|position_key| (game.clone(), position_key))
    });
    Effect::new(move |_| {
        if let Some(key) = here.with(|here| here.as_ref().map(|(_, position_key)| position_key.key)) {
            sources.ask(key);
        }
    });
    let show_all = RwSignal::new(false);
    Effect::new(move |_| {
        here.track();
        show_all.set(false);
    });
    let by_engines = move || {
        let Some((game, position_key)) = here.get() else {
            return nothing_to_play(&analysis.game()).into_any();
        };
        match sources.collection.get() {
            None => view! { <p role="status">{tr(Words::new("Chargement des parties…", "Loading the games…"))}</p> }.into_any(),
            Some(Err(why)) => view! {
                <p class="refusal" role="alert">{tr(why)}</p>
                <p class="row"><button on:click=move |_| sources.load()>{tr(Words::new("Réessayer", "Try again"))}</button></p>
            }
            .into_any(),
            Some(Ok(collection)) => {
                let rows: Vec<ExplorerRow> = collection
                    .moves(&position_key)
                    .iter()
                    .filter_map(|stats| {
                        let moves = position_key.moves(stats.code)?.to_vec();
                        Some(ExplorerRow { moves, tally: stats.tally, value: stats.value })
                    })
                    .collect();
                let games = collection.head().games;
                let is_usual = collection.has_options_of(&game);
                view! {
                    <h2>{move || engine_heading(games, lang())}</h2>
                    {if rows.is_empty() {
                        nothing(is_usual).into_any()
                    } else {
                        list(rows, &game, analysis, show_all).into_any()
                    }}
                }
                .into_any()
            }
        }
    };
    let by_people = move || {
        let (game, position_key) = here.get()?;
        let archived = sources.archive.with(|known| known.get(&position_key.key).cloned())?;
        let collection = sources.collection.get().and_then(Result::ok);
        let rows: Vec<ExplorerRow> = archived
            .into_iter()
            .filter_map(|found| {
                let moves = position_key.moves(found.code)?.to_vec();
                let known = collection.as_ref().map(|collection| collection.moves(&position_key));
                let known = known.into_iter().flatten().find(|stats| stats.code == found.code);
                Some(ExplorerRow { moves, tally: found.tally, value: known.and_then(|stats| stats.value) })
            })
            .collect();
        let heading = tr(Words::new("Parties de ce serveur", "Games on this server"));
        Some(view! {
            <h2>{heading}</h2>
            {if rows.is_empty() {
                view! { <p class="empty">{tr(Words::new("Aucune partie n’a encore atteint cette position.", "No game has reached this position yet."))}</p> }.into_any()
            } else {
                list(rows, &game, analysis, show_all).into_any()
            }}
        })
    };
    view! {
        {by_engines}
        <div class="by-people">{by_people}</div>
    }
}

/// Why nothing was played here: the game is over, or chance moves next.
fn nothing_to_play(game: &AnyGame) -> impl IntoView + use<> {
    let words = if game.turn().outcome().is_some() {
        Words::new(
            "La partie est finie\u{a0}: il n’y a plus de coup à jouer.",
            "The game is over: there are no moves left.",
        )
    } else {
        Words::new("Il n’y a rien à jouer dans cette position.", "There is nothing to play in this position.")
    };
    view! { <p class="empty">{tr(words)}</p> }
}

fn nothing(is_usual: bool) -> impl IntoView {
    let words = if is_usual {
        Words::new(
            "Trop peu de parties du moteur ont atteint cette position.",
            "Too few of the engine’s games reached this position.",
        )
    } else {
        Words::new(
            "Le moteur n’a joué qu’avec les règles habituelles\u{a0}: pas de parties avec ces options.",
            "The engine only played with the usual rules: there are no games with these options.",
        )
    };
    view! { <p class="empty">{tr(words)}</p> }
}

fn engine_heading(games: u32, lang: Lang) -> String {
    let games = number_text::count(games.into(), lang);
    match lang {
        Lang::Fr => format!("{games} parties du moteur"),
        Lang::En => format!("{games} engine games"),
    }
}

/// The moves, most played first. A click plays one.
fn list(
    rows: Vec<ExplorerRow>,
    game: &AnyGame,
    analysis: AnalysisBoard,
    show_all: RwSignal<bool>,
) -> impl IntoView + use<> {
    let (kind, seats) = (game.kind(), game.seats());
    let game = StoredValue::new(game.clone());
    let mover = game.with_value(|game| game.turn().seat()).unwrap_or(Seat::ONE);
    let hidden = rows.len().saturating_sub(SHOWN);
    let row = move |(index, row): (usize, ExplorerRow)| {
        let ExplorerRow { moves, tally, value } = row;
        let first = moves[0];
        let label = move || game.with_value(|game| label(&moves, &tally, value, game, mover, lang()));
        let shown = game.with_value(|game| boards::notation(game, first));
        view! {
            <li class:more=move || { index >= SHOWN && !show_all.get() }>
                <button class="plain" on:click=move |_| analysis.play(first)>
                    <span class="heard">{label}</span>
                    <b aria-hidden="true">{parts_view(shown)}</b>
                    <span class="games" aria-hidden="true">{move || number_text::count(tally.games().into(), lang())}</span>
                    {results::bar(&tally, kind, mover, seats)}
                    <span class="value" aria-hidden="true">{move || value.map(|value| results::value_text(value, lang()))}</span>
                </button>
            </li>
        }
    };
    view! {
        {columns(kind, seats)}
        <ol>{rows.into_iter().enumerate().map(row).collect_view()}</ol>
        <Show when=move || { hidden > 0 && !show_all.get() }>
            <p class="row"><button class="plain" on:click=move |_| show_all.set(true)>
                {move || match lang() {
                    Lang::Fr if hidden == 1 => "1 autre coup".to_owned(),
                    Lang::En if hidden == 1 => "1 more move".to_owned(),
                    Lang::Fr => format!("{hidden} autres coups"),
                    Lang::En => format!("{hidden} more moves"),
                }}
            </button></p>
        </Show>
    }
}

/// What the columns of the list hold; the label of each row says it to screen readers.
fn columns(kind: Kind, seats: u8) -> impl IntoView {
    let mark = move |index: u8| {
        view! { <i class=labels::seat_class(kind, Seat::from_index(index))></i> " " }
    };
    view! {
        <div class="columns" aria-hidden="true">
            <span>{tr(Words::new("coup", "move"))}</span>
            <span class="games">{tr(Words::new("parties", "games"))}</span>
            <span class="results-head">
                {mark(0)} "/ " {tr(Words::new("nulle", "draw"))} " / " {(1..seats).map(mark).collect_view()}
            </span>
            <span class="value">{tr(Words::new("chances", "chances"))}</span>
        </div>
    }
}

/// The label of a row for screen readers.
fn label(
    moves: &[AnyMove],
    tally: &Tally,
    value: Option<MoveValue>,
    game: &AnyGame,
    mover: Seat,
    lang: Lang,
) -> String {
    let (first, games) = (boards::move_text(game, moves[0], lang), tally.games());
    let s = if games == 1 { "" } else { "s" };
    let results = results::words(tally, game.kind(), mover, game.seats(), lang);
    let alike = match (moves.len(), lang) {
        (1, _) => String::new(),
        (all, Lang::Fr) => format!(" (et {} par symétrie)", all - 1),
        (all, Lang::En) => format!(" (and {} by symmetry)", all - 1),
    };
    let value = value.map_or_else(String::new, |value| {
        let value = results::value_text(value, lang);
        match lang {
            Lang::Fr => format!(". Moteur\u{a0}: {value}"),
            Lang::En => format!(". Engine: {value}"),
        }
    });
    let games = number_text::count(games.into(), lang);
    match lang {
        Lang::Fr => format!("{first}{alike}\u{a0}: {games} partie{s}. {results}{value}"),
        Lang::En => format!("{first}{alike}: {games} game{s}. {results}{value}"),
    }
}
