//! Everything around the frame: the hands, the draw pile, the pot, and the tokens.

use rules::cards::{Card, Illegal, Move};
use rules::frame::squares;
use rules::{Cards, Game, Seat};

use super::face;
use super::grid::active;
use super::last_move;
use super::layout::{Layout, RATIO, SMALL_TEXT, STACK, holder, known_cards, slot_counts};
use super::words;
use crate::draw::Drawable as _;
use crate::draw_context::DrawContext;
use crate::paint::Paint;
use crate::scene::{Item, Scene, Shape, Spot, Style, TouchTarget, Vec2};

const SEATS: [Seat; 2] = [Seat::ONE, Seat::TWO];
/// How many copies of a card are visible in hand.
const COPIES: u8 = 3;
const TOKEN: f32 = 6.6;

/// Both hands, with touch targets for the one that can be touched.
pub(super) fn add_hands(
    scene: &mut Scene,
    game: &Cards,
    layout: &Layout,
    context: &DrawContext<Move, Illegal>,
) {
    let drew = context.last_move.and_then(|mv| Some((last_move::drawer(game, mv)?, mv.card())));
    for seat in SEATS {
        let drawn = drew.filter(|&(drawer, _)| drawer == seat).map(|(_, card)| card);
        add_hand(scene, game, layout, context, seat, drawn);
    }
}

/// One hand. `drawn` is the card that comes from the draw pile, if there is one; `Some(None)` if it is hidden.
fn add_hand(
    scene: &mut Scene,
    game: &Cards,
    layout: &Layout,
    context: &DrawContext<Move, Illegal>,
    seat: Seat,
    drawn: Option<Option<Card>>,
) {
    let kinds = known_cards(game, seat);
    let slots = layout.side(seat).hand.slots(slot_counts(game, seat));
    let is_held = holder(game, layout.bottom) == Some(seat);
    for (&(card, copies), &at) in kinds.iter().zip(&slots.at) {
        let spot = Spot::Piece(card.index() as u8);
        let up = if is_held && context.picked.contains(&spot) { 7.0 } else { 0.0 };
        let seen = copies.min(COPIES);
        for index in 0..seen {
            let shift = 2.6 * (f32::from(index) - f32::from(seen - 1) / 2.0);
            let at = Vec2::new(at.x + shift, at.y - shift - up);
            let is_new = index + 1 == seen && drawn == Some(Some(card));
            let from = is_new.then_some(layout.pile);
            let item = Item::new("piece", format!("hand-{seat}-{card}-{index}"), at).coming_from(from);
            scene.add(item.with_all(face::face(card, Vec2::default(), slots.card, 1.0, layout.pieces)));
        }
        let corner = |side: f32| {
            let (x, y) = (slots.card / 2.0 - 5.0, slots.card * RATIO / 2.0 - 3.0);
            Vec2::new(at.x + side * x, at.y + y - up)
        };
        if copies > 1 {
            let plate = face::count(Vec2::default(), format!("×{copies}"));
            scene.add(Item::new("marker", format!("copies-{seat}-{card}"), corner(1.0)).with_all(plate));
        }
        // In an open hand, an eye marks the cards that the opponent knows; in a closed one, all visible cards are
        // known.
        if !game.is_closed(seat) && game.exposed(seat).any(|known| known == card) {
            scene.add(
                Item::new("marker", format!("known-{seat}-{card}"), corner(-1.0)).with_all(visible_icon()),
            );
        }
        if is_held {
            let name = words::in_hand(card, copies, context.lang);
            scene.targets.push(TouchTarget {
                spot,
                at,
                size: slots.place,
                name,
                legal: false,
                picked: false,
            });
        }
    }
    for (index, &at) in slots.at.iter().skip(kinds.len()).enumerate() {
        let is_new = index + 1 == usize::from(game.hidden(seat)) && drawn == Some(None);
        let item =
            Item::new("piece", format!("back-{seat}-{index}"), at).coming_from(is_new.then_some(layout.pile));
        scene.add(item.with_all(face::back(Vec2::default(), slots.card)));
    }
}

/// An eye on a small plate.
fn visible_icon() -> [Shape; 3] {
    let plate = Style::fill(Paint::Board).outlined(Paint::Line, 0.9);
    let lids = "M-5.2 0Q0 -5.6 5.2 0Q0 5.6 -5.2 0Z".to_owned();
    [
        Shape::Rect(Vec2::default(), (16.0, 13.0), 6.5, plate),
        Shape::Path(lids, Style::stroke(Paint::Ink, 1.2)),
        Shape::Circle(Vec2::default(), 1.7, Style::fill(Paint::Ink)),
    ]
}

/// The draw pile and the pot, as high as they are, with their names.
pub(super) fn add_stacks(
    scene: &mut Scene,
    game: &Cards,
    layout: &Layout,
    context: &DrawContext<Move, Illegal>,
) {
    let slot = Style::stroke(Paint::Line, 1.2).dashed().faded(0.7);
    let [pile_name, pot_name] = words::stacks(context.lang);
    let mut pile = Item::new("hand", "pile", layout.pile).with(face::outline(Vec2::default(), STACK, slot));
    let mut top = Vec2::default();
    for layer in 0..layers(game.draw_pile_size()) {
        top = layer_at(layer);
        pile = pile.with_all(face::back(top, STACK));
    }
    scene.add(pile.with_all(plate(top, game.draw_pile_size())).with(label(pile_name)));

    let size = game.pot().count() as u8;
    let mut pot = Item::new("hand", "pot", layout.pot).with(face::outline(Vec2::default(), STACK, slot));
    let mut top = Vec2::default();
    for layer in 0..layers(size).saturating_sub(1) {
        pot = pot.with_all(face::paper(layer_at(layer), STACK, 1.0));
    }
    scene.add(pot.with(label(pot_name)));
    let last = context.last_move.filter(|mv| !mv.is_draw()).and_then(|mv| Some((mv.card()?, mv)));
    let taker = last.filter(|(card, _)| card.owner().is_none());
    // The card that clears squares ends up on top of the pot.
    if let Some(card) = taker.map(|(card, _)| card).filter(|_| size > 0).or_else(|| game.pot().last()) {
        top = layer_at(layers(size) - 1);
        let from = taker.and_then(|(card, _)| layout.card_origin(game, last_move::player(game)?, card));
        let item = Item::new("piece", format!("pot-{size}"), layout.pot).coming_from(from);
        scene.add(item.with_all(face::face(card, top, STACK, 1.0, layout.pieces)));
    }
    if size > 0 {
        scene.add(Item::new("hand", "pot-size", layout.pot).with_all(plate(top, size)));
    }
}

/// How many layers show the height of a stack with this many cards.
fn layers(cards: u8) -> u8 {
    cards.div_ceil(6).min(6)
}

fn layer_at(layer: u8) -> Vec2 {
    Vec2::new(1.5 * f32::from(layer), -1.5 * f32::from(layer))
}

fn plate(top: Vec2, cards: u8) -> [Shape; 2] {
    let corner = Vec2::new(top.x + STACK / 2.0 - 3.0, top.y + STACK * RATIO / 2.0 - 5.0);
    face::count(corner, cards.to_string())
}

fn label(name: &'static str) -> Shape {
    let under = Vec2::new(0.0, STACK * RATIO / 2.0 + 12.0);
    Shape::Text(under, SMALL_TEXT, name.to_owned(), Style::fill(Paint::Muted))
}

/// The badge of each player with the tokens won and the places for those still to win, and the tokens left.
pub(super) fn add_players(
    scene: &mut Scene,
    game: &Cards,
    layout: &Layout,
    context: &DrawContext<Move, Illegal>,
) {
    let earned = context.last_move.and_then(|mv| last_move::earned(game, mv));
    for seat in SEATS {
        let side = layout.side(seat);
        let sign = Style::stroke(face::colour(seat), 3.4);
        let plate = Style::fill(Paint::Paper).outlined(Paint::Line, 1.0);
        scene.add(
            Item::new("hand", format!("badge-{seat}"), side.badge)
                .with(Shape::Circle(Vec2::default(), 12.0, plate))
                .with(face::sign(seat, Vec2::default(), 5.8, sign)),
        );
        let lines = earned.as_ref().filter(|(owner, _)| *owner == seat).map_or(&[][..], |(_, lines)| lines);
        add_track(scene, game, layout, seat, lines);
    }
    let left = game.tokens_left();
    let mut bank = Item::new("hand", "bank", layout.bank);
    for layer in 0..left.div_ceil(6) {
        bank = bank.with_all(face::token(Vec2::new(0.0, 4.0 - 3.0 * f32::from(layer)), 8.5));
    }
    let text = Shape::Text(Vec2::new(24.0, 0.0), SMALL_TEXT, format!("×{left}"), Style::fill(Paint::Ink));
    scene.add(bank.with(text));
    if let Some(seat) = active(game) {
        scene.add(turn_marker(layout.side(seat).badge, game.turn().is_over()));
    }
}

/// The tokens of a seat in a row, from the badge to the target and on.
fn add_track(scene: &mut Scene, game: &Cards, layout: &Layout, seat: Seat, lines: &[u32]) {
    let (side, tokens, target) = (layout.side(seat), game.tokens(seat), game.options().target());
    let places = tokens.max(target);
    let step = ((side.track - 70.0) / f32::from(places)).min(17.0);
    let at = |index: u8| Vec2::new(side.badge.x + 25.0 + step * f32::from(index), side.badge.y);
    let mut track = Item::new("hand", format!("track-{seat}"), Vec2::default());
    for index in tokens..target {
        let slot = Style::fill(Paint::Cell).outlined(Paint::Line, 1.0);
        track = track.with(Shape::Circle(at(index), TOKEN - 0.6, slot));
    }
    let end = Vec2::new(at(places - 1).x + 31.0, side.badge.y);
    let figure = format!("{tokens}\u{2009}/\u{2009}{target}");
    scene.add(track.with(Shape::Text(end, SMALL_TEXT, figure, Style::fill(Paint::Ink))));
    for index in 0..tokens {
        // The newest tokens come from the lines that earned them, one from each.
        let line = lines.get(usize::from(tokens - 1 - index));
        let middle = line.and_then(|&line| squares(line).nth(1)).map(|square| layout.middle(square));
        let item = Item::new("token", format!("token-{seat}-{index}"), at(index)).coming_from(middle);
        scene.add(item.with_all(face::token(Vec2::default(), TOKEN)));
    }
}

/// The arrow at the player to move, or a star for the winner.
fn turn_marker(badge: Vec2, is_over: bool) -> Item {
    let at = Vec2::new(badge.x - 19.0, badge.y);
    if is_over {
        let star = "M0 -8L2.1 -2.9L7.6 -2.5L3.4 1.1L4.7 6.5L0 3.6L-4.7 6.5L-3.4 1.1L-7.6 -2.5L-2.1 -2.9Z";
        let style = Style::fill(Paint::Win).outlined(Paint::Ink, 0.8);
        return Item::new("win", "winner", at).with(Shape::Path(star.to_owned(), style));
    }
    let arrow = "M-3.5 -6L4 0L-3.5 6Z".to_owned();
    Item::new("marker", "turn", at).with(Shape::Path(arrow, Style::fill(Paint::Ink)))
}

/// The touch targets of the frame.
pub(super) fn add_squares(
    scene: &mut Scene,
    game: &Cards,
    layout: &Layout,
    context: &DrawContext<Move, Illegal>,
) {
    for square in layout.squares() {
        let spot = Spot::Place(square.index() as u8);
        scene.targets.push(TouchTarget {
            spot,
            at: layout.middle(square),
            size: layout.cell(square),
            name: game.spot_name(spot, context.lang),
            legal: false,
            picked: false,
        });
    }
}
