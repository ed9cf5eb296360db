//! Choices for a new game: who sits in a seat, and the options of the game.

use engine::Level;
use leptos::prelude::*;
use rules::{AnyGame, Kind, Lang, OptionSpec, Seat, SeatMark, Words, capitalized};

use crate::labels;
use crate::language::{in_both_languages, lang, tr};
use crate::local::PlayerKind;

/// How many seats a game with these options has.
pub fn seats_of(kind: Kind, options: &str) -> u8 {
    AnyGame::new(kind, options).map_or(kind.players().min, |game| game.seats())
}

/// A choice, in French and in English, with the side that the person then has, where there are sides: "I play first (as
/// red)". The English words before the side depend on the choice.
pub fn with_side(kind: Kind, index: usize, [fr, en]: [&'static str; 2], before_side: &str) -> Words {
    let seat = kind.seat(Seat::from_index(index as u8));
    if seat.mark == SeatMark::Shared {
        return Words::new(fr, en);
    }
    in_both_languages(|lang| match lang {
        Lang::Fr => format!("{fr} (j’ai {})", seat.side.fr),
        Lang::En => format!("{en} ({before_side} {})", seat.side.en),
    })
}

/// Who sits in one seat.
#[component]
pub fn SeatChoice(
    /// Which game.
    kind: Kind,
    /// Which seat, from 0.
    index: u8,
    /// Who plays, by seat.
    players: RwSignal<Vec<PlayerKind>>,
) -> impl IntoView {
    let seat = Seat::from_index(index);
    let who = move || {
        players.with(|players| players.get(usize::from(index)).copied().unwrap_or(PlayerKind::Person))
    };
    let set = move |value: String| {
        let player = PlayerKind::from(value.as_str());
        players.update(|players| {
            if let Some(place) = players.get_mut(usize::from(index)) {
                *place = player;
            }
        });
    };
    let value = move || who().to_string();
    let levels = Level::all().map(move |level| {
        let engine = PlayerKind::Engine(level);
        let text = move || {
            let (label, name) = (capitalized(&level.engine_label(lang())), labels::level(level).0);
            match lang() {
                Lang::Fr => format!("{label}\u{a0}: {}", name.fr),
                Lang::En => format!("{label}: {}", name.en),
            }
        };
        view! {
            <option value=engine.to_string() selected=move || who() == engine>{text}</option>
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
                {move || kind.seat(seat).title(lang())}
            </span>
            <select prop:value=value on:change=move |event| set(event_target_value(&event))>
                <option value=PlayerKind::Person.to_string() selected=move || who() == PlayerKind::Person>
                    {tr(Words::new("Une personne", "A person"))}
                </option>
                {levels.collect_view()}
            </select>
            <small>{about}</small>
        </label>
    }
}

/// One option of the game, with what it changes.
#[component]
pub fn OptionChoice(
    /// The option.
    spec: &'static OptionSpec,
    /// The text of all options.
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
                {tr(spec.value_name(value))}
            </button>
        }
    });
    // Records and the terminal show the keys of the values; here the buttons have names.
    let about = move || {
        let mut text = spec.about.get(lang()).to_owned();
        for value in spec.values {
            text = text.replace(&format!(" ({value})"), "");
        }
        text
    };
    view! {
        <fieldset class="choices">
            <legend>{tr(spec.name.clone())}</legend>
            {values.collect_view()}
            <small>{about}</small>
        </fieldset>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_begins_says_which_colour_that_is() {
        let choice = ["Je commence", "I play first"];
        assert_eq!(with_side(Kind::Cards, 0, choice, "as").en, "I play first (as red)");
        assert_eq!(with_side(Kind::Morpion, 1, choice, "as").en, "I play first (as noughts)");
        assert_eq!(with_side(Kind::Cards, 1, choice, "as").fr, "Je commence (j’ai les bleus)");
        assert_eq!(with_side(Kind::Doh, 0, choice, "as").en, "I play first", "the pieces are everybody's");
    }
}
