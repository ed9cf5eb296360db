//! The clocks of games: their names, and the choice of one for a new game or table.

use leptos::prelude::*;
use rules::{Lang, Words};
use table::TimeControl;

use crate::language::{lang, tr};

/// The clocks that can be chosen.
const CLOCKS: [TimeControl; 9] = [
    TimeControl::Untimed,
    TimeControl::Game { base: 60, increment: 0 },
    TimeControl::Game { base: 180, increment: 2 },
    TimeControl::Game { base: 300, increment: 5 },
    TimeControl::Game { base: 600, increment: 5 },
    TimeControl::Game { base: 1800, increment: 0 },
    TimeControl::Days(1),
    TimeControl::Days(3),
    TimeControl::Days(7),
];

/// The name of a time control.
pub fn clock_name(control: TimeControl, lang: Lang) -> String {
    match (control, lang) {
        (TimeControl::Untimed, Lang::Fr) => "Sans pendule".to_owned(),
        (TimeControl::Untimed, Lang::En) => "No clock".to_owned(),
        (TimeControl::Game { base, increment }, _) => {
            let base =
                if base % 60 == 0 { format!("{}\u{a0}min", base / 60) } else { format!("{base}\u{a0}s") };
            if increment == 0 { base } else { format!("{base}\u{a0}+\u{a0}{increment}\u{a0}s") }
        }
        (TimeControl::Days(1), Lang::Fr) => "1\u{a0}jour par coup".to_owned(),
        (TimeControl::Days(1), Lang::En) => "1 day per move".to_owned(),
        (TimeControl::Days(days), Lang::Fr) => format!("{days}\u{a0}jours par coup"),
        (TimeControl::Days(days), Lang::En) => format!("{days} days per move"),
    }
}

/// Chooses the clock.
#[component]
pub fn TimeControlChoice(
    /// The chosen clock.
    time_control: RwSignal<TimeControl>,
    /// Whether days for each move can be chosen.
    with_days: bool,
) -> impl IntoView {
    let choice = move |control: TimeControl| {
        view! {
            <button class="choice" aria-pressed=move || (time_control.get() == control).to_string()
                on:click=move |_| time_control.set(control)>{move || clock_name(control, lang())}</button>
        }
    };
    let is_offered = |control: &TimeControl| with_days || !matches!(control, TimeControl::Days(_));
    view! {
        <fieldset class="choices">
            <legend>{tr(Words::new("Pendule", "Clock"))}</legend>
            {CLOCKS.into_iter().filter(is_offered).map(choice).collect_view()}
        </fieldset>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_have_their_usual_names() {
        let named = |text: &str| clock_name(text.parse().expect("a clock"), Lang::Fr);
        assert_eq!(named("untimed"), "Sans pendule");
        assert_eq!(named("300+5"), "5\u{a0}min\u{a0}+\u{a0}5\u{a0}s");
        assert_eq!(named("90+0"), "90\u{a0}s");
        assert_eq!(named("1d"), "1\u{a0}jour par coup");
        assert_eq!(clock_name(TimeControl::Days(3), Lang::En), "3 days per move");
    }
}
