//! Builds a collection from games.

use std::collections::{BTreeMap, HashMap};

use rules::{AnyGame, AnyMove, Outcome};

use crate::COUNTED_MOVES;
use crate::bytes;
use crate::collection::{CollectionHeader, END, MoveValue, VERSION, option_word, short};
use crate::position_key::PositionKey;
use crate::tally::Tally;

/// The largest size of a file in bytes, before compression.
pub const MAX_BYTES: usize = 300_000;

/// The minimum number of games that reached a position that is kept.
const MIN_GAMES: u32 = 3;

/// Counts what was played in games.
#[derive(Clone, Debug)]
pub struct CollectionBuilder {
    head: CollectionHeader,
    seats: usize,
    positions: HashMap<u64, HashMap<u32, Tally>>,
    values: HashMap<u64, HashMap<u32, MoveValue>>,
}

/// A position of a game, and what was played in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedPosition {
    /// How many moves came before, drawn cards included.
    pub ply: usize,
    /// The key of the position.
    pub key: u64,
    /// The code of the move.
    pub code: u32,
    /// How the game ended for the player to move.
    pub tally: Tally,
}

/// The positions of a game that an index counts, in order. Stops at a move that cannot be played.
pub fn played(start: &AnyGame, moves: &[AnyMove], outcome: Outcome) -> Vec<PlayedPosition> {
    let (mut game, mut found) = (start.clone(), Vec::new());
    for (ply, &mv) in moves.iter().enumerate() {
        if let (Some(mover), Some(position_key)) = (game.turn().seat(), PositionKey::of(&game)) {
            if found.len() == COUNTED_MOVES {
                break;
            }
            let Some(code) = position_key.code(mv) else { break };
            let tally = Tally::one(outcome, mover, game.seats());
            found.push(PlayedPosition { ply, key: position_key.key, code, tally });
        }
        if game.play(mv).is_err() {
            break;
        }
    }
    found
}

impl CollectionBuilder {
    /// Begins to count games with the options of `start`.
    pub fn new(start: &AnyGame, nodes: u64, seed: u64) -> CollectionBuilder {
        let head = CollectionHeader {
            kind: start.kind(),
            options: option_word(&start.options()),
            games: 0,
            nodes,
            seed,
        };
        let seats = start.seats().into();
        CollectionBuilder { head, seats, positions: HashMap::new(), values: HashMap::new() }
    }

    /// Counts a game, whose moves [`played`] returned.
    pub fn add(&mut self, game: &[PlayedPosition]) {
        self.head.games += 1;
        for PlayedPosition { key, code, tally, .. } in game {
            self.positions.entry(*key).or_default().entry(*code).or_default().add(tally);
        }
    }

    /// Notes the engine's value of a move.
    pub fn set_value(&mut self, key: u64, code: u32, value: MoveValue) {
        self.values.entry(key).or_default().insert(code, value);
    }

    /// The keys of the positions that go into the file: as many of the most frequent ones as fit.
    pub fn kept(&self) -> Vec<u64> {
        let games = |moves: &HashMap<u32, Tally>| moves.values().map(Tally::games).sum::<u32>();
        let mut order: Vec<(u32, u64)> = self
            .positions
            .iter()
            .map(|(&key, moves)| (games(moves), key))
            .filter(|&(games, _)| games >= MIN_GAMES)
            .collect();
        order.sort_unstable_by(|a, b| b.cmp(a));
        let keys: Vec<u64> = order.into_iter().map(|(_, key)| key).collect();
        let fits = |count: usize| self.encode(&keys[..count]).len() <= MAX_BYTES;
        // A binary search for the largest number of positions that fit, since more positions take more bytes.
        let (mut most, mut too_many) = (0, keys.len() + 1);
        while most + 1 < too_many {
            let middle = most.midpoint(too_many);
            if fits(middle) { most = middle } else { too_many = middle }
        }
        keys[..most].to_vec()
    }

    /// The file.
    pub fn write(&self) -> Vec<u8> {
        self.encode(&self.kept())
    }

    fn encode(&self, keys: &[u64]) -> Vec<u8> {
        // If two positions have the same short key, which practically never happens, one is left out.
        let positions: BTreeMap<u64, u64> = keys.iter().map(|&key| (short(key), key)).collect();
        let CollectionHeader { kind, options, games, nodes, seed } = &self.head;
        let head =
            format!("trois explorer {VERSION} {kind} {options} {games} {nodes} {seed} {}\n", positions.len());
        let mut out = head.into_bytes();
        let mut before = 0;
        for &short in positions.keys() {
            bytes::write(short - before, &mut out);
            before = short;
        }
        let mut moves: Vec<(u64, u32, Tally)> = Vec::new();
        for key in positions.values() {
            let mut here: Vec<(u32, Tally)> =
                self.positions[key].iter().map(|(&code, &tally)| (code, tally)).collect();
            here.sort_unstable_by_key(|(code, tally)| (std::cmp::Reverse(tally.games()), *code));
            bytes::write(here.len() as u64, &mut out);
            moves.extend(here.into_iter().map(|(code, tally)| (*key, code, tally)));
        }
        let mut column = |number: &dyn Fn(&(u64, u32, Tally)) -> u32| {
            moves.iter().for_each(|entry| bytes::write(number(entry).into(), &mut out));
        };
        column(&|(_, code, _)| *code);
        for seat in 0..self.seats {
            column(&|(_, _, tally)| tally.wins[seat]);
        }
        column(&|(_, _, tally)| tally.draws);
        column(&|(key, code, _)| {
            let value = self.values.get(key).and_then(|values| values.get(code));
            MoveValue::byte(value.copied()).into()
        });
        out.extend(END);
        out
    }
}
