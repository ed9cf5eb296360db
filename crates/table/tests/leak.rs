//! No leak, in any game that hides something: the server sends a viewer the same bytes in every world that the viewer
//! cannot tell from the true one. The test makes these worlds by exchanging cards that the viewer has not seen, and by
//! removing the private events of others.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::worlds::{World, hiding_games, other_world, pick, some_move, some_options, viewers};
use common::{Play, bytes, random_answer, random_move, random_request};
use rules::{Kind, Rng, Seat, Viewer};
use table::{Actor, EventKind, GuestId, Request, RequestKind, Secret, Table, Time};

/// A game up to a random point, with all kinds of requests.
fn some_game(kind: Kind, rng: &mut Rng) -> Play {
    let (game, seats) = some_options(kind, rng);
    let others = (1..seats).map(|_| [",open", ",open", ",engine:4"][rng.below(3) as usize]);
    let seats = format!("open{}", others.collect::<String>());
    let clock = ["300+5 first", "untimed random", "untimed first"][rng.below(3) as usize];
    let mut play = Play::with_secret(&format!("{game} {seats} {clock}"), Secret::new(bytes(rng)));
    for guest in 0..4 {
        if !play.table.is_started() {
            play.ask(guest, &common::join(guest));
        }
    }
    for _ in 0..rng.below(120) {
        play.wait(rng.below(300).into());
        if let Some((seat, _, ply)) = play.table.engine_to_move() {
            let position = play.table.view(Viewer::Seat(seat)).position();
            let mv = position.random_move(rng).unwrap().to_string();
            let request = Request { number: 1, kind: RequestKind::Move { ply, mv } };
            let events = play.table.handle(Actor::Engine(seat), &request, play.now).unwrap();
            play.apply(events);
        } else if rng.below(2) == 0 {
            let guest = play.to_move().unwrap_or(0);
            let ask = RequestKind::Move { ply: play.table.ply(), mv: random_move(&play.table, guest, rng) };
            let _ = play.try_ask(guest, &ask);
        } else if let Some((guest, ask)) = random_answer(&play.table, rng) {
            let _ = play.try_ask(guest, &ask);
        } else if rng.below(6) == 0
            && let Some(opponent) = some_opponent(&play.table, rng)
        {
            let ply = play.table.ply() + 1 + 2 * rng.below(2);
            let mv = some_move(play.table.setup().game(), rng).to_string();
            let _ = play.try_ask(opponent.0, &RequestKind::Premove { ply, mv });
        } else {
            let guest = u64::from(rng.below(3));
            let ask = random_request(&play.table, guest, rng);
            // Early resignations would make the games short.
            if !matches!(ask, RequestKind::Resign) {
                let _ = play.try_ask(guest, &ask);
            }
        }
        if play.table.is_over() {
            break;
        }
    }
    play
}

/// A player whose turn it is not.
fn some_opponent(table: &Table, rng: &mut Rng) -> Option<GuestId> {
    let mover = table.to_move()?;
    let seats = (0..table.setup().game().seats()).map(Seat::from_index).filter(|&seat| seat != mover);
    pick(&seats.filter_map(|seat| table.guest(seat)).collect::<Vec<_>>(), rng).copied()
}

/// Everything that a server sends to a viewer of a table, times included: the messages, a snapshot, the last number,
/// the listing, the clocks, and when the server will wake up.
fn stream(table: &Table, viewer: Viewer, now: Time) -> Vec<String> {
    let messages = (0..table.version()).filter_map(|index| table.message_for(index, viewer));
    let mut lines: Vec<String> =
        messages.chain([table.snapshot_for(viewer)]).map(|message| message.to_string()).collect();
    lines.push(table.number(viewer).to_string());
    lines.push(table.listing("abc".parse().unwrap(), viewer).to_string());
    lines.push(format!("{:?} {:?} {:?}", table.time_left(now), table.wake_at(), table.last_event_at()));
    lines
}

#[test]
fn a_viewer_gets_the_same_bytes_in_indistinguishable_worlds() {
    for kind in hiding_games() {
        compare_worlds(kind);
    }
}

fn compare_worlds(kind: Kind) {
    let mut rng = Rng::new(11);
    let (mut worlds, mut with_premoves, mut ongoing, mut refusals) = (0, 0, 0, 0);
    while worlds < 600 {
        let play = some_game(kind, &mut rng);
        // After the end nothing is hidden.
        if play.table.is_over() || !play.table.is_started() {
            continue;
        }
        ongoing += 1;
        assert!(ongoing < 8_000, "{kind}: too few other worlds are found: {worlds}");
        for viewer in viewers(&play.table) {
            let Some(World { table: other, has_changed, has_private }) =
                other_world(&play.table, viewer, &mut rng)
            else {
                continue;
            };
            worlds += usize::from(has_changed);
            with_premoves += usize::from(has_private);
            assert_eq!(
                stream(&other, viewer, play.now),
                stream(&play.table, viewer, play.now),
                "{kind} {viewer:?}"
            );
            // Refusals and their reasons must not differ either.
            let stranger = GuestId(7);
            let guest = match viewer {
                Viewer::Seat(seat) => play.table.guest(seat).unwrap_or(stranger),
                Viewer::Public => stranger,
            };
            for _ in 0..20 {
                let ask = random_request(&play.table, guest.0, &mut rng);
                let request = Request { number: 10_000, kind: ask };
                let answers = [&play.table, &other]
                    .map(|table| table.handle(Actor::Guest(guest), &request, play.now).map(|_| ()));
                assert_eq!(answers[0], answers[1], "{kind}: {request}");
                refusals += usize::from(answers[0].is_err());
            }
        }
    }
    assert!(refusals > 1_000, "{kind}: {refusals}");
    assert!(with_premoves > 100, "{kind}: {with_premoves}");
}

#[test]
fn the_leak_test_detects_a_leak() {
    for kind in hiding_games() {
        let mut rng = Rng::new(12);
        let mut differences = 0;
        for _ in 0..60 {
            let play = some_game(kind, &mut rng);
            if play.table.is_over() {
                continue;
            }
            // The stream of an opponent, who sees these cards, differs.
            if let Some(World { table: other, has_changed: true, .. }) =
                other_world(&play.table, Viewer::Seat(Seat::ONE), &mut rng)
            {
                let differs =
                    |viewer| stream(&other, viewer, play.now) != stream(&play.table, viewer, play.now);
                differences += usize::from(viewers(&play.table).into_iter().any(differs));
            }
        }
        assert!(differences > 10, "{kind}: {differences}");
    }
}

/// Servers that share a table have their own clocks: one may be ahead of the one that handles the next request.
#[test]
fn a_premove_changes_no_time_that_others_see_even_if_server_clocks_differ() {
    let stream = |has_premove: bool| {
        let mut play = Play::full("morpion - open,open 300+5 first");
        play.wait(1_000);
        if has_premove {
            play.wait(7_000);
            play.ask(1, &RequestKind::Premove { ply: 1, mv: "1".to_owned() });
            play.ask(1, &RequestKind::Unpremove);
            play.now = Time(play.now.0 - 7_000);
        }
        let mut lines = stream(&play.table, Viewer::Seat(Seat::ONE), play.now);
        play.wait(500);
        play.moves(&[(0, "5")]);
        lines.extend(stream(&play.table, Viewer::Seat(Seat::ONE), play.now));
        lines
    };
    assert_eq!(stream(true), stream(false));
}

#[test]
fn the_secret_is_revealed_only_after_the_end() {
    let mut rng = Rng::new(13);
    for kind in hiding_games().into_iter().flat_map(|kind| [kind; 60]) {
        let mut play = some_game(kind, &mut rng);
        let Some(EventKind::Created { secret, .. }) =
            play.table.events().next().map(|event| event.kind.clone())
        else {
            panic!("the first event opens the table")
        };
        let secret = secret.to_string();
        let is_revealed = |play: &Play, viewer| play.stream(viewer).iter().any(|line| line.contains(&secret));
        if !play.table.is_over() {
            assert!(viewers(&play.table).into_iter().all(|viewer| !is_revealed(&play, viewer)));
            assert_eq!(play.table.record(), None);
            let guest = (0..4).map(Seat::from_index).find_map(|seat| play.table.guest(seat)).unwrap();
            let request = Request { number: 10_000, kind: RequestKind::Resign };
            let events = play.table.handle(Actor::Guest(guest), &request, play.now).unwrap();
            play.apply(events);
        }
        // With more than two players, a resignation does not end the game.
        let is_over = play.table.is_over();
        assert!(viewers(&play.table).into_iter().all(|viewer| is_revealed(&play, viewer) == is_over));
    }
}

#[test]
fn no_viewer_learns_the_id_of_a_guest() {
    let mut play = Play::new("doh players=3 open,guest:00c0ffee00c0ffee,engine:1 untimed first");
    play.ask(7, &common::join(7));
    let request = Request { number: 1, kind: common::join(2) };
    let events = play.table.handle(Actor::Guest(GuestId(0x00c0_ffee_00c0_ffee)), &request, play.now).unwrap();
    let before = play.stream(Viewer::Public).join("\n");
    assert!(before.contains("seat2=reserved") && !before.contains("c0ffee"), "{before}");
    play.apply(events);
    let after = play.stream(Viewer::Public).join("\n");
    assert!(after.contains("seat2=human:-:-:Zoé") && !after.contains("c0ffee"), "{after}");
}
