//! The file of a collection: what was played in many games, position by position.
//!
//! ```text
//! trois explorer 1 doh players=2 20000 1000 1 5412⏎
//! ```
//!
//! is the first line: the version of the format, the game, its options (`-` if it has none), how many games there were,
//! how many positions the engine searched per move, the seed of the games, and how many positions follow. Then come
//! numbers in columns, which compress better than rows: for each position, by key, the difference of its [short
//! key](short) to the one before; for each the number of its moves; then for all moves in this order their code, the
//! games that each player won (the player to move first), the games drawn, and a byte for the engine's value. The
//! last line is `end`, so that a file that was cut off is noticed.

use std::collections::HashMap;
use std::fmt;

use rules::{AnyGame, Kind, Lang, Say, Words, words};

use crate::bytes;
use crate::position_key::PositionKey;
use crate::tally::Tally;

/// The version of the format, and of the keys in it.
pub(crate) const VERSION: &str = "1";

/// The last bytes of a file.
pub(crate) const END: &[u8] = b"\nend\n";

/// Why a file cannot be read, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCollectionError(Words);

impl Say for GameCollectionError {
    fn say(&self, lang: Lang) -> String {
        self.0.say(lang)
    }
}

impl fmt::Display for GameCollectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.en)
    }
}

impl std::error::Error for GameCollectionError {}

/// Where a collection comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionHeader {
    /// The game.
    pub kind: Kind,
    /// Its options, written out.
    pub options: String,
    /// How many games were played.
    pub games: u32,
    /// How many positions the engine searched per move.
    pub nodes: u64,
    /// The seed of the games.
    pub seed: u64,
}

/// The engine's value of a move, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MoveValue {
    /// Proven: the player wins.
    Win,
    /// A proven draw.
    Draw,
    /// Proven: another player wins.
    Loss,
    /// The share that the player can expect, from 0 to 1.
    Share(f32),
}

/// The shares that a byte can tell apart, from 0 to 1.
const SHARES: u8 = 200;

impl MoveValue {
    pub(crate) fn byte(value: Option<MoveValue>) -> u8 {
        match value {
            None => u8::MAX,
            Some(MoveValue::Share(share)) => (share.clamp(0.0, 1.0) * f32::from(SHARES)).round() as u8,
            Some(MoveValue::Win) => SHARES + 1,
            Some(MoveValue::Draw) => SHARES + 2,
            Some(MoveValue::Loss) => SHARES + 3,
        }
    }

    fn from_byte(byte: u8) -> Option<MoveValue> {
        match byte.checked_sub(SHARES) {
            None | Some(0) => Some(MoveValue::Share(f32::from(byte) / f32::from(SHARES))),
            Some(1) => Some(MoveValue::Win),
            Some(2) => Some(MoveValue::Draw),
            Some(3) => Some(MoveValue::Loss),
            Some(_) => None,
        }
    }
}

/// What is known of a move in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveStats {
    /// The move, as in a [`PositionKey`].
    pub code: u32,
    /// The results of the games in which it was played.
    pub tally: Tally,
    /// The engine's value, if it searched the move.
    pub value: Option<MoveValue>,
}

/// A parsed collection.
#[derive(Clone, Debug)]
pub struct GameCollection {
    head: CollectionHeader,
    /// For each position, by its short key, where its moves are.
    positions: HashMap<u64, std::ops::Range<usize>>,
    moves: Vec<MoveStats>,
}

/// The part of a key that the file holds: 40 bits, enough for some ten thousand positions.
pub(crate) const fn short(key: u64) -> u64 {
    key >> 24
}

impl GameCollection {
    /// Reads a file.
    pub fn read(file: &[u8]) -> Result<GameCollection, GameCollectionError> {
        let line = file.iter().take(200).position(|&byte| byte == b'\n').unwrap_or(0);
        let (first, rest) = file.split_at(line);
        let words: Vec<&str> = str::from_utf8(first).unwrap_or_default().split_whitespace().collect();
        let ["trois", "explorer", version, rest_of_head @ ..] = words.as_slice() else {
            return Err(GameCollectionError(Words::new(
                "Ce n’est pas un fichier de l’explorateur\u{a0}: sa première ligne serait «\u{a0}trois explorer 1 JEU …\u{a0}».",
                "This is not a file of the explorer: its first line would be “trois explorer 1 GAME …”.",
            )));
        };
        if *version != VERSION {
            return Err(GameCollectionError(words!(
                fr: "Ce fichier de l’explorateur a la version {version}, et ce programme lit la version {VERSION}\u{a0}: mettez à jour le plus ancien des deux.",
                en: "This file of the explorer has version {version}, and this program reads version {VERSION}: update the older of the two."
            )));
        }
        let Some((head, count)) = read_head(rest_of_head) else {
            return Err(GameCollectionError(Words::new(
                "La première ligne de ce fichier de l’explorateur est illisible\u{a0}: il faut «\u{a0}trois explorer 1 JEU OPTIONS PARTIES NŒUDS GRAINE POSITIONS\u{a0}».",
                "The first line of this file of the explorer cannot be read: it should be “trois explorer 1 GAME OPTIONS GAMES NODES SEED POSITIONS”.",
            )));
        };
        let body = rest.get(1..).and_then(|body| body.strip_suffix(END));
        body.and_then(|body| read_body(head, count, body)).ok_or_else(|| {
            GameCollectionError(Words::new(
                "Ce fichier de l’explorateur est tronqué ou endommagé\u{a0}: téléchargez-le de nouveau.",
                "This file of the explorer is cut off or damaged: download it again.",
            ))
        })
    }

    /// Where the games come from.
    pub fn head(&self) -> &CollectionHeader {
        &self.head
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// What was played in a position, most played first; empty if it is not in the collection.
    pub fn moves(&self, position_key: &PositionKey) -> &[MoveStats] {
        let found =
            self.positions.get(&short(position_key.key)).and_then(|range| self.moves.get(range.clone()));
        // A position with the same short key by chance, which practically never happens, would have other moves.
        found
            .filter(|moves| moves.iter().all(|stats| position_key.moves(stats.code).is_some()))
            .unwrap_or_default()
    }

    /// Whether the games were played with the options of this one.
    pub fn has_options_of(&self, game: &AnyGame) -> bool {
        game.kind() == self.head.kind && option_word(&game.options()) == self.head.options
    }
}

/// The options as a word of the first line.
pub(crate) fn option_word(options: &str) -> String {
    if options.is_empty() { "-".to_owned() } else { options.to_owned() }
}

fn read_head(words: &[&str]) -> Option<(CollectionHeader, usize)> {
    let [game, options, games, nodes, seed, count] = words else { return None };
    let kind: Kind = game.parse().ok()?;
    let head = CollectionHeader {
        kind,
        options: (*options).to_owned(),
        games: games.parse().ok()?,
        nodes: nodes.parse().ok()?,
        seed: seed.parse().ok()?,
    };
    Some((head, count.parse().ok()?))
}

/// The number of players with these options.
fn seats(head: &CollectionHeader) -> Option<usize> {
    let options = if head.options == "-" { "" } else { &head.options };
    AnyGame::new(head.kind, options).ok().map(|game| game.seats().into())
}

fn read_body(head: CollectionHeader, count: usize, mut body: &[u8]) -> Option<GameCollection> {
    // Every position takes at least one byte.
    if count > body.len() {
        return None;
    }
    let seats = seats(&head)?;
    let body = &mut body;
    let mut key = 0u64;
    let mut keys = Vec::with_capacity(count);
    for _ in 0..count {
        key = key.checked_add(bytes::read(body)?)?;
        keys.push(key);
    }
    let (mut positions, mut total) = (HashMap::with_capacity(count), 0usize);
    for key in keys {
        let first = total;
        total = total.checked_add(usize::try_from(bytes::read(body)?).ok()?)?;
        positions.insert(key, first..total);
    }
    if total > body.len() {
        return None;
    }
    let mut moves = vec![MoveStats { code: 0, tally: Tally::default(), value: None }; total];
    let mut column = |set: &mut dyn FnMut(&mut MoveStats, u32)| {
        for stats in &mut moves {
            set(stats, u32::try_from(bytes::read(body)?).ok()?);
        }
        Some(())
    };
    column(&mut |stats, code| stats.code = code)?;
    for seat in 0..seats.min(4) {
        column(&mut |stats, wins| stats.tally.wins[seat] = wins)?;
    }
    column(&mut |stats, draws| stats.tally.draws = draws)?;
    column(&mut |stats, byte| stats.value = MoveValue::from_byte(byte as u8))?;
    body.is_empty().then_some(GameCollection { head, positions, moves })
}
