//! The frame with its floating grid, and the piles on it.

use rules::cards::{Card, Illegal, Move, Pile};
use rules::frame::{self, Square};
use rules::{Cards, Game, Seat};

use super::face;
use super::last_move;
use super::layout::{CARD, FRAME, Layout, RATIO, SMALL_TEXT};
use crate::draw_context::DrawContext;
use crate::look::PieceTheme;
use crate::material;
use crate::paint::Paint;
use crate::scene::{Item, Scene, Shape, Style, Vec2};

/// How many cards of a pile are visible; more would stick out of their square.
const SEEN: u8 = 4;

/// The frame: squares that can still belong to the grid are drawn in full, the others as dots.
pub(super) fn add_frame(
    scene: &mut Scene,
    game: &Cards,
    layout: &Layout,
    context: &DrawContext<Move, Illegal>,
) {
    let table = Shape::Rect(Vec2::default(), FRAME, 14.0, Style::fill(Paint::Board));
    let grain = material::grain(context.look, Vec2::default(), FRAME);
    scene.add(Item::new("board", "frame", layout.frame).with(table).with_all(grain));
    let room = frame::room(game.used());
    for square in layout.squares() {
        let (width, height) = layout.cell(square);
        let ground = if room & square.bit() != 0 {
            Shape::Rect(Vec2::default(), (width - 4.0, height - 4.0), 8.0, Style::fill(Paint::Cell))
        } else {
            Shape::Circle(Vec2::default(), 2.0, Style::fill(Paint::Line).faded(0.45))
        };
        let mut item = Item::new("board", format!("square-{square}"), layout.middle(square)).with(ground);
        if game.used() & square.bit() != 0 {
            // A used square pins the grid even after its cards are gone.
            item = item.with(Shape::Circle(Vec2::default(), 3.2, Style::fill(Paint::Line)));
        } else if game.used() == 0 && square == Square::CENTRE {
            let style = Style::stroke(Paint::Line, 1.4).dashed();
            item = item.with(face::outline(Vec2::default(), layout.card, style));
        }
        scene.add(item);
    }
    scene.add(edge(game, layout));
    if context.coordinates {
        scene.add(coordinates(layout));
    }
}

/// The edge of the squares that can still belong to the grid: dashed while the grid floats, solid once it is pinned.
fn edge(game: &Cards, layout: &Layout) -> Item {
    let room = frame::room(game.used());
    let (middle, size) = layout.around(room);
    let style = Style::stroke(Paint::Line, 1.8);
    let style = if room.count_ones() > 9 { style.dashed() } else { style };
    Item::new("board", "edge", middle).with(Shape::Rect(Vec2::default(), size, 10.0, style))
}

fn coordinates(layout: &Layout) -> Item {
    let style = Style::fill(Paint::Muted);
    let (left, bottom) = (layout.frame.x - FRAME.0 / 2.0 + 6.5, layout.frame.y + FRAME.1 / 2.0 - 6.5);
    let diagonal = Square::all().filter(|square| square.file() == square.rank());
    let texts = diagonal.flat_map(|square| {
        let (Vec2 { x, y }, (width, height), name) =
            (layout.middle(square), layout.cell(square), square.to_string());
        let (file, rank) = (name[..1].to_owned(), name[1..].to_owned());
        let file = Some(Shape::Text(Vec2::new(x, bottom), SMALL_TEXT, file, style));
        let rank = Some(Shape::Text(Vec2::new(left, y), SMALL_TEXT, rank, style));
        file.filter(|_| width > 0.0).into_iter().chain(rank.filter(|_| height > 0.0))
    });
    Item::new("coordinates", "coordinates", Vec2::default()).with_all(texts)
}

/// The visible cards of a pile, from the lowest to the top. All have one number, and the rules keep no order below the
/// top card, so the other colour is shown next, which is the usual order.
fn seen(pile: Pile) -> Vec<Card> {
    let (top, number) = (pile.top(), pile.top().number().unwrap_or(0));
    let owner = top.owner().unwrap_or(Seat::ONE);
    let mut left = [pile.cards(owner), pile.cards(owner.other())];
    let mut cards = Vec::new();
    for depth in 0..pile.height().min(SEEN) {
        let turn = usize::from(depth % 2 != 0);
        let turn = if left[turn] > 0 { turn } else { 1 - turn };
        left[turn] = left[turn].saturating_sub(1);
        let seat = if turn == 0 { owner } else { owner.other() };
        cards.extend(Card::colour(seat, number));
    }
    cards.reverse();
    cards
}

/// The position of the card at an index in a pile of `seen` visible cards: the pile as a whole stays centred.
fn lifted(middle: Vec2, index: u8, seen: u8) -> Vec2 {
    let step = f32::from(index) - f32::from(seen.saturating_sub(1)) / 2.0;
    Vec2::new(middle.x + 3.6 * step, middle.y - 2.0 * step)
}

/// Where the top card of the pile on a square is.
pub(super) fn top_of(game: &Cards, layout: &Layout, square: Square) -> Vec2 {
    let height = game.pile(square).map_or(0, Pile::height).min(SEEN);
    lifted(layout.middle(square), height.saturating_sub(1), height)
}

/// All piles. The card just played comes from the hand it was in.
pub(super) fn add_piles(
    scene: &mut Scene,
    game: &Cards,
    layout: &Layout,
    context: &DrawContext<Move, Illegal>,
) {
    // From the top of the picture to the bottom, so that nearer piles cover those behind them.
    let mut squares: Vec<Square> = frame::squares(game.occupied()).collect();
    squares.sort_by(|&a, &b| layout.middle(a).y.total_cmp(&layout.middle(b).y));
    for square in squares {
        let Some(pile) = game.pile(square) else { continue };
        let cards = seen(pile);
        let (middle, seen) = (layout.middle(square), cards.len() as u8);
        let hidden = pile.height() - seen;
        for (index, card) in (0u8..).zip(cards) {
            let is_top = index + hidden + 1 == pile.height();
            let played = context.last_move.filter(|mv| is_top && mv.square() == Some(square));
            let from = played.and_then(|_| layout.card_origin(game, last_move::player(game)?, card));
            let item =
                Item::new("piece", format!("card-{square}-{}", index + hidden), lifted(middle, index, seen));
            scene.add(item.coming_from(from).with_all(face::face(
                card,
                Vec2::default(),
                layout.card,
                1.0,
                layout.pieces,
            )));
        }
    }
}

/// Cards on a square of the floating grid, from the lowest to the top, whether or not the rules allow this pile.
pub(crate) fn loose_pile(cards: &[Card], pieces: PieceTheme) -> Vec<Item> {
    let seen = &cards[cards.len().saturating_sub(usize::from(SEEN))..];
    let card = |(index, &card): (u8, &Card)| {
        let at = lifted(Vec2::default(), index, seen.len() as u8);
        Item::new("piece", String::new(), at).with_all(face::face(card, Vec2::default(), CARD, 1.0, pieces))
    };
    (0u8..).zip(seen).map(card).collect()
}

/// The height of each pile as a number, in front of everything else on the piles.
pub(super) fn add_heights(scene: &mut Scene, game: &Cards, layout: &Layout) {
    for square in frame::squares(game.occupied()) {
        let Some(pile) = game.pile(square).filter(|pile| pile.height() > 1) else { continue };
        let Vec2 { x, y } = top_of(game, layout, square);
        let corner = Vec2::new(x + layout.card / 2.0 - 2.0, y + layout.card * RATIO / 2.0 - 6.0);
        let plate = face::count(Vec2::default(), format!("×{}", pile.height()));
        scene.add(Item::new("marker", format!("height-{square}"), corner).with_all(plate));
    }
}

/// The seat that has to act now, or has won.
pub(super) fn active(game: &Cards) -> Option<Seat> {
    match game.turn() {
        rules::Turn::Over(rules::Outcome::Win(seat)) => Some(seat),
        _ => game.to_move().or_else(|| game.drawer()),
    }
}
