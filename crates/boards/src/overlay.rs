//! What every board shows in the same way on top of the game's own picture: which places lead on, what was just
//! played, why a touch was refused, and what is thought of the moves.

use rules::Lang;

use crate::drawn::Drawn;
use crate::look::{Look, Verdict};
use crate::paint::Paint;
use crate::scene::{Item, Place, Point, SMALLEST, Scene, Shape, Spot, Style};
use crate::touch;

/// Adds all of it to a scene.
pub(crate) fn finish<G: Drawn>(game: &G, look: &Look<G::Move, G::Illegal>, mut scene: Scene) -> Scene {
    let legal = if look.live { touch::legal_spots(game, &look.picked) } else { Vec::new() };
    for place in &mut scene.places {
        place.legal = legal.binary_search(&place.spot).is_ok();
        place.picked = look.picked.contains(&place.spot);
    }
    scene.said = say_held(game, look, &legal);
    let last = look.last.and_then(|mv| game.paths(mv).into_iter().next()).unwrap_or_default();
    let on_board = |spot: &&Spot| matches!(spot, Spot::Place(_));
    if !scene.items.iter().any(|item| item.class == "last") {
        ring(&mut scene, "last", Paint::Last, last.iter().filter(on_board));
    }
    let shown = look.refused.map_or_else(Vec::new, |why| game.shown(why));
    ring(&mut scene, "refused", Paint::Refused, shown.iter());
    for (spot, verdict) in verdicts(game, look) {
        if let Some(place) = scene.place(spot) {
            let badge = badge(&scene, place, &verdict, is_taken(&scene, place));
            scene.add(badge);
        }
    }
    scene
}

/// What is picked and to how many places or pieces it leads: "Small pyramid picked: 5 places."
fn say_held<G: Drawn>(game: &G, look: &Look<G::Move, G::Illegal>, leads: &[Spot]) -> Option<String> {
    let lang = look.lang;
    let Some(&spot) = look.picked.last() else {
        let said = match lang {
            Lang::Fr => "Reposé\u{a0}: rien n’est pris.",
            Lang::En => "Put back: nothing is picked.",
        };
        return look.put_back.then(|| said.to_owned());
    };
    let picked = Some(game.say_picked(spot, lang)).filter(|said| !said.is_empty())?;
    let nouns = match leads.first() {
        None => return Some(format!("{picked}.")),
        Some(Spot::Piece(_)) => G::pieces(lang),
        Some(Spot::Place(_)) => ["place", "places"],
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
        let Some(place) = scene.place(spot) else { continue };
        let (width, height) = place.size;
        let style = Style::stroke(paint, 3.0);
        let frame = match spot {
            Spot::Place(_) if scene.round => {
                Shape::Circle(Point::default(), width.min(height) / 2.0 - 2.0, style)
            }
            _ => Shape::Rect(Point::default(), (width - 4.0, height - 4.0), 6.0, style),
        };
        let item = Item::new(class, format!("{class}-{spot}"), place.at).with(frame);
        // What is fanned out lies above the board and whatever marks it, and so do the numbers of boards.
        let is_above = |item: &Item| matches!(item.class, "fan" | "number");
        let above = scene.items.iter().position(is_above).unwrap_or(scene.items.len());
        scene.items.insert(above, item);
    }
}

/// For every spot that leads on from what is picked, the best of what is thought of the moves it leads to. The move
/// that is best comes before one that only seems to be worth more: a search has looked longest at the best.
fn verdicts<G: Drawn>(game: &G, look: &Look<G::Move, G::Illegal>) -> Vec<(Spot, Verdict)> {
    let mut best: Vec<(Spot, Verdict)> = Vec::new();
    for (mv, verdict) in &look.verdicts {
        for path in game.paths(*mv) {
            let Some(&spot) = path.get(look.picked.len()).filter(|_| path.starts_with(&look.picked)) else {
                continue;
            };
            match best.iter_mut().find(|(known, _)| *known == spot) {
                Some((_, known)) if (known.best, known.share) >= (verdict.best, verdict.share) => {}
                Some((_, known)) => *known = verdict.clone(),
                None => best.push((spot, verdict.clone())),
            }
        }
    }
    best
}

/// Whether something lies on a place, which must stay in sight: a piece on the board, or what is picked up beside it.
fn is_taken(scene: &Scene, place: &Place) -> bool {
    let (width, height) = place.size;
    let lies_there = |item: &Item| {
        let (dx, dy) = ((item.at.x - place.at.x).abs(), (item.at.y - place.at.y).abs());
        item.class == "piece" && dx < width / 2.0 && dy < height / 2.0
    };
    matches!(place.spot, Spot::Piece(_)) || scene.items.iter().any(lies_there)
}

/// What is thought of touching a place: in its middle, or, where something lies there, smaller in the top right corner.
fn badge(scene: &Scene, place: &Place, verdict: &Verdict, is_taken: bool) -> Item {
    let (width, height) = place.size;
    let size = if is_taken { SMALLEST } else { (width.min(height) * 0.32).clamp(SMALLEST, 18.0) };
    let high = size * 1.5;
    let wide = high.max(size * (0.62 * verdict.text.chars().count() as f32 + 0.7));
    let at = if is_taken {
        let x = (place.at.x + width / 2.0 - wide / 2.0).min(scene.width - wide / 2.0 - 1.5);
        Point::new(x, (place.at.y - height / 2.0 + high / 2.0).max(high / 2.0 + 1.5))
    } else {
        place.at
    };
    let outline = if verdict.best { Paint::Win } else { Paint::Line };
    let border = if verdict.best { 2.6 } else { 1.0 };
    let plate = Style::fill(Paint::Board).outlined(outline, border);
    Item::new("verdict", format!("verdict-{}", place.spot), at)
        .with(Shape::Rect(Point::default(), (wide, high), high / 2.0, plate))
        .with(Shape::Text(Point::default(), size, verdict.text.clone(), Style::fill(Paint::Ink)))
}

#[cfg(test)]
mod tests {
    use rules::{Doh, Game, Lang};

    use super::*;

    #[test]
    fn a_place_shows_what_is_thought_of_the_best_move_through_it_not_of_one_that_seems_worth_more() {
        let game = Doh::new(Default::default());
        let mut look = Look::plain(Lang::En);
        let verdict = |share: f32, best| Verdict { text: format!("{:.0}", share * 100.0), share, best };
        let small = |square: &str| format!("S{square}").parse().expect("a move");
        let starts = |mv| game.paths(mv).into_iter().map(|path| path[0]).collect::<Vec<Spot>>();
        for thought in [[(0.58, true), (0.6, false)], [(0.6, false), (0.58, true)]] {
            let moves = [small("c3"), small("b2")].into_iter().zip(thought);
            look.verdicts = moves.map(|(mv, (share, best))| (mv, verdict(share, best))).collect();
            let shown = verdicts(&game, &look);
            let both = |spot: &Spot| look.verdicts.iter().all(|(mv, _)| starts(*mv).contains(spot));
            let shared: Vec<_> = shown.iter().filter(|(spot, _)| both(spot)).collect();
            assert_eq!(shared.len(), 1, "both begin with the same piece");
            assert_eq!(shared[0].1.text, "58");
        }
    }
}
