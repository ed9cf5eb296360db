//! Everything that waits for an answer: offers, claims against absent players, an engine in the player's seat. Its
//! space is reserved, so that nothing else on the page moves when an offer comes.

use leptos::prelude::*;
use rules::{Lang, Words};
use table::{Claim, Occupant, Offer, RequestKind, Snapshot, StandInReason, StandingOffer};

use super::table_labels;
use super::table_session::TableSession;
use crate::language::{lang, tr};

/// Offers, claims, and the way back to one's seat.
#[component]
pub fn Offers(
    /// The table.
    session: TableSession,
) -> impl IntoView {
    let offers = Memo::new(move |_| {
        let you = session.you();
        session.with(|table| table.offers.clone()).filter(|_| you.is_some()).unwrap_or_default()
    });
    let claims = Memo::new(move |_| {
        let now = session.now.get();
        session.playing_seat().is_some() && session.with(|table| is_long_absent(table, now)).unwrap_or(false)
    });
    let can_abort = Memo::new(move |_| {
        let now = session.now.get();
        session.playing_seat().is_some() && session.with(|table| table.can_abort(now)).unwrap_or(false)
    });
    let stood_in = Memo::new(move |_| {
        let away = |table: &Snapshot| {
            let you = table.you.filter(|_| table.end.is_none())?;
            match table.seats.get(you.index())? {
                Occupant::Human { stand_in: Some((_, why)), .. } => Some(*why),
                _ => None,
            }
        };
        session.with(away).flatten()
    });
    let away = move |why: StandInReason| {
        match why {
        StandInReason::Time => view! {
            <p class="ask"><span>{tr(Words::new(
                "Votre temps est écoulé\u{a0}: un moteur finit la partie à votre place.",
                "You are out of time: an engine will finish the game for you.",
            ))}</span></p>
        }
        .into_any(),
        StandInReason::Resigned | StandInReason::Gone => view! {
            <p class="ask">
                <span>{tr(Words::new("Un moteur joue à votre place.", "An engine is playing for you."))}</span>
                {button(session, Words::new("Reprendre ma place", "Take my seat back"), RequestKind::Return)}
            </p>
        }
        .into_any(),
    }
    };
    let offer = move |standing: StandingOffer| view! { <OfferRow session standing/> };
    view! {
        <div class="offers" aria-live="polite">
            {move || offers.get().into_iter().map(offer).collect_view()}
            <Show when=move || can_abort.get()><Abort session/></Show>
            <Show when=move || claims.get()><Claims session/></Show>
            {move || stood_in.get().map(away)}
        </div>
    }
}

/// Whether another player has been absent for long enough to be claimed against.
fn is_long_absent(table: &Snapshot, now: table::Time) -> bool {
    let Some(wait) = table.clock.claim_delay() else { return false };
    table.seats.iter().enumerate().any(|(index, occupant)| match occupant {
        Occupant::Human { gone: Some(since), stand_in: None, .. } => {
            table.you.is_none_or(|you| you.index() != index) && now.since(*since) >= wait
        }
        _ => false,
    })
}

fn button(session: TableSession, name: Words, ask: RequestKind) -> impl IntoView {
    let press = move |_| {
        session.request(ask.clone());
    };
    view! { <button on:click=press>{tr(name)}</button> }
}

/// An offer: another player's, with the buttons to answer it, or one's own, with the button to withdraw it.
#[component]
fn OfferRow(session: TableSession, standing: StandingOffer) -> impl IntoView {
    let StandingOffer { offer, by, accepted } = standing;
    let you = untrack(|| session.you());
    let is_own = you == Some(by);
    let has_accepted = you.is_some_and(|you| accepted.contains(&you));
    let text = move || {
        let lang = lang();
        let name =
            session.with(|table| table_labels::seat(table.kind, &table.seats, by, lang)).unwrap_or_default();
        if has_accepted {
            return accepted_text(offer, &name, lang);
        }
        match (offer, is_own, lang) {
            (Offer::Draw, true, Lang::Fr) => "Vous avez proposé la nulle.".to_owned(),
            (Offer::Draw, true, Lang::En) => "You have offered a draw.".to_owned(),
            (Offer::Draw, false, Lang::Fr) => format!("{name} vous propose la nulle."),
            (Offer::Draw, false, Lang::En) => format!("{name} offers you a draw."),
            (Offer::TakeBack, true, Lang::Fr) => "Vous avez demandé à reprendre votre coup.".to_owned(),
            (Offer::TakeBack, true, Lang::En) => "You have asked to take back your move.".to_owned(),
            (Offer::TakeBack, false, lang) => {
                take_back_request(&name, session.moves_to_take_back(by, lang).len(), lang)
            }
            (Offer::Rematch, true, Lang::Fr) => "Vous avez proposé une revanche.".to_owned(),
            (Offer::Rematch, true, Lang::En) => "You have offered a rematch.".to_owned(),
            (Offer::Rematch, false, Lang::Fr) => format!("{name} vous propose une revanche."),
            (Offer::Rematch, false, Lang::En) => format!("{name} offers you a rematch."),
        }
    };
    let undone = move || {
        let moves = session.moves_to_take_back(by, lang());
        moves.into_iter().map(|sentence| view! { <li>{sentence}</li> }).collect_view()
    };
    view! {
        <div class="ask">
            <span>{text}</span>
            {(offer == Offer::TakeBack && !is_own && !has_accepted).then(|| view! { <ul class="taken-back">{undone}</ul> })}
            {is_own.then(|| button(session, Words::new("Retirer", "Withdraw"), RequestKind::Withdraw(offer)))}
            {(!is_own && !has_accepted).then(|| view! {
                // After a game most players accept a rematch, so that button is the strong one.
                <button class:strong=offer == Offer::Rematch on:click=move |_| {
                    session.request(RequestKind::Accept(offer));
                }>{tr(Words::new("Accepter", "Accept"))}</button>
                {button(session, Words::new("Refuser", "Decline"), RequestKind::Decline(offer))}
            })}
        </div>
    }
}

/// The way out of a game in which another player does not begin.
#[component]
fn Abort(session: TableSession) -> impl IntoView {
    let for_two = untrack(|| session.with(|table| table.seats.len() == 2)).unwrap_or(true);
    let who = if for_two {
        Words::new("Votre adversaire ne joue pas.", "Your opponent is not moving.")
    } else {
        Words::new("Un joueur ne joue pas.", "A player is not moving.")
    };
    let name = Words::new("Annuler la partie", "Abort the game");
    view! {
        <p class="ask">
            <span>{tr(who)}</span>
            {button(session, name, RequestKind::Claim(Claim::Abort))}
        </p>
    }
}

/// What a player reads who has accepted another's offer, while others still think about it.
fn accepted_text(offer: Offer, name: &str, lang: Lang) -> String {
    let accepted = match (offer, lang) {
        (Offer::Draw, Lang::Fr) => format!("Vous avez accepté la nulle proposée par {name}."),
        (Offer::Draw, Lang::En) => format!("You have accepted {name}’s draw offer."),
        (Offer::TakeBack, Lang::Fr) => "Vous avez accepté que le coup soit repris.".to_owned(),
        (Offer::TakeBack, Lang::En) => "You have agreed to the take-back.".to_owned(),
        (Offer::Rematch, Lang::Fr) => "Vous avez accepté la revanche.".to_owned(),
        (Offer::Rematch, Lang::En) => "You have accepted the rematch.".to_owned(),
    };
    match lang {
        Lang::Fr => format!("{accepted} On attend les autres joueurs."),
        Lang::En => format!("{accepted} Waiting for the other players."),
    }
}

/// What the player who answers a request to take back reads above the moves that would go.
fn take_back_request(name: &str, moves: usize, lang: Lang) -> String {
    match (moves, lang) {
        (0 | 1, Lang::Fr) => format!("{name} demande à reprendre ce coup\u{a0}:"),
        (0 | 1, Lang::En) => format!("{name} asks to take back this move:"),
        (_, Lang::Fr) => format!("{name} demande à reprendre son coup. Ces coups seraient repris\u{a0}:"),
        (_, Lang::En) => format!("{name} asks to take back a move. These moves would be taken back:"),
    }
}

/// The claims against a player who has been absent for long.
#[component]
fn Claims(session: TableSession) -> impl IntoView {
    let for_two = untrack(|| session.with(|table| table.seats.len() == 2)).unwrap_or(true);
    let claims = if for_two {
        view! {
            {button(session, Words::new("Réclamer la victoire", "Claim victory"), RequestKind::Claim(Claim::Win))}
            {button(session, Words::new("Réclamer la nulle", "Claim a draw"), RequestKind::Claim(Claim::Draw))}
        }
        .into_any()
    } else {
        let name = Words::new("Faire jouer un moteur à sa place", "Let an engine take over");
        button(session, name, RequestKind::Claim(Claim::Engine)).into_any()
    };
    let who = if for_two {
        Words::new("Votre adversaire ne revient pas.", "Your opponent has not come back.")
    } else {
        Words::new("Un joueur ne revient pas.", "A player has not come back.")
    };
    view! {
        <p class="ask">
            <span>{tr(who)}</span>
            {claims}
        </p>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Replica, Time};

    #[test]
    fn a_request_to_take_back_counts_the_moves_that_would_go() {
        assert_eq!(take_back_request("Luc", 1, Lang::Fr), "Luc demande à reprendre ce coup\u{a0}:");
        assert!(take_back_request("Luc", 2, Lang::En).ends_with("These moves would be taken back:"));
    }

    #[test]
    fn a_claim_is_offered_after_the_fair_wait_and_only_against_others() {
        let line_after = |steps: &str, you: &str, gone: &str, clock: &str, clocks: &str| {
            let line = format!(
                "9 1000 table you={you} game=morpion options= clock={clock} starts=first seats=2 \
                 seat1=human:-:-:Anne seat2=human:{gone}:-:Luc commitment={} contributions=.,. order=1,2 shuffle=2 steps={steps} \
                 clocks={clocks} offers=- premove=- end=- secret=- rematch=-",
                "0".repeat(64)
            );
            Replica::new(&line.parse().unwrap()).unwrap().table().clone()
        };
        let line =
            |you: &str, gone: &str, clock: &str, clocks: &str| line_after("-", you, gone, clock, clocks);
        let timed = line("1", "5000", "300+5", "300000,300000@1:1000");
        assert!(!is_long_absent(&timed, Time(64_999)));
        assert!(is_long_absent(&timed, Time(65_000)));
        assert!(!is_long_absent(&line("1", "-", "300+5", "300000,300000@1:1000"), Time(999_999)));
        assert!(!is_long_absent(&line("2", "5000", "300+5", "300000,300000@1:1000"), Time(999_999)));
        assert!(!is_long_absent(&line("1", "5000", "3d", "300000,300000@1:1000"), Time(99_999_999)));
        // A game that has hardly begun can be aborted sooner: by both, since the other's clock runs or the other is gone.
        assert!(!timed.can_abort(Time(24_999)) && timed.can_abort(Time(25_000)));
        let waiting = line("2", "-", "300+5", "300000,300000@1:1000");
        assert!(!waiting.can_abort(Time(20_999)) && waiting.can_abort(Time(21_000)));
        assert!(!line("1", "-", "300+5", "300000,300000@1:1000").can_abort(Time(999_999)), "one’s own turn");
        assert!(!line("-", "5000", "300+5", "300000,300000@1:1000").can_abort(Time(999_999)), "a spectator");
        assert!(!line("2", "-", "3d", "300000,300000@1:1000").can_abort(Time(999_999)));
        let moved = line_after("5:2,1:1", "1", "5000", "300+5", "300000,300000@1:1000");
        assert!(!moved.can_abort(Time(999_999)));
    }
}
