//! Builds a position from the command line: options, a deck, a position text, and moves.

use std::collections::BTreeMap;

use rules::{Game, Text, TextError, Turn, word};

use crate::args::PositionArgs;
use crate::errors::Failure;
use crate::input;

/// The first position, and the order of the cards if it is known.
pub(crate) struct StartPosition<G: Game> {
    game: G,
    deck: Option<Vec<G::Move>>,
    /// Whether the deck is the ordered one because none was given.
    pub(crate) deck_is_default: bool,
    /// Whether this is the start of the game rather than a later position.
    is_new: bool,
}

/// A position after some moves, and the rest of the deck.
pub(crate) struct PositionAndDeck<'s, G: Game> {
    pub(crate) game: G,
    pub(crate) deck: &'s [G::Move],
    /// Whether there is a deck.
    pub(crate) has_deck: bool,
}

impl<G: Game> StartPosition<G> {
    /// Reads the arguments except the moves.
    pub(crate) fn read(args: &PositionArgs) -> Result<StartPosition<G>, Failure> {
        if let Some(text) = &args.position {
            return Ok(StartPosition {
                game: read("position", text)?,
                deck: None,
                deck_is_default: false,
                is_new: false,
            });
        }
        let game = G::new(read("options", &args.options)?);
        let deck = args.deck.as_ref().map(|text| read_deck(&game, text)).transpose()?;
        Ok(StartPosition { game, deck, deck_is_default: false, is_new: true })
    }

    /// The same start with the ordered deck, if a deck is needed and none was given.
    pub(crate) fn with_default_deck(mut self) -> StartPosition<G> {
        if self.deck.is_none() && self.is_new {
            self.deck = ordered_deck(&self.game);
            self.deck_is_default = self.deck.is_some();
        }
        self
    }

    /// The first six cards of the deck, as text.
    pub(crate) fn first_cards(&self) -> String {
        let cards: Vec<String> = self.deck.iter().flatten().take(6).map(card).collect();
        cards.join(" ")
    }

    /// The options in force.
    pub(crate) fn options(&self) -> String {
        self.game.options().to_string()
    }

    /// Plays a list of moves from here. Draws come from the list or, if it has none, from the deck; if both give a
    /// draw, they must agree.
    pub(crate) fn play(&self, moves: &str) -> Result<PositionAndDeck<'_, G>, Failure> {
        let mut game = self.game.clone();
        let mut deck = self.deck.as_deref().unwrap_or_default();
        for (i, word) in moves.split_whitespace().enumerate() {
            let number = i + 1;
            let mv = word::read(&game, number, word).map_err(Failure::Input)?;
            if !word.starts_with('+') {
                draw(&mut game, &mut deck);
                if game.turn() == Turn::Chance {
                    let missing =
                        if self.deck.is_some() { "the deck has run out" } else { "no deck is given" };
                    return Err(Failure::input(format!(
                        "Before move {number}, {word}, a card is drawn, and {missing}. Write which one, as in +R5."
                    )));
                }
            } else if let (Turn::Chance, Some((&top, rest))) = (game.turn(), deck.split_first()) {
                if mv != top {
                    let top = card(&top);
                    let which = if self.deck_is_default { "the deck of the rules" } else { "the deck" };
                    let advice =
                        if self.deck_is_default { " Give the deck you mean with --deck." } else { "" };
                    return Err(Failure::input(format!(
                        "Move {number}, {word}, does not agree with {which}, in which {top} comes next.{advice}"
                    )));
                }
                deck = rest;
            }
            game.play(mv).map_err(|reason| Failure::Input(word::illegal(number, &word, &reason)))?;
        }
        draw(&mut game, &mut deck);
        Ok(PositionAndDeck { game, deck, has_deck: self.deck.is_some() })
    }
}

/// The list of moves of the arguments.
pub(crate) fn move_list(args: &PositionArgs) -> Result<String, Failure> {
    if args.moves == "-" { input::read_stdin() } else { Ok(args.moves.clone()) }
}

/// Plays draws from the deck while it is the turn of chance and the deck lasts.
pub(crate) fn draw<G: Game>(game: &mut G, deck: &mut &[G::Move]) {
    while let (Turn::Chance, Some((&top, rest))) = (game.turn(), deck.split_first()) {
        if game.play(top).is_err() {
            return;
        }
        *deck = rest;
    }
}

/// Reads the value of an argument.
fn read<T: Text>(argument: &str, text: &str) -> Result<T, Failure> {
    text.parse().map_err(|error: TextError| {
        let place = text.get(..error.at()).map_or(0, |before| before.chars().count()) + 1;
        Failure::input(format!("--{argument}, at character {place}: {error}"))
    })
}

/// Reads a deck, which must consist of exactly the cards of the game.
fn read_deck<G: Game>(start: &G, text: &str) -> Result<Vec<G::Move>, Failure> {
    let kind = G::KIND;
    if start.turn() != Turn::Chance {
        return Err(Failure::input(format!(
            "{kind} has no cards, so --deck means nothing in it: leave it out."
        )));
    }
    // How many of each card the deck has less than the game.
    let mut missing: BTreeMap<G::Move, i64> =
        start.moves().into_iter().map(|card| (card, i64::from(start.weight(card)))).collect();
    let size: i64 = missing.values().sum();
    let mut deck = Vec::new();
    for (i, word) in text.split_whitespace().enumerate() {
        let place = i + 1;
        let outcome = format!("+{word}").parse().ok().filter(|outcome| missing.contains_key(outcome));
        let Some(outcome) = outcome else {
            let word: String = word.chars().take(40).collect();
            let known: Vec<String> = start.moves().iter().map(card).collect();
            return Err(Failure::input(format!(
                "Card {place} of the deck, “{word}”, is not a card of this game. Its cards are {}.",
                known.join(" ")
            )));
        };
        *missing.entry(outcome).or_default() -= 1;
        deck.push(outcome);
    }
    let wrong: Vec<String> = missing
        .into_iter()
        .filter(|&(_, count)| count != 0)
        .map(|(outcome, count)| {
            let card = card(&outcome);
            if count > 0 { format!("{count} {card} missing") } else { format!("{} {card} too many", -count) }
        })
        .collect();
    if wrong.is_empty() {
        return Ok(deck);
    }
    Err(Failure::input(format!("The deck is not the {size} cards of the game: {}.", wrong.join(", "))))
}

/// A card as it is written in a deck: the outcome of chance without its `+`.
fn card<M: ToString>(outcome: &M) -> String {
    outcome.to_string().trim_start_matches('+').to_owned()
}

/// The deck in the order of the rules; `None` for a game without one.
fn ordered_deck<G: Game>(start: &G) -> Option<Vec<G::Move>> {
    Some(G::ordered_deck(start.options())).filter(|deck| !deck.is_empty())
}
