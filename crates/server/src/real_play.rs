//! Which finished games the archive shows: those that were really played.

use std::net::IpAddr;

use table::{EventKind, Table};

/// The least number of moves, and of milliseconds, of a game that was really played.
const MIN_PLIES: u32 = 4;
const MIN_LENGTH: u64 = 5_000;

/// The least number of milliseconds of a game whose players all come from one address.
const MIN_LENGTH_OF_ONE_ADDRESS: u64 = 30_000;

/// Whether a finished game was really played. `addresses` are those of its players, as far as they are known.
pub(crate) fn is_real_play(table: &Table, addresses: &[IpAddr]) -> bool {
    let mut started = table.events().skip_while(|event| !matches!(event.kind, EventKind::Started { .. }));
    let Some(start) = started.next() else { return false };
    let end = started.find(|event| matches!(event.kind, EventKind::Ended { .. }));
    let Some(end) = end else { return false };
    let is_one_address = addresses.iter().all(|address| Some(address) == addresses.first());
    let least = if is_one_address { MIN_LENGTH_OF_ONE_ADDRESS } else { MIN_LENGTH };
    table.ply() >= MIN_PLIES && end.at.since(start.at) >= least
}

#[cfg(test)]
mod tests {
    use table::{Actor, GuestId, Secret, Time};

    use super::*;

    /// A game of two that ends by resignation after this many moves and milliseconds.
    fn game(plies: u32, length: u64) -> Table {
        let setup = "morpion - open,open untimed first".parse().unwrap();
        let mut table = Table::new(setup, Time(1000), Secret::new([7; 32]));
        let mut ask = |guest: u64, line: String, at: u64| {
            let events =
                table.handle(Actor::Guest(GuestId(guest)), &line.parse().unwrap(), Time(at)).unwrap();
            events.into_iter().for_each(|event| table.apply(event).unwrap());
        };
        for guest in [1, 2] {
            let join = "1 join seat=- name=A contribution=000102030405060708090a0b0c0d0e0f";
            ask(guest, join.to_owned(), 2000);
        }
        let squares = ["1", "2", "3", "5", "4", "6"];
        for ply in 0..plies {
            let square = squares[ply as usize];
            ask(1 + u64::from(ply % 2), format!("{} move ply={ply} move={square}", ply + 2), 2000);
        }
        ask(1, "99 resign".to_owned(), 2000 + length);
        table
    }

    #[test]
    fn short_games_are_not_listed_and_those_of_one_address_must_be_longer() {
        let (here, there) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        assert!(is_real_play(&game(4, 5_000), &[here, there]));
        assert!(!is_real_play(&game(3, 60_000), &[here, there]), "three moves");
        assert!(!is_real_play(&game(4, 4_999), &[here, there]), "in seconds");
        assert!(!is_real_play(&game(6, 29_000), &[here, here]), "against oneself, in seconds");
        assert!(is_real_play(&game(6, 30_000), &[here, here]), "a family plays at home");
        assert!(!is_real_play(&game(6, 29_000), &[here]), "against engines");
    }
}
