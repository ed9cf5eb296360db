//! The form for a new game: players, options, clock.

use engine::Level;
use leptos::prelude::*;
use rules::Words;
use table::TimeControl;

use super::local_session::LocalSession;
use crate::language::tr;
use crate::local::{LocalGame, PlayerKind};
use crate::panel::{OptionChoice, SeatChoice, TimeControlChoice, seats_of, with_side};
use crate::random;
use crate::settings::SettingsStore;

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
    let time_control = RwSignal::new(TimeControl::Untimed);
    let seats = move || seats_of(kind, &options.get());
    Effect::new(move |_| {
        let count = usize::from(seats());
        players.update(|players| players.resize(count, added_player(players, level)));
    });
    let begin = move |_| {
        if let Ok(game) = LocalGame::new(kind, &options.get(), &players.get(), time_control.get()) {
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
        let me_first = with_side(kind, 0, ["Je commence", "I play first"], "as");
        let engine_first =
            with_side(kind, count - 1, ["Le moteur commence", "The engine plays first"], "I play");
        view! {
            {choice(first, me_first)}
            {choice(second, engine_first)}
            <button class="choice" on:click=draw_seat>{tr(Words::new("Au hasard", "Random"))}</button>
            {choice(all_people, Words::new("À plusieurs sur cet appareil", "Pass and play on this device"))}
        }
    };
    view! {
        <fieldset class="choices">
            <legend>{tr(Words::new("Qui joue\u{202f}?", "Who is playing?"))}</legend>
            {shortcuts}
            // People around one device agree on who begins; otherwise the buttons say it.
            <Show when=move || players.with(|players| players.iter().all(|player| *player == PlayerKind::Person))>
                <small>{tr(kind.info().first_player.clone())}</small>
            </Show>
        </fieldset>
        <div class="seats">
            {move || (0..seats()).map(|index| view! { <SeatChoice kind index players/> }).collect_view()}
        </div>
        {kind.options().iter().map(|spec| view! { <OptionChoice spec options/> }).collect_view()}
        <TimeControlChoice time_control with_days=false/>
        <footer class="dialog-foot">
            <button class="strong begin" on:click=begin>{tr(Words::new("Commencer", "Start"))}</button>
        </footer>
    }
}

/// The player of an added seat: a person if only people play, else the engine.
fn added_player(players: &[PlayerKind], level: Level) -> PlayerKind {
    let is_person = |player: &PlayerKind| *player == PlayerKind::Person;
    if players.iter().all(is_person) { PlayerKind::Person } else { PlayerKind::Engine(level) }
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
}
