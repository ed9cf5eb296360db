//! The form for a new game: players, options, clock.

use std::time::Duration;

use engine::Level;
use leptos::prelude::*;
use rules::{Kind, Lang, Seat, SeatMark, Words};

use super::local_session::LocalSession;
use crate::language::{in_both_languages, lang, tr};
use crate::local::{ClockSettings, LocalGame, PlayerKind};
use crate::panel::{OptionChoice, SeatChoice, seats_of};
use crate::random;
use crate::settings::SettingsStore;

/// The time controls on offer: minutes for the game, seconds for each move.
const TIME_CONTROLS: [(u64, u64); 5] = [(1, 0), (3, 2), (5, 5), (10, 5), (30, 0)];

/// The form for a new game.
#[component]
pub fn NewGameForm(
    /// The session whose game is replaced.
    session: LocalSession,
    /// Called when the new game has begun.
    done: Callback<()>,
) -> impl IntoView {
    let kind = session.game.with_untracked(LocalGame::kind);
    let level = SettingsStore::expect().get_untracked().level;
    let options = RwSignal::new(session.game.with_untracked(|game| game.game().options()));
    let players = RwSignal::new(session.game.with_untracked(|game| game.players().to_vec()));
    let time_control = RwSignal::new(None::<(u64, u64)>);
    let seats = move || seats_of(kind, &options.get());
    Effect::new(move |_| {
        let count = usize::from(seats());
        players.update(|players| players.resize(count, added_player(players, level)));
    });
    let begin = move |_| {
        let time_control = time_control.get().map(|(minutes, seconds)| ClockSettings {
            base: Duration::from_secs(60 * minutes),
            increment: Duration::from_secs(seconds),
        });
        if let Ok(game) = LocalGame::new(kind, &options.get(), &players.get(), time_control) {
            session.begin(game);
            done.run(());
        }
    };
    let shortcuts = move || {
        let count = usize::from(seats());
        let all_people = vec![PlayerKind::Person; count];
        let mut first = vec![PlayerKind::Engine(level); count];
        first[0] = PlayerKind::Person;
        let mut second = vec![PlayerKind::Engine(level); count];
        second[count - 1] = PlayerKind::Person;
        let choice = move |who: Vec<PlayerKind>, name: Words| {
            let (chosen, set) = (who.clone(), who);
            let is_so = move || {
                let same = |a: &PlayerKind, b: &PlayerKind| {
                    matches!(a, PlayerKind::Person) == matches!(b, PlayerKind::Person)
                };
                players
                    .with(|now| now.len() == chosen.len() && now.iter().zip(&chosen).all(|(a, b)| same(a, b)))
            };
            view! {
                <button class="choice" aria-pressed=move || is_so().to_string()
                    on:click=move |_| players.set(set.clone())>{tr(name)}</button>
            }
        };
        // Against engines, the person's seat is drawn at random.
        let draw_seat = move |_| {
            let mut drawn = vec![PlayerKind::Engine(level); count];
            drawn[(random::seed() % count as u64) as usize] = PlayerKind::Person;
            players.set(drawn);
        };
        let me_first = with_seat_name(kind, 0, &Words::new("Je commence", "I play first"));
        let engine_first =
            with_seat_name(kind, count - 1, &Words::new("Le moteur commence", "The engine plays first"));
        view! {
            {choice(first, me_first)}
            {choice(second, engine_first)}
            <button class="choice" on:click=draw_seat>{tr(Words::new("Au hasard", "Random"))}</button>
            {choice(all_people, Words::new("À plusieurs sur cet appareil", "Together on this device"))}
        }
    };
    view! {
        <fieldset class="choices">
            <legend>{tr(Words::new("Qui joue\u{a0}?", "Who is playing?"))}</legend>
            {shortcuts}
            <small>{tr(kind.info().first_player.clone())}</small>
        </fieldset>
        <div class="seats">
            {move || (0..seats()).map(|index| view! { <SeatChoice kind index players/> }).collect_view()}
        </div>
        {kind.options().iter().map(|spec| view! { <OptionChoice spec options/> }).collect_view()}
        <TimeControlChoice time_control/>
        <footer class="dialog-foot">
            <button class="strong begin" on:click=begin>{tr(Words::new("Commencer", "Start"))}</button>
        </footer>
    }
}

/// A choice with the name of the seat that the person then takes, where seats have names: "I play first (me: red)".
fn with_seat_name(kind: Kind, index: usize, choice: &Words) -> Words {
    let seat = kind.seat(Seat::from_index(index as u8));
    if seat.mark == SeatMark::Shared {
        return choice.clone();
    }
    in_both_languages(|lang| match lang {
        Lang::Fr => format!("{} (moi\u{a0}: {})", choice.fr, seat.name.fr),
        Lang::En => format!("{} (me: {})", choice.en, seat.name.en),
    })
}

/// The player of an added seat: a person if only people play, else the engine.
fn added_player(players: &[PlayerKind], level: Level) -> PlayerKind {
    let is_person = |player: &PlayerKind| *player == PlayerKind::Person;
    if players.iter().all(is_person) { PlayerKind::Person } else { PlayerKind::Engine(level) }
}

/// Chooses the time control.
#[component]
fn TimeControlChoice(time_control: RwSignal<Option<(u64, u64)>>) -> impl IntoView {
    let choice = move |value: Option<(u64, u64)>| {
        let text = move || match (value, lang()) {
            (None, Lang::Fr) => "Sans pendule".to_owned(),
            (None, Lang::En) => "No clock".to_owned(),
            (Some((minutes, 0)), _) => format!("{minutes}\u{a0}min"),
            (Some((minutes, seconds)), _) => format!("{minutes}\u{a0}min + {seconds}\u{a0}s"),
        };
        view! {
            <button class="choice" aria-pressed=move || (time_control.get() == value).to_string()
                on:click=move |_| time_control.set(value)>{text}</button>
        }
    };
    view! {
        <fieldset class="choices">
            <legend>{tr(Words::new("Pendule", "Clock"))}</legend>
            {choice(None)}
            {TIME_CONTROLS.into_iter().map(|time_control| choice(Some(time_control))).collect_view()}
        </fieldset>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_added_seat_is_a_persons_among_people_and_else_the_engines() {
        let engine = PlayerKind::Engine(Level::MAX);
        assert_eq!(added_player(&[PlayerKind::Person, PlayerKind::Person], Level::MAX), PlayerKind::Person);
        assert_eq!(added_player(&[PlayerKind::Person, engine], Level::MAX), engine);
    }

    #[test]
    fn who_begins_says_which_colour_that_is() {
        let choice = Words::new("Je commence", "I play first");
        assert_eq!(with_seat_name(Kind::Cards, 0, &choice).en, "I play first (me: red)");
        assert_eq!(with_seat_name(Kind::Cards, 1, &choice).fr, "Je commence (moi\u{a0}: bleu)");
        assert_eq!(with_seat_name(Kind::Doh, 0, &choice).en, "I play first", "the pieces are everybody's");
    }
}
