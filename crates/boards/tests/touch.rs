//! Every legal move can be made by touches, touches make nothing else, and every refusal has a text.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::{BTreeMap, BTreeSet};

use boards::{Direction, DrawContext, Scene, Spot, TouchOutcome, TouchRefusal};
use rules::{AnyGame, AnyIllegal, AnyMove, Kind, Lang, Rng, Viewer};

/// Every variant of every game.
fn games() -> Vec<(Kind, &'static str)> {
    Kind::ALL
        .iter()
        .flat_map(|&kind| kind.info().variants.iter().map(move |&options| (kind, options)))
        .collect()
}

/// Calls `check` on thousands of positions of random games, as the player to move sees them.
fn random_positions(kind: Kind, options: &str, count: usize, mut check: impl FnMut(&AnyGame)) {
    let mut rng = Rng::new(3);
    let mut seen = 0;
    while seen < count {
        let mut game = AnyGame::new(kind, options).unwrap();
        while let Some(mv) = game.random_move(&mut rng) {
            if let Some(seat) = game.turn().seat() {
                check(&game.view(Viewer::Seat(seat)).position());
                seen += 1;
            }
            game.play(mv).unwrap();
            if seen > count {
                break;
            }
        }
        check(&game.view(Viewer::Public).position());
    }
}

fn scene(game: &AnyGame, picked: &[Spot]) -> Scene {
    let viewer = game.turn().seat().map_or(Viewer::Public, Viewer::Seat);
    let look: DrawContext<AnyMove, AnyIllegal> =
        DrawContext { viewer, interactive: true, picked: picked.to_vec(), ..DrawContext::plain(Lang::En) };
    boards::draw(game, &look)
}

/// The moves that can be made by touching places of the scene, from what is picked.
fn touchable(game: &AnyGame, picked: &[Spot], found: &mut BTreeSet<AnyMove>) {
    for place in scene(game, picked).targets {
        if picked.contains(&place.spot) {
            continue;
        }
        match boards::touch(game, picked, place.spot) {
            TouchOutcome::Played(mv) => {
                assert!(place.legal, "{mv} can be played at {:?}, which is not lit, in {game}", place.spot);
                found.insert(mv);
            }
            TouchOutcome::Picked(next) if next.len() > picked.len() => {
                assert!(place.legal, "{:?} leads on but is not lit in {game}", place.spot);
                touchable(game, &next, found);
            }
            TouchOutcome::Picked(_) | TouchOutcome::Refused(_) => {
                assert!(!place.legal, "{:?} is lit but leads nowhere in {game}", place.spot);
            }
        }
    }
}

#[test]
fn touches_reach_every_legal_move_and_nothing_else() {
    for (kind, options) in games() {
        random_positions(kind, options, 300, |game| {
            let mut found = BTreeSet::new();
            touchable(game, &[], &mut found);
            let legal: BTreeSet<AnyMove> = if game.turn().seat().is_some() {
                game.moves().into_iter().collect()
            } else {
                BTreeSet::new()
            };
            assert_eq!(found, legal, "in {game}");
        });
    }
}

#[test]
fn the_paths_of_legal_moves_are_distinct_and_none_begins_another() {
    for (kind, options) in games() {
        random_positions(kind, options, 300, |game| {
            if game.turn().seat().is_none() {
                return;
            }
            let mut all: BTreeMap<Vec<Spot>, AnyMove> = BTreeMap::new();
            for mv in game.moves() {
                let paths = boards::touch_paths(game, mv);
                assert!(!paths.is_empty(), "{mv} has no path in {game}");
                for path in paths {
                    assert!(!path.is_empty() && path.len() <= 3);
                    assert_eq!(all.insert(path, mv), None, "two moves share a path in {game}");
                }
            }
            let paths: Vec<&Vec<Spot>> = all.keys().collect();
            for pair in paths.windows(2) {
                assert!(!pair[1].starts_with(pair[0]), "{:?} begins {:?} in {game}", pair[0], pair[1]);
            }
        });
    }
}

#[test]
fn every_refused_touch_has_a_sentence_in_both_languages() {
    for (kind, options) in games() {
        random_positions(kind, options, 200, |game| {
            let mut beginnings = vec![Vec::new()];
            beginnings.extend(boards::legal_spots(game, &[]).into_iter().map(|spot| vec![spot]));
            for picked in beginnings {
                let drawn = scene(game, &picked);
                for place in &drawn.targets {
                    let TouchOutcome::Refused(refusal) = boards::touch(game, &picked, place.spot) else {
                        continue;
                    };
                    for lang in Lang::ALL {
                        let said = boards::say_refusal(game, &refusal, lang);
                        assert!(said.ends_with(['.', '!', '?']), "{said:?} for {refusal:?} in {game}");
                    }
                    if let TouchRefusal::Rule(why) = refusal {
                        for spot in boards::refusal_spots(game, why) {
                            assert!(drawn.target(spot).is_some(), "{spot:?} is not in the scene");
                        }
                    }
                }
            }
        });
    }
}

#[test]
fn every_place_has_a_name_and_a_spot_of_its_own_and_keys_are_distinct() {
    for (kind, options) in games() {
        random_positions(kind, options, 200, |game| {
            let scene = scene(game, &[]);
            let spots: BTreeSet<Spot> = scene.targets.iter().map(|place| place.spot).collect();
            assert_eq!(spots.len(), scene.targets.len(), "in {game}");
            let keys: BTreeSet<&str> = scene.items.iter().map(|item| item.key.as_str()).collect();
            assert_eq!(keys.len(), scene.items.len(), "in {game}");
            for place in &scene.targets {
                assert!(!place.name.is_empty());
                assert!(Lang::ALL.iter().all(|&lang| !boards::spot_name(game, place.spot, lang).is_empty()));
                let (x, y) = (place.at.x, place.at.y);
                assert!(x > 0.0 && x < scene.width && y > 0.0 && y < scene.height, "{place:?} is outside");
            }
        });
    }
}

#[test]
fn the_arrow_keys_reach_every_target_from_every_other() {
    for (kind, options) in games() {
        random_positions(kind, options, 60, |game| {
            let scene = scene(game, &[]);
            for start in &scene.targets {
                let mut reached = BTreeSet::from([start.spot]);
                let mut todo = vec![start.spot];
                while let Some(spot) = todo.pop() {
                    let next =
                        Direction::ALL.into_iter().filter_map(|way| boards::next_spot(&scene, spot, way));
                    todo.extend(next.filter(|&next| reached.insert(next)));
                }
                assert_eq!(reached.len(), scene.targets.len(), "from {:?} in {game}", start.spot);
            }
        });
    }
}

#[test]
fn on_the_hexagon_an_arrow_key_jumps_over_no_place() {
    let game = AnyGame::new(Kind::Fives, "players=2").unwrap();
    let scene = scene(&game, &[]);
    let is_board = |spot: &Spot| matches!(spot, Spot::Place(_));
    let board: Vec<_> = scene.targets.iter().filter(|place| is_board(&place.spot)).collect();
    let far = |a: Spot, b: Spot| {
        let (a, b) = (scene.target(a).unwrap().at, scene.target(b).unwrap().at);
        (a.x - b.x).hypot(a.y - b.y)
    };
    let apart = board[1..].iter().map(|place| far(board[0].spot, place.spot)).fold(f32::INFINITY, f32::min);
    let mut steps = 0;
    for place in &board {
        for way in Direction::ALL {
            let next = boards::next_spot(&scene, place.spot, way).filter(is_board);
            if let Some(next) = next {
                assert!(far(place.spot, next) < 1.1 * apart, "{way:?} from {:?} to {next:?}", place.spot);
                steps += 1;
            }
        }
    }
    assert!(steps > 60, "{steps}");
}

#[test]
fn every_place_is_at_least_32_pixels_wide_and_high_on_a_phone_of_320() {
    for (kind, options) in games() {
        random_positions(kind, options, 100, |game| {
            let scene = scene(game, &[]);
            // The page leaves four pixels on each side.
            let pixels = 312.0 / scene.width;
            for place in &scene.targets {
                let (width, height) = (place.size.0 * pixels, place.size.1 * pixels);
                assert!(width >= 32.0 && height >= 32.0, "{:?} is {width} × {height} in {game}", place.spot);
            }
        });
    }
}

#[test]
fn every_move_and_turn_is_said_in_both_languages() {
    for (kind, options) in games() {
        random_positions(kind, options, 200, |game| {
            for lang in Lang::ALL {
                let said = boards::say_turn(game, &boards::Names::sides(game.kind()), lang);
                assert!(said.ends_with(['.', '!']), "{said:?} in {game}");
                for mv in game.moves() {
                    let said = boards::say_move(game, mv, &boards::Names::sides(game.kind()), lang);
                    assert!(said.ends_with(['.', '!']), "{said:?} for {mv} in {game}");
                }
            }
        });
    }
}

#[test]
fn a_reply_to_any_move_can_be_premoved() {
    // Where pieces move, a reply may begin on a point that cannot be touched for a premove yet.
    for (kind, options) in [(Kind::Morpion, ""), (Kind::Super, ""), (Kind::Doh, "players=2")] {
        let mut rng = Rng::new(5);
        random_positions(kind, options, 60, |game| {
            let Some(seat) = game.turn().seat().map(rules::Seat::other) else { return };
            let premoves = boards::Premoves::new(game, seat);
            let mut after = game.clone();
            after.play(after.random_move(&mut rng).unwrap()).unwrap();
            let Some(reply) = after.random_move(&mut rng) else { return };
            let path = boards::touch_paths(&after, reply).remove(0);
            let mut picked = Vec::new();
            for (index, spot) in path.iter().enumerate() {
                match premoves.touch(&picked, *spot) {
                    boards::PremoveTouch::Picked(spots) => picked = spots,
                    boards::PremoveTouch::Move(count, mv) => {
                        assert_eq!((count, mv, index + 1), (1, reply, path.len()), "{game}");
                        return;
                    }
                }
            }
            panic!("{reply} cannot be chosen premoves in {game}");
        });
    }
}

#[test]
fn every_game_has_premoves() {
    for (kind, options) in games() {
        let mut some = 0;
        random_positions(kind, options, 20, |game| {
            for seat in (0..game.seats()).map(rules::Seat::from_index) {
                let seen = game.view(Viewer::Seat(seat)).position();
                if game.turn().seat().is_some_and(|turn| turn != seat) {
                    some += usize::from(!boards::Premoves::new(&seen, seat).is_empty());
                }
            }
        });
        assert!(some > 0, "{kind} {options}");
    }
}
