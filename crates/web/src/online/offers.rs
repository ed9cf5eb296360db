//! What waits for an answer: offers, somebody who has gone, one's own seat. It has a place of its own, so that nothing
//! else moves when something comes.

use leptos::prelude::*;
use rules::{Lang, Say, Words};
use table::{Claim, Occupant, RequestKind, Snapshot, StandInReason, StandingOffer};

use super::meeting::Meeting;
use super::{names, react};
use crate::language::{lang, tr};

/// What waits for an answer.
#[component]
pub fn Offers(
    /// The table.
    meeting: Meeting,
) -> impl IntoView {
    let offers = Memo::new(move |_| {
        let you = meeting.you();
        meeting.with(|table| table.offers.clone()).filter(|_| you.is_some()).unwrap_or_default()
    });
    let claims = Memo::new(move |_| {
        let now = meeting.now.get();
        meeting.playing().is_some() && meeting.with(|table| has_long_gone(table, now)).unwrap_or(false)
    });
    let stood_in = Memo::new(move |_| {
        let away = |table: &Snapshot| {
            let you = table.you.filter(|_| table.end.is_none())?;
            match table.seats.get(you.index())? {
                Occupant::Human { stand_in: Some((_, why)), .. } => Some(*why),
                _ => None,
            }
        };
        meeting.with(away).flatten()
    });
    let away = move |why: StandInReason| {
        match why {
        StandInReason::Time => view! {
            <p class="ask"><span>{tr(Words::new(
                "Votre temps est écoulé\u{a0}: un moteur joue à votre place jusqu’à la fin.",
                "Your time is up: an engine plays in your seat until the end.",
            ))}</span></p>
        }
        .into_any(),
        StandInReason::Resigned | StandInReason::Gone => view! {
            <p class="ask">
                <span>{tr(Words::new("Un moteur joue à votre place.", "An engine plays in your seat."))}</span>
                {button(meeting, Words::new("Reprendre ma place", "Take my seat back"), RequestKind::Return)}
            </p>
        }
        .into_any(),
    }
    };
    let offer = move |standing: StandingOffer| view! { <OfferLine meeting standing/> };
    view! {
        <div class="offers" aria-live="polite">
            {move || offers.get().into_iter().map(offer).collect_view()}
            <Show when=move || claims.get()><Claims meeting/></Show>
            {move || stood_in.get().map(away)}
        </div>
    }
}

/// Whether somebody else has been gone for long enough to be claimed against.
fn has_long_gone(table: &Snapshot, now: table::Time) -> bool {
    let Some(wait) = table.clock.claim_delay() else { return false };
    table.seats.iter().enumerate().any(|(index, sitter)| match sitter {
        Occupant::Human { gone: Some(since), stand_in: None, .. } => {
            table.you.is_none_or(|you| you.index() != index) && now.since(*since) >= wait
        }
        _ => false,
    })
}

fn button(meeting: Meeting, name: Words, ask: RequestKind) -> impl IntoView {
    let press = move |_| {
        meeting.ask(ask.clone());
    };
    view! { <button on:click=press>{tr(name)}</button> }
}

/// An offer of another, to be answered, or one's own, to be withdrawn.
#[component]
fn OfferLine(meeting: Meeting, standing: StandingOffer) -> impl IntoView {
    let StandingOffer { offer, by, accepted } = standing;
    let you = untrack(|| meeting.you());
    let is_own = you == Some(by);
    let has_accepted = you.is_some_and(|you| accepted.contains(&you));
    let text = move || {
        let lang = lang();
        let what = react::what(offer).say(lang);
        let name = meeting.with(|table| names::seat(table.kind, &table.seats, by, lang)).unwrap_or_default();
        match (is_own, lang) {
            (true, Lang::Fr) => format!("Vous proposez {what}."),
            (true, Lang::En) => format!("You offer {what}."),
            (false, Lang::Fr) => format!("{name} propose {what}."),
            (false, Lang::En) => format!("{name} offers {what}."),
        }
    };
    view! {
        <p class="ask">
            <span>{text}</span>
            {is_own.then(|| button(meeting, Words::new("Retirer", "Withdraw"), RequestKind::Withdraw(offer)))}
            {(!is_own && !has_accepted).then(|| view! {
                {button(meeting, Words::new("Accepter", "Accept"), RequestKind::Accept(offer))}
                {button(meeting, Words::new("Refuser", "Decline"), RequestKind::Decline(offer))}
            })}
        </p>
    }
}

/// What can be done when somebody has been gone for long.
#[component]
fn Claims(meeting: Meeting) -> impl IntoView {
    let for_two = untrack(|| meeting.with(|table| table.seats.len() == 2)).unwrap_or(true);
    let claims = if for_two {
        view! {
            {button(meeting, Words::new("Réclamer le gain", "Claim the win"), RequestKind::Claim(Claim::Win))}
            {button(meeting, Words::new("Réclamer la nulle", "Claim a draw"), RequestKind::Claim(Claim::Draw))}
        }
        .into_any()
    } else {
        let name = Words::new("Faire jouer un moteur", "Let an engine play");
        button(meeting, name, RequestKind::Claim(Claim::Engine)).into_any()
    };
    view! {
        <p class="ask">
            <span>{tr(Words::new("L’attente a assez duré.", "You have waited long enough."))}</span>
            {claims}
        </p>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Client, Time};

    #[test]
    fn a_claim_is_offered_after_the_fair_wait_and_only_against_others() {
        let line = |you: &str, gone: &str, clock: &str, clocks: &str| {
            let line = format!(
                "9 1000 table you={you} game=morpion options= clock={clock} starts=first seats=2 \
                 seat1=human:-:-:Anne seat2=human:{gone}:-:Luc commitment={} contributions=.,. order=1,2 steps=- \
                 clocks={clocks} offers=- premove=- end=- secret=- rematch=-",
                "0".repeat(64)
            );
            Client::new(&line.parse().unwrap()).unwrap().table().clone()
        };
        let timed = line("1", "5000", "300+5", "300000,300000@1:1000");
        assert!(!has_long_gone(&timed, Time(64_999)));
        assert!(has_long_gone(&timed, Time(65_000)));
        assert!(!has_long_gone(&line("1", "-", "300+5", "300000,300000@1:1000"), Time(999_999)));
        assert!(!has_long_gone(&line("2", "5000", "300+5", "300000,300000@1:1000"), Time(999_999)));
        assert!(!has_long_gone(&line("1", "5000", "3d", "300000,300000@1:1000"), Time(99_999_999)));
    }
}
