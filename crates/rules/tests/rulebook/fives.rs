//! Three Fives (Trois fois cinq): the rules of its source, sentence by sentence, then the project's rulings.

mod groups;
mod moves;
mod refusals;
mod rulings;
mod start;

use rules::fives::board::{INTERIOR, PERIMETER, Points, points};
use rules::fives::{Ending, Illegal, Move, Options, Point, Size};
use rules::{Fives, Game, Lang, Outcome, Say, Seat, Turn, View, Viewer, perft};

const THREE: Seat = Seat::from_index(2);

/// Seat 2's pieces on c1 c2 b1 a1 need a fifth on c3; seat 1 brings it there by a swap.
const FOR_THE_OTHER: &str = ".../..../2S2S1L2M./2S.../2M..";

/// Seat 1's large piece on c3 and seat 2's medium piece on c4 each complete a group by swapping.
const BOTH: &str = "..1S/...1S/2S2S1L2M1S/2S..1M/2M..";

/// Plays more moves, each of which must be legal.
fn continue_with(mut game: Fives, moves: &str) -> Fives {
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap_or_else(|why| panic!("{game}: {mv}: {}", why.say(Lang::En)));
    }
    game
}

fn start(options: &str) -> Fives {
    Fives::new(options.parse().unwrap())
}

/// Plays a game for two from the start.
fn play(moves: &str) -> Fives {
    continue_with(start(""), moves)
}

/// Plays a game for three from the start.
fn play3(moves: &str) -> Fives {
    continue_with(start("players=3"), moves)
}

/// A position with these pieces on the board and these groups, one digit for each seat. All other pieces are in hand;
/// the pieces of completed groups are taken from the size with the most pieces left.
fn at(board: &str, groups: &str, turn: &str) -> Fives {
    let players = groups.len();
    let mut hands = Vec::new();
    for (seat, taken) in groups.bytes().enumerate() {
        let on_board = |size: char| board.matches(format!("{}{size}", seat + 1).as_str()).count();
        let mut hand = ['S', 'M', 'L'].map(|size| 5 - on_board(size));
        for _ in 0..5 * (taken - b'0') {
            *hand.iter_mut().max().unwrap() -= 1;
        }
        hands.push(hand.map(|count| count.to_string()).concat());
    }
    let groups: Vec<String> = groups.chars().map(String::from).collect();
    let (hands, groups) = (hands.join("/"), groups.join("/"));
    format!("{board} {hands} {groups} {turn} - players={players},repetition=3").parse().unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn set(names: &str) -> Points {
    names.split_whitespace().fold(0, |set, name| set | point(name).bit())
}

fn is_legal(game: &Fives, text: &str) -> bool {
    let listed = game.moves().contains(&mv(text));
    assert_eq!(game.check(mv(text)).is_ok(), listed, "{game}: {text}");
    listed
}

fn why(game: &Fives, text: &str) -> Illegal {
    assert!(!game.moves().contains(&mv(text)), "{game}: {text} is listed");
    game.check(mv(text)).expect_err("the move is refused")
}

/// The points to which the piece on `from` may move.
fn destinations(game: &Fives, from: &str) -> Points {
    game.moves().into_iter().fold(0, |all, mv| match mv {
        Move::Step(a, b) if a == point(from) => all | b.bit(),
        _ => all,
    })
}
