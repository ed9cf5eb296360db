//! The rules of Tic Tac Toe, the card game, from its rules sheet (published by Djeco, put online by Escale à jeux) and
//! the project's rulings. This file has the helpers that all their tests share.

mod draws;
mod end;
mod green;
mod hidden;
mod refusals;
mod start;
mod text;
mod tokens;
mod turn;

use rules::cards::{Card, Green, Illegal, Move, Options, Pile, Stage, is_whole_deck, ordered_deck};
use rules::frame::{Square, Squares};
use rules::{Cards, Game, Lang, Outcome, Rng, Say, Seat, Turn, View, Viewer, perft};

/// Nine occupied places with the numbers 1, 2 and 3 only, and no line of one colour.
const FULL: &str = "...../.R1B1R1./.B2R2B1./.B3B3R3./.....";
/// The grid before its first card.
const EMPTY: &str = "...../...../...../...../.....";

/// The game after these moves, including the draws.
fn play(moves: &str) -> Cards {
    after(Cards::new(Options::default()), moves)
}

/// The game after these moves from a position.
fn after(mut game: Cards, moves: &str) -> Cards {
    for text in moves.split_whitespace() {
        let mv: Move = text.parse().unwrap();
        game.play(mv).unwrap_or_else(|reason| panic!("{text} in {game}: {}", reason.say(Lang::En)));
    }
    game
}

/// The draws that deal these hands, one card to each in turn.
fn deal(one: &str, two: &str) -> String {
    let pairs = one.split_whitespace().zip(two.split_whitespace());
    pairs.map(|(one, two)| format!("+{one} +{two} ")).collect()
}

/// The cards named in a grid, a hand or a pot.
fn named(text: &str) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::new();
    let mut number = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits: String = rest[1..].chars().take_while(char::is_ascii_digit).collect();
        match letter {
            'R' | 'B' | 'Y' | 'G' => {
                number.clone_from(&digits);
                cards.push(format!("{letter}{digits}").parse().unwrap());
            }
            'r' | 'b' => {
                let card: Card = format!("{}{number}", letter.to_uppercase()).parse().unwrap();
                cards.extend(vec![card; digits.parse().unwrap()]);
            }
            _ => {}
        }
        rest = &rest[1 + digits.len()..];
    }
    cards
}

/// The cards of the deck that are in none of these texts.
fn others(options: Options, texts: &[&str]) -> String {
    let mut deck: Vec<Card> = ordered_deck(options).into_iter().filter_map(Move::card).collect();
    for card in texts.iter().flat_map(|text| named(text)) {
        let at = deck.iter().position(|&other| other == card).expect("the deck has the card");
        deck.swap_remove(at);
    }
    deck.sort();
    if deck.is_empty() { "-".to_owned() } else { deck.iter().map(Card::to_string).collect() }
}

/// A position whose draw pile holds all cards that the other fields do not name.
fn set_up(options: &str, grid: &str, hands: [&str; 2], pot: &str, rest: &str) -> Cards {
    let pile = others(options.parse().unwrap(), &[grid, hands[0], hands[1], pot]);
    let text = format!("{grid} {} {} {pile} {pot} {rest} {options}", hands[0], hands[1]);
    text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// A position of the default game with an empty pot and no tokens taken.
fn on(grid: &str, one: &str, two: &str, turn: &str) -> Cards {
    set_up("numbers=9,target=5", grid, [one, two], "-", &format!("0-0 {turn}"))
}

fn hand(game: &Cards, seat: Seat) -> String {
    game.hand(seat).map(|card| card.to_string()).collect()
}

fn tokens(game: &Cards) -> [u8; 2] {
    [game.tokens(Seat::ONE), game.tokens(Seat::TWO)]
}

fn pot(game: &Cards) -> String {
    game.pot().map(|card| card.to_string()).collect()
}

fn unseen(game: &Cards) -> String {
    game.unseen().map(|card| card.to_string()).collect()
}

fn moves(game: &Cards) -> String {
    let mut moves: Vec<String> = game.moves().iter().map(Move::to_string).collect();
    moves.sort();
    moves.join(" ")
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn squares(text: &str) -> Squares {
    text.split_whitespace().fold(0, |all, name| all | square(name).bit())
}

fn refused(game: &Cards, mv: &str) -> Illegal {
    game.check(mv.parse().unwrap()).expect_err(mv)
}

/// A position in which seat 1 completes one red line on d3, seat 2 one blue line on d4.
fn near_the_end(target: u8, one: u8, two: u8, turn: &str) -> Cards {
    let options = format!("numbers=9,target={target}");
    let grid = "...../.B1B2../.R1R2../...../.....";
    set_up(&options, grid, ["R5B5", "R6B6"], "-", &format!("{one}-{two} {turn}"))
}
