//! Moves that an engine makes in a player's place are marked, in messages and in the record.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Play, check_replica, receive};
use rules::{Seat, Viewer};
use table::{Actor, Message, Offer, Replica, Request, RequestKind, Update};

/// The engine in a seat plays a legal move.
fn engine_moves(play: &mut Play, seat: Seat) {
    let ply = play.table.ply();
    let moves = position(play).moves();
    let kind = RequestKind::Move { ply, mv: moves[0].to_string() };
    let events = play.table.handle(Actor::Engine(seat), &Request { number: 1, kind }, play.now).unwrap();
    play.apply(events);
}

/// The player of a seat plays a legal move.
fn player_moves(play: &mut Play, guest: u64) {
    let mv = position(play).moves()[0].to_string();
    play.moves(&[(guest, &mv)]);
}

fn snapshot(play: &Play) -> table::Snapshot {
    match play.table.snapshot_for(Viewer::Public).update {
        Update::Table(snapshot) => *snapshot,
        other => panic!("{other}"),
    }
}

fn position(play: &Play) -> rules::AnyGame {
    snapshot(play).position().unwrap()
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
