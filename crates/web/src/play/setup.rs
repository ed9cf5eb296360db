//! Choosing a new game: who plays, with which options, with which clock.

use std::time::Duration;

use engine::Level;
use leptos::prelude::*;
use rules::{Kind, Lang, OptionSpec, Seat, Words};

use super::sitting::Sitting;
use crate::app::{lang, said};
use crate::local::{LocalGame, Pace, Player};
use crate::naming;
use crate::settings::Chosen;

/// The paces that can be chosen: minutes, and seconds a move.
const PACES: [(u64, u64); 5] = [(1, 0), (3, 2), (5, 5), (10, 5), (30, 0)];

/// The choice of a new game. `done` is called when it has begun.
#[component]
pub fn Setup(
    /// The game on the table, in whose place the new one comes.
    sitting: Sitting,
    /// Called when it has begun.
    done: Callback<()>,
) -> impl IntoView {
    let kind = sitting.game.with_untracked(LocalGame::kind);
    let level = Chosen::expect().get_untracked().level;
    let options = RwSignal::new(sitting.game.with_untracked(|game| game.game().options()));
    let players = RwSignal::new(sitting.game.with_untracked(|game| game.players().to_vec()));
    let pace = RwSignal::new(None::<(u64, u64)>);
    let seats = move || seats_of(&options.get());
    // A seat that is new is the engine's.
    Effect::new(move |_| {
        let count = seats();
        players.update(|players| players.resize(usize::from(count), Player::Engine(level)));
    });
    let begin = move |_| {
        let pace = pace.get().map(|(minutes, seconds)| Pace {
            base: Duration::from_secs(60 * minutes),
            increment: Duration::from_secs(seconds),
        });
        if let Ok(game) = LocalGame::new(kind, &options.get(), &players.get(), pace) {
            sitting.begin(game);
            done.run(());
        }
    };
    let shortcuts = move || {
        let count = usize::from(seats());
        let all_people = vec![Player::Person; count];
        let mut first = vec![Player::Engine(level); count];
        first[0] = Player::Person;
        let mut second = vec![Player::Engine(level); count];
        second[count - 1] = Player::Person;
        let choice = move |who: Vec<Player>, name: Words| {
            let (chosen, set) = (who.clone(), who);
            let is_so = move || {
                let same =
                    |a: &Player, b: &Player| matches!(a, Player::Person) == matches!(b, Player::Person);
                players
                    .with(|now| now.len() == chosen.len() && now.iter().zip(&chosen).all(|(a, b)| same(a, b)))
            };
            view! {
                <button class="choice" aria-pressed=move || is_so().to_string()
                    on:click=move |_| players.set(set.clone())>{said(name)}</button>
            }
        };
        view! {
            {choice(first, Words::new("Moi d’abord", "I begin"))}
            {choice(second, Words::new("Le moteur d’abord", "The engine begins"))}
            {choice(all_people, Words::new("Ensemble sur cet appareil", "Together on this device"))}
        }
    };
    view! {
        <fieldset class="choices">
            <legend>{said(Words::new("Qui joue\u{a0}?", "Who plays?"))}</legend>
            {shortcuts}
        </fieldset>
        <div class="seats">
            {move || (0..seats()).map(|index| view! { <SeatChoice kind index players/> }).collect_view()}
        </div>
        {kind.options().iter().map(|spec| view! { <OptionChoice spec options/> }).collect_view()}
        <PaceChoice pace/>
        <button class="strong begin" on:click=begin>{said(Words::new("Commencer", "Begin"))}</button>
    }
}

fn seats_of(options: &str) -> u8 {
    let players = options.split(',').find_map(|pair| pair.strip_prefix("players="));
    players.and_then(|count| count.parse().ok()).unwrap_or(2)
}

/// Who sits in one seat.
#[component]
fn SeatChoice(kind: Kind, index: u8, players: RwSignal<Vec<Player>>) -> impl IntoView {
    let seat = Seat::from_index(index);
    let who =
        move || players.with(|players| players.get(usize::from(index)).copied().unwrap_or(Player::Person));
    let set = move |value: String| {
        let player = value.parse().map_or(Player::Person, Player::Engine);
        players.update(|players| {
            if let Some(place) = players.get_mut(usize::from(index)) {
                *place = player;
            }
        });
    };
    let value = move || match who() {
        Player::Person => "person".to_owned(),
        Player::Engine(level) => level.to_string(),
    };
    let levels = (1..=10).filter_map(Level::new).map(move |level| {
        let text = move || {
            let name = naming::level(level).0;
            match lang() {
                Lang::Fr => format!("Moteur {level}\u{a0}: {}", name.fr),
                Lang::En => format!("Engine {level}: {}", name.en),
            }
        };
        view! {
            <option value=level.to_string() selected=move || who() == Player::Engine(level)>{text}</option>
        }
    });
    let about = move || match who() {
        Player::Person => String::new(),
        Player::Engine(level) => naming::level(level).1.get(lang()).to_owned(),
    };
    view! {
        <label class="field">
            <span>
                <span class=naming::seat_class(kind, seat) aria-hidden="true"></span>
                {move || naming::player(kind, seat, &[], lang())}
            </span>
            <select prop:value=value on:change=move |event| set(event_target_value(&event))>
                <option value="person" selected=move || who() == Player::Person>
                    {said(Words::new("Une personne", "A person"))}
                </option>
                {levels.collect_view()}
            </select>
            <small>{about}</small>
        </label>
    }
}

/// One option of the game, with what it changes.
#[component]
fn OptionChoice(spec: &'static OptionSpec, options: RwSignal<String>) -> impl IntoView {
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
                {said(value_name(spec.key, value))}
            </button>
        }
    });
    // Records and the terminal call the values by their keys; here the buttons name them.
    let about = move || {
        let mut text = spec.about.get(lang()).to_owned();
        for value in spec.values {
            text = text.replace(&format!(" ({value})"), "");
        }
        text
    };
    view! {
        <fieldset class="choices">
            <legend>{said(option_name(spec.key))}</legend>
            {values.collect_view()}
            <small>{about}</small>
        </fieldset>
    }
}

/// What an option is called.
pub(crate) fn option_name(key: &'static str) -> Words {
    match key {
        "players" => Words::new("Joueurs", "Players"),
        "tiebreak" => Words::new("Sans ligne à la fin", "Without a line at the end"),
        "numbers" => Words::new("Numéros des cartes", "Numbers on the cards"),
        "target" => Words::new("Jetons pour gagner", "Tokens to win"),
        "repetition" => Words::new("Répétition", "Repetition"),
        other => Words::new(other, other),
    }
}

/// What a value of an option is called.
pub(crate) fn value_name(key: &str, value: &'static str) -> Words {
    match (key, value) {
        ("tiebreak", "majority") => Words::new("Le plus de plaquettes gagne", "Most boards win"),
        ("tiebreak", "draw") => Words::new("Partie nulle", "A draw"),
        ("repetition", "0") => Words::new("Sans limite", "No limit"),
        ("repetition", "3") => Words::new("Nulle à la troisième fois", "A draw the third time"),
        _ => Words::new(value, value),
    }
}

/// The clock.
#[component]
fn PaceChoice(pace: RwSignal<Option<(u64, u64)>>) -> impl IntoView {
    let choice = move |value: Option<(u64, u64)>| {
        let text = move || match (value, lang()) {
            (None, Lang::Fr) => "Sans pendule".to_owned(),
            (None, Lang::En) => "No clock".to_owned(),
            (Some((minutes, 0)), _) => format!("{minutes}\u{a0}min"),
            (Some((minutes, seconds)), _) => format!("{minutes}\u{a0}min + {seconds}\u{a0}s"),
        };
        view! {
            <button class="choice" aria-pressed=move || (pace.get() == value).to_string()
                on:click=move |_| pace.set(value)>{text}</button>
        }
    };
    view! {
        <fieldset class="choices">
            <legend>{said(Words::new("Pendule", "Clock"))}</legend>
            {choice(None)}
            {PACES.into_iter().map(|pace| choice(Some(pace))).collect_view()}
        </fieldset>
    }
}
