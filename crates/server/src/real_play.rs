//! Which finished games the archive shows: those that were really played, and not too many of an address.

use std::net::IpAddr;
use std::time::Instant;

use table::{EndReason, EventKind, Table};

use crate::budget::UNKNOWN_ADDRESS;
use crate::guests::CookieKey;
use crate::rate_limit::{Rate, RateLimiter};

/// The least number of moves, and of milliseconds, of a game that was really played.
pub(crate) const MIN_PLIES: u32 = 4;
pub(crate) const MIN_LENGTH: u64 = 5_000;

/// The least number of milliseconds of a game whose players all come from one address.
const MIN_LENGTH_OF_ONE_ADDRESS: u64 = 30_000;

/// How many games whose players all come from one address this server lists for that address: ten at once, and ten an
/// hour.
const GAMES_OF_ONE_ADDRESS: Rate = Rate { per_second: 10.0 / 3600.0, capacity: 10.0 };

/// How many games of an address, against any opponent, this server lists: sixty at once, and sixty an hour. Without this
/// limit, two addresses could fill the archive with games against each other.
const GAMES_OF_AN_ADDRESS: Rate = Rate { per_second: 60.0 / 3600.0, capacity: 60.0 };

/// Decides which finished games the archive shows.
#[derive(Debug)]
pub(crate) struct ArchiveLimit {
    /// Games whose players all come from one address.
    one_address_games: RateLimiter<i64>,
    /// All games.
    all_games: RateLimiter<i64>,
}

/// Where the players of a finished game come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayersFrom<'a> {
    /// The addresses of the players who are connected.
    pub(crate) addresses: &'a [IpAddr],
    /// A number for the address from which the table was opened, if it is known.
    pub(crate) opened_from: Option<i64>,
}

/// What a game that the archive shows was charged to.
#[derive(Debug, Default)]
pub(crate) struct ArchiveCharge {
    /// The numbers of the addresses.
    numbers: Vec<i64>,
    is_one_address: bool,
}

impl ArchiveLimit {
    pub(crate) fn new() -> ArchiveLimit {
        ArchiveLimit {
            one_address_games: RateLimiter::new(GAMES_OF_ONE_ADDRESS),
            all_games: RateLimiter::new(GAMES_OF_AN_ADDRESS),
        }
    }

    /// Forgets the addresses that have their full allowance.
    pub(crate) fn purge(&self, now: Instant) {
        self.one_address_games.purge(now);
        self.all_games.purge(now);
    }

    /// Counts a game that ends now for the addresses of its players. `None` if the archive does not show it.
    pub(crate) fn admit(
        &self,
        game: &Table,
        from: PlayersFrom<'_>,
        key: &CookieKey,
        now: Instant,
    ) -> Option<ArchiveCharge> {
        let PlayersFrom { addresses, opened_from } = from;
        let is_one_address = is_one_address(addresses);
        if !is_real_play(game, is_one_address) {
            return None;
        }
        let mut numbers: Vec<i64> = addresses.iter().map(|address| key.number_of(*address)).collect();
        if numbers.is_empty() {
            numbers.push(opened_from.unwrap_or_else(|| key.number_of(UNKNOWN_ADDRESS)));
        }
        numbers.sort_unstable();
        numbers.dedup();
        let has_room =
            |limiter: &RateLimiter<i64>| numbers.iter().all(|number| limiter.has_tokens(number, now));
        if !self.limiters(is_one_address).all(has_room) {
            return None;
        }
        for limiter in self.limiters(is_one_address) {
            numbers.iter().for_each(|number| limiter.charge(*number, 1.0, now));
        }
        Some(ArchiveCharge { numbers, is_one_address })
    }

    /// Takes back what was counted for a game whose end was not written.
    pub(crate) fn refund(&self, charge: &ArchiveCharge, now: Instant) {
        for limiter in self.limiters(charge.is_one_address) {
            charge.numbers.iter().for_each(|number| limiter.refund(*number, 1.0, now));
        }
    }

    /// The limits that count for a game.
    fn limiters(&self, is_one_address: bool) -> impl Iterator<Item = &RateLimiter<i64>> {
        [Some(&self.all_games), is_one_address.then_some(&self.one_address_games)].into_iter().flatten()
    }
}

/// Whether all players come from one address, as far as that is known.
fn is_one_address(addresses: &[IpAddr]) -> bool {
    addresses.iter().all(|address| Some(address) == addresses.first())
}

/// Whether a finished game was really played.
fn is_real_play(table: &Table, is_one_address: bool) -> bool {
    let mut started = table.events().skip_while(|event| !matches!(event.kind, EventKind::Started { .. }));
    let Some(start) = started.next() else { return false };
    let end = started.find(|event| matches!(event.kind, EventKind::Ended { .. }));
    let Some(end) = end else { return false };
    if matches!(end.kind, EventKind::Ended { why: EndReason::Aborted, .. }) {
        return false;
    }
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
        let is_real_play = |game: &Table, addresses: &[IpAddr]| is_real_play(game, is_one_address(addresses));
        assert!(is_real_play(&game(4, 5_000), &[here, there]));
        assert!(!is_real_play(&game(3, 60_000), &[here, there]), "three moves");
        assert!(!is_real_play(&game(4, 4_999), &[here, there]), "in seconds");
        assert!(!is_real_play(&game(6, 29_000), &[here, here]), "against oneself, in seconds");
        assert!(is_real_play(&game(6, 30_000), &[here, here]), "a family plays at home");
        assert!(!is_real_play(&game(6, 29_000), &[here]), "against engines");
    }

    #[test]
    fn ten_games_of_one_address_are_listed_an_hour_and_sixty_of_an_address_in_all() {
        let (limit, key, now) =
            (ArchiveLimit::new(), CookieKey::parse(&"0".repeat(64)).unwrap(), Instant::now());
        let game = game(6, 60_000);
        let (here, there) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let admitted = |addresses: &[IpAddr], opened_from, now| {
            let from = PlayersFrom { addresses, opened_from };
            (0..100).filter(|_| limit.admit(&game, from, &key, now).is_some()).count()
        };
        assert_eq!(admitted(&[here, here], None, now), 10);
        assert_eq!(admitted(&[here], Some(7), now), 0, "an engine, or nobody else connected");
        assert_eq!(admitted(&[], Some(key.number_of(here)), now), 0, "nobody connected at the end");
        assert_eq!(admitted(&[], Some(7), now), 10, "another address");
        assert_eq!(admitted(&[here, there], None, now), 50, "the other ten were those of one address");
        let third = IpAddr::from([192, 0, 2, 3]);
        assert_eq!(admitted(&[third, here], None, now), 0, "whoever plays against them");
        assert_eq!(admitted(&[third, there], None, now), 10);
        let later = now + std::time::Duration::from_secs(3601);
        assert_eq!(admitted(&[here, here], None, later), 10);
        assert_eq!(admitted(&[here, there], None, later), 50);
    }

    #[test]
    fn the_memory_of_a_hundred_thousand_addresses_is_freed() {
        let (limit, key, now) =
            (ArchiveLimit::new(), CookieKey::parse(&"0".repeat(64)).unwrap(), Instant::now());
        let game = game(6, 60_000);
        for number in 0..100_000 {
            let from = PlayersFrom { addresses: &[], opened_from: Some(number) };
            assert!(limit.admit(&game, from, &key, now).is_some());
        }
        assert!(limit.one_address_games.capacity() >= 100_000 && limit.all_games.capacity() >= 100_000);
        limit.purge(now + std::time::Duration::from_secs(3601));
        assert_eq!((limit.one_address_games.capacity(), limit.all_games.capacity()), (0, 0));
    }
}
