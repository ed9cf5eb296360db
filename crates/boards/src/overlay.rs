//! Overlays that every board draws in the same way on top of the game's drawing: legal targets, the last move, the
//! reason for a refused touch, and evaluations of moves.

use rules::Lang;

use crate::draw::Drawable;
use crate::draw_context::{Arrow, DrawContext, MoveEvaluation};
use crate::paint::Paint;
use crate::scene::{Item, MIN_TEXT_SIZE, Scene, Shape, Spot, Style, TouchTarget, Vec2};
use crate::svg::Num;
use crate::touch;

/// Adds all overlays to a scene.
pub(crate) fn add_overlays<G: Drawable>(
    game: &G,
    context: &DrawContext<G::Move, G::Illegal>,
    mut scene: Scene,
) -> Scene {
    let legal = if context.interactive { touch::legal_spots(game, &context.picked) } else { Vec::new() };
    for target in &mut scene.targets {
        target.legal = legal.binary_search(&target.spot).is_ok();
        target.picked = context.picked.contains(&target.spot);
    }
    scene.announcement = announce_selection(game, context, &legal);
    let last = context.last_move.and_then(|mv| game.touch_paths(mv).into_iter().next()).unwrap_or_default();
    let on_board = |spot: &&Spot| matches!(spot, Spot::Place(_));
    if !scene.items.iter().any(|item| item.class == "last") {
        ring(&mut scene, "last", Paint::Last, last.iter().filter(on_board));
    }
    if let Some(why) = context.refused {
        let paint = if game.shows_where_to_play(why) { Paint::Legal } else { Paint::Refused };
        ring(&mut scene, "refused", paint, game.refusal_spots(why).iter());
    }
    for (spot, evaluation) in spot_evaluations(game, context) {
        if let Some(target) = scene.target(spot) {
            let badge = badge(&scene, target, &evaluation, is_taken(&scene, target));
            scene.add(badge);
        }
    }
    for arrow in &context.arrows {
        let ends = (scene.target(arrow.from).map(|from| from.at), scene.target(arrow.to).cloned());
        if let (Some(from), Some(to)) = ends {
            scene.add(arrow_item(*arrow, from, &to));
        }
    }
    scene
}

/// A drawn arrow, or a ring around its place.
fn arrow_item(arrow: Arrow, from: Vec2, to: &TouchTarget) -> Item {
    let style = Style::stroke(Paint::Win, 5.0).faded(0.75);
    let item = Item::new("arrow", format!("arrow-{arrow}"), to.at);
    let (x, y) = (to.at.x - from.x, to.at.y - from.y);
    let length = x.hypot(y);
    if length < 1.0 {
        let radius = to.size.0.min(to.size.1) / 2.0 - 3.0;
        return item.with(Shape::Circle(Vec2::default(), radius, style));
    }
    // The shaft ends short of the middle of the place, where the head begins.
    let (x, y) = (x / length, y / length);
    let head = (length * 0.4).min(14.0);
    let point =
        |along: f32, across: f32| format!("{} {}", Num(x * along - y * across), Num(y * along + x * across));
    let wings = (point(-head, head * 0.7), point(-head, -head * 0.7));
    let shape = format!("M{}L{}M{}L0 0L{}", point(-length, 0.0), point(-2.0, 0.0), wings.0, wings.1);
    item.with(Shape::Path(shape, style))
}

/// Announces the picked spot and how many places or pieces it leads to: "Small pyramid picked: 5 spaces."
fn announce_selection<G: Drawable>(
    game: &G,
    context: &DrawContext<G::Move, G::Illegal>,
    leads: &[Spot],
) -> Option<String> {
    let lang = context.lang;
    let Some(&spot) = context.picked.last() else {
        let sentence = match lang {
            Lang::Fr => "Reposé.",
            Lang::En => "Put back.",
        };
        return context.put_back.then(|| sentence.to_owned());
    };
    let picked = Some(game.say_picked(spot, lang)).filter(|sentence| !sentence.is_empty())?;
    let nouns = match leads.first() {
        None => return Some(format!("{picked}.")),
        Some(Spot::Piece(_)) => G::piece_nouns(lang),
        Some(Spot::Place(_)) => G::place_nouns(lang),
    };
    let noun = nouns[usize::from(leads.len() > 1)];
    let space = match lang {
        Lang::Fr => "\u{a0}",
        Lang::En => "",
    };
    Some(format!("{picked}{space}: {} {noun}.", leads.len()))
}

fn ring<'a>(scene: &mut Scene, class: &'static str, paint: Paint, spots: impl Iterator<Item = &'a Spot>) {
    for &spot in spots {
        let Some(target) = scene.target(spot) else { continue };
        let (width, height) = target.size;
        let style = Style::stroke(paint, 3.0);
        let frame = match spot {
            Spot::Place(_) if scene.round => {
                Shape::Circle(Vec2::default(), width.min(height) / 2.0 - 2.0, style)
            }
            _ => Shape::Rect(Vec2::default(), (width - 4.0, height - 4.0), 6.0, style),
        };
        let item = Item::new(class, format!("{class}-{spot}"), target.at).with(frame);
        // A fanned-out pile and the numbers of boards and groups stay above these rings.
        let is_above = |item: &Item| matches!(item.class, "fan" | "number" | "count");
        let above = scene.items.iter().position(is_above).unwrap_or(scene.items.len());
        scene.items.insert(above, item);
    }
}

/// For every spot that leads on from the picked ones, the evaluation of the best move through it. The move marked as
/// best comes before one with a higher share, since the search has spent most time on it.
fn spot_evaluations<G: Drawable>(
    game: &G,
    context: &DrawContext<G::Move, G::Illegal>,
) -> Vec<(Spot, MoveEvaluation)> {
    let mut best: Vec<(Spot, MoveEvaluation)> = Vec::new();
    for (mv, evaluation) in &context.evaluations {
        for path in game.touch_paths(*mv) {
            let Some(&spot) = path.get(context.picked.len()).filter(|_| path.starts_with(&context.picked))
            else {
                continue;
            };
            match best.iter_mut().find(|(known, _)| *known == spot) {
                Some((_, known)) if (known.best, known.share) >= (evaluation.best, evaluation.share) => {}
                Some((_, known)) => *known = evaluation.clone(),
                None => best.push((spot, evaluation.clone())),
            }
        }
    }
    best
}

/// Whether a piece lies on a target and must stay visible: a piece on the board, or a piece beside it.
fn is_taken(scene: &Scene, target: &TouchTarget) -> bool {
    let (width, height) = target.size;
    let lies_there = |item: &Item| {
        let (dx, dy) = ((item.at.x - target.at.x).abs(), (item.at.y - target.at.y).abs());
        item.class == "piece" && dx < width / 2.0 && dy < height / 2.0
    };
    matches!(target.spot, Spot::Piece(_)) || scene.items.iter().any(lies_there)
}

/// The evaluation badge of a target: in its centre, or smaller in the top right corner if a piece lies there.
fn badge(scene: &Scene, target: &TouchTarget, evaluation: &MoveEvaluation, is_taken: bool) -> Item {
    let (width, height) = target.size;
    let size = if is_taken { MIN_TEXT_SIZE } else { (width.min(height) * 0.32).clamp(MIN_TEXT_SIZE, 18.0) };
    let high = size * 1.5;
    let wide = high.max(size * (0.62 * evaluation.text.chars().count() as f32 + 0.7));
    let at = if is_taken {
        let x = (target.at.x + width / 2.0 - wide / 2.0).min(scene.width - wide / 2.0 - 1.5);
        Vec2::new(x, (target.at.y - height / 2.0 + high / 2.0).max(high / 2.0 + 1.5))
    } else {
        target.at
    };
    let outline = if evaluation.best { Paint::Win } else { Paint::Line };
    let border = if evaluation.best { 2.6 } else { 1.0 };
    let plate = Style::fill(Paint::Board).outlined(outline, border);
    Item::new("evaluation", format!("evaluation-{}", target.spot), at)
        .with(Shape::Rect(Vec2::default(), (wide, high), high / 2.0, plate))
        .with(Shape::Text(Vec2::default(), size, evaluation.text.clone(), Style::fill(Paint::Ink)))
}

#[cfg(test)]
mod tests {
    use rules::{Doh, Game, Lang};

    use super::*;

    #[test]
    fn arrows_are_drawn_between_their_places_and_round_trip() {
        let game = Doh::new(Default::default());
        let mut context = DrawContext::plain(Lang::En);
        context.arrows = ["p12-p7", "p12", "p99"].map(|text| text.parse().expect("an arrow")).to_vec();
        assert_eq!(context.arrows[0].to_string(), "p12-p7");
        assert_eq!(context.arrows[1].to_string(), "p12");
        let scene = add_overlays(&game, &context, game.draw(&context));
        let drawn: Vec<&Item> = scene.items.iter().filter(|item| item.class == "arrow").collect();
        assert_eq!(drawn.len(), 2, "there is no place 99");
        assert_eq!(drawn[0].at, scene.target(Spot::Place(7)).expect("a place").at);
        assert!(matches!(drawn[1].shapes[0], Shape::Circle(..)));
    }

    #[test]
    fn a_target_shows_the_evaluation_of_the_best_move_through_it_not_of_one_with_a_higher_share() {
        let game = Doh::new(Default::default());
        let mut context = DrawContext::plain(Lang::En);
        let evaluation =
            |share: f32, best| MoveEvaluation { text: format!("{:.0}", share * 100.0), share, best };
        let small = |square: &str| format!("S{square}").parse().expect("a move");
        let starts = |mv| game.touch_paths(mv).into_iter().map(|path| path[0]).collect::<Vec<Spot>>();
        for thought in [[(0.58, true), (0.6, false)], [(0.6, false), (0.58, true)]] {
            let moves = [small("c3"), small("b2")].into_iter().zip(thought);
            context.evaluations = moves.map(|(mv, (share, best))| (mv, evaluation(share, best))).collect();
            let shown = spot_evaluations(&game, &context);
            let both = |spot: &Spot| context.evaluations.iter().all(|(mv, _)| starts(*mv).contains(spot));
            let shared: Vec<_> = shown.iter().filter(|(spot, _)| both(spot)).collect();
            assert_eq!(shared.len(), 1, "both begin with the same piece");
            assert_eq!(shared[0].1.text, "58");
        }
    }
}
