//! The layout: the frame of 25 squares, the two hands, the draw pile, the pot and the tokens.
//!
//! ```text
//! upright                        wide
//! opponent, tokens   pile  pot   ┌─────────┐ opponent, tokens, hand
//! opponent's hand                │  frame  │ pile  pot
//! ┌───────────────────────────┐  │         │ tokens
//! │           frame           │  └─────────┘ hand
//! └───────────────────────────┘
//! tokens                  bank
//! hand
//! ```

use rules::cards::{Card, Illegal, Move};
use rules::frame::{Square, Squares, squares};
use rules::{Cards, Game, Seat, Viewer};

use super::axis::Axis;
use crate::draw_context::DrawContext;
use crate::look::PieceTheme;
use crate::scene::Vec2;

/// The width and height of a square of the frame while the grid floats freely.
pub(super) const CELL: (f32, f32) = (65.0, 64.0);
/// How wide a card on such a square is.
pub(super) const CARD: f32 = 44.0;
/// How much higher than wide a card is.
pub(super) const RATIO: f32 = 1.3;
/// How wide the cards of the draw pile and of the pot are.
pub(super) const STACK: f32 = 40.0;
/// How wide the frame is with its border, and how high.
pub(super) const FRAME: (f32, f32) = (5.0 * CELL.0 + 2.0 * BORDER, 5.0 * CELL.1 + 2.0 * BORDER);

/// The size of the smallest text. Beside the task of a puzzle, the board is less wide than a small phone, and its letters
/// are at least 10 pixels high there too.
pub(super) const SMALL_TEXT: f32 = 14.0;

const BORDER: f32 = 13.0;
const EDGE: f32 = 4.0;
/// The minimum width of a touch target: 32 pixels on a 320 pixel phone.
pub(super) const MIN_TARGET_WIDTH: f32 = 38.0;
/// How high the line with a player's badge and tokens is.
const HEADER: f32 = 32.0;
/// How high the line with the draw pile and the pot is.
const TABLE: f32 = 80.0;
const SMALL: f32 = 28.0;

/// The positions and sizes of everything in a scene.
pub(super) struct Layout {
    pub(super) width: f32,
    pub(super) height: f32,
    /// The middle of the frame.
    pub(super) frame: Vec2,
    /// How wide a card on the frame is.
    pub(super) card: f32,
    /// The middle of the draw pile.
    pub(super) pile: Vec2,
    /// The middle of the pot.
    pub(super) pot: Vec2,
    /// The middle of the tokens that no player has won yet.
    pub(super) bank: Vec2,
    /// The seat whose hand lies at the bottom.
    pub(super) bottom: Seat,
    sides: [Side; 2],
    files: Axis,
    ranks: Axis,
    turned: bool,
    /// How the cards are made.
    pub(super) pieces: PieceTheme,
}

/// The layout of one seat.
#[derive(Clone, Copy)]
pub(super) struct Side {
    /// The middle of the badge.
    pub(super) badge: Vec2,
    /// How far the tokens may reach to the right of the badge.
    pub(super) track: f32,
    /// Where the hand lies.
    pub(super) hand: HandArea,
}

/// The rectangle that is available to a hand.
#[derive(Clone, Copy)]
pub(super) struct HandArea {
    /// The top left corner.
    corner: Vec2,
    width: f32,
    /// More kinds of cards than this are laid out in at least two rows.
    in_row: usize,
    /// Whether the cards are small and overlap, because this hand cannot be touched.
    is_small: bool,
}

/// The positions of the cards of a hand.
pub(super) struct Slots {
    /// The middle of each card.
    pub(super) at: Vec<Vec2>,
    /// How wide a card is.
    pub(super) card: f32,
    /// The size of a card's touch target.
    pub(super) place: (f32, f32),
    height: f32,
}

impl HandArea {
    /// Lays out known kinds of cards and hidden cards side by side, in as many rows as they need for each card
    /// to be touchable.
    pub(super) fn slots(&self, (known, hidden): (usize, usize)) -> Slots {
        if self.is_small {
            return self.fan(known, hidden);
        }
        let count = known + hidden;
        let most = ((self.width / MIN_TARGET_WIDTH) as usize).max(1);
        let rows = count.div_ceil(most).max(if count > self.in_row { 2 } else { 1 });
        let in_row = count.div_ceil(rows).max(1);
        let step = (self.width / in_row as f32).min(66.0);
        let card = (step - 4.0).min(if rows > 1 { 48.0 } else { 52.0 });
        let pitch = card * RATIO + if rows > 1 { 6.0 } else { 12.0 };
        let at = (0..count).map(|index| {
            let (row, column) = (index / in_row, index % in_row);
            let here = in_row.min(count - row * in_row) as f32;
            let x = self.corner.x + self.width / 2.0 + step * (column as f32 - (here - 1.0) / 2.0);
            Vec2::new(x, self.corner.y + pitch * (row as f32 + 0.5))
        });
        Slots { at: at.collect(), card, place: (step, pitch), height: pitch * rows as f32 }
    }

    /// Lays out overlapping cards in one row, first the known ones, then the backs, closer together if space is short.
    fn fan(&self, known: usize, hidden: usize) -> Slots {
        let wide = SMALL * 0.82;
        let close = (self.width - SMALL - wide * known as f32) / hidden.saturating_sub(1).max(1) as f32;
        let close = close.clamp(3.0, wide);
        let y = self.corner.y + SMALL * RATIO / 2.0 + 1.0;
        let at = (0..known + hidden).map(|index| {
            let steps = wide * index.min(known) as f32 + close * index.saturating_sub(known) as f32;
            Vec2::new(self.corner.x + SMALL / 2.0 + steps, y)
        });
        Slots { at: at.collect(), card: SMALL, place: (wide, SMALL * RATIO), height: SMALL * RATIO + 4.0 }
    }
}

/// The cards of a hand that are known here, each once, with how many copies there are.
pub(super) fn known_cards(game: &Cards, seat: Seat) -> Vec<(Card, u8)> {
    let mut kinds: Vec<(Card, u8)> = Vec::new();
    for card in game.hand(seat) {
        match kinds.last_mut() {
            Some((last, copies)) if *last == card => *copies += 1,
            _ => kinds.push((card, 1)),
        }
    }
    kinds
}

/// How many kinds of known cards a hand has, and how many hidden cards.
pub(super) fn slot_counts(game: &Cards, seat: Seat) -> (usize, usize) {
    (known_cards(game, seat).len(), usize::from(game.hidden(seat)))
}

/// The seat whose cards can be touched: the one to move if its hand is open, otherwise one whose hand is open.
pub(super) fn holder(game: &Cards, bottom: Seat) -> Option<Seat> {
    let seats = game.to_move().into_iter().chain([bottom, bottom.other()]);
    seats.into_iter().find(|&seat| !game.is_closed(seat))
}

impl Layout {
    /// Lays out a position.
    pub(super) fn new(game: &Cards, context: &DrawContext<Move, Illegal>) -> Layout {
        let seat = match context.viewer {
            Viewer::Seat(seat) if seat.index() < 2 => seat,
            _ => Seat::ONE,
        };
        let bottom = if context.flipped { seat.other() } else { seat };
        let layout = if context.wide {
            Layout::wide(game, bottom, context.flipped)
        } else {
            Layout::upright(game, bottom, context.flipped)
        };
        Layout { pieces: context.look.pieces, ..layout }
    }

    fn upright(game: &Cards, bottom: Seat, turned: bool) -> Layout {
        let width = FRAME.0 + 2.0 * EDGE;
        let inner = width - 4.0 * EDGE;
        // A closed hand is drawn small beside the draw pile; an open one has its own row.
        let far = if game.is_closed(bottom.other()) {
            HandArea { corner: Vec2::new(12.0, EDGE + HEADER), width: 216.0, in_row: 9, is_small: true }
        } else {
            HandArea { corner: Vec2::new(2.0 * EDGE, EDGE + TABLE), width: inner, in_row: 9, is_small: false }
        };
        let far_height = if far.is_small { 0.0 } else { far.slots(slot_counts(game, bottom.other())).height };
        let frame = Vec2::new(width / 2.0, EDGE + TABLE + far_height + FRAME.1 / 2.0);
        let under = frame.y + FRAME.1 / 2.0;
        let near = HandArea {
            corner: Vec2::new(2.0 * EDGE, under + HEADER),
            width: inner,
            in_row: 9,
            is_small: false,
        };
        let height = under + HEADER + near.slots(slot_counts(game, bottom)).height + EDGE;
        let far_side = Side { badge: Vec2::new(30.0, EDGE + 15.0), track: 196.0, hand: far };
        let near_side = Side { badge: Vec2::new(30.0, under + 17.0), track: 230.0, hand: near };
        let [files, ranks] = Axis::files_and_ranks(game);
        Layout {
            width,
            height,
            frame,
            card: CARD * files.growth(CELL.0).min(ranks.growth(CELL.1)),
            pile: Vec2::new(width - 97.0, EDGE + 32.0),
            pot: Vec2::new(width - 37.0, EDGE + 32.0),
            bank: Vec2::new(width - 50.0, under + 17.0),
            bottom,
            sides: sides(bottom, near_side, far_side),
            files,
            ranks,
            turned,
            pieces: PieceTheme::default(),
        }
    }

    fn wide(game: &Cards, bottom: Seat, turned: bool) -> Layout {
        let left = 2.0 * EDGE + FRAME.0 + 6.0;
        let inner = 250.0;
        let corner = |y: f32| Vec2::new(left, y);
        let is_small = game.is_closed(bottom.other());
        let far = HandArea { corner: corner(EDGE + HEADER), width: inner, in_row: 6, is_small };
        let table = EDGE + HEADER + far.slots(slot_counts(game, bottom.other())).height + 4.0;
        // Beside a closed hand there is enough height for two rows of larger cards.
        let in_row = if is_small { 4 } else { 6 };
        let near = HandArea { corner: corner(0.0), width: inner, in_row, is_small: false };
        let near_height = near.slots(slot_counts(game, bottom)).height;
        let height = (FRAME.1 + 2.0 * EDGE).max(table + TABLE + HEADER + near_height + 2.0 * EDGE);
        let hand = height - EDGE - near_height;
        // The draw pile is in the middle of the space between the two players.
        let pile = (table + hand - HEADER) / 2.0 - 7.0;
        let near = HandArea { corner: corner(hand), ..near };
        let far_side = Side { badge: Vec2::new(left + 24.0, EDGE + 15.0), track: 210.0, hand: far };
        let near_side = Side { badge: Vec2::new(left + 24.0, hand - 15.0), track: 210.0, hand: near };
        let [files, ranks] = Axis::files_and_ranks(game);
        Layout {
            card: CARD * files.growth(CELL.0).min(ranks.growth(CELL.1)),
            width: left + inner + 2.0 * EDGE,
            height,
            frame: Vec2::new(EDGE + FRAME.0 / 2.0, height / 2.0),
            pile: Vec2::new(left + 50.0, pile),
            pot: Vec2::new(left + 112.0, pile),
            bank: Vec2::new(left + 178.0, pile),
            bottom,
            sides: sides(bottom, near_side, far_side),
            files,
            ranks,
            turned,
            pieces: PieceTheme::default(),
        }
    }

    /// The layout of a seat.
    pub(super) fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index() & 1]
    }

    /// The middle of a square.
    pub(super) fn middle(&self, square: Square) -> Vec2 {
        let way = if self.turned { -1.0 } else { 1.0 };
        let x = self.files.middles[usize::from(square.file())];
        let y = self.ranks.middles[usize::from(square.rank())];
        Vec2::new(self.frame.x + way * x, self.frame.y - way * y)
    }

    /// The squares that are shown: all of them, or those of the grid once it is pinned.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> {
        Square::all().filter(|&square| {
            let (width, height) = self.cell(square);
            width > 0.0 && height > 0.0
        })
    }

    /// The width and height of a square.
    pub(super) fn cell(&self, square: Square) -> (f32, f32) {
        (self.files.sizes[usize::from(square.file())], self.ranks.sizes[usize::from(square.rank())])
    }

    /// The rectangle around all squares of a set: its middle, its width and height.
    pub(super) fn around(&self, set: Squares) -> (Vec2, (f32, f32)) {
        let (mut low, mut high) = (Vec2::new(f32::MAX, f32::MAX), Vec2::new(f32::MIN, f32::MIN));
        for square in squares(set) {
            let (Vec2 { x, y }, (width, height)) = (self.middle(square), self.cell(square));
            low = Vec2::new(low.x.min(x - width / 2.0), low.y.min(y - height / 2.0));
            high = Vec2::new(high.x.max(x + width / 2.0), high.y.max(y + height / 2.0));
        }
        let middle = Vec2::new((low.x + high.x) / 2.0, (low.y + high.y) / 2.0);
        (middle, (high.x - low.x, high.y - low.y))
    }

    /// Where a card that a seat has just played was in its hand.
    pub(super) fn card_origin(&self, game: &Cards, seat: Seat, card: Card) -> Option<Vec2> {
        let hand = &self.side(seat).hand;
        if game.is_closed(seat) {
            let (known, hidden) = slot_counts(game, seat);
            return hand.slots((known, hidden + 1)).at.pop();
        }
        let mut cards: Vec<Card> = known_cards(game, seat).into_iter().map(|(card, _)| card).collect();
        let index = cards.binary_search(&card).unwrap_or_else(|index| {
            cards.insert(index, card);
            index
        });
        hand.slots((cards.len(), 0)).at.get(index).copied()
    }
}

fn sides(bottom: Seat, near: Side, far: Side) -> [Side; 2] {
    if bottom == Seat::ONE { [near, far] } else { [far, near] }
}
