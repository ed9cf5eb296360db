//! No leak: a viewer is sent the same bytes in every world that the viewer cannot tell from the true one. Such worlds
//! are made by exchanging cards that the viewer has not seen, and by removing what others did in private.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Play, bytes, random_answer, random_ask, random_move};
use rules::{AnyGame, Rng, Seat, Viewer};
use table::{Actor, Event, EventKind, GuestId, Request, RequestKind, Secret, Table, Time};

/// A game of cards up to a random point, with all kinds of requests.
fn some_game(rng: &mut Rng) -> Play {
    let setup = [
        "cards numbers=9,target=5 open,open 300+5 first",
        "cards numbers=18,target=12 open,open untimed random",
        "cards numbers=3,target=12 open,engine:4 untimed first",
    ][rng.below(3) as usize];
    let mut play = Play::with_secret(setup, Secret::new(bytes(rng)));
    for guest in [0, 1] {
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
            && let Some(opponent) = play.table.to_move().and_then(|seat| play.table.guest(seat.other()))
        {
            // Any move can be a premove: whether it is legal is checked when its turn comes.
            let ply = play.table.ply() + 1 + 2 * rng.below(2);
            play.ask(
                opponent.0,
                &RequestKind::Premove { ply, mv: ["R1@b2", "B2@c3"][rng.below(2) as usize].to_owned() },
            );
        } else {
            let guest = u64::from(rng.below(3));
            let ask = random_ask(&play.table, guest, rng);
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

/// The draws that a viewer has not seen, as indices of events.
fn hidden_draws(events: &[Event], game: &AnyGame, viewer: Viewer) -> Vec<usize> {
    let mut game = game.clone();
    let mut hidden = Vec::new();
    for (index, event) in events.iter().enumerate() {
        match &event.kind {
            EventKind::Drawn { mv } => {
                let drawn = game.parse_move(mv).unwrap();
                if game.redact_move(drawn, viewer) != drawn {
                    hidden.push(index);
                }
                game.play(drawn).unwrap();
            }
            EventKind::Moved { mv, .. } => {
                let mv = game.parse_move(mv).unwrap();
                game.play(mv).unwrap();
            }
            _ => {}
        }
    }
    hidden
}

/// Whose turn it was after each step, which everyone at the table sees.
fn turns(table: &Table) -> Vec<String> {
    let rules_of = |message: table::Message| match message.update {
        table::Update::Table(snapshot) => snapshot.moves.iter().map(|step| step.turn.to_string()).collect(),
        _ => Vec::new(),
    };
    rules_of(table.snapshot_for(Viewer::Public))
}

/// Another world that one viewer cannot tell from the true one.
struct World {
    table: Table,
    /// Whether hidden cards differ.
    has_changed: bool,
    /// Whether others had premoves in the true world that they do not have in this one.
    has_private: bool,
}

/// Another world in which the viewer has seen the same, with at least one hidden card exchanged, if one is found.
fn other_world(play: &Play, viewer: Viewer, rng: &mut Rng) -> Option<World> {
    let mut events: Vec<Event> = play.table.events().cloned().collect();
    let hidden = hidden_draws(&events, play.table.setup().game(), viewer);
    let mut pile: Vec<String> = {
        let table = Table::replay(events.clone()).unwrap();
        let whole = whole_position(&table);
        whole.moves_of_the_pile()
    };
    let truth = turns(&play.table);
    let mut has_changed = false;
    for _ in 0..40 {
        if hidden.is_empty() {
            break;
        }
        let mut other = events.clone();
        let (one, two) = (
            hidden[rng.below(hidden.len() as u32) as usize],
            hidden[rng.below(hidden.len() as u32) as usize],
        );
        let card = |event: &Event| match &event.kind {
            EventKind::Drawn { mv } => mv.clone(),
            _ => String::new(),
        };
        let (a, b) = (card(&events[one]), card(&events[two]));
        let from_pile = rng.below(2) == 0 && !pile.is_empty();
        let slot = if pile.is_empty() { 0 } else { rng.below(pile.len() as u32) as usize };
        if from_pile {
            other[one].kind = EventKind::Drawn { mv: pile[slot].clone() };
        } else {
            other[one].kind = EventKind::Drawn { mv: b };
            other[two].kind = EventKind::Drawn { mv: a.clone() };
        }
        // The moves that were made must still be possible, with the same turns, which everyone sees.
        if let Ok(table) = Table::replay(other.clone())
            && turns(&table) == truth
        {
            has_changed |= other != events;
            if from_pile {
                pile[slot] = a;
            }
            events = other;
        }
    }
    // In the other world, the other players make no premoves.
    let before = events.len();
    events.retain(|event| {
        !matches!(event.kind, EventKind::Premoved { seat, .. } | EventKind::Unpremoved { seat } if !viewer.is(seat))
    });
    let has_private = events.len() < before;
    let table = Table::replay(events).ok().filter(|_| has_changed || has_private)?;
    Some(World { table, has_changed, has_private })
}

struct Whole(AnyGame);

impl Whole {
    /// The cards of the draw pile, as draws.
    fn moves_of_the_pile(&self) -> Vec<String> {
        match &self.0 {
            AnyGame::Cards(cards) => cards.unseen().map(|card| format!("+{card}")).collect(),
            _ => Vec::new(),
        }
    }
}

/// The position without any redaction, from the log.
fn whole_position(table: &Table) -> Whole {
    let mut game = table.setup().game().clone();
    for event in table.events() {
        if let EventKind::Drawn { mv } | EventKind::Moved { mv, .. } = &event.kind {
            let mv = game.parse_move(mv).unwrap();
            game.play(mv).unwrap();
        }
    }
    Whole(game)
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
fn what_a_viewer_is_told_depends_only_on_what_the_viewer_may_know() {
    let mut rng = Rng::new(11);
    let (mut worlds, mut with_premoves, mut ongoing, mut refusals) = (0, 0, 0, 0);
    let viewers = [Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO), Viewer::Public];
    while worlds < 600 {
        let play = some_game(&mut rng);
        // After the end nothing is hidden.
        if play.table.is_over() || !play.table.is_started() {
            continue;
        }
        ongoing += 1;
        assert!(ongoing < 8_000, "too few other worlds are found: {worlds}");
        for viewer in viewers {
            let Some(World { table: other, has_changed, has_private }) = other_world(&play, viewer, &mut rng)
            else {
                continue;
            };
            worlds += usize::from(has_changed);
            with_premoves += usize::from(has_private);
            assert_eq!(stream(&other, viewer, play.now), stream(&play.table, viewer, play.now), "{viewer:?}");
            // Refusals and their reasons are the same too.
            let guest = match viewer {
                Viewer::Seat(seat) => play.table.guest(seat).unwrap_or(GuestId(2)),
                Viewer::Public => GuestId(2),
            };
            for _ in 0..20 {
                let ask = random_ask(&play.table, guest.0, &mut rng);
                let request = Request { number: 10_000, kind: ask };
                let answers = [&play.table, &other]
                    .map(|table| table.handle(Actor::Guest(guest), &request, play.now).map(|_| ()));
                assert_eq!(answers[0], answers[1], "{request}");
                refusals += usize::from(answers[0].is_err());
            }
        }
    }
    assert!(refusals > 1_000, "{refusals}");
    assert!(with_premoves > 100, "{with_premoves}");
}

#[test]
fn the_test_for_leaks_would_see_one() {
    let mut rng = Rng::new(12);
    let mut differences = 0;
    for _ in 0..60 {
        let play = some_game(&mut rng);
        if play.table.is_over() {
            continue;
        }
        // The stream of the opponent, who sees these cards, differs.
        if let Some(World { table: other, has_changed: true, .. }) =
            other_world(&play, Viewer::Seat(Seat::ONE), &mut rng)
        {
            let opponent = Viewer::Seat(Seat::TWO);
            differences +=
                usize::from(stream(&other, opponent, play.now) != stream(&play.table, opponent, play.now));
        }
    }
    assert!(differences > 10, "{differences}");
}

/// Servers that share a table have their own clocks: one may be ahead of the one that handles the next request.
#[test]
fn a_premove_changes_no_time_that_others_see_whatever_the_clocks_of_the_servers() {
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
fn the_secret_is_told_only_after_the_end() {
    let mut rng = Rng::new(13);
    for _ in 0..60 {
        let mut play = some_game(&mut rng);
        let Some(EventKind::Created { secret, .. }) =
            play.table.events().next().map(|event| event.kind.clone())
        else {
            panic!("the first event opens the table")
        };
        let secret = secret.to_string();
        let viewers = [Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO), Viewer::Public];
        let is_told =
            |play: &Play| viewers.map(|viewer| play.stream(viewer).iter().any(|line| line.contains(&secret)));
        if !play.table.is_over() {
            assert_eq!(is_told(&play), [false; 3]);
            assert_eq!(play.table.record(), None);
            let guest = play.table.guest(Seat::ONE).or(play.table.guest(Seat::TWO)).unwrap();
            let request = Request { number: 10_000, kind: RequestKind::Resign };
            let events = play.table.handle(Actor::Guest(guest), &request, play.now).unwrap();
            play.apply(events);
        }
        assert_eq!(is_told(&play), [true; 3]);
    }
}

#[test]
fn nobody_is_told_who_a_guest_is() {
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
