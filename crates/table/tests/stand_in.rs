//! Moves that an engine makes in a player's place are marked, in messages and in the record.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Play, check_replica, receive};
use rules::{AnyGame, AnyMove, Seat, Viewer};
use table::{Actor, Message, Offer, Replica, Request, RequestKind, Update};

/// The engine in a seat plays.
fn engine_moves(play: &mut Play, seat: Seat) {
    let kind = RequestKind::Move { ply: play.table.ply(), mv: quiet_move(play) };
    let events = play.table.handle(Actor::Engine(seat), &Request { number: 1, kind }, play.now).unwrap();
    play.apply(events);
}

/// A player plays.
fn player_moves(play: &mut Play, guest: u64) {
    let mv = quiet_move(play);
    play.moves(&[(guest, &mv)]);
}

/// A move that does not end the game, and after which no move wins at once.
fn quiet_move(play: &Play) -> String {
    let game = snapshot(play).position().unwrap();
    let after = |game: &AnyGame, mv: AnyMove| {
        let mut next = game.clone();
        next.play(mv).unwrap();
        next
    };
    let is_quiet = |next: &AnyGame| {
        !next.turn().is_over() && next.moves().into_iter().all(|mv| !after(next, mv).turn().is_over())
    };
    game.moves().into_iter().find(|&mv| is_quiet(&after(&game, mv))).unwrap().to_string()
}

fn snapshot(play: &Play) -> table::Snapshot {
    match play.table.snapshot_for(Viewer::Public).update {
        Update::Table(snapshot) => *snapshot,
        other => panic!("{other}"),
    }
}

#[test]
fn a_record_says_which_moves_an_engine_made_for_a_player_who_came_back() {
    let mut play = Play::full("doh players=3 open,open,open untimed first");
    player_moves(&mut play, 0);
    play.ask(1, &RequestKind::Resign);
    engine_moves(&mut play, Seat::TWO);
    player_moves(&mut play, 2);
    player_moves(&mut play, 0);
    play.ask(1, &RequestKind::Return);
    player_moves(&mut play, 1);
    play.ask(2, &RequestKind::Resign);
    engine_moves(&mut play, Seat::from_index(2));
    let seen: Vec<bool> = snapshot(&play).moves.iter().map(|seen| seen.is_stand_in).collect();
    assert_eq!(seen, [false, true, false, false, false, true]);
    play.ask(0, &RequestKind::Offer(Offer::Draw));
    play.ask(1, &RequestKind::Accept(Offer::Draw));
    let record = snapshot(&play).record().unwrap();
    assert_eq!(record.tag("StandIn1"), None);
    assert_eq!(record.tag("StandIn2"), Some("2-2"));
    assert_eq!(record.tag("StandIn3"), Some("6"));
}

#[test]
fn the_messages_of_a_takeover_lead_to_the_snapshot_that_a_latecomer_gets() {
    let mut play = Play::full("doh players=3 open,open,open untimed first");
    let mut replica = Replica::new(&play.table.snapshot_for(Viewer::Public)).unwrap();
    let known = play.table.version();
    play.ask(0, &RequestKind::Resign);
    engine_moves(&mut play, Seat::ONE);
    let messages: Vec<Message> = (known..play.table.version())
        .filter_map(|index| play.table.message_for(index, Viewer::Public))
        .collect();
    receive(&mut replica, &messages);
    check_replica(&replica, &play.table, Viewer::Public);
    let moved = messages.last().unwrap().to_string();
    assert!(moved.contains(":2:engine "), "{moved}");
    assert!(replica.table().moves[0].is_stand_in);
}
