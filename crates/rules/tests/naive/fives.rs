//! The naive implementation of `fives` (the 19-point hexagon game), written from the sources, for tests only.

use crate::Naive;
use std::sync::LazyLock;

/// The points in order; other code refers to a point by its index here.
pub(crate) const POINTS: [&str; 19] = [
    "a1", "a2", "a3", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4", "c5", "d2", "d3", "d4", "d5", "e3",
    "e4", "e5",
];

/// The points on which no piece may be dropped.
const INTERIOR: [&str; 7] = ["b2", "b3", "c2", "c3", "c4", "d3", "d4"];

/// The six directions, as changes of row and column.
const DIRECTIONS: [(i32, i32); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)];

/// The size of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Small,
    Medium,
    Large,
}

use Size::{Large, Medium, Small};

/// A piece on the board; seats are counted from 0 here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) seat: usize,
    pub(crate) size: Size,
}

/// The piece on each point.
pub(crate) type Board = [Option<Piece>; 19];

/// Everything that counts when positions are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) board: Board,
    /// For each seat, the small, medium and large pieces in hand.
    pub(crate) hands: [[u32; 3]; 3],
    /// For each seat, the number of groups taken off.
    pub(crate) groups: [u32; 3],
    pub(crate) to_move: usize,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// This seat (from 0) has three groups.
    Win(usize),
    /// No seat has a legal turn.
    Stuck,
    /// The same position occurred too often.
    Repetition,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Fives {
    pub(crate) players: usize,
    pub(crate) repetition: usize,
    pub(crate) now: Position,
    /// Every position so far, including the initial and the current one.
    pub(crate) history: Vec<Position>,
    pub(crate) end: Option<End>,
}

/// A turn that obeys the rules of dropping, moving and swapping, and the board after it.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) text: String,
    pub(crate) board: Board,
    /// The size of the dropped piece, for a drop.
    pub(crate) dropped: Option<Size>,
}

/// Starts a game with options such as `players=3,repetition=0`.
pub(crate) fn new(options: &str) -> Box<dyn Naive> {
    Box::new(Fives::new(options))
}

/// For each point, its neighbour in each of the six directions, if there is one.
static NEXT: LazyLock<Vec<[Option<usize>; 6]>> = LazyLock::new(|| {
    let row = |point: usize| i32::from(POINTS[point].as_bytes()[0]);
    let column = |point: usize| i32::from(POINTS[point].as_bytes()[1]);
    let next = |from: usize, (rows, columns): (i32, i32)| {
        (0..19).find(|&to| row(to) == row(from) + rows && column(to) == column(from) + columns)
    };
    (0..19).map(|from| DIRECTIONS.map(|direction| next(from, direction))).collect()
});

/// Lists the neighbours of a point.
fn neighbours(point: usize) -> impl Iterator<Item = usize> {
    NEXT[point].iter().flatten().copied()
}

/// Lists the connected groups, each of one colour, as seat and points.
pub(crate) fn groups(board: &Board) -> Vec<(usize, Vec<usize>)> {
    let mut seen = [false; 19];
    let mut found = Vec::new();
    for start in 0..19 {
        let Some(piece) = board[start] else { continue };
        if seen[start] {
            continue;
        }
        let mut group = vec![start];
        seen[start] = true;
        let mut next = 0;
        while next < group.len() {
            for other in neighbours(group[next]) {
                if !seen[other] && board[other].is_some_and(|it| it.seat == piece.seat) {
                    seen[other] = true;
                    group.push(other);
                }
            }
            next += 1;
        }
        found.push((piece.seat, group));
    }
    found
}

/// Whether a piece of the first size has the right to swap with one of the second.
fn has_right(own: Size, other: Size) -> bool {
    matches!((own, other), (Large, Medium) | (Medium, Small) | (Small, Large))
}

/// The longest move of a piece.
fn reach(size: Size) -> usize {
    match size {
        Small => 1,
        Medium => 2,
        Large => 4,
    }
}

impl Fives {
    /// Starts a game.
    pub(crate) fn new(options: &str) -> Fives {
        let (mut players, mut repetition) = (2, 3);
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').expect("name=value");
            let value = value.parse().expect("a number");
            match name {
                "players" => players = value,
                "repetition" => repetition = value,
                _ => panic!("unknown option {name}"),
            }
        }
        assert!(players == 2 || players == 3, "players is 2 or 3");
        let mut now = Position { board: [None; 19], hands: [[0; 3]; 3], groups: [0; 3], to_move: 0 };
        for seat in 0..players {
            now.hands[seat] = [5, 5, 5];
        }
        Fives { players, repetition, history: vec![now.clone()], now, end: None }
    }

    /// Lists the turns of a seat before the limit on group sizes is applied.
    pub(crate) fn candidates(&self, seat: usize) -> Vec<Turn> {
        let board = self.now.board;
        let mut turns = Vec::new();
        for (size, letter) in [(Small, 'S'), (Medium, 'M'), (Large, 'L')] {
            if self.now.hands[seat][size as usize] == 0 {
                continue;
            }
            for point in 0..19 {
                if board[point].is_none() && !INTERIOR.contains(&POINTS[point]) {
                    let mut after = board;
                    after[point] = Some(Piece { seat, size });
                    turns.push(Turn {
                        text: format!("{letter}{}", POINTS[point]),
                        board: after,
                        dropped: Some(size),
                    });
                }
            }
        }
        for from in 0..19 {
            let Some(own) = board[from] else { continue };
            if own.seat != seat {
                continue;
            }
            for direction in 0..6 {
                let mut to = from;
                for _ in 0..reach(own.size) {
                    let Some(next) = NEXT[to][direction] else {
                        break;
                    };
                    to = next;
                    if board[to].is_some() {
                        break;
                    }
                    let mut after = board;
                    after[to] = after[from].take();
                    turns.push(Turn {
                        text: format!("{}-{}", POINTS[from], POINTS[to]),
                        board: after,
                        dropped: None,
                    });
                }
            }
            for to in neighbours(from) {
                let Some(other) = board[to] else { continue };
                let allowed = if other.seat == seat {
                    // A swap of the seat's own pieces is one move, listed once, the earlier point first.
                    own.size != other.size && from < to
                } else {
                    has_right(own.size, other.size)
                };
                if allowed {
                    let mut after = board;
                    after.swap(from, to);
                    turns.push(Turn {
                        text: format!("{}={}", POINTS[from], POINTS[to]),
                        board: after,
                        dropped: None,
                    });
                }
            }
        }
        turns
    }

    /// Lists the legal turns of a seat.
    pub(crate) fn turns(&self, seat: usize) -> Vec<Turn> {
        let mut turns = self.candidates(seat);
        turns.retain(|turn| groups(&turn.board).iter().all(|group| group.1.len() <= 5));
        turns
    }
}

impl Naive for Fives {
    fn moves(&self) -> Vec<String> {
        if self.end.is_some() {
            return Vec::new();
        }
        let turns = self.turns(self.now.to_move);
        let mut moves: Vec<String> = turns.into_iter().map(|turn| turn.text).collect();
        moves.sort();
        moves
    }

    fn turn(&self) -> String {
        match self.end {
            None => format!("turn {}", self.now.to_move + 1),
            Some(End::Win(seat)) => format!("result win {}", seat + 1),
            Some(End::Stuck | End::Repetition) => "result draw".to_string(),
        }
    }

    fn play(&mut self, mv: &str) {
        assert!(self.end.is_none(), "the game is over");
        let mover = self.now.to_move;
        let turn = self.turns(mover).into_iter().find(|turn| turn.text == mv).expect("a legal turn");
        self.now.board = turn.board;
        if let Some(size) = turn.dropped {
            self.now.hands[mover][size as usize] -= 1;
        }

        // Groups of five are taken off and scored for their owners.
        for (seat, points) in groups(&self.now.board) {
            if points.len() == 5 {
                self.now.groups[seat] += 1;
                for point in points {
                    self.now.board[point] = None;
                }
            }
        }
        // The mover comes first, then the others.
        for i in 0..self.players {
            let seat = (mover + i) % self.players;
            if self.now.groups[seat] >= 3 {
                self.end = Some(End::Win(seat));
                return;
            }
        }

        // The next seat with a legal turn moves, the mover last.
        let next =
            (1..=self.players).map(|i| (mover + i) % self.players).find(|&seat| !self.turns(seat).is_empty());
        let Some(next) = next else {
            self.end = Some(End::Stuck);
            return;
        };
        self.now.to_move = next;

        self.history.push(self.now.clone());
        let times = self.history.iter().filter(|&it| *it == self.now).count();
        if self.repetition > 0 && times >= self.repetition {
            self.end = Some(End::Repetition);
        }
    }

    fn boxed_clone(&self) -> Box<dyn Naive> {
        Box::new(self.clone())
    }
}
