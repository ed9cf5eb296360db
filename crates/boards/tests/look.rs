//! The look of boards: themes of boards and pieces, the pinned grid, coordinates beside pieces.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::collections::HashSet;

use boards::{BoardTheme, DrawContext, Item, Look, Paint, Palette, PieceTheme, Scene, Shape, Spot, Theme};
use common::{check, picture};
use rules::{AnyGame, AnyIllegal, AnyMove, Kind, Lang, Rng, Viewer};

fn looks() -> impl Iterator<Item = Look> {
    let pieces = |board| PieceTheme::ALL.iter().map(move |&pieces| Look { board, pieces });
    BoardTheme::ALL.iter().copied().flat_map(pieces)
}

#[test]
fn there_are_three_themes_of_boards_and_of_pieces_and_every_pair_makes_another_picture_of_every_game() {
    assert!(BoardTheme::ALL.len() >= 3 && PieceTheme::ALL.len() >= 3);
    for &kind in Kind::ALL {
        let mut game = AnyGame::new(kind, "").unwrap();
        for text in kind.info().sample.split(' ').take(12) {
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        let game = game.view(Viewer::Public).position();
        let mut pictures = HashSet::new();
        for look in looks() {
            let context = DrawContext { look, ..DrawContext::plain(Lang::En) };
            let svg = boards::draw(&game, &context).svg(Theme::Light, "");
            assert!(svg.contains(Palette::with_look(Theme::Light, look).colour(Paint::Ground)));
            assert!(pictures.insert(svg), "{kind}: {look:?} looks like another");
        }
    }
}

#[test]
fn a_theme_is_found_by_its_name() {
    for &board in BoardTheme::ALL {
        assert_eq!(BoardTheme::from_id(&board.to_string()), Some(board));
    }
    assert_eq!(PieceTheme::from_id("marble"), None);
}

#[test]
fn every_theme_of_boards_and_of_pieces_has_a_picture() {
    let shown = |board, pieces| {
        move |context: &mut DrawContext<AnyMove, AnyIllegal>| context.look = Look { board, pieces }
    };
    let (wood, slate) = (BoardTheme::Wood, BoardTheme::Slate);
    let morpion = "5 1 3 2 7";
    check("look-morpion-wood-ink", &picture(Kind::Morpion, "", morpion, shown(wood, PieceTheme::Ink)));
    check(
        "look-morpion-slate-bright",
        &picture(Kind::Morpion, "", morpion, shown(slate, PieceTheme::Bright)),
    );
    let doh = "Lc3 Mc4 Sb3 Sc4";
    check("look-doh-paper-ink", &picture(Kind::Doh, "", doh, shown(BoardTheme::Paper, PieceTheme::Ink)));
    check("look-doh-slate-bright", &picture(Kind::Doh, "", doh, shown(slate, PieceTheme::Bright)));
}

/// Scenes of random games, seen by the player to move, with coordinates.
fn scenes(kind: Kind, mut check: impl FnMut(&AnyGame, &Scene)) {
    let mut rng = Rng::new(3);
    for round in 0..6 {
        let mut game = AnyGame::new(kind, "").unwrap();
        loop {
            let viewer = game.turn().seat().map_or(Viewer::Public, Viewer::Seat);
            let context = DrawContext {
                viewer,
                coordinates: true,
                flipped: round % 2 == 1,
                wide: round % 3 == 1,
                ..DrawContext::plain(Lang::En)
            };
            check(&game, &boards::draw(&game.view(viewer).position(), &context));
            let Some(mv) = game.random_move(&mut rng) else { break };
            game.play(mv).unwrap();
        }
    }
}

/// The edges of the area that the targets of a scene cover: left, top, right, bottom.
fn covered(scene: &Scene) -> [f32; 4] {
    let places = scene.targets.iter().filter(|target| matches!(target.spot, Spot::Place(_)));
    places.fold([f32::MAX, f32::MAX, 0.0, 0.0], |[left, top, right, bottom], target| {
        let ((width, height), at) = (target.size, target.at);
        [
            left.min(at.x - width / 2.0),
            top.min(at.y - height / 2.0),
            right.max(at.x + width / 2.0),
            bottom.max(at.y + height / 2.0),
        ]
    })
}

#[test]
fn a_pinned_grid_fills_the_area_in_which_it_floated_and_its_pieces_grow() {
    // The two games with a floating grid; the number of targets tells whether it is pinned.
    for kind in [Kind::Doh, Kind::Cards] {
        let mut pinned = 0;
        let mut floating = None;
        scenes(kind, |game, scene| {
            let places = scene.targets.iter().filter(|target| matches!(target.spot, Spot::Place(_)));
            match places.count() {
                25 => floating = Some(covered(scene)),
                // In between, the squares that the grid can still reach are in the middle of the same area.
                10..25 => {
                    let frame = scene.items.iter().find(|item| item.key == "frame").unwrap();
                    let [left, top, right, bottom] = floating.unwrap();
                    let away = [frame.at.x - (left + right) / 2.0, frame.at.y - (top + bottom) / 2.0];
                    assert!(away.iter().all(|away| away.abs() < 1.0), "{away:?} from the middle in {game}");
                }
                9 => {
                    pinned += 1;
                    let (now, before) = (covered(scene), floating.unwrap());
                    let width = |[left, _, right, _]: [f32; 4]| right - left;
                    assert!((width(now) - width(before)).abs() < 4.0, "{now:?} and {before:?} in {game}");
                }
                count => panic!("{count} places in {game}"),
            }
        });
        assert!(pinned > 20, "{kind}: the grid was pinned {pinned} times");
    }
    let doh = |moves: &str| {
        let mut game = AnyGame::new(Kind::Doh, "").unwrap();
        for text in moves.split(' ') {
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        let scene = boards::draw(&game, &DrawContext::plain(Lang::En));
        scene.items.into_iter().find(|item| item.key == "piece-c3-L").unwrap().scale
    };
    assert_eq!(doh("Lc3"), 1.0);
    assert_eq!(doh("Lc3 Md4"), 1.25);
    assert!(doh("Lc3 Md4 Sd5 Sb4") > 1.6);
}

/// The corners of a shape that has straight edges, in scene units.
fn corners(item: &Item, shape: &Shape) -> Vec<(f32, f32)> {
    let on = |x: f32, y: f32| (item.at.x + x * item.scale, item.at.y + y * item.scale);
    let around = |x: f32, y: f32, width: f32, height: f32| {
        [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
            .map(|(a, b)| on(x + a * width, y + b * height))
            .to_vec()
    };
    match shape {
        Shape::Circle(at, radius, _) => around(at.x, at.y, 1.4 * radius, 1.4 * radius),
        Shape::Rect(at, (width, height), ..) => around(at.x, at.y, *width, *height),
        Shape::Path(d, style) if !d.contains(|c: char| c.is_ascii_lowercase() || "QCTVHA".contains(c)) => {
            let numbers: Vec<f32> = d.split(['M', 'L', 'Z', ' ']).filter_map(|n| n.parse().ok()).collect();
            let points = numbers.chunks_exact(2).map(|pair| on(pair[0], pair[1]));
            if style.opacity < 0.5 { Vec::new() } else { points.collect() }
        }
        Shape::Path(..) | Shape::Text(..) => Vec::new(),
    }
}

/// Whether a line separates a rectangle from a convex set of points: one of its sides, or an edge of the set.
fn are_apart(rectangle: &[(f32, f32)], points: &[(f32, f32)]) -> bool {
    let edges = |of: &[(f32, f32)]| -> Vec<(f32, f32)> {
        (0..of.len())
            .map(|i| (of[(i + 1) % of.len()].0 - of[i].0, of[(i + 1) % of.len()].1 - of[i].1))
            .collect()
    };
    edges(rectangle).into_iter().chain(edges(points)).any(|(x, y)| {
        let span = |of: &[(f32, f32)]| {
            let along = of.iter().map(|point| point.0 * -y + point.1 * x);
            along.fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at), high.max(at)))
        };
        let ((a, b), (c, d)) = (span(rectangle), span(points));
        b <= c || d <= a
    })
}

#[test]
fn no_coordinate_lies_behind_or_over_a_piece() {
    for &kind in Kind::ALL {
        scenes(kind, |game, scene| {
            let on_board = covered(scene);
            let pieces = scene
                .items
                .iter()
                .filter(|item| item.class == "piece" && item.at.y <= on_board[3] && item.at.x <= on_board[2]);
            let pieces: Vec<_> =
                pieces.flat_map(|item| item.shapes.iter().map(|shape| corners(item, shape))).collect();
            for item in scene.items.iter().filter(|item| matches!(item.class, "coordinates" | "number")) {
                for shape in &item.shapes {
                    let Shape::Text(at, size, text, _) = shape else { continue };
                    let (half, up) = (text.chars().count() as f32 * size * 0.28, size * 0.36);
                    let sides = [(-half, -up), (half, -up), (half, up), (-half, up)];
                    let sides = sides.map(|(x, y)| (item.at.x + at.x + x, item.at.y + at.y + y));
                    let hides = pieces.iter().any(|piece| !piece.is_empty() && !are_apart(&sides, piece));
                    assert!(!hides, "{text} and a piece lie over each other in {game}");
                }
            }
        });
    }
}
