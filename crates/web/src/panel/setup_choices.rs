//! Form fields for a new game: the player of each seat, and the options of the game.

use engine::Level;
use leptos::prelude::*;
use rules::{Kind, Lang, OptionSpec, Seat, Words};

use crate::labels;
use crate::language::{lang, tr};
use crate::local::PlayerKind;

/// The number of seats in a game with these options.
pub fn seats_of(options: &str) -> u8 {
    let players = options.split(',').find_map(|pair| pair.strip_prefix("players="));
    players.and_then(|count| count.parse().ok()).unwrap_or(2)
}

/// Chooses the player of a seat.
#[component]
pub fn SeatChoice(
    /// The game.
    kind: Kind,
    /// The index of the seat.
    index: u8,
    /// The player of each seat.
    players: RwSignal<Vec<PlayerKind>>,
) -> impl IntoView {
    let seat = Seat::from_index(index);
    let who = move || {
        players.with(|players| players.get(usize::from(index)).copied().unwrap_or(PlayerKind::Person))
    };
    let set = move |value: String| {
        let player = value.parse().map_or(PlayerKind::Person, PlayerKind::Engine);
        players.update(|players| {
            if let Some(place) = players.get_mut(usize::from(index)) {
                *place = player;
            }
        });
    };
    let value = move || match who() {
        PlayerKind::Person => "person".to_owned(),
        PlayerKind::Engine(level) => level.to_string(),
    };
    let levels = Level::all().map(move |level| {
        let text = move || {
            let name = labels::level(level).0;
            match lang() {
                Lang::Fr => format!("Moteur {level}\u{a0}: {}", name.fr),
                Lang::En => format!("Engine {level}: {}", name.en),
            }
        };
        view! {
            <option value=level.to_string() selected=move || who() == PlayerKind::Engine(level)>{text}</option>
        }
    });
    let about = move || match who() {
        PlayerKind::Person => String::new(),
        PlayerKind::Engine(level) => labels::level(level).1.get(lang()).to_owned(),
    };
    view! {
        <label class="field">
            <span>
                <span class=labels::seat_class(kind, seat) aria-hidden="true"></span>
                {move || labels::player(kind, seat, &[], lang())}
            </span>
            <select prop:value=value on:change=move |event| set(event_target_value(&event))>
                <option value="person" selected=move || who() == PlayerKind::Person>
                    {tr(Words::new("Une personne", "A person"))}
                </option>
                {levels.collect_view()}
            </select>
            <small>{about}</small>
        </label>
    }
}

/// Chooses the value of an option, with a description.
#[component]
pub fn OptionChoice(
    /// The option.
    spec: &'static OptionSpec,
    /// All options, as text.
    options: RwSignal<String>,
) -> impl IntoView {
    let now = move || {
        let find = |text: &str| {
            text.split(',').find_map(|pair| pair.strip_prefix(spec.key)?.strip_prefix('=').map(str::to_owned))
        };
        options.with(|text| find(text)).unwrap_or_else(|| spec.default.to_owned())
    };
    let set = move |value: &'static str| {
        options.update(|text| {
            let beginning = format!("{}=", spec.key);
            let others = text.split(',').filter(|pair| !pair.is_empty() && !pair.starts_with(&beginning));
            let mut pairs: Vec<String> = others.map(str::to_owned).collect();
            pairs.push(format!("{beginning}{value}"));
            *text = pairs.join(",");
        });
    };
    let values = spec.values.iter().map(move |&value| {
        view! {
            <button class="choice" aria-pressed=move || (now() == value).to_string() on:click=move |_| set(value)>
                {tr(value_name(spec.key, value))}
            </button>
        }
    });
    // The description names values by their keys, as records do; the buttons here have names in the app's language.
    let about = move || {
        let mut text = spec.about.get(lang()).to_owned();
        for value in spec.values {
            text = text.replace(&format!(" ({value})"), "");
        }
        text
    };
    view! {
        <fieldset class="choices">
            <legend>{tr(option_name(spec.key))}</legend>
            {values.collect_view()}
            <small>{about}</small>
        </fieldset>
    }
}

/// The name of an option.
pub fn option_name(key: &'static str) -> Words {
    match key {
        "players" => Words::new("Joueurs", "Players"),
        "tiebreak" => Words::new("Sans ligne à la fin", "Without a line at the end"),
        "numbers" => Words::new("Numéros des cartes", "Numbers on the cards"),
        "target" => Words::new("Jetons pour gagner", "Tokens to win"),
        "repetition" => Words::new("Nulle par répétition", "Draw by repetition"),
        other => Words::new(other, other),
    }
}

/// The name of an option's value.
pub fn value_name(key: &str, value: &'static str) -> Words {
    match (key, value) {
        ("tiebreak", "majority") => Words::new("Le plus de plaquettes gagne", "Most boards win"),
        ("tiebreak", "draw") => Words::new("Partie nulle", "A draw"),
        ("repetition", "0") => Words::new("Jamais", "Never"),
        ("repetition", times) => rules::words!(fr: "{times} fois", en: "{times} times"),
        _ => Words::new(value, value),
    }
}
