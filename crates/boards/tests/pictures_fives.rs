//! Golden pictures of Three Fives.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::collections::BTreeSet;

use boards::{DrawContext, Spot, TouchOutcome};
use common::{check, picture, picture_from};
use rules::{AnyGame, AnyIllegal, AnyMove, Game, Kind, Lang, Rng, Seat};

/// Both have a group of three; seat 1 also has a large piece in a corner.
const MIDDLE: &str = "1M1S./2S1L../..2L2M./...2S/1L.. 443/344 0/0 1 - players=2,repetition=3";
/// Seat 1 has groups of three and of two that d2 would join, seat 2 has a group of four and one group completed.
const THREAT: &str = "1S1M1L/..../1L1M..2S/...2M/.2S2L 433/222 0/1 1 - players=2,repetition=3";
/// Three players; seat 3 has two groups completed and four pieces connected.
const THREE: &str = "3S3M./3L3S1S./.2M2L1L1M/..2S./1S2M. 222/434/001 1/0/2 3 - players=3,repetition=3";

fn place(point: &str) -> Spot {
    Spot::Place(point.parse::<rules::fives::Point>().unwrap().index() as u8)
}

/// The picture of a position after these moves.
fn seen(
    position: &str,
    moves: &str,
    change: impl Fn(&AnyGame, &mut DrawContext<AnyMove, AnyIllegal>),
) -> String {
    let game = AnyGame::parse(Kind::Fives, position).unwrap();
    picture_from(game, moves, &format!("fives: {position} {moves}"), change)
}

/// The picture of the reason for which a move is refused.
fn refused(position: &str, mv: &str) -> String {
    seen(position, "", |game, look| look.refused = game.check(game.parse_move(mv).unwrap()).err())
}

#[test]
fn three_fives_at_the_start_and_in_the_middle() {
    check("fives-start", &picture(Kind::Fives, "", "", |look| look.coordinates = true));
    check("fives-middle", &seen(MIDDLE, "", |_, _| {}));
    check("fives-three", &seen(THREE, "", |_, _| {}));
    check("fives-wide", &seen(MIDDLE, "", |_, look| look.wide = true));
    check("fives-wide-three", &seen(THREE, "", |_, look| look.wide = true));
    let flipped = |_: &AnyGame, look: &mut DrawContext<AnyMove, AnyIllegal>| {
        (look.flipped, look.coordinates) = (true, true);
    };
    check("fives-flipped", &seen(MIDDLE, "", flipped));
}

#[test]
fn three_fives_with_a_piece_picked_and_a_move_about_to_be_played() {
    check("fives-picked", &seen(MIDDLE, "", |_, look| look.picked = vec![place("d3")]));
    check(
        "fives-picked-hand",
        &seen(MIDDLE, "", |_, look| {
            (look.picked, look.hover) = (vec![Spot::Piece(1)], Some(place("a3")));
        }),
    );
    check(
        "fives-preview",
        &seen(THREAT, "", |_, look| {
            (look.picked, look.hover) = (vec![place("e4")], Some(place("d3")));
        }),
    );
    check(
        "fives-preview-five",
        &seen(THREE, "", |_, look| {
            (look.picked, look.hover) = (vec![Spot::Piece(2)], Some(place("e5")));
        }),
    );
}

#[test]
fn three_fives_after_a_move_a_swap_and_a_completed_group() {
    check("fives-stepped", &seen(MIDDLE, "d3-d5", |_, _| {}));
    check("fives-swapped", &seen(MIDDLE, "e3=d2", |_, _| {}));
    check("fives-completed", &seen(THREAT, "Sb1 La1", |_, _| {}));
    check("fives-won", &seen(THREE, "Le5", |_, _| {}));
}

#[test]
fn three_fives_shows_why_a_move_is_refused() {
    check("fives-too-many", &refused(THREAT, "Md2"));
    check("fives-in-the-way", &refused(MIDDLE, "a1-d4"));
    check("fives-too-far", &refused(THREAT, "c2-c5"));
    check(
        "fives-no-right",
        &seen(MIDDLE, "", |game, look| {
            look.picked = vec![place("d3")];
            look.refused = game.check(game.parse_move("d3=d2").unwrap()).err();
        }),
    );
    check("fives-not-in-line", &refused(MIDDLE, "a1-d2"));
    check("fives-inside", &refused(MIDDLE, "Sb2"));
}

#[test]
fn another_own_piece_is_picked_up_instead_unless_the_two_can_swap() {
    let game = AnyGame::parse(Kind::Fives, MIDDLE).unwrap();
    let after = |first: &str, second: &str| boards::touch(&game, &[place(first)], place(second));
    assert_eq!(after("a1", "e3"), TouchOutcome::Picked(vec![place("e3")]));
    for (first, second) in [("e3", "e4"), ("e4", "e3")] {
        assert_eq!(after(first, second), TouchOutcome::Played(game.parse_move("e3=e4").unwrap()));
    }
}

#[test]
fn a_completed_group_is_announced() {
    let game = AnyGame::parse(Kind::Fives, THREE).unwrap();
    let said = |lang| {
        boards::say_move(&game, game.parse_move("Le5").unwrap(), &boards::Names::sides(game.kind()), lang)
    };
    assert_eq!(said(Lang::En), "Green drops a large piece on e5. Green completes a third group of five!");
    assert_eq!(
        said(Lang::Fr),
        "Les verts posent une grande pièce en e5. Les verts complètent un troisième groupe de cinq\u{202f}!"
    );
}

#[test]
fn a_lost_turn_is_announced() {
    let text = "2L2L1L/1S..2M/1S2S2S1S2M/2S2S.2M/1M1M2M 234/000 0/1 1 - players=2,repetition=3";
    let game = AnyGame::parse(Kind::Fives, text).unwrap();
    let mut lost = 0;
    for mv in game.moves() {
        let mut after = game.clone();
        after.play(mv).unwrap();
        let again = after.turn() == game.turn();
        let said = boards::say_move(&game, mv, &boards::Names::sides(game.kind()), Lang::En);
        assert_eq!(said.ends_with("Orange has no move and misses a turn."), again, "{said}");
        lost += u32::from(again);
    }
    assert!(lost > 0);
}

/// Calls `look` on each move of random games: the position before it, the move and the position after it.
fn random_moves(options: &str, count: usize, mut look: impl FnMut(&AnyGame, AnyMove, &AnyGame)) {
    let mut rng = Rng::new(5);
    let mut game = AnyGame::new(Kind::Fives, options).unwrap();
    for _ in 0..count {
        let Some(mv) = game.random_move(&mut rng) else {
            game = AnyGame::new(Kind::Fives, options).unwrap();
            continue;
        };
        let before = game.clone();
        game.play(mv).unwrap();
        look(&before, mv, &game);
    }
}

#[test]
fn keys_are_distinct_whatever_is_picked_hovered_and_was_played() {
    for options in ["players=2", "players=3"] {
        random_moves(options, 120, |_, last, game| {
            let moves = if game.turn().seat().is_some() { game.moves() } else { Vec::new() };
            for path in moves.into_iter().step_by(5).flat_map(|mv| boards::touch_paths(game, mv)) {
                let plain = DrawContext {
                    last_move: Some(last),
                    interactive: true,
                    wide: true,
                    ..DrawContext::plain(Lang::Fr)
                };
                let look = DrawContext { picked: vec![path[0]], hover: Some(path[1]), ..plain };
                let scene = boards::draw(game, &look);
                let keys: BTreeSet<&str> = scene.items.iter().map(|item| item.key.as_str()).collect();
                assert_eq!(keys.len(), scene.items.len(), "{look:?} in {game}");
            }
        });
    }
}

#[test]
fn the_trophy_of_a_group_just_completed_comes_from_where_it_was_completed() {
    let mut seen = 0;
    for options in ["players=2", "players=3"] {
        random_moves(options, 4_000, |before, last, after| {
            let (AnyGame::Fives(before), AnyGame::Fives(game)) = (before, after) else { return };
            let Some(mover) = before.turn().seat() else { return };
            let groups = game.position().groups(mover);
            // After a lost turn, the position does not tell who moved.
            if game.turn().seat().is_some_and(|seat| seat != mover.next(game.seats())) {
                return;
            }
            let look = DrawContext { last_move: Some(last), ..DrawContext::plain(Lang::En) };
            let scene = boards::draw(after, &look);
            let celebrated = scene.items.iter().any(|item| item.class == "celebrate");
            if groups > before.position().groups(mover) && game.turn().seat().is_some() {
                let key = format!("trophy-{mover}-{}", groups - 1);
                let trophy = scene.items.iter().find(|item| item.key == key).unwrap();
                assert!(celebrated && trophy.from.is_some(), "{last} to {game}");
                seen += 1;
            }
            if (0..game.seats())
                .map(Seat::from_index)
                .all(|seat| game.position().groups(seat) == before.position().groups(seat))
            {
                assert!(!celebrated, "{last} to {game}");
            }
        });
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn no_coordinate_lies_on_a_place_and_no_ring_over_the_number_of_a_group() {
    let mut game = AnyGame::parse(Kind::Fives, MIDDLE).unwrap();
    let last = game.moves()[0];
    game.play(last).unwrap();
    for (wide, flipped) in [(false, false), (false, true), (true, false), (true, true)] {
        let look = DrawContext {
            coordinates: true,
            wide,
            flipped,
            last_move: Some(last),
            ..DrawContext::plain(Lang::En)
        };
        let scene = boards::draw(&game, &look);
        let at = |class: &str| scene.items.iter().position(|item| item.class == class).unwrap();
        assert!(at("last") < at("count"), "a ring strikes through a number");
        for shape in &scene.items[at("coordinates")].shapes {
            let boards::Shape::Text(text, ..) = shape else { continue };
            for place in scene.targets.iter().filter(|target| matches!(target.spot, Spot::Place(_))) {
                let (dx, dy) = ((text.x - place.at.x).abs(), (text.y - place.at.y).abs());
                let covers = dx < place.size.0 / 2.0 && dy < place.size.1 / 2.0;
                assert!(!covers, "a coordinate lies on {}", place.name);
            }
        }
    }
}
