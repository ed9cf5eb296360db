//! The atlas of Tic Tac Doh!: the first moves with their proven values, and the number of positions of each kind, as
//! one small text. `trois solve doh --atlas` writes it and the app reads it.
//!
//! ```text
//! atlas 1
//! players 3                                 then lines of the game for three:
//! positions 8537627
//! wins 7430033 … 1107594                    by the player to move, by the next one and so on, by nobody
//! draws …                                   the same for at least a draw
//! longest 1 13 …../…../…                    the player to move, moves, position
//! Sc3 Mb2 4 d12 333,300,367 100,450,450     moves, in how many ways the last one can be played, who can force what,
//!                                           uniform and delaying shares in thousandths
//! ```
//!
//! `w2:7` says that seat 2 can force a win in seven moves, `d13` that seats 1 and 3 can force a draw, `-` that nobody can
//! force anything.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use rules::doh::{Move, Options};
use rules::{Doh, Game, Seat};

use super::{MultiplayerSolver, Progress, Standing};
use crate::knowledge::doh::board::Board;

/// How many moves deep the map is.
pub const DEPTH: usize = 3;

/// The atlas.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Atlas {
    /// A map for each number of players.
    pub maps: Vec<AtlasMap>,
}

/// The solution of the game with one number of players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AtlasMap {
    /// The number of players.
    pub players: u8,
    /// How many positions there are with a player to move.
    pub positions: u64,
    /// In how many of them the player to move, the next one and so on can force a win; last, in how many nobody can.
    pub wins: Vec<u64>,
    /// The same for at least a draw.
    pub draws: Vec<u64>,
    /// The longest forced wins of the player to move, the next one and so on: the player's place in that order from 1,
    /// the moves, and a position.
    pub longest: Vec<(usize, u32, Doh)>,
    /// The start and the positions that follow it, each before those that follow it. After each position, symmetric
    /// ones are listed once.
    pub entries: Vec<AtlasEntry>,
}

/// A position near the start.
#[derive(Clone, Debug, PartialEq)]
pub struct AtlasEntry {
    /// The moves that lead there.
    pub moves: Vec<Move>,
    /// How many symmetric moves the last move stands for.
    pub ways: u32,
    /// The seat that can force a win, and in how many moves.
    pub wins: Option<(Seat, u32)>,
    /// The seats that can force at least a draw.
    pub draws: Vec<Seat>,
    /// The share of each seat in thousandths, if ties are broken uniformly.
    pub uniform: Vec<u32>,
    /// The same if a player who has lost delays.
    pub delaying: Vec<u32>,
}

impl Atlas {
    /// Computes the atlas; `None` if `progress` broke off.
    pub fn new(progress: &mut dyn FnMut(Progress) -> ControlFlow<()>) -> Option<Atlas> {
        let maps = (2..=4).map(|players| AtlasMap::new(players, progress)).collect::<Option<_>>()?;
        Some(Atlas { maps })
    }
}

impl AtlasMap {
    fn new(players: u8, progress: &mut dyn FnMut(Progress) -> ControlFlow<()>) -> Option<AtlasMap> {
        let mut solver = MultiplayerSolver::new(players)?;
        let census = solver.solve(progress)?.census;
        let with = |mut counts: Vec<u64>, nobody: u64| {
            counts.push(nobody);
            counts
        };
        let longest = census.longest.into_iter().zip(1..);
        let mut map = AtlasMap {
            players,
            positions: census.to_move,
            wins: with(census.forces_win, census.nobody_forces_win),
            draws: with(census.forces_draw, census.nobody_forces_draw),
            longest: longest
                .filter_map(|(found, place)| found.map(|(plies, game)| (place, plies, game)))
                .collect(),
            entries: Vec::new(),
        };
        map.add(&mut solver, &Doh::new(Options::new(players)?), &mut Vec::new(), 1)?;
        Some(map)
    }

    /// Adds a position and those that follow it.
    fn add(
        &mut self,
        solver: &mut MultiplayerSolver,
        game: &Doh,
        moves: &mut Vec<Move>,
        ways: u32,
    ) -> Option<()> {
        self.entries.push(AtlasEntry::new(moves.clone(), ways, solver.standing(game)?));
        if moves.len() == DEPTH {
            return Some(());
        }
        let next: Vec<(Move, Doh, Board)> = game
            .moves()
            .into_iter()
            .map(|mv| {
                let mut next = *game;
                next.play_unchecked(mv);
                (mv, next, Board::of(&next).canonical())
            })
            .collect();
        let mut seen = HashSet::new();
        for (mv, position, board) in &next {
            if seen.insert(board.bits()) {
                let ways = next.iter().filter(|(_, _, other)| other == board).count() as u32;
                moves.push(*mv);
                self.add(solver, position, moves, ways)?;
                moves.pop();
            }
        }
        Some(())
    }

    /// The entry after these moves.
    pub fn entry(&self, moves: &[Move]) -> Option<&AtlasEntry> {
        self.entries.iter().find(|entry| entry.moves == moves)
    }

    /// The entries one move after these moves.
    pub fn after(&self, moves: &[Move]) -> impl Iterator<Item = &AtlasEntry> {
        self.entries
            .iter()
            .filter(move |entry| entry.moves.len() == moves.len() + 1 && entry.moves.starts_with(moves))
    }
}

impl AtlasEntry {
    fn new(moves: Vec<Move>, ways: u32, standing: Standing) -> AtlasEntry {
        let thousandths =
            |shares: Vec<f64>| shares.into_iter().map(|share| (share * 1000.0).round() as u32).collect();
        AtlasEntry {
            moves,
            ways,
            wins: standing.forces_win.first().copied(),
            draws: standing.forces_draw,
            uniform: thousandths(standing.uniform),
            delaying: thousandths(standing.delaying),
        }
    }
}

fn joined(parts: impl IntoIterator<Item = impl ToString>, by: &str) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(by)
}

impl fmt::Display for Atlas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "atlas 1")?;
        self.maps.iter().try_for_each(|map| map.fmt(f))
    }
}

impl fmt::Display for AtlasMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "players {}", self.players)?;
        writeln!(f, "positions {}", self.positions)?;
        writeln!(f, "wins {}", joined(&self.wins, " "))?;
        writeln!(f, "draws {}", joined(&self.draws, " "))?;
        for (place, plies, game) in &self.longest {
            writeln!(f, "longest {place} {plies} {game}")?;
        }
        self.entries.iter().try_for_each(|entry| writeln!(f, "{entry}"))
    }
}

impl fmt::Display for AtlasEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|mv| write!(f, "{mv} "))?;
        let forced = match self.wins {
            Some((seat, plies)) => format!("w{seat}:{plies}"),
            None if self.draws.is_empty() => "-".to_owned(),
            None => format!("d{}", joined(&self.draws, "")),
        };
        write!(f, "{} {forced} {} {}", self.ways, joined(&self.uniform, ","), joined(&self.delaying, ","))
    }
}

/// The line of an atlas that could not be read, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtlasError(pub usize);

impl fmt::Display for AtlasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the atlas is not as this version writes it: make it anew", self.0)
    }
}

impl std::error::Error for AtlasError {}

impl FromStr for Atlas {
    type Err = AtlasError;

    fn from_str(text: &str) -> Result<Atlas, AtlasError> {
        let mut atlas = Atlas::default();
        for (number, line) in (1..).zip(text.lines()) {
            let is_read = if number == 1 { (line == "atlas 1").then_some(()) } else { atlas.read(line) };
            is_read.ok_or(AtlasError(number))?;
        }
        if atlas.maps.is_empty() { Err(AtlasError(1)) } else { Ok(atlas) }
    }
}

impl Atlas {
    fn read(&mut self, line: &str) -> Option<()> {
        let (name, rest) = line.split_once(' ')?;
        if name == "players" {
            self.maps.push(AtlasMap { players: rest.parse().ok()?, ..AtlasMap::default() });
            return Some(());
        }
        let map = self.maps.last_mut()?;
        let numbers = || rest.split(' ').map(|number| number.parse().ok()).collect::<Option<Vec<u64>>>();
        match name {
            "positions" => map.positions = rest.parse().ok()?,
            "wins" => map.wins = numbers()?,
            "draws" => map.draws = numbers()?,
            "longest" => {
                let mut parts = rest.splitn(3, ' ');
                let (place, plies) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
                map.longest.push((place, plies, parts.next()?.parse().ok()?));
            }
            _ => map.entries.push(line.parse().ok()?),
        }
        Some(())
    }
}

impl FromStr for AtlasEntry {
    type Err = ();

    fn from_str(line: &str) -> Result<AtlasEntry, ()> {
        let parts: Vec<&str> = line.split(' ').collect();
        let [moves @ .., ways, forced, uniform, delaying] = parts.as_slice() else { return Err(()) };
        let shares = |text: &str| text.split(',').map(str::parse).collect::<Result<Vec<u32>, _>>();
        let (mut wins, mut draws) = (None, Vec::new());
        if let Some(win) = forced.strip_prefix('w') {
            let (seat, plies) = win.split_once(':').ok_or(())?;
            let seat: Seat = seat.parse().map_err(drop)?;
            wins = Some((seat, plies.parse().map_err(drop)?));
            draws.push(seat);
        } else if let Some(seats) = forced.strip_prefix('d') {
            let seat = |digit: char| digit.to_string().parse::<Seat>();
            draws = seats.chars().map(seat).collect::<Result<_, _>>().map_err(drop)?;
        } else if *forced != "-" {
            return Err(());
        }
        Ok(AtlasEntry {
            moves: moves.iter().map(|mv| mv.parse()).collect::<Result<_, _>>().map_err(drop)?,
            ways: ways.parse().map_err(drop)?,
            wins,
            draws,
            uniform: shares(uniform).map_err(drop)?,
            delaying: shares(delaying).map_err(drop)?,
        })
    }
}
