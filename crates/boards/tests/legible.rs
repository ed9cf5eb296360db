//! All text on a board can be read on the narrowest phone, and no texts overlap.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use boards::{DrawContext, MoveEvaluation, Scene, Shape};
use rules::{AnyGame, AnyIllegal, AnyMove, Kind, Lang, Rng, Viewer};

/// How wide a board is on a phone of 320 pixels, in pixels.
const BOARD: f32 = 310.0;

/// The minimum height of text, and the minimum width and height of touch targets, in pixels.
const MIN_TEXT_HEIGHT: f32 = 10.0;
const MIN_TARGET_SIZE: f32 = 32.0;

/// Scenes of random games with all possible text: coordinates and evaluations of moves.
fn scenes(kind: Kind, options: &str, wide: bool, mut check: impl FnMut(&Scene, &str)) {
    let mut rng = Rng::new(5);
    for round in 0..8 {
        let mut game = AnyGame::new(kind, options).unwrap();
        while let Some(mv) = game.random_move(&mut rng) {
            let viewer = game.turn().seat().map_or(Viewer::Public, Viewer::Seat);
            let seen = game.view(viewer).position();
            let verdict = |mv: AnyMove| (mv, MoveEvaluation { text: "100".into(), share: 0.5, best: true });
            let look: DrawContext<AnyMove, AnyIllegal> = DrawContext {
                viewer,
                interactive: true,
                wide,
                coordinates: true,
                flipped: round % 2 == 1,
                evaluations: game.moves().into_iter().map(verdict).collect(),
                ..DrawContext::plain(Lang::Fr)
            };
            check(&boards::draw(&seen, &look), &game.to_string());
            game.play(mv).unwrap();
        }
    }
}

/// Every variant of every game.
fn games() -> impl Iterator<Item = (Kind, &'static str)> {
    Kind::ALL.iter().flat_map(|&kind| kind.info().variants.iter().map(move |&options| (kind, options)))
}

/// A text of a scene: its left, top, right and bottom edge, and its content.
type Written = ([f32; 4], String);

/// The texts of a scene, except those that overlap others on purpose: cards cover cards, and evaluations are drawn over
/// the board.
fn written(scene: &Scene) -> Vec<Written> {
    let items = scene.items.iter().filter(|item| !matches!(item.class, "piece" | "evaluation"));
    let texts = items.flat_map(|item| item.shapes.iter().map(move |shape| (item, shape)));
    texts
        .filter_map(|(item, shape)| {
            let Shape::Text(at, size, text, _) = shape else { return None };
            let (x, y) = (item.at.x + at.x, item.at.y + at.y);
            let (half, up) = (text.chars().count() as f32 * size * 0.28, size * 0.36);
            Some(([x - half, y - up, x + half, y + up], text.clone()))
        })
        .collect()
}

#[test]
fn every_text_is_at_least_10_pixels_high_and_every_place_32_on_a_phone_of_320() {
    for (kind, options) in games() {
        scenes(kind, options, false, |scene, game| {
            let scale = BOARD / scene.width;
            for item in &scene.items {
                for shape in &item.shapes {
                    let Shape::Text(_, size, text, _) = shape else { continue };
                    assert!(size * scale >= MIN_TEXT_HEIGHT, "{text} has {} pixels in {game}", size * scale);
                }
            }
            for place in &scene.targets {
                let (width, height) = place.size;
                let least = width.min(height) * scale;
                assert!(least >= MIN_TARGET_SIZE, "{} has {least} pixels in {game}", place.name);
            }
        });
    }
}

#[test]
fn no_text_lies_over_another_or_over_the_edge_of_the_picture() {
    for (kind, options) in games() {
        for wide in [false, true] {
            scenes(kind, options, wide, |scene, game| {
                let all = written(scene);
                for (index, ([left, top, right, bottom], text)) in all.iter().enumerate() {
                    let inside =
                        *left >= 0.0 && *top >= 0.0 && *right <= scene.width && *bottom <= scene.height;
                    assert!(inside, "{text} is cut at {left} {top} {right} {bottom} in {game}");
                    for ([l, t, r, b], other) in &all[index + 1..] {
                        let apart = right <= l || r <= left || bottom <= t || b <= top;
                        assert!(apart, "{text} and {other} lie over each other in {game}");
                    }
                }
            });
        }
    }
}
