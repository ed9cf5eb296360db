//! Offers when seats change hands, engines move and games end: a draw needs the consent of a human, an engine's move
//! answers no offer, and players can agree on a rematch however many phrases they said before.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Play, texts};
use rules::{Seat, Viewer};
use table::{Actor, Claim, Offer, Phrase, Replica, Request, RequestKind, Update};

const MINUTE: u64 = 60_000;

/// The draw and take-back offers that a snapshot for the public lists.
fn standing(play: &Play) -> Vec<String> {
    let Update::Table(snapshot) = play.table.snapshot_for(Viewer::Public).update else {
        panic!("a snapshot")
    };
    snapshot.offers.iter().map(ToString::to_string).collect()
}

/// The engine to move plays some legal move.
fn engine_moves(play: &mut Play) -> Seat {
    let (seat, _, ply) = play.table.engine_to_move().unwrap();
    let mv = play.table.view(Viewer::Seat(seat)).position().moves()[0].to_string();
    let request = Request { number: 1, kind: RequestKind::Move { ply, mv } };
    let events = play.table.handle(Actor::Engine(seat), &request, play.now).unwrap();
    play.apply(events);
    seat
}

/// A game of three in which Anne has offered a draw to Luc, the only other human.
fn offered_to_one_human(clock: &str) -> Play {
    let mut play = Play::full(&format!("doh players=3 open,open,engine:1 {clock} first"));
    play.moves(&[(0, "Lc3")]);
    play.ask(0, &RequestKind::Offer(Offer::Draw));
    play
}

#[track_caller]
fn draw_lapses(play: &Play) {
    assert!(!play.table.is_over(), "nobody has accepted the draw");
    assert_eq!(standing(play), [""; 0], "no human is left to accept it");
}

#[test]
fn a_draw_offer_lapses_when_the_last_other_human_resigns() {
    let mut play = offered_to_one_human("untimed");
    let events = play.ask(1, &RequestKind::Resign);
    assert_eq!(texts(&events), ["stood-in seat=2 level=5 why=resigned", "withdrawn seat=1 what=draw"]);
    draw_lapses(&play);
}

#[test]
fn a_draw_offer_lapses_when_the_last_other_human_runs_out_of_time() {
    let mut play = offered_to_one_human("60+0");
    play.wait(MINUTE);
    play.tick();
    draw_lapses(&play);
}

#[test]
fn a_draw_offer_lapses_when_an_engine_is_claimed_for_the_last_other_human() {
    let mut play = offered_to_one_human("300+0");
    play.presence(1, false);
    play.wait(MINUTE);
    play.ask(0, &RequestKind::Claim(Claim::Engine));
    draw_lapses(&play);
}

#[test]
fn a_draw_is_agreed_when_all_remaining_humans_have_accepted_it() {
    let mut play = Play::full("doh players=4 open,open,open,open untimed first");
    play.ask(0, &RequestKind::Offer(Offer::Draw));
    play.ask(1, &RequestKind::Resign);
    assert_eq!(standing(&play), ["draw:1:-"]);
    play.ask(2, &RequestKind::Accept(Offer::Draw));
    let events = play.ask(3, &RequestKind::Resign);
    assert_eq!(texts(&events)[1..], ["ended outcome=draw why=agreement"], "Zoé, the only one left, accepted");
}

#[test]
fn an_engine_that_stands_in_accepts_a_standing_take_back() {
    let mut play = Play::full("doh players=3 open,open,engine:1 untimed first");
    play.moves(&[(0, "Lc3")]);
    play.ask(0, &RequestKind::Offer(Offer::TakeBack));
    let events = play.ask(1, &RequestKind::Resign);
    assert_eq!(texts(&events)[1..], ["took-back ply=0"]);
}

#[test]
fn an_engines_move_leaves_the_offers_of_humans_standing() {
    let mut play = Play::full("doh players=3 open,engine:1,open untimed first");
    let mut replica = Replica::new(&play.table.snapshot_for(Viewer::Public)).unwrap();
    play.moves(&[(0, "Lc3")]);
    play.ask(0, &RequestKind::Offer(Offer::Draw));
    play.ask(0, &RequestKind::Offer(Offer::TakeBack));
    assert_eq!(engine_moves(&mut play), Seat::TWO);
    assert_eq!(standing(&play), ["draw:1:-", "take-back:1:-"], "Luc has not seen them yet");
    for message in play.table.messages_since(Viewer::Public, replica.number()) {
        replica.receive(&message);
    }
    common::check_replica(&replica, &play.table, Viewer::Public);
    let events = play.ask(1, &RequestKind::Accept(Offer::TakeBack));
    assert_eq!(texts(&events)[1..], ["took-back ply=0"], "with the engine's answer");
}

#[test]
fn a_move_of_a_stand_in_answers_no_offer() {
    let mut play = Play::full("doh players=3 open,open,open untimed first");
    play.ask(1, &RequestKind::Resign);
    play.moves(&[(0, "Lc3")]);
    play.ask(0, &RequestKind::Offer(Offer::Draw));
    assert_eq!(engine_moves(&mut play), Seat::TWO);
    let events = play.ask(2, &RequestKind::Accept(Offer::Draw));
    assert_eq!(texts(&events)[1..], ["ended outcome=draw why=agreement"]);
}

#[test]
fn a_humans_move_declines_a_draw_and_a_take_back() {
    let mut play = Play::full("doh players=3 open,open,open untimed first");
    play.moves(&[(0, "Lc3")]);
    play.ask(0, &RequestKind::Offer(Offer::Draw));
    play.ask(0, &RequestKind::Offer(Offer::TakeBack));
    let mv = play.table.view(Viewer::Public).position().moves()[0].to_string();
    play.moves(&[(1, &mv)]);
    assert_eq!(standing(&play), [""; 0]);
}

/// Says `hello` until the table refuses it, and returns how often it was granted.
fn talk(play: &mut Play, guest: u64) -> usize {
    (0..100).take_while(|_| play.try_ask(guest, &RequestKind::Say(Phrase::Hello)).is_ok()).count()
}

#[test]
fn a_talkative_player_can_still_offer_and_accept_a_rematch() {
    for talks_after_the_end in [false, true] {
        let mut play = Play::full("morpion - open,open untimed first");
        if !talks_after_the_end {
            talk(&mut play, 0);
            talk(&mut play, 1);
        }
        play.ask(0, &RequestKind::Resign);
        let said = [0, 1].map(|guest| talk(&mut play, guest));
        assert!(
            said.iter().all(|said| (10..40).contains(said)),
            "the end of the game resets the limit: {said:?}"
        );
        assert_eq!(play.refusal(1, &RequestKind::Say(Phrase::Bye)), "too-much");
        play.ask(0, &RequestKind::Offer(Offer::Rematch));
        play.ask(1, &RequestKind::Accept(Offer::Rematch));
        assert!(play.table.rematch_setup().is_some());
    }
}

#[test]
fn offers_are_bounded_without_being_counted() {
    let mut play = Play::full("morpion - open,open untimed first");
    talk(&mut play, 0);
    let version = play.table.version();
    for _ in 0..50 {
        for guest in [0, 1] {
            for offer in [Offer::Draw, Offer::TakeBack, Offer::Rematch] {
                let _ = play.try_ask(guest, &RequestKind::Offer(offer));
                let _ = play.try_ask(guest, &RequestKind::Withdraw(offer));
                let _ = play.try_ask(1 - guest, &RequestKind::Decline(offer));
            }
        }
    }
    assert!(play.table.version() < version + 10, "each offer is made once per move");
}
