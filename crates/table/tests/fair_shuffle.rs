//! What a server that has seen all contributions can still choose: nothing that one receipt does not show.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rules::{Record, Viewer};
use table::{
    Actor, Commitment, Contribution, GuestId, PlayerSecret, Receipt, ReceiptMismatch, ReceiptProof, Request,
    Secret, Setup, ShuffleVersion, Table, TableId, Time, VerifyError, verify,
};

const NAMES: [&str; 4] = ["Anne", "Luc", "Zoe", "Max"];

/// A table that the server wants to influence, and the honest players who have asked for a seat there.
struct Attack {
    id: TableId,
    secret: Secret,
    setup: Setup,
    players: Vec<(&'static str, Contribution)>,
}

impl Attack {
    fn new(setup: &str, players: usize) -> Attack {
        let (id, secret): (TableId, _) = ("abc".parse().unwrap(), Secret::new([8; 32]));
        let setup: Setup = setup.parse().unwrap();
        let contribute = |device: usize| {
            let player = PlayerSecret::new([device as u8; 32]);
            (NAMES[device], player.contribute(NAMES[device], &id, &secret.commitment(), &setup))
        };
        let players = (0..players).map(contribute).collect();
        Attack { id, secret, setup, players }
    }

    fn commitment(&self) -> Commitment {
        self.secret.commitment()
    }

    fn receipt(&self, player: usize) -> Receipt {
        Receipt {
            table: self.id.clone(),
            commitment: self.commitment(),
            setup: Some(self.setup.clone()),
            contribution: self.players[player].1,
        }
    }

    /// The record of a game that the players play after the server has given them their seats in this order.
    fn record(&self, setup: &Setup, order: &[usize]) -> Record {
        let mut table = Table::new(setup.clone(), Time(0), self.secret).with_id(self.id.clone());
        for (guest, &player) in order.iter().enumerate() {
            let (name, contribution) = self.players[player];
            let join = format!("1 join seat=- name={name} contribution={contribution}");
            request(&mut table, guest as u64, &join);
        }
        for ply in 0..3 {
            let Some(guest) = table.to_move().and_then(|seat| table.guest(seat)) else { break };
            let mv = table.view(table.viewer(guest)).position().moves()[0];
            request(&mut table, guest.0, &format!("{} move ply={ply} move={mv}", 2 + ply));
        }
        let guests: Vec<u64> = (0..order.len() as u64).collect();
        guests.iter().for_each(|&guest| request(&mut table, guest, "100 offer what=draw"));
        table.record().unwrap()
    }

    /// What the players see: the draws, and who sits where.
    fn outcome(&self, record: &Record) -> (Vec<String>, Vec<Option<u8>>) {
        let draws = record.steps().iter().filter(|step| step.is_chance());
        let seats = (0..self.players.len()).map(|player| self.receipt(player).seat(record));
        (draws.map(|step| step.mv().to_string()).collect(), seats.map(|seat| Some(seat?.number())).collect())
    }
}

fn request(table: &mut Table, guest: u64, line: &str) {
    let request: Request = line.parse().unwrap();
    if let Ok(events) = table.handle(Actor::Guest(GuestId(guest)), &request, Time(0)) {
        events.into_iter().for_each(|event| table.apply(event).unwrap());
    }
}

/// All orders of the numbers below `count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for number in 0..count {
        let insert = |order: &Vec<usize>| {
            (0..=order.len())
                .map(|at| [&order[..at], &[number], &order[at..]].concat())
                .collect::<Vec<Vec<usize>>>()
        };
        orders = orders.iter().flat_map(insert).collect();
    }
    orders
}

#[test]
fn a_server_that_orders_the_players_gets_no_other_draws_and_no_other_random_seats() {
    for (setup, players) in [
        ("cards numbers=9,target=5 open,open untimed random", 2),
        ("doh players=3 open,open,open untimed random", 3),
        ("doh players=4 open,open,open,open untimed random", 4),
        ("doh players=4 open,engine:1,open,engine:2 untimed random", 2),
    ] {
        let attack = Attack::new(setup, players);
        let outcomes: Vec<_> = orders(players)
            .into_iter()
            .map(|order| {
                let record = attack.record(&attack.setup, &order);
                let verified = verify(&record).unwrap();
                assert_eq!((verified.shuffle, verified.seating), (ShuffleVersion::ByContribution, true));
                for player in 0..players {
                    assert_eq!(attack.receipt(player).check(&record), Ok(ReceiptProof::Setup));
                }
                attack.outcome(&record)
            })
            .collect();
        assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "{setup}: {outcomes:?}");
    }
}

/// Where the players chose their seats, the server may still say that a seat is taken, but the draws stay the same.
#[test]
fn a_server_that_orders_the_players_at_a_table_without_random_seats_gets_no_other_draws() {
    let attack = Attack::new("cards numbers=9,target=5 open,open untimed first", 2);
    let draws = |order: &[usize]| attack.outcome(&attack.record(&attack.setup, order)).0;
    assert_eq!(draws(&[0, 1])[..10], draws(&[1, 0])[..10]);
}

#[test]
fn a_server_that_replaces_the_setup_is_found_out() {
    let attack = Attack::new("cards numbers=9,target=5 open,open untimed random", 2);
    let fair = attack.record(&attack.setup, &[0, 1]);
    for other in [
        "cards numbers=9,target=5 open,open untimed first",
        "cards numbers=9,target=4 open,open untimed random",
        "cards numbers=9,target=5 open,open 60+0 random",
    ] {
        // The table refuses the contributions, so the server writes the record by itself.
        let bare = Attack {
            players: attack.players.iter().map(|(name, _)| (*name, Contribution::new([7; 16]))).collect(),
            ..Attack::new(other, 2)
        };
        let mut record = bare.record(&bare.setup, &[0, 1]);
        for (place, (_, contribution)) in (1..).zip(&attack.players) {
            record.set_tag(&format!("Contribution{place}"), &contribution.to_string());
        }
        assert_eq!(verify(&record), Err(VerifyError::Signature { seat: 1 }), "{other}");
        assert_eq!(attack.receipt(0).check(&record), Err(ReceiptMismatch::OtherSetup), "{other}");
        record.set_tag("Setup", &attack.setup.to_string());
        assert!(verify(&record).is_err(), "{other}");
    }
    // A game with random seats is recorded as one with chosen seats.
    let seats = fair.tag("Seating").unwrap().strip_prefix("random ").unwrap().to_owned();
    for seats in [seats.as_str(), "1,2", "2,1", "1", ""] {
        let mut chosen = fair.clone();
        chosen.set_tag("Seating", format!("chosen {seats}").trim_end());
        assert!(verify(&chosen).is_err(), "{seats}");
    }
    let mut without = fair.clone();
    without.set_tag("Setup", "");
    assert!(verify(&without).is_err());
    assert_eq!(attack.receipt(0).check(&without), Err(ReceiptMismatch::OtherSetup));
    let mut player = fair;
    player.set_tag("Seat1", "engine level 3");
    assert_eq!(verify(&player), Err(VerifyError::Setup));
}

/// A game that began before contributions were sorted: the first lines of the log are what that version wrote.
#[test]
fn a_game_of_the_former_version_continues_and_verifies_as_it_began() {
    let log = include_str!("former_shuffle.txt");
    let mut table = Table::replay(log.lines().map(|line| line.parse().unwrap())).unwrap();
    assert_eq!(table.events().map(ToString::to_string).collect::<Vec<_>>().join("\n"), log.trim_end());
    for ply in 0..8 {
        let seat = table.to_move().unwrap();
        let mv = table.view(Viewer::Seat(seat)).position().moves()[0];
        let actor = table.guest(seat).map_or(Actor::Engine(seat), Actor::Guest);
        let play = format!("{} move ply={ply} move={mv}", 2 + ply).parse().unwrap();
        let events = table.handle(actor, &play, Time(1000)).unwrap();
        events.into_iter().for_each(|event| table.apply(event).unwrap());
    }
    request(&mut table, 0, "100 resign");
    let record = table.record().unwrap();
    assert!(record.tag("Setup").is_none());
    let verified = verify(&record).unwrap();
    assert_eq!(verified.shuffle, ShuffleVersion::BySeat);
    assert!(verified.draws > 10, "{verified:?}");
}
