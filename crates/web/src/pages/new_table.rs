//! Opening a table: any game, who sits where, the clock, who begins, and who may see it.

use leptos::prelude::*;
use rules::{Kind, Lang, Say, Seat, Words};
use table::{SeatSetup, Seating, Setup, TimeControl};

use crate::browser;
use crate::labels;
use crate::language::{lang, tr};
use crate::local::PlayerKind;
use crate::online::api::{self, ApiError};
use crate::online::guest_profile::{GuestProfile, NameField};
use crate::online::table_list::NoServer;
use crate::panel::{OptionChoice, SeatChoice, TimeControlChoice, seats_of, with_side};
use crate::router::Router;
use crate::start_queue::Deferred;

/// Who makes the first move, as the guest who opens the table chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FirstMover {
    Me,
    Other,
    Chance,
}

/// Opening a table.
#[component]
pub fn Page() -> impl IntoView {
    let query = browser::query();
    let kind = RwSignal::new(query.strip_prefix("?game=").and_then(|id| id.parse().ok()).unwrap_or_default());
    let options = RwSignal::new(String::new());
    let players = RwSignal::new(vec![PlayerKind::Person; 2]);
    let clock = RwSignal::new(TimeControl::Game { base: 600, increment: 5 });
    let begins = RwSignal::new(FirstMover::Chance);
    let listed = RwSignal::new(false);
    let error = RwSignal::new(None::<ApiError>);
    let busy = RwSignal::new(false);
    let guest = GuestProfile::new();
    let router = Router::here();
    let seats = Memo::new(move |_| seats_of(kind.get(), &options.get()));
    // When the number of seats changes, the choices stay, and added seats are for people.
    Effect::new(move |_| {
        let count = usize::from(seats.get());
        players.update(|players| players.resize(count, PlayerKind::Person));
    });
    let open = move |_| {
        let setup = setup(kind.get(), &options.get(), &players.get(), clock.get(), begins.get());
        let (setup, seat) = match setup {
            Ok(setup) => setup,
            Err(words) => return error.set(Some(ApiError::Refused(String::new(), words))),
        };
        busy.set(true);
        let path = if listed.get() { "/api/tables?listed=yes" } else { "/api/tables" };
        leptos::task::spawn_local(async move {
            guest.saved().await;
            match api::post(path, &setup.to_string()).await {
                Ok(id) => {
                    let seat = seat.map_or_else(|| "-".to_owned(), |seat| seat.to_string());
                    router.go_by(&format!("/t/{}?sit={seat}", id.trim()));
                }
                Err(why) => {
                    error.try_set(Some(why));
                    busy.try_set(false);
                }
            }
        });
    };
    let game = move |one: Kind| {
        let choose = move |_| {
            options.set(String::new());
            kind.set(one);
        };
        view! {
            <button class="choice" aria-pressed=move || (kind.get() == one).to_string() on:click=choose>
                {tr(one.name())}
            </button>
        }
    };
    let beginner = move |who: FirstMover| {
        let words = move || players.with(|players| words(kind.get(), players, who));
        view! {
            <button class="choice" aria-pressed=move || (begins.get() == who).to_string()
                on:click=move |_| begins.set(who)>{move || words().say(lang())}</button>
        }
    };
    let visible = move |to_all: bool, words: Words| {
        view! {
            <button class="choice" aria-pressed=move || (listed.get() == to_all).to_string()
                on:click=move |_| listed.set(to_all)>{tr(words)}</button>
        }
    };
    let seat_choices = move || {
        let kind = kind.get();
        (0..seats.get()).map(|index| view! { <SeatChoice kind index players/> }).collect_view()
    };
    view! {
        <h1>{tr(Words::new("Ouvrir une table", "Open a table"))}</h1>
        <NameField guest/>
        <fieldset class="choices">
            <legend>{tr(Words::new("Jeu", "Game"))}</legend>
            <Deferred>{Kind::ALL.iter().map(|&kind| game(kind)).collect_view()}</Deferred>
            <small>{move || labels::facts(kind.get(), lang())}</small>
        </fieldset>
        {move || kind.get().options().iter().map(|spec| view! { <OptionChoice spec options/> }).collect_view()}
        <div class="seats"><Deferred>{seat_choices}</Deferred></div>
        <TimeControlChoice time_control=clock with_days=true/>
        <fieldset class="choices">
            <legend>{tr(Words::new("Qui commence\u{202f}?", "Who plays first?"))}</legend>
            {[FirstMover::Chance, FirstMover::Me, FirstMover::Other].into_iter().map(beginner).collect_view()}
        </fieldset>
        <fieldset class="choices">
            <legend>{tr(Words::new("Qui peut rejoindre la table\u{202f}?", "Who can join?"))}</legend>
            {visible(false, Words::new("Ceux qui ont le lien", "Anyone with the link"))}
            {visible(true, Words::new("Tout le monde", "Everyone"))}
        </fieldset>
        {move || error.get().or_else(|| guest.error.get()).map(|error| match error {
            ApiError::Unreachable => NoServer().into_any(),
            refused => view! { <p class="refusal" role="alert">{move || refused.say(lang())}</p> }.into_any(),
        })}
        <button class="strong begin" disabled=move || busy.get() || !guest.has_name() on:click=open>
            {tr(Words::new("Ouvrir la table", "Open the table"))}
        </button>
    }
}

/// The index of the seat of the guest who opens the table, if who begins decides it and a seat is left for the guest.
fn own_seat(players: &[PlayerKind], begins: FirstMover) -> Option<usize> {
    let mut seats = match begins {
        FirstMover::Chance => 0..0,
        FirstMover::Me => 0..1,
        FirstMover::Other => 1..players.len(),
    };
    seats.find(|&index| players.get(index) == Some(&PlayerKind::Person))
}

/// A choice of who begins, with the side that the guest who opens the table then has: "Me (as red)".
fn words(kind: Kind, players: &[PlayerKind], begins: FirstMover) -> Words {
    let (choice, before_side) = match begins {
        FirstMover::Chance => (["Au hasard", "Random"], ""),
        FirstMover::Me => (["Moi", "Me"], "as"),
        FirstMover::Other => (["Un adversaire", "An opponent"], "I play"),
    };
    match own_seat(players, begins) {
        Some(index) => with_side(kind, index, choice, before_side),
        None => Words::new(choice[0], choice[1]),
    }
}

/// The chosen setup and the seat of the guest who opens the table; or why the setup is invalid.
fn setup(
    kind: Kind,
    options: &str,
    players: &[PlayerKind],
    clock: TimeControl,
    begins: FirstMover,
) -> Result<(Setup, Option<Seat>), Words> {
    let place = |player: &PlayerKind| match player {
        PlayerKind::Person => SeatSetup::Open,
        PlayerKind::Engine(level) => SeatSetup::Engine(*level),
    };
    let places: Vec<SeatSetup> = players.iter().map(place).collect();
    let starts = if begins == FirstMover::Chance { Seating::Random } else { Seating::InOrder };
    let seat = own_seat(players, begins).map(|index| Seat::from_index(index as u8));
    if !places.contains(&SeatSetup::Open) || (begins == FirstMover::Other && seat.is_none()) {
        return Err(Words::new(
            "Il ne reste pas de place pour vous\u{a0}: choisissez «\u{a0}Une personne\u{a0}» pour l’une des places.",
            "There is no seat left for you: choose “A person” for one of them.",
        ));
    }
    if begins == FirstMover::Me && seat.is_none() {
        return Err(Words::new(
            "La première place est à un moteur\u{a0}: donnez-la à une personne, ou laissez un adversaire commencer.",
            "The first seat belongs to an engine: give it to a person, or let an opponent play first.",
        ));
    }
    let wrong = |why: rules::TextError| Words { fr: why.say(Lang::Fr).into(), en: why.say(Lang::En).into() };
    Ok((Setup::new(kind, options, places, clock, starts).map_err(wrong)?, seat))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_player_who_begins_gets_seat_1() {
        let engine = PlayerKind::Engine(engine::Level::new(3).unwrap());
        let made = |players: &[PlayerKind], begins| {
            setup(Kind::Morpion, "", players, TimeControl::Untimed, begins)
                .map(|(setup, seat)| (setup.to_string(), seat.map(Seat::number)))
        };
        let both = [PlayerKind::Person, PlayerKind::Person];
        assert_eq!(
            made(&both, FirstMover::Me).unwrap(),
            ("morpion - open,open untimed first".to_owned(), Some(1))
        );
        assert_eq!(made(&both, FirstMover::Other).unwrap().1, Some(2));
        assert_eq!(
            made(&both, FirstMover::Chance).unwrap(),
            ("morpion - open,open untimed random".to_owned(), None)
        );
        let second = [engine, PlayerKind::Person];
        assert_eq!(
            made(&second, FirstMover::Other).unwrap(),
            ("morpion - engine:3,open untimed first".to_owned(), Some(2))
        );
        assert!(made(&second, FirstMover::Me).is_err());
    }

    #[test]
    fn who_begins_says_which_side_that_gives() {
        let sentence = |kind, players: &[PlayerKind]| {
            [FirstMover::Chance, FirstMover::Me, FirstMover::Other]
                .map(|begins| words(kind, players, begins).en)
        };
        let both = [PlayerKind::Person, PlayerKind::Person];
        assert_eq!(sentence(Kind::Cards, &both), ["Random", "Me (as red)", "An opponent (I play blue)"]);
        assert_eq!(sentence(Kind::Doh, &both), ["Random", "Me", "An opponent"], "the pieces are everybody's");
        let engine = PlayerKind::Engine(engine::Level::MAX);
        let three = [PlayerKind::Person, engine, PlayerKind::Person];
        assert_eq!(sentence(Kind::Fives, &three)[2], "An opponent (I play green)");
        assert_eq!(sentence(Kind::Cards, &[engine, engine]), ["Random", "Me", "An opponent"]);
        assert_eq!(words(Kind::Cards, &both, FirstMover::Other).fr, "Un adversaire (j’ai les bleus)");
    }

    #[test]
    fn a_table_of_engines_is_refused_with_a_readable_reason_for_every_choice_of_who_begins() {
        let engine = PlayerKind::Engine(engine::Level::new(3).unwrap());
        for begins in [FirstMover::Chance, FirstMover::Me, FirstMover::Other] {
            let words = setup(Kind::Morpion, "", &[engine, engine], TimeControl::Untimed, begins)
                .expect_err("nobody could sit down");
            for lang in Lang::ALL {
                let text = words.get(lang);
                assert!(!text.contains("engine:"), "{begins:?}: {text}");
            }
            assert!(words.en.starts_with("There is no seat left for you"), "{begins:?}: {}", words.en);
        }
    }
}
