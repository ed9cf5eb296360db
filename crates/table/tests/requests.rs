//! What players can do at a table, one test per rule.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Play, join, texts};
use rules::{Lang, Seat, Viewer};
use table::{
    Actor, Claim, Event, EventKind, GuestId, Offer, Phrase, Request, RequestKind, Secret, Table, Time,
};

const MINUTE: u64 = 60_000;

fn mv(ply: u32, mv: &str) -> RequestKind {
    RequestKind::Move { ply, mv: mv.to_owned() }
}

fn premove(ply: u32, mv: &str) -> RequestKind {
    RequestKind::Premove { ply, mv: mv.to_owned() }
}

#[test]
fn a_table_fills_up_and_begins_when_it_is_full() {
    let mut play = Play::new("doh players=3 open,open,engine:3 untimed first");
    assert_eq!(play.refusal(0, &mv(0, "Lc3")), "not-seated");
    play.ask(0, &join(0));
    assert_eq!(play.refusal(0, &mv(0, "Lc3")), "not-started");
    assert_eq!(play.refusal(0, &join(0)), "already-seated");
    play.ask(0, &RequestKind::Leave);
    play.ask(1, &join(1));
    let events = play.ask(0, &join(0));
    assert_eq!(texts(&events)[1..], ["started order=1,2,3 shuffle=2"]);
    assert_eq!(play.refusal(2, &join(2)), "already-started");
    assert_eq!(play.refusal(1, &RequestKind::Leave), "already-started");
    assert_eq!(play.table.guest(Seat::ONE), Some(GuestId(1)));
}

#[test]
fn a_seat_can_be_chosen_unless_it_is_taken_or_reserved_for_another_guest() {
    let at = |seat: u8, guest: u64| match join(guest) {
        RequestKind::Join { name, contribution, .. } => {
            RequestKind::Join { seat: Seat::from_number(seat), name, contribution }
        }
        other => other,
    };
    let mut play = Play::new("doh players=4 open,guest:0000000000000001,open,engine:1 untimed first");
    assert_eq!(play.refusal(0, &at(2, 0)), "seat-taken");
    assert_eq!(play.refusal(0, &at(4, 0)), "seat-taken");
    assert_eq!(play.refusal(0, &at(5, 0)), "no-such-seat");
    play.ask(0, &at(3, 0));
    play.ask(2, &join(2));
    assert_eq!(play.refusal(3, &join(3)), "full");
    play.ask(1, &join(1));
    assert_eq!(play.table.viewer(GuestId(1)), Viewer::Seat(Seat::TWO));
    assert!(play.table.is_started());
}

#[test]
fn random_seating_shuffles_the_players() {
    let mut orders = std::collections::BTreeSet::new();
    for byte in 0..40 {
        let mut play = Play::with_secret("morpion - open,open untimed random", Secret::new([byte; 32]));
        play.ask(0, &join(0));
        play.ask(1, &join(1));
        orders.insert(play.table.guest(Seat::ONE));
    }
    assert_eq!(orders.len(), 2);
}

#[test]
fn an_illegal_move_is_refused_with_the_reason_from_the_rules() {
    let mut play = Play::full("morpion - open,open untimed first");
    play.moves(&[(0, "5")]);
    assert_eq!(play.refusal(0, &mv(1, "1")), "not-your-turn");
    assert_eq!(play.refusal(1, &mv(0, "1")), "other-ply");
    assert_eq!(play.refusal(1, &mv(1, "x")), "unreadable");
    let refusal = play.try_ask(1, &mv(1, "5")).unwrap_err();
    let reason = "There is already a cross in that cell: choose an empty one.";
    assert_eq!((refusal.code(), refusal.to_string().as_str()), ("illegal", reason));
}

#[test]
fn a_repeated_request_is_carried_out_once() {
    let mut play = Play::full("morpion - open,open untimed first");
    let request = Request { number: 9, kind: mv(0, "5") };
    let events = play.table.handle(Actor::Guest(GuestId(0)), &request, play.now).unwrap();
    play.apply(events);
    let again = play.table.handle(Actor::Guest(GuestId(0)), &request, play.now);
    assert_eq!(again, Ok(Vec::new()));
    let stale = Request { number: 3, kind: RequestKind::Resign };
    let refusal = play.table.handle(Actor::Guest(GuestId(0)), &stale, play.now).unwrap_err();
    assert_eq!(refusal.code(), "stale");
    assert_eq!(play.table.last_request(GuestId(0)), 9);
}

#[test]
fn a_premove_is_made_at_its_ply_and_only_there() {
    let mut play = Play::full("morpion - open,open 60+2 first");
    assert_eq!(play.refusal(0, &premove(0, "1")), "your-turn");
    play.ask(1, &premove(1, "1"));
    play.wait(5_000);
    let events = play.ask(0, &mv(0, "5"));
    assert_eq!(texts(&events), ["moved seat=1 move=5", "moved seat=2 move=1"]);
    assert_eq!(play.table.time_left(play.now), [57_000, 62_000], "a premove takes no time");
    // The cell is taken when the turn comes: the premove is dropped.
    play.ask(1, &premove(3, "3"));
    let events = play.ask(0, &mv(2, "3"));
    assert_eq!(texts(&events)[1..], ["unpremoved seat=2"]);
    // The premove was for a later ply: it is dropped too.
    play.ask(0, &premove(6, "9"));
    let events = play.ask(1, &mv(3, "7"));
    assert_eq!(texts(&events)[1..], ["unpremoved seat=1"]);
    assert_eq!(play.refusal(1, &premove(2, "9")), "other-ply");
    play.ask(1, &premove(5, "9"));
    play.ask(1, &RequestKind::Unpremove);
    assert_eq!(play.refusal(1, &RequestKind::Unpremove), "no-premove");
}

#[test]
fn a_premove_is_visible_only_to_its_player() {
    let mut play = Play::full("morpion - open,open untimed first");
    let before = [Viewer::Public, Viewer::Seat(Seat::ONE)].map(|viewer| play.stream(viewer));
    play.ask(1, &premove(1, "1"));
    assert_eq!([Viewer::Public, Viewer::Seat(Seat::ONE)].map(|viewer| play.stream(viewer)), before);
    assert!(play.stream(Viewer::Seat(Seat::TWO)).iter().any(|line| line.contains(" premoved ply=1 move=1")));
}

#[test]
fn an_agreed_take_back_undoes_the_move_and_all_later_ones() {
    let mut play = Play::full("morpion - open,open 60+0 first");
    assert_eq!(play.refusal(0, &RequestKind::Offer(Offer::TakeBack)), "nothing-to-take-back");
    play.moves(&[(0, "5"), (1, "1")]);
    play.ask(0, &RequestKind::Offer(Offer::TakeBack));
    assert_eq!(play.refusal(0, &RequestKind::Accept(Offer::TakeBack)), "own-offer");
    play.wait(10_000);
    let events = play.ask(1, &RequestKind::Accept(Offer::TakeBack));
    assert_eq!(texts(&events), ["accepted seat=2 what=take-back", "took-back ply=0"]);
    assert_eq!(play.table.view(Viewer::Public).position().to_string(), ".../.../... 1");
    play.moves(&[(0, "9"), (1, "1")]);
    // Making a move declines too.
    play.ask(1, &RequestKind::Offer(Offer::TakeBack));
    play.moves(&[(0, "2")]);
    assert_eq!(play.refusal(0, &RequestKind::Accept(Offer::TakeBack)), "no-offer");
    assert_eq!(play.refusal(0, &RequestKind::Withdraw(Offer::TakeBack)), "no-offer");
}

#[test]
fn engines_accept_take_backs_but_no_draws() {
    let mut play = Play::full("morpion - open,engine:1 untimed first");
    play.moves(&[(0, "5")]);
    assert_eq!(play.refusal(0, &RequestKind::Offer(Offer::Draw)), "only-engines");
    let events = play.ask(0, &RequestKind::Offer(Offer::TakeBack));
    assert_eq!(texts(&events)[1..], ["took-back ply=0"]);
}

#[test]
fn a_move_that_revealed_a_card_cannot_be_taken_back() {
    let mut play = Play::full("cards numbers=9,target=5 open,open untimed first");
    let guest = play.to_move().unwrap();
    let card = play.table.view(play.table.viewer(GuestId(guest))).position().moves()[0].to_string();
    play.moves(&[(guest, &card)]);
    assert_eq!(play.refusal(guest, &RequestKind::Offer(Offer::TakeBack)), "cards-seen");
}

#[test]
fn a_draw_needs_the_consent_of_all_players() {
    let mut play = Play::full("doh players=3 open,open,open untimed first");
    play.ask(0, &RequestKind::Offer(Offer::Draw));
    assert_eq!(play.refusal(0, &RequestKind::Offer(Offer::Draw)), "offered-already");
    play.ask(1, &RequestKind::Accept(Offer::Draw));
    assert_eq!(play.refusal(1, &RequestKind::Accept(Offer::Draw)), "accepted-already");
    play.ask(2, &RequestKind::Decline(Offer::Draw));
    assert_eq!(play.refusal(1, &RequestKind::Accept(Offer::Draw)), "no-offer");
    assert_eq!(
        play.refusal(0, &RequestKind::Offer(Offer::Draw)),
        "offered-already",
        "not again before a move"
    );
    play.ask(1, &RequestKind::Offer(Offer::Draw));
    play.ask(1, &RequestKind::Withdraw(Offer::Draw));
    play.moves(&[(0, "Lc3")]);
    play.ask(0, &RequestKind::Offer(Offer::Draw));
    play.ask(1, &RequestKind::Offer(Offer::Draw));
    let events = play.ask(2, &RequestKind::Accept(Offer::Draw));
    assert_eq!(texts(&events)[1..], ["ended outcome=draw why=agreement"]);
    assert_eq!(play.refusal(0, &mv(1, "Mc3")), "over");
}

#[test]
fn resigning_loses_a_two_player_game() {
    let mut play = Play::full("morpion - open,open untimed first");
    let events = play.ask(0, &RequestKind::Resign);
    assert_eq!(texts(&events), ["ended outcome=win2 why=resignation"]);
    assert_eq!(play.refusal(1, &RequestKind::Resign), "over");
}

#[test]
fn an_engine_replaces_a_player_who_resigns_in_a_game_of_three() {
    let mut play = Play::full("doh players=3 open,open,open 60+0 first");
    play.ask(0, &RequestKind::Resign);
    assert_eq!(play.table.engine_to_move(), Some((Seat::ONE, table::STAND_IN_LEVEL, 0)));
    assert_eq!(play.refusal(0, &mv(0, "Lc3")), "stood-in");
    assert_eq!(play.table.wake_at(), None, "no clock runs for an engine");
    play.ask(0, &RequestKind::Return);
    assert_eq!(play.refusal(0, &RequestKind::Return), "not-stood-in");
    let engine = Request { number: 1, kind: mv(0, "Lc3") };
    let late = play.table.handle(Actor::Engine(Seat::ONE), &engine, play.now);
    assert_eq!(late.unwrap_err().code(), "not-seated");
    play.moves(&[(0, "Lc3")]);
}

#[test]
fn a_claim_must_wait_a_minute_after_a_disconnection() {
    let mut play = Play::full("morpion - open,open 300+0 first");
    assert_eq!(play.refusal(0, &RequestKind::Claim(Claim::Win)), "nobody-gone");
    play.presence(1, false);
    play.wait(MINUTE - 1);
    assert_eq!(play.refusal(0, &RequestKind::Claim(Claim::Win)), "too-soon");
    play.presence(1, true);
    play.wait(MINUTE);
    assert_eq!(play.refusal(0, &RequestKind::Claim(Claim::Win)), "nobody-gone");
    play.presence(1, false);
    play.wait(MINUTE);
    assert_eq!(play.refusal(0, &RequestKind::Claim(Claim::Engine)), "cannot-claim");
    let events = play.ask(0, &RequestKind::Claim(Claim::Win));
    assert_eq!(texts(&events), ["ended outcome=win1 why=claim"]);
}

#[test]
fn a_game_whose_first_move_does_not_come_can_be_aborted() {
    let abort = RequestKind::Claim(Claim::Abort);
    // The player to move is there and does not move.
    let mut play = Play::full("morpion - open,open 300+0 first");
    assert_eq!(play.refusal(0, &abort), "nobody-gone", "it is one's own turn");
    play.wait(19_999);
    assert_eq!(play.refusal(1, &abort), "too-soon");
    play.wait(1);
    assert_eq!(play.table.late_for_first_move(play.now), [GuestId(0)]);
    let events = play.ask(1, &abort);
    assert_eq!(texts(&events), ["ended outcome=- why=aborted"]);
    let record = play.table.record().unwrap();
    assert_eq!((record.tag("Termination"), record.result()), (Some("aborted"), None));
    assert_eq!(play.refusal(1, &abort), "over");

    // A player who took the seat and left, before or after the other's first move.
    for first in [None, Some((0, "5"))] {
        let mut play = Play::full("morpion - open,open untimed first");
        first.into_iter().for_each(|first| play.moves(&[first]));
        play.wait(MINUTE);
        assert_eq!(play.refusal(0, &abort), "nobody-gone", "without a clock, one may think");
        play.presence(1, false);
        play.wait(10_000);
        play.presence(1, true);
        play.wait(10_000);
        assert_eq!(play.refusal(0, &abort), "nobody-gone");
        play.presence(1, false);
        play.wait(20_000);
        assert_eq!(play.table.late_for_first_move(play.now), [GuestId(1)]);
        play.ask(0, &abort);
    }

    // A player who has moved cannot abort the game.
    let mut play = Play::full("morpion - open,open 300+0 first");
    play.moves(&[(0, "5"), (1, "1")]);
    play.presence(1, false);
    play.wait(MINUTE - 1);
    assert_eq!(play.refusal(0, &abort), "has-moved");
    let mut play = Play::full("morpion - open,open 3d first");
    play.wait(MINUTE);
    assert_eq!(play.refusal(1, &abort), "days-per-move");
    let mut play = Play::full("morpion - open,engine:1 60+0 first");
    play.wait(30_000);
    assert_eq!(play.refusal(0, &abort), "has-moved", "engines are not waited for");
    // With three, one late player is enough.
    let mut play = Play::full("doh players=3 open,open,open 300+0 first");
    play.presence(2, false);
    play.moves(&[(0, "Lc3")]);
    play.wait(20_000);
    assert_eq!(play.table.late_for_first_move(play.now), [GuestId(1), GuestId(2)]);
    assert_eq!(texts(&play.ask(0, &abort)), ["ended outcome=- why=aborted"]);
}

#[test]
fn an_engine_can_replace_a_disconnected_player_in_a_game_of_four() {
    let mut play = Play::full("doh players=4 open,open,open,open untimed first");
    play.presence(1, false);
    play.wait(4 * MINUTE);
    play.presence(2, false);
    play.wait(MINUTE);
    assert_eq!(play.refusal(0, &RequestKind::Claim(Claim::Draw)), "cannot-claim");
    let events = play.ask(0, &RequestKind::Claim(Claim::Engine));
    assert_eq!(texts(&events), ["stood-in seat=2 level=5 why=gone"], "the other has not been gone for long");
    play.presence(1, true);
    play.ask(1, &RequestKind::Return);
}

#[test]
fn no_claim_is_possible_in_a_game_of_days_per_move() {
    let mut play = Play::full("morpion - open,open 3d first");
    play.presence(0, false);
    play.wait(24 * 60 * MINUTE);
    assert_eq!(play.refusal(1, &RequestKind::Claim(Claim::Win)), "days-per-move");
    play.wait(2 * 24 * 60 * MINUTE);
    assert_eq!(play.tick(), 1);
    assert_eq!(play.table.record().unwrap().tag("Termination"), Some("time"));
}

#[test]
fn a_fallen_flag_loses_or_is_replaced_by_an_engine() {
    let mut play = Play::full("morpion - open,open 60+5 first");
    assert_eq!(play.table.wake_at(), Some(play.now.plus(MINUTE)));
    play.wait(MINUTE);
    assert_eq!(play.refusal(0, &mv(0, "5")), "time-is-up");
    assert_eq!(play.tick(), 1);
    assert_eq!(play.table.record().unwrap().result(), Some(rules::Outcome::Win(Seat::TWO)));

    let mut play = Play::full("fives players=3,repetition=3 open,open,open 60+5 first");
    play.wait(MINUTE);
    assert_eq!(play.tick(), 1);
    assert_eq!(play.refusal(0, &RequestKind::Return), "lost-on-time");
    assert!(play.table.engine_to_move().is_some() && play.table.wake_at().is_none());
}

#[test]
fn an_outage_is_charged_to_no_clock() {
    let mut play = Play::full("morpion - open,open 60+0 first");
    play.wait(10_000 + 3 * MINUTE);
    let events = play.table.resume(3 * MINUTE, play.now);
    play.apply(events);
    assert_eq!(play.table.time_left(play.now), [50_000, 60_000]);
    assert_eq!(play.tick(), 0);
    // All players have to reconnect, and get time for it.
    assert_eq!(play.refusal(0, &RequestKind::Claim(Claim::Win)), "too-soon");
}

#[test]
fn a_rematch_that_all_agree_on_swaps_the_seats() {
    let mut play = Play::full("morpion - open,open 60+0 random");
    assert_eq!(play.refusal(0, &RequestKind::Offer(Offer::Rematch)), "not-over");
    let (one, two) = (play.table.guest(Seat::ONE), play.table.guest(Seat::TWO));
    play.ask(0, &RequestKind::Resign);
    play.ask(0, &RequestKind::Offer(Offer::Rematch));
    assert_eq!(play.table.rematch_setup(), None);
    play.ask(1, &RequestKind::Offer(Offer::Rematch));
    let setup = play.table.rematch_setup().unwrap();
    assert_eq!(setup.seats(), [two, one].map(|guest| table::SeatSetup::Reserved(guest.unwrap())));
    let events = play.table.rematched("next_table-2".parse().unwrap(), play.now);
    play.apply(events);
    assert_eq!(play.table.rematch_setup(), None);
    assert!(play.stream(Viewer::Public).last().unwrap().ends_with(" rematch=next_table-2"));
    assert_eq!(play.refusal(0, &RequestKind::Offer(Offer::Rematch)), "rematched");
}

#[test]
fn an_engine_accepts_a_rematch_at_once() {
    let mut play = Play::full("morpion - open,engine:2 untimed first");
    play.ask(0, &RequestKind::Resign);
    play.ask(0, &RequestKind::Offer(Offer::Rematch));
    let setup = play.table.rematch_setup().unwrap();
    assert_eq!(setup.to_string(), "morpion - engine:2,guest:0000000000000000 untimed first");
}

#[test]
fn phrases_exist_in_both_languages_and_are_limited() {
    for phrase in Phrase::ALL {
        assert_eq!(phrase.to_string().parse(), Ok(*phrase));
        assert!(Lang::ALL.iter().all(|&lang| phrase.words().get(lang).ends_with(['!', '.'])));
    }
    let mut play = Play::full("morpion - open,open untimed first");
    let said = (0..100).take_while(|_| play.try_ask(0, &RequestKind::Say(Phrase::Hello)).is_ok()).count();
    assert!((10..40).contains(&said), "{said}");
    assert_eq!(play.refusal(0, &premove(1, "1")), "too-much");
    play.ask(0, &RequestKind::Offer(Offer::Draw));
    play.moves(&[(0, "5")]);
    play.ask(0, &RequestKind::Say(Phrase::Thanks));
}

#[test]
fn presence_is_not_recorded_after_the_end() {
    let mut play = Play::full("morpion - open,open untimed first");
    play.presence(1, false);
    play.ask(0, &RequestKind::Resign);
    let version = play.table.version();
    for is_connected in [true, false, true] {
        play.presence(0, is_connected);
        play.presence(1, is_connected);
    }
    assert_eq!(play.table.version(), version);
}

/// Two players lengthen the log for as long as they can, in every possible way.
#[test]
fn the_log_of_a_game_is_bounded_and_the_game_can_still_be_ended() {
    let mut play = Play::full("super - open,open untimed first");
    let lengthen = |play: &mut Play, round: u64| {
        let version = play.table.version();
        let ply = play.table.ply();
        let _ = play.try_ask(round % 2, &RequestKind::Say(Phrase::Hello));
        let _ = play.try_ask(0, &RequestKind::Move { ply, mv: "5.5".to_owned() });
        let _ = play.try_ask(0, &RequestKind::Offer(Offer::TakeBack));
        let _ = play.try_ask(1, &RequestKind::Accept(Offer::TakeBack));
        play.presence(round % 2, false);
        play.presence(round % 2, true);
        let guests = (GuestId(1), GuestId(7));
        let (from, to) = if round.is_multiple_of(2) { guests } else { (guests.1, guests.0) };
        if let Ok(events) = play.table.hand_over(from, to, play.now) {
            play.apply(events);
        }
        play.table.version() > version
    };
    let rounds = (0..10_000).take_while(|&round| lengthen(&mut play, round)).count();
    assert!((100..9_000).contains(&rounds), "{rounds} rounds");
    assert!((10_000..10_100).contains(&play.table.version()), "{} events", play.table.version());
    assert_eq!(play.refusal(0, &RequestKind::Say(Phrase::Hello)), "too-much");
    assert_eq!(play.refusal(0, &RequestKind::Offer(Offer::Draw)), "too-much");
    let ply = play.table.ply();
    if ply == 0 {
        play.ask(0, &RequestKind::Move { ply, mv: "5.5".to_owned() });
    }
    play.ask(0, &RequestKind::Resign);
    assert!(play.table.is_over());
}

#[test]
fn when_the_log_is_full_a_player_who_was_gone_comes_back_once() {
    let mut play = Play::full("super - open,open untimed first");
    for round in 0..6_000 {
        play.presence(0, round % 2 == 1);
        play.presence(1, round % 2 == 1);
    }
    let version = play.table.version();
    assert!((10_000..10_002).contains(&version), "{version}");
    for is_connected in [true, false, true] {
        play.presence(0, is_connected);
        play.presence(1, is_connected);
    }
    assert!(play.table.version() <= version + 2, "each of them at most once");
    let snapshot = play.table.snapshot_for(Viewer::Public).to_string();
    assert!(snapshot.contains("seat1=human:-:") && snapshot.contains("seat2=human:-:"), "{snapshot}");
}

#[test]
fn a_damaged_log_is_refused_at_the_event_that_cannot_have_happened() {
    let mut play = Play::full("morpion - open,open untimed first");
    play.moves(&[(0, "5"), (1, "1")]);
    let events: Vec<Event> = play.table.events().cloned().collect();
    assert!(Table::replay(events.clone()).is_ok());
    assert_eq!(Table::replay(events[1..].to_vec()).unwrap_err().0, 0);
    let without_a_move = [&events[..4], &events[5..]].concat();
    assert_eq!(Table::replay(without_a_move).unwrap_err().0, 4);
    let mut other = events;
    other[5].kind = EventKind::Moved { seat: Seat::TWO, mv: "5".to_owned() };
    assert_eq!(Table::replay(other).unwrap_err().0, 5);
}

#[test]
fn a_clock_that_goes_backwards_changes_nothing() {
    let mut play = Play::full("morpion - open,open 60+0 first");
    play.wait(5_000);
    play.moves(&[(0, "5")]);
    play.now = Time(0);
    play.moves(&[(1, "1")]);
    assert_eq!(play.table.time_left(Time(0)), [55_000, 60_000]);
}
