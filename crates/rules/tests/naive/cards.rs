//! The naive implementation of `cards` (Tic Tac Toe, the card game), written from the sources, for tests only.

use crate::Naive;
use std::fmt;
use std::sync::LazyLock;

/// One of the 44 cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Card {
    Red(u32),
    Blue(u32),
    Yellow,
    Green,
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Red(number) => write!(f, "R{number}"),
            Card::Blue(number) => write!(f, "B{number}"),
            Card::Yellow => write!(f, "Y"),
            Card::Green => write!(f, "G"),
        }
    }
}

impl Card {
    /// Reads `R5`, `B9`, `Y` or `G`.
    pub(crate) fn parse(text: &str) -> Card {
        match text.split_at(1) {
            ("R", number) => Card::Red(number.parse().expect("a card number")),
            ("B", number) => Card::Blue(number.parse().expect("a card number")),
            ("Y", "") => Card::Yellow,
            ("G", "") => Card::Green,
            _ => panic!("not a card: {text}"),
        }
    }

    /// The number of a colour card.
    fn number(self) -> Option<u32> {
        match self {
            Card::Red(number) | Card::Blue(number) => Some(number),
            Card::Yellow | Card::Green => None,
        }
    }

    /// The seat (0 or 1) that owns the colour of a colour card.
    fn owner(self) -> Option<usize> {
        match self {
            Card::Red(_) => Some(0),
            Card::Blue(_) => Some(1),
            Card::Yellow | Card::Green => None,
        }
    }
}

/// A place of the 5×5 frame: file and rank, counted from 0.
type Place = (usize, usize);

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// A player reached the target with a lead of two.
    Target,
    /// The 24 tokens ran out.
    Tokens,
    /// Neither player could play or draw.
    Blocked,
}

/// The number of tokens in the box.
pub(crate) const TOKENS: u32 = 24;

/// A game in progress; seats are counted from 0 here.
#[derive(Clone, Debug)]
pub(crate) struct Cards {
    pub(crate) target: u32,
    /// Whether a green card takes any line with a card on it, not only complete ones.
    pub(crate) green_any: bool,
    pub(crate) hands: [Vec<Card>; 2],
    pub(crate) pile: Vec<Card>,
    pub(crate) pot: Vec<Card>,
    /// The cards on each place, bottom to top, as `grid[file][rank]`.
    pub(crate) grid: [[Vec<Card>; 5]; 5],
    /// The places used since the grid was last empty.
    pub(crate) used: [[bool; 5]; 5],
    pub(crate) tokens: [u32; 2],
    /// The seats that still have to draw a card, in order.
    pub(crate) due: Vec<usize>,
    pub(crate) to_move: usize,
    /// Whether a blocked round of draws has begun since the last card was played.
    pub(crate) blocked: bool,
    pub(crate) end: Option<End>,
}

/// Starts a game with options such as `numbers=6,target=3`.
pub(crate) fn new(options: &str) -> Box<dyn Naive> {
    Box::new(Cards::new(options))
}

/// Lists the 44 cards in the order of the perft deck: `R1 B1 R1 B1 … R9 B9`, the yellow ones, the green ones.
pub(crate) fn all_cards(numbers: u32) -> Vec<Card> {
    assert!(numbers > 0 && 18 % numbers == 0, "numbers divides 18");
    let mut cards = Vec::new();
    for number in 1..=numbers {
        for _ in 0..18 / numbers {
            cards.push(Card::Red(number));
            cards.push(Card::Blue(number));
        }
    }
    for _ in 0..6 {
        cards.push(Card::Yellow);
    }
    for _ in 0..2 {
        cards.push(Card::Green);
    }
    cards
}

/// Reads the options; returns `numbers`, `target` and whether `green` is `any`.
pub(crate) fn read_options(options: &str) -> (u32, u32, bool) {
    let (mut numbers, mut target, mut green_any) = (9, 5, false);
    for option in options.split(',').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').expect("name=value");
        match name {
            "numbers" => numbers = value.parse().expect("a number"),
            "target" => target = value.parse().expect("a number"),
            "green" => green_any = value == "any",
            _ => panic!("unknown option {name}"),
        }
    }
    assert!((1..=24).contains(&target), "target is 1 to 24");
    (numbers, target, green_any)
}

/// Writes a place, such as `c3`.
fn place_text((file, rank): Place) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// Reads a place, such as `c3`.
fn read_place(text: &str) -> Place {
    let bytes = text.as_bytes();
    ((bytes[0] - b'a') as usize, (bytes[1] - b'1') as usize)
}

/// Every line of three consecutive places of the frame, starting at its lower (or else left) end.
static LINES: LazyLock<Vec<[Place; 3]>> = LazyLock::new(|| {
    let mut lines = Vec::new();
    for file in 0..5i32 {
        for rank in 0..5i32 {
            // To the right, up, up right, up left.
            for (df, dr) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let (last_file, last_rank) = (file + 2 * df, rank + 2 * dr);
                if (0..5).contains(&last_file) && (0..5).contains(&last_rank) {
                    lines.push([0, 1, 2].map(|step| {
                        let (f, r) = (file + step * df, rank + step * dr);
                        (f as usize, r as usize)
                    }));
                }
            }
        }
    }
    lines
});

impl Cards {
    /// Starts a game, with the ten cards of the deal still to be drawn.
    pub(crate) fn new(options: &str) -> Cards {
        let (numbers, target, green_any) = read_options(options);
        Cards {
            target,
            green_any,
            hands: [Vec::new(), Vec::new()],
            pile: all_cards(numbers),
            pot: Vec::new(),
            grid: Default::default(),
            used: [[false; 5]; 5],
            tokens: [0, 0],
            due: vec![0, 1, 0, 1, 0, 1, 0, 1, 0, 1],
            to_move: 0,
            blocked: false,
            end: None,
        }
    }

    /// The card on top of a place.
    fn top(&self, (file, rank): Place) -> Option<Card> {
        self.grid[file][rank].last().copied()
    }

    /// Whether a 3×3 window contains every used place and this one.
    fn fits(&self, place: Place) -> bool {
        self.all_fit(&[place])
    }

    /// Whether a 3×3 window contains every used place and all of these.
    fn all_fit(&self, more: &[Place]) -> bool {
        let mut places = more.to_vec();
        for file in 0..5 {
            for rank in 0..5 {
                if self.used[file][rank] {
                    places.push((file, rank));
                }
            }
        }
        for left in 0..3 {
            for bottom in 0..3 {
                let inside = |&(file, rank): &Place| {
                    (left..left + 3).contains(&file) && (bottom..bottom + 3).contains(&rank)
                };
                if places.iter().all(inside) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the grid holds no card.
    fn grid_is_empty(&self) -> bool {
        self.grid.iter().flatten().all(Vec::is_empty)
    }

    /// Whether a colour card may go on a place.
    fn may_place(&self, card: Card, place: Place) -> bool {
        match self.top(place) {
            Some(top) => top.number() == card.number(),
            None if self.grid_is_empty() => place == (2, 2),
            None => self.fits(place),
        }
    }

    /// Lists the moves of a seat, each once.
    pub(crate) fn plays(&self, seat: usize) -> Vec<String> {
        let mut cards = self.hands[seat].clone();
        cards.sort();
        cards.dedup();
        let mut moves = Vec::new();
        for card in cards {
            if card == Card::Green {
                for line in LINES.iter() {
                    let cards = line.iter().filter(|&&place| self.top(place).is_some()).count();
                    let allowed = if self.green_any { cards > 0 && self.all_fit(line) } else { cards == 3 };
                    if allowed {
                        let (from, to) = (place_text(line[0]), place_text(line[2]));
                        moves.push(format!("G@{from}-{to}"));
                    }
                }
                continue;
            }
            for file in 0..5 {
                for rank in 0..5 {
                    let place = (file, rank);
                    let allowed = match card {
                        Card::Yellow => self.top(place).is_some(),
                        _ => self.may_place(card, place),
                    };
                    if allowed {
                        moves.push(format!("{card}@{}", place_text(place)));
                    }
                }
            }
        }
        moves.sort();
        moves
    }

    /// For each line whose three top cards have one colour, the owner of the colour.
    fn line_owners(&self) -> Vec<Option<usize>> {
        let mut owners = Vec::new();
        for line in LINES.iter() {
            let [a, b, c] = line.map(|place| self.top(place).and_then(Card::owner));
            owners.push(if a == b && b == c { a } else { None });
        }
        owners
    }

    /// Puts a colour card on a place and awards the tokens for the lines it makes.
    fn place(&mut self, card: Card, (file, rank): Place) {
        let before = self.line_owners();
        self.grid[file][rank].push(card);
        self.used[file][rank] = true;
        let after = self.line_owners();
        for (old, new) in before.into_iter().zip(after) {
            if let Some(owner) = new
                && old != new
                && self.tokens[0] + self.tokens[1] < TOKENS
            {
                self.tokens[owner] += 1;
            }
        }
    }

    /// Removes the whole pile of a place.
    fn take(&mut self, (file, rank): Place) {
        self.pot.append(&mut self.grid[file][rank]);
        if self.grid_is_empty() {
            self.used = [[false; 5]; 5];
        }
    }

    /// Ends the game if the tokens decide it.
    fn check_tokens(&mut self) {
        for seat in [0, 1] {
            let (own, other) = (self.tokens[seat], self.tokens[1 - seat]);
            if own >= self.target && own >= other + 2 {
                self.end = Some(End::Target);
                return;
            }
        }
        if self.tokens[0] + self.tokens[1] == TOKENS {
            self.end = Some(End::Tokens);
        }
    }

    /// Continues to the next draw, the next turn, or the end of the game.
    fn advance(&mut self) {
        loop {
            let can_draw = !self.pile.is_empty() || !self.pot.is_empty();
            if !self.due.is_empty() {
                if can_draw {
                    // A card must be drawn now: if the pile is empty, the pot becomes the pile.
                    if self.pile.is_empty() {
                        self.pile.append(&mut self.pot);
                    }
                    return;
                }
                self.due.clear();
            }
            let other = 1 - self.to_move;
            if !self.plays(self.to_move).is_empty() {
                return;
            }
            // The opponent plays instead only after a round of draws, or if there is nothing to draw.
            if (self.blocked || !can_draw) && !self.plays(other).is_empty() {
                self.to_move = other;
                return;
            }
            if !can_draw {
                self.end = Some(End::Blocked);
                return;
            }
            self.blocked = true;
            self.due = vec![self.to_move, other];
        }
    }
}

impl Naive for Cards {
    fn moves(&self) -> Vec<String> {
        if self.end.is_some() {
            return Vec::new();
        }
        if self.due.is_empty() {
            return self.plays(self.to_move);
        }
        let mut outcomes: Vec<String> = self.pile.iter().map(|card| format!("+{card}")).collect();
        outcomes.sort();
        outcomes.dedup();
        outcomes
    }

    fn turn(&self) -> String {
        if self.end.is_some() {
            if self.tokens[0] == self.tokens[1] {
                return "result draw".to_string();
            }
            let winner = if self.tokens[0] > self.tokens[1] { 1 } else { 2 };
            return format!("result win {winner}");
        }
        if self.due.is_empty() { format!("turn {}", self.to_move + 1) } else { "turn chance".to_string() }
    }

    fn play(&mut self, mv: &str) {
        assert!(self.end.is_none(), "the game is over");
        if let Some(drawn) = mv.strip_prefix('+') {
            let card = Card::parse(drawn);
            let at = self.pile.iter().position(|&other| other == card);
            self.pile.remove(at.expect("a card of the pile"));
            let seat = self.due.remove(0);
            self.hands[seat].push(card);
            self.advance();
            return;
        }

        assert!(self.due.is_empty(), "a card must be drawn first");
        let seat = self.to_move;
        let (card, target) = mv.split_once('@').expect("card@place");
        let card = Card::parse(card);
        let at = self.hands[seat].iter().position(|&other| other == card);
        self.hands[seat].remove(at.expect("a card of the hand"));
        match card {
            Card::Yellow => {
                self.take(read_place(target));
                self.pot.push(card);
            }
            Card::Green => {
                let (from, to) = target.split_once('-').expect("two ends");
                let ends = [read_place(from), read_place(to)];
                let middle = ((ends[0].0 + ends[1].0) / 2, (ends[0].1 + ends[1].1) / 2);
                for place in [ends[0], middle, ends[1]] {
                    self.take(place);
                }
                self.pot.push(card);
            }
            Card::Red(_) | Card::Blue(_) => {
                self.place(card, read_place(target));
                self.check_tokens();
                if self.end.is_some() {
                    return;
                }
            }
        }
        self.blocked = false;
        self.due = vec![seat];
        self.to_move = 1 - seat;
        self.advance();
    }

    fn boxed_clone(&self) -> Box<dyn Naive> {
        Box::new(self.clone())
    }
}
